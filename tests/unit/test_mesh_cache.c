// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_cache.h"
#include "src/mesh/mesh_data.h"
#include "src/task/thread.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/memory_kit.h"

// What a builder of these tests is told, and what it saw.
typedef struct order {
    uint32_t number;  // goes into the thing built
    int fail_count;   // so many builds say "out of memory" after taking some
    int build_count;
    pl_task_pool* pool;  // the one it was given
} order;

static void* build_number(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool,
                          void* context) {
    (void)mesh;
    order* o = context;
    o->build_count++;
    o->pool = pool;
    uint32_t* thing = pl_arena_alloc(memory, 100, sizeof *thing);
    if (!thing || !pl_arena_alloc(memory, 10, 10)) return NULL;
    if (o->fail_count > 0) {
        o->fail_count--;
        return NULL;
    }
    *thing = o->number;
    return thing;
}

static pl_cache_key key_of(uint32_t kind, uint32_t number) {
    return (pl_cache_key){kind, {number, 0, 0, 0}};
}

static plump_mesh* make_mesh(memory_kit* kit) {
    return pl_mesh_make(kit ? memory_kit_hooks(kit) : pl_alloc_hooks((plump_allocator){0}));
}

static void the_same_key_is_built_once(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh(NULL);
    order o = {.number = 5}, other = {.number = 6};
    const uint32_t* first = pl_mesh_cache_get(mesh, key_of(1, 2), NULL, build_number, &o);
    const uint32_t* again = pl_mesh_cache_get(mesh, key_of(1, 2), NULL, build_number, &other);
    assert_non_null(first);
    assert_ptr_equal(first, again);
    assert_int_equal(*again, 5);
    assert_int_equal(o.build_count, 1);
    assert_int_equal(other.build_count, 0);
    plump_mesh_destroy(mesh);
}

static void a_key_differs_by_any_of_its_numbers(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh(NULL);
    pl_cache_key keys[6] = {{1, {0}}, {2, {0}}};
    for (unsigned i = 0; i < 4; ++i) {
        keys[2 + i].kind = 1;
        keys[2 + i].number[i] = 1;
    }
    const void* things[6];
    for (uint32_t round = 0; round < 2; ++round) {
        for (uint32_t i = 0; i < 6; ++i) {
            order o = {.number = i};
            const uint32_t* thing = pl_mesh_cache_get(mesh, keys[i], NULL, build_number, &o);
            assert_int_equal(*thing, i);
            assert_int_equal(o.build_count, round == 0);
            if (round == 0) things[i] = thing;
            assert_ptr_equal(things[i], thing);
        }
    }
    plump_mesh_destroy(mesh);
}

static void two_meshes_do_not_share(void** state) {
    (void)state;
    plump_mesh *a = make_mesh(NULL), *b = make_mesh(NULL);
    order o = {.number = 1}, p = {.number = 2};
    const void* of_a = pl_mesh_cache_get(a, key_of(1, 0), NULL, build_number, &o);
    const uint32_t* of_b = pl_mesh_cache_get(b, key_of(1, 0), NULL, build_number, &p);
    assert_ptr_not_equal(of_a, of_b);
    assert_int_equal(*of_b, 2);
    plump_mesh_destroy(a);
    plump_mesh_destroy(b);
}

// Asks for the key below its own, down to 0.
static void* build_tower(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool,
                         void* context) {
    uint32_t* level = context;
    uint32_t own = *level, below = 0;
    if (own > 0) {
        *level = own - 1;
        const uint32_t* thing =
            pl_mesh_cache_get(mesh, key_of(9, own - 1), pool, build_tower, level);
        if (!thing) return NULL;
        below = *thing;
    }
    uint32_t* sum = pl_arena_alloc(memory, 1, sizeof *sum);
    if (sum) *sum = own + below;
    return sum;
}

static void a_builder_may_ask_for_other_things(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh(NULL);
    uint32_t level = 100;
    const uint32_t* sum = pl_mesh_cache_get(mesh, key_of(9, 100), NULL, build_tower, &level);
    assert_int_equal(*sum, 5050);
    assert_int_not_equal(pl_mesh_cache_size(mesh, key_of(9, 0)), 0);
    plump_mesh_destroy(mesh);
}

static void a_failed_build_is_forgotten_and_tried_again(void** state) {
    (void)state;
    memory_kit kit = {0};
    plump_mesh* mesh = make_mesh(&kit);
    size_t before = kit.bytes;
    order o = {.number = 7, .fail_count = 2};
    for (int i = 0; i < 2; ++i) {
        assert_null(pl_mesh_cache_get(mesh, key_of(1, 0), NULL, build_number, &o));
        assert_int_equal(kit.bytes, before);
        assert_int_equal(pl_mesh_cache_size(mesh, key_of(1, 0)), 0);
    }
    const uint32_t* thing = pl_mesh_cache_get(mesh, key_of(1, 0), NULL, build_number, &o);
    assert_int_equal(*thing, 7);
    plump_mesh_destroy(mesh);
    assert_int_equal(kit.blocks, 0);
}

static void the_size_is_what_the_allocator_gave(void** state) {
    (void)state;
    memory_kit kit = {0};
    plump_mesh* mesh = make_mesh(&kit);
    order o = {.number = 1};
    assert_int_equal(pl_mesh_cache_size(mesh, key_of(1, 0)), 0);
    for (uint32_t i = 0; i < 3; ++i) {
        size_t before = kit.bytes;
        assert_non_null(pl_mesh_cache_get(mesh, key_of(1, i), NULL, build_number, &o));
        assert_int_equal(pl_mesh_cache_size(mesh, key_of(1, i)), kit.bytes - before);
    }
    assert_int_equal(pl_mesh_cache_size(mesh, key_of(2, 0)), 0);
    plump_mesh_destroy(mesh);
    assert_int_equal(kit.blocks, 0);
}

static void out_of_memory_anywhere_leaks_nothing(void** state) {
    (void)state;
    for (int forever = 0; forever < 2; ++forever) {
        long fail_at = 1;
        for (bool done = false; !done; ++fail_at) {
            memory_kit kit = {.fail_at = fail_at, .fail_forever = forever == 1};
            plump_mesh* mesh = make_mesh(&kit);
            uint32_t level = 3;
            const uint32_t* sum =
                mesh ? pl_mesh_cache_get(mesh, key_of(9, 3), NULL, build_tower, &level) : NULL;
            done = sum != NULL;
            if (mesh && !sum) {
                // as soon as there is memory it works
                kit.fail_at = 0;
                level = 3;
                sum = pl_mesh_cache_get(mesh, key_of(9, 3), NULL, build_tower, &level);
                assert_int_equal(*sum, 6);
            }
            plump_mesh_destroy(mesh);
            assert_int_equal(kit.blocks, 0);
        }
        assert_int_equal(fail_at, 2 + 4 * 2 + 2);  // mesh and cache, then entry and thing, 4 times
    }
}

#if !defined(PLUMP_NO_THREADS)

// While it builds it asks for its own key once more, as a host's task system may that lets a
// waiting thread do other work.
typedef struct helper {
    pl_cache_key key;
    bool is_failing;
    order inner;
    const void* inner_result;
} helper;

static void* build_and_help(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool,
                            void* context) {
    helper* h = context;
    h->inner_result = pl_mesh_cache_get(mesh, h->key, pool, build_number, &h->inner);
    uint32_t* own = pl_arena_alloc(memory, 1, sizeof *own);
    if (!own || h->is_failing) return NULL;
    *own = 1;
    return own;
}

static void a_builder_with_workers_can_be_overtaken_on_its_own_thread(void** state) {
    (void)state;
    memory_kit kit = {0};
    plump_allocator allocator = pl_alloc_hooks((plump_allocator){0});
    pl_task_pool* pool = pl_task_pool_create(&allocator, NULL, 2, NULL);
    if (pl_task_worker_count(pool) == 1) {
        pl_task_pool_destroy(pool);
        skip();
    }
    plump_mesh* mesh = make_mesh(&kit);
    // whether the one overtaken succeeds or not, what was first is what all get
    for (uint32_t fails = 0; fails < 2; ++fails) {
        long before = kit.blocks;
        helper h = {.key = key_of(1, fails), .is_failing = fails == 1, .inner = {.number = 2}};
        const uint32_t* result = pl_mesh_cache_get(mesh, h.key, pool, build_and_help, &h);
        assert_int_equal(*result, 2);
        assert_ptr_equal(result, h.inner_result);
        assert_null(h.inner.pool);
        assert_int_equal(kit.blocks, before + 3);  // the entry and its two: no late copy
    }
    // the one that overtakes fails
    helper h = {.key = key_of(1, 2), .inner = {.number = 2, .fail_count = 1}};
    const uint32_t* result = pl_mesh_cache_get(mesh, h.key, pool, build_and_help, &h);
    assert_null(h.inner_result);
    assert_int_equal(*result, 1);
    plump_mesh_destroy(mesh);
    pl_task_pool_destroy(pool);
    assert_int_equal(kit.blocks, 0);
}

#define RACERS 8

// All start together and ask for the same key.
typedef struct race {
    plump_mesh* mesh;
    pl_mutex mutex;
    pl_condition changed;
    uint32_t arrived;
    uint32_t fail_count, build_count, at_work;  // under the mutex
    bool was_crowded;                           // two were building at the same time
    pl_task_pool* pools[RACERS];
} race;

typedef struct racer {
    pl_thread thread;
    race* race;
    pl_task_pool* pool;
    const void* result;
} racer;

static void* build_in_race(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool,
                           void* context) {
    (void)mesh;
    (void)pool;
    race* r = context;
    pl_mutex_lock(&r->mutex);
    uint32_t number = ++r->build_count;
    bool fails = number <= r->fail_count;
    if (++r->at_work > 1) r->was_crowded = true;
    pl_mutex_unlock(&r->mutex);
    uint32_t* thing = pl_arena_alloc(memory, 1000, sizeof *thing);
    for (uint32_t i = 0; thing && i < 1000; ++i) thing[i] = number;
    pl_mutex_lock(&r->mutex);
    r->at_work--;
    pl_mutex_unlock(&r->mutex);
    return fails ? NULL : thing;
}

static void run_racer(void* context) {
    racer* me = context;
    race* r = me->race;
    pl_mutex_lock(&r->mutex);
    r->arrived++;
    pl_condition_wake_all(&r->changed);
    while (r->arrived < RACERS) pl_condition_wait(&r->changed, &r->mutex);
    pl_mutex_unlock(&r->mutex);
    me->result = pl_mesh_cache_get(r->mesh, key_of(1, 0), me->pool, build_in_race, r);
}

// Fills the racers' results.
static void run_race(race* r, racer* racers) {
    r->mesh = make_mesh(NULL);
    r->arrived = r->build_count = 0;
    assert_true(pl_mutex_init(&r->mutex) && pl_condition_init(&r->changed));
    for (unsigned i = 0; i < RACERS; ++i) {
        racers[i] = (racer){.race = r, .pool = r->pools[i]};
        assert_true(pl_thread_start(&racers[i].thread, run_racer, &racers[i]));
    }
    for (unsigned i = 0; i < RACERS; ++i) pl_thread_join(&racers[i].thread);
    pl_condition_destroy(&r->changed);
    pl_mutex_destroy(&r->mutex);
}

static void racing_threads_get_the_same_thing_built_once(void** state) {
    (void)state;
    for (int round = 0; round < 100; ++round) {
        race r = {0};
        racer racers[RACERS];
        run_race(&r, racers);
        assert_int_equal(r.build_count, 1);
        for (unsigned i = 0; i < RACERS; ++i) {
            assert_non_null(racers[i].result);
            assert_ptr_equal(racers[i].result, racers[0].result);
        }
        plump_mesh_destroy(r.mesh);
    }
}

static void when_the_builder_fails_one_that_waits_builds(void** state) {
    (void)state;
    for (int round = 0; round < 100; ++round) {
        race r = {.fail_count = 3};
        racer racers[RACERS];
        run_race(&r, racers);
        assert_int_equal(r.build_count, 4);
        assert_false(r.was_crowded);
        unsigned empty = 0;
        const void* thing = NULL;
        for (unsigned i = 0; i < RACERS; ++i) {
            empty += racers[i].result == NULL;
            if (!racers[i].result) continue;
            assert_true(!thing || thing == racers[i].result);
            thing = racers[i].result;
        }
        assert_int_equal(empty, 3);
        plump_mesh_destroy(r.mesh);
    }
}

static void racing_pools_get_the_same_thing(void** state) {
    (void)state;
    plump_allocator allocator = pl_alloc_hooks((plump_allocator){0});
    race r = {0};
    for (unsigned i = 0; i < RACERS; ++i)
        r.pools[i] = pl_task_pool_create(&allocator, NULL, 1 + i % 3, NULL);
    for (int round = 0; round < 100; ++round) {
        racer racers[RACERS];
        run_race(&r, racers);
        for (unsigned i = 0; i < RACERS; ++i) {
            assert_non_null(racers[i].result);
            assert_ptr_equal(racers[i].result, racers[0].result);
        }
        plump_mesh_destroy(r.mesh);
    }
    for (unsigned i = 0; i < RACERS; ++i) pl_task_pool_destroy(r.pools[i]);
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_key_is_built_once),
        cmocka_unit_test(a_key_differs_by_any_of_its_numbers),
        cmocka_unit_test(two_meshes_do_not_share),
        cmocka_unit_test(a_builder_may_ask_for_other_things),
        cmocka_unit_test(a_failed_build_is_forgotten_and_tried_again),
        cmocka_unit_test(the_size_is_what_the_allocator_gave),
        cmocka_unit_test(out_of_memory_anywhere_leaks_nothing),
#if !defined(PLUMP_NO_THREADS)
        cmocka_unit_test(a_builder_with_workers_can_be_overtaken_on_its_own_thread),
        cmocka_unit_test(racing_threads_get_the_same_thing_built_once),
        cmocka_unit_test(when_the_builder_fails_one_that_waits_builds),
        cmocka_unit_test(racing_pools_get_the_same_thing),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

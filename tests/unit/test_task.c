// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The pool gives every chunk to exactly one worker, whatever the loads, and leaves nothing behind.
// Marks are plain bytes on purpose: a chunk given twice is a count of 2, and a data race that the
// thread sanitizer names.
#include "src/base/hash.h"
#include "src/task/task.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <stdlib.h>
#include <string.h>

static plump_allocator standard(void) {
    return pl_alloc_hooks((plump_allocator){0});
}

static pl_task_pool* make_pool(uint32_t workers) {
    plump_allocator allocator = standard();
    pl_task_pool* pool = pl_task_pool_create(&allocator, NULL, workers, NULL);
    assert_non_null(pool);
    return pool;
}

typedef struct {
    uint8_t* marks;  // one per chunk
    uint8_t* busy;   // one cache line per worker
    uint32_t workers;
    uint32_t spread;  // some chunks cost this much more than others
    uint64_t* results;
} tally;

static void work_for(uint32_t rounds, uint64_t* result) {
    uint64_t value = rounds;
    for (uint32_t i = 0; i <= rounds; ++i) value = pl_hash_mix(value + i);
    *result = value;
}

static void mark(uint32_t chunk, uint32_t worker, void* context) {
    tally* t = context;
    if (worker >= t->workers) abort();
    // a worker is one thread at a time
    if (t->busy[(size_t)worker * 64]++ != 0) abort();
    if (t->spread) work_for(chunk % 17 == 0 ? t->spread : chunk % 5, &t->results[chunk]);
    t->marks[chunk]++;
    t->busy[(size_t)worker * 64]--;
}

static void run_marked(pl_task_pool* pool, uint32_t chunks, uint32_t spread) {
    tally t = {calloc(chunks + 1, 1), calloc(PL_TASK_MAX_WORKERS, 64), pl_task_worker_count(pool),
               spread, calloc((size_t)chunks + 1, 8)};
    pl_task_parallel_for(pool, chunks, mark, &t);
    for (uint32_t i = 0; i < chunks; ++i) assert_int_equal(t.marks[i], 1);
    assert_int_equal(t.marks[chunks], 0);
    for (uint32_t i = 0; i < chunks && spread; ++i) {
        uint64_t alone;
        work_for(i % 17 == 0 ? spread : i % 5, &alone);
        assert_true(t.results[i] == alone);
    }
    free(t.marks);
    free(t.busy);
    free(t.results);
}

static void every_chunk_runs_exactly_once(void** state) {
    (void)state;
    static const uint32_t counts[] = {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 1000, 20011};
    for (uint32_t workers = 1; workers <= 8; ++workers) {
        pl_task_pool* pool = make_pool(workers);
        for (size_t i = 0; i < PL_COUNT(counts); ++i) {
            run_marked(pool, counts[i], 0);
            run_marked(pool, counts[i], 100);
        }
        pl_task_pool_destroy(pool);
    }
}

static void millions_of_chunks_run_exactly_once(void** state) {
    (void)state;
    for (uint32_t workers = 1; workers <= 8; workers *= 2) {
        pl_task_pool* pool = make_pool(workers);
        run_marked(pool, 2000003, 0);
        pl_task_pool_destroy(pool);
    }
}

// All the work lies in one worker's range: the others must take it off him.
static void heavy(uint32_t chunk, uint32_t worker, void* context) {
    uint64_t* results = context;
    (void)worker;
    work_for(chunk < 64 ? 20000 : 0, &results[chunk]);
}

static void uneven_loads_give_the_same_results(void** state) {
    (void)state;
    static uint64_t alone[512], shared[512];
    for (uint32_t i = 0; i < 512; ++i) heavy(i, 0, alone);
    for (uint32_t workers = 2; workers <= 8; ++workers) {
        pl_task_pool* pool = make_pool(workers);
        memset(shared, 0, sizeof shared);
        pl_task_parallel_for(pool, 512, heavy, shared);
        assert_memory_equal(alone, shared, sizeof alone);
        pl_task_pool_destroy(pool);
    }
}

static void add_one(uint32_t chunk, uint32_t worker, void* context) {
    uint32_t* counts = context;
    (void)worker;
    counts[chunk * 16]++;
}

// Each phase writes what the one before wrote: an early return or a lost chunk shows as a wrong
// count, and as a race.
static void phases_follow_each_other_without_loss(void** state) {
    (void)state;
    static const uint32_t workers[] = {2, 3, 8};
    static uint32_t counts[16 * 16];
    for (size_t k = 0; k < PL_COUNT(workers); ++k) {
        pl_task_pool* pool = make_pool(workers[k]);
        memset(counts, 0, sizeof counts);
        uint32_t expected[16] = {0};
        for (uint32_t i = 0; i < 100000 / PL_COUNT(workers); ++i) {
            uint32_t chunks = 1 + i % 9;
            pl_task_parallel_for(pool, chunks, add_one, counts);
            for (uint32_t c = 0; c < chunks; ++c) expected[c]++;
        }
        for (uint32_t c = 0; c < 16; ++c) assert_int_equal(counts[c * 16], expected[c]);
        pl_task_pool_destroy(pool);
    }
}

typedef struct {
    pl_task_pool* pool;
    uint32_t worker;
    uint32_t next;
    uint32_t depth;
    uint32_t failures;
} nest;

static void check_inner(uint32_t chunk, uint32_t worker, void* context) {
    nest* n = context;
    if (worker != n->worker || chunk != n->next) n->failures++;
    n->next++;
    if (n->depth < 3 && chunk == 2) {
        nest inner = {n->pool, worker, 0, n->depth + 1, 0};
        pl_task_parallel_for(n->pool, 5, check_inner, &inner);
        if (inner.next != 5) n->failures++;
        n->failures += inner.failures;
    }
}

typedef struct {
    pl_task_pool* pool;
    uint32_t failures[64];
} outer_context;

static void open_nest(uint32_t chunk, uint32_t worker, void* context) {
    outer_context* o = context;
    nest inner = {o->pool, worker, 0, 1, 0};
    pl_task_parallel_for(o->pool, 7, check_inner, &inner);
    o->failures[chunk] = inner.failures + (inner.next != 7);
}

static void nested_phases_run_in_order_on_the_worker_they_are_on(void** state) {
    (void)state;
    static const uint32_t counts[] = {1, 2, 64};
    for (uint32_t workers = 1; workers <= 8; ++workers) {
        outer_context outer = {make_pool(workers), {0}};
        for (int i = 0; i < 100; ++i) {
            for (size_t k = 0; k < PL_COUNT(counts); ++k) {
                memset(outer.failures, 0xFF, sizeof outer.failures);
                pl_task_parallel_for(outer.pool, counts[k], open_nest, &outer);
                for (uint32_t c = 0; c < counts[k]; ++c) assert_int_equal(outer.failures[c], 0);
            }
        }
        pl_task_pool_destroy(outer.pool);
    }
}

static void wrong_wishes_are_refused_with_a_sentence(void** state) {
    (void)state;
    plump_allocator allocator = standard();
    plump_error error = {0};
    assert_null(pl_task_pool_create(&allocator, NULL, 65, &error));
    assert_int_equal(error.code, PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text, "worker count is 65; it must be 0 (one per processor) to 64");
    assert_null(pl_task_pool_create(&allocator, NULL, UINT32_MAX, NULL));
}

static void no_wish_gives_at_least_one_worker(void** state) {
    (void)state;
    pl_task_pool* pool = make_pool(0);
    assert_in_range(pl_task_worker_count(pool), 1, PL_TASK_MAX_WORKERS);
    run_marked(pool, 1000, 10);
    pl_task_pool_destroy(pool);
    plump_task_system none = {0};
    plump_allocator allocator = standard();
    pool = pl_task_pool_create(&allocator, &none, 2, NULL);
    assert_in_range(pl_task_worker_count(pool), 1, 2);
    pl_task_pool_destroy(pool);
    pl_task_pool_destroy(NULL);
}

typedef struct {
    long calls, live, fail_at;
} counting;

static void* count_alloc(size_t size, size_t alignment, void* user) {
    counting* c = user;
    if (++c->calls >= c->fail_at) return NULL;
    c->live++;
    return standard().alloc(size, alignment, NULL);
}

static void count_free(void* block, void* user) {
    counting* c = user;
    c->live--;
    standard().free(block, NULL);
}

static void out_of_memory_is_an_error_and_leaks_nothing(void** state) {
    (void)state;
    for (long fail_at = 1;; ++fail_at) {
        counting c = {0, 0, fail_at};
        plump_allocator allocator = {count_alloc, count_free, &c};
        plump_error error = {0};
        pl_task_pool* pool = pl_task_pool_create(&allocator, NULL, 4, &error);
        if (pool) {
            assert_true(c.calls < fail_at && fail_at > 1);
            run_marked(pool, 100, 0);
            assert_true(c.calls < fail_at);  // a phase allocates nothing
            pl_task_pool_destroy(pool);
            assert_int_equal(c.live, 0);
            return;
        }
        assert_int_equal(error.code, PLUMP_ERROR_MEMORY);
        assert_string_equal(error.text, "out of memory while making a task pool");
        assert_int_equal(c.live, 0);
        assert_null(pl_task_pool_create(&allocator, NULL, 4, NULL));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_chunk_runs_exactly_once),
        cmocka_unit_test(millions_of_chunks_run_exactly_once),
        cmocka_unit_test(uneven_loads_give_the_same_results),
        cmocka_unit_test(phases_follow_each_other_without_loss),
        cmocka_unit_test(nested_phases_run_in_order_on_the_worker_they_are_on),
        cmocka_unit_test(wrong_wishes_are_refused_with_a_sentence),
        cmocka_unit_test(no_wish_gives_at_least_one_worker),
        cmocka_unit_test(out_of_memory_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

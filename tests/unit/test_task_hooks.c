// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A caller's task system may run the helpers at once, later, when all is done, on one thread, on
// many, or never: every chunk still runs exactly once, and the hooks are called as promised.
#include "src/base/fpmode.h"
#include "src/task/task.h"
#include "src/task/thread.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

#define CHUNKS 500

static pl_task_pool* make_pool(const plump_task_system* hooks, plump_error* error) {
    plump_allocator allocator = pl_alloc_hooks((plump_allocator){0});
    return pl_task_pool_create(&allocator, hooks, 3, error);
}

static void mark(uint32_t chunk, uint32_t worker, void* context) {
    uint8_t* marks = context;
    (void)worker;
    marks[chunk]++;
}

static void run_marked(pl_task_pool* pool, uint32_t chunks) {
    uint8_t marks[CHUNKS + 1] = {0};
    pl_task_parallel_for(pool, chunks, mark, marks);
    for (uint32_t i = 0; i < chunks; ++i) assert_int_equal(marks[i], 1);
    assert_int_equal(marks[chunks], 0);
}

// A host on one thread. What it does with a task is one of these.
typedef enum { AT_ONCE, DROP, IN_FINISH, ALL_IN_FIRST_FINISH, HALF } manner;

typedef struct {
    plump_task_fn* run;
    void* context;
    bool has_run, is_finished;
} note;

typedef struct {
    manner manner;
    uint32_t enqueued, open;
    note notes[PL_TASK_MAX_WORKERS];
    uint64_t mode;
    uint32_t wrong_modes;
} host;

static void run_note(note* n) {
    if (!n->has_run) n->run(n->context);
    n->has_run = true;
}

static void* host_enqueue(plump_task_fn* run, void* context, void* user) {
    host* h = user;
    h->wrong_modes += pl_fpmode_get().control != h->mode;
    note* n = &h->notes[h->enqueued++];
    *n = (note){run, context, false, false};
    manner how = h->manner != HALF ? h->manner : h->enqueued % 2 ? AT_ONCE : IN_FINISH;
    if (how == AT_ONCE) run_note(n);
    h->wrong_modes += pl_fpmode_get().control != h->mode;
    if (how == AT_ONCE || how == DROP) return NULL;
    h->open++;
    return n;
}

static void host_finish(void* handle, void* user) {
    host* h = user;
    note* n = handle;
    h->wrong_modes += pl_fpmode_get().control != h->mode;
    assert_false(n->is_finished);
    n->is_finished = true;
    h->open--;
    for (uint32_t i = 0; h->manner == ALL_IN_FIRST_FINISH && i < h->enqueued; ++i)
        run_note(&h->notes[i]);
    run_note(n);
}

static void any_manner_of_running_helpers_is_right(void** state) {
    (void)state;
    static const uint32_t counts[] = {0, 1, 2, 3, 8, 64, CHUNKS};
    for (manner how = AT_ONCE; how <= HALF; ++how) {
        for (uint32_t workers = 1; workers <= PL_TASK_MAX_WORKERS; workers += 1 + workers / 4) {
            host h = {.manner = how, .mode = pl_fpmode_get().control};
            plump_task_system hooks = {host_enqueue, host_finish, &h, workers};
            pl_task_pool* pool = make_pool(&hooks, NULL);
            assert_non_null(pool);
            for (size_t i = 0; i < PL_COUNT(counts); ++i) {
                h.enqueued = 0;
                run_marked(pool, counts[i]);
                assert_int_equal(h.open, 0);
                assert_true(h.enqueued < workers || h.enqueued == 0);
                assert_true(h.enqueued < counts[i] || h.enqueued == 0);
            }
            pl_task_pool_destroy(pool);
        }
    }
}

static void one_worker_never_enqueues(void** state) {
    (void)state;
    host h = {.manner = AT_ONCE};
    plump_task_system hooks = {host_enqueue, host_finish, &h, 1};
    pl_task_pool* pool = make_pool(&hooks, NULL);
    run_marked(pool, CHUNKS);
    assert_int_equal(h.enqueued, 0);
    assert_int_equal(pl_task_worker_count(pool), 1);
    pl_task_pool_destroy(pool);
}

typedef struct {
    pl_task_pool* pool;
    uint8_t marks[8][CHUNKS + 1];
} nest;

static void mark_inner(uint32_t chunk, uint32_t worker, void* context) {
    nest* n = context;
    (void)worker;
    pl_task_parallel_for(n->pool, CHUNKS, mark, n->marks[chunk]);
}

static void nested_phases_run_inline(void** state) {
    (void)state;
    for (manner how = AT_ONCE; how <= HALF; ++how) {
        host h = {.manner = how};
        plump_task_system hooks = {host_enqueue, host_finish, &h, 4};
        nest n = {make_pool(&hooks, NULL), {{0}}};
        pl_task_parallel_for(n.pool, 8, mark_inner, &n);
        for (int i = 0; i < 8 * CHUNKS; ++i) assert_int_equal(n.marks[i / CHUNKS][i % CHUNKS], 1);
        assert_true(h.enqueued <= 3);
        pl_task_pool_destroy(n.pool);
    }
}

static void half_a_task_system_is_refused(void** state) {
    (void)state;
    plump_error error = {0};
    plump_task_system hooks = {host_enqueue, NULL, NULL, 2};
    assert_null(make_pool(&hooks, &error));
    assert_int_equal(error.code, PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text,
                        "task system has no finish hook; give both enqueue and finish, or neither");
    hooks = (plump_task_system){NULL, host_finish, NULL, 2};
    assert_null(make_pool(&hooks, &error));
    assert_string_equal(
        error.text, "task system has no enqueue hook; give both enqueue and finish, or neither");
    hooks = (plump_task_system){host_enqueue, host_finish, NULL, 0};
    assert_null(make_pool(&hooks, &error));
    assert_string_equal(error.text, "worker_count of the task system is 0; it must be 1 to 64");
    hooks.worker_count = 65;
    assert_null(make_pool(&hooks, NULL));
}

#if defined(__SSE2__) && !defined(__TINYC__)

// A chunk may count on denormals, though its host flushes them.
static void halve_smallest(uint32_t chunk, uint32_t worker, void* context) {
    volatile float* values = context;
    (void)worker;
    values[chunk] = values[chunk] / 2;
}

static void check_mode(const plump_task_system* hooks, uint32_t chunks) {
    enum { flush = 0x8040, down = 0x2000 };  // FTZ and DAZ; round down
    pl_fpmode ours = pl_fpmode_get(), theirs = {ours.control | flush | down};
    volatile float values[64];
    for (uint32_t i = 0; i < 64; ++i) values[i] = 1.17549435e-38f;
    pl_fpmode_set(theirs);
    pl_task_pool* pool = make_pool(hooks, NULL);
    pl_task_parallel_for(pool, chunks, halve_smallest, (void*)(uintptr_t)values);
    pl_fpmode after = pl_fpmode_get();
    pl_task_pool_destroy(pool);
    pl_fpmode_set(ours);
    assert_true((after.control & 0xFFC0) == (theirs.control & 0xFFC0));
    for (uint32_t i = 0; i < chunks; ++i) assert_true(values[i] > 0);
}

static void chunks_run_in_our_floating_point_mode(void** state) {
    (void)state;
    for (manner how = AT_ONCE; how <= HALF; ++how) {
        host h = {.manner = how, .mode = pl_fpmode_get().control | 0xA040};
        plump_task_system hooks = {host_enqueue, host_finish, &h, 4};
        check_mode(&hooks, 64);
        check_mode(&hooks, 1);
        assert_int_equal(h.wrong_modes, 0);
    }
    check_mode(NULL, 64);
    check_mode(NULL, 1);
}

#else

static void chunks_run_in_our_floating_point_mode(void** state) {
    (void)state;
    skip();  // no mode to set
}

#endif

#if !defined(PLUMP_NO_THREADS)

// A host with a thread for each task, which may dawdle before it starts.
typedef struct {
    pl_thread threads[PL_TASK_MAX_WORKERS];
    plump_task_fn* run[PL_TASK_MAX_WORKERS];
    void* contexts[PL_TASK_MAX_WORKERS];
    uint32_t next, delay;
} threaded_host;

typedef struct {
    threaded_host* host;
    uint32_t slot;
} slot_note;

static void dawdle_and_run(void* context) {
    slot_note* s = context;
    for (volatile uint32_t i = 0; i < s->host->delay * s->slot; ++i) pl_thread_pause();
    s->host->run[s->slot](s->host->contexts[s->slot]);
}

static slot_note slots[PL_TASK_MAX_WORKERS];

static void* threaded_enqueue(plump_task_fn* run, void* context, void* user) {
    threaded_host* h = user;
    uint32_t slot = h->next++;
    h->run[slot] = run;
    h->contexts[slot] = context;
    slots[slot] = (slot_note){h, slot};
    if (!pl_thread_start(&h->threads[slot], dawdle_and_run, &slots[slot])) return NULL;
    return &h->threads[slot];
}

static void threaded_finish(void* handle, void* user) {
    (void)user;
    pl_thread_join(handle);
}

static void helpers_on_threads_may_start_late(void** state) {
    (void)state;
    static threaded_host h;
    for (uint32_t workers = 2; workers <= 8; workers += 3) {
        plump_task_system hooks = {threaded_enqueue, threaded_finish, &h, workers};
        pl_task_pool* pool = make_pool(&hooks, NULL);
        assert_int_equal(pl_task_worker_count(pool), workers);
        for (uint32_t i = 0; i < 200; ++i) {
            h.next = 0;
            h.delay = i % 4 * 100;
            run_marked(pool, i % 2 ? 5 : CHUNKS);
        }
        pl_task_pool_destroy(pool);
    }
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_manner_of_running_helpers_is_right),
        cmocka_unit_test(one_worker_never_enqueues),
        cmocka_unit_test(nested_phases_run_inline),
        cmocka_unit_test(half_a_task_system_is_refused),
        cmocka_unit_test(chunks_run_in_our_floating_point_mode),
#if !defined(PLUMP_NO_THREADS)
        cmocka_unit_test(helpers_on_threads_may_start_late),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The pool's threads: they all come when needed, several pools and callers do not mix, none stays
// behind, and a system that gives no threads is no error.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif
#include "src/task/task.h"
#include "src/task/thread.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <stdlib.h>
#include <string.h>

#if defined(PLUMP_NO_THREADS) || defined(_WIN32)

static void without_threads_a_pool_has_one_worker(void** state) {
    (void)state;
    plump_allocator allocator = pl_alloc_hooks((plump_allocator){0});
    pl_task_pool* pool = pl_task_pool_create(&allocator, NULL, 8, NULL);
    assert_non_null(pool);
    assert_in_range(pl_task_worker_count(pool), 1, 8);
    pl_task_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_threads_a_pool_has_one_worker)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

#include <dirent.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pl_task_pool* make_pool(uint32_t workers) {
    plump_allocator allocator = pl_alloc_hooks((plump_allocator){0});
    return pl_task_pool_create(&allocator, NULL, workers, NULL);
}

// Every chunk waits until all have begun: only as many threads as chunks get through this.
typedef struct {
    _Atomic uint32_t arrived, seen_workers;
    uint32_t count;
} meeting;

static void meet(uint32_t chunk, uint32_t worker, void* context) {
    meeting* m = context;
    (void)chunk;
    atomic_fetch_or(&m->seen_workers, 1u << worker);
    atomic_fetch_add(&m->arrived, 1);
    while (atomic_load(&m->arrived) < m->count) sched_yield();
}

static void all_helpers_come_whether_asleep_or_awake(void** state) {
    (void)state;
    for (uint32_t workers = 2; workers <= 8; ++workers) {
        pl_task_pool* pool = make_pool(workers);
        assert_int_equal(pl_task_worker_count(pool), workers);
        for (int i = 0; i < 300; ++i) {
            meeting m = {0, 0, workers};
            pl_task_parallel_for(pool, workers, meet, &m);
            assert_int_equal(m.arrived, workers);
            assert_int_equal(m.seen_workers, (1u << workers) - 1);
            // pauses of 0 to 127 us: some phases meet helpers that are just falling asleep
            nanosleep(&(struct timespec){0, (i % 128) * 1000L}, NULL);
        }
        pl_task_pool_destroy(pool);
    }
}

static void count_up(uint32_t chunk, uint32_t worker, void* context) {
    uint32_t* counts = context;
    (void)worker;
    counts[chunk]++;
}

// A thread of its own that uses a pool, which may be its own or one that is handed around.
typedef struct {
    pl_task_pool* pool;
    uint32_t phases;
    uint32_t counts[32];
} user;

static void use_pool(void* context) {
    user* u = context;
    for (uint32_t i = 0; i < u->phases; ++i) pl_task_parallel_for(u->pool, 32, count_up, u->counts);
}

static void two_pools_work_at_once(void** state) {
    (void)state;
    static user users[3];
    pl_thread threads[3];
    for (uint32_t i = 0; i < 3; ++i) {
        users[i] = (user){make_pool(2 + i), 3000, {0}};
        assert_true(pl_thread_start(&threads[i], use_pool, &users[i]));
    }
    for (uint32_t i = 0; i < 3; ++i) {
        pl_thread_join(&threads[i]);
        for (uint32_t c = 0; c < 32; ++c) assert_int_equal(users[i].counts[c], 3000);
        pl_task_pool_destroy(users[i].pool);
    }
}

static void a_pool_serves_one_caller_after_the_other(void** state) {
    (void)state;
    static user shared;
    shared = (user){make_pool(3), 10, {0}};
    for (uint32_t i = 0; i < 200; ++i) {
        pl_thread thread;
        assert_true(pl_thread_start(&thread, use_pool, &shared));
        pl_thread_join(&thread);
        use_pool(&shared);
    }
    for (uint32_t c = 0; c < 32; ++c) assert_int_equal(shared.counts[c], 4000);
    pl_task_pool_destroy(shared.pool);
}

// Inside a chunk of one pool, another pool still works with all its workers.
typedef struct {
    pl_task_pool *outer, *inner;
    uint32_t met;
} two_pools;

static void meet_in_other_pool(uint32_t chunk, uint32_t worker, void* context) {
    two_pools* t = context;
    (void)worker;
    if (chunk != 1) return;
    meeting m = {0, 0, 3};
    pl_task_parallel_for(t->inner, 3, meet, &m);
    t->met = m.seen_workers;
}

static void a_chunk_may_open_a_phase_of_another_pool(void** state) {
    (void)state;
    two_pools t = {make_pool(3), make_pool(3), 0};
    for (int i = 0; i < 200; ++i) {
        t.met = 0;
        pl_task_parallel_for(t.outer, 4, meet_in_other_pool, &t);
        assert_int_equal(t.met, 7);
    }
    pl_task_pool_destroy(t.outer);
    pl_task_pool_destroy(t.inner);
}

static long thread_count(void) {
    DIR* folder = opendir("/proc/self/task");
    if (!folder) return -1;
    long count = 0;
    for (struct dirent* entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

static _Atomic long live_blocks;

static void* live_alloc(size_t size, size_t alignment, void* unused) {
    (void)unused;
    atomic_fetch_add(&live_blocks, 1);
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void live_free(void* block, void* unused) {
    (void)unused;
    atomic_fetch_sub(&live_blocks, 1);
    free(block);
}

static void a_thousand_pools_leave_nothing_behind(void** state) {
    (void)state;
    plump_allocator allocator = {live_alloc, live_free, NULL};
    long before = thread_count();
    for (uint32_t i = 0; i < 1000; ++i) {
        uint32_t counts[32] = {0};
        pl_task_pool* pool = pl_task_pool_create(&allocator, NULL, 1 + i % 8, NULL);
        assert_non_null(pool);
        // used once, often, or not at all: threads may never have begun to run
        for (uint32_t k = 0; k < i % 3; ++k) pl_task_parallel_for(pool, 32, count_up, counts);
        assert_int_equal(counts[31], i % 3);
        pl_task_pool_destroy(pool);
        assert_int_equal(live_blocks, 0);
    }
    // a joined thread may still stand in /proc for a moment
    for (int i = 0; i < 1000 && thread_count() != before; ++i)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    assert_int_equal(thread_count(), before);
}

// Runs `check` in a child, so that limits and forks do not touch the other tests. The result is
// the child's exit code, or 99 when it crashed.
static int in_child(int (*check)(void* context), void* context) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) _exit(check(context));
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
}

#define NOT_POSSIBLE 77

// As a user of our own with at most `allowed` threads in all; the sanitizers' own count too.
static int create_limited(void* context) {
    uint32_t wished = 8, allowed = *(const uint32_t*)context;
    if (setuid(54321) != 0) return NOT_POSSIBLE;
    struct rlimit limit = {allowed, allowed};
    if (setrlimit(RLIMIT_NPROC, &limit) != 0) return NOT_POSSIBLE;
    pl_task_pool* pool = make_pool(wished);
    if (!pool) return 50;
    uint32_t workers = pl_task_worker_count(pool);
    uint32_t counts[32] = {0};
    for (int i = 0; i < 100; ++i) pl_task_parallel_for(pool, 32, count_up, counts);
    for (int i = 0; i < 32; ++i) {
        if (counts[i] != 100) return 51;
    }
    pl_task_pool_destroy(pool);
    return (int)workers;
}

static void fewer_threads_mean_fewer_workers(void** state) {
    (void)state;
    if (geteuid() != 0) skip();  // needs a user no one else is
    int least = 8, most = 1;
    for (uint32_t allowed = 1; allowed <= 12; ++allowed) {
        int workers = in_child(create_limited, &allowed);
        if (workers == NOT_POSSIBLE) skip();
        assert_in_range(workers, 1, 8);
        if (workers < least) least = workers;
        if (workers > most) most = workers;
    }
    assert_int_equal(least, 1);
    assert_int_equal(most, 8);
}

static int use_after_fork(void* context) {
    user* u = context;
    use_pool(u);
    pl_task_pool_destroy(u->pool);
    for (int i = 0; i < 32; ++i) {
        if (u->counts[i] != 2 * u->phases) return 1;
    }
    return 0;
}

static void a_forked_child_works_alone_and_can_destroy(void** state) {
    (void)state;
    for (int i = 0; i < 20; ++i) {
        user u = {make_pool(4), 50, {0}};
        use_pool(&u);
        if (i % 2) nanosleep(&(struct timespec){0, 2000000}, NULL);  // helpers asleep, or awake
        assert_int_equal(in_child(use_after_fork, &u), 0);
        use_pool(&u);
        assert_int_equal(u.counts[31], 100);
        pl_task_pool_destroy(u.pool);
    }
}

static void there_is_at_least_one_processor(void** state) {
    (void)state;
    assert_true(pl_thread_processor_count() >= 1);
    cpu_set_t all, one;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    CPU_ZERO(&one);
    for (size_t i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); ++i) {
        if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
    }
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(pl_thread_processor_count(), 1);
    // all on one processor: threads take turns, and everything still ends
    user u = {make_pool(4), 300, {0}};
    use_pool(&u);
    assert_int_equal(u.counts[0], 300);
    pl_task_pool_destroy(u.pool);
    assert_int_equal(sched_setaffinity(0, sizeof all, &all), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_helpers_come_whether_asleep_or_awake),
        cmocka_unit_test(two_pools_work_at_once),
        cmocka_unit_test(a_pool_serves_one_caller_after_the_other),
        cmocka_unit_test(a_chunk_may_open_a_phase_of_another_pool),
        cmocka_unit_test(a_thousand_pools_leave_nothing_behind),
        cmocka_unit_test(fewer_threads_mean_fewer_workers),
        cmocka_unit_test(a_forked_child_works_alone_and_can_destroy),
        cmocka_unit_test(there_is_at_least_one_processor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif

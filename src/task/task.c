// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Phases end when all chunks are done, not when all threads arrive, so a thread the system has put
// aside holds up nothing unless it is in the middle of a chunk. (A static split with a spin barrier
// is as fast on an idle machine; on a busy one its median rose from 0.7 to 5-7 ms.)
//
// Each worker has a range of chunks, the same share in every phase so that its data stays in its
// cache. A range is one 64-bit word, front and back: the owner takes chunks from the front, others
// steal from the back, both by compare-and-swap. The word alone decides a claim, and what the
// phase is about is read only after one has succeeded. A claimed chunk keeps its phase from
// ending, so a thread that wakes up late can at worst claim a chunk of the phase that is running
// now, and that is what it is for. Nothing has to be tagged, and no one waits for late threads.
#include "src/task/task.h"

#if !defined(PLUMP_NO_THREADS)

#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/task/thread.h"

#include <stdatomic.h>

// How often a waiting thread looks before it sleeps: 10 to 50 us, more than the gap between phases.
#define SPIN_COUNT 1000

// What a worker writes stands in cache lines of its own: one shared count of finished chunks made a
// phase of 64 empty chunks 3.3 us long for two workers.
typedef struct {
    _Alignas(64) _Atomic uint64_t range;     // front << 32 | back; empty when they meet
    _Alignas(64) _Atomic uint32_t finished;  // chunks since the pool was made, modulo 2^32
} worker;

typedef struct {
    pl_task_pool* pool;
    uint32_t index;
    void* handle;  // from enqueue
    pl_thread thread;
} helper;

struct pl_task_pool {
    plump_allocator allocator;
    plump_task_system hooks;  // enqueue NULL: own threads
    uint64_t process;
    uint32_t worker_count;  // with the calling thread, worker 0
    uint32_t spin_count;

    // the phase; constant while a chunk of it is claimed
    pl_task_chunk_fn* run;
    void* context;
    uint32_t promised;  // what all `finished` will add up to

    _Alignas(64) _Atomic uint32_t phase;  // counts phases: what idle helpers watch
    _Alignas(64) _Atomic uint32_t sleeping_helpers;
    _Atomic bool caller_sleeps, closing;
    pl_mutex mutex;
    pl_condition opened, finished;

    worker workers[PL_TASK_MAX_WORKERS];
    helper helpers[PL_TASK_MAX_WORKERS];  // [0] is not used: the calling thread
};

// Which worker of which pool this thread is at the moment, innermost first; empty outside a phase.
// With the seat goes the floating-point mode: the host's hooks run in the host's own.
typedef struct seat {
    const pl_task_pool* pool;
    uint32_t index;
    const struct seat* outer;
    pl_fpmode host_mode;
} seat;

static _Thread_local const seat* innermost;

static void take_seat(seat* s, const pl_task_pool* pool, uint32_t index) {
    *s = (seat){pool, index, innermost, pl_fpmode_enter()};
    innermost = s;
}

static void leave_seat(const seat* s) {
    innermost = s->outer;
    pl_fpmode_leave(s->host_mode);
}

static const seat* find_seat(const pl_task_pool* pool) {
    const seat* s = innermost;
    while (s && s->pool != pool) s = s->outer;
    return s;
}

static bool claim(worker* owner, bool is_own, uint32_t* chunk) {
    uint64_t word = atomic_load_explicit(&owner->range, memory_order_relaxed);
    for (;;) {
        uint32_t front = (uint32_t)(word >> 32), back = (uint32_t)word;
        if (front >= back) return false;
        uint64_t rest = is_own ? word + (UINT64_C(1) << 32) : word - 1;
        *chunk = is_own ? front : back - 1;
        // acquire: the phase's fields were written before its ranges
        if (atomic_compare_exchange_weak_explicit(&owner->range, &word, rest, memory_order_acquire,
                                                  memory_order_relaxed))
            return true;
    }
}

static void finish_chunk(pl_task_pool* pool, uint32_t index) {
    // sequentially consistent on both sides: either the caller sees the count or we see it asleep
    atomic_fetch_add(&pool->workers[index].finished, 1);
    if (!atomic_load(&pool->caller_sleeps)) return;
    pl_mutex_lock(&pool->mutex);  // once we hold it the caller is asleep, or has looked again
    pl_mutex_unlock(&pool->mutex);
    pl_condition_wake_all(&pool->finished);
}

// Counts only grow, so a sum read while they do is never too large.
static bool all_finished(pl_task_pool* pool) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < pool->worker_count; ++i)
        sum += atomic_load(&pool->workers[i].finished);
    return sum == pool->promised;
}

// Runs chunks until none is left to claim: one's own first, then the others'.
static void work(pl_task_pool* pool, uint32_t index) {
    seat here;
    take_seat(&here, pool, index);
    for (uint32_t k = 0; k < pool->worker_count; ++k) {
        worker* owner = &pool->workers[(index + k) % pool->worker_count];
        uint32_t chunk;
        while (claim(owner, k == 0, &chunk)) {
            pool->run(chunk, index, pool->context);
            finish_chunk(pool, index);
        }
    }
    leave_seat(&here);
}

static void work_alone(pl_task_pool* pool, uint32_t index, uint32_t chunk_count,
                       pl_task_chunk_fn* run, void* context) {
    seat here;
    take_seat(&here, pool, index);
    for (uint32_t i = 0; i < chunk_count; ++i) run(i, index, context);
    leave_seat(&here);
}

static void wait_for_phase(pl_task_pool* pool, uint32_t seen) {
    for (uint32_t i = 0; i < pool->spin_count; ++i) {
        if (atomic_load_explicit(&pool->phase, memory_order_relaxed) != seen) return;
        pl_thread_pause();
    }
    pl_mutex_lock(&pool->mutex);
    // sequentially consistent on both sides: either we see the new phase or its caller sees us
    atomic_fetch_add(&pool->sleeping_helpers, 1);
    while (atomic_load(&pool->phase) == seen) pl_condition_wait(&pool->opened, &pool->mutex);
    atomic_fetch_sub(&pool->sleeping_helpers, 1);
    pl_mutex_unlock(&pool->mutex);
}

static void run_helper_thread(void* context) {
    const helper* self = context;
    pl_task_pool* pool = self->pool;
    for (uint32_t seen = 0;;) {
        wait_for_phase(pool, seen);
        seen = atomic_load(&pool->phase);
        if (atomic_load(&pool->closing)) break;
        work(pool, self->index);
    }
}

static void run_helper_task(void* context) {
    const helper* self = context;
    work(self->pool, self->index);
}

static void announce_phase(pl_task_pool* pool) {
    atomic_fetch_add(&pool->phase, 1);
    if (atomic_load(&pool->sleeping_helpers) == 0) return;
    if (pl_thread_process() != pool->process) return;  // forked: there is no one to wake
    pl_mutex_lock(&pool->mutex);  // once we hold it they are asleep, or have seen the phase
    pl_mutex_unlock(&pool->mutex);
    pl_condition_wake_all(&pool->opened);
}

static void wait_for_chunks(pl_task_pool* pool) {
    for (uint32_t i = 0; i < pool->spin_count; ++i) {
        if (all_finished(pool)) return;
        pl_thread_pause();
    }
    if (all_finished(pool)) return;
    pl_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true);
    while (!all_finished(pool)) pl_condition_wait(&pool->finished, &pool->mutex);
    atomic_store(&pool->caller_sleeps, false);
    pl_mutex_unlock(&pool->mutex);
}

// Shares the chunks out. From the first range on, late threads may already be at work.
static void open_ranges(pl_task_pool* pool, uint32_t chunk_count) {
    uint32_t workers = pool->worker_count;
    for (uint32_t i = 0; i < workers; ++i) {
        uint64_t front = (uint64_t)chunk_count * i / workers;
        uint64_t back = (uint64_t)chunk_count * (i + 1) / workers;
        if (front == back) continue;  // still empty from the phase before
        atomic_store_explicit(&pool->workers[i].range, front << 32 | back, memory_order_release);
    }
}

static void run_on_threads(pl_task_pool* pool) {
    announce_phase(pool);
    work(pool, 0);
}

// The tasks only help: those that never start, or start when all is done, are not missed.
static void run_on_hooks(pl_task_pool* pool, uint32_t chunk_count) {
    plump_task_system hooks = pool->hooks;
    uint32_t count = pool->worker_count < chunk_count ? pool->worker_count : chunk_count;
    for (uint32_t i = 1; i < count; ++i)
        pool->helpers[i].handle = hooks.enqueue(run_helper_task, &pool->helpers[i], hooks.user);
    work(pool, 0);
    for (uint32_t i = 1; i < count; ++i) {
        if (pool->helpers[i].handle) hooks.finish(pool->helpers[i].handle, hooks.user);
    }
}

void pl_task_parallel_for(pl_task_pool* pool, uint32_t chunk_count, pl_task_chunk_fn* run,
                          void* context) {
    if (chunk_count == 0) return;
    const seat* outer = find_seat(pool);
    if (outer) {
        work_alone(pool, outer->index, chunk_count, run, context);
        return;
    }
    if (pool->worker_count == 1 || chunk_count == 1) {
        work_alone(pool, 0, chunk_count, run, context);
    } else {
        pool->run = run;
        pool->context = context;
        pool->promised += chunk_count;
        open_ranges(pool, chunk_count);
        if (pool->hooks.enqueue)
            run_on_hooks(pool, chunk_count);
        else
            run_on_threads(pool);
        wait_for_chunks(pool);
    }
}

uint32_t pl_task_worker_count(const pl_task_pool* pool) {
    return pool->worker_count;
}

// The helpers that could be started stay; what the machine cannot give is no error.
static void start_threads(pl_task_pool* pool, uint32_t wished) {
    uint32_t started = 1;
    while (started < wished && pl_thread_start(&pool->helpers[started].thread, run_helper_thread,
                                               &pool->helpers[started]))
        started++;
    pool->worker_count = started;
}

static bool init_locks(pl_task_pool* pool) {
    if (!pl_mutex_init(&pool->mutex)) return false;
    if (pl_condition_init(&pool->opened)) {
        if (pl_condition_init(&pool->finished)) return true;
        pl_condition_destroy(&pool->opened);
    }
    pl_mutex_destroy(&pool->mutex);
    return false;
}

pl_task_pool* pl_task_pool_create(const plump_allocator* allocator, const plump_task_system* hooks,
                                  uint32_t worker_count, plump_error* error) {
    bool has_hooks = false;
    if (pl_task_check(hooks, &worker_count, &has_hooks, error) != PLUMP_OK) return NULL;
    uint32_t processors = pl_thread_processor_count();
    if (worker_count == 0)
        worker_count = processors < PL_TASK_MAX_WORKERS ? processors : PL_TASK_MAX_WORKERS;

    pl_task_pool* pool = pl_alloc_zero(allocator, 1, sizeof *pool);
    if (!pool || !init_locks(pool)) {
        pl_free(allocator, pool);
        pl_fail_memory(error, "making a task pool");
        return NULL;
    }
    pool->allocator = *allocator;
    pool->process = pl_thread_process();
    // with fewer processors than workers a spinning thread is in the way of a working one
    pool->spin_count = worker_count <= processors ? SPIN_COUNT : 0;
    for (uint32_t i = 0; i < PL_TASK_MAX_WORKERS; ++i) {
        pool->helpers[i].pool = pool;
        pool->helpers[i].index = i;
    }
    if (has_hooks) {
        pool->hooks = *hooks;
        pool->worker_count = worker_count;
    } else {
        start_threads(pool, worker_count);
    }
    return pool;
}

void pl_task_pool_destroy(pl_task_pool* pool) {
    if (!pool) return;
    // in a forked child the threads are gone, and locks that know of them cannot be destroyed
    if (pl_thread_process() == pool->process) {
        atomic_store(&pool->closing, true);
        announce_phase(pool);
        for (uint32_t i = 1; i < pool->worker_count && !pool->hooks.enqueue; ++i)
            pl_thread_join(&pool->helpers[i].thread);
        pl_condition_destroy(&pool->finished);
        pl_condition_destroy(&pool->opened);
        pl_mutex_destroy(&pool->mutex);
    }
    plump_allocator allocator = pool->allocator;
    pl_free(&allocator, pool);
}

#endif

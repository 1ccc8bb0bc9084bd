// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The pool of builds without threads and atomics: one worker, a plain loop, the same results.
#include "src/task/task.h"

#if defined(PLUMP_NO_THREADS)

#include "src/base/fpmode.h"
#include "src/base/text.h"

struct pl_task_pool {
    plump_allocator allocator;
};

pl_task_pool* pl_task_pool_create(const plump_allocator* allocator, const plump_task_system* hooks,
                                  uint32_t worker_count, plump_error* error) {
    bool has_hooks = false;
    if (pl_task_check(hooks, &worker_count, &has_hooks, error) != PLUMP_OK) return NULL;
    pl_task_pool* pool = pl_alloc(allocator, 1, sizeof *pool);
    if (pool)
        pool->allocator = *allocator;
    else
        pl_fail_memory(error, "making a task pool");
    return pool;
}

void pl_task_pool_destroy(pl_task_pool* pool) {
    if (!pool) return;
    plump_allocator allocator = pool->allocator;
    pl_free(&allocator, pool);
}

uint32_t pl_task_worker_count(const pl_task_pool* pool) {
    (void)pool;
    return 1;
}

void pl_task_parallel_for(pl_task_pool* pool, uint32_t chunk_count, pl_task_chunk_fn* run,
                          void* context) {
    (void)pool;
    pl_fpmode host_mode = pl_fpmode_enter();
    for (uint32_t i = 0; i < chunk_count; ++i) run(i, 0, context);
    pl_fpmode_leave(host_mode);
}

#endif

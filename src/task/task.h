// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// parallel_for over fixed chunks, on plump's own threads or on the caller's task system. Who runs
// a chunk is left to chance, which chunks there are is not: derive their boundaries from the data
// alone, never from the worker count, and results are the same bits for any number of workers.
#ifndef PL_TASK_TASK_H
#define PL_TASK_TASK_H

#include "src/base/alloc.h"

#include <plump/task.h>

#define PL_TASK_MAX_WORKERS 64

typedef struct pl_task_pool pl_task_pool;

// Works on one chunk. worker_index is below pl_task_worker_count(), and no two chunks that run at
// the same time share one: use it for scratch memory, never for results.
typedef void pl_task_chunk_fn(uint32_t chunk_index, uint32_t worker_index, void* context);

// `hooks` NULL or all zero: an own pool of `worker_count` workers, the calling thread among them
// (1: no threads at all; 0: one per processor). If the system gives fewer threads the pool is
// smaller. With hooks, hooks->worker_count counts and `worker_count` is not looked at. NULL: bad
// counts or hooks (PLUMP_ERROR_ARGUMENT) or out of memory (PLUMP_ERROR_MEMORY). `allocator` as from
// pl_alloc_hooks(); the pool allocates only here.
pl_task_pool* pl_task_pool_create(const plump_allocator* allocator, const plump_task_system* hooks,
                                  uint32_t worker_count, plump_error* error);
// NULL is fine. Not while a phase runs. In a forked child it frees the memory and joins no one.
void pl_task_pool_destroy(pl_task_pool* pool);

uint32_t pl_task_worker_count(const pl_task_pool* pool);

// A phase: runs every chunk 0 .. chunk_count - 1 exactly once, the calling thread taking part, and
// returns when all are done. Allocates nothing. Called from inside a chunk of the same pool it runs
// all chunks there and then, under the index of the worker it is on. Otherwise one call at a time:
// any thread may make it, but not two at once on one pool.
void pl_task_parallel_for(pl_task_pool* pool, uint32_t chunk_count, pl_task_chunk_fn* run,
                          void* context);

// The part of creation that every build shares: *worker_count becomes the caller's wish, 0 for one
// per processor.
plump_result pl_task_check(const plump_task_system* hooks, uint32_t* worker_count, bool* has_hooks,
                           plump_error* error);

#endif

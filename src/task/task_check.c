// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What a caller may ask of a pool.
#include "src/base/text.h"
#include "src/task/task.h"

plump_result pl_task_check(const plump_task_system* hooks, uint32_t* worker_count, bool* has_hooks,
                           plump_error* error) {
    *has_hooks = hooks && (hooks->enqueue || hooks->finish);
    if (*has_hooks && !(hooks->enqueue && hooks->finish))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "task system has no %s hook; give both enqueue and finish, or neither",
                       hooks->enqueue ? "finish" : "enqueue");
    if (*has_hooks) *worker_count = hooks->worker_count;
    if (*worker_count > PL_TASK_MAX_WORKERS || (*has_hooks && *worker_count == 0))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is %u; it must be %s to %d",
                       *has_hooks ? "worker_count of the task system" : "worker count",
                       (unsigned)*worker_count, *has_hooks ? "1" : "0 (one per processor)",
                       PL_TASK_MAX_WORKERS);
    return PLUMP_OK;
}

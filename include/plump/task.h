// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_TASK_H
#define PLUMP_TASK_H

/// Threads. Without hooks plump uses a small pool of its own; with hooks it runs on the caller's
/// task system. Results never depend on which, nor on how many workers there are.

#include <plump/base.h>

/// Work handed to the caller's task system; run it once, on any thread.
typedef void plump_task_fn(void* context);

/// The caller's task system. All zero: plump's own pool.
typedef struct plump_task_system {
    /// Starts `run(context)` on some thread and returns a handle for `finish`. It may also run it
    /// at once and return NULL: then finish is not called for it.
    void* (*enqueue)(plump_task_fn* run, void* context, void* user);
    /// Waits until the task of this handle has run; may do other work meanwhile.
    void (*finish)(void* handle, void* user);
    void* user;
    uint32_t worker_count;  ///< how many threads it has, 1 to 64; with 1, enqueue is never called
} plump_task_system;

#endif

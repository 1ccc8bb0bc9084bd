// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_TASK_H
#define PLUMP_TASK_H

/// Threads. Without hooks plump uses a small pool of its own; with hooks it runs on the caller's
/// task system. Results never depend on which, nor on how many workers there are.

#include <plump/base.h>

/// Work handed to the caller's task system; run it at most once, on any thread. It takes what work
/// is left and returns when there is none, which may be at once. It never waits for another task.
typedef void plump_task_fn(void* context);

/// The caller's task system. All zero: plump's own pool.
///
/// The calling thread works too and can do everything alone, so tasks that start late, or not
/// before `finish`, cost time but nothing else. Both hooks are called only by the thread that
/// called plump, with its own floating-point mode; at most worker_count - 1 tasks are under way at
/// a time.
typedef struct plump_task_system {
    /// Starts `run(context)` on some thread and returns a handle for `finish`. It may also run it
    /// at once, or drop it, and return NULL: then finish is not called for it.
    void* (*enqueue)(plump_task_fn* run, void* context, void* user);
    /// Returns when the task of this handle has run; may do other work meanwhile. Called exactly
    /// once for each handle.
    void (*finish)(void* handle, void* user);
    void* user;             ///< handed to both
    uint32_t worker_count;  ///< how many threads it has, 1 to 64; with 1, enqueue is never called
} plump_task_system;

#endif

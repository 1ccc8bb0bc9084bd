// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The few things the pool needs from the system: threads, a lock, a condition to sleep on. POSIX
// and Win32 behind one face, since mingw has no <threads.h>. Absent under PLUMP_NO_THREADS.
#ifndef PL_TASK_THREAD_H
#define PL_TASK_THREAD_H

#include "src/base/platform.h"

#if !defined(PLUMP_NO_THREADS)

#if defined(_WIN32)
// what HANDLE, SRWLOCK and CONDITION_VARIABLE are underneath, without the whole of <windows.h>
typedef void* pl_thread_handle;
typedef struct pl_mutex {
    void* lock;
} pl_mutex;
typedef struct pl_condition {
    void* variable;
} pl_condition;
#else
#include <pthread.h>
typedef pthread_t pl_thread_handle;
typedef struct pl_mutex {
    pthread_mutex_t lock;
} pl_mutex;
typedef struct pl_condition {
    pthread_cond_t variable;
} pl_condition;
#endif

// Stays in its place from start to join: the new thread reads it.
typedef struct pl_thread {
    void (*run)(void* context);
    void* context;
    pl_thread_handle handle;
} pl_thread;

// Runs `run(context)` on a new thread, which leaves the host's signals to the host's threads.
// False: the system gives no more threads.
bool pl_thread_start(pl_thread* thread, void (*run)(void* context), void* context);
void pl_thread_join(pl_thread* thread);
// How many processors this process may use, at least 1.
uint32_t pl_thread_processor_count(void);
// Changes after a fork: threads made before it do not exist in the child.
uint64_t pl_thread_process(void);

bool pl_mutex_init(pl_mutex* mutex);
void pl_mutex_destroy(pl_mutex* mutex);
void pl_mutex_lock(pl_mutex* mutex);
void pl_mutex_unlock(pl_mutex* mutex);

bool pl_condition_init(pl_condition* condition);
void pl_condition_destroy(pl_condition* condition);
// Gives up the mutex while asleep; may also return for no reason.
void pl_condition_wait(pl_condition* condition, pl_mutex* mutex);
void pl_condition_wake_all(pl_condition* condition);

// Tells the processor that this is a waiting loop.
static inline void pl_thread_pause(void) {
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#elif defined(__GNUC__) && (defined(__aarch64__) || defined(__ARM_ARCH_7A__))
    __asm__ volatile("yield");
#endif
}

#endif
#endif

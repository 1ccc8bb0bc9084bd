// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Threads by Win32.
#include "src/task/thread.h"

#if !defined(PLUMP_NO_THREADS) && defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <process.h>
#include <windows.h>

#define STACK_SIZE (1u << 20)

_Static_assert(sizeof(SRWLOCK) == sizeof(pl_mutex), "thread.h says what an SRWLOCK is");
_Static_assert(sizeof(CONDITION_VARIABLE) == sizeof(pl_condition), "and a CONDITION_VARIABLE");

static unsigned __stdcall enter(void* argument) {
    pl_thread* thread = argument;
    thread->run(thread->context);
    return 0;
}

bool pl_thread_start(pl_thread* thread, void (*run)(void* context), void* context) {
    thread->run = run;
    thread->context = context;
    thread->handle = (void*)_beginthreadex(NULL, STACK_SIZE, enter, thread, 0, NULL);
    return thread->handle != NULL;
}

void pl_thread_join(pl_thread* thread) {
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
}

uint32_t pl_thread_processor_count(void) {
    DWORD_PTR own = 0, all = 0;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &all)) return 1;
    uint32_t count = 0;
    for (; own; own &= own - 1) count++;
    return count ? count : 1;  // 0: a process spread over several processor groups
}

uint64_t pl_thread_process(void) {
    return 0;
}

bool pl_mutex_init(pl_mutex* mutex) {
    InitializeSRWLock((SRWLOCK*)mutex);
    return true;
}

void pl_mutex_destroy(pl_mutex* mutex) {
    (void)mutex;
}

void pl_mutex_lock(pl_mutex* mutex) {
    AcquireSRWLockExclusive((SRWLOCK*)mutex);
}

void pl_mutex_unlock(pl_mutex* mutex) {
    ReleaseSRWLockExclusive((SRWLOCK*)mutex);
}

bool pl_condition_init(pl_condition* condition) {
    InitializeConditionVariable((CONDITION_VARIABLE*)condition);
    return true;
}

void pl_condition_destroy(pl_condition* condition) {
    (void)condition;
}

void pl_condition_wait(pl_condition* condition, pl_mutex* mutex) {
    SleepConditionVariableSRW((CONDITION_VARIABLE*)condition, (SRWLOCK*)mutex, INFINITE, 0);
}

void pl_condition_wake_all(pl_condition* condition) {
    WakeAllConditionVariable((CONDITION_VARIABLE*)condition);
}

#endif

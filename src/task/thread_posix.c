// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Threads by POSIX.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // -std=c17 hides sched_getaffinity and the signal masks without it
#endif
#include "src/task/thread.h"

#if !defined(PLUMP_NO_THREADS) && !defined(_WIN32)

#include <sched.h>
#include <signal.h>
#include <unistd.h>

// One size everywhere: musl's default is 128 KiB, glibc's whatever the shell's limit says.
#define STACK_SIZE ((size_t)1 << 20)

static void* enter(void* argument) {
    pl_thread* thread = argument;
    thread->run(thread->context);
    return NULL;
}

// Everything but the signals a thread brings upon itself, and the profilers'.
static void list_host_signals(sigset_t* set) {
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGPROF};
    sigfillset(set);
    for (size_t i = 0; i < PL_COUNT(own); ++i) sigdelset(set, own[i]);
}

bool pl_thread_start(pl_thread* thread, void (*run)(void* context), void* context) {
    thread->run = run;
    thread->context = context;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    pthread_attr_setstacksize(&attributes, STACK_SIZE);  // refused: the default size serves too
    // a new thread inherits the mask: a signal handler of the host never runs on our stack
    sigset_t host, before;
    list_host_signals(&host);
    pthread_sigmask(SIG_BLOCK, &host, &before);
    int failed = pthread_create(&thread->handle, &attributes, enter, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return failed == 0;
}

void pl_thread_join(pl_thread* thread) {
    pthread_join(thread->handle, NULL);
}

uint32_t pl_thread_processor_count(void) {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return (uint32_t)CPU_COUNT(&set);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (uint32_t)count;
}

uint64_t pl_thread_process(void) {
    return (uint64_t)getpid();
}

bool pl_mutex_init(pl_mutex* mutex) {
    return pthread_mutex_init(&mutex->lock, NULL) == 0;
}

void pl_mutex_destroy(pl_mutex* mutex) {
    pthread_mutex_destroy(&mutex->lock);
}

void pl_mutex_lock(pl_mutex* mutex) {
    pthread_mutex_lock(&mutex->lock);
}

void pl_mutex_unlock(pl_mutex* mutex) {
    pthread_mutex_unlock(&mutex->lock);
}

bool pl_condition_init(pl_condition* condition) {
    return pthread_cond_init(&condition->variable, NULL) == 0;
}

void pl_condition_destroy(pl_condition* condition) {
    pthread_cond_destroy(&condition->variable);
}

void pl_condition_wait(pl_condition* condition, pl_mutex* mutex) {
    pthread_cond_wait(&condition->variable, &mutex->lock);
}

void pl_condition_wake_all(pl_condition* condition) {
    pthread_cond_broadcast(&condition->variable);
}

#endif

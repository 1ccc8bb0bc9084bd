// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A counter that many chunks of a phase draw from. Who gets which numbers is left to chance: use it
// for room, never for results.
#ifndef PL_TASK_COUNTER_H
#define PL_TASK_COUNTER_H

#include "src/base/platform.h"

#if defined(PLUMP_NO_THREADS)

typedef struct pl_counter {
    uint64_t value;
} pl_counter;

static inline uint64_t pl_counter_take(pl_counter* counter, uint64_t count) {
    uint64_t first = counter->value;
    counter->value += count;
    return first;
}
static inline uint64_t pl_counter_get(const pl_counter* counter) {
    return counter->value;
}
static inline void pl_counter_clear(pl_counter* counter) {
    counter->value = 0;
}

#else

#include <stdatomic.h>

typedef struct pl_counter {
    _Atomic uint64_t value;
} pl_counter;

// Takes so many numbers; returns the first.
static inline uint64_t pl_counter_take(pl_counter* counter, uint64_t count) {
    return atomic_fetch_add_explicit(&counter->value, count, memory_order_relaxed);
}
// Between phases.
static inline uint64_t pl_counter_get(const pl_counter* counter) {
    return atomic_load_explicit(&counter->value, memory_order_relaxed);
}
static inline void pl_counter_clear(pl_counter* counter) {
    atomic_store_explicit(&counter->value, 0, memory_order_relaxed);
}

#endif

#endif

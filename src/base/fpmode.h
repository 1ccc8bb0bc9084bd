// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The floating-point mode our bits depend on: round to nearest, denormals kept, no traps. A host's
// thread may have another (audio code flushes denormals, some engines trap on NaN), so each task
// enters ours and leaves the host's as it was, sticky flags included:
//     pl_fpmode before = pl_fpmode_enter();
//     work(...);                      // a call, so that no arithmetic moves across the change
//     pl_fpmode_leave(before);
// WebAssembly has one mode only. tcc builds rely on the host's mode being the default one.
#ifndef PL_BASE_FPMODE_H
#define PL_BASE_FPMODE_H

#include "src/base/platform.h"

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "floats must be rounded after each operation: on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif

#if defined(__SSE2__) && !defined(__TINYC__)
#include <xmmintrin.h>
#endif

typedef struct pl_fpmode {
    uint64_t control;
} pl_fpmode;

#if defined(__SSE2__) && !defined(__TINYC__)

static inline pl_fpmode pl_fpmode_get(void) {
    pl_fpmode mode = {_mm_getcsr()};
    return mode;
}

static inline void pl_fpmode_set(pl_fpmode mode) {
    _mm_setcsr((unsigned)mode.control);
}

#define PL_FPMODE_OURS UINT64_C(0x1f80)  // all exceptions masked, all else 0

#elif defined(__aarch64__) && defined(__GNUC__)

static inline pl_fpmode pl_fpmode_get(void) {
    pl_fpmode mode;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode.control));
    return mode;
}

static inline void pl_fpmode_set(pl_fpmode mode) {
    __asm__ volatile("msr fpcr, %0" : : "r"(mode.control) : "memory");
}

#define PL_FPMODE_OURS UINT64_C(0)

#else

static inline pl_fpmode pl_fpmode_get(void) {
    pl_fpmode mode = {0};
    return mode;
}

static inline void pl_fpmode_set(pl_fpmode mode) {
    (void)mode;
}

#define PL_FPMODE_OURS UINT64_C(0)

#endif

// Switches this thread to our mode and returns the one before.
static inline pl_fpmode pl_fpmode_enter(void) {
    pl_fpmode before = pl_fpmode_get(), ours = {PL_FPMODE_OURS};
    pl_fpmode_set(ours);
    return before;
}

static inline void pl_fpmode_leave(pl_fpmode before) {
    pl_fpmode_set(before);
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The floating-point mode results depend on: round to nearest, denormals kept, no traps. A host's
// thread may be set otherwise, so whoever starts work enters the mode and puts the host's back:
//     uint64_t saved = pl_fpmode_enter(); ... pl_fpmode_leave(saved);
#ifndef PL_MATH_FPMODE_H
#define PL_MATH_FPMODE_H

#include "src/base/platform.h"

#if defined(__GNUC__) && !defined(__TINYC__) && (defined(__x86_64__) || defined(__SSE__))

static inline uint64_t pl_fpmode_enter(void) {
    unsigned saved = __builtin_ia32_stmxcsr();
    __builtin_ia32_ldmxcsr(0x1F80);  // all exceptions masked, nearest, neither FTZ nor DAZ
    return saved;
}

static inline void pl_fpmode_leave(uint64_t saved) {
    __builtin_ia32_ldmxcsr((unsigned)saved);
}

#elif defined(__GNUC__) && defined(__aarch64__)

static inline uint64_t pl_fpmode_enter(void) {
    uint64_t saved;
    __asm__ volatile("mrs %0, fpcr" : "=r"(saved));
    __asm__ volatile("msr fpcr, %0" : : "r"(UINT64_C(0)));
    return saved;
}

static inline void pl_fpmode_leave(uint64_t saved) {
    __asm__ volatile("msr fpcr, %0" : : "r"(saved));
}

#else  // wasm has one mode; tcc and the rest keep what the system starts threads with

static inline uint64_t pl_fpmode_enter(void) {
    return 0;
}

static inline void pl_fpmode_leave(uint64_t saved) {
    (void)saved;
}

#endif
#endif

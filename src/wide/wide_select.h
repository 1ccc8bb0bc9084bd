// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// One kernel source, compiled for every instruction set. A kernel name_kernel.inl is included by
// four small files, name_scalar.c, name_base.c, name_avx2.c and name_avx512.c, each of which says
//     #define WIDE_FOR_AVX2          (or _SCALAR, _BASE, _AVX512)
//     #include "src/wide/wide_select.h"
//     #ifdef WIDE
//     #include "src/math/sums_kernel.inl"
//     #endif
// "base" is what each machine of an architecture has: SSE2, NEON or WebAssembly SIMD. WIDE, the
// number of lanes, stays undefined where this build has no such instruction set. KERNEL(name) gives
// what the kernel shows outside a name of its own per set; see isa.h for choosing among them.
#ifndef PL_WIDE_SELECT_H
#define PL_WIDE_SELECT_H

#include "src/wide/isa.h"

#if defined(WIDE_FOR_SCALAR)
#include "src/wide/wide_scalar.h"
#define KERNEL(name) name##_scalar

#elif defined(WIDE_FOR_BASE)
#if defined(PL_ISA_X86)
#include "src/wide/wide_sse2.h"
#elif defined(PL_ISA_ARM)
#include "src/wide/wide_neon.h"
#elif defined(PL_ISA_WEB)
#include "src/wide/wide_wasm.h"
#endif
#define KERNEL(name) name##_base

#elif defined(WIDE_FOR_AVX2)
#if defined(PL_ISA_X86)
#ifndef __AVX2__
#error "this file needs -mavx2; or define PLUMP_NO_SIMD for the whole build"
#endif
#include "src/wide/wide_avx2.h"
#endif
#define KERNEL(name) name##_avx2

#elif defined(WIDE_FOR_AVX512)
#if defined(PL_ISA_X86)
#ifndef __AVX512DQ__
#error "this file needs -mavx512f -mavx512dq; or define PLUMP_NO_SIMD for the whole build"
#endif
#include "src/wide/wide_avx512.h"
#endif
#define KERNEL(name) name##_avx512

#else
#error "define WIDE_FOR_SCALAR, _BASE, _AVX2 or _AVX512 before including wide_select.h"
#endif

#ifdef WIDE
#include "src/wide/wide_fold.h"
#endif

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Instruction sets: which ones this build holds kernels for, which of them this machine can run,
// and which one is used. All give the same bits; the choice is about speed, and tests go through
// each.
#ifndef PL_WIDE_ISA_H
#define PL_WIDE_ISA_H

#include "src/base/platform.h"

// The architectures with kernels of their own; elsewhere, with tcc, and with PLUMP_NO_SIMD: scalar.
#if !defined(PLUMP_NO_SIMD) && defined(__GNUC__) && !defined(__TINYC__)
#if defined(__SSE2__)
#define PL_ISA_X86
#elif defined(__aarch64__)
#define PL_ISA_ARM
#elif defined(__wasm_simd128__)
#define PL_ISA_WEB
#endif
#endif

// In order of preference within an architecture.
typedef enum pl_isa {
    PL_ISA_SCALAR = 0,
    PL_ISA_SSE2,
    PL_ISA_AVX2,
    PL_ISA_AVX512,
    PL_ISA_NEON,
    PL_ISA_WASM,
    PL_ISA_COUNT
} pl_isa;

// "scalar", "sse2", "avx2", "avx512", "neon", "wasm"; "unknown" for anything else.
const char* pl_isa_name(pl_isa isa);
// The inverse, exact and in lower case; false leaves *isa alone.
bool pl_isa_parse(const char* name, pl_isa* isa);
// True if this build has kernels for it and this machine and its system can run them.
bool pl_isa_available(pl_isa isa);
// The fastest available.
pl_isa pl_isa_best(void);

// What became of a wish for an instruction set.
typedef enum pl_isa_wish {
    PL_ISA_WISH_NONE = 0,     // nothing was asked for: the best
    PL_ISA_WISH_GRANTED,      // as asked
    PL_ISA_WISH_UNKNOWN,      // no such name: the best
    PL_ISA_WISH_UNAVAILABLE,  // not in this build or not on this machine: the best
} pl_isa_wish;

// The set of that name if it can be had, else the best; NULL or "" asks for nothing. The outcome
// (NULL is fine) lets the caller warn.
pl_isa pl_isa_choose(const char* name, pl_isa_wish* outcome);
// The same with the name taken from PLUMP_ISA, for tools and tests. The only place that reads the
// environment.
pl_isa pl_isa_choose_by_environment(pl_isa_wish* outcome);

// Kernel tables. A kernel ends in  const pl_sum_kernels KERNEL(pl_sum_kernels) = {...};  and its
// owner declares them all with PL_ISA_TABLES(pl_sum_kernels) and picks one, the scalar one for an
// instruction set that is not in this build, with PL_ISA_PICK(pl_sum_kernels, isa).
#if defined(PL_ISA_X86)
#define PL_ISA_TABLES(type) extern const type type##_scalar, type##_base, type##_avx2, type##_avx512
#define PL_ISA_PICK(type, isa)                                                                     \
    ((isa) == PL_ISA_AVX512 ? &type##_avx512                                                       \
     : (isa) == PL_ISA_AVX2 ? &type##_avx2                                                         \
     : (isa) == PL_ISA_SSE2 ? &type##_base                                                         \
                            : &type##_scalar)
#elif defined(PL_ISA_ARM) || defined(PL_ISA_WEB)
#define PL_ISA_TABLES(type)    extern const type type##_scalar, type##_base
#define PL_ISA_PICK(type, isa) ((isa) == pl_isa_best() ? &type##_base : &type##_scalar)
#else
#define PL_ISA_TABLES(type)    extern const type type##_scalar
#define PL_ISA_PICK(type, isa) ((void)(isa), &type##_scalar)
#endif

#endif

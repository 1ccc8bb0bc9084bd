// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/wide/isa.h"

#include <stdlib.h>
#include <string.h>

static const char* const names[PL_ISA_COUNT] = {"scalar", "sse2", "avx2", "avx512", "neon", "wasm"};

const char* pl_isa_name(pl_isa isa) {
    return (unsigned)isa < PL_ISA_COUNT ? names[isa] : "unknown";
}

bool pl_isa_parse(const char* name, pl_isa* isa) {
    for (int i = 0; i < PL_ISA_COUNT; ++i) {
        if (strcmp(name, names[i]) == 0) {
            *isa = (pl_isa)i;
            return true;
        }
    }
    return false;
}

#if defined(PL_ISA_X86)

// The compiler's test covers the system too: whether it saves the wide registers (XSAVE).
bool pl_isa_available(pl_isa isa) {
    __builtin_cpu_init();
    switch (isa) {
    case PL_ISA_SCALAR:
    case PL_ISA_SSE2: return true;
    case PL_ISA_AVX2: return __builtin_cpu_supports("avx2") != 0;
    case PL_ISA_AVX512:
        // all that the kernels are compiled for
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    default: return false;
    }
}

#else

bool pl_isa_available(pl_isa isa) {
#if defined(PL_ISA_ARM)
    return isa == PL_ISA_SCALAR || isa == PL_ISA_NEON;
#elif defined(PL_ISA_WEB)
    return isa == PL_ISA_SCALAR || isa == PL_ISA_WASM;
#else
    return isa == PL_ISA_SCALAR;
#endif
}

#endif

pl_isa pl_isa_best(void) {
    int best = PL_ISA_COUNT - 1;
    while (!pl_isa_available((pl_isa)best)) --best;
    return (pl_isa)best;
}

pl_isa pl_isa_choose(const char* name, pl_isa_wish* outcome) {
    pl_isa isa = PL_ISA_SCALAR;
    pl_isa_wish became = PL_ISA_WISH_GRANTED;
    if (!name || !name[0])
        became = PL_ISA_WISH_NONE;
    else if (!pl_isa_parse(name, &isa))
        became = PL_ISA_WISH_UNKNOWN;
    else if (!pl_isa_available(isa))
        became = PL_ISA_WISH_UNAVAILABLE;
    if (outcome) *outcome = became;
    return became == PL_ISA_WISH_GRANTED ? isa : pl_isa_best();
}

pl_isa pl_isa_choose_by_environment(pl_isa_wish* outcome) {
    return pl_isa_choose(getenv("PLUMP_ISA"), outcome);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Every operation of src/wide as a function over arrays, compiled per instruction set like any
// kernel, so that the results can be compared. A probe reads three arrays whose length is a
// multiple of 16 and writes as many floats; answers of compares come out as 1 or 0.
#ifndef WIDE_PROBE_H
#define WIDE_PROBE_H

#include "src/wide/isa.h"

// name, and the operation on the vectors x, y, z
#define WIDE_PROBES(PROBE)                                                                         \
    PROBE(add, wide_add(x, y))                                                                     \
    PROBE(sub, wide_sub(x, y))                                                                     \
    PROBE(mul, wide_mul(x, y))                                                                     \
    PROBE(div, wide_div(x, y))                                                                     \
    PROBE(sqrt, wide_sqrt(x))                                                                      \
    PROBE(neg, wide_neg(x))                                                                        \
    PROBE(abs, wide_abs(x))                                                                        \
    PROBE(min, wide_min(x, y))                                                                     \
    PROBE(max, wide_max(x, y))                                                                     \
    PROBE(lt, say(wide_lt(x, y)))                                                                  \
    PROBE(le, say(wide_le(x, y)))                                                                  \
    PROBE(eq, say(wide_eq(x, y)))                                                                  \
    PROBE(and, say(wide_and(wide_lt(x, y), wide_lt(y, z))))                                        \
    PROBE(or, say(wide_or(wide_lt(x, y), wide_lt(y, z))))                                          \
    PROBE(not, say(wide_not(wide_le(x, y))))                                                       \
    PROBE(select, wide_select(wide_lt(x, y), y, z))                                                \
    PROBE(mul_add, wide_add(wide_mul(x, y), z))                                                    \
    PROBE(mul_sub, wide_sub(z, wide_mul(x, y)))                                                    \
    PROBE(length, wide_sqrt(wide_add(wide_mul(x, x), wide_mul(y, y))))                             \
    PROBE(nested, wide_div(wide_min(wide_abs(x), y), wide_max(wide_neg(z), wide_splat(0.1f))))

enum {
#define WIDE_PROBE_NUMBER(name, expression) WIDE_PROBE_##name,
    WIDE_PROBES(WIDE_PROBE_NUMBER)
#undef WIDE_PROBE_NUMBER
    // the rest is not of the form lane by lane, see wide_probe_kernel.inl
    WIDE_PROBE_aligned,
    WIDE_PROBE_splat,
    WIDE_PROBE_any,
    WIDE_PROBE_all,
    WIDE_PROBE_fold,
    WIDE_PROBE_fold_min,
    WIDE_PROBE_fold_max,
    WIDE_PROBE_COUNT
};

typedef void wide_probe(const float* a, const float* b, const float* c, float* out, size_t count);

typedef struct wide_probe_table {
    wide_probe* probe[WIDE_PROBE_COUNT];
} wide_probe_table;

const wide_probe_table* wide_probe_get(pl_isa isa);
const char* wide_probe_name(int probe);

#endif

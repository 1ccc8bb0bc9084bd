// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sums that keep what rounding would lose (Knuth's two-sum), in the order they are given.
#ifndef PL_MESH_SUM_H
#define PL_MESH_SUM_H

typedef struct pl_exact_sum {
    double high, low;
} pl_exact_sum;

static inline void pl_exact_add(pl_exact_sum* sum, double value) {
    double high = sum->high + value;
    double part = high - sum->high;
    sum->low += (sum->high - (high - part)) + (value - part);
    sum->high = high;
}

static inline double pl_exact_value(const pl_exact_sum* sum) {
    return sum->high + sum->low;
}

#endif

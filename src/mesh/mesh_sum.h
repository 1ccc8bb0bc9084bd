// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sums that keep what rounding would lose (Knuth's two-sum), in the order they are given.
#ifndef PL_MESH_SUM_H
#define PL_MESH_SUM_H

typedef struct pl_sum {
    double high, low;
} pl_sum;

static inline void pl_sum_add(pl_sum* sum, double value) {
    double high = sum->high + value;
    double part = high - sum->high;
    sum->low += (sum->high - (high - part)) + (value - part);
    sum->high = high;
}

static inline double pl_sum_value(const pl_sum* sum) {
    return sum->high + sum->low;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sums of fixed shape: a kernel keeps 16 running sums on every machine, as 16 x 1, 4 x 4, 2 x 8 or
// 1 x 16 lanes, and brings them together at the end by one tree, 16 -> 8 -> 4 -> 2 -> 1: running
// sum i takes i + 8, then i + 4, i + 2, i + 1. So the bits do not depend on the width.
#ifndef PL_WIDE_FOLD_H
#define PL_WIDE_FOLD_H

#define WIDE_16 (16 / WIDE)  // vectors that hold 16 lanes

static inline void fill16(wide* lanes, float value) {
    for (int k = 0; k < WIDE_16; ++k) lanes[k] = wide_splat(value);
}

static inline void clear16(wide* sum) {
    fill16(sum, 0.0f);
}

// Changes what it folds.
static inline float fold16(wide* sum) {
    for (int half = WIDE_16 / 2; half > 0; half /= 2) {
        for (int k = 0; k < half; ++k) sum[k] = wide_add(sum[k], sum[k + half]);
    }
    return wide_sum(sum[0]);
}

// The same tree with min, respectively max, in place of +. Rare enough to go through memory.
static inline float fold16_min(const wide* lanes) {
    float value[16];
    for (int k = 0; k < WIDE_16; ++k) wide_storeu(value + k * WIDE, lanes[k]);
    for (int half = 8; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) {
            value[i] = value[i] < value[i + half] ? value[i] : value[i + half];
        }
    }
    return value[0];
}

static inline float fold16_max(const wide* lanes) {
    float value[16];
    for (int k = 0; k < WIDE_16; ++k) wide_storeu(value + k * WIDE, lanes[k]);
    for (int half = 8; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) {
            value[i] = value[i] > value[i + half] ? value[i] : value[i + half];
        }
    }
    return value[0];
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sums, products, least and largest of one block, in 16 lanes. What does not fill 16 is padded with
// what changes nothing: 0, or an infinity. Doubles are written as plain loops over 16 lanes: each
// lane is its own sum, so a compiler may use any vectors it has without changing a bit.
#include "src/math/sums.h"

#include <math.h>

static void pad16(const float* values, size_t count, float filler, float* padded) {
    for (size_t i = 0; i < 16; ++i) padded[i] = i < count ? values[i] : filler;
}

static inline void sum16(wide* sum, const float* values) {
    for (int k = 0; k < WIDE_16; ++k) sum[k] = wide_add(sum[k], wide_loadu(values + k * WIDE));
}

static inline void dot16(wide* sum, const float* a, const float* b) {
    for (int k = 0; k < WIDE_16; ++k) {
        wide product = wide_mul(wide_loadu(a + k * WIDE), wide_loadu(b + k * WIDE));
        sum[k] = wide_add(sum[k], product);
    }
}

// The new value first: if it is NaN the old one stays.
static inline void min16(wide* least, const float* values) {
    for (int k = 0; k < WIDE_16; ++k) least[k] = wide_min(wide_loadu(values + k * WIDE), least[k]);
}

static inline void max16(wide* most, const float* values) {
    for (int k = 0; k < WIDE_16; ++k) most[k] = wide_max(wide_loadu(values + k * WIDE), most[k]);
}

static float sum_block(const float* values, size_t count) {
    wide sum[WIDE_16];
    clear16(sum);
    size_t i = 0;
    for (; count - i >= 16; i += 16) sum16(sum, values + i);
    if (i < count) {
        float padded[16];
        pad16(values + i, count - i, 0.0f, padded);
        sum16(sum, padded);
    }
    return fold16(sum);
}

static float dot_block(const float* a, const float* b, size_t count) {
    wide sum[WIDE_16];
    clear16(sum);
    size_t i = 0;
    for (; count - i >= 16; i += 16) dot16(sum, a + i, b + i);
    if (i < count) {
        float padded_a[16], padded_b[16];
        pad16(a + i, count - i, 0.0f, padded_a);
        pad16(b + i, count - i, 0.0f, padded_b);
        dot16(sum, padded_a, padded_b);
    }
    return fold16(sum);
}

static float min_block(const float* values, size_t count) {
    wide least[WIDE_16];
    fill16(least, INFINITY);
    size_t i = 0;
    for (; count - i >= 16; i += 16) min16(least, values + i);
    if (i < count) {
        float padded[16];
        pad16(values + i, count - i, INFINITY, padded);
        min16(least, padded);
    }
    return fold16_min(least);
}

static float max_block(const float* values, size_t count) {
    wide most[WIDE_16];
    fill16(most, -INFINITY);
    size_t i = 0;
    for (; count - i >= 16; i += 16) max16(most, values + i);
    if (i < count) {
        float padded[16];
        pad16(values + i, count - i, -INFINITY, padded);
        max16(most, padded);
    }
    return fold16_max(most);
}

static double sum_block_double(const double* values, size_t count) {
    double sum[16] = {0.0};
    size_t i = 0;
    for (; count - i >= 16; i += 16) {
        for (size_t k = 0; k < 16; ++k) sum[k] += values[i + k];
    }
    for (size_t k = 0; k < count - i; ++k) sum[k] += values[i + k];
    for (size_t half = 8; half > 0; half /= 2) {
        for (size_t k = 0; k < half; ++k) sum[k] += sum[k + half];
    }
    return sum[0];
}

static double dot_block_double(const double* a, const double* b, size_t count) {
    double sum[16] = {0.0};
    size_t i = 0;
    for (; count - i >= 16; i += 16) {
        for (size_t k = 0; k < 16; ++k) sum[k] += a[i + k] * b[i + k];
    }
    for (size_t k = 0; k < count - i; ++k) sum[k] += a[i + k] * b[i + k];
    for (size_t half = 8; half > 0; half /= 2) {
        for (size_t k = 0; k < half; ++k) sum[k] += sum[k + half];
    }
    return sum[0];
}

static inline double lower(double a, double b) {
    return a < b ? a : b;
}

static inline double higher(double a, double b) {
    return a > b ? a : b;
}

static double min_block_double(const double* values, size_t count) {
    double least[16];
    for (size_t k = 0; k < 16; ++k) least[k] = (double)INFINITY;
    size_t i = 0;
    for (; count - i >= 16; i += 16) {
        for (size_t k = 0; k < 16; ++k) least[k] = lower(values[i + k], least[k]);
    }
    for (size_t k = 0; k < count - i; ++k) least[k] = lower(values[i + k], least[k]);
    for (size_t half = 8; half > 0; half /= 2) {
        for (size_t k = 0; k < half; ++k) least[k] = lower(least[k], least[k + half]);
    }
    return least[0];
}

static double max_block_double(const double* values, size_t count) {
    double most[16];
    for (size_t k = 0; k < 16; ++k) most[k] = -(double)INFINITY;
    size_t i = 0;
    for (; count - i >= 16; i += 16) {
        for (size_t k = 0; k < 16; ++k) most[k] = higher(values[i + k], most[k]);
    }
    for (size_t k = 0; k < count - i; ++k) most[k] = higher(values[i + k], most[k]);
    for (size_t half = 8; half > 0; half /= 2) {
        for (size_t k = 0; k < half; ++k) most[k] = higher(most[k], most[k + half]);
    }
    return most[0];
}

const pl_sum_kernels KERNEL(pl_sum_kernels) = {
    sum_block,        dot_block,        min_block,        max_block,
    sum_block_double, dot_block_double, min_block_double, max_block_double,
};

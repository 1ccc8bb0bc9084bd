// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is finer than regions (fine.h), once per body and pass. Included by kernels after
// src/wide/wide_select.h.
#ifndef PL_FINE_WIDE_H
#define PL_FINE_WIDE_H

#include "src/elastic/shape_match/fine.h"
#include "src/elastic/shape_match/skin_modes.h"
#include "src/wide/wide_four.h"

static inline float add_four(four a) {
    float at[4];
    four_storeu(at, a);
    return (at[0] + at[1]) + (at[2] + at[3]);
}

// r' of one region: where it is in the mean, less where the blended goals are.
static inline void mean_offset(const pl_shape_match* sm, uint32_t region, float* mean) {
    const pl_fine* fine = sm->fine;
    const float* own = sm->transforms + (size_t)16 * region;
    float centre[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    for (int c = 0; c < 3; ++c) centre[c] = sm->region_rest[6 + c][region];
    four sum[3];
    for (int a = 0; a < 3; ++a) sum[a] = four_mul(four_loadu(own + 4 * a), four_loadu(centre));
    for (uint32_t n = fine->first[region]; n < fine->first[region + 1]; ++n) {
        const float* other = sm->transforms + (size_t)16 * fine->other[n];
        four moment = four_loadu(fine->moment + (size_t)4 * n);
        for (int a = 0; a < 3; ++a)
            sum[a] = four_sub(sum[a], four_mul(four_loadu(other + 4 * a), moment));
    }
    for (int a = 0; a < 3; ++a) mean[a] = add_four(sum[a]);
}

// S' of one region.
static inline four smooth_mean(const pl_fine* fine, uint32_t region, const float* from) {
    four sum = four_zero();
    for (uint32_t n = fine->first[region]; n < fine->first[region + 1]; ++n) {
        four share = four_splat(fine->moment[(size_t)4 * n + 3]);
        sum = four_add(sum, four_mul(share, four_loadu(from + (size_t)4 * fine->other[n])));
    }
    return sum;
}

// q: the means, smoothed again and again, with alternating binomial coefficients.
static inline void find_shifts(const pl_fine* fine, uint32_t count) {
    float binomial = (float)PL_FINE_ORDER;
    for (int m = 0; m < PL_FINE_ORDER; ++m) {
        const float* from = fine->mean[m % 2];
        float* to = fine->mean[(m + 1) % 2];
        for (uint32_t j = 0; j < count; ++j) {
            float* shift = fine->shift + (size_t)4 * j;
            four term = four_mul(four_splat(binomial), four_loadu(from + (size_t)4 * j));
            four_storeu(shift, m > 0 ? four_add(four_loadu(shift), term) : term);
            if (m + 1 < PL_FINE_ORDER) four_storeu(to + (size_t)4 * j, smooth_mean(fine, j, from));
        }
        binomial *= -(float)(PL_FINE_ORDER - m - 1) / (float)(m + 2);
    }
}

static void shift(pl_body* body) {
    pl_shape_match* sm = pl_shape_match_of(body);
    const pl_fine* fine = sm->fine;
    uint32_t count = sm->balls->count;
    for (uint32_t j = 0; j < count; ++j) mean_offset(sm, j, fine->mean[0] + (size_t)4 * j);
    find_shifts(fine, count);
    for (uint32_t j = 0; j < count; ++j) {
        for (uint32_t a = 0; a < 3; ++a)
            sm->transforms[(size_t)16 * j + 4 * a + 3] +=
                sm->fine_share * fine->shift[(size_t)4 * j + a];
    }
}

#endif

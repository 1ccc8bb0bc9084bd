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

// r' of one region: how far it is displaced in the mean, less how far the blended goals are.
static inline void mean_offset(const pl_shape_match* sm, uint32_t region, float* mean) {
    const pl_overlaps* goals = &sm->fine->goals;
    four sum[3];
    for (int a = 0; a < 3; ++a) sum[a] = four_zero();
    for (uint32_t n = goals->first[region]; n < goals->first[region + 1]; ++n) {
        const float* transform = sm->transforms + (size_t)16 * goals->other[n];
        four moment = four_loadu(goals->moment + (size_t)4 * n);
        for (int a = 0; a < 3; ++a)
            sum[a] = four_add(sum[a], four_mul(four_loadu(transform + 4 * a), moment));
    }
    const float* own = sm->fine->sum + (size_t)4 * region;
    for (int a = 0; a < 3; ++a) mean[a] = own[a] - add_four(sum[a]);
}

// S' of one region.
static inline four smooth_mean(const pl_overlaps* own, uint32_t region, const float* from) {
    four sum = four_zero();
    for (uint32_t n = own->first[region]; n < own->first[region + 1]; ++n) {
        four share = four_splat(own->moment[(size_t)4 * n + 3]);
        sum = four_add(sum, four_mul(share, four_loadu(from + (size_t)4 * own->other[n])));
    }
    return sum;
}

// q: the means, smoothed again and again, with alternating binomial coefficients, times `share`.
static inline void find_shifts(const pl_fine* fine, float share) {
    float binomial = share * (float)PL_FINE_ORDER;
    for (int m = 0; m < PL_FINE_ORDER; ++m) {
        const float* from = fine->mean[m % 2];
        float* to = fine->mean[(m + 1) % 2];
        for (uint32_t k = 0; k < fine->means->count; ++k) {
            float* shift = fine->shift + (size_t)4 * k;
            four term = four_mul(four_splat(binomial), four_loadu(from + (size_t)4 * k));
            four_storeu(shift, m > 0 ? four_add(four_loadu(shift), term) : term);
            if (m + 1 < PL_FINE_ORDER)
                four_storeu(to + (size_t)4 * k, smooth_mean(&fine->own, k, from));
        }
        binomial *= -(float)(PL_FINE_ORDER - m - 1) / (float)(m + 2);
    }
}

static void shift(pl_body* body) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    const pl_fine* fine = sm->fine;
    for (uint32_t k = 0; k < fine->means->count; ++k)
        mean_offset(sm, k, fine->mean[0] + (size_t)4 * k);
    find_shifts(fine, sm->fine_share);
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The sums behind a body's rigid motion, over one block: 16 running sums per channel that meet in
// one tree (wide_fold.h). Narrow machines go over the block once per group of lanes, with the sums
// of all channels at hand; the block stays in the nearest cache.
#include "src/state/motion.h"

// Every 16th place from `begin` on, WIDE of them side by side, to one lane group of all channels.
static void sum_lanes(const float* const x[3], const float* const v[3], const float* mass,
                      uint32_t begin, uint32_t end, float* lanes) {
    wide sum[PL_MOTION_CHANNELS];
    for (int c = 0; c < PL_MOTION_CHANNELS; ++c) sum[c] = wide_splat(0.0f);
    for (uint32_t i = begin; i < end; i += 16) {
        wide m = wide_loadu(mass + i);
        wide x0 = wide_loadu(x[0] + i), x1 = wide_loadu(x[1] + i), x2 = wide_loadu(x[2] + i);
        wide v0 = wide_loadu(v[0] + i), v1 = wide_loadu(v[1] + i), v2 = wide_loadu(v[2] + i);
        wide mx0 = wide_mul(m, x0), mx1 = wide_mul(m, x1), mx2 = wide_mul(m, x2);
        wide mv0 = wide_mul(m, v0), mv1 = wide_mul(m, v1), mv2 = wide_mul(m, v2);
        sum[0] = wide_add(sum[0], m);
        sum[1] = wide_add(sum[1], mx0);
        sum[2] = wide_add(sum[2], mx1);
        sum[3] = wide_add(sum[3], mx2);
        sum[4] = wide_add(sum[4], mv0);
        sum[5] = wide_add(sum[5], mv1);
        sum[6] = wide_add(sum[6], mv2);
        sum[7] = wide_add(sum[7], wide_sub(wide_mul(x1, mv2), wide_mul(x2, mv1)));
        sum[8] = wide_add(sum[8], wide_sub(wide_mul(x2, mv0), wide_mul(x0, mv2)));
        sum[9] = wide_add(sum[9], wide_sub(wide_mul(x0, mv1), wide_mul(x1, mv0)));
        sum[10] = wide_add(sum[10], wide_mul(mx0, x0));
        sum[11] = wide_add(sum[11], wide_mul(mx0, x1));
        sum[12] = wide_add(sum[12], wide_mul(mx0, x2));
        sum[13] = wide_add(sum[13], wide_mul(mx1, x1));
        sum[14] = wide_add(sum[14], wide_mul(mx1, x2));
        sum[15] = wide_add(sum[15], wide_mul(mx2, x2));
        wide energy = wide_add(wide_add(wide_mul(mv0, v0), wide_mul(mv1, v1)), wide_mul(mv2, v2));
        sum[16] = wide_add(sum[16], energy);
    }
    for (int c = 0; c < PL_MOTION_CHANNELS; ++c) wide_storeu(lanes + c * 16, sum[c]);
}

static void sum_block(const float* const x[3], const float* const v[3], const float* mass,
                      uint32_t begin, uint32_t end, float* sums) {
    float lanes[PL_MOTION_CHANNELS * 16];
    for (int k = 0; k < 16; k += WIDE) {
        sum_lanes(x, v, mass, begin + (uint32_t)k, end, lanes + k);
    }
    for (int c = 0; c < PL_MOTION_CHANNELS; ++c) {
        wide sum[WIDE_16];
        for (int k = 0; k < WIDE_16; ++k) sum[k] = wide_loadu(lanes + c * 16 + k * WIDE);
        sums[c] = fold16(sum);
    }
}

const pl_motion_kernels KERNEL(pl_motion_kernels) = {sum_block};

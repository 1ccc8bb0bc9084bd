// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The body's pose in this pass.
#include "src/elastic/shape_match/shape_match.h"
#include "src/math/rotation.h"

PL_ISA_TABLES(pl_pose_kernels);

const pl_pose_kernels* pl_pose_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_pose_kernels, isa);
}

void pl_pose_join(pl_body* body) {
    pl_shape_match* sm = pl_shape_match_of(body);
    double sum[16] = {0}, moments[9], q[9];
    for (uint32_t span = 0; span < pl_span_count(body->padded); ++span) {
        for (uint32_t k = 0; k < 16; ++k) sum[k] += (double)sm->pose_sums[16 * span + k];
    }
    for (int i = 0; i < 9; ++i)
        moments[i] = sum[i / 3 * 4 + i % 3] - sum[i / 3 * 4 + 3] * sum[12 + i % 3] / sum[15];
    pl_rotation_fit(moments, q);
    for (int i = 0; i < 9; ++i) sm->pose[i] = (float)q[i];
    pl_vec3d rest = pl_vec3d_make(sum[12] / sum[15], sum[13] / sum[15], sum[14] / sum[15]);
    pl_vec3d now = pl_vec3d_make(sum[3] / sum[15], sum[7] / sum[15], sum[11] / sum[15]);
    rest = pl_vec3d_scale(rest, (double)sm->growth);
    pl_vec3d c = pl_vec3d_sub(now, pl_rotation_turn(q, rest));
    sm->pose[9] = (float)c.x;
    sm->pose[10] = (float)c.y;
    sm->pose[11] = (float)c.z;
}

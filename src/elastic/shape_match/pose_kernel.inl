// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What goes over all places around a pass: sums for the body's rigid pose, moments by share of the
// mass; and giving back the momentum that rounding made.
#include "src/elastic/shape_match/frame_wide.h"

static void sum(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_body* body = span->body;
    wide scale = wide_splat((float)(body->count / body->mass_total));
    wide sum[16][WIDE_16];
    for (int a = 0; a < 16; ++a) clear16(sum[a]);
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            // pins, 1,000 times as heavy in the fit, weigh 32,000 times as much here: so they
            // hardly move in this frame, and their weight does not magnify rounding
            wide x[3], rest[3], f = wide_mul(wide_loadu(body->mass + i + k * WIDE), scale);
            wide fit = wide_loadu(body->fit + i + k * WIDE);
            f = wide_add(f, wide_mul(fit, wide_sqrt(fit)));
            load3(body->x, i + k * WIDE, x);
            load3_const(body->rest, i + k * WIDE, rest);
            for (int a = 0; a < 4; ++a) {
                wide fx = a < 3 ? wide_mul(f, x[a]) : f;
                for (int c = 0; c < 3; ++c)
                    sum[4 * a + c][k] = wide_add(sum[4 * a + c][k], wide_mul(fx, rest[c]));
                sum[4 * a + 3][k] = wide_add(sum[4 * a + 3][k], fx);
            }
        }
    }
    float* out =
        pl_shape_match_of(body)->pose_sums + (size_t)16 * (span->begin / PL_SPAN_PARTICLES);
    for (int a = 0; a < 16; ++a) out[a] = fold16(sum[a]);
}

// v += debt + turn x (past - C), of free places, and to positions as well: then x = past + h v
// still holds, and what is given back is what was owed.
static void give_back(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const pl_shape_match* sm = pl_shape_match_of(body);
    pl_vec3 centre = pl_vec3d_narrow(sm->motion.centre);
    const float c[3] = {centre.x, centre.y, centre.z};
    wide turn[3];
    for (int k = 0; k < 3; ++k) turn[k] = wide_splat(sm->turn_debt[k]);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide x[3], v[3], arm[3], spin[3];
        load3(body->x, i, x);
        load3(body->v, i, v);
        for (int k = 0; k < 3; ++k)
            arm[k] = wide_sub(wide_loadu(body->past[k] + i), wide_splat(c[k]));
        cross(turn, arm, spin);
        wide_mask is_free = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
        for (int k = 0; k < 3; ++k) {
            wide back = wide_add(wide_splat(sm->debt[k]), spin[k]);
            wide_storeu(body->v[k] + i, wide_select(is_free, wide_add(v[k], back), v[k]));
            wide moved = wide_add(x[k], wide_mul(wide_splat(stage->h), back));
            wide_storeu(body->x[k] + i, wide_select(is_free, moved, x[k]));
        }
    }
}

const pl_pose_kernels KERNEL(pl_pose_kernels) = {sum, give_back};

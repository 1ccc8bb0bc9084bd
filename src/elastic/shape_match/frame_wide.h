// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Both modes work in the frame of the body's pose, x = Q g (x0 + u) + c, on displacements u
// from the rest shape: sums of positions about the body's origin lose (size of body / size of
// region)^2 of their digits, sums of displacements only as far as the body is deformed. Any pose
// near the body's will do. Included by kernels after src/wide/wide_select.h.
#ifndef PL_FRAME_WIDE_H
#define PL_FRAME_WIDE_H

#include "src/elastic/shape_match/fit_wide.h"
#include "src/elastic/shape_match/shape_match.h"
#include "src/wide/wide_vec.h"

// --- the pose ---

typedef struct body_pose {
    wide q[9], c[3];
    wide grow, shrink;  // the rest shape's size, and its inverse
} body_pose;

static inline body_pose load_pose(const pl_shape_match* sm) {
    body_pose p;
    for (int i = 0; i < 9; ++i) p.q[i] = wide_splat(sm->pose[i]);
    for (int i = 0; i < 3; ++i) p.c[i] = wide_splat(sm->pose[9 + i]);
    p.grow = wide_splat(sm->growth);
    p.shrink = wide_splat(1.0f / sm->growth);
    return p;
}

// Q^T a
static inline void turn_back(const body_pose* p, const wide a[3], wide out[3]) {
    for (int c = 0; c < 3; ++c) {
        wide sum = wide_add(wide_mul(p->q[c], a[0]), wide_mul(p->q[3 + c], a[1]));
        out[c] = wide_add(sum, wide_mul(p->q[6 + c], a[2]));
    }
}

// Q a
static inline void turn_out(const body_pose* p, const wide a[3], wide out[3]) {
    for (int c = 0; c < 3; ++c) out[c] = dot(p->q + 3 * c, a);
}

// How far WIDE places are from their rest, in the body's frame and at the rest shape's size.
static inline void displace(const body_pose* p, const wide x[3], const wide rest[3], wide u[3]) {
    wide r[3];
    for (int c = 0; c < 3; ++c) r[c] = wide_sub(x[c], p->c[c]);
    turn_back(p, r, u);
    for (int c = 0; c < 3; ++c) u[c] = wide_sub(wide_mul(u[c], p->shrink), rest[c]);
}

static inline void load_placed(const pl_body* body, const body_pose* p, uint32_t i, wide rest[3],
                               wide u[3]) {
    wide x[3];
    load3(body->x, i, x);
    load3_const(body->rest, i, rest);
    displace(p, x, rest, u);
}

// --- regions ---

// From sums of displacements to where WIDE regions are, in the body's frame: what the rest shape
// contributes is known, only the change is summed. Returns t - t0 in `shift`.
static inline fit_frame place_regions(const pl_shape_match* sm, uint32_t i, const float* moments,
                                      wide shift[3]) {
    static const int at[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
    wide channel[16], mass = wide_loadu(sm->region_rest[9] + i);
    rows_to_lanes(moments, channel);
    fit_frame f;
    wide_mask some = wide_lt(wide_splat(FIT_MASS_LEAST), mass);
    f.inv_mass = wide_div(wide_splat(1.0f), wide_select(some, mass, wide_splat(1.0f)));
    f.inv_mass = wide_select(some, f.inv_mass, wide_splat(0.0f));
    for (int k = 0; k < 3; ++k) {
        f.t0[k] = wide_loadu(sm->region_rest[6 + k] + i);
        shift[k] = wide_mul(channel[4 * k + 3], f.inv_mass);
        f.t[k] = wide_add(f.t0[k], shift[k]);
    }
    for (int n = 0; n < 9; ++n) {
        wide spread = wide_mul(channel[4 * (n / 3) + 3], f.t0[n % 3]);
        wide change = wide_sub(channel[4 * (n / 3) + n % 3], spread);
        f.a[n] = wide_add(wide_loadu(sm->region_rest[at[n]] + i), change);
    }
    return f;
}

// [R - 1 | t - t0 - (R - 1) t0] as the channels of a row.
static inline void displacement_row(const fit_frame* f, const wide turn[9], const wide shift[3],
                                    wide channel[16]) {
    for (int a = 0; a < 3; ++a) {
        wide way = wide_sub(shift[a], dot(turn + 3 * a, f->t0));
        wide_mask finite = wide_le(wide_abs(way), wide_splat(3e38f));
        for (int c = 0; c < 3; ++c) channel[4 * a + c] = turn[3 * a + c];
        channel[4 * a + 3] = wide_select(finite, way, wide_splat(0.0f));
    }
    for (int c = 12; c < 16; ++c) channel[c] = wide_splat(0.0f);
}

// Whole moments, as plasticity wants them, from what was found about the centres.
static inline void whole_moments(const fit_frame* f, wide mass, float* moments) {
    wide channel[16];
    for (int a = 0; a < 3; ++a) {
        wide first = wide_mul(mass, f->t[a]);
        for (int c = 0; c < 3; ++c)
            channel[4 * a + c] = wide_add(f->a[3 * a + c], wide_mul(first, f->t0[c]));
        channel[4 * a + 3] = first;
        channel[12 + a] = wide_mul(mass, f->t0[a]);
    }
    channel[15] = mass;
    lanes_to_rows(channel, moments);
}

// Regions that have flowed: their own rest shape is not the body's, so nothing is left out. A
// multiple of 16, at most FIT_ROWS_MOST.
static inline void fit_plastic(const pl_body* body, uint32_t first, int count, float h,
                               float* moments, float* transforms) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    for (int k = 0; k < count; k += 16)
        pl_plastic_before(sm, first + (uint32_t)k, moments + 16 * k);
    fit_rows(moments, count, transforms);
    for (int k = 0; k < count; k += 16)
        pl_plastic_after(body, first + (uint32_t)k, moments + 16 * k, transforms + 16 * k, h);
    for (int k = 0; k < count; ++k) {
        for (int i = 0; i < 16; i += 5) transforms[16 * k + i] -= 1.0f;
    }
}

// --- what a pull adds up to ---

// Sums of mass times change of velocity, and of its moment about the body's origin. Both should be
// nothing; what rounding leaves is taken back (shape_match.c).
typedef struct change_lanes {
    wide sum[6][WIDE_16];
} change_lanes;

static inline void clear_change(change_lanes* change) {
    for (int c = 0; c < 6; ++c) {
        for (int k = 0; k < WIDE_16; ++k) change->sum[c][k] = wide_splat(0.0f);
    }
}

static inline void add_change(change_lanes* change, uint32_t lane, wide mass, const wide x[3],
                              const wide dv[3]) {
    wide kick[3], turn[3];
    for (int c = 0; c < 3; ++c) kick[c] = wide_mul(mass, dv[c]);
    cross(x, kick, turn);
    for (int c = 0; c < 3; ++c) {
        change->sum[c][lane] = wide_add(change->sum[c][lane], kick[c]);
        change->sum[3 + c][lane] = wide_add(change->sum[3 + c][lane], turn[c]);
    }
}

static inline void store_change(change_lanes* change, const pl_span* span) {
    float* out = pl_shape_match_of(span->body)->change_sums +
                 (size_t)PL_CHANGE_SUMS * (span->begin / PL_SPAN_PARTICLES);
    for (int c = 0; c < 6; ++c) out[c] = fold16(change->sum[c]);
}

#endif

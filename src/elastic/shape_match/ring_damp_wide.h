// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Damping of what is not rigid motion of the regions, for linear and angular velocity. After
// Mueller et al. 2007, section 3.5, per region as in Rivers, James 2007. Included by
// ring_kernel.inl.
#ifndef PL_RING_DAMP_WIDE_H
#define PL_RING_DAMP_WIDE_H

#include "src/elastic/shape_match/frame_wide.h"

// f v and f x.x in `linear`, f x cross v in `turn`, of WIDE places in the body's frame.
static inline void velocity_moments(const pl_body* body, const body_pose* p, uint32_t i, wide f,
                                    const wide x[3], wide linear[4], wide turn[4]) {
    wide v[3], outer[3];
    load3(body->v, i, outer);
    turn_back(p, outer, v);
    cross(x, v, turn);
    for (int c = 0; c < 3; ++c) linear[c] = wide_mul(f, v[c]);
    for (int c = 0; c < 3; ++c) turn[c] = wide_mul(f, turn[c]);
    linear[3] = wide_mul(f, dot(x, x));
    turn[3] = wide_splat(0.0f);
}

// omega = I^-1 L. The inertia is not summed up: with S = A R^T, which stands for sum f r r^T, it is
// tr(S) 1 - S, the Hessian of the fit and so never negative. Its trace is too small by the stretch,
// and a region torn apart would spin up without end: hence at least as much as the true trace
// q = sum f r.r. A share of 1e-4 keeps lines from dividing by zero.
static inline void spin_of(const wide a[9], const wide r[9], wide q, const wide momentum[3],
                           wide spin[3]) {
    const wide zero = wide_splat(0.0f), half = wide_splat(0.5f), one = wide_splat(1.0001f);
    wide s[9];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) s[3 * i + j] = dot(a + 3 * i, r + 3 * j);
    }
    wide trace = wide_add(wide_add(s[0], s[4]), s[8]);
    wide_mask good = wide_lt(wide_splat(1e-37f), trace);
    trace = wide_select(good, trace, wide_splat(1.0f));
    wide inverse = wide_div(wide_splat(1.0f), trace);
    wide by_half = wide_mul(half, inverse);
    wide xx = wide_sub(one, wide_mul(s[0], inverse)), yy = wide_sub(one, wide_mul(s[4], inverse));
    wide zz = wide_sub(one, wide_mul(s[8], inverse));
    wide xy = wide_neg(wide_mul(wide_add(s[1], s[3]), by_half));
    wide xz = wide_neg(wide_mul(wide_add(s[2], s[6]), by_half));
    wide yz = wide_neg(wide_mul(wide_add(s[5], s[7]), by_half));
    wide row0[3] = {fit_cross(yy, zz, yz, yz), fit_cross(xz, yz, xy, zz),
                    fit_cross(xy, yz, xz, yy)};
    wide row1[3] = {row0[1], fit_cross(xx, zz, xz, xz), fit_cross(xy, xz, xx, yz)};
    wide row2[3] = {row0[2], row1[2], fit_cross(xx, yy, xy, xy)};
    wide first[3] = {xx, xy, xz};
    wide divisor = wide_mul(dot(first, row0), wide_max(q, trace));
    good = wide_and(good, wide_lt(wide_splat(1e-37f), divisor));
    divisor = wide_select(good, divisor, wide_splat(1.0f));
    inverse = wide_div(wide_splat(1.0f), divisor);
    spin[0] = wide_mul(dot(row0, momentum), inverse);
    spin[1] = wide_mul(dot(row1, momentum), inverse);
    spin[2] = wide_mul(dot(row2, momentum), inverse);
    for (int c = 0; c < 3; ++c) {
        wide_mask fine = wide_and(good, wide_le(wide_abs(spin[c]), wide_splat(1e30f)));
        spin[c] = wide_select(fine, spin[c], zero);
    }
}

// WIDE regions: from the fit, R - 1, and summed velocities to what each region would have its
// particles do, as velocity at zero and angular velocity, in place of the sums.
static inline void region_velocity(const fit_frame* f, wide mass, const wide turn[9],
                                   wide linear[4], wide angular[4]) {
    wide r[9], momentum[3], lever[3];
    for (int i = 0; i < 9; ++i) r[i] = i % 4 ? turn[i] : wide_add(turn[i], wide_splat(1.0f));
    wide q = wide_sub(linear[3], wide_mul(mass, dot(f->t, f->t)));
    cross(f->t, linear, lever);
    for (int c = 0; c < 3; ++c) momentum[c] = wide_sub(angular[c], lever[c]);
    spin_of(f->a, r, q, momentum, angular);
    cross(angular, f->t, lever);
    for (int c = 0; c < 3; ++c) {
        linear[c] = wide_sub(wide_mul(linear[c], f->inv_mass), lever[c]);
    }
    linear[3] = wide_splat(0.0f);
}

// Adds to `kick` a share k of the way from v to the velocity that the regions around would have it,
// in the body's frame.
static inline void damp(const body_pose* p, const wide linear[4], const wide angular[4],
                        wide inv_size, wide k, const wide x[3], const wide v[3], wide kick[3]) {
    wide own[3], turn[3];
    turn_back(p, v, own);
    cross(angular, x, turn);
    for (int c = 0; c < 3; ++c) {
        wide rigid = wide_mul(inv_size, wide_add(linear[c], turn[c]));
        kick[c] = wide_add(kick[c], wide_mul(k, wide_sub(rigid, own[c])));
    }
}

#endif

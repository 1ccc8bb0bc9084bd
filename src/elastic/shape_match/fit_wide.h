// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The rigid motion that best carries a region's rest shape to where its vertices are, for 16
// regions at once. Included by kernels after src/wide/wide_select.h; a lane is a region.
//
// Rotation after Horn 1987 and Theobald 2005: the best rotation of A, the one with the largest
// tr(R^T A), belongs to the largest eigenvalue l of a symmetric matrix N(A) over quaternions. With
// |A| = 1 its characteristic polynomial is P(l) = l^4 - 2 l^2 - 8 det A l + 1 - 4 |cof A|^2. Newton
// from an upper bound falls monotonously to l, and any column of the adjugate of l - N is the
// quaternion. No state, no branch, always a proper rotation: exact for planar regions, the best
// proper one for inverted ones. Four steps leave 6e-7 (notes in docs/models/shape_match.md).
//
// Where two eigenvalues meet (a region on a line, or turned inside out just so) the rotation is not
// unique and the adjugate vanishes with P'. There l is moved up by a little: the adjugate then
// projects onto all the best quaternions, and its columns are among them.
#ifndef PL_FIT_WIDE_H
#define PL_FIT_WIDE_H

#include "src/wide/wide_transpose.h"

// Regions lighter than this are taken as empty.
#define FIT_MASS_LEAST 1e-30f

// What the moments say: 1/M, centres t and t0, and A = sum f (x - t)(x0 - t0)^T by rows. All 0
// for an empty region.
typedef struct fit_frame {
    wide inv_mass, t[3], t0[3], a[9];
} fit_frame;

static inline fit_frame fit_centre(const wide moments[16]) {
    const wide zero = wide_splat(0.0f);
    fit_frame f;
    wide_mask some = wide_lt(wide_splat(FIT_MASS_LEAST), moments[15]);
    f.inv_mass = wide_div(wide_splat(1.0f), wide_select(some, moments[15], wide_splat(1.0f)));
    f.inv_mass = wide_select(some, f.inv_mass, zero);
    for (int k = 0; k < 3; ++k) {
        f.t[k] = wide_mul(moments[4 * k + 3], f.inv_mass);
        f.t0[k] = wide_mul(moments[12 + k], f.inv_mass);
    }
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            wide spread = wide_mul(moments[4 * i + 3], f.t0[k]);
            f.a[3 * i + k] = wide_select(some, wide_sub(moments[4 * i + k], spread), zero);
        }
    }
    return f;
}

// a b - c d
static inline wide fit_cross(wide a, wide b, wide c, wide d) {
    return wide_sub(wide_mul(a, b), wide_mul(c, d));
}

// Nine numbers in a tree: the shortest way for what waits on it.
static inline wide fit_sum9(const wide a[9]) {
    wide left = wide_add(wide_add(a[0], a[1]), wide_add(a[2], a[3]));
    wide right = wide_add(wide_add(a[4], a[5]), wide_add(a[6], a[7]));
    return wide_add(wide_add(left, right), a[8]);
}

// Brings A to Frobenius norm 1, by way of a power of two so that squares neither overflow nor
// vanish. Says no for a matrix that is zero or not finite.
static inline wide_mask fit_normalise(wide a[9]) {
    wide size[9], square[9];
    for (int i = 0; i < 9; ++i) size[i] = wide_abs(a[i]);
    wide most = wide_max(wide_max(wide_max(size[0], size[1]), wide_max(size[2], size[3])),
                         wide_max(wide_max(size[4], size[5]), wide_max(size[6], size[7])));
    most = wide_max(most, size[8]);
    wide scale =
        wide_select(wide_lt(most, wide_splat(0x1p-50f)), wide_splat(0x1p+99f), wide_splat(1.0f));
    scale = wide_select(wide_lt(wide_splat(0x1p+50f), most), wide_splat(0x1p-80f), scale);
    for (int i = 0; i < 9; ++i) {
        a[i] = wide_mul(a[i], scale);
        square[i] = wide_mul(a[i], a[i]);
    }
    wide norm = fit_sum9(square);
    wide_mask good =
        wide_and(wide_lt(wide_splat(0x1p-110f), norm), wide_lt(norm, wide_splat(0x1p+120f)));
    norm = wide_sqrt(wide_select(good, norm, wide_splat(1.0f)));
    wide inverse = wide_div(wide_splat(1.0f), norm);
    for (int i = 0; i < 9; ++i) {
        a[i] = wide_select(good, wide_mul(a[i], inverse), wide_splat(0.0f));
    }
    return good;
}

// P(l) = l^4 - 2 l^2 + c1 l + c0, and a bound l that its roots do not exceed.
typedef struct fit_quartic {
    wide c1, c0, l;
} fit_quartic;

// Filled through a pointer: tcc loses such a struct on its way back into an array.
static inline void fit_make_quartic(const wide a[9], fit_quartic* p) {
    wide cofactor[9] = {
        fit_cross(a[4], a[8], a[5], a[7]), fit_cross(a[5], a[6], a[3], a[8]),
        fit_cross(a[3], a[7], a[4], a[6]), fit_cross(a[2], a[7], a[1], a[8]),
        fit_cross(a[0], a[8], a[2], a[6]), fit_cross(a[1], a[6], a[0], a[7]),
        fit_cross(a[1], a[5], a[2], a[4]), fit_cross(a[2], a[3], a[0], a[5]),
        fit_cross(a[0], a[4], a[1], a[3]),
    };
    wide det = wide_add(wide_mul(a[0], cofactor[0]),
                        wide_add(wide_mul(a[1], cofactor[1]), wide_mul(a[2], cofactor[2])));
    for (int i = 0; i < 9; ++i) cofactor[i] = wide_mul(cofactor[i], cofactor[i]);
    wide square = fit_sum9(cofactor);
    p->c1 = wide_mul(det, wide_splat(-8.0f));
    p->c0 = wide_sub(wide_splat(1.0f), wide_mul(square, wide_splat(4.0f)));
    // l^2 = 1 + 2 sqrt(|cof|^2 + 2 l det) and l <= sqrt 3
    wide bound = wide_mul(wide_max(det, wide_splat(0.0f)), wide_splat(3.4641016f));
    bound = wide_sqrt(wide_add(square, bound));
    p->l = wide_sqrt(wide_add(wide_splat(1.0f), wide_add(bound, bound)));
}

// P'(l)
static inline wide fit_slope(const fit_quartic* p) {
    wide l4 = wide_mul(p->l, wide_splat(4.0f));
    return wide_add(wide_mul(wide_sub(wide_mul(p->l, p->l), wide_splat(1.0f)), l4), p->c1);
}

static inline void fit_newton(fit_quartic* p) {
    wide value = wide_sub(wide_mul(p->l, p->l), wide_splat(2.0f));
    value = wide_add(wide_mul(value, p->l), p->c1);
    value = wide_add(wide_mul(value, p->l), p->c0);
    wide slope = wide_max(fit_slope(p), wide_splat(1e-3f));
    p->l = wide_sub(p->l, wide_div(value, slope));
}

// Away from where two roots meet and the adjugate vanishes.
static inline wide fit_largest(const fit_quartic* p) {
    wide_mask meet = wide_lt(fit_slope(p), wide_splat(1e-3f));
    return wide_select(meet, wide_add(p->l, wide_splat(4e-4f)), p->l);
}

// The quaternion w, x, y, z, of any length but 0.
static inline void fit_quaternion(const wide a[9], wide l, wide q[4]) {
    // l - N
    wide aa = wide_sub(l, wide_add(a[0], wide_add(a[4], a[8])));
    wide bb = wide_sub(wide_add(l, wide_add(a[4], a[8])), a[0]);
    wide cc = wide_sub(wide_add(l, wide_add(a[0], a[8])), a[4]);
    wide dd = wide_sub(wide_add(l, wide_add(a[0], a[4])), a[8]);
    wide ab = wide_sub(a[5], a[7]), ac = wide_sub(a[6], a[2]), ad = wide_sub(a[1], a[3]);
    wide bc = wide_neg(wide_add(a[1], a[3])), bd = wide_neg(wide_add(a[2], a[6]));
    wide cd = wide_neg(wide_add(a[5], a[7]));

    // minors of two rows: the upper and the lower pair
    wide s0 = fit_cross(aa, bb, ab, ab), s1 = fit_cross(aa, bc, ab, ac);
    wide s2 = fit_cross(aa, bd, ab, ad), s3 = fit_cross(ab, bc, bb, ac);
    wide s4 = fit_cross(ab, bd, bb, ad), s5 = fit_cross(ac, bd, bc, ad);
    wide c1 = fit_cross(ac, cd, ad, cc), c2 = fit_cross(ac, dd, ad, cd);
    wide c3 = fit_cross(bc, cd, bd, cc), c4 = fit_cross(bc, dd, bd, cd);
    wide c5 = fit_cross(cc, dd, cd, cd);
#define ADJUGATE(u, x, v, y, w, z)                                                                 \
    wide_add(wide_sub(wide_mul(u, x), wide_mul(v, y)), wide_mul(w, z))
    wide j00 = ADJUGATE(bb, c5, bc, c4, bd, c3), j11 = ADJUGATE(aa, c5, ac, c2, ad, c1);
    wide j22 = ADJUGATE(ad, s4, bd, s2, dd, s0), j33 = ADJUGATE(ac, s3, bc, s1, cc, s0);
    wide j01 = wide_neg(ADJUGATE(ab, c5, ac, c4, ad, c3));
    wide j02 = ADJUGATE(bd, s5, cd, s4, dd, s3), j03 = wide_neg(ADJUGATE(bc, s5, cc, s4, cd, s3));
    wide j12 = wide_neg(ADJUGATE(ad, s5, cd, s2, dd, s1));
    wide j13 = ADJUGATE(ac, s5, cc, s2, cd, s1);
    wide j23 = wide_neg(ADJUGATE(ad, s3, bd, s1, cd, s0));
#undef ADJUGATE

    // the column with the largest diagonal
    wide_mask second = wide_lt(j00, j11);
    wide most = wide_select(second, j11, j00);
    q[0] = wide_select(second, j01, j00);
    q[1] = wide_select(second, j11, j01);
    q[2] = wide_select(second, j12, j02);
    q[3] = wide_select(second, j13, j03);
    wide_mask third = wide_lt(most, j22);
    most = wide_select(third, j22, most);
    q[0] = wide_select(third, j02, q[0]);
    q[1] = wide_select(third, j12, q[1]);
    q[2] = wide_select(third, j22, q[2]);
    q[3] = wide_select(third, j23, q[3]);
    wide_mask fourth = wide_lt(most, j33);
    q[0] = wide_select(fourth, j03, q[0]);
    q[1] = wide_select(fourth, j13, q[1]);
    q[2] = wide_select(fourth, j23, q[2]);
    q[3] = wide_select(fourth, j33, q[3]);
}

// The rotation less 1, by rows; 0 where there is none. So small turns keep all their digits.
static inline void fit_turn(const wide q[4], wide_mask good, wide r[9]) {
    const wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    wide w = wide_select(good, q[0], one), x = wide_select(good, q[1], zero);
    wide y = wide_select(good, q[2], zero), z = wide_select(good, q[3], zero);
    wide square = wide_add(wide_add(wide_mul(w, w), wide_mul(x, x)),
                           wide_add(wide_mul(y, y), wide_mul(z, z)));
    wide two = wide_div(wide_splat(2.0f), square);
    wide wx = wide_mul(w, x), wy = wide_mul(w, y), wz = wide_mul(w, z);
    wide xx = wide_mul(x, x), xy = wide_mul(x, y), xz = wide_mul(x, z);
    wide yy = wide_mul(y, y), yz = wide_mul(y, z), zz = wide_mul(z, z);
    r[0] = wide_neg(wide_mul(two, wide_add(yy, zz)));
    r[1] = wide_mul(two, wide_sub(xy, wz));
    r[2] = wide_mul(two, wide_add(xz, wy));
    r[3] = wide_mul(two, wide_add(xy, wz));
    r[4] = wide_neg(wide_mul(two, wide_add(xx, zz)));
    r[5] = wide_mul(two, wide_sub(yz, wx));
    r[6] = wide_mul(two, wide_sub(xz, wy));
    r[7] = wide_mul(two, wide_add(yz, wx));
    r[8] = wide_neg(wide_mul(two, wide_add(xx, yy)));
}

// T = [R | t - R t0] as the 16 channels of a row.
static inline void fit_transform(const fit_frame* f, const wide r[9], wide transform[16]) {
    for (int i = 0; i < 3; ++i) {
        wide turned =
            wide_add(wide_add(wide_mul(r[3 * i], f->t0[0]), wide_mul(r[3 * i + 1], f->t0[1])),
                     wide_mul(r[3 * i + 2], f->t0[2]));
        wide shift = wide_sub(f->t[i], turned);
        // beyond all sense, but finite: a light region far away
        wide_mask finite = wide_le(wide_abs(shift), wide_splat(3e38f));
        for (int k = 0; k < 3; ++k) transform[4 * i + k] = r[3 * i + k];
        transform[4 * i + 3] = wide_select(finite, shift, wide_splat(0.0f));
    }
    for (int k = 12; k < 15; ++k) transform[k] = wide_splat(0.0f);
    transform[15] = wide_splat(1.0f);
}

#define FIT_ROWS_MOST 64
#define FIT_VECTORS   (FIT_ROWS_MOST / WIDE)

// The rotations, less 1, of `vectors` times WIDE regions. (The frames are only read; gcc takes
// const arrays that are filled in a loop for uninitialised.) One region's numbers wait for each
// other all the way, through divisions and roots: so each step is done for all before the next, and
// they wait side by side (64 at a time take half as long).
static inline void fit_turns(fit_frame* frame, int vectors, wide (*turn)[9]) {
    fit_quartic quartic[FIT_VECTORS];
    wide_mask good[FIT_VECTORS];
    wide q[4];
    for (int k = 0; k < vectors; ++k) {
        for (int i = 0; i < 9; ++i) turn[k][i] = frame[k].a[i];
        good[k] = fit_normalise(turn[k]);
    }
    for (int k = 0; k < vectors; ++k) fit_make_quartic(turn[k], &quartic[k]);
    for (int step = 0; step < 4; ++step) {
        for (int k = 0; k < vectors; ++k) fit_newton(&quartic[k]);
    }
    for (int k = 0; k < vectors; ++k) {
        fit_quaternion(turn[k], fit_largest(&quartic[k]), q);
        fit_turn(q, good[k], turn[k]);
    }
}

// Rows of moments to rows of transforms (shape_match.h says what is in a row); a multiple of 16, at
// most FIT_ROWS_MOST. Empty regions give 1 without a shift.
static inline void fit_rows(const float* moments, int count, float* transforms) {
    fit_frame frame[FIT_VECTORS];
    wide turn[FIT_VECTORS][9], channel[16];
    int vectors = count / WIDE;
    for (int k = 0; k < vectors; ++k) {
        rows_to_lanes(moments + 16 * WIDE * k, channel);
        frame[k] = fit_centre(channel);
    }
    fit_turns(frame, vectors, turn);
    for (int k = 0; k < vectors; ++k) {
        for (int i = 0; i < 9; i += 4) turn[k][i] = wide_add(turn[k][i], wide_splat(1.0f));
        fit_transform(&frame[k], turn[k], channel);
        lanes_to_rows(channel, transforms + 16 * WIDE * k);
    }
}

static inline void fit16(const float* moments, float* transforms) {
    fit_rows(moments, 16, transforms);
}

#endif

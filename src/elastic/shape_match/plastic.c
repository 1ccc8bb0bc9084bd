// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Lasting deformation. Region j keeps S_p, the shape it has flowed to: its rest shape is S_p x0
// instead of x0. After Mueller, Heidelberger, Teschner, Gross 2005, "Meshless Deformations Based on
// Shape Matching", section 4.5, with three changes that make it independent of the step:
// - what flows in h seconds is the share 1 - exp(-creep h), the exact course of a held strain, and
//   no more than brings the strain down to yield;
// - the strain is that of R^T F, F the best affine map from S_p x0 to y, pulled a little towards R
//   in every direction, since surface regions are nearly flat and a flat one has no thickness to
//   measure: F = (A + e tr(A0) R) (A0 + e tr(A0) 1)^-1, A and A0 the moments about the means;
// - only the symmetric part flows, divided by the cube root of its determinant: volume stays.
#include "src/elastic/shape_match/shape_match.h"

#include "src/math/elementary.h"

#define THICKNESS    0.01  // e: share of the trace lent to every direction
#define STRAIN_MOST  1e3   // beyond it the state is broken, not deformed
#define LIMIT_ROUNDS 20

typedef double mat3[9];  // by rows

static void multiply(const mat3 a, const mat3 b, mat3 out) {
    for (unsigned r = 0; r < 3; ++r)
        for (unsigned c = 0; c < 3; ++c)
            out[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
}

static double determinant(const mat3 m) {
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
           m[2] * (m[3] * m[7] - m[4] * m[6]);
}

// How far from the identity, as the root of the sum of squares.
static double distance_from_one(const mat3 m) {
    double sum = 0;
    for (unsigned i = 0; i < 9; ++i) {
        double d = m[i] - (i % 4 == 0 ? 1 : 0);
        sum += d * d;
    }
    return sqrt(sum);
}

// Of a symmetric matrix given as xx xy xz yy yz zz. False: it has none worth using.
static bool invert_symmetric(const double s[6], mat3 out) {
    double xx = s[3] * s[5] - s[4] * s[4], xy = s[2] * s[4] - s[1] * s[5];
    double xz = s[1] * s[4] - s[2] * s[3], det = s[0] * xx + s[1] * xy + s[2] * xz;
    if (!(det > 0)) return false;
    double inverse = 1 / det;
    out[0] = xx * inverse, out[1] = out[3] = xy * inverse, out[2] = out[6] = xz * inverse;
    out[4] = (s[0] * s[5] - s[2] * s[2]) * inverse;
    out[5] = out[7] = (s[1] * s[2] - s[0] * s[4]) * inverse;
    out[8] = (s[0] * s[3] - s[1] * s[1]) * inverse;
    return true;
}

void pl_plastic_before(const pl_shape_match* sm, uint32_t first, float* moments) {
    if (!sm->plastic) return;
    for (unsigned j = 0; j < 16; ++j) {
        const float* shape = sm->plastic + 9 * ((size_t)first + j);
        float* m = moments + 16 * j;
        for (unsigned a = 0; a < 4; ++a) {
            double row[3] = {(double)m[4 * a], (double)m[4 * a + 1], (double)m[4 * a + 2]};
            for (unsigned c = 0; c < 3; ++c) {
                const float* s = shape + 3 * c;
                m[4 * a + c] =
                    (float)(row[0] * (double)s[0] + row[1] * (double)s[1] + row[2] * (double)s[2]);
            }
        }
    }
}

// A0 with e tr(A0) in every direction, for the shape that S_p makes of the rest.
static bool stretch_moments(const float* rest, const mat3 shape, double out[6], double* lent) {
    mat3 full = {(double)rest[0], (double)rest[1], (double)rest[2],
                 (double)rest[1], (double)rest[3], (double)rest[4],
                 (double)rest[2], (double)rest[4], (double)rest[5]};
    mat3 half;
    multiply(shape, full, half);
    for (unsigned r = 0, k = 0; r < 3; ++r)
        for (unsigned c = r; c < 3; ++c, ++k)
            out[k] = half[3 * r] * shape[3 * c] + half[3 * r + 1] * shape[3 * c + 1] +
                     half[3 * r + 2] * shape[3 * c + 2];
    *lent = THICKNESS * (out[0] + out[3] + out[5]);
    out[0] += *lent, out[3] += *lent, out[5] += *lent;
    return *lent > 0;
}

// The symmetric part of R^T F. False: the region is empty, a point, or not finite.
static bool stretch_of(const float* moments, const float* transform, const float* rest,
                       const mat3 shape, mat3 stretch) {
    double flat[6] = {0}, lent;
    mat3 inverse, turned, product;
    double mass = (double)moments[15];
    if (!(mass > 0) || !stretch_moments(rest, shape, flat, &lent)) return false;
    if (!invert_symmetric(flat, inverse)) return false;
    // R^T A, and e tr(A0) 1 for e tr(A0) R
    for (unsigned r = 0; r < 3; ++r) {
        for (unsigned c = 0; c < 3; ++c) {
            double sum = r == c ? lent : 0;
            for (unsigned a = 0; a < 3; ++a) {
                double about_mean = (double)moments[4 * a + c] -
                                    (double)moments[4 * a + 3] * (double)moments[12 + c] / mass;
                sum += (double)transform[4 * a + r] * about_mean;
            }
            turned[3 * r + c] = sum;
        }
    }
    multiply(turned, inverse, product);
    for (unsigned r = 0; r < 3; ++r)
        for (unsigned c = 0; c < 3; ++c)
            stretch[3 * r + c] = 0.5 * (product[3 * r + c] + product[3 * c + r]);
    return true;
}

// A region that is inside out finds back; it does not flow there.
static bool is_upright(const mat3 stretch) {
    return stretch[0] > 0 && stretch[0] * stretch[4] - stretch[1] * stretch[3] > 0 &&
           determinant(stretch) > 0;
}

static void keep_volume(mat3 shape) {
    double inverse = 1 / pl_cbrt(determinant(shape));
    for (unsigned i = 0; i < 9; ++i) shape[i] *= inverse;
}

// Towards the identity, and back to determinant 1.
static void blend(const mat3 shape, double share, mat3 out) {
    for (unsigned i = 0; i < 9; ++i) {
        double one = i % 4 == 0 ? 1 : 0;
        out[i] = one + share * (shape[i] - one);
    }
    keep_volume(out);
}

// The last point on the way from the identity to the shape that is within the limit. Limit and
// volume together have no closed form; halving settles on the same point whatever the step.
static void keep_limit(mat3 shape, double limit) {
    mat3 full, trial;
    blend(shape, 1, full);
    double low = 0, high = 1;
    if (distance_from_one(full) <= limit) low = high;
    for (unsigned round = 0; low < high && round < LIMIT_ROUNDS; ++round) {
        double middle = 0.5 * (low + high);
        blend(full, middle, trial);
        if (distance_from_one(trial) <= limit)
            low = middle;
        else
            high = middle;
    }
    blend(full, low, shape);
}

// S_p <- (1 + share (stretch - 1)) S_p, within the limit.
static void flow(mat3 shape, const mat3 stretch, double share, double limit) {
    mat3 change, result;
    for (unsigned i = 0; i < 9; ++i) {
        double one = i % 4 == 0 ? 1 : 0;
        change[i] = one + share * (stretch[i] - one);
    }
    multiply(change, shape, result);
    keep_limit(result, limit);
    // what a degenerate shape makes of the divisions is not kept
    if (!(distance_from_one(result) <= 2 * limit + 1)) return;
    for (unsigned i = 0; i < 9; ++i) shape[i] = result[i];
}

// T takes S_p x0; [R S_p | t] takes x0.
static void take_rest(float* transform, const mat3 shape) {
    for (unsigned a = 0; a < 3; ++a) {
        double row[3] = {(double)transform[4 * a], (double)transform[4 * a + 1],
                         (double)transform[4 * a + 2]};
        for (unsigned c = 0; c < 3; ++c)
            transform[4 * a + c] =
                (float)(row[0] * shape[c] + row[1] * shape[3 + c] + row[2] * shape[6 + c]);
    }
}

void pl_plastic_after(const pl_body* body, uint32_t first, const float* moments, float* transforms,
                      float h) {
    pl_shape_match* sm = pl_shape_match_of(body);
    if (!sm->plastic) return;
    double yield = sm->law.yield, limit = sm->law.plastic_limit;
    // each of a substep's passes has its share of the time
    double most = 1 - pl_exp(-sm->law.creep * (double)h / (double)body->def.passes);
    bool flows = yield > 0 && most > 0;
    for (unsigned j = 0; j < 16; ++j) {
        size_t region = (size_t)first + j;
        float* kept = sm->plastic + 9 * region;
        float* transform = transforms + 16 * j;
        mat3 shape, stretch;
        for (unsigned i = 0; i < 9; ++i) shape[i] = (double)kept[i];
        float rest[6];
        for (unsigned i = 0; i < 6; ++i) rest[i] = sm->region_rest[i][region];
        bool known = flows && stretch_of(moments + 16 * j, transform, rest, shape, stretch);
        take_rest(transform, shape);
        if (!known) continue;
        double strain = distance_from_one(stretch);
        if (!(strain > yield && strain < STRAIN_MOST) || !is_upright(stretch)) continue;
        double to_yield = 1 - yield / strain;
        flow(shape, stretch, most < to_yield ? most : to_yield, limit);
        for (unsigned i = 0; i < 9; ++i) kept[i] = (float)shape[i];
    }
}

void pl_plastic_clear(pl_shape_match* sm) {
    for (size_t i = 0; sm->plastic && i < 9 * (size_t)sm->region_count; ++i)
        sm->plastic[i] = i % 9 % 4 == 0 ? 1.0f : 0.0f;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How hard a joint is to turn. A ball joint parts its piece in two: what hangs from the bone and
// the rest. With all other joints stiff these are two free rigid bodies, masses m, inertias I, held
// together at arms r from their centres. A pair of torques t, -t turns them against each other by
//     A t,   A = I1^-1 + I2^-1 - B' S^-1 B,
//     B = [r1] I1^-1 + [r2] I2^-1,   S = (1/m1 + 1/m2) 1 + [r1] I1^-1 [r1]' + [r2] I2^-1 [r2]'
// where S^-1 B t is the force in the joint that keeps the points together. The joint swings with
// `hertz` about every axis if its spring is (2 pi hertz)^2 A^-1: axes and inertias are the
// eigenvectors of A and one over its eigenvalues.
#include "ragdoll/ragdoll_parts.h"

#include <math.h>
#include <string.h>

// Several bones as one rigid body.
typedef struct {
    double mass, centre[3], inertia[9];
} composite;

static bool hangs_from(const plump_ragdoll* r, uint32_t bone, uint32_t from) {
    while (bone != PL_RAGDOLL_NONE && bone != from) bone = r->parts[bone].parent;
    return bone == from;
}

// The bones of the piece of `joint` that hang from it, or those that do not.
static composite gather(const plump_ragdoll* r, uint32_t joint, bool hanging) {
    composite all = {0};
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t i = 0; i < r->count; ++i) {
            const pl_ragdoll_part* part = &r->parts[i];
            if (part->root != r->parts[joint].root || hangs_from(r, i, joint) != hanging) continue;
            if (pass == 0) {
                all.mass += part->mass;
                for (int k = 0; k < 3; ++k) all.centre[k] += part->mass * part->centre[k];
                continue;
            }
            double d[3];
            for (int k = 0; k < 3; ++k) d[k] = part->centre[k] - all.centre[k];
            for (int k = 0; k < 9; ++k)
                all.inertia[k] +=
                    part->inertia[k] +
                    part->mass * ((k % 4 ? 0 : pl_ragdoll_dot(d, d)) - d[k / 3] * d[k % 3]);
        }
        for (int k = 0; k < 3 && pass == 0; ++k) all.centre[k] /= all.mass;
    }
    return all;
}

// ---------------------------------------------------------------- 3 x 3 matrices, by rows

static void multiply(const double a[9], const double b[9], double out[9]) {
    double product[9];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            product[3 * i + j] =
                a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
    memcpy(out, product, sizeof product);
}

static void transpose(const double a[9], double out[9]) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) out[3 * j + i] = a[3 * i + j];
}

void pl_ragdoll_invert(const double a[9], double out[9]) {
    double columns[9];
    for (int i = 0; i < 3; ++i)
        pl_ragdoll_cross(&a[3 * ((i + 1) % 3)], &a[3 * ((i + 2) % 3)], &columns[3 * i]);
    double determinant = pl_ragdoll_dot(a, columns);
    for (int k = 0; k < 9; ++k) columns[k] /= determinant;
    transpose(columns, out);
}

static void cross_matrix(const double r[3], double out[9]) {
    const double m[9] = {0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0};
    memcpy(out, m, sizeof m);
}

// Turns the axes p and q so that `a` loses its entry there (Jacobi).
static void rotate_pair(double a[9], double vectors[9], int p, int q) {
    double off = a[3 * p + q];
    if (off == 0) return;
    double theta = (a[4 * q] - a[4 * p]) / (2 * off);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    double turn[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, back[9];
    turn[4 * p] = turn[4 * q] = c;
    turn[3 * p + q] = s;
    turn[3 * q + p] = -s;
    transpose(turn, back);
    multiply(back, a, a);
    multiply(a, turn, a);
    multiply(vectors, turn, vectors);
}

// Eigenvectors of a symmetric matrix as the columns of `vectors`; its diagonal becomes the values.
static void diagonalize(double a[9], double vectors[9]) {
    for (int k = 0; k < 9; ++k) vectors[k] = k % 4 ? 0 : 1;
    for (int sweep = 0; sweep < 12; ++sweep) {
        rotate_pair(a, vectors, 0, 1);
        rotate_pair(a, vectors, 0, 2);
        rotate_pair(a, vectors, 1, 2);
    }
}

// ---------------------------------------------------------------- the joint

// Adds what one side has in A, B and S.
static void add_side(const composite* side, const double joint[3], double a[9], double b[9],
                     double s[9]) {
    double arm[3], r[9], back[9], inverse[9], product[9];
    for (int k = 0; k < 3; ++k) arm[k] = joint[k] - side->centre[k];
    cross_matrix(arm, r);
    transpose(r, back);
    pl_ragdoll_invert(side->inertia, inverse);
    multiply(r, inverse, product);
    for (int k = 0; k < 9; ++k) a[k] += inverse[k];
    for (int k = 0; k < 9; ++k) b[k] += product[k];
    multiply(product, back, product);
    for (int k = 0; k < 9; ++k) s[k] += product[k] + (k % 4 ? 0 : 1 / side->mass);
}

static void find_swing(plump_ragdoll* r, uint32_t bone) {
    pl_ragdoll_part* part = &r->parts[bone];
    composite hanging = gather(r, bone, true), rest = gather(r, bone, false);
    double joint[3], a[9] = {0}, b[9] = {0}, s[9] = {0}, back[9], vectors[9];
    for (int k = 0; k < 3; ++k) joint[k] = part->centre[k] + part->joint[k];
    add_side(&hanging, joint, a, b, s);
    add_side(&rest, joint, a, b, s);
    transpose(b, back);
    pl_ragdoll_invert(s, s);
    multiply(back, s, s);
    multiply(s, b, s);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)  // symmetric to the last bit
            back[3 * i + j] = (a[3 * i + j] + a[3 * j + i]) / 2 - (s[3 * i + j] + s[3 * j + i]) / 2;
    diagonalize(back, vectors);
    double most = fmax(back[0], fmax(back[4], back[8]));
    for (int i = 0; i < 3; ++i) {
        part->swing[i] = 1 / fmax(back[4 * i], 1e-12 * most);  // rounding may leave less than 0
        for (int k = 0; k < 3; ++k) part->axes[i][k] = vectors[3 * k + i];
    }
}

void pl_ragdoll_find_swings(plump_ragdoll* ragdoll) {
    for (uint32_t i = 0; i < ragdoll->count; ++i)
        if (ragdoll->parts[i].parent != PL_RAGDOLL_NONE) find_swing(ragdoll, i);
}

void pl_ragdoll_find_inverses(plump_ragdoll* ragdoll) {
    for (uint32_t i = 0; i < ragdoll->count; ++i)
        pl_ragdoll_invert(ragdoll->parts[i].inertia, ragdoll->parts[i].inverse);
}

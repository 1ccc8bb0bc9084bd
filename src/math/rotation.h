// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rotations in double, for what happens once and not in hot loops: 3x3 matrices by rows,
// quaternions as x, y, z, w.
#ifndef PL_MATH_ROTATION_H
#define PL_MATH_ROTATION_H

#include "src/math/vec3.h"

static inline pl_vec3d pl_rotation_turn(const double r[9], pl_vec3d a) {
    return pl_vec3d_make(r[0] * a.x + r[1] * a.y + r[2] * a.z, r[3] * a.x + r[4] * a.y + r[5] * a.z,
                         r[6] * a.x + r[7] * a.y + r[8] * a.z);
}

// Turned back: r^T a.
static inline pl_vec3d pl_rotation_back(const double r[9], pl_vec3d a) {
    return pl_vec3d_make(r[0] * a.x + r[3] * a.y + r[6] * a.z, r[1] * a.x + r[4] * a.y + r[7] * a.z,
                         r[2] * a.x + r[5] * a.y + r[8] * a.z);
}

// Of any length but 0.
void pl_rotation_from_quaternion(const double q[4], double r[9]);

// a b: first b, then a. `product` is neither of them.
void pl_quaternion_multiply(const double a[4], const double b[4], double product[4]);
// q turned on by a rotation vector, and of length 1.
void pl_quaternion_advance(double q[4], pl_vec3d turn);

// moments += now rest^T
void pl_rotation_add_moment(double moments[9], pl_vec3d now, pl_vec3d rest);
// The rotation R that makes tr(R^T moments) largest: the best one from rest to now (Horn 1987, by
// the largest eigenvector of a 4x4 matrix). Always a proper rotation.
void pl_rotation_fit(const double moments[9], double r[9]);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// 3x3 matrices by rows, in double, that are no rotations.
#ifndef PL_MATH_MAT3_H
#define PL_MATH_MAT3_H

// det(a) a^-T, which there is also where a has no inverse; returns the determinant. `to` is not a.
static inline double pl_mat3_cofactors(const double a[9], double to[9]) {
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            to[3 * i + k] = a[3 * i1 + k1] * a[3 * i2 + k2] - a[3 * i1 + k2] * a[3 * i2 + k1];
        }
    }
    return a[0] * to[0] + a[1] * to[1] + a[2] * to[2];
}

// det(a) a^-1, likewise.
static inline double pl_mat3_adjugate(const double a[9], double to[9]) {
    double turned[9], det = pl_mat3_cofactors(a, turned);
    for (int k = 0; k < 9; ++k) to[k] = turned[3 * (k % 3) + k / 3];
    return det;
}

#endif

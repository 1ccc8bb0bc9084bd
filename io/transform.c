// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/transform.h"

#include <math.h>
#include <string.h>

const double pl_matrix_identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

void pl_matrix_multiply(const double a[12], const double b[12], double product[12]) {
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c) {
            product[r * 4 + c] = a[r * 4] * b[c] + a[r * 4 + 1] * b[4 + c] +
                                 a[r * 4 + 2] * b[8 + c] + (c == 3 ? a[r * 4 + 3] : 0);
        }
    }
}

void pl_matrix_turn(const double m[12], double p[3]) {
    double x = p[0], y = p[1], z = p[2];
    for (int r = 0; r < 3; ++r) p[r] = m[r * 4] * x + m[r * 4 + 1] * y + m[r * 4 + 2] * z;
}

void pl_matrix_move(const double m[12], double p[3]) {
    pl_matrix_turn(m, p);
    for (int r = 0; r < 3; ++r) p[r] += m[r * 4 + 3];
}

double pl_matrix_determinant(const double m[12]) {
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
           m[2] * (m[4] * m[9] - m[5] * m[8]);
}

bool pl_matrix_is_finite(const double m[12]) {
    for (int i = 0; i < 12; ++i) {
        if (!(fabs(m[i]) <= 1e30)) return false;
    }
    return true;
}

bool pl_matrix_invert(const double m[12], double inverse[12]) {
    double determinant = pl_matrix_determinant(m), size = 0;
    for (int i = 0; i < 12; ++i) size += i % 4 < 3 ? fabs(m[i]) : 0;
    if (!pl_matrix_is_finite(m) || !(fabs(determinant) > 1e-12 * size * size * size)) return false;
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
            // cofactor of (c, r), by turning the indices around
            int i = (c + 1) % 3, j = (c + 2) % 3, k = (r + 1) % 3, l = (r + 2) % 3;
            inverse[r * 4 + c] =
                (m[i * 4 + k] * m[j * 4 + l] - m[i * 4 + l] * m[j * 4 + k]) / determinant;
        }
    }
    for (int r = 0; r < 3; ++r) {
        inverse[r * 4 + 3] =
            -(inverse[r * 4] * m[3] + inverse[r * 4 + 1] * m[7] + inverse[r * 4 + 2] * m[11]);
    }
    return pl_matrix_is_finite(inverse);
}

void pl_transform_matrix(const pl_transform* transform, double matrix[12]) {
    if (transform->is_matrix) {
        memcpy(matrix, transform->matrix, sizeof transform->matrix);
        return;
    }
    const double* q = transform->rotation;
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double x = 0, y = 0, z = 0, w = 1;
    if (length > 0) x = q[0] / length, y = q[1] / length, z = q[2] / length, w = q[3] / length;
    const double rotation[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
        2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
        2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y),
    };
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) matrix[r * 4 + c] = rotation[r * 3 + c] * transform->scale[c];
        matrix[r * 4 + 3] = transform->translation[r];
    }
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Transforms as glTF has them, in double. Matrices are 3 rows of 4; the fourth is 0 0 0 1.
#ifndef PL_IO_TRANSFORM_H
#define PL_IO_TRANSFORM_H

#include <stdbool.h>

typedef struct pl_transform {
    bool is_matrix;  // else translation, rotation (x, y, z, w) and scale
    double matrix[12];
    double translation[3], rotation[4], scale[3];
} pl_transform;

// The rotation need not be of length 1; without a length it is none.
void pl_transform_matrix(const pl_transform* transform, double matrix[12]);

extern const double pl_matrix_identity[12];
// product = a b, none of the two
void pl_matrix_multiply(const double a[12], const double b[12], double product[12]);
void pl_matrix_move(const double m[12], double position[3]);
// Turns and scales, but does not move.
void pl_matrix_turn(const double m[12], double vector[3]);
double pl_matrix_determinant(const double m[12]);
// False: it flattens space, or is not finite.
bool pl_matrix_invert(const double m[12], double inverse[12]);
bool pl_matrix_is_finite(const double m[12]);

#endif

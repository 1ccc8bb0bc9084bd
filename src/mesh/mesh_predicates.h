// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Exact answers to "on which side": the signs of small determinants of differences of coordinates.
// Right for all doubles below 2^199 (8e59), denormals included, on every machine; the exact stage
// alone for all finite ones.
#ifndef PL_MESH_PREDICATES_H
#define PL_MESH_PREDICATES_H

#include "src/base/platform.h"

// Where rounding leaves the sign open, whole numbers decide; that costs from 0.15 us (coordinates
// that came as 32-bit floats) to some 20 us (the full range of exponents in one determinant). The
// number of elementary steps is added to *work (about 1 ns each; NULL is fine), so that callers can
// bound what hostile input costs.

// The sign, -1, 0 or 1, of (b - a) x (c - a) . (d - a): positive when a, b, c turn
// counter-clockwise seen from d.
int pl_orient3d(const double a[3], const double b[3], const double c[3], const double d[3],
                uint64_t* work);
// The same without the floating-point filter, for callers who have their own.
int pl_orient3d_exact(const double a[3], const double b[3], const double c[3], const double d[3],
                      uint64_t* work);

// The sign of (b - a) x (c - a): positive when a, b, c turn counter-clockwise.
int pl_orient2d(const double a[2], const double b[2], const double c[2], uint64_t* work);

// Bounds for filters. With u, v, w the rounded differences, a determinant of three rows computed as
// (u x v) . w is off by at most PL_ORIENT3D_BOUND times the sum of |u_i v_j w_k| over its six
// terms, plus PL_ORIENT_TINY for what underflow may have taken: see mesh_predicates.c.
#define PL_ORIENT3D_BOUND 1e-15
#define PL_ORIENT2D_BOUND 4e-16
#define PL_ORIENT_TINY    1e-260

#endif

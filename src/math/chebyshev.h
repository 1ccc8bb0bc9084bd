// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Chebyshev's iteration for A x = b, where all eigenvalues of A are known to lie in [1, 1 + spread]
// (Golub and Varga 1961). Of each mode a share R of its way is left, a polynomial that is as small
// as can be over the interval and at most 1 in size; two sweeps of the same degree leave R^2, never
// below 0, so that no mode goes further than it should however few the iterations are.
#ifndef PL_MATH_CHEBYSHEV_H
#define PL_MATH_CHEBYSHEV_H

#include "src/base/platform.h"

typedef struct pl_chebyshev {
    double middle, half;  // of the interval
    uint32_t degree, sweeps;
} pl_chebyshev;

// So many iterations that no more than `most` is left of any mode, or `steps_most` in all. One or
// two sweeps.
pl_chebyshev pl_chebyshev_make(double spread, uint32_t sweeps, double most, uint32_t steps_most);
// R of the eigenvalue a, of all sweeps.
double pl_chebyshev_left(const pl_chebyshev* filter, double a);
// The next way is keep[i] x the last one + add[i] x the residual; returns how many there are.
uint32_t pl_chebyshev_write(const pl_chebyshev* filter, float* keep, float* add);

#endif

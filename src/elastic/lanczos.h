// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The smallest eigenvalue of a symmetric operator that is known only by what it does to a vector,
// outside a null space that the caller knows.
//
// Lanczos 1950, with vectors made orthogonal to the last two only. Rounding then lets copies of
// eigenvalues in that were found before, which does the smallest no harm: same value, same number
// of iterations as with all vectors kept orthogonal (ball, creature, 40 to 300 iterations), a
// quarter of the time, and no memory for them.
#ifndef PL_LANCZOS_H
#define PL_LANCZOS_H

#include "src/base/arena.h"

typedef struct pl_lanczos {
    size_t dimension;
    void (*apply)(const double* in, double* out, void* context);  // out = A in
    void (*clean)(double* vector, void* context);                 // takes the null space out
    void* context;
    double roof;       // no eigenvalue is above this, and none below 0
    double tolerance;  // of the residual |A v - value v|, as a share of the value
    uint32_t limit;    // of iterations, at least 1
    double* vector;    // NULL, or room for its unit eigenvector: costs as much again
} pl_lanczos;

typedef struct pl_lanczos_result {
    double value;     // of the eigenvalue, never below it but for rounding
    double residual;  // |A v - value v| of its unit vector: an eigenvalue is as near as this
    uint32_t iterations;
    bool exists;  // false: the start lies in the null space; there is nothing else to be found
} pl_lanczos_result;

// `start` should hold something of the lowest eigenvectors. False: out of memory.
bool pl_lanczos_smallest(const pl_lanczos* problem, const double* start, pl_arena* scratch,
                         pl_lanczos_result* result);

#endif

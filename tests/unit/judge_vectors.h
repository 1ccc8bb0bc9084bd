// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Vectors of three doubles and memory that is there, for the judges of contact.
#ifndef JUDGE_VECTORS_H
#define JUDGE_VECTORS_H

#include <math.h>
#include <stdlib.h>

static inline void sub(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = a[k] - b[k];
}

static inline double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static inline double length(const double a[3]) {
    return sqrt(dot(a, a));
}

static inline void* take(size_t count, size_t size) {
    void* block = calloc(count + 1, size);
    if (!block) abort();
    return block;
}

#endif

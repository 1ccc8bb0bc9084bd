// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The lanes of a kernel as one float: what every other width must agree with, bit for bit. This
// file is also the description of the operations; the others say the same in their instructions.
//
// wide is WIDE floats, wide_mask WIDE yes or no answers. Compares with NaN say no. min and max give
// their second operand when one is NaN or both are zero. Every operation rounds once; which NaN
// comes out of an operation (sign, payload) is not part of the contract.
#ifndef PL_WIDE_SCALAR_H
#define PL_WIDE_SCALAR_H

#include <math.h>

#define WIDE 1
typedef float wide;
typedef int wide_mask;

// _load and _store need a pointer aligned to the whole vector (64 bytes suit all), the others none.
static inline wide wide_load(const float* from) {
    return *from;
}
static inline wide wide_loadu(const float* from) {
    return *from;
}
static inline void wide_store(float* to, wide a) {
    *to = a;
}
static inline void wide_storeu(float* to, wide a) {
    *to = a;
}
static inline wide wide_splat(float value) {
    return value;
}

static inline wide wide_add(wide a, wide b) {
    return a + b;
}
static inline wide wide_sub(wide a, wide b) {
    return a - b;
}
static inline wide wide_mul(wide a, wide b) {
    return a * b;
}
static inline wide wide_div(wide a, wide b) {
    return a / b;
}
static inline wide wide_sqrt(wide a) {
    return sqrtf(a);
}
static inline wide wide_neg(wide a) {
    return -a;
}
static inline wide wide_abs(wide a) {
    return fabsf(a);
}
static inline wide wide_min(wide a, wide b) {
    return a < b ? a : b;
}
static inline wide wide_max(wide a, wide b) {
    return a > b ? a : b;
}

static inline wide_mask wide_lt(wide a, wide b) {
    return a < b;
}
static inline wide_mask wide_le(wide a, wide b) {
    return a <= b;
}
static inline wide_mask wide_eq(wide a, wide b) {
    return a == b;
}
static inline wide_mask wide_and(wide_mask a, wide_mask b) {
    return a & b;
}
static inline wide_mask wide_or(wide_mask a, wide_mask b) {
    return a | b;
}
static inline wide_mask wide_not(wide_mask a) {
    return !a;
}
static inline wide wide_select(wide_mask mask, wide yes, wide no) {
    return mask ? yes : no;
}
static inline int wide_any(wide_mask mask) {
    return mask;
}
static inline int wide_all(wide_mask mask) {
    return mask;
}

// The sum of all lanes by halves: lane i takes lane i + WIDE/2, then i + WIDE/4, ...
static inline float wide_sum(wide a) {
    return a;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Elementary functions with the same bits on every machine: C libraries differ in the last digit,
// these use only + - * / sqrt and exact changes of exponent bits. They need round-to-nearest
// (fpmode.h). The bounds are in units in the last place (ulp) of the exact result; tests hold them
// against libm's long double over dense samples.
//
// function    bound (ulp)   where
// sin, cos    0.85          |x| <= 1e6; beyond, the error grows with |x| but the result stays
// within
//                           [-1, 1]; infinite x gives NaN
// exp         0.8           everywhere, also where the result is denormal
// log         0.6           x > 0; log(0) is -infinity, negative x gives NaN
// atan2       0.51          everywhere, signs of zero and infinities as C's atan2
// acos        0.51          [-1, 1]; arguments outside are taken as -1 or 1, so that a dot product
//                           rounded past 1 cannot make a NaN
// cbrt        0.51          everywhere
// NaN gives NaN; its sign and payload are not part of the contract.
#ifndef PL_MATH_ELEMENTARY_H
#define PL_MATH_ELEMENTARY_H

#define PL_PI 3.141592653589793

typedef struct pl_sine_cosine {
    double sine, cosine;
} pl_sine_cosine;

// Both at the cost of little more than one; the same bits as pl_sin and pl_cos.
pl_sine_cosine pl_sincos(double x);
double pl_sin(double x);
double pl_cos(double x);
double pl_exp(double x);
double pl_log(double x);
double pl_atan2(double y, double x);
double pl_acos(double x);
double pl_cbrt(double x);

// In float: the double result rounded once more, so within 0.501 ulp.
static inline float pl_sinf(float x) {
    return (float)pl_sin((double)x);
}

static inline float pl_cosf(float x) {
    return (float)pl_cos((double)x);
}

static inline float pl_expf(float x) {
    return (float)pl_exp((double)x);
}

static inline float pl_acosf(float x) {
    return (float)pl_acos((double)x);
}

#endif

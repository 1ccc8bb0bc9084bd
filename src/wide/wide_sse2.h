// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Four lanes on every x86-64 machine; the operations are described in wide_scalar.h. minps and
// maxps are by definition a < b ? a : b and a > b ? a : b.
#ifndef PL_WIDE_SSE2_H
#define PL_WIDE_SSE2_H

#include <emmintrin.h>

#define WIDE 4
typedef __m128 wide;
typedef __m128 wide_mask;

static inline wide wide_load(const float* from) {
    return _mm_load_ps(from);
}
static inline wide wide_loadu(const float* from) {
    return _mm_loadu_ps(from);
}
static inline void wide_store(float* to, wide a) {
    _mm_store_ps(to, a);
}
static inline void wide_storeu(float* to, wide a) {
    _mm_storeu_ps(to, a);
}
static inline wide wide_splat(float value) {
    return _mm_set1_ps(value);
}

static inline wide wide_add(wide a, wide b) {
    return _mm_add_ps(a, b);
}
static inline wide wide_sub(wide a, wide b) {
    return _mm_sub_ps(a, b);
}
static inline wide wide_mul(wide a, wide b) {
    return _mm_mul_ps(a, b);
}
static inline wide wide_div(wide a, wide b) {
    return _mm_div_ps(a, b);
}
static inline wide wide_sqrt(wide a) {
    return _mm_sqrt_ps(a);
}
static inline wide wide_neg(wide a) {
    return _mm_xor_ps(a, _mm_set1_ps(-0.0f));
}
static inline wide wide_abs(wide a) {
    return _mm_andnot_ps(_mm_set1_ps(-0.0f), a);
}
static inline wide wide_min(wide a, wide b) {
    return _mm_min_ps(a, b);
}
static inline wide wide_max(wide a, wide b) {
    return _mm_max_ps(a, b);
}

static inline wide_mask wide_lt(wide a, wide b) {
    return _mm_cmplt_ps(a, b);
}
static inline wide_mask wide_le(wide a, wide b) {
    return _mm_cmple_ps(a, b);
}
static inline wide_mask wide_eq(wide a, wide b) {
    return _mm_cmpeq_ps(a, b);
}
static inline wide_mask wide_and(wide_mask a, wide_mask b) {
    return _mm_and_ps(a, b);
}
static inline wide_mask wide_or(wide_mask a, wide_mask b) {
    return _mm_or_ps(a, b);
}
static inline wide_mask wide_not(wide_mask a) {
    return _mm_xor_ps(a, _mm_castsi128_ps(_mm_set1_epi32(-1)));
}
static inline wide wide_select(wide_mask mask, wide yes, wide no) {
    return _mm_or_ps(_mm_and_ps(mask, yes), _mm_andnot_ps(mask, no));
}
static inline int wide_any(wide_mask mask) {
    return _mm_movemask_ps(mask) != 0;
}
static inline int wide_all(wide_mask mask) {
    return _mm_movemask_ps(mask) == 0xF;
}

static inline float wide_sum(wide a) {
    a = _mm_add_ps(a, _mm_movehl_ps(a, a));
    return _mm_cvtss_f32(_mm_add_ss(a, _mm_shuffle_ps(a, a, 1)));
}

#endif

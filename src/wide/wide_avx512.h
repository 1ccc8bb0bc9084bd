// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sixteen lanes, masks in their own registers (AVX-512 F and DQ); the operations are described in
// wide_scalar.h.
#ifndef PL_WIDE_AVX512_H
#define PL_WIDE_AVX512_H

#include <immintrin.h>

#define WIDE 16
typedef __m512 wide;
typedef __mmask16 wide_mask;

static inline wide wide_load(const float* from) {
    return _mm512_load_ps(from);
}
static inline wide wide_loadu(const float* from) {
    return _mm512_loadu_ps(from);
}
static inline void wide_store(float* to, wide a) {
    _mm512_store_ps(to, a);
}
static inline void wide_storeu(float* to, wide a) {
    _mm512_storeu_ps(to, a);
}
static inline wide wide_splat(float value) {
    return _mm512_set1_ps(value);
}

static inline wide wide_add(wide a, wide b) {
    return _mm512_add_ps(a, b);
}
static inline wide wide_sub(wide a, wide b) {
    return _mm512_sub_ps(a, b);
}
static inline wide wide_mul(wide a, wide b) {
    return _mm512_mul_ps(a, b);
}
static inline wide wide_div(wide a, wide b) {
    return _mm512_div_ps(a, b);
}
static inline wide wide_sqrt(wide a) {
    return _mm512_sqrt_ps(a);
}
static inline wide wide_neg(wide a) {
    return _mm512_xor_ps(a, _mm512_set1_ps(-0.0f));
}
static inline wide wide_abs(wide a) {
    return _mm512_andnot_ps(_mm512_set1_ps(-0.0f), a);
}
static inline wide wide_min(wide a, wide b) {
    return _mm512_min_ps(a, b);
}
static inline wide wide_max(wide a, wide b) {
    return _mm512_max_ps(a, b);
}

static inline wide_mask wide_lt(wide a, wide b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}
static inline wide_mask wide_le(wide a, wide b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ);
}
static inline wide_mask wide_eq(wide a, wide b) {
    return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ);
}
static inline wide_mask wide_and(wide_mask a, wide_mask b) {
    return (wide_mask)(a & b);
}
static inline wide_mask wide_or(wide_mask a, wide_mask b) {
    return (wide_mask)(a | b);
}
static inline wide_mask wide_not(wide_mask a) {
    return (wide_mask)~a;
}
static inline wide wide_select(wide_mask mask, wide yes, wide no) {
    return _mm512_mask_blend_ps(mask, no, yes);
}
static inline int wide_any(wide_mask mask) {
    return mask != 0;
}
static inline int wide_all(wide_mask mask) {
    return mask == 0xFFFF;
}

static inline float wide_sum(wide a) {
    __m256 eight = _mm256_add_ps(_mm512_castps512_ps256(a), _mm512_extractf32x8_ps(a, 1));
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps(eight, 1));
    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_shuffle_ps(four, four, 1)));
}

#endif

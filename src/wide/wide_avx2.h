// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Eight lanes; the operations are described in wide_scalar.h.
#ifndef PL_WIDE_AVX2_H
#define PL_WIDE_AVX2_H

#include <immintrin.h>

#define WIDE 8
typedef __m256 wide;
typedef __m256 wide_mask;

static inline wide wide_load(const float* from) {
    return _mm256_load_ps(from);
}
static inline wide wide_loadu(const float* from) {
    return _mm256_loadu_ps(from);
}
static inline void wide_store(float* to, wide a) {
    _mm256_store_ps(to, a);
}
static inline void wide_storeu(float* to, wide a) {
    _mm256_storeu_ps(to, a);
}
static inline wide wide_splat(float value) {
    return _mm256_set1_ps(value);
}

static inline wide wide_add(wide a, wide b) {
    return _mm256_add_ps(a, b);
}
static inline wide wide_sub(wide a, wide b) {
    return _mm256_sub_ps(a, b);
}
static inline wide wide_mul(wide a, wide b) {
    return _mm256_mul_ps(a, b);
}
static inline wide wide_div(wide a, wide b) {
    return _mm256_div_ps(a, b);
}
static inline wide wide_sqrt(wide a) {
    return _mm256_sqrt_ps(a);
}
static inline wide wide_neg(wide a) {
    return _mm256_xor_ps(a, _mm256_set1_ps(-0.0f));
}
static inline wide wide_abs(wide a) {
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}
static inline wide wide_min(wide a, wide b) {
    return _mm256_min_ps(a, b);
}
static inline wide wide_max(wide a, wide b) {
    return _mm256_max_ps(a, b);
}

static inline wide_mask wide_lt(wide a, wide b) {
    return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}
static inline wide_mask wide_le(wide a, wide b) {
    return _mm256_cmp_ps(a, b, _CMP_LE_OQ);
}
static inline wide_mask wide_eq(wide a, wide b) {
    return _mm256_cmp_ps(a, b, _CMP_EQ_OQ);
}
static inline wide_mask wide_and(wide_mask a, wide_mask b) {
    return _mm256_and_ps(a, b);
}
static inline wide_mask wide_or(wide_mask a, wide_mask b) {
    return _mm256_or_ps(a, b);
}
static inline wide_mask wide_not(wide_mask a) {
    return _mm256_xor_ps(a, _mm256_castsi256_ps(_mm256_set1_epi32(-1)));
}
static inline wide wide_select(wide_mask mask, wide yes, wide no) {
    return _mm256_blendv_ps(no, yes, mask);
}
static inline int wide_any(wide_mask mask) {
    return _mm256_movemask_ps(mask) != 0;
}
static inline int wide_all(wide_mask mask) {
    return _mm256_movemask_ps(mask) == 0xFF;
}

static inline float wide_sum(wide a) {
    __m128 half = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    half = _mm_add_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_add_ss(half, _mm_shuffle_ps(half, half, 1)));
}

#endif

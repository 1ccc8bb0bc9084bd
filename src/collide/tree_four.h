// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Four lanes for the tree, one per box of a node: what every machine of an architecture has, or
// plain C. The bits are the same; see src/wide/wide_scalar.h for what the operations mean.
#ifndef PL_COLLIDE_TREE_FOUR_H
#define PL_COLLIDE_TREE_FOUR_H

#include "src/wide/isa.h"
#if defined(PL_ISA_X86) || defined(PL_ISA_ARM) || defined(PL_ISA_WEB)
#define WIDE_FOR_BASE
#else
#define WIDE_FOR_SCALAR
#endif
#include "src/wide/wide_select.h"
// after wide_select.h
#include "src/wide/wide_four.h"
#include "src/wide/wide_transpose.h"

#if WIDE == 1

typedef uint32_t four_mask;  // a bit per lane

static inline four four_min(four a, four b) {
    for (int i = 0; i < 4; ++i) a.at[i] = wide_min(a.at[i], b.at[i]);
    return a;
}
static inline four four_max(four a, four b) {
    for (int i = 0; i < 4; ++i) a.at[i] = wide_max(a.at[i], b.at[i]);
    return a;
}
static inline four four_div(four a, four b) {
    for (int i = 0; i < 4; ++i) a.at[i] /= b.at[i];
    return a;
}
static inline four four_sqrt(four a) {
    for (int i = 0; i < 4; ++i) a.at[i] = sqrtf(a.at[i]);
    return a;
}
static inline four_mask four_le(four a, four b) {
    four_mask mask = 0;
    for (int i = 0; i < 4; ++i) mask |= (uint32_t)(a.at[i] <= b.at[i]) << i;
    return mask;
}
static inline four_mask four_lt(four a, four b) {
    four_mask mask = 0;
    for (int i = 0; i < 4; ++i) mask |= (uint32_t)(a.at[i] < b.at[i]) << i;
    return mask;
}
static inline four_mask four_and(four_mask a, four_mask b) {
    return a & b;
}
static inline four four_select(four_mask mask, four yes, four no) {
    for (int i = 0; i < 4; ++i)
        if (mask >> i & 1) no.at[i] = yes.at[i];
    return no;
}
static inline uint32_t four_bits(four_mask mask) {
    return mask;
}
// Four numbers of an array.
static inline four four_gather(const float* from, const uint32_t at[4]) {
    return (four){{from[at[0]], from[at[1]], from[at[2]], from[at[3]]}};
}
// x y z of a point, and 0.
static inline four four_point(const float* const x[3], uint32_t at) {
    return (four){{x[0][at], x[1][at], x[2][at], 0.0f}};
}
static inline void four_transpose(four rows[4]) {
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < i; ++k) {
            float kept = rows[i].at[k];
            rows[i].at[k] = rows[k].at[i];
            rows[k].at[i] = kept;
        }
    }
}

#else

typedef wide_mask four_mask;

static inline four four_min(four a, four b) {
    return wide_min(a, b);
}
static inline four four_max(four a, four b) {
    return wide_max(a, b);
}
static inline four four_div(four a, four b) {
    return wide_div(a, b);
}
static inline four four_sqrt(four a) {
    return wide_sqrt(a);
}
static inline four_mask four_le(four a, four b) {
    return wide_le(a, b);
}
static inline four_mask four_lt(four a, four b) {
    return wide_lt(a, b);
}
static inline four_mask four_and(four_mask a, four_mask b) {
    return wide_and(a, b);
}
static inline four four_select(four_mask mask, four yes, four no) {
    return wide_select(mask, yes, no);
}
static inline void four_transpose(four rows[4]) {
    transpose4(&rows[0], &rows[1], &rows[2], &rows[3]);
}

#if defined(PL_ISA_X86)
static inline uint32_t four_bits(four_mask mask) {
    return (uint32_t)_mm_movemask_ps(mask);
}
static inline four four_gather(const float* from, const uint32_t at[4]) {
    __m128 low = _mm_unpacklo_ps(_mm_load_ss(from + at[0]), _mm_load_ss(from + at[1]));
    __m128 high = _mm_unpacklo_ps(_mm_load_ss(from + at[2]), _mm_load_ss(from + at[3]));
    return _mm_movelh_ps(low, high);
}
static inline four four_point(const float* const x[3], uint32_t at) {
    __m128 low = _mm_unpacklo_ps(_mm_load_ss(x[0] + at), _mm_load_ss(x[1] + at));
    return _mm_movelh_ps(low, _mm_load_ss(x[2] + at));
}
#else
static inline uint32_t four_bits(four_mask mask) {
#if defined(PL_ISA_ARM)
    static const uint32_t bit[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(mask, vld1q_u32(bit)));
#else
    return (uint32_t)wasm_i32x4_bitmask(mask);
#endif
}
static inline four four_gather(const float* from, const uint32_t at[4]) {
    const float lanes[4] = {from[at[0]], from[at[1]], from[at[2]], from[at[3]]};
    return four_loadu(lanes);
}
static inline four four_point(const float* const x[3], uint32_t at) {
    const float lanes[4] = {x[0][at], x[1][at], x[2][at], 0.0f};
    return four_loadu(lanes);
}
#endif

#endif

static inline four four_dot3(const four a[3], const four b[3]) {
    return four_add(four_add(four_mul(a[0], b[0]), four_mul(a[1], b[1])), four_mul(a[2], b[2]));
}

static inline void four_cross3(const four a[3], const four b[3], four out[3]) {
    out[0] = four_sub(four_mul(a[1], b[2]), four_mul(a[2], b[1]));
    out[1] = four_sub(four_mul(a[2], b[0]), four_mul(a[0], b[2]));
    out[2] = four_sub(four_mul(a[0], b[1]), four_mul(a[1], b[0]));
}

// The lane of the lowest bit of a mask that has one.
static inline uint32_t four_first(uint32_t bits) {
#if defined(__GNUC__) && !defined(__TINYC__)
    return (uint32_t)__builtin_ctz(bits);
#else
    uint32_t lane = 0;
    while (!(bits >> lane & 1)) ++lane;
    return lane;
#endif
}

#endif

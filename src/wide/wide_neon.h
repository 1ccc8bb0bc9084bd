// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Four lanes on 64-bit ARM; the operations are described in wide_scalar.h. fmin and fmax treat NaN
// and zeros in their own way, hence compare and select. (32-bit NEON flushes denormals and is not
// used.)
#ifndef PL_WIDE_NEON_H
#define PL_WIDE_NEON_H

#include <arm_neon.h>

#define WIDE 4
typedef float32x4_t wide;
typedef uint32x4_t wide_mask;

static inline wide wide_load(const float* from) {
    return vld1q_f32(from);
}
static inline wide wide_loadu(const float* from) {
    return vld1q_f32(from);
}
static inline void wide_store(float* to, wide a) {
    vst1q_f32(to, a);
}
static inline void wide_storeu(float* to, wide a) {
    vst1q_f32(to, a);
}
static inline wide wide_splat(float value) {
    return vdupq_n_f32(value);
}

static inline wide wide_add(wide a, wide b) {
    return vaddq_f32(a, b);
}
static inline wide wide_sub(wide a, wide b) {
    return vsubq_f32(a, b);
}
static inline wide wide_mul(wide a, wide b) {
    return vmulq_f32(a, b);
}
static inline wide wide_div(wide a, wide b) {
    return vdivq_f32(a, b);
}
static inline wide wide_sqrt(wide a) {
    return vsqrtq_f32(a);
}
static inline wide wide_neg(wide a) {
    return vnegq_f32(a);
}
static inline wide wide_abs(wide a) {
    return vabsq_f32(a);
}
static inline wide wide_min(wide a, wide b) {
    return vbslq_f32(vcltq_f32(a, b), a, b);
}
static inline wide wide_max(wide a, wide b) {
    return vbslq_f32(vcgtq_f32(a, b), a, b);
}

static inline wide_mask wide_lt(wide a, wide b) {
    return vcltq_f32(a, b);
}
static inline wide_mask wide_le(wide a, wide b) {
    return vcleq_f32(a, b);
}
static inline wide_mask wide_eq(wide a, wide b) {
    return vceqq_f32(a, b);
}
static inline wide_mask wide_and(wide_mask a, wide_mask b) {
    return vandq_u32(a, b);
}
static inline wide_mask wide_or(wide_mask a, wide_mask b) {
    return vorrq_u32(a, b);
}
static inline wide_mask wide_not(wide_mask a) {
    return vmvnq_u32(a);
}
static inline wide wide_select(wide_mask mask, wide yes, wide no) {
    return vbslq_f32(mask, yes, no);
}
static inline int wide_any(wide_mask mask) {
    return vmaxvq_u32(mask) != 0;
}
static inline int wide_all(wide_mask mask) {
    return vminvq_u32(mask) != 0;
}

static inline float wide_sum(wide a) {
    float32x2_t half = vadd_f32(vget_low_f32(a), vget_high_f32(a));
    return vget_lane_f32(half, 0) + vget_lane_f32(half, 1);
}

#endif

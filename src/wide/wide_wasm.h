// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Four lanes in WebAssembly with -msimd128; the operations are described in wide_scalar.h.
// pmin(b, a) is a < b ? a : b, and pmax(b, a) is a > b ? a : b.
#ifndef PL_WIDE_WASM_H
#define PL_WIDE_WASM_H

#include <wasm_simd128.h>

#define WIDE 4
typedef v128_t wide;
typedef v128_t wide_mask;

static inline wide wide_load(const float* from) {
    return wasm_v128_load(from);
}
static inline wide wide_loadu(const float* from) {
    return wasm_v128_load(from);
}
static inline void wide_store(float* to, wide a) {
    wasm_v128_store(to, a);
}
static inline void wide_storeu(float* to, wide a) {
    wasm_v128_store(to, a);
}
static inline wide wide_splat(float value) {
    return wasm_f32x4_splat(value);
}

static inline wide wide_add(wide a, wide b) {
    return wasm_f32x4_add(a, b);
}
static inline wide wide_sub(wide a, wide b) {
    return wasm_f32x4_sub(a, b);
}
static inline wide wide_mul(wide a, wide b) {
    return wasm_f32x4_mul(a, b);
}
static inline wide wide_div(wide a, wide b) {
    return wasm_f32x4_div(a, b);
}
static inline wide wide_sqrt(wide a) {
    return wasm_f32x4_sqrt(a);
}
static inline wide wide_neg(wide a) {
    return wasm_f32x4_neg(a);
}
static inline wide wide_abs(wide a) {
    return wasm_f32x4_abs(a);
}
static inline wide wide_min(wide a, wide b) {
    return wasm_f32x4_pmin(b, a);
}
static inline wide wide_max(wide a, wide b) {
    return wasm_f32x4_pmax(b, a);
}

static inline wide_mask wide_lt(wide a, wide b) {
    return wasm_f32x4_lt(a, b);
}
static inline wide_mask wide_le(wide a, wide b) {
    return wasm_f32x4_le(a, b);
}
static inline wide_mask wide_eq(wide a, wide b) {
    return wasm_f32x4_eq(a, b);
}
static inline wide_mask wide_and(wide_mask a, wide_mask b) {
    return wasm_v128_and(a, b);
}
static inline wide_mask wide_or(wide_mask a, wide_mask b) {
    return wasm_v128_or(a, b);
}
static inline wide_mask wide_not(wide_mask a) {
    return wasm_v128_not(a);
}
static inline wide wide_select(wide_mask mask, wide yes, wide no) {
    return wasm_v128_bitselect(yes, no, mask);
}
static inline int wide_any(wide_mask mask) {
    return wasm_v128_any_true(mask);
}
static inline int wide_all(wide_mask mask) {
    return wasm_i32x4_all_true(mask);
}

static inline float wide_sum(wide a) {
    a = wasm_f32x4_add(a, wasm_i32x4_shuffle(a, a, 2, 3, 2, 3));
    return wasm_f32x4_extract_lane(a, 0) + wasm_f32x4_extract_lane(a, 1);
}

#endif

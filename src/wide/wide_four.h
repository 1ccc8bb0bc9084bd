// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Four floats that belong together, a point or a row, on every machine: what stays four wide where
// the lanes are eight or sixteen. Included after wide_select.h.
#ifndef PL_WIDE_FOUR_H
#define PL_WIDE_FOUR_H

#if WIDE == 1

typedef struct four {
    float at[4];
} four;

static inline four four_zero(void) {
    return (four){{0.0f, 0.0f, 0.0f, 0.0f}};
}
static inline four four_splat(float value) {
    return (four){{value, value, value, value}};
}
static inline four four_loadu(const float* from) {
    return (four){{from[0], from[1], from[2], from[3]}};
}
static inline void four_storeu(float* to, four a) {
    for (int i = 0; i < 4; ++i) to[i] = a.at[i];
}
static inline four four_add(four a, four b) {
    for (int i = 0; i < 4; ++i) a.at[i] += b.at[i];
    return a;
}
static inline four four_sub(four a, four b) {
    for (int i = 0; i < 4; ++i) a.at[i] -= b.at[i];
    return a;
}
static inline four four_mul(four a, four b) {
    for (int i = 0; i < 4; ++i) a.at[i] *= b.at[i];
    return a;
}
// x y z w to y z x w
static inline four four_turn(four a) {
    return (four){{a.at[1], a.at[2], a.at[0], a.at[3]}};
}

#elif defined(PL_ISA_X86)

typedef __m128 four;

static inline four four_zero(void) {
    return _mm_setzero_ps();
}
static inline four four_splat(float value) {
    return _mm_set1_ps(value);
}
static inline four four_loadu(const float* from) {
    return _mm_loadu_ps(from);
}
static inline void four_storeu(float* to, four a) {
    _mm_storeu_ps(to, a);
}
static inline four four_add(four a, four b) {
    return _mm_add_ps(a, b);
}
static inline four four_sub(four a, four b) {
    return _mm_sub_ps(a, b);
}
static inline four four_mul(four a, four b) {
    return _mm_mul_ps(a, b);
}
static inline four four_turn(four a) {
    return _mm_shuffle_ps(a, a, _MM_SHUFFLE(3, 0, 2, 1));
}

#else

typedef wide four;

static inline four four_zero(void) {
    return wide_splat(0.0f);
}
static inline four four_splat(float value) {
    return wide_splat(value);
}
static inline four four_loadu(const float* from) {
    return wide_loadu(from);
}
static inline void four_storeu(float* to, four a) {
    wide_storeu(to, a);
}
static inline four four_add(four a, four b) {
    return wide_add(a, b);
}
static inline four four_sub(four a, four b) {
    return wide_sub(a, b);
}
static inline four four_mul(four a, four b) {
    return wide_mul(a, b);
}
static inline four four_turn(four a) {
#if defined(PL_ISA_ARM)
    four yzwx = vextq_f32(a, a, 1);
    return vcombine_f32(vget_low_f32(yzwx), vrev64_f32(vget_high_f32(yzwx)));
#else
    return wasm_i32x4_shuffle(a, a, 1, 2, 0, 3);
#endif
}

#endif

#endif

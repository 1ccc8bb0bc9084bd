// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rows of four floats side by side, as many as the lanes hold: one on narrow machines, two or four
// on wide ones. Each row goes its own way, so the bits do not depend on how many there are. For
// sums over rings of neighbours, where rows lie anywhere. Included after wide_select.h.
#ifndef PL_WIDE_STRIP_H
#define PL_WIDE_STRIP_H

#include "src/wide/wide_four.h"

#if WIDE == 16

#define STRIP 4
typedef wide strip;

// The rows that begin at these STRIP floats.
static inline strip strip_pick(const float* from, const uint32_t* begin) {
    strip a = _mm512_castps128_ps512(_mm_loadu_ps(from + begin[0]));
    a = _mm512_insertf32x4(a, _mm_loadu_ps(from + begin[1]), 1);
    a = _mm512_insertf32x4(a, _mm_loadu_ps(from + begin[2]), 2);
    return _mm512_insertf32x4(a, _mm_loadu_ps(from + begin[3]), 3);
}
// x y z w of each row to y z x w
static inline strip strip_turn(strip a) {
    return _mm512_shuffle_ps(a, a, _MM_SHUFFLE(3, 0, 2, 1));
}

#elif WIDE == 8

#define STRIP 2
typedef wide strip;

static inline strip strip_pick(const float* from, const uint32_t* begin) {
    strip a = _mm256_castps128_ps256(_mm_loadu_ps(from + begin[0]));
    return _mm256_insertf128_ps(a, _mm_loadu_ps(from + begin[1]), 1);
}
static inline strip strip_turn(strip a) {
    return _mm256_shuffle_ps(a, a, _MM_SHUFFLE(3, 0, 2, 1));
}

#else

#define STRIP 1
typedef four strip;

static inline strip strip_pick(const float* from, const uint32_t* begin) {
    return four_loadu(from + begin[0]);
}
static inline strip strip_turn(strip a) {
    return four_turn(a);
}

#endif

#if STRIP > 1

// The rows of STRIP elements in a row.
static inline strip strip_loadu(const float* from) {
    return wide_loadu(from);
}
static inline void strip_storeu(float* to, strip a) {
    wide_storeu(to, a);
}
static inline strip strip_zero(void) {
    return wide_splat(0.0f);
}
static inline strip strip_add(strip a, strip b) {
    return wide_add(a, b);
}
static inline strip strip_sub(strip a, strip b) {
    return wide_sub(a, b);
}
static inline strip strip_mul(strip a, strip b) {
    return wide_mul(a, b);
}

#else

static inline strip strip_loadu(const float* from) {
    return four_loadu(from);
}
static inline void strip_storeu(float* to, strip a) {
    four_storeu(to, a);
}
static inline strip strip_zero(void) {
    return four_zero();
}
static inline strip strip_add(strip a, strip b) {
    return four_add(a, b);
}
static inline strip strip_sub(strip a, strip b) {
    return four_sub(a, b);
}
static inline strip strip_mul(strip a, strip b) {
    return four_mul(a, b);
}

#endif

#endif

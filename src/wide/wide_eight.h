// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rows of eight floats, in vectors of at most eight lanes: where 16 lanes would take in half of the
// next row. Included after wide_select.h.
#ifndef PL_WIDE_EIGHT_H
#define PL_WIDE_EIGHT_H

#if WIDE == 16

#define EIGHT 8
typedef __m256 eight;

static inline eight eight_zero(void) {
    return _mm256_setzero_ps();
}
static inline eight eight_loadu(const float* from) {
    return _mm256_loadu_ps(from);
}
static inline void eight_storeu(float* to, eight a) {
    _mm256_storeu_ps(to, a);
}
static inline eight eight_add(eight a, eight b) {
    return _mm256_add_ps(a, b);
}
static inline eight eight_sub(eight a, eight b) {
    return _mm256_sub_ps(a, b);
}

#else

#define EIGHT WIDE
typedef wide eight;

static inline eight eight_zero(void) {
    return wide_splat(0.0f);
}
static inline eight eight_loadu(const float* from) {
    return wide_loadu(from);
}
static inline void eight_storeu(float* to, eight a) {
    wide_storeu(to, a);
}
static inline eight eight_add(eight a, eight b) {
    return wide_add(a, b);
}
static inline eight eight_sub(eight a, eight b) {
    return wide_sub(a, b);
}

#endif

#define EIGHT_PARTS (8 / EIGHT)  // vectors that hold a row

#endif

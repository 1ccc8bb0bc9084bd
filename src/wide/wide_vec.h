// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Vectors of three, one element per lane. Included after wide_select.h.
#ifndef PL_WIDE_VEC_H
#define PL_WIDE_VEC_H

static inline void load3(float* const from[3], uint32_t i, wide to[3]) {
    for (int c = 0; c < 3; ++c) to[c] = wide_loadu(from[c] + i);
}

static inline void load3_const(const float* const from[3], uint32_t i, wide to[3]) {
    for (int c = 0; c < 3; ++c) to[c] = wide_loadu(from[c] + i);
}

static inline void splat_each(const float from[3], wide to[3]) {
    for (int c = 0; c < 3; ++c) to[c] = wide_splat(from[c]);
}

// a x b
static inline void cross(const wide a[3], const wide b[3], wide out[3]) {
    out[0] = wide_sub(wide_mul(a[1], b[2]), wide_mul(a[2], b[1]));
    out[1] = wide_sub(wide_mul(a[2], b[0]), wide_mul(a[0], b[2]));
    out[2] = wide_sub(wide_mul(a[0], b[1]), wide_mul(a[1], b[0]));
}

static inline wide dot(const wide a[3], const wide b[3]) {
    return wide_add(wide_add(wide_mul(a[0], b[0]), wide_mul(a[1], b[1])), wide_mul(a[2], b[2]));
}

#endif

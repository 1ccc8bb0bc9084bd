// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Between rows and lanes: rows of 16 or of 4 floats, one per element, to vectors, one per channel,
// and back. Included after wide_select.h. Everything is done within 128 bit parts, four by four,
// and the wider sets put their parts together while loading: that needs half the shuffles.
#ifndef PL_WIDE_TRANSPOSE_H
#define PL_WIDE_TRANSPOSE_H

#if WIDE == 1

// channel[c] takes channel c of WIDE rows that begin at `rows`.
static inline void rows_to_lanes(const float* rows, wide channel[16]) {
    for (int c = 0; c < 16; ++c) channel[c] = rows[c];
}

static inline void lanes_to_rows(const wide channel[16], float* rows) {
    for (int c = 0; c < 16; ++c) rows[c] = channel[c];
}

// Four channels of rows of 16 floats.
static inline void quarter_to_lanes(const float* rows, wide channel[4]) {
    for (int c = 0; c < 4; ++c) channel[c] = rows[c];
}

// Rows of 4 floats.
static inline void fours_to_lanes(const float* rows, wide channel[4]) {
    for (int c = 0; c < 4; ++c) channel[c] = rows[c];
}

// Rows of 4 floats that lie anywhere: where each of WIDE rows begins.
static inline void fours_at_to_lanes(const float* rows, const uint32_t* begin, wide channel[4]) {
    for (int c = 0; c < 4; ++c) channel[c] = rows[begin[0] + (uint32_t)c];
}

static inline void lanes_to_fours(const wide channel[4], float* rows) {
    for (int c = 0; c < 4; ++c) rows[c] = channel[c];
}

#else

// a, b, c, d are the rows of a four by four block in every 128 bit part; columns afterwards.
static inline void transpose4(wide* a, wide* b, wide* c, wide* d) {
#if WIDE == 16
    wide low_ab = _mm512_unpacklo_ps(*a, *b), high_ab = _mm512_unpackhi_ps(*a, *b);
    wide low_cd = _mm512_unpacklo_ps(*c, *d), high_cd = _mm512_unpackhi_ps(*c, *d);
    *a = _mm512_shuffle_ps(low_ab, low_cd, 0x44);
    *b = _mm512_shuffle_ps(low_ab, low_cd, 0xEE);
    *c = _mm512_shuffle_ps(high_ab, high_cd, 0x44);
    *d = _mm512_shuffle_ps(high_ab, high_cd, 0xEE);
#elif WIDE == 8
    wide low_ab = _mm256_unpacklo_ps(*a, *b), high_ab = _mm256_unpackhi_ps(*a, *b);
    wide low_cd = _mm256_unpacklo_ps(*c, *d), high_cd = _mm256_unpackhi_ps(*c, *d);
    *a = _mm256_shuffle_ps(low_ab, low_cd, 0x44);
    *b = _mm256_shuffle_ps(low_ab, low_cd, 0xEE);
    *c = _mm256_shuffle_ps(high_ab, high_cd, 0x44);
    *d = _mm256_shuffle_ps(high_ab, high_cd, 0xEE);
#elif defined(PL_ISA_X86)
    wide low_ab = _mm_unpacklo_ps(*a, *b), high_ab = _mm_unpackhi_ps(*a, *b);
    wide low_cd = _mm_unpacklo_ps(*c, *d), high_cd = _mm_unpackhi_ps(*c, *d);
    *a = _mm_movelh_ps(low_ab, low_cd);
    *b = _mm_movehl_ps(low_cd, low_ab);
    *c = _mm_movelh_ps(high_ab, high_cd);
    *d = _mm_movehl_ps(high_cd, high_ab);
#elif defined(PL_ISA_ARM)
    wide low_ab = vzip1q_f32(*a, *b), high_ab = vzip2q_f32(*a, *b);
    wide low_cd = vzip1q_f32(*c, *d), high_cd = vzip2q_f32(*c, *d);
    *a = vcombine_f32(vget_low_f32(low_ab), vget_low_f32(low_cd));
    *b = vcombine_f32(vget_high_f32(low_ab), vget_high_f32(low_cd));
    *c = vcombine_f32(vget_low_f32(high_ab), vget_low_f32(high_cd));
    *d = vcombine_f32(vget_high_f32(high_ab), vget_high_f32(high_cd));
#else
    wide low_ab = wasm_i32x4_shuffle(*a, *b, 0, 4, 1, 5);
    wide high_ab = wasm_i32x4_shuffle(*a, *b, 2, 6, 3, 7);
    wide low_cd = wasm_i32x4_shuffle(*c, *d, 0, 4, 1, 5);
    wide high_cd = wasm_i32x4_shuffle(*c, *d, 2, 6, 3, 7);
    *a = wasm_i32x4_shuffle(low_ab, low_cd, 0, 1, 4, 5);
    *b = wasm_i32x4_shuffle(low_ab, low_cd, 2, 3, 6, 7);
    *c = wasm_i32x4_shuffle(high_ab, high_cd, 0, 1, 4, 5);
    *d = wasm_i32x4_shuffle(high_ab, high_cd, 2, 3, 6, 7);
#endif
}

// Four floats from `from` on and from every `stride` floats further, as many as there are parts.
static inline wide load_parts(const float* from, int stride) {
#if WIDE == 16
    wide a = _mm512_castps128_ps512(_mm_loadu_ps(from));
    a = _mm512_insertf32x4(a, _mm_loadu_ps(from + stride), 1);
    a = _mm512_insertf32x4(a, _mm_loadu_ps(from + 2 * stride), 2);
    return _mm512_insertf32x4(a, _mm_loadu_ps(from + 3 * stride), 3);
#elif WIDE == 8
    wide a = _mm256_castps128_ps256(_mm_loadu_ps(from));
    return _mm256_insertf128_ps(a, _mm_loadu_ps(from + stride), 1);
#else
    (void)stride;
    return wide_loadu(from);
#endif
}

// Four channels of rows of 16 floats.
static inline void quarter_to_lanes(const float* rows, wide channel[4]) {
    for (int row = 0; row < 4; ++row) channel[row] = load_parts(rows + 16 * row, 64);
    transpose4(&channel[0], &channel[1], &channel[2], &channel[3]);
}

// channel[c] takes channel c of WIDE rows that begin at `rows`.
static inline void rows_to_lanes(const float* rows, wide channel[16]) {
    for (int c = 0; c < 16; c += 4) quarter_to_lanes(rows + c, channel + c);
}

// Rows of 4 floats.
static inline void fours_to_lanes(const float* rows, wide channel[4]) {
    for (int row = 0; row < 4; ++row) channel[row] = load_parts(rows + 4 * row, 16);
    transpose4(&channel[0], &channel[1], &channel[2], &channel[3]);
}

// Four floats from begin[0] on, from begin[4] on, as many as there are parts.
static inline wide load_parts_at(const float* rows, const uint32_t* begin) {
#if WIDE == 16
    wide a = _mm512_castps128_ps512(_mm_loadu_ps(rows + begin[0]));
    a = _mm512_insertf32x4(a, _mm_loadu_ps(rows + begin[4]), 1);
    a = _mm512_insertf32x4(a, _mm_loadu_ps(rows + begin[8]), 2);
    return _mm512_insertf32x4(a, _mm_loadu_ps(rows + begin[12]), 3);
#elif WIDE == 8
    wide a = _mm256_castps128_ps256(_mm_loadu_ps(rows + begin[0]));
    return _mm256_insertf128_ps(a, _mm_loadu_ps(rows + begin[4]), 1);
#else
    return wide_loadu(rows + begin[0]);
#endif
}

// Rows of 4 floats that lie anywhere: where each of WIDE rows begins.
static inline void fours_at_to_lanes(const float* rows, const uint32_t* begin, wide channel[4]) {
    for (int row = 0; row < 4; ++row) channel[row] = load_parts_at(rows, begin + row);
    transpose4(&channel[0], &channel[1], &channel[2], &channel[3]);
}

// The first parts of four vectors in a row, the second ones `stride` floats further, and so on.
static inline void store_parts(wide a, wide b, wide c, wide d, float* to, int stride) {
#if WIDE == 16
    wide ab_even = _mm512_shuffle_f32x4(a, b, 0x88), ab_odd = _mm512_shuffle_f32x4(a, b, 0xDD);
    wide cd_even = _mm512_shuffle_f32x4(c, d, 0x88), cd_odd = _mm512_shuffle_f32x4(c, d, 0xDD);
    wide_storeu(to, _mm512_shuffle_f32x4(ab_even, cd_even, 0x88));
    wide_storeu(to + stride, _mm512_shuffle_f32x4(ab_odd, cd_odd, 0x88));
    wide_storeu(to + 2 * stride, _mm512_shuffle_f32x4(ab_even, cd_even, 0xDD));
    wide_storeu(to + 3 * stride, _mm512_shuffle_f32x4(ab_odd, cd_odd, 0xDD));
#elif WIDE == 8
    wide_storeu(to, _mm256_permute2f128_ps(a, b, 0x20));
    wide_storeu(to + 8, _mm256_permute2f128_ps(c, d, 0x20));
    wide_storeu(to + stride, _mm256_permute2f128_ps(a, b, 0x31));
    wide_storeu(to + stride + 8, _mm256_permute2f128_ps(c, d, 0x31));
#else
    (void)stride;
    wide_storeu(to, a);
    wide_storeu(to + 4, b);
    wide_storeu(to + 8, c);
    wide_storeu(to + 12, d);
#endif
}

static inline void lanes_to_rows(const wide channel[16], float* rows) {
    wide part[16];
    for (int c = 0; c < 16; ++c) part[c] = channel[c];
    for (int c = 0; c < 16; c += 4) {
        transpose4(&part[c], &part[c + 1], &part[c + 2], &part[c + 3]);
    }
    for (int row = 0; row < 4; ++row) {
        store_parts(part[row], part[row + 4], part[row + 8], part[row + 12], rows + 16 * row, 64);
    }
}

static inline void lanes_to_fours(const wide channel[4], float* rows) {
    wide a = channel[0], b = channel[1], c = channel[2], d = channel[3];
    transpose4(&a, &b, &c, &d);
    store_parts(a, b, c, d, rows, 16);
}

#endif

#endif

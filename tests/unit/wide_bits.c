// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "wide_bits.h"

#include "src/base/hash.h"
#include "src/math/elementary.h"
#include "src/math/sums.h"

#include <string.h>

uint64_t wide_bits_random(uint64_t n) {
    return pl_hash_mix((n + 1) * PL_HASH_START);
}

float wide_bits_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint32_t wide_bits_of(float value) {
    uint32_t bits;
    if (value != value) return UINT32_C(0x7fc00000);
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t double_bits(double value) {
    uint64_t bits;
    if (value != value) return UINT64_C(0x7ff8000000000000);
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double bits_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t hash_double(uint64_t hash, double value) {
    uint64_t bits = double_bits(value);
    uint32_t words[2] = {(uint32_t)bits, (uint32_t)(bits >> 32)};
    return pl_hash_words(hash, words, 2);
}

// Zeros, denormals, ends of the range, ties of rounding, infinities, NaN; the sign bit comes on
// top.
static const uint32_t specials[32] = {
    0x00000000, 0x00000001, 0x00000002, 0x00000fff, 0x00400000, 0x007fffff, 0x00800000, 0x00800001,
    0x0d000000, 0x1f800000, 0x20000000, 0x33800000, 0x34000000, 0x3effffff, 0x3f000000, 0x3f7fffff,
    0x3f800000, 0x3f800001, 0x3fc00000, 0x40000000, 0x40490fdb, 0x4b000000, 0x4b7fffff, 0x4b800001,
    0x5f7fffff, 0x5f800000, 0x7e800000, 0x7f000000, 0x7f7ffffe, 0x7f7fffff, 0x7f800000, 0x7fc00000};

static float special(uint32_t n) {
    return wide_bits_float(specials[n & 31] | (n & 32) << 26);
}

// Any mantissa and sign, the exponent at most `reach` from the middle.
static float near_one(uint64_t random, uint32_t reach) {
    uint32_t exponent = 127 - reach + (uint32_t)(random >> 40) % (2 * reach + 1);
    return wide_bits_float(((uint32_t)random & UINT32_C(0x807fffff)) | exponent << 23);
}

void wide_bits_chunk(uint32_t chunk, float* a, float* b, float* c) {
    for (uint32_t i = 0; i < WIDE_BITS_CHUNK; ++i) {
        uint64_t n = ((uint64_t)chunk * WIDE_BITS_CHUNK + i) * 2;
        uint64_t first = wide_bits_random(n), second = wide_bits_random(n + 1);
        if (chunk == 0) {  // 64 x 64 pairs
            a[i] = special(i & 63);
            b[i] = special(i >> 6);
            c[i] = special((uint32_t)(first >> 32) & 63);
        } else if (chunk % 4 == 1) {
            a[i] = wide_bits_float((uint32_t)first);
            b[i] = wide_bits_float((uint32_t)(first >> 32));
            c[i] = wide_bits_float((uint32_t)second);
        } else {
            uint32_t reach = chunk % 4 == 2 ? 1 : chunk % 4 == 3 ? 24 : 120;
            a[i] = near_one(first, reach);
            b[i] = near_one(second, reach);
            c[i] = near_one(first ^ (second << 7), reach);
        }
    }
}

float* wide_bits_align(float* room) {
    return room + (64 - ((uintptr_t)room & 63)) % 64 / sizeof(float);
}

uint64_t wide_bits_operations(pl_isa isa, uint64_t probe_hash[WIDE_PROBE_COUNT]) {
    static float room[4][WIDE_BITS_CHUNK + 16];
    float* a = wide_bits_align(room[0]);
    float* b = wide_bits_align(room[1]);
    float* c = wide_bits_align(room[2]);
    float* out = wide_bits_align(room[3]);
    static uint32_t bits[WIDE_BITS_CHUNK];
    const wide_probe_table* table = wide_probe_get(isa);
    for (int probe = 0; probe < WIDE_PROBE_COUNT; ++probe) probe_hash[probe] = PL_HASH_START;
    for (uint32_t chunk = 0; chunk < WIDE_BITS_CHUNKS; ++chunk) {
        wide_bits_chunk(chunk, a, b, c);
        for (int probe = 0; probe < WIDE_PROBE_COUNT; ++probe) {
            table->probe[probe](a, b, c, out, WIDE_BITS_CHUNK);
            for (uint32_t i = 0; i < WIDE_BITS_CHUNK; ++i) bits[i] = wide_bits_of(out[i]);
            probe_hash[probe] = pl_hash_words(probe_hash[probe], bits, WIDE_BITS_CHUNK);
        }
    }
    uint64_t all = PL_HASH_START;
    for (int probe = 0; probe < WIDE_PROBE_COUNT; ++probe) {
        uint32_t words[2] = {(uint32_t)probe_hash[probe], (uint32_t)(probe_hash[probe] >> 32)};
        all = pl_hash_words(all, words, 2);
    }
    return all;
}

typedef struct sum_inputs {
    float a[WIDE_BITS_CHUNK * 4 + 1], b[WIDE_BITS_CHUNK * 4 + 1];
    double c[WIDE_BITS_CHUNK * 4 + 1], d[WIDE_BITS_CHUNK * 4 + 1];
} sum_inputs;

// Kind 0: moderate numbers; 1: 240 powers of two; 2: with infinities and NaN.
static void fill_sums(sum_inputs* in, uint32_t kind) {
    static const uint32_t reach[3] = {2, 120, 24};
    for (uint32_t i = 0; i < WIDE_BITS_CHUNK * 4 + 1; ++i) {
        uint64_t first = wide_bits_random(UINT64_C(0x100000000) * (kind + 1) + 2 * i);
        uint64_t second = wide_bits_random(UINT64_C(0x100000000) * (kind + 1) + 2 * i + 1);
        in->a[i] = near_one(first, reach[kind]);
        in->b[i] = near_one(second, reach[kind]);
        if (kind == 2 && i % 97 == 50) in->a[i] = special((uint32_t)second);
        // 53 bits of mantissa
        in->c[i] = (double)in->a[i] * (1.0 + (double)(second >> 12) * 0x1p-52);
        in->d[i] = (double)in->b[i] * (1.0 + (double)(first >> 12) * 0x1p-52);
    }
}

static uint64_t hash_sums(uint64_t hash, const pl_sum_kernels* k, const sum_inputs* in, size_t from,
                          size_t count) {
    const float *a = in->a + from, *b = in->b + from;
    const double *c = in->c + from, *d = in->d + from;
    hash = hash_double(hash, pl_sum(k, a, count));
    hash = hash_double(hash, pl_dot(k, a, b, count));
    hash = hash_double(hash, (double)pl_min(k, a, count));
    hash = hash_double(hash, (double)pl_max(k, a, count));
    hash = hash_double(hash, pl_sum_double(k, c, count));
    hash = hash_double(hash, pl_dot_double(k, c, d, count));
    hash = hash_double(hash, pl_min_double(k, c, count));
    return hash_double(hash, pl_max_double(k, c, count));
}

uint64_t wide_bits_sums(pl_isa isa) {
    static sum_inputs in;
    const pl_sum_kernels* k = pl_sum_kernels_get(isa);
    uint64_t hash = PL_HASH_START;
    for (uint32_t kind = 0; kind < 3; ++kind) {
        fill_sums(&in, kind);
        for (size_t count = 0; count <= 600; ++count)
            hash = hash_sums(hash, k, &in, count % 5, count);
        for (size_t count = 700; count <= WIDE_BITS_CHUNK * 4; count += 523) {
            hash = hash_sums(hash, k, &in, 1, count);
        }
    }
    return hash;
}

static uint64_t hash_elementary(uint64_t hash, double x, double y) {
    hash = hash_double(hash, pl_sin(x));
    hash = hash_double(hash, pl_cos(x));
    hash = hash_double(hash, pl_exp(x));
    hash = hash_double(hash, pl_log(x));
    hash = hash_double(hash, pl_atan2(y, x));
    hash = hash_double(hash, pl_acos(x));
    return hash_double(hash, pl_cbrt(x));
}

uint64_t wide_bits_elementary(void) {
    static const double scales[4] = {1.0, 4.0, 700.0, 1e6};
    uint64_t hash = PL_HASH_START;
    for (uint32_t i = 0; i < 64 * 64; ++i) {
        hash = hash_elementary(hash, (double)special(i & 63), (double)special(i >> 6));
    }
    for (uint64_t i = 0; i < 100000; ++i) {
        uint64_t first = wide_bits_random(2 * i), second = wide_bits_random(2 * i + 1);
        hash = hash_elementary(hash, bits_double(first), bits_double(second));
        double x = ((double)(first >> 11) * 0x1p-52 - 1.0) * scales[i & 3];
        double y = ((double)(second >> 11) * 0x1p-52 - 1.0) * scales[i & 3];
        hash = hash_elementary(hash, x, y);
    }
    return hash;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/hash.h"

#include <string.h>

uint64_t pl_hash_mix(uint64_t value) {
    value ^= value >> 30;
    value *= UINT64_C(0xBF58476D1CE4E5B9);
    value ^= value >> 27;
    value *= UINT64_C(0x94D049BB133111EB);
    return value ^ (value >> 31);
}

static uint64_t step(uint64_t hash, uint64_t word) {
    hash ^= word;
    hash *= UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ (hash >> 32);
}

uint64_t pl_hash_bytes(uint64_t hash, const void* bytes, size_t size) {
    const unsigned char* b = bytes;
    size_t i = 0;
    for (; i + 8 <= size; i += 8) {
        uint64_t word = 0;
        for (unsigned k = 0; k < 8; ++k) word |= (uint64_t)b[i + k] << (8 * k);
        hash = step(hash, word);
    }
    uint64_t rest = 0;
    for (unsigned k = 0; i + k < size; ++k) rest |= (uint64_t)b[i + k] << (8 * k);
    // the length goes in too, or a trailing zero byte would not count
    return pl_hash_mix(step(step(hash, rest), size));
}

uint64_t pl_hash_words(uint64_t hash, const uint32_t* words, size_t count) {
    for (size_t i = 0; i < count; ++i) hash = step(hash, words[i]);
    return pl_hash_mix(step(hash, count));
}

uint64_t pl_hash_floats(uint64_t hash, const float* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint32_t word;
        memcpy(&word, values + i, sizeof word);
        hash = step(hash, word);
    }
    return pl_hash_mix(step(hash, count));
}

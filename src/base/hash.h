// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A 64-bit hash of bytes for state trails and golden results: little-endian words, multiply and
// rotate, the same value on every machine. Not for secrets.
#ifndef PL_BASE_HASH_H
#define PL_BASE_HASH_H

#include "src/base/platform.h"

#define PL_HASH_START UINT64_C(0x9E3779B97F4A7C15)

// Continues `hash` (PL_HASH_START to begin) over `size` bytes.
uint64_t pl_hash_bytes(uint64_t hash, const void* bytes, size_t size);
// 32-bit words by value, so that the byte order of the machine does not matter.
uint64_t pl_hash_words(uint64_t hash, const uint32_t* words, size_t count);
uint64_t pl_hash_floats(uint64_t hash, const float* values, size_t count);
// One word, well mixed; for hash tables.
uint64_t pl_hash_mix(uint64_t value);

#endif

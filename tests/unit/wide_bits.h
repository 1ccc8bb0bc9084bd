// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Hashes of what src/wide and src/math compute, over inputs that are the same everywhere. They are
// compared between instruction sets, and with the golden values below between compilers, levels of
// optimisation and machines: by test_wide.c here, by tools/check_portable_bits.sh elsewhere.
// NaN bits are out of contract: each NaN counts as one and the same.
#ifndef WIDE_BITS_H
#define WIDE_BITS_H

#include "wide_probe.h"

#define WIDE_BITS_GOLDEN_OPERATIONS UINT64_C(0x0308392713a3ef3e)
#define WIDE_BITS_GOLDEN_SUMS       UINT64_C(0x3db2f5e580f097a9)
#define WIDE_BITS_GOLDEN_ELEMENTARY UINT64_C(0x9f853746c7a359e2)

// One hash per probe, each over two million triples: all pairs of special values, random bits, and
// neighbours in exponent. Returns the hash of them all.
uint64_t wide_bits_operations(pl_isa isa, uint64_t probe_hash[WIDE_PROBE_COUNT]);
// All sums of src/math/sums.h over every length up to 600 and some long ones.
uint64_t wide_bits_sums(pl_isa isa);
// The elementary functions over 200,000 arguments each, and special ones.
uint64_t wide_bits_elementary(void);

// The inputs, for other tests: values of the n-th chunk of 4,096.
enum { WIDE_BITS_CHUNK = 4096, WIDE_BITS_CHUNKS = 512 };
void wide_bits_chunk(uint32_t chunk, float* a, float* b, float* c);
// The first place aligned to 64 bytes in an array with 16 floats to spare, by hand: _Alignas is not
// everywhere.
float* wide_bits_align(float* room);
// Random 64 bits, the n-th.
uint64_t wide_bits_random(uint64_t n);
float wide_bits_float(uint32_t bits);
uint32_t wide_bits_of(float value);  // all NaN alike

#endif

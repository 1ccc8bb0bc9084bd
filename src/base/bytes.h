// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Numbers as they lie in files, at any address and on a machine of either byte order.
#ifndef PL_BASE_BYTES_H
#define PL_BASE_BYTES_H

#include "src/base/platform.h"

#include <string.h>

// Little-endian, the order nearly all formats have.
static inline uint32_t pl_bytes_u16(const unsigned char* at) {
    return at[0] | (uint32_t)at[1] << 8;
}

static inline uint32_t pl_bytes_u32(const unsigned char* at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t pl_bytes_u64(const unsigned char* at) {
    return pl_bytes_u32(at) | (uint64_t)pl_bytes_u32(at + 4) << 32;
}

// The numbers that bits stand for.
static inline double pl_bytes_float(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static inline double pl_bytes_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif

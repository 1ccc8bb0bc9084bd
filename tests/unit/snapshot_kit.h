// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Snapshots as blocks of bytes, and how to forge them. Include after cmocka.h.
#ifndef SNAPSHOT_KIT_H
#define SNAPSHOT_KIT_H

#include "src/base/hash.h"
#include "src/world/snapshot.h"
#include "tests/unit/world_kit.h"

#include <stdlib.h>

typedef struct bytes {
    unsigned char* at;
    size_t size;
} bytes;

static inline bytes take_snapshot(const plump_world* world) {
    bytes b = {NULL, plump_world_snapshot_size(world)};
    size_t written = 0;
    b.at = malloc(b.size);
    OK(plump_world_snapshot(world, b.at, b.size, &written, &kit_error));
    assert_int_equal(written, b.size);
    return b;
}

// A right checksum for what was changed.
static inline void seal(bytes b) {
    uint64_t sum = pl_snapshot_checksum(b.at, b.size);
    for (unsigned i = 0; i < 8; ++i) b.at[32 + i] = (unsigned char)(sum >> (8 * i));
}

static inline void put_u32(bytes b, size_t at, uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) b.at[at + i] = (unsigned char)(value >> (8 * i));
    seal(b);
}

static inline void put_double(bytes b, size_t at, double value) {
    uint64_t bits = pl_double_bits(value);
    for (unsigned i = 0; i < 8; ++i) b.at[at + i] = (unsigned char)(bits >> (8 * i));
    seal(b);
}

// Steps run, and leave nothing that is not finite.
static inline void assert_usable(plump_world* world) {
    plump_body_id ids[8];
    uint32_t count = plump_world_bodies(world, ids, 8);
    for (unsigned k = 0; k < 3; ++k) OK(plump_world_step(world, 1.0f / 60, 1, &kit_error));
    for (uint32_t i = 0; i < count && i < 8; ++i) {
        plump_body_view view;
        OK(plump_body_lend(world, ids[i], &view, &kit_error));
        for (uint32_t v = 0; v < view.count; ++v)
            assert_true(isfinite(view.x[v]) && isfinite(view.y[v]) && isfinite(view.z[v]) &&
                        isfinite(view.vx[v]) && isfinite(view.vy[v]) && isfinite(view.vz[v]));
    }
}

#endif

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

// A right size and checksum for what was cut.
static inline void seal_cut(bytes b) {
    for (unsigned i = 0; b.size >= 40 && i < 8; ++i)
        b.at[24 + i] = (unsigned char)((uint64_t)b.size >> (8 * i));
    if (b.size >= 40) seal(b);
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

// Default: fewer flips, every seventh truncation. PLUMP_TEST_LONG=1: 10^5 flips, every truncation.
static inline bool flip_long(void) {
    const char* wish = getenv("PLUMP_TEST_LONG");
    return wish && wish[0] == '1';
}

// A restore of the test's own; the error's text says why not.
typedef plump_result flip_restore(const void* scene, bytes b);

typedef struct flip_count {
    uint32_t taken, refused;
} flip_count;

// Flips one to three random bits of the snapshot, `count` times, every third time without the right
// checksum. Each such snapshot is refused, and the world as it was, or gives a world that works.
static inline flip_count flip_bits(plump_world* world, bytes b, uint32_t count,
                                   flip_restore* restore_flipped, const void* scene) {
    uint64_t seed = UINT64_C(0x9E3779B97F4A7C15);
    flip_count n = {0, 0};
    bytes f = {malloc(b.size), b.size};
    for (uint32_t k = 0; k < count; ++k) {
        memcpy(f.at, b.at, b.size);
        for (uint32_t i = 0; i <= k / 3 % 3; ++i) {
            seed = pl_hash_mix(seed + k);
            // every other one in what is not positions and velocities
            size_t bit = 8 * 40 + (size_t)(seed % (8 * ((k % 2 ? 1600 : b.size) - 40)));
            f.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
        bool is_sealed = k % 3 != 2;
        if (is_sealed) seal(f);
        uint64_t before = plump_world_hash(world);
        if (restore_flipped(scene, f) == PLUMP_OK) {
            if (!is_sealed && memcmp(f.at, b.at, b.size) != 0)
                fail_msg("a wrong checksum is taken");
            assert_usable(world);
            n.taken++;
        } else {
            assert_true(plump_world_hash(world) == before);
            n.refused++;
        }
    }
    free(f.at);
    return n;
}

// Truncations, as they are and under a right size and checksum.
static inline void cut_everywhere(plump_world* world, bytes b, flip_restore* restore_cut,
                                  const void* scene) {
    uint64_t before = plump_world_hash(world);
    for (size_t size = 0; size < b.size; size += flip_long() ? 1 : 7) {
        bytes part = {malloc(size ? size : 1), size};  // so that a read behind it is seen
        memcpy(part.at, b.at, size);
        assert_int_not_equal(restore_cut(scene, part), PLUMP_OK);
        seal_cut(part);
        assert_int_not_equal(restore_cut(scene, part), PLUMP_OK);
        free(part.at);
        assert_true(plump_world_hash(world) == before);
    }
}

// Both of the world's own snapshot.
static inline void flip_and_cut(plump_world* world, flip_restore* restore_bad, const void* scene) {
    bytes b = take_snapshot(world);
    cut_everywhere(world, b, restore_bad, scene);
    uint32_t wish = flip_long() ? 100000 : 2000;
    flip_count n = flip_bits(world, b, wish, restore_bad, scene);
    if (flip_long())
        print_message("bits flipped %u times in %zu bytes: %u taken, %u refused\n", (unsigned)wish,
                      b.size, (unsigned)n.taken, (unsigned)n.refused);
    assert_true(n.taken > 50 && n.refused > 50);  // both ways were walked
    free(b.at);
}

// Puts odd bytes between `from` and the end of a good snapshot, two thirds of them before `head`,
// under a right checksum: refused, or a world that works.
static inline flip_count forge_bytes(plump_world* world, bytes b, uint32_t count, size_t from,
                                     size_t head, flip_restore* restore_forged, const void* scene) {
    static const unsigned char odd[] = {0, 1, 0x7f, 0x80, 0xff, 0xf0};
    uint32_t seed = 11;
    flip_count n = {0, 0};
    bytes f = {malloc(b.size), b.size};
    for (uint32_t k = 0; k < count; ++k) {
        memcpy(f.at, b.at, b.size);
        for (uint32_t i = 0; i <= k % 3; ++i) {
            seed = seed * 1664525u + 1013904223u;
            f.at[from + (seed >> 8) % ((k % 3 ? head : b.size) - from)] = odd[(seed >> 4) % 6];
        }
        seal(f);
        uint64_t before = plump_world_hash(world);
        if (restore_forged(scene, f) == PLUMP_OK) {
            assert_usable(world);
            n.taken++;
            OK(restore_forged(scene, b));
        } else {
            assert_true(plump_world_hash(world) == before);
            n.refused++;
        }
    }
    free(f.at);
    return n;
}

#endif

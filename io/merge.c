// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A hash table does it. Somebody may have chosen positions that collide: when the searches grow too
// long in all, the corners are sorted instead, which no choice can slow down.
#include "io/merge.h"

#include "src/base/hash.h"

#include <string.h>

#define NONE UINT32_MAX

static uint64_t hash_of(const double* position) {
    uint64_t bits[3];
    memcpy(bits, position, sizeof bits);
    uint64_t hash = pl_hash_mix(bits[0] + PL_HASH_START);
    hash = pl_hash_mix(hash ^ bits[1]);
    return pl_hash_mix(hash ^ bits[2]);
}

static bool equal(const double* a, const double* b) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// Adding 0 turns -0 into 0 and leaves everything else.
static void drop_signs_of_zero(double* positions, size_t count) {
    for (size_t i = 0; i < 3 * count; ++i) positions[i] += 0.0;
}

// False when the searches grow too long; the table has a power of two of slots, half of them free.
static bool merge_by_hash(const double* positions, size_t count, uint32_t* table, size_t slots,
                          uint32_t* numbers, uint32_t* firsts, size_t* number_count) {
    size_t used = 0, searches = 16 * count + 1024;
    memset(table, 0xFF, slots * sizeof *table);
    for (size_t i = 0; i < count; ++i) {
        const double* position = positions + 3 * i;
        size_t slot = (size_t)hash_of(position) & (slots - 1);
        while (table[slot] != NONE &&
               !equal(positions + 3 * (size_t)firsts[table[slot]], position)) {
            slot = (slot + 1) & (slots - 1);
            if (searches-- == 0) return false;
        }
        if (table[slot] == NONE) {
            table[slot] = (uint32_t)used;
            firsts[used++] = (uint32_t)i;
        }
        numbers[i] = table[slot];
    }
    *number_count = used;
    return true;
}

static bool comes_before(const double* positions, uint32_t a, uint32_t b) {
    const double *p = positions + 3 * (size_t)a, *q = positions + 3 * (size_t)b;
    for (int k = 0; k < 3; ++k) {
        if (p[k] != q[k]) return p[k] < q[k];
    }
    return a < b;
}

// Merge sort of corners by position, then by number; returns the array that holds the result.
static uint32_t* sort_corners(const double* positions, size_t count, uint32_t* order,
                              uint32_t* other) {
    for (size_t i = 0; i < count; ++i) order[i] = (uint32_t)i;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * width) {
            size_t middle = begin + width < count ? begin + width : count;
            size_t end = middle + width < count ? middle + width : count;
            size_t left = begin, right = middle;
            for (size_t out = begin; out < end; ++out) {
                bool take_left =
                    left < middle &&
                    (right == end || comes_before(positions, order[left], order[right]));
                other[out] = take_left ? order[left++] : order[right++];
            }
        }
        uint32_t* swap = order;
        order = other;
        other = swap;
    }
    return order;
}

static bool merge_by_sorting(const plump_allocator* hooks, const double* positions, size_t count,
                             uint32_t* numbers, uint32_t* firsts, size_t* number_count) {
    uint32_t* scratch = pl_alloc(hooks, count, 2 * sizeof *scratch);
    if (!scratch) return false;
    const uint32_t* order = sort_corners(positions, count, scratch, scratch + count);
    // the first of equals is the lowest: let it stand for all, then number those in order
    uint32_t first = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || !equal(positions + 3 * (size_t)order[i], positions + 3 * (size_t)first))
            first = order[i];
        numbers[order[i]] = first;
    }
    size_t used = 0;
    for (size_t i = 0; i < count; ++i) {
        if (numbers[i] == i) {
            firsts[used] = (uint32_t)i;
            numbers[i] = (uint32_t)used++;
        } else {
            numbers[i] = numbers[numbers[i]];
        }
    }
    pl_free(hooks, scratch);
    *number_count = used;
    return true;
}

bool pl_merge_positions(const plump_allocator* hooks, double* positions, size_t count,
                        uint32_t* numbers, uint32_t* firsts, size_t* number_count) {
    if (count >= NONE) return false;
    drop_signs_of_zero(positions, count);
    size_t slots = 16;
    while (slots < 2 * count) slots *= 2;
    uint32_t* table = pl_alloc(hooks, slots, sizeof *table);
    if (!table) return false;
    bool done = merge_by_hash(positions, count, table, slots, numbers, firsts, number_count);
    pl_free(hooks, table);
    return done || merge_by_sorting(hooks, positions, count, numbers, firsts, number_count);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_sort.h"

#include <string.h>

#define DIGIT_BITS 11
#define DIGITS     (1u << DIGIT_BITS)
#define PASSES     6  // 6 x 11 bits cover 64

static size_t digit_of(uint64_t key, unsigned pass) {
    return (size_t)(key >> (pass * DIGIT_BITS)) & (DIGITS - 1);
}

static void sort_short(pl_keyed* items, size_t count) {
    for (size_t i = 1; i < count; ++i) {
        pl_keyed moving = items[i];
        size_t j = i;
        for (; j > 0 && items[j - 1].key > moving.key; --j) items[j] = items[j - 1];
        items[j] = moving;
    }
}

void pl_sort_keyed(pl_keyed* items, pl_keyed* spare, size_t count) {
    if (count < 48) {
        sort_short(items, count);
        return;
    }
    pl_keyed* from = items;
    pl_keyed* to = spare;
    for (unsigned pass = 0; pass < PASSES; ++pass) {
        size_t start[DIGITS] = {0};
        for (size_t i = 0; i < count; ++i) start[digit_of(from[i].key, pass)]++;
        if (start[digit_of(from[0].key, pass)] == count) continue;  // all the same digit
        size_t sum = 0;
        for (size_t d = 0; d < DIGITS; ++d) {
            size_t here = start[d];
            start[d] = sum;
            sum += here;
        }
        for (size_t i = 0; i < count; ++i) to[start[digit_of(from[i].key, pass)]++] = from[i];
        pl_keyed* swap = from;
        from = to;
        to = swap;
    }
    if (from != items) memcpy(items, from, count * sizeof *items);
}

// For numbers that are not negative, the order of the bits is the order of the numbers.
static uint64_t bits_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

double pl_select(const double* values, size_t count, size_t k, double* spare) {
    // digit by digit from the top, keeping only those that can still be the k-th
    for (unsigned pass = PASSES; pass-- > 0;) {
        size_t seen[DIGITS] = {0};
        for (size_t i = 0; i < count; ++i) seen[digit_of(bits_of(values[i]), pass)]++;
        size_t digit = 0;
        while (k >= seen[digit]) k -= seen[digit++];
        size_t kept = 0;
        for (size_t i = 0; i < count; ++i) {
            if (digit_of(bits_of(values[i]), pass) == digit) spare[kept++] = values[i];
        }
        values = spare;
        count = kept;
    }
    return values[0];
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PL_BASE_SEARCH_H
#define PL_BASE_SEARCH_H

#include <stddef.h>
#include <stdint.h>

// The first of ascending keys at or behind one.
static inline size_t pl_find_key(const uint64_t* keys, size_t count, uint64_t key) {
    size_t begin = 0, end = count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (keys[middle] < key) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

#endif

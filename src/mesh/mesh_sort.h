// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A stable radix sort of numbers under 64-bit keys: linear whatever the keys are.
#ifndef PL_MESH_SORT_H
#define PL_MESH_SORT_H

#include "src/base/platform.h"

typedef struct pl_keyed {
    uint64_t key;
    uint32_t value;
} pl_keyed;

// Sorts `items` by key; equal keys keep their order. `spare` has room for as many.
void pl_sort_keyed(pl_keyed* items, pl_keyed* spare, size_t count);

// The k-th smallest, from 0, of values that are not negative. `spare` has room for as many.
double pl_select(const double* values, size_t count, size_t k, double* spare);

#endif

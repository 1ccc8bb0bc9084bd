// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where each vertex or face stands in its file. Places mostly climb evenly (a line each, 13 bytes
// each), so they are kept as runs: one for a whole file as a rule, one per two elements at worst.
#ifndef PL_IO_PLACES_H
#define PL_IO_PLACES_H

#include "src/base/alloc.h"

typedef struct pl_places {
    struct pl_place_run* runs;
    size_t count, capacity;
} pl_places;

// Notes the place of `element`; elements come in order 0, 1, 2, ...
bool pl_places_add(pl_places* places, const plump_allocator* hooks, uint32_t element,
                   uint64_t place);
uint64_t pl_places_find(const pl_places* places, uint32_t element);
void pl_places_free(pl_places* places, const plump_allocator* hooks);

#endif

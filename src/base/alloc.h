// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Memory through the caller's hooks. Every size is count x size, checked against overflow; every
// block is aligned to 64 bytes so that any lane width can load from it.
#ifndef PL_BASE_ALLOC_H
#define PL_BASE_ALLOC_H

#include "src/base/platform.h"

#define PL_ALIGNMENT ((size_t)64)

// Hooks as the caller gave them, or the C library's where they are zero.
plump_allocator pl_alloc_hooks(plump_allocator given);

// NULL when out of memory or when count * size overflows. A count of 0 gives a valid small block.
void* pl_alloc(const plump_allocator* hooks, size_t count, size_t size);
void* pl_alloc_zero(const plump_allocator* hooks, size_t count, size_t size);
void pl_free(const plump_allocator* hooks, void* block);

// Makes room for `needed` elements in a growing array of `used` ones; grows by half at least.
// On failure nothing changes. Use: if (!pl_grow(hooks, (void**)&items, &capacity, used, used + 1,
// sizeof *items))
bool pl_grow(const plump_allocator* hooks, void** items, size_t* capacity, size_t used,
             size_t needed, size_t size);

#endif

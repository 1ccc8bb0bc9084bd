// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Scratch memory of one job: many blocks, freed together, so that every way out of a long function
// is one line and nothing can leak.
#ifndef PL_BASE_ARENA_H
#define PL_BASE_ARENA_H

#include "src/base/alloc.h"

typedef struct pl_arena {
    plump_allocator hooks;
    struct pl_arena_block* last;
    size_t bytes;  // asked of the hooks and not yet given back
    bool packed;
} pl_arena;

// `hooks` as from pl_alloc_hooks().
pl_arena pl_arena_make(plump_allocator hooks);
// One whose small blocks lie side by side in larger ones: for what is read again and again.
pl_arena pl_arena_make_packed(plump_allocator hooks);
void* pl_arena_alloc(pl_arena* arena, size_t count, size_t size);
void* pl_arena_alloc_zero(pl_arena* arena, size_t count, size_t size);
// Three rows of zeroed floats, such as x, y and z. False: out of memory.
bool pl_arena_three(pl_arena* arena, size_t count, float* rows[3]);
// Frees everything made since the mark; pl_arena_mark() of an empty arena is NULL, which frees all.
void* pl_arena_mark(const pl_arena* arena);
void pl_arena_release(pl_arena* arena, void* mark);

#endif

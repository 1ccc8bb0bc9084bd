// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/arena.h"

#include <string.h>

struct pl_arena_block {
    struct pl_arena_block* previous;
    size_t bytes;
};

pl_arena pl_arena_make(plump_allocator hooks) {
    return (pl_arena){hooks, NULL, 0};
}

void* pl_arena_alloc(pl_arena* arena, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 2 - PL_ALIGNMENT) / size) return NULL;
    // the link takes one alignment's worth, so that what follows stays aligned
    size_t bytes = PL_ALIGNMENT + count * size;
    struct pl_arena_block* block = pl_alloc(&arena->hooks, 1, bytes);
    if (!block) return NULL;
    block->previous = arena->last;
    block->bytes = bytes;
    arena->last = block;
    arena->bytes += bytes;
    return (char*)block + PL_ALIGNMENT;
}

void* pl_arena_alloc_zero(pl_arena* arena, size_t count, size_t size) {
    void* memory = pl_arena_alloc(arena, count, size);
    if (memory) memset(memory, 0, count * size);
    return memory;
}

void* pl_arena_mark(const pl_arena* arena) {
    return arena->last;
}

void pl_arena_release(pl_arena* arena, void* mark) {
    while (arena->last && (void*)arena->last != mark) {
        struct pl_arena_block* block = arena->last;
        arena->last = block->previous;
        arena->bytes -= block->bytes;
        pl_free(&arena->hooks, block);
    }
}

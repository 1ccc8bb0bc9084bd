// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/arena.h"

#include <string.h>

struct pl_arena_block {
    struct pl_arena_block* previous;
    size_t bytes, used;  // with this, which takes one alignment's worth
};

// A packed arena hides from an address sanitizer who writes beyond the end: there none is packed.
#if defined(__SANITIZE_ADDRESS__)
#define CAN_PACK false
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CAN_PACK false
#endif
#endif
#if !defined(CAN_PACK)
#define CAN_PACK true
#endif

#define PACK_LEAST 1024
#define PACK_MOST  16384

pl_arena pl_arena_make(plump_allocator hooks) {
    return (pl_arena){.hooks = hooks};
}

pl_arena pl_arena_make_packed(plump_allocator hooks) {
    return (pl_arena){.hooks = hooks, .packed = CAN_PACK};
}

// Larger where there is much already: small arenas stay small.
static size_t block_size(const pl_arena* arena, size_t needed) {
    size_t wanted = arena->bytes / 2;
    if (!arena->packed) return needed;
    wanted = wanted < PACK_LEAST ? PACK_LEAST : wanted > PACK_MOST ? PACK_MOST : wanted;
    return wanted < needed ? needed : wanted;
}

static bool has_room(const pl_arena* arena, size_t bytes) {
    return arena->packed && arena->last && arena->last->bytes - arena->last->used >= bytes;
}

static bool add_block(pl_arena* arena, size_t bytes) {
    struct pl_arena_block* block = pl_alloc(&arena->hooks, 1, bytes);
    if (!block) return false;
    *block = (struct pl_arena_block){arena->last, bytes, PL_ALIGNMENT};
    arena->last = block;
    arena->bytes += bytes;
    return true;
}

void* pl_arena_alloc(pl_arena* arena, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 2 - 2 * PL_ALIGNMENT) / size) return NULL;
    size_t bytes = count * size;
    if (arena->packed) bytes = (bytes + PL_ALIGNMENT - 1) / PL_ALIGNMENT * PL_ALIGNMENT;
    if (!has_room(arena, bytes) && !add_block(arena, block_size(arena, PL_ALIGNMENT + bytes)))
        return NULL;
    void* memory = (char*)arena->last + arena->last->used;
    arena->last->used += bytes;
    return memory;
}

void* pl_arena_alloc_zero(pl_arena* arena, size_t count, size_t size) {
    void* memory = pl_arena_alloc(arena, count, size);
    if (memory) memset(memory, 0, count * size);
    return memory;
}

bool pl_arena_three(pl_arena* arena, size_t count, float* rows[3]) {
    for (int k = 0; k < 3; ++k) rows[k] = pl_arena_alloc_zero(arena, count, sizeof(float));
    return rows[0] && rows[1] && rows[2];
}

void* pl_arena_mark(const pl_arena* arena) {
    return arena->last ? (char*)arena->last + arena->last->used : NULL;
}

// Where what follows the mark begins in a block; 0: the mark is not in it.
static size_t find_mark(const struct pl_arena_block* block, const void* mark) {
    uintptr_t begin = (uintptr_t)block + PL_ALIGNMENT, at = (uintptr_t)mark;
    bool is_here = begin <= at && at <= (uintptr_t)block + block->used;
    return is_here ? (size_t)(at - (uintptr_t)block) : 0;
}

void pl_arena_release(pl_arena* arena, void* mark) {
    while (arena->last && find_mark(arena->last, mark) == 0) {
        struct pl_arena_block* block = arena->last;
        arena->last = block->previous;
        arena->bytes -= block->bytes;
        pl_free(&arena->hooks, block);
    }
    if (arena->last) arena->last->used = find_mark(arena->last, mark);
}

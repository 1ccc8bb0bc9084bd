// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/alloc.h"

#include <stdlib.h>
#include <string.h>

static void* default_alloc(size_t size, size_t alignment, void* user) {
    (void)user;
#if defined(_WIN32)
    return _aligned_malloc(size, alignment);
#else
    // aligned_alloc wants a multiple of the alignment
    size_t rounded = (size + alignment - 1) & ~(alignment - 1);
    return rounded < size ? NULL : aligned_alloc(alignment, rounded);
#endif
}

static void default_free(void* block, void* user) {
    (void)user;
#if defined(_WIN32)
    _aligned_free(block);
#else
    free(block);
#endif
}

plump_allocator pl_alloc_hooks(plump_allocator given) {
    if (given.alloc && given.free) return given;
    return (plump_allocator){default_alloc, default_free, NULL};
}

void* pl_alloc(const plump_allocator* hooks, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 2) / size) return NULL;
    size_t bytes = count * size;
    return hooks->alloc(bytes ? bytes : 1, PL_ALIGNMENT, hooks->user);
}

void* pl_alloc_zero(const plump_allocator* hooks, size_t count, size_t size) {
    void* block = pl_alloc(hooks, count, size);
    if (block) memset(block, 0, count * size);
    return block;
}

void pl_free(const plump_allocator* hooks, void* block) {
    if (block) hooks->free(block, hooks->user);
}

bool pl_grow(const plump_allocator* hooks, void** items, size_t* capacity, size_t used,
             size_t needed, size_t size) {
    if (needed <= *capacity) return true;
    size_t wanted = *capacity + *capacity / 2;
    if (wanted < needed) wanted = needed;
    if (wanted < 16) wanted = 16;
    void* larger = pl_alloc(hooks, wanted, size);
    if (!larger) return false;
    if (used) memcpy(larger, *items, used * size);
    pl_free(hooks, *items);
    *items = larger;
    *capacity = wanted;
    return true;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// An allocator for tests: it counts blocks and bytes, and fails where it is told to.
#ifndef MEMORY_KIT_H
#define MEMORY_KIT_H

#include <plump/base.h>

#include <stdlib.h>
#include <string.h>

typedef struct memory_kit {
    long calls;         // allocations so far
    long fail_at;       // this one fails (from 1); 0: none
    bool fail_forever;  // and all after it
    long blocks;        // not yet freed
    size_t bytes, peak;
} memory_kit;

static inline bool memory_kit_fails(const memory_kit* m) {
    if (!m->fail_at) return false;
    return m->calls == m->fail_at || (m->fail_forever && m->calls > m->fail_at);
}

// What was asked for and what malloc gave stand in front of the block.
static inline void* memory_kit_alloc(size_t size, size_t alignment, void* user) {
    memory_kit* m = user;
    m->calls++;
    if (memory_kit_fails(m)) return NULL;
    unsigned char* block = malloc(size + 2 * alignment);
    if (!block) return NULL;
    uintptr_t start = ((uintptr_t)block + 2 * alignment - 1) & ~(uintptr_t)(alignment - 1);
    unsigned char* given = block + (start - (uintptr_t)block);
    memcpy(given - 16, &size, sizeof size);
    memcpy(given - 8, &block, sizeof block);
    m->blocks++;
    m->bytes += size;
    if (m->bytes > m->peak) m->peak = m->bytes;
    return given;
}

static inline void memory_kit_free(void* given, void* user) {
    memory_kit* m = user;
    size_t size;
    void* block;
    memcpy(&size, (unsigned char*)given - 16, sizeof size);
    memcpy(&block, (unsigned char*)given - 8, sizeof block);
    m->blocks--;
    m->bytes -= size;
    free(block);
}

static inline plump_allocator memory_kit_hooks(memory_kit* memory) {
    return (plump_allocator){memory_kit_alloc, memory_kit_free, memory};
}

#endif

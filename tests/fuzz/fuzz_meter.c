// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Memory under a limit. A block begins with its size, 64 bytes before what the caller sees.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(PLUMP_HAVE_JANSSON)
#include <jansson.h>
#endif

static size_t held, limit;

void fuzz_fail(const char* what) {
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

static void* take(size_t size) {
    if (size > SIZE_MAX - 128) return NULL;
    held += size;
    if (held > limit) {
        fprintf(stderr, "fuzz: %zu bytes held, %zu allowed\n", held, limit);
        fuzz_fail("more memory than 64 times the input and 64 MiB");
    }
    char* block = aligned_alloc(64, (size + 127) / 64 * 64);
    if (!block) return NULL;
    memcpy(block, &size, sizeof size);
    return block + 64;
}

static void give(void* block) {
    if (!block) return;
    char* start = (char*)block - 64;
    size_t size;
    memcpy(&size, start, sizeof size);
    held -= size;
    free(start);
}

static void* take_hook(size_t size, size_t alignment, void* user) {
    (void)user;
    if (alignment > 64) fuzz_fail("an alignment above 64 was asked for");
    return take(size);
}

static void give_hook(void* block, void* user) {
    (void)user;
    give(block);
}

plump_allocator fuzz_meter_begin(size_t size) {
    held = 0;
    limit = 64 * size + ((size_t)64 << 20);
#if defined(PLUMP_HAVE_JANSSON)
    json_object_seed(1);
    json_set_alloc_funcs(take, give);
#endif
    return (plump_allocator){take_hook, give_hook, NULL};
}

void fuzz_meter_end(void) {
    if (held != 0) fuzz_fail("memory was not given back");
}

uint8_t fuzz_options(const uint8_t* data, size_t size) {
    uint8_t bits = 0;
    for (size_t i = 0; i < size; ++i) bits ^= data[i];
    return bits;
}

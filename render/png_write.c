// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// PNG bytes by stb_image_write. Its own code cannot go on after a failed allocation, so its memory
// comes from here: blocks are remembered, and the one that fails jumps back out and frees them all.
#include <plump/picture.h>

#include "src/base/alloc.h"
#include "src/base/text.h"

#include <setjmp.h>
#include <string.h>

typedef struct png_block {
    struct png_block *next, *previous;
    size_t size;
} png_block;

typedef struct png_job {
    plump_allocator hooks;
    png_block* blocks;
    jmp_buf out_of_memory;
} png_job;

// stb's hooks carry no user pointer; one job per thread at a time.
static _Thread_local png_job* job;

#define HEAD PL_ALIGNMENT  // keeps what follows the block's head aligned

static void* job_alloc(size_t size) {
    png_block* block = size < SIZE_MAX / 2 ? pl_alloc(&job->hooks, HEAD + size, 1) : NULL;
    if (!block) longjmp(job->out_of_memory, 1);
    *block = (png_block){.next = job->blocks, .size = size};
    if (block->next) block->next->previous = block;
    job->blocks = block;
    return (char*)block + HEAD;
}

static void job_free(void* memory) {
    if (!memory) return;
    png_block* block = (png_block*)(void*)((char*)memory - HEAD);
    if (block->next) block->next->previous = block->previous;
    if (block->previous) block->previous->next = block->next;
    if (block == job->blocks) job->blocks = block->next;
    pl_free(&job->hooks, block);
}

static void* job_resize(void* memory, size_t size) {
    void* larger = job_alloc(size);
    if (memory) {
        const png_block* old = (const png_block*)(const void*)((char*)memory - HEAD);
        memcpy(larger, memory, old->size < size ? old->size : size);
        job_free(memory);
    }
    return larger;
}

#define STBIW_MALLOC(size)          job_alloc(size)
#define STBIW_REALLOC(memory, size) job_resize(memory, size)
#define STBIW_FREE(memory)          job_free(memory)
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

// Opaque pictures are a quarter smaller without their alpha; NULL: they need it.
static uint8_t* drop_alpha(const uint8_t* pixels, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (pixels[4 * i + 3] != 255) return NULL;
    }
    uint8_t* packed = job_alloc(count * 3);
    for (size_t i = 0; i < count; ++i) memcpy(packed + 3 * i, pixels + 4 * i, 3);
    return packed;
}

static void free_blocks(png_job* done) {
    while (done->blocks) {
        png_block* next = done->blocks->next;
        pl_free(&done->hooks, done->blocks);
        done->blocks = next;
    }
}

// Separate from plump_png_create so that nothing set after setjmp is read when it comes back.
static PL_NOINLINE void write_png(const uint8_t* pixels, uint32_t width, uint32_t height,
                                  uint8_t** bytes, size_t* size) {
    uint8_t* packed = drop_alpha(pixels, (size_t)width * height);
    int channels = packed ? 3 : 4, length = 0;
    const uint8_t* rows = packed ? packed : pixels;
    unsigned char* png = stbi_write_png_to_mem(rows, (int)width * channels, (int)width, (int)height,
                                               channels, &length);
    if (!png) longjmp(job->out_of_memory, 1);
    uint8_t* out = pl_alloc(&job->hooks, (size_t)length, 1);
    if (!out) longjmp(job->out_of_memory, 1);
    memcpy(out, png, (size_t)length);
    *bytes = out;
    *size = (size_t)length;
}

plump_result plump_png_create(const uint8_t* pixels, uint32_t width, uint32_t height,
                              const plump_allocator* allocator, uint8_t** bytes, size_t* size,
                              plump_error* error) {
    if (!bytes || !size) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "bytes and size are NULL");
    *bytes = NULL;
    *size = 0;
    if (!pixels) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "pixels is NULL");
    if (width < 1 || height < 1 || width > PLUMP_PICTURE_SIZE_MAX ||
        height > PLUMP_PICTURE_SIZE_MAX) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "picture size is %ux%u; each side must be 1 to %d pixels", width, height,
                       PLUMP_PICTURE_SIZE_MAX);
    }
    png_job here = {.hooks = pl_alloc_hooks(allocator ? *allocator : (plump_allocator){0})};
    job = &here;
    bool failed = setjmp(here.out_of_memory) != 0;
    if (!failed) write_png(pixels, width, height, bytes, size);
    free_blocks(&here);
    job = NULL;
    return failed ? pl_fail_memory(error, "packing a PNG") : PLUMP_OK;
}

void plump_png_free(uint8_t* bytes, const plump_allocator* allocator) {
    plump_allocator hooks = pl_alloc_hooks(allocator ? *allocator : (plump_allocator){0});
    pl_free(&hooks, bytes);
}

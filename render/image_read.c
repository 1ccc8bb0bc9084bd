// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// PNG and JPEG files become pixels by stb_image. Files may lie: sizes are looked at before anything
// is unpacked, and no block of memory may grow beyond what an image of the largest size needs, so
// that a small file cannot unpack to gigabytes.
#include "render/textures.h"

#include "src/base/text.h"

#include <string.h>

#define FILE_MOST  ((size_t)1 << 28)
#define BLOCK_MOST ((size_t)320 << 20)  // 16-bit RGBA, while the room for it doubles

// stb's hooks carry no user pointer; one image per thread at a time.
static _Thread_local const plump_allocator* image_hooks;
static _Thread_local bool out_of_memory;

static void* image_alloc(size_t size) {
    if (size > BLOCK_MOST) return NULL;
    void* block = pl_alloc_zero(image_hooks, size, 1);  // what a broken file leaves out is black
    if (!block) out_of_memory = true;
    return block;
}

static void* image_resize(void* block, size_t old_size, size_t size) {
    void* larger = image_alloc(size);
    if (!larger) return NULL;
    if (block) memcpy(larger, block, old_size < size ? old_size : size);
    pl_free(image_hooks, block);
    return larger;
}

#define STBI_MALLOC(size)                         image_alloc(size)
#define STBI_REALLOC_SIZED(block, old_size, size) image_resize(block, old_size, size)
#define STBI_FREE(block)                          pl_free(image_hooks, block)
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_MAX_DIMENSIONS PL_IMAGE_SIDE_MOST
#define STBI_NO_GIF
#define STB_IMAGE_STATIC
// version 2.27 declares this one by another name than it defines
#define stbi_set_unpremultiply_on_load_thread stbi__unpremultiply_on_load_thread
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

// Where the marker 0xFF `kind` stands last; 0: nowhere. Packed pixels of a JPEG hold none.
static size_t last_marker(const plump_image_file* file, unsigned char kind) {
    const unsigned char* bytes = file->bytes;
    for (size_t i = file->size; i-- > 1;) {
        if (bytes[i] == kind && bytes[i - 1] == 0xFF) return i;
    }
    return 0;
}

// stb shows what there is of a JPEG that was cut, and leaves the rest as it happens to be.
static bool is_cut(const plump_image_file* file) {
    return last_marker(file, 0xD9) <= last_marker(file, 0xDA);
}

static unsigned byte_at(const plump_image_file* file, size_t at) {
    return at < file->size ? ((const unsigned char*)file->bytes)[at] : 0;
}

// The Huffman tables of a segment that begins with its length: none has more than 256 codes.
static bool has_sane_codes(const plump_image_file* file, size_t at) {
    long left = (long)(byte_at(file, at) << 8 | byte_at(file, at + 1)) - 2;
    for (at += 2; left > 0;) {
        unsigned count = 0, kind = byte_at(file, at);
        if (kind >> 4 > 1 || (kind & 15) > 3) return true;  // stb refuses it
        for (size_t k = 1; k <= 16; ++k) count += byte_at(file, at + k);
        if (count > 256) return false;
        at += 17 + count;
        left -= 17 + (long)count;
    }
    return true;
}

// stb 2.27 writes beyond its table where a JPEG claims more codes. Where segments begin depends on
// what was decoded before, so that whatever might be a segment of tables is looked at.
static bool has_sane_tables(const plump_image_file* file) {
    for (size_t i = 1; i < file->size; ++i) {
        if (byte_at(file, i) == 0xC4 && byte_at(file, i - 1) == 0xFF &&
            !has_sane_codes(file, i + 1))
            return false;
    }
    return true;
}

// What is not asked of stb.
static plump_result check_bytes(const plump_image_file* file, plump_error* error) {
    if (!file->bytes || file->size == 0 || file->size > FILE_MOST)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "an image file has %zu bytes; 1 to %zu can be shown", file->size, FILE_MOST);
    if (byte_at(file, 0) != 0xFF) return PLUMP_OK;  // no JPEG
    if (is_cut(file))
        return pl_fail(error, PLUMP_ERROR_DATA, "an image of %zu bytes has no end; it was cut",
                       file->size);
    if (has_sane_tables(file)) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_DATA, "an image of %zu bytes is broken: bad code lengths",
                   file->size);
}

static plump_result check_size(const plump_image_file* file, plump_error* error) {
    int width = 0, height = 0, channels = 0;
    if (!stbi_info_from_memory(file->bytes, (int)file->size, &width, &height, &channels) ||
        width < 1 || height < 1)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "an image of %zu bytes is neither a whole PNG nor a JPEG, or too large (%d "
                       "pixels each way)",
                       file->size, PL_IMAGE_SIDE_MOST);
    if (width > PL_IMAGE_SIDE_MOST || height > PL_IMAGE_SIDE_MOST ||
        (size_t)width * (size_t)height > PL_IMAGE_PIXELS_MOST)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "an image has %d x %d pixels; %d each way and %zu in all can be shown",
                       width, height, PL_IMAGE_SIDE_MOST, PL_IMAGE_PIXELS_MOST);
    return PLUMP_OK;
}

plump_result pl_image_read(const plump_image_file* file, const plump_allocator* hooks,
                           pl_image* image, plump_error* error) {
    int width = 0, height = 0, channels = 0;
    *image = (pl_image){0};
    image_hooks = hooks;
    out_of_memory = false;
    plump_result result = check_bytes(file, error);
    if (result == PLUMP_OK) result = check_size(file, error);
    if (result == PLUMP_OK) {
        image->pixels =
            stbi_load_from_memory(file->bytes, (int)file->size, &width, &height, &channels, 4);
        image->width = (uint32_t)width, image->height = (uint32_t)height;
    }
    image_hooks = NULL;
    if (out_of_memory && !image->pixels) return pl_fail_memory(error, "reading an image");
    if (result != PLUMP_OK || image->pixels) return result;
    return pl_fail(error, PLUMP_ERROR_DATA, "an image of %zu bytes is broken: %s", file->size,
                   stbi_failure_reason());
}

void pl_image_free(pl_image* image, const plump_allocator* hooks) {
    pl_free(hooks, image->pixels);
    *image = (pl_image){0};
}

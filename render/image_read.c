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
    void* block = pl_alloc(image_hooks, size, 1);
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

static plump_result check_size(const plump_image_file* file, plump_error* error) {
    int width = 0, height = 0, channels = 0;
    if (!file->bytes || file->size == 0 || file->size > FILE_MOST)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "an image file has %zu bytes; 1 to %zu can be shown", file->size, FILE_MOST);
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
    plump_result result = check_size(file, error);
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

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Images on surfaces: unpacked (image_read.c) and brought to the card once (textures.c), for as
// long as every picture uses them.
#ifndef PL_RENDER_TEXTURES_H
#define PL_RENDER_TEXTURES_H

#include <plump/picture.h>

#include "render/gl_context.h"
#include "src/base/alloc.h"

#define PL_IMAGE_SIDE_MOST   8192
#define PL_IMAGE_PIXELS_MOST ((size_t)1 << 24)

// Red, green, blue, alpha, top row first.
typedef struct pl_image {
    uint8_t* pixels;
    uint32_t width, height;
} pl_image;

// On failure there is nothing to free.
plump_result pl_image_read(const plump_image_file* file, const plump_allocator* hooks,
                           pl_image* image, plump_error* error);
void pl_image_free(pl_image* image, const plump_allocator* hooks);

typedef struct pl_texture {
    struct pl_texture* next;
    uint64_t hash;  // of the file's bytes
    size_t size;
    GLuint name;  // 0: it cannot be shown, and `trouble` says why
    bool is_used;
    plump_error trouble;
} pl_texture;

typedef struct pl_textures {
    plump_allocator hooks;
    pl_texture* list;
    plump_error trouble;    // the first of the last picture ...
    uint32_t trouble_item;  // ... and whose it was
} pl_textures;

// All of these want the context entered.
void pl_textures_destroy(pl_textures* textures);
// The texture's name; 0: it cannot be shown, which is kept as trouble.
GLuint pl_textures_find(pl_textures* textures, const plump_image_file* file, uint32_t item);
// Frees what was not used since the last sweep.
void pl_textures_sweep(pl_textures* textures);

#endif

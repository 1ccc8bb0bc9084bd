// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Textures are known by the hash of their files: a film shows the same few again and again, and the
// caller's pointers say nothing of what is behind them later.
#include "render/textures.h"

#include "src/base/hash.h"
#include "src/base/text.h"

static plump_result bring(const pl_image* image, GLuint* name, plump_error* error) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (image->width > (uint32_t)most || image->height > (uint32_t)most)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "an image has %u x %u pixels, the OpenGL driver takes %d each way",
                       image->width, image->height, (int)most);
    while (glGetError() != GL_NO_ERROR) continue;
    glGenTextures(1, name);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, *name);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    // means of colours are those of light, so that a far checkerboard is as bright as a near one
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, (GLsizei)image->width, (GLsizei)image->height,
                 0, GL_RGBA, GL_UNSIGNED_BYTE, image->pixels);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_REPEAT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_REPEAT);
    glBindTexture(GL_TEXTURE_2D, 0);
    if (glGetError() == GL_NO_ERROR) return PLUMP_OK;
    glDeleteTextures(1, name);
    *name = 0;
    return pl_fail_memory(error, "bringing an image to the graphics card");
}

static pl_texture* add(pl_textures* textures, const plump_image_file* file, uint64_t hash) {
    pl_texture* fresh = pl_alloc_zero(&textures->hooks, 1, sizeof *fresh);
    pl_image image;
    if (!fresh) return NULL;
    fresh->hash = hash;
    fresh->size = file->size;
    if (pl_image_read(file, &textures->hooks, &image, &fresh->trouble) == PLUMP_OK) {
        if (bring(&image, &fresh->name, &fresh->trouble) == PLUMP_OK)
            fresh->trouble = (plump_error){0};
        pl_image_free(&image, &textures->hooks);
    }
    fresh->next = textures->list;
    return textures->list = fresh;
}

static void keep_trouble(pl_textures* textures, uint32_t item, const pl_texture* found) {
    if (textures->trouble.code != PLUMP_OK) return;
    textures->trouble_item = item;
    if (found)
        pl_fail(&textures->trouble, found->trouble.code, "its texture is not shown: %s",
                found->trouble.text);
    else
        pl_fail_memory(&textures->trouble, "bringing an image to the graphics card");
}

GLuint pl_textures_find(pl_textures* textures, const plump_image_file* file, uint32_t item) {
    uint64_t hash = pl_hash_bytes(PL_HASH_START, file->bytes, file->bytes ? file->size : 0);
    pl_texture* found = textures->list;
    while (found && (found->hash != hash || found->size != file->size)) found = found->next;
    if (!found) found = add(textures, file, hash);
    if (found) found->is_used = true;
    if (!found || !found->name) keep_trouble(textures, item, found);
    return found ? found->name : 0;
}

void pl_textures_sweep(pl_textures* textures) {
    for (pl_texture** at = &textures->list; *at;) {
        pl_texture* texture = *at;
        // one that found no memory may find it next time
        bool is_kept = texture->is_used && texture->trouble.code != PLUMP_ERROR_MEMORY;
        texture->is_used = false;
        if (is_kept) {
            at = &texture->next;
            continue;
        }
        *at = texture->next;
        glDeleteTextures(1, &texture->name);
        pl_free(&textures->hooks, texture);
    }
}

void pl_textures_destroy(pl_textures* textures) {
    pl_textures_sweep(textures);
    pl_textures_sweep(textures);  // nothing is used any more
}

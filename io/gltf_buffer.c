// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The bytes behind buffers and their views.
#include "io/base64.h"
#include "io/gltf.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

static bool is_data_uri(const char* uri) {
    static const char scheme[] = "data:";
    for (size_t i = 0; scheme[i]; ++i) {
        if (uri[i] != scheme[i] && uri[i] != scheme[i] - 32) return false;
    }
    return true;
}

// data:[media type][;parameters];base64,text
static plump_result decode_data(pl_gltf* g, const pl_gltf_item* item, const char* uri,
                                pl_gltf_buffer* buffer) {
    static const char marker[] = ";base64,";
    const char* comma = strchr(uri, ',');
    size_t head = comma ? (size_t)(comma - uri) + 1 : 0;
    size_t marked = sizeof marker - 1;
    if (head < marked || strncmp(uri + head - marked, marker, marked) != 0) {
        return PL_GLTF_BAD(g, "%s.uri holds data that is not base64", item->path);
    }
    size_t length = strlen(uri + head), count, bad;
    plump_result result = pl_gltf_charge(g, pl_base64_room(length), 1, item->path);
    if (result != PLUMP_OK) return result;
    unsigned char* bytes = pl_arena_alloc(&g->arena, pl_base64_room(length), 1);
    if (!bytes) return pl_reader_fail_memory(g->reader);
    if (!pl_base64_decode(uri + head, length, bytes, &count, &bad)) {
        return PL_GLTF_BAD(g, "%s.uri stops being base64 at character %zu of its data", item->path,
                           bad + 1);
    }
    *buffer = (pl_gltf_buffer){bytes, count};
    return PLUMP_OK;
}

static plump_result read_neighbour(pl_gltf* g, const pl_gltf_item* item, const char* uri,
                                   pl_gltf_buffer* buffer) {
    size_t length = strlen(uri);
    char* path = pl_arena_alloc(&g->arena, length + 1, 1);
    if (!path) return pl_reader_fail_memory(g->reader);
    memcpy(path, uri, length + 1);
    const char* why = pl_gltf_path_decode(path);
    if (why) return PL_GLTF_BAD(g, "%s.uri \"%.*s\" %s", item->path, 120, uri, why);
    if (!g->reader->folder) {
        return PL_GLTF_FAIL(g, PLUMP_ERROR_INPUT,
                            "%s.uri \"%.*s\" lies in another file, which a glTF held in memory "
                            "cannot reach; name its folder, embed the buffer or use GLB",
                            item->path, 120, uri);
    }
    size_t known = g->files->count;
    const pl_gltf_file* file = NULL;
    plump_error error;
    plump_result result =
        pl_gltf_path_read(&g->arena.hooks, g->reader->folder, path, g->files, &file, &error);
    if (result != PLUMP_OK) return PL_GLTF_FAIL(g, result, "%s.uri %s", item->path, error.text);
    // what was read counts as part of the file
    if (g->files->count > known) g->budget += 63 * (uint64_t)file->size;
    *buffer = (pl_gltf_buffer){file->bytes, file->size};
    return PLUMP_OK;
}

static plump_result fetch(pl_gltf* g, const pl_gltf_item* item, size_t index,
                          pl_gltf_buffer* buffer) {
    const char* uri = NULL;
    uint64_t claimed = 0;
    plump_result result = pl_gltf_whole(g, item, "byteLength", true, &claimed);
    if (result == PLUMP_OK) result = pl_gltf_text(g, item, "uri", false, &uri);
    if (result != PLUMP_OK) return result;
    if (uri) {
        result = is_data_uri(uri) ? decode_data(g, item, uri, buffer)
                                  : read_neighbour(g, item, uri, buffer);
        if (result != PLUMP_OK) return result;
    } else if (index == 0 && g->chunk) {
        *buffer = (pl_gltf_buffer){g->chunk, g->chunk_size};
    } else {
        return PL_GLTF_BAD(g, "%s has no uri and there is no binary chunk for it", item->path);
    }
    if (claimed > buffer->size) {
        return PL_GLTF_BAD(g, "%s.byteLength is %llu, but only %llu bytes are there", item->path,
                           (unsigned long long)claimed, (unsigned long long)buffer->size);
    }
    buffer->size = claimed;
    return PLUMP_OK;
}

plump_result pl_gltf_view(pl_gltf* g, const pl_gltf_item* from, const char* key,
                          const unsigned char** bytes, uint64_t* size, uint64_t* stride) {
    pl_gltf_item view, item;
    bool found;
    size_t at;
    *bytes = NULL;
    plump_result result = pl_gltf_follow(g, from, key, "bufferViews", &found, &at, &view);
    if (result != PLUMP_OK || !found) return result;
    result = pl_gltf_follow(g, &view, "buffer", "buffers", &found, &at, &item);
    if (result != PLUMP_OK) return result;
    if (!found) return PL_GLTF_BAD(g, "%s.buffer is missing", view.path);

    pl_gltf_buffer* buffer = &g->buffers[at];
    if (!buffer->bytes) result = fetch(g, &item, at, buffer);
    uint64_t offset = 0;
    if (result == PLUMP_OK) result = pl_gltf_whole(g, &view, "byteOffset", false, &offset);
    if (result == PLUMP_OK) result = pl_gltf_whole(g, &view, "byteLength", true, size);
    if (result == PLUMP_OK) result = pl_gltf_whole(g, &view, "byteStride", false, stride);
    if (result != PLUMP_OK) return result;
    if (offset > buffer->size || *size > buffer->size - offset) {
        return PL_GLTF_BAD(g, "%s ends at byte %llu, %s has %llu", view.path,
                           (unsigned long long)(offset + *size), item.path,
                           (unsigned long long)buffer->size);
    }
    *bytes = buffer->bytes + offset;
    return PLUMP_OK;
}

plump_result pl_gltf_image(pl_gltf* g, const pl_gltf_item* image, const unsigned char** bytes,
                           uint64_t* size) {
    uint64_t stride = 0;
    const char* uri = NULL;
    pl_gltf_buffer buffer = {0};
    plump_result result = pl_gltf_view(g, image, "bufferView", bytes, size, &stride);
    if (result != PLUMP_OK || *bytes) return result;
    result = pl_gltf_text(g, image, "uri", true, &uri);
    if (result == PLUMP_OK)
        result = is_data_uri(uri) ? decode_data(g, image, uri, &buffer)
                                  : read_neighbour(g, image, uri, &buffer);
    *bytes = buffer.bytes;
    *size = buffer.size;
    return result;
}

#endif

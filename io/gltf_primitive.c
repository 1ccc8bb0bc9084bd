// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The triangles of a primitive: lists, strips and fans, with indices or without.
#include "io/gltf.h"

#if defined(PLUMP_HAVE_JANSSON)

// What a triangle costs in bytes until the intake is done with it: measured 110 to 230.
#define TRIANGLE_COST 320

enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };

// Draco leaves the accessors without views, which would otherwise read as zeros.
plump_result pl_gltf_refuse_draco(const pl_gltf* g, const pl_gltf_item* primitive) {
    const json_t* extensions = json_object_get(primitive->json, "extensions");
    if (!json_object_get(extensions, "KHR_draco_mesh_compression")) return PLUMP_OK;
    return PL_GLTF_FAIL(g, PLUMP_ERROR_UNSUPPORTED,
                        "%s is compressed by Draco, which is not read; export it without "
                        "mesh compression",
                        primitive->path);
}

// The corners of a primitive, one after the other.
typedef struct {
    uint64_t vertex_count;
    pl_gltf_accessor indices;  // count 0: there are none, corners are 0, 1, 2, ...
    uint64_t count, next;
    uint32_t limit;  // the indices' restart value, which glTF forbids
} corner_list;

static plump_result open_corners(pl_gltf* g, const pl_gltf_item* primitive, uint64_t mode,
                                 corner_list* corners) {
    pl_gltf_item item;
    bool found;
    size_t index;
    plump_result result =
        pl_gltf_follow(g, primitive, "indices", "accessors", &found, &index, &item);
    if (result != PLUMP_OK) return result;
    corners->count = corners->vertex_count;
    corners->limit = UINT32_MAX;
    if (found) {
        result = pl_gltf_accessor_open(g, &item, &pl_gltf_indices, &corners->indices);
        if (result == PLUMP_OK && !corners->indices.data)
            result = pl_gltf_refuse_draco(g, primitive);
        if (result != PLUMP_OK) return result;
        corners->count = corners->indices.count;
        if (corners->indices.component != PL_GLTF_U32) {
            corners->limit = corners->indices.component == PL_GLTF_U8 ? 255 : 65535;
        }
    }
    if (corners->count < 3 || (mode == TRIANGLES && corners->count % 3 != 0)) {
        return PL_GLTF_BAD(g, "%s has %llu corners; %s", primitive->path,
                           (unsigned long long)corners->count,
                           mode == TRIANGLES ? "triangles need a multiple of 3"
                                             : "a strip or fan needs at least 3");
    }
    uint64_t triangles = mode == TRIANGLES ? corners->count / 3 : corners->count;
    return pl_gltf_charge(g, triangles, TRIANGLE_COST, primitive->path);
}

static plump_result next_corner(pl_gltf* g, const pl_gltf_item* primitive, corner_list* corners,
                                uint32_t* corner) {
    uint64_t at = corners->next++;
    uint32_t index = (uint32_t)at;
    if (corners->indices.count) index = pl_gltf_accessor_index(&corners->indices);
    if (index >= corners->vertex_count || (corners->indices.count && index == corners->limit)) {
        return PL_GLTF_BAD(
            g, "%s: index %llu is %u, it has %llu positions%s", primitive->path,
            (unsigned long long)at, (unsigned)index, (unsigned long long)corners->vertex_count,
            index == corners->limit ? " (and the highest index is not allowed)" : "");
    }
    *corner = index;
    return PLUMP_OK;
}

static bool add_triangle(const pl_gltf_faces* faces, uint32_t a, uint32_t b, uint32_t c, bool flip,
                         uint64_t at) {
    uint32_t corners[3] = {a, flip ? c : b, flip ? b : c};
    return faces->add(faces->user, corners, at);
}

static plump_result add_faces(pl_gltf* g, const pl_gltf_item* primitive, uint64_t mode,
                              const pl_gltf_faces* faces, corner_list* corners) {
    bool mirror = faces->mirror, added = true;
    uint32_t first = 0, a = 0, b = 0, c = 0;  // c is the newest corner, first the fan's hub
    for (uint64_t i = 0; i < corners->count && added; ++i) {
        a = b, b = c;
        plump_result result = next_corner(g, primitive, corners, &c);
        if (result != PLUMP_OK) return result;
        if (i == 0) first = c;
        if (i < 2 || (mode == TRIANGLES && i % 3 != 2)) continue;
        // strips are joined by triangles that use a corner twice: no defect, so not told
        if (mode == STRIP && (a == b || b == c || c == a)) continue;
        bool flip = mode == STRIP && i % 2 != 0 ? !mirror : mirror;
        added = add_triangle(faces, mode == FAN ? first : a, b, c, flip, i);
    }
    return added ? PLUMP_OK : pl_reader_fail_memory(g->reader);
}

plump_result pl_gltf_has_triangles(const pl_gltf* g, const pl_gltf_item* primitive, bool* has) {
    uint64_t mode = TRIANGLES;
    plump_result result = pl_gltf_whole(g, primitive, "mode", false, &mode);
    if (result != PLUMP_OK) return result;
    if (mode > FAN) {
        return PL_GLTF_BAD(g, "%s.mode is %llu; glTF knows 0 to 6", primitive->path,
                           (unsigned long long)mode);
    }
    *has = mode >= TRIANGLES;  // points and lines enclose nothing
    return PLUMP_OK;
}

plump_result pl_gltf_triangles(pl_gltf* g, const pl_gltf_item* primitive,
                               const pl_gltf_faces* faces) {
    uint64_t mode = TRIANGLES;
    corner_list corners = {.vertex_count = faces->vertex_count};
    plump_result result = pl_gltf_whole(g, primitive, "mode", false, &mode);
    if (result == PLUMP_OK) result = open_corners(g, primitive, mode, &corners);
    return result == PLUMP_OK ? add_faces(g, primitive, mode, faces, &corners) : result;
}

#endif

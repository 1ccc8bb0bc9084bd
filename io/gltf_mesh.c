// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Primitives become vertices and faces of the soup. Primitives, and neighbouring nodes under the
// same transform, that share a list of positions share its vertices in the soup too.
#include "io/gltf.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

// What a vertex and a triangle cost in bytes until the intake is done with them: measured 130 and
// 110 to 230, and room to spare. A visit stands for the time a look at a primitive takes.
#define VERTEX_COST   192
#define TRIANGLE_COST 320
#define VISIT_COST    256

enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };

// Draco leaves the accessors without views, which would otherwise read as zeros.
static plump_result refuse_draco(const pl_gltf* g, const pl_gltf_item* primitive) {
    const json_t* extensions = json_object_get(primitive->json, "extensions");
    if (!json_object_get(extensions, "KHR_draco_mesh_compression")) return PLUMP_OK;
    return PL_GLTF_FAIL(g, PLUMP_ERROR_UNSUPPORTED,
                        "%s is compressed by Draco, which is not read; export it without "
                        "mesh compression",
                        primitive->path);
}

static plump_result add_vertices(pl_gltf* g, pl_gltf_accessor* accessor, const char* path,
                                 pl_gltf_vertices* vertices) {
    plump_result result = pl_gltf_charge(g, accessor->count, VERTEX_COST, path);
    if (result != PLUMP_OK) return result;
    plump_soup* soup = g->reader->soup;
    uint32_t base = pl_soup_vertex_count(soup);
    if (accessor->count > (uint64_t)INT32_MAX - base) {
        return PL_GLTF_FAIL(g, PLUMP_ERROR_LIMIT, "%s makes more than 2^31 vertices", path);
    }
    for (uint64_t i = 0; i < accessor->count; ++i) {
        double position[3];
        pl_gltf_accessor_numbers(accessor, position);
        pl_gltf_move(g->world, position);
        if (!pl_soup_add_vertex(soup, position, i)) return pl_reader_fail_memory(g->reader);
    }
    *vertices = (pl_gltf_vertices){accessor->count, base, g->stamp};
    return PLUMP_OK;
}

// The soup's vertices of a primitive; NULL when it has no positions, which glTF allows.
static plump_result find_vertices(pl_gltf* g, const pl_gltf_item* primitive,
                                  const pl_gltf_vertices** vertices) {
    pl_gltf_item attributes, item;
    bool found;
    size_t index;
    *vertices = NULL;
    plump_result result =
        pl_gltf_member(g, primitive, "attributes", JSON_OBJECT, true, &attributes);
    if (result != PLUMP_OK) return result;
    result = pl_gltf_follow(g, &attributes, "POSITION", "accessors", &found, &index, &item);
    if (result != PLUMP_OK || !found) return result;
    *vertices = &g->positions[index];
    if ((*vertices)->stamp == g->stamp) return PLUMP_OK;

    pl_gltf_accessor accessor;
    result = pl_gltf_accessor_open(g, &item, &pl_gltf_positions, &accessor);
    if (result == PLUMP_OK && !accessor.data) result = refuse_draco(g, primitive);
    if (result != PLUMP_OK) return result;
    return add_vertices(g, &accessor, item.path, &g->positions[index]);
}

// The corners of a primitive, one after the other.
typedef struct {
    const pl_gltf_vertices* vertices;
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
    corners->count = corners->vertices->count;
    corners->limit = UINT32_MAX;
    if (found) {
        result = pl_gltf_accessor_open(g, &item, &pl_gltf_indices, &corners->indices);
        if (result == PLUMP_OK && !corners->indices.data) result = refuse_draco(g, primitive);
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
    if (index >= corners->vertices->count || (corners->indices.count && index == corners->limit)) {
        return PL_GLTF_BAD(
            g, "%s: index %llu is %u, it has %llu positions%s", primitive->path,
            (unsigned long long)at, (unsigned)index, (unsigned long long)corners->vertices->count,
            index == corners->limit ? " (and the highest index is not allowed)" : "");
    }
    *corner = corners->vertices->base + index;
    return PLUMP_OK;
}

static bool add_triangle(pl_gltf* g, uint32_t a, uint32_t b, uint32_t c, bool flip, uint64_t at) {
    uint32_t corners[3] = {a, flip ? c : b, flip ? b : c};
    return pl_soup_add_face(g->reader->soup, corners, 3, at);
}

static plump_result add_faces(pl_gltf* g, const pl_gltf_item* primitive, uint64_t mode,
                              corner_list* corners) {
    bool mirror = pl_gltf_determinant(g->world) < 0, added = true;
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
        added = add_triangle(g, mode == FAN ? first : a, b, c, flip, i);
    }
    return added ? PLUMP_OK : pl_reader_fail_memory(g->reader);
}

// A group of its own for this node: its name, else the mesh's, told apart when taken.
static plump_result open_group(pl_gltf* g, const pl_gltf_item* mesh, const char* node_name,
                               size_t node) {
    const char* name = node_name && node_name[0]
                           ? node_name
                           : json_string_value(json_object_get(mesh->json, "name"));
    char text[160];
    size_t length = pl_text_format(text, 128, "%.*s", 128, name && name[0] ? name : mesh->path);
    if (node != SIZE_MAX && json_object_get(g->names, text)) {
        length += pl_text_format(text + length, sizeof text - length, " (nodes[%zu])", node);
    }
    bool done = json_object_set_new(g->names, text, json_true()) == 0 &&
                pl_soup_set_group(g->reader->soup, text, length);
    return done ? PLUMP_OK : pl_reader_fail_memory(g->reader);
}

static plump_result add_primitive(pl_gltf* g, const pl_gltf_item* primitive) {
    uint64_t mode = TRIANGLES;
    plump_result result = pl_gltf_whole(g, primitive, "mode", false, &mode);
    if (result != PLUMP_OK) return result;
    if (mode > FAN) {
        return PL_GLTF_BAD(g, "%s.mode is %llu; glTF knows 0 to 6", primitive->path,
                           (unsigned long long)mode);
    }
    if (mode < TRIANGLES) return PLUMP_OK;  // points and lines enclose nothing
    corner_list corners = {0};
    result = find_vertices(g, primitive, &corners.vertices);
    if (result != PLUMP_OK || !corners.vertices) return result;
    result = open_corners(g, primitive, mode, &corners);
    return result == PLUMP_OK ? add_faces(g, primitive, mode, &corners) : result;
}

plump_result pl_gltf_mesh(pl_gltf* g, size_t mesh, const char* node_name, size_t node) {
    pl_gltf_item item, primitives, primitive;
    plump_result result = pl_gltf_list_item(g, "meshes", mesh, &item);
    if (result == PLUMP_OK)
        result = pl_gltf_member(g, &item, "primitives", JSON_ARRAY, true, &primitives);
    if (result == PLUMP_OK) result = pl_gltf_charge(g, 1, VISIT_COST, item.path);
    if (result == PLUMP_OK) result = open_group(g, &item, node_name, node);
    for (size_t i = 0; result == PLUMP_OK && i < json_array_size(primitives.json); ++i) {
        result = pl_gltf_charge(g, 1, VISIT_COST, primitives.path);
        if (result == PLUMP_OK) result = pl_gltf_element(g, &primitives, i, &primitive);
        if (result == PLUMP_OK) result = add_primitive(g, &primitive);
    }
    return result;
}

#endif

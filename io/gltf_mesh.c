// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Meshes become vertices and faces of the soup. Primitives, and neighbouring nodes under the
// same transform, that share a list of positions share its vertices in the soup too.
#include "io/gltf.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

// What a vertex costs in bytes until the intake is done with it: measured 130, and room to spare.
#define VERTEX_COST 192

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
        pl_matrix_move(g->world, position);
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
    if (result == PLUMP_OK && !accessor.data) result = pl_gltf_refuse_draco(g, primitive);
    if (result != PLUMP_OK) return result;
    return add_vertices(g, &accessor, item.path, &g->positions[index]);
}

// Faces for the soup, whose numbers of vertices begin at `base`.
typedef struct {
    plump_soup* soup;
    uint32_t base;
} soup_faces;

static bool add_face(void* user, const uint32_t corners[3], uint64_t at) {
    const soup_faces* to = user;
    uint32_t shifted[3] = {to->base + corners[0], to->base + corners[1], to->base + corners[2]};
    return pl_soup_add_face(to->soup, shifted, 3, at);
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
    bool has_triangles = false;
    const pl_gltf_vertices* vertices = NULL;
    plump_result result = pl_gltf_has_triangles(g, primitive, &has_triangles);
    if (result == PLUMP_OK && has_triangles) result = find_vertices(g, primitive, &vertices);
    if (result != PLUMP_OK || !vertices) return result;
    soup_faces to = {g->reader->soup, vertices->base};
    pl_gltf_faces faces = {vertices->count, pl_matrix_determinant(g->world) < 0, add_face, &to};
    return pl_gltf_triangles(g, primitive, &faces);
}

plump_result pl_gltf_mesh(pl_gltf* g, size_t mesh, const char* node_name, size_t node) {
    pl_gltf_item item, primitives, primitive;
    plump_result result = pl_gltf_list_item(g, "meshes", mesh, &item);
    if (result == PLUMP_OK)
        result = pl_gltf_member(g, &item, "primitives", JSON_ARRAY, true, &primitives);
    if (result == PLUMP_OK) result = pl_gltf_charge(g, 1, PL_GLTF_VISIT_COST, item.path);
    if (result == PLUMP_OK) result = open_group(g, &item, node_name, node);
    for (size_t i = 0; result == PLUMP_OK && i < json_array_size(primitives.json); ++i) {
        result = pl_gltf_charge(g, 1, PL_GLTF_VISIT_COST, primitives.path);
        if (result == PLUMP_OK) result = pl_gltf_element(g, &primitives, i, &primitive);
        if (result == PLUMP_OK) result = add_primitive(g, &primitive);
    }
    return result;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Primitives become parts: vertices where the bind pose stands, triangles, and what morph targets
// do to the vertices. Offsets of 0 are not kept: most targets move a part of a face.
#include "io/character_data.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

// Bytes of the budget: positions, segments and weights with room to grow, and what it takes to
// find out whether the surface is closed.
#define VERTEX_COST 256
#define OFFSET_COST 40

// A node with a mesh.
typedef struct {
    uint32_t node;
    const char* name;
    const pl_character_skin* skin;  // or NULL
    uint32_t segment;               // without a skin
    double frame[12];               // F
} instance;

// ---------------------------------------------------------------- vertices

static plump_result add_positions(pl_character_reader* r, pl_gltf_accessor* accessor,
                                  const char* path, const double frame[12]) {
    float* to =
        pl_list_add(&r->c->hooks, &r->c->positions, (size_t)accessor->count, 3 * sizeof(float));
    if (!to) return pl_reader_fail_memory(r->g->reader);
    for (uint64_t i = 0; i < accessor->count; ++i) {
        double position[3];
        pl_gltf_accessor_numbers(accessor, position);
        pl_matrix_move(frame, position);
        for (int k = 0; k < 3; ++k) {
            if (!(fabs(position[k]) <= 1e30))
                return PL_GLTF_BAD(r->g, "%s: position %llu is not finite or beyond 1e30", path,
                                   (unsigned long long)i);
            *to++ = (float)position[k];
        }
    }
    return PLUMP_OK;
}

static plump_result add_vertices(pl_character_reader* r, const instance* at,
                                 const pl_gltf_item* primitive, pl_character_part* part) {
    pl_gltf_item attributes, item;
    pl_gltf_accessor accessor;
    bool found = false;
    size_t index, before = r->c->positions.count;
    plump_result result =
        pl_gltf_member(r->g, primitive, "attributes", JSON_OBJECT, true, &attributes);
    if (result == PLUMP_OK)
        result = pl_gltf_follow(r->g, &attributes, "POSITION", "accessors", &found, &index, &item);
    if (result != PLUMP_OK || !found) return result;
    result = pl_gltf_accessor_open(r->g, &item, &pl_gltf_positions, &accessor);
    if (result == PLUMP_OK && !accessor.data) result = pl_gltf_refuse_draco(r->g, primitive);
    if (result == PLUMP_OK) result = pl_gltf_charge(r->g, accessor.count, VERTEX_COST, item.path);
    if (result != PLUMP_OK) return result;
    if (accessor.count > INT32_MAX - before)
        return PL_GLTF_FAIL(r->g, PLUMP_ERROR_LIMIT, "%s makes more than 2^31 vertices", item.path);
    part->first_vertex = (uint32_t)before;
    part->vertex_count = (uint32_t)accessor.count;
    return add_positions(r, &accessor, item.path, at->frame);
}

static plump_result add_shares(pl_character_reader* r, const instance* at,
                               const pl_gltf_item* primitive, const pl_character_part* part) {
    plump_character* c = r->c;
    uint32_t* segments =
        pl_list_add(&c->hooks, &c->segments, part->vertex_count, 4 * sizeof *segments);
    float* weights = pl_list_add(&c->hooks, &c->weights, part->vertex_count, 4 * sizeof *weights);
    if (!segments || !weights) return pl_reader_fail_memory(r->g->reader);
    if (at->skin)
        return pl_character_bind(r, primitive, at->skin, part->first_vertex, part->vertex_count);
    for (size_t i = 0; i < 4 * (size_t)part->vertex_count; ++i) {
        segments[i] = at->segment;
        weights[i] = i % 4 == 0 ? 1.0f : 0.0f;
    }
    return PLUMP_OK;
}

// ---------------------------------------------------------------- triangles

typedef struct {
    plump_character* c;
    uint32_t first_vertex, group;
} face_target;

static bool add_face(void* user, const uint32_t corners[3], uint64_t at) {
    (void)at;
    const face_target* to = user;
    uint32_t* face = pl_list_add(&to->c->hooks, &to->c->indices, 1, 3 * sizeof *face);
    uint32_t* group = pl_list_add(&to->c->hooks, &to->c->groups, 1, sizeof *group);
    if (!face || !group) return false;
    for (int k = 0; k < 3; ++k) face[k] = to->first_vertex + corners[k];
    *group = to->group;
    return true;
}

static plump_result add_triangles(pl_character_reader* r, const instance* at,
                                  const pl_gltf_item* primitive, pl_character_part* part) {
    plump_character* c = r->c;
    face_target to = {c, part->first_vertex, (uint32_t)c->parts.count};
    pl_gltf_faces faces = {part->vertex_count, pl_matrix_determinant(at->frame) < 0, add_face, &to};
    part->first_triangle = (uint32_t)c->indices.count;
    plump_result result = pl_gltf_triangles(r->g, primitive, &faces);
    part->triangle_count = (uint32_t)c->indices.count - part->first_triangle;
    return result;
}

// ---------------------------------------------------------------- morph targets

static plump_result add_offsets(pl_character_reader* r, pl_gltf_accessor* accessor,
                                const char* path, const double frame[12], uint32_t first) {
    for (uint64_t i = 0; i < accessor->count; ++i) {
        double by[3];
        pl_gltf_accessor_numbers(accessor, by);
        if (by[0] == 0 && by[1] == 0 && by[2] == 0) continue;
        pl_matrix_turn(frame, by);
        pl_character_offset* offset = pl_list_add(&r->c->hooks, &r->c->offsets, 1, sizeof *offset);
        if (!offset) return pl_reader_fail_memory(r->g->reader);
        offset->vertex = first + (uint32_t)i;
        for (int k = 0; k < 3; ++k) {
            if (!(fabs(by[k]) <= 1e30))
                return PL_GLTF_BAD(r->g, "%s: offset %llu is not finite or beyond 1e30", path,
                                   (unsigned long long)i);
            offset->by[k] = (float)by[k];
        }
    }
    return PLUMP_OK;
}

static plump_result add_morph(pl_character_reader* r, const instance* at,
                              const pl_gltf_item* targets, size_t number,
                              const pl_character_part* part) {
    pl_gltf_item target, item;
    pl_gltf_accessor accessor;
    bool found = false;
    size_t index;
    plump_result result = pl_gltf_element(r->g, targets, number, &target);
    if (result == PLUMP_OK)
        result = pl_gltf_follow(r->g, &target, "POSITION", "accessors", &found, &index, &item);
    if (result != PLUMP_OK || !found) return result;
    result = pl_gltf_accessor_open(r->g, &item, &pl_gltf_positions, &accessor);
    if (result == PLUMP_OK) result = pl_gltf_charge(r->g, accessor.count, OFFSET_COST, item.path);
    if (result != PLUMP_OK) return result;
    if (accessor.count != part->vertex_count)
        return PL_GLTF_BAD(r->g, "%s has %llu offsets for %u positions", item.path,
                           (unsigned long long)accessor.count, (unsigned)part->vertex_count);
    pl_character_morph* morph = pl_list_add(&r->c->hooks, &r->c->morphs, 1, sizeof *morph);
    if (!morph) return pl_reader_fail_memory(r->g->reader);
    *morph = (pl_character_morph){r->c->nodes[at->node].first_weight + (uint32_t)number,
                                  r->c->offsets.count, 0};
    result = add_offsets(r, &accessor, item.path, at->frame, part->first_vertex);
    morph->count = r->c->offsets.count - morph->first;
    return result;
}

static plump_result add_morphs(pl_character_reader* r, const instance* at,
                               const pl_gltf_item* primitive, const pl_character_part* part) {
    pl_gltf_item targets;
    plump_result result = pl_gltf_member(r->g, primitive, "targets", JSON_ARRAY, false, &targets);
    size_t count = json_array_size(targets.json);
    const pl_character_node* node = &r->c->nodes[at->node];
    if (result == PLUMP_OK && count > node->weight_count)
        return PL_GLTF_BAD(r->g, "%s has %zu morph targets, the mesh's first primitive %u",
                           primitive->path, count, (unsigned)node->weight_count);
    for (size_t i = 0; result == PLUMP_OK && i < count; ++i) {
        result = pl_gltf_charge(r->g, 1, PL_GLTF_VISIT_COST, targets.path);
        if (result == PLUMP_OK) result = add_morph(r, at, &targets, i, part);
    }
    return result;
}

// ---------------------------------------------------------------- meshes

static plump_result add_primitive(pl_character_reader* r, const instance* at,
                                  const pl_gltf_item* primitive) {
    bool has_triangles = false;
    pl_character_part part = {.name = at->name, .node = at->node};
    plump_result result = pl_gltf_charge(r->g, 1, PL_GLTF_VISIT_COST, primitive->path);
    if (result == PLUMP_OK) result = pl_gltf_has_triangles(r->g, primitive, &has_triangles);
    if (result == PLUMP_OK && has_triangles) result = add_vertices(r, at, primitive, &part);
    if (result != PLUMP_OK || part.vertex_count == 0) return result;
    result = add_shares(r, at, primitive, &part);
    if (result == PLUMP_OK) result = add_triangles(r, at, primitive, &part);
    if (result == PLUMP_OK) result = pl_character_look(r, primitive, &part);
    if (result == PLUMP_OK) result = add_morphs(r, at, primitive, &part);
    if (result != PLUMP_OK) return result;
    pl_character_part* kept = pl_list_add(&r->c->hooks, &r->c->parts, 1, sizeof *kept);
    if (!kept) return pl_reader_fail_memory(r->g->reader);
    *kept = part;
    return PLUMP_OK;
}

static plump_result place_instance(pl_character_reader* r, const pl_gltf_item* node, instance* at) {
    pl_gltf_item skin;
    bool is_skinned = false;
    size_t index = 0;
    plump_result result = pl_gltf_follow(r->g, node, "skin", "skins", &is_skinned, &index, &skin);
    if (result != PLUMP_OK) return result;
    if (!is_skinned) return pl_character_use_node(r, at->node, &at->segment, at->frame);
    result = pl_character_use_skin(r, index, &at->skin);
    memcpy(at->frame, at->skin->frame, sizeof at->frame);
    return result;
}

static plump_result add_mesh(pl_character_reader* r, const pl_gltf_item* mesh, instance* at) {
    pl_gltf_item primitives, primitive;
    at->name = r->c->nodes[at->node].name;
    const char* mesh_name = json_string_value(json_object_get(mesh->json, "name"));
    if (strncmp(at->name, "nodes[", 6) == 0 && mesh_name) {
        at->name = pl_character_keep(r, mesh_name, at->name);
        if (!at->name) return pl_reader_fail_memory(r->g->reader);
    }
    plump_result result = pl_gltf_member(r->g, mesh, "primitives", JSON_ARRAY, true, &primitives);
    for (size_t i = 0; result == PLUMP_OK && i < json_array_size(primitives.json); ++i) {
        result = pl_gltf_element(r->g, &primitives, i, &primitive);
        if (result == PLUMP_OK) result = add_primitive(r, at, &primitive);
    }
    return result;
}

// ---------------------------------------------------------------- weights of morph targets

static size_t target_count(const json_t* mesh) {
    const json_t* primitive = json_array_get(json_object_get(mesh, "primitives"), 0);
    return json_array_size(json_object_get(primitive, "targets"));
}

static plump_result read_weights(pl_character_reader* r, const pl_gltf_item* owner, size_t count,
                                 float* weights, bool* present) {
    const json_t* json = json_object_get(owner->json, "weights");
    *present = json != NULL;
    if (!json) return PLUMP_OK;
    if (!json_is_array(json) || json_array_size(json) != count)
        return PL_GLTF_BAD(r->g, "%s.weights must be a list of %zu numbers, one per morph target",
                           owner->path, count);
    for (size_t i = 0; i < count; ++i) {
        double value = json_real_value(json_array_get(json, i));
        if (!(fabs(value) <= 1e6))
            return PL_GLTF_BAD(r->g, "%s.weights[%zu] is %g; it must be at most 1e6", owner->path,
                               i, value);
        weights[i] = (float)value;
    }
    return PLUMP_OK;
}

// The mesh of a node, if the scene shows it.
static plump_result find_mesh(const pl_character_reader* r, uint32_t index, pl_gltf_item* node,
                              pl_gltf_item* mesh, bool* found) {
    size_t number;
    *found = false;
    if (!r->is_shown[index]) return PLUMP_OK;
    plump_result result = pl_gltf_list_item(r->g, "nodes", index, node);
    return result == PLUMP_OK ? pl_gltf_follow(r->g, node, "mesh", "meshes", found, &number, mesh)
                              : result;
}

static plump_result count_weights(pl_character_reader* r) {
    plump_character* c = r->c;
    uint64_t total = 0;
    for (uint32_t i = 0; i < c->node_count; ++i) {
        pl_gltf_item node, mesh;
        bool found;
        plump_result result = find_mesh(r, i, &node, &mesh, &found);
        if (result != PLUMP_OK) return result;
        c->nodes[i].first_weight = (uint32_t)total;
        if (!found) continue;
        size_t count = target_count(mesh.json);
        result = pl_gltf_charge(r->g, count, 4 * sizeof(float), mesh.path);
        if (result != PLUMP_OK) return result;
        c->nodes[i].weight_count = (uint32_t)count;
        total += count;
    }
    c->weight_count = (uint32_t)total;
    c->rest_weights = pl_arena_alloc_zero(&c->arena, (size_t)total, sizeof(float));
    return c->rest_weights ? PLUMP_OK : pl_reader_fail_memory(r->g->reader);
}

static plump_result add_node(pl_character_reader* r, uint32_t index) {
    pl_gltf_item node, mesh;
    bool found = false, present = false;
    const pl_character_node* own = &r->c->nodes[index];
    plump_result result = find_mesh(r, index, &node, &mesh, &found);
    if (result != PLUMP_OK || !found) return result;
    instance at = {.node = index};
    float* weights = r->c->rest_weights + own->first_weight;
    result = pl_gltf_charge(r->g, 1, PL_GLTF_VISIT_COST, mesh.path);
    if (result == PLUMP_OK) result = read_weights(r, &node, own->weight_count, weights, &present);
    if (result == PLUMP_OK && !present)
        result = read_weights(r, &mesh, own->weight_count, weights, &present);
    if (result == PLUMP_OK) result = place_instance(r, &node, &at);
    return result == PLUMP_OK ? add_mesh(r, &mesh, &at) : result;
}

plump_result pl_character_parts(pl_character_reader* r) {
    plump_result result = count_weights(r);
    for (uint32_t i = 0; result == PLUMP_OK && i < r->c->node_count; ++i) result = add_node(r, i);
    return result;
}

#endif

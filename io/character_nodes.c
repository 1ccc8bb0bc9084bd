// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Nodes in an order in which parents come first, where they stand at rest, and the segments that
// skins and nodes with meshes make of them.
#include "io/character_data.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

#define NODE_COST 512  // bytes of the budget for a node, with its place in every array

// ---------------------------------------------------------------- nodes

static plump_result read_node(pl_character_reader* r, uint32_t index) {
    pl_gltf_item item;
    char number[32];
    pl_character_node* node = &r->c->nodes[index];
    plump_result result = pl_gltf_list_item(r->g, "nodes", index, &item);
    if (result == PLUMP_OK) result = pl_gltf_transform(r->g, &item, &node->rest);
    if (result != PLUMP_OK) return result;
    pl_text_format(number, sizeof number, "nodes[%u]", (unsigned)index);
    node->parent = r->tree.parents[index];
    node->name =
        pl_character_keep(r, json_string_value(json_object_get(item.json, "name")), number);
    return node->name ? PLUMP_OK : pl_reader_fail_memory(r->g->reader);
}

// Climbs from each node to one that has its place already, and gives places on the way back.
static void sort_nodes(const pl_character_reader* r, uint32_t* stack, bool* is_placed) {
    plump_character* c = r->c;
    uint32_t placed = 0;
    for (uint32_t i = 0; i < c->node_count; ++i) {
        uint32_t depth = 0;
        for (uint32_t n = i; n != PL_NONE && !is_placed[n]; n = c->nodes[n].parent)
            stack[depth++] = n;
        while (depth > 0) {
            uint32_t node = stack[--depth];
            is_placed[node] = true;
            c->order[placed++] = node;
        }
    }
}

static plump_result place_nodes(const pl_character_reader* r) {
    const plump_character* c = r->c;
    for (uint32_t i = 0; i < r->tree.root_count; ++i) r->is_shown[r->tree.roots[i]] = true;
    for (uint32_t i = 0; i < c->node_count; ++i) {
        uint32_t node = c->order[i], parent = c->nodes[node].parent;
        double local[12];
        pl_transform_matrix(&c->nodes[node].rest, local);
        pl_matrix_multiply(parent == PL_NONE ? pl_matrix_identity : r->worlds[parent], local,
                           r->worlds[node]);
        if (parent != PL_NONE && r->is_shown[parent]) r->is_shown[node] = true;
        if (!pl_matrix_is_finite(r->worlds[node]))
            return PL_GLTF_BAD(r->g, "nodes[%u] stands at a place that is not finite",
                               (unsigned)node);
    }
    return PLUMP_OK;
}

plump_result pl_character_nodes(pl_character_reader* r) {
    plump_character* c = r->c;
    size_t count = r->tree.count, skins = 0, images = 0;
    plump_result result = pl_gltf_count(r->g, "skins", &skins);
    if (result == PLUMP_OK) result = pl_gltf_count(r->g, "images", &images);
    if (result == PLUMP_OK)
        result = pl_gltf_charge(r->g, images, sizeof *r->images, "the list of images");
    if (result == PLUMP_OK) result = pl_gltf_charge(r->g, count, NODE_COST, "the list of nodes");
    if (result == PLUMP_OK)
        result = pl_gltf_charge(r->g, skins, sizeof *r->skins, "the list of skins");
    if (result != PLUMP_OK) return result;
    pl_arena* scratch = &r->g->arena;
    c->node_count = (uint32_t)count;
    c->nodes = pl_arena_alloc_zero(&c->arena, count, sizeof *c->nodes);
    c->order = pl_arena_alloc(&c->arena, count, sizeof *c->order);
    r->worlds = pl_arena_alloc(scratch, count, sizeof *r->worlds);
    r->is_shown = pl_arena_alloc_zero(scratch, count, sizeof *r->is_shown);
    r->node_segments = pl_arena_alloc(scratch, count, sizeof *r->node_segments);
    r->skins = pl_arena_alloc_zero(scratch, skins, sizeof *r->skins);
    r->images = pl_arena_alloc_zero(&c->arena, images, sizeof *r->images);
    uint32_t* stack = pl_arena_alloc(scratch, count, sizeof *stack);
    bool* is_placed = pl_arena_alloc_zero(scratch, count, sizeof *is_placed);
    if (!c->nodes || !c->order || !r->worlds || !r->is_shown || !r->node_segments || !r->skins ||
        !r->images || !stack || !is_placed)
        return pl_reader_fail_memory(r->g->reader);
    memset(r->node_segments, 0xFF, count * sizeof *r->node_segments);
    for (uint32_t i = 0; result == PLUMP_OK && i < count; ++i) result = read_node(r, i);
    if (result != PLUMP_OK) return result;
    sort_nodes(r, stack, is_placed);
    return place_nodes(r);
}

// ---------------------------------------------------------------- segments

static plump_result add_segment(pl_character_reader* r, uint32_t node, const double from_bind[12]) {
    pl_character_segment* bone = pl_list_add(&r->c->hooks, &r->c->bones, 1, sizeof *bone);
    if (!bone) return pl_reader_fail_memory(r->g->reader);
    *bone = (pl_character_segment){.node = node, .parent = PL_NONE};
    memcpy(bone->from_bind, from_bind, sizeof bone->from_bind);
    if (r->node_segments[node] == PL_NONE) r->node_segments[node] = (uint32_t)r->c->bones.count - 1;
    return PLUMP_OK;
}

plump_result pl_character_use_node(pl_character_reader* r, uint32_t node, uint32_t* segment,
                                   double frame[12]) {
    double from_bind[12];
    memcpy(frame, r->worlds[node], 12 * sizeof *frame);
    if (!pl_matrix_invert(frame,
                          from_bind)) {  // shrunk to nothing at rest: seen from its own frame
        memcpy(frame, pl_matrix_identity, sizeof pl_matrix_identity);
        memcpy(from_bind, pl_matrix_identity, sizeof pl_matrix_identity);
    }
    *segment = (uint32_t)r->c->bones.count;
    return add_segment(r, node, from_bind);
}

// The next of a skin's inverse bind matrices; glTF writes columns.
static plump_result read_inverse(pl_character_reader* r, const pl_gltf_item* item, size_t joint,
                                 pl_gltf_accessor* accessor, double inverse[12]) {
    double m[16];
    memcpy(inverse, pl_matrix_identity, sizeof pl_matrix_identity);
    if (accessor->count == 0) return PLUMP_OK;
    pl_gltf_accessor_numbers(accessor, m);
    for (int i = 0; i < 12; ++i) inverse[i] = m[i % 4 * 4 + i / 4];
    double off = fabs(m[3]) + fabs(m[7]) + fabs(m[11]) + fabs(m[15] - 1);
    if (pl_matrix_is_finite(inverse) && off <= 1e-3) return PLUMP_OK;
    return PL_GLTF_BAD(r->g, "%s: the inverse bind matrix of joint %zu %s", item->path, joint,
                       pl_matrix_is_finite(inverse) ? "does not end in the row 0 0 0 1"
                                                    : "is not finite");
}

static plump_result open_inverses(pl_character_reader* r, const pl_gltf_item* skin,
                                  size_t joint_count, pl_gltf_accessor* accessor) {
    pl_gltf_item item;
    bool found;
    size_t index;
    *accessor = (pl_gltf_accessor){0};
    plump_result result =
        pl_gltf_follow(r->g, skin, "inverseBindMatrices", "accessors", &found, &index, &item);
    if (result != PLUMP_OK || !found) return result;
    result = pl_gltf_accessor_open(r->g, &item, &pl_gltf_matrices, accessor);
    if (result != PLUMP_OK || accessor->count >= joint_count) return result;
    return PL_GLTF_BAD(r->g, "%s has %zu joints, but %s holds only %llu inverse bind matrices",
                       skin->path, joint_count, item.path, (unsigned long long)accessor->count);
}

// Each joint's node and inverse bind matrix; F is the first joint's whose matrix can be undone.
static plump_result read_joints(pl_character_reader* r, const pl_gltf_item* item,
                                const pl_gltf_item* joints, pl_gltf_accessor* inverses,
                                pl_character_skin* skin) {
    bool has_frame = false;
    memcpy(skin->frame, pl_matrix_identity, sizeof skin->frame);
    for (size_t i = 0; i < skin->joint_count; ++i) {
        size_t node = 0;
        double inverse[12], at_rest[12], undone[12];
        plump_result result = pl_gltf_follow_element(r->g, joints, i, "nodes", &node);
        if (result == PLUMP_OK) result = read_inverse(r, item, i, inverses, inverse);
        if (result == PLUMP_OK) result = add_segment(r, (uint32_t)node, inverse);
        if (result != PLUMP_OK) return result;
        if (has_frame) continue;
        pl_matrix_multiply(r->worlds[node], inverse, at_rest);
        has_frame = pl_matrix_invert(at_rest, undone);
        if (has_frame) memcpy(skin->frame, at_rest, sizeof at_rest);
    }
    return PLUMP_OK;
}

static void unframe_joints(pl_character_reader* r, const pl_character_skin* skin) {
    pl_character_segment* bones = (pl_character_segment*)r->c->bones.items + skin->first_segment;
    double undone[12];
    if (!pl_matrix_invert(skin->frame, undone)) return;  // the identity is one that can be undone
    for (uint32_t i = 0; i < skin->joint_count; ++i) {
        double inverse[12];
        memcpy(inverse, bones[i].from_bind, sizeof inverse);
        pl_matrix_multiply(inverse, undone, bones[i].from_bind);
    }
}

static plump_result make_skin(pl_character_reader* r, size_t index, pl_character_skin* skin) {
    pl_gltf_item item, joints;
    pl_gltf_accessor inverses;
    plump_result result = pl_gltf_list_item(r->g, "skins", index, &item);
    if (result == PLUMP_OK)
        result = pl_gltf_member(r->g, &item, "joints", JSON_ARRAY, true, &joints);
    if (result != PLUMP_OK) return result;
    size_t count = json_array_size(joints.json);
    if (count == 0) return PL_GLTF_BAD(r->g, "%s is empty; a skin needs a joint", joints.path);
    result = pl_gltf_charge(r->g, count, 6 * sizeof(pl_character_segment), joints.path);
    if (result == PLUMP_OK) result = open_inverses(r, &item, count, &inverses);
    if (result != PLUMP_OK) return result;
    *skin = (pl_character_skin){.is_made = true,
                                .first_segment = (uint32_t)r->c->bones.count,
                                .joint_count = (uint32_t)count};
    result = read_joints(r, &item, &joints, &inverses, skin);
    if (result == PLUMP_OK) unframe_joints(r, skin);
    return result;
}

plump_result pl_character_use_skin(pl_character_reader* r, size_t index,
                                   const pl_character_skin** use) {
    pl_character_skin* skin = &r->skins[index];
    *use = skin;
    return skin->is_made ? PLUMP_OK : make_skin(r, index, skin);
}

// A segment's parent is that of the nearest node above which has one. In the order of nodes what is
// nearest to the parent is known, so that a long chain is not climbed again and again.
void pl_character_link_segments(pl_character_reader* r) {
    const plump_character* c = r->c;
    pl_character_segment* bones = c->bones.items;
    uint32_t* nearest = r->tree.parents;  // they are in the nodes by now
    for (uint32_t i = 0; i < c->node_count; ++i) {
        uint32_t node = c->order[i], parent = c->nodes[node].parent;
        nearest[node] = PL_NONE;
        if (parent == PL_NONE) continue;
        uint32_t own = r->node_segments[parent];
        nearest[node] = own != PL_NONE ? own : nearest[parent];
    }
    for (size_t i = 0; i < c->bones.count; ++i) bones[i].parent = nearest[bones[i].node];
}

#endif

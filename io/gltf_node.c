// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The meshes of the chosen scene where its nodes put them. The tree is walked with an own stack,
// whatever its depth.
#include "io/gltf.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

typedef struct {
    double world[12];  // 3 rows of 4
    uint32_t node, next_child;
} step;

typedef struct {
    step* stack;
    size_t depth, deepest, capacity;
} node_path;

static void set_world(pl_gltf* g, const double world[12]) {
    // bits, not values, decide: a NaN must equal itself here
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    if (memcmp(g->world, world, sizeof g->world) == 0) return;
    memcpy(g->world, world, sizeof g->world);
    g->stamp++;
}

static plump_result push(pl_gltf* g, node_path* path, const double parent[12], uint32_t node) {
    const plump_allocator* hooks = &g->arena.hooks;
    if (path->depth == path->deepest) {
        path->deepest++;
        plump_result paid = pl_gltf_charge(g, 3, sizeof *path->stack, "the tree of nodes");
        if (paid != PLUMP_OK) return paid;
    }
    if (!pl_grow(hooks, (void**)&path->stack, &path->capacity, path->depth, path->depth + 1,
                 sizeof *path->stack)) {
        return pl_reader_fail_memory(g->reader);
    }
    pl_gltf_item item;
    pl_transform local;
    double matrix[12];
    plump_result result = pl_gltf_list_item(g, "nodes", node, &item);
    if (result == PLUMP_OK) result = pl_gltf_transform(g, &item, &local);
    if (result != PLUMP_OK) return result;
    step* top = &path->stack[path->depth++];
    *top = (step){.node = node};
    pl_transform_matrix(&local, matrix);
    pl_matrix_multiply(parent, matrix, top->world);
    return PLUMP_OK;
}

// A skinned mesh stands where its joints put it, so glTF ignores the node's own transform.
static plump_result add_node_mesh(pl_gltf* g, const step* at) {
    pl_gltf_item node, mesh;
    bool found = false;
    size_t index = 0;
    plump_result result = pl_gltf_list_item(g, "nodes", at->node, &node);
    if (result == PLUMP_OK)
        result = pl_gltf_follow(g, &node, "mesh", "meshes", &found, &index, &mesh);
    if (result != PLUMP_OK || !found) return result;
    set_world(g, json_object_get(node.json, "skin") ? pl_matrix_identity : at->world);
    return pl_gltf_mesh(g, index, json_string_value(json_object_get(node.json, "name")), at->node);
}

static plump_result walk(pl_gltf* g, node_path* path, uint32_t root) {
    plump_result result = push(g, path, pl_matrix_identity, root);
    while (result == PLUMP_OK && path->depth > 0) {
        step* top = &path->stack[path->depth - 1];
        if (top->next_child == 0) result = add_node_mesh(g, top);
        pl_gltf_item item, children;
        if (result == PLUMP_OK) result = pl_gltf_tree_children(g, top->node, &item, &children);
        if (result != PLUMP_OK) break;
        if (top->next_child >= json_array_size(children.json)) {
            path->depth--;
            continue;
        }
        size_t child;
        result = pl_gltf_follow_element(g, &children, top->next_child++, "nodes", &child);
        if (result != PLUMP_OK) break;
        double world[12];
        memcpy(world, top->world, sizeof world);  // the stack may move
        result = push(g, path, world, (uint32_t)child);
    }
    return result;
}

static plump_result add_all_meshes(pl_gltf* g) {
    size_t count;
    plump_result result = pl_gltf_count(g, "meshes", &count);
    for (size_t i = 0; result == PLUMP_OK && i < count; ++i) {
        result = pl_gltf_mesh(g, i, NULL, SIZE_MAX);
    }
    return result;
}

plump_result pl_gltf_scene(pl_gltf* g) {
    memcpy(g->world, pl_matrix_identity, sizeof g->world);
    g->stamp = 1;
    pl_gltf_tree tree;
    node_path path = {0};
    plump_result result = pl_gltf_tree_make(g, &tree);
    if (result != PLUMP_OK) return result;
    if (tree.count == 0) return add_all_meshes(g);
    for (uint32_t i = 0; result == PLUMP_OK && i < tree.root_count; ++i) {
        result = walk(g, &path, tree.roots[i]);
    }
    pl_free(&g->arena.hooks, path.stack);
    return result;
}

#endif

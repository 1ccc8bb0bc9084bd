// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The tree of nodes: checked (each node one parent at most, no cycle), the roots of the chosen
// scene, and the transforms that nodes have of their own.
#include "io/gltf.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

#define NO_PARENT PL_GLTF_NO_PARENT

// ---------------------------------------------------------------- transforms

static plump_result read_matrix(const pl_gltf* g, const pl_gltf_item* node, pl_transform* local) {
    double m[16];
    plump_result result = pl_gltf_numbers(g, node, "matrix", 16, m, &local->is_matrix);
    if (result != PLUMP_OK || !local->is_matrix) return result;
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
        return PL_GLTF_BAD(g, "%s.matrix does not end in the row 0 0 0 1", node->path);
    }
    for (int i = 0; i < 12; ++i) local->matrix[i] = m[i % 4 * 4 + i / 4];
    return PLUMP_OK;
}

// A matrix wins over translation, rotation and scale, of which glTF allows only one or the other.
plump_result pl_gltf_transform(const pl_gltf* g, const pl_gltf_item* node, pl_transform* local) {
    *local = (pl_transform){.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}};
    bool present;
    double* q = local->rotation;
    plump_result result = read_matrix(g, node, local);
    if (result != PLUMP_OK || local->is_matrix) return result;
    result = pl_gltf_numbers(g, node, "translation", 3, local->translation, &present);
    if (result == PLUMP_OK) result = pl_gltf_numbers(g, node, "rotation", 4, q, &present);
    if (result == PLUMP_OK) result = pl_gltf_numbers(g, node, "scale", 3, local->scale, &present);
    if (result != PLUMP_OK) return result;
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (length > 1e-6 && length < 1e6) return PLUMP_OK;
    return PL_GLTF_BAD(g, "%s.rotation is no unit quaternion; its length is %g", node->path,
                       length);
}

// ---------------------------------------------------------------- the tree

plump_result pl_gltf_tree_children(const pl_gltf* g, uint32_t node, pl_gltf_item* item,
                                   pl_gltf_item* children) {
    plump_result result = pl_gltf_list_item(g, "nodes", node, item);
    if (result != PLUMP_OK) return result;
    return pl_gltf_member(g, item, "children", JSON_ARRAY, false, children);
}

static plump_result link_children(const pl_gltf* g, pl_gltf_tree* tree, uint32_t node) {
    pl_gltf_item item, children;
    plump_result result = pl_gltf_tree_children(g, node, &item, &children);
    for (size_t i = 0; result == PLUMP_OK && i < json_array_size(children.json); ++i) {
        size_t child;
        result = pl_gltf_follow_element(g, &children, i, "nodes", &child);
        if (result != PLUMP_OK) return result;
        if (tree->parents[child] != NO_PARENT) {
            return PL_GLTF_BAD(g, "nodes[%zu] is a child of nodes[%u] and again of nodes[%u]",
                               child, (unsigned)tree->parents[child], (unsigned)node);
        }
        tree->parents[child] = node;
    }
    return result;
}

// Climbs from every node until known ground; ground marked by the same climb is a cycle.
static plump_result refuse_cycles(const pl_gltf* g, const pl_gltf_tree* tree, uint32_t* marks) {
    for (uint32_t i = 0; i < tree->count; ++i) {
        uint32_t node = i;
        while (node != NO_PARENT && marks[node] == 0) {
            marks[node] = i + 1;
            node = tree->parents[node];
        }
        if (node != NO_PARENT && marks[node] == i + 1) {
            return PL_GLTF_BAD(g, "nodes[%u] is its own ancestor", (unsigned)node);
        }
    }
    memset(marks, 0, tree->count * sizeof *marks);
    return PLUMP_OK;
}

static plump_result list_scene(const pl_gltf* g, size_t scene, pl_gltf_tree* tree,
                               uint32_t* marks) {
    pl_gltf_item item, nodes;
    plump_result result = pl_gltf_list_item(g, "scenes", scene, &item);
    if (result == PLUMP_OK) result = pl_gltf_member(g, &item, "nodes", JSON_ARRAY, false, &nodes);
    for (size_t i = 0; result == PLUMP_OK && i < json_array_size(nodes.json); ++i) {
        size_t node;
        result = pl_gltf_follow_element(g, &nodes, i, "nodes", &node);
        if (result != PLUMP_OK) return result;
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the node was found among tree->count
        if (tree->parents[node] != NO_PARENT || marks[node]++ > 0) {
            return PL_GLTF_BAD(g, "%s[%zu] is nodes[%zu], which %s", nodes.path, i, node,
                               tree->parents[node] != NO_PARENT
                                   ? "is the child of a node; a scene lists roots"
                                   : "the scene has listed before");
        }
        tree->roots[tree->root_count++] = (uint32_t)node;
    }
    return result;
}

// The default scene, else the first, else all roots.
static plump_result list_roots(const pl_gltf* g, pl_gltf_tree* tree, uint32_t* marks) {
    pl_gltf_item top = {g->root, ""}, item;
    bool found;
    size_t scene = 0, scene_count;
    plump_result result = pl_gltf_follow(g, &top, "scene", "scenes", &found, &scene, &item);
    if (result == PLUMP_OK) result = pl_gltf_count(g, "scenes", &scene_count);
    if (result != PLUMP_OK) return result;
    if (scene_count > 0) return list_scene(g, scene, tree, marks);
    for (uint32_t i = 0; i < tree->count; ++i) {
        if (tree->parents[i] == NO_PARENT) tree->roots[tree->root_count++] = i;
    }
    return PLUMP_OK;
}

plump_result pl_gltf_tree_make(pl_gltf* g, pl_gltf_tree* tree) {
    size_t count;
    *tree = (pl_gltf_tree){0};
    plump_result result = pl_gltf_count(g, "nodes", &count);
    if (result != PLUMP_OK) return result;
    if (count >= NO_PARENT) {
        return PL_GLTF_FAIL(g, PLUMP_ERROR_LIMIT, "%zu nodes are too many", count);
    }
    result = pl_gltf_charge(g, count, 3 * sizeof(uint32_t), "the list of nodes");
    if (result != PLUMP_OK) return result;
    tree->count = (uint32_t)count;
    tree->parents = pl_arena_alloc(&g->arena, count, sizeof *tree->parents);
    tree->roots = pl_arena_alloc(&g->arena, count, sizeof *tree->roots);
    uint32_t* marks = pl_arena_alloc_zero(&g->arena, count, sizeof *marks);
    if (!tree->parents || !tree->roots || !marks) return pl_reader_fail_memory(g->reader);
    memset(tree->parents, 0xFF, count * sizeof *tree->parents);
    for (uint32_t i = 0; result == PLUMP_OK && i < tree->count; ++i) {
        result = link_children(g, tree, i);
    }
    if (result == PLUMP_OK) result = refuse_cycles(g, tree, marks);
    return result == PLUMP_OK ? list_roots(g, tree, marks) : result;
}

#endif

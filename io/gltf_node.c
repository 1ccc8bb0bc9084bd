// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The chosen scene: which nodes are in it and where they stand. The tree is checked first (each
// node one parent at most, no cycle) and then walked with an own stack, whatever its depth.
#include "io/gltf.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

#define NO_PARENT UINT32_MAX

typedef struct {
    double world[12];  // 3 rows of 4
    uint32_t node, next_child;
} step;

typedef struct {
    uint32_t* parents;
    uint32_t* marks;
    uint32_t count;
    step* stack;
    size_t depth, deepest, capacity;
} node_tree;

static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

static void multiply(const double a[12], const double b[12], double product[12]) {
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c) {
            product[r * 4 + c] = a[r * 4] * b[c] + a[r * 4 + 1] * b[4 + c] +
                                 a[r * 4 + 2] * b[8 + c] + (c == 3 ? a[r * 4 + 3] : 0);
        }
    }
}

// Translation, rotation (x, y, z, w) and scale as one matrix.
static plump_result compose(const pl_gltf* g, const pl_gltf_item* node, const double t[3],
                            const double q[4], const double s[3], double local[12]) {
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(length > 1e-6 && length < 1e6)) {
        return PL_GLTF_BAD(g, "%s.rotation is no unit quaternion; its length is %g", node->path,
                           length);
    }
    double x = q[0] / length, y = q[1] / length, z = q[2] / length, w = q[3] / length;
    const double rotation[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),
        2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
        2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y),
    };
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) local[r * 4 + c] = rotation[r * 3 + c] * s[c];
        local[r * 4 + 3] = t[r];
    }
    return PLUMP_OK;
}

// A matrix wins over translation, rotation and scale, of which glTF allows only one or the other.
static plump_result read_local(const pl_gltf* g, const pl_gltf_item* node, double local[12]) {
    double m[16], t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    bool present;
    plump_result result = pl_gltf_numbers(g, node, "matrix", 16, m, &present);
    if (result != PLUMP_OK) return result;
    if (present) {
        if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
            return PL_GLTF_BAD(g, "%s.matrix does not end in the row 0 0 0 1", node->path);
        }
        for (int i = 0; i < 12; ++i) local[i] = m[i % 4 * 4 + i / 4];
        return PLUMP_OK;
    }
    result = pl_gltf_numbers(g, node, "translation", 3, t, &present);
    if (result == PLUMP_OK) result = pl_gltf_numbers(g, node, "rotation", 4, q, &present);
    if (result == PLUMP_OK) result = pl_gltf_numbers(g, node, "scale", 3, s, &present);
    return result == PLUMP_OK ? compose(g, node, t, q, s, local) : result;
}

static void set_world(pl_gltf* g, const double world[12]) {
    // bits, not values, decide: a NaN must equal itself here
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    if (memcmp(g->world, world, sizeof g->world) == 0) return;
    memcpy(g->world, world, sizeof g->world);
    g->stamp++;
}

static plump_result find_children(const pl_gltf* g, uint32_t node, pl_gltf_item* item,
                                  pl_gltf_item* children) {
    plump_result result = pl_gltf_list_item(g, "nodes", node, item);
    if (result != PLUMP_OK) return result;
    return pl_gltf_member(g, item, "children", JSON_ARRAY, false, children);
}

static plump_result link_children(const pl_gltf* g, node_tree* tree, uint32_t node) {
    pl_gltf_item item, children;
    plump_result result = find_children(g, node, &item, &children);
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
static plump_result refuse_cycles(const pl_gltf* g, node_tree* tree) {
    for (uint32_t i = 0; i < tree->count; ++i) {
        uint32_t node = i;
        while (node != NO_PARENT && tree->marks[node] == 0) {
            tree->marks[node] = i + 1;
            node = tree->parents[node];
        }
        if (node != NO_PARENT && tree->marks[node] == i + 1) {
            return PL_GLTF_BAD(g, "nodes[%u] is its own ancestor", (unsigned)node);
        }
    }
    memset(tree->marks, 0, tree->count * sizeof *tree->marks);
    return PLUMP_OK;
}

static plump_result push(pl_gltf* g, node_tree* tree, const double parent[12], uint32_t node) {
    const plump_allocator* hooks = &g->arena.hooks;
    if (tree->depth == tree->deepest) {
        tree->deepest++;
        plump_result paid = pl_gltf_charge(g, 3, sizeof *tree->stack, "the tree of nodes");
        if (paid != PLUMP_OK) return paid;
    }
    if (!pl_grow(hooks, (void**)&tree->stack, &tree->capacity, tree->depth, tree->depth + 1,
                 sizeof *tree->stack)) {
        return pl_reader_fail_memory(g->reader);
    }
    pl_gltf_item item;
    double local[12] = {0};
    plump_result result = pl_gltf_list_item(g, "nodes", node, &item);
    if (result == PLUMP_OK) result = read_local(g, &item, local);
    if (result != PLUMP_OK) return result;
    step* top = &tree->stack[tree->depth++];
    *top = (step){.node = node};
    multiply(parent, local, top->world);
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
    set_world(g, json_object_get(node.json, "skin") ? identity : at->world);
    return pl_gltf_mesh(g, index, json_string_value(json_object_get(node.json, "name")), at->node);
}

static plump_result walk(pl_gltf* g, node_tree* tree, uint32_t root) {
    plump_result result = push(g, tree, identity, root);
    while (result == PLUMP_OK && tree->depth > 0) {
        step* top = &tree->stack[tree->depth - 1];
        if (top->next_child == 0) result = add_node_mesh(g, top);
        pl_gltf_item item, children;
        if (result == PLUMP_OK) result = find_children(g, top->node, &item, &children);
        if (result != PLUMP_OK) break;
        if (top->next_child >= json_array_size(children.json)) {
            tree->depth--;
            continue;
        }
        size_t child;
        result = pl_gltf_follow_element(g, &children, top->next_child++, "nodes", &child);
        if (result != PLUMP_OK) break;
        double world[12];
        memcpy(world, top->world, sizeof world);  // the stack may move
        result = push(g, tree, world, (uint32_t)child);
    }
    return result;
}

static plump_result walk_scene(pl_gltf* g, node_tree* tree, size_t scene) {
    pl_gltf_item item, nodes;
    plump_result result = pl_gltf_list_item(g, "scenes", scene, &item);
    if (result == PLUMP_OK) result = pl_gltf_member(g, &item, "nodes", JSON_ARRAY, false, &nodes);
    for (size_t i = 0; result == PLUMP_OK && i < json_array_size(nodes.json); ++i) {
        size_t node;
        result = pl_gltf_follow_element(g, &nodes, i, "nodes", &node);
        if (result != PLUMP_OK) return result;
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the node was found among tree->count
        if (tree->parents[node] != NO_PARENT || tree->marks[node]++ > 0) {
            return PL_GLTF_BAD(g, "%s[%zu] is nodes[%zu], which %s", nodes.path, i, node,
                               tree->parents[node] != NO_PARENT
                                   ? "is the child of a node; a scene lists roots"
                                   : "the scene has listed before");
        }
        result = walk(g, tree, (uint32_t)node);
    }
    return result;
}

// The default scene, else the first, else all roots.
static plump_result walk_chosen(pl_gltf* g, node_tree* tree) {
    pl_gltf_item top = {g->root, ""}, item;
    bool found;
    size_t scene = 0, scene_count;
    plump_result result = pl_gltf_follow(g, &top, "scene", "scenes", &found, &scene, &item);
    if (result == PLUMP_OK) result = pl_gltf_count(g, "scenes", &scene_count);
    if (result != PLUMP_OK) return result;
    if (scene_count > 0) return walk_scene(g, tree, scene);
    for (uint32_t i = 0; result == PLUMP_OK && i < tree->count; ++i) {
        if (tree->parents[i] == NO_PARENT) result = walk(g, tree, i);
    }
    return result;
}

static plump_result make_tree(pl_gltf* g, node_tree* tree, size_t count) {
    if (count >= NO_PARENT) {
        return PL_GLTF_FAIL(g, PLUMP_ERROR_LIMIT, "%zu nodes are too many", count);
    }
    plump_result result = pl_gltf_charge(g, count, 2 * sizeof(uint32_t), "the list of nodes");
    if (result != PLUMP_OK) return result;
    tree->count = (uint32_t)count;
    tree->parents = pl_arena_alloc(&g->arena, count, sizeof *tree->parents);
    tree->marks = pl_arena_alloc_zero(&g->arena, count, sizeof *tree->marks);
    if (!tree->parents || !tree->marks) return pl_reader_fail_memory(g->reader);
    memset(tree->parents, 0xFF, count * sizeof *tree->parents);
    for (uint32_t i = 0; result == PLUMP_OK && i < tree->count; ++i) {
        result = link_children(g, tree, i);
    }
    return result == PLUMP_OK ? refuse_cycles(g, tree) : result;
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
    memcpy(g->world, identity, sizeof identity);
    g->stamp = 1;
    size_t count;
    plump_result result = pl_gltf_count(g, "nodes", &count);
    if (result != PLUMP_OK) return result;
    if (count == 0) return add_all_meshes(g);
    node_tree tree = {0};
    result = make_tree(g, &tree, count);
    if (result == PLUMP_OK) result = walk_chosen(g, &tree);
    pl_free(&g->arena.hooks, tree.stack);
    return result;
}

#endif

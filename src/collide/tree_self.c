// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/tree.h"

void pl_tree_refit_cones(pl_tree* tree, const pl_surface* surface, const float* const x[3]) {
    (void)surface, (void)x;
    const pl_tree_shape* s = tree->shape;
    uint32_t nodes = s->node_first[s->level_count - 1] + 1;
    for (uint32_t i = 0; i < nodes; ++i)
        for (int k = 0; k < 4; ++k) tree->cones[i].cosine[k] = -1;
    for (uint32_t i = 0; i < s->node_count[0]; ++i)
        for (int k = 0; k < 4; ++k) tree->around[i].cosine[k] = -1;
}

static void meet_vertex(const pl_tree_shape* s, const float* const x[3], uint32_t vertex,
                        size_t slot, float radius, pl_self_visit* visit, void* user) {
    if (s->triangle[slot] == PL_TREE_NONE) return;
    uint32_t corner[3];
    for (size_t c = 0; c < 3; ++c) {
        corner[c] = s->corners[12 * (slot / 4) + 4 * c + slot % 4];
        if (corner[c] == vertex) return;
    }
    for (size_t k = 0; k < 3; ++k) {
        float a = x[k][corner[0]], b = x[k][corner[1]], c = x[k][corner[2]], at = x[k][vertex];
        float lo = a < b ? a : b, hi = a > b ? a : b;
        lo = c < lo ? c : lo;
        hi = c > hi ? c : hi;
        if (lo > at + radius || hi < at - radius) return;
    }
    visit(vertex, s->triangle[slot], user);
}

void pl_tree_self(const pl_tree* tree, const float* const x[3], uint32_t group, float radius,
                  pl_self_visit* visit, void* user) {
    const pl_tree_shape* s = tree->shape;
    uint32_t leaf = group * PL_TREE_GROUP_LEAVES, end = leaf + PL_TREE_GROUP_LEAVES;
    end = end < s->leaf_count ? end : s->leaf_count;
    for (uint32_t i = s->owned_first[leaf]; i < s->owned_first[end]; ++i)
        for (size_t slot = 0; slot < 4 * (size_t)s->leaf_count; ++slot)
            meet_vertex(s, x, s->owned[i], slot, radius, visit, user);
}

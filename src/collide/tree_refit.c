// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Fits the boxes of a tree to positions, from the leaves up. Each vertex of a leaf is looked at
// once, as a point x y z in three lanes; four leaves or four nodes then change places with the
// axes, so that a node holds four boxes side by side.
#include "src/collide/tree.h"
#include "src/collide/tree_four.h"

#include <math.h>

bool pl_tree_make(pl_tree* tree, pl_arena* memory, const pl_tree_shape* shape, bool cones) {
    uint32_t top = shape->level_count - 1;
    size_t nodes = (size_t)shape->node_first[top] + 1;
    tree->shape = shape;
    tree->cones = tree->around = NULL;
    tree->normals = NULL;
    tree->boxes = pl_arena_alloc_zero(memory, nodes, sizeof *tree->boxes);
    if (!tree->boxes) return false;
    if (!cones) return true;
    tree->cones = pl_arena_alloc_zero(memory, nodes, sizeof *tree->cones);
    tree->around = pl_arena_alloc_zero(memory, shape->node_count[0], sizeof *tree->around);
    tree->normals = pl_arena_alloc_zero(memory, 16 * (size_t)shape->leaf_count, sizeof(float));
    return tree->cones && tree->around && tree->normals;
}

typedef struct span {
    four lo, hi;
} span;

// What is to be in the boxes: `now` less `drift`, and `past` unless NULL.
typedef struct motion {
    const float *const *now, *const *past;
    four drift;
} motion;

static inline span leaf_span(const pl_tree_shape* s, uint32_t leaf, const motion* m) {
    const uint32_t* vertex = s->vertex + s->vertex_first[leaf];
    const uint32_t* end = s->vertex + s->vertex_first[leaf + 1];
    four first = four_sub(four_point(m->now, *vertex), m->drift);
    span box = {first, first};
    for (const uint32_t* v = vertex + 1; v < end; ++v) {
        four point = four_sub(four_point(m->now, *v), m->drift);
        box.lo = four_min(box.lo, point);
        box.hi = four_max(box.hi, point);
    }
    for (const uint32_t* v = vertex; m->past && v < end; ++v) {
        four point = four_point(m->past, *v);
        box.lo = four_min(box.lo, point);
        box.hi = four_max(box.hi, point);
    }
    return box;
}

// A missing box is nowhere: no box meets it, and it is infinitely far from any point.
static void fit_leaves(pl_tree* tree, uint32_t node, const motion* m) {
    const pl_tree_shape* s = tree->shape;
    four lo[4], hi[4];
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t leaf = 4 * node + i;
        span box = {four_splat(INFINITY), four_splat(-INFINITY)};
        if (leaf < s->leaf_count) box = leaf_span(s, leaf, m);
        lo[i] = box.lo;
        hi[i] = box.hi;
    }
    four_transpose(lo);
    four_transpose(hi);
    for (int k = 0; k < 3; ++k) {
        four_storeu(tree->boxes[node].lo[k], lo[k]);
        four_storeu(tree->boxes[node].hi[k], hi[k]);
    }
}

static void fit_children(const pl_tree_boxes* child, uint32_t child_count, pl_tree_boxes* node) {
    for (int k = 0; k < 3; ++k) {
        four lo[4], hi[4];
        for (uint32_t i = 0; i < 4; ++i) {
            lo[i] = i < child_count ? four_loadu(child[i].lo[k]) : four_splat(INFINITY);
            hi[i] = i < child_count ? four_loadu(child[i].hi[k]) : four_splat(-INFINITY);
        }
        four_transpose(lo);
        four_transpose(hi);
        four_storeu(node->lo[k], four_min(four_min(lo[0], lo[1]), four_min(lo[2], lo[3])));
        four_storeu(node->hi[k], four_max(four_max(hi[0], hi[1]), four_max(hi[2], hi[3])));
    }
}

static void refit(pl_tree* tree, const motion* m) {
    const pl_tree_shape* s = tree->shape;
    for (uint32_t node = 0; node < s->node_count[0]; ++node) fit_leaves(tree, node, m);
    for (uint32_t level = 1; level < s->level_count; ++level) {
        const pl_tree_boxes* below = tree->boxes + s->node_first[level - 1];
        pl_tree_boxes* here = tree->boxes + s->node_first[level];
        for (uint32_t i = 0; i < s->node_count[level]; ++i)
            fit_children(below + 4 * (size_t)i, s->node_count[level - 1] - 4 * i, here + i);
    }
}

void pl_tree_refit(pl_tree* tree, const float* const now[3], const float* const past[3]) {
    refit(tree, &(motion){now, past, four_zero()});
}

void pl_tree_refit_drifting(pl_tree* tree, const float* const now[3], const float* const past[3],
                            const float drift[3]) {
    const float lanes[4] = {drift[0], drift[1], drift[2], 0.0f};
    refit(tree, &(motion){now, past, four_loadu(lanes)});
}

static void node_box(const pl_tree_boxes* node, float lo[3], float hi[3]) {
    for (int k = 0; k < 3; ++k) {
        lo[k] = node->lo[k][0];
        hi[k] = node->hi[k][0];
        for (int i = 1; i < 4; ++i) {
            lo[k] = node->lo[k][i] < lo[k] ? node->lo[k][i] : lo[k];
            hi[k] = node->hi[k][i] > hi[k] ? node->hi[k][i] : hi[k];
        }
    }
}

void pl_tree_bounds(const pl_tree* tree, float lo[3], float hi[3]) {
    const pl_tree_shape* s = tree->shape;
    node_box(tree->boxes + s->node_first[s->level_count - 1], lo, hi);
}

void pl_tree_group_box(const pl_tree* tree, uint32_t group, float lo[3], float hi[3]) {
    const pl_tree_shape* s = tree->shape;
    node_box(tree->boxes + (s->level_count > 1 ? s->node_first[1] + group : 0), lo, hi);
}

void pl_tree_node_box(const pl_tree* tree, uint32_t node, float lo[3], float hi[3]) {
    node_box(&tree->boxes[node], lo, hi);
}

void pl_tree_leaf_box(const pl_tree* tree, uint32_t leaf, float lo[3], float hi[3]) {
    const pl_tree_boxes* boxes = &tree->boxes[leaf / 4];
    for (int k = 0; k < 3; ++k) {
        lo[k] = boxes->lo[k][leaf % 4];
        hi[k] = boxes->hi[k][leaf % 4];
    }
}

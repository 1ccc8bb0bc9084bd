// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which vertices of a surface are near triangles of the same surface, and which leaves near leaves.
//
// Nearly all triangles near a vertex are its neighbours, and the way past them is by direction: two
// pieces can touch only if somewhere the one faces the other, that is if the angle between two of
// their normals is 90 degrees or more. A group of 16 leaves goes through the tree together; where
// it meets a node of leaves, each of its leaves is compared alone, and, if asked for, vertex by
// vertex.
#include "src/collide/tree_walk.h"

#include <math.h>

// Some vertices: a box around them and a cone around the normals of the triangles at them, the same
// in every lane.
typedef struct probe {
    four lo[3], hi[3];
    four axis[3], cosine, sine;
    uint32_t part;  // all are of this one and are to meet others; PL_TREE_NONE: meet all
    bool is_open;   // its cone rules out nothing
    bool is_empty;  // there are none
} probe;

typedef struct search {
    const pl_tree* tree;
    const float* const* x;
    float radius;
    bool parts;  // what is of one part may be left out
    uint32_t leaf_begin, leaf_end;
    probe whole, leaf[PL_TREE_GROUP_LEAVES];
    pl_self_visit* visit;        // for vertices and triangles, or ...
    pl_self_leaves* visit_pair;  // ... for leaves
    void* user;
} search;

static void put_cone(probe* p, const pl_tree_cones* cones, uint32_t lane) {
    for (int k = 0; k < 3; ++k) p->axis[k] = four_splat(cones->axis[k][lane]);
    p->cosine = four_splat(cones->cosine[lane]);
    p->sine = four_splat(cones->sine[lane]);
    p->is_open = !(cones->cosine[lane] > 0);
}

// The box around vertices owned by leaves, and as far as the radius from them.
static void put_box(const search* s, probe* p, uint32_t leaf_begin, uint32_t leaf_end) {
    const pl_tree_shape* shape = s->tree->shape;
    uint32_t begin = shape->owned_first[leaf_begin], end = shape->owned_first[leaf_end];
    p->is_empty = begin == end;
    for (int k = 0; k < 3; ++k) {
        float lo = INFINITY, hi = -INFINITY;
        for (uint32_t i = begin; i < end; ++i) {
            float at = s->x[k][shape->owned[i]];
            lo = at < lo ? at : lo;
            hi = at > hi ? at : hi;
        }
        p->lo[k] = four_splat(lo - s->radius);
        p->hi[k] = four_splat(hi + s->radius);
    }
}

// The cone around those of the group's leaves: four leaves to a cone, and four such to one.
static pl_tree_cones join_group(const search* s, const pl_tree_cones* of_leaves) {
    const pl_tree_cones* parts[4];
    uint32_t first = s->leaf_begin / 4, last = (s->leaf_end - 1) / 4;
    for (uint32_t i = 0; i < 4; ++i) parts[i] = of_leaves + (first + i < last ? first + i : last);
    pl_tree_cones joined, whole;
    pl_tree_join_cones(parts, &joined);
    const pl_tree_cones* const again[4] = {&joined, &joined, &joined, &joined};
    pl_tree_join_cones(again, &whole);
    return whole;
}

static uint32_t leaf_part(const search* s, uint32_t leaf) {
    return s->parts && s->tree->shape->box_part ? s->tree->shape->box_part[leaf] : PL_TREE_NONE;
}

static uint32_t group_part(const search* s) {
    uint32_t part = leaf_part(s, s->leaf_begin);
    for (uint32_t leaf = s->leaf_begin + 1; leaf < s->leaf_end; ++leaf)
        if (leaf_part(s, leaf) != part) return PL_TREE_NONE;
    return part;
}

static void start_vertices(search* s) {
    for (uint32_t leaf = s->leaf_begin; leaf < s->leaf_end; ++leaf) {
        probe* p = &s->leaf[leaf - s->leaf_begin];
        put_box(s, p, leaf, leaf + 1);
        put_cone(p, &s->tree->around[leaf / 4], leaf % 4);
        p->part = leaf_part(s, leaf);
    }
    pl_tree_cones whole = join_group(s, s->tree->around);
    put_box(s, &s->whole, s->leaf_begin, s->leaf_end);
    put_cone(&s->whole, &whole, 0);
    s->whole.part = group_part(s);
}

// The box of a node or of a leaf, and as far as the radius from it.
static void widen(const search* s, probe* p, const float lo[3], const float hi[3]) {
    p->is_empty = false;
    for (int k = 0; k < 3; ++k) {
        p->lo[k] = four_splat(lo[k] - s->radius);
        p->hi[k] = four_splat(hi[k] + s->radius);
    }
}

static void put_leaf(const search* s, probe* p, uint32_t leaf) {
    float lo[3], hi[3];
    pl_tree_leaf_box(s->tree, leaf, lo, hi);
    widen(s, p, lo, hi);
    put_cone(p, &s->tree->cones[leaf / 4], leaf % 4);
    p->part = leaf_part(s, leaf);
}

static void start_leaves(search* s, uint32_t group) {
    float lo[3], hi[3];
    for (uint32_t leaf = s->leaf_begin; leaf < s->leaf_end; ++leaf)
        put_leaf(s, &s->leaf[leaf - s->leaf_begin], leaf);
    pl_tree_cones whole = join_group(s, s->tree->cones);
    pl_tree_group_box(s->tree, group, lo, hi);
    widen(s, &s->whole, lo, hi);
    put_cone(&s->whole, &whole, 0);
    s->whole.part = group_part(s);
}

// Bit i: something below box i of a node is not of the probe's part.
static inline uint32_t others(const pl_tree* tree, const probe* p, pl_tree_visit at) {
    const pl_tree_shape* shape = tree->shape;
    const uint32_t* part = shape->box_part + 4 * ((size_t)shape->node_first[at.level] + at.index);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 4; ++i) bits |= (uint32_t)(part[i] != p->part) << i;
    return bits;
}

// Bit i: box i of a node is near, and something below it may face what the probe stands for.
static inline uint32_t meet(const pl_tree* tree, const probe* p, pl_tree_visit at) {
    uint32_t bits = pl_tree_meet_node(pl_tree_boxes_of(tree, at), p->lo, p->hi);
    if (bits && p->part != PL_TREE_NONE) bits &= others(tree, p, at);
    if (bits == 0 || p->is_open) return bits;
    const pl_tree_cones* cones = tree->cones + tree->shape->node_first[at.level] + at.index;
    const four axis[3] = {four_loadu(cones->axis[0]), four_loadu(cones->axis[1]),
                          four_loadu(cones->axis[2])};
    four cosine = four_loadu(cones->cosine), sine = four_loadu(cones->sine);
    // both half angles and the angle between the axes are less than 90 degrees together
    four sum_cosine = four_sub(four_mul(p->cosine, cosine), four_mul(p->sine, sine));
    four sum_sine = four_add(four_mul(p->sine, cosine), four_mul(p->cosine, sine));
    four_mask apart =
        four_and(four_lt(four_zero(), sum_cosine),
                 four_lt(four_add(sum_sine, four_splat(1e-6f)), four_dot3(p->axis, axis)));
    return bits & ~four_bits(apart);
}

// Boxes around the triangles of a leaf.
typedef struct leaf_boxes {
    uint32_t leaf;
    four lo[3], hi[3];
} leaf_boxes;

static void fit_leaf(const search* s, leaf_boxes* boxes) {
    const uint32_t* corners = s->tree->shape->corners + 12 * (size_t)boxes->leaf;
    for (int k = 0; k < 3; ++k) {
        four a = four_gather(s->x[k], corners), b = four_gather(s->x[k], corners + 4);
        four c = four_gather(s->x[k], corners + 8);
        boxes->lo[k] = four_min(four_min(a, b), c);
        boxes->hi[k] = four_max(four_max(a, b), c);
    }
}

static void meet_vertex(const search* s, uint32_t vertex, const leaf_boxes* boxes) {
    const pl_tree_shape* shape = s->tree->shape;
    four lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
        lo[k] = four_splat(s->x[k][vertex] - s->radius);
        hi[k] = four_splat(s->x[k][vertex] + s->radius);
    }
    const uint32_t* corners = shape->corners + 12 * (size_t)boxes->leaf;
    uint32_t bits = four_bits(pl_tree_overlap(boxes->lo, boxes->hi, lo, hi));
    for (; bits; bits &= bits - 1) {
        uint32_t i = four_first(bits), triangle = shape->triangle[4 * (size_t)boxes->leaf + i];
        bool is_corner =
            corners[i] == vertex || corners[4 + i] == vertex || corners[8 + i] == vertex;
        if (triangle != PL_TREE_NONE && !is_corner) s->visit(vertex, triangle, s->user);
    }
}

// A node of leaves that the group may meet.
static void meet_leaves(const search* s, pl_tree_visit node, uint32_t near) {
    const pl_tree_shape* shape = s->tree->shape;
    for (uint32_t leaf = s->leaf_begin; leaf < s->leaf_end; ++leaf) {
        const probe* p = &s->leaf[leaf - s->leaf_begin];
        if (p->is_empty) continue;
        for (uint32_t bits = meet(s->tree, p, node) & near; bits; bits &= bits - 1) {
            leaf_boxes other = {.leaf = 4 * node.index + four_first(bits)};
            if (s->visit_pair) {
                if (leaf < other.leaf) s->visit_pair(leaf, other.leaf, s->user);
                continue;
            }
            fit_leaf(s, &other);
            for (uint32_t i = shape->owned_first[leaf]; i < shape->owned_first[leaf + 1]; ++i)
                meet_vertex(s, shape->owned[i], &other);
        }
    }
}

static void walk(const search* s) {
    if (s->whole.is_empty) return;
    pl_tree_visit stack[PL_TREE_STACK];
    stack[0] = pl_tree_top(s->tree->shape);
    uint32_t depth = 1;
    while (depth > 0) {
        pl_tree_visit now = stack[--depth];
        uint32_t bits = meet(s->tree, &s->whole, now);
        if (now.level > 0) {
            depth = pl_tree_push(stack, depth, now, bits);
        } else if (bits) {
            meet_leaves(s, now, bits);
        }
    }
}

void pl_tree_self(const pl_tree* tree, const float* const x[3], uint32_t group, float radius,
                  bool parts, pl_self_visit* visit, void* user) {
    search s = {
        .tree = tree, .x = x, .radius = radius, .parts = parts, .visit = visit, .user = user};
    pl_tree_group_leaves(tree->shape, group, &s.leaf_begin, &s.leaf_end);
    start_vertices(&s);
    walk(&s);
}

void pl_tree_self_leaves(const pl_tree* tree, uint32_t group, float radius, bool parts,
                         pl_self_leaves* visit, void* user) {
    search s = {.tree = tree, .radius = radius, .parts = parts, .visit_pair = visit, .user = user};
    pl_tree_group_leaves(tree->shape, group, &s.leaf_begin, &s.leaf_end);
    start_leaves(&s, group);
    walk(&s);
}

bool pl_tree_leaves_meet(const pl_tree* tree, uint32_t leaf, uint32_t other, float radius,
                         bool parts) {
    if (leaf == other) return false;
    search s = {.tree = tree, .radius = radius, .parts = parts};
    uint32_t first = leaf < other ? leaf : other, second = leaf < other ? other : leaf;
    probe p;
    put_leaf(&s, &p, first);
    pl_tree_visit node = {.level = 0, .index = second / 4};
    return meet(tree, &p, node) >> second % 4 & 1;
}

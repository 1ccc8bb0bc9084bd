// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rays go through the intake's tree of boxes, nearest box first. Boxes are compared in float, grown
// by more than rounding can take, and only leave out what cannot count: the answer is the same as
// if all triangles had been tried.
//
// A triangle is tried as in Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection", 2013: the
// space is moved and sheared so that the ray becomes the axis along which it goes fastest, and in
// the plane across the triangle holds the origin if its three edges have it on the same side. Each
// corner lands on the same spot for all its triangles, and on which side an edge has the origin is
// found exactly for these spots, so neighbours never disagree about their common edge.
#include "src/mesh/mesh_rays.h"

#include "src/math/pair.h"
#include "src/mesh/mesh_tree.h"

#include <float.h>

struct pl_ray_tree {
    pl_mesh_view view;
    pl_mesh_tree* boxes;
};

typedef struct ray {
    double from[3];
    size_t axis[3];    // the last is the one along which it goes fastest
    double shear[2];   // along the first two, per length along the last
    double sense;      // 1 or -1: which way along the last
    float inverse[3];  // depth per length along x, y, z; depth is the way along the last axis
    float slack;       // by how much boxes are grown
    uint32_t skip;
} ray;

typedef struct best {
    uint32_t triangle;
    double depth;
    double turn;  // twice the area across the axis: positive where counter-clockwise
    double weight[3];
} best;

static double* copy_positions(pl_arena* memory, const pl_surface* surface) {
    double* positions = pl_arena_alloc(memory, surface->count, 3 * sizeof *positions);
    for (size_t i = 0; positions && i < surface->count; ++i)
        for (size_t k = 0; k < 3; ++k) positions[3 * i + k] = (double)surface->rest[k][i];
    return positions;
}

pl_ray_tree* pl_ray_tree_build(pl_arena* memory, const pl_surface* surface, pl_task_pool* pool) {
    (void)pool;  // sorting is most of it, and over before threads would pay
    pl_ray_tree* tree = pl_arena_alloc(memory, 1, sizeof *tree);
    if (!tree) return NULL;
    tree->view.positions = copy_positions(memory, surface);
    tree->view.vertex_count = surface->count;
    tree->view.triangles = surface->triangles;
    tree->view.triangle_count = surface->triangle_count;
    if (!tree->view.positions) return NULL;
    tree->boxes = pl_mesh_tree_build(memory, &tree->view);
    return tree->boxes ? tree : NULL;
}

// The farthest that a box reaches from the ray's start, along x, y or z.
static double measure_reach(const pl_mesh_tree* tree, const double from[3]) {
    const pl_tree_box* whole = &tree->boxes[tree->level_count - 1][0];
    double reach = 0;
    for (size_t k = 0; k < 3; ++k) {
        reach = pl_tree_most(reach, fabs(whole->lo[k] - from[k]));
        reach = pl_tree_most(reach, fabs(whole->hi[k] - from[k]));
    }
    return reach;
}

static void start_ray(ray* r, const pl_mesh_tree* tree, pl_vec3d from, pl_vec3d direction) {
    double along[3];
    pl_vec3d_store(from, r->from);
    pl_vec3d_store(direction, along);
    size_t fastest = 0;
    for (size_t k = 1; k < 3; ++k)
        if (fabs(along[k]) > fabs(along[fastest])) fastest = k;
    for (size_t k = 0; k < 3; ++k) r->axis[k] = (fastest + 1 + k) % 3;
    for (size_t k = 0; k < 2; ++k) r->shear[k] = along[r->axis[k]] / along[fastest];
    r->sense = along[fastest] > 0 ? 1 : -1;
    // Everything in the float test is off by a few units in the last place of lengths up to the
    // reach, which is 2^-24 of it each. A direction of less than 1e-9 across is taken for as much.
    for (size_t k = 0; k < 3; ++k) {
        double slope = along[k] / fabs(along[fastest]);
        if (fabs(slope) < 1e-9) slope = slope < 0 ? -1e-9 : 1e-9;
        r->inverse[k] = (float)(1 / slope);
    }
    r->slack = (float)(0x1p-20 * measure_reach(tree, r->from));
}

// Bit i: the ray is in box i of the node at a depth of at most `most`; near[i]: from where on.
static uint32_t meet_boxes(const pl_tree_node* node, const ray* r, float most,
                           float near[PL_TREE_WIDTH]) {
    const float *in[3], *out[3];  // planes where it enters and leaves
    float in_from[3], out_from[3];
    for (size_t k = 0; k < 3; ++k) {
        float from = (float)(r->from[k] - node->origin[k]);
        bool rises = r->inverse[k] > 0;
        in[k] = rises ? node->lo[k] : node->hi[k];
        out[k] = rises ? node->hi[k] : node->lo[k];
        in_from[k] = rises ? from + r->slack : from - r->slack;
        out_from[k] = rises ? from - r->slack : from + r->slack;
    }
    const float* inverse = r->inverse;
    uint32_t meets[PL_TREE_WIDTH], mask = 0;
    PL_TREE_KEEP_LOOP
    for (int i = 0; i < PL_TREE_WIDTH; ++i) {
        float x = (in[0][i] - in_from[0]) * inverse[0];
        float y = (in[1][i] - in_from[1]) * inverse[1];
        float z = (in[2][i] - in_from[2]) * inverse[2];
        float first = x > y ? x : y;
        first = first > z ? first : z;
        first = first > 0 ? first : 0;
        x = (out[0][i] - out_from[0]) * inverse[0];
        y = (out[1][i] - out_from[1]) * inverse[1];
        z = (out[2][i] - out_from[2]) * inverse[2];
        float last = x < y ? x : y;
        last = last < z ? last : z;
        last = last < most ? last : most;
        near[i] = first;
        meets[i] = first <= last;
    }
    for (uint32_t i = 0; i < PL_TREE_WIDTH; ++i) mask |= meets[i] << i;
    return mask;
}

// a x b with the sign it has without rounding: products are equal only where they differ by less
// than their rounding, and then that is the difference.
static double cross(const double a[2], const double b[2]) {
    double one = a[0] * b[1], other = a[1] * b[0];
    if (one != other) return one - other;
    pl_pair one_exactly = pl_pair_product(a[0], b[1]), other_exactly = pl_pair_product(a[1], b[0]);
    return one_exactly.lo - other_exactly.lo;
}

static void try_triangle(const pl_mesh_view* view, const ray* r, uint32_t triangle, best* b) {
    const uint32_t* t = view->triangles + 3 * (size_t)triangle;
    if (t[0] == r->skip || t[1] == r->skip || t[2] == r->skip) return;
    double spot[3][2], height[3], edge[3];
    for (size_t i = 0; i < 3; ++i) {
        const double* p = view->positions + 3 * (size_t)t[i];
        height[i] = p[r->axis[2]] - r->from[r->axis[2]];
        for (size_t k = 0; k < 2; ++k)
            spot[i][k] = (p[r->axis[k]] - r->from[r->axis[k]]) - r->shear[k] * height[i];
    }
    for (size_t i = 0; i < 3; ++i) edge[i] = cross(spot[(i + 1) % 3], spot[(i + 2) % 3]);
    bool has_left = edge[0] > 0 || edge[1] > 0 || edge[2] > 0;
    bool has_right = edge[0] < 0 || edge[1] < 0 || edge[2] < 0;
    if (has_left == has_right) return;  // beside it, or edge-on
    double turn = edge[0] + edge[1] + edge[2], weight[3];
    for (size_t i = 0; i < 3; ++i) weight[i] = edge[i] / turn;
    double depth = weight[0] * height[0] + weight[1] * height[1] + weight[2] * height[2];
    depth *= r->sense;
    if (!(depth >= 0 && depth <= b->depth)) return;
    if (depth == b->depth && triangle > b->triangle) return;
    b->triangle = triangle;
    b->depth = depth;
    b->turn = turn;
    for (size_t i = 0; i < 3; ++i) b->weight[i] = weight[i];
}

typedef struct visit {
    uint32_t level, node;
    float near;
} visit;

// Adds the children in `mask` so that the nearest comes off first.
static uint32_t push_children(visit* stack, uint32_t depth, const visit* parent, uint32_t mask,
                              const float near[PL_TREE_WIDTH]) {
    uint32_t base = depth;
    for (; mask; mask &= mask - 1) {
        uint32_t child = pl_tree_first(mask), at = depth++;
        for (; at > base && stack[at - 1].near < near[child]; --at) stack[at] = stack[at - 1];
        stack[at].level = parent->level - 1;
        stack[at].node = parent->node * PL_TREE_WIDTH + child;
        stack[at].near = near[child];
    }
    return depth;
}

// How many triangles were tried.
static uint32_t try_leaf(const pl_ray_tree* tree, const ray* r, uint32_t leaf, uint32_t mask,
                         best* b) {
    uint32_t tried = 0;
    for (; mask; mask &= mask - 1, ++tried) {
        uint32_t slot = leaf * PL_TREE_WIDTH + pl_tree_first(mask);
        try_triangle(&tree->view, r, tree->boxes->order[slot], b);
    }
    return tried;
}

// False: no steps are left.
static bool find_best(const pl_ray_tree* tree, const ray* r, int64_t* steps, best* b) {
    visit stack[PL_TREE_LEVELS * PL_TREE_WIDTH];
    uint32_t depth = 1;
    stack[0].level = tree->boxes->level_count - 1;
    stack[0].node = 0;
    stack[0].near = 0;
    while (depth > 0 && *steps >= 0) {
        visit now = stack[--depth];
        float near[PL_TREE_WIDTH], most = b->depth < FLT_MAX ? (float)b->depth : FLT_MAX;
        if (now.near > most) continue;
        uint32_t mask = meet_boxes(&tree->boxes->nodes[now.level][now.node], r, most, near);
        *steps -= 1;
        if (now.level > 0)
            depth = push_children(stack, depth, &now, mask, near);
        else
            *steps -= try_leaf(tree, r, now.node, mask, b);
    }
    return *steps >= 0;
}

pl_ray_hit pl_ray_tree_first(const pl_ray_tree* tree, pl_vec3d from, pl_vec3d direction,
                             uint32_t skip, int64_t* steps) {
    ray r;
    int64_t any_number = INT64_MAX;
    start_ray(&r, tree->boxes, from, direction);
    r.skip = skip;
    best b = {.triangle = PL_RAY_NONE, .depth = DBL_MAX};
    if (!find_best(tree, &r, steps ? steps : &any_number, &b)) b.triangle = PL_RAY_NONE;
    pl_ray_hit hit = {.triangle = b.triangle};
    if (b.triangle == PL_RAY_NONE) return hit;
    hit.leaves = b.turn * r.sense > 0;
    hit.distance = b.depth / pl_vec3d_max_abs(direction);
    for (size_t i = 0; i < 3; ++i) hit.weight[i] = b.weight[i];
    return hit;
}

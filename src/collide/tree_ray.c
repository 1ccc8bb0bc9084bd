// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Questions to a tree about a line: what a segment crosses first, and whether a point is inside.
//
// A triangle is tried as in Woop, Benthin, Wald, "Watertight Ray/Triangle Intersection", 2013: the
// space is moved and sheared so that the line becomes the axis along which it goes fastest, and in
// the plane across the triangle holds the origin if its three edges have it on the same side. Each
// corner lands on the same spot for all its triangles, and neighbours never disagree on which side
// of their common edge the origin is: to be on it counts for both. Boxes are grown by more than
// rounding can take.
#include "src/collide/tree_walk.h"

#include <float.h>

typedef struct line {
    double from[3], to[3];  // a ray has no end
    size_t axis[3];         // the last is the one along which it goes fastest
    double shear[2];        // along the first two, per length along the last
    double way;             // of the whole segment along the last axis, signed
    // for boxes: depth is the share of the segment
    four start[3], inverse[3], slack;
    bool rises[3];
} line;

// Where and how it goes through a triangle.
typedef struct piercing {
    double depth;  // 0 .. 1 for the segment
    double turn;   // positive where the triangle turns counter-clockwise around the last axis
    double edge[3];
    bool enters;
    bool on_edge;  // exactly on one, or along the triangle
} piercing;

// The farthest that the tree reaches from a point, along x, y or z.
static double measure_reach(const pl_tree* tree, const double from[3]) {
    float lo[3], hi[3];
    double reach = 0;
    pl_tree_bounds(tree, lo, hi);
    for (size_t k = 0; k < 3; ++k) {
        double below = fabs((double)lo[k] - from[k]), above = fabs((double)hi[k] - from[k]);
        reach = below > reach ? below : reach;
        reach = above > reach ? above : reach;
    }
    return reach;
}

// False: it has no length, or is nowhere.
static bool start_line(line* l, const pl_tree* tree, const float from[3], const double along[3]) {
    size_t fastest = 0;
    for (size_t k = 1; k < 3; ++k)
        if (fabs(along[k]) > fabs(along[fastest])) fastest = k;
    double most = fabs(along[fastest]);
    if (!(most > 0) || !isfinite(from[0] + from[1] + from[2]) ||
        !isfinite(along[0] + along[1] + along[2]))
        return false;  // it would be in boxes that are nowhere
    l->way = along[fastest];
    for (size_t k = 0; k < 3; ++k) {
        l->from[k] = (double)from[k];
        l->axis[k] = (fastest + 1 + k) % 3;
        // A direction of less than 1e-9 across is taken for as much. Everything in the test of
        // boxes is off by a few units in the last place of lengths up to the reach, 2^-24 each.
        double step = fabs(along[k]) < 1e-9 * most ? 1e-9 * most : along[k];
        l->start[k] = four_splat(from[k]);
        l->inverse[k] = four_splat((float)(1 / step));
        l->rises[k] = step > 0;
    }
    for (size_t k = 0; k < 2; ++k) l->shear[k] = along[l->axis[k]] / along[fastest];
    l->slack = four_splat((float)(0x1p-20 * measure_reach(tree, l->from)));
    return true;
}

// Bit i: the line is in box i of the node at a depth from 0 to `most`; near: from where on.
static uint32_t meet_boxes(const pl_tree_boxes* node, const line* l, float most, four* near) {
    four first = four_zero(), last = four_splat(most);
    for (size_t k = 0; k < 3; ++k) {
        four lo = four_sub(four_sub(four_loadu(node->lo[k]), l->start[k]), l->slack);
        four hi = four_add(four_sub(four_loadu(node->hi[k]), l->start[k]), l->slack);
        four in = four_mul(l->rises[k] ? lo : hi, l->inverse[k]);
        four out = four_mul(l->rises[k] ? hi : lo, l->inverse[k]);
        first = four_max(in, first);
        last = four_min(out, last);
    }
    *near = first;
    return four_bits(four_le(first, last));
}

// a x b. Rounding keeps the order of the products, so the sign is right or the result is 0; and the
// other way round it is the same with the other sign, as the neighbour sees it.
static double cross_spots(const double a[2], const double b[2]) {
    return a[0] * b[1] - a[1] * b[0];
}

// False: it passes beside the triangle.
static bool pierce(const line* l, const float* const x[3], const uint32_t corner[3], piercing* p) {
    double spot[3][2], height[3];
    for (size_t i = 0; i < 3; ++i) {
        uint32_t v = corner[i];
        height[i] = (double)x[l->axis[2]][v] - l->from[l->axis[2]];
        for (size_t k = 0; k < 2; ++k)
            spot[i][k] = ((double)x[l->axis[k]][v] - l->from[l->axis[k]]) - l->shear[k] * height[i];
    }
    for (size_t i = 0; i < 3; ++i) p->edge[i] = cross_spots(spot[(i + 1) % 3], spot[(i + 2) % 3]);
    const double* e = p->edge;
    bool has_left = e[0] > 0 || e[1] > 0 || e[2] > 0;
    bool has_right = e[0] < 0 || e[1] < 0 || e[2] < 0;
    if (has_left && has_right) return false;
    p->on_edge = e[0] == 0 || e[1] == 0 || e[2] == 0;
    p->turn = e[0] + e[1] + e[2];
    if (p->turn == 0) return true;
    p->enters = p->turn * l->way < 0;
    double sum = e[0] * height[0] + e[1] * height[1] + e[2] * height[2];
    p->depth = sum / p->turn / l->way;
    return true;
}

static bool corners_of(const pl_tree_shape* s, uint32_t leaf, uint32_t i, uint32_t corner[3]) {
    for (uint32_t c = 0; c < 3; ++c) corner[c] = s->corners[12 * (size_t)leaf + 4 * c + i];
    return s->triangle[4 * (size_t)leaf + i] != PL_TREE_NONE;
}

// --- segments ---

typedef struct first_hit {
    uint32_t triangle;
    piercing at;
} first_hit;

static double sum_of_sizes(pl_vec3d a) {
    return fabs(a.x) + fabs(a.y) + fabs(a.z);
}

// On which side of a triangle's plane a point is, 0: on it but for rounding.
static int side_of(const pl_vec3d corner[3], const double point[3]) {
    pl_vec3d ab = pl_vec3d_sub(corner[1], corner[0]), ac = pl_vec3d_sub(corner[2], corner[0]);
    pl_vec3d off = pl_vec3d_sub(pl_vec3d_load(point), corner[0]);
    double height = pl_vec3d_dot(pl_vec3d_cross(ab, ac), off);
    double rounding = 2e-15 * sum_of_sizes(ab) * sum_of_sizes(ac) * sum_of_sizes(off);
    return height > rounding ? 1 : height < -rounding ? -1 : 0;
}

// Whether the ends are on different sides. Asked of the ends alone, so that of two segments that
// meet on a triangle, at any angle, one crosses it.
static bool goes_across(const line* l, const float* const x[3], const uint32_t corner[3]) {
    pl_vec3d at[3];
    for (size_t i = 0; i < 3; ++i)
        at[i] = pl_vec3d_make((double)x[0][corner[i]], (double)x[1][corner[i]],
                              (double)x[2][corner[i]]);
    return side_of(at, l->from) * side_of(at, l->to) <= 0;
}

// Where several are crossed at once, at a corner or an edge, what it enters comes first.
static bool is_first(const piercing* p, uint32_t triangle, const first_hit* best) {
    if (p->depth != best->at.depth || best->triangle == PL_TREE_NONE)
        return p->depth <= best->at.depth;
    if (p->enters != best->at.enters) return p->enters;
    return triangle < best->triangle;
}

static void try_leaf(const pl_tree_shape* s, const float* const x[3], const line* l, uint32_t leaf,
                     first_hit* best) {
    uint32_t corner[3];
    for (uint32_t i = 0; i < 4 && corners_of(s, leaf, i, corner); ++i) {
        piercing p;
        if (!pierce(l, x, corner, &p) || p.turn == 0 || !goes_across(l, x, corner)) continue;
        p.depth = p.depth > 0 ? p.depth : 0;
        p.depth = p.depth < 1 ? p.depth : 1;
        uint32_t triangle = s->triangle[4 * (size_t)leaf + i];
        if (!is_first(&p, triangle, best)) continue;
        best->triangle = triangle;
        best->at = p;
    }
}

static void find_first(const pl_tree* tree, const float* const x[3], const line* l,
                       first_hit* best) {
    const pl_tree_shape* s = tree->shape;
    pl_tree_visit stack[PL_TREE_STACK];
    stack[0] = pl_tree_top(s);
    uint32_t depth = 1;
    while (depth > 0) {
        pl_tree_visit now = stack[--depth];
        float most = (float)best->at.depth * 1.000001f;
        if (now.near > most) continue;
        if (now.level == PL_TREE_LEAF) {
            try_leaf(s, x, l, now.index, best);
            continue;
        }
        four near;
        uint32_t bits = meet_boxes(pl_tree_boxes_of(tree, now), l, most, &near);
        depth = pl_tree_push_sorted(stack, depth, now, bits, near);
    }
}

// Most segments are short and far from everything.
static bool is_beside_all(const pl_tree* tree, const float from[3], const float to[3]) {
    four lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
        lo[k] = four_splat(from[k] < to[k] ? from[k] : to[k]);
        hi[k] = four_splat(from[k] < to[k] ? to[k] : from[k]);
    }
    return pl_tree_meet_node(pl_tree_boxes_of(tree, pl_tree_top(tree->shape)), lo, hi) == 0;
}

void pl_tree_segment(const pl_tree* tree, const float* const x[3], const float from[3],
                     const float to[3], pl_crossing* crossing) {
    *crossing = (pl_crossing){.triangle = PL_TREE_NONE};
    if (is_beside_all(tree, from, to)) return;
    double along[3];
    for (size_t k = 0; k < 3; ++k) along[k] = (double)to[k] - (double)from[k];
    line l;
    if (!start_line(&l, tree, from, along)) return;
    for (size_t k = 0; k < 3; ++k) l.to[k] = (double)to[k];
    first_hit best = {.triangle = PL_TREE_NONE, .at = {.depth = 1}};
    find_first(tree, x, &l, &best);
    if (best.triangle == PL_TREE_NONE) return;
    crossing->triangle = best.triangle;
    crossing->enters = best.at.enters;
    crossing->at = (float)best.at.depth;
    for (size_t i = 0; i < 3; ++i) crossing->share[i] = (float)(best.at.edge[i] / best.at.turn);
}

// --- inside ---

typedef struct winding {
    int64_t turns;  // how often the surface goes around the point
    bool unclear;   // the line went through an edge
} winding;

static void count_leaf(const pl_tree_shape* s, const float* const x[3], const line* l,
                       uint32_t leaf, winding* found) {
    uint32_t corner[3];
    for (uint32_t i = 0; i < 4 && corners_of(s, leaf, i, corner); ++i) {
        piercing p;
        if (!pierce(l, x, corner, &p)) continue;
        if (p.on_edge) found->unclear = true;
        if (p.turn != 0 && p.depth >= 0) found->turns += p.enters ? -1 : 1;
    }
}

static winding count_crossings(const pl_tree* tree, const float* const x[3], const line* l) {
    const pl_tree_shape* s = tree->shape;
    pl_tree_visit stack[PL_TREE_STACK];
    stack[0] = pl_tree_top(s);
    uint32_t depth = 1;
    winding found = {0, false};
    while (depth > 0) {
        pl_tree_visit now = stack[--depth];
        if (now.level == PL_TREE_LEAF) {
            count_leaf(s, x, l, now.index, &found);
            continue;
        }
        four near;
        uint32_t bits = meet_boxes(pl_tree_boxes_of(tree, now), l, FLT_MAX, &near);
        depth = pl_tree_push(stack, depth, now, bits);
    }
    return found;
}

bool pl_tree_inside(const pl_tree* tree, const float* const x[3], const float p[3]) {
    // skew to each other and to what people like to build
    static const double ways[4][3] = {{553.0 / 1024, 327.0 / 1024, 1},
                                      {-1, 619.0 / 1024, 421.0 / 1024},
                                      {295.0 / 1024, -1, 475.0 / 1024},
                                      {-563.0 / 1024, -383.0 / 1024, -1}};
    winding found = {0, true};
    for (size_t i = 0; i < 4 && found.unclear; ++i) {
        line l;
        if (start_line(&l, tree, p, ways[i])) found = count_crossings(tree, x, &l);
    }
    return found.turns != 0 && !found.unclear;  // on an edge is outside
}

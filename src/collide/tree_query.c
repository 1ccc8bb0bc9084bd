// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Questions to a tree about a point or a box.
//
// Boxes are compared in float with a little to spare, so that they only leave out what cannot
// count: the answer is the same as if all triangles had been tried.
#include "src/collide/tree_walk.h"

#include <float.h>
#include <math.h>

// --- nearest ---

static four box_distances(const pl_tree_boxes* boxes, const four p[3]) {
    four sum = four_zero();
    for (int k = 0; k < 3; ++k) {
        four below = four_sub(four_loadu(boxes->lo[k]), p[k]);
        four above = four_sub(p[k], four_loadu(boxes->hi[k]));
        four off = four_max(four_max(below, above), four_zero());
        sum = four_add(sum, four_mul(off, off));
    }
    return sum;
}

// A box is looked at up to this squared distance: rounding may make it seem farther than what is
// inside by some units in the last place.
static float limit_of(float squared) {
    return squared < FLT_MAX / 2 ? squared * 1.000002f + FLT_MIN : FLT_MAX;
}

// The squared distance from a point, with a square of pp, to a line that goes along one of length
// ll, both seen from its start.
static four line_distances(four pp, four dot, four ll) {
    four t = four_min(four_max(four_div(dot, ll), four_zero()), four_splat(1.0f));  // NaN gives 0
    four twice = four_sub(four_add(dot, dot), four_mul(t, ll));
    return four_sub(pp, four_mul(t, twice));
}

// Squares of areas below this have lost digits.
#define TINY 1e-34f

// Products of lengths.
typedef struct corner_dots {
    four bb, cc, bc;  // of the sides from corner a
    four pb, pc, pp;  // and of the point, seen from there
} corner_dots;

// Whether the point lies clearly outside one of the prisms over four triangles.
static four_mask is_beside(const corner_dots* d, four scale) {
    four d3 = four_sub(d->pb, d->bb), d4 = four_sub(d->pc, d->bc);
    four d5 = four_sub(d->pb, d->bc), d6 = four_sub(d->pc, d->cc);
    four to_c = four_sub(four_mul(d->pb, d4), four_mul(d3, d->pc));
    four to_b = four_sub(four_mul(d5, d->pc), four_mul(d->pb, d6));
    four to_a = four_sub(four_mul(d3, d6), four_mul(d5, d4));
    four least = four_min(four_min(to_a, to_b), to_c);
    four rounding = four_mul(four_splat(2e-6f), four_mul(scale, scale));
    return four_lt(four_add(least, four_add(rounding, four_splat(TINY))), four_zero());
}

// Lower bounds of the squared distances to the four triangles of a leaf, in float: what rounding
// may have added is taken off, and of thin triangles only the edges count where the point lies
// beside them; else the bound is 0, as it is where numbers overflow.
static four leaf_bounds(const uint32_t* corners, const float* const x[3], const four p[3]) {
    four a[3], ab[3], ac[3], ap[3], normal[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = four_gather(x[k], corners);
        ab[k] = four_sub(four_gather(x[k], corners + 4), a[k]);
        ac[k] = four_sub(four_gather(x[k], corners + 8), a[k]);
        ap[k] = four_sub(p[k], a[k]);
    }
    corner_dots d = {four_dot3(ab, ab), four_dot3(ac, ac), four_dot3(ab, ac),
                     four_dot3(ap, ab), four_dot3(ap, ac), four_dot3(ap, ap)};
    // the edges: from a to b, from a to c, from b to c
    four edges = four_min(line_distances(d.pp, d.pb, d.bb), line_distances(d.pp, d.pc, d.cc));
    four from_b = four_add(four_sub(d.pp, four_add(d.pb, d.pb)), d.bb);
    four dot = four_add(four_sub(four_sub(d.pc, d.pb), d.bc), d.bb);
    four length = four_add(four_sub(d.cc, four_add(d.bc, d.bc)), d.bb);
    edges = four_min(line_distances(from_b, dot, length), edges);
    // the plane
    four_cross3(ab, ac, normal);
    four height = four_dot3(normal, ap), area = four_dot3(normal, normal);
    four thinnest = four_mul(four_splat(0.01f), four_mul(d.bb, d.cc));
    four_mask thin = four_le(area, four_add(thinnest, four_splat(TINY)));
    four plane = four_mul(height, four_div(height, area));
    plane = four_select(thin, four_zero(), plane);
    four scale = four_add(four_add(d.bb, d.cc), d.pp);
    four bound = four_select(is_beside(&d, scale), edges, plane);
    return four_sub(bound, four_mul(four_splat(1e-5f), scale));
}

static void try_triangle(const pl_tree_shape* s, const float* const x[3], size_t slot,
                         const float p[3], pl_near* best) {
    const uint32_t* corners = s->corners + 12 * (slot / 4) + slot % 4;
    uint32_t triangle = s->triangle[slot];
    if (triangle == PL_TREE_NONE) return;
    float at[3][3];
    for (uint32_t c = 0; c < 3; ++c)
        for (uint32_t k = 0; k < 3; ++k) at[c][k] = x[k][corners[4 * c]];
    pl_near near;
    pl_triangle_nearest(at[0], at[1], at[2], p, &near);
    near.triangle = triangle;
    if (near.squared < best->squared ||
        (near.squared == best->squared && triangle < best->triangle))
        *best = near;
}

static void try_leaf(const pl_tree_shape* s, const float* const x[3], uint32_t leaf,
                     const float p[3], const four at[3], pl_near* best) {
    four bounds = leaf_bounds(s->corners + 12 * (size_t)leaf, x, at);
    float bound[4];
    four_storeu(bound, bounds);
    // what is not a number counts as near
    uint32_t far = four_bits(four_lt(four_splat(limit_of(best->squared)), bounds));
    for (uint32_t bits = ~far & 15; bits;) {
        uint32_t i = four_first(bits);  // the nearest of those left
        for (uint32_t rest = bits & (bits - 1); rest; rest &= rest - 1)
            if (bound[four_first(rest)] < bound[i]) i = four_first(rest);
        bits &= ~(1u << i);
        if (!(bound[i] > limit_of(best->squared)))
            try_triangle(s, x, 4 * (size_t)leaf + i, p, best);
    }
}

// Until the nearest is known, or any.
static inline void search(const pl_tree* tree, const float* const x[3], const float p[3],
                          float radius, bool any, pl_near* near) {
    const pl_tree_shape* s = tree->shape;
    const four at[3] = {four_splat(p[0]), four_splat(p[1]), four_splat(p[2])};
    pl_tree_visit stack[PL_TREE_STACK];
    stack[0] = pl_tree_top(s);
    uint32_t depth = 1;
    *near = (pl_near){.triangle = PL_TREE_NONE, .squared = radius * radius};
    if (!isfinite(p[0] + p[1] + p[2])) return;  // it would be in boxes that are nowhere
    while (depth > 0) {
        pl_tree_visit now = stack[--depth];
        float limit = limit_of(near->squared);
        if (now.near > limit) continue;
        if (now.level == PL_TREE_LEAF) {
            try_leaf(s, x, now.index, p, at, near);
            if (any && near->triangle != PL_TREE_NONE) return;
            continue;
        }
        four distance = box_distances(pl_tree_boxes_of(tree, now), at);
        uint32_t bits = four_bits(four_le(distance, four_splat(limit)));
        depth = pl_tree_push_sorted(stack, depth, now, bits, distance);
    }
}

void pl_tree_nearest(const pl_tree* tree, const float* const x[3], const float p[3], float radius,
                     pl_near* near) {
    search(tree, x, p, radius, false, near);
}

bool pl_tree_touches(const pl_tree* tree, const float* const x[3], const float p[3], float radius) {
    pl_near near;
    search(tree, x, p, radius, true, &near);
    return near.triangle != PL_TREE_NONE;
}

// --- within ---

// Infinite ones would meet the boxes that are nowhere.
static inline void splat_box(const float lo[3], const float hi[3], four low[3], four high[3]) {
    for (int k = 0; k < 3; ++k) {
        low[k] = four_splat(lo[k] > -FLT_MAX ? lo[k] : -FLT_MAX);
        high[k] = four_splat(hi[k] < FLT_MAX ? hi[k] : FLT_MAX);
    }
}

static void visit_leaves(const pl_tree* tree, const float lo[3], const float hi[3],
                         pl_tree_leaf_visit* visit, void* user) {
    four low[3], high[3];
    splat_box(lo, hi, low, high);
    pl_tree_visit stack[PL_TREE_STACK];
    stack[0] = pl_tree_top(tree->shape);
    uint32_t depth = 1;
    while (depth > 0) {
        pl_tree_visit now = stack[--depth];
        if (now.level == PL_TREE_LEAF) {
            visit(now.index, user);
            continue;
        }
        uint32_t bits = pl_tree_meet_node(pl_tree_boxes_of(tree, now), low, high);
        depth = pl_tree_push(stack, depth, now, bits);
    }
}

typedef struct unpacking {
    const uint32_t* triangle;
    pl_tree_triangle_visit* visit;
    void* user;
} unpacking;

static void visit_triangles(uint32_t leaf, void* user) {
    const unpacking* u = user;
    const uint32_t* triangle = u->triangle + 4 * (size_t)leaf;
    for (int i = 0; i < 4 && triangle[i] != PL_TREE_NONE; ++i) u->visit(triangle[i], u->user);
}

void pl_tree_visit_within(const pl_tree* tree, const float lo[3], const float hi[3],
                          pl_tree_triangle_visit* visit, void* user) {
    unpacking u = {tree->shape->triangle, visit, user};
    visit_leaves(tree, lo, hi, visit_triangles, &u);
}

typedef struct listing {
    uint32_t* triangles;
    uint32_t count, capacity;
} listing;

static void list_triangle(uint32_t triangle, void* user) {
    listing* list = user;
    if (list->count < list->capacity) list->triangles[list->count] = triangle;
    ++list->count;
}

uint32_t pl_tree_within(const pl_tree* tree, const float lo[3], const float hi[3],
                        uint32_t* triangles, uint32_t capacity) {
    listing list = {triangles, 0, capacity};
    pl_tree_visit_within(tree, lo, hi, list_triangle, &list);
    return list.count;
}

bool pl_tree_meets(const pl_tree* tree, const float lo[3], const float hi[3]) {
    four low[3], high[3];
    splat_box(lo, hi, low, high);
    pl_tree_visit stack[PL_TREE_STACK];
    stack[0] = pl_tree_top(tree->shape);
    uint32_t depth = 1;
    while (depth > 0) {
        pl_tree_visit now = stack[--depth];
        if (now.level == PL_TREE_LEAF) return true;
        uint32_t bits = pl_tree_meet_node(pl_tree_boxes_of(tree, now), low, high);
        depth = pl_tree_push(stack, depth, now, bits);
    }
    return false;
}

// --- parts ---

static void begin_part(const pl_tree* tree, const float lo[3], const float hi[3],
                       pl_tree_part* part) {
    part->tree = tree;
    part->count = 0;
    for (int k = 0; k < 3; ++k) {
        part->lo[k] = lo[k];
        part->hi[k] = hi[k];
    }
}

static inline void add_leaf(pl_tree_part* part, const pl_tree_boxes* boxes, uint32_t lane,
                            uint32_t leaf) {
    uint32_t at = part->count++;
    if (at >= PL_TREE_PART_LEAVES) return;
    part->leaf[at] = leaf;
    pl_tree_boxes* to = &part->boxes[at / 4];
    for (int k = 0; k < 3; ++k) {
        to->lo[k][at % 4] = boxes->lo[k][lane];
        to->hi[k][at % 4] = boxes->hi[k][lane];
    }
}

static void end_part(pl_tree_part* part) {
    for (uint32_t at = part->count; at % 4 != 0 && at < PL_TREE_PART_LEAVES; ++at) {
        for (int k = 0; k < 3; ++k) {
            part->boxes[at / 4].lo[k][at % 4] = INFINITY;
            part->boxes[at / 4].hi[k][at % 4] = -INFINITY;
        }
    }
}

void pl_tree_take(const pl_tree* tree, const float lo[3], const float hi[3], pl_tree_part* part) {
    four low[3], high[3];
    splat_box(lo, hi, low, high);
    pl_tree_visit stack[PL_TREE_STACK];
    stack[0] = pl_tree_top(tree->shape);
    uint32_t depth = 1;
    begin_part(tree, lo, hi, part);
    while (depth > 0) {
        pl_tree_visit now = stack[--depth];
        const pl_tree_boxes* boxes = pl_tree_boxes_of(tree, now);
        uint32_t bits = pl_tree_meet_node(boxes, low, high);
        if (now.level > 0) {
            depth = pl_tree_push(stack, depth, now, bits);
            continue;
        }
        for (; bits; bits &= bits - 1)
            add_leaf(part, boxes, four_first(bits), 4 * now.index + four_first(bits));
    }
    end_part(part);
}

static bool has_box(const pl_tree_part* part, const float lo[3], const float hi[3]) {
    if (part->count > PL_TREE_PART_LEAVES) return false;
    for (int k = 0; k < 3; ++k)
        if (!(part->lo[k] <= lo[k] && hi[k] <= part->hi[k])) return false;
    return true;
}

void pl_tree_take_less(const pl_tree_part* from, const float lo[3], const float hi[3],
                       pl_tree_part* part) {
    if (!has_box(from, lo, hi)) {
        pl_tree_take(from->tree, lo, hi, part);
        return;
    }
    four low[3], high[3];
    splat_box(lo, hi, low, high);
    begin_part(from->tree, lo, hi, part);
    for (uint32_t i = 0; 4 * i < from->count; ++i) {
        uint32_t bits = pl_tree_meet_node(&from->boxes[i], low, high);
        for (; bits; bits &= bits - 1)
            add_leaf(part, &from->boxes[i], four_first(bits), from->leaf[4 * i + four_first(bits)]);
    }
    end_part(part);
}

bool pl_tree_part_meets(const pl_tree_part* part, const float lo[3], const float hi[3]) {
    if (!has_box(part, lo, hi)) return pl_tree_meets(part->tree, lo, hi);
    four low[3], high[3];
    splat_box(lo, hi, low, high);
    for (uint32_t i = 0; 4 * i < part->count; ++i)
        if (pl_tree_meet_node(&part->boxes[i], low, high)) return true;
    return false;
}

void pl_tree_part_leaves(const pl_tree_part* part, const float lo[3], const float hi[3],
                         pl_tree_leaf_visit* visit, void* user) {
    if (!has_box(part, lo, hi)) {
        visit_leaves(part->tree, lo, hi, visit, user);
        return;
    }
    four low[3], high[3];
    splat_box(lo, hi, low, high);
    for (uint32_t i = 0; 4 * i < part->count; ++i) {
        uint32_t bits = pl_tree_meet_node(&part->boxes[i], low, high);
        for (; bits; bits &= bits - 1) visit(part->leaf[4 * i + four_first(bits)], user);
    }
}

// Leaves to be tried.
typedef struct waiting {
    uint32_t count;
    uint32_t leaf[PL_TREE_PART_LEAVES];
    float near[PL_TREE_PART_LEAVES];
} waiting;

static inline void list_waiting(const pl_tree_part* part, const four at[3], float limit,
                                waiting* w) {
    w->count = 0;
    for (uint32_t i = 0; 4 * i < part->count; ++i) {
        four distance = box_distances(&part->boxes[i], at);
        uint32_t bits = four_bits(four_le(distance, four_splat(limit)));
        if (bits == 0) continue;
        float near[4];
        four_storeu(near, distance);
        for (; bits; bits &= bits - 1) {
            uint32_t lane = four_first(bits);
            w->leaf[w->count] = part->leaf[4 * i + lane];
            w->near[w->count++] = near[lane];
        }
    }
}

void pl_tree_part_nearest(const pl_tree_part* part, const float* const x[3], const float p[3],
                          float radius, pl_near* near) {
    float lo[3], hi[3], reach = 1.00001f * radius;
    for (int k = 0; k < 3; ++k) {
        lo[k] = p[k] - reach;
        hi[k] = p[k] + reach;
    }
    if (!has_box(part, lo, hi)) {
        pl_tree_nearest(part->tree, x, p, radius, near);
        return;
    }
    const four at[3] = {four_splat(p[0]), four_splat(p[1]), four_splat(p[2])};
    waiting w;
    *near = (pl_near){.triangle = PL_TREE_NONE, .squared = radius * radius};
    list_waiting(part, at, limit_of(near->squared), &w);
    while (w.count > 0) {
        uint32_t first = 0;  // the nearest of those left
        for (uint32_t i = 1; i < w.count; ++i) first = w.near[i] < w.near[first] ? i : first;
        if (w.near[first] > limit_of(near->squared)) return;
        try_leaf(part->tree->shape, x, w.leaf[first], p, at, near);
        w.leaf[first] = w.leaf[--w.count];
        w.near[first] = w.near[w.count];
    }
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The extra point of each region along the normal at its centre. Included by ring_kernel.inl.
#ifndef PL_RING_POINT_WIDE_H
#define PL_RING_POINT_WIDE_H

#include "src/elastic/shape_match/frame_wide.h"
#include "src/wide/wide_four.h"

// An edge from a place, as x y z and turned, y z x.
typedef struct ring_edge {
    four a, turned;
} ring_edge;

static inline ring_edge edge_to(const float* at, uint32_t place, four centre) {
    ring_edge e;
    e.a = four_sub(four_loadu(at + 4 * (size_t)place), centre);
    e.turned = four_turn(e.a);
    return e;
}

// The cross product, which still has to be turned.
static inline four edge_cross(ring_edge e, ring_edge f) {
    return four_sub(four_mul(e.a, f.turned), four_mul(e.turned, f.a));
}

// Twice the area vector around a place, by the edges to its neighbours: relative to the place,
// since differences of large numbers would lose it. Two at a time: fewer instructions, and they are
// what it costs.
static inline four ring_normal(const uint32_t* ring, uint32_t count, const float* at, four centre) {
    four even = four_zero(), odd = four_zero();
    if (count == 0) return even;
    ring_edge last = edge_to(at, ring[count - 1], centre), next;
    uint32_t k = 0;
    for (; k + 2 <= count; k += 2) {
        next = edge_to(at, ring[k], centre);
        even = four_add(even, edge_cross(last, next));
        last = edge_to(at, ring[k + 1], centre);
        odd = four_add(odd, edge_cross(next, last));
    }
    if (k < count) even = four_add(even, edge_cross(last, edge_to(at, ring[k], centre)));
    return four_turn(four_add(even, odd));
}

// The normals of `count` places from `first` on, of any length, 4 floats each; 0 in the padding.
static void ring_normals(const pl_body* body, uint32_t first, int count, float* normals) {
    const float* at = pl_shape_match_of(body)->placed;
    const uint32_t *ring_first = body->surface->ring_first, *ring = body->surface->ring;
    for (int k = 0; k < count; ++k) {
        uint32_t place = first + (uint32_t)k;
        four n = four_zero();
        if (place < body->count) {
            n = ring_normal(ring + ring_first[place], ring_first[place + 1] - ring_first[place], at,
                            four_loadu(at + 4 * (size_t)place));
        }
        four_storeu(normals + 4 * k, n);
    }
}

// Unit length; zero stays zero. By way of a power of two, so that squares neither overflow nor
// vanish.
static inline void normalise3(wide n[3]) {
    wide most = wide_max(wide_abs(n[0]), wide_max(wide_abs(n[1]), wide_abs(n[2])));
    wide scale =
        wide_select(wide_lt(most, wide_splat(0x1p-50f)), wide_splat(0x1p+99f), wide_splat(1.0f));
    scale = wide_select(wide_lt(wide_splat(0x1p+50f), most), wide_splat(0x1p-80f), scale);
    for (int c = 0; c < 3; ++c) n[c] = wide_mul(n[c], scale);
    wide square = dot(n, n);
    wide_mask some =
        wide_and(wide_lt(wide_splat(0x1p-110f), square), wide_lt(square, wide_splat(0x1p+120f)));
    wide length = wide_sqrt(wide_select(some, square, wide_splat(1.0f)));
    wide inverse = wide_select(some, wide_div(wide_splat(1.0f), length), wide_splat(0.0f));
    for (int c = 0; c < 3; ++c) n[c] = wide_select(some, wide_mul(n[c], inverse), inverse);
}

// Adds p = x_i + l n_i, with the weight of the centre i, to A alone: neither to the mass nor to the
// means.
static inline void add_point(const pl_body* body, uint32_t i, const float* normals, fit_frame* f) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    wide x[4], rest[3], n[4];
    fours_to_lanes(sm->placed + 4 * (size_t)i, x);
    load3_const(body->rest, i, rest);
    wide weight = wide_mul(wide_loadu(body->fit + i), wide_loadu(sm->rings->inv_size + i));
    wide length = wide_loadu(sm->normal_points[3] + i);
    fours_to_lanes(normals, n);
    normalise3(n);
    for (int a = 0; a < 3; ++a) {
        wide now = wide_add(x[a], wide_mul(length, n[a]));
        now = wide_mul(weight, wide_sub(now, f->t[a]));
        for (int c = 0; c < 3; ++c) {
            wide before = wide_add(rest[c], wide_loadu(sm->normal_points[c] + i));
            before = wide_sub(before, f->t0[c]);
            f->a[3 * a + c] = wide_add(f->a[3 * a + c], wide_mul(now, before));
        }
    }
}

#endif

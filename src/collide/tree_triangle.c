// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The point of one triangle nearest to another point, and the normal there. In double: sums and
// products of floats keep enough digits to tell corners, edges and the inside apart.
//
// Which part is nearest after Ericson, "Real-Time Collision Detection", 2005, section 5.1.5. A
// triangle without area has no inside, and any of its edges that the point is beside will do.
#include "src/collide/tree.h"

#include "src/math/elementary.h"

static void put(pl_near* near, uint32_t feature, double a, double b, double c, double squared) {
    near->feature = feature;
    near->share[0] = (float)a;
    near->share[1] = (float)b;
    near->share[2] = (float)c;
    near->squared = (float)squared;
}

// The nearest point lies on the edge from corner i to the next, at a share t of it.
static void put_edge(pl_near* near, unsigned i, double t, double squared) {
    unsigned j = (i + 1) % 3;
    double share[3] = {0, 0, 0};
    share[i] = 1 - t;
    share[j] = t;
    uint32_t feature = t <= 0 ? 1u << i : t >= 1 ? 1u << j : 1u << i | 1u << j;
    put(near, feature, share[0], share[1], share[2], squared);
}

// The squared distance from a point to one at a share t along a line, both from its start.
static double squared_at(pl_vec3d from, pl_vec3d along, double t) {
    return pl_vec3d_length_squared(pl_vec3d_add_scaled(from, -t, along));
}

static void nearest_of_edges(pl_vec3d a, pl_vec3d b, pl_vec3d c, pl_vec3d p, pl_near* near) {
    const pl_vec3d corner[4] = {a, b, c, a};
    double least = HUGE_VAL;
    put(near, 1, 1, 0, 0, least);
    for (unsigned i = 0; i < 3; ++i) {
        pl_vec3d along = pl_vec3d_sub(corner[i + 1], corner[i]), from = pl_vec3d_sub(p, corner[i]);
        double length = pl_vec3d_length_squared(along);
        double t = length > 0 ? pl_vec3d_dot(from, along) / length : 0;
        t = t > 0 ? t : 0;
        t = t < 1 ? t : 1;
        double squared = squared_at(from, along, t);
        if (squared >= least) continue;
        least = squared;
        put_edge(near, i, t, squared);
    }
}

static pl_vec3d widen(const float p[3]) {
    return pl_vec3d_make((double)p[0], (double)p[1], (double)p[2]);
}

void pl_triangle_nearest(const float corner_a[3], const float corner_b[3], const float corner_c[3],
                         const float point[3], pl_near* near) {
    pl_vec3d a = widen(corner_a), b = widen(corner_b), c = widen(corner_c), p = widen(point);
    pl_vec3d ab = pl_vec3d_sub(b, a), ac = pl_vec3d_sub(c, a), ap = pl_vec3d_sub(p, a);
    // corners: the triangle lies on the far side of each as seen from the point, however thin
    double d1 = pl_vec3d_dot(ab, ap), d2 = pl_vec3d_dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) {
        put(near, 1, 1, 0, 0, pl_vec3d_length_squared(ap));
        return;
    }
    pl_vec3d bp = pl_vec3d_sub(p, b), cp = pl_vec3d_sub(p, c);
    double d3 = pl_vec3d_dot(ab, bp), d4 = pl_vec3d_dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) {
        put(near, 2, 0, 1, 0, pl_vec3d_length_squared(bp));
        return;
    }
    double d5 = pl_vec3d_dot(ab, cp), d6 = pl_vec3d_dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) {
        put(near, 4, 0, 0, 1, pl_vec3d_length_squared(cp));
        return;
    }
    pl_vec3d normal = pl_vec3d_cross(ab, ac);
    // areas of the parts opposite to the corners: from products of dots, as in the book, they would
    // be off by rounding over the square of the thinness instead of over the thinness
    double to_b = pl_vec3d_triple(normal, ap, ac), to_c = pl_vec3d_triple(normal, ab, ap);
    double to_a = pl_vec3d_triple(normal, pl_vec3d_sub(c, b), bp);
    if (to_a > 0 && to_b > 0 && to_c > 0) {
        double sum = to_a + to_b + to_c, share_b = to_b / sum, share_c = to_c / sum;
        pl_vec3d apart = pl_vec3d_add_scaled(ap, -share_b, ab);
        apart = pl_vec3d_add_scaled(apart, -share_c, ac);
        put(near, 0, to_a / sum, share_b, share_c, pl_vec3d_length_squared(apart));
    } else if (to_c <= 0 && d1 > 0 && d3 < 0) {
        double t = d1 / (d1 - d3);
        put_edge(near, 0, t, squared_at(ap, ab, t));
    } else if (to_a <= 0 && d4 > d3 && d5 > d6) {
        double t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        put_edge(near, 1, t, squared_at(bp, pl_vec3d_sub(c, b), t));
    } else if (to_b <= 0 && d2 > 0 && d6 < 0) {
        double t = d6 / (d6 - d2);
        put_edge(near, 2, t, squared_at(cp, pl_vec3d_neg(ac), t));
    } else {
        nearest_of_edges(a, b, c, p, near);  // between two of these, by rounding
    }
}

// --- normals ---

static pl_vec3d position(const float* const x[3], uint32_t place) {
    return pl_vec3d_make((double)x[0][place], (double)x[1][place], (double)x[2][place]);
}

static pl_vec3d unit(pl_vec3d a) {
    return pl_vec3d_normalize(a, pl_vec3d_make(0, 0, 0));
}

static pl_vec3d normal_of(const float* const x[3], uint32_t a, uint32_t b, uint32_t c) {
    pl_vec3d from = position(x, a);
    return unit(
        pl_vec3d_cross(pl_vec3d_sub(position(x, b), from), pl_vec3d_sub(position(x, c), from)));
}

// Neighbours b and c of a place follow each other in its ring: every triangle around it once.
static pl_vec3d normal_at_corner(const pl_surface* s, const float* const x[3], uint32_t place) {
    uint32_t begin = s->ring_first[place], end = s->ring_first[place + 1];
    pl_vec3d from = position(x, place), sum = pl_vec3d_make(0, 0, 0);
    pl_vec3d b = unit(pl_vec3d_sub(position(x, s->ring[end - 1]), from));
    for (uint32_t i = begin; i < end; ++i) {
        pl_vec3d c = unit(pl_vec3d_sub(position(x, s->ring[i]), from)), turn = pl_vec3d_cross(b, c);
        double angle = pl_atan2(pl_vec3d_length(turn), pl_vec3d_dot(b, c));
        sum = pl_vec3d_add_scaled(sum, angle, unit(turn));
        b = c;
    }
    return unit(sum);
}

// The triangle beyond the edge from a to b: a, b and what stands before b in the ring of a.
static pl_vec3d normal_beyond(const pl_surface* s, const float* const x[3], uint32_t a,
                              uint32_t b) {
    uint32_t begin = s->ring_first[a], end = s->ring_first[a + 1], before = s->ring[end - 1];
    for (uint32_t i = begin; i < end && s->ring[i] != b; ++i) before = s->ring[i];
    return normal_of(x, a, before, b);
}

void pl_surface_normal(const pl_surface* surface, const float* const x[3], uint32_t triangle,
                       uint32_t feature, float normal[3]) {
    static const uint32_t corner_of[5] = {0, 0, 1, 0, 2}, edge_from[7] = {0, 0, 0, 0, 0, 2, 1};
    const uint32_t* t = surface->triangles + 3 * (size_t)triangle;
    pl_vec3d result;
    if (feature == 1 || feature == 2 || feature == 4) {
        result = normal_at_corner(surface, x, t[corner_of[feature]]);
    } else {
        result = normal_of(x, t[0], t[1], t[2]);
        if (feature != 0) {
            uint32_t from = edge_from[feature];
            pl_vec3d other = normal_beyond(surface, x, t[from], t[(from + 1) % 3]);
            result = unit(pl_vec3d_add(result, other));
        }
    }
    pl_vec3_store(pl_vec3d_narrow(result), normal);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The nearest point of a triangle lies inside it, on an edge, or at a corner: the three edges are
// tried, and the inside if the point lies above it.
#include "src/world/nearest.h"

typedef struct {
    double squared;
    double share[3];
} candidate;

static pl_vec3d corner(const pl_body* body, uint32_t place) {
    return pl_vec3d_make((double)body->x[0][place], (double)body->x[1][place],
                         (double)body->x[2][place]);
}

static candidate judge(const pl_vec3d c[3], pl_vec3d p, double a, double b, double d) {
    pl_vec3d at = pl_vec3d_scale(c[0], a);
    at = pl_vec3d_add_scaled(at, b, c[1]);
    at = pl_vec3d_add_scaled(at, d, c[2]);
    return (candidate){pl_vec3d_length_squared(pl_vec3d_sub(p, at)), {a, b, d}};
}

static candidate nearest_on_edge(const pl_vec3d c[3], pl_vec3d p, int from) {
    int to = (from + 1) % 3;
    pl_vec3d edge = pl_vec3d_sub(c[to], c[from]);
    double length = pl_vec3d_length_squared(edge);
    double t = length > 0 ? pl_vec3d_dot(pl_vec3d_sub(p, c[from]), edge) / length : 0.0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    double share[3] = {0, 0, 0};
    share[from] = 1 - t;
    share[to] = t;
    return judge(c, p, share[0], share[1], share[2]);
}

static candidate nearest_on_triangle(const pl_vec3d c[3], pl_vec3d p) {
    candidate best = nearest_on_edge(c, p, 0);
    for (int k = 1; k < 3; ++k) {
        candidate edge = nearest_on_edge(c, p, k);
        if (edge.squared < best.squared) best = edge;
    }
    pl_vec3d u = pl_vec3d_sub(c[1], c[0]), v = pl_vec3d_sub(c[2], c[0]), w = pl_vec3d_sub(p, c[0]);
    pl_vec3d n = pl_vec3d_cross(u, v);
    double nn = pl_vec3d_length_squared(n);
    if (nn <= 0) return best;
    double b = pl_vec3d_triple(n, w, v) / nn, d = pl_vec3d_triple(n, u, w) / nn, a = 1 - b - d;
    if (!(a >= 0 && b >= 0 && d >= 0)) return best;
    candidate inside = judge(c, p, a, b, d);
    return inside.squared < best.squared ? inside : best;
}

pl_nearest pl_nearest_find(const pl_body* body, const double point[3]) {
    const pl_surface* s = body->surface;
    pl_vec3d p = pl_vec3d_sub(pl_vec3d_load(point), pl_vec3d_load(body->origin));
    candidate best = {INFINITY, {1, 0, 0}};
    pl_nearest nearest = {0};
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        const uint32_t* t = s->triangles + (size_t)3 * f;
        pl_vec3d c[3] = {corner(body, t[0]), corner(body, t[1]), corner(body, t[2])};
        candidate here = nearest_on_triangle(c, p);
        if (!(here.squared < best.squared)) continue;  // nor where it is not a number
        best = here;
        nearest.triangle = f;
    }
    for (size_t k = 0; k < 3; ++k) {
        nearest.place[k] = s->triangles[(size_t)3 * nearest.triangle + k];
        nearest.share[k] = (float)best.share[k];
    }
    nearest.distance = sqrt(best.squared);
    return nearest;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Balls. The geodesic one cuts every face of an icosahedron into n x n triangles, 10 n^2 + 2
// vertices; weights sin(share x edge angle) keep steps along the edges equal and inner triangles
// near-equilateral (a slerp of three corners). The UV one has meridians, parallels and two poles,
// as the papers on surface soft bodies use it.
#include "src/math/elementary.h"
#include "src/shape/shape_build.h"

#define FACES 20
#define EDGES 30

// Corners: 0 the north pole, 1-5 the upper ring, 6-10 the lower ring, 11 the south pole.
static const uint32_t icosahedron[FACES][3] = {
    {0, 1, 2},  {0, 2, 3},  {0, 3, 4},  {0, 4, 5},  {0, 5, 1},   {1, 6, 2},  {2, 7, 3},
    {3, 8, 4},  {4, 9, 5},  {5, 10, 1}, {2, 6, 7},  {3, 7, 8},   {4, 8, 9},  {5, 9, 10},
    {1, 10, 6}, {11, 7, 6}, {11, 8, 7}, {11, 9, 8}, {11, 10, 9}, {11, 6, 10}};

typedef struct geodesic {
    uint32_t n;    // cuts per edge
    double angle;  // between two neighbouring corners
    pl_vec3d corners[12];
    uint32_t ends[EDGES][2];  // lower corner first
    pl_shape_surface* surface;
} geodesic;

static void place_corners(geodesic* g) {
    double height = 1 / sqrt(5.0), radius = 2 / sqrt(5.0);
    g->corners[0] = (pl_vec3d){0, 1, 0};
    g->corners[11] = (pl_vec3d){0, -1, 0};
    for (uint32_t i = 0; i < 5; ++i) {
        double upper = 2 * PL_PI * i / 5, lower = upper + PL_PI / 5;
        g->corners[1 + i] = (pl_vec3d){radius * pl_sin(upper), height, radius * pl_cos(upper)};
        g->corners[6 + i] = (pl_vec3d){radius * pl_sin(lower), -height, radius * pl_cos(lower)};
    }
    g->angle = pl_acos(height);
}

static uint32_t find_edge(const geodesic* g, uint32_t count, uint32_t a, uint32_t b) {
    for (uint32_t e = 0; e < count; ++e)
        if (g->ends[e][0] == a && g->ends[e][1] == b) return e;
    return count;
}

static void list_edges(geodesic* g) {
    uint32_t count = 0;
    for (uint32_t f = 0; f < FACES; ++f)
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t a = icosahedron[f][k], b = icosahedron[f][(k + 1) % 3];
            if (a > b) continue;  // each edge is met once in either direction
            g->ends[count][0] = a;
            g->ends[count++][1] = b;
        }
}

// The point at shares i, j, k (summing to n) of corners a, b, c.
static pl_vec3d spread(const geodesic* g, const uint32_t corners[3], uint32_t i, uint32_t j,
                       uint32_t k) {
    double step = g->angle / g->n;
    pl_vec3d p = pl_vec3d_scale(g->corners[corners[0]], pl_sin(i * step));
    p = pl_vec3d_add_scaled(p, pl_sin(j * step), g->corners[corners[1]]);
    p = pl_vec3d_add_scaled(p, pl_sin(k * step), g->corners[corners[2]]);
    return pl_shape_unit(p);
}

// Vertex number on the edge from a to b, `at` steps from a.
static uint32_t edge_vertex(const geodesic* g, uint32_t a, uint32_t b, uint32_t at) {
    uint32_t e = a < b ? find_edge(g, EDGES, a, b) : find_edge(g, EDGES, b, a);
    return 12 + e * (g->n - 1) + (a < b ? at : g->n - at) - 1;
}

// Vertex number in face f: row i away from corner 0 towards the side 1-2, j along the row.
static uint32_t face_vertex(const geodesic* g, uint32_t f, uint32_t i, uint32_t j) {
    const uint32_t* c = icosahedron[f];
    uint32_t n = g->n;
    if (i == 0) return c[0];
    if (i == n && j == 0) return c[1];
    if (i == n && j == n) return c[2];
    if (j == 0) return edge_vertex(g, c[0], c[1], i);
    if (j == i) return edge_vertex(g, c[0], c[2], i);
    if (i == n) return edge_vertex(g, c[1], c[2], j);
    return 12 + EDGES * (n - 1) + f * ((n - 1) * (n - 2) / 2) + (i - 1) * (i - 2) / 2 + j - 1;
}

static void place_points(const geodesic* g) {
    pl_vec3d* points = g->surface->points;
    uint32_t n = g->n;
    for (uint32_t i = 0; i < 12; ++i) points[i] = g->corners[i];
    for (uint32_t e = 0; e < EDGES; ++e) {
        uint32_t corners[3] = {g->ends[e][0], g->ends[e][1], 0};
        for (uint32_t i = 1; i < n; ++i)
            points[12 + e * (n - 1) + i - 1] = spread(g, corners, n - i, i, 0);
    }
    for (uint32_t f = 0; f < FACES; ++f)
        for (uint32_t i = 2; i < n; ++i)
            for (uint32_t j = 1; j < i; ++j)
                points[face_vertex(g, f, i, j)] = spread(g, icosahedron[f], n - i, i - j, j);
}

static void join_faces(const geodesic* g) {
    uint32_t* t = g->surface->triangles;
    for (uint32_t f = 0; f < FACES; ++f)
        for (uint32_t i = 0; i < g->n; ++i)
            for (uint32_t j = 0; j <= i; ++j) {
                uint32_t top = face_vertex(g, f, i, j), left = face_vertex(g, f, i + 1, j);
                uint32_t right = face_vertex(g, f, i + 1, j + 1);
                *t++ = top, *t++ = left, *t++ = right;
                if (j == i) continue;
                *t++ = top, *t++ = right, *t++ = face_vertex(g, f, i, j + 1);
            }
}

bool pl_shape_geodesic(pl_shape_surface* surface, uint32_t wish) {
    geodesic g = {.n = 1, .surface = surface};
    // half-way between two counts lies where 10 n (n + 1) + 7 does
    while (10 * g.n * (g.n + 1) + 7 < wish) ++g.n;
    if (!pl_surface_reserve(surface, 10 * g.n * g.n + 2, 20 * g.n * g.n)) return false;
    place_corners(&g);
    list_edges(&g);
    place_points(&g);
    join_faces(&g);
    return true;
}

static uint32_t difference(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

static void join_rings(uint32_t segments, uint32_t rings, uint32_t* t) {
    uint32_t south = segments * rings + 1;
    for (uint32_t i = 0; i < segments; ++i) {
        uint32_t j = (i + 1) % segments;
        *t++ = 0, *t++ = 1 + i, *t++ = 1 + j;
        for (uint32_t ring = 0; ring + 1 < rings; ++ring) {
            uint32_t upper = 1 + ring * segments, lower = upper + segments;
            *t++ = upper + i, *t++ = lower + i, *t++ = lower + j;
            *t++ = upper + i, *t++ = lower + j, *t++ = upper + j;
        }
        *t++ = south, *t++ = south - segments + j, *t++ = south - segments + i;
    }
}

bool pl_shape_uv_sphere(pl_shape_surface* surface, uint32_t wish) {
    // as many rings as segments, or one less: whatever comes nearest
    uint32_t segments = 3, rings = 2;
    for (uint32_t s = 3; s * (s - 1) < wish + s; ++s)
        for (uint32_t r = s - 1; r <= s; ++r)
            if (difference(s * r + 2, wish) < difference(segments * rings + 2, wish))
                segments = s, rings = r;
    if (!pl_surface_reserve(surface, segments * rings + 2, 2 * segments * rings)) return false;
    pl_vec3d* p = surface->points;
    *p++ = (pl_vec3d){0, 1, 0};
    for (uint32_t r = 1; r <= rings; ++r) {
        double polar = PL_PI * r / (rings + 1), radius = pl_sin(polar), height = pl_cos(polar);
        for (uint32_t s = 0; s < segments; ++s) {
            double around = 2 * PL_PI * s / segments;
            *p++ = (pl_vec3d){radius * pl_sin(around), height, radius * pl_cos(around)};
        }
    }
    *p = (pl_vec3d){0, -1, 0};
    join_rings(segments, rings, surface->triangles);
    return true;
}

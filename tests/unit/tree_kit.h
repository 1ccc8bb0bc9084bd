// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the tests of trees over moving triangles share: triangles with positions of their own, ways
// to move them, and a tree around them. Include after cmocka.h.
#ifndef TREE_KIT_H
#define TREE_KIT_H

#include "src/base/hash.h"
#include "src/collide/tree.h"
#include "tests/unit/surface_kit.h"

typedef struct grove {
    plump_mesh* mesh;           // NULL: triangles by hand
    const pl_surface* surface;  // of the mesh
    uint32_t *triangles, triangle_count, vertex_count;
    float *now[3], *past[3];
    const float *x[3], *was[3];  // the same, as functions want them
    pl_arena memory;
    pl_tree tree;
} grove;

// -1 .. 1, the same on every machine.
static inline double tree_roll(uint64_t n) {
    return (double)(pl_hash_mix((n + 1) * PL_HASH_START) >> 11) * 0x1p-52 - 1;
}

static inline void tree_roll_point(uint64_t n, double scale, float p[3]) {
    for (uint64_t k = 0; k < 3; ++k) p[k] = (float)(scale * tree_roll(3 * n + k));
}

static inline void grove_alloc(grove* g, uint32_t vertex_count, uint32_t triangle_count) {
    g->vertex_count = vertex_count;
    g->triangle_count = triangle_count;
    g->triangles = malloc(3 * (size_t)triangle_count * sizeof *g->triangles);
    assert_non_null(g->triangles);
    for (int k = 0; k < 3; ++k) {
        g->x[k] = g->now[k] = calloc(vertex_count, sizeof(float));
        g->was[k] = g->past[k] = calloc(vertex_count, sizeof(float));
        assert_non_null(g->now[k]);
        assert_non_null(g->past[k]);
    }
    g->memory = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
}

// Makes the tree from the positions now.
static inline void grove_plant(grove* g, bool cones) {
    const pl_tree_shape* shape = g->mesh ? pl_tree_shape_get(g->mesh, NULL)
                                         : pl_tree_shape_build(&g->memory, g->x, g->vertex_count,
                                                               g->triangles, g->triangle_count);
    assert_non_null(shape);
    assert_true(pl_tree_make(&g->tree, &g->memory, shape, cones));
    pl_tree_refit(&g->tree, g->x, NULL);
}

static inline grove grove_of_mesh(plump_mesh* mesh) {
    grove g = {.mesh = mesh, .surface = pl_mesh_surface(mesh, NULL)};
    assert_non_null(g.surface);
    grove_alloc(&g, g.surface->count, g.surface->triangle_count);
    memcpy(g.triangles, g.surface->triangles, 3 * (size_t)g.triangle_count * sizeof *g.triangles);
    for (int k = 0; k < 3; ++k)
        memcpy(g.now[k], g.surface->rest[k], g.vertex_count * sizeof(float));
    grove_plant(&g, true);
    return g;
}

// Triangles of random places, some of them needles, lines or points.
static inline grove grove_of_soup(uint32_t triangle_count, double scale, uint64_t seed) {
    grove g = {0};
    grove_alloc(&g, 3 * triangle_count, triangle_count);
    for (uint32_t i = 0; i < triangle_count; ++i) {
        float centre[3], corner[3][3];
        uint64_t n = seed * 100000 + 16 * (uint64_t)i;
        tree_roll_point(n, scale, centre);
        for (uint32_t c = 0; c < 3; ++c) {
            tree_roll_point(n + 1 + c, 0.2 * scale, corner[c]);
            for (uint32_t k = 0; k < 3; ++k) corner[c][k] += centre[k];
        }
        uint32_t kind = i % 8;
        for (uint32_t k = 0; k < 3; ++k) {
            if (kind == 1) corner[2][k] = corner[1][k];  // two corners in one spot
            if (kind == 2) corner[2][k] = corner[1][k] = corner[0][k];
            if (kind == 3) corner[2][k] = 0.5f * corner[0][k] + 0.5f * corner[1][k];  // a line
            if (kind == 4) corner[2][k] = corner[1][k] * 1.0000002f;                  // a needle
            if (kind == 5) corner[2][k] = k == 0 ? corner[0][k] : corner[1][k];
            if (kind == 6) corner[1][k] = corner[0][k];
        }
        for (uint32_t c = 0; c < 3; ++c) {
            g.triangles[3 * i + c] = 3 * i + c;
            for (uint32_t k = 0; k < 3; ++k) g.now[k][3 * i + c] = corner[c][k];
        }
    }
    grove_plant(&g, false);
    return g;
}

static inline void grove_free(grove* g) {
    pl_arena_release(&g->memory, NULL);
    for (int k = 0; k < 3; ++k) {
        free(g->now[k]);
        free(g->past[k]);
    }
    free(g->triangles);
    plump_mesh_destroy(g->mesh);
}

// What was now is past; the body is bent, pressed flat, and shaken.
static inline void grove_deform(grove* g, double amount, uint64_t seed) {
    for (uint32_t i = 0; i < g->vertex_count; ++i) {
        double p[3], size = g->surface ? g->surface->extent : 1;
        for (int k = 0; k < 3; ++k) {
            g->past[k][i] = g->now[k][i];
            p[k] = (double)g->now[k][i];
        }
        double bend = amount * p[1] * p[1] / size;
        double moved[3] = {p[0] + bend, p[1] * (1 - 0.6 * amount), p[2] + amount * p[0]};
        for (uint32_t k = 0; k < 3; ++k) {
            double shake = 0.01 * amount * size * tree_roll(seed * 1000003 + 3 * (uint64_t)i + k);
            g->now[k][i] = (float)(moved[k] + shake);
        }
    }
}

static inline void grove_scale(grove* g, double factor) {
    for (int k = 0; k < 3; ++k)
        for (uint32_t i = 0; i < g->vertex_count; ++i)
            g->now[k][i] = (float)((double)g->now[k][i] * factor);
}

static inline void grove_corners(const grove* g, uint32_t triangle, float corner[3][3]) {
    for (uint32_t c = 0; c < 3; ++c)
        for (uint32_t k = 0; k < 3; ++k)
            corner[c][k] = g->now[k][g->triangles[3 * (size_t)triangle + c]];
}

static inline pl_vec3d tree_widen(const float p[3]) {
    return pl_vec3d_make((double)p[0], (double)p[1], (double)p[2]);
}

// The longest side of the box around all.
static inline double grove_extent(const grove* g) {
    float lo[3], hi[3];
    pl_tree_bounds(&g->tree, lo, hi);
    double extent = 0;
    for (int k = 0; k < 3; ++k)
        if ((double)hi[k] - (double)lo[k] > extent) extent = (double)hi[k] - (double)lo[k];
    return extent;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the tests of the mesh tree share: triangle lists made by hand, random numbers, and an
// allocator that fails when told to.
#ifndef TEST_TREE_SOUP_H
#define TEST_TREE_SOUP_H

#include "src/mesh/mesh_tree.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- random numbers, the same on every machine ----

typedef struct dice {
    uint64_t state;
} dice;

static inline uint64_t roll(dice* d) {
    d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t bits = d->state ^ d->state >> 31;
    return bits * UINT64_C(0x9E3779B97F4A7C15) >> 20;
}

static inline uint32_t roll_below(dice* d, uint32_t end) {
    return (uint32_t)(roll(d) % end);
}

// ---- triangle lists ----

typedef struct soup {
    double* positions;
    uint32_t* triangles;
    uint32_t* parts;  // of each triangle
    uint32_t vertex_count, triangle_count, part_count;
    uint32_t vertex_room, triangle_room;
} soup;

static inline uint32_t soup_vertex(soup* s, double x, double y, double z) {
    if (s->vertex_count == s->vertex_room) {
        s->vertex_room = 2 * s->vertex_room + 64;
        s->positions = realloc(s->positions, s->vertex_room * 3 * sizeof(double));
        assert_non_null(s->positions);
    }
    double* p = s->positions + 3 * (size_t)s->vertex_count;
    p[0] = x;
    p[1] = y;
    p[2] = z;
    return s->vertex_count++;
}

// belongs to the part being built, number part_count
static inline void soup_triangle(soup* s, uint32_t a, uint32_t b, uint32_t c) {
    if (s->triangle_count == s->triangle_room) {
        s->triangle_room = 2 * s->triangle_room + 64;
        s->triangles = realloc(s->triangles, s->triangle_room * 3 * sizeof(uint32_t));
        s->parts = realloc(s->parts, s->triangle_room * sizeof(uint32_t));
        assert_non_null(s->triangles);
        assert_non_null(s->parts);
    }
    uint32_t* t = s->triangles + 3 * (size_t)s->triangle_count;
    t[0] = a;
    t[1] = b;
    t[2] = c;
    s->parts[s->triangle_count++] = s->part_count;
}

static inline void soup_free(soup* s) {
    free(s->positions);
    free(s->triangles);
    free(s->parts);
    memset(s, 0, sizeof *s);
}

static inline pl_mesh_view soup_view(const soup* s) {
    return (pl_mesh_view){s->positions, s->vertex_count, s->triangles, s->triangle_count};
}

// Each adds one closed part and returns its number.

static inline uint32_t soup_box(soup* s, const double lo[3], const double hi[3]) {
    static const uint32_t faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6},
                                          {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                          {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    uint32_t base = s->vertex_count;
    for (int i = 0; i < 8; ++i) {
        soup_vertex(s, i & 1 ? hi[0] : lo[0], i & 2 ? hi[1] : lo[1], i & 4 ? hi[2] : lo[2]);
    }
    for (int i = 0; i < 12; ++i) {
        soup_triangle(s, base + faces[i][0], base + faces[i][1], base + faces[i][2]);
    }
    return s->part_count++;
}

static inline uint32_t soup_cube(soup* s, double x, double y, double z, double half) {
    const double lo[3] = {x - half, y - half, z - half}, hi[3] = {x + half, y + half, z + half};
    return soup_box(s, lo, hi);
}

static inline double snap(double value, double grid) {
    return grid > 0 ? floor(value / grid + 0.5) * grid : value;
}

// A torus around z with corners on a grid (0: none).
static inline uint32_t soup_ring(soup* s, const double centre[3], double ring, double tube,
                                 uint32_t around, uint32_t across, double grid) {
    const double turn = 6.283185307179586;
    uint32_t base = s->vertex_count;
    for (uint32_t i = 0; i < around; ++i) {
        for (uint32_t j = 0; j < across; ++j) {
            double a = turn * i / around, b = turn * j / across, r = ring + tube * cos(b);
            soup_vertex(s, snap(centre[0] + r * cos(a), grid), snap(centre[1] + r * sin(a), grid),
                        snap(centre[2] + tube * sin(b), grid));
        }
    }
    for (uint32_t i = 0; i < around; ++i) {
        for (uint32_t j = 0; j < across; ++j) {
            uint32_t i2 = (i + 1) % around, j2 = (j + 1) % across;
            uint32_t p = base + i * across + j, q = base + i2 * across + j;
            uint32_t r = base + i2 * across + j2, t = base + i * across + j2;
            soup_triangle(s, p, q, r);
            soup_triangle(s, p, r, t);
        }
    }
    return s->part_count++;
}

// Poles on z.
static inline uint32_t soup_ball(soup* s, const double centre[3], double radius, uint32_t around,
                                 uint32_t rows, double grid) {
    const double turn = 6.283185307179586;
    uint32_t base = s->vertex_count;
    for (uint32_t i = 1; i < rows; ++i) {
        double b = turn / 2 * i / rows, r = radius * sin(b), z = radius * cos(b);
        for (uint32_t j = 0; j < around; ++j) {
            double a = turn * j / around;
            soup_vertex(s, snap(centre[0] + r * cos(a), grid), snap(centre[1] + r * sin(a), grid),
                        snap(centre[2] + z, grid));
        }
    }
    uint32_t top = soup_vertex(s, centre[0], centre[1], centre[2] + radius);
    uint32_t bottom = soup_vertex(s, centre[0], centre[1], centre[2] - radius);
    for (uint32_t j = 0; j < around; ++j) {
        uint32_t j2 = (j + 1) % around, last = base + (rows - 2) * around;
        soup_triangle(s, top, base + j, base + j2);
        for (uint32_t i = 0; i + 2 < rows; ++i) {
            uint32_t p = base + i * around + j, q = base + (i + 1) * around + j;
            uint32_t r = base + (i + 1) * around + j2, t = base + i * around + j2;
            soup_triangle(s, p, q, r);
            soup_triangle(s, p, r, t);
        }
        soup_triangle(s, bottom, last + j2, last + j);
    }
    return s->part_count++;
}

// ---- memory that runs out ----

typedef struct purse {
    int64_t left;      // allocations until one fails; negative: never
    bool stays_empty;  // and every later one too
    int64_t held;      // blocks not given back
    uint64_t asked;
} purse;

static inline void* purse_alloc(size_t size, size_t alignment, void* user) {
    purse* p = user;
    ++p->asked;
    if (p->left == 0) {
        if (!p->stays_empty) p->left = -1;
        return NULL;
    }
    if (p->left > 0) --p->left;
    void* block = aligned_alloc(alignment, (size + alignment - 1) & ~(alignment - 1));
    assert_non_null(block);
    ++p->held;
    return block;
}

static inline void purse_free(void* block, void* user) {
    --((purse*)user)->held;
    free(block);
}

static inline pl_arena purse_arena(purse* p) {
    return pl_arena_make((plump_allocator){purse_alloc, purse_free, p});
}

static inline pl_arena plain_arena(void) {
    return pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
}

#endif

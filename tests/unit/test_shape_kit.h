// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the tests of shapes share: a plain, slow judge of surfaces that knows nothing of how they
// were made.
#ifndef TEST_SHAPE_KIT_H
#define TEST_SHAPE_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "src/shape/shape_build.h"
#include "tests/unit/memory_kit.h"

static inline pl_arena shape_arena(void) {
    return pl_arena_make(pl_alloc_hooks((plump_allocator){NULL, NULL, NULL}));
}

typedef struct shape_facts {
    uint32_t open_edges;     // directed edges whose opposite is missing or not alone
    uint32_t torn_vertices;  // whose triangles do not form one fan; unused ones too
    int64_t euler;
    double volume, area;
    double worst_aspect;  // longest edge over smallest height
    double edge_min, edge_median, edge_max;
    pl_vec3d low, high;
} shape_facts;

static inline int shape_compare_keys(const void* a, const void* b) {
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return x < y ? -1 : x > y;
}

static inline int shape_compare_doubles(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return x < y ? -1 : x > y;
}

// Directed edges, sorted: each must be there once, and its opposite once.
static inline uint32_t shape_open_edges(const pl_shape_surface* s) {
    size_t count = 3 * (size_t)s->triangle_count;
    uint64_t* keys = malloc(count * sizeof *keys);
    assert_non_null(keys);
    for (size_t h = 0; h < count; ++h) {
        uint32_t a = s->triangles[h], b = s->triangles[h % 3 == 2 ? h - 2 : h + 1];
        assert_true(a < s->vertex_count && a != b);
        keys[h] = (uint64_t)a << 32 | b;
    }
    qsort(keys, count, sizeof *keys, shape_compare_keys);
    uint32_t open = 0;
    for (size_t i = 0; i < count; ++i) {
        uint64_t opposite = keys[i] << 32 | keys[i] >> 32;
        open += i > 0 && keys[i] == keys[i - 1];
        open += !bsearch(&opposite, keys, count, sizeof *keys, shape_compare_keys);
    }
    free(keys);
    return open;
}

// With every edge closed, the triangles of a vertex fall into fans; one fan has as many triangles
// as the way round from any of them. `next[v, b]` is found by sorting (v, b, c).
static inline uint32_t shape_torn_vertices(const pl_shape_surface* s) {
    size_t count = 3 * (size_t)s->triangle_count;
    uint64_t* keys = malloc(count * 2 * sizeof *keys);  // (v, b) and c
    assert_non_null(keys);
    for (size_t h = 0; h < count; ++h) {
        const uint32_t* t = s->triangles + h / 3 * 3;
        keys[2 * h] = (uint64_t)t[h % 3] << 32 | t[(h + 1) % 3];
        keys[2 * h + 1] = t[(h + 2) % 3];
    }
    qsort(keys, count, 2 * sizeof *keys, shape_compare_keys);
    uint32_t torn = 0;
    size_t i = 0;
    for (uint32_t v = 0; v < s->vertex_count; ++v) {
        size_t first = i, steps = 0;
        while (i < count && keys[2 * i] >> 32 == v) ++i;
        if (i == first) {
            ++torn;
            continue;
        }
        uint64_t at = keys[2 * first];
        do {
            const uint64_t* found =
                bsearch(&at, keys + 2 * first, i - first, 2 * sizeof *keys, shape_compare_keys);
            if (!found) break;
            at = (uint64_t)v << 32 | found[1];
            ++steps;
        } while (at != keys[2 * first] && steps <= i - first);
        torn += steps != i - first;
    }
    free(keys);
    return torn;
}

static inline shape_facts shape_judge(const pl_shape_surface* s) {
    shape_facts f = {.low = s->points[0], .high = s->points[0]};
    size_t count = 3 * (size_t)s->triangle_count;
    double* lengths = malloc(count * sizeof *lengths);
    assert_non_null(lengths);
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        const uint32_t* c = s->triangles + 3 * (size_t)t;
        pl_vec3d p[3] = {s->points[c[0]], s->points[c[1]], s->points[c[2]]};
        double longest = 0, area2 = pl_vec3d_length(pl_shape_area_vector(p[0], p[1], p[2]));
        for (uint32_t k = 0; k < 3; ++k) {
            double length = pl_vec3d_distance(p[k], p[(k + 1) % 3]);
            lengths[3 * (size_t)t + k] = length;
            if (length > longest) longest = length;
        }
        f.volume += pl_vec3d_triple(p[0], p[1], p[2]) / 6;
        f.area += area2 / 2;
        double aspect = area2 > 0 ? longest * longest / area2 : 1e300;
        if (aspect > f.worst_aspect) f.worst_aspect = aspect;
    }
    qsort(lengths, count, sizeof *lengths, shape_compare_doubles);
    f.edge_min = lengths[0], f.edge_median = lengths[count / 2], f.edge_max = lengths[count - 1];
    free(lengths);
    for (uint32_t v = 0; v < s->vertex_count; ++v) {
        assert_true(pl_vec3d_is_finite(s->points[v]));
        f.low = pl_vec3d_min(f.low, s->points[v]);
        f.high = pl_vec3d_max(f.high, s->points[v]);
    }
    f.open_edges = shape_open_edges(s);
    f.torn_vertices = shape_torn_vertices(s);
    f.euler = (int64_t)s->vertex_count - s->triangle_count / 2;
    return f;
}

// Closed, outward, in one whole fan everywhere; returns the rest of what is known.
static inline shape_facts shape_expect_sound(const pl_shape_surface* s, int64_t euler) {
    shape_facts f = shape_judge(s);
    assert_int_equal(f.open_edges, 0);
    assert_int_equal(f.torn_vertices, 0);
    assert_int_equal(f.euler, euler);
    assert_true(f.volume > 0);
    return f;
}

static inline pl_shape_surface shape_make(pl_arena* arena, plump_shape_kind kind, uint32_t wish) {
    pl_shape_surface surface = {.arena = arena};
    assert_true(pl_shape_build(kind, wish, 1, &surface));
    return surface;
}

static inline void shape_expect_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g, expected %.17g within %g", value, expected, tolerance);
}

// Numbers that look random, the same each time; from 0 up to 1.
static inline double shape_random(uint64_t* seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 9007199254740992.0;
}

#endif

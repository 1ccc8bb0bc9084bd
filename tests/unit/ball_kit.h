// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Meshes for the tests of ball regions and what is built on them. Include after cmocka.h.
#ifndef BALL_KIT_H
#define BALL_KIT_H

#include <plump/shape.h>

#include "tests/unit/memory_kit.h"
#include "tests/unit/mesh_fixtures.h"

static inline plump_mesh* ball_kit_shape(plump_shape_kind kind, uint32_t vertices) {
    plump_shape_def def = plump_default_shape_def(kind);
    plump_mesh* mesh = NULL;
    if (vertices) def.vertex_count = vertices;
    assert_int_equal(plump_shape_create(&def, &mesh, NULL), PLUMP_OK);
    return mesh;
}

// `memory` NULL: the C library's.
static inline plump_mesh* ball_kit_take(fixture f, memory_kit* memory) {
    plump_mesh_def def = fixture_def(&f);
    if (memory) def.allocator = memory_kit_hooks(memory);
    def.find_intersections = false;
    outcome o = fixture_create(&def);
    assert_int_equal(o.result, PLUMP_OK);
    fixture_free(&f);
    return o.mesh;
}

static inline fixture ball_kit_tetrahedron(void) {
    fixture f = {0};
    fixture_vertex(&f, 0, 0, 0);
    fixture_vertex(&f, 1, 0, 0);
    fixture_vertex(&f, 0, 1, 0);
    fixture_vertex(&f, 0, 0, 1);
    fixture_triangle(&f, 0, 2, 1);
    fixture_triangle(&f, 0, 1, 3);
    fixture_triangle(&f, 0, 3, 2);
    fixture_triangle(&f, 1, 2, 3);
    return f;
}

// Two spheres of radius 0.5 whose skins are 0.05 apart.
static inline fixture ball_kit_two_spheres(uint32_t meridians, uint32_t parallels) {
    fixture f = fixture_sphere(0.5, meridians, parallels);
    fixture other = fixture_sphere(0.5, meridians, parallels);
    fixture_append(&f, &other, 1.05, 0, 0);
    fixture_free(&other);
    return f;
}

// A flat box 1 x 1 x 0.02 of n x n squares on either side: its sides are near, but far apart along
// the surface.
static inline fixture ball_kit_plate(uint32_t n) {
    fixture f = {0};
    uint32_t side = n + 1, layer = side * side;
    for (uint32_t k = 0; k < 2; ++k)
        for (uint32_t j = 0; j < side; ++j)
            for (uint32_t i = 0; i < side; ++i)
                fixture_vertex(&f, (double)i / n, 0.02 * k, (double)j / n);
    for (uint32_t j = 0; j < n; ++j) {
        for (uint32_t i = 0; i < n; ++i) {
            uint32_t a = j * side + i, b = a + layer;
            fixture_quad(&f, a, a + 1, a + side + 1, a + side);
            fixture_quad(&f, b, b + side, b + side + 1, b + 1);
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        uint32_t last = n * side;
        fixture_quad(&f, i, i + layer, i + 1 + layer, i + 1);
        fixture_quad(&f, last + i, last + i + 1, last + i + 1 + layer, last + i + layer);
        uint32_t a = i * side, b = a + side;
        fixture_quad(&f, a, b, b + layer, a + layer);
        fixture_quad(&f, a + n, a + n + layer, b + n + layer, b + n);
    }
    return f;
}

#endif

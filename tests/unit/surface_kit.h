// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Meshes for the tests of what is made from a mesh: regular, irregular, with poles, of several
// parts, tiny. Include after cmocka.h.
#ifndef SURFACE_KIT_H
#define SURFACE_KIT_H

#include <plump/shape.h>

#include "tests/unit/mesh_fixtures.h"

static inline plump_mesh* kit_shape(plump_shape_kind kind, uint32_t vertex_count) {
    plump_shape_def def = plump_default_shape_def(kind);
    def.vertex_count = vertex_count;
    plump_mesh* mesh = NULL;
    assert_int_equal(plump_shape_create(&def, &mesh, NULL), PLUMP_OK);
    return mesh;
}

// Takes a fixture in, with the allocator given, and frees it.
static inline plump_mesh* kit_take_with(fixture f, plump_allocator allocator) {
    plump_mesh_def def = fixture_def(&f);
    def.allocator = allocator;
    outcome o = fixture_create(&def);
    fixture_free(&f);
    return o.mesh;
}

static inline plump_mesh* kit_take(fixture f) {
    plump_mesh* mesh = kit_take_with(f, (plump_allocator){0});
    assert_non_null(mesh);
    return mesh;
}

static inline fixture kit_tetrahedron(void) {
    fixture f = {0};
    fixture_vertex(&f, 0, 0, 0);
    fixture_vertex(&f, 1, 0, 0);
    fixture_vertex(&f, 0, 2, 0);
    fixture_vertex(&f, 0, 0, 3);
    fixture_triangle(&f, 0, 2, 1);
    fixture_triangle(&f, 0, 1, 3);
    fixture_triangle(&f, 0, 3, 2);
    fixture_triangle(&f, 1, 2, 3);
    return f;
}

// A sphere, a box beside it at the same height, and a hollow in the sphere.
static inline fixture kit_three_parts(void) {
    fixture f = fixture_sphere(1, 12, 7), box = fixture_box(1, 1, 1);
    fixture hollow = fixture_sphere(0.5, 7, 4);
    fixture_turn_all(&hollow);
    fixture_append(&f, &box, 3, -0.5, 0);
    fixture_append(&f, &hollow, 0, 0, 0);
    fixture_free(&box);
    fixture_free(&hollow);
    return f;
}

// Two tips and a rim: the tips have all of the rim for neighbours.
static inline fixture kit_double_cone(uint32_t rim) {
    const double pi = 3.14159265358979323846;
    fixture f = {0};
    // all at once: growing one by one would take the test's time
    f.positions = malloc(((size_t)rim + 2) * 3 * sizeof(double));
    f.indices = malloc((size_t)rim * 6 * sizeof(uint32_t));
    f.vertex_count = rim + 2;
    f.triangle_count = 2 * rim;
    for (uint32_t i = 0; i < rim; ++i) {
        double* p = f.positions + 3 * (size_t)i;
        uint32_t* t = f.indices + 6 * (size_t)i;
        uint32_t next = (i + 1) % rim;
        p[0] = cos(2 * pi * i / rim), p[1] = 0, p[2] = -sin(2 * pi * i / rim);
        t[0] = rim, t[1] = i, t[2] = next;
        t[3] = rim + 1, t[4] = next, t[5] = i;
    }
    double* tips = f.positions + 3 * (size_t)rim;
    for (unsigned k = 0; k < 6; ++k) tips[k] = 0;
    tips[1] = 1, tips[4] = -1;
    return f;
}

typedef plump_mesh* kit_maker(void);

static inline plump_mesh* kit_make_tetrahedron(void) {
    return kit_take(kit_tetrahedron());
}
static inline plump_mesh* kit_make_sphere(void) {
    return kit_shape(PLUMP_SHAPE_SPHERE, 642);
}
static inline plump_mesh* kit_make_uv_sphere(void) {
    return kit_take(fixture_sphere(1, 40, 11));
}
static inline plump_mesh* kit_make_torus(void) {
    return kit_shape(PLUMP_SHAPE_TORUS, 500);
}
static inline plump_mesh* kit_make_box(void) {
    return kit_shape(PLUMP_SHAPE_BOX, 400);
}
static inline plump_mesh* kit_make_creature(void) {
    return kit_shape(PLUMP_SHAPE_CREATURE, 1200);
}
static inline plump_mesh* kit_make_parts(void) {
    return kit_take(kit_three_parts());
}
static inline plump_mesh* kit_make_double_cone(void) {
    return kit_take(kit_double_cone(333));
}

static kit_maker* const kit_makers[] = {
    kit_make_tetrahedron, kit_make_sphere,   kit_make_uv_sphere, kit_make_torus,
    kit_make_box,         kit_make_creature, kit_make_parts,     kit_make_double_cone};
#define KIT_MAKERS (sizeof kit_makers / sizeof *kit_makers)

#endif

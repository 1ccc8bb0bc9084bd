// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies for tests on the reference of the volume constraint: small, with poles, hollow, with
// holes, knotted, far from zero. Include after cmocka.h.
#ifndef REFERENCE_VOLUME_KIT_H
#define REFERENCE_VOLUME_KIT_H

#include "tests/unit/reference_volume.h"
#include "tests/unit/step_kit.h"

static inline reference_volume* of_fixture(fixture* f) {
    reference_vec* rest = calloc(f->vertex_count, sizeof *rest);
    for (uint32_t i = 0; i < 3 * f->vertex_count; ++i) rest[i / 3][i % 3] = f->positions[i];
    reference_volume* r =
        reference_volume_create(f->vertex_count, f->triangle_count, f->indices, rest);
    reference_volume_prepare(r);
    free(rest);
    fixture_free(f);
    return r;
}

static inline reference_volume* of_shape(plump_shape_kind kind, uint32_t vertices) {
    plump_mesh* mesh = kit_shape(kind, vertices, 1);
    fixture f = fixture_of_mesh(mesh);
    plump_mesh_destroy(mesh);
    return of_fixture(&f);
}

static inline reference_volume* make_tetrahedron(void) {
    plump_mesh* mesh = kit_tetrahedron();
    fixture f = fixture_of_mesh(mesh);
    plump_mesh_destroy(mesh);
    return of_fixture(&f);
}
static inline reference_volume* make_ball(void) {
    return of_shape(PLUMP_SHAPE_SPHERE, 362);
}
static inline reference_volume* make_poles(void) {
    fixture f = fixture_sphere(1, 40, 11);
    return of_fixture(&f);
}
static inline reference_volume* make_hollow(void) {
    fixture f = fixture_sphere(1, 14, 9), hole = fixture_sphere(0.6, 9, 6);
    fixture_turn_all(&hole);
    fixture_append(&f, &hole, 0.1, 0.05, 0);
    fixture_free(&hole);
    return of_fixture(&f);
}
static inline reference_volume* make_torus(void) {
    return of_shape(PLUMP_SHAPE_TORUS, 300);
}
static inline reference_volume* make_knot(void) {
    return of_shape(PLUMP_SHAPE_KNOT, 600);
}
static inline reference_volume* make_creature(void) {
    return of_shape(PLUMP_SHAPE_CREATURE, 400);
}
static inline reference_volume* make_far_box(void) {
    fixture f = {0}, box = fixture_box(1, 2, 0.5);
    fixture_append(&f, &box, 100, -40, 30);
    fixture_free(&box);
    return of_fixture(&f);
}

static reference_volume* (*const makers[])(void) = {make_tetrahedron, make_ball,   make_poles,
                                                    make_hollow,      make_torus,  make_knot,
                                                    make_creature,    make_far_box};
#define MAKERS (sizeof makers / sizeof *makers)

// Positions anywhere near: by `size` of the extent; and velocities of about 1.
static inline void shake(reference_volume* r, double size, uint64_t* seed) {
    for (uint32_t i = 0; i < r->count; ++i) {
        for (int k = 0; k < 3; ++k) {
            r->ahead[i][k] = r->rest[i][k] + size * r->extent * kit_random(seed);
            r->x[i][k] = r->ahead[i][k] + 0.1 * size * r->extent * kit_random(seed);
            r->v[i][k] = kit_random(seed);
        }
    }
}

static inline void random_masses(reference_volume* r, uint64_t* seed) {
    for (uint32_t i = 0; i < r->count; ++i) r->mass[i] = 1.3 + kit_random(seed);
    reference_volume_prepare(r);
}

static inline double dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The surfaces that obstacles are drawn with: closed, outward, and where the obstacle is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/memory_kit.h"
#include "tests/unit/obstacle_kit.h"

static plump_obstacle_surface* make_surface(const plump_obstacle_def* def, uint32_t segments) {
    plump_obstacle_surface* surface = NULL;
    OK(plump_obstacle_surface_create(def, segments, NULL, &surface, &kit_error));
    assert_non_null(surface);
    return surface;
}

// Taken in as a mesh without any repair: closed, manifold, outward. Returns its volume.
static double volume_of(const plump_obstacle_surface* surface) {
    plump_mesh_def def = plump_default_mesh_def();
    plump_mesh_report report;
    plump_mesh* mesh = NULL;
    def.triangles = plump_obstacle_surface_triangles(surface);
    OK(plump_mesh_create(&def, &mesh, &report, &kit_error));
    assert_int_equal(report.verdict, PLUMP_VERDICT_ACCEPT);
    assert_int_equal(report.vertices, def.triangles.vertex_count);
    double volume = plump_mesh_volume(mesh);
    plump_mesh_destroy(mesh);
    return volume;
}

static void surfaces_are_closed_and_enclose_their_volume(void** state) {
    (void)state;
    plump_mesh* duck = make_shape(PLUMP_SHAPE_DUCK, 532);
    const double pi = 3.141592653589793, r = 0.25, h = 0.75;
    const struct {
        plump_obstacle_shape shape;
        double volume;
    } cases[] = {
        {PLUMP_OBSTACLE_SPHERE, 4 * pi / 3 * r * r * r},
        {PLUMP_OBSTACLE_CAPSULE, 4 * pi / 3 * r * r * r + pi * r * r * 2 * h},
        {PLUMP_OBSTACLE_CYLINDER, pi * r * r * 2 * h},
        {PLUMP_OBSTACLE_BOX, 8 * 0.1 * 0.2 * 0.3},
        {PLUMP_OBSTACLE_HULL, 8 * 8},
        {PLUMP_OBSTACLE_MESH, 8 * plump_mesh_volume(duck)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        plump_obstacle_def def = obstacle_def(cases[i].shape, duck);
        def.radius = (float)r;
        def.half_height = (float)h;
        for (int k = 0; k < 3; ++k) def.half_size[k] = 0.1f * (float)(k + 1);
        def.scale = 2;
        plump_obstacle_surface* surface = make_surface(&def, 400);
        double volume = volume_of(surface);
        plump_obstacle_surface_destroy(surface);
        if (!(fabs(volume / cases[i].volume - 1) < 2e-4))
            fail_msg("shape %d: %g, not %g", (int)cases[i].shape, volume, cases[i].volume);
    }
    plump_mesh_destroy(duck);
}

static void hollow_surfaces_do_not_cut_into_the_room(void** state) {
    (void)state;
    const plump_obstacle_shape round[] = {PLUMP_OBSTACLE_SPHERE, PLUMP_OBSTACLE_CAPSULE,
                                          PLUMP_OBSTACLE_CYLINDER};
    for (int i = 0; i < 3; ++i) {
        plump_obstacle_def def = obstacle_def(round[i], NULL);
        def.radius = 1;
        def.hollow = true;
        plump_obstacle_surface* surface = make_surface(&def, 24);
        plump_triangles t = plump_obstacle_surface_triangles(surface);
        const double* p = t.positions;
        const uint32_t* c = t.indices;
        for (uint32_t k = 0; k < t.triangle_count; ++k, c += 3) {
            double middle[3];
            for (int a = 0; a < 3; ++a)
                middle[a] = (p[3 * c[0] + (uint32_t)a] + p[3 * c[1] + (uint32_t)a]) / 2;
            double above = fmax(0, fabs(middle[1]) - (i == 0 ? 0 : 0.5));
            double out = hypot(middle[0], middle[2]);
            bool lid = i == 2 && fabs(middle[1]) >= 0.5;
            assert_true(lid || hypot(out, above) > 1 - 1e-6);
        }
        plump_obstacle_surface_destroy(surface);
    }
}

static void round_surfaces_are_closed_however_coarse(void** state) {
    (void)state;
    const plump_obstacle_shape round[] = {PLUMP_OBSTACLE_SPHERE, PLUMP_OBSTACLE_CAPSULE,
                                          PLUMP_OBSTACLE_CYLINDER};
    for (int i = 0; i < 3; ++i) {
        for (uint32_t segments = 3; segments < 14; ++segments) {
            plump_obstacle_def def = obstacle_def(round[i], NULL);
            plump_obstacle_surface* surface = make_surface(&def, segments);
            assert_true(volume_of(surface) > 0);
            plump_obstacle_surface_destroy(surface);
        }
    }
}

static void a_plane_is_a_square_that_looks_up(void** state) {
    (void)state;
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_PLANE, NULL);
    def.radius = 3;
    plump_obstacle_surface* surface = make_surface(&def, 0);
    plump_triangles t = plump_obstacle_surface_triangles(surface);
    const double* p = t.positions;
    const uint32_t* c = t.indices;
    double area = 0;
    for (uint32_t i = 0; i < t.triangle_count; ++i, c += 3) {
        const double *a = p + 3 * c[0], *b = p + 3 * c[1], *d = p + 3 * c[2];
        double up = (b[2] - a[2]) * (d[0] - a[0]) - (b[0] - a[0]) * (d[2] - a[2]);
        assert_true(up > 0 && a[1] == 0);
        area += up / 2;
    }
    assert_true(fabs(area - 36) < 1e-12);
    plump_obstacle_surface_destroy(surface);
}

static void a_sheet_is_as_given(void** state) {
    (void)state;
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_SHEET, NULL);
    def.scale = 0.5f;
    plump_obstacle_surface* surface = make_surface(&def, 0);
    plump_triangles t = plump_obstacle_surface_triangles(surface);
    assert_int_equal(t.triangle_count, 2);
    assert_memory_equal(t.indices, kit_triangles, sizeof kit_triangles);
    for (int i = 0; i < 24; ++i)
        assert_true(((const double*)t.positions)[i] == 0.5 * (double)kit_points[i]);
    plump_obstacle_surface_destroy(surface);
}

static void wrong_definitions_are_refused(void** state) {
    (void)state;
    plump_obstacle_surface* surface = NULL;
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_SPHERE, NULL);
    REFUSED(plump_obstacle_surface_create(&def, 2, NULL, &surface, &kit_error), "segments");
    REFUSED(plump_obstacle_surface_create(&def, 0, NULL, NULL, &kit_error), "nowhere");
    def.radius = -1;
    REFUSED(plump_obstacle_surface_create(&def, 0, NULL, &surface, &kit_error), "radius");
    def = obstacle_def(PLUMP_OBSTACLE_MESH, NULL);
    REFUSED(plump_obstacle_surface_create(&def, 0, NULL, &surface, &kit_error), "mesh");
    def = obstacle_def(PLUMP_OBSTACLE_SHEET, NULL);
    const uint32_t wrong[3] = {0, 1, 8};
    def.triangles = wrong;
    def.triangle_count = 1;
    REFUSED(plump_obstacle_surface_create(&def, 0, NULL, &surface, &kit_error), "names point 8");
    REFUSED(plump_obstacle_surface_create(NULL, 0, NULL, &surface, &kit_error), "NULL");
    assert_null(surface);
}

static void nothing_leaks_when_memory_runs_out(void** state) {
    (void)state;
    plump_mesh* duck = make_shape(PLUMP_SHAPE_DUCK, 532);
    for (int shape = 0; shape < PLUMP_OBSTACLE_SHAPE_COUNT; ++shape) {
        plump_obstacle_def def = obstacle_def((plump_obstacle_shape)shape, duck);
        bool done = false;
        int at = 1;
        for (; !done && at < 1000; ++at) {
            memory_kit memory = {.fail_at = at, .fail_forever = true};
            plump_allocator hooks = memory_kit_hooks(&memory);
            plump_obstacle_surface* surface = NULL;
            plump_result result =
                plump_obstacle_surface_create(&def, 12, &hooks, &surface, &kit_error);
            done = result == PLUMP_OK;
            assert_true(done || result == PLUMP_ERROR_MEMORY);
            assert_true(done == (surface != NULL));
            plump_obstacle_surface_destroy(surface);
            assert_int_equal(memory.blocks, 0);
        }
        assert_true(done && at > 3);
    }
    plump_mesh_destroy(duck);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(surfaces_are_closed_and_enclose_their_volume),
        cmocka_unit_test(hollow_surfaces_do_not_cut_into_the_room),
        cmocka_unit_test(round_surfaces_are_closed_however_coarse),
        cmocka_unit_test(a_plane_is_a_square_that_looks_up),
        cmocka_unit_test(a_sheet_is_as_given),
        cmocka_unit_test(wrong_definitions_are_refused),
        cmocka_unit_test(nothing_leaks_when_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

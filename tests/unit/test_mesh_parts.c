// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

static const double pi = 3.14159265358979323846;

// A sphere of radius 2 with one of radius 1 inside, each turned as asked.
static fixture nested_spheres(bool turn_outer, bool turn_inner) {
    fixture f = {0}, outer = fixture_sphere(2, 16, 9), inner = fixture_sphere(1, 16, 9);
    if (turn_outer) fixture_turn_all(&outer);
    if (turn_inner) fixture_turn_all(&inner);
    fixture_append(&f, &outer, 5, 0, 0);
    fixture_append(&f, &inner, 5, 0, 0);
    fixture_free(&outer);
    fixture_free(&inner);
    return f;
}

static double sphere_volume(double radius) {
    fixture f = fixture_sphere(radius, 16, 9);
    outcome o = fixture_take(&f);
    double volume = o.report.volume;
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
    return volume;
}

static void a_cavity_stays_inward_and_both_turned_are_turned_back(void** state) {
    (void)state;
    double hollow = sphere_volume(2) - sphere_volume(1);
    for (int turned = 0; turned < 2; ++turned) {
        fixture f = nested_spheres(turned, !turned);
        outcome o = fixture_take(&f);
        assert_int_equal(o.result, PLUMP_OK);
        assert_int_equal(o.report.verdict, turned ? PLUMP_VERDICT_REPAIR : PLUMP_VERDICT_ACCEPT);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_INVERTED_PARTS), turned ? 2 : 0);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_NESTED_PARTS), 0);
        assert_int_equal(o.report.parts, 2);
        assert_int_equal(o.report.cavities, 1);
        assert_true(fabs(o.report.volume - hollow) < 1e-5);
        assert_null(fixture_fault(o.mesh));
        assert_null(fixture_round_trip_fault(o.mesh));
        plump_mesh_destroy(o.mesh);
        fixture_free(&f);
    }
}

static void a_solid_in_a_solid_is_told(void** state) {
    (void)state;
    for (int turned = 0; turned < 2; ++turned) {
        fixture f = nested_spheres(turned, turned);
        outcome o = fixture_take(&f);
        assert_int_equal(o.result, PLUMP_OK);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_NESTED_PARTS), 1);
        assert_int_equal(o.report.findings[PLUMP_FINDING_NESTED_PARTS].first[0].a,
                         f.triangle_count / 2);
        assert_int_equal(o.report.cavities, 0);
        assert_true(o.report.volume > sphere_volume(2));
        assert_non_null(strstr(o.report.message, "inside another solid"));
        plump_mesh_destroy(o.mesh);
        fixture_free(&f);
    }
}

// Shell within shell, alternating: every second is a cavity, whichever way all began.
static void shells_alternate(void** state) {
    (void)state;
    for (int turned = 0; turned < 2; ++turned) {
        fixture f = {0};
        double expected = 0;
        for (int i = 0; i < 6; ++i) {
            fixture sphere = fixture_sphere(6 - i, 16, 9);
            if (i % 2 != turned) fixture_turn_all(&sphere);
            fixture_append(&f, &sphere, 0, 0, 0);
            expected += (i % 2 ? -1 : 1) * sphere_volume(6 - i);
            fixture_free(&sphere);
        }
        outcome o = fixture_take(&f);
        assert_int_equal(o.result, PLUMP_OK);
        assert_int_equal(o.report.cavities, 3);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_NESTED_PARTS), 0);
        assert_true(fabs(o.report.volume - expected) < 1e-4);
        plump_mesh_destroy(o.mesh);
        fixture_free(&f);
    }
}

static void flat_parts_are_refused_and_thin_ones_taken(void** state) {
    (void)state;
    const double thickness[] = {0, 1e-9, 1e-5, 1e-3};
    for (int i = 0; i < 4; ++i) {
        fixture f = fixture_sphere(1, 16, 9);
        // flattened along a slanted direction
        for (uint32_t v = 0; v < f.vertex_count; ++v) {
            double* p = f.positions + 3 * (size_t)v;
            const double n[3] = {0.48, 0.6, 0.64};
            double along = (p[0] * n[0] + p[1] * n[1] + p[2] * n[2]) * (1 - thickness[i]);
            for (int k = 0; k < 3; ++k) p[k] -= along * n[k];
        }
        fixture box = fixture_box(1, 1, 1);
        fixture_append(&f, &box, 3, 0, 0);
        plump_mesh_def def = fixture_def(&f);
        def.find_intersections = false;
        outcome o = fixture_create(&def);
        assert_int_equal(o.result, i < 2 ? PLUMP_ERROR_DATA : PLUMP_OK);
        if (i < 2) {
            assert_int_equal(outcome_count(&o, PLUMP_FINDING_FLAT_PARTS), 1);
            assert_int_equal(o.report.findings[PLUMP_FINDING_FLAT_PARTS].first[0].a, 0);
        }
        plump_mesh_destroy(o.mesh);
        fixture_free(&box);
        fixture_free(&f);
    }
}

static void many_parts_are_counted_and_numbered_by_first_triangle(void** state) {
    (void)state;
    fixture f = {0}, box = fixture_box(1, 1, 1);
    for (int i = 0; i < 500; ++i) fixture_append(&f, &box, 2.0 * (i % 25), 2.0 * (i / 25), 0);
    // triangles dealt out in turn, so that parts interleave
    uint32_t* dealt = malloc(3 * (size_t)f.triangle_count * sizeof *dealt);
    for (uint32_t i = 0; i < f.triangle_count; ++i)
        memcpy(dealt + 3 * (size_t)i, f.indices + 3 * (size_t)(i % 500 * 12 + i / 500),
               3 * sizeof *dealt);
    free(f.indices);
    f.indices = dealt;
    outcome o = fixture_take(&f);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_ACCEPT);
    assert_int_equal(plump_mesh_part_count(o.mesh), 500);
    for (uint32_t i = 0; i < f.triangle_count; ++i)
        assert_int_equal(plump_mesh_triangle_parts(o.mesh)[i], i % 500);
    assert_true(fabs(o.report.volume - 500) < 1e-9);
    plump_mesh_destroy(o.mesh);
    fixture_free(&box);
    fixture_free(&f);
}

static void volume_far_from_the_origin_is_exact(void** state) {
    (void)state;
    fixture f = fixture_sphere(1, 64, 63);
    for (uint32_t v = 0; v < f.vertex_count; ++v) {
        f.positions[3 * (size_t)v] += 1e6;
        f.positions[3 * (size_t)v + 2] -= 3e6;
    }
    outcome o = fixture_take(&f);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_ACCEPT);
    // closed form of the inscribed polyhedron is not needed: the finer, the nearer to 4/3 pi
    assert_true(fabs(o.report.volume / (4 * pi / 3) - 1) < 0.003);
    fixture near = fixture_sphere(1, 64, 63);
    outcome n = fixture_take(&near);
    assert_true(fabs(o.report.volume / n.report.volume - 1) < 1e-6);
    assert_true(fabs(fixture_volume(o.mesh) / o.report.volume - 1) < 1e-12);
    plump_mesh_destroy(o.mesh);
    plump_mesh_destroy(n.mesh);
    fixture_free(&near);
    fixture_free(&f);
}

static void parts_that_cut_each_other_keep_a_positive_volume(void** state) {
    (void)state;
    fixture box = fixture_box(1, 1, 1), small = fixture_box(0.5, 0.5, 0.5), f = {0};
    fixture_turn_all(&box);
    fixture_turn_all(&small);
    fixture_append(&f, &small, 0.8, 0.8, 0.8);
    fixture_append(&f, &box, 0, 0, 0);
    outcome o = fixture_take(&f);
    assert_int_equal(o.result, PLUMP_OK);
    assert_true(fabs(o.report.volume - 1.125) < 1e-6);
    assert_true(outcome_count(&o, PLUMP_FINDING_SELF_INTERSECTIONS) > 0);
    assert_null(fixture_round_trip_fault(o.mesh));
    plump_mesh_destroy(o.mesh);
    fixture_free(&box);
    fixture_free(&small);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cavity_stays_inward_and_both_turned_are_turned_back),
        cmocka_unit_test(a_solid_in_a_solid_is_told),
        cmocka_unit_test(shells_alternate),
        cmocka_unit_test(flat_parts_are_refused_and_thin_ones_taken),
        cmocka_unit_test(many_parts_are_counted_and_numbered_by_first_triangle),
        cmocka_unit_test(volume_far_from_the_origin_is_exact),
        cmocka_unit_test(parts_that_cut_each_other_keep_a_positive_volume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

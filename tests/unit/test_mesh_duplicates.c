// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

static void expect_whole(const outcome* o, uint32_t vertices, uint32_t triangles, double volume) {
    if (o->result) fail_msg("%s", o->error.text);
    assert_int_equal(o->report.verdict, PLUMP_VERDICT_REPAIR);
    assert_int_equal(o->report.vertices, vertices);
    assert_int_equal(o->report.triangles, triangles);
    assert_true(fabs(o->report.volume - volume) < 1e-12);
    assert_null(fixture_fault(o->mesh));
    assert_null(fixture_round_trip_fault(o->mesh));
}

static void repeated_triangles_are_dropped_whatever_their_order(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1);
    const uint32_t* t = f.indices + 3 * 4;
    uint32_t a = t[0], b = t[1], c = t[2];
    fixture_triangle(&f, a, b, c);
    fixture_triangle(&f, b, c, a);
    fixture_triangle(&f, b, a, c);
    outcome o = fixture_take(&f);
    expect_whole(&o, 8, 12, 1);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_DUPLICATE_TRIANGLES), 3);
    for (uint32_t i = 0; i < 3; ++i)
        assert_int_equal(o.report.findings[PLUMP_FINDING_DUPLICATE_TRIANGLES].first[i].a, 12 + i);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

static void a_surface_given_from_both_sides_comes_out_once(void** state) {
    (void)state;
    fixture f = fixture_sphere(1, 8, 5);
    uint32_t count = f.triangle_count;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t* t = f.indices + 3 * (size_t)i;
        uint32_t a = t[0], b = t[1], c = t[2];
        fixture_triangle(&f, a, c, b);
    }
    outcome o = fixture_take(&f);
    assert_int_equal(o.result, PLUMP_OK);
    expect_whole(&o, f.vertex_count, count, o.report.volume);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_DUPLICATE_TRIANGLES), count);
    assert_true(o.report.volume > 0);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

// Boxes whose vertices are split meet face to face: the wall between them goes.
static void a_doubled_wall_between_boxes_goes(void** state) {
    (void)state;
    fixture box = fixture_box(1, 1, 1), mirrored = fixture_box(1, 1, 1), f = {0};
    // mirrored in x, so that the faces that meet have the same diagonal
    for (uint32_t v = 0; v < 8; ++v) mirrored.positions[3 * (size_t)v] *= -1;
    fixture_turn_all(&mirrored);
    fixture_append(&f, &box, 0, 0, 0);
    fixture_append(&f, &mirrored, 0, 0, 0);
    fixture soup = fixture_soup(&f);
    outcome o = fixture_take(&soup);
    expect_whole(&o, 12, 20, 2);
    assert_int_equal(o.report.parts, 1);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_DUPLICATE_TRIANGLES), 4);
    plump_mesh_destroy(o.mesh);
    fixture_free(&box);
    fixture_free(&mirrored);
    fixture_free(&f);
    fixture_free(&soup);
}

// Two by two boxes: four walls meet at one inner edge.
static void walls_that_meet_each_other_go_too(void** state) {
    (void)state;
    fixture f = {0};
    for (unsigned corner = 0; corner < 4; ++corner) {
        fixture box = fixture_box(1, 1, 1);
        for (uint32_t v = 0; v < 8; ++v) {
            if (corner & 1) box.positions[3 * (size_t)v] *= -1;
            if (corner & 2) box.positions[3 * (size_t)v + 1] *= -1;
        }
        if (corner == 1 || corner == 2) fixture_turn_all(&box);
        fixture_append(&f, &box, 0, 0, 0);
        fixture_free(&box);
    }
    fixture soup = fixture_soup(&f);
    outcome o = fixture_take(&soup);
    expect_whole(&o, 18, 32, 4);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
    fixture_free(&soup);
}

static void one_triangle_a_hundred_thousand_times_is_refused(void** state) {
    (void)state;
    fixture f = {0};
    const uint32_t count = 100000;
    for (int i = 0; i < 3; ++i) fixture_vertex(&f, i == 0, i == 1, i == 2);
    f.indices = malloc(3 * (size_t)count * sizeof(uint32_t));
    for (uint32_t i = 0; i < 3 * count; ++i) f.indices[i] = i % 3;
    f.triangle_count = count;
    outcome o = fixture_take(&f);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_DUPLICATE_TRIANGLES), count - 1);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_OPEN_EDGES), 3);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repeated_triangles_are_dropped_whatever_their_order),
        cmocka_unit_test(a_surface_given_from_both_sides_comes_out_once),
        cmocka_unit_test(a_doubled_wall_between_boxes_goes),
        cmocka_unit_test(walls_that_meet_each_other_go_too),
        cmocka_unit_test(one_triangle_a_hundred_thousand_times_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

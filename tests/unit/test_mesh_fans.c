// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

static void expect_split(fixture* f, uint32_t vertices, uint32_t parts, uint64_t split) {
    outcome o = fixture_take(f);
    if (o.result) fail_msg("%s", o.error.text);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_REPAIR);
    assert_int_equal(o.report.vertices, vertices);
    assert_int_equal(o.report.parts, parts);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_SPLIT_VERTICES), split);
    assert_null(fixture_fault(o.mesh));
    assert_null(fixture_round_trip_fault(o.mesh));
    plump_mesh_destroy(o.mesh);
}

static void two_boxes_at_one_corner_get_a_corner_each(void** state) {
    (void)state;
    fixture box = fixture_box(1, 1, 1), f = {0};
    fixture_append(&f, &box, 0, 0, 0);
    fixture_append(&f, &box, 1, 1, 1);
    for (uint32_t i = 36; i < 72; ++i) {
        if (f.indices[i] == 8) f.indices[i] = 7;
    }
    outcome o = fixture_take(&f);
    assert_int_equal(o.report.findings[PLUMP_FINDING_SPLIT_VERTICES].first[0].a, 7);
    // the shared vertex stays with the first box; the other's copy comes last
    uint32_t count;
    assert_int_equal(plump_mesh_vertex_map(o.mesh, &count)[7], 7);
    assert_int_equal(plump_mesh_vertex_map(o.mesh, &count)[8], PLUMP_NO_VERTEX);
    plump_mesh_destroy(o.mesh);
    expect_split(&f, 16, 2, 1);
    fixture_free(&box);
    fixture_free(&f);
}

// A sphere whose poles are one vertex: pinched, still one part.
static void a_pinched_sphere_is_opened(void** state) {
    (void)state;
    fixture f = fixture_sphere(1, 12, 9);
    for (uint32_t v = 0; v < f.vertex_count; ++v) {
        double* p = f.positions + 3 * (size_t)v;
        double across = sqrt(p[0] * p[0] + p[2] * p[2]);
        p[1] *= across;  // both poles come to the middle
    }
    for (uint32_t i = 0; i < 3 * f.triangle_count; ++i) {
        if (f.indices[i] == 1) f.indices[i] = 0;
    }
    expect_split(&f, f.vertex_count, 1, 1);
    fixture_free(&f);
}

static void a_hub_of_many_tetrahedra_becomes_as_many_vertices(void** state) {
    (void)state;
    fixture f = {0};
    const uint32_t count = 300;
    uint32_t hub = fixture_vertex(&f, 0, 0, 0);
    for (uint32_t i = 0; i < count; ++i) {
        double a = 0.02 * i;
        uint32_t b = fixture_vertex(&f, cos(a), sin(a), 0);
        uint32_t c = fixture_vertex(&f, cos(a + 0.001), sin(a + 0.001), 0);
        uint32_t d = fixture_vertex(&f, cos(a), sin(a), 0.001);
        fixture_triangle(&f, hub, c, b);
        fixture_triangle(&f, hub, b, d);
        fixture_triangle(&f, hub, d, c);
        fixture_triangle(&f, b, c, d);
    }
    expect_split(&f, 4 * count, count, 1);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_boxes_at_one_corner_get_a_corner_each),
        cmocka_unit_test(a_pinched_sphere_is_opened),
        cmocka_unit_test(a_hub_of_many_tetrahedra_becomes_as_many_vertices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

static void expect_filled(const outcome* o, uint64_t holes) {
    if (o->result) fail_msg("%s", o->error.text);
    assert_int_equal(o->report.verdict, PLUMP_VERDICT_REPAIR);
    assert_int_equal(outcome_count(o, PLUMP_FINDING_FILLED_HOLES), holes);
    const char* fault = fixture_fault(o->mesh);
    if (!fault) fault = fixture_round_trip_fault(o->mesh);
    if (fault) fail_msg("%s", fault);
}

static void an_open_box_is_refused_or_filled_as_asked(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1);
    fixture_drop(&f, 2);
    fixture_drop(&f, 2);
    plump_mesh_def def = fixture_def(&f);
    outcome o = fixture_create(&def);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_REJECT);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_OPEN_EDGES), 4);
    assert_non_null(strstr(o.report.message, "4 edges in 1 place"));
    assert_non_null(strstr(o.report.message, "filled holes"));
    assert_true(o.report.volume == 0);
    assert_int_equal(o.report.triangles, 10);
    def.fill_holes = true;
    o = fixture_create(&def);
    expect_filled(&o, 1);
    assert_true(o.report.volume == 1);
    assert_int_equal(o.report.triangles, 12);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

static void a_filled_pipe_has_the_volume_of_its_prism(void** state) {
    (void)state;
    // short rims by the best plan, long ones by ears, very long ones too
    const uint32_t sides[] = {3, 4, 5, 63, 64, 65, 200, 5000};
    for (int i = 0; i < 8; ++i) {
        uint32_t n = sides[i];
        const double pi = 3.14159265358979323846;
        fixture f = {0};
        for (uint32_t k = 0; k < n; ++k) {
            double a = 2 * pi * k / n;
            fixture_vertex(&f, cos(a), 0, -sin(a));
            fixture_vertex(&f, cos(a), 1, -sin(a));
        }
        for (uint32_t k = 0; k < n; ++k) {
            uint32_t a = 2 * k, b = 2 * ((k + 1) % n);
            fixture_quad(&f, a, b, b + 1, a + 1);
        }
        plump_mesh_def def = fixture_def(&f);
        def.fill_holes = true;
        outcome o = fixture_create(&def);
        expect_filled(&o, 2);
        assert_true(fabs(o.report.volume - 0.5 * n * sin(2 * pi / n)) < 1e-5);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_SELF_INTERSECTIONS), 0);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_SLIVER_TRIANGLES), 0);
        assert_int_equal(o.report.triangles, 2 * n + 2 * (n - 2));
        plump_mesh_destroy(o.mesh);
        fixture_free(&f);
    }
}

// Dropping triangles of a fine sphere leaves holes that touch at vertices; each is filled by
// itself.
static void touching_holes_are_filled_one_by_one(void** state) {
    (void)state;
    for (uint32_t every = 2; every < 8; ++every) {
        fixture f = fixture_sphere(1, 24, 15);
        uint32_t dropped = 0;
        for (uint32_t i = f.triangle_count; i-- > 0;) {
            if (i % every == 1) fixture_drop(&f, i), ++dropped;
        }
        plump_mesh_def def = fixture_def(&f);
        def.fill_holes = true;
        outcome o = fixture_create(&def);
        expect_filled(&o, outcome_count(&o, PLUMP_FINDING_FILLED_HOLES));
        assert_int_equal(o.report.parts, 1);
        assert_true(fabs(o.report.volume - 4.18879) < 0.2);
        if (every > 4) assert_int_equal(outcome_count(&o, PLUMP_FINDING_SPLIT_VERTICES), 0);
        plump_mesh_destroy(o.mesh);
        fixture_free(&f);
    }
}

static void holes_of_two_solids_that_share_a_corner_stay_apart(void** state) {
    (void)state;
    fixture box = fixture_box(1, 1, 1), f = {0};
    fixture_append(&f, &box, 0, 0, 0);
    fixture_append(&f, &box, 1, 1, 1);
    // both use vertex 7, and both lack a face there
    for (uint32_t i = 0; i < 3 * f.triangle_count; ++i) {
        if (f.indices[i] == 8) f.indices[i] = 7;
    }
    fixture_drop(&f, 12);
    fixture_drop(&f, 12);
    fixture_drop(&f, 2);
    fixture_drop(&f, 2);
    plump_mesh_def def = fixture_def(&f);
    def.fill_holes = true;
    outcome o = fixture_create(&def);
    expect_filled(&o, 2);
    assert_int_equal(o.report.parts, 2);
    assert_true(fabs(o.report.volume - 2) < 1e-12);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_SPLIT_VERTICES), 1);
    plump_mesh_destroy(o.mesh);
    fixture_free(&box);
    fixture_free(&f);
}

// The only chord of the rim is an edge already: a vertex in the middle helps.
static void a_rim_without_free_chords_gets_a_middle(void** state) {
    (void)state;
    fixture f = {0};
    for (unsigned i = 0; i < 4; ++i) fixture_vertex(&f, i & 1, i >> 1, 0);
    fixture_vertex(&f, 0.5, 0.5, -1);
    fixture_vertex(&f, 0.5, 0.5, -0.5);
    // four walls down to vertex 4 leave the rim 0 1 3 2; two fins make edges 0 3 and 1 2
    const uint32_t rim[] = {0, 1, 3, 2};
    for (unsigned i = 0; i < 4; ++i) fixture_triangle(&f, rim[(i + 1) % 4], rim[i], 4);
    uint32_t fins[2][2] = {{0, 3}, {1, 2}};
    for (unsigned i = 0; i < 2; ++i) {
        uint32_t a = fins[i][0], b = fins[i][1];
        uint32_t top = fixture_vertex(&f, 0.5, 0.5, 2 + i), side = fixture_vertex(&f, 3, 3 * i, 1);
        fixture_triangle(&f, a, b, top);
        fixture_triangle(&f, b, a, side);
        fixture_triangle(&f, a, top, side);
        fixture_triangle(&f, top, b, side);
    }
    plump_mesh_def def = fixture_def(&f);
    def.fill_holes = true;
    outcome o = fixture_create(&def);
    expect_filled(&o, 1);
    assert_int_equal(o.report.triangles, 4 + 8 + 4);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

static void edges_with_three_triangles_are_refused_beside_open_ones(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1);
    uint32_t fin = fixture_vertex(&f, -1, -1, 0.5);
    fixture_triangle(&f, 0, 4, fin);
    for (int fill = 0; fill < 2; ++fill) {
        plump_mesh_def def = fixture_def(&f);
        def.fill_holes = fill;
        outcome o = fixture_create(&def);
        assert_int_equal(o.result, PLUMP_ERROR_DATA);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_OPEN_EDGES), 2);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_NONMANIFOLD_EDGES), 1);
        const char* open = strstr(o.report.message, "open");
        const char* many = strstr(o.report.message, "three or more");
        assert_true(open && many && open < many);
        plump_element e = o.report.findings[PLUMP_FINDING_NONMANIFOLD_EDGES].first[0];
        assert_true((e.a == 0 && e.b == 4) || (e.a == 4 && e.b == 0));
    }
    fixture_free(&f);
}

static void an_edge_with_very_many_triangles_is_refused_in_linear_time(void** state) {
    (void)state;
    fixture f = {0};
    const uint32_t count = 200000;
    f.positions = malloc(((size_t)count + 2) * 3 * sizeof(double));
    f.indices = malloc((size_t)count * 3 * sizeof(uint32_t));
    for (uint32_t i = 0; i < count + 2; ++i) {
        double* p = f.positions + 3 * (size_t)i;
        p[0] = i == 1, p[1] = i, p[2] = i % 7;
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t* t = f.indices + 3 * (size_t)i;
        t[0] = 0, t[1] = 1, t[2] = i + 2;
    }
    f.vertex_count = count + 2;
    f.triangle_count = count;
    outcome o = fixture_take(&f);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_NONMANIFOLD_EDGES), 1);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_OPEN_EDGES), 2 * count);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_open_box_is_refused_or_filled_as_asked),
        cmocka_unit_test(a_filled_pipe_has_the_volume_of_its_prism),
        cmocka_unit_test(touching_holes_are_filled_one_by_one),
        cmocka_unit_test(holes_of_two_solids_that_share_a_corner_stay_apart),
        cmocka_unit_test(a_rim_without_free_chords_gets_a_middle),
        cmocka_unit_test(edges_with_three_triangles_are_refused_beside_open_ones),
        cmocka_unit_test(an_edge_with_very_many_triangles_is_refused_in_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

// Cuts the edge between corners 0 and 1 of a triangle at `share` of its length, leaving its
// neighbour whole and putting a cap without area between them.
static void add_cap(fixture* f, uint32_t triangle, double share) {
    uint32_t* t = f->indices + 3 * (size_t)triangle;
    uint32_t a = t[0], b = t[1], c = t[2];
    double p[3];
    for (size_t k = 0; k < 3; ++k)
        p[k] =
            f->positions[3 * (size_t)a + k] * (1 - share) + f->positions[3 * (size_t)b + k] * share;
    uint32_t m = fixture_vertex(f, p[0], p[1], p[2]);
    f->indices[3 * (size_t)triangle + 1] = m;
    fixture_triangle(f, m, b, c);
    fixture_triangle(f, a, b, m);
}

static void expect_mended(const fixture* f, uint32_t vertices, double volume) {
    outcome o = fixture_take(f);
    if (o.result) fail_msg("%s", o.error.text);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_REPAIR);
    assert_true(outcome_count(&o, PLUMP_FINDING_DEGENERATE_TRIANGLES) >= 1);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_SLIVER_TRIANGLES), 0);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_SELF_INTERSECTIONS), 0);
    assert_int_equal(o.report.vertices, vertices);
    assert_true(fabs(o.report.volume - volume) < 1e-6 * volume);
    assert_null(fixture_fault(o.mesh));
    assert_null(fixture_round_trip_fault(o.mesh));
    plump_mesh_destroy(o.mesh);
}

static void a_cap_is_flipped_away(void** state) {
    (void)state;
    for (uint32_t triangle = 0; triangle < 12; ++triangle) {
        fixture f = fixture_box(1, 1, 1);
        add_cap(&f, triangle, 0.25);
        outcome o = fixture_take(&f);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_DEGENERATE_TRIANGLES), 1);
        assert_int_equal(o.report.findings[PLUMP_FINDING_DEGENERATE_TRIANGLES].first[0].a, 13);
        assert_int_equal(o.report.triangles, 14);
        plump_mesh_destroy(o.mesh);
        expect_mended(&f, 9, 1);
        fixture_free(&f);
    }
}

// In no special direction the three corners are in a line only within rounding.
static void a_cap_in_any_direction_is_seen(void** state) {
    (void)state;
    fixture f = fixture_sphere(1, 10, 7);
    outcome whole = fixture_take(&f);
    double volume = whole.report.volume;
    plump_mesh_destroy(whole.mesh);
    add_cap(&f, 17, 0.5);
    add_cap(&f, 40, 0.5);
    expect_mended(&f, 74, volume);
    fixture_free(&f);
}

static void caps_on_caps_are_mended(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1);
    add_cap(&f, 3, 0.5);
    // the cap's own side is cut again and again, elsewhere
    const double shares[] = {0.1, 0.8, 0.3, 0.6, 0.7, 0.2};
    for (int i = 0; i < 6; ++i) add_cap(&f, f.triangle_count - 1, shares[i]);
    expect_mended(&f, f.vertex_count, 1);
    fixture_free(&f);
}

// An edge of length zero between joined vertices, two triangles without area beside it.
static void a_needle_is_collapsed(void** state) {
    (void)state;
    fixture f = fixture_sphere(1, 10, 7);
    outcome whole = fixture_take(&f);
    uint32_t vertex = 25;
    // the fan around the vertex is cut in two along one of its triangles' sides
    uint32_t copy = fixture_vertex(&f, f.positions[75], f.positions[76], f.positions[77]);
    uint32_t moved = 0, left = 0, right = 0;
    for (uint32_t t = 0; t < 140 && moved < 2; ++t) {
        uint32_t* c = f.indices + 3 * (size_t)t;
        for (int k = 0; k < 3; ++k) {
            if (c[k] != vertex) continue;
            uint32_t next = c[(k + 1) % 3], previous = c[(k + 2) % 3];
            if (moved == 0)
                left = next, right = previous;
            else if (next == right)
                right = previous;
            else if (previous == left)
                left = next;
            else
                continue;
            c[k] = copy;
            ++moved;
            break;
        }
    }
    assert_int_equal(moved, 2);
    fixture_triangle(&f, vertex, left, copy);
    fixture_triangle(&f, vertex, copy, right);
    expect_mended(&f, 72, whole.report.volume);
    outcome o = fixture_take(&f);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_DEGENERATE_TRIANGLES), 2);
    uint32_t count;
    assert_int_equal(plump_mesh_vertex_map(o.mesh, &count)[copy],
                     plump_mesh_vertex_map(o.mesh, &count)[vertex]);
    plump_mesh_destroy(o.mesh);
    plump_mesh_destroy(whole.mesh);
    fixture_free(&f);
}

static void a_patch_drawn_to_one_point_shrinks_to_one_vertex(void** state) {
    (void)state;
    fixture f = fixture_sphere(1, 60, 40);
    uint32_t moved = 0;
    for (uint32_t v = 0; v < f.vertex_count; ++v) {
        double* p = f.positions + 3 * (size_t)v;
        if (p[0] <= 0.1) continue;
        p[0] = 0.5, p[1] = 0, p[2] = 0;
        ++moved;
    }
    outcome o = fixture_take(&f);
    assert_int_equal(o.result, PLUMP_OK);
    assert_int_equal(o.report.vertices, f.vertex_count - moved + 1);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_SLIVER_TRIANGLES), 0);
    assert_null(fixture_fault(o.mesh));
    assert_null(fixture_round_trip_fault(o.mesh));
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

// Flipping the only sliver would double an edge: it stays and is told, the verdict does not change.
static void what_cannot_be_mended_is_told(void** state) {
    (void)state;
    // a tetrahedron with one flat face: all edges exist already
    fixture f = {0};
    fixture_vertex(&f, 0, 0, 0);
    fixture_vertex(&f, 2, 0, 0);
    fixture_vertex(&f, 1, 0, 0);
    fixture_vertex(&f, 1, 1, 1);
    fixture_triangle(&f, 0, 1, 2);
    fixture_triangle(&f, 0, 3, 1);
    fixture_triangle(&f, 1, 3, 2);
    fixture_triangle(&f, 2, 3, 0);
    // on its own it is flat; with a box it shows that the part is refused and named
    outcome o = fixture_take(&f);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_FLAT_PARTS), 1);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_SLIVER_TRIANGLES), 1);
    fixture_free(&f);
}

static void repeated_corners_are_dropped(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1);
    fixture_triangle(&f, 3, 3, 5);
    fixture_triangle(&f, 1, 2, 1);
    fixture_triangle(&f, 4, 4, 4);
    expect_mended(&f, 8, 1);
    fixture_free(&f);
}

static void all_points_in_one_place_leave_nothing(void** state) {
    (void)state;
    fixture f = fixture_sphere(1, 20, 10);
    for (uint32_t i = 0; i < 3 * f.vertex_count; ++i) f.positions[i] = 3;
    outcome o = fixture_take(&f);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_REJECT);
    assert_true(strlen(o.report.message) > 20);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cap_is_flipped_away),
        cmocka_unit_test(a_cap_in_any_direction_is_seen),
        cmocka_unit_test(caps_on_caps_are_mended),
        cmocka_unit_test(a_needle_is_collapsed),
        cmocka_unit_test(a_patch_drawn_to_one_point_shrinks_to_one_vertex),
        cmocka_unit_test(what_cannot_be_mended_is_told),
        cmocka_unit_test(repeated_corners_are_dropped),
        cmocka_unit_test(all_points_in_one_place_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

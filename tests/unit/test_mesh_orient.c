// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

static void flipped_triangles_are_turned_back_and_named(void** state) {
    (void)state;
    fixture good = fixture_sphere(1, 12, 7), f = fixture_sphere(1, 12, 7);
    const uint32_t wrong[] = {3, 4, 50, 77};
    for (int i = 0; i < 4; ++i) fixture_turn(&f, wrong[i]);
    outcome o = fixture_take(&f);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_REPAIR);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_FLIPPED_TRIANGLES), 4);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_INVERTED_PARTS), 0);
    for (int i = 0; i < 4; ++i)
        assert_int_equal(o.report.findings[PLUMP_FINDING_FLIPPED_TRIANGLES].first[i].a, wrong[i]);
    assert_memory_equal(plump_mesh_indices(o.mesh), good.indices,
                        3 * good.triangle_count * sizeof(uint32_t));
    plump_mesh_destroy(o.mesh);
    fixture_free(&good);
    fixture_free(&f);
}

static void an_inside_out_part_is_turned_whole(void** state) {
    (void)state;
    fixture good = fixture_box(1, 1, 1), f = fixture_box(1, 1, 1);
    fixture_turn_all(&f);
    outcome o = fixture_take(&f);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_REPAIR);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_FLIPPED_TRIANGLES), 0);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_INVERTED_PARTS), 1);
    assert_memory_equal(plump_mesh_indices(o.mesh), good.indices, 36 * sizeof(uint32_t));
    assert_true(o.report.volume == 1);
    plump_mesh_destroy(o.mesh);
    fixture_free(&good);
    fixture_free(&f);
}

static void every_mix_of_flips_of_a_box_is_mended(void** state) {
    (void)state;
    for (unsigned mask = 0; mask < 4096; ++mask) {
        fixture f = fixture_box(1, 1, 1);
        for (uint32_t i = 0; i < 12; ++i) {
            if (mask >> i & 1) fixture_turn(&f, i);
        }
        plump_mesh_def def = fixture_def(&f);
        def.find_intersections = false;
        outcome o = fixture_create(&def);
        assert_int_equal(o.result, PLUMP_OK);
        assert_true(o.report.volume == 1);
        assert_true(outcome_count(&o, PLUMP_FINDING_FLIPPED_TRIANGLES) <= 6);
        assert_true((o.report.verdict == PLUMP_VERDICT_ACCEPT) == (mask == 0));
        if (mask % 64 == 0) assert_null(fixture_fault(o.mesh));
        plump_mesh_destroy(o.mesh);
        fixture_free(&f);
    }
}

static void a_moebius_strip_is_refused_as_open_and_one_sided(void** state) {
    (void)state;
    fixture f = fixture_ring(24, 4, true, false);
    plump_mesh_def def = fixture_def(&f);
    for (int fill = 0; fill < 2; ++fill) {
        def.fill_holes = fill;
        outcome o = fixture_create(&def);
        assert_int_equal(o.result, PLUMP_ERROR_DATA);
        assert_true(outcome_count(&o, PLUMP_FINDING_UNORIENTABLE_EDGES) >= 1);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_OPEN_EDGES), 48);
        assert_non_null(strstr(o.report.message, "open"));
        assert_non_null(strstr(o.report.message, "Moebius"));
        assert_non_null(strstr(o.report.message, "1 place"));
    }
    fixture_free(&f);
}

// A tube whose ends are joined mirrored, passing through itself.
static void a_klein_bottle_is_refused(void** state) {
    (void)state;
    const uint32_t columns = 24, rows = 12;
    fixture f = fixture_ring(columns, rows, false, true);
    // the last column of quads joins the first ring in the opposite sense
    for (uint32_t t = 0; t < f.triangle_count; ++t) {
        uint32_t* c = f.indices + 3 * (size_t)t;
        if (t < 2 * rows * (columns - 1)) continue;
        for (int k = 0; k < 3; ++k) {
            if (c[k] < rows) c[k] = (rows - c[k]) % rows;
        }
    }
    outcome o = fixture_take(&f);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_OPEN_EDGES), 0);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_NONMANIFOLD_EDGES), 0);
    assert_true(outcome_count(&o, PLUMP_FINDING_UNORIENTABLE_EDGES) >= 1);
    assert_int_equal(o.report.euler, 0);
    fixture_free(&f);
}

static void a_tube_ring_has_the_figures_of_a_torus(void** state) {
    (void)state;
    fixture f = fixture_ring(24, 12, false, true);
    outcome o = fixture_take(&f);
    assert_int_equal(o.result, PLUMP_OK);
    assert_int_equal(o.report.euler, 0);
    assert_int_equal(o.report.parts, 1);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flipped_triangles_are_turned_back_and_named),
        cmocka_unit_test(an_inside_out_part_is_turned_whole),
        cmocka_unit_test(every_mix_of_flips_of_a_box_is_mended),
        cmocka_unit_test(a_moebius_strip_is_refused_as_open_and_one_sided),
        cmocka_unit_test(a_klein_bottle_is_refused),
        cmocka_unit_test(a_tube_ring_has_the_figures_of_a_torus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

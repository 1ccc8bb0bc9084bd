// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

static void expect_closed(const outcome* o, plump_verdict verdict, uint32_t vertices) {
    if (o->result) fail_msg("%s", o->error.text);
    assert_int_equal(o->report.verdict, verdict);
    assert_int_equal(o->report.vertices, vertices);
    assert_null(fixture_fault(o->mesh));
    assert_null(fixture_round_trip_fault(o->mesh));
}

// A cube as most files hold it: four vertices of its own for each face.
static fixture split_cube(void) {
    fixture box = fixture_box(1, 1, 1), f = {0};
    for (uint32_t face = 0; face < 6; ++face) {
        const uint32_t* t = box.indices + 6 * (size_t)face;
        const uint32_t corners[4] = {t[0], t[1], t[2], t[5]};
        uint32_t base = f.vertex_count;
        for (int k = 0; k < 4; ++k) {
            const double* p = box.positions + 3 * (size_t)corners[k];
            fixture_vertex(&f, p[0], p[1], p[2]);
        }
        fixture_quad(&f, base, base + 1, base + 2, base + 3);
    }
    fixture_free(&box);
    return f;
}

static void split_cube_closes(void** state) {
    (void)state;
    fixture f = split_cube();
    outcome o = fixture_take(&f);
    expect_closed(&o, PLUMP_VERDICT_REPAIR, 8);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_WELDED_VERTICES), 16);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_NEAR_VERTICES), 0);
    assert_true(o.report.volume == 1);
    // every input vertex maps to a mesh vertex at its place
    uint32_t count = 0;
    const uint32_t* map = plump_mesh_vertex_map(o.mesh, &count);
    assert_int_equal(count, 24);
    double origin[3];
    plump_mesh_origin(o.mesh, origin);
    for (uint32_t v = 0; v < 24; ++v) {
        assert_true(map[v] < 8);
        for (size_t k = 0; k < 3; ++k) {
            double x = origin[k] + (double)plump_mesh_positions(o.mesh)[3 * (size_t)map[v] + k];
            assert_true(x == f.positions[3 * (size_t)v + k]);
        }
    }
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

static void soup_of_a_sphere_closes(void** state) {
    (void)state;
    fixture sphere = fixture_sphere(1, 20, 19), soup = fixture_soup(&sphere);
    outcome o = fixture_take(&soup);
    expect_closed(&o, PLUMP_VERDICT_REPAIR, 382);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_WELDED_VERTICES), 3 * 760 - 382);
    outcome whole = fixture_take(&sphere);
    expect_closed(&whole, PLUMP_VERDICT_ACCEPT, 382);
    assert_true(fabs(o.report.volume / whole.report.volume - 1) < 1e-12);
    plump_mesh_destroy(o.mesh);
    plump_mesh_destroy(whole.mesh);
    fixture_free(&sphere);
    fixture_free(&soup);
}

static void zero_has_no_sign_when_welding(void** state) {
    (void)state;
    fixture f = split_cube();
    for (uint32_t i = 0; i < 3 * f.vertex_count; ++i) {
        f.positions[i] -= 0.5;
        if (f.positions[i] < 0) f.positions[i] = i % 2 ? 0.0 : -0.0;
    }
    outcome o = fixture_take(&f);
    expect_closed(&o, PLUMP_VERDICT_REPAIR, 8);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

static void nearly_equal_seams_close_within_the_tolerance_only(void** state) {
    (void)state;
    fixture sphere = fixture_sphere(1, 40, 20), soup = fixture_soup(&sphere);
    uint64_t seed = 3;
    for (uint32_t i = 0; i < 3 * soup.vertex_count; ++i) {
        seed = seed * UINT64_C(6364136223846793005) + 1;
        soup.positions[i] += ((double)(seed >> 40) / 16777216.0 - 0.5) * 1e-6;
    }
    plump_mesh_def def = fixture_def(&soup);
    outcome o = fixture_create(&def);
    expect_closed(&o, PLUMP_VERDICT_REPAIR, 802);
    assert_true(outcome_count(&o, PLUMP_FINDING_NEAR_VERTICES) > 3000);
    assert_non_null(strstr(o.report.message, "nearly equal"));
    plump_mesh_destroy(o.mesh);

    def.weld_tolerance = 0;
    o = fixture_create(&def);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_NEAR_VERTICES), 0);
    fixture_free(&sphere);
    fixture_free(&soup);
}

// A rim finer than the tolerance: the seam closes, the rim is not eaten.
static void large_tolerance_closes_the_seam_and_keeps_neighbours_apart(void** state) {
    (void)state;
    fixture half = fixture_sphere(1, 800, 5), f = {0};
    fixture_append(&f, &half, 0, 0, 0);
    // cut along the equator ring: triangles below get their own vertices, a little off
    uint32_t ring = 2 + 2 * 800, base = f.vertex_count;
    for (uint32_t i = 0; i < 800; ++i) {
        const double* p = f.positions + 3 * (size_t)(ring + i);
        double x = p[0] * 1.001, y = p[1] - 0.002, z = p[2] * 1.001;
        fixture_vertex(&f, x, y, z);
    }
    for (uint32_t t = 0; t < f.triangle_count; ++t) {
        uint32_t* c = f.indices + 3 * (size_t)t;
        double y = 0;
        for (int k = 0; k < 3; ++k) y += f.positions[3 * (size_t)c[k] + 1];
        for (int k = 0; k < 3 && y < -1e-3; ++k) {
            if (c[k] >= ring && c[k] < ring + 800) c[k] += base - ring;
        }
    }
    plump_mesh_def def = fixture_def(&f);
    outcome o = fixture_create(&def);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_OPEN_EDGES), 1600);
    def.weld_tolerance = 0.01;
    o = fixture_create(&def);
    expect_closed(&o, PLUMP_VERDICT_REPAIR, half.vertex_count);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_NEAR_VERTICES), 800);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_DEGENERATE_TRIANGLES), 0);
    plump_mesh_destroy(o.mesh);
    fixture_free(&half);
    fixture_free(&f);
}

static void touching_closed_cubes_are_not_glued(void** state) {
    (void)state;
    fixture box = fixture_box(1, 1, 1), f = {0};
    fixture_append(&f, &box, 0, 0, 0);
    fixture_append(&f, &box, 1, 0, 0);
    fixture_append(&f, &box, 0, 1, 1);
    outcome o = fixture_take(&f);
    expect_closed(&o, PLUMP_VERDICT_ACCEPT, 24);
    assert_int_equal(o.report.parts, 3);
    assert_true(o.report.volume == 3);
    plump_mesh_destroy(o.mesh);
    fixture_free(&box);
    fixture_free(&f);
}

static void a_t_junction_stays_open(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1);
    // one triangle of an edge is cut in two, the other is not
    uint32_t middle = fixture_vertex(&f, 0.5, 0, 0);
    uint32_t* t = f.indices + 3 * 4;  // 0 1 5
    assert_true(t[0] == 0 && t[1] == 1);
    uint32_t last = t[2];
    t[1] = middle;
    fixture_triangle(&f, middle, 1, last);
    outcome o = fixture_take(&f);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_OPEN_EDGES), 3);
    fixture_free(&f);
}

static void a_million_in_one_cell_take_no_longer_than_elsewhere(void** state) {
    (void)state;
    fixture f = {0};
    uint64_t seed = 5;
    const uint32_t count = 30000;
    f.positions = malloc(3 * (size_t)count * 3 * sizeof(double));
    f.indices = malloc(3 * (size_t)count * sizeof(uint32_t));
    for (uint32_t i = 0; i < 9 * count; ++i) {
        seed = seed * UINT64_C(6364136223846793005) + 1;
        f.positions[i] = (double)(seed >> 40) / 16777216.0 * 1e-3;
    }
    for (uint32_t i = 0; i < 3 * count; ++i) f.indices[i] = i;
    f.positions[0] = 1, f.positions[3] = -1;
    f.vertex_count = 3 * count;
    f.triangle_count = count;
    plump_mesh_def def = fixture_def(&f);
    def.weld_tolerance = 0.01;
    outcome o = fixture_create(&def);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(split_cube_closes),
        cmocka_unit_test(soup_of_a_sphere_closes),
        cmocka_unit_test(zero_has_no_sign_when_welding),
        cmocka_unit_test(nearly_equal_seams_close_within_the_tolerance_only),
        cmocka_unit_test(large_tolerance_closes_the_seam_and_keeps_neighbours_apart),
        cmocka_unit_test(touching_closed_cubes_are_not_glued),
        cmocka_unit_test(a_t_junction_stays_open),
        cmocka_unit_test(a_million_in_one_cell_take_no_longer_than_elsewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

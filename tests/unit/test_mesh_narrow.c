// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

static uint64_t seed = 1;

static double next_random(void) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(seed >> 11) / 9007199254740992.0;
}

// The sum of origin and position must be exact: going there and back changes nothing.
static void expect_exact(const plump_mesh* mesh) {
    double origin[3];
    plump_mesh_origin(mesh, origin);
    const float* p = plump_mesh_positions(mesh);
    for (size_t i = 0; i < 3 * (size_t)plump_mesh_vertex_count(mesh); ++i) {
        volatile double x = origin[i % 3] + (double)p[i];
        assert_true(x - origin[i % 3] == (double)p[i]);
    }
}

static void any_place_and_scale_comes_back_with_the_same_bits(void** state) {
    (void)state;
    for (int round = 0; round < 3000; ++round) {
        fixture f = fixture_sphere(1, 3 + (uint32_t)round % 5, 1 + (uint32_t)round % 3);
        double scale = 1, far = 1;
        for (int i = (int)(next_random() * 12); i > 0; --i) scale *= 0.1 + next_random();
        for (int i = (int)(next_random() * 10); i > 0; --i) far *= 10 * next_random();
        for (uint32_t v = 0; v < f.vertex_count; ++v) {
            for (size_t k = 0; k < 3; ++k) {
                double* x = &f.positions[3 * (size_t)v + k];
                *x = (*x + 0.1 * next_random()) * scale + (k == 1 ? -far : far);
            }
        }
        plump_mesh_def def = fixture_def(&f);
        def.find_intersections = false;
        outcome o = fixture_create(&def);
        if (o.result == PLUMP_OK) {
            expect_exact(o.mesh);
            const char* fault = fixture_round_trip_fault(o.mesh);
            if (fault) fail_msg("round %d: %s", round, fault);
        } else {
            // too far out for its size: nothing but rounding is left of it
            assert_true(scale < 1e-5 * far);
        }
        plump_mesh_destroy(o.mesh);
        fixture_free(&f);
    }
}

// Boxes whose middle lies where the origin's rounding changes over, and sizes next to powers of
// two.
static void middles_on_the_brink_settle(void** state) {
    (void)state;
    for (int round = 0; round < 2000; ++round) {
        double size =
            (round % 2 ? 1 : 2) * (1 + (next_random() - 0.5) * (round % 3 ? 1e-7 : 1e-15));
        fixture f = fixture_box(size, size / 3, size / 7);
        double brink = (round % 5) / 1024.0 + 0.5 / 1024;
        double nudge = (next_random() - 0.5) * (round % 7 ? 1e-8 : 1e-15);
        for (uint32_t v = 0; v < 8; ++v) {
            for (size_t k = 0; k < 3; ++k)
                f.positions[3 * (size_t)v + k] += brink + nudge - size / 2 / (double)(k * k + 1);
        }
        outcome o = fixture_take(&f);
        assert_int_equal(o.result, PLUMP_OK);
        expect_exact(o.mesh);
        const char* fault = fixture_round_trip_fault(o.mesh);
        if (fault) fail_msg("round %d: %s", round, fault);
        plump_mesh_destroy(o.mesh);
        fixture_free(&f);
    }
}

static void positions_are_within_half_a_float_step_of_the_input(void** state) {
    (void)state;
    fixture f = fixture_sphere(3, 31, 17);
    for (uint32_t i = 0; i < 3 * f.vertex_count; ++i) f.positions[i] += 1234567.891;
    outcome o = fixture_take(&f);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_ACCEPT);
    fixture back = fixture_of_mesh(o.mesh);
    for (uint32_t i = 0; i < 3 * f.vertex_count; ++i)
        assert_true(fabs(back.positions[i] - f.positions[i]) <= 3.01 / 16777216);
    fixture_free(&back);
    fixture_free(&f);
    plump_mesh_destroy(o.mesh);
}

// A stray triangle without area far away is dropped, and with it its pull on the middle.
static void what_is_dropped_does_not_move_the_middle(void** state) {
    (void)state;
    fixture f = fixture_sphere(0.1, 16, 9);
    outcome alone = fixture_take(&f);
    uint32_t far = fixture_vertex(&f, 1e4, 0, 0);
    fixture_triangle(&f, far, far, 0);
    outcome o = fixture_take(&f);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_REPAIR);
    assert_null(fixture_round_trip_fault(o.mesh));
    double a[3], b[3];
    plump_mesh_origin(alone.mesh, a);
    plump_mesh_origin(o.mesh, b);
    assert_memory_equal(a, b, sizeof a);
    plump_mesh_destroy(alone.mesh);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

static void the_origin_given_is_added(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1);
    plump_mesh_def def = fixture_def(&f);
    def.triangles.origin[0] = 1e6;
    def.triangles.origin[1] = -0.25;
    outcome o = fixture_create(&def);
    assert_true(o.report.bounds_min[0] == 1e6 && o.report.bounds_max[0] == 1e6 + 1);
    assert_true(o.report.bounds_min[1] == -0.25);
    plump_mesh_def again = plump_default_mesh_def();
    again.triangles = plump_mesh_triangles(o.mesh);
    outcome p = fixture_create(&again);
    assert_int_equal(p.report.verdict, PLUMP_VERDICT_ACCEPT);
    assert_memory_equal(plump_mesh_positions(p.mesh), plump_mesh_positions(o.mesh), 96);
    plump_mesh_destroy(o.mesh);
    plump_mesh_destroy(p.mesh);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_place_and_scale_comes_back_with_the_same_bits),
        cmocka_unit_test(middles_on_the_brink_settle),
        cmocka_unit_test(positions_are_within_half_a_float_step_of_the_input),
        cmocka_unit_test(what_is_dropped_does_not_move_the_middle),
        cmocka_unit_test(the_origin_given_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

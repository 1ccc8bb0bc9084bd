// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_shape_kit.h"

static pl_shape_surface make(pl_arena* arena, bool (*maker)(pl_shape_surface*, uint32_t),
                             uint32_t wish) {
    pl_shape_surface s = {.arena = arena};
    assert_true(maker(&s, wish));
    return s;
}

static void capsule_vertices_lie_half_a_unit_from_its_axis(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = make(&arena, pl_shape_capsule, 3000);
    for (uint32_t v = 0; v < s.vertex_count; ++v) {
        pl_vec3d p = s.points[v];
        double along = fabs(p.y) > 0.6 ? fabs(p.y) - 0.6 : 0;
        shape_expect_near(sqrt(p.x * p.x + p.z * p.z + along * along), 0.5, 1e-14);
    }
    pl_arena_release(&arena, NULL);
}

static void capsule_volume_tends_to_the_closed_form(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = make(&arena, pl_shape_capsule, 50000);
    double pi = 3.141592653589793;
    shape_expect_near(shape_judge(&s).volume, pi * 0.25 * 1.2 + 4 * pi / 3 / 8, 1e-3);
    pl_arena_release(&arena, NULL);
}

static void counts_are_met_within_half_a_percent_and_triangles_stay_good(void** state) {
    (void)state;
    for (uint32_t wish = 60; wish < 20000; wish = wish * 5 / 4) {
        pl_arena arena = shape_arena();
        pl_shape_surface capsule = make(&arena, pl_shape_capsule, wish);
        pl_shape_surface spindle = make(&arena, pl_shape_spindle, wish);
        shape_expect_near(capsule.vertex_count, wish, 4 + 0.005 * wish);
        shape_expect_near(spindle.vertex_count, wish, 4 + 0.005 * wish);
        assert_true(shape_expect_sound(&capsule, 2).worst_aspect < 2.5);
        assert_true(shape_expect_sound(&spindle, 2).worst_aspect < 2.6);
        pl_arena_release(&arena, NULL);
    }
}

static void no_pole_is_crowded(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = make(&arena, pl_shape_spindle, 534);
    uint32_t* valence = pl_arena_alloc_zero(&arena, s.vertex_count, sizeof *valence);
    for (size_t i = 0; i < 3 * (size_t)s.triangle_count; ++i) ++valence[s.triangles[i]];
    for (uint32_t v = 0; v < s.vertex_count; ++v) assert_in_range(valence[v], 4, 8);
    pl_arena_release(&arena, NULL);
}

static void spindle_is_a_belly_between_two_tendons(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = make(&arena, pl_shape_spindle, 5000);
    for (uint32_t v = 0; v < s.vertex_count; ++v) {
        pl_vec3d p = s.points[v];
        double radius = sqrt(p.x * p.x + p.z * p.z);
        assert_true(radius < 0.2701 && fabs(p.y) < 1 + 1e-12);
        if (fabs(p.y) < 0.01) assert_true(radius > 0.269);
        if (fabs(p.y) > 0.75 && fabs(p.y) < 0.92) shape_expect_near(radius, 0.07, 1e-12);
    }
    pl_arena_release(&arena, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capsule_vertices_lie_half_a_unit_from_its_axis),
        cmocka_unit_test(capsule_volume_tends_to_the_closed_form),
        cmocka_unit_test(counts_are_met_within_half_a_percent_and_triangles_stay_good),
        cmocka_unit_test(no_pole_is_crowded),
        cmocka_unit_test(spindle_is_a_belly_between_two_tendons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_shape_kit.h"

static pl_shape_surface make(pl_arena* arena, bool (*maker)(pl_shape_surface*, uint32_t),
                             uint32_t wish) {
    pl_shape_surface s = {.arena = arena};
    assert_true(maker(&s, wish));
    return s;
}

static void expect_ball(const pl_shape_surface* s) {
    for (uint32_t v = 0; v < s->vertex_count; ++v)
        shape_expect_near(pl_vec3d_length(s->points[v]), 1, 1e-15);
}

static void geodesic_counts_are_ten_squares_and_two(void** state) {
    (void)state;
    for (uint32_t n = 1; n < 40; ++n) {
        pl_arena arena = shape_arena();
        pl_shape_surface s = make(&arena, pl_shape_geodesic, 10 * n * n + 2);
        assert_int_equal(s.vertex_count, 10 * n * n + 2);
        shape_expect_sound(&s, 2);
        expect_ball(&s);
        pl_arena_release(&arena, NULL);
    }
}

static void geodesic_takes_the_nearer_of_two_counts(void** state) {
    (void)state;
    static const uint32_t pairs[][2] = {{26, 12}, {27, 12}, {28, 42},
                                        {66, 42}, {68, 92}, {642, 642}};
    for (size_t i = 0; i < PL_COUNT(pairs); ++i) {
        pl_arena arena = shape_arena();
        assert_int_equal(make(&arena, pl_shape_geodesic, pairs[i][0]).vertex_count, pairs[i][1]);
        pl_arena_release(&arena, NULL);
    }
}

static void geodesic_triangles_are_even(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = make(&arena, pl_shape_geodesic, 40962);
    shape_facts f = shape_judge(&s);
    assert_true(f.edge_max < 1.2 * f.edge_min);
    assert_true(f.worst_aspect < 1.5);
    shape_expect_near(f.volume, 4.1887902047863905, 1e-3);
    pl_arena_release(&arena, NULL);
}

static void uv_spheres_come_as_the_papers_have_them(void** state) {
    (void)state;
    // segments x rings + 2: 20 x 19, 40 x 39, 70 x 70
    static const uint32_t counts[] = {8, 382, 1562, 4902};
    for (size_t i = 0; i < PL_COUNT(counts); ++i) {
        pl_arena arena = shape_arena();
        pl_shape_surface s = make(&arena, pl_shape_uv_sphere, counts[i]);
        assert_int_equal(s.vertex_count, counts[i]);
        shape_expect_sound(&s, 2);
        expect_ball(&s);
        pl_arena_release(&arena, NULL);
    }
}

// An inscribed sphere of n segments has the volume of its frustums: the plain sum over rings.
static void uv_sphere_volume_is_that_of_its_frustums(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = make(&arena, pl_shape_uv_sphere, 382);
    double polygon = 0.5 * 20 * sin(2 * 3.141592653589793 / 20), sum = 0;
    for (int ring = 0; ring < 20; ++ring) {
        double a = 3.141592653589793 * ring / 20, b = 3.141592653589793 * (ring + 1) / 20;
        double height = cos(a) - cos(b), r = sin(a), q = sin(b);
        sum += polygon * height * (r * r + r * q + q * q) / 3;
    }
    shape_expect_near(shape_judge(&s).volume, sum, 1e-12);
    pl_arena_release(&arena, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geodesic_counts_are_ten_squares_and_two),
        cmocka_unit_test(geodesic_takes_the_nearer_of_two_counts),
        cmocka_unit_test(geodesic_triangles_are_even),
        cmocka_unit_test(uv_spheres_come_as_the_papers_have_them),
        cmocka_unit_test(uv_sphere_volume_is_that_of_its_frustums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

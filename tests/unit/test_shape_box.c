// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_shape_kit.h"

static void box_counts_are_twelve_squares_and_two(void** state) {
    (void)state;
    for (uint32_t k = 1; k < 30; ++k) {
        pl_arena arena = shape_arena();
        pl_shape_surface s = shape_make(&arena, PLUMP_SHAPE_BOX, 12 * k * k + 2);
        assert_int_equal(s.vertex_count, 12 * k * k + 2);
        shape_facts f = shape_expect_sound(&s, 2);
        shape_expect_near(f.volume, 1, 1e-12);
        shape_expect_near(f.area, 6, 1e-11);
        shape_expect_near(f.worst_aspect, 2, 1e-9);
        pl_arena_release(&arena, NULL);
    }
}

static void box_vertices_lie_on_its_faces(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = shape_make(&arena, PLUMP_SHAPE_BOX, 770);
    for (uint32_t v = 0; v < s.vertex_count; ++v)
        shape_expect_near(pl_vec3d_max_abs(s.points[v]), 0.5, 1e-15);
    pl_arena_release(&arena, NULL);
}

static void bar_is_four_by_one_by_one_with_near_square_cells(void** state) {
    (void)state;
    for (uint32_t wish = 38; wish < 200000; wish = wish * 3 / 2) {
        pl_arena arena = shape_arena();
        pl_shape_surface s = shape_make(&arena, PLUMP_SHAPE_BAR, wish);
        shape_facts f = shape_expect_sound(&s, 2);
        shape_expect_near(f.high.x, 0.5, 1e-15);
        shape_expect_near(f.high.y, 0.125, 1e-15);
        shape_expect_near(f.high.z, 0.125, 1e-15);
        shape_expect_near(f.volume, 1.0 / 16, 1e-12);
        assert_true(f.worst_aspect < 2.7);
        shape_expect_near(s.vertex_count, wish, 4 * sqrt(wish));
        pl_arena_release(&arena, NULL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_counts_are_twelve_squares_and_two),
        cmocka_unit_test(box_vertices_lie_on_its_faces),
        cmocka_unit_test(bar_is_four_by_one_by_one_with_near_square_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

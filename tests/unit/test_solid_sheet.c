// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/solid_kit.h"

#define SIDE  20
#define CELLS ((SIDE - 1) * (SIDE - 1))

// A wavy field, as a net or as a soup in which every triangle has points of its own.
typedef struct field {
    float points[6 * CELLS * 3];
    uint32_t triangles[6 * CELLS];
} field;

static void field_point(field* f, uint32_t at, uint32_t i, uint32_t j) {
    float* p = f->points + 3 * (size_t)at;
    p[0] = 0.1f * (float)i, p[2] = 0.1f * (float)j;
    p[1] = 0.05f * (float)((i * 7 + j * 3) % 5);
}

static const uint32_t corner_i[6] = {0, 0, 1, 0, 1, 1}, corner_j[6] = {0, 1, 1, 0, 1, 0};

static plump_obstacle_def field_def(field* f, bool soup) {
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_SHEET, false);
    for (uint32_t i = 0; i < SIDE; ++i)
        for (uint32_t j = 0; j < SIDE; ++j) field_point(f, SIDE * i + j, i, j);
    for (uint32_t n = 0; n < 6 * CELLS; ++n) {
        uint32_t cell = n / 6, i = cell / (SIDE - 1) + corner_i[n % 6];
        uint32_t j = cell % (SIDE - 1) + corner_j[n % 6];
        f->triangles[n] = soup ? n : SIDE * i + j;
        if (soup) field_point(f, n, i, j);
    }
    def.points = f->points;
    def.triangles = f->triangles;
    def.point_count = soup ? 6 * CELLS : SIDE * SIDE;
    def.triangle_count = 2 * CELLS;
    return def;
}

static float corner_of(const pl_solid* s, uint32_t corner, int axis) {
    return s->x[axis][s->triangles[corner]];
}

static void a_sheet_is_a_copy_of_its_triangles(void** state) {
    (void)state;
    static field f, kept;
    solid_kit k;
    plump_obstacle_def def = field_def(&f, false);
    def.scale = 2;
    const pl_solid* sheet = solid_kit_take(&k, &def);
    kept = f;
    memset(&f, 0xff, sizeof f);
    assert_null(sheet->surface);
    assert_null(sheet->owned);
    assert_int_equal(sheet->triangle_count, 2 * CELLS);
    assert_int_equal(sheet->vertex_count, SIDE * SIDE);
    for (uint32_t n = 0; n < 6 * CELLS; ++n)
        for (int a = 0; a < 3; ++a)
            assert_true(corner_of(sheet, n, a) ==
                        2 * kept.points[3 * (size_t)kept.triangles[n] + (size_t)a]);
    solid_kit_free(&k);
}

static void a_soup_becomes_the_net_it_shows(void** state) {
    (void)state;
    static field net, soup;
    plump_obstacle_def a = field_def(&net, false), b = field_def(&soup, true);
    solid_kit k, l;
    const pl_solid *one = solid_kit_take(&k, &a), *other = solid_kit_take(&l, &b);
    assert_int_equal(other->vertex_count, SIDE * SIDE);
    assert_int_equal(other->edge_count, one->edge_count);
    assert_true(other->hash == one->hash);
    solid_kit_free(&k);
    solid_kit_free(&l);
}

static void zeros_of_both_signs_are_one_place(void** state) {
    (void)state;
    const float points[] = {0, 0, 0, 1, 0, 0, 0, 0, 1, -0.0f, 0, -0.0f, 1, -0.0f, 0, 0, 1, 0};
    const uint32_t triangles[] = {0, 1, 2, 4, 3, 5};
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_SHEET, false);
    def.points = points, def.point_count = 6;
    def.triangles = triangles, def.triangle_count = 2;
    solid_kit k;
    assert_int_equal(solid_kit_take(&k, &def)->vertex_count, 4);
    solid_kit_free(&k);
}

static void its_box_and_tree_hold_all_of_it(void** state) {
    (void)state;
    static field f;
    solid_kit k;
    plump_obstacle_def def = field_def(&f, false);
    const pl_solid* sheet = solid_kit_take(&k, &def);
    float lo[3], hi[3];
    pl_tree_bounds(&sheet->tree, lo, hi);
    double least[3] = {9, 9, 9}, most[3] = {-9, -9, -9};
    for (uint32_t i = 0; i < sheet->vertex_count; ++i) {
        for (int a = 0; a < 3; ++a) {
            least[a] = fmin(least[a], (double)sheet->x[a][i]);
            most[a] = fmax(most[a], (double)sheet->x[a][i]);
        }
    }
    for (int a = 0; a < 3; ++a) {
        assert_true(sheet->lo[a] == least[a] && sheet->hi[a] == most[a]);
        assert_true((double)lo[a] == least[a] && (double)hi[a] == most[a]);
    }
    pl_near near;
    const float above[3] = {0.95f, 0.6f, 0.95f};
    pl_tree_nearest(&sheet->tree, sheet->x, above, 1, &near);
    assert_true(near.triangle < sheet->triangle_count);
    solid_kit_free(&k);
}

static void triangles_without_area_and_points_without_triangle_go(void** state) {
    (void)state;
    const float points[] = {0, 0, 0, 1, 0, 0, 0, 0, 1, 9, 9, 9, 2, 0, 0, 1, 0, 1};
    const uint32_t triangles[] = {0, 1, 1, 0, 1, 2, 0, 1, 4, 3, 3, 3, 1, 5, 2};
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_SHEET, false);
    def.points = points, def.point_count = 6;
    def.triangles = triangles, def.triangle_count = 5;
    solid_kit k;
    const pl_solid* sheet = solid_kit_take(&k, &def);
    assert_int_equal(sheet->triangle_count, 2);
    assert_int_equal(sheet->vertex_count, 4);
    assert_true(sheet->hi[0] == 1 && sheet->hi[1] == 0 && sheet->hi[2] == 1);
    solid_kit_free(&k);
    // and where none is left it is no sheet
    def.triangle_count = 1;
    solid_kit_refused(&def, "no triangle of the sheet's 1 has an area");
}

static void bad_numbers_get_a_sentence(void** state) {
    (void)state;
    const float points[] = {0, 0, 0, 1, 0, 0, 0, 0, 1}, bad[] = {0, 0, 0, 1, NAN, 0, 0, 0, 1};
    const uint32_t triangles[] = {0, 1, 2, 0, 3, 1};
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_SHEET, false);
    solid_kit_refused(&def, "no triangles");
    def.points = points, def.point_count = 3;
    solid_kit_refused(&def, "no triangles");
    def.triangles = triangles;
    solid_kit_refused(&def, "no triangles");
    def.triangle_count = 2;
    solid_kit_refused(&def, "triangle 1 of the sheet names point 3; it has 3 points");
    def.triangle_count = 1;
    def.points = bad;
    solid_kit_refused(&def, "point 1 of the sheet");
    def.points = points;
    def.scale = -1;
    solid_kit_refused(&def, "scale is -1");
    plump_obstacle_def none = solid_kit_def(PLUMP_OBSTACLE_MESH, false);
    solid_kit_refused(&none, "has no mesh");
}

static void out_of_memory_is_told_and_leaks_nothing(void** state) {
    (void)state;
    static field f;
    plump_obstacle_def def = field_def(&f, true);
    solid_kit_starve(&def, 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sheet_is_a_copy_of_its_triangles),
        cmocka_unit_test(a_soup_becomes_the_net_it_shows),
        cmocka_unit_test(zeros_of_both_signs_are_one_place),
        cmocka_unit_test(its_box_and_tree_hold_all_of_it),
        cmocka_unit_test(triangles_without_area_and_points_without_triangle_go),
        cmocka_unit_test(bad_numbers_get_a_sentence),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

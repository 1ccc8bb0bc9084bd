// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/solid_kit.h"

static const double pi = 3.14159265358979323846;

static pl_vec3d end_of(const float end[3]) {
    return pl_vec3_widen(pl_vec3_load(end));
}

static double length_of(const pl_sharp_edge* edge) {
    return pl_vec3d_distance(end_of(edge->from), end_of(edge->to));
}

static double total_length(const pl_solid* solid) {
    double sum = 0;
    for (uint32_t i = 0; i < solid->edge_count; ++i) sum += length_of(&solid->edges[i]);
    return sum;
}

static bool has_edge(const pl_solid* solid, pl_vec3d a, pl_vec3d b) {
    for (uint32_t i = 0; i < solid->edge_count; ++i) {
        pl_vec3d p = end_of(solid->edges[i].from), q = end_of(solid->edges[i].to);
        if (pl_vec3d_distance(a, p) + pl_vec3d_distance(b, q) < 1e-6) return true;
        if (pl_vec3d_distance(a, q) + pl_vec3d_distance(b, p) < 1e-6) return true;
    }
    return false;
}

static const pl_solid* take_mesh(solid_kit* k, const plump_mesh* mesh, float scale, bool hollow) {
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_MESH, hollow);
    def.mesh = mesh;
    def.scale = scale;
    return solid_kit_take(k, &def);
}

// --- closed forms ---

static void a_box_has_twelve_edges(void** state) {
    (void)state;
    solid_kit k;
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_BOX, false);
    const pl_solid* box = solid_kit_take(&k, &def);
    assert_int_equal(box->edge_count, 12);
    assert_true(fabs(total_length(box) - 8 * (0.5 + 0.8 + 1.1)) < 1e-5);
    for (uint32_t i = 0; i < 12; ++i) {
        pl_vec3d a = end_of(box->edges[i].from), b = end_of(box->edges[i].to);
        int along = (a.x != b.x) + (a.y != b.y) + (a.z != b.z);
        assert_int_equal(along, 1);
        for (uint32_t j = 0; j < i; ++j)
            assert_false(pl_vec3d_distance(a, end_of(box->edges[j].from)) == 0 &&
                         pl_vec3d_distance(b, end_of(box->edges[j].to)) == 0);
        assert_true(fabs(a.x) == box->half_size[0] && fabs(b.x) == box->half_size[0]);
        assert_true(fabs(a.y) == box->half_size[1] && fabs(b.y) == box->half_size[1]);
        assert_true(fabs(a.z) == box->half_size[2] && fabs(b.z) == box->half_size[2]);
    }
    solid_kit_free(&k);
}

static void a_cylinder_has_two_rims_of_48_chords(void** state) {
    (void)state;
    solid_kit k;
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_CYLINDER, false);
    const pl_solid* cylinder = solid_kit_take(&k, &def);
    assert_int_equal(cylinder->edge_count, 96);
    double r = cylinder->radius;
    for (uint32_t i = 0; i < 96; ++i) {
        const pl_sharp_edge* edge = &cylinder->edges[i];
        pl_vec3d a = end_of(edge->from), b = end_of(edge->to);
        assert_true(fabs(a.x * a.x + a.z * a.z - r * r) < 1e-6);
        assert_true(fabs(a.y) == cylinder->half_height && a.y == b.y);
        assert_true(fabs(length_of(edge) - 2 * r * sin(pi / 48)) < 1e-6);
        // chord follows chord and the last meets the first
        const pl_sharp_edge* next = &cylinder->edges[i % 48 == 47 ? i - 47 : i + 1];
        assert_memory_equal(edge->to, next->from, sizeof edge->to);
    }
    solid_kit_free(&k);
}

static void what_is_smooth_or_hollow_has_none(void** state) {
    (void)state;
    for (int i = 0; i < SOLID_KIT_ROUND; ++i) {
        solid_kit k;
        plump_obstacle_def def = solid_kit_round(i);
        const pl_solid* solid = solid_kit_take(&k, &def);
        bool sharp = !def.hollow &&
                     (def.shape == PLUMP_OBSTACLE_BOX || def.shape == PLUMP_OBSTACLE_CYLINDER);
        assert_true((solid->edge_count > 0) == sharp);
        solid_kit_free(&k);
    }
}

// --- closed surfaces ---

static void a_box_of_triangles_has_its_edges_without_the_diagonals(void** state) {
    (void)state;
    plump_mesh* mesh = kit_take(fixture_box(1, 2, 4));
    solid_kit k;
    const pl_solid* solid = take_mesh(&k, mesh, 0.5f, false);
    assert_int_equal(solid->edge_count, 12);
    assert_true(fabs(total_length(solid) - 14) < 1e-6);
    assert_true(has_edge(solid, pl_vec3d_make(0, 0, 0), pl_vec3d_make(0.5, 0, 0)));
    assert_true(has_edge(solid, pl_vec3d_make(0.5, 1, 0), pl_vec3d_make(0.5, 1, 2)));
    solid_kit_free(&k);
    plump_mesh_destroy(mesh);
}

// The turn from face to face of a prism of n sides is 360 / n degrees.
static uint32_t edges_of_prism(uint32_t sides, bool hollow) {
    fixture f = {0};
    for (uint32_t i = 0; i < 2 * sides; ++i) {
        double angle = 2 * pi * (i / 2) / sides;
        fixture_vertex(&f, cos(angle), i % 2, -sin(angle));
    }
    for (uint32_t i = 0; i < sides; ++i) {
        uint32_t next = (i + 1) % sides;
        fixture_quad(&f, 2 * i, 2 * next, 2 * next + 1, 2 * i + 1);
        if (i + 1 < sides && i > 0) {
            fixture_triangle(&f, 0, 2 * next, 2 * i);
            fixture_triangle(&f, 1, 2 * i + 1, 2 * next + 1);
        }
    }
    plump_mesh* mesh = kit_take(f);
    solid_kit k;
    uint32_t count = take_mesh(&k, mesh, 1, hollow)->edge_count;
    solid_kit_free(&k);
    plump_mesh_destroy(mesh);
    return count;
}

static void an_edge_is_sharp_from_20_degrees_on(void** state) {
    (void)state;
    assert_int_equal(edges_of_prism(17, false), 3 * 17);  // 21.2 degrees
    assert_int_equal(edges_of_prism(19, false), 2 * 19);  // 18.9: the rims alone
    assert_int_equal(edges_of_prism(17, true), 0);
}

// A bar with a corner: six sides, of whose turns five are convex.
static fixture corner_bar(void) {
    const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    const uint32_t faces[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    fixture f = {0};
    for (uint32_t i = 0; i < 12; ++i)
        fixture_vertex(&f, outline[i / 2][0], outline[i / 2][1], i % 2);
    for (uint32_t i = 0; i < 6; ++i) {
        uint32_t next = (i + 1) % 6;
        fixture_quad(&f, 2 * i, 2 * next, 2 * next + 1, 2 * i + 1);
    }
    for (int i = 0; i < 4; ++i) {
        const uint32_t* t = faces[i];
        fixture_triangle(&f, 2 * t[0] + 1, 2 * t[1] + 1, 2 * t[2] + 1);
        fixture_triangle(&f, 2 * t[0], 2 * t[2], 2 * t[1]);
    }
    return f;
}

static void an_inner_corner_is_no_edge_but_of_the_hollow_one(void** state) {
    (void)state;
    plump_mesh* mesh = kit_take(corner_bar());
    pl_vec3d from = pl_vec3d_make(1, 1, 0), to = pl_vec3d_make(1, 1, 1);
    solid_kit k;
    const pl_solid* solid = take_mesh(&k, mesh, 1, false);
    assert_int_equal(solid->edge_count, 17);
    assert_false(has_edge(solid, from, to));
    solid_kit_free(&k);
    solid = take_mesh(&k, mesh, 1, true);
    assert_int_equal(solid->edge_count, 1);
    assert_true(has_edge(solid, from, to));
    solid_kit_free(&k);
    plump_mesh_destroy(mesh);
}

static void a_fine_ball_has_none(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 642);
    solid_kit k;
    assert_int_equal(take_mesh(&k, mesh, 1, false)->edge_count, 0);
    solid_kit_free(&k);
    plump_mesh_destroy(mesh);
}

// --- sheets ---

// A strip of two quads that meet at an angle, the second turned over if asked.
static const pl_solid* take_strip(solid_kit* k, double angle, bool turned) {
    double x = 1 + cos(angle), y = sin(angle);
    const float points[] = {0, 0, 0, 0,        0,        1, 1,        0,        0,
                            1, 0, 1, (float)x, (float)y, 0, (float)x, (float)y, 1};
    uint32_t triangles[] = {0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4};
    if (turned) triangles[6] = 3, triangles[7] = 2, triangles[9] = 5, triangles[10] = 2;
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_SHEET, false);
    def.points = points, def.point_count = 6;
    def.triangles = triangles, def.triangle_count = 4;
    return solid_kit_take(k, &def);
}

static void a_sheet_has_its_border_and_folds_to_both_sides(void** state) {
    (void)state;
    const double degrees[] = {0, 19, 21, -21, 90, -90, 150};
    pl_vec3d from = pl_vec3d_make(1, 0, 0), to = pl_vec3d_make(1, 0, 1);
    for (int turned = 0; turned < 2; ++turned) {
        for (size_t i = 0; i < 7; ++i) {
            solid_kit k;
            const pl_solid* sheet = take_strip(&k, degrees[i] * pi / 180, turned);
            bool fold = fabs(degrees[i]) > 20;
            assert_int_equal(sheet->edge_count, fold ? 7 : 6);
            assert_true(has_edge(sheet, from, to) == fold);
            solid_kit_free(&k);
        }
    }
}

static void where_three_sheets_meet_is_one_edge(void** state) {
    (void)state;
    const float points[] = {0, 0, 0, 0, 0, 1, 1, 0, 0, -1, 0.1f, 0, 0, 1, 0};
    const uint32_t triangles[] = {0, 1, 2, 0, 1, 3, 1, 0, 4};
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_SHEET, false);
    def.points = points, def.point_count = 5;
    def.triangles = triangles, def.triangle_count = 3;
    solid_kit k;
    const pl_solid* sheet = solid_kit_take(&k, &def);
    assert_int_equal(sheet->edge_count, 7);
    solid_kit_free(&k);
}

static void out_of_memory_is_told_and_leaks_nothing(void** state) {
    (void)state;
    plump_mesh* mesh = kit_take(fixture_box(1, 2, 4));
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_MESH, false);
    def.mesh = mesh;
    solid_kit_starve(&def, 8);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_twelve_edges),
        cmocka_unit_test(a_cylinder_has_two_rims_of_48_chords),
        cmocka_unit_test(what_is_smooth_or_hollow_has_none),
        cmocka_unit_test(a_box_of_triangles_has_its_edges_without_the_diagonals),
        cmocka_unit_test(an_edge_is_sharp_from_20_degrees_on),
        cmocka_unit_test(an_inner_corner_is_no_edge_but_of_the_hollow_one),
        cmocka_unit_test(a_fine_ball_has_none),
        cmocka_unit_test(a_sheet_has_its_border_and_folds_to_both_sides),
        cmocka_unit_test(where_three_sheets_meet_is_one_edge),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

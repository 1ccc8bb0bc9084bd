// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "src/mesh/mesh_predicates.h"
#include "tests/unit/solid_kit.h"

typedef struct cloud {
    float* points;
    uint32_t count, capacity;
} cloud;

static void add(cloud* c, double x, double y, double z) {
    if (c->count == c->capacity) {
        c->capacity = c->capacity * 2 + 16;
        c->points = realloc(c->points, (size_t)c->capacity * 3 * sizeof(float));
    }
    float* p = c->points + 3 * (size_t)c->count++;
    p[0] = (float)x, p[1] = (float)y, p[2] = (float)z;
}

static void cloud_free(cloud* c) {
    free(c->points);
    *c = (cloud){0};
}

static plump_obstacle_def hull_def(const cloud* c) {
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_HULL, false);
    def.points = c->points;
    def.point_count = c->count;
    return def;
}

// To so many parts of 1, so that sums and differences are exact and no side is left to rounding.
static double whole(double value, double parts) {
    return floor(value * parts + 0.5) / parts;
}

// --- the judge: every face has all points on its inner side, every corner is a point ---

static void corners_of(const plump_mesh* mesh, uint32_t triangle, double corner[3][3]) {
    const uint32_t* t = plump_mesh_indices(mesh) + 3 * (size_t)triangle;
    double origin[3];
    plump_mesh_origin(mesh, origin);
    for (int k = 0; k < 3; ++k)
        for (size_t a = 0; a < 3; ++a)
            corner[k][a] = origin[a] + (double)plump_mesh_positions(mesh)[3 * (size_t)t[k] + a];
}

static bool has_point(const cloud* c, const double p[3]) {
    for (uint32_t i = 0; i < c->count; ++i) {
        const float* q = c->points + 3 * (size_t)i;
        if ((double)q[0] == p[0] && (double)q[1] == p[1] && (double)q[2] == p[2]) return true;
    }
    return false;
}

static void judge_face(const cloud* c, double corner[3][3]) {
    for (int k = 0; k < 3; ++k) assert_true(has_point(c, corner[k]));
    for (uint32_t i = 0; i < c->count; ++i) {
        double p[3];
        for (size_t a = 0; a < 3; ++a) p[a] = (double)c->points[3 * (size_t)i + a];
        assert_true(pl_orient3d(corner[0], corner[1], corner[2], p, NULL) <= 0);
    }
    // a face with an area: some axis sees it from one side
    double turns = 0;
    for (int a = 0; a < 3; ++a) {
        double flat[3][2];
        for (int k = 0; k < 3; ++k) flat[k][0] = corner[k][a], flat[k][1] = corner[k][(a + 1) % 3];
        turns += abs(pl_orient2d(flat[0], flat[1], flat[2], NULL));
    }
    assert_true(turns > 0);
}

static uint32_t judge(const cloud* c) {
    solid_kit k;
    plump_obstacle_def def = hull_def(c);
    const pl_solid* solid = solid_kit_take(&k, &def);
    const plump_mesh* mesh = solid->owned;
    uint32_t vertices = plump_mesh_vertex_count(mesh), faces = plump_mesh_triangle_count(mesh);
    assert_null(fixture_fault(mesh));
    assert_int_equal(plump_mesh_part_count(mesh), 1);
    assert_int_equal(faces, 2 * vertices - 4);  // V - E + F = 2 with E = 3 F / 2
    for (uint32_t i = 0; i < faces; ++i) {
        double corner[3][3];
        corners_of(mesh, i, corner);
        judge_face(c, corner);
    }
    solid_kit_free(&k);
    return vertices;
}

// --- clouds ---

static void hulls_of_points_by_chance_hold_all_of_them(void** state) {
    (void)state;
    for (uint32_t count = 4; count < 60; ++count) {
        uint64_t seed = count;
        for (int i = 0; i < 10; ++i) {
            cloud c = {0};
            for (uint32_t j = 0; j < count; ++j) {
                pl_vec3d p = solid_kit_point(&seed, 1);
                add(&c, whole(p.x, 4096), whole(p.y, 4096), whole(p.z, 4096));
            }
            judge(&c);
            cloud_free(&c);
        }
    }
}

static void points_on_a_ball_are_all_corners(void** state) {
    (void)state;
    cloud c = {0};
    uint64_t seed = 5;
    for (int i = 0; i < 600; ++i) {
        pl_vec3d p = pl_vec3d_normalize(solid_kit_point(&seed, 1), pl_vec3d_make(1, 0, 0));
        add(&c, whole(p.x, 1 << 20), whole(p.y, 1 << 20), whole(p.z, 1 << 20));
    }
    assert_int_equal(judge(&c), 600);
    cloud_free(&c);
}

// Coarse ones lie in common planes, on common lines, and on each other.
static void points_of_a_coarse_grid_are_no_trouble(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        uint64_t chance = seed;
        cloud c = {0};
        double parts = (double)(1 << seed % 4);
        add(&c, 0, 0, 0), add(&c, 1, 0, 0), add(&c, 0, 1, 0), add(&c, 0, 0, 1);
        for (uint64_t i = 0; i < 10 + seed; ++i) {
            pl_vec3d p = solid_kit_point(&chance, 1);
            add(&c, whole(p.x, parts), whole(p.y, parts), whole(p.z, parts));
        }
        judge(&c);
        cloud_free(&c);
    }
}

static void a_full_grid_is_a_box(void** state) {
    (void)state;
    cloud c = {0};
    for (int i = 0; i < 1000; ++i) add(&c, i % 10, i / 10 % 10, i / 100);
    judge(&c);
    solid_kit k;
    plump_obstacle_def def = hull_def(&c);
    const pl_solid* solid = solid_kit_take(&k, &def);
    assert_true(fabs(plump_mesh_volume(solid->owned) - 729) < 1e-9);
    for (int a = 0; a < 3; ++a) assert_true(solid->lo[a] == 0 && solid->hi[a] == 9);
    assert_int_equal(solid->edge_count, 12);
    solid_kit_free(&k);
    cloud_free(&c);
}

static void every_point_many_times_is_as_good_as_once(void** state) {
    (void)state;
    cloud c = {0};
    for (int copy = 0; copy < 20; ++copy)
        for (unsigned i = 0; i < 8; ++i) add(&c, i & 1, i & 2, i & 4);
    assert_int_equal(judge(&c), 8);
    cloud_free(&c);
}

// A ring, its middle twice below and above: all corners of the ring in one plane.
static void rings_with_tips_are_no_trouble(void** state) {
    (void)state;
    for (int tips = 1; tips < 3; ++tips) {
        cloud c = {0};
        for (int i = 0; i < 400; ++i) {
            double angle = 2 * 3.14159265358979 * i / 400;
            add(&c, whole(cos(angle), 65536), 0, whole(sin(angle), 65536));
        }
        for (int i = 0; i < tips; ++i) add(&c, 0, i ? -0.25 : 0.5, 0);
        judge(&c);
        cloud_free(&c);
    }
}

static cloud two_layers(double apart) {
    cloud c = {0};
    uint64_t seed = 9;
    for (int i = 0; i < 300; ++i) {
        pl_vec3d p = solid_kit_point(&seed, 1);
        add(&c, whole(p.x, 1024), 1 + (i % 2 ? apart : 0), whole(p.z, 1024));
    }
    return c;
}

static void a_thin_hull_is_right_and_one_as_thin_as_rounding_is_told(void** state) {
    (void)state;
    cloud thin = two_layers(0x1p-16), thinner = two_layers(0x1p-23);
    judge(&thin);
    cloud_free(&thin);
    plump_obstacle_def def = hull_def(&thinner);
    solid_kit_refused(&def, "encloses no volume");
    cloud_free(&thinner);
}

static void sizes_from_tiny_to_huge_and_far_off_are_all_right(void** state) {
    (void)state;
    const double sizes[] = {1e-6, 1e-3, 1e3, 1e6}, offsets[] = {0, 1, 100};
    for (size_t s = 0; s < 4; ++s) {
        for (size_t o = 0; o < 3; ++o) {
            cloud c = {0};
            uint64_t seed = 10;
            for (int i = 0; i < 500; ++i) {
                pl_vec3d p = solid_kit_point(&seed, sizes[s]);
                add(&c, p.x + offsets[o] * sizes[s], p.y, p.z);
            }
            solid_kit k;
            plump_obstacle_def def = hull_def(&c);
            const pl_solid* solid = solid_kit_take(&k, &def);
            double volume = plump_mesh_volume(solid->owned) / (sizes[s] * sizes[s] * sizes[s]);
            assert_true(volume > 6 && volume < 8);
            for (uint32_t i = 0; i < c.count; ++i)
                for (int a = 0; a < 3; ++a) {
                    double p = (double)c.points[3 * (size_t)i + (size_t)a];
                    double slack = 1e-7 * sizes[s] * (1 + offsets[o]);
                    assert_true(p >= solid->lo[a] - slack && p <= solid->hi[a] + slack);
                }
            solid_kit_free(&k);
            cloud_free(&c);
        }
    }
}

static void a_hundred_thousand_points_on_a_ball_make_a_hull(void** state) {
    (void)state;
    cloud c = {0};
    uint64_t seed = 11;
    for (int i = 0; i < 100000; ++i) {
        pl_vec3d p = pl_vec3d_normalize(solid_kit_point(&seed, 1), pl_vec3d_make(1, 0, 0));
        add(&c, p.x, p.y, p.z);
    }
    solid_kit k;
    plump_obstacle_def def = hull_def(&c);
    const pl_solid* solid = solid_kit_take(&k, &def);
    assert_true(solid->vertex_count > 99900);
    assert_null(fixture_fault(solid->owned));
    assert_true(fabs(plump_mesh_volume(solid->owned) - 4.18879) < 1e-3);
    solid_kit_free(&k);
    cloud_free(&c);
}

// --- as a solid ---

static void scale_makes_the_hull_larger(void** state) {
    (void)state;
    cloud c = {0};
    for (unsigned i = 0; i < 8; ++i) add(&c, i & 1, i & 2, i & 4);
    solid_kit k;
    plump_obstacle_def def = hull_def(&c);
    def.scale = 3;
    const pl_solid* solid = solid_kit_take(&k, &def);
    assert_int_equal(solid->vertex_count, 8);
    assert_int_equal(solid->triangle_count, 12);
    assert_non_null(solid->surface);
    assert_true(solid->hi[0] == 3 && solid->hi[1] == 6 && solid->hi[2] == 12);
    float lo[3], hi[3];
    pl_tree_bounds(&solid->tree, lo, hi);
    for (int a = 0; a < 3; ++a) {
        assert_true((double)hi[a] == solid->hi[a] && (double)lo[a] == 0);
        for (uint32_t i = 0; i < solid->vertex_count; ++i)
            assert_true(solid->x[a][i] == 0 || (double)solid->x[a][i] == solid->hi[a]);
    }
    solid_kit_free(&k);
    cloud_free(&c);
}

static uint64_t hash_of(const cloud* c, float scale) {
    solid_kit k;
    plump_obstacle_def def = hull_def(c);
    def.scale = scale;
    uint64_t hash = solid_kit_take(&k, &def)->hash;
    solid_kit_free(&k);
    return hash;
}

// Which corners, in which order: one value for all machines.
static void the_hull_is_the_same_everywhere(void** state) {
    (void)state;
    cloud c = {0};
    uint64_t seed = 14;
    for (int i = 0; i < 2000; ++i) {
        pl_vec3d p = solid_kit_point(&seed, 1);
        add(&c, p.x, p.y * p.y * p.y, p.z);
    }
    assert_true(hash_of(&c, 1) == UINT64_C(0x923F8B06FD15DCAF));
    cloud_free(&c);
}

static void the_hash_names_the_hull_and_its_scale(void** state) {
    (void)state;
    cloud c = {0};
    for (unsigned i = 0; i < 8; ++i) add(&c, i & 1, i & 2, i & 4);
    uint64_t hash = hash_of(&c, 1);
    assert_true(hash == hash_of(&c, 1));
    assert_true(hash != hash_of(&c, 1.0000001f));
    c.points[0] = 0.01f;
    assert_true(hash != hash_of(&c, 1));
    cloud_free(&c);
}

// --- refused ---

static void refuse(cloud* c, const char* words) {
    plump_obstacle_def def = hull_def(c);
    solid_kit_refused(&def, words);
    cloud_free(c);
}

static void what_has_no_volume_is_refused(void** state) {
    (void)state;
    cloud c = {0};
    uint64_t seed = 12;
    refuse(&c, "0 points; it needs four");
    add(&c, 0, 0, 0), add(&c, 1, 0, 0), add(&c, 0, 1, 0);
    refuse(&c, "3 points; it needs four");
    for (int i = 0; i < 50; ++i) add(&c, 1, 2, 3);
    refuse(&c, "50 points of the hull lie at one place");
    for (int i = 0; i < 50; ++i) add(&c, 0.1 * i, 0.1 * i, 0.1 * i);
    refuse(&c, "lie on one line");
    for (int i = 0; i < 50; ++i) {
        pl_vec3d p = solid_kit_point(&seed, 1);
        add(&c, p.x, 0.3, p.z);
    }
    refuse(&c, "lie in one plane");
    // slanted: x + y + z = 0 exactly
    for (int i = 0; i < 50; ++i) {
        double x = whole(solid_kit_chance(&seed), 1024), y = whole(solid_kit_chance(&seed), 1024);
        add(&c, x, y, -x - y);
    }
    refuse(&c, "lie in one plane");
}

// Differences of coordinates that lie so far apart are rounded, and by that the last point on the
// line seems further from it than those beside it. No volume is left either way, but the reason is
// another.
static void the_least_step_off_a_line_is_seen(void** state) {
    (void)state;
    cloud c = {0};
    const double sizes[] = {0x1p40, -0x1p40, 0x1.8p-13};
    for (size_t i = 0; i < 3; ++i) add(&c, sizes[i], 3 * sizes[i], 5 * sizes[i]);
    add(&c, 0, 0, 0);
    plump_obstacle_def def = hull_def(&c);
    solid_kit_refused(&def, "lie on one line");
    add(&c, 0x1p-20, 0, 0);
    def = hull_def(&c);
    solid_kit_refused(&def, "lie in one plane");
    add(&c, 0, 0, 0x1p-20);
    refuse(&c, "cannot be used");
}

static void what_is_not_finite_is_refused(void** state) {
    (void)state;
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < 3; ++i) {
        cloud c = {0};
        for (unsigned k = 0; k < 8; ++k) add(&c, k & 1, k & 2, k & 4);
        add(&c, 0.5, bad[i], 0.5);
        refuse(&c, "point 8 of the hull");
    }
    cloud c = {0};
    for (unsigned k = 0; k < 8; ++k) add(&c, k & 1, k & 2, k & 4);
    plump_obstacle_def def = hull_def(&c);
    def.scale = 0;
    solid_kit_refused(&def, "scale is 0");
    def.scale = NAN;
    solid_kit_refused(&def, "scale");
    cloud_free(&c);
}

static void out_of_memory_is_told_and_leaks_nothing(void** state) {
    (void)state;
    cloud c = {0};
    uint64_t seed = 13;
    for (int i = 0; i < 100; ++i) {
        pl_vec3d p = solid_kit_point(&seed, 1);
        add(&c, p.x, p.y, p.z);
    }
    plump_obstacle_def def = hull_def(&c);
    solid_kit_starve(&def, 40);
    cloud_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hulls_of_points_by_chance_hold_all_of_them),
        cmocka_unit_test(points_on_a_ball_are_all_corners),
        cmocka_unit_test(points_of_a_coarse_grid_are_no_trouble),
        cmocka_unit_test(a_full_grid_is_a_box),
        cmocka_unit_test(every_point_many_times_is_as_good_as_once),
        cmocka_unit_test(rings_with_tips_are_no_trouble),
        cmocka_unit_test(a_thin_hull_is_right_and_one_as_thin_as_rounding_is_told),
        cmocka_unit_test(sizes_from_tiny_to_huge_and_far_off_are_all_right),
        cmocka_unit_test(a_hundred_thousand_points_on_a_ball_make_a_hull),
        cmocka_unit_test(scale_makes_the_hull_larger),
        cmocka_unit_test(the_hull_is_the_same_everywhere),
        cmocka_unit_test(the_hash_names_the_hull_and_its_scale),
        cmocka_unit_test(what_has_no_volume_is_refused),
        cmocka_unit_test(the_least_step_off_a_line_is_seen),
        cmocka_unit_test(what_is_not_finite_is_refused),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

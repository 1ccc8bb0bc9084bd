// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/solid_kit.h"

static double distance_at(const pl_solid* solid, pl_vec3d p, pl_vec3d* normal) {
    pl_solid_near near[3];
    double at[3];
    pl_vec3d_store(p, at);
    assert_true(pl_solid_distance(solid, at, 0, near) >= 1);
    if (normal) *normal = pl_vec3d_load(near[0].normal);
    return near[0].distance;
}

static bool is_walled(const pl_solid* solid) {
    return solid->hollow &&
           (solid->shape == PLUMP_OBSTACLE_BOX || solid->shape == PLUMP_OBSTACLE_CYLINDER);
}

static void check_sign(const pl_solid* solid) {
    uint64_t seed = 1;
    int in = 0, out = 0;
    for (int i = 0; i < 20000; ++i) {
        pl_vec3d p = solid_kit_point(&seed, 2);
        bool matter = solid_kit_within(solid, p) != solid->hollow;
        double distance = distance_at(solid, p, NULL);
        assert_true(matter ? distance <= 0 : distance >= 0);
        *(matter ? &in : &out) += 1;
    }
    assert_true(in > 100 && out > 100);
}

static void the_distance_is_below_zero_in_matter_only(void** state) {
    (void)state;
    solid_kit_each(check_sign);
}

// A foot of the distance lies on the surface: half a hair to either side differs in kind. And no
// point within the distance differs in kind, or it would not be the distance.
static void check_nearest(const pl_solid* solid) {
    uint64_t seed = 2;
    for (int i = 0; i < 400; ++i) {
        pl_vec3d p = solid_kit_point(&seed, 2), normal;
        double distance = distance_at(solid, p, &normal);
        bool matter = solid_kit_within(solid, p);
        // behind a corner the walls of a hollow one reach further than it does
        bool exact = !(is_walled(solid) && distance < 0);
        if (exact) {
            pl_vec3d before = pl_vec3d_add_scaled(p, -distance * (1 - 1e-9), normal);
            pl_vec3d behind = pl_vec3d_add_scaled(p, -distance * (1 + 1e-9), normal);
            assert_true(solid_kit_within(solid, before) == matter);
            assert_true(solid_kit_within(solid, behind) != matter);
        }
        for (int j = 0; j < 300; ++j) {
            pl_vec3d way = pl_vec3d_normalize(solid_kit_point(&seed, 1), normal);
            double far = fabs(distance) * (1 - 1e-9) * fabs(solid_kit_chance(&seed));
            assert_true(solid_kit_within(solid, pl_vec3d_add_scaled(p, far, way)) == matter);
        }
    }
}

static void nothing_of_the_surface_is_nearer_and_the_foot_is_on_it(void** state) {
    (void)state;
    solid_kit_each(check_nearest);
}

static double along(const pl_solid* solid, pl_vec3d p, pl_vec3d axis) {
    const double h = 1e-6;
    return (distance_at(solid, pl_vec3d_add_scaled(p, h, axis), NULL) -
            distance_at(solid, pl_vec3d_add_scaled(p, -h, axis), NULL)) /
           (2 * h);
}

// Finite differences; where two walls are equally near there is no gradient, so few may differ.
static void check_gradient(const pl_solid* solid) {
    uint64_t seed = 3;
    int kinks = 0;
    for (int i = 0; i < 5000; ++i) {
        pl_vec3d p = solid_kit_point(&seed, 2), normal;
        distance_at(solid, p, &normal);
        assert_true(fabs(pl_vec3d_length(normal) - 1) < 1e-14);
        pl_vec3d slope = pl_vec3d_make(along(solid, p, pl_vec3d_make(1, 0, 0)),
                                       along(solid, p, pl_vec3d_make(0, 1, 0)),
                                       along(solid, p, pl_vec3d_make(0, 0, 1)));
        kinks += pl_vec3d_distance(slope, normal) > 1e-5;
    }
    assert_true(kinks < 5);
}

static void the_normal_is_the_gradient_of_the_distance(void** state) {
    (void)state;
    solid_kit_each(check_gradient);
}

// No jump anywhere: never more than the way gone.
static void check_steady(const pl_solid* solid) {
    uint64_t seed = 4;
    for (int i = 0; i < 20000; ++i) {
        pl_vec3d p = solid_kit_point(&seed, 2);
        // on edges, axes and planes of symmetry too
        if (i % 3 == 0) p.x = 0;
        if (i % 4 == 0) p.z = 0;
        if (i % 5 == 0) p.y = i % 2 ? solid->half_height : solid->half_size[1];
        pl_vec3d step = solid_kit_point(&seed, i % 2 ? 1e-6 : 1e-2);
        double change =
            distance_at(solid, pl_vec3d_add(p, step), NULL) - distance_at(solid, p, NULL);
        assert_true(fabs(change) <= pl_vec3d_length(step) + 1e-15);
    }
}

static void the_distance_never_changes_faster_than_the_way(void** state) {
    (void)state;
    solid_kit_each(check_steady);
}

static void check_centre(const pl_solid* solid) {
    pl_vec3d normal;
    for (int i = 0; i < 8; ++i) {
        double tiny = i & 1 ? 1e-200 : 0, small = i & 2 ? 1e-310 : 0;
        pl_vec3d p = pl_vec3d_make(tiny, i & 4 ? 0.1 : 0, small);
        double distance = distance_at(solid, p, &normal);
        assert_true(distance - distance == 0);
        assert_true(fabs(pl_vec3d_length(normal) - 1) < 1e-14);
    }
}

static void middles_and_axes_have_a_normal_too(void** state) {
    (void)state;
    solid_kit_each(check_centre);
}

static void check_far(const pl_solid* solid) {
    uint64_t seed = 5;
    for (int i = 0; i < 1000; ++i) {
        pl_vec3d p = solid_kit_point(&seed, 1e9), normal;
        double distance = distance_at(solid, p, &normal);
        assert_true(fabs(pl_vec3d_length(normal) - 1) < 1e-14);
        if (!solid->hollow && solid->shape != PLUMP_OBSTACLE_PLANE)
            assert_true(fabs(distance - pl_vec3d_length(p)) < 1.5);
    }
}

static void points_far_off_have_a_distance(void** state) {
    (void)state;
    solid_kit_each(check_far);
}

// --- walls ---

static void a_corner_of_a_hollow_box_has_three_walls(void** state) {
    (void)state;
    solid_kit k;
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_BOX, true);
    const pl_solid* box = solid_kit_take(&k, &def);
    pl_solid_near near[3];
    const double corner[3] = {0.45, -0.77, 1.09};
    double h[3] = {(double)0.5f, (double)0.8f, (double)1.1f};
    assert_int_equal(pl_solid_distance(box, corner, 0.1, near), 3);
    assert_true(near[0].normal[2] == -1 && fabs(near[0].distance - (h[2] - 1.09)) < 1e-15);
    assert_true(near[1].normal[1] == 1 && fabs(near[1].distance - (h[1] - 0.77)) < 1e-15);
    assert_true(near[2].normal[0] == -1 && fabs(near[2].distance - (h[0] - 0.45)) < 1e-15);
    assert_int_equal(pl_solid_distance(box, corner, 0.04, near), 2);
    assert_int_equal(pl_solid_distance(box, corner, 0.001, near), 1);
    // past two walls at once it has to come back from both
    const double past[3] = {0.7, 0, 1.2};
    assert_int_equal(pl_solid_distance(box, past, 0.001, near), 2);
    assert_true(near[0].normal[0] == -1 && fabs(near[0].distance - (h[0] - 0.7)) < 1e-15);
    assert_true(near[1].normal[2] == -1 && fabs(near[1].distance - (h[2] - 1.2)) < 1e-15);
    solid_kit_free(&k);
}

static void between_two_walls_of_a_narrow_box_both_count(void** state) {
    (void)state;
    solid_kit k;
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_BOX, true);
    def.half_size[1] = 0.01f;
    const pl_solid* box = solid_kit_take(&k, &def);
    pl_solid_near near[3];
    const double p[3] = {0.495, 0.001, 1.09};
    assert_int_equal(pl_solid_distance(box, p, 0.05, near), 3);
    // of four within the radius the farthest is left out
    assert_true(near[0].normal[0] == -1 && near[1].normal[1] == -1 && near[2].normal[2] == -1);
    const double q[3] = {0, 0.001, 0};
    assert_int_equal(pl_solid_distance(box, q, 0.05, near), 2);
    assert_true(near[0].normal[1] == -1 && near[1].normal[1] == 1);
    solid_kit_free(&k);
}

static void a_hollow_cylinder_has_a_side_and_two_caps(void** state) {
    (void)state;
    solid_kit k;
    plump_obstacle_def def = solid_kit_def(PLUMP_OBSTACLE_CYLINDER, true);
    const pl_solid* cylinder = solid_kit_take(&k, &def);
    pl_solid_near near[3];
    const double p[3] = {0.36, -0.38, -0.48};
    assert_int_equal(pl_solid_distance(cylinder, p, 1, near), 3);
    assert_true(fabs(near[0].distance - ((double)0.4f - 0.38)) < 1e-15 && near[0].normal[1] == 1);
    assert_true(fabs(near[1].distance - ((double)0.7f - 0.6)) < 1e-15);
    assert_true(fabs(near[1].normal[0] + 0.6) < 1e-15 && fabs(near[1].normal[2] - 0.8) < 1e-15);
    assert_true(fabs(near[2].distance - ((double)0.4f + 0.38)) < 1e-15 && near[2].normal[1] == -1);
    assert_int_equal(pl_solid_distance(cylinder, p, 0.5, near), 2);
    solid_kit_free(&k);
}

// --- as a whole ---

static void check_box(const pl_solid* solid) {
    uint64_t seed = 6;
    bool infinite = solid->hollow || solid->shape == PLUMP_OBSTACLE_PLANE;
    for (int a = 0; a < 3; ++a) {
        assert_true((solid->lo[a] == -(double)INFINITY) == infinite);
        assert_true((solid->hi[a] == (double)INFINITY) == infinite);
        assert_true(solid->lo[a] < 0 && solid->hi[a] > 0);
    }
    double most[3] = {0, 0, 0};
    for (int i = 0; i < 200000; ++i) {
        double p[3];
        pl_vec3d at = solid_kit_point(&seed, 1.2);
        pl_vec3d_store(at, p);
        if (infinite || !solid_kit_within(solid, at)) continue;
        for (int a = 0; a < 3; ++a) {
            assert_true(p[a] >= solid->lo[a] && p[a] <= solid->hi[a]);
            most[a] = fmax(most[a], p[a]);
        }
    }
    // and it is no larger than it has to be
    for (int a = 0; a < 3; ++a) assert_true(infinite || most[a] > 0.9 * solid->hi[a]);
}

static void boxes_hold_the_matter_closely(void** state) {
    (void)state;
    solid_kit_each(check_box);
}

static uint64_t hash_of(plump_obstacle_def def) {
    solid_kit k;
    uint64_t hash = solid_kit_take(&k, &def)->hash;
    solid_kit_free(&k);
    return hash;
}

static void the_hash_names_shape_and_sizes_that_matter(void** state) {
    (void)state;
    uint64_t hashes[SOLID_KIT_ROUND];
    for (int i = 0; i < SOLID_KIT_ROUND; ++i) {
        hashes[i] = hash_of(solid_kit_round(i));
        for (int j = 0; j < i; ++j) assert_true(hashes[i] != hashes[j]);
        assert_true(hashes[i] == hash_of(solid_kit_round(i)));
    }
    plump_obstacle_def box = solid_kit_def(PLUMP_OBSTACLE_BOX, false);
    uint64_t hash = hash_of(box);
    box.radius = 3;
    assert_true(hash == hash_of(box));
    box.half_size[2] += 1e-6f;
    assert_true(hash != hash_of(box));
}

static void out_of_memory_is_told_and_leaks_nothing(void** state) {
    (void)state;
    for (int i = 0; i < SOLID_KIT_ROUND; ++i) {
        plump_obstacle_def def = solid_kit_round(i);
        solid_kit_starve(&def, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_distance_is_below_zero_in_matter_only),
        cmocka_unit_test(nothing_of_the_surface_is_nearer_and_the_foot_is_on_it),
        cmocka_unit_test(the_normal_is_the_gradient_of_the_distance),
        cmocka_unit_test(the_distance_never_changes_faster_than_the_way),
        cmocka_unit_test(middles_and_axes_have_a_normal_too),
        cmocka_unit_test(points_far_off_have_a_distance),
        cmocka_unit_test(a_corner_of_a_hollow_box_has_three_walls),
        cmocka_unit_test(between_two_walls_of_a_narrow_box_both_count),
        cmocka_unit_test(a_hollow_cylinder_has_a_side_and_two_caps),
        cmocka_unit_test(boxes_hold_the_matter_closely),
        cmocka_unit_test(the_hash_names_shape_and_sizes_that_matter),
        cmocka_unit_test(out_of_memory_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

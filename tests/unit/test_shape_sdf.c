// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_shape_kit.h"

#include "src/shape/sdf.h"

static double distance_to(const pl_sdf_part* parts, uint32_t count, pl_vec3d p) {
    pl_sdf_body body = {.parts = parts, .part_count = count};
    pl_sdf sdf;
    pl_sdf_near near;
    pl_sdf_prepare(&sdf, &body, 0);
    pl_sdf_gather(&sdf, p, 0, &near);
    return pl_sdf_distance(&sdf, &near, p);
}

static pl_vec3d random_point(uint64_t* seed) {
    pl_vec3d p = {shape_random(seed), shape_random(seed), shape_random(seed)};
    return pl_vec3d_sub(pl_vec3d_scale(p, 4), pl_vec3d_make(2, 2, 2));
}

static void balls_capsules_and_rings_know_their_distance(void** state) {
    (void)state;
    const pl_sdf_part ball = PL_BALL(JOIN, 0.1, 0.5, 0.25, -0.5, 0.7);
    const pl_sdf_part capsule = PL_LIMB(JOIN, 0.1, 0, -1, 0, 0.3, 0, 1, 0, 0.3);
    const pl_sdf_part hoop = PL_HOOP(JOIN, 0.1, 0, 0, 0, 1, 0.2, 90);
    uint64_t seed = 1;
    for (int i = 0; i < 2000; ++i) {
        pl_vec3d p = random_point(&seed);
        double to_ball = pl_vec3d_distance(p, ball.at) - 0.7;
        shape_expect_near(distance_to(&ball, 1, p), to_ball, 1e-14);
        double y = p.y < -1 ? -1 : p.y > 1 ? 1 : p.y;
        double to_axis = pl_vec3d_distance(p, pl_vec3d_make(0, y, 0));
        shape_expect_near(distance_to(&capsule, 1, p), to_axis - 0.3, 1e-14);
        // turned by 90 degrees about x, the ring stands in the x-y plane
        double out = sqrt(p.x * p.x + p.y * p.y) - 1;
        shape_expect_near(distance_to(&hoop, 1, p), sqrt(out * out + p.z * p.z) - 0.2, 1e-14);
    }
}

// A round cone is the union of the balls between its ends.
static void cones_are_rows_of_balls(void** state) {
    (void)state;
    const pl_sdf_part cone = PL_LIMB(JOIN, 0.1, -0.8, 0.1, 0.2, 0.5, 0.7, -0.4, 0.3, 0.2);
    uint64_t seed = 2;
    for (int i = 0; i < 300; ++i) {
        pl_vec3d p = random_point(&seed);
        double nearest = 1e9;
        for (int k = 0; k <= 2000; ++k) {
            double t = k / 2000.0, radius = 0.5 + t * (0.2 - 0.5);
            double d = pl_vec3d_distance(p, pl_vec3d_mix(cone.at, cone.to, t)) - radius;
            if (d < nearest) nearest = d;
        }
        if (nearest > 0)
            shape_expect_near(distance_to(&cone, 1, p), nearest, 1e-5);
        else
            assert_true(distance_to(&cone, 1, p) < 1e-5);
    }
}

static void boxes_know_their_distance(void** state) {
    (void)state;
    const pl_sdf_part block = PL_BLOCK(JOIN, 0.1, 0, 0, 0, 1, 0.5, 0.25, 0.1);
    shape_expect_near(distance_to(&block, 1, pl_vec3d_make(2, 0, 0)), 1, 1e-14);
    shape_expect_near(distance_to(&block, 1, pl_vec3d_make(0, -1, 0)), 0.5, 1e-14);
    shape_expect_near(distance_to(&block, 1, pl_vec3d_make(0, 0, 0)), -0.25, 1e-14);
    // past an edge: to the rounding's axis
    shape_expect_near(distance_to(&block, 1, pl_vec3d_make(1.3, 0.8, 0)), 0.4 * sqrt(2) - 0.1,
                      1e-14);
}

static void ellipsoids_have_the_right_surface_and_sides(void** state) {
    (void)state;
    const pl_sdf_part egg = PL_TURNED_EGG(JOIN, 0.1, 0, 0, 0, 1, 0.5, 0.25, 0, 0, 90);
    // turned by 90 degrees about z: half axes 0.5 along x, 1 along y
    shape_expect_near(distance_to(&egg, 1, pl_vec3d_make(0.5, 0, 0)), 0, 1e-14);
    shape_expect_near(distance_to(&egg, 1, pl_vec3d_make(0, -1, 0)), 0, 1e-14);
    shape_expect_near(distance_to(&egg, 1, pl_vec3d_make(0, 0, 0.25)), 0, 1e-14);
    assert_true(distance_to(&egg, 1, pl_vec3d_make(0, 0, 0)) < 0);
    uint64_t seed = 3;
    for (int i = 0; i < 2000; ++i) {
        pl_vec3d p = random_point(&seed);
        double inside = p.x * p.x * 4 + p.y * p.y + p.z * p.z * 16 - 1;
        assert_true((distance_to(&egg, 1, p) < 0) == (inside < 0));
    }
}

static void seams_melt_only_where_two_parts_are_alike(void** state) {
    (void)state;
    const pl_sdf_part two[] = {PL_BALL(JOIN, 0.1, -1, 0, 0, 0.9), PL_BALL(JOIN, 0.3, 1, 0, 0, 0.9)};
    // between them both are 0.1 away: lowered by a sixth of the seam
    shape_expect_near(distance_to(two, 2, pl_vec3d_make(0, 0, 0)), 0.1 - 0.05, 1e-14);
    // one nearer by more than the seam: as if alone
    shape_expect_near(distance_to(two, 2, pl_vec3d_make(-0.2, 0, 0)), -0.1, 1e-14);
    const pl_sdf_part bitten[] = {PL_BALL(JOIN, 0.1, 0, 0, 0, 1), PL_BALL(CUT, 0.1, 1, 0, 0, 0.5)};
    assert_true(distance_to(bitten, 2, pl_vec3d_make(0.8, 0, 0)) > 0.2);
    shape_expect_near(distance_to(bitten, 2, pl_vec3d_make(-0.9, 0, 0)), -0.1, 1e-14);
}

static const pl_sdf_part beast[] = {
    PL_EGG(JOIN, 0.1, 0, 0, 0, 0.5, 0.7, 0.4),
    PL_LIMB(JOIN_PAIR, 0.2, 0.3, 0.2, 0, 0.2, 1.2, 0.6, 0.3, 0.1),
    PL_BALL(JOIN_PAIR, 0.05, 1.25, 0.65, 0.3, 0.15),
    PL_HOOP(JOIN, 0.1, 0, -0.2, 0, 0.5, 0.1, 20),
    PL_LIMB(FINE_PAIR, 0.05, 1.3, 0.7, 0.3, 0.06, 1.5, 0.9, 0.3, 0.05),
    PL_BALL(CUT_PAIR, 0.1, 0.2, 0.5, 0.4, 0.15),
};

// What gathering leaves out must not matter: the same bits as asking every shape.
static void gathering_changes_nothing(void** state) {
    (void)state;
    pl_sdf_body body = {.parts = beast, .part_count = PL_COUNT(beast)};
    pl_sdf sdf;
    pl_sdf_prepare(&sdf, &body, 0);
    pl_sdf_near all = {.count = sdf.count};
    for (uint32_t i = 0; i < sdf.count; ++i) all.shapes[i] = (uint8_t)i;
    uint64_t seed = 4;
    uint32_t left_out = 0;
    for (int i = 0; i < 20000; ++i) {
        pl_vec3d centre = random_point(&seed), q = centre;
        double around = 0.05 * (i % 3);
        q.x += around * (2 * shape_random(&seed) - 1);
        pl_sdf_near near;
        pl_sdf_gather(&sdf, centre, around, &near);
        left_out += all.count - near.count;
        double whole = pl_sdf_distance(&sdf, &all, q);
        assert_true(pl_sdf_distance(&sdf, &near, q) == whole);
    }
    assert_true(left_out > 20000);
}

static void pairs_are_mirror_images(void** state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 2000; ++i) {
        pl_vec3d p = random_point(&seed), q = {-p.x, p.y, p.z};
        // up to the order in which left and right melt into the middle
        shape_expect_near(distance_to(beast, PL_COUNT(beast), p),
                          distance_to(beast, PL_COUNT(beast), q), 2e-3);
    }
}

static void points_are_brought_onto_the_surface(void** state) {
    (void)state;
    pl_sdf_body body = {.parts = beast, .part_count = PL_COUNT(beast)};
    pl_sdf sdf;
    pl_sdf_prepare(&sdf, &body, 0);
    uint64_t seed = 6;
    uint32_t tried = 0;
    for (int i = 0; i < 20000; ++i) {
        pl_vec3d p = random_point(&seed), normal;
        pl_sdf_near near;
        pl_sdf_gather(&sdf, p, 0, &near);
        if (fabs(pl_sdf_distance(&sdf, &near, p)) > 0.05) continue;
        ++tried;
        pl_vec3d on = pl_sdf_project(&sdf, p, 8, 0.1, &normal);
        pl_sdf_gather(&sdf, on, 0, &near);
        shape_expect_near(pl_sdf_distance(&sdf, &near, on), 0, 1e-8);
        shape_expect_near(pl_vec3d_length(normal), 1, 1e-12);
        pl_vec3d outside = pl_vec3d_add_scaled(on, 0.01, normal);
        pl_sdf_gather(&sdf, outside, 0, &near);
        assert_true(pl_sdf_distance(&sdf, &near, outside) > 0);
    }
    assert_true(tried > 100);
}

static void a_coarse_mesh_gets_stout_limbs_and_no_fine_parts(void** state) {
    (void)state;
    pl_sdf_body body = {.parts = beast, .part_count = PL_COUNT(beast)};
    pl_sdf fine, coarse;
    pl_sdf_prepare(&fine, &body, 0.01);
    pl_sdf_prepare(&coarse, &body, 0.2);
    assert_int_equal(fine.count, 10);
    assert_int_equal(coarse.count, 6);  // fingers and dents are gone
    for (uint32_t i = 0; i < coarse.count; ++i)
        if (coarse.shapes[i].part.kind == PL_SDF_CONE)
            assert_true(coarse.shapes[i].part.radius_to >= 0.17);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_capsules_and_rings_know_their_distance),
        cmocka_unit_test(cones_are_rows_of_balls),
        cmocka_unit_test(boxes_know_their_distance),
        cmocka_unit_test(ellipsoids_have_the_right_surface_and_sides),
        cmocka_unit_test(seams_melt_only_where_two_parts_are_alike),
        cmocka_unit_test(gathering_changes_nothing),
        cmocka_unit_test(pairs_are_mirror_images),
        cmocka_unit_test(points_are_brought_onto_the_surface),
        cmocka_unit_test(a_coarse_mesh_gets_stout_limbs_and_no_fine_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

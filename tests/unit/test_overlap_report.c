// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Overlap by geometry, held against closed forms: balls, boxes, bars that cross, obstacles of every
// kind. Nothing is stepped: the worlds never list a contact.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

#include "tests/unit/memory_kit.h"

static plump_overlap_report look(const scene* s) {
    plump_overlap_report report;
    OK(plump_world_measure_overlap(s->world, &report, &kit_error));
    assert_false(report.at_least);
    return report;
}

static void expect_near(double value, double wanted, double slack) {
    if (!(fabs(value - wanted) <= slack)) fail_msg("%.6g instead of %.6g", value, wanted);
}

static uint32_t put(scene* s, const plump_mesh* mesh, double x, double y, double z) {
    plump_body_def def = scene_def(mesh, 5, x, y, z);
    return scene_body(s, &def);
}

static void nothing_overlaps_in_an_empty_world(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 60);
    plump_overlap_report r = look(&s);
    assert_true(r.bodies.pair_count + r.obstacles.pair_count + r.self.pair_count == 0);
    assert_true(r.clearance > 1e30 && r.bodies.depth == 0);
    scene_end(&s);
}

// Two balls of radius 0.5 whose centres are d apart: the point of each that is nearest to the
// other's centre is |d - 0.5| from it.
static void balls_overlap_by_what_their_centres_lack(void** state) {
    (void)state;
    const double apart[] = {1.02, 0.98, 0.9, 0.7, 0.4};
    for (int i = 0; i < 5; ++i) {
        scene s = scene_begin(0, 1.0f / 60);
        const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 2562, 1));
        uint32_t a = put(&s, ball, 7, 3, 2), b = put(&s, ball, 7 + apart[i], 3, 2);
        plump_overlap_report r = look(&s);
        double wanted = fmax(0, 0.5 - fabs(apart[i] - 0.5));
        expect_near(r.bodies.depth, wanted, 0.003);
        expect_near(r.bodies.share, r.bodies.depth, 1e-3);
        assert_true((r.bodies.pair_count > 0) == (wanted > 0));
        if (wanted > 0) {
            assert_int_equal(r.bodies.body.value, s.body[a].value);
            assert_int_equal(r.bodies.other.value, s.body[b].value);
        }
        assert_true(r.self.pair_count == 0 && r.obstacles.pair_count == 0);
        scene_end(&s);
    }
}

// A small ball wholly inside a large one: no triangle is cut, and the depth is told all the same.
static void what_is_far_inside_is_found(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 60);
    const plump_mesh* large = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 2562, 1));
    const plump_mesh* small = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.1));
    put(&s, large, 0, 0, 0);
    put(&s, small, 0.1, 0, 0);
    plump_overlap_report r = look(&s);
    assert_int_equal(r.bodies.pair_count, 0);
    expect_near(r.bodies.depth, 0.45, 0.005);
    expect_near(r.bodies.share, 4.5, 0.2);
    scene_end(&s);
}

// Shares are of what is typical of a body's thickness: of a ribbon of 1 x 0.1 x 0.001 that is
// 3 mm, be it half in another ribbon or 5 cm below a floor; and its, not that of the deeper body.
static void thin_bodies_are_judged_by_their_thickness(void** state) {
    (void)state;
    const double volume = 1e-4, area = 2 * (0.1 + 0.001 + 1e-4), thick = 6 * volume / area;
    scene s = scene_begin(0, 1.0f / 60);
    scene_floor(&s, 0);
    const plump_mesh* ribbon = scene_keep(&s, mesh_slab(1, 0.001, 0.1, 20, 1, 2));
    const plump_mesh* box = scene_keep(&s, mesh_slab(4, 4, 4, 2, 2, 2));
    uint32_t thin = put(&s, ribbon, 0, -0.05, 0), thick_one = put(&s, box, 10, 1.9, 0);
    uint32_t first = put(&s, ribbon, -10, 2, 0), second = put(&s, ribbon, -10, 2.0004, 0.03);
    plump_overlap_report r = look(&s);
    expect_near(r.obstacles.depth, 0.1, 1e-6);
    assert_int_equal(r.obstacles.body.value, s.body[thick_one].value);
    expect_near(r.obstacles.share, (0.05 + 0.0005) / thick, 0.01);
    assert_int_equal(r.obstacles.share_body.value, s.body[thin].value);
    assert_int_equal(r.obstacles.share_other.value, 0);
    expect_near(r.bodies.share, 0.0005 / thick, 0.01);  // half of it, as deep as it gets
    assert_int_equal(r.bodies.share_body.value, s.body[first].value);
    assert_int_equal(r.bodies.share_other.value, s.body[second].value);
    scene_end(&s);
}

// Bars of 1 x 0.1 x 0.1 that cross: no vertex of either is in the other, and edges lie as deep as
// they come. Side by side, 0.03 into each other, that is 0.03; in the middle of each other 0.05.
static void bars_that_cross_are_found_by_their_edges(void** state) {
    (void)state;
    const double up[] = {0.11, 0.07, 0.0};
    const double wanted[] = {0, 0.03, 0.05};
    for (int i = 0; i < 3; ++i) {
        scene s = scene_begin(0, 1.0f / 60);
        put(&s, scene_keep(&s, mesh_slab(1, 0.1, 0.1, 1, 1, 1)), 0, 0, 0);
        put(&s, scene_keep(&s, mesh_slab(0.1, 0.1, 1, 1, 1, 1)), 0.003, up[i], 0.004);
        plump_overlap_report r = look(&s);
        expect_near(r.bodies.depth, wanted[i], 0.06 * wanted[i]);
        assert_true((r.bodies.pair_count > 0) == (wanted[i] > 0));
        scene_end(&s);
    }
}

static void a_box_in_a_plane_is_as_deep_as_its_lowest_point(void** state) {
    (void)state;
    const double height[] = {0.7, 0.5 + 1e-4, 0.44, -3};
    for (int i = 0; i < 4; ++i) {
        scene s = scene_begin(0, 1.0f / 60);
        scene_floor(&s, 0.5f);
        uint32_t a = put(&s, scene_keep(&s, mesh_slab(1, 1, 1, 4, 4, 4)), 100, height[i], 0);
        plump_overlap_report r = look(&s);
        expect_near(r.clearance, height[i] - 0.5, 1e-6);
        expect_near(r.obstacles.depth, fmax(0, 0.5 - height[i]), 1e-6);
        assert_int_equal(r.clearance_body.value, s.body[a].value);
        assert_int_equal(r.clearance_obstacle.value, s.obstacle[0].value);
        // the bottom and one row of each side, or all
        uint64_t pairs = height[i] > 0.5 ? 0 : height[i] > 0 ? 32 + 4 * 8 : 6 * 32;
        assert_true(r.obstacles.pair_count == pairs);
        scene_end(&s);
    }
}

static double depth_in(const plump_obstacle_def* def, const plump_mesh* mesh, double x, double y,
                       uint64_t* pairs) {
    scene s = scene_begin(0, 1.0f / 60);
    plump_obstacle_def turned = *def;
    turned.rotation[0] = turned.rotation[2] = 1, turned.rotation[3] = 0;  // x is z, y is down
    scene_obstacle(&s, &turned);
    put(&s, mesh, x, y, 0);
    plump_overlap_report r = look(&s);
    expect_near(r.clearance < 0 ? -r.clearance : 0, r.obstacles.depth, 1e-12);
    *pairs = r.obstacles.pair_count;
    scene_end(&s);
    return r.obstacles.depth;
}

// A coarse slab on a ball: the ball reaches in between its vertices. And sharp edges of a box.
static void obstacles_reach_in_between_vertices(void** state) {
    (void)state;
    uint64_t pairs;
    plump_mesh* slab = mesh_slab(4, 1, 4, 1, 1, 1);
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_SPHERE;
    def.radius = 1;
    // a diagonal of the lower face lies 0.2 in the ball
    expect_near(depth_in(&def, slab, 0, 1.3, &pairs), 0.2, 0.006);
    assert_true(pairs >= 2);
    expect_near(depth_in(&def, slab, 0, 1.51, &pairs), 0, 0);
    assert_int_equal(pairs, 0);
    def.shape = PLUMP_OBSTACLE_BOX;
    def.half_size[0] = def.half_size[1] = def.half_size[2] = 0.4f;
    expect_near(depth_in(&def, slab, 0.3, 0.8, &pairs), 0.1, 0.003);
    plump_mesh_destroy(slab);
}

static void hollow_ones_hold_what_is_inside(void** state) {
    (void)state;
    uint64_t pairs;
    plump_mesh* ball = mesh_shape(PLUMP_SHAPE_SPHERE, 642, 0.2);
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_CYLINDER;
    def.hollow = true;
    def.radius = 0.5f;
    def.half_height = 2;
    expect_near(depth_in(&def, ball, 0, 0.3, &pairs), 0, 0);
    assert_int_equal(pairs, 0);
    def.shape = PLUMP_OBSTACLE_SPHERE;
    expect_near(depth_in(&def, ball, 0, 0.45, &pairs), 0.05, 1e-3);
    assert_true(pairs > 0);
    plump_mesh* glass = mesh_shape(PLUMP_SHAPE_SPHERE, 2562, 1);
    def.shape = PLUMP_OBSTACLE_MESH;
    def.mesh = glass;
    expect_near(depth_in(&def, ball, 0, 0.3, &pairs), 0, 0);
    expect_near(depth_in(&def, ball, 0, 0.45, &pairs), 0.05, 2e-3);
    assert_true(pairs > 0);
    def.hollow = false;
    expect_near(depth_in(&def, ball, 0, 0.55, &pairs), 0.05, 2e-3);
    expect_near(depth_in(&def, ball, 0, 0.65, &pairs), 0, 0);
    plump_mesh_destroy(ball);
    plump_mesh_destroy(glass);
}

// A sheet has no inside: its pairs are counted, and the way apart is at most that of triangles.
static void sheets_are_cut(void** state) {
    (void)state;
    const float points[12] = {-2, 0, -2, 2, 0, -2, 2, 0, 2, -2, 0, 2};
    const uint32_t triangles[6] = {0, 2, 1, 0, 3, 2};
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_SHEET;
    def.points = points, def.point_count = 4;
    def.triangles = triangles, def.triangle_count = 2;
    for (int i = 0; i < 2; ++i) {
        scene s = scene_begin(0, 1.0f / 60);
        scene_obstacle(&s, &def);
        put(&s, scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 642, 1)), 0.1, i ? 0.48 : 0.52, 0.2);
        plump_overlap_report r = look(&s);
        assert_true((r.obstacles.pair_count > 0) == (i == 1));
        assert_true(r.obstacles.depth <= 0.06 && (r.obstacles.depth > 0) == (i == 1));
        if (i == 0) expect_near(r.clearance, 0.02, 2e-3);
        scene_end(&s);
    }
}

// A tube bent into itself: as many pairs as the intake of the same mesh counts.
static void bend(double t, double out[3]) {
    double angle = 2 * VOLUME_PI * 1.05 * t;
    out[0] = cos(angle), out[1] = 0.05 * t, out[2] = sin(angle);
}

static void what_cuts_itself_is_counted_as_by_the_intake(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 60);
    const plump_mesh* ring = scene_keep(&s, mesh_tube(bend, 0.1, 80, 12));
    uint32_t a = put(&s, ring, 5, 5, 5);
    plump_overlap_report r = look(&s);
    fixture again = fixture_of_mesh(ring);
    outcome intake = fixture_take(&again);
    plump_finding cuts = intake.report.findings[PLUMP_FINDING_SELF_INTERSECTIONS];
    assert_true(r.self.pair_count > 0);
    assert_true(r.self.pair_count == cuts.count);
    plump_mesh_destroy(intake.mesh);
    fixture_free(&again);
    assert_true(r.self.depth > 0.005 && r.self.depth < 0.1);
    assert_int_equal(r.self.body.value, s.body[a].value);
    assert_int_equal(r.self.other.value, s.body[a].value);
    assert_true(r.bodies.pair_count == 0);
    scene_end(&s);
}

static void bodies_kept_apart_by_the_caller_are_not_compared(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 60);
    const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 162, 1));
    put(&s, ball, 0, 0, 0);
    put(&s, ball, 0.5, 0, 0);
    assert_true(look(&s).bodies.pair_count > 0);
    OK(plump_world_set_pair(s.world, s.body[0], s.body[1], false, &kit_error));
    assert_true(look(&s).bodies.pair_count == 0);
    OK(plump_world_set_pair(s.world, s.body[0], s.body[1], true, &kit_error));
    scene_set(&s, 1, "soft_contact", 0);
    assert_true(look(&s).bodies.pair_count == 0);
    scene_end(&s);
}

// Asking changes nothing.
static void a_world_goes_on_as_if_nobody_had_asked(void** state) {
    (void)state;
    uint64_t hash[2];
    for (int k = 0; k < 2; ++k) {
        scene s = scene_begin(-9.81f, 1.0f / 60);
        s.look_every = 1000;
        scene_floor(&s, 0.5f);
        const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.2));
        for (int i = 0; i < 3; ++i) put(&s, ball, 0.03 * i, 0.12 + 0.21 * i, 0);
        for (int i = 0; i < 40; ++i) {
            scene_step(&s);
            if (k) look(&s);
        }
        hash[k] = plump_world_hash(s.world);
        scene_end(&s);
    }
    assert_true(hash[0] == hash[1]);
}

static void running_out_of_memory_is_an_answer(void** state) {
    (void)state;
    memory_kit memory = {0};
    plump_world_def world = plump_default_world_def();
    world.allocator = memory_kit_hooks(&memory);
    scene s = scene_begin_with(&world, 1.0f / 60);
    put(&s, scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 162, 1)), 0, 0, 0);
    long blocks = memory.blocks;
    plump_overlap_report report;
    for (int i = 1; i <= 5; ++i) {
        memory.fail_at = memory.calls + i;
        plump_result result = plump_world_measure_overlap(s.world, &report, &kit_error);
        assert_int_equal(result, i < 5 ? PLUMP_ERROR_MEMORY : PLUMP_OK);
        assert_int_equal(memory.blocks, blocks);
    }
    assert_int_equal(plump_world_measure_overlap(s.world, NULL, &kit_error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_world_measure_overlap(NULL, &report, NULL), PLUMP_ERROR_ARGUMENT);
    scene_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_overlaps_in_an_empty_world),
        cmocka_unit_test(balls_overlap_by_what_their_centres_lack),
        cmocka_unit_test(what_is_far_inside_is_found),
        cmocka_unit_test(thin_bodies_are_judged_by_their_thickness),
        cmocka_unit_test(bars_that_cross_are_found_by_their_edges),
        cmocka_unit_test(a_box_in_a_plane_is_as_deep_as_its_lowest_point),
        cmocka_unit_test(obstacles_reach_in_between_vertices),
        cmocka_unit_test(hollow_ones_hold_what_is_inside),
        cmocka_unit_test(sheets_are_cut),
        cmocka_unit_test(what_cuts_itself_is_counted_as_by_the_intake),
        cmocka_unit_test(bodies_kept_apart_by_the_caller_are_not_compared),
        cmocka_unit_test(a_world_goes_on_as_if_nobody_had_asked),
        cmocka_unit_test(running_out_of_memory_is_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

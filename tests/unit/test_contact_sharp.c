// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sharp things: a spike, an edge, two spikes tip on tip, a crack, and the inner edges of a floor of
// triangles. Tips and edges are sampled every hundredth of the body's size and must not sink in by
// more than 1 % on the way and 0.1 % at rest.
//
// Balls, wedge and spike of 0.2 m at 30 Hz (a tip sinks into softer ones by half of their size),
// what has a finer mesh at 60 or 100 Hz, the bar of 0.8 m at 8 Hz; steps of 1/120 s, substeps as
// needed. What rolls has 40 Hz: softer ones sway for long from being set in motion.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

static void expect_sharp(scene* s) {
    scene_expect_transit(s);
    scene_expect_sound(s);
    scene_at_most("volume error", s->worst.volume_error, 1e-6);
}

static plump_body_def ball_def(scene* s, double y) {
    uint32_t vertices = volume_long() ? 1442 : 362;
    return scene_def(scene_keep(s, mesh_shape(PLUMP_SHAPE_SPHERE, vertices, 0.2)), 30, 0, y, 0);
}

// On a spike of 0.3 m, in a pipe so that it cannot slip off. What hangs on a single vertex swings
// for long: damping 1. The finer its mesh the farther a vertex is drawn out, by 7 cm at 30 Hz.
static void rest_on_spike(plump_mesh* mesh, float frequency, double y, bool upside_down) {
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_solid(&s, mesh_spike(0.1, 0.3, 1, 12), 0, 0, 0);
    plump_obstacle_def pipe = plump_default_obstacle_def();
    pipe.shape = PLUMP_OBSTACLE_CYLINDER;
    pipe.hollow = true;
    pipe.radius = 0.102f, pipe.half_height = 5;
    pipe.friction = pipe.friction_static = 0;
    scene_obstacle(&s, &pipe);
    plump_body_def def = scene_def(scene_keep(&s, mesh), frequency, 0, y, 0);
    def.damping = 1;
    def.can_sleep = false;
    if (upside_down) def.rotation[0] = 1, def.rotation[3] = 0;
    scene_body(&s, &def);
    scene_run(&s, 9);  // it leans against the pipe, and may roll round in it first
    expect_sharp(&s);
    scene_expect_rest(&s);
    scene_at_least("it lies on the tip, m", s.judge[0].centre[1], 0.3);
    scene_at_most("speed of any vertex at the end, m/s", scene_fastest(&s), 1e-3);
    scene_end(&s);
}

static void a_ball_rests_on_a_single_spike(void** state) {
    (void)state;
    rest_on_spike(mesh_shape(PLUMP_SHAPE_SPHERE, 1442, 0.2), 60, 0.42, false);
    if (volume_long()) {
        rest_on_spike(mesh_shape(PLUMP_SHAPE_SPHERE, 362, 0.2), 30, 0.42, false);
        rest_on_spike(mesh_shape(PLUMP_SHAPE_SPHERE, 642, 0.2), 60, 0.42, false);
    }
    volume_expect_good();
}

static void a_soft_spike_rests_on_a_spike(void** state) {
    (void)state;
    rest_on_spike(mesh_spike(0.1, 0.2, 5, 12), 30, 0.503, true);
    if (volume_long()) rest_on_spike(mesh_spike(0.1, 0.2, 10, 24), 100, 0.503, true);
    volume_expect_good();
}

// Let go beside the tip it slides off, and no deeper.
static void a_ball_slides_off_a_spike(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_solid(&s, mesh_spike(0.1, 0.3, 1, 12), 0, 0, 0);
    scene_floor(&s, 0.5f);
    plump_body_def def = ball_def(&s, 0.5);
    def.position[0] = 0.02, def.position[2] = 0.013;
    scene_body(&s, &def);
    scene_run(&s, 2);
    // 1.4 % of its size where the tip comes through between two vertices at 3 m/s; 1 % is open
    scene_at_most("deepest overlap on the way, sizes", s.worst.deepest,
                  contact_open() ? 0.01 : 0.02);
    scene_expect_sound(&s);
    scene_at_most("volume error", s.worst.volume_error, 1e-6);
    scene_end(&s);
    volume_expect_good();
}

static uint32_t add_edge(scene* s, double x) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_BOX;
    def.half_size[0] = def.half_size[1] = 0.1f, def.half_size[2] = 0.5f;
    def.rotation[2] = (float)sin(VOLUME_PI / 8), def.rotation[3] = (float)cos(VOLUME_PI / 8);
    def.position[0] = x, def.position[1] = -0.1 * sqrt(2);
    return scene_obstacle(s, &def);
}

// On one it would tip over; each lies between its vertices.
static void a_bar_rests_across_the_edges_of_two_boxes(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    add_edge(&s, -0.21);
    add_edge(&s, 0.19);
    plump_body_def def = scene_def(
        scene_keep(&s, mesh_slab(0.8, 0.1, 0.1, volume_long() ? 31 : 15, 2, 2)), 8, 0, 0.06, 0);
    def.friction = def.friction_static = 1;
    scene_body(&s, &def);
    scene_run(&s, 5);
    expect_sharp(&s);
    scene_expect_rest(&s);
    scene_at_least("it lies on the edge, m", s.judge[0].high[1], 0.02);
    scene_end(&s);
    volume_expect_good();
}

static void a_ball_falls_onto_the_edge_of_a_box(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    add_edge(&s, 0);
    plump_body_def def = ball_def(&s, 0.3);
    def.position[0] = 0.01;
    scene_body(&s, &def);
    scene_run(&s, 1);
    expect_sharp(&s);
    scene_end(&s);
    volume_expect_good();
}

static void a_soft_spike_falls_onto_a_spike(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_solid(&s, mesh_spike(0.1, 0.3, 1, 12), 0, 0, 0);
    scene_floor(&s, 0.5f);
    plump_body_def def = scene_def(
        scene_keep(&s, mesh_spike(0.1, 0.2, volume_long() ? 10 : 5, volume_long() ? 24 : 12)),
        volume_long() ? 100 : 30, 0, 0.55, 0);
    def.rotation[0] = 1, def.rotation[3] = 0;  // its tip down, 0.05 m above the other
    scene_body(&s, &def);
    scene_run(&s, 1.5);
    expect_sharp(&s);
    scene_end(&s);
    volume_expect_good();
}

static void a_wedge_rests_in_a_crack(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    const float half[3] = {0.3f, 0.3f, 0.5f};
    const double left[3] = {-0.34, -0.3, 0}, right[3] = {0.34, -0.3, 0};
    scene_box(&s, left, half, 0.5f);
    scene_box(&s, right, half, 0.5f);
    plump_body_def def = scene_def(
        scene_keep(&s, mesh_wedge(0.2, 0.2, 0.2, 0.02, volume_long() ? 10 : 6)), 30, 0, 0.12, 0);
    scene_body(&s, &def);
    scene_run(&s, 3);
    expect_sharp(&s);
    scene_expect_rest(&s);
    scene_at_least("it stays in the crack, m", s.judge[0].centre[1], -0.1);
    scene_at_most("speed at the end, m/s", scene_fastest(&s), 1e-3);
    scene_end(&s);
    volume_expect_good();
}

// --- a floor of triangles ---

// The largest vertical speed of the centre as a share of the horizontal one, once it moves evenly.
static double bumps(scene* s, double seconds) {
    double worst = 0;
    for (int i = 0; i < (int)(seconds / (double)s->dt); ++i) {
        scene_step(s);
        scene_read(s, 0);
        const double* v = s->judge[0].velocity;
        worst = fmax(worst, fabs(v[1]) / hypot(v[0], v[2]));
    }
    scene_at_least("it still moves, m/s", hypot(s->judge[0].velocity[0], s->judge[0].velocity[2]),
                   1);
    return worst;
}

// At 2 m/s, and turning along if it is a ball; from now on with little damping, which would brake.
static void set_rolling(scene* s, bool ball) {
    plump_body_edit edit;
    if (ball) scene_set(s, 0, "damping", 0.1);
    double height = s->judge[0].centre[1];
    OK(plump_body_lend_edit(s->world, s->body[0], &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) {
        double x = edit.origin[0] + (double)edit.x[i] - s->judge[0].centre[0];
        double y = edit.origin[1] + (double)edit.y[i] - height;
        edit.vx[i] = (float)(2 + (ball ? 2 * y / height : 0));
        edit.vy[i] = (float)(ball ? -2 * x / height : 0);
        edit.vz[i] = 0;
    }
}

static double cross_floor(bool triangles, bool ball) {
    scene s = scene_begin(-9.81f, 1.0f / 120);
    uneven_floor f = uneven_floor_make(4, 61, 21);
    plump_obstacle_def floor = plump_default_obstacle_def();
    floor.shape = triangles ? PLUMP_OBSTACLE_SHEET : PLUMP_OBSTACLE_PLANE;
    floor.points = f.points, floor.point_count = f.point_count;
    floor.triangles = f.triangles, floor.triangle_count = f.triangle_count;
    floor.friction = floor.friction_static = ball ? 0.8f : 0;
    scene_obstacle(&s, &floor);
    plump_shape_kind kind = ball ? PLUMP_SHAPE_SPHERE : PLUMP_SHAPE_BOX;
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(kind, ball ? 642 : 386, 0.2)), 40, 0, 0.101, 0);
    def.damping = 0.5f;
    def.can_sleep = false;
    def.friction = def.friction_static = ball ? 0.8f : 0;
    def.position[0] = -3;
    scene_body(&s, &def);
    s.look_every = 1000000;
    scene_run(&s, 1);  // first it settles
    set_rolling(&s, ball);
    scene_run(&s, 1);  // then it stops bouncing
    double worst = bumps(&s, 0.5);
    scene_expect_sound(&s);
    scene_end(&s);
    uneven_floor_free(&f);
    return worst;
}

// The floor is a soft slab of 10 cm on a plane. Being set in motion makes a ball bounce for a
// second.
static double cross_soft_floor(bool ball, float frequency) {
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 1);
    plump_shape_kind kind = ball ? PLUMP_SHAPE_SPHERE : PLUMP_SHAPE_BOX;
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(kind, ball ? 642 : 386, 0.2)), 40, -1.3, 0.202, 0);
    def.damping = 0.5f;
    def.density = 200;
    def.can_sleep = false;
    def.friction = def.friction_static = 0;
    scene_body(&s, &def);
    plump_body_def floor =
        scene_def(scene_keep(&s, mesh_slab(3, 0.1, 0.4, 40, 1, 5)), frequency, 0, 0.0505, 0);
    floor.damping = 0.5f;
    floor.can_sleep = false;
    scene_body(&s, &floor);
    s.look_every = 1000000;
    scene_run(&s, 1);
    set_rolling(&s, false);
    scene_run(&s, 0.95);
    double worst = bumps(&s, 0.25);
    scene_expect_sound(&s);
    scene_end(&s);
    return worst;
}

static void a_ball_slides_over_a_soft_floor_without_bumps(void** state) {
    (void)state;
    scene_at_most("vertical speed of a ball on 20 Hz, share", cross_soft_floor(true, 20), 0.01);
    if (volume_long()) {
        scene_at_most("vertical speed of a box on 20 Hz, share", cross_soft_floor(false, 20), 0.01);
        scene_at_most("vertical speed of a box on 5 Hz, share", cross_soft_floor(false, 5), 0.01);
        scene_at_most("vertical speed of a ball on 5 Hz, share", cross_soft_floor(true, 5), 0.01);
    }
    volume_expect_good();
}

static void a_box_slides_over_inner_edges_without_bumps(void** state) {
    (void)state;
    scene_at_most("vertical speed of a box on a plane, share", cross_floor(false, false), 0.01);
    scene_at_most("vertical speed of a box on triangles, share", cross_floor(true, false), 0.01);
    volume_expect_good();
}

static void a_ball_rolls_over_inner_edges_without_bumps(void** state) {
    (void)state;
    scene_at_most("vertical speed of a ball on a plane, share", cross_floor(false, true), 0.01);
    scene_at_most("vertical speed of a ball on triangles, share", cross_floor(true, true), 0.01);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_rests_on_a_single_spike),
        cmocka_unit_test(a_soft_spike_rests_on_a_spike),
        cmocka_unit_test(a_ball_slides_off_a_spike),
        cmocka_unit_test(a_bar_rests_across_the_edges_of_two_boxes),
        cmocka_unit_test(a_ball_falls_onto_the_edge_of_a_box),
        cmocka_unit_test(a_soft_spike_falls_onto_a_spike),
        cmocka_unit_test(a_wedge_rests_in_a_crack),
        cmocka_unit_test(a_box_slides_over_inner_edges_without_bumps),
        cmocka_unit_test(a_ball_rolls_over_inner_edges_without_bumps),
        cmocka_unit_test(a_ball_slides_over_a_soft_floor_without_bumps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

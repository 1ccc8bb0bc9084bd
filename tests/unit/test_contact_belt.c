// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Belts: a box that lies on one is dragged along by mu g until it is as fast, after u / (mu g).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/snapshot_kit.h"

#include "tests/unit/contact_kit.h"

#define MU 0.2
#define G  9.81

static void run_belt(scene* s, float x, float z) {
    const float velocity[3] = {x, 0, z};
    OK(plump_obstacle_set_surface_velocity(s->world, s->obstacle[0], velocity, &kit_error));
}

// A box of 0.2 m that has come to rest on the obstacle, whose upper side is at 0.
static void lay_box(scene* s, plump_obstacle_def* belt) {
    belt->friction = belt->friction_static = (float)MU;
    scene_obstacle(s, belt);
    s->look_every = 1000;
    plump_body_def def =
        scene_def(scene_keep(s, mesh_shape(PLUMP_SHAPE_BOX, 98, 0.2)), 20, 0, 0.101, 0);
    def.damping = 0.5f;
    def.friction = def.friction_static = (float)MU;
    scene_body(s, &def);
    scene_run(s, 2);
}

static plump_body_info info_of(scene* s) {
    plump_body_info info;
    OK(plump_body_describe(s->world, s->body[0], &info, &kit_error));
    return info;
}

static double speed_of(scene* s) {
    return info_of(s).velocity[0];
}

// Friction never gives more than its share of the load.
static void expect_cone(scene* s) {
    plump_obstacle_info info;
    OK(plump_obstacle_get_info(s->world, s->obstacle[0], &info, &kit_error));
    double drag = hypot(info.impulse[0], info.impulse[2]);
    if (drag > 1.002 * MU * fabs(info.impulse[1])) fail_msg("%g", drag / fabs(info.impulse[1]));
}

static void expect_closed_form(plump_obstacle_def belt, const char* name) {
    scene s = scene_begin(-(float)G, 1.0f / 120);
    char line[100];
    lay_box(&s, &belt);
    run_belt(&s, 1, 0);
    double from = info_of(&s).centre[0];
    for (int i = 0; i < 36; ++i) {
        scene_step(&s);
        expect_cone(&s);
    }
    snprintf(line, sizeof line, "%s: speed after 0.3 s against mu g t, share", name);
    scene_at_most(line, fabs(speed_of(&s) / (MU * G * 0.3) - 1), 1e-4);
    snprintf(line, sizeof line, "%s: way after 0.3 s against mu g t^2 / 2, share", name);
    scene_at_most(line, fabs((info_of(&s).centre[0] - from) / (0.5 * MU * G * 0.09) - 1), 5e-3);
    scene_run(&s, 1.7);
    snprintf(line, sizeof line, "%s: speed in the end against that of the belt", name);
    scene_at_most(line, fabs(speed_of(&s) - 1), 1e-4);
    // u t - u^2 / (2 mu g)
    snprintf(line, sizeof line, "%s: way after 2 s, m off", name);
    scene_at_most(line, fabs(info_of(&s).centre[0] - from - 2 + 0.5 / (MU * G)), 2e-3);
    scene_at_most("aside, m", fabs(info_of(&s).centre[2]), 1e-3);
    assert_false(info_of(&s).asleep);
    run_belt(&s, 0, 0);
    scene_run(&s, 0.3);
    snprintf(line, sizeof line, "%s: speed 0.3 s after it stopped", name);
    scene_at_most(line, fabs(speed_of(&s) - 1 + MU * G * 0.3), 1e-4);
    scene_run(&s, 3);
    assert_true(info_of(&s).asleep);
    scene_expect_sound(&s);
    scene_end(&s);
}

static void a_belt_drags_by_friction(void** state) {
    (void)state;
    plump_obstacle_def belt = plump_default_obstacle_def();
    expect_closed_form(belt, "plane");
    belt.shape = PLUMP_OBSTACLE_BOX;
    belt.half_size[0] = belt.half_size[2] = 4;
    belt.position[1] = -0.5;
    expect_closed_form(belt, "box");
    belt = plump_default_obstacle_def();
    uneven_floor f = uneven_floor_make(4, 9, 11);
    belt.shape = PLUMP_OBSTACLE_SHEET;
    belt.points = f.points, belt.point_count = f.point_count;
    belt.triangles = f.triangles, belt.triangle_count = f.triangle_count;
    expect_closed_form(belt, "sheet");
    uneven_floor_free(&f);
}

// The velocity turns with the obstacle, and adds to its own.
static void it_runs_in_the_frame_of_the_obstacle(void** state) {
    (void)state;
    scene s = scene_begin(-(float)G, 1.0f / 120);
    plump_obstacle_def belt = plump_default_obstacle_def();
    belt.rotation[1] = belt.rotation[3] = 1;  // a quarter: its z is the world's x
    lay_box(&s, &belt);
    run_belt(&s, 0, 0.5f);
    scene_run(&s, 1);
    scene_at_most("speed along x", fabs(speed_of(&s) - 0.5), 1e-3);
    double way = 0;
    for (int i = 0; i < 120; ++i) {
        way += 0.25 / 120;
        const double place[3] = {way, 0, 0};
        OK(plump_obstacle_move(s.world, s.obstacle[0], place, belt.rotation, &kit_error));
        scene_step(&s);
    }
    scene_at_most("speed on a belt that moves", fabs(speed_of(&s) - 0.75), 1e-3);
    scene_end(&s);
}

// Up and down its sides it cannot push: only what is along a surface counts.
static void a_velocity_across_the_surface_does_nothing(void** state) {
    (void)state;
    scene s = scene_begin(-(float)G, 1.0f / 120);
    plump_obstacle_def belt = plump_default_obstacle_def();
    lay_box(&s, &belt);
    double height = info_of(&s).centre[1];
    const float up[3] = {0, 5, 0};
    OK(plump_obstacle_set_surface_velocity(s.world, s.obstacle[0], up, &kit_error));
    scene_run(&s, 0.5);
    scene_at_most("height, m off", fabs(info_of(&s).centre[1] - height), 1e-5);
    assert_false(info_of(&s).asleep);
    scene_end(&s);
}

static void belts_wake_and_are_refused(void** state) {
    (void)state;
    scene s = scene_begin(-(float)G, 1.0f / 120);
    plump_obstacle_def belt = plump_default_obstacle_def();
    lay_box(&s, &belt);
    scene_run(&s, 1);
    assert_true(info_of(&s).asleep);
    uint64_t hash = plump_world_hash(s.world);
    run_belt(&s, 0, 0);  // as before
    assert_true(info_of(&s).asleep && plump_world_hash(s.world) == hash);
    const float wrong[3] = {0, NAN, 0}, fast[3] = {2e6f, 0, 0};
    plump_obstacle_id id = s.obstacle[0], none = {0};
    REFUSED(plump_obstacle_set_surface_velocity(s.world, id, wrong, &kit_error),
            "surface velocity of the obstacle is nan");
    REFUSED(plump_obstacle_set_surface_velocity(s.world, id, fast, &kit_error), "from -1e+06");
    REFUSED(plump_obstacle_set_surface_velocity(s.world, id, NULL, &kit_error), "NULL");
    REFUSED(plump_obstacle_set_surface_velocity(s.world, none, fast, &kit_error), "no obstacle");
    belt.surface_velocity[2] = -2e6f;
    REFUSED(plump_obstacle_create(s.world, &belt, &none, &kit_error), "surface velocity");
    assert_true(info_of(&s).asleep && plump_world_hash(s.world) == hash);
    run_belt(&s, 1, 0);
    assert_false(info_of(&s).asleep);
    assert_true(plump_world_hash(s.world) != hash);
    scene_end(&s);
}

static void a_run_goes_on_from_a_snapshot(void** state) {
    (void)state;
    scene s = scene_begin(-(float)G, 1.0f / 120);
    plump_obstacle_def belt = plump_default_obstacle_def();
    lay_box(&s, &belt);
    run_belt(&s, 1, 0.5f);
    for (int i = 0; i < 20; ++i) scene_step(&s);
    bytes b = take_snapshot(s.world);
    plump_world* other = make_world(-(float)G, 3);
    const plump_mesh* const meshes[1] = {s.mesh[0]};
    OK(plump_world_restore(other, b.at, b.size, meshes, 1, &kit_error));
    for (int i = 0; i < 40; ++i) {
        OK(plump_world_step(other, s.dt, 0, &kit_error));
        scene_step(&s);
        assert_true(plump_world_hash(other) == plump_world_hash(s.world));
    }
    free(b.at);
    plump_world_destroy(other);
    scene_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_belt_drags_by_friction),
        cmocka_unit_test(it_runs_in_the_frame_of_the_obstacle),
        cmocka_unit_test(a_velocity_across_the_surface_does_nothing),
        cmocka_unit_test(belts_wake_and_are_refused),
        cmocka_unit_test(a_run_goes_on_from_a_snapshot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

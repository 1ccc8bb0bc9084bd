// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rolling friction: what rocks comes to rest, what would roll is not held, and where there is no
// friction there is none of it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

static scene floor_of(float friction) {
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, friction);
    s.look_every = 1000;
    return s;
}

static plump_body_def body_on_floor(scene* s, plump_shape_kind kind, double height) {
    plump_body_def def = scene_def(scene_keep(s, mesh_shape(kind, 300, 0.2)), 25, 0, height, 0);
    return def;
}

static void a_duck_that_was_tilted_rocks_itself_to_sleep(void** state) {
    (void)state;
    scene s = floor_of(0.5f);
    plump_body_def def = body_on_floor(&s, PLUMP_SHAPE_DUCK, 0.12);
    def.rotation[0] = 0.17f, def.rotation[3] = 0.985f;  // 20 degrees
    scene_body(&s, &def);
    while (s.time < 12 && !scene_all_asleep(&s)) scene_step(&s);
    volume_judge(scene_all_asleep(&s), "asleep, at", s.time);
    scene_end(&s);
    volume_expect_good();
}

// Three degrees; mass on the surface alone would roll 0.6 as far as it would slide, and its facets
// take some of that.
static void a_ball_rolls_down_a_slight_slope(void** state) {
    (void)state;
    scene s = floor_of(0.5f);
    plump_body_def def = body_on_floor(&s, PLUMP_SHAPE_SPHERE, 0.1005);
    scene_body(&s, &def);
    scene_run(&s, 1);
    double from = s.judge[0].centre[0];
    const float down[3] = {9.81f * 0.0523f, -9.81f * 0.9986f, 0};
    OK(plump_world_set_gravity(s.world, down, &kit_error));
    scene_run(&s, 3);
    double time = 3 - 0.125;  // gravity turns evenly within a quarter of a second
    double most = 0.5 * 9.81 * 0.0523 * time * time;
    scene_at_least("way of what would slide freely, shares", (s.judge[0].centre[0] - from) / most,
                   0.4);
    scene_end(&s);
    volume_expect_good();
}

// It lands and is pressed flatter, but its angular momentum stays.
static void without_friction_a_spin_stays(void** state) {
    (void)state;
    scene s = floor_of(0);
    plump_body_def def = body_on_floor(&s, PLUMP_SHAPE_SPHERE, 0.1005);
    def.friction = def.friction_static = 0;
    def.angular_velocity[1] = 2;
    scene_body(&s, &def);
    double before = body_of(s.world, s.body[0])->motion.angular_momentum.y;
    scene_run(&s, 2);
    double after = body_of(s.world, s.body[0])->motion.angular_momentum.y;
    scene_at_least("angular momentum at first, N m s", before, 1e-3);
    scene_at_most("its change, shares", fabs(after / before - 1), 1e-4);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_duck_that_was_tilted_rocks_itself_to_sleep),
        cmocka_unit_test(a_ball_rolls_down_a_slight_slope),
        cmocka_unit_test(without_friction_a_spin_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

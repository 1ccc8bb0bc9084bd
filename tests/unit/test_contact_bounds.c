// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What holds in any heap, however badly its contacts agree: nothing is pressed through a floor, and
// bodies that touch gain no energy together, while their momentum stays.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

// Two boxes of 0.4 mm that are far too soft for their weight, at 30 steps a second: one hung 6
// sizes below the floor, held there by what lay on it.
static void crumpled_boxes_stay_on_the_floor(void** state) {
    (void)state;
    const double size = 0.000375963;
    scene s = scene_begin(-9.81f, 1.0f / 30);
    s.look_every = 1;
    scene_floor(&s, 0.5f);
    const plump_mesh* box = scene_keep(&s, mesh_shape(PLUMP_SHAPE_BOX, 480, size));
    plump_body_def def = scene_def(box, 8, 0, 0.46 * 1e-3, 0);
    def.compressibility = 1e-5f;
    scene_body(&s, &def);
    def = scene_def(box, 2.5f, 1.5 * size, 0.38 * 1e-3, 0);
    def.model = PLUMP_MODEL_MASS_SPRING;
    scene_body(&s, &def);
    double lowest = 0;
    for (int i = 0; i < 30; ++i) {
        scene_step(&s);
        for (uint32_t k = 0; k < s.body_count; ++k) lowest = fmin(lowest, s.judge[k].low[1] / size);
    }
    scene_at_least("lowest point at any time, sizes", lowest, -0.01);
    scene_expect_sound(&s);
    scene_end(&s);
    volume_expect_good();
}

// Beyond what gravity has put in, at any of so many steps, of the most that it had put in.
static double energy_gained(scene* s, double gravity, int steps) {
    double from = 0, gained = 0, in_play = 0;
    scene_look(s);
    for (uint32_t k = 0; k < s->body_count; ++k) from += s->judge[k].total * s->judge[k].centre[1];
    double start = scene_energy(s);
    for (int i = 0; i < steps; ++i) {
        scene_step(s);
        double height = 0;
        for (uint32_t k = 0; k < s->body_count; ++k)
            height += s->judge[k].total * s->judge[k].centre[1];
        double work = gravity * (from - height);
        in_play = fmax(in_play, work);
        gained = fmax(gained, scene_energy(s) - start - work);
    }
    return gained / in_play;
}

// A heavy body falls on a light one of the paper's matching, whose stiffness is a share per
// substep. As these became shorter in the blow it grew, and threw the load off at four times its
// speed.
static void a_load_is_not_thrown_off(void** state) {
    (void)state;
    const double size = 0.058;
    scene s = scene_begin(-6.0f, 0.01f);
    s.look_every = 1;
    scene_floor(&s, 0.2f);
    const plump_mesh* box = scene_keep(&s, mesh_shape(PLUMP_SHAPE_BOX, 364, size));
    const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 400, size));
    plump_body_def def = scene_def(box, 4.5f, 0, 0.51 * size, 0);
    def.matching = PLUMP_MATCHING_PAPER;
    def.density = 90;
    scene_body(&s, &def);
    def = scene_def(ball, 8, 0, 1.55 * size, 0);
    def.density = 3443;
    scene_body(&s, &def);
    double gained = energy_gained(&s, 6.0, 60);
    scene_at_most("energy gained, of what was in play", gained, 0.02);
    scene_end(&s);
    volume_expect_good();
}

// A bear as heavy as four times lead comes down on a knot at ten times the gravity of the earth,
// and is held up by it while its speed grows: it gained 2.5 times the energy in play.
static void gravity_does_no_work_on_what_is_held(void** state) {
    (void)state;
    scene s = scene_begin(-96.5f, 1.0f / 30);
    s.look_every = 1;
    scene_floor(&s, 0.5f);
    const plump_mesh* knot = scene_keep(&s, mesh_shape(PLUMP_SHAPE_KNOT, 193, 0.078));
    const plump_mesh* bear = scene_keep(&s, mesh_shape(PLUMP_SHAPE_BEAR, 202, 0.097));
    plump_body_def def = scene_def(knot, 15, 0, 0.041, 0);
    def.model = PLUMP_MODEL_MASS_SPRING;
    def.density = 2500;
    scene_body(&s, &def);
    def = scene_def(bear, 22, 0, 0.133, 0);
    def.density = 46000;
    def.damping = 0.5f;
    scene_body(&s, &def);
    scene_at_most("energy gained, of what was in play", energy_gained(&s, 96.5, 6), 0.02);
    scene_end(&s);
    volume_expect_good();
}

// Four bags that fly into each other without anything around them: a tangle, which gained 6 %.
static void a_tangle_keeps_its_momentum_and_gains_nothing(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 120);
    s.look_every = 1;
    const plump_mesh* knot = scene_keep(&s, mesh_shape(PLUMP_SHAPE_KNOT, 300, 0.3));
    for (int i = 0; i < 4; ++i) {
        plump_body_def def = scene_def(knot, 2, 0.36 * (i % 2), 0.3 * (i / 2), 0);
        def.model = PLUMP_MODEL_BAG;
        def.density = i % 2 ? 1000 : 100;
        def.velocity[0] = i % 2 ? -30 : 30;
        def.velocity[1] = i / 2 ? -2 : 2;
        scene_body(&s, &def);
    }
    scene_look(&s);
    double before[3] = {0}, start = scene_energy(&s), most = 0, drift = 0, scale = 0;
    for (uint32_t i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) before[k] += s.judge[i].momentum[k];
        scale += s.judge[i].total * 30;
    }
    for (int i = 0; i < 60; ++i) {
        double now[3] = {0};
        scene_step(&s);
        for (uint32_t b = 0; b < 4; ++b)
            for (int k = 0; k < 3; ++k) now[k] += s.judge[b].momentum[k];
        for (int k = 0; k < 3; ++k) drift = fmax(drift, fabs(now[k] - before[k]) / scale);
        most = fmax(most, scene_energy(&s) / start);
    }
    assert_true(s.worst.contacts_most > 50);
    scene_at_most("kinetic energy, of that at the start", most, 1.02);
    scene_at_most("drift of momentum, of m v", drift, 1e-5);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crumpled_boxes_stay_on_the_floor),
        cmocka_unit_test(a_load_is_not_thrown_off),
        cmocka_unit_test(gravity_does_no_work_on_what_is_held),
        cmocka_unit_test(a_tangle_keeps_its_momentum_and_gains_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What counts as shaking: figures of bodies that tremble, swing, roll, slide and rock.
#include "cli/run_shaking.h"

#include <math.h>
#include <stdint.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

#define STEP 0.01

// A ball of 1 kg and 0.3 m on a floor, with so much energy within itself, J.
static plump_body_info ball(double own) {
    return (plump_body_info){.mass = 1, .extent = 0.3, .contact_count = 20, .kinetic_energy = own};
}

static void move(plump_body_info* info, double speed) {
    info->velocity[0] = info->momentum[0] = speed;
    info->kinetic_energy += 0.5 * speed * speed;
}

static void spin(plump_body_info* info, double speed) {
    double inertia = 0.4 * 0.15 * 0.15;
    info->angular_velocity[2] = speed;
    info->angular_momentum[2] = inertia * speed;
    info->kinetic_energy += 0.5 * inertia * speed * speed;
}

// A second of what `at` makes of each moment.
static bool shakes(plump_body_info (*at)(double time)) {
    run_shaking s = {0};
    for (int i = 0; i < 110; ++i) {
        plump_body_info info = at(i * STEP);
        run_shaking_look(&s, &info, STEP);
    }
    return s.shakes;
}

static plump_body_info lying(double time) {
    (void)time;
    return ball(1e-4);
}

static plump_body_info trembling(double time) {
    return ball(0.01 + 0.002 * sin(90 * time));
}

static plump_body_info flying(double time) {
    plump_body_info info = trembling(time);
    info.contact_count = 0;
    return info;
}

static plump_body_info hopping(double time) {
    plump_body_info info = trembling(time);
    move(&info, 0.15 * sin(60 * time));
    spin(&info, 1.0 * cos(50 * time));
    return info;
}

static plump_body_info creeping(double time) {
    plump_body_info info = trembling(time);
    move(&info, 0.02);
    return info;
}

static plump_body_info swinging(double time) {
    double speed = 0.2 * cos(12 * time);
    return ball(0.5 * speed * speed);
}

static plump_body_info rolling(double time) {
    plump_body_info info = trembling(time);
    move(&info, 0.3);
    spin(&info, -2.0);
    return info;
}

static plump_body_info spinning(double time) {
    plump_body_info info = trembling(time);
    spin(&info, 3.0);
    return info;
}

static plump_body_info rocking(double time) {
    plump_body_info info = trembling(time);
    spin(&info, 12.0 * cos(25 * time));
    return info;
}

static void what_trembles_in_place_shakes(void** state) {
    (void)state;
    assert_true(shakes(trembling));
    assert_true(shakes(hopping));
    assert_true(shakes(creeping));
}

static void what_lies_or_swings_does_not(void** state) {
    (void)state;
    assert_false(shakes(lying));
    assert_false(shakes(flying));
    assert_false(shakes(swinging));
}

static void what_rolls_or_rocks_does_not(void** state) {
    (void)state;
    assert_false(shakes(rolling));
    assert_false(shakes(spinning));
    assert_false(shakes(rocking));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_trembles_in_place_shakes),
        cmocka_unit_test(what_lies_or_swings_does_not),
        cmocka_unit_test(what_rolls_or_rocks_does_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

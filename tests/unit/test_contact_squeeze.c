// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Volume under a press, after Diziol et al. 2011, figure 7: four spheres of 1,562 particles, one
// keeping its volume globally, two locally (with and without inner distances), one not at all, on a
// floor under a plate that comes down to half of their height, or to 30 %. Those that keep it keep
// it to 1e-6; let go they are as before, within 1 % of their size.
//
// Spheres of 0.2 m at 5 Hz, damping 0.2; the plate at 0.1 m/s; steps of 5 ms, substeps as needed.
//
// Default: 422 vertices. PLUMP_TEST_LONG=1: 1,562, and four spheres that touch.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

enum { GLOBAL, LOCAL, LOCAL_NO_INNER, FREE, SPHERES };
static const char* const sphere_names[SPHERES] = {"global", "local", "local, no inner distances",
                                                  "free"};

static double plate_goal;   // m above the floor
static double plate_speed;  // m/s, up above 0

static void move_plate(scene* s) {
    double y = s->solid[1].position[1] - 0.05;
    double next = y + plate_speed * (double)s->dt;
    if (plate_speed < 0 && next < plate_goal) next = plate_goal;
    scene_move(s, 1, 0, next + 0.05, 0);
}

static scene press_of_four(double spacing, bool all_global) {
    scene s = scene_begin(-9.81f, 0.005f);
    scene_floor(&s, 0.5f);
    const double above[3] = {0, 0.252, 0};
    const float half[3] = {2, 0.05f, 2};
    scene_box(&s, above, half, 0.5f);
    // as in the paper, with meridians and parallels: 40 x 39 + 2 vertices
    uint32_t around = volume_long() ? 40 : 21;
    const plump_mesh* ball = scene_keep(&s, mesh_taken(fixture_sphere(0.1, around, around - 1)));
    for (int i = 0; i < SPHERES; ++i) {
        double x = all_global ? (i & 1 ? 0.5 : -0.5) * spacing : (i - 1.5) * spacing;
        double z = all_global ? (i & 2 ? 0.5 : -0.5) * spacing : 0;
        plump_body_def def = scene_def(ball, 5, x, 0.1005, z);
        def.damping = 0.2f;
        def.can_sleep = false;
        if (!all_global) {
            def.volume = i == FREE ? PLUMP_VOLUME_FREE : PLUMP_VOLUME_BODY;
            def.volume_global = i == GLOBAL ? 1 : 0;
            def.volume_inner = i == LOCAL_NO_INNER ? 0 : 0.1f;
        }
        scene_body(&s, &def);
    }
    s.before = move_plate;
    return s;
}

// How far the volume is from that at rest, by the judge.
static double lost(const scene* s, int i) {
    return s->judge[i].volume / plump_mesh_volume(s->judge[i].mesh) - 1;
}

static void press_to(scene* s, double share) {
    plate_goal = 0.2 * share, plate_speed = -0.1;
    double worst[SPHERES] = {0};
    int steps = (int)((0.202 - plate_goal) / 0.1 / (double)s->dt) + (int)(1 / (double)s->dt);
    for (int k = 0; k < steps; ++k) {
        scene_step(s);
        for (int i = 0; i < SPHERES; ++i) worst[i] = fmax(worst[i], fabs(lost(s, i)));
    }
    for (int i = 0; i < SPHERES; ++i) {
        plump_body_info info = describe(s->world, s->body[i]);
        bool bound = info.volume_state != PLUMP_VOLUME_UNBOUND;
        print_message("pressed to %.0f %%, %s: volume %+.3e now, height %.4f m, width %.4f m\n",
                      100 * share, bound ? sphere_names[i] : "free", lost(s, i),
                      s->judge[i].high[1] - s->judge[i].low[1],
                      s->judge[i].high[0] - s->judge[i].low[0]);
        if (bound) scene_at_most("volume error in any step", worst[i], 1e-6);
        scene_at_most("height, m", s->judge[i].high[1] - s->judge[i].low[1], plate_goal + 0.0002);
    }
    scene_expect_transit(s);
    scene_expect_rest(s);
    scene_expect_sound(s);
}

static void release(scene* s) {
    const float none[3] = {0, 0, 0};
    OK(plump_world_set_gravity(s->world, none, &kit_error));  // under its weight it would sag
    plate_speed = 10;                                         // far away at once: they fly after it
    scene_run(s, 2);
    plate_speed = 0;
    for (int i = 0; i < SPHERES; ++i) {
        char line[80];
        snprintf(line, sizeof line, "let go, sphere %d differs from its shape by sizes", i);
        scene_at_most(line, volume_shape_error(body_of(s->world, s->body[i])), 0.01);
    }
}

static void press(double share) {
    scene s = press_of_four(0.45, false);
    press_to(&s, share);
    if (share == 0.5) {
        // cut flat without bulging it would lose 31 %
        scene_at_least("without a volume of its own it loses", -lost(&s, FREE), 0.2);
        scene_at_most("and not more than", -lost(&s, FREE), 0.5);
    }
    release(&s);
    scene_end(&s);
    volume_expect_good();
}

static void four_spheres_pressed_to_half_keep_their_volume(void** state) {
    (void)state;
    press(0.5);
}

static void four_spheres_pressed_to_thirty_percent_keep_their_volume(void** state) {
    (void)state;
    press(0.3);
}

// Side by side in a square they press each other too.
static void spheres_that_touch_keep_their_volume(void** state) {
    (void)state;
    scene s = press_of_four(0.202, true);
    press_to(&s, 0.5);
    release(&s);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_spheres_pressed_to_half_keep_their_volume),
        cmocka_unit_test(four_spheres_pressed_to_thirty_percent_keep_their_volume),
        cmocka_unit_test(spheres_that_touch_keep_their_volume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

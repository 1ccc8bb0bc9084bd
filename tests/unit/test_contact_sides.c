// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Surfaces of two bodies never cross, however hard one is pressed or thrown at the other: crossings
// are counted exactly in every step. Before, loads went through what carries them by a third of its
// size, and stayed caught in it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

typedef struct sides_record {
    uint64_t crossings;  // in any step
    double lowest;       // sizes
    double told;         // how far the volume told is from the volume there is
} sides_record;

static void look(scene* s, double size, sides_record* most) {
    uint64_t between = judge_count_crossings(s->judge, s->body_count).between;
    if (between > most->crossings) most->crossings = between;
    for (uint32_t i = 0; i < s->body_count; ++i) {
        plump_body_info info;
        OK(plump_body_describe(s->world, s->body[i], &info, &kit_error));
        most->lowest = fmin(most->lowest, s->judge[i].low[1] / size);
        double error = s->judge[i].volume / info.volume_target - 1;
        most->told = fmax(most->told, fabs(error - info.volume_error));
    }
}

// A load of `ratio` times the density on a cushion.
static sides_record load_cushion(plump_shape_kind kind, double ratio, bool springs, float dt) {
    const double size = 0.1;
    scene s = scene_begin(-9.81f, dt);
    s.look_every = 1;
    scene_floor(&s, 0.3f);
    const plump_mesh* box = scene_keep(&s, mesh_shape(PLUMP_SHAPE_BOX, 250, size));
    const plump_mesh* top = scene_keep(&s, mesh_shape(kind, 300, size));
    plump_body_def def = scene_def(box, 5, 0, 0.52 * size, 0);
    def.density = 100;
    if (springs) def.model = PLUMP_MODEL_MASS_SPRING;
    scene_body(&s, &def);
    def = scene_def(top, 5, 0.1 * size, 1.7 * size, 0);
    def.density = (float)(100 * ratio);
    scene_body(&s, &def);
    sides_record most = {0};
    for (int i = 0; i < (int)(0.7f / dt); ++i) {
        scene_step(&s);
        look(&s, size, &most);
    }
    scene_expect_sound(&s);
    scene_end(&s);
    return most;
}

static void a_load_does_not_go_through_what_carries_it(void** state) {
    (void)state;
    sides_record heavy = load_cushion(PLUMP_SHAPE_BOX, 300, false, 1.0f / 120);
    scene_at_most("pairs of triangles that cross, 1 : 300", (double)heavy.crossings, 0);
    scene_at_least("lowest point, sizes", heavy.lowest, -0.01);
    sides_record spiky = load_cushion(PLUMP_SHAPE_KNOT, 30, true, 1.0f / 60);
    scene_at_most("pairs of triangles that cross, knot on springs", (double)spiky.crossings, 0);
    scene_at_least("lowest point, sizes", spiky.lowest, -0.01);
    // what is held back at the end of a substep counts in the certificate
    scene_at_most("volume told, from the one measured", fmax(heavy.told, spiky.told), 5e-7);
    volume_expect_good();
}

// Balls that meet at 40 m/s each, head on and off centre, part again.
static void balls_that_meet_at_40_metres_a_second_part_again(void** state) {
    (void)state;
    for (int aside = 0; aside < 2; ++aside) {
        const double size = 0.2;
        scene s = scene_begin(0, 1.0f / 120);
        s.look_every = 1;
        const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 362, size));
        for (int i = 0; i < 2; ++i) {
            plump_body_def def = scene_def(ball, 5, i ? 0.5 : -0.5, i * aside * 0.6 * size, 0);
            def.velocity[0] = i ? -40 : 40;
            scene_body(&s, &def);
        }
        sides_record most = {0};
        for (int i = 0; i < 90; ++i) {
            scene_step(&s);
            look(&s, size, &most);
        }
        double apart = 0, momentum = 0;
        for (int k = 0; k < 3; ++k) {
            apart += pow(s.judge[0].centre[k] - s.judge[1].centre[k], 2);
            momentum += fabs(s.judge[0].momentum[k] + s.judge[1].momentum[k]);
        }
        scene_at_most("pairs of triangles that cross", (double)most.crossings, 0);
        scene_at_least("distance of centres at the end, sizes", sqrt(apart) / size, 0.9);
        scene_at_most("momentum, of one ball's", momentum / (40 * s.judge[0].total), 1e-5);
        scene_expect_sound(&s);
        scene_end(&s);
    }
    volume_expect_good();
}

// Limbs in limbs: six creatures fall on each other.
static void limbs_do_not_get_caught(void** state) {
    (void)state;
    const double size = 0.3;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    s.look_every = 6;
    scene_floor(&s, 0.5f);
    const plump_mesh* creature =
        scene_keep(&s, mesh_shape(PLUMP_SHAPE_CREATURE, volume_long() ? 1500 : 700, size));
    for (int i = 0; i < 3; ++i) {
        plump_body_def def = scene_def(creature, 6, 0.05 * i, 0.2 + 0.3 * i, 0.04 * i);
        scene_body(&s, &def);
    }
    sides_record most = {0};
    for (int i = 0; i < 120; ++i) {
        scene_step(&s);
        if (i % 6 == 5) look(&s, size, &most);
    }
    scene_at_most("pairs of triangles that cross", (double)most.crossings, 0);
    scene_expect_sound(&s);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_does_not_go_through_what_carries_it),
        cmocka_unit_test(balls_that_meet_at_40_metres_a_second_part_again),
        cmocka_unit_test(limbs_do_not_get_caught),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

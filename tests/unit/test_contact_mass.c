// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies a million times as heavy as what they touch, above and below, and vertices likewise:
// everything stays finite and on its side of the floor, and volume is kept.
//
// Balls of 0.2 m at 10 Hz; steps of 1/120 s, substeps as needed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

static void expect_alive(scene* s) {
    volume_judge(s->worst.finite, "all numbers are finite", s->worst.finite);
    scene_at_most("bodies mended", (double)s->worst.contained, 0);
    for (uint32_t i = 0; i < s->body_count; ++i) {
        char line[80];
        snprintf(line, sizeof line, "body %u below the floor, m", (unsigned)i);
        scene_at_most(line, -s->judge[i].low[1], 0.01 * s->judge[i].size);
        // nothing here has more energy to give than a fall of a metre
        snprintf(line, sizeof line, "body %u, fastest vertex, m/s", (unsigned)i);
        scene_at_most(line, s->judge[i].speed_most, 5);
    }
}

static void stack_two(float lower, float upper) {
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.2));
    plump_body_def def = scene_def(ball, 10, 0, 0.105, 0);
    def.density = lower;
    scene_body(&s, &def);
    def.position[1] = 0.32;
    def.density = upper;
    scene_body(&s, &def);
    scene_run(&s, 3);
    print_message("density %g below %g: overlap %.2e at most, %.2e at the end\n", (double)lower,
                  (double)upper, s.worst.deepest, s.now.share);
    expect_alive(&s);
    scene_at_most("volume error", s.worst.volume_error, 1e-6);
    scene_end(&s);
}

static void a_light_body_bears_a_million_times_its_mass(void** state) {
    (void)state;
    stack_two(1, 1e6f);
    volume_expect_good();
}

static void a_light_body_rests_on_a_million_times_its_mass(void** state) {
    (void)state;
    stack_two(1e6f, 1);
    volume_expect_good();
}

// Flung at each other, and at 1e-3 and 1e3 of water.
static void a_heavy_body_hits_a_light_one(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 120);
    const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.2));
    plump_body_def def = scene_def(ball, 10, -0.3, 0, 0);
    def.density = 1e6f, def.velocity[0] = 1;
    scene_body(&s, &def);
    def.position[0] = 0.05, def.density = 1, def.velocity[0] = 0;
    scene_body(&s, &def);
    scene_run(&s, 1.5);
    volume_judge(s.worst.finite, "all numbers are finite", s.worst.finite);
    scene_at_most("heavy one is slowed, m/s", fabs(s.judge[0].velocity[0] - 1), 1e-3);
    scene_at_least("light one runs ahead, m/s", s.judge[1].velocity[0], 1);
    scene_at_most("but not faster than a bounce, m/s", s.judge[1].velocity[0], 2.05);
    scene_expect_transit(&s);
    scene_end(&s);
    volume_expect_good();
}

static void vertices_of_very_different_mass_lie_on_a_floor(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.2));
    float share[400];
    for (int i = 0; i < 400; ++i) share[i] = i % 3 ? 1 : 1e6f;
    plump_body_def def = scene_def(ball, 10, 0, 0.11, 0);
    def.vertex_mass = share;
    scene_body(&s, &def);
    scene_run(&s, 2);
    expect_alive(&s);
    scene_expect_transit(&s);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_light_body_bears_a_million_times_its_mass),
        cmocka_unit_test(a_light_body_rests_on_a_million_times_its_mass),
        cmocka_unit_test(a_heavy_body_hits_a_light_one),
        cmocka_unit_test(vertices_of_very_different_mass_lie_on_a_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies of springs among others: piles of them come to rest and sleep, keep their volume to 1e-6,
// overlap no more than any body may, and no vertex stays caught. Judged by plain geometry in every
// step, as in test_contact_piles.c.
//
// Default: few and coarse. PLUMP_TEST_LONG=1: finer.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"
#include "tests/unit/model_table.h"

static void add(scene* s, plump_body_def def, model_kind kind) {
    model_choose(&def, kind);
    scene_body(s, &def);
}

static void balls_of_springs_come_to_rest_in_a_glass(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_solid(&s, mesh_glass(0.15, 0.8), 0, 0, 0);
    uint32_t vertices = volume_long() ? 642 : 162;
    const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, vertices, 0.1));
    uint64_t seed = 1;
    for (uint32_t i = 0; i < 12; ++i) {
        double x = i & 1 ? 0.052 : -0.052, z = i & 2 ? 0.052 : -0.052;
        plump_body_def def = scene_def(ball, 20, x + 0.002 * volume_random(&seed),
                                       0.08 + 0.105 * (i / 4), z + 0.002 * volume_random(&seed));
        def.spring_bend = 0.1f;  // a skin of 0.03 crinkles at the bottom, and is never quite still
        add(&s, def, MODEL_SPRINGS);
    }
    s.look_every = 4;
    scene_run_pile(&s, 18);
    scene_end(&s);
    volume_expect_good();
}

static void boxes_of_springs_stand_on_each_other(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    const plump_mesh* box =
        scene_keep(&s, mesh_shape(PLUMP_SHAPE_BOX, volume_long() ? 600 : 150, 0.3));
    for (uint32_t i = 0; i < 3; ++i)
        add(&s, scene_def(box, 20, 0.01 * i, 0.16 + 0.31 * i, 0), MODEL_SPRINGS);
    scene_run_pile(&s, 18);
    for (uint32_t i = 0; i < s.body_count; ++i)
        volume_judge(s.judge[i].centre[1] > 0.1 + 0.2 * i, "it stands, at", s.judge[i].centre[1]);
    scene_end(&s);
    volume_expect_good();
}

static void every_model_lies_on_every_other(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    const plump_mesh* torus =
        scene_keep(&s, mesh_shape(PLUMP_SHAPE_TORUS, volume_long() ? 532 : 150, 0.2));
    const model_kind kinds[] = {MODEL_SPRINGS,  MODEL_PHYSICAL, MODEL_SPRINGS, MODEL_PHYSICAL,
                                MODEL_PHYSICAL, MODEL_SPRINGS,  MODEL_SPRINGS, MODEL_SPRINGS};
    uint64_t seed = 2;
    for (uint32_t i = 0; i < 8; ++i) {
        double x = i & 1 ? 0.12 : -0.12, z = i & 2 ? 0.12 : -0.12;
        plump_body_def def = scene_def(torus, 25, x, 0.2 + 0.25 * (i / 4), z);
        scene_turn_somehow(def.rotation, &seed);
        add(&s, def, kinds[i]);
    }
    scene_run_pile(&s, 18);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_of_springs_come_to_rest_in_a_glass),
        cmocka_unit_test(boxes_of_springs_stand_on_each_other),
        cmocka_unit_test(every_model_lies_on_every_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

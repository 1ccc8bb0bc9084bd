// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Piles: on the way bodies overlap by at most 1 % of their size, at rest by at most 0.1 %, no
// vertex stays caught, and in the end all sleep. Judged by plain geometry in every step.
//
// Balls of 0.1 m at 20 Hz, ducks and tori of 0.2 m at 25 Hz, creatures of 1 m at 10 Hz: in a fall
// of a metre softer ones fold through themselves, which they only mind with self-contact. Boxes of
// a stack have 1 m and 60 Hz: a column of eight softer than 44 Hz buckles, as any would (Greenhill:
// height^3 = 7.84 E I / (density g A)). Steps of 1/120 s, substeps as needed.
//
// Default: few and coarse. PLUMP_TEST_LONG=1: 20 balls, 20 ducks and 20 tori, 6 creatures, fine.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

// --- a glass ---

static scene glass_of_balls(uint32_t count, uint32_t vertices) {
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_solid(&s, mesh_glass(0.15, 0.8), 0, 0, 0);
    const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, vertices, 0.1));
    uint64_t seed = 1;
    for (uint32_t i = 0; i < count; ++i) {
        double x = i & 1 ? 0.052 : -0.052, z = i & 2 ? 0.052 : -0.052;
        plump_body_def def = scene_def(ball, 20, x + 0.002 * volume_random(&seed),
                                       0.08 + 0.105 * (i / 4), z + 0.002 * volume_random(&seed));
        scene_body(&s, &def);
    }
    return s;
}

static void balls_come_to_rest_in_a_glass(void** state) {
    (void)state;
    scene s = volume_long() ? glass_of_balls(20, 642) : glass_of_balls(20, 92);
    s.look_every = 4;
    scene_run_pile(&s, 18);
    for (uint32_t i = 0; i < s.body_count; ++i) {
        double away = hypot(s.judge[i].centre[0], s.judge[i].centre[2]);
        if (away > 0.15 || s.judge[i].centre[1] < 0.01) volume_judge(false, "outside", away);
    }
    scene_end(&s);
    volume_expect_good();
}

// --- ducks and tori ---

static void ducks_and_tori_come_to_rest_on_a_floor(void** state) {
    (void)state;
    uint32_t each = volume_long() ? 20 : 4, vertices = volume_long() ? 532 : 150;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    const plump_mesh* duck = scene_keep(&s, mesh_shape(PLUMP_SHAPE_DUCK, vertices, 0.2));
    const plump_mesh* torus = scene_keep(&s, mesh_shape(PLUMP_SHAPE_TORUS, vertices, 0.2));
    uint64_t seed = 2;
    for (uint32_t i = 0; i < 2 * each; ++i) {
        double x = i & 1 ? 0.14 : -0.14, z = i & 2 ? 0.14 : -0.14;
        plump_body_def def =
            scene_def((i / 4 + i) & 1 ? duck : torus, 25, x, 0.2 + 0.25 * (i / 4), z);
        scene_turn_somehow(def.rotation, &seed);
        scene_body(&s, &def);
    }
    scene_run_pile(&s, 18);
    scene_end(&s);
    volume_expect_good();
}

// --- creatures ---

static double turned_height(const float v[3], const float q[4]) {
    double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
    double length = x * x + y * y + z * z + w * w;
    return (2 * (x * y + w * z) * (double)v[0] + (w * w - x * x + y * y - z * z) * (double)v[1] +
            2 * (y * z - w * x) * (double)v[2]) /
           length;
}

// Where a body has to be for its lowest vertex to be at a height.
static double place_above(const plump_mesh* mesh, const float q[4], double height) {
    double lowest = INFINITY;
    const float* x = plump_mesh_positions(mesh);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i)
        lowest = fmin(lowest, turned_height(x + 3 * (size_t)i, q));
    return height - lowest;
}

static double top_of(const scene* s) {
    double top = 0;
    for (uint32_t i = 0; i < s->body_count; ++i) top = fmax(top, s->judge[i].high[1]);
    return top;
}

// One after another, each let go 5 cm above what lies there. Their fingers and ears come first.
static void creatures_come_to_rest_in_a_pile(void** state) {
    (void)state;
    uint32_t count = volume_long() ? 6 : 2;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    const plump_mesh* creature =
        scene_keep(&s, mesh_shape(PLUMP_SHAPE_CREATURE, volume_long() ? 5407 : 2500, 1));
    uint64_t seed = 3;
    s.look_every = 5;
    for (uint32_t i = 0; i < count; ++i) {
        plump_body_def def = scene_def(creature, 10, 0.05 * i, 0, -0.03 * i);
        scene_turn_somehow(def.rotation, &seed);
        def.position[1] = place_above(creature, def.rotation, top_of(&s) + 0.05);
        scene_body(&s, &def);
        scene_run(&s, 1);
    }
    scene_run_pile(&s, 18 + count);
    scene_end(&s);
    volume_expect_good();
}

// --- a stack ---

static void eight_boxes_stand_on_each_other(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    const plump_mesh* box =
        scene_keep(&s, mesh_shape(PLUMP_SHAPE_BOX, volume_long() ? 386 : 98, 1));
    for (int i = 0; i < 8; ++i) {
        plump_body_def def = scene_def(box, 60, 0, 0.501 + 1.001 * i, 0);
        def.damping = 0.5f;
        scene_body(&s, &def);
    }
    scene_run_pile(&s, 18);
    double aside = 0;
    for (int i = 0; i < 8; ++i)
        aside = fmax(aside, hypot(s.judge[i].centre[0], s.judge[i].centre[2]));
    scene_at_most("aside, m", aside, 0.05);
    scene_at_least("height of the uppermost, m", s.judge[7].centre[1], 7.5 * 0.95);
    scene_end(&s);
    volume_expect_good();
}

// --- between plates ---

static void close_plates(scene* s) {
    double gap = 0.2 - 0.1 * s->time;
    if (gap < 0.1) gap = 0.1;
    scene_move(s, 0, 0, -gap / 2 - 0.05, 0);
    scene_move(s, 1, 0, gap / 2 + 0.05, 0);
}

static void a_ball_between_closing_plates_stays_between_them(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 120);
    const double below[3] = {0, -0.15, 0}, above[3] = {0, 0.15, 0};
    const float half[3] = {0.4f, 0.05f, 0.4f};
    scene_box(&s, below, half, 0.5f);
    scene_box(&s, above, half, 0.5f);
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, volume_long() ? 1442 : 362, 0.198)),
                  10, 0, 0, 0);
    scene_body(&s, &def);
    s.before = close_plates;
    scene_run_pile(&s, 4);
    scene_at_most("height between the plates, m", s.judge[0].high[1] - s.judge[0].low[1], 0.1002);
    scene_at_least("and width, m", s.judge[0].high[0] - s.judge[0].low[0], 0.22);
    scene_end(&s);
    volume_expect_good();
}

// --- through a ring ---

typedef struct pull {
    uint32_t vertex[600];
    double from[600][3];
    uint32_t count;
} pull;

static void pull_up(scene* s) {
    const pull* p = s->user;
    double up = 0.5 * (s->time + (double)s->dt);  // m, at 0.5 m/s
    if (up > 1.6) up = 1.6;
    for (uint32_t i = 0; i < p->count; ++i) {
        const double target[3] = {p->from[i][0], p->from[i][1] + up, p->from[i][2]};
        OK(plump_body_move_pin(s->world, s->body[0], p->vertex[i], target, &kit_error));
    }
}

static void hold_head(scene* s, pull* p) {
    p->count = 0;
    for (uint32_t i = 0; i < s->judge[0].count; ++i) {
        const double* x = s->judge[0].x + 3 * (size_t)i;
        if (x[1] < 0.42 || p->count == 600) continue;
        OK(plump_body_pin(s->world, s->body[0], i, &kit_error));
        p->vertex[p->count] = i;
        memcpy(p->from[p->count++], x, sizeof p->from[0]);
    }
    s->before = pull_up;
    s->user = p;
}

// Its arms reach out further than the ring is wide.
static void a_creature_is_pulled_through_a_ring(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 120);
    plump_obstacle_def ring = plump_default_obstacle_def();
    ring.shape = PLUMP_OBSTACLE_MESH;
    ring.mesh = scene_keep(&s, mesh_taken(fixture_ring(32, 16, false, true)));
    ring.scale = 0.24f;  // a hole of 0.72 m
    ring.position[1] = 0.62;
    ring.friction = ring.friction_static = 0.1f;
    scene_obstacle(&s, &ring);
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(PLUMP_SHAPE_CREATURE, volume_long() ? 5407 : 700, 1)),
                  3, 0, 0, 0);
    def.friction = def.friction_static = 0.1f;
    scene_body(&s, &def);
    pull p;
    hold_head(&s, &p);
    scene_run(&s, 6);
    scene_expect_transit(&s);
    scene_expect_rest(&s);
    scene_expect_sound(&s);
    scene_at_least("its feet are through, m", s.judge[0].low[1], 0.7);
    scene_at_most("volume error", s.worst.volume_error, 1e-6);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balls_come_to_rest_in_a_glass),
        cmocka_unit_test(ducks_and_tori_come_to_rest_on_a_floor),
        cmocka_unit_test(creatures_come_to_rest_in_a_pile),
        cmocka_unit_test(eight_boxes_stand_on_each_other),
        cmocka_unit_test(a_ball_between_closing_plates_stays_between_them),
        cmocka_unit_test(a_creature_is_pulled_through_a_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

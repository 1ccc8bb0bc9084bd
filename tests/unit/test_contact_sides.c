// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Surfaces of two bodies never cross, however hard one is pressed or thrown at the other, nor do a
// body's and those of a mesh that is an obstacle: crossings are counted exactly in every step.
// Before, loads went through what carries them by a third of its size, and stayed caught in it.
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

// How many triangles of a body reach below the floor, where the ring presses it by up to the bound.
static uint64_t below_floor(const judge_body* b) {
    const uint32_t* corner = plump_mesh_indices(b->mesh);
    uint64_t count = 0;
    for (uint32_t i = 0; i < plump_mesh_triangle_count(b->mesh); ++i) {
        double least = 1;
        for (int k = 0; k < 3; ++k) {
            double y = b->x[3 * (size_t)corner[3 * i + (uint32_t)k] + 1];
            least = y < least ? y : least;
        }
        count += least < 0;
    }
    return count;
}

// A ring that is thinner than the edges of the very soft body on it, and rises and turns if
// `moves`. It was swallowed: the body's vertices all kept out of it.
static void lie_on_ring(bool moves, uint32_t vertices) {
    const double size = 0.08;
    scene s = scene_begin(-9.81f, 1.0f / 60);
    s.look_every = 1;
    scene_floor(&s, 0.3f);
    uint32_t ring =
        scene_solid(&s, mesh_shape(PLUMP_SHAPE_TORUS, vertices, 0.6 * size), 0, 0.3 * size, 0);
    const plump_mesh* head = scene_keep(&s, mesh_shape(PLUMP_SHAPE_HEAD, 200, size));
    plump_body_def def = scene_def(head, 3, 0, size, 0);
    def.velocity[1] = -1;
    scene_body(&s, &def);
    uint64_t pairs = 0;
    for (int i = 0; i < 90; ++i) {
        double turn = moves ? 0.01 * i : 0;
        const double position[3] = {0, 0.3 * size + 0.3 * size * turn, 0};
        const float rotation[4] = {(float)sin(turn), 0, 0, (float)cos(turn)};
        OK(plump_obstacle_move(s.world, s.obstacle[ring], position, rotation, &kit_error));
        judge_obstacle_put(&s.solid[ring], position, rotation);
        scene_step(&s);
        plump_overlap_report overlap;
        OK(plump_world_measure_overlap(s.world, &overlap, &kit_error));
        uint64_t below = below_floor(&s.judge[0]);
        pairs += overlap.obstacles.pair_count > below ? overlap.obstacles.pair_count - below : 0;
    }
    scene_at_most("pairs of triangles that cross the ring's", (double)pairs, 0);
    scene_at_most("deepest overlap, sizes", s.worst.deepest, 0.01);
    scene_at_least("lowest point, sizes", s.judge[0].low[1] / size, -0.01);
    scene_at_most("volume error", s.worst.volume_error, 1e-6);
    scene_expect_sound(&s);
    scene_end(&s);
}

static void a_thin_ring_does_not_get_into_a_coarse_body(void** state) {
    (void)state;
    lie_on_ring(false, 300);
    lie_on_ring(true, 300);
    lie_on_ring(true, 2000);  // no edge of it is sharp
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_does_not_go_through_what_carries_it),
        cmocka_unit_test(balls_that_meet_at_40_metres_a_second_part_again),
        cmocka_unit_test(limbs_do_not_get_caught),
        cmocka_unit_test(a_thin_ring_does_not_get_into_a_coarse_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

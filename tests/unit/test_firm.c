// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Firm skin: bodies of fine meshes that meet others resist deformation finer than regions. A ball
// of 2,562 vertices in free flight is told that it meets another, and its places are moved at
// random, each by itself: the finest deformation there is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

#define H 0.001f  // s

typedef struct rough_ball {
    plump_mesh* mesh;
    plump_world* world;
    pl_body* body;
} rough_ball;

static float noise(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (float)(*seed >> 8) / 8388608.0f - 1.0f;
}

static rough_ball rough_ball_begin(uint32_t vertices, float firmness, float amplitude) {
    rough_ball b = {make_shape(PLUMP_SHAPE_SPHERE, vertices), make_world(0, 1), NULL};
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    uint32_t seed = 7;
    def.mesh = b.mesh;
    def.frequency = 10;
    def.firmness = firmness;
    def.angular_velocity[1] = 2;
    def.velocity[0] = 1;
    OK(plump_body_create(b.world, &def, &id, &kit_error));
    b.body = body_of(b.world, id);
    for (int k = 0; k < 3; ++k) {
        for (uint32_t i = 0; i < b.body->count; ++i) b.body->x[k][i] += amplitude * noise(&seed);
    }
    return b;
}

static void rough_ball_end(rough_ball* b) {
    plump_world_destroy(b->world);
    plump_mesh_destroy(b->mesh);
}

static void go_on(rough_ball* b, int steps, bool meets) {
    for (int i = 0; i < steps; ++i) {
        b->body->meets_soft = meets;
        OK(plump_world_step(b->world, H, 1, &kit_error));
    }
}

// Root mean square of how edges differ from the ball's size over their rest length.
static double roughness(const rough_ball* b) {
    const pl_body* body = b->body;
    const pl_surface* surface = body->surface;
    double sum = 0;
    for (uint32_t i = 0; i < body->count; ++i) {
        for (uint32_t n = surface->ring_first[i]; n < surface->ring_first[i + 1]; ++n) {
            double now = 0, rest = 0;
            for (int k = 0; k < 3; ++k) {
                now += pow((double)(body->x[k][i] - body->x[k][surface->ring[n]]), 2);
                rest += pow((double)(body->rest[k][i] - body->rest[k][surface->ring[n]]), 2);
            }
            sum += pow(sqrt(now / rest) - 1, 2);
        }
    }
    return sqrt(sum / surface->ring_first[body->count]);
}

static double roughness_after(float firmness, uint32_t vertices, bool meets) {
    rough_ball b = rough_ball_begin(vertices, firmness, 0.004f);
    go_on(&b, 10, meets);
    double left = roughness(&b);
    rough_ball_end(&b);
    return left;
}

static void what_is_finer_than_regions_is_smoothed(void** state) {
    (void)state;
    double soft = roughness_after(0, 2562, true), firm = roughness_after(1, 2562, true);
    print_message("roughness after 10 ms: %.4f, firm %.4f\n", soft, firm);
    assert_true(soft > 0.02);
    assert_true(firm < 0.3 * soft);
    assert_true(roughness_after(0.1f, 2562, true) > 1.5 * firm);
}

static void neither_in_free_flight_nor_on_coarse_meshes(void** state) {
    (void)state;
    assert_true(roughness_after(1, 2562, false) == roughness_after(0, 2562, false));
    assert_true(roughness_after(1, 162, true) == roughness_after(0, 162, true));
}

// How much angular momentum changes in 200 steps, as a share, and velocity.
static double lost_spin(float firmness, double* push) {
    rough_ball b = rough_ball_begin(2562, firmness, 0.01f);
    go_on(&b, 1, false);
    pl_motion before = b.body->motion;
    go_on(&b, 200, true);
    pl_motion after = b.body->motion;
    *push = pl_vec3d_length(pl_vec3d_sub(after.velocity, before.velocity));
    pl_vec3d turn = pl_vec3d_sub(after.angular_momentum, before.angular_momentum);
    rough_ball_end(&b);
    return pl_vec3d_length(turn) / pl_vec3d_length(before.angular_momentum);
}

static void momentum_and_spin_are_kept(void** state) {
    (void)state;
    double push, soft = lost_spin(0, &push), firm = lost_spin(1, &push);
    print_message("velocity %.1e m/s, angular momentum %.1e, soft %.1e\n", push, firm, soft);
    assert_true(push < 1e-6);
    assert_true(firm < 1e-5);
}

static double most_of(rough_ball* b, float h, int steps) {
    double most = 0;
    for (int n = 0; n < steps; ++n) {
        b->body->meets_soft = true;
        OK(plump_world_step(b->world, h, 1, &kit_error));
        most = fmax(most, pl_motion_deformation(&b->body->motion));
    }
    return most;
}

// Whatever is asked for, and however long the substep: what moves within the body dies out.
static void no_firmness_and_no_step_makes_energy(void** state) {
    (void)state;
    const float lengths[] = {1e-4f, 1e-3f, 0.02f};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i) {
        rough_ball b = rough_ball_begin(2562, 100, 0.01f);
        int steps = i == 0 ? 1000 : 100;
        double first = most_of(&b, lengths[i], steps), then = most_of(&b, lengths[i], steps);
        print_message("steps of %g s: %.3g m/s, then %.3g\n", (double)lengths[i], first, then);
        assert_true(then < 0.8 * first);
        rough_ball_end(&b);
    }
}

static void substeps_are_short_enough_for_it(void** state) {
    (void)state;
    rough_ball b = rough_ball_begin(10242, 4, 0);
    b.body->meets_soft = false;
    uint32_t free_flight = pl_substeps_needed(b.world, 1.0f / 60);
    b.body->meets_soft = true;
    uint32_t firm = pl_substeps_needed(b.world, 1.0f / 60);
    b.body->def.firmness = 0;
    uint32_t soft = pl_substeps_needed(b.world, 1.0f / 60);
    print_message("substeps: %u, firm %u\n", free_flight, firm);
    assert_true(firm > free_flight);
    assert_int_equal(soft, free_flight);
    rough_ball_end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_finer_than_regions_is_smoothed),
        cmocka_unit_test(neither_in_free_flight_nor_on_coarse_meshes),
        cmocka_unit_test(momentum_and_spin_are_kept),
        cmocka_unit_test(no_firmness_and_no_step_makes_energy),
        cmocka_unit_test(substeps_are_short_enough_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

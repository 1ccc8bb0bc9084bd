// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Physical mode does not know the mesh: a ball hung by a pinned cap sags the same whatever its
// resolution, its substeps, and however unevenly its vertices are spread.
//
// Default: 642 to 10,242 vertices. PLUMP_TEST_LONG=1: to 40,962.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/step_kit.h"

#define BALL_RADIUS 0.5

// Pins the cap above 0.85 of the radius, taken by area: from the top down until 7.5 % of the
// surface is held. By height alone 2,562 vertices hold 7.8 % and 10,242 hold 7.5 %, which changes
// sag by 3 % without any elasticity having a part in it.
static void pin_cap(kit_scene* s) {
    double total = 0, held = 0;
    for (uint32_t i = 0; i < s->count; ++i) total += s->mass[i];
    for (;;) {
        uint32_t top = UINT32_MAX;
        for (uint32_t i = 0; i < s->count; ++i) {
            if (s->reference->pinned[i]) continue;
            if (top == UINT32_MAX || s->begin[i][1] > s->begin[top][1]) top = i;
        }
        if (held + 0.5 * s->mass[top] > 0.075 * total) return;
        kit_pin(s, top);
        held += s->mass[top];
    }
}

// How far the centre of mass of a ball of this mesh sinks, in radii, once it hangs still. The
// default radius of regions unless given.
static double hung_sag(const plump_mesh* mesh, float frequency, float radius, float dt,
                       uint32_t substeps) {
    plump_body_def def = kit_body_def(mesh);
    def.frequency = frequency;
    def.radius = radius;
    def.damping = 0.5f;
    kit_scene s = kit_begin(&def, kit_earth);
    pin_cap(&s);
    double before = kit_measure(&s).centre[1], last = before, now = before;
    // what is left after a second is judged by how much the next one changes
    for (int second = 0; second < 12; ++second) {
        kit_step(&s, dt, substeps, (uint32_t)(1 / (double)dt + 0.5));
        last = now;
        now = kit_measure(&s).centre[1];
        if (second > 2 && fabs(now - last) < 1e-4 * BALL_RADIUS) break;
    }
    double sag = (before - now) / BALL_RADIUS;
    print_message("%6u vertices, %g Hz, radius %g, %g steps/s: sag %.5f R (last second %.1e)\n",
                  s.count, (double)frequency, (double)radius, 1 / (double)dt, sag,
                  fabs(now - last) / BALL_RADIUS);
    kit_at_most(fabs(now - last) / BALL_RADIUS, 2e-3, "motion of a hanging ball");
    kit_end(&s);
    return sag;
}

// `radius` 0: chosen by the library, never below three edges. With 642 vertices a radius of 0.2 is
// 2.7 edges, and the bound does not hold there: 12 %.
static void sag_does_not_depend_on_the_mesh(float frequency, float radius) {
    const uint32_t counts[] = {642, 2562, 10242, 40962};
    double sag[4], low = INFINITY, high = 0;
    size_t n = kit_long() ? 4 : 3;
    for (size_t k = 0; k < n; ++k) {
        plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, counts[k], 2 * BALL_RADIUS);
        sag[k] = hung_sag(mesh, frequency, radius, 1.0f / 120, 0);
        plump_mesh_destroy(mesh);
        if (k == 0) continue;
        low = fmin(low, sag[k]);
        high = fmax(high, sag[k]);
    }
    print_message("spread from 2,562 on %.2f %%, 642 %+.2f %%\n", 100 * (high / low - 1),
                  100 * (sag[0] / sag[1] - 1));
    kit_at_most(high / low - 1, 0.03, "spread of sag over resolutions");
    kit_near(sag[0], sag[1], radius > 0 ? 0.15 : 0.1, "sag with 642 vertices");
}

static void default_ball_sags_the_same_at_every_resolution(void** state) {
    (void)state;
    sag_does_not_depend_on_the_mesh(3, 0);
}

static void ball_of_small_regions_sags_the_same_at_every_resolution(void** state) {
    (void)state;
    sag_does_not_depend_on_the_mesh(2, 0.2f);
}

static void sag_does_not_depend_on_the_step(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 2562, 2 * BALL_RADIUS);
    double low = INFINITY, high = 0;
    for (int rate = 60; rate <= 480; rate *= 2) {
        double sag = hung_sag(mesh, 3, 0, 1.0f / (float)rate, 0);
        low = fmin(low, sag);
        high = fmax(high, sag);
    }
    print_message("spread over 60 .. 480 steps a second %.3f %%\n", 100 * (high / low - 1));
    kit_at_most(high / low - 1, 0.03, "spread of sag over steps");
    plump_mesh_destroy(mesh);
}

// Vertex density 1:16 between the poles, by which end it hangs, and against an even ball.
static void a_graded_ball_hangs_the_same_whichever_end_is_up(void** state) {
    (void)state;
    const uint32_t count = 10242;
    const float radii[] = {0, 0.2f};
    for (int k = 0; k < 2; ++k) {
        float frequency = k ? 2 : 3;
        plump_mesh* dense = kit_graded_ball(count, true);
        plump_mesh* coarse = kit_graded_ball(count, false);
        plump_mesh* even = kit_shape(PLUMP_SHAPE_SPHERE, count, 2 * BALL_RADIUS);
        double a = hung_sag(dense, frequency, radii[k], 1.0f / 120, 0);
        double b = hung_sag(coarse, frequency, radii[k], 1.0f / 120, 0);
        double c = hung_sag(even, frequency, radii[k], 1.0f / 120, 0);
        print_message("dense end up against coarse end up %+.2f %%, against even %+.2f %%\n",
                      100 * (a / b - 1), 100 * (a / c - 1));
        kit_near(a, b, 0.03, "sag with the dense end up");
        plump_mesh_destroy(dense);
        plump_mesh_destroy(coarse);
        plump_mesh_destroy(even);
    }
}

// The warp does what it says: areas around the poles differ by 16.
static void the_graded_ball_is_graded(void** state) {
    (void)state;
    plump_mesh* mesh = kit_graded_ball(2562, true);
    reference* r = reference_create(mesh, 1, 1);
    uint32_t top = 0, bottom = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->rest[i][1] > r->rest[top][1]) top = i;
        if (r->rest[i][1] < r->rest[bottom][1]) bottom = i;
    }
    kit_near(r->mass[bottom] / r->mass[top], 16, 0.15, "ratio of areas");
    reference_destroy(r);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_graded_ball_is_graded),
        cmocka_unit_test(default_ball_sags_the_same_at_every_resolution),
        cmocka_unit_test(ball_of_small_regions_sags_the_same_at_every_resolution),
        cmocka_unit_test(sag_does_not_depend_on_the_step),
        cmocka_unit_test(a_graded_ball_hangs_the_same_whichever_end_is_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

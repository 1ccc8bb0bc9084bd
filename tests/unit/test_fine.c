// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is finer than regions is resisted: a ball in free flight whose places are moved at random,
// each by itself, the finest deformation there is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/elastic/shape_match/fine.h"
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

static rough_ball ball_begin(float frequency, uint32_t vertices, float firmness, float amplitude) {
    rough_ball b = {make_shape(PLUMP_SHAPE_SPHERE, vertices), make_world(0, 1), NULL};
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    uint32_t seed = 7;
    def.mesh = b.mesh;
    def.frequency = frequency;
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

static rough_ball rough_ball_begin(uint32_t vertices, float firmness, float amplitude) {
    return ball_begin(3, vertices, firmness, amplitude);
}

static void rough_ball_end(rough_ball* b) {
    plump_world_destroy(b->world);
    plump_mesh_destroy(b->mesh);
}

static void go_on(rough_ball* b, int steps) {
    for (int i = 0; i < steps; ++i) OK(plump_world_step(b->world, H, 1, &kit_error));
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

// The largest from 20 to 80 ms: it swings.
static double roughness_after(float frequency, float firmness, uint32_t vertices) {
    rough_ball b = ball_begin(frequency, vertices, firmness, 0.004f);
    go_on(&b, 20);
    double most = 0;
    for (int i = 0; i < 60; ++i) {
        go_on(&b, 1);
        most = fmax(most, roughness(&b));
    }
    rough_ball_end(&b);
    return most;
}

static void what_is_finer_than_regions_is_smoothed(void** state) {
    (void)state;
    double soft = roughness_after(3, 0, 2562), firm = roughness_after(3, 6, 2562);
    print_message("roughness after 20 to 80 ms: %.4f, firm %.4f\n", soft, firm);
    assert_true(soft > 0.02);
    assert_true(firm < 0.5 * soft);
    assert_true(roughness_after(3, 1, 2562) > 1.5 * firm);
}

// Regions of a stiff ball reach over 0.6 of it, and whatever is that large has a share in the
// lowest vibration: firmness that began there could only be a fifth of the pull.
static void stiff_bodies_are_as_firm(void** state) {
    (void)state;
    const float frequencies[] = {3, 12};
    for (size_t i = 0; i < 2; ++i) {
        rough_ball b = ball_begin(frequencies[i], 2562, 6, 0.001f);
        go_on(&b, 1);
        const pl_shape_match* sm = pl_shape_match_of(b.body);
        print_message("%g Hz: radius %.2f, finer than %.2f, share of the pull %.3f\n",
                      (double)frequencies[i], sm->tuning.radius, sm->tuning.fine_radius,
                      (double)sm->fine_share);
        assert_true(sm->fine_share > 0.8f);
        rough_ball_end(&b);
    }
}

// --- the pull is what fine.h says ---

// S v over places, by plain sums in double.
static void smooth_places(const pl_body* body, double* v) {
    const pl_ball_regions* balls = pl_shape_match_of(body)->fine->means;
    double* mean = calloc(3 * (size_t)balls->count, sizeof *mean);
    for (uint32_t j = 0; j < balls->count; ++j) {
        double mass = 0;
        for (uint32_t m = balls->member_first[j]; m < balls->member_first[j + 1]; ++m) {
            double f = (double)body->fit[balls->member[m]] * (double)balls->member_share[m];
            mass += f;
            for (size_t c = 0; c < 3; ++c)
                mean[3 * j + c] += f * v[3 * (size_t)balls->member[m] + c];
        }
        for (size_t c = 0; c < 3; ++c) mean[3 * j + c] /= mass;
    }
    for (size_t i = 0; i < body->count; ++i) {
        double sum[3] = {0};
        for (uint32_t k = balls->region_first[i]; k < balls->region_first[i + 1]; ++k)
            for (size_t c = 0; c < 3; ++c)
                sum[c] += (double)balls->region_share[k] * mean[3 * (size_t)balls->region[k] + c];
        memcpy(v + 3 * i, sum, sizeof sum);
    }
    free(mean);
}

// Where a place was before the substep, in the body's frame, less its rest.
static void displacement(const pl_body* body, uint32_t i, double u[3]) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    for (int c = 0; c < 3; ++c) {
        u[c] = -(double)body->rest[c][i];
        for (int a = 0; a < 3; ++a)
            u[c] +=
                (double)sm->pose[3 * a + c] * ((double)body->past[a][i] - (double)sm->pose[9 + a]);
    }
}

// r of a place; and P q.
static void offset_of(const pl_body* body, uint32_t i, double r[3], double blended[3]) {
    const pl_shape_match* sm = pl_shape_match_of(body);
    const pl_ball_regions *balls = sm->balls, *means = sm->fine->means;
    displacement(body, i, r);
    for (uint32_t k = balls->region_first[i]; k < balls->region_first[i + 1]; ++k) {
        for (size_t a = 0; a < 3; ++a) {
            const float* row = sm->transforms + 16 * (size_t)balls->region[k] + 4 * a;
            double goal = (double)row[3];
            for (int c = 0; c < 3; ++c) goal += (double)row[c] * (double)body->rest[c][i];
            r[a] -= (double)balls->region_share[k] * goal;
        }
    }
    for (size_t a = 0; a < 3; ++a) {
        blended[a] = 0;
        for (uint32_t k = means->region_first[i]; k < means->region_first[i + 1]; ++k)
            blended[a] += (double)means->region_share[k] *
                          (double)sm->fine->shift[4 * (size_t)means->region[k] + a] /
                          (double)sm->fine_share;
    }
}

// P q = r - (1 - S)^n r, for whatever r.
static void shifts_are_the_smooth_part_of_offsets(void** state) {
    (void)state;
    rough_ball b = rough_ball_begin(1442, 6, 0.02f);
    for (int k = 0; k < 3; ++k)
        for (uint32_t i = 0; i < b.body->count; ++i) b.body->v[k][i] = 0;
    go_on(&b, 1);
    size_t count = b.body->count;
    double *r = calloc(3 * count, sizeof *r), *fine = calloc(3 * count, sizeof *fine);
    double *blended = calloc(3 * count, sizeof *blended), *v = calloc(3 * count, sizeof *v);
    for (uint32_t i = 0; i < count; ++i) offset_of(b.body, i, r + 3 * i, blended + 3 * i);
    memcpy(fine, r, 3 * count * sizeof *r);
    for (int n = 0; n < PL_FINE_ORDER; ++n) {
        memcpy(v, fine, 3 * count * sizeof *v);
        smooth_places(b.body, v);
        for (size_t i = 0; i < 3 * count; ++i) fine[i] -= v[i];
    }
    double most = 0, size = 0;
    for (size_t i = 0; i < 3 * count; ++i) {
        most = fmax(most, fabs(blended[i] - (r[i] - fine[i])));
        size = fmax(size, fabs(blended[i]));
    }
    print_message("smooth part up to %.2e, off by %.1e\n", size, most);
    assert_true(size > 1e-4);
    assert_true(most < 2e-6);
    free(r), free(fine), free(blended), free(v);
    rough_ball_end(&b);
}

// How much angular momentum changes in 200 steps, as a share, and velocity.
static double lost_spin(float firmness, double* push) {
    rough_ball b = rough_ball_begin(2562, firmness, 0.01f);
    go_on(&b, 1);
    pl_motion before = b.body->motion;
    go_on(&b, 200);
    pl_motion after = b.body->motion;
    *push = pl_vec3d_length(pl_vec3d_sub(after.velocity, before.velocity));
    pl_vec3d turn = pl_vec3d_sub(after.angular_momentum, before.angular_momentum);
    rough_ball_end(&b);
    return pl_vec3d_length(turn) / pl_vec3d_length(before.angular_momentum);
}

static void momentum_and_spin_are_kept(void** state) {
    (void)state;
    double push, soft = lost_spin(0, &push), firm = lost_spin(6, &push);
    print_message("velocity %.1e m/s, angular momentum %.1e, soft %.1e\n", push, firm, soft);
    assert_true(push < 1e-6);
    assert_true(firm < 1e-5);
}

// The goals of a body that has grown to twice its size face as they did, with four times the area.
static void goals_normals_follow_the_scale(void** state) {
    (void)state;
    rough_ball b = rough_ball_begin(642, 6, 0);
    go_on(&b, 1);
    double before = (double)b.body->rest_normal[0][7];
    OK(plump_body_set(b.world, b.body->id, "volume_time", 0, &kit_error));
    OK(plump_body_set(b.world, b.body->id, "scale", 2, &kit_error));
    go_on(&b, 3);
    assert_true(b.body->def.scale == 2.0f);
    assert_true(fabs((double)b.body->rest_normal[0][7] / (4 * before) - 1) < 1e-5);
    rough_ball_end(&b);
}

static double most_of(rough_ball* b, float h, int steps) {
    double most = 0;
    for (int n = 0; n < steps; ++n) {
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_finer_than_regions_is_smoothed),
        cmocka_unit_test(stiff_bodies_are_as_firm),
        cmocka_unit_test(shifts_are_the_smooth_part_of_offsets),
        cmocka_unit_test(momentum_and_spin_are_kept),
        cmocka_unit_test(goals_normals_follow_the_scale),
        cmocka_unit_test(no_firmness_and_no_step_makes_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

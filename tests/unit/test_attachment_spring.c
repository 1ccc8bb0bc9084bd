// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Springs that are damped, against closed forms of the oscillator, and what they keep.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/obstacle_kit.h"

#define PI 3.14159265358979324

typedef struct lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id ball;
    double mass;
} lab;

// A ball of 10 cm and half a kilogram, far stiffer than what pulls at it.
static plump_body_id add_ball(const lab* l, double x) {
    plump_body_def def = plump_default_body_def();
    def.mesh = l->mesh;
    def.scale = 0.1f;
    def.frequency = 60;
    def.damping = 0.5f;
    def.position[0] = x;
    def.can_sleep = false;
    plump_body_id id;
    OK(plump_body_create(l->world, &def, &id, &kit_error));
    return id;
}

static lab open_lab(uint32_t workers) {
    lab l = {.mesh = make_shape(PLUMP_SHAPE_SPHERE, 162), .world = make_world(0, workers)};
    l.ball = add_ball(&l, 0);
    l.mass = describe(l.world, l.ball).mass;
    return l;
}

static void close_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

static uint32_t vertex_along(const plump_mesh* mesh, int axis, float side) {
    const float* x = plump_mesh_positions(mesh);
    uint32_t best = 0;
    for (uint32_t i = 1; i < plump_mesh_vertex_count(mesh); ++i)
        if (side * x[3 * i + (unsigned)axis] > side * x[3 * best + (unsigned)axis]) best = i;
    return best;
}

#define WHOLE 1000.0f  // a patch so much larger than the body holds its centre of mass

// Of a spring with that frequency in rad/s and damping ratio for a mass.
static plump_attachment_def spring(const lab* l, double mass, double omega, double ratio) {
    plump_attachment_def def = plump_default_attachment_def();
    def.body = l->ball;
    def.vertex = vertex_along(l->mesh, 0, 1);
    def.stiffness = (float)(mass * omega * omega);
    def.damping = (float)(2 * ratio * mass * omega);
    def.radius = WHOLE;
    OK(plump_attachment_find_patch(l->world, l->ball, def.vertex, WHOLE, def.point, &kit_error));
    return def;
}

static plump_attachment_id attach(const lab* l, const plump_attachment_def* def) {
    plump_attachment_id id = {0};
    OK(plump_attachment_create(l->world, def, &id, &kit_error));
    return id;
}

static plump_attachment_info look_at_tie(const lab* l, plump_attachment_id id) {
    plump_attachment_info info;
    OK(plump_attachment_get_info(l->world, id, &info, &kit_error));
    return info;
}

static void run(const lab* l, int steps, uint32_t substeps) {
    for (int i = 0; i < steps; ++i) OK(plump_world_step(l->world, 1.0f / 60, substeps, &kit_error));
}

// --- against closed forms ---

// x / x0 of an oscillator let go at rest.
static double oscillator(double omega, double ratio, double t) {
    double decay = ratio * omega, square = 1 - ratio * ratio;
    if (square == 0) return exp(-omega * t) * (1 + omega * t);
    double w = omega * sqrt(fabs(square)), s = decay / w;
    return square > 0 ? exp(-decay * t) * (cos(w * t) + s * sin(w * t))
                      : exp(-decay * t) * (cosh(w * t) + s * sinh(w * t));
}

static void a_damped_spring_swings_as_the_closed_form(void** state) {
    (void)state;
    const double ratios[] = {0, 0.1, 0.5, 1, 3}, omega = 2 * PI, pull = 0.02;
    for (int r = 0; r < 5; ++r) {
        lab l = open_lab(1);
        plump_attachment_def def = spring(&l, l.mass, omega, ratios[r]);
        def.point[0] += pull;
        attach(&l, &def);
        double worst = 0;
        for (int i = 1; i <= 90; ++i) {
            run(&l, 1, 32);
            double x = 1 - describe(l.world, l.ball).centre[0] / pull;
            double off = fabs(x - oscillator(omega, ratios[r], i / 60.0));
            worst = off > worst ? off : worst;
        }
        // an implicit step of h damps by omega h / 2 itself, which is 0.0016 here
        if (worst > 0.02) fail_msg("ratio %g: off by %g", ratios[r], worst);
        close_lab(&l);
    }
}

// m x'' = -k x - c x', implicit, step by step.
static void a_damped_spring_is_the_implicit_step_of_it(void** state) {
    (void)state;
    const double omega = 2 * PI, ratio = 0.3, pull = 0.02, h = 1.0 / 480;
    lab l = open_lab(1);
    plump_attachment_def def = spring(&l, l.mass, omega, ratio);
    def.point[0] += pull;
    attach(&l, &def);
    double x = pull, v = 0;
    for (int i = 1; i <= 90; ++i) {
        run(&l, 1, 8);
        for (int k = 0; k < 8; ++k) {
            v = (v - h * omega * omega * x) / (1 + 2 * ratio * omega * h + omega * omega * h * h);
            x += h * v;
        }
        double off = fabs(pull - describe(l.world, l.ball).centre[0] - x) / pull;
        if (off > 1e-4) fail_msg("off by %g after %d steps", off, i);
    }
    close_lab(&l);
}

// With c far above critical, x falls by k / c per second, however long the step.
static void what_is_damped_without_measure_creeps(void** state) {
    (void)state;
    lab l = open_lab(1);
    plump_attachment_def def = spring(&l, l.mass, 0, 0);
    def.stiffness = 1e5f, def.damping = 2e5f;
    def.point[0] += 0.02;
    plump_attachment_id id = attach(&l, &def);
    run(&l, 60, 1);
    assert_true(fabs(look_at_tie(&l, id).distance / 0.02 - exp(-0.5)) < 0.02);
    close_lab(&l);
}

static void no_stiffness_and_no_damping_is_too_large(void** state) {
    (void)state;
    const float sizes[] = {1e-6f, 1, 1e6f, 1e12f, 1e15f};
    for (int i = 0; i < 25; ++i) {
        lab l = open_lab(1);
        const float kick[3] = {1, 2, 0.5f};
        plump_attachment_def def = spring(&l, l.mass, 0, 0);
        def.stiffness = sizes[i / 5], def.damping = sizes[i % 5];
        attach(&l, &def);
        OK(plump_body_set_velocity(l.world, l.ball, PLUMP_ALL_VERTICES, kick, &kit_error));
        double first = describe(l.world, l.ball).kinetic_energy;
        for (int k = 0; k < 60; ++k) {
            run(&l, 1, 0);
            plump_body_info info = describe(l.world, l.ball);
            assert_false(info.contained);
            assert_true(info.kinetic_energy <= 1.001 * first);
        }
        close_lab(&l);
    }
}

// --- what moves ---

// Drawn along at 0.6 m/s the body does not lag behind: its damping is against what draws it.
static void a_spring_is_damped_against_what_it_is_tied_to(void** state) {
    (void)state;
    for (int on_box = 0; on_box < 2; ++on_box) {
        lab l = open_lab(1);
        plump_obstacle_def solid = obstacle_def(PLUMP_OBSTACLE_BOX, NULL);
        solid.position[1] = 5;
        plump_obstacle_id box = make_obstacle(l.world, &solid);
        plump_attachment_def def = spring(&l, l.mass, 10, 1);
        double at[3] = {def.point[0], def.point[1], def.point[2]};
        if (on_box) def.obstacle = box, def.point[1] -= 5;
        plump_attachment_id id = attach(&l, &def);
        for (int i = 0; i < 120; ++i) {
            const float upright[4] = {0, 0, 0, 1};
            const double there[3] = {0.01 * (i + 1), 5, 0};
            at[0] += 0.01;
            if (on_box) OK(plump_obstacle_move(l.world, box, there, upright, &kit_error));
            if (!on_box) OK(plump_attachment_move(l.world, id, at, &kit_error));
            run(&l, 1, 4);
        }
        plump_attachment_info tie = look_at_tie(&l, id);
        double drag = (double)def.damping * 0.6;
        assert_true(fabs(tie.force[0]) < 0.01 * drag && tie.distance < 1e-4);
        assert_true(fabs(describe(l.world, l.ball).velocity[0] - 0.6) < 1e-3);
        close_lab(&l);
    }
}

// --- between two bodies ---

typedef struct sum {
    pl_vec3d momentum, spin;
} sum;

static sum add_up(const lab* l, plump_body_id other) {
    sum s = {{0, 0, 0}, {0, 0, 0}};
    const plump_body_id ids[2] = {l->ball, other};
    for (int i = 0; i < 2; ++i) {
        plump_body_info info = describe(l->world, ids[i]);
        pl_vec3d p = pl_vec3d_load(info.momentum);
        s.momentum = pl_vec3d_add(s.momentum, p);
        s.spin = pl_vec3d_add(s.spin, pl_vec3d_load(info.angular_momentum));
        s.spin = pl_vec3d_add(s.spin, pl_vec3d_cross(pl_vec3d_load(info.centre), p));
    }
    return s;
}

// How much spin two that circle each other on a spring lose in a second, as a share.
static double lose_spin(double ratio) {
    lab l = open_lab(1);
    plump_body_id other = add_ball(&l, 0.4);
    plump_attachment_def def = spring(&l, 0.5 * l.mass, 20, ratio);
    def.other = other;
    def.radius = 0;
    def.other_vertex = vertex_along(l.mesh, 0, -1);
    attach(&l, &def);
    const float up[3] = {0, 1, 0.5f}, down[3] = {0, -1, -0.5f};
    OK(plump_body_set_velocity(l.world, l.ball, PLUMP_ALL_VERTICES, down, &kit_error));
    OK(plump_body_set_velocity(l.world, other, PLUMP_ALL_VERTICES, up, &kit_error));
    sum before = add_up(&l, other);
    run(&l, 60, 64);
    sum after = add_up(&l, other);
    double scale = pl_vec3d_length(before.spin);
    assert_true(pl_vec3d_length(pl_vec3d_sub(after.momentum, before.momentum)) < 1e-5 * l.mass);
    close_lab(&l);
    return pl_vec3d_length(pl_vec3d_sub(after.spin, before.spin)) / scale;
}

static void two_on_a_damped_spring_keep_momentum_and_spin(void** state) {
    (void)state;
    double without = lose_spin(0), with = lose_spin(0.5);
    if (!(with < 1.1 * without + 1e-4))
        fail_msg("%g of the spin is lost, %g without", with, without);
}

// Along the line the pair is an oscillator of half the mass.
static void two_on_a_damped_spring_swing_as_the_closed_form(void** state) {
    (void)state;
    const double omega = 2 * PI, ratio = 0.2, pull = 0.1;
    lab l = open_lab(1);
    plump_body_id other = add_ball(&l, pull);
    plump_attachment_def def = spring(&l, 0.5 * l.mass, omega, ratio);
    def.other = other;
    def.other_radius = WHOLE;
    attach(&l, &def);
    OK(plump_world_set_pair(l.world, l.ball, other, false, &kit_error));
    for (int i = 1; i <= 90; ++i) {
        run(&l, 1, 32);
        double apart = describe(l.world, other).centre[0] - describe(l.world, l.ball).centre[0];
        double off = fabs(apart / pull - oscillator(omega, ratio, i / 60.0));
        if (off > 0.03) fail_msg("off by %g after %d steps", off, i);
    }
    close_lab(&l);
}

// --- refused ---

static void damping_without_a_spring_is_refused(void** state) {
    (void)state;
    lab l = open_lab(1);
    plump_attachment_id id;
    plump_attachment_def def = spring(&l, l.mass, 10, 1);
    def.damping = -1;
    REFUSED(plump_attachment_create(l.world, &def, &id, &kit_error), "damping of the attachment");
    def.damping = NAN;
    REFUSED(plump_attachment_create(l.world, &def, &id, &kit_error), "damping of the attachment");
    def.damping = 5, def.stiffness = 0;
    REFUSED(plump_attachment_create(l.world, &def, &id, &kit_error), "give it a stiffness");
    close_lab(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damped_spring_swings_as_the_closed_form),
        cmocka_unit_test(a_damped_spring_is_the_implicit_step_of_it),
        cmocka_unit_test(what_is_damped_without_measure_creeps),
        cmocka_unit_test(no_stiffness_and_no_damping_is_too_large),
        cmocka_unit_test(a_spring_is_damped_against_what_it_is_tied_to),
        cmocka_unit_test(two_on_a_damped_spring_keep_momentum_and_spin),
        cmocka_unit_test(two_on_a_damped_spring_swing_as_the_closed_form),
        cmocka_unit_test(damping_without_a_spring_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

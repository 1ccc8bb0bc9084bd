// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Forces balance: at rest contacts carry the weight, under the centre of mass; what meets keeps its
// momentum; what bounces gets back the share of its speed that restitution says.
//
// Bodies of 0.2 m and 10 Hz, steps of 1/120 s with substeps as needed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

// --- weight ---

typedef struct rest_shape {
    const char* name;
    plump_shape_kind kind;
    uint32_t vertices, fine;
} rest_shape;

static const rest_shape rest_shapes[] = {
    {"box", PLUMP_SHAPE_BOX, 98, 386},
    {"ball", PLUMP_SHAPE_SPHERE, 162, 642},
    {"duck", PLUMP_SHAPE_DUCK, 300, 1000},
    {"torus", PLUMP_SHAPE_TORUS, 300, 800},
};

// A body at rest on a plane, awake.
static scene lying(const rest_shape* shape) {
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    s.look_every = 1000;
    uint32_t vertices = volume_long() ? shape->fine : shape->vertices;
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(shape->kind, vertices, 0.2)), 10, 0.03, 0, -0.02);
    def.can_sleep = false;
    def.damping = 1;
    scene_body(&s, &def);
    const double up[3] = {0.03, s.judge[0].centre[1] - s.judge[0].low[1] + 0.001, -0.02};
    const float none[4] = {0, 0, 0, 1};
    OK(plump_body_teleport(s.world, s.body[0], up, none, &kit_error));
    scene_run(&s, shape->kind == PLUMP_SHAPE_DUCK ? 12 : 4);  // a duck rocks for long
    return s;
}

static void contacts_at_rest_carry_the_weight(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof rest_shapes / sizeof *rest_shapes; ++i) {
        scene s = lying(&rest_shapes[i]);
        plump_obstacle_info floor;
        plump_body_info body = describe(s.world, s.body[0]);
        OK(plump_obstacle_get_info(s.world, s.obstacle[0], &floor, &kit_error));
        const plump_step_report* r = plump_world_report(s.world);
        uint32_t count;
        const plump_contact* c = plump_world_contacts(s.world, &count);
        double weight = s.judge[0].total * 9.81, pressed = 0;
        for (uint32_t k = 0; k < count; ++k)
            for (int j = 0; j < 3; ++j) pressed += (double)c[k].impulse[j] * (double)c[k].normal[j];
        print_message("%s:\n", rest_shapes[i].name);
        print_message("fastest vertex %.2e m/s\n", scene_fastest(&s));
        scene_at_most("floor gets the weight", fabs(-floor.impulse[1] / weight * 120 - 1), 1e-3);
        scene_at_most("body is given its weight", fabs(body.contact_impulse[1] / weight * 120 - 1),
                      1e-3);
        scene_at_most("contacts of the last substep carry it",
                      fabs(pressed / weight / (double)r->substep - 1), 1e-3);
        scene_end(&s);
    }
    volume_expect_good();
}

static void pressure_centres_under_the_mass(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof rest_shapes / sizeof *rest_shapes; ++i) {
        scene s = lying(&rest_shapes[i]);
        uint32_t count;
        const plump_contact* c = plump_world_contacts(s.world, &count);
        double sum = 0, at[3] = {0};
        for (uint32_t k = 0; k < count; ++k) {
            double push = (double)c[k].impulse[1];
            sum += push;
            for (int j = 0; j < 3; ++j) at[j] += push * c[k].point[j];
        }
        double dx = at[0] / sum - s.judge[0].centre[0], dz = at[2] / sum - s.judge[0].centre[2];
        char line[80];
        snprintf(line, sizeof line, "%s: centre of pressure aside, sizes", rest_shapes[i].name);
        scene_at_most(line, hypot(dx, dz) / s.judge[0].size, 1e-3);
        scene_end(&s);
    }
    volume_expect_good();
}

// --- momentum ---

// Two bodies flung at each other in empty space; the largest change of the sum of their momentum,
// in units of what one of them had.
static void fling(plump_shape_kind a, plump_shape_kind b, double aside, float speed, double most) {
    scene s = scene_begin(0, 0.005f);
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(a, volume_long() ? 642 : 200, 0.2)), 10, -0.15, 0, 0);
    def.velocity[0] = speed;
    scene_body(&s, &def);
    def.mesh = scene_keep(&s, mesh_shape(b, volume_long() ? 642 : 200, 0.2));
    def.position[0] = 0.15, def.position[1] = aside;
    def.velocity[0] = -speed;
    scene_body(&s, &def);
    double scale = s.judge[0].total * (double)speed, start[3], worst = 0, closest = 1;
    for (int k = 0; k < 3; ++k) start[k] = s.judge[0].momentum[k] + s.judge[1].momentum[k];
    for (int i = 0; i < 200; ++i) {
        scene_step(&s);
        double change[3];
        for (int k = 0; k < 3; ++k)
            change[k] = s.judge[0].momentum[k] + s.judge[1].momentum[k] - start[k];
        worst = fmax(worst, volume_length(change) / scale);
        closest = fmin(closest, s.judge[1].centre[0] - s.judge[0].centre[0]);
    }
    double apart = s.judge[1].velocity[0] - s.judge[0].velocity[0];
    print_message("%s on %s, %g m/s, closest %.4f m, apart at %.4f m/s\n", plump_shape_name(a),
                  plump_shape_name(b), (double)speed, closest, apart);
    scene_at_most("change of momentum, shares", worst, most);
    scene_at_most("faster apart than together, m/s", apart, 2 * (double)speed);
    scene_at_least("they bounce, m/s", apart, 0);
    scene_at_most("they met, m apart", closest, 0.25);
    scene_expect_transit(&s);
    scene_expect_sound(&s);
    scene_end(&s);
}

static void momentum_of_a_head_on_pair_stays_zero(void** state) {
    (void)state;
    fling(PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_SPHERE, 0, 1, 1e-6);
    volume_expect_good();
}

static void momentum_of_any_pair_stays(void** state) {
    (void)state;
    fling(PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_SPHERE, 0.05, 1, 1e-6);
    fling(PLUMP_SHAPE_DUCK, PLUMP_SHAPE_BOX, 0.03, 2, 5e-6);
    volume_expect_good();
}

// One of them at rest, and lighter: what the other loses it gets, and keeps.
static void momentum_of_a_bounce_stays(void** state) {
    (void)state;
    for (int i = 0; i < 4; ++i) {
        float speed = i % 2 ? 20 : 2;
        scene s = scene_begin(0, 1.0f / 60);
        s.substeps = 4;
        plump_body_def def =
            scene_def(scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.3)), 20, 0, 0.2, 0);
        def.restitution = 0.7f;
        def.velocity[1] = -speed;
        scene_body(&s, &def);
        def.mesh = scene_keep(&s, mesh_shape(i < 2 ? PLUMP_SHAPE_BOX : PLUMP_SHAPE_DUCK, 98, 0.3));
        def.density = 300;
        def.position[1] = -0.2, def.velocity[1] = 0;
        scene_body(&s, &def);
        double start = s.judge[0].momentum[1];
        scene_run(&s, 0.2);
        double sum = s.judge[0].momentum[1] + s.judge[1].momentum[1];
        scene_at_most("momentum lost, shares", fabs(sum / start - 1), 1e-5);
        scene_at_least("the lighter one got, shares", s.judge[1].momentum[1] / start, 0.1);
        scene_end(&s);
    }
    volume_expect_good();
}

static void total_spin(const scene* s, double out[3]) {
    memset(out, 0, 3 * sizeof *out);
    for (uint32_t i = 0; i < s->body_count; ++i) {
        double moment[3];
        volume_cross(s->judge[i].centre, s->judge[i].momentum, moment);
        for (int k = 0; k < 3; ++k) out[k] += moment[k] + s->judge[i].spin[k];
    }
}

// Glancing, with friction: the pair begins to turn, the sum of all spin stays but for an error that
// falls with the substep, since forces act along lines through predicted places.
static void angular_momentum_of_a_glancing_pair_stays(void** state) {
    (void)state;
    scene s = scene_begin(0, 0.005f);
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 200, 0.2)), 10, 0, 0, 0);
    def.friction = def.friction_static = 1;
    def.position[0] = -0.15, def.position[1] = 0.06, def.velocity[0] = 1;
    scene_body(&s, &def);
    def.position[0] = 0.15, def.position[1] = -0.06, def.velocity[0] = -1;
    scene_body(&s, &def);
    s.substeps = 4;
    double before[3], after[3], worst = 0, scale = s.judge[0].total * 1 * 0.2;
    total_spin(&s, before);
    for (int i = 0; i < 200; ++i) {
        scene_step(&s);
        total_spin(&s, after);
        worst = fmax(worst, volume_apart(before, after) / scale);
    }
    scene_at_most("change of angular momentum, m v size", worst, 0.01);
    scene_at_least("they turn, rad/s", fabs(s.judge[0].turning[2]), 0.5);
    scene_end(&s);
    volume_expect_good();
}

// --- restitution ---

// A stiff ball at 2 m/s onto a plane, without gravity: its speed afterwards as a share.
static double bounce(float restitution) {
    scene s = scene_begin(0, 1.0f / 240);
    scene_floor(&s, 0.5f);
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, volume_long() ? 642 : 162, 0.2)),
                  40, 0, 0.15, 0);
    def.damping = 0.3f;
    def.velocity[1] = -2;
    def.restitution = restitution;
    scene_body(&s, &def);
    scene_run(&s, 0.5);
    double share = s.judge[0].velocity[1] / 2;
    scene_expect_transit(&s);
    scene_expect_sound(&s);
    scene_end(&s);
    return share;
}

static void a_stiff_ball_bounces_by_its_restitution(void** state) {
    (void)state;
    const float wish[] = {0.3f, 0.6f, 0.9f};
    for (size_t i = 0; i < 3; ++i) {
        double got = bounce(wish[i]);
        char line[80];
        snprintf(line, sizeof line, "restitution %.1f gives %.4f, off by a share of",
                 (double)wish[i], got);
        scene_at_most(line, fabs(got / (double)wish[i] - 1), 0.1);
    }
    volume_expect_good();
}

// Something that falls from a third of its size, at 100 steps a second: energy gained in two
// seconds, of what was in play. A bounce that left a body within the margin gave it a tenth of its
// speed.
static double bounce_on(plump_shape_kind kind, float restitution, float frequency) {
    const double size = 0.28;
    scene s = scene_begin(-9.81f, 0.01f);
    s.look_every = 1;
    scene_floor(&s, 0.5f);
    plump_body_def def =
        scene_def(scene_keep(&s, mesh_shape(kind, 150, size)), frequency, 0, 0.2, 0);
    def.damping = 0.03f;
    def.restitution = restitution;
    scene_body(&s, &def);
    scene_look(&s);
    double from = s.judge[0].centre[1], gained = 0, in_play = 0;
    for (int i = 0; i < 200; ++i) {
        scene_step(&s);
        double work = 9.81 * s.judge[0].total * (from - s.judge[0].centre[1]);
        in_play = fmax(in_play, work);
        gained = fmax(gained, scene_energy(&s) - work);
    }
    scene_expect_sound(&s);
    scene_end(&s);
    return gained / in_play;
}

static void what_bounces_gains_nothing(void** state) {
    (void)state;
    const float restitution[] = {0.6f, 0.96f, 1.0f}, frequency[] = {3, 12, 30};
    for (int i = 0; i < 9; ++i) {
        float share = restitution[i / 3], hz = frequency[i % 3];
        double most =
            fmax(bounce_on(PLUMP_SHAPE_BOX, share, hz), bounce_on(PLUMP_SHAPE_SPHERE, share, hz));
        char line[80];
        snprintf(line, sizeof line, "energy gained, restitution %.2f, %.0f Hz", (double)share,
                 (double)hz);
        scene_at_most(line, most, share < 1 ? 0.02 : 0.04);
    }
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_at_rest_carry_the_weight),
        cmocka_unit_test(pressure_centres_under_the_mass),
        cmocka_unit_test(momentum_of_a_head_on_pair_stays_zero),
        cmocka_unit_test(momentum_of_any_pair_stays),
        cmocka_unit_test(momentum_of_a_bounce_stays),
        cmocka_unit_test(angular_momentum_of_a_glancing_pair_stays),
        cmocka_unit_test(a_stiff_ball_bounces_by_its_restitution),
        cmocka_unit_test(what_bounces_gains_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

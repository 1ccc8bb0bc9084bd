// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bones against closed forms: pendulum, free spin, chain, limits; and muscles that move them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/muscle_kit.h"

// A capsule of half height 0.5 that hangs down from `top`.
static plump_obstacle_id make_rod(plump_world* world, double x, double top) {
    plump_obstacle_def def = plump_default_obstacle_def();
    plump_obstacle_id id;
    def.shape = PLUMP_OBSTACLE_CAPSULE;
    def.radius = 0.05f;
    def.half_height = 0.5f;
    def.collides_with = 0;
    def.position[0] = x;
    def.position[1] = top - 0.5;
    OK(plump_obstacle_create(world, &def, &id, &kit_error));
    return id;
}

static plump_bone_id hang(plump_world* world, plump_obstacle_id rod, plump_bone_id parent, double x,
                          double top) {
    plump_bone_def def = plump_default_bone_def();
    plump_bone_id id;
    def.obstacle = rod;
    def.parent = parent;
    def.pivot[0] = x;
    def.pivot[1] = top;
    def.mass = 2;
    def.damping = 0;
    for (int k = 0; k < 3; ++k) def.inertia[k] = 2.0f / 12;
    OK(plump_bone_create(world, &def, &id, &kit_error));
    return id;
}

static const plump_bone_id no_bone = {0};

static void run(plump_world* world, int steps, uint32_t substeps) {
    for (int i = 0; i < steps; ++i) OK(plump_world_step(world, 1.0f / 60, substeps, &kit_error));
}

// --- alone ---

// A rod on a hinge: I = m/12 + m/4, T = 2 pi sqrt(I / (m g / 2)); the energy stays.
static void a_pendulum_swings_in_its_time_and_keeps_its_energy(void** state) {
    (void)state;
    plump_world* world = make_world(-9.81f, 1);
    plump_bone_id bone = hang(world, make_rod(world, 0, 0), no_bone, 0, 0);
    const double top[3] = {0, -0.5, 0}, push[3] = {0.1, 0, 0};
    OK(plump_bone_push(world, bone, top, push, &kit_error));
    double period = 2 * MUSCLE_PI * sqrt((1.0 / 12 + 0.25) / (9.81 * 0.5)), last = 0, first = 0;
    double most = 0, late = 0;
    int crossings = 0;
    for (int i = 0; i < 1200; ++i) {
        double before = bone_info(world, bone).angle;
        run(world, 1, 8);
        double after = bone_info(world, bone).angle;
        if (before < 0 && after >= 0) {
            last = (i + before / (before - after)) / 60;
            if (crossings++ == 0) first = last;
        }
        most = i < 100 ? fmax(most, after) : most;
        late = i > 1100 ? fmax(late, after) : late;
    }
    double found = (last - first) / (crossings - 1);
    print_message("period %.5f s, should be %.5f; amplitude %.5f, later %.5f\n", found, period,
                  most, late);
    assert_true(fabs(found / period - 1) < 2e-3);
    assert_true(fabs(late / most - 1) < 1e-2);
    plump_world_destroy(world);
}

static void a_free_bone_keeps_its_angular_momentum_and_falls(void** state) {
    (void)state;
    plump_world* world = make_world(-9.81f, 1);
    plump_bone_def def = plump_default_bone_def();
    plump_bone_id bone;
    def.obstacle = make_rod(world, 0, 10);
    def.joint = PLUMP_JOINT_FREE;
    def.mass = 3;
    def.damping = 0;
    def.inertia[0] = 1;
    def.inertia[1] = 2;
    def.inertia[2] = 3;
    OK(plump_bone_create(world, &def, &bone, &kit_error));
    // about the middle axis, with a little of the others: it tumbles
    const double a[3] = {0.5, 9.5, 0.02}, b[3] = {-0.5, 9.5, 0}, f[3] = {0, 0.3, 6},
                 g[3] = {0, -0.3, -6};
    OK(plump_bone_push(world, bone, a, f, &kit_error));
    OK(plump_bone_push(world, bone, b, g, &kit_error));
    run(world, 1, 4);
    double spin[3];
    memcpy(spin, world->bones[0]->spin, sizeof spin);
    double height = bone_info(world, bone).centre[1];
    run(world, 239, 4);
    for (int k = 0; k < 3; ++k) assert_true(fabs(world->bones[0]->spin[k] - spin[k]) < 1e-9);
    assert_true(fabs(bone_info(world, bone).velocity[1] + 9.81 * 4) < 1e-4);
    assert_true(fabs(height - bone_info(world, bone).centre[1] - 0.5 * 9.81 * 16) < 0.4);
    assert_true(fabs(bone_info(world, bone).angular_velocity[1]) > 0.1);
    plump_world_destroy(world);
}

// A double pendulum in double, by the angles from the vertical: two equal rods of length 1.
typedef struct {
    double a, b, u, v;
} swing;

static swing slope(swing s) {
    const double m = 2, i = m / 12, g = 9.81;
    // 2x2: (i + m/4 + m) a'' + m/2 cos(a-b) b'' ...
    double c = 0.5 * m * cos(s.a - s.b), d = 0.5 * m * sin(s.a - s.b);
    double h11 = i + 0.25 * m + m, h22 = i + 0.25 * m;
    double f1 = -d * s.v * s.v - 1.5 * m * g * sin(s.a),
           f2 = d * s.u * s.u - 0.5 * m * g * sin(s.b);
    double det = h11 * h22 - c * c;
    return (swing){s.u, s.v, (f1 * h22 - c * f2) / det, (h11 * f2 - c * f1) / det};
}

static swing add(swing s, swing k, double h) {
    return (swing){s.a + h * k.a, s.b + h * k.b, s.u + h * k.u, s.v + h * k.v};
}

static void a_chain_of_two_follows_the_equations_of_a_double_pendulum(void** state) {
    (void)state;
    double error[2];
    for (int fine = 0; fine < 2; ++fine) {
        plump_world* world = make_world(-9.81f, 1);
        plump_bone_id upper = hang(world, make_rod(world, 0, 0), no_bone, 0, 0);
        plump_bone_id lower = hang(world, make_rod(world, 0, -1), upper, 0, -1);
        const double at[3] = {0, -1.5, 0}, push[3] = {3, 0, 0};
        OK(plump_bone_push(world, lower, at, push, &kit_error));
        OK(plump_world_step(world, 1e-6f, 1, &kit_error));
        plump_bone_info u = bone_info(world, upper), l = bone_info(world, lower);
        swing s = {u.angle, u.angle + l.angle, u.rate, u.rate + l.rate};
        assert_true(fabs(s.u) > 0.1 && fabs(s.v) > 0.1);
        run(world, 60, fine ? 64 : 16);
        for (int i = 0; i < 10000; ++i) {
            const double h = 1e-4;
            swing k1 = slope(s), k2 = slope(add(s, k1, h / 2)), k3 = slope(add(s, k2, h / 2)),
                  k4 = slope(add(s, k3, h));
            s = add(add(add(add(s, k1, h / 6), k2, h / 3), k3, h / 3), k4, h / 6);
        }
        u = bone_info(world, upper), l = bone_info(world, lower);
        error[fine] = fmax(fabs(u.angle - s.a), fabs(u.angle + l.angle - s.b));
        print_message("after a second %.4f and %.4f rad, should be %.4f and %.4f\n", u.angle,
                      u.angle + l.angle, s.a, s.b);
        plump_world_destroy(world);
    }
    assert_true(error[0] < 0.05);
    assert_true(error[1] < 0.4 * error[0]);  // first order
}

static void limits_hold_and_let_go(void** state) {
    (void)state;
    plump_world* world = make_world(-9.81f, 1);
    plump_bone_def def = plump_default_bone_def();
    plump_bone_id bone;
    def.obstacle = make_rod(world, 0, 0);
    def.angle_least = -0.1f;
    def.angle_most = 0.2f;
    def.damping = 0;
    OK(plump_bone_create(world, &def, &bone, &kit_error));
    const double at[3] = {0, -1, 0}, push[3] = {3, 0, 0};
    OK(plump_bone_push(world, bone, at, push, &kit_error));
    bool touched = false, left = false;
    for (int i = 0; i < 120; ++i) {
        run(world, 1, 2);
        double angle = bone_info(world, bone).angle;
        assert_true(angle > -0.1 - 1e-6 && angle < 0.2 + 1e-6);
        touched = touched || angle > 0.2 - 1e-6;
        left = left || (touched && angle < 0.1);
    }
    assert_true(touched && left);
    plump_world_destroy(world);
}

// Twelve rods in a row on hinges of +-0.2 rad, let fall and then struck: many limits at once.
static void limits_of_a_chain_hold_however_many_are_hit(void** state) {
    (void)state;
    enum { LINKS = 12 };
    plump_world* world = make_world(-9.81f, 1);
    plump_bone_id bones[LINKS];
    for (int i = 0; i < LINKS; ++i) {
        plump_bone_def def = plump_default_bone_def();
        plump_obstacle_def rod = plump_default_obstacle_def();
        rod.shape = PLUMP_OBSTACLE_CAPSULE;
        rod.radius = 0.02f;
        rod.half_height = 0.08f;
        rod.rotation[2] = rod.rotation[3] = 1;
        rod.collides_with = 0;
        rod.position[0] = 0.1 + 0.2 * i;
        OK(plump_obstacle_create(world, &rod, &def.obstacle, &kit_error));
        def.mass = 0.5f;
        def.pivot[0] = 0.2 * i;
        def.angle_least = -0.2f;
        def.angle_most = 0.2f;
        def.damping = 0;
        if (i) def.parent = bones[i - 1];
        OK(plump_bone_create(world, &def, &bones[i], &kit_error));
    }
    double worst = -1;
    int at_limit = 0;
    for (int k = 0; k < 600; ++k) {
        plump_bone_info last = bone_info(world, bones[LINKS - 1]);
        const double push[3] = {0, 200, 0};
        if (k == 300) OK(plump_bone_push(world, bones[LINKS - 1], last.centre, push, &kit_error));
        run(world, 1, 4);
        int now = 0;
        for (int i = 0; i < LINKS; ++i) {
            double over = fabs(bone_info(world, bones[i]).angle) - (double)0.2f;
            worst = fmax(worst, over);
            now += over > -1e-6;
        }
        at_limit = now > at_limit ? now : at_limit;
    }
    print_message("chain: %d at their limit at once, %.1e rad over at most\n", at_limit, worst);
    assert_true(at_limit > 3);
    assert_true(worst < 1e-6);
    plump_world_destroy(world);
}

static plump_result try_mass(plump_world* world, plump_obstacle_id rod, float mass) {
    plump_bone_def def = plump_default_bone_def();
    plump_bone_id id;
    def.obstacle = rod;
    def.mass = mass;
    plump_result result = plump_bone_create(world, &def, &id, &kit_error);
    if (result == PLUMP_OK) OK(plump_bone_destroy(world, id, &kit_error));
    return result;
}

// 1e-9f is below 1e-9.
static void masses_at_their_bounds_are_taken_and_beyond_refused(void** state) {
    (void)state;
    const float bounds[2] = {1e-9f, 1e12f}, beyond[2] = {0, 1e30f};
    plump_world* world = make_world(0, 1);
    plump_obstacle_id rod = make_rod(world, 0, 0);
    for (int k = 0; k < 2; ++k) {
        assert_int_equal(try_mass(world, rod, bounds[k]), PLUMP_OK);
        assert_int_equal(try_mass(world, rod, nextafterf(bounds[k], beyond[k])),
                         PLUMP_ERROR_ARGUMENT);
    }
    assert_int_equal(try_mass(world, rod, NAN), PLUMP_ERROR_ARGUMENT);
    plump_world_destroy(world);
}

// --- with muscles ---

typedef struct arm {
    plump_world* world;
    plump_mesh* mesh;
    plump_body_id body;
    plump_muscle_id muscle;
    plump_obstacle_id ceiling;
    plump_obstacle_id rod;
    plump_bone_id bone;
} arm;

// A rod that lies along x from a hinge at zero, 1 m long, and a muscle that hangs from a fixed
// frame and holds it at 0.25 m.
static arm make_arm(float mass, model_kind kind, float strength) {
    arm a = {.world = make_world(-9.81f, 1), .mesh = make_cylinder(12, 0.06, 0.5)};
    plump_body_def def = plump_default_body_def();
    def.mesh = a.mesh;
    def.position[0] = 0.25;
    def.position[1] = 0.3;
    model_choose(&def, kind);
    def.damping = kind == MODEL_SPRINGS ? 0.3f : 0.05f;
    OK(plump_body_create(a.world, &def, &a.body, &kit_error));
    a.muscle = make_muscle(a.world, a.body, strength, 0);
    a.ceiling = make_frame(a.world, 0.25, 0.6, 0);
    plump_obstacle_def rod = plump_default_obstacle_def();
    rod.shape = PLUMP_OBSTACLE_CAPSULE;
    rod.radius = 0.04f;
    rod.half_height = 0.5f;
    rod.collides_with = 0;
    rod.position[0] = 0.5;
    rod.rotation[2] = rod.rotation[3] = 1;
    OK(plump_obstacle_create(a.world, &rod, &a.rod, &kit_error));
    plump_bone_def bone = plump_default_bone_def();
    bone.obstacle = a.rod;
    bone.mass = mass;
    bone.damping = 2;
    OK(plump_bone_create(a.world, &bone, &a.bone, &kit_error));
    OK(plump_muscle_attach(a.world, a.muscle, PLUMP_MUSCLE_INSERTION, a.ceiling, &kit_error));
    OK(plump_muscle_attach(a.world, a.muscle, PLUMP_MUSCLE_ORIGIN, a.rod, &kit_error));
    return a;
}

static void close_arm(arm* a) {
    plump_world_destroy(a->world);
    plump_mesh_destroy(a->mesh);
}

// About the hinge, of the forces that the ties report, where they hold now.
static double moment_of_ties(const arm* a) {
    double moment = 0;
    for (size_t i = 0; i < a->world->attachment_count; ++i) {
        const pl_attachment* t = a->world->attachments[i];
        if (t->def.obstacle.value != a->rod.value) continue;
        pl_place place = pl_obstacle_place(pl_obstacle_find(a->world, a->rod, NULL));
        double at[2];
        for (int k = 0; k < 2; ++k)
            at[k] = place.position[k] + place.turn[3 * k] * t->def.point[0] +
                    place.turn[3 * k + 1] * t->def.point[1] +
                    place.turn[3 * k + 2] * t->def.point[2];
        moment += at[0] * -t->force[1] - at[1] * -t->force[0];
    }
    return moment;
}

static double moment_of_weight(const arm* a, double mass) {
    plump_bone_info info = bone_info(a->world, a->bone);
    return -9.81 * mass * info.centre[0];
}

static void a_bone_turns_by_the_sum_of_the_moments(void** state) {
    (void)state;
    arm a = make_arm(4, MODEL_SPRINGS, 2.5e4f);
    a.world->bones[0]->def.damping = 0;
    OK(plump_muscle_set_activation(a.world, a.muscle, 0.8f, &kit_error));
    double worst = 0, most = 0;
    for (int i = 0; i < 60; ++i) {
        plump_bone_info before = bone_info(a.world, a.bone);
        double weight = moment_of_weight(&a, 4);
        OK(plump_world_step(a.world, 1.0f / 240, 2, &kit_error));
        plump_bone_info after = bone_info(a.world, a.bone);
        double moment = moment_of_ties(&a) + 0.5 * (weight + moment_of_weight(&a, 4));
        double turned = after.inertia * (after.rate - before.rate) * 240;
        worst = fmax(worst, fabs(moment - turned));
        most = fmax(most, fabs(moment_of_ties(&a)));
    }
    print_message("moments against angular acceleration: off by %.2g of %.4g N m; angle %.3f\n",
                  worst, most, bone_info(a.world, a.bone).angle);
    assert_true(bone_info(a.world, a.bone).angle > 0.05);  // lifted
    assert_true(worst < 0.01 * most);
    close_arm(&a);
}

static void a_weight_held_still_is_force_times_lever(void** state) {
    (void)state;
    for (model_kind kind = MODEL_PHYSICAL; kind <= MODEL_SPRINGS; kind += MODEL_SPRINGS) {
        arm a = make_arm(4, kind, 4e4f);
        OK(plump_muscle_set_activation(a.world, a.muscle, 0.5f, &kit_error));
        run(a.world, 400, 4);
        plump_bone_info info = bone_info(a.world, a.bone);
        double ties = moment_of_ties(&a), weight = moment_of_weight(&a, 4);
        double up[3];
        tie_force(a.world, a.rod, up);
        print_message("%s: angle %.3f, rate %.1e, ties %.3f and weight %.3f N m; muscle %.1f N\n",
                      model_rows[kind].name, info.angle, info.rate, ties, weight, -up[1]);
        assert_true(fabs(info.rate) < 0.02);
        assert_true(fabs(ties / -weight - 1) < 0.01);
        close_arm(&a);
    }
}

// Muscle and a free bone in space: what one gets the other gives.
static void momentum_of_muscle_and_bone_together_is_kept(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_mesh* mesh = make_cylinder(12, 0.1, 0.6);
    plump_body_id body = make_body(world, mesh, 0);
    plump_muscle_id muscle = make_muscle(world, body, 5e4f, 1);
    plump_bone_def def = plump_default_bone_def();
    plump_bone_id bones[2];
    def.joint = PLUMP_JOINT_FREE;
    def.damping = 0;
    def.mass = 3;
    for (int k = 0; k < 3; ++k) def.inertia[k] = 0.1f;
    for (int k = 0; k < 2; ++k) {
        plump_obstacle_id frame = make_frame(world, k ? 0.1 : 0, k ? 0.4 : -0.4, 0);
        def.obstacle = frame;
        OK(plump_bone_create(world, &def, &bones[k], &kit_error));
        OK(plump_muscle_attach(world, muscle, (plump_muscle_end)k, frame, &kit_error));
        def.mass = 0.5f;
    }
    double most = 0, spin = 0;
    for (int i = 0; i < 60; ++i) {
        run(world, 1, 4);
        plump_body_info info = describe(world, body);
        double sum[3], turn = info.angular_momentum[2] + info.centre[0] * info.momentum[1] -
                              info.centre[1] * info.momentum[0];
        for (int k = 0; k < 3; ++k) sum[k] = info.momentum[k];
        for (int b = 0; b < 2; ++b) {
            plump_bone_info bone = bone_info(world, bones[b]);
            double mass = b ? 0.5 : 3;
            for (int k = 0; k < 3; ++k) sum[k] += mass * bone.velocity[k];
            turn += world->bones[b]->spin[2] +
                    mass * (bone.centre[0] * bone.velocity[1] - bone.centre[1] * bone.velocity[0]);
        }
        for (int k = 0; k < 3; ++k) most = fmax(most, fabs(sum[k]));
        spin = fmax(spin, fabs(turn));
    }
    plump_muscle_info info = muscle_info(world, muscle);
    print_message("together: %.2g N s and %.2g N m s, each %.3g N s; stretch %.3f\n", most, spin,
                  3 * fabs(bone_info(world, bones[0]).velocity[1]), info.stretch);
    assert_true(info.stretch < 0.9);
    assert_true(most < 1e-3);
    assert_true(spin < 5e-2);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// The muscle weighs 5.6 kg.
static void the_lightest_bone_is_stable(void** state) {
    (void)state;
    const float masses[] = {1e-6f, 1e-2f, 1e4f};
    for (int i = 0; i < 3; ++i) {
        arm a = make_arm(masses[i], MODEL_SPRINGS, 2e4f);
        OK(plump_muscle_set_activation(a.world, a.muscle, 1, &kit_error));
        for (int k = 0; k < 600; ++k) {
            run(a.world, 1, 1);
            plump_bone_info info = bone_info(a.world, a.bone);
            assert_true(fabs(info.rate) < 200);
        }
        plump_bone_info info = bone_info(a.world, a.bone);
        print_message("%g kg: angle %.3f rate %.2e\n", (double)masses[i], info.angle, info.rate);
        assert_true(i == 2 || fabs(info.rate) < 0.05);
        close_arm(&a);
    }
}

// --- hits ---

// A ball of 20 cm and a free capsule along y, 0.5 m from it, which gets `push` at its centre.
typedef struct {
    plump_world* world;
    plump_mesh* mesh;
    plump_body_id ball;
    plump_bone_id bone;
} hit;

static plump_bone_id fly(plump_world* world, double x, float restitution, double push) {
    plump_obstacle_def shape = plump_default_obstacle_def();
    plump_bone_def def = plump_default_bone_def();
    plump_bone_id bone;
    shape.shape = PLUMP_OBSTACLE_CAPSULE;
    shape.radius = 0.03f;
    shape.half_height = 0.3f;
    shape.restitution = restitution;
    shape.position[0] = x;
    OK(plump_obstacle_create(world, &shape, &def.obstacle, &kit_error));
    def.joint = PLUMP_JOINT_FREE;
    def.mass = 4;
    def.damping = 0;
    for (int k = 0; k < 3; ++k) def.inertia[k] = 0.1f;
    OK(plump_bone_create(world, &def, &bone, &kit_error));
    const double at[3] = {x, 0, 0}, impulse[3] = {push, 0, 0};
    OK(plump_bone_push(world, bone, at, impulse, &kit_error));
    return bone;
}

static hit make_hit(float speed, float restitution, double push) {
    hit h = {.world = make_world(0, 1)};
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_SPHERE);
    shape.size = 0.2;
    shape.vertex_count = 162;
    OK(plump_shape_create(&shape, &h.mesh, &kit_error));
    plump_body_def def = plump_default_body_def();
    def.mesh = h.mesh;
    def.frequency = 40;
    def.damping = 0.3f;
    def.velocity[0] = speed;
    OK(plump_body_create(h.world, &def, &h.ball, &kit_error));
    h.bone = fly(h.world, 0.5, restitution, push);
    return h;
}

static void close_hit(hit* h) {
    plump_world_destroy(h->world);
    plump_mesh_destroy(h->mesh);
}

// 1 m in a substep, five times the ball's size.
static void a_bone_that_flies_fast_goes_through_nothing(void** state) {
    (void)state;
    hit h = make_hit(0, 0, -4 * 200.0);
    for (int i = 0; i < 40; ++i) OK(plump_world_step(h.world, 0.005f, 1, &kit_error));
    double ball = describe(h.world, h.ball).centre[0], bone = bone_info(h.world, h.bone).centre[0];
    print_message("ball at %.3f m, bone at %.3f m\n", ball, bone);
    assert_true(ball < bone);
    close_hit(&h);
}

static double momentum_of(const hit* h) {
    return describe(h->world, h->ball).momentum[0] + 4 * bone_info(h->world, h->bone).velocity[0];
}

// Stopped, bounced, thrown by the bone: with equal masses they share or swap their speeds.
static void what_a_ball_loses_where_it_hits_the_bone_gets(void** state) {
    (void)state;
    static const struct {
        float speed, restitution;
        double push;
        uint32_t substeps;
    } cases[] = {{3, 1, 0, 0}, {60, 0, 0, 1}, {60, 0, 0, 0}, {0, 0, -240, 1}, {60, 1, -240, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        hit h = make_hit(cases[i].speed, cases[i].restitution, cases[i].push);
        double mass = describe(h.world, h.ball).mass, told = 0, given = 0;
        double before = mass * (double)cases[i].speed + cases[i].push;
        for (int k = 0; k < 60; ++k) {
            OK(plump_world_step(h.world, 0.005f, cases[i].substeps, &kit_error));
            plump_obstacle_info info;
            plump_bone_info bone = bone_info(h.world, h.bone);
            OK(plump_obstacle_get_info(h.world, bone.obstacle, &info, &kit_error));
            told += info.impulse[0];
            given += bone.force[0] * 0.005;
        }
        double after = momentum_of(&h), scale = mass * (double)cases[i].speed - cases[i].push;
        print_message("%g m/s, %g N s: ball %.2f, bone %.2f m/s; sum %.3f, then %.3f; %.3f %.3f\n",
                      (double)cases[i].speed, cases[i].push, describe(h.world, h.ball).velocity[0],
                      bone_info(h.world, h.bone).velocity[0], before, after, told, given);
        assert_true(fabs(after - before) < 1e-3 * scale);
        assert_true(fabs(told - given) < 1e-3 * scale);
        close_hit(&h);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pendulum_swings_in_its_time_and_keeps_its_energy),
        cmocka_unit_test(a_free_bone_keeps_its_angular_momentum_and_falls),
        cmocka_unit_test(a_chain_of_two_follows_the_equations_of_a_double_pendulum),
        cmocka_unit_test(limits_hold_and_let_go),
        cmocka_unit_test(limits_of_a_chain_hold_however_many_are_hit),
        cmocka_unit_test(masses_at_their_bounds_are_taken_and_beyond_refused),
        cmocka_unit_test(a_bone_turns_by_the_sum_of_the_moments),
        cmocka_unit_test(a_weight_held_still_is_force_times_lever),
        cmocka_unit_test(momentum_of_muscle_and_bone_together_is_kept),
        cmocka_unit_test(the_lightest_bone_is_stable),
        cmocka_unit_test(a_bone_that_flies_fast_goes_through_nothing),
        cmocka_unit_test(what_a_ball_loses_where_it_hits_the_bone_gets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

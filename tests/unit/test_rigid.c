// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles with a mass against soft bodies: whatever they weigh, they come to rest on a jelly,
// which carries their weight; what they meet in free space gets what they lose; and nothing is
// gained.
//
// PLUMP_TEST_LONG=1: every mass at every rate, and every shape at every speed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/math/rotation.h"
#include "tests/unit/world_kit.h"

static bool all_of_it(void) {
    const char* wish = getenv("PLUMP_TEST_LONG");
    return wish && wish[0] == '1';
}

static plump_obstacle_info obstacle_info(const plump_world* world, plump_obstacle_id id) {
    plump_obstacle_info info;
    OK(plump_obstacle_get_info(world, id, &info, &kit_error));
    return info;
}

static double length(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// --- on a jelly ---

// A jelly of 1 m and a tonne on a floor.
typedef struct {
    plump_world* world;
    plump_mesh* mesh;
    plump_body_id jelly;
} table;

static table lay_table(float frequency, float damping) {
    table t = {.world = make_world(-9.81f, 1), .mesh = make_shape(PLUMP_SHAPE_BOX, 386)};
    plump_obstacle_def floor_def = plump_default_obstacle_def();
    plump_obstacle_id floor;
    plump_body_def def = plump_default_body_def();
    OK(plump_obstacle_create(t.world, &floor_def, &floor, &kit_error));
    def.mesh = t.mesh;
    def.position[1] = 0.501;
    def.frequency = frequency;
    def.damping = damping;
    OK(plump_body_create(t.world, &def, &t.jelly, &kit_error));
    return t;
}

static void clear_table(table* t) {
    plump_world_destroy(t->world);
    plump_mesh_destroy(t->mesh);
}

static plump_obstacle_def box_def(double y, float wide, float mass) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_BOX;
    def.half_size[0] = def.half_size[2] = wide;
    def.half_size[1] = 0.1f;
    def.position[1] = y;
    def.mass = mass;
    return def;
}

static plump_obstacle_id add(plump_world* world, const plump_obstacle_def* def) {
    plump_obstacle_id id;
    OK(plump_obstacle_create(world, def, &id, &kit_error));
    return id;
}

// Falls and lies for so long: at rest in the end, carried, and never faster than it fell.
static void settles(table* t, plump_obstacle_id box, double fall, double mass, double rate,
                    double seconds) {
    int steps = (int)(seconds * rate), last = (int)rate;
    double most = 0, late = 0, up = 0;
    for (int i = 0; i < steps; ++i) {
        OK(plump_world_step(t->world, (float)(1 / rate), 0, &kit_error));
        plump_obstacle_info info = obstacle_info(t->world, box);
        double speed = length(info.velocity);
        most = fmax(most, speed);
        if (i < steps - last) continue;
        late = fmax(late, speed);
        up += info.impulse[1];
    }
    double share = up / (mass * 9.81), y = obstacle_info(t->world, box).position[1];
    print_message("%g kg at %g Hz: %.3f m/s at most, %.1e at rest, %.4f of its weight, y %.3f\n",
                  mass, rate, most, late, share, y);
    assert_true(most < 1.01 * sqrt(2 * 9.81 * fall));
    assert_true(late < 0.02);
    assert_true(fabs(share - 1) < 0.01);
    assert_true(y > 0.9);
    assert_int_equal(plump_world_report(t->world)->contained_count, 0);
}

static void a_box_of_any_mass_comes_to_rest_on_a_jelly(void** state) {
    (void)state;
    static const struct {
        float mass, rate;
        bool quick;
    } cells[] = {{0.1f, 30, true},  {0.1f, 60, false}, {0.1f, 120, false}, {0.1f, 240, false},
                 {1, 30, false},    {1, 60, true},     {1, 120, false},    {1, 240, false},
                 {50, 30, false},   {50, 60, false},   {50, 120, true},    {50, 240, false},
                 {1e3f, 30, true},  {1e3f, 60, false}, {1e3f, 120, false}, {1e3f, 240, false},
                 {1e4f, 30, false}, {1e4f, 60, true},  {1e4f, 120, false}, {1e4f, 240, false}};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; ++i) {
        if (!cells[i].quick && !all_of_it()) continue;
        table t = lay_table(15, 1);
        plump_obstacle_def def = box_def(1.4, 0.4f, cells[i].mass);
        plump_obstacle_id box = add(t.world, &def);
        double seconds = cells[i].mass > 5000 ? 10 : 5;  // it sways for longer
        settles(&t, box, 0.3, (double)cells[i].mass, (double)cells[i].rate, seconds);
        clear_table(&t);
    }
}

static void a_light_free_bone_comes_to_rest_on_a_soft_jelly(void** state) {
    (void)state;
    const float masses[] = {2, 0.1f};
    for (int i = 0; i < 2; ++i) {
        table t = lay_table(5, 0.3f);
        plump_obstacle_def def = box_def(1.4, 0.25f, 0);
        plump_bone_def bone = plump_default_bone_def();
        plump_bone_id id;
        bone.obstacle = add(t.world, &def);
        bone.joint = PLUMP_JOINT_FREE;
        bone.mass = masses[i];
        OK(plump_bone_create(t.world, &bone, &id, &kit_error));
        settles(&t, bone.obstacle, 0.32, (double)masses[i], 60, 6);
        clear_table(&t);
    }
}

// A light thing between two heavy ones: a kilogram under a jelly of a tonne, on another.
static void a_light_box_between_two_jellies_carries_the_upper_one(void** state) {
    (void)state;
    table t = lay_table(10, 1);
    plump_obstacle_def def = box_def(1.12, 0.45f, 1);
    plump_obstacle_id box = add(t.world, &def);
    plump_body_def upper = plump_default_body_def();
    plump_body_id id;
    upper.mesh = t.mesh;
    upper.position[1] = 1.75;
    upper.frequency = 10;
    upper.damping = 1;
    OK(plump_body_create(t.world, &upper, &id, &kit_error));
    double most = 0;
    for (int i = 0; i < 300; ++i) {
        OK(plump_world_step(t.world, 1.0f / 60, 0, &kit_error));
        most = fmax(most, length(obstacle_info(t.world, box).velocity));
    }
    plump_obstacle_info info = obstacle_info(t.world, box);
    print_message("between: %.3f m/s at most, %.1e at the end, jelly on it at %.3f m\n", most,
                  length(info.velocity), describe(t.world, id).centre[1]);
    assert_true(most < 2);
    assert_true(length(info.velocity) < 0.02);
    assert_true(fabs(info.position[0]) < 0.06 && fabs(info.position[1] - 0.98) < 0.03);
    assert_true(describe(t.world, id).centre[1] > info.position[1] + 0.4);
    clear_table(&t);
}

// --- in free space ---

typedef struct {
    double momentum[3], spin[3], energy;
} sums;

static void turn_by(const float q[4], double m[9]) {
    double rotation[4] = {(double)q[0], (double)q[1], (double)q[2], (double)q[3]};
    pl_rotation_from_quaternion(rotation, m);
}

// Of the ball and the rigid thing, about the origin.
static sums sum_of(plump_world* world, plump_body_id ball, plump_obstacle_id thing) {
    plump_body_info b = describe(world, ball);
    plump_obstacle_info o = obstacle_info(world, thing);
    const pl_bone* bone = pl_obstacle_find(world, thing, NULL)->bone;
    double turn[9], mass = (double)bone->def.mass;
    turn_by(o.rotation, turn);
    pl_vec3d own = pl_rotation_back(turn, pl_vec3d_load(o.angular_velocity));
    const double w[3] = {own.x, own.y, own.z};
    sums s = {.energy = b.kinetic_energy};
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        s.momentum[k] = b.momentum[k] + mass * o.velocity[k];
        s.spin[k] = b.angular_momentum[k] + b.centre[i] * b.momentum[j] -
                    b.centre[j] * b.momentum[i] + bone->spin[k] +
                    mass * (o.position[i] * o.velocity[j] - o.position[j] * o.velocity[i]);
        s.energy += 0.5 * mass * o.velocity[k] * o.velocity[k] +
                    0.5 * (double)bone->def.inertia[k] * w[k] * w[k];
    }
    return s;
}

typedef struct {
    plump_obstacle_shape shape;
    float mass;
    double speed, spin;
    float friction, restitution;
    bool quick;
} throw;

// What a throw has changed: shares of m v, of m v L, and of the energy.
typedef struct {
    double momentum, spin, energy;
    uint32_t stopped;
} change;

static plump_obstacle_id throw_thing(plump_world* world, const throw *t) {
    plump_obstacle_def def = box_def(0.6, 0.2f, t->mass);
    def.shape = t->shape;
    def.half_size[2] = 0.15f;
    def.radius = 0.1f;
    def.half_height = 0.15f;
    def.position[0] = 0.12;
    def.position[2] = 0.05;
    def.friction = def.friction_static = t->friction;
    def.restitution = t->restitution;
    for (int k = 0; k < 3; ++k) def.inertia[k] = t->mass * (0.02f + 0.005f * (float)k);
    plump_obstacle_id thing = add(world, &def);
    const double velocity[3] = {0.2 * t->speed, -t->speed, 0};
    const double spin[3] = {0.3 * t->spin, 0.5 * t->spin, t->spin};
    OK(plump_obstacle_set_motion(world, thing, velocity, spin, &kit_error));
    return thing;
}

static change fly(const throw *t, const plump_mesh* mesh) {
    plump_world* world = make_world(0, 1);
    plump_body_def def = plump_default_body_def();
    plump_body_id ball;
    def.mesh = mesh;
    def.scale = 0.5f;
    def.frequency = 5;
    def.friction = def.friction_static = t->friction;
    def.can_sleep = false;  // what sleeps has no momentum
    OK(plump_body_create(world, &def, &ball, &kit_error));
    plump_obstacle_id thing = throw_thing(world, t);
    sums before = sum_of(world, ball, thing);
    double scale = (double)t->mass * (t->speed + 0.1 * t->spin);
    change c = {0};
    for (int i = 0; i < 60; ++i) {
        OK(plump_world_step(world, 1.0f / 60, 0, &kit_error));
        sums now = sum_of(world, ball, thing);
        for (int k = 0; k < 3; ++k) {
            c.momentum = fmax(c.momentum, fabs(now.momentum[k] - before.momentum[k]) / scale);
            c.spin = fmax(c.spin, fabs(now.spin[k] - before.spin[k]) / scale);
        }
        c.energy = fmax(c.energy, now.energy / before.energy - 1);
        c.stopped += plump_world_report(world)->stopped_count;
    }
    double mass = fmin((double)t->mass, 60);
    assert_true(length(describe(world, ball).momentum) > 0.1 * mass * t->speed);
    plump_world_destroy(world);
    return c;
}

static void show(const throw *t, const change* c) {
    print_message("shape %d, %g kg, %g m/s, %g rad/s: momentum %.1e, spin %.1e, energy %.1e, "
                  "stopped %u\n",
                  (int)t->shape, (double)t->mass, t->speed, t->spin, c->momentum, c->spin,
                  c->energy, c->stopped);
}

// Off its centre, with friction and spin, by contacts alone.
static void what_a_rigid_thing_meets_gets_what_it_loses(void** state) {
    (void)state;
    static const throw throws[] = {
        {PLUMP_OBSTACLE_BOX, 0.01f, 5, 0, 0.5f, 0, false},
        {PLUMP_OBSTACLE_BOX, 0.1f, 5, 30, 0.5f, 0, true},
        {PLUMP_OBSTACLE_BOX, 1, 1, 30, 1, 0, false},
        {PLUMP_OBSTACLE_BOX, 10, 5, 0, 0, 0, false},
        {PLUMP_OBSTACLE_BOX, 100, 5, 30, 0.5f, 0, true},
        {PLUMP_OBSTACLE_BOX, 1e4f, 5, 30, 0.5f, 0, true},
        {PLUMP_OBSTACLE_SPHERE, 1, 5, 30, 0.5f, 0, false},
        {PLUMP_OBSTACLE_SPHERE, 100, 2, 10, 1, 0, false},
        {PLUMP_OBSTACLE_CAPSULE, 0.1f, 5, 10, 0.5f, 0, true},
        {PLUMP_OBSTACLE_CAPSULE, 100, 5, 10, 0.5f, 0, false},
        {PLUMP_OBSTACLE_CYLINDER, 10, 5, 30, 0.5f, 0, true},
        {PLUMP_OBSTACLE_CYLINDER, 1e3f, 5, 10, 0.5f, 0, false},
    };
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 362);
    for (size_t i = 0; i < sizeof throws / sizeof *throws; ++i) {
        if (!throws[i].quick && !all_of_it()) continue;
        change c = fly(&throws[i], mesh);
        show(&throws[i], &c);
        assert_int_equal(c.stopped, 0);
        assert_true(c.momentum < 1e-5);
        assert_true(c.spin < 1e-5);
        assert_true(c.energy < 1e-3);
    }
    plump_mesh_destroy(mesh);
}

// So fast that impacts stop them, or give back their speed: momentum to rounding, no energy.
static void impacts_know_how_heavy_it_is(void** state) {
    (void)state;
    static const throw throws[] = {
        {PLUMP_OBSTACLE_BOX, 0.1f, 100, 30, 0.5f, 0, true},
        {PLUMP_OBSTACLE_BOX, 100, 100, 0, 0.5f, 0, true},
        {PLUMP_OBSTACLE_BOX, 1e4f, 100, 30, 0.5f, 0, false},
        {PLUMP_OBSTACLE_BOX, 0.1f, 20, 1000, 0.5f, 0, true},
        {PLUMP_OBSTACLE_BOX, 1, 100, 300, 0.5f, 0, false},
        {PLUMP_OBSTACLE_CAPSULE, 0.01f, 5, 1000, 0.5f, 0, true},
        {PLUMP_OBSTACLE_CAPSULE, 10, 20, 1000, 0.5f, 0, false},
        {PLUMP_OBSTACLE_SPHERE, 0.1f, 100, 1000, 0.5f, 0, false},
        {PLUMP_OBSTACLE_SPHERE, 1, 10, 0, 0, 1, true},
        {PLUMP_OBSTACLE_SPHERE, 1e3f, 10, 0, 0, 1, false},
        {PLUMP_OBSTACLE_BOX, 0.1f, 10, 30, 0.5f, 0.5f, true},
    };
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 362);
    for (size_t i = 0; i < sizeof throws / sizeof *throws; ++i) {
        if (!throws[i].quick && !all_of_it()) continue;
        change c = fly(&throws[i], mesh);
        show(&throws[i], &c);
        assert_true(c.momentum < 1e-5);
        assert_true(c.energy < 1e-3);
    }
    plump_mesh_destroy(mesh);
}

// --- a seesaw ---

// The caller's hinge: a plank that turns about z at the origin, with a spring, which lets go of
// whatever else contacts do to it.
typedef struct {
    double angle, rate;
} hinge;

#define PLANK_MASS   200.0
#define PLANK_TWIST  100.0  // kg m^2
#define PLANK_SPRING 4e4    // N m
#define PLANK_DAMPER 4e3    // N m s

static void lead(plump_world* world, plump_obstacle_id plank, hinge* h, double dt) {
    const double at[3] = {0, 0, 0}, still[3] = {0, 0, 0};
    h->rate = obstacle_info(world, plank).angular_velocity[2];
    h->rate -= dt / PLANK_TWIST * (PLANK_SPRING * h->angle + PLANK_DAMPER * h->rate) /
               (1 + dt * PLANK_DAMPER / PLANK_TWIST);
    const double spin[3] = {0, 0, h->rate};
    const float turned[4] = {0, 0, (float)sin(0.5 * h->angle), (float)cos(0.5 * h->angle)};
    h->angle += dt * h->rate;
    OK(plump_obstacle_place(world, plank, at, turned, &kit_error));
    OK(plump_obstacle_set_motion(world, plank, still, spin, &kit_error));
}

static double hang(double left, double right, const plump_mesh* mesh) {
    plump_world* world = make_world(-9.81f, 1);
    plump_obstacle_def def = box_def(0, 1.2f, (float)PLANK_MASS);
    def.half_size[1] = 0.05f;
    def.half_size[2] = 0.3f;
    def.friction = def.friction_static = 1;
    def.gravity_scale = 0;  // the hinge carries it
    for (int k = 0; k < 3; ++k) def.inertia[k] = (float)PLANK_TWIST;
    plump_obstacle_id plank = add(world, &def);
    const double x[2] = {-left, right};
    for (int i = 0; i < 2; ++i) {
        plump_body_def body = plump_default_body_def();
        plump_body_id id;
        body.mesh = mesh;  // 27 kg
        body.scale = 0.3f;
        body.frequency = 10;
        body.damping = 1;
        body.friction = body.friction_static = 1;
        body.position[0] = x[i];
        body.position[1] = 0.21;
        OK(plump_body_create(world, &body, &id, &kit_error));
    }
    hinge h = {0, 0};
    for (int i = 0; i < 480; ++i) {
        OK(plump_world_step(world, 1.0f / 120, 0, &kit_error));
        lead(world, plank, &h, 1.0 / 120);
    }
    assert_true(fabs(h.rate) < 0.01);
    plump_world_destroy(world);
    return h.angle;
}

static void a_seesaw_turns_by_the_moments_on_it(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BOX, 98);
    double level = hang(0.8, 0.8, mesh), tilted = hang(0.4, 0.9, mesh);
    double wanted = -27 * 9.81 * (0.9 - 0.4) / PLANK_SPRING;
    print_message("seesaw: %.2e rad when even, %.5f, should be %.5f\n", level, tilted, wanted);
    assert_true(fabs(level) < 1e-4);
    assert_true(fabs(tilted / wanted - 1) < 0.03);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_of_any_mass_comes_to_rest_on_a_jelly),
        cmocka_unit_test(a_light_free_bone_comes_to_rest_on_a_soft_jelly),
        cmocka_unit_test(a_light_box_between_two_jellies_carries_the_upper_one),
        cmocka_unit_test(what_a_rigid_thing_meets_gets_what_it_loses),
        cmocka_unit_test(impacts_know_how_heavy_it_is),
        cmocka_unit_test(a_seesaw_turns_by_the_moments_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

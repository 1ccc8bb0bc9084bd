// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// No body on a floor gains energy: every material, model, frequency and step. A ball falls by its
// own height; its kinetic energy, summed here, is held against what gravity has done since.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/model_table.h"
#include "tests/unit/world_kit.h"

#include <plump/scene.h>

#define GRAVITY   9.81
#define SIZE      0.3
#define GAIN_MOST 0.02  // of the largest in play
#define LEFT_MOST 0.5   // of it, after a second: a rubber ball of 20 Hz still bounces with 0.44
#define STRIDE    29    // of all cells, in the short run: coprime to every axis

static const float frequencies[] = {0, 1, 4, 20, 98, 400};  // 0: the material's own
static const float steps_to_try[] = {1.0f / 30, 1.0f / 60, 1.0f / 240, 1.0f / 1000};

enum { FREQUENCIES = 6, STEPS = 4 };

typedef struct cell {
    const char* material;
    model_kind kind;
    float frequency, dt;
} cell;

typedef struct figures {
    double in_play;  // J, the most that gravity has done
    double gain;     // most beyond what it had done then
    double left;     // at the end
    double below;    // lowest vertex at any time, in sizes
} figures;

typedef struct sums {
    double mass, height, kinetic, lowest;
} sums;

static sums sum_up(const pl_body* body) {
    sums s = {.lowest = 1e9};
    for (uint32_t i = 0; i < body->count; ++i) {
        double m = (double)body->mass[i], y = (double)body->x[1][i] + body->origin[1];
        double speed_squared = 0;
        for (int k = 0; k < 3; ++k) speed_squared += (double)body->v[k][i] * (double)body->v[k][i];
        s.mass += m;
        s.height += m * y;
        s.kinetic += 0.5 * m * speed_squared;
        s.lowest = fmin(s.lowest, y);
    }
    s.height /= s.mass;
    return s;
}

static plump_body_id make_ball(plump_world* world, const plump_mesh* mesh, const cell* c) {
    plump_obstacle_def floor = plump_default_obstacle_def();
    plump_obstacle_id floor_id;
    floor.shape = PLUMP_OBSTACLE_PLANE;
    OK(plump_obstacle_create(world, &floor, &floor_id, &kit_error));
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    OK(plump_material_set(&def, c->material, &kit_error));
    model_choose(&def, c->kind);
    if (c->frequency > 0) def.frequency = c->frequency;
    def.scale = (float)SIZE;
    def.position[1] = SIZE;
    OK(plump_body_create(world, &def, &id, &kit_error));
    return id;
}

static figures drop(const plump_mesh* mesh, const cell* c, double seconds) {
    plump_world* world = make_world((float)-GRAVITY, 1);
    const pl_body* body = body_of(world, make_ball(world, mesh, c));
    figures f = {0};
    sums s = sum_up(body);
    double from = s.height;
    for (int i = 0, count = (int)(seconds / (double)c->dt); i < count; ++i) {
        OK(plump_world_step(world, c->dt, 0, &kit_error));
        s = sum_up(body);
        double done = GRAVITY * s.mass * (from - s.height);
        f.in_play = fmax(f.in_play, done);
        f.gain = fmax(f.gain, s.kinetic - done);
        f.below = fmax(f.below, -s.lowest / SIZE);
    }
    f.left = s.kinetic;
    plump_world_destroy(world);
    return f;
}

static bool judge(const plump_mesh* mesh, const cell* c, double seconds) {
    figures f = drop(mesh, c, seconds);
    bool good = f.gain <= GAIN_MOST * f.in_play && f.left <= LEFT_MOST * f.in_play;
    good = good && f.below < 0.05;
    if (!good)
        print_message("%s, %s, %g Hz, %g ms: gained %.3f, left %.3f, %.3f below\n", c->material,
                      model_rows[c->kind].name, (double)c->frequency, 1e3 * (double)c->dt,
                      f.gain / f.in_play, f.left / f.in_play, f.below);
    return good;
}

static void nothing_on_a_floor_gains_energy(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    uint32_t materials = 0, run = 0, bad = 0;
    while (plump_material_name(materials)) ++materials;
    uint32_t cells = materials * MODEL_KINDS * FREQUENCIES * STEPS;
    uint32_t stride = getenv("PLUMP_TEST_LONG") ? 1 : STRIDE;
    for (uint32_t i = 0; i < cells; i += stride, ++run) {
        cell c = {plump_material_name(i % materials), (model_kind)(i / materials % MODEL_KINDS),
                  frequencies[i / materials / MODEL_KINDS % FREQUENCIES],
                  steps_to_try[i / materials / MODEL_KINDS / FREQUENCIES]};
        bad += !judge(mesh, &c, 1);
    }
    print_message("%u of %u cells, %u bad\n", run, cells, bad);
    assert_int_equal(bad, 0);
    plump_mesh_destroy(mesh);
}

// Contacts took off its pressure what it lacked in volume already: it shrank, gained 49 times its
// energy and was pushed half through the floor.
static void a_stiff_marshmallow_of_springs_stays_on_the_floor(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 600);
    cell c = {"marshmallow", MODEL_SPRINGS, 98, 1.0f / 240};
    assert_true(judge(mesh, &c, 0.6));
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_on_a_floor_gains_energy),
        cmocka_unit_test(a_stiff_marshmallow_of_springs_stays_on_the_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

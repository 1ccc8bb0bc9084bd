// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Secondary motion: a bear of two segments that matrices move, with sets that place themselves,
// turnings, an obstacle and polished volumes; and a deformer that rides on a soft ball. Origins are
// narrowed to floats on the way, and 0.2, which the translations and the ball's place are made of,
// is none: a compiler that leaves the narrowing out gives other bits. (0.25 would hide it.)
#include "tests/golden/golden_scenes.h"

#include <stdlib.h>
#include <string.h>

enum { BEAR_VERTICES = 402, BALL_VERTICES = 162, SETS = 8 };

static plump_error error;

static void must(plump_result result) {
    golden_must(result, &error);
}

static plump_mesh* make_shape(golden_stage* stage, int place, plump_shape_kind kind,
                              uint32_t vertices) {
    plump_shape_def shape = plump_default_shape_def(kind);
    shape.vertex_count = vertices;
    must(plump_shape_create(&shape, &stage->mesh[place], &error));
    return stage->mesh[place];
}

// The lower half goes with the first segment, the upper with the second, softly between.
static void paint_skin(const plump_mesh* mesh, uint32_t* segments, float* weights) {
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        float y = 0.5f + 4 * plump_mesh_positions(mesh)[3 * i + 1];
        memset(segments + 4 * i, 0, 4 * sizeof *segments);
        memset(weights + 4 * i, 0, 4 * sizeof *weights);
        segments[4 * i + 1] = 1;
        weights[4 * i + 1] = y < 0 ? 0 : y > 1 ? 1 : y;
        weights[4 * i] = 1 - weights[4 * i + 1];
    }
}

static plump_jiggle_def jiggle_def(const golden_stage* stage, const plump_mesh* mesh) {
    plump_jiggle_def def = plump_default_jiggle_def();
    def.mesh = plump_mesh_triangles(mesh);
    def.worker_count = stage->threads;
    def.gravity[1] = -9.81f;
    return def;
}

static void place_sets(plump_jiggle_def* def, plump_jiggle_set sets[SETS]) {
    plump_jiggle_placing wishes = plump_default_jiggle_placing();
    wishes.set_most = SETS;
    must(plump_jiggle_place_sets(def, &wishes, sets, SETS, &def->set_count, &error));
    for (uint32_t i = 0; i < def->set_count; ++i) sets[i].turn_hertz = i % 2 ? 3.0f : 0.0f;
    def->sets = sets;
}

static void make_bear(golden_stage* stage) {
    const plump_mesh* mesh = make_shape(stage, 0, PLUMP_SHAPE_BEAR, BEAR_VERTICES);
    static uint32_t segments[4 * 2 * BEAR_VERTICES];
    static float weights[4 * 2 * BEAR_VERTICES];
    if (plump_mesh_vertex_count(mesh) > 2 * BEAR_VERTICES) exit(2);
    paint_skin(mesh, segments, weights);
    plump_jiggle_def def = jiggle_def(stage, mesh);
    plump_jiggle_set sets[SETS];
    def.segments = segments;
    def.weights = weights;
    def.segment_count = 2;
    def.polish = true;
    place_sets(&def, sets);
    must(plump_jiggle_create(&def, &stage->jiggle[0], &error));
    plump_obstacle_def o = plump_default_obstacle_def();
    uint32_t number;
    o.shape = PLUMP_OBSTACLE_CAPSULE;
    o.radius = 0.25f;
    o.position[0] = 0.7;
    must(plump_jiggle_obstacle_create(stage->jiggle[0], &o, &number, &error));
}

static void make_ball(golden_stage* stage) {
    plump_body_def body = plump_default_body_def();
    body.mesh = make_shape(stage, 1, PLUMP_SHAPE_SPHERE, BALL_VERTICES);
    for (int k = 0; k < 3; ++k) body.position[k] = 0.2;
    body.gravity_scale = 0.01f;
    body.angular_velocity[2] = 2.0f;
    must(plump_body_create(stage->world, &body, &stage->body[0], &error));
    plump_jiggle_def def = jiggle_def(stage, stage->mesh[1]);
    plump_jiggle_set sets[SETS];
    place_sets(&def, sets);
    must(plump_jiggle_create(&def, &stage->jiggle[1], &error));
    must(plump_jiggle_reset_body(stage->jiggle[1], stage->world, stage->body[0], &error));
}

void golden_jiggle_set_up(golden_stage* stage) {
    make_bear(stage);
    make_ball(stage);
    stage->body_count = 1;
}

// To and fro by fifths, the upper segment turning by angles of whole-numbered triangles.
static void move_bear(golden_stage* stage, int step) {
    const double c = step % 2 ? 0.96 : 1, s = step % 2 ? 0.28 : 0;
    const double x = 0.2 * (step % 4 == 3 ? 1 : step % 4), y = 0.2, z = 0.2 * (step % 7);
    const double m[24] = {1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z, c, -s, 0, x, s, c, 0, y, 0, 0, 1, z};
    must(plump_jiggle_step(stage->jiggle[0], 1.0 / 30, m, NULL, &error));
}

static uint64_t hash_deformed(plump_jiggle* jiggle) {
    static float now[6 * 2 * BEAR_VERTICES];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    uint32_t count = plump_jiggle_vertex_count(jiggle);
    must(plump_jiggle_deform(jiggle, PLUMP_SCALAR_FLOAT32, now, 24, now + 3, 24, 2 * BEAR_VERTICES,
                             &error));
    for (uint32_t i = 0; i < 6 * count; ++i) {
        uint32_t bits;
        memcpy(&bits, &now[i], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x100000001b3);
    }
    return hash;
}

uint64_t golden_jiggle_after(golden_stage* stage, int step) {
    move_bear(stage, step);
    must(plump_jiggle_step_body(stage->jiggle[1], 1.0 / 60, stage->world, stage->body[0], NULL,
                                &error));
    return hash_deformed(stage->jiggle[0]) * 3 + hash_deformed(stage->jiggle[1]);
}

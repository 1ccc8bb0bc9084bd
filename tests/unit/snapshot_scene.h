// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A small world with something of everything in it, and what a caller does to it step by step.
// Include after cmocka.h.
#ifndef SNAPSHOT_SCENE_H
#define SNAPSHOT_SCENE_H

#include "tests/unit/mesh_fixtures.h"
#include "tests/unit/model_table.h"
#include "tests/unit/snapshot_kit.h"

#define DT (1.0f / 60.0f)

enum { BALL, BOX, MESHES };

typedef struct scene {
    plump_world* world;
    plump_mesh* meshes[MESHES];
    plump_body_id held, paper, late, fourth;
} scene;

static inline plump_mesh* make_box(void) {
    fixture box = fixture_box(1, 0.5, 0.25);
    outcome o = fixture_take(&box);
    assert_int_equal(o.result, PLUMP_OK);
    fixture_free(&box);
    return o.mesh;
}

static inline scene make_meshes(void) {
    scene s = {0};
    s.meshes[BALL] = make_shape(PLUMP_SHAPE_SPHERE, 42);
    s.meshes[BOX] = make_box();
    return s;
}

static inline void end_scene(scene* s) {
    plump_world_destroy(s->world);
    for (unsigned i = 0; i < MESHES; ++i) plump_mesh_destroy(s->meshes[i]);
}

static inline scene make_scene(uint32_t workers) {
    scene s = make_meshes();
    float mass[42], stiffness[42], volume[42];
    for (unsigned i = 0; i < 42; ++i) {
        mass[i] = 1.0f + (float)i;
        stiffness[i] = 1.0f - (float)i / 84.0f;
        volume[i] = i % 5 ? 1.0f + (float)(i % 3) : 0.0f;
    }
    s.world = make_world(-9.81f, workers);
    plump_body_def def = plump_default_body_def();
    def.mesh = s.meshes[BALL];
    def.vertex_mass = mass;
    def.vertex_stiffness = stiffness;
    def.vertex_volume = volume;
    def.position[0] = 1000.25;
    def.yield = 0.01f, def.creep = 5, def.frequency = 2;
    def.user = UINT64_C(0x123456789abcdef0);
    OK(plump_body_create(s.world, &def, &s.held, &kit_error));
    OK(plump_body_pin(s.world, s.held, 3, &kit_error));
    OK(plump_body_pin(s.world, s.held, 17, &kit_error));
    def = plump_default_body_def();
    def.mesh = s.meshes[BOX];
    def.matching = PLUMP_MATCHING_PAPER;
    def.omega = 1, def.region_damping = 0.1f, def.scale = 2.5f;
    def.angular_velocity[1] = 3;
    OK(plump_body_create(s.world, &def, &s.paper, &kit_error));
    plump_body_id pointed;  // its normal points depend on painted masses
    def.mesh = s.meshes[BALL];
    def.vertex_mass = mass;
    def.normal_point = true;
    def.position[2] = 3;
    OK(plump_body_create(s.world, &def, &pointed, &kit_error));
    return s;
}

// A body of each model more.
static inline void add_models(scene* s) {
    float paint[42];
    for (unsigned i = 0; i < 42; ++i) paint[i] = 1.0f - (float)i / 84.0f;
    for (int kind = 0; kind < MODEL_KINDS; ++kind) {
        plump_body_id other;
        plump_body_def def = plump_default_body_def();
        model_choose(&def, (model_kind)kind);
        def.mesh = s->meshes[BALL];
        def.vertex_stiffness = paint;
        def.spring_shear = 1, def.angular_velocity[0] = 2;
        def.vertex_shear = def.vertex_damping = paint;
        def.vertex_bend = kind % 2 ? paint : NULL;
        def.position[2] = 10 + 3.0 * kind;
        OK(plump_body_create(s->world, &def, &other, &kit_error));
    }
}

// What the caller does in this step: the same whenever it is played.
static inline void play(scene* s, unsigned step) {
    const double target[3] = {1000.25 + 0.01 * step, 0.5, 0};
    const float push[3] = {0, 500, 10};
    if (step % 7 == 3) OK(plump_body_move_pin(s->world, s->held, 17, target, &kit_error));
    if (step % 11 == 5) OK(plump_body_add_force(s->world, s->held, 8, push, &kit_error));
    if (step == 8) OK(plump_body_set(s->world, s->held, "volume_scale", 1.3, &kit_error));
    if (step == 12) OK(plump_body_set(s->world, s->held, "frequency", 5, &kit_error));
    if (step == 14) OK(plump_body_set(s->world, s->held, "volume_time", 2, &kit_error));
    if (step == 24) OK(plump_body_set(s->world, s->held, "volume", PLUMP_VOLUME_FREE, &kit_error));
    if (step == 34) OK(plump_body_set(s->world, s->held, "volume", PLUMP_VOLUME_PARTS, &kit_error));
    if (step == 15) OK(plump_body_destroy(s->world, s->paper, &kit_error));
    if (step == 20 || step == 25) {
        plump_body_def def = plump_default_body_def();
        def.mesh = s->meshes[BOX];
        def.position[1] = step;
        def.gravity_scale = step == 20 ? 1.0f : 0.0f;  // the second one falls asleep
        OK(plump_body_create(s->world, &def, step == 20 ? &s->late : &s->fourth, &kit_error));
    }
    if (step == 30) OK(plump_body_unpin(s->world, s->held, 3, &kit_error));
    if (step == 40) OK(plump_body_set(s->world, s->held, "yield", 0, &kit_error));
    OK(plump_world_step(s->world, DT, step % 3, &kit_error));
}

static inline plump_result restore(plump_world* world, const scene* s, bytes b,
                                   plump_error* error) {
    const plump_mesh* meshes[MESHES] = {s->meshes[0], s->meshes[1]};
    return plump_world_restore(world, b.at, b.size, meshes, MESHES, error);
}

#endif

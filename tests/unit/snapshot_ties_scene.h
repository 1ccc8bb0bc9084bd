// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A world with obstacles, attachments and pairs, and what a caller does to it step by step.
// Include after cmocka.h.
#ifndef SNAPSHOT_TIES_SCENE_H
#define SNAPSHOT_TIES_SCENE_H

#include "tests/unit/obstacle_kit.h"
#include "tests/unit/snapshot_kit.h"

typedef struct scene {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id balls[4];
    plump_obstacle_id floor, pusher, hull, late;
    plump_attachment_id rope, string;
} scene;

static inline plump_result restore(const scene* s, bytes b) {
    const plump_mesh* meshes[1] = {s->mesh};
    return plump_world_restore(s->world, b.at, b.size, meshes, 1, &kit_error);
}

static inline void make_balls(scene* s) {
    for (int i = 0; i < 4; ++i) {
        plump_body_def def = plump_default_body_def();
        def.mesh = s->mesh;
        def.position[0] = 0.9 * i;
        def.position[1] = 0.6 * (i % 2);
        def.frequency = 6;
        def.contact_weight = i == 1 ? 4.0f : 1.0f;
        def.self_contact = i == 2;
        OK(plump_body_create(s->world, &def, &s->balls[i], &kit_error));
    }
}

// The obstacle of triangles comes first: in a fresh world it can be made under the same id.
static inline void make_hull(scene* s) {
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_HULL, NULL);
    def.position[0] = 4.5;
    def.scale = 0.5f;
    s->hull = make_obstacle(s->world, &def);
}

static inline void make_others(scene* s) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.position[1] = -0.5;
    def.user = 11;
    s->floor = make_obstacle(s->world, &def);
    def = obstacle_def(PLUMP_OBSTACLE_CAPSULE, NULL);
    def.position[0] = -2;
    def.friction = 0.75f, def.restitution = 0.25f, def.margin = 0.01f;
    s->pusher = make_obstacle(s->world, &def);
    plump_attachment_def tie = plump_default_attachment_def();
    tie.body = s->balls[0], tie.vertex = 3;
    tie.other = s->balls[3], tie.other_vertex = 4;
    tie.stiffness = 200;
    OK(plump_attachment_create(s->world, &tie, &s->rope, &kit_error));
    tie = plump_default_attachment_def();
    tie.body = s->balls[1], tie.vertex = 7;
    tie.obstacle = s->pusher;
    tie.stiffness = 300, tie.breaking_force = 150;
    OK(plump_attachment_create(s->world, &tie, &s->string, &kit_error));
    OK(plump_world_set_pair(s->world, s->balls[1], s->balls[2], false, &kit_error));
}

static inline scene open_scene(uint32_t workers) {
    scene s = {.mesh = make_shape(PLUMP_SHAPE_SPHERE, 162), .world = make_world(-9.81f, workers)};
    make_hull(&s);
    return s;
}

static inline scene make_scene(uint32_t workers) {
    scene s = open_scene(workers);
    make_balls(&s);
    make_others(&s);
    return s;
}

static inline void end_scene(scene* s) {
    plump_world_destroy(s->world);
    plump_mesh_destroy(s->mesh);
}

// What the caller does in this step: the same whenever it is played.
static inline void play(scene* s, int n) {
    const float upright[4] = {0, 0, 0, 1}, turned[4] = {0, 0, 0.01f * (float)n, 1};
    const double there[3] = {-2 + 0.05 * n, 0, 0}, aside[3] = {4.5, 0.5, 0};
    plump_world* world = s->world;
    if (n < 30) OK(plump_obstacle_move(world, s->pusher, there, turned, &kit_error));
    if (n == 10) OK(plump_obstacle_place(world, s->hull, aside, upright, &kit_error));
    if (n == 12) OK(plump_obstacle_set_surface(world, s->floor, 0.1f, 0.2f, 0.3f, &kit_error));
    if (n == 14) OK(plump_obstacle_set_filter(world, s->hull, 3, 1, &kit_error));
    if (n == 16) {
        plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_CYLINDER, NULL);
        def.position[0] = 1.5, def.position[1] = 2;
        s->late = make_obstacle(world, &def);
    }
    if (n == 20) OK(plump_world_set_pair(world, s->balls[1], s->balls[2], true, &kit_error));
    if (n == 22) OK(plump_attachment_destroy(world, s->rope, &kit_error));
    if (n == 24) {
        plump_attachment_def tie = plump_default_attachment_def();
        tie.body = s->balls[2];
        tie.point[1] = 3;
        tie.stiffness = 50;
        OK(plump_attachment_create(world, &tie, &s->rope, &kit_error));
    }
    const double up[3] = {0, 3 + 0.01 * n, 0};
    if (n > 24 && n % 3) OK(plump_attachment_move(world, s->rope, up, &kit_error));
    if (n == 40) OK(plump_obstacle_destroy(world, s->late, &kit_error));
    if (n == 44) OK(plump_body_destroy(world, s->balls[3], &kit_error));
    step(world, 1);
}

#endif

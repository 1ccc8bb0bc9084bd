// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles of every shape for tests of the public calls. Include after world_kit.h.
#ifndef OBSTACLE_KIT_H
#define OBSTACLE_KIT_H

#include "tests/unit/world_kit.h"

// A box as a hull, a slanting one through its middle as a sheet.
static const float kit_points[] = {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1,
                                   -1, -1, 1,  1, -1, 1,  1, 1, 1,  -1, 1, 1};
static const uint32_t kit_triangles[] = {0, 1, 6, 0, 6, 7};

// A box and a ball in each other.
static inline const plump_obstacle_def* kit_parts(void) {
    static plump_obstacle_def parts[2];
    for (int i = 0; i < 2; ++i) parts[i] = plump_default_obstacle_def();
    parts[0].shape = PLUMP_OBSTACLE_BOX;
    for (int k = 0; k < 3; ++k) parts[0].half_size[k] = 1;
    parts[0].position[0] = -0.25;
    parts[0].rotation[1] = 0.5f;
    parts[1].shape = PLUMP_OBSTACLE_SPHERE;
    parts[1].radius = 1;
    parts[1].position[0] = parts[1].position[1] = 0.25;
    return parts;
}

static inline plump_obstacle_def obstacle_def(plump_obstacle_shape shape, const plump_mesh* mesh) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = shape;
    if (shape == PLUMP_OBSTACLE_MESH) def.mesh = mesh;
    if (shape == PLUMP_OBSTACLE_HULL || shape == PLUMP_OBSTACLE_SHEET) {
        def.points = kit_points;
        def.point_count = 8;
    }
    if (shape == PLUMP_OBSTACLE_COMPOUND) {
        def.parts = kit_parts();
        def.part_count = 2;
    }
    if (shape == PLUMP_OBSTACLE_SHEET) {
        def.triangles = kit_triangles;
        def.triangle_count = 2;
    }
    return def;
}

static inline plump_obstacle_id make_obstacle(plump_world* world, const plump_obstacle_def* def) {
    plump_obstacle_id id = {0};
    OK(plump_obstacle_create(world, def, &id, &kit_error));
    assert_int_not_equal(id.value, 0);
    return id;
}

static inline plump_obstacle_info look_at(const plump_world* world, plump_obstacle_id id) {
    plump_obstacle_info info;
    OK(plump_obstacle_get_info(world, id, &info, &kit_error));
    return info;
}

#endif

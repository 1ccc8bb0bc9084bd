// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Muscles for tests: cylinders along y with flat ends, and what is known of them. Include after
// cmocka.h.
#ifndef MUSCLE_KIT_H
#define MUSCLE_KIT_H

#include "tests/unit/mesh_fixtures.h"
#include "tests/unit/model_table.h"
#include "tests/unit/world_kit.h"

#define MUSCLE_PI 3.14159265358979323846

// The rings of a disc at this height, from the rim (already there) inwards.
static inline void cylinder_disc(fixture* f, uint32_t rim, uint32_t around, double radius, double y,
                                 bool up) {
    uint32_t middle = fixture_vertex(f, 0, y, 0);
    uint32_t rings = around / 6, outer = rim;
    for (uint32_t k = 1; k < rings; ++k) {
        uint32_t inner = f->vertex_count;
        double r = radius * (1 - (double)k / rings);
        for (uint32_t i = 0; i < around; ++i) {
            double phi = 2 * MUSCLE_PI * i / around;
            fixture_vertex(f, r * cos(phi), y, -r * sin(phi));
        }
        for (uint32_t i = 0; i < around; ++i) {
            uint32_t next = (i + 1) % around;
            if (up)
                fixture_quad(f, outer + i, outer + next, inner + next, inner + i);
            else
                fixture_quad(f, outer + i, inner + i, inner + next, outer + next);
        }
        outer = inner;
    }
    for (uint32_t i = 0; i < around; ++i) {
        uint32_t next = (i + 1) % around;
        fixture_triangle(f, middle, outer + (up ? i : next), outer + (up ? next : i));
    }
}

// Every second ring is turned by half a step, so that no side is stiffer than another.
static inline plump_mesh* make_cylinder(uint32_t around, double radius, double length) {
    fixture f = {0};
    double step = 2 * MUSCLE_PI * radius / around * 0.866;
    uint32_t rows = 2 * (uint32_t)ceil(0.5 * length / step);
    for (uint32_t j = 0; j <= rows; ++j) {
        for (uint32_t i = 0; i < around; ++i) {
            double phi = 2 * MUSCLE_PI * (i + (j % 2 ? 0.5 : 0.0)) / around;
            fixture_vertex(&f, radius * cos(phi), length * ((double)j / rows - 0.5),
                           -radius * sin(phi));
        }
    }
    for (uint32_t j = 0; j < rows; ++j) {
        for (uint32_t i = 0; i < around; ++i) {
            uint32_t next = (i + 1) % around, row = j * around, above = row + around;
            uint32_t shift = j % 2;
            fixture_triangle(&f, row + i, row + next, above + (shift ? next : i));
            fixture_triangle(&f, above + i, row + (shift ? i : next), above + next);
        }
    }
    cylinder_disc(&f, 0, around, radius, -0.5 * length, false);
    cylinder_disc(&f, rows * around, around, radius, 0.5 * length, true);
    outcome o = fixture_take(&f);
    if (o.result != PLUMP_OK) fail_msg("%s", o.error.text);
    fixture_free(&f);
    return o.mesh;
}

// A muscle over the body, from below to above, its ends the flat ones.
static inline plump_muscle_id make_muscle(plump_world* world, plump_body_id body, float strength,
                                          float activation) {
    plump_muscle_def def = plump_default_muscle_def();
    plump_muscle_id id;
    def.body = body;
    def.axis[1] = 1;
    def.cap = 0.001f;
    def.strength = strength;
    def.activation = activation;
    def.time = 0;
    OK(plump_muscle_create(world, &def, &id, &kit_error));
    return id;
}

static inline plump_muscle_info muscle_info(plump_world* world, plump_muscle_id id) {
    plump_muscle_info info;
    OK(plump_muscle_get_info(world, id, &info, &kit_error));
    return info;
}

static inline plump_bone_info bone_info(plump_world* world, plump_bone_id id) {
    plump_bone_info info;
    OK(plump_bone_get_info(world, id, &info, &kit_error));
    return info;
}

// An obstacle that nothing touches: a frame to tie to.
static inline plump_obstacle_id make_frame(plump_world* world, double x, double y, double z) {
    plump_obstacle_def def = plump_default_obstacle_def();
    plump_obstacle_id id;
    def.shape = PLUMP_OBSTACLE_SPHERE;
    def.radius = 0.01f;
    def.collides_with = 0;
    def.position[0] = x;
    def.position[1] = y;
    def.position[2] = z;
    OK(plump_obstacle_create(world, &def, &id, &kit_error));
    return id;
}

// The force of all ties to an obstacle on the body, N.
static inline void tie_force(plump_world* world, plump_obstacle_id to, double force[3]) {
    for (int k = 0; k < 3; ++k) force[k] = 0;
    for (size_t i = 0; i < world->attachment_count; ++i) {
        const pl_attachment* a = world->attachments[i];
        for (int k = 0; k < 3 && a->def.obstacle.value == to.value; ++k) force[k] += a->force[k];
    }
}

#endif

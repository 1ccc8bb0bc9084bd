// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A world with bodies for tests of the public calls. Include after cmocka.h.
#ifndef WORLD_KIT_H
#define WORLD_KIT_H

#include "src/world/world_data.h"

#include <plump/plump.h>

#include <math.h>
#include <string.h>

static plump_error kit_error;

#define OK(call)                                                                                   \
    do {                                                                                           \
        if ((call) != PLUMP_OK) fail_msg("%s: %s", #call, kit_error.text);                         \
    } while (0)
// Refused, with a sentence that has this in it.
#define REFUSED(call, words)                                                                       \
    do {                                                                                           \
        kit_error.text[0] = 0;                                                                     \
        assert_int_not_equal((call), PLUMP_OK);                                                    \
        if (!strstr(kit_error.text, words)) fail_msg("'%s' lacks '%s'", kit_error.text, words);    \
    } while (0)

static inline plump_mesh* make_shape(plump_shape_kind kind, uint32_t vertices) {
    plump_shape_def def = plump_default_shape_def(kind);
    def.vertex_count = vertices;
    plump_mesh* mesh = NULL;
    OK(plump_shape_create(&def, &mesh, &kit_error));
    return mesh;
}

static inline plump_world* make_world(float gravity, uint32_t workers) {
    plump_world_def def = plump_default_world_def();
    def.gravity[1] = gravity;
    def.worker_count = workers;
    plump_world* world = NULL;
    OK(plump_world_create(&def, &world, &kit_error));
    return world;
}

static inline plump_body_id make_body(plump_world* world, const plump_mesh* mesh, double x) {
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.position[0] = x;
    OK(plump_body_create(world, &def, &id, &kit_error));
    return id;
}

static inline void step(plump_world* world, int count) {
    for (int i = 0; i < count; ++i) OK(plump_world_step(world, 1.0f / 60, 0, &kit_error));
}

static inline pl_body* body_of(plump_world* world, plump_body_id id) {
    pl_body* body = pl_world_find(world, id, &kit_error);
    assert_non_null(body);
    return body;
}

static inline plump_body_info describe(plump_world* world, plump_body_id id) {
    plump_body_info info;
    OK(plump_body_describe(world, id, &info, &kit_error));
    return info;
}

// The hash of one body's positions and velocities.
static inline uint64_t body_bits(plump_world* world, plump_body_id id) {
    const pl_body* body = body_of(world, id);
    uint64_t hash = 0;
    for (int k = 0; k < 3; ++k) {
        for (uint32_t i = 0; i < body->count; ++i) {
            uint32_t bits[2];
            memcpy(&bits[0], &body->x[k][i], 4);
            memcpy(&bits[1], &body->v[k][i], 4);
            hash = (hash ^ bits[0]) * UINT64_C(0x9E3779B97F4A7C15);
            hash = (hash ^ bits[1]) * UINT64_C(0x9E3779B97F4A7C15);
        }
    }
    return hash;
}

#endif

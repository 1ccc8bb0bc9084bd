// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A world to try wrong arguments on: two balls, one of them pinned, on a floor. Include after
// cmocka.h.
#ifndef ARGUMENT_LAB_H
#define ARGUMENT_LAB_H

#include "tests/unit/model_table.h"

#include <math.h>
#include <string.h>

#define VERTICES 42
#define PINNED   5

#define OK(call)                                                                                   \
    do {                                                                                           \
        plump_error ok_error = {PLUMP_OK, ""};                                                     \
        plump_error* error = &ok_error;                                                            \
        if ((call) != PLUMP_OK) fail_msg("%s: %s", #call, ok_error.text);                          \
    } while (0)

// Refused as a wrong argument, with a sentence in the caller's `e`.
#define REFUSED(call)                                                                              \
    do {                                                                                           \
        e = (plump_error){PLUMP_OK, ""};                                                           \
        assert_int_equal(call, PLUMP_ERROR_ARGUMENT);                                              \
        assert_int_equal(e.code, PLUMP_ERROR_ARGUMENT);                                            \
        assert_true(e.text[0]);                                                                    \
    } while (0)

typedef struct lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id body, other;
} lab;

static inline plump_body_def body_def(const lab* l, model_kind kind) {
    plump_body_def def = plump_default_body_def();
    def.mesh = l->mesh;
    model_choose(&def, kind);
    def.region_damping = 0.1f;
    def.yield = 0.1f, def.creep = 1;
    def.position[0] = 3;
    return def;
}

static inline void open_world(lab* l, model_kind kind) {
    plump_world_def def = plump_default_world_def();
    def.worker_count = 1;
    OK(plump_world_create(&def, &l->world, error));
    plump_body_def d = body_def(l, kind);
    OK(plump_body_create(l->world, &d, &l->body, error));
    d.position[0] = -3;
    OK(plump_body_create(l->world, &d, &l->other, error));
    OK(plump_body_pin(l->world, l->other, PINNED, error));
    plump_obstacle_def floor = plump_default_obstacle_def();
    plump_obstacle_id id;
    floor.position[1] = -0.45;  // what lies on it is met at once
    OK(plump_obstacle_create(l->world, &floor, &id, error));
    OK(plump_world_step(l->world, 0.01f, 1, error));
}

static inline lab make_lab(void) {
    lab l = {0};
    plump_shape_def def = plump_default_shape_def(PLUMP_SHAPE_SPHERE);
    def.vertex_count = VERTICES;
    OK(plump_shape_create(&def, &l.mesh, error));
    open_world(&l, MODEL_PHYSICAL);
    return l;
}

static inline void end_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

static inline void reopen(lab* l, model_kind kind) {
    plump_world_destroy(l->world);
    open_world(l, kind);
}

static inline void assert_finite(plump_world* world, const char* what, double value) {
    plump_body_id ids[8];
    uint32_t count = plump_world_bodies(world, ids, 8);
    assert_true(count <= 8);
    for (uint32_t i = 0; i < count; ++i) {
        double out[3 * VERTICES];
        plump_body_info info;
        for (int q = 0; q < PLUMP_QUANTITY_COUNT; ++q) {
            OK(plump_body_read(world, ids[i], (plump_quantity)q, PLUMP_SCALAR_FLOAT64, out, 0,
                               VERTICES, error));
            for (unsigned k = 0; k < 3 * VERTICES; ++k)
                if (!isfinite(out[k])) fail_msg("%s = %g: not finite", what, value);
        }
        OK(plump_body_describe(world, ids[i], &info, error));
        if (!isfinite(info.mass) || !isfinite(info.kinetic_energy) || !isfinite(info.radius) ||
            !isfinite(info.frequency_reached) || !isfinite(info.substep_longest) ||
            !isfinite(info.angular_velocity[0] + info.angular_momentum[1] + info.momentum[2]))
            fail_msg("%s = %g: the description is not finite", what, value);
    }
}

#endif

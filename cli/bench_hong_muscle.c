// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The twelve muscles of table 2: spindles of the paper's sizes in two rows, their lower ends tied
// to a plate that stands still and their upper ones to one that comes nearer by a fifth, while they
// pull with all they have. The paper's arm has skin too; scene `arm` has both.
#include "cli/bench_hong.h"

#include <math.h>

_Static_assert(HONG_MUSCLES <= BENCH_MESH_MOST, "a mesh each");

static const uint32_t others[HONG_MUSCLES - 1] = {520, 760, 760, 1064, 440, 280,
                                                  840, 680, 680, 660,  1380};

#define LENGTH 1.0  // m, of a spindle

static plump_result add_plate(hong_world* w, int which, plump_error* error) {
    plump_obstacle_def plate = plump_default_obstacle_def();
    plate.shape = PLUMP_OBSTACLE_BOX;
    plate.collides_with = 0;
    plate.position[1] = (which ? 0.5 : -0.5) * LENGTH;
    return plump_obstacle_create(w->world, &plate, &w->solids[which], error);
}

static plump_result add_muscle(hong_world* w, uint32_t which, plump_body_id body,
                               plump_error* error) {
    plump_muscle_def def = plump_default_muscle_def();
    def.body = body;
    def.axis[1] = 1;
    def.strength = 5e4f;
    plump_result result = plump_muscle_create(w->world, &def, &w->muscles[which], error);
    for (int k = 0; k < PLUMP_MUSCLE_END_COUNT && result == PLUMP_OK; ++k)
        result = plump_muscle_attach(w->world, w->muscles[which], (plump_muscle_end)k, w->solids[k],
                                     error);
    return result;
}

// The first body is there.
static plump_result furnish(hong_world* w, plump_error* error) {
    plump_result result = add_plate(w, 0, error);
    if (result == PLUMP_OK) result = add_plate(w, 1, error);
    for (uint32_t i = 0; i < w->scene->mesh_count && result == PLUMP_OK; ++i) {
        plump_body_def def = w->def;
        plump_body_id body = w->body;
        def.mesh = w->scene->meshes[i];
        def.position[0] = 0.5 * (i / 2);
        def.position[2] = 0.5 * (i % 2);
        if (i > 0) result = plump_body_create(w->world, &def, &body, error);
        if (result == PLUMP_OK) result = add_muscle(w, i, body, error);
    }
    return result;
}

static plump_result flex(hong_world* w, double share, plump_error* error) {
    const float upright[4] = {0, 0, 0, 1};
    const double place[3] = {0, (0.5 - 0.2 * share) * LENGTH, 0};
    plump_result result = plump_obstacle_move(w->world, w->solids[1], place, upright, error);
    for (uint32_t i = 0; i < w->scene->mesh_count && result == PLUMP_OK; ++i)
        result = plump_muscle_set_activation(w->world, w->muscles[i], (float)share, error);
    return result;
}

const hong_show hong_muscles = {.name = "muscles, flexed",
                                .kind = PLUMP_SHAPE_SPINDLE,
                                .triangles = 680,
                                .others = others,
                                .other_count = HONG_MUSCLES - 1,
                                .substeps = 8,
                                .furnish = furnish,
                                .act = flex,
                                .paper_error = 1e-4,
                                .paper_fps = 32.34};

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles that grow and shrink. What is made anew is the solid; contacts are found again by the
// obstacle's id, so that what lies on it goes on lying there.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/world/world_data.h"

#include <string.h>

plump_obstacle_sizes pl_obstacle_sizes(const plump_obstacle_def* def) {
    plump_obstacle_sizes sizes = {
        .radius = def->radius, .half_height = def->half_height, .scale = def->scale};
    memcpy(sizes.half_size, def->half_size, sizeof sizes.half_size);
    return sizes;
}

static bool is_so_large(const plump_obstacle_def* def, const plump_obstacle_sizes* sizes) {
    for (int k = 0; k < 3; ++k) {
        if (def->half_size[k] != sizes->half_size[k]) return false;
    }
    return def->radius == sizes->radius && def->half_height == sizes->half_height &&
           def->scale == sizes->scale;
}

static void put_sizes(const plump_obstacle_sizes* sizes, plump_obstacle_def* def) {
    def->radius = sizes->radius;
    def->half_height = sizes->half_height;
    def->scale = sizes->scale;
    memcpy(def->half_size, sizes->half_size, sizeof def->half_size);
}

// The rest of both stays.
static void swap_solids(pl_obstacle* a, pl_obstacle* b) {
    pl_obstacle before = *a;
    a->def = b->def;
    a->solid = b->solid;
    a->memory = b->memory;
    a->parts = b->parts;
    b->solid = before.solid;
    b->memory = before.memory;
    b->parts = before.parts;
    for (uint32_t i = 0; i < a->part_count; ++i) a->parts[i]->whole = a;
    pl_obstacle_carry(a);
}

static plump_result resize(plump_world* world, pl_obstacle* obstacle,
                           const plump_obstacle_sizes* sizes, plump_error* error) {
    plump_obstacle_def def = obstacle->def;
    pl_obstacle* made = NULL;
    put_sizes(sizes, &def);
    plump_result result = pl_obstacle_make(world, &def, &made, error);
    if (result != PLUMP_OK) return result;
    pl_obstacle_rouse(world, obstacle);
    swap_solids(obstacle, made);
    pl_obstacle_rouse(world, obstacle);
    pl_obstacle_free(world, made);
    return PLUMP_OK;
}

plump_result plump_obstacle_resize(plump_world* world, plump_obstacle_id id,
                                   const plump_obstacle_sizes* sizes, plump_error* error) {
    pl_obstacle* obstacle = pl_obstacle_find(world, id, error);
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    if (!sizes) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the sizes of the obstacle are NULL");
    if (is_so_large(&obstacle->def, sizes)) return PLUMP_OK;
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = resize(world, obstacle, sizes, error);
    pl_fpmode_leave(mode);
    return result;
}

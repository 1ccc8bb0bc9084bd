// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Belts: obstacles whose surface moves along itself while they stand still. In the frame of such a
// surface what touches it slides the other way, and friction wants that to end.
#include "src/collide/collide_data.h"

static void run(pl_contact* c, pl_vec3 way) {
    pl_vec3 n = pl_vec3_load(c->normal);
    pl_vec3 along = pl_vec3_add_scaled(way, -pl_vec3_dot(way, n), n);
    pl_vec3_store(pl_vec3_sub(pl_vec3_load(c->slide), along), c->slide);
}

void pl_belts_run(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    for (size_t i = 0; i < list->count; ++i) {
        pl_contact* c = &list->contacts[i];
        if (c->obstacle == PL_NOBODY || !pl_obstacle_runs(stage->obstacles[c->obstacle])) continue;
        pl_vec3d velocity = pl_obstacle_belt(stage->obstacles[c->obstacle]);
        run(c, pl_vec3d_narrow(pl_vec3d_scale(velocity, (double)stage->h)));
    }
}

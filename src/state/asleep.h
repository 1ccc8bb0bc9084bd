// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies that do not move. One that is frozen or disabled is asleep to all stages, and nothing but
// the caller wakes it; unlike sleepers it keeps the velocities of its places, for when it goes on.
#ifndef PL_STATE_ASLEEP_H
#define PL_STATE_ASLEEP_H

#include "src/state/body_state.h"

#include <string.h>

// Whether the caller keeps it from moving.
static inline bool pl_body_is_barred(const pl_body* body) {
    return body->frozen || body->disabled;
}

// As a whole it is still: others ask for its motion.
static inline void pl_body_halt(pl_body* body) {
    pl_motion* motion = &body->motion;
    motion->velocity = motion->angular_velocity = motion->angular_momentum = pl_vec3d_make(0, 0, 0);
    motion->kinetic_energy = 0.0;
}

static inline void pl_body_fall_asleep(pl_body* body) {
    body->asleep = true;
    for (int k = 0; k < 3; ++k) memset(body->v[k], 0, body->padded * sizeof(float));
    pl_body_halt(body);
}

// On its way to another volume, however slowly.
static inline bool pl_body_is_swelling(const pl_body* body) {
    return body->def.volume != PLUMP_VOLUME_FREE &&
           body->volume_ratio != (double)body->def.volume_scale;
}

#endif

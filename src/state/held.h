// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where a patch of a body is.
#ifndef PL_STATE_HELD_H
#define PL_STATE_HELD_H

#include "src/state/body_state.h"
#include "src/state/obstacle_state.h"

// The mean of the places, in the world; x is body->x or body->past.
static inline pl_vec3d pl_held_mean(const pl_body* body, const pl_held* patch, float* const x[3]) {
    double sum[3] = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < patch->count; ++i) {
        for (int k = 0; k < 3; ++k)
            sum[k] += (double)patch->weight[i] * (double)x[k][patch->place[i]];
    }
    return pl_vec3d_add(pl_vec3d_load(body->origin), pl_vec3d_load(sum));
}

#endif

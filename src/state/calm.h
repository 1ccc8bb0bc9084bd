// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Whether two that touch are about to come to rest. Some of what makes rest calm would do harm
// before: what has been driven into each other by an impact, and got caught, cannot come apart by
// pushing, and the harder it is held, the farther it flies.
#ifndef PL_STATE_CALM_H
#define PL_STATE_CALM_H

#include "src/state/body_state.h"

#define PL_CALM 0.1  // sizes per second: calm below it, not at all from twice that on

static inline double pl_unrest(const pl_body* body) {
    if (body->asleep) return 0.0;
    return pl_motion_deformation(&body->motion) +
           pl_vec3d_length(body->motion.angular_velocity) * body->extent;
}

// m/s: how fast places of two moved against each other after the last step, about; b: NULL for an
// obstacle.
static inline double pl_unrest_of_two(const pl_body* a, const pl_body* b, pl_vec3d velocity_b) {
    pl_vec3d apart = pl_vec3d_sub(a->motion.velocity, velocity_b);
    return pl_vec3d_length(apart) + pl_unrest(a) + (b ? pl_unrest(b) : 0.0);
}

// 1: slower than so many sizes per second, 0: twice as fast or more.
static inline double pl_slowness(const pl_body* a, const pl_body* b, pl_vec3d velocity_b,
                                 double sizes) {
    double size = b && b->extent < a->extent ? b->extent : a->extent;
    double share = 2.0 - pl_unrest_of_two(a, b, velocity_b) / (sizes * size);
    return share >= 1.0 ? 1.0 : share > 0.0 ? share : 0.0;
}

// 1: calm, 0: not at all.
static inline double pl_calm(const pl_body* a, const pl_body* b, pl_vec3d velocity_b) {
    return pl_slowness(a, b, velocity_b, PL_CALM);
}

#endif

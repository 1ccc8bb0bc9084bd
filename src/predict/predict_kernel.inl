// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/predict/predict.h"
#include "src/state/contain.h"

// One axis of WIDE particles; returns which of them are usable afterwards.
static inline wide_mask integrate_axis(float* x, float* v, float* past, float* guess,
                                       const float* force, wide inv_mass, wide change, wide h) {
    wide velocity = wide_loadu(v);
    wide next = wide_add(velocity, change);
    if (force) {
        wide pull = wide_mul(wide_mul(wide_loadu(force), inv_mass), h);
        next = wide_add(next, pull);
    }
    wide_mask is_free = wide_lt(wide_splat(0.0f), inv_mass);
    next = wide_select(is_free, next, velocity);
    wide place = wide_loadu(x);
    wide ahead = wide_select(is_free, wide_add(place, wide_mul(h, next)), place);
    wide_storeu(past, place);
    wide_storeu(v, next);
    wide_storeu(x, ahead);
    wide_storeu(guess, ahead);
    return wide_and(wide_le(wide_abs(ahead), wide_splat(PL_POSITION_MOST)),
                    wide_le(wide_abs(next), wide_splat(PL_SPEED_MOST)));
}

static bool integrate(pl_body* body, uint32_t begin, uint32_t end, float h) {
    const float a[3] = {body->acceleration.x, body->acceleration.y, body->acceleration.z};
    wide step = wide_splat(h);
    bool usable = true;
    for (int k = 0; k < 3; ++k) {
        wide change = wide_splat(h * a[k]);
        float *x = body->x[k], *v = body->v[k];
        const float* force = body->has_force ? body->force[k] : NULL;
        for (uint32_t i = begin; i < end; i += WIDE) {
            wide_mask good = integrate_axis(x + i, v + i, body->past[k] + i, body->ahead[k] + i,
                                            force ? force + i : NULL,
                                            wide_loadu(body->inv_mass + i), change, step);
            usable &= wide_all(good) != 0;
        }
    }
    return usable;
}

const pl_predict_kernels KERNEL(pl_predict_kernels) = {integrate};

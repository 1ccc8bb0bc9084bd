// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/finish/finish.h"
#include "src/state/contain.h"

static bool usable(const pl_body* body, uint32_t begin, uint32_t end) {
    bool all = true;
    wide most = wide_splat(PL_POSITION_MOST), fastest = wide_splat(PL_SPEED_MOST);
    for (int k = 0; k < 3; ++k) {
        for (uint32_t i = begin; i < end; i += WIDE) {
            wide_mask x = wide_le(wide_abs(wide_loadu(body->x[k] + i)), most);
            wide_mask v = wide_le(wide_abs(wide_loadu(body->v[k] + i)), fastest);
            all &= wide_all(wide_and(x, v)) != 0;
        }
    }
    return all;
}

typedef struct {
    wide x, y, z;
} wide3;

static inline wide3 splat3(pl_vec3d a) {
    return (wide3){wide_splat((float)a.x), wide_splat((float)a.y), wide_splat((float)a.z)};
}

static inline wide cross_part(wide a, wide b, wide c, wide d) {
    return wide_sub(wide_mul(a, b), wide_mul(c, d));
}

// v - V - W x (x - C), squared
static inline wide relative_speed(const pl_body* body, uint32_t i, wide3 c, wide3 v, wide3 w) {
    wide x = wide_sub(wide_loadu(body->x[0] + i), c.x);
    wide y = wide_sub(wide_loadu(body->x[1] + i), c.y);
    wide z = wide_sub(wide_loadu(body->x[2] + i), c.z);
    wide a = wide_sub(wide_loadu(body->v[0] + i), wide_add(v.x, cross_part(w.y, z, w.z, y)));
    wide b = wide_sub(wide_loadu(body->v[1] + i), wide_add(v.y, cross_part(w.z, x, w.x, z)));
    wide d = wide_sub(wide_loadu(body->v[2] + i), wide_add(v.z, cross_part(w.x, y, w.y, x)));
    wide squared = wide_add(wide_add(wide_mul(a, a), wide_mul(b, b)), wide_mul(d, d));
    wide_mask is_free = wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
    return wide_select(is_free, squared, wide_splat(0.0f));
}

static float deformation(const pl_body* body, uint32_t begin, uint32_t end) {
    wide3 c = splat3(body->motion.centre), v = splat3(body->motion.velocity);
    wide3 w = splat3(body->motion.angular_velocity);
    wide most[WIDE_16];
    clear16(most);
    for (uint32_t i = begin; i < end; i += 16) {
        for (uint32_t k = 0; k < WIDE_16; ++k)
            most[k] = wide_max(relative_speed(body, i + k * WIDE, c, v, w), most[k]);
    }
    return fold16_max(most);
}

const pl_finish_kernels KERNEL(pl_finish_kernels) = {usable, deformation};

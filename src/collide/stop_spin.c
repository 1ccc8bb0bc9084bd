// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Impacts of what spins. Where the two touch first they come at each other by
//     u = -n . (v_a + w_a x r_a - v_b - w_b x r_b),
// and the push J n there that leaves `stay` of it is that of two rigid bodies,
//     J = (u - stay) / K,   K = sum 1/m + (r x n) . I^-1 (r x n).
// It gives the body away from what it hits what it takes from the spin: without it a bar of 0.8 m
// at 10^4 rad/s was held back at the edge of a box in every substep, and kept its spin.
#include "src/collide/collide_data.h"
#include "src/math/rotation.h"

#include <math.h>

typedef struct whole {
    pl_body* body;  // NULL: it gives no way, whether it moves or not
    pl_motion motion;
    pl_inertia inertia;
    pl_vec3d arm;  // from its centre to where it is touched
    double ease;   // of the point, 1/kg
} whole;

static whole see_whole(const pl_stage* stage, pl_body* body, pl_vec3d point, pl_vec3d normal) {
    whole w = {.body = body};
    if (!body || body->asleep) return (whole){0};
    pl_motion_sum_span(&(pl_span){body, 0, body->padded}, stage);
    w.motion = pl_motion_join_body(body, &w.inertia);
    if (!pl_motion_is_sound(&w.motion) ||
        !pl_inertia_turns(&w.inertia, w.motion.mass, body->extent))
        return (whole){0};
    pl_vec3d centre = pl_vec3d_add(pl_vec3d_load(body->origin), w.motion.centre);
    w.arm = pl_vec3d_sub(point, centre);
    if (body->pin_count > 0) {
        w.body = NULL;
        return w;
    }
    pl_vec3d turn = pl_vec3d_cross(w.arm, normal);
    w.ease = 1.0 / w.motion.mass + pl_vec3d_dot(turn, pl_rotation_turn(w.inertia.inverse, turn));
    return w;
}

static pl_vec3d speed_at(const whole* w) {
    return pl_vec3d_add(w->motion.velocity, pl_vec3d_cross(w->motion.angular_velocity, w->arm));
}

static void push(const whole* w, pl_vec3d impulse) {
    if (!w->body) return;
    pl_body* body = w->body;
    pl_vec3d kick = pl_vec3d_scale(impulse, 1.0 / w->motion.mass);
    pl_vec3d turn = pl_rotation_turn(w->inertia.inverse, pl_vec3d_cross(w->arm, impulse));
    const float add[3] = {(float)kick.x, (float)kick.y, (float)kick.z};
    for (int k = 0; k < 3; ++k)
        for (uint32_t i = 0; i < body->count; ++i) body->v[k][i] += add[k];
    pl_motion_turn_span(&(pl_span){body, 0, body->count}, turn, w->motion.centre);
    body->collider->velocity = pl_vec3d_add(body->collider->velocity, kick);
}

pl_vec3d pl_stop_spin(const pl_stage* stage, pl_body* a, pl_body* b, const pl_struck* obstacle,
                      const pl_impact* hit, double stay) {
    whole first = see_whole(stage, a, hit->point, hit->normal);
    whole second = see_whole(stage, b, hit->point, hit->normal);
    pl_vec3d apart = pl_vec3d_sub(speed_at(&first), b ? speed_at(&second) : obstacle->velocity);
    double u = -pl_vec3d_dot(apart, hit->normal),
           ease = first.ease + (b ? second.ease : obstacle->ease);
    bool none = !(u > stay) || !(ease > 0.0) || !isfinite(u / ease);
    pl_vec3d impulse = pl_vec3d_scale(hit->normal, none ? 0.0 : (u - stay) / ease);
    if (none) return impulse;
    push(&first, impulse);
    push(&second, pl_vec3d_neg(impulse));
    return impulse;
}

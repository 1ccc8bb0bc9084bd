// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/state/contain.h"

#include "src/math/rotation.h"

static bool in_bounds(float value, float most) {
    return value <= most && value >= -most;  // false for NaN
}

// --- the motion as a whole ---

static bool is_within(pl_vec3d v, double most) {
    return pl_vec3d_is_finite(v) && pl_vec3d_max_abs(v) <= most;
}

static bool is_energy(double value) {
    return value >= 0.0 && value <= PL_MOTION_MOST;
}

// A mean is no farther than the farthest, but for rounding.
bool pl_motion_is_contained(const pl_motion* m) {
    return is_within(m->centre, 2.0 * (double)PL_POSITION_MOST) &&
           is_within(m->velocity, 2.0 * (double)PL_SPEED_MOST) &&
           is_within(m->angular_velocity, PL_MOTION_MOST) &&
           is_within(m->angular_momentum, PL_MOTION_MOST) && is_energy(m->mass) &&
           is_energy(m->kinetic_energy);
}

static void hold(pl_vec3d* v, double most) {
    if (!is_within(*v, most)) *v = pl_vec3d_make(0, 0, 0);
}

void pl_motion_contain(pl_motion* m) {
    if (pl_motion_is_contained(m)) return;
    hold(&m->centre, 2.0 * (double)PL_POSITION_MOST);
    hold(&m->velocity, 2.0 * (double)PL_SPEED_MOST);
    hold(&m->angular_velocity, PL_MOTION_MOST);
    hold(&m->angular_momentum, PL_MOTION_MOST);
    if (!is_energy(m->kinetic_energy)) m->kinetic_energy = PL_MOTION_MOST;
}

// --- particles ---

static bool is_usable(const pl_body* body, uint32_t i) {
    bool usable = true;
    for (int k = 0; k < 3; ++k)
        usable = usable && in_bounds(body->x[k][i], PL_POSITION_MOST) &&
                 in_bounds(body->v[k][i], PL_SPEED_MOST);
    return usable;
}

static pl_vec3d at(float* const a[3], uint32_t i) {
    return pl_vec3d_make((double)a[0][i], (double)a[1][i], (double)a[2][i]);
}

static pl_vec3d rest_at(const pl_body* body, uint32_t i) {
    return pl_vec3d_make((double)body->rest[0][i], (double)body->rest[1][i],
                         (double)body->rest[2][i]);
}

static void put(float* const a[3], uint32_t i, pl_vec3d value) {
    a[0][i] = (float)value.x;
    a[1][i] = (float)value.y;
    a[2][i] = (float)value.z;
}

// Where the usable particles are and how they lie: x = rotation (x0 - rest_centre) + centre.
typedef struct {
    uint32_t count;
    pl_vec3d rest_centre, centre, velocity;
    double rotation[9];
} pose;

static pose find_pose(const pl_body* body) {
    pose p = {0};
    for (uint32_t i = 0; i < body->count; ++i) {
        if (!is_usable(body, i)) continue;
        p.rest_centre = pl_vec3d_add(p.rest_centre, rest_at(body, i));
        p.centre = pl_vec3d_add(p.centre, at(body->x, i));
        p.velocity = pl_vec3d_add(p.velocity, at(body->v, i));
        ++p.count;
    }
    if (p.count < 3) return p;
    double share = 1.0 / p.count;
    p.rest_centre = pl_vec3d_scale(p.rest_centre, share);
    p.centre = pl_vec3d_scale(p.centre, share);
    p.velocity = pl_vec3d_scale(p.velocity, share);
    double moments[9] = {0};
    for (uint32_t i = 0; i < body->count; ++i) {
        if (!is_usable(body, i)) continue;
        pl_vec3d now = pl_vec3d_sub(at(body->x, i), p.centre);
        pl_vec3d rest = pl_vec3d_sub(rest_at(body, i), p.rest_centre);
        pl_rotation_add_moment(moments, now, rest);
    }
    pl_rotation_fit(moments, p.rotation);
    return p;
}

static void mend(pl_body* body) {
    pose p = find_pose(body);
    if (p.count < 3) {  // nothing to go by
        p = (pose){0};
        p.centre = body->motion.centre;
        for (int k = 0; k < 9; k += 4) p.rotation[k] = 1.0;
    }
    for (uint32_t i = 0; i < body->padded; ++i) {
        if (p.count >= 3 && is_usable(body, i)) continue;
        pl_vec3d rest = pl_vec3d_sub(rest_at(body, i), p.rest_centre);
        pl_vec3d arm = pl_rotation_turn(p.rotation, rest);
        pl_vec3d spin = p.count >= 3 ? body->motion.angular_velocity : pl_vec3d_make(0, 0, 0);
        put(body->x, i, pl_vec3d_add(arm, p.centre));
        put(body->v, i, pl_vec3d_add(p.velocity, pl_vec3d_cross(spin, arm)));
    }
    body->contained = true;
}

void pl_contain_flagged(pl_body* body) {
    uint32_t spans = pl_span_count(body->padded);
    bool bad = false;
    for (uint32_t i = 0; i < spans; ++i) bad = bad || body->span_flags[i];
    if (bad) mend(body);
}

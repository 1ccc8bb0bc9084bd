// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/body_resize.h"

#include "src/base/text.h"
#include "src/volume/volume.h"

#include <math.h>
#include <string.h>

bool pl_body_resize_reserve(pl_body* body) {
    if (body->born_mass) return true;
    float* mass = pl_arena_alloc_zero(&body->memory, body->padded, sizeof(float));
    float* rest[3] = {NULL, NULL, NULL};
    bool made = mass != NULL;
    for (int k = 0; k < 3; ++k) {
        rest[k] = pl_arena_alloc_zero(&body->memory, body->padded, sizeof(float));
        made = made && rest[k];
    }
    if (!made) return false;
    memcpy(mass, body->mass, body->padded * sizeof(float));
    body->born_mass = mass;
    for (int k = 0; k < 3; ++k) body->own_rest[k] = rest[k];
    return true;
}

static bool has_muscles(const plump_world* world, const pl_body* body) {
    for (size_t i = 0; i < world->muscle_count; ++i)
        if (world->muscles[i]->def.body.value == body->id.value) return true;
    return false;
}

plump_result pl_body_resize_check(const pl_body* body, float density, float scale,
                                  plump_error* error) {
    double grow = (double)scale / (double)body->def.scale;
    double mass = grow * grow * grow * (double)density / (double)body->def.density;
    plump_result result = pl_body_check_size(body->surface->extent * (double)scale, error);
    return result == PLUMP_OK ? pl_body_check_mass(body, mass, error) : result;
}

plump_result pl_body_resize_prepare(const plump_world* world, pl_body* body,
                                    const plump_body_def* wish, plump_error* error) {
    const float* now = body->ramp.target;
    bool grows = wish->scale != now[PL_RAMP_SCALE];
    if (!grows && wish->density == now[PL_RAMP_DENSITY]) return PLUMP_OK;
    if (grows && has_muscles(world, body))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the scale of a body with muscles is fixed; destroy them first, or make a "
                       "new body");
    plump_result result = pl_body_resize_check(body, wish->density, wish->scale, error);
    if (result != PLUMP_OK) return result;
    return pl_body_resize_reserve(body) ? PLUMP_OK
                                        : pl_fail_memory(error, "changing the size of a body");
}

// From what it was born with, so that only the outcome counts and not the way there.
void pl_body_resize_matter(pl_body* body) {
    double scale = (double)body->def.scale, born = (double)body->born.scale;
    double born_total =
        (double)body->born.density * fabs(body->surface->volume * born * born * born);
    for (int k = 0; k < 3; ++k) {
        for (uint32_t i = 0; i < body->padded; ++i)
            body->own_rest[k][i] = body->surface->rest[k][i] * body->def.scale;
        body->rest[k] = body->own_rest[k];
    }
    body->extent = body->surface->extent * scale;
    body->rest_volume = body->surface->volume * scale * scale * scale;
    body->mass_total = (double)body->def.density * fabs(body->rest_volume);
    double more = body->mass_total / born_total;
    for (uint32_t i = 0; i < body->count; ++i)
        body->mass[i] = (float)((double)body->born_mass[i] * more);
    pl_volume_resize(body);
    pl_collider_resize(body);
    pl_body_weigh(body);
}

// Positions by `grow`; velocities so that momentum and angular momentum stay, with `more` times the
// mass.
static void grow_state(pl_body* body, const pl_motion* motion, double grow, double more) {
    pl_vec3d centre = motion->centre, drift = motion->velocity;
    for (uint32_t i = 0; i < body->count; ++i) {
        pl_vec3d x =
            pl_vec3d_make((double)body->x[0][i], (double)body->x[1][i], (double)body->x[2][i]);
        pl_vec3d v =
            pl_vec3d_make((double)body->v[0][i], (double)body->v[1][i], (double)body->v[2][i]);
        x = pl_vec3d_add(centre, pl_vec3d_scale(pl_vec3d_sub(x, centre), grow));
        pl_vec3d own = pl_vec3d_scale(pl_vec3d_sub(v, drift), 1.0 / (more * grow));
        v = pl_vec3d_add(pl_vec3d_scale(drift, 1.0 / more), own);
        if (!(body->inv_mass[i] > 0.0f)) continue;  // pinned: stays where it is held
        body->x[0][i] = (float)x.x, body->x[1][i] = (float)x.y, body->x[2][i] = (float)x.z;
        body->v[0][i] = (float)v.x, body->v[1][i] = (float)v.y, body->v[2][i] = (float)v.z;
    }
    for (uint32_t i = 0; i < body->zone_count; ++i) {
        for (int k = 0; k < 3; ++k) {
            body->zones[i].moment[k] *= grow;
            body->zones[i].force_at[k] *= grow;
        }
    }
}

void pl_body_resize(const plump_world* world, pl_body* body, float density, float scale) {
    double grow = (double)scale / (double)body->def.scale;
    pl_motion motion = pl_body_measure(world, body);
    if (scale != body->def.scale && pl_motion_is_sound(&motion))
        grow_state(body, &motion, grow, grow * grow * grow);
    body->def.density = density;
    body->def.scale = scale;
    pl_body_resize_matter(body);
    motion = pl_body_measure(world, body);
    if (pl_motion_is_sound(&motion)) body->motion = motion;
}

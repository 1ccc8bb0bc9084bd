// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What callers do to bodies: forces, impulses and velocities, on a vertex, on all, or at a point.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/state/asleep.h"
#include "src/state/zone.h"
#include "src/world/nearest.h"
#include "src/world/world_data.h"

#include <math.h>

#define FORCE_MOST    1e15f  // N, or N s
#define VELOCITY_MOST 1e6f   // m/s

// Beyond every vertex count, and not all of them.
#define NO_VERTEX (PLUMP_ALL_VERTICES - 1)

// What it acts on: up to three places and their shares, or all of them.
typedef struct {
    bool everywhere;
    uint32_t count;
    uint32_t place[3];
    float share[3];
} target;

static plump_result check_vector(const float value[3], const char* what, float most,
                                 plump_error* error) {
    if (!value) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the %s is NULL", what);
    for (int k = 0; k < 3; ++k) {
        if (!(fabsf(value[k]) <= most))
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "the %s is %g along axis %d; it must be a number within %g", what,
                           (double)value[k], k, (double)most);
    }
    return PLUMP_OK;
}

static plump_result aim_at_vertex(const pl_body* body, uint32_t vertex, target* t,
                                  plump_error* error) {
    if (vertex == PLUMP_ALL_VERTICES) {
        *t = (target){.everywhere = true};
        return PLUMP_OK;
    }
    if (vertex >= body->count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "vertex %u is meant, the body has %u",
                       (unsigned)vertex, (unsigned)body->count);
    *t = (target){false, 1, {body->surface->place_of[vertex]}, {1.0f}};
    return PLUMP_OK;
}

static plump_result aim_at_point(const pl_body* body, const double point[3], target* t,
                                 plump_error* error) {
    if (!point) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the point is NULL");
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(point[k]) <= 1e12))
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "the point is at %g m along axis %d; it must be a number within 1e12",
                           point[k], k);
    }
    pl_nearest nearest;
    pl_nearest_find(body, point, INFINITY, &nearest);
    *t = (target){.count = 3};
    for (int k = 0; k < 3; ++k) {
        t->place[k] = nearest.place[k];
        t->share[k] = nearest.share[k];
    }
    return PLUMP_OK;
}

// --- the three things that can be done ---

static void push_place(pl_body* body, uint32_t place, const float force[3], float share) {
    for (int k = 0; k < 3; ++k) body->force[k][place] += force[k] * share;
}

// What acts on all of a body is no load on a place of it.
static void load_zone(pl_body* body, const target* t, pl_zone_cause cause, const float value[3]) {
    double size = pl_vec3d_length(pl_vec3_widen(pl_vec3_load(value)));
    pl_zone_load(body, cause, size, t->count, t->place, t->share);
}

// No step will use what acts on a body that is barred.
static void do_force(pl_body* body, const target* t, const float force[3]) {
    if (pl_body_is_barred(body)) return;
    for (uint32_t i = 0; t->everywhere && i < body->count; ++i)
        push_place(body, i, force, body->mass[i] / (float)body->mass_total);
    for (uint32_t i = 0; i < t->count; ++i) push_place(body, t->place[i], force, t->share[i]);
    body->has_force = true;
    load_zone(body, t, PL_ZONE_FORCE, force);
}

// inv_mass is 0 for pinned vertices: they do not move
static void kick_place(pl_body* body, uint32_t place, const float impulse[3], float share) {
    for (int k = 0; k < 3; ++k) body->v[k][place] += impulse[k] * share * body->inv_mass[place];
}

static void do_impulse(pl_body* body, const target* t, const float impulse[3]) {
    for (uint32_t i = 0; t->everywhere && i < body->count; ++i)
        kick_place(body, i, impulse, body->mass[i] / (float)body->mass_total);
    for (uint32_t i = 0; i < t->count; ++i) kick_place(body, t->place[i], impulse, t->share[i]);
    load_zone(body, t, PL_ZONE_IMPULSE, impulse);
}

static void set_place(pl_body* body, uint32_t place, const float velocity[3]) {
    for (int k = 0; body->inv_mass[place] > 0.0f && k < 3; ++k) body->v[k][place] = velocity[k];
}

static void do_velocity(pl_body* body, const target* t, const float velocity[3]) {
    for (uint32_t i = 0; t->everywhere && i < body->count; ++i) set_place(body, i, velocity);
    for (uint32_t i = 0; i < t->count; ++i) set_place(body, t->place[i], velocity);
}

// --- the calls ---

typedef void do_fn(pl_body* body, const target* t, const float value[3]);

// Where something acts: at a vertex, or at a point if there is one.
typedef struct {
    uint32_t vertex;
    const double* point;
} aim;

static plump_result act(plump_world* world, plump_body_id id, aim where, const float value[3],
                        do_fn* what, plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    target t = {0};
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = where.vertex == NO_VERTEX ? aim_at_point(body, where.point, &t, error)
                                                    : aim_at_vertex(body, where.vertex, &t, error);
    if (result == PLUMP_OK) {
        pl_body_rouse(world, body);
        what(body, &t, value);
    }
    pl_fpmode_leave(mode);
    return result;
}

plump_result plump_body_add_force(plump_world* world, plump_body_id body, uint32_t vertex,
                                  const float force[3], plump_error* error) {
    plump_result result = check_vector(force, "force", FORCE_MOST, error);
    return result ? result : act(world, body, (aim){vertex, NULL}, force, do_force, error);
}

plump_result plump_body_add_impulse(plump_world* world, plump_body_id body, uint32_t vertex,
                                    const float impulse[3], plump_error* error) {
    plump_result result = check_vector(impulse, "impulse", FORCE_MOST, error);
    return result ? result : act(world, body, (aim){vertex, NULL}, impulse, do_impulse, error);
}

plump_result plump_body_set_velocity(plump_world* world, plump_body_id body, uint32_t vertex,
                                     const float velocity[3], plump_error* error) {
    plump_result result = check_vector(velocity, "velocity", VELOCITY_MOST, error);
    return result ? result : act(world, body, (aim){vertex, NULL}, velocity, do_velocity, error);
}

plump_result plump_body_add_force_at(plump_world* world, plump_body_id body, const double point[3],
                                     const float force[3], plump_error* error) {
    plump_result result = check_vector(force, "force", FORCE_MOST, error);
    return result ? result : act(world, body, (aim){NO_VERTEX, point}, force, do_force, error);
}

plump_result plump_body_add_impulse_at(plump_world* world, plump_body_id body,
                                       const double point[3], const float impulse[3],
                                       plump_error* error) {
    plump_result result = check_vector(impulse, "impulse", FORCE_MOST, error);
    return result ? result : act(world, body, (aim){NO_VERTEX, point}, impulse, do_impulse, error);
}

plump_result plump_body_set_velocity_at(plump_world* world, plump_body_id body,
                                        const double point[3], const float velocity[3],
                                        plump_error* error) {
    plump_result result = check_vector(velocity, "velocity", VELOCITY_MOST, error);
    return result ? result
                  : act(world, body, (aim){NO_VERTEX, point}, velocity, do_velocity, error);
}

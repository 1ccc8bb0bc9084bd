// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What callers do to bodies: pins, teleports, waking, and changing numbers.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/math/rotation.h"
#include "src/state/contain.h"
#include "src/volume/volume.h"
#include "src/world/body_fields.h"
#include "src/world/body_ramp.h"
#include "src/world/body_resize.h"
#include "src/world/checks.h"
#include "src/world/world_data.h"

#include <math.h>
#include <string.h>

// --- pins ---

static bool is_pinned(const pl_body* body, uint32_t place, size_t* index) {
    *index = pl_pin_index(body, place);
    return *index < body->pin_count && body->pins[*index].place == place;
}

// Where a place is in the world; refused where it is spoiled, since a pin there would keep it so.
static plump_result find_spot(const pl_body* body, uint32_t vertex, uint32_t place, double spot[3],
                              plump_error* error) {
    for (int k = 0; k < 3; ++k) {
        spot[k] = body->origin[k] + (double)body->x[k][place];
        if (!(fabs(spot[k]) <= PL_COORDINATE_MOST))
            return pl_fail(
                error, PLUMP_ERROR_ARGUMENT,
                "vertex %u is at %g m along axis %d and cannot be pinned there; the next "
                "step mends it",
                (unsigned)vertex, spot[k], k);
    }
    return PLUMP_OK;
}

static plump_result pin(plump_world* world, pl_body* body, uint32_t vertex, plump_error* error) {
    uint32_t place = 0;
    size_t at;
    plump_result result = pl_check_vertex(body, vertex, &place, error);
    if (result != PLUMP_OK || is_pinned(body, place, &at)) return result;
    pl_pin made = {.place = place};
    result = find_spot(body, vertex, place, made.from, error);
    if (result != PLUMP_OK) return result;
    if (!pl_grow(&world->hooks, (void**)&body->pins, &body->pin_capacity, body->pin_count,
                 body->pin_count + 1, sizeof *body->pins))
        return pl_fail_memory(error, "pinning a vertex");
    memmove(body->pins + at + 1, body->pins + at, (body->pin_count++ - at) * sizeof *body->pins);
    body->pins[at] = made;
    for (int k = 0; k < 3; ++k) body->v[k][place] = 0.0f;
    pl_body_weigh_place(body, place, true);
    pl_body_rouse(world, body);
    return PLUMP_OK;
}

plump_result plump_body_pin(plump_world* world, plump_body_id id, uint32_t vertex,
                            plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = pin(world, body, vertex, error);
    pl_fpmode_leave(mode);
    return result;
}

// The body and the pin of a vertex; NULL with the sentence in error.
static pl_body* find_pin(plump_world* world, plump_body_id id, uint32_t vertex, size_t* at,
                         plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    uint32_t place = 0;
    if (!body || pl_check_vertex(body, vertex, &place, error) != PLUMP_OK) return NULL;
    if (is_pinned(body, place, at)) return body;
    pl_fail(error, PLUMP_ERROR_ARGUMENT, "vertex %u is not pinned", (unsigned)vertex);
    return NULL;
}

plump_result plump_body_move_pin(plump_world* world, plump_body_id id, uint32_t vertex,
                                 const double target[3], plump_error* error) {
    size_t at;
    pl_body* body = find_pin(world, id, vertex, &at, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    plump_result result = pl_check_point(target, "target", error);
    if (result != PLUMP_OK) return result;
    memcpy(body->pins[at].target, target, sizeof body->pins[at].target);
    body->pins[at].moving = true;
    pl_body_rouse(world, body);
    return PLUMP_OK;
}

plump_result plump_body_unpin(plump_world* world, plump_body_id id, uint32_t vertex,
                              plump_error* error) {
    size_t at;
    pl_body* body = find_pin(world, id, vertex, &at, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    uint32_t place = body->pins[at].place;
    memmove(body->pins + at, body->pins + at + 1, (--body->pin_count - at) * sizeof *body->pins);
    pl_fpmode mode = pl_fpmode_enter();
    pl_body_weigh_place(body, place, false);
    pl_fpmode_leave(mode);
    pl_body_rouse(world, body);
    return PLUMP_OK;
}

// --- teleport ---

static void turn_places(float* const a[3], uint32_t count, const double turn[9], pl_vec3d about) {
    for (uint32_t i = 0; i < count; ++i) {
        pl_vec3d value = pl_vec3d_make((double)a[0][i], (double)a[1][i], (double)a[2][i]);
        pl_vec3 turned = pl_vec3d_narrow(pl_rotation_turn(turn, pl_vec3d_sub(value, about)));
        a[0][i] = turned.x;
        a[1][i] = turned.y;
        a[2][i] = turned.z;
    }
}

static void turn_point(double point[3], const double turn[9], pl_vec3d from, pl_vec3d to) {
    pl_vec3d arm = pl_vec3d_sub(pl_vec3d_load(point), from);
    pl_vec3d_store(pl_vec3d_add(pl_rotation_turn(turn, arm), to), point);
}

// Afterwards the origin is the centre of mass.
static void teleport(pl_body* body, const double position[3], const float rotation[4]) {
    double q[4], turn[9];
    for (int k = 0; k < 4; ++k) q[k] = (double)rotation[k];
    pl_rotation_from_quaternion(q, turn);
    pl_motion* m = &body->motion;
    pl_vec3d from = pl_vec3d_add(pl_vec3d_load(body->origin), m->centre);
    pl_vec3d to = pl_vec3d_load(position), none = pl_vec3d_make(0, 0, 0);
    turn_places(body->x, body->padded, turn, m->centre);
    turn_places(body->v, body->padded, turn, none);
    for (size_t i = 0; i < body->pin_count; ++i) {
        turn_point(body->pins[i].from, turn, from, to);
        turn_point(body->pins[i].target, turn, from, to);
    }
    pl_vec3d_store(to, body->origin);
    m->centre = none;
    m->velocity = pl_rotation_turn(turn, m->velocity);
    m->angular_velocity = pl_rotation_turn(turn, m->angular_velocity);
    m->angular_momentum = pl_rotation_turn(turn, m->angular_momentum);
}

plump_result plump_body_teleport(plump_world* world, plump_body_id id, const double position[3],
                                 const float rotation[4], plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    plump_result result = pl_check_point(position, "position", error);
    if (result == PLUMP_OK) result = pl_check_rotation(rotation, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    pl_motion now = pl_body_measure(world, body);
    if (pl_motion_is_contained(&now)) body->motion = now;  // else the next step mends it
    double lo[3], hi[3];
    pl_body_box(body, lo, hi);
    pl_rouse_near_box(world, lo, hi);
    teleport(body, position, rotation);
    pl_body_rouse_where_it_comes(world, body);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

// --- numbers by name ---

// The target's way to its scale goes on from where it is, at the new pace: with the speed of the
// old one a slower target would shoot far beyond.
static void change_volume(pl_body* body, const plump_body_def* before) {
    float time = body->def.volume_time;
    if (time != before->volume_time)
        body->volume_ratio_speed *= time > 0.0f ? (double)before->volume_time / (double)time : 0.0;
    if (body->def.volume != before->volume) pl_volume_change(body);
}

plump_result plump_body_set(plump_world* world, plump_body_id id, const char* name, double value,
                            plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    plump_body_def wish = pl_ramp_wish(body);
    plump_result result = plump_body_def_set(&wish, name, value, error);
    if (result != PLUMP_OK) return result;
    if (!pl_body_field_changeable(name))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%s is fixed when a body is created; make a new body with it", name);
    result = body->model->allows(body, &wish, error);
    if (result == PLUMP_OK) result = pl_body_resize_prepare(world, body, &wish, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    plump_body_def before = body->def;
    body->def = wish;
    pl_ramp_change(world, body, &before);
    change_volume(body, &before);
    pl_body_accelerate(world, body);
    pl_body_weigh(body);
    pl_fpmode_leave(mode);
    pl_body_rouse(world, body);
    return PLUMP_OK;
}

plump_result plump_body_set_user(plump_world* world, plump_body_id id, uint64_t user,
                                 plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    body->def.user = user;
    return PLUMP_OK;
}

double plump_body_get(const plump_world* world, plump_body_id id, const char* name) {
    const pl_body* body = pl_world_find(world, id, NULL);
    if (!body) return (double)NAN;
    plump_body_def wish = pl_ramp_wish(body);
    return plump_body_def_get(&wish, name);
}

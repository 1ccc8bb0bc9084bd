// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies that the caller stops, takes out, or begins anew. One that is frozen or disabled is a
// sleeper to all stages, which nothing wakes (src/state/asleep.h).
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/muscle/muscle.h"
#include "src/state/asleep.h"
#include "src/state/contain.h"
#include "src/state/zone.h"
#include "src/volume/volume.h"
#include "src/world/checks.h"
#include "src/world/world_data.h"

#include <string.h>

// Bodies beside it may have lain on it, or hung from it.
static void rouse_around(plump_world* world, const pl_body* body) {
    double lo[3], hi[3];
    pl_body_box(body, lo, hi);
    pl_rouse_near_box(world, lo, hi);
    pl_attachments_rouse(world, body->id);
}

// --- sleep ---

static bool moves_pins(const pl_body* body) {
    for (size_t i = 0; i < body->pin_count; ++i) {
        if (body->pins[i].moving) return true;
    }
    return false;
}

static bool moves_ties(const plump_world* world, const pl_body* body) {
    for (size_t i = 0; i < world->attachment_count; ++i) {
        const pl_attachment* a = world->attachments[i];
        if (a->moving && !a->broken && a->def.body.value == body->id.value) return true;
    }
    return false;
}

static bool moves_muscles(const plump_world* world, const pl_body* body) {
    for (size_t i = 0; i < world->muscle_count; ++i) {
        const pl_muscle* muscle = world->muscles[i];
        if (muscle->def.body.value == body->id.value && pl_muscle_is_changing(muscle)) return true;
    }
    return false;
}

// What keeps it awake, or NULL.
static const char* find_order(plump_world* world, pl_body* body) {
    pl_motion now = pl_body_measure(world, body);
    if (!pl_motion_is_contained(&now)) return "its state is not usable; the next step mends it";
    if (body->has_force) return "a force waits for the next step";
    if (moves_pins(body)) return "a pin is on its way";
    if (moves_ties(world, body)) return "a point that it is tied to is on its way";
    if (moves_muscles(world, body)) return "a muscle of it changes";
    if (pl_body_is_swelling(body)) return "its volume is on its way to volume_scale";
    if (body->ramp.moves) return "a field is on its way to its new value";
    return NULL;
}

static const char* state_of(const pl_body* body) {
    return body->disabled ? "disabled; plump_body_set_enabled() brings it back"
                          : "frozen; plump_body_set_frozen() lets it go";
}

static plump_result check_sleep(plump_world* world, pl_body* body, plump_error* error) {
    unsigned id = (unsigned)body->id.value;
    if (pl_body_is_barred(body))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "body %u cannot be put to sleep: it is %s", id,
                       state_of(body));
    if (!body->def.can_sleep)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "body %u cannot be put to sleep: its can_sleep is 0; set it to 1, or freeze "
                       "the body",
                       id);
    const char* order = find_order(world, body);
    if (!order) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "body %u cannot be put to sleep: %s; wait for that, or freeze the body", id,
                   order);
}

plump_result plump_body_sleep(plump_world* world, plump_body_id id, plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = check_sleep(world, body, error);
    if (result == PLUMP_OK && !body->asleep) {
        pl_body_fall_asleep(body);
        body->boxed = false;  // it may have been moved since the last step
    }
    pl_fpmode_leave(mode);
    return result;
}

plump_result plump_body_wake(plump_world* world, plump_body_id id, plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if (pl_body_is_barred(body))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "body %u cannot be woken: it is %s",
                       (unsigned)id.value, state_of(body));
    pl_body_rouse(world, body);
    return PLUMP_OK;
}

// --- freezing and disabling ---

static void drop_forces(pl_body* body) {
    for (int k = 0; body->has_force && k < 3; ++k)
        memset(body->force[k], 0, body->padded * sizeof(float));
    body->has_force = false;
    pl_zones_end_step(body);
}

static void stop(plump_world* world, pl_body* body) {
    drop_forces(body);
    body->asleep = true;
    body->quiet_time = 0.0f;
    pl_body_rouse(world, body);
}

// With the velocities that it had; the next step mends what is not usable.
static void go_on(plump_world* world, pl_body* body) {
    if (pl_body_is_barred(body)) return;
    body->asleep = false;
    pl_motion now = pl_body_measure(world, body);
    if (pl_motion_is_contained(&now)) body->motion = now;
    body->boxed = false;
}

plump_result plump_body_set_frozen(plump_world* world, plump_body_id id, bool frozen,
                                   plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if (body->frozen == frozen) return PLUMP_OK;
    pl_fpmode mode = pl_fpmode_enter();
    body->frozen = frozen;
    if (frozen) {
        stop(world, body);
    } else {
        go_on(world, body);
        rouse_around(world, body);
    }
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

static void forget_contacts(plump_world* world, pl_body* body) {
    memset(body->contact, 0, body->padded * sizeof *body->contact);
    memset(body->load, 0, body->padded * sizeof *body->load);
    memset(body->inside_of, 0, body->padded * sizeof *body->inside_of);
    memset(body->inside_at, 0, body->padded * sizeof *body->inside_at);
    memset(body->contact_impulse, 0, sizeof body->contact_impulse);
    body->any_inside = body->touched = body->meets_soft = body->stopped = false;
    body->contact_count = 0;
    body->penetration = 0.0f;
    pl_body_forget_insides(world, body->id);
    pl_resolve_drop_kept(world->resolve, body->id.value);
    pl_body_weigh(body);
}

plump_result plump_body_set_enabled(plump_world* world, plump_body_id id, bool enabled,
                                    plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if (body->disabled == !enabled) return PLUMP_OK;
    pl_fpmode mode = pl_fpmode_enter();
    body->disabled = !enabled;
    if (enabled) {
        go_on(world, body);
    } else {
        stop(world, body);
        forget_contacts(world, body);
    }
    rouse_around(world, body);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

// --- beginning anew ---

static void forget_volume(pl_body* body) {
    body->volume_ratio = 1.0;
    body->volume_ratio_speed = 0.0;
    body->volume_error = body->volume_error_step = body->volume_error_most = 0.0;
    body->volume_state = body->volume_state_most = PLUMP_VOLUME_UNBOUND;
    body->zone_count = 0;
    memset(body->volume->weight, 0, body->count * sizeof *body->volume->weight);
}

static void set_pins(pl_body* body) {
    for (size_t i = 0; i < body->pin_count; ++i) {
        pl_pin* pin = &body->pins[i];
        pin->moving = false;
        for (int k = 0; k < 3; ++k) pin->from[k] = body->origin[k] + (double)body->x[k][pin->place];
    }
}

static void reset(plump_world* world, pl_body* body, const double position[3],
                  const float rotation[4]) {
    drop_forces(body);
    forget_contacts(world, body);
    forget_volume(body);
    body->model->forget(body);
    for (int k = 0; k < 3; ++k) memset(body->v[k], 0, body->padded * sizeof(float));
    pl_body_set_down(body, position, rotation);
    body->motion = pl_body_measure(world, body);
    set_pins(body);
    body->contained = body->unreachable = false;
    body->roughness = 0.0;
    body->rough_turn = 0;
}

plump_result plump_body_reset(plump_world* world, plump_body_id id, const double position[3],
                              const float rotation[4], plump_error* error) {
    pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    plump_result result = pl_check_point(position, "position", error);
    if (result == PLUMP_OK) result = pl_check_rotation(rotation, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    rouse_around(world, body);
    reset(world, body, position, rotation);
    pl_body_rouse_where_it_comes(world, body);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

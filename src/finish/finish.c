// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/finish/finish.h"

#include "src/state/asleep.h"
#include "src/state/contain.h"
#include "src/state/island.h"
#include "src/state/roughness.h"
#include "src/state/zone.h"

#include <math.h>
#include <string.h>

PL_ISA_TABLES(pl_finish_kernels);

const pl_finish_kernels* pl_finish_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_finish_kernels, isa);
}

static void check_span(const pl_span* span, const pl_stage* stage) {
    bool usable = pl_finish_kernels_get(stage->isa)->usable(span->body, span->begin, span->end);
    span->body->span_flags[span->begin / PL_SPAN_PARTICLES] = !usable;
}

static void contain(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_contain_flagged(body);
}

static void join_motion(pl_body* body, const pl_stage* stage) {
    (void)stage;
    body->motion = pl_motion_join_body(body, &body->inertia);
    pl_motion_contain(&body->motion);
}

static void measure_span(const pl_span* span, const pl_stage* stage) {
    const pl_finish_kernels* kernels = pl_finish_kernels_get(stage->isa);
    float fastest = kernels->deformation(span->body, span->begin, span->end);
    // in the place of the motion sums, which have been joined
    span->body->motion_sums[span->begin / PL_SPAN_PARTICLES] = fastest;
}

static float deformation_speed(const pl_body* body) {
    uint32_t spans = pl_span_count(body->padded);
    float most = 0.0f;
    for (uint32_t i = 0; i < spans; ++i) {
        float squared = body->motion_sums[i];
        most = squared > most ? squared : most;
    }
    return sqrtf(most);
}

// An upper bound for the speed of any point of the body through its rigid motion.
static double rigid_speed(const pl_body* body) {
    return pl_vec3d_length(body->motion.velocity) +
           pl_vec3d_length(body->motion.angular_velocity) * body->extent;
}

static bool is_quiet(const pl_body* body) {
    if (!body->def.can_sleep || body->contained || pl_body_is_swelling(body) || body->on_moving ||
        body->flexing || body->ramp.moves)
        return false;
    for (size_t i = 0; i < body->pin_count; ++i) {
        if (body->pins[i].moving) return false;
    }
    // at the top of its flight a body is slow for a while, however weak gravity is
    bool lies = body->pin_count > 0 || body->contact_count > 0 || body->tied;
    if (!lies && pl_vec3_length(body->acceleration) > 0.0f) return false;
    double limit = (double)body->def.sleep_speed * body->extent;
    return (double)deformation_speed(body) < limit && rigid_speed(body) < limit;
}

// Steps of a sixteenth of the size, as a power of two: then the shift is exact in float.
static double shift_unit(double extent) {
    int exponent;
    (void)frexp(extent, &exponent);
    return ldexp(1.0, exponent - 5);
}

// About as far as that along an axis, in whole units.
static float shift_by(const pl_body* body, double distance) {
    double unit = shift_unit(body->extent);
    return (float)(floor(distance / unit + 0.5) * unit);
}

static void move_origin(pl_body* body, int k, float step) {
    double* centre[3] = {&body->motion.centre.x, &body->motion.centre.y, &body->motion.centre.z};
    for (uint32_t i = 0; i < body->padded; ++i) body->x[k][i] -= step;
    body->origin[k] += (double)step;
    body->box_lo[k] -= step;
    body->box_hi[k] -= step;
    *centre[k] -= (double)step;
}

// Keeps the origin within the body, where floats are finest.
static void follow(pl_body* body) {
    const double centre[3] = {body->motion.centre.x, body->motion.centre.y, body->motion.centre.z};
    for (int k = 0; k < 3; ++k)
        if (!(fabs(centre[k]) <= 0.25 * body->extent))
            move_origin(body, k, shift_by(body, centre[k]));
}

// A body that flies many times its size in a step takes its origin along in each substep: regions
// are matched by sums of squares of positions, and of 8 mm in 6 m floats leave nothing (a creature
// at 344 m/s burst).
#define FLIGHT_SIZES 16.0
#define FLIGHT_MOST  1e6  // what is farther away is no longer a flight

static void keep_up(pl_body* body, const pl_stage* stage) {
    double way = pl_vec3d_length(body->motion.velocity) * (double)stage->step;
    if (body->asleep || !(way > FLIGHT_SIZES * body->extent)) return;
    for (int k = 0; k < 3; ++k) {
        double ahead = (double)body->x[k][0];
        if (fabs(ahead) < FLIGHT_MOST * body->extent) move_origin(body, k, shift_by(body, ahead));
    }
}

void pl_finish_keep_up(const pl_stage* stage) {
    pl_stage_light(stage, keep_up);
}

// The step is over: pins have arrived, forces have acted.
static void clear_orders(pl_body* body) {
    for (size_t i = 0; i < body->pin_count; ++i) {
        pl_pin* pin = &body->pins[i];
        if (pin->moving) memcpy(pin->from, pin->target, sizeof pin->from);
        pin->moving = false;
    }
    for (int k = 0; body->has_force && k < 3; ++k)
        memset(body->force[k], 0, body->padded * sizeof(float));
    body->has_force = false;
    pl_zones_end_step(body);
}

static void judge(pl_body* body, const pl_stage* stage) {
    body->quiet_time = is_quiet(body) ? body->quiet_time + stage->step : 0.0f;
    body->island = body->index;
    body->wakeful = body->quiet_time < PL_SLEEP_AFTER;
}

// --- those that lie on each other sleep together ---

static void find_islands(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    for (size_t i = 0; i < list->count; ++i) {
        const pl_contact* c = &list->contacts[i];
        if (c->push > 0.0f) pl_island_join(stage->all, c->body[0], c->body[1]);
    }
    for (uint32_t i = 0; i < stage->attachment_count; ++i) {
        const pl_attachment* a = stage->attachments[i];
        if (pl_attachment_acts(a)) pl_island_join(stage->all, a->body[0], a->body[1]);
    }
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        pl_body* body = stage->bodies[i];
        body->island = pl_island_find(stage->all, body->index);
        pl_body* first = stage->all[body->island];
        first->wakeful = first->wakeful || body->wakeful;
    }
}

static void end_step(pl_body* body, const pl_stage* stage) {
    clear_orders(body);
    if (body->rough_turn++ % PL_ROUGHNESS_TURN == 0)
        body->roughness = pl_roughness_measure(body, pl_roughness_stride(body));
    if (!stage->all[body->island]->wakeful) pl_body_fall_asleep(body);
    follow(body);
}

void pl_finish(const pl_stage* stage) {
    pl_stage_particles(stage, check_span);
    pl_stage_bodies(stage, contain);
    pl_stage_particles(stage, pl_motion_sum_span);
    pl_stage_bodies(stage, join_motion);
    pl_finish_roll(stage);
    pl_stage_particles(stage, measure_span);
    pl_stage_bodies(stage, judge);
    find_islands(stage);
    pl_stage_bodies(stage, end_step);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Pressure gives no angular momentum, but the places it moves are moved under their velocities:
// with D what it adds to them, L = sum m x cross v changes by
//     sum m D cross v,
// always the same way in a body that spins under load (a ball on ice gained 29 % in 2 s). A turn of
// the whole gives that back, as in the volume stage.
#include "src/contact/resolve.h"
#include "src/math/rotation.h"

#include <math.h>

static bool turns_back(const pl_body* body) {
    return body->touched && body->pressure_count == 1 && body->pin_count == 0 &&
           body->def.volume_momentum;
}

static void sum_pressed(const pl_span* span, const pl_stage* stage) {
    const pl_body* body = span->body;
    const float* press[3] = {body->press[0], body->press[1], body->press[2]};
    if (turns_back(body)) pl_motion_sum_of(span, stage, press, NULL);
}

static void sum_moved(const pl_span* span, const pl_stage* stage) {
    if (turns_back(span->body)) pl_motion_sum_span(span, stage);
}

static void set_gain(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_inertia inertia;
    if (!turns_back(body)) return;
    pl_motion motion = pl_motion_join_body(body, &inertia);
    body->gained = pl_vec3d_scale(motion.angular_momentum, body->pressures[0].lambda);
}

static void set_turn(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_inertia inertia;
    if (!turns_back(body)) return;
    pl_motion motion = pl_motion_join_body(body, &inertia);
    pl_vec3d turn = pl_rotation_turn(inertia.inverse, pl_vec3d_neg(body->gained));
    bool sound = pl_inertia_turns(&inertia, motion.mass, body->extent) &&
                 pl_motion_is_sound(&motion) && isfinite(pl_vec3d_length(turn));
    body->turn_back = sound ? turn : pl_vec3d_make(0, 0, 0);
    body->turn_centre = motion.centre;
}

static void turn_span(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_body* body = span->body;
    if (turns_back(body)) pl_motion_turn_span(span, body->turn_back, body->turn_centre);
}

void pl_spin_before(const pl_stage* stage) {
    pl_stage_particles(stage, sum_pressed);
    pl_stage_bodies(stage, set_gain);
}

void pl_spin_after(const pl_stage* stage) {
    pl_stage_particles(stage, sum_moved);
    pl_stage_bodies(stage, set_turn);
    pl_stage_particles(stage, turn_span);
}

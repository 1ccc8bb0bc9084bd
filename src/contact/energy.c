// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Contacts and pressure make no energy. Bodies that touch are an island; what stages 3 to 5 do to it
// is done by forces between its bodies, by obstacles that stand still and by volumes that do not
// change: with restitution 0 that can only take kinetic energy away. Solved to the end it would;
// rounds that end early, rows that ask for more than can be had (a tangle), and weights of the
// volume stage that are not even may add some, and in a tangle they do so in every substep (a heap
// of bags: from 60 J to 1e11). What was added is taken from the bodies' deformation, v - (u + omega
// x r), so that momentum and spin stay.
#include "src/contact/contact.h"
#include "src/contact/resolve.h"
#include "src/state/island.h"

#include <math.h>

// What else may do work on it: then nothing is known.
static bool is_driven(const pl_body* body) {
    return body->on_moving || body->tied || body->pin_count > 0 || body->stopped ||
           (body->def.compressibility > 0.0f && !body->pressed) || body->volume_ratio_speed != 0.0;
}

static void sum_motion(const pl_span* span, const pl_stage* stage) {
    if (span->body->touched) pl_motion_sum_span(span, stage);
}

static void note_energy(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_inertia inertia;
    if (!body->touched) return;
    body->energy_before = pl_motion_join_body(body, &inertia).kinetic_energy + body->gas_energy;
}

void pl_energy_before(const pl_stage* stage) {
    pl_stage_particles(stage, sum_motion);
    pl_stage_bodies(stage, note_energy);
}

// --- islands ---

static void begin_island(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_inertia inertia;
    body->island = body->index;
    if (!body->touched) return;
    body->motion = pl_motion_join_body(body, &inertia);
    double speed = pl_motion_deformation(&body->motion);
    body->energy_gained = body->motion.kinetic_energy + body->gas_energy - body->energy_before;
    body->energy_loose = 0.5 * body->motion.mass * speed * speed;
    body->driven = is_driven(body);
}

static void add_up(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        pl_body* body = stage->bodies[i];
        pl_body* first = stage->all[pl_island_find(stage->all, body->index)];
        if (!body->touched || first == body) continue;
        first->energy_gained += body->energy_gained;
        first->energy_before += body->energy_before;
        first->energy_loose += body->energy_loose;
        first->driven = first->driven || body->driven;
    }
}

#define GAIN_MOST 1e-3  // of what there was: rounding, and weights of the volume stage

// The share of its deformation's speed that a body keeps.
static void set_share(pl_body* body, const pl_stage* stage) {
    const pl_body* first = stage->all[body->island];
    double excess = first->energy_gained - GAIN_MOST * first->energy_before;
    double left = first->energy_loose - excess;
    bool wanted = body->touched && !first->driven && excess > 0.0 && first->energy_loose > 0.0;
    body->energy_share = !wanted ? 1.0f : left > 0.0 ? (float)sqrt(left / first->energy_loose) : 0.0f;
}

static void slow_down(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    pl_body* body = span->body;
    if (!body->touched || body->energy_share == 1.0f) return;
    float share = body->energy_share;
    pl_vec3 u = pl_vec3d_narrow(body->motion.velocity);
    pl_vec3 w = pl_vec3d_narrow(body->motion.angular_velocity);
    pl_vec3 centre = pl_vec3d_narrow(body->motion.centre);
    uint32_t end = span->end < body->count ? span->end : body->count;
    for (uint32_t i = span->begin; i < end; ++i) {
        pl_vec3 r = pl_vec3_sub(pl_vec3_make(body->x[0][i], body->x[1][i], body->x[2][i]), centre);
        pl_vec3 rigid = pl_vec3_add(u, pl_vec3_cross(w, r));
        body->v[0][i] = rigid.x + share * (body->v[0][i] - rigid.x);
        body->v[1][i] = rigid.y + share * (body->v[1][i] - rigid.y);
        body->v[2][i] = rigid.z + share * (body->v[2][i] - rigid.z);
    }
}

void pl_contact_bound_energy(const pl_stage* stage) {
    if (stage->contacts->count == 0) return;
    pl_stage_particles(stage, sum_motion);
    pl_stage_bodies(stage, begin_island);
    for (size_t i = 0; i < stage->contacts->count; ++i) {
        const pl_contact* c = &stage->contacts->contacts[i];
        if (c->push > 0.0f) pl_island_join(stage->all, c->body[0], c->body[1]);
    }
    for (uint32_t i = 0; i < stage->body_count; ++i)
        stage->bodies[i]->island = pl_island_find(stage->all, stage->bodies[i]->index);
    add_up(stage);
    pl_stage_bodies(stage, set_share);
    pl_stage_particles(stage, slow_down);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/body_ramp.h"

#include "src/math/elementary.h"
#include "src/volume/volume.h"
#include "src/world/body_fields.h"
#include "src/world/body_resize.h"

#include <math.h>

#define LIMP         0.05f  // Hz
#define PERIOD_RATE  0.5f   // s per second: how fast the period falls
#define RISE         4.0f   // of itself per second: what a frequency may rise by at least
#define MARGIN       2.5f   // more damping than a rising frequency needs
#define LOAD_LEAST   0.25f  // s until another gravity acts in full: a period, within these
#define LOAD_MOST    0.5f
#define CORE_RATE    1.0f  // per period
#define STIFF_RATE   2.0f  // per second
#define DENSITY_RATE 12.0  // of itself per second
#define NEAR         1e-6  // of a scale: it is there
#define SPEED_MOST   1e18  // 1/s: far beyond what following the largest scale needs

static float* field_of(plump_body_def* def, int field) {
    switch (field) {
    case PL_RAMP_FREQUENCY: return &def->frequency;
    case PL_RAMP_DAMPING: return &def->damping;
    case PL_RAMP_CORE: return &def->core;
    case PL_RAMP_STIFFNESS: return &def->stiffness;
    case PL_RAMP_DENSITY: return &def->density;
    default: return &def->scale;
    }
}

static void note_moves(pl_body* body) {
    pl_ramp* ramp = &body->ramp;
    ramp->moves = ramp->load_left > 0.0f;
    for (int i = 0; i < PL_RAMP_COUNT; ++i)
        ramp->moves = ramp->moves || *field_of(&body->def, i) != ramp->target[i];
}

void pl_ramp_begin(pl_body* body) {
    body->ramp = (pl_ramp){0};
    for (int i = 0; i < PL_RAMP_COUNT; ++i) body->ramp.target[i] = *field_of(&body->def, i);
}

plump_body_def pl_ramp_wish(const pl_body* body) {
    plump_body_def wish = body->def;
    for (int i = 0; i < PL_RAMP_COUNT; ++i) *field_of(&wish, i) = body->ramp.target[i];
    return wish;
}

// Only what lies or hangs is deformed by its weight: in free flight another gravity acts at once,
// and what is let go on the way has all of it from then on.
static bool rests(const pl_body* body) {
    return body->contact_count > 0 || body->pin_count > 0;
}

void pl_ramp_load(pl_body* body) {
    if (!body->ramp.lived || !rests(body)) return;
    float period = 1.0f / body->def.frequency;
    body->ramp.load_left = period < LOAD_LEAST  ? LOAD_LEAST
                           : period > LOAD_MOST ? LOAD_MOST
                                                : period;
    body->ramp.moves = true;
}

// At once.
static void finish(const plump_world* world, pl_body* body) {
    const float* goal = body->ramp.target;
    if (body->def.density != goal[PL_RAMP_DENSITY] || body->def.scale != goal[PL_RAMP_SCALE])
        pl_body_resize(world, body, goal[PL_RAMP_DENSITY], goal[PL_RAMP_SCALE]);
    for (int i = 0; i < PL_RAMP_COUNT; ++i) *field_of(&body->def, i) = goal[i];
}

void pl_ramp_change(const plump_world* world, pl_body* body, const plump_body_def* before) {
    pl_ramp* ramp = &body->ramp;
    plump_body_def was = *before;
    for (int i = 0; i < PL_RAMP_COUNT; ++i) {
        ramp->target[i] = *field_of(&body->def, i);
        *field_of(&body->def, i) = *field_of(&was, i);
    }
    if (body->def.gravity_scale != before->gravity_scale) pl_ramp_load(body);
    if (!ramp->lived) finish(world, body);
    note_moves(body);
}

// --- a step ---

// By at most `most`.
static float towards(float now, float target, float most) {
    float way = target - now;
    return fabsf(way) <= most ? target : now + (way < 0.0f ? -most : most);
}

// Softer at once: the same deformation then holds less. So is what was limp: it has no vibration
// that a ramp could be slow against, and lies flat until it has its shape again.
static float next_frequency(float now, float target, float dt) {
    if (now <= LIMP) return target;
    float period = 1.0f / now, way = PERIOD_RATE * dt;
    float most = period > way ? 1.0f / (period - way) : INFINITY, least = now * (1.0f + RISE * dt);
    if (most < least) most = least;
    return target > most ? most : target;
}

// What a vibration gains by d(ln omega)/dt = r is r E on the mean, what damping takes is
// 2 zeta omega E.
static float rising_damping(float before, float after, float dt) {
    float rate = (after / before - 1.0f) / dt;
    float least = MARGIN * rate / (2.0f * 2.0f * (float)PL_PI * before);
    return least < 1.0f ? least : 1.0f;
}

static float next_density(float now, float target, float dt) {
    float most = (float)(1.0 + DENSITY_RATE * (double)dt);
    return target > now * most ? now * most : target < now / most ? now / most : target;
}

static float next_scale(pl_body* body, float dt) {
    double goal = (double)body->ramp.target[PL_RAMP_SCALE];
    double ratio = (double)body->def.scale / goal, speed = body->ramp.scale_speed / goal;
    pl_volume_follow(1.0, (double)body->def.volume_time, (double)dt, &ratio, &speed);
    // as a float it comes no nearer
    bool there = fabs(ratio - 1.0) < NEAR && fabs(speed) * (double)dt < NEAR;
    body->ramp.scale_speed = there ? 0.0 : speed * goal;
    return there ? body->ramp.target[PL_RAMP_SCALE] : (float)(ratio * goal);
}

static void ramp_matter(const plump_world* world, pl_body* body, float dt) {
    float density = body->def.density, scale = body->def.scale;
    const float* goal = body->ramp.target;
    if (density != goal[PL_RAMP_DENSITY])
        density = next_density(density, goal[PL_RAMP_DENSITY], dt);
    if (scale != goal[PL_RAMP_SCALE]) scale = next_scale(body, dt);
    if (density != body->def.density || scale != body->def.scale)
        pl_body_resize(world, body, density, scale);
}

static void ramp_elasticity(pl_body* body, float dt) {
    plump_body_def* def = &body->def;
    const float* goal = body->ramp.target;
    float per_period = CORE_RATE * dt * def->frequency;
    float was = def->frequency, soft = goal[PL_RAMP_STIFFNESS];
    def->frequency = next_frequency(was, goal[PL_RAMP_FREQUENCY], dt);
    float least = rising_damping(was, def->frequency, dt);
    def->damping = goal[PL_RAMP_DAMPING] < least ? least : goal[PL_RAMP_DAMPING];
    def->core = towards(def->core, goal[PL_RAMP_CORE], per_period);
    def->stiffness = soft < def->stiffness ? soft : towards(def->stiffness, soft, STIFF_RATE * dt);
    body->model->change(body);
}

static void ramp_load(const plump_world* world, pl_body* body, float dt) {
    pl_ramp* ramp = &body->ramp;
    if (!(ramp->load_left > 0.0f)) return;
    pl_vec3 way = pl_vec3_sub(pl_body_load(world, body), body->acceleration);
    bool goes_on = rests(body) && dt < ramp->load_left;
    float share = goes_on ? dt / ramp->load_left : 1.0f;
    body->acceleration = pl_vec3_add_scaled(body->acceleration, share, way);
    ramp->load_left = goes_on ? ramp->load_left - dt : 0.0f;
}

void pl_ramp_step(const plump_world* world, pl_body* body, float dt) {
    body->ramp.lived = true;
    if (!body->ramp.moves) return;
    ramp_matter(world, body, dt);
    ramp_elasticity(body, dt);
    ramp_load(world, body, dt);
    note_moves(body);
}

// --- snapshots ---

void pl_ramp_store(const pl_body* body, pl_ramp_numbers* numbers) {
    const pl_ramp* ramp = &body->ramp;
    for (int i = 0; i < PL_RAMP_COUNT; ++i) numbers->target[i] = ramp->target[i];
    numbers->scale_speed = ramp->scale_speed;
    numbers->load_left = ramp->load_left;
    pl_vec3_store(body->acceleration, numbers->load);
}

#define LOAD_SIZE_MOST 2e9f  // m/s^2: a thousand times the most of gravity, and as much again

bool pl_ramp_is_sound(const pl_ramp_numbers* n, const plump_body_def* def) {
    plump_body_def wish = *def;
    for (int i = 0; i < PL_RAMP_COUNT; ++i) *field_of(&wish, i) = n->target[i];
    uint32_t count;
    plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i)
        if (pl_body_field_check(i, pl_body_field_get(&wish, i), NULL) != PLUMP_OK) return false;
    for (int k = 0; k < 3; ++k)
        if (!(fabsf(n->load[k]) <= LOAD_SIZE_MOST)) return false;
    return n->load_left >= 0.0f && n->load_left <= LOAD_MOST && isfinite(n->scale_speed) &&
           fabs(n->scale_speed) <= SPEED_MOST;
}

void pl_ramp_restore(pl_body* body, const pl_ramp_numbers* numbers, bool lived) {
    pl_ramp* ramp = &body->ramp;
    for (int i = 0; i < PL_RAMP_COUNT; ++i) ramp->target[i] = numbers->target[i];
    ramp->scale_speed = numbers->scale_speed;
    ramp->load_left = numbers->load_left;
    ramp->lived = lived;
    body->acceleration = pl_vec3_load(numbers->load);
    note_moves(body);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The order of the volume stage, and what is done once per unit in between.
#include "src/state/zone.h"
#include "src/volume/volume_phases.h"

#include <math.h>

#define PRESS_MOST    0.1   // of the size: and how far pressure moves it among contacts
#define OLD_SHARE     0.9   // of an error that is not of this substep is left to positions alone
#define KEPT_MOST     1e-6  // of the target: a volume further off was not kept ...
#define STRAIGHT_MOST 0.05  // ... or this, by Newton's step alone
#define KEPT_SHARE    0.8   // of either: so that whoever sums in another order finds it kept, too
// Of extent x area / sqrt(places): what rounding does to a volume. A coordinate is off by 2^-25 of
// the extent at most, rms 1.7e-8 of it, each place by itself; this is six times the rms of all. A
// foil of 1 x 1 x 0.0005 m with 3,362 vertices may be off by 7e-6; it was by 2e-7.
#define ROUNDING 1e-7

PL_ISA_TABLES(pl_volume_kernels);

const pl_volume_kernels* pl_volume_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_volume_kernels, isa);
}

// --- the phases, a span at a time ---

static bool bends(const pl_body* body) {
    const pl_volume* volume = body->volume;
    for (uint32_t i = 0; i < volume->unit_count; ++i) {
        if (volume->units[i].bends) return true;
    }
    return false;
}

static void aim(const pl_span* span, const pl_stage* stage) {
    if (bends(span->body)) pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->aim);
}

static void bend(const pl_span* span, const pl_stage* stage) {
    if (bends(span->body)) pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->bend);
}

static void move(const pl_span* span, const pl_stage* stage) {
    pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->move);
}

// What was moved since its volume was mended, by obstacles or others that have the last word.
static void renew_rows(const pl_span* span, const pl_stage* stage) {
    if (span->body->held_out) pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->rows);
}

static void diverge(const pl_span* span, const pl_stage* stage) {
    pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->diverge);
}

static void settle(const pl_span* span, const pl_stage* stage) {
    pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->settle);
}

// --- between the phases: the steps ---

static void join_bends(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    body->leap = 0.0;
    for (uint32_t i = 0; pl_takes_part(body, stage) && i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        double total[PL_VOLUME_SUMS];
        pl_join_sums(volume, unit, total);
        unit->cubic.curve = unit->bends ? total[0] / 6.0 : 0.0;
        unit->cubic.twist = unit->bends ? total[1] / 18.0 : 0.0;
        unit->step = (float)pl_cubic_reach(&unit->cubic, unit->goal, pl_step_most(unit, stage));
        body->leap = pl_larger(body->leap, fabs((double)unit->step) * unit->farthest);
    }
}

// The positions have moved under the velocities, and the angular momentum with them: a turn of the
// whole gives it back.
static void set_spin(const pl_body* body, pl_volume_unit* unit) {
    pl_inertia inertia;
    pl_motion motion = pl_join_motion(body->volume, unit, &inertia);
    bool turns = pl_is_alone(body, unit) && pl_inertia_turns(&inertia, motion.mass, unit->extent) &&
                 pl_motion_is_sound(&motion);
    pl_vec3d spin = pl_vec3d_scale(motion.angular_velocity, -1.0);
    pl_vec3_store(pl_vec3d_narrow(turns ? spin : pl_vec3d_make(0, 0, 0)), unit->spin);
    pl_vec3_store(pl_vec3d_narrow(motion.centre), unit->middle);
}

static void join_moves(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    if (!pl_takes_part(body, stage)) return;
    for (uint32_t i = 0; i < volume->unit_count; ++i) set_spin(body, &volume->units[i]);
    body->moved = PL_MOVED_ALL;
}

// dV/dt becomes what the target does. Pressure in a compressible body puts into velocities what it
// has put into positions.
static void set_slowing(const pl_body* body, pl_volume_unit* unit,
                        const double total[PL_VOLUME_SUMS], double h) {
    double rate = total[1] / 6.0, slope = pl_larger(total[2] / 6.0, unit->least_slope);
    double slow = (rate - unit->rest * body->volume_ratio_speed) / slope;
    if (body->def.compressibility > 0.0f) slow = -(double)unit->step / h;
    bool wanted = body->def.volume_velocity && isfinite((float)slow);
    unit->slow = wanted ? (float)slow : 0.0f;
}

// --- the certificate ---

// The most that a volume may be off, in targets, and count as kept. Newton alone misses by what the
// cubic would have told.
static double kept_most(const pl_body* body, const pl_volume_unit* unit) {
    const pl_slice* slices = body->volume->slices;
    uint32_t places = slices[unit->slice_end - 1].end - slices[unit->slice_begin].begin;
    double rounding = ROUNDING * unit->extent * unit->area / (fabs(unit->rest) * sqrt(places));
    double least = body->def.volume_exact ? KEPT_MOST : STRAIGHT_MOST;
    return pl_larger(pl_smaller(rounding, STRAIGHT_MOST), least);
}

double pl_volume_kept_most(const pl_body* body) {
    double most = 0.0;
    for (uint32_t i = 0; pl_keeps_volume(body) && i < body->volume->unit_count; ++i)
        most = pl_larger(kept_most(body, &body->volume->units[i]), most);
    return most;
}

// What is not a number has not been reached.
static plump_volume_state judge(const pl_body* body, const pl_volume_unit* unit) {
    double bound = KEPT_SHARE * kept_most(body, unit) * pl_target_size(body, unit);
    if (!(fabs(unit->volume - unit->goal) <= bound)) return PLUMP_VOLUME_INFEASIBLE;
    return unit->goal == unit->wish ? PLUMP_VOLUME_KEPT : PLUMP_VOLUME_RETURNING;
}

// In targets; what is not a number becomes one that passes no check and fits into a snapshot.
static double error_of(const pl_body* body, const pl_volume_unit* unit) {
    double error = unit->volume / (unit->rest * body->volume_ratio) - 1.0;
    return fabs(error) <= PL_VOLUME_ERROR_MOST ? error : PL_VOLUME_ERROR_MOST;
}

// The worst of the units, of the step's substeps, and of all since the start.
static void conclude(pl_body* body) {
    pl_volume* volume = body->volume;
    plump_volume_state state = PLUMP_VOLUME_KEPT;
    body->volume_error = 0.0;
    for (uint32_t i = 0; i < volume->unit_count; ++i) {
        plump_volume_state own = judge(body, &volume->units[i]);
        double error = error_of(body, &volume->units[i]);
        if (own > state) state = own;
        if (fabs(error) > fabs(body->volume_error)) body->volume_error = error;
    }
    if (state > body->volume_state_step) body->volume_state_step = state;
    body->volume_state = body->volume_state_step;
    double size = fabs(body->volume_error);
    if (size > body->volume_error_step) body->volume_error_step = size;
    if (body->volume_state_most != PLUMP_VOLUME_UNBOUND && size <= body->volume_error_most) return;
    body->volume_error_most = size;
    body->volume_state_most = state;
}

// What a compressible body has stored, (V - Vt)^2 / (2 c) (set_goal() says how it acts).
static void set_gas_energy(pl_body* body) {
    double compressibility = (double)body->def.compressibility;
    body->gas_energy = 0.0;
    for (uint32_t i = 0; compressibility > 0.0 && i < body->volume->unit_count; ++i) {
        const pl_volume_unit* unit = &body->volume->units[i];
        double off = unit->volume - unit->rest * body->volume_ratio;
        body->gas_energy += 0.5 * off * off / (fabs(unit->rest) * compressibility);
    }
}

static void join_velocities(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    if (!pl_keeps_volume(body)) return;
    for (uint32_t i = 0; i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        double total[PL_VOLUME_SUMS];
        pl_join_sums(volume, unit, total);
        unit->volume = total[0] / 18.0;
        set_slowing(body, unit, total, (double)stage->h);
    }
    set_gas_energy(body);
    conclude(body);
}

// --- for the contact stage ---

static void press(const pl_span* span, const pl_stage* stage) {
    pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->press);
}

// What was wrong before this substep has been so at the same speed: it is no reason to push, or a
// body that cannot have its volume would gain energy for ever. What a compressible body lacks is
// not wrong: it is the spring that holds it up, and its goal is as far as that one gets.
static double new_lack(const pl_body* body, const pl_volume_unit* unit) {
    if (body->def.compressibility > 0.0f) return unit->goal - unit->cubic.value;
    double sign = unit->rest < 0.0 ? -1.0 : 1.0;
    double error = body->volume_error < PL_VOLUME_ERROR_MOST ? body->volume_error : 0.0;
    double before = -error * pl_target_size(body, unit) * sign;
    return unit->goal - unit->cubic.value - OLD_SHARE * before;
}

static void hand_over(pl_body* body, const pl_stage* stage) {
    body->pressed = pl_takes_part(body, stage);
    body->pressure_count = body->pressed ? body->volume->unit_count : 0;
    if (body->pressed) set_gas_energy(body);
    for (uint32_t i = 0; i < body->pressure_count; ++i) {
        const pl_volume_unit* unit = &body->volume->units[i];
        double most = unit->farthest > 0.0 ? PRESS_MOST * unit->extent / unit->farthest : 0.0;
        body->pressures[i] = (pl_pressure){.lack = new_lack(body, unit),
                                           .slope = pl_larger(unit->cubic.slope, unit->least_slope),
                                           .most = most};
    }
}

// --- the stages ---

void pl_volume_press(const pl_stage* stage) {
    pl_stage turn = *stage;
    turn.pass = PL_PASS_PRESS;
    if (pl_volume_is_wanted(&turn, pl_keeps_volume)) {
        pl_volume_find_direction(&turn);
        pl_stage_particles(&turn, press);
    }
    pl_stage_bodies(&turn, hand_over);
}

static void advance_zones(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->body_count; ++i)
        pl_zones_advance(stage->bodies[i], (double)stage->h);
}

static void mend(const pl_stage* stage) {
    if (!pl_volume_is_wanted(stage, pl_keeps_volume)) return;
    pl_volume_find_direction(stage);
    if (pl_volume_is_wanted(stage, bends)) {
        pl_stage_particles(stage, aim);
        pl_stage_particles(stage, bend);  // the cubic along it
    }
    pl_stage_bodies(stage, join_bends);  // how far
    pl_stage_particles(stage, move);
    pl_stage_bodies(stage, join_moves);
}

void pl_volume_positions(const pl_stage* stage) {
    advance_zones(stage);
    pl_volume_enforce(stage);
    mend(stage);
}

void pl_volume_again(const pl_stage* stage) {
    pl_stage turn = *stage;
    turn.pass = PL_PASS_AGAIN;
    mend(&turn);
}

void pl_volume_velocities(const pl_stage* stage) {
    pl_stage turn = *stage;
    turn.pass = PL_PASS_JUDGE;
    if (!pl_volume_is_wanted(&turn, pl_keeps_volume)) return;
    pl_stage_particles(&turn, renew_rows);
    pl_stage_particles(&turn, diverge);
    pl_stage_bodies(&turn, join_velocities);
    if (pl_volume_is_wanted(stage, pl_keeps_volume)) pl_stage_particles(stage, settle);
}

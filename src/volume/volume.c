// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The order of the volume stage, and what is done once per unit in between.
#include "src/volume/volume.h"

#include "src/math/elementary.h"
#include "src/math/rotation.h"

#include <math.h>

// Measured on bodies that start as a point, a line, a plane, mirrored or at random: without the
// first two some of them leave for infinity. A smaller share would lose to stiff elasticity, which
// takes 30 % of a twisted bar's volume away in one substep.
#define SHARE_MOST    1.0   // of V0, or of a larger target: how much of the error one substep mends
#define SLOPE_FLOOR   0.02  // of the slope at rest: flatter bodies step as if they had this
#define WAY_MOST      1.0   // of the size: how far a place moves in one substep
#define PRESS_MOST    0.1   // of the size: and how far pressure moves it among contacts
#define OLD_SHARE     0.9   // of an error that is not of this substep is left to positions alone
#define BEND_LEAST    1e-4  // of the target: smaller corrections are straight to its square
#define KEPT_MOST     1e-5  // of the target: a volume further off was not kept ...
#define STRAIGHT_MOST 0.05  // ... or this, by Newton's step alone
#define ROUNDING      1e-6  // of extent x area: what rounding of positions does to thin bodies
// Where half the places are held by contacts, what is left of the direction without its rigid part
// may be next to nothing: then that part stays.
#define RIGID_NONE   0.2  // share of the power that survives
#define RIGID_ALL    0.4
#define SLANT_MOST   2.0    // tan^2 between the weighted direction of velocities and the even one
#define STRETCH_MOST 1.5    // |N| over what it should be from which on pressure gives way
#define GIRTH_LEAST  0.005  // of M L^2: a thinner body is not turned back

PL_ISA_TABLES(pl_volume_kernels);

const pl_volume_kernels* pl_volume_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_volume_kernels, isa);
}

static bool keeps_volume(const pl_body* body) {
    return body->def.volume != PLUMP_VOLUME_FREE;
}

// The stage goes over bodies twice: first, for those in contact, to tell the contact stage how
// pressure would move them; then over all, to mend what is left.
enum { PASS_MEND = 0, PASS_PRESS = 1 };

static bool takes_part(const pl_body* body, const pl_stage* stage) {
    return keeps_volume(body) && (stage->pass == PASS_MEND || body->touched);
}

static bool is_local(const pl_body* body) {
    return body->def.volume_global < 1.0f;
}

// Whether nothing holds it: then it has to keep its momentum by itself.
static bool is_alone(const pl_body* body, const pl_volume_unit* unit) {
    return body->def.volume_momentum && unit->held_count == 0;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

// |V| that is aimed at.
static double target_size(const pl_body* body, const pl_volume_unit* unit) {
    return fabs(unit->rest) * body->volume_ratio;
}

static double clamp(double value, double least, double most) {
    return value < least ? least : value > most ? most : value;
}

// --- sums over the slices of a unit, in order ---

static void join_sums(const pl_volume* volume, const pl_volume_unit* unit,
                      double total[PL_VOLUME_SUMS]) {
    for (int k = 0; k < PL_VOLUME_SUMS; ++k) total[k] = 0.0;
    for (uint32_t i = unit->slice_begin; i < unit->slice_end; ++i) {
        for (uint32_t k = 0; k < PL_VOLUME_SUMS; ++k)
            total[k] += (double)volume->sums[PL_VOLUME_SUMS * (size_t)i + k];
    }
}

static double join_farthest(const pl_volume* volume, const pl_volume_unit* unit) {
    float most = 0.0f;
    for (uint32_t i = unit->slice_begin; i < unit->slice_end; ++i)
        most = volume->farthest[i] > most ? volume->farthest[i] : most;
    return sqrt((double)most);
}

static pl_motion join_motion(const pl_volume* volume, const pl_volume_unit* unit,
                             pl_inertia* inertia) {
    return pl_motion_join(volume->motion_sums + (size_t)PL_MOTION_CHANNELS * unit->slice_begin,
                          unit->slice_end - unit->slice_begin, inertia);
}

// --- the phases, a span at a time ---

typedef void slice_fn(pl_body* body, const pl_slice* slice);

static void run_slices(const pl_span* span, const pl_stage* stage, slice_fn* run) {
    const pl_volume* volume = span->body->volume;
    if (!takes_part(span->body, stage)) return;
    uint32_t index = span->begin / PL_SPAN_PARTICLES;
    for (uint32_t i = volume->span_slice[index]; i < volume->span_slice[index + 1]; ++i)
        run(span->body, &volume->slices[i]);
}

static void make_rows(const pl_span* span, const pl_stage* stage) {
    run_slices(span, stage, pl_volume_kernels_get(stage->isa)->rows);
}

static void weigh(const pl_span* span, const pl_stage* stage) {
    if (is_local(span->body)) run_slices(span, stage, pl_volume_kernels_get(stage->isa)->weigh);
}

static void mask(const pl_span* span, const pl_stage* stage) {
    if (is_local(span->body)) run_slices(span, stage, pl_volume_kernels_get(stage->isa)->mask);
}

static bool any_unit(const pl_body* body, bool (*is)(const pl_volume_unit*)) {
    const pl_volume* volume = body->volume;
    for (uint32_t i = 0; i < volume->unit_count; ++i) {
        if (is(&volume->units[i])) return true;
    }
    return false;
}

static bool is_touched(const pl_volume_unit* unit) {
    return !unit->whole;
}

// Smoothing changes nothing where all weigh the same.
static bool needs_smoothing(const pl_body* body) {
    return is_local(body) || any_unit(body, is_touched);
}

static void gather_positions(const pl_span* span, const pl_stage* stage) {
    const pl_volume_kernels* kernels = pl_volume_kernels_get(stage->isa);
    run_slices(span, stage,
               needs_smoothing(span->body) ? kernels->gather_smooth : kernels->gather_whole);
}

static bool unit_pushes(const pl_volume_unit* unit) {
    return unit->pushes;
}

static bool pushes(const pl_body* body) {
    return any_unit(body, unit_pushes);
}

static void sum_pulls(const pl_span* span, const pl_stage* stage) {
    if (pushes(span->body)) run_slices(span, stage, pl_volume_kernels_get(stage->isa)->sum_pulls);
}

static bool unit_bends(const pl_volume_unit* unit) {
    return unit->bends;
}

static bool bends(const pl_body* body) {
    return any_unit(body, unit_bends);
}

static void aim(const pl_span* span, const pl_stage* stage) {
    if (bends(span->body)) run_slices(span, stage, pl_volume_kernels_get(stage->isa)->aim);
}

static void bend(const pl_span* span, const pl_stage* stage) {
    if (bends(span->body)) run_slices(span, stage, pl_volume_kernels_get(stage->isa)->bend);
}

static void move(const pl_span* span, const pl_stage* stage) {
    run_slices(span, stage, pl_volume_kernels_get(stage->isa)->move);
}

static void diverge(const pl_span* span, const pl_stage* stage) {
    run_slices(span, stage, pl_volume_kernels_get(stage->isa)->diverge);
}

static void settle(const pl_span* span, const pl_stage* stage) {
    run_slices(span, stage, pl_volume_kernels_get(stage->isa)->settle);
}

// --- between the phases: weights ---

static uint32_t place_count(const pl_volume* volume, const pl_volume_unit* unit) {
    return volume->slices[unit->slice_end - 1].end - volume->slices[unit->slice_begin].begin;
}

static void count_held(const pl_body* body, pl_volume_unit* unit) {
    const pl_slice* slices = body->volume->slices;
    size_t begin = pl_pin_index(body, slices[unit->slice_begin].begin);
    size_t end = pl_pin_index(body, slices[unit->slice_end - 1].end);
    unit->held_count = (uint32_t)(end - begin);
}

// w = (1 - alpha) r / mean r + alpha; all equal where r is of no use.
static void set_weights(const pl_body* body, pl_volume_unit* unit, double sum) {
    double alpha = (double)body->def.volume_global;
    unit->local = 0.0f;
    unit->even = 1.0f;
    if (!is_local(body) || !(sum > 0.0) || !isfinite(sum)) return;
    unit->local =
        (float)((1.0 - alpha) * (place_count(body->volume, unit) - unit->held_count) / sum);
    unit->even = (float)alpha;
}

static void join_weights(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    if (!takes_part(body, stage)) return;
    if (stage->pass == PASS_MEND)
        pl_volume_follow((double)body->def.volume_scale, (double)body->def.volume_time,
                         (double)stage->h, &body->volume_ratio, &body->volume_ratio_speed);
    double length = pl_cbrt(body->volume_ratio);  // how much longer than at rest
    float stretch_most = (float)(STRETCH_MOST * STRETCH_MOST * length * length * length * length);
    for (uint32_t i = 0; i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        double total[PL_VOLUME_SUMS];
        join_sums(volume, unit, total);
        pl_vec3d centre = pl_vec3d_scale(pl_vec3d_load(total + 1), 1.0 / total[0]);
        pl_vec3_store(pl_vec3d_narrow(centre), unit->centre);
        unit->stretch_most = stretch_most;
        unit->whole = total[4] == (double)place_count(volume, unit);
        count_held(body, unit);
        set_weights(body, unit, total[5]);
    }
}

// --- between the phases: the direction ---

// A projection of velocities along any direction other than the even one may add energy, in the
// worst of all states tan^2 of the angle between the two times what there was: so very uneven
// weights are brought nearer to even ones.
static void set_evening(pl_volume_unit* unit, const double total[PL_VOLUME_SUMS]) {
    double even = total[1], own = total[2];
    double slant = even * total[3] / (own * own) - 1.0;
    double share = slant > SLANT_MOST ? sqrt(SLANT_MOST / slant) : 1.0;
    bool usable = own > 0.0 && isfinite(slant) && isfinite(even / own);
    bool changes = usable && share < 1.0;
    unit->unevenness = usable ? 1.0 + slant : 1e9;
    unit->own = changes ? (float)(share * even / own) : 1.0f;
    unit->evening = changes ? (float)(1.0 - share) : 0.0f;
    unit->power = (double)unit->own * total[2] + (double)unit->evening * total[4];
}

// The floor is for flat bodies: small ones and small weights are no reason to hold back.
static void set_least_slope(const pl_body* body, pl_volume_unit* unit, double all) {
    double length = smaller(1.0, pl_cbrt(body->volume_ratio)), size = length * length;
    double mean_weight = all > 0.0 ? smaller(1.0, unit->power / all) : 1.0;
    unit->least_slope = SLOPE_FLOOR * unit->rest_slope * size * size * mean_weight;
}

// With all weights 1, sum N = 0 and sum r x N = 0: nothing to take out. Nor where the body is held.
static bool has_rigid_part(const pl_body* body, const pl_volume_unit* unit, double lighter_count) {
    bool equal = unit->whole && !is_local(body) && !body->volume_paint && lighter_count == 0.0;
    return is_alone(body, unit) && !equal;
}

static void join_gathered(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    for (uint32_t i = 0; takes_part(body, stage) && i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        double total[PL_VOLUME_SUMS];
        join_sums(volume, unit, total);
        unit->volume = total[0] / 18.0;
        unit->ease = total[1] / 36.0;
        unit->pushes = has_rigid_part(body, unit, total[5]);
        set_evening(unit, total);
        set_least_slope(body, unit, total[1]);
        unit->farthest = (double)unit->own * join_farthest(volume, unit);
    }
}

// Takes the rigid motion out of the direction, as far as that leaves one. Returns what is left of
// `power`, sum m w a.a.
static double take_out_rigid(const pl_volume* volume, pl_volume_unit* unit, double power) {
    pl_inertia inertia;
    pl_motion motion = join_motion(volume, unit, &inertia);
    if (!pl_motion_is_sound(&motion)) return power;
    double rigid = motion.mass * pl_vec3d_dot(motion.velocity, motion.velocity) +
                   pl_vec3d_dot(motion.angular_velocity, motion.angular_momentum);
    double left = power > 0.0 ? (power - rigid) / power : 0.0;
    double share = clamp((left - RIGID_NONE) / (RIGID_ALL - RIGID_NONE), 0.0, 1.0);
    pl_vec3_store(pl_vec3d_narrow(motion.centre), unit->centre);
    pl_vec3_store(pl_vec3d_narrow(pl_vec3d_scale(motion.velocity, share)), unit->push);
    pl_vec3_store(pl_vec3d_narrow(pl_vec3d_scale(motion.angular_velocity, share)), unit->turn);
    return power - share * rigid;
}

// Returns dV/ds along the direction.
static double set_direction(const pl_volume* volume, pl_volume_unit* unit) {
    double ring = (double)volume->mean_ring;
    double power = unit->power * (double)volume->mean_mass / (ring * ring);
    for (int k = 0; k < 3; ++k) unit->push[k] = unit->turn[k] = 0.0f;
    if (unit->pushes) power = take_out_rigid(volume, unit, power);
    return ring * power / 6.0;
}

// Where the volume is to be, and how far towards that it goes now. A compressible body is a spring
// with the energy (V - Vt)^2 / (2 c), c = V0 x compressibility, stepped implicitly: with `ease`,
// how much a pressure of 1 Pa speeds the volume up, it keeps the share c / (c + h^2 ease) of its
// error. At rest the pressure is then (Vt - V) / c, whatever the step.
static void set_goal(const pl_body* body, pl_volume_unit* unit, double h) {
    double target = unit->rest * body->volume_ratio, size = target_size(body, unit);
    double share = SHARE_MOST * larger(size, fabs(unit->rest));
    double give = fabs(unit->rest) * (double)body->def.compressibility, reach = h * h * unit->ease;
    double firm = give > 0.0 ? reach / (give + reach) : 1.0, least = BEND_LEAST * size;
    double way = (target - unit->cubic.value) * firm;
    // pressure has squeezed it already: only what was straight about that is mended
    if (give > 0.0 && body->pressed) way = unit->goal - unit->cubic.value;
    unit->wish = unit->cubic.value + way;
    way = clamp(way, -share, share);
    unit->goal = unit->cubic.value + way;
    unit->bends = body->def.volume_exact && way * way * unit->unevenness > least * least;
}

static void join_direction(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    for (uint32_t i = 0; takes_part(body, stage) && i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        unit->cubic = (pl_cubic){unit->volume, set_direction(volume, unit), 0.0, 0.0};
        set_goal(body, unit, (double)stage->h);
    }
}

// --- between the phases: the steps ---

// The longest step: as long as a body with a floor under its slope would take, and no place further
// than the body is long.
static double step_most(const pl_volume_unit* unit) {
    if (!(unit->least_slope > 0.0 && unit->farthest > 0.0)) return 0.0;
    return smaller(fabs(unit->goal - unit->cubic.value) / unit->least_slope,
                   WAY_MOST * unit->extent / unit->farthest);
}

static void join_bends(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_volume* volume = body->volume;
    for (uint32_t i = 0; keeps_volume(body) && i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        double total[PL_VOLUME_SUMS];
        join_sums(volume, unit, total);
        unit->cubic.curve = unit->bends ? total[0] / 6.0 : 0.0;
        unit->cubic.twist = unit->bends ? total[1] / 18.0 : 0.0;
        unit->step = (float)pl_cubic_reach(&unit->cubic, unit->goal, step_most(unit));
    }
}

// The positions have moved under the velocities, and the angular momentum with them: a turn of the
// whole gives it back.
static void set_spin(const pl_body* body, pl_volume_unit* unit) {
    pl_inertia inertia;
    pl_motion motion = join_motion(body->volume, unit, &inertia);
    double girth = motion.mass * unit->extent * unit->extent;
    bool turns =
        is_alone(body, unit) && inertia.trace > GIRTH_LEAST * girth && pl_motion_is_sound(&motion);
    pl_vec3d spin = pl_vec3d_scale(motion.angular_velocity, -1.0);
    pl_vec3_store(pl_vec3d_narrow(turns ? spin : pl_vec3d_make(0, 0, 0)), unit->spin);
    pl_vec3_store(pl_vec3d_narrow(motion.centre), unit->middle);
}

static void join_moves(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_volume* volume = body->volume;
    for (uint32_t i = 0; keeps_volume(body) && i < volume->unit_count; ++i)
        set_spin(body, &volume->units[i]);
}

// dV/dt becomes what the target does. Pressure in a compressible body puts into velocities what it
// has put into positions.
static void set_slowing(const pl_body* body, pl_volume_unit* unit,
                        const double total[PL_VOLUME_SUMS], double h) {
    double rate = total[1] / 6.0, slope = larger(total[2] / 6.0, unit->least_slope);
    double slow = (rate - unit->rest * body->volume_ratio_speed) / slope;
    if (body->def.compressibility > 0.0f) slow = -(double)unit->step / h;
    bool wanted = body->def.volume_velocity && isfinite((float)slow);
    unit->slow = wanted ? (float)slow : 0.0f;
}

// --- the certificate ---

// Newton alone misses by what the cubic would have told.
static bool is_reached(const pl_body* body, const pl_volume_unit* unit) {
    double bound = (body->def.volume_exact ? KEPT_MOST : STRAIGHT_MOST) * target_size(body, unit);
    return fabs(unit->volume - unit->goal) <= larger(bound, ROUNDING * unit->extent * unit->area);
}

static void judge(pl_body* body, const pl_volume_unit* unit) {
    double error = unit->volume / (unit->rest * body->volume_ratio) - 1.0;
    plump_volume_state state = !is_reached(body, unit)    ? PLUMP_VOLUME_INFEASIBLE
                               : unit->goal == unit->wish ? PLUMP_VOLUME_KEPT
                                                          : PLUMP_VOLUME_RETURNING;
    if (state > body->volume_state) body->volume_state = state;
    if (!(fabs(error) <= fabs(body->volume_error))) body->volume_error = error;
}

static void conclude(pl_body* body) {
    pl_volume* volume = body->volume;
    body->volume_error = 0.0;
    body->volume_state = PLUMP_VOLUME_KEPT;
    for (uint32_t i = 0; i < volume->unit_count; ++i) judge(body, &volume->units[i]);
    double size = fabs(body->volume_error);
    if (size > body->volume_error_step) body->volume_error_step = size;
    if (size > body->volume_error_most) body->volume_error_most = size;
}

static void join_velocities(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    if (!keeps_volume(body)) return;
    for (uint32_t i = 0; i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        double total[PL_VOLUME_SUMS];
        join_sums(volume, unit, total);
        unit->volume = total[0] / 18.0;
        set_slowing(body, unit, total, (double)stage->h);
    }
    conclude(body);
}

// --- for the contact stage ---

static void press(const pl_span* span, const pl_stage* stage) {
    run_slices(span, stage, pl_volume_kernels_get(stage->isa)->press);
}

// What was wrong before this substep has been so at the same speed: it is no reason to push, or a
// body that cannot have its volume would gain energy for ever.
static double new_lack(const pl_body* body, const pl_volume_unit* unit) {
    double sign = unit->rest < 0.0 ? -1.0 : 1.0;
    double before = -body->volume_error * target_size(body, unit) * sign;
    return unit->goal - unit->cubic.value - OLD_SHARE * before;
}

static void hand_over(pl_body* body, const pl_stage* stage) {
    body->pressed = takes_part(body, stage);
    body->pressure_count = body->pressed ? body->volume->unit_count : 0;
    for (uint32_t i = 0; i < body->pressure_count; ++i) {
        const pl_volume_unit* unit = &body->volume->units[i];
        double most = unit->farthest > 0.0 ? PRESS_MOST * unit->extent / unit->farthest : 0.0;
        body->pressures[i] = (pl_pressure){.lack = new_lack(body, unit),
                                           .slope = larger(unit->cubic.slope, unit->least_slope),
                                           .most = most};
    }
}

// --- the stages ---

static bool is_wanted(const pl_stage* stage, bool (*wants)(const pl_body*)) {
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        if (takes_part(stage->bodies[i], stage) && wants(stage->bodies[i])) return true;
    }
    return false;
}

static void find_direction(const pl_stage* stage) {
    pl_stage_particles(stage, make_rows);
    if (is_wanted(stage, is_local)) pl_stage_particles(stage, weigh);  // where it deforms
    pl_stage_bodies(stage, join_weights);
    if (is_wanted(stage, is_local)) pl_stage_particles(stage, mask);
    pl_stage_particles(stage, gather_positions);  // the gradient, and smoothed weights
    pl_stage_bodies(stage, join_gathered);
    if (is_wanted(stage, pushes)) pl_stage_particles(stage, sum_pulls);
    pl_stage_bodies(stage, join_direction);
}

void pl_volume_press(const pl_stage* stage) {
    pl_stage turn = *stage;
    turn.pass = PASS_PRESS;
    if (is_wanted(&turn, keeps_volume)) {
        find_direction(&turn);
        pl_stage_particles(&turn, press);
    }
    pl_stage_bodies(&turn, hand_over);
}

void pl_volume_positions(const pl_stage* stage) {
    if (!is_wanted(stage, keeps_volume)) return;
    find_direction(stage);
    if (is_wanted(stage, bends)) {
        pl_stage_particles(stage, aim);
        pl_stage_particles(stage, bend);  // the cubic along it
    }
    pl_stage_bodies(stage, join_bends);  // how far
    pl_stage_particles(stage, move);
    pl_stage_bodies(stage, join_moves);
}

void pl_volume_velocities(const pl_stage* stage) {
    if (!is_wanted(stage, keeps_volume)) return;
    pl_stage_particles(stage, diverge);
    pl_stage_bodies(stage, join_velocities);
    pl_stage_particles(stage, settle);
}

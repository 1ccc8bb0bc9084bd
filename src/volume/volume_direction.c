// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The direction in which a volume is mended: who moves how much, and which way V goes along it.
#include "src/math/elementary.h"
#include "src/state/zone.h"
#include "src/volume/volume_phases.h"

#include <math.h>

// Measured on bodies that start as a point, a line, a plane, mirrored or at random: without the
// first two some of them leave for infinity. A smaller share would lose to stiff elasticity, which
// takes 30 % of a twisted bar's volume away in one substep.
#define SHARE_MOST  1.0   // of V0, or of a larger target: how much of the error one substep mends
#define SLOPE_FLOOR 0.02  // of the slope at rest: flatter bodies step as if they had this
#define WAY_MOST    1.0   // of the size: how far a place moves in one substep
#define WAY_AGAIN   0.02  // likewise when few are free, since obstacles or others hold the rest
#define BEND_LEAST  1e-4  // of the target: smaller corrections are straight to its square
// Where half the places are held by contacts, what is left of the direction without its rigid part
// may be next to nothing: then that part stays, of bodies that touch others only as far as it is
// against obstacles. Two balls of foam in the same place pushed each other away through empty
// space.
#define RIGID_NONE   0.2  // share of the power that survives
#define RIGID_ALL    0.4
#define SLANT_MOST   2.0  // tan^2 between the weighted direction of velocities and the even one
#define STRETCH_MOST 1.5  // |N| over what it should be from which on pressure gives way
// Cosine between the goals' normals and the surface's from which on, and below which, a body is so
// far from any shape its regions know that the direction is the surface's own.
#define LEVEL_MOST  0.8
#define LEVEL_LEAST 0.5
// The implicit constraint takes weights as they are, up to this: a zone that lies under contacts
// but for a few places would leave next to nothing to move.
#define SLANT_LINEAR 20.0

static bool is_local(const pl_body* body) {
    return body->def.volume_global < 1.0f;
}

static bool has_zones(const pl_body* body) {
    return body->zone_count > 0 || body->volume->zone_count > 0;
}

static double clamp(double value, double least, double most) {
    return value < least ? least : value > most ? most : value;
}

bool pl_takes_part(const pl_body* body, const pl_stage* stage) {
    if (!pl_keeps_volume(body)) return false;
    switch ((pl_volume_pass)stage->pass) {
    case PL_PASS_PRESS: return body->touched && !body->def.volume_implicit;
    case PL_PASS_LINEAR: return body->def.volume_implicit;
    case PL_PASS_MEND: return !pl_is_only_linear(body);
    case PL_PASS_AGAIN:  // of a compressible body the step is a pressure: it is taken once
        return body->held_out && !pl_is_only_linear(body) && body->def.compressibility == 0.0f;
    default: return true;
    }
}

// --- sums over the slices of a unit, in order ---

void pl_join_sums(const pl_volume* volume, const pl_volume_unit* unit,
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

pl_motion pl_join_motion(const pl_volume* volume, const pl_volume_unit* unit, pl_inertia* inertia) {
    return pl_motion_join(volume->motion_sums + (size_t)PL_MOTION_CHANNELS * unit->slice_begin,
                          unit->slice_end - unit->slice_begin, inertia);
}

// --- the phases, a span at a time ---

void pl_run_slices(const pl_span* span, const pl_stage* stage, pl_slice_fn* run) {
    const pl_volume* volume = span->body->volume;
    if (!pl_takes_part(span->body, stage)) return;
    uint32_t index = span->begin / PL_SPAN_PARTICLES;
    for (uint32_t i = volume->span_slice[index]; i < volume->span_slice[index + 1]; ++i)
        run(span->body, &volume->slices[i]);
}

static void make_rows(const pl_span* span, const pl_stage* stage) {
    pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->rows);
}

static void weigh(const pl_span* span, const pl_stage* stage) {
    if (is_local(span->body)) pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->weigh);
}

static void mask(const pl_span* span, const pl_stage* stage) {
    if (is_local(span->body)) pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->mask);
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
    pl_slice_fn* gather =
        needs_smoothing(span->body) ? kernels->gather_smooth : kernels->gather_whole;
    if (stage->pass == PL_PASS_LINEAR) gather = kernels->gather_linear;
    pl_run_slices(span, stage, gather);
}

static void zone(const pl_span* span, const pl_stage* stage) {
    if (span->body->volume->zone_count)
        pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->zone);
}

static bool unit_is_measured(const pl_volume_unit* unit) {
    return unit->measured;
}

static bool is_measured(const pl_body* body) {
    return any_unit(body, unit_is_measured);
}

static void sum_pulls(const pl_span* span, const pl_stage* stage) {
    if (is_measured(span->body))
        pl_run_slices(span, stage, pl_volume_kernels_get(stage->isa)->sum_pulls);
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

// What is in no zone at all weighs as if there were none.
static void set_zones(const pl_body* body, pl_volume_unit* unit, double sum) {
    bool usable = body->volume->zone_count > 0 && sum > 0.0;
    unit->zone_scale = usable ? (float)(place_count(body->volume, unit) / sum) : 0.0f;
    unit->zone_even = usable ? 0.0f : 1.0f;
}

// As the kernels need them.
static void shape_zones(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    if (!pl_takes_part(body, stage)) return;
    double strongest = 0.0;
    volume->zone_count = body->zone_count;
    for (uint32_t i = 0; i < body->zone_count; ++i) {
        const pl_zone* from = &body->zones[i];
        double radius = pl_zone_radius(body, from), strength = pl_zone_strength(body, from);
        pl_zone_shape* to = &volume->zones[i];
        pl_vec3_store(pl_vec3d_narrow(pl_zone_centre(from)), to->centre);
        to->inv_squared = (float)(1.0 / (radius * radius));
        to->strength = (float)strength;
        strongest = pl_larger(strongest, strength);
    }
    volume->zone_ground = (float)(1.0 - strongest);
}

// Once per substep.
static bool is_first_pass(const pl_body* body, const pl_stage* stage) {
    return stage->pass == (body->def.volume_implicit ? PL_PASS_LINEAR : PL_PASS_MEND);
}

static void join_weights(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    if (!pl_takes_part(body, stage)) return;
    if (is_first_pass(body, stage))
        pl_volume_follow((double)body->def.volume_scale, (double)body->def.volume_time,
                         (double)stage->h, &body->volume_ratio, &body->volume_ratio_speed);
    double length = pl_cbrt(body->volume_ratio);  // how much longer than at rest
    float stretch_most = (float)(STRETCH_MOST * STRETCH_MOST * length * length * length * length);
    for (uint32_t i = 0; i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        double total[PL_VOLUME_SUMS];
        pl_join_sums(volume, unit, total);
        pl_vec3d centre = pl_vec3d_scale(pl_vec3d_load(total + 1), 1.0 / total[0]);
        pl_vec3_store(pl_vec3d_narrow(centre), unit->centre);
        unit->stretch_most = stretch_most;
        unit->spread = (float)(length * length);
        unit->whole = total[4] == (double)place_count(volume, unit);
        count_held(body, unit);
        set_weights(body, unit, total[5]);
        set_zones(body, unit, total[6]);
    }
}

// --- between the phases: the direction ---

// A projection of velocities along any direction other than the even one may add energy, in the
// worst of all states tan^2 of the angle between the two times what there was: so very uneven
// weights are brought nearer to even ones.
static void set_evening(const pl_body* body, pl_volume_unit* unit,
                        const double total[PL_VOLUME_SUMS]) {
    double even = total[7], own = total[2];
    double slant = total[1] * total[3] / (own * own) - 1.0;
    double most = body->def.volume_implicit ? SLANT_LINEAR : SLANT_MOST;
    if (body->def.volume_implicit && body->def.volume_printed) most = HUGE_VAL;
    double share = slant > most ? sqrt(most / slant) : 1.0;
    bool usable = own > 0.0 && isfinite(slant) && isfinite(even / own);
    bool changes = usable && share < 1.0;
    unit->unevenness = usable ? 1.0 + slant : 1e9;
    unit->own = changes ? (float)(share * even / own) : 1.0f;
    unit->evening = changes ? (float)(1.0 - share) : 0.0f;
    if (!usable && body->volume->zone_count) {
        unit->own = 0.0f;  // all of its zones is held: |d| is about 1 where it is not
        unit->evening = 1.0f;
    }
    unit->power = (double)unit->own * total[2] + (double)unit->evening * total[4];
    unit->open_power = total[4];
}

static void set_straight(pl_volume_unit* unit, const double total[PL_VOLUME_SUMS]) {
    double level = total[7] / sqrt(total[1] * total[8]);
    double share = (LEVEL_MOST - level) / (LEVEL_MOST - LEVEL_LEAST);
    unit->straight = share <= 0.0 ? 0.0f : share < 1.0 ? (float)share : 1.0f;  // NaN: 1
}

// The floor is for flat bodies: small ones and small weights are no reason to hold back. Nor is a
// body turned inside out, of which goals face the other way: both sums are below 0 then.
static void set_least_slope(const pl_body* body, pl_volume_unit* unit, double all) {
    double length = pl_smaller(1.0, pl_cbrt(body->volume_ratio)), size = length * length;
    double mean = unit->power / all, mean_weight = mean >= 0.0 ? pl_smaller(1.0, mean) : 1.0;
    unit->least_slope = SLOPE_FLOOR * unit->rest_slope * size * size * mean_weight;
}

// With all weights 1, sum N = 0 and sum r x N = 0: nothing to take out. Nor where the body is held.
static bool has_rigid_part(const pl_body* body, const pl_volume_unit* unit, double lighter_count) {
    bool equal = unit->whole && !is_local(body) && !body->volume_paint && lighter_count == 0.0;
    return pl_is_alone(body, unit) && !(equal && !body->follows_goals);
}

static void join_gathered(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    for (uint32_t i = 0; pl_takes_part(body, stage) && i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        double total[PL_VOLUME_SUMS];
        pl_join_sums(volume, unit, total);
        unit->volume = total[0] / 18.0;
        if (stage->pass == PL_PASS_LINEAR) unit->volume += total[6] / 6.0;
        unit->ease = total[1] / 36.0;
        unit->pushes = has_rigid_part(body, unit, total[5]);
        set_straight(unit, total);
        unit->measured = unit->pushes || unit->straight > 0.0f;
        set_evening(body, unit, total);
        set_least_slope(body, unit, total[7]);
        unit->farthest = unit->own > 0.0f ? (double)unit->own * join_farthest(volume, unit) : 1.0;
    }
}

// Takes the rigid motion out of the direction, as far as that leaves one. Returns dV/ds along what
// is left of it, out of that along all of it.
static double take_out_rigid(const pl_body* body, pl_volume_unit* unit,
                             const double total[PL_VOLUME_SUMS]) {
    const pl_volume* volume = body->volume;
    pl_inertia inertia;
    pl_motion motion = pl_join_motion(volume, unit, &inertia);
    if (!unit->pushes || !pl_motion_is_sound(&motion)) return total[0];
    double power = 2.0 * motion.kinetic_energy;
    double rigid = motion.mass * pl_vec3d_dot(motion.velocity, motion.velocity) +
                   pl_vec3d_dot(motion.angular_velocity, motion.angular_momentum);
    double left = power > 0.0 ? (power - rigid) / power : 0.0;
    double share = clamp((left - RIGID_NONE) / (RIGID_ALL - RIGID_NONE), 0.0, 1.0);
    pl_vec3d push = pl_vec3d_scale(motion.velocity, share);
    pl_vec3d turn = pl_vec3d_scale(motion.angular_velocity, share);
    if (body->meets_soft && !body->grounded) {
        pl_vec3d n = pl_vec3_widen(body->support);
        double along = (1.0 - share) * pl_vec3d_dot(motion.velocity, n);
        push = pl_vec3d_add_scaled(motion.velocity, -along, n);
        turn = motion.angular_velocity;
    }
    pl_vec3d slope = pl_vec3d_load(total + 1), moment = pl_vec3d_load(total + 4);
    pl_vec3d centre =
        pl_vec3d_make((double)unit->centre[0], (double)unit->centre[1], (double)unit->centre[2]);
    moment = pl_vec3d_sub(moment, pl_vec3d_cross(pl_vec3d_sub(motion.centre, centre), slope));
    pl_vec3_store(pl_vec3d_narrow(motion.centre), unit->centre);
    pl_vec3_store(pl_vec3d_narrow(push), unit->push);
    pl_vec3_store(pl_vec3d_narrow(turn), unit->turn);
    return total[0] - pl_vec3d_dot(push, slope) - pl_vec3d_dot(turn, moment);
}

// Returns dV/ds along the direction; or what the paper takes for it: that of all weights 1.
static double set_direction(const pl_body* body, pl_volume_unit* unit, bool as_printed) {
    const pl_volume* volume = body->volume;
    double scale = (double)volume->mean_mass / (double)volume->mean_ring / 6.0;
    double slope = unit->power * scale, total[PL_VOLUME_SUMS];
    for (int k = 0; k < 3; ++k) unit->push[k] = unit->turn[k] = 0.0f;
    pl_join_sums(volume, unit, total);
    if (unit->measured) slope = take_out_rigid(body, unit, total);
    return as_printed ? unit->open_power * scale : slope;
}

// Where the volume is to be, and how far towards that it goes now. A compressible body is a spring
// with the energy (V - Vt)^2 / (2 c), c = V0 x compressibility, stepped implicitly: with `ease`,
// how much a pressure of 1 Pa speeds the volume up, it keeps the share c / (c + h^2 ease) of its
// error. At rest the pressure is then (Vt - V) / c, whatever the step.
static void set_goal(const pl_body* body, pl_volume_unit* unit, const pl_stage* stage) {
    double h = (double)stage->h;
    double target = unit->rest * body->volume_ratio, size = pl_target_size(body, unit);
    double share = SHARE_MOST * pl_larger(size, fabs(unit->rest));
    double give = fabs(unit->rest) * (double)body->def.compressibility, reach = h * h * unit->ease;
    double firm = give > 0.0 ? reach / (give + reach) : 1.0, least = BEND_LEAST * size;
    double way = (target - unit->cubic.value) * firm;
    // pressure has squeezed it already: only what was straight about that is mended
    bool squeezed = body->pressed || !is_first_pass(body, stage);
    if (give > 0.0 && squeezed && stage->pass != PL_PASS_PRESS)
        way = unit->goal - unit->cubic.value;
    unit->wish = unit->cubic.value + way;
    way = clamp(way, -share, share);
    unit->goal = unit->cubic.value + way;
    unit->bends = body->def.volume_exact && way * way * unit->unevenness > least * least;
}

static void join_direction(pl_body* body, const pl_stage* stage) {
    pl_volume* volume = body->volume;
    for (uint32_t i = 0; pl_takes_part(body, stage) && i < volume->unit_count; ++i) {
        pl_volume_unit* unit = &volume->units[i];
        bool as_printed = body->def.volume_printed && stage->pass == PL_PASS_LINEAR;
        double slope = set_direction(body, unit, as_printed);
        unit->cubic = (pl_cubic){unit->volume, slope, 0.0, 0.0};
        set_goal(body, unit, stage);
    }
}

double pl_step_most(const pl_volume_unit* unit, const pl_stage* stage) {
    if (!(unit->least_slope > 0.0 && unit->farthest > 0.0)) return 0.0;
    double way = stage->pass == PL_PASS_AGAIN ? WAY_AGAIN : WAY_MOST;
    return pl_smaller(fabs(unit->goal - unit->cubic.value) / unit->least_slope,
                      way * unit->extent / unit->farthest);
}

// --- all of it ---

bool pl_volume_is_wanted(const pl_stage* stage, bool (*wants)(const pl_body*)) {
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        if (pl_takes_part(stage->bodies[i], stage) && wants(stage->bodies[i])) return true;
    }
    return false;
}

void pl_volume_find_direction(const pl_stage* stage) {
    pl_stage_particles(stage, make_rows);
    if (pl_volume_is_wanted(stage, is_local)) pl_stage_particles(stage, weigh);  // where it deforms
    if (pl_volume_is_wanted(stage, has_zones)) {
        pl_stage_bodies(stage, shape_zones);
        pl_stage_particles(stage, zone);
    }
    pl_stage_bodies(stage, join_weights);
    if (pl_volume_is_wanted(stage, is_local)) pl_stage_particles(stage, mask);
    pl_stage_particles(stage, gather_positions);  // the gradient, and smoothed weights
    pl_stage_bodies(stage, join_gathered);
    if (pl_volume_is_wanted(stage, is_measured)) pl_stage_particles(stage, sum_pulls);
    pl_stage_bodies(stage, join_direction);
}

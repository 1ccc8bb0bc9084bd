// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the files of the volume stage share: its passes, sums over slices, and the phases over
// places.
#ifndef PL_VOLUME_PHASES_H
#define PL_VOLUME_PHASES_H

#include "src/volume/volume.h"

#include <math.h>

// The stage goes over bodies several times: for those in contact, to tell the contact stage how
// pressure would move them (not with volume_implicit, whose paper knows nothing of that: with
// uneven weights pressure and contacts would drive each other); for those with volume_implicit
// along the substep's motion; over all but those for whom that was it, to mend what is left; over
// those whom obstacles have held out of themselves after that, once more; and over all to see what
// has become of it.
typedef enum pl_volume_pass {
    PL_PASS_MEND,
    PL_PASS_PRESS,
    PL_PASS_LINEAR,
    PL_PASS_AGAIN,
    PL_PASS_JUDGE
} pl_volume_pass;

static inline bool pl_keeps_volume(const pl_body* body) {
    return body->def.volume != PLUMP_VOLUME_FREE;
}

// Whether the implicit constraint is all that is done.
static inline bool pl_is_only_linear(const pl_body* body) {
    return body->def.volume_implicit && !body->def.volume_exact;
}

bool pl_takes_part(const pl_body* body, const pl_stage* stage);
// Whether any of those who take part is so.
bool pl_volume_is_wanted(const pl_stage* stage, bool (*wants)(const pl_body*));

typedef void pl_slice_fn(pl_body* body, const pl_slice* slice);
// Runs it on the slices of a span of those who take part.
void pl_run_slices(const pl_span* span, const pl_stage* stage, pl_slice_fn* run);

// Sums over the slices of a unit, in order.
void pl_join_sums(const pl_volume* volume, const pl_volume_unit* unit,
                  double total[PL_VOLUME_SUMS]);
pl_motion pl_join_motion(const pl_volume* volume, const pl_volume_unit* unit, pl_inertia* inertia);

// Whether nothing holds it: then it has to keep its momentum by itself.
static inline bool pl_is_alone(const pl_body* body, const pl_volume_unit* unit) {
    return body->def.volume_momentum && unit->held_count == 0;
}

static inline double pl_larger(double a, double b) {
    return a > b ? a : b;
}

static inline double pl_smaller(double a, double b) {
    return a < b ? a : b;
}

// |V| that is aimed at.
static inline double pl_target_size(const pl_body* body, const pl_volume_unit* unit) {
    return fabs(unit->rest) * body->volume_ratio;
}

// The longest step: as long as a body with a floor under its slope would take, and no place further
// than the body is long.
double pl_step_most(const pl_volume_unit* unit, const pl_stage* stage);

// For those who take part in the pass: weights, the direction at volume->at, V there (in the linear
// pass V as the motion from there on makes it, to first order), dV/ds, and where V is to go.
void pl_volume_find_direction(const pl_stage* stage);

// The implicit constraint, for those who want it (volume_enforce.c).
void pl_volume_enforce(const pl_stage* stage);

#endif

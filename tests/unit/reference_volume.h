// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The volume constraint once more, slowly and in double: the judge of src/volume.
//
// Nothing here is shared with src/: volumes and the cubic are sums of determinants over triangles
// (the library sums over rings), the rigid part is the solution of a 6 x 6 system (the library
// turns about a centre), roots are found by bisection. Vertices are in any order; of the library
// it needs at most data: who is across whom, which has a test of its own.
//
// N_i is the sum of (b - x_i) x (c - x_i) over the triangles (i, b, c): twice their area vectors.
// Vertices move along G_i: N_i, or where the model has goals the N of these, which are given, times
// how much larger areas are to be than at rest. As the two diverge, N takes over again.
#ifndef REFERENCE_VOLUME_H
#define REFERENCE_VOLUME_H

#include "tests/unit/reference_step.h"

// V(s) = value + s slope + s^2 curve + s^3 twist
typedef struct reference_cubic {
    double value, slope, curve, twist;
} reference_cubic;

// A volume that is kept: of the whole body, or of a part.
typedef struct reference_unit {
    double rest, rest_slope;  // V0; dV/ds at rest with all weights 1
    double extent;            // longest side of the box at rest
    double floor;             // dV/ds below which steps do not grow
    double before, after;     // V
    double goal, step;        // where V should go in this pass; s
    double kept;              // share of the power that is left without the rigid part
    double straight;          // share of N in the direction, the rest is G
    double slant;             // tan^2 between the direction as weighed and the even one
    double ease;              // how much 1 Pa speeds the volume up
    uint32_t stretched;       // how many vertices give way to pressure
    double slow;              // lambda of the velocities
    double turn[3];           // given back to the velocities, rad/s
    reference_cubic cubic;
} reference_unit;

typedef struct reference_volume {
    // given
    uint32_t count, triangle_count, unit_count;
    uint32_t* triangles;
    uint32_t* unit_of;  // per vertex
    reference_vec *rest, *x, *ahead, *v, *past;
    reference_vec* at;    // where directions are found: x (default), or past
    reference_vec* goal;  // N of the goals, if there are any
    bool has_goals;
    double *mass, *contact, *paint, *zone;
    bool* held;
    uint32_t* across;  // itself: none
    double* length;    // rest distance to it; the range of those there are is found by prepare
    double shortest, longest;
    double extent;
    double alpha, beta, thick, thin, smoothing;
    double ratio, speed;  // target over rest volume, and how fast it changes, 1/s
    bool momentum, exact, velocity, implicit, printed;
    double compressibility, h;  // 1/Pa; s, which only matters to compressible bodies
    double most_change;         // of V in one pass, share of the rest volume or a larger target
    double least_slope;         // share of rest_slope below which steps do not grow
    double least_girth;   // tr I, share of mass x extent^2: what is thinner is not turned back
    double most_stretch;  // |N| over that of a body grown evenly, from which on weights fall
    double most_slant;    // from which on weights are brought nearer to even ones
    double most_level, least_level;  // cosine between N and G: G alone above, N alone below
    // made by the passes
    double mean_mass, mean_ring;
    double* rest_ring;  // |N| at rest
    double* weight;
    reference_vec *ring, *face, *pull, *way, *moved;  // N, G, a, d, s d
    reference_unit* units;
} reference_volume;

// A body at rest: masses 1, nothing held, touched or painted, nobody across; parameters as the
// library's defaults. Free it with reference_volume_destroy.
reference_volume* reference_volume_create(uint32_t count, uint32_t triangle_count,
                                          const uint32_t* triangles, reference_vec* rest);
void reference_volume_destroy(reference_volume* r);
// One unit per part: `part` of every triangle.
void reference_volume_split(reference_volume* r, uint32_t part_count, const uint32_t* part);
// To be called once all that is given is there: what depends on the rest shape and the masses.
void reference_volume_prepare(reference_volume* r);

double reference_volume_measure(const reference_volume* r, reference_vec* x, uint32_t unit);
void reference_volume_rings(const reference_volume* r, reference_vec* x, reference_vec* ring);
reference_cubic reference_volume_along(const reference_volume* r, reference_vec* x,
                                       reference_vec* way, uint32_t unit);
// The first s on the way from 0 to +-most for which V(s) = goal; or where V comes nearest, before
// it turns back.
double reference_reach(reference_cubic cubic, double goal, double most);

// d = w (a - u - omega x r) from r->ring and weights, for one unit, into r->pull and r->way.
void reference_volume_aim(reference_volume* r, const double* weight, uint32_t unit);

// The implicit constraint of Hong et al. 2006, eq. 9 to 14, on r->x and r->v, linearised at
// r->past; with their weights outside the denominator if r->printed. Before the passes, if
// r->implicit.
void reference_volume_enforce(reference_volume* r);
// Weights, N at r->at, and their slants.
void reference_volume_weigh(reference_volume* r);
// How far V goes in this pass, from unit->before.
double reference_volume_change(reference_volume* r, uint32_t unit);

// The two passes, on r->x and r->v. The second one goes along the direction of the first one.
void reference_volume_positions(reference_volume* r);
void reference_volume_velocities(reference_volume* r);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is done with a unit's sums, in double: where its volume should go, how far along the
// direction that is, and what velocities get. Nothing here knows of places.
#ifndef PL_VOLUME_SOLVE_H
#define PL_VOLUME_SOLVE_H

#include "src/state/motion.h"

#include <plump/body.h>

// V(s) = value + s slope + s^2 curve + s^3 twist, slope >= 0.
typedef struct pl_cubic {
    double value, slope, curve, twist;
} pl_cubic;

// The s of least size for which V(s) = goal, found on the way from 0 as long as V goes towards the
// goal; where it turns back before, or beyond |s| = most, the s that comes nearest. Always finite.
double pl_cubic_reach(const pl_cubic* cubic, double goal, double most);

// Target over rest volume on its way to `scale`: follows it without overshooting, 99 % within
// `time` seconds, by the closed form of a critically damped spring, so that steps of any length
// give the same. 0 s: at once.
void pl_volume_follow(double scale, double time, double h, double* ratio, double* speed);

// One volume to keep: of a body, or of a part of it. The first lines are constant, the others hold
// for the substep.
typedef struct pl_volume_unit {
    double rest;          // V0; below 0 for a cavity
    double rest_slope;    // dV/ds at rest with all weights 1: what slopes are measured by
    double extent, area;  // at rest
    uint32_t slice_begin, slice_end;

    uint32_t held_count;          // places that are pinned
    float local, even;            // w = local r + even
    float centre[3];              // near its middle
    float push[3], turn[3];       // u, omega: d = w (a - (u + omega x (x - centre)))
    bool whole;                   // no place is held or in contact
    bool pushes;                  // the direction has a rigid part, to be taken out
    bool measured;                // dV/ds is summed along the direction itself
    float spread;                 // times the goals' normals: areas now over areas at rest
    float straight;               // share of the surface's own normals in the direction
    double ease;                  // sum N.N / (36 m): how much 1 Pa speeds the volume up
    double power;                 // sum w N.G / m, G the normals of the direction
    double open_power;            // the same with all weights 1, but for what is held or in contact
    float zone_scale, zone_even;  // z = scale x zone + even: the mean is 1
    double least_slope;           // flatter ones count as this
    double farthest;              // largest |d|, about
    pl_cubic cubic;
    double wish;               // where V is to be, and ...
    double goal;               // ... how far towards that it may go in this substep
    bool bends;                // the cubic is needed
    float stretch_most;        // N.N over that at rest from which on weights give way
    double unevenness;         // of the weights, 1: all the same
    float own, evening;        // w = own x gathered + evening x freedom
    float step;                // s
    float slow;                // lambda: v -= lambda d
    float spin[3], middle[3];  // v += spin x (x - middle): what keeps the angular momentum
    double volume;             // V before, and at the end after the move
} pl_volume_unit;

#endif

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

// Of one unit in one substep.
typedef struct pl_volume_unit {
    double rest;        // V0 of this unit; below 0 for a cavity
    double rest_power;  // sum N.d at rest with all weights 1: the scale of slope
    uint32_t count;     // places

    // positions
    pl_motion motion;  // of the unit as a rigid whole, and how hard it is to turn
    pl_inertia inertia;
    double weight_sum;                  // of r
    float local, even;                  // w = local r + even
    float centre[3], push[3], turn[3];  // c, u, omega: taken out of a
    pl_cubic cubic;
    double goal;          // of V in this substep
    double softness;      // share of the error that compressibility lets stand: 0 exact .. 1 free
    bool bends;           // whether the cubic is needed
    float step;           // s
    double lost_spin[3];  // sum m d x v: angular momentum that the positions' move would add
    // velocities
    float slow;                        // lambda
    float push_back[3], turn_back[3];  // v += push_back + turn_back x r
    // outcome
    double volume;
    plump_volume_state state;
} pl_volume_unit;

#endif

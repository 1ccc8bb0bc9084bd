// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Deformation zones: around loads, the places that share out what the volume stage has to mend.
// After Hong, Jung, Choi, Welch 2006, "Local deformation" and eq. 15.
//
// A zone remembers how hard and how long it was pressed, and forgets it again: with F the forces on
// it and tau = zone_fade,
//     load' = F - load / tau        (N s)
// in closed form, so that steps of any length give the same under a constant force. Then
//     radius   r = zone_reach x load, within zone_least and zone_most
//     strength a = zone_reach x load / zone_least, at most 1
// so it begins with zone_least, gaining strength, then grows, under a lasting force towards
// zone_reach F tau; unloaded it shrinks and at last fades away. Weights of places at the distance d
// from its centre are (cos(pi d / r) + 1) / 2 within r and 0 outside (the paper's formula lacks the
// pi, and does not reach 0), several zones added:
//     z = 1 - max a + sum a (cos(pi d / r) + 1) / 2,  then normalised to a mean of 1.
// Distances are those of the rest shape: a zone is a patch of matter, wherever that is moved and
// however it deforms. The centre is the mean of where loads act, by load.
//
// A load within the radius of a zone joins the nearest; others make a new one, or join the nearest
// once there are PL_ZONES_MOST.
#ifndef PL_STATE_ZONE_H
#define PL_STATE_ZONE_H

#include "src/state/body_state.h"

#define PL_ZONE_LOAD_MOST 1e30  // N s, or N
#define PL_ZONE_AT_MOST   2e6   // m, of a centre

typedef enum pl_zone_cause {
    PL_ZONE_FORCE,    // N, by the caller, for the whole step
    PL_ZONE_TOUCH,    // N, by contacts and attachments, for this substep
    PL_ZONE_IMPULSE,  // N s, by the caller, at once
} pl_zone_cause;

// A load on some places of the body, with their shares (signs do not matter). Nothing happens where
// the body has no zones.
void pl_zone_load(pl_body* body, pl_zone_cause cause, double size, uint32_t count,
                  const uint32_t* place, const float* share);
// A substep: loads grow and fade, what has faded goes.
void pl_zones_advance(pl_body* body, double h);
// The step is over: the caller's forces have acted.
void pl_zones_end_step(pl_body* body);

pl_vec3d pl_zone_centre(const pl_zone* zone);
double pl_zone_radius(const pl_body* body, const pl_zone* zone);
double pl_zone_strength(const pl_body* body, const pl_zone* zone);

#endif

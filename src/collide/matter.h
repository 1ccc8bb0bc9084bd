// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How deep points and segments lie in the matter of a body or an obstacle, by geometry alone: what
// contacts are listed plays no part. Everything is in the frame of the matter.
#ifndef PL_COLLIDE_MATTER_H
#define PL_COLLIDE_MATTER_H

#include "src/collide/solid.h"

typedef struct pl_matter {
    const pl_solid* round;  // with closed forms; or NULL and ...
    const pl_tree* tree;    // ... a closed surface, whose boxes are fitted to x
    const float* x[3];
    bool hollow;  // it is outside of the surface
} pl_matter;

pl_matter pl_matter_of_solid(const pl_solid* solid);
// Distance to the surface, m: above 0 in the matter, below 0 outside.
double pl_matter_depth(const pl_matter* matter, const double p[3]);
bool pl_matter_holds(const pl_matter* matter, const double p[3]);

typedef struct pl_deepest {
    double depth;  // m
    double at[3];
} pl_deepest;

// Looks for a deeper point of the segment than is known, and finds one if there is one deeper by
// 1 % and a thousandth of the segment. Adds to *work steps of about a nanosecond.
void pl_matter_deepest(const pl_matter* matter, const double from[3], const double to[3],
                       pl_deepest* best, uint64_t* work);
// What it costs to ask for a depth.
#define PL_MATTER_STEPS 1000

#endif

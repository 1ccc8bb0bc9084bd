// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Places spread evenly over a surface by farthest-point sampling: each new one is where the surface
// is farthest from those before.
//
// The distance of a place from a sample is the radius of the smallest ball around the sample in
// whose surface the two are connected: the straight distance wherever the surface does not turn
// back, and more between fingers that lie side by side. So samples on one finger never stand for
// the next, at any resolution.
#ifndef PL_BALL_SAMPLE_H
#define PL_BALL_SAMPLE_H

#include "src/mesh/mesh_surface.h"

typedef struct pl_ball_sample {
    uint32_t count;
    uint32_t* place;  // of each sample, ascending
    uint32_t* owner;  // per place: the sample nearest to it
} pl_ball_sample;

// Samples until no place is farther than `spacing` from one and there are `least` of them, or all
// places are taken; at least one per part. Out of `memory`; false: out of memory.
bool pl_ball_sample_make(const pl_surface* surface, double spacing, uint32_t least,
                         pl_arena* memory, pl_ball_sample* sample);

// Surface area of the places that each sample owns; never 0, so that it can weigh something.
void pl_ball_sample_areas(const pl_surface* surface, const pl_ball_sample* sample, double* area);

#endif

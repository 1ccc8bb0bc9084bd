// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Balls inside a shape, see jiggle_balls.c.
#ifndef PL_JIGGLE_BALLS_H
#define PL_JIGGLE_BALLS_H

#include "src/jiggle/jiggle_data.h"

typedef struct pl_jiggle_ball {
    double centre[3], radius;
} pl_jiggle_ball;

typedef struct pl_jiggle_balls {
    const plump_jiggle* jiggle;  // for its bind pose and normals
    pl_jiggle_ball* items;       // largest first
    uint32_t count;
    struct pl_jiggle_sample* samples;
    uint32_t sample_count;
    uint32_t* row;  // of balls that are alike, the last that was looked at
    uint32_t row_count;
    unsigned char* is_in_row;  // per ball
    int mirror;                // axis across the plane of symmetry, -1: there is none
    double middle;             // of that plane, along the axis
} pl_jiggle_balls;

// False: out of memory. The balls live in the arena.
bool pl_jiggle_find_balls(const plump_jiggle* jiggle, pl_arena* arena, pl_jiggle_balls* balls);
// How long the part around a ball is against its thickness: 0 of a sphere, 1 in the middle of a
// long tube, a third at its end.
double pl_jiggle_slenderness(pl_jiggle_balls* balls, const pl_jiggle_ball* ball);
// How far a place inside is from the surface.
double pl_jiggle_depth(const pl_jiggle_balls* balls, const double at[3]);
// The ball whose centre is nearest to a place.
const pl_jiggle_ball* pl_jiggle_nearest_ball(const pl_jiggle_balls* balls, const double at[3]);

static inline pl_vec3d pl_jiggle_vertex(const plump_jiggle* jiggle, uint32_t vertex) {
    return pl_vec3_widen(pl_vec3_load(jiggle->bind + 3 * (size_t)vertex));
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The motion of a body as a rigid whole: centre, velocity, angular velocity, momentum. Needed to
// damp deformation without damping spin, to see whether a body sleeps, and by users.
//
// Sums are of fixed shape: per block of 256 places in 16 lanes, blocks added in order in double.
// With r = x - centre: P = sum m v, L = sum m r x (v - P/M), I = sum m (r.r 1 - r r^T),
// omega = I^-1 L; omega = 0 where det I < 1e-6 tr(I)^3 (a body squashed to a line:
// thinner than about 1/1000 of its length, where float sums no longer know its girth).
#ifndef PL_STATE_MOTION_H
#define PL_STATE_MOTION_H

#include "src/math/vec3.h"
#include "src/wide/isa.h"

typedef struct pl_motion {
    double mass;
    pl_vec3d centre;  // about the origin of the positions
    pl_vec3d velocity;
    pl_vec3d angular_velocity;
    pl_vec3d angular_momentum;  // about the centre
    double kinetic_energy;
} pl_motion;

#define PL_MOTION_BLOCK    256
#define PL_MOTION_CHANNELS 17  // m, m x (3), m v (3), m x cross v (3), m x x^T (6), m v.v

typedef struct pl_motion_kernels {
    // The sums of one block of at most 256 places (a multiple of 16), to PL_MOTION_CHANNELS floats.
    void (*block)(const float* const x[3], const float* const v[3], const float* mass,
                  uint32_t begin, uint32_t end, float* sums);
} pl_motion_kernels;

const pl_motion_kernels* pl_motion_kernels_get(pl_isa isa);

static inline uint32_t pl_motion_block_count(uint32_t padded) {
    return padded / PL_MOTION_BLOCK + (padded % PL_MOTION_BLOCK != 0);
}
static inline size_t pl_motion_sum_count(uint32_t padded) {
    return (size_t)pl_motion_block_count(padded) * PL_MOTION_CHANNELS;
}

// Whether all of it is finite: the state it was taken from is.
bool pl_motion_is_sound(const pl_motion* motion);

// sqrt(mean of v^2 by mass), without the rigid motion.
double pl_motion_deformation(const pl_motion* motion);

// How hard a body is to turn about its centre.
typedef struct pl_inertia {
    double inverse[9];  // by rows, 1/(kg m^2); 0 for a body on a line
    double trace;       // kg m^2
} pl_inertia;

// Whether a body of this mass and longest side is thick enough to know how it turns: one squeezed
// to next to nothing would be set spinning by next to nothing.
bool pl_inertia_turns(const pl_inertia* inertia, double mass, double extent);

// From the sums of all blocks. A massless or empty body gives all zero.
pl_motion pl_motion_join(const float* sums, uint32_t block_count, pl_inertia* inertia);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A bone's state. Its place is its obstacle's; a hinge keeps the angle that this place comes from.
#ifndef PL_STATE_BONE_STATE_H
#define PL_STATE_BONE_STATE_H

#include "src/state/obstacle_state.h"

#include <plump/muscle.h>

#define PL_BONE_FREEDOMS    6     // of a free bone
#define PL_BONE_RATE_MOST   1e8   // m/s, rad/s of a joint; more is held there
#define PL_BONE_NUMBER_MOST 1e60  // of what these rates and pushes can make of momenta

typedef struct pl_bone {
    plump_bone_id id;
    plump_bone_def def;  // as given; inertia as found
    pl_obstacle* obstacle;
    struct pl_bone* parent;  // NULL: the world

    // of a hinge, constant: in the parent's frame, and in its own
    double pivot_on[3], axis_on[3];
    double pivot_own[3];
    double rotation_on[4];  // its rotation in the parent's frame at angle 0

    double angle, rate;  // of a hinge: rad, rad/s
    double velocity[3];  // of the centre
    double spin[3];      // angular momentum about the centre, N m s
    double pending[6];   // N s and N m s about the centre, for the next substep
    double force[6];     // N and N m, by the caller, in the next step
    double given[6];     // N s and N m s about the centre, in the last step

    // in a substep
    double pose[7];            // position and rotation at its beginning ...
    double next[7];            // ... and as predicted, then as found
    pl_vec3d centre;           // at its beginning
    double turn[9];            // rotation, by rows
    double inertia[9];         // in the world
    uint32_t first, last;      // its degrees of freedom in the skeleton
    float slide[3], swing[3];  // how they move it beyond the prediction: m at its centre, rad
    uint32_t crowd;            // contacts that act on it in this round of the contact stage
    uint32_t struck;           // blows that it got
    double energy_before;      // J, and ...
    pl_vec3d velocity_before;  // ... m/s as first predicted, ...
    pl_vec3d rate_before;      // ... and rad/s
    uint32_t island;           // index of a body that it touches, or PL_NOBODY
} pl_bone;

// Whether contacts move it within the substep. Hinges feel them one substep later.
static inline bool pl_obstacle_gives(const pl_obstacle* obstacle) {
    return obstacle->bone && obstacle->bone->def.joint == PLUMP_JOINT_FREE;
}

#endif

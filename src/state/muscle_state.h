// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A muscle's state. What a snapshot keeps is its numbers, its ends and the field of its fibres; all
// else is made from them.
#ifndef PL_STATE_MUSCLE_STATE_H
#define PL_STATE_MUSCLE_STATE_H

#include "src/state/body_state.h"

#include <plump/muscle.h>

// Numbers per triangle that has fibres. With corners i at x_i
//     g = sum share_i x_i        the fibre now, of length 1 at rest
//     W = activation x strength x volume x (integral of the bell up to |g|)
typedef struct pl_fibre {
    uint32_t place[3];
    float share[3];  // 1/m, in all 0
    float volume;    // m^3 of the body that the fibres here stand for
    float pull;      // N m of this substep: a force of -pull share_i g, over h^2 ...
    float stiff;     // ... and at most so much stiffer, whichever way g changes
} pl_fibre;

// A place that is tied fast to a bone, and moves with it.
typedef struct pl_muscle_joint {
    uint32_t place;
    const struct pl_attachment* tie;
    float kept[3];      // scratch
    float mobility[9];  // 1/kg, symmetric: of the vertex and its share of the bone together
} pl_muscle_joint;

typedef struct pl_muscle {
    plump_muscle_id id;
    plump_muscle_def def;  // as given, then as changed; pointers are NULL. activation: wanted
    double activation;     // now
    double length;         // mean of the fibres, m; 0: they were given
    double roof;  // no eigenvalue of M^-1 K is above, if all fibres have a stiffness of 1 Pa, 1/s^2

    float* field;  // x, y, z per triangle of the mesh: direction, and how many relative to others
    uint32_t triangle_count;
    uint32_t* ends[PLUMP_MUSCLE_END_COUNT];  // vertices, ascending
    uint32_t end_count[PLUMP_MUSCLE_END_COUNT];

    pl_fibre* fibres;
    uint32_t fibre_count;
    // per place
    float* mobility;                   // 1/kg; 0: held fast; 1 for joints
    uint8_t* held;                     // 1: by a pin, or by a tie that does not give
    float *way[3], *left[3], *sum[3];  // of the solver; sum: m that the muscle moves a place
    float* carried[3];                 // kg m that it gives, through ties, to what holds a place
    bool any_held;
    pl_muscle_joint* joints;  // room for one per place
    uint32_t joint_count;
    bool pulls;  // in this substep

    struct pl_muscle* next;  // of the same body, in this step
    pl_arena memory;         // all arrays
} pl_muscle;

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The last stage, once per step: what came out is checked (no NaN leaves the library), each body's
// motion as a whole is taken, its origin follows it, and bodies that hardly move fall asleep.
//
// A body sleeps when it neither deforms nor moves as a whole: for half a second no particle has
// been faster than the sleeping speed relative to the rigid motion, and the rigid motion itself not
// either. The speed is for a body of 1 m and goes with the size. A body that nothing holds sleeps
// only where nothing accelerates it. Asleep its state stays as it is, bit for bit, until something
// wakes it.
#ifndef PL_FINISH_FINISH_H
#define PL_FINISH_FINISH_H

#include "src/state/stage.h"

#define PL_SLEEP_AFTER 0.5f  // s

typedef struct pl_finish_kernels {
    // Whether all positions and velocities of the span are usable (contain.h).
    bool (*usable)(const pl_body* body, uint32_t begin, uint32_t end);
    // The largest squared speed of a free particle relative to the body's rigid motion.
    float (*deformation)(const pl_body* body, uint32_t begin, uint32_t end);
} pl_finish_kernels;

const pl_finish_kernels* pl_finish_kernels_get(pl_isa isa);

// Rolling friction, from the motions that have been joined; leaves them as they then are.
void pl_finish_roll(const pl_stage* stage);

// At the beginning of a substep: what flies far in a step takes its origin along.
void pl_finish_keep_up(const pl_stage* stage);

void pl_finish(const pl_stage* stage);

#endif

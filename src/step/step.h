// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PL_STEP_STEP_H
#define PL_STEP_STEP_H

#include "src/state/stage.h"

// What looks on while a step is taken; `observe` may be NULL.
typedef struct pl_step_watch {
    void (*observe)(void* context, uint32_t substep, plump_stage stage);  // after each stage
    void* context;
    double* stage_seconds;  // PLUMP_STAGE_COUNT sums
} pl_step_watch;

// Advances the stage's bodies by stage->step seconds in equal substeps.
void pl_step(pl_stage* stage, uint32_t substeps, const pl_step_watch* watch);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Stage 2: each body's own model pulls positions and velocities back towards its shape. This is the
// table that every model fills; a new model is a folder, a row in elastic.c, a test and a page.
#ifndef PL_ELASTIC_ELASTIC_H
#define PL_ELASTIC_ELASTIC_H

#include "src/state/stage.h"

typedef struct pl_elastic_model {
    const char* name;

    // Makes body->elastic out of body->memory and says how many regions there are. The body's
    // arrays, rest shape, paint and def are in place. On failure the caller gives body->memory
    // back.
    plump_result (*create)(pl_body* body, pl_task_pool* pool, plump_error* error);
    // Whether a changeable field can take this value in this body (what was left out at creation
    // may need memory).
    plump_result (*allows)(const pl_body* body, const plump_body_def* wish, plump_error* error);
    // After a changeable field of body->def or the weights have changed. Cannot fail.
    void (*change)(pl_body* body);

    // The longest substep that does justice to the body; 0: any will do.
    double (*substep_longest)(const pl_body* body);

    // One substep of all bodies of the stage that have this model, or another one with the same
    // function: reads x, v, rest, fit, changes x and v.
    void (*solve)(const pl_stage* stage);

    // What lasts from step to step beyond x and v (plastic deformation), as floats for snapshot and
    // hash; *count 0 without.
    float* (*lasting)(const pl_body* body, size_t* count);
    // Makes that what it was at creation.
    void (*forget)(pl_body* body);
    // Adds what it knows to a description: regions, radius, frequencies, warnings.
    void (*describe)(const pl_body* body, plump_body_info* info);
} pl_elastic_model;

const pl_elastic_model* pl_elastic_model_get(plump_model model);
void pl_elastic_solve(const pl_stage* stage);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What edges against edges of the same body (find_ridges.c) and of another (find_ridges_pair.c)
// share.
#ifndef PL_COLLIDE_FIND_RIDGES_H
#define PL_COLLIDE_FIND_RIDGES_H

#include "src/collide/collide_data.h"
#include "src/collide/ridges.h"

#define PL_RIDGE_PARALLEL 1e-2f  // squared sine of the angle: vertices meet edges there

typedef struct pl_ridge_job {
    const pl_stage* stage;
    const pl_pair* pair;
    pl_finding* finding;
    const pl_body *a, *b;
    pl_target of_a, of_b;
    pl_vec3 shift;  // from a's frame to b's
    float radius;
    bool lets_go;     // of places that are caught
    bool all;         // edges count, not only those that face each other and that no vertex holds
    pl_vec3d offset;  // the shift, exactly
} pl_ridge_job;

// Two points of an edge at the beginning of the substep.
typedef struct pl_edge {
    const pl_ridge* ridge;
    pl_vec3 from, way;
    float lo[3], hi[3];  // around it
} pl_edge;

// Where two edges pass each other.
typedef struct pl_passing {
    float s, t;      // along them
    pl_vec3 normal;  // towards the first
    float gap_past;
    float margin;
} pl_passing;

void pl_ridge_job_aim(const pl_stage* stage, const pl_pair* pair, pl_ridge_job* job);

void pl_edge_see(const pl_target* target, const pl_ridge* ridge, pl_vec3 shift, pl_edge* e);
// False: they do not, or not near enough to be listed.
bool pl_edges_pass(const pl_ridge_job* job, const pl_edge* a, const pl_edge* b, pl_passing* p);
// Lists the contact.
void pl_edges_add(const pl_ridge_job* job, const pl_edge* a, const pl_edge* b, const pl_passing* p);

// Between two bodies, for groups of a.
void pl_find_ridges_pair(const pl_ridge_job* job, uint32_t group_begin, uint32_t group_end);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Physical mode's regions. Centres by farthest-point sampling at 0.45 radius (0.78 of those that
// only take means: their rotations do not matter, and half as many are enough); members are the
// connected part of the rest ball of that radius around the centre, united with the centre's
// neighbours; weight (1 - d^2/r^2)^2 times the centre's area (the surface nearer to it than to any
// other centre), normalised so that the shares of a vertex add up to 1.
//
// Cost and result depend neither on the radius nor on the mesh's resolution.
#ifndef PL_BALL_REGIONS_H
#define PL_BALL_REGIONS_H

#include "src/mesh/mesh_surface.h"

typedef struct pl_ball_regions {
    double radius;           // in the mesh's units
    uint32_t count, padded;  // regions; padded to 16, the padding has no members
    uint32_t* centre;        // place, per region; regions are in the order of their centres
    // members of a region, by place; share p_ij of vertex i in region j
    uint32_t* member_first;  // padded + 1
    uint32_t* member;
    float* member_share;
    // regions of a place, ascending
    uint32_t* region_first;  // surface padded + 1; padding places have none
    uint32_t* region;
    float* region_share;
    // the same lists as the kernels read them (ball_groups.h); NULL in regions kept by no one
    const struct pl_ball_groups* groups;
} pl_ball_regions;

// How far centres are apart, in radii.
#define PL_BALL_SPACING 0.45f  // finer kicks a bouncing ball less aside, but costs
#define PL_MEAN_SPACING 0.78f  // denser ones cost more than a tenth of the stage

typedef struct pl_ball_layout {
    float radius;   // in the mesh's units, before a body's scale
    float spacing;  // one of the above
} pl_ball_layout;

// Made once per mesh and layout. NULL: out of memory.
const pl_ball_regions* pl_ball_layout_get(const plump_mesh* mesh, pl_ball_layout layout,
                                          pl_task_pool* pool);
size_t pl_ball_layout_size(const plump_mesh* mesh, pl_ball_layout layout);
// The same out of the caller's memory, kept by no one. NULL: out of memory.
pl_ball_regions* pl_ball_layout_make(const pl_surface* surface, pl_ball_layout layout,
                                     pl_arena* memory, pl_task_pool* pool);

// With PL_BALL_SPACING.
const pl_ball_regions* pl_ball_regions_get(const plump_mesh* mesh, float radius,
                                           pl_task_pool* pool);
size_t pl_ball_regions_size(const plump_mesh* mesh, float radius);

#endif

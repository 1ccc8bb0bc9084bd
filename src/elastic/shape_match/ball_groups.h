// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Physical mode's lists as the kernels read them. Places are taken in groups of 16, one per lane,
// and where a region meets a group there is a patch: 16 shares, 0 for places that are not in the
// region. Neighbours in the order share most of their regions (a group meets 12 to 21 regions, a
// place is in 10), so zeros are cheaper than what lists of single places cost: a load per pair
// that the lanes cannot share, and a loop end that no processor foresees.
#ifndef PL_BALL_GROUPS_H
#define PL_BALL_GROUPS_H

#include "src/elastic/shape_match/ball_regions.h"

#define PL_GROUP_PLACES 16

typedef struct pl_ball_groups {
    uint32_t count;         // groups: padded places / 16
    uint32_t* patch_first;  // count + 1: patches of a group, by region, ascending
    uint32_t* region;       // per patch
    float* share;           // 16 per patch
    // patches of a region, by group, ascending
    uint32_t* region_first;  // padded regions + 1
    uint32_t* region_patch;  // which patch
    uint32_t* region_group;  // and its group
} pl_ball_groups;

// Makes balls->groups out of `memory`, for `padded` places. False: out of memory.
bool pl_ball_groups_make(pl_ball_regions* balls, uint32_t padded, pl_arena* memory);

#endif

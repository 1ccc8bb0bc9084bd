// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Paper mode's regions: all vertices within omega edges, one region per vertex, written as runs of
// the surface's order. Runs are cut at blocks of 64 places, so a sum over a run is the difference
// of two rows of a prefix array that starts anew in every block (accuracy: 6-8 times better than
// the paper's paths of 512, for 2 % more time).
#ifndef PL_RING_REGIONS_H
#define PL_RING_REGIONS_H

#include "src/mesh/mesh_surface.h"

#define PL_OMEGA_MOST 8

// Rows of a prefix array (pl_prefix_row): the sum is row[to] - row[from].
typedef struct pl_run {
    uint32_t from, to;
} pl_run;

typedef struct pl_ring_regions {
    uint32_t omega;
    uint32_t count, padded;  // regions, as the surface's places
    uint32_t* run_first;     // padded + 1; padding regions have no runs
    pl_run* runs;
    float* inv_size;         // 1/|R| per region; 0 in the padding
    uint32_t* member_first;  // padded + 1, and the members as places, ascending; NULL unless asked
    uint32_t* members;
    // The regions of each block of 64, as offsets in it, by how many runs they have: a processor
    // foresees the end of a loop as long as the one before (the sums take 15 % less). NULL where
    // most are equally long anyway.
    uint8_t* by_length;  // padded
} pl_ring_regions;

// Made once per mesh and omega (and once more with member lists). NULL: out of memory.
const pl_ring_regions* pl_ring_regions_get(const plump_mesh* mesh, uint32_t omega,
                                           bool with_members, pl_task_pool* pool);
// Bytes it holds.
size_t pl_ring_regions_size(const plump_mesh* mesh, uint32_t omega, bool with_members);

#endif

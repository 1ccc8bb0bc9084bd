// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The rings of neighbours around places, 16 places side by side: so that ring sums over four, two
// or one place at a time are one loop without special cases, whatever the lanes.
//
// With e_k the edges from a place to its ring of n neighbours, two terms of the sum over
// e_k x e_k+1 are one product, e_k x (e_k+1 - e_k-1), for every second k. So a ring is kept as
// columns in pairs: first neighbour 0; then neighbours 1 and 2, 3 and 4, and so on, neighbour 0
// again as the last, and the place itself to fill up pairs until the longest ring of the 16 has
// ended: those add exactly zero. Each neighbour is once among the pairs, for sums over them.
#ifndef PL_MESH_RINGS_H
#define PL_MESH_RINGS_H

#include "src/mesh/mesh_surface.h"

typedef struct pl_rings {
    uint32_t* first;     // first column of a group of 16 places, and one more at the end:
                         // padded / 16 + 1
    uint32_t* columns;   // 16 places each, times 4: where their rows of four floats begin
    float* inv_valence;  // per place, padded; 0 in the padding
} pl_rings;

// N: the sum of e_k x e_k+1 around a place, for the positions given.
pl_vec3d pl_ring_vector(const pl_surface* surface, const float* const x[3], uint32_t place);

// Made at the first call and kept in the mesh (PL_CACHE_RING_COLUMNS). NULL: out of memory.
const pl_rings* pl_rings_get(const plump_mesh* mesh, pl_task_pool* pool);
size_t pl_rings_size(const plump_mesh* mesh);

#endif

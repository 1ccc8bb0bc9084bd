// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The rings of neighbours around places, four places side by side: so that ring sums over four, two
// or one place at a time are one loop without special cases, whatever the lanes.
//
// A quad is four places, 4q to 4q + 3. Its columns are four places each, one per member of the
// quad: the last neighbour, then all neighbours counter-clockwise from the first, then the place
// itself until the longest ring of the four has ended. With e_k the edge to the place in column k,
// e_k-1 x e_k summed over the columns from the second on is the sum over the ring, and each padding
// column adds exactly zero; so does the sum of e_k.
#ifndef PL_MESH_RINGS_H
#define PL_MESH_RINGS_H

#include "src/mesh/mesh_surface.h"

typedef struct pl_ring_quads {
    uint32_t* first;     // first column of a quad, and one more at the end: padded / 4 + 1
    uint32_t* columns;   // four places each
    float* inv_valence;  // per place, padded; 0 in the padding
} pl_ring_quads;

// Made at the first call and kept in the mesh (PL_CACHE_QUADS). NULL: out of memory.
const pl_ring_quads* pl_ring_quads_get(const plump_mesh* mesh, pl_task_pool* pool);
size_t pl_ring_quads_size(const plump_mesh* mesh);

#endif

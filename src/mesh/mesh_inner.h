// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Who is across whom: from every place of the rest shape a ray goes inwards, against the normal, to
// the first triangle of the surface it meets; the nearest corner of that triangle is the place
// across. After Diziol, Bender, Bayer 2011, section 5, "Inner Structures": how much that distance
// has changed tells how much the body is squeezed there.
#ifndef PL_MESH_INNER_H
#define PL_MESH_INNER_H

#include "src/mesh/mesh_surface.h"

// Where the ray leaves the body.
typedef struct pl_spot {
    uint32_t triangle;  // PL_SPOT_NONE: nowhere
    float weight[3];    // of its corners
    float thick;        // how far the place lies below the triangle's plane, in the mesh's units
} pl_spot;
#define PL_SPOT_NONE UINT32_MAX

typedef struct pl_inner {
    uint32_t* across;  // per place, padded: the place across, or the place itself where there is
                       // none: see mesh_inner.c
    float* length;     // rest distance to it, in the mesh's units; 0 where there is none
    pl_spot* spot;     // per place, not padded: what is across, to the point
    double shortest, longest;  // of those that have one; 0 and 0 if none has
    uint32_t count;            // how many have one
} pl_inner;

// Made at the first call, in parallel, and kept in the mesh (PL_CACHE_INNER). NULL: out of memory.
const pl_inner* pl_inner_get(const plump_mesh* mesh, pl_task_pool* pool);
size_t pl_inner_size(const plump_mesh* mesh);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Walking over a surface: which triangles lie around a place, and from a triangle down to where the
// surface comes nearest to a point.
#ifndef PL_COLLIDE_FANS_H
#define PL_COLLIDE_FANS_H

#include "src/collide/tree.h"

// Triangle numbers beside the rings of a surface: triangle[k] has the corners place, ring[k] and
// the ring's next, for k from ring_first[place] on.
typedef struct pl_fans {
    uint32_t* triangle;
} pl_fans;

// Made at the first call and kept in the mesh (PL_CACHE_FANS). NULL: out of memory.
const pl_fans* pl_fans_get(const plump_mesh* mesh, pl_task_pool* pool);
size_t pl_fans_size(const plump_mesh* mesh);

// From near->triangle over neighbours to the triangle that is nearest to p among those around: a
// local minimum of the distance.
void pl_fans_walk(const pl_surface* surface, const pl_fans* fans, const float* const x[3],
                  const float p[3], pl_near* near);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The rims of the holes in an oriented surface.
#ifndef PL_MESH_LOOPS_H
#define PL_MESH_LOOPS_H

#include "src/mesh/mesh_intake.h"

typedef struct pl_loops {
    uint32_t* vertices;  // of all loops, one after another, along the open edges
    uint32_t* start;     // per loop, and one more at the end
    uint32_t* edge;      // per loop: one of its open half-edges
    uint32_t count;
} pl_loops;

// In the scratch arena; false: out of memory.
bool pl_loops_trace(pl_intake* s, pl_loops* loops);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Points with masses, as a model sees itself while it looks for its slowest vibration: where they
// are, which of them hang together, and the motions that no model resists.
//
// Vectors have 3 numbers per point: displacements times root_mass, so that the plain inner product
// is that of the masses.
#ifndef PL_CLOUD_H
#define PL_CLOUD_H

#include "src/base/arena.h"
#include "src/math/vec3.h"

typedef struct pl_cloud {
    uint32_t count;
    double* position;   // 3 per point
    double* root_mass;  // square root of its mass
    uint32_t* piece;    // per point: which of the pieces that hang together
    uint32_t piece_count;
    // six orthonormal rigid motions of every piece, 0 where a piece has fewer: 6 rows of 3 count
    double* rigid;
    double* amount;  // scratch: per piece
} pl_cloud;

static inline pl_vec3d pl_cloud_position(const pl_cloud* cloud, uint32_t point) {
    return pl_vec3d_load(cloud->position + 3 * (size_t)point);
}

// Fills `rigid` from what stands above it. False: out of memory.
bool pl_cloud_find_rigid(pl_cloud* cloud, pl_arena* memory, pl_arena* scratch);
// Takes rigid motions out of a vector. Uses the scratch: one call at a time.
void pl_cloud_clean(const pl_cloud* cloud, double* vector);
// A vector to look for the slowest modes from: as smooth as they are, a polynomial of third degree
// in the position, and as much of everything else.
void pl_cloud_start(const pl_cloud* cloud, double* start);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which parts of a surface belong together: those whose surfaces cut each other at rest, and those
// that lie in each other.
#ifndef PL_MESH_PIECES_H
#define PL_MESH_PIECES_H

#include "src/mesh/mesh_cache.h"

typedef struct pl_pieces {
    uint32_t* piece_of;  // per part: number of its piece, by first part
    uint32_t count;      // of pieces
    uint64_t* cuts;      // pairs of parts that cut or touch: lower << 32 | higher, ascending
    size_t cut_count;
    const uint32_t* container;  // of each part: the innermost part around it, or PL_NONE ...
    const double* volume;       // ... and what it encloses, negative for cavities
} pl_pieces;

// Kept in the mesh; NULL: out of memory.
const pl_pieces* pl_pieces_get(const plump_mesh* mesh, pl_task_pool* pool);

size_t pl_pieces_size(const plump_mesh* mesh);

// Whether what is of part a belongs behind the triangles of part b: a solid within a solid, and
// both sides of a wall around a hollow.
bool pl_part_is_behind(const pl_pieces* pieces, uint32_t a, uint32_t b);

static inline uint64_t pl_part_pair(uint32_t a, uint32_t b) {
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The edges of a surface, each once. Edge on edge is how two surfaces meet between their vertices.
#ifndef PL_COLLIDE_RIDGES_H
#define PL_COLLIDE_RIDGES_H

#include "src/collide/tree.h"

typedef struct pl_ridge {
    uint32_t from, to;  // places, the lower one first
    uint32_t triangle;  // the one on its left
    uint32_t tip[2];    // the third corners of the triangles on its left and on its right ...
    uint32_t leaf[2];   // ... and the leaves of the tree that hold them
} pl_ridge;

#define PL_LEAF_RIDGES 12  // at most, of four triangles

// Ordered by their triangle: those of triangle t are first[t] to first[t + 1] - 1, at most three.
typedef struct pl_ridges {
    uint32_t* first;
    pl_ridge* ridge;
    uint32_t* leaf_first;  // per leaf of the tree, and one more at the end: all edges of its
    uint32_t* of_leaf;     // triangles, each once
} pl_ridges;

// Made at the first call and kept in the mesh (PL_CACHE_RIDGES). NULL: out of memory.
const pl_ridges* pl_ridges_get(const plump_mesh* mesh, pl_task_pool* pool);
size_t pl_ridges_size(const plump_mesh* mesh);

#endif

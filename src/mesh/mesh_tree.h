// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A bounding-box tree over the triangles of a surface, for the intake's geometric questions.
#ifndef PL_MESH_TREE_H
#define PL_MESH_TREE_H

#include "src/mesh/mesh_view.h"

typedef struct pl_mesh_tree pl_mesh_tree;

// NULL when out of memory. Lives in the arena; the view must outlive it. The same tree on every
// machine.
pl_mesh_tree* pl_mesh_tree_build(pl_arena* arena, const pl_mesh_view* view);

typedef void pl_pair_visit(uint32_t triangle_a, uint32_t triangle_b, void* user);

typedef struct pl_intersections {
    uint64_t count;
    bool at_least;  // the work limit was reached
} pl_intersections;

// Calls `visit` (NULL is fine) for every pair of triangles that cut or touch each other, a < b,
// in a fixed order. Signs are exact for the given doubles. False: out of memory.
bool pl_mesh_intersections(pl_arena* arena, const pl_mesh_tree* tree, pl_pair_visit* visit,
                           void* user, pl_intersections* found);

// For each part the innermost other part it lies inside of, or PL_NONE, by exact ray crossings.
// Parts are closed; where two parts cut each other the answer is that of the part's first vertex.
// `incomplete` is set when a work limit was reached (then the rest are PL_NONE).
// False: out of memory.
bool pl_mesh_nesting(pl_arena* arena, const pl_mesh_tree* tree, const uint32_t* triangle_part,
                     uint32_t part_count, uint32_t* container, bool* incomplete);

#endif

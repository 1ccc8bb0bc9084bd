// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The order of a surface's vertices: greedy paths along edges, side by side.
#ifndef PL_MESH_PATHS_H
#define PL_MESH_PATHS_H

#include "src/base/arena.h"

// A closed surface as vertices with their neighbours.
typedef struct pl_path_graph {
    uint32_t vertex_count;
    const uint32_t* first;  // vertex_count + 1: where the neighbours of a vertex begin
    const uint32_t* neighbours;
    const float* positions;  // x, y, z per vertex
    const uint32_t* part;    // per vertex; each part is one piece, parts come one after another
} pl_path_graph;

// Writes the vertices in order and how many paths they make. The same for equal input on every
// machine. False: out of memory.
bool pl_paths_order(const pl_path_graph* graph, pl_arena* scratch, uint32_t* order,
                    uint32_t* path_count);

#endif

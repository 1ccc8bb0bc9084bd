// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which triangles meet at which edge.
//
// Half-edge h = 3 t + k runs from corner k of triangle t to the next corner. Sorting all of them by
// their two vertices (two counting sorts, so no input is slow) puts the half-edges of one edge side
// by side.
#ifndef PL_MESH_EDGES_H
#define PL_MESH_EDGES_H

#include "src/mesh/mesh_view.h"

typedef struct pl_edges {
    uint32_t* order;  // half-edges by smaller vertex, larger vertex, number
    uint32_t*
        first;  // per smaller vertex: where its half-edges begin in `order`; one more at the end
    // Per half-edge: PL_NONE when the edge is open, the other one when there are two, the next of
    // the ring when there are more.
    uint32_t* mate;
    uint32_t edge_count;
    uint32_t open_count;      // edges with one triangle
    uint32_t many_count;      // edges with three or more
    uint32_t parallel_count;  // edges with two triangles that run along it in the same direction
    bool has_twins;           // maybe: two triangles with the same three vertices
} pl_edges;

bool pl_edges_build(pl_arena* arena, pl_arena* scratch, const pl_mesh_view* view, pl_edges* edges);

// A half-edge between the two vertices, or PL_NONE.
uint32_t pl_edges_lookup(const pl_edges* edges, const uint32_t* triangles, uint32_t a, uint32_t b);

static inline uint32_t pl_edge_next(uint32_t half_edge) {
    return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}

static inline uint32_t pl_edge_previous(uint32_t half_edge) {
    return half_edge % 3 == 0 ? half_edge + 2 : half_edge - 1;
}

static inline bool pl_edge_is_pair(const pl_edges* edges, uint32_t half_edge) {
    uint32_t mate = edges->mate[half_edge];
    return mate != PL_NONE && edges->mate[mate] == half_edge;
}

static inline bool pl_edge_is_many(const pl_edges* edges, uint32_t half_edge) {
    uint32_t mate = edges->mate[half_edge];
    return mate != PL_NONE && edges->mate[mate] != half_edge;
}

#endif

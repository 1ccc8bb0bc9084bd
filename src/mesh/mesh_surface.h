// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A mesh as the solver sees it: its vertices in the order of greedy paths along edges, so that a
// region is a few runs of that order and neighbours lie close in memory.
//
// Order after Diziol, Bender, Bayer 2011, section 4, "Path Construction", with new paths started at
// the unvisited vertex that is lowest along the axis: 7.4 runs per region at omega 3, against 8.0
// from the first free vertex and 10.5 along a Hilbert curve.
#ifndef PL_MESH_SURFACE_H
#define PL_MESH_SURFACE_H

#include "src/math/vec3.h"
#include "src/mesh/mesh_cache.h"

typedef struct pl_surface {
    uint32_t count;       // vertices
    uint32_t padded;      // the next multiple of 16: the length of the arrays per place
    uint32_t* vertex_of;  // mesh vertex at a place; the padding repeats the last vertex
    uint32_t* place_of;   // place of a mesh vertex; `count` of them
    uint32_t path_count;  // how often the order does not go on along an edge, plus one
    float* rest[3];       // rest position about `centre`; the padding repeats the last place
    float* area;          // a third of the areas of the triangles around; 0 in the padding
    // Neighbours counter-clockwise seen from outside, as places: ring[ring_first[k]] and on.
    uint32_t* ring_first;  // count + 1 of them
    uint32_t* ring;
    uint32_t* triangles;  // three places per triangle, in the mesh's order of triangles
    uint32_t triangle_count;
    uint32_t* part_of;  // part of a place (plump_mesh_triangle_parts)
    uint32_t part_count;
    pl_vec3d centre;     // area centroid, in the mesh's coordinates (without its origin)
    double extent;       // longest side of the bounding box
    double part_extent;  // the same of the largest part
    double area_total;
    double edge_mean;
    double volume;
    uint64_t hash;  // of the rest positions and triangles: names the mesh in a snapshot
} pl_surface;

// How many edges lie across it. Of more than PL_FINE, about 500 vertices, it can deform within what
// a model or a contact takes for one piece.
#define PL_FINE 20.0
static inline double pl_surface_across(const pl_surface* surface) {
    return surface->extent / surface->edge_mean;
}

// Made at the first call and kept in the mesh. NULL: out of memory.
const pl_surface* pl_mesh_surface(const plump_mesh* mesh, pl_task_pool* pool);
// Bytes it holds.
size_t pl_mesh_surface_size(const plump_mesh* mesh);

#endif

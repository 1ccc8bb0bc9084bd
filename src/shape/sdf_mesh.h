// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// From signed distances to triangles in three steps: a first mesh by marching tetrahedra (extract),
// even edges by remeshing (remesh), an exact count (fit_count). sdf_mesh.c goes through them.
#ifndef PL_SHAPE_SDF_MESH_H
#define PL_SHAPE_SDF_MESH_H

#include "src/shape/edit.h"
#include "src/shape/sdf.h"

typedef struct pl_remesh {
    const pl_sdf* sdf;
    pl_arena* arena;
    pl_edit mesh;
    double edge;       // wished length
    pl_vec3d* moved;   // scratch, one per vertex of the capacity
    pl_vec3d* turned;  // the same for normals
} pl_remesh;

// The surface where the distance is 0, cut by a lattice of this cell size; a closed manifold, its
// edges anything up to the cell's diagonal. Room is made for at least `capacity` vertices.
// False: out of memory.
bool pl_sdf_extract(const pl_sdf* sdf, const pl_sdf_body* body, double cell, uint32_t capacity,
                    pl_arena* arena, pl_edit* mesh);

// Split, collapse, flip and relax once, towards edges of length remesh->edge.
bool pl_remesh_round(pl_remesh* remesh);
// Flips and moves vertices along the surface, count unchanged.
void pl_remesh_relax(pl_remesh* remesh);
// Collapses an edge unless that folds the surface or makes edges longer than `longest`; its start
// is the vertex that stays.
bool pl_remesh_try_collapse(pl_remesh* remesh, uint32_t h, double longest);
// Splits an edge in the middle; PL_EDIT_NONE when there is no room.
uint32_t pl_remesh_split(pl_remesh* remesh, uint32_t h);
double pl_remesh_length2(const pl_remesh* remesh, uint32_t h);

// Collapses the shortest edges or splits the longest until there are `wish` vertices; it may end
// some off where no more edge can go. False: out of memory.
bool pl_remesh_fit_count(pl_remesh* remesh, uint32_t wish);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A closed triangle mesh that can be edited: each triangle t owns the half-edges 3 t, 3 t + 1,
// 3 t + 2 (from its first, second and third corner), each half-edge knows its twin. There is no
// border anywhere, which keeps every edit short. Walks around a vertex go by its valence, so they
// end whatever the half-edges say.
#ifndef PL_SHAPE_EDIT_H
#define PL_SHAPE_EDIT_H

#include "src/shape/shape_build.h"

#define PL_EDIT_NONE UINT32_MAX

typedef struct pl_edit {
    pl_vec3d* points;
    pl_vec3d* normals;  // outward, of the surface it follows
    uint32_t* out;      // a half-edge that starts at the vertex; PL_EDIT_NONE: removed
    uint32_t* valence;
    uint32_t* start;  // per half-edge: the vertex it starts at; PL_EDIT_NONE: removed
    uint32_t* twin;
    uint32_t vertex_count, triangle_count;  // with removed ones, until pl_edit_pack()
    uint32_t removed_vertices;
    uint32_t vertex_capacity, triangle_capacity;
    bool is_torn;  // pl_edit_connect() found an edge or a vertex that is not closed
} pl_edit;

static inline uint32_t pl_edit_next(uint32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

static inline uint32_t pl_edit_previous(uint32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}

static inline uint32_t pl_edit_end(const pl_edit* mesh, uint32_t h) {
    return mesh->start[pl_edit_next(h)];
}

// The next half-edge that starts at the same vertex.
static inline uint32_t pl_edit_around(const pl_edit* mesh, uint32_t h) {
    return mesh->twin[pl_edit_previous(h)];
}

static inline uint32_t pl_edit_live_vertices(const pl_edit* mesh) {
    return mesh->vertex_count - mesh->removed_vertices;
}

// Memory from the arena for so many; false: out of memory.
bool pl_edit_reserve(pl_edit* mesh, pl_arena* arena, uint32_t vertices, uint32_t triangles);
// Joins the half-edges of the triangles in `start`. `arena` gives scratch. False: out of memory, or
// (is_torn) an edge has not two sides, or the triangles at a vertex are not one ring.
bool pl_edit_connect(pl_edit* mesh, pl_arena* arena);

// Splits an edge at a new vertex, whose point and normal the caller sets; returns it, or
// PL_EDIT_NONE when there is no room.
uint32_t pl_edit_split(pl_edit* mesh, uint32_t h);
// Whether removing the edge keeps a closed manifold (the link condition).
bool pl_edit_can_collapse(const pl_edit* mesh, uint32_t h);
// Merges the end of a half-edge into its start.
void pl_edit_collapse(pl_edit* mesh, uint32_t h);
// Whether turning the edge inside its two triangles keeps a manifold.
bool pl_edit_can_flip(const pl_edit* mesh, uint32_t h);
void pl_edit_flip(pl_edit* mesh, uint32_t h);
// Closes the gaps that removed vertices and triangles left; the order stays. `arena` gives scratch.
bool pl_edit_pack(pl_edit* mesh, pl_arena* arena);

#endif

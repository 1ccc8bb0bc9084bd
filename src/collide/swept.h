// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Surfaces on their way through a substep, in the frame of a pair: that of the second body, which
// drifts with it, or that of an obstacle, in which the obstacle stands still. Ways are straight in
// that frame. Leaves of trees, what is theirs, and whether two of them can cross at all.
#ifndef PL_COLLIDE_SWEPT_H
#define PL_COLLIDE_SWEPT_H

#include "src/collide/collide_data.h"
#include "src/collide/ridges.h"
#include "src/collide/tree_four.h"

// One of the two.
typedef struct pl_swept_side {
    const pl_body* body;  // NULL: an obstacle
    bool hollow;          // its matter is outside
    const pl_tree* tree;
    const pl_ridges* ridges;
    const uint32_t* triangles;
    const float* x[2][3];  // at the beginning and at the end, ...
    pl_view view[2];       // ... into the frame of the pair, ...
    float shift[2][3];     // ... the same, narrow, as it drifts ...
    bool turned;           // ... and not only shifted: by
    float turn[2][9];
} pl_swept_side;

// `offset`: from its frame to that of the pair, which moves by `drift`.
pl_swept_side pl_swept_body(const pl_body* body, pl_vec3d offset, pl_vec3d drift);
// A body in the frame of an obstacle, and that obstacle: one with a closed surface.
pl_swept_side pl_swept_turned(const pl_body* body, const pl_obstacle* obstacle);
pl_swept_side pl_swept_obstacle(const pl_obstacle* obstacle);

typedef struct pl_swept_box {
    float lo[3], hi[3];
} pl_swept_box;

static inline bool pl_swept_boxes_meet(const pl_swept_box* a, const pl_swept_box* b) {
    return a->lo[0] <= b->hi[0] && b->lo[0] <= a->hi[0] && a->lo[1] <= b->hi[1] &&
           b->lo[1] <= a->hi[1] && a->lo[2] <= b->hi[2] && b->lo[2] <= a->hi[2];
}

// Around the ways of some places.
pl_swept_box pl_swept_around(const pl_swept_side* s, const uint32_t* places, uint32_t count,
                             float room);

// A box of its tree, which was fitted around what drifts by `drift`, in the frame of the pair.
pl_swept_box pl_swept_see(const pl_swept_side* s, const pl_swept_box* own, const float drift[3],
                          float room);

#define PL_SWEPT_MOST 12  // vertices of a leaf

// Four triangles on their way, and what is theirs.
typedef struct pl_swept_leaf {
    const pl_swept_side* of;
    uint32_t index;
    float room;         // that boxes have for rounding, m
    four at[2][3][3];   // past and now, corners, axes
    four lo[3], hi[3];  // boxes of the triangles ...
    pl_swept_box all;   // ... and around all of them
    float out[3], top;  // the way out of it, and how far it goes there; once it is asked for
    bool aimed;         // that holds
    uint32_t opened;    // bit i: what follows of triangle i does
    pl_swept_box edge_box[4][3];
    const pl_ridge* edge[4][3];
    uint32_t edge_count[4];
    bool listed;  // its vertices are
    uint32_t vertex_count, vertex[PL_SWEPT_MOST];
    pl_swept_box vertex_box[PL_SWEPT_MOST];
} pl_swept_leaf;

void pl_swept_load(const pl_swept_side* of, uint32_t index, float room, pl_swept_leaf* leaf);
// The edges that belong to a triangle of it, and the vertices that belong to the leaf, with their
// boxes; once.
void pl_swept_open(pl_swept_leaf* leaf, uint32_t triangle);
void pl_swept_list(pl_swept_leaf* leaf);
// Bit i: the box of triangle i meets the box.
uint32_t pl_swept_meet(const pl_swept_leaf* leaf, const pl_swept_box* box);
pl_swept_box pl_swept_triangle_box(const pl_swept_leaf* leaf, uint32_t triangle);
// Whether a plane across the way out of either keeps them apart: then nothing crosses. Two surfaces
// that face each other lie in each other's boxes wherever they are aslant.
bool pl_swept_apart(pl_swept_leaf* a, pl_swept_leaf* b);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What two surfaces have in common, measured by geometry where they are now: pairs of triangles
// that cut each other, counted exactly, and how deep one lies in the other.
#ifndef PL_COLLIDE_OVERLAP_H
#define PL_COLLIDE_OVERLAP_H

#include "src/collide/collide.h"
#include "src/collide/matter.h"

// A body or an obstacle. Boxes of its tree are fitted to x.
typedef struct pl_side {
    const float* x[3];
    const uint32_t* triangles;
    uint32_t vertex_count, triangle_count;
    const pl_tree* tree;  // NULL: closed forms, and no triangles
    pl_matter matter;
    bool is_sheet;  // it has no matter
    pl_place place;
} pl_side;

pl_side pl_side_of_body(const pl_body* body);
pl_side pl_side_of_obstacle(const pl_obstacle* obstacle, const pl_place* place);

typedef struct pl_overlap {
    uint64_t count;   // pairs of triangles that cut or touch each other; where one side has closed
                      // forms, triangles that reach into it
    double depth;     // of the deepest point, m; 0: none
    double point[3];  // that point, in the world
} pl_overlap;

// Scratch, and how much work there may be, in steps of about a nanosecond.
typedef struct pl_overlap_search {
    uint64_t work, limit;
    float* depth;     // per vertex of the larger side
    uint8_t* cut[2];  // per triangle of the larger side, for each of the two
} pl_overlap_search;

// Adds what a and b have in common; b may be a itself. Of a body and itself, and of a sheet, the
// depth is how far single triangles have to move to part: at most about an edge.
void pl_overlap_measure(pl_overlap_search* search, const pl_side* a, const pl_side* b,
                        pl_overlap* overlap);
// The least distance of a's vertices from an obstacle, if it is less than `least`. Below 0 in the
// matter of one with closed forms; from triangles it is that to the nearest.
double pl_overlap_clearance(pl_overlap_search* search, const pl_side* a, const pl_side* b,
                            double least);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A convex solid that meshes are pushed out of: planes, or something round.
#ifndef PL_JIGGLE_SOLID_H
#define PL_JIGGLE_SOLID_H

#include "src/jiggle/jiggle_data.h"

// Weights from which a pair counts where bodies meet: of four, a vertex has always one.
#define PL_JIGGLE_WEIGHT_LEAST 0.25f

typedef struct pl_convex {
    plump_obstacle_shape shape;  // planes for PLANE, BOX and HULL
    double radius, half_height;  // of what is round, the margin added
    double (*planes)[4];         // n . x <= w inside
    uint32_t plane_count;
    double centre[3], reach;      // c_C, and the distance of its farthest point; not of a PLANE
    double position[3], turn[9];  // world = turn x own + position
} pl_convex;

struct pl_jiggle_obstacle {
    bool is_used;
    pl_convex* parts;  // of a mesh one or more, else one
    uint32_t part_count;
    double share;  // of the depth that is pushed out
    pl_arena memory;
};

// A contact, and what it was with.
struct pl_jiggle_touch {
    plump_jiggle_contact contact;
    uint32_t part;
    bool is_late;  // only pushing it out of others brought it in: not told
};

// Makes the parts of a checked definition, in its own frame, from the obstacle's memory.
plump_result pl_convex_make(const plump_obstacle_def* def, struct pl_jiggle_obstacle* obstacle,
                            plump_error* error);
void pl_convex_place(pl_convex* solid, const double position[3], const float rotation[4]);
// A polytope around points (rows of four floats, those with weight enough), by how far they reach
// in many directions: a little larger than their hull. In the world's axes, about `origin`. Without
// points it has no planes. False: out of memory.
bool pl_convex_around(const float* rows, const float* weights, uint32_t count,
                      const double origin[3], pl_arena* memory, pl_convex* solid);

// The middle of its points, in the world; the place of its core nearest to `from`, both in the
// world; and how far it goes from there at most.
void pl_convex_middle(const pl_convex* solid, double to[3]);
void pl_convex_core(const pl_convex* solid, const double from[3], double to[3]);
double pl_convex_reach(const pl_convex* solid, const double from[3]);

// The part of the line at + s way that lies inside, in the world; false: none. `way` has length 1.
bool pl_convex_clip(const pl_convex* solid, const double at[3], const double way[3], double* from,
                    double* to);
// The outward normal at a point of the surface, in the world.
void pl_convex_normal(const pl_convex* solid, const double at[3], double normal[3]);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The shape of an obstacle in its own frame: round and flat ones by closed forms in double, the
// others as triangles with a tree. All answers are the same on every machine.
#ifndef PL_COLLIDE_SOLID_H
#define PL_COLLIDE_SOLID_H

#include "src/collide/tree.h"
#include "src/state/obstacle_state.h"

// A sharp convex edge (its faces turn by more than 20 degrees). Of a sheet: any that turns so much,
// and borders.
typedef struct pl_sharp_edge {
    float from[3], to[3];
    float out[3];  // about where it points to; 0 where that is not known (borders, sheets)
} pl_sharp_edge;

typedef struct pl_solid {
    plump_obstacle_shape shape;
    bool hollow;
    double radius, half_height, half_size[3];
    // triangles, of HULL, MESH and SHEET, scaled; else 0 and NULL
    const pl_surface* surface;       // rings; NULL for a sheet
    const struct pl_fans* fans;      // fans.h; NULL for a sheet
    const struct pl_ridges* ridges;  // all its edges (ridges.h); NULL for a sheet
    const float* x[3];               // positions
    uint32_t vertex_count;
    const uint32_t* triangles;
    uint32_t triangle_count;
    pl_tree tree;
    // box, cylinder (rims as 48 chords), and triangles; of a hollow mesh those that stand into the
    // room, of other hollow ones none
    pl_sharp_edge* edges;
    uint32_t edge_count;
    double
        bend;  // 1 / R, the most where an edge of a closed surface stands out without being sharp
    // a box around it, in its own frame; infinite for a plane, and for hollow ones
    double lo[3], hi[3];
    double size[3];     // of a box around it, of hollow ones around the room; 0 for a plane
    plump_mesh* owned;  // the mesh of a hull; freed with the solid
    uint64_t hash;      // of shape and sizes, points and triangles
} pl_solid;

// Makes the solid for a checked definition, out of `memory`. Refuses with a sentence: a hull of
// points in one plane, a sheet whose triangles name points that are not there, no triangles.
plump_result pl_solid_create(const plump_obstacle_def* def, pl_arena* memory, pl_task_pool* pool,
                             pl_solid** solid, plump_error* error);
void pl_solid_destroy(pl_solid* solid);  // what is not in its arena; NULL is fine

// How far outside of its box a box in the world is at least; 0: they may meet.
double pl_solid_gap(const pl_solid* solid, const pl_place* place, const double lo[3],
                    const double hi[3]);

static inline bool pl_solid_is_round(const pl_solid* solid) {
    return solid->shape <= PLUMP_OBSTACLE_CYLINDER;  // has closed forms
}

// A way that a point is from the surface of a solid with closed forms: one to the nearest point, of
// a hollow box or cylinder one for each wall, as if it had no end. So in the matter behind a corner
// of a hollow one the first is shorter than to the nearest point; all others are exact.
typedef struct pl_solid_near {
    double distance;   // below 0: in the matter
    double normal[3];  // in which it grows, of length 1
} pl_solid_near;

// Those within `radius`, the nearest always and first; at most three. Returns how many.
uint32_t pl_solid_distance(const pl_solid* solid, const double p[3], double radius,
                           pl_solid_near near[3]);
// Where the segment from a point outside the matter first meets it, 0 .. 1, with the normal there;
// false: it does not. To within 1e-9 of the solid's size, for triangles that of 32-bit floats; what
// passes a round one as closely meets it. From a point on the surface or in the matter, 0 if it
// goes deeper.
bool pl_solid_segment(const pl_solid* solid, const double from[3], const double to[3], double* at,
                      double normal[3]);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies described by signed distances: a list of rounded parts, each joined to or cut from what
// came before it with a soft seam. The formulas of the parts follow Inigo Quilez, "Distance
// functions"; the soft seam is his cubic smooth minimum.
#ifndef PL_SHAPE_SDF_H
#define PL_SHAPE_SDF_H

#include "src/shape/shape_build.h"

typedef enum pl_sdf_kind {
    PL_SDF_BALL,       // at, radius
    PL_SDF_ELLIPSOID,  // at, to = half axes, turn
    PL_SDF_CONE,       // round cone from at (radius) to `to` (radius_to); equal radii: a capsule
    PL_SDF_RING,       // a torus about the y axis of its frame: at, radius, radius_to the tube's
    PL_SDF_BOX,        // at, to = half sides with the rounding, radius = rounding, turn
} pl_sdf_kind;

typedef enum pl_sdf_way {
    PL_SDF_JOIN,
    PL_SDF_JOIN_PAIR,  // this part and its mirror image in x
    PL_SDF_CUT,
    PL_SDF_CUT_PAIR,
} pl_sdf_way;

typedef struct pl_sdf_part {
    pl_sdf_way way;
    pl_sdf_kind kind;
    double seam;  // width over which it melts into the rest
    pl_vec3d at, to;
    double radius, radius_to;
    pl_vec3d turn;  // degrees about x, then y, then z
} pl_sdf_part;

// A body as its author wrote it.
typedef struct pl_sdf_body {
    const pl_sdf_part* parts;
    uint32_t part_count;
    pl_vec3d low, high;        // a box that holds it with some air around
    double coarsest_cell;      // a lattice this fine still sees every limb
    double edge_of_thousand;   // about the edge length with 1,000 vertices
    uint32_t fewest_vertices;  // that show it
} pl_sdf_body;

#define PL_SDF_MAX_SHAPES 128

typedef struct pl_sdf_shape {
    pl_sdf_part part;
    bool mirrored, cut;
    pl_vec3d centre;   // of a ball around it
    double reach;      // that ball's radius
    pl_vec3d axes[3];  // of its frame
} pl_sdf_shape;

// Ready to be asked.
typedef struct pl_sdf {
    pl_sdf_shape shapes[PL_SDF_MAX_SHAPES];
    uint32_t count;
} pl_sdf;

// Joined parts become at least `thinnest` thick (radius): a coarse mesh shows stout fingers rather
// than broken ones.
void pl_sdf_prepare(pl_sdf* sdf, const pl_sdf_body* body, double thinnest);
// Below 0 inside; within about a factor of two of the true distance.
double pl_sdf_distance(const pl_sdf* sdf, pl_vec3d p);
// The same with the gradient, by differences.
double pl_sdf_slope(const pl_sdf* sdf, pl_vec3d p, pl_vec3d* gradient);
// Brings a point onto the surface by at most `steps` Newton steps of at most `longest` each;
// `normal` becomes the outward direction there.
pl_vec3d pl_sdf_project(const pl_sdf* sdf, pl_vec3d p, uint32_t steps, double longest,
                        pl_vec3d* normal);

// The whole way from a body to a surface of exactly `wish` vertices (within what the body allows).
bool pl_sdf_mesh(const pl_sdf_body* body, pl_surface* surface, uint32_t wish);

#endif

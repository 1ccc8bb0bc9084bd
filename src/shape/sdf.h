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
    PL_SDF_FINE_PAIR,  // the same, but left out of a mesh too coarse to show it
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

// Rows of a body's table: way (JOIN, ...), seam, then where and how large.
#define PL_BALL(way, seam, x, y, z, radius)                                                        \
    {                                                                                              \
        PL_SDF_##way, PL_SDF_BALL, seam, {x, y, z}, {0, 0, 0}, radius, 0, {                        \
            0, 0, 0                                                                                \
        }                                                                                          \
    }
#define PL_EGG(way, seam, x, y, z, half_x, half_y, half_z)                                         \
    PL_TURNED_EGG(way, seam, x, y, z, half_x, half_y, half_z, 0, 0, 0)
#define PL_TURNED_EGG(way, seam, x, y, z, half_x, half_y, half_z, turn_x, turn_y, turn_z)          \
    {                                                                                              \
        PL_SDF_##way, PL_SDF_ELLIPSOID, seam, {x, y, z}, {half_x, half_y, half_z}, 0, 0, {         \
            turn_x, turn_y, turn_z                                                                 \
        }                                                                                          \
    }
#define PL_LIMB(way, seam, x0, y0, z0, radius0, x1, y1, z1, radius1)                               \
    {                                                                                              \
        PL_SDF_##way, PL_SDF_CONE, seam, {x0, y0, z0}, {x1, y1, z1}, radius0, radius1, {           \
            0, 0, 0                                                                                \
        }                                                                                          \
    }
#define PL_HOOP(way, seam, x, y, z, radius, tube, turn_x)                                          \
    {                                                                                              \
        PL_SDF_##way, PL_SDF_RING, seam, {x, y, z}, {0, 0, 0}, radius, tube, {                     \
            turn_x, 0, 0                                                                           \
        }                                                                                          \
    }
#define PL_BLOCK(way, seam, x, y, z, half_x, half_y, half_z, rounding)                             \
    {                                                                                              \
        PL_SDF_##way, PL_SDF_BOX, seam, {x, y, z}, {half_x, half_y, half_z}, rounding, 0, {        \
            0, 0, 0                                                                                \
        }                                                                                          \
    }

// A body as its author wrote it.
typedef struct pl_sdf_body {
    const pl_sdf_part* parts;
    uint32_t part_count;
    pl_vec3d low, high;                           // a box that holds it with some air around
    double coarsest_cell;                         // a lattice this fine still sees every limb
    double edge_of_thousand;                      // about the edge length with 1,000 vertices
    uint32_t fewest_vertices;                     // that show it
    double (*ask)(const void* user, pl_vec3d p);  // distances from elsewhere, in place of parts
    const void* user;
} pl_sdf_body;

#define PL_SDF_MAX_SHAPES 128

typedef struct pl_sdf_shape {
    pl_sdf_part part;
    bool mirrored, cut;
    pl_vec3d centre;   // of a ball around it
    double reach;      // that ball's radius
    double inner;      // radius of a ball inside it about the same centre; below 0 for rings
    pl_vec3d axes[3];  // of its frame
} pl_sdf_shape;

// Ready to be asked.
typedef struct pl_sdf {
    pl_sdf_shape shapes[PL_SDF_MAX_SHAPES];
    uint32_t count;
    double widest_seam;
    double (*ask)(const void* user, pl_vec3d p);  // as of the body
    const void* user;
} pl_sdf;

// The shapes that matter around a point, by number.
typedef struct pl_sdf_near {
    uint8_t shapes[PL_SDF_MAX_SHAPES];
    uint32_t count;
} pl_sdf_near;

// The cubic smooth minimum of two distances: less than both where they differ by less than the
// seam.
double pl_sdf_melt(double a, double b, double seam);

// Details finer than `edge`, the edge length of the mesh to be, are coarsened: limbs become stout
// and clefts between them shallow, where a mesh that coarse would break.
void pl_sdf_prepare(pl_sdf* sdf, const pl_sdf_body* body, double edge);
// Finds what matters within `around` of a point.
void pl_sdf_gather(const pl_sdf* sdf, pl_vec3d p, double around, pl_sdf_near* near);
// Below 0 inside; within about a factor of two of the true distance.
double pl_sdf_distance(const pl_sdf* sdf, const pl_sdf_near* near, pl_vec3d p);
// Brings a point onto the surface by at most `steps` Newton steps of at most `longest` each;
// `normal` becomes the outward direction there.
pl_vec3d pl_sdf_project(const pl_sdf* sdf, pl_vec3d p, uint32_t steps, double longest,
                        pl_vec3d* normal);

// The whole way from a body to a surface of exactly `wish` vertices (within what the body allows).
bool pl_sdf_mesh(const pl_sdf_body* body, pl_shape_surface* surface, uint32_t wish);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the makers of shapes share: the surface they fill, and one function per family.
// Every maker works in its own units; pl_shape_build() centres and scales the result.
#ifndef PL_SHAPE_BUILD_H
#define PL_SHAPE_BUILD_H

#include <plump/shape.h>

#include "src/base/arena.h"
#include "src/math/vec3.h"

// The zero direction stays zero.
static inline pl_vec3d pl_shape_unit(pl_vec3d a) {
    return pl_vec3d_normalize(a, pl_vec3d_make(0, 0, 0));
}

static inline pl_vec3d pl_shape_middle(pl_vec3d a, pl_vec3d b) {
    return pl_vec3d_scale(pl_vec3d_add(a, b), 0.5);
}

static inline double pl_shape_distance2(pl_vec3d a, pl_vec3d b) {
    return pl_vec3d_length_squared(pl_vec3d_sub(a, b));
}

// Along the outward normal of a triangle, twice its area long.
static inline pl_vec3d pl_shape_area_vector(pl_vec3d a, pl_vec3d b, pl_vec3d c) {
    return pl_vec3d_cross(pl_vec3d_sub(b, a), pl_vec3d_sub(c, a));
}

typedef struct pl_shape_surface {
    pl_arena* arena;
    pl_vec3d* points;
    uint32_t* triangles;  // three per triangle, counter-clockwise from outside
    uint32_t vertex_count, triangle_count;
    uint32_t attempt;  // from 0: another start for makers whose result may cut itself
    bool is_torn;      // out: nothing was made, as the surface was not closed
} pl_shape_surface;

// Takes memory for a surface whose counts are known beforehand; false: out of memory.
bool pl_surface_reserve(pl_shape_surface* surface, uint32_t vertex_count, uint32_t triangle_count);

// The makers: about `wish` vertices. False: out of memory.
bool pl_shape_geodesic(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_uv_sphere(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_box(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_bar(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_torus(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_knot(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_capsule(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_spindle(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_bear(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_duck(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_creature(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_jelly(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_head(pl_shape_surface* surface, uint32_t wish);
bool pl_shape_camel(pl_shape_surface* surface, uint32_t wish);

// Radius and height of a profile from the bottom (t = 0) to the top (t = 1); radius 0 at both.
typedef void pl_profile(const void* form, double t, double* radius, double* height);
// A body turned about the y axis; exactly `wish` vertices unless those are very few.
bool pl_shape_turn(pl_shape_surface* surface, pl_profile* curve, const void* form, uint32_t wish);
// A quarter circle from the axis (t = 0) to the wall (t = 1), below the centre.
void pl_shape_round_end(double t, double radius, double* r, double* below);

// A place on a curve: tangent and normal are of length 1 and at right angles.
typedef struct pl_curve_frame {
    pl_vec3d at, tangent, normal;
} pl_curve_frame;
// Any normal to the tangent, nearest to `wish`.
void pl_curve_begin(pl_curve_frame* frame, pl_vec3d wish);
// Hands the normal on from one place to the next without twist.
void pl_curve_carry(const pl_curve_frame* from, pl_curve_frame* to);

// How a maker's surface becomes a mesh: nothing is open, so nothing is welded. Whether to look for
// where it cuts itself is left at the usual (yes); the caller may switch it off.
plump_mesh_def pl_shape_intake(const pl_shape_surface* surface, plump_allocator allocator);

// The surface of a shape before intake, centred, its longest side `size`.
bool pl_shape_build(plump_shape_kind kind, uint32_t wish, double size, pl_shape_surface* surface);

#endif

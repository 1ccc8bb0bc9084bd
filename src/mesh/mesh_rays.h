// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The first triangle that a ray meets: a bounding-box tree over the triangles of a surface at rest,
// built once, asked from many threads.
#ifndef PL_MESH_RAYS_H
#define PL_MESH_RAYS_H

#include "src/mesh/mesh_surface.h"

typedef struct pl_ray_tree pl_ray_tree;

// Out of `memory`; NULL: out of memory. The surface must outlive it. `pool` may be NULL; the tree
// does not depend on it.
pl_ray_tree* pl_ray_tree_build(pl_arena* memory, const pl_surface* surface, pl_task_pool* pool);

typedef struct pl_ray_hit {
    uint32_t triangle;  // of the surface; PL_RAY_NONE: nothing is met
    bool leaves;        // it is met from behind: the ray goes out of the body here
    double distance;    // in lengths of the direction
    double weight[3];   // of the three corners at the point met
} pl_ray_hit;
#define PL_RAY_NONE UINT32_MAX

// The nearest triangle that the ray from `from` along `direction` (any length but 0) meets, leaving
// out those that have the place `skip` as a corner (PL_RAY_NONE: none). Of several at the same
// distance the one of the lowest number. Rays do not slip through between two triangles with a
// common edge; triangles that the ray only sees edge-on, and those without area, are not met. Where
// a ray starts on a triangle rounding decides whether it meets that one.
//
// `steps` (NULL is fine) bounds the work: boxes opened and triangles tried are taken off, about
// 20 ns each, and when it falls below 0 the ray is given up and meets nothing. Rays take some 60 in
// a body of 60,000 triangles, but all there are where needles meet in one point.
pl_ray_hit pl_ray_tree_first(const pl_ray_tree* tree, pl_vec3d from, pl_vec3d direction,
                             uint32_t skip, int64_t* steps);

#endif

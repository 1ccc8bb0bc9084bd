// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The steps of making a solid. Each takes what stays from `memory`.
#ifndef PL_COLLIDE_SOLID_MAKE_H
#define PL_COLLIDE_SOLID_MAKE_H

#include "src/collide/solid.h"

// The convex hull of points, as a closed mesh with the hooks given. Refuses what has no volume.
plump_result pl_solid_hull(const float* points, uint32_t count, const plump_allocator* hooks,
                           plump_mesh** mesh, plump_error* error);
// Points and triangles of a sheet: those that have an area, and their points.
plump_result pl_solid_sheet(const plump_obstacle_def* def, pl_arena* memory, pl_solid* solid,
                            plump_error* error);
// Fills edges and edge_count. False: out of memory.
bool pl_solid_find_edges(pl_solid* solid, pl_arena* memory);

#endif

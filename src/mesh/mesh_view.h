// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A triangle list as the intake's inner steps see it: doubles, packed, indices in range.
#ifndef PL_MESH_VIEW_H
#define PL_MESH_VIEW_H

#include "src/base/arena.h"

typedef struct pl_mesh_view {
    const double* positions;  // x, y, z per vertex
    uint32_t vertex_count;
    const uint32_t* triangles;  // three per triangle
    uint32_t triangle_count;
} pl_mesh_view;

#define PL_NONE UINT32_MAX

#endif

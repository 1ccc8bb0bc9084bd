// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A caller's triangle list, read one element at a time whatever its types, stride and alignment.
// Intake, writers and renderer look at it through these, so that all three take the same lists.
#ifndef PL_BASE_TRIANGLES_H
#define PL_BASE_TRIANGLES_H

#include <plump/mesh.h>

#include "src/base/platform.h"

// A list of the project's own: doubles without gaps, three 32-bit indices per triangle.
static inline plump_triangles pl_triangles_wide(const void* positions, size_t vertex_count,
                                                const uint32_t* indices, size_t triangle_count) {
    return (plump_triangles){.positions = positions,
                             .position_type = PLUMP_SCALAR_FLOAT64,
                             .vertex_count = (uint32_t)vertex_count,
                             .indices = indices,
                             .index_type = PLUMP_INDEX_UINT32,
                             .triangle_count = (uint32_t)triangle_count};
}

// Types, stride, origin and counts make sense; nothing is read yet.
plump_result pl_triangles_check_layout(const plump_triangles* t, plump_error* error);

// One vertex, with the origin added; one corner; the label of a triangle (only where there are
// labels).
void pl_triangles_position(const plump_triangles* triangles, uint32_t vertex, double position[3]);
uint32_t pl_triangles_corner(const plump_triangles* triangles, uint32_t triangle, unsigned corner);
uint32_t pl_triangles_group(const plump_triangles* triangles, uint32_t triangle);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A caller's triangle list, read one element at a time whatever its types, stride and alignment.
// Intake, writers and renderer look at it through these, so that all three take the same lists.
#ifndef PL_BASE_TRIANGLES_H
#define PL_BASE_TRIANGLES_H

#include <plump/mesh.h>

#include "src/base/platform.h"

// Types, stride, origin and counts make sense; nothing is read yet.
plump_result pl_triangles_check_layout(const plump_triangles* t, plump_error* error);

// One vertex, with the origin added; one corner; the label of a triangle (only where there are
// labels).
void pl_triangles_position(const plump_triangles* triangles, uint32_t vertex, double position[3]);
uint32_t pl_triangles_corner(const plump_triangles* triangles, uint32_t triangle, unsigned corner);
uint32_t pl_triangles_group(const plump_triangles* triangles, uint32_t triangle);

#endif

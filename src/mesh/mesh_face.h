// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Whether two triangles cut or touch each other. What counts:
// no common vertex: an edge of one meets the other, or they overlap in one plane;
// one: the edge opposite to it meets the other triangle, or they overlap in one plane;
// two: folded flat onto each other;  three: always.
// Exact for the given doubles (mesh_predicates.h). Most are told apart by a few dot products with
// stored normals.
#ifndef PL_MESH_FACE_H
#define PL_MESH_FACE_H

#include "src/base/platform.h"

// A triangle with what its plane needs.
typedef struct pl_face {
    double corner[3][3];
    double normal[3];
    double slack;  // times |w|_1 bounds the error of normal . w
    uint32_t vertex[3];
    uint32_t triangle;
} pl_face;

#define PL_FACE_STEPS 32  // of about a nanosecond, to tell two apart as a rule

// Corners by x, y, z.
void pl_face_make(const double corners[9], const uint32_t vertex[3], uint32_t triangle,
                  pl_face* face);
// Work beyond PL_FACE_STEPS is added to *work.
bool pl_faces_meet(const pl_face* a, const pl_face* b, uint64_t* work);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_face.h"

#include "src/mesh/mesh_predicates.h"

#include <math.h>

#define STEPS_PER_CUT 192  // where planes alone do not tell two triangles apart

void pl_face_make(const double corners[9], const uint32_t vertex[3], uint32_t triangle,
                  pl_face* face) {
    double edge[2][3], size = 0;
    face->triangle = triangle;
    for (int i = 0; i < 3; ++i) {
        face->vertex[i] = vertex[i];
        for (int k = 0; k < 3; ++k) {
            face->corner[i][k] = corners[3 * i + k];
            if (i > 0) edge[i - 1][k] = corners[3 * i + k] - corners[k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double left = edge[0][i] * edge[1][j], right = edge[0][j] * edge[1][i];
        face->normal[k] = left - right;
        double sum = fabs(left) + fabs(right);
        if (sum > size) size = sum;
    }
    face->slack = PL_ORIENT3D_BOUND * size;
}

// On which side of the face's plane the point is: pl_orient3d with the filter's first half stored.
static inline int side_of(const pl_face* f, const double* point, uint64_t* work) {
    double x = point[0] - f->corner[0][0];
    double y = point[1] - f->corner[0][1];
    double z = point[2] - f->corner[0][2];
    double value = f->normal[0] * x + f->normal[1] * y + f->normal[2] * z;
    double bound = f->slack * (fabs(x) + fabs(y) + fabs(z)) + PL_ORIENT_TINY;
    // without a branch on the sign, which nobody can predict
    int side = (value > bound) - (value < -bound);
    if (PL_LIKELY(side != 0)) return side;
    return pl_orient3d_exact(f->corner[0], f->corner[1], f->corner[2], point, work);
}

// The segment from p to q, whose ends are on these sides of the face's plane, meets the closed
// triangle (which has an area: see both_have_area).
static bool edge_meets(const double* p, const double* q, int side_p, int side_q, const pl_face* f,
                       uint64_t* work) {
    if (side_p == side_q) return false;
    int first = pl_orient3d(p, q, f->corner[0], f->corner[1], work);
    int second = pl_orient3d(p, q, f->corner[1], f->corner[2], work);
    if (first * second < 0) return false;
    int third = pl_orient3d(p, q, f->corner[2], f->corner[0], work);
    return first * third >= 0 && second * third >= 0;
}

// Which way a, b, c turn when looked at along an axis.
static int turn_along(const double* a, const double* b, const double* c, int axis, uint64_t* work) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double flat[3][2] = {{a[i], a[j]}, {b[i], b[j]}, {c[i], c[j]}};
    return pl_orient2d(flat[0], flat[1], flat[2], work);
}

// An axis along which a, b, c have an area, the likeliest first; -1: they lie on a line.
static int axis_across(const double* a, const double* b, const double* c, const double* normal,
                       uint64_t* work) {
    int likely = fabs(normal[0]) > fabs(normal[1]) ? 0 : 1;
    if (fabs(normal[2]) > fabs(normal[likely])) likely = 2;
    for (int k = 0; k < 3; ++k) {
        int axis = (likely + k) % 3;
        if (turn_along(a, b, c, axis, work) != 0) return axis;
    }
    return -1;
}

static int axis_of(const pl_face* f, uint64_t* work) {
    return axis_across(f->corner[0], f->corner[1], f->corner[2], f->normal, work);
}

// Some edge of `a` has all of `b` on its outer side or on its line.
static bool edge_separates(const pl_face* a, const pl_face* b, int axis, uint64_t* work) {
    int turn = turn_along(a->corner[0], a->corner[1], a->corner[2], axis, work);
    for (int k = 0; k < 3; ++k) {
        bool apart = true;
        const double *p = a->corner[k], *q = a->corner[(k + 1) % 3];
        for (int i = 0; i < 3 && apart; ++i) {
            apart = turn * turn_along(p, q, b->corner[i], axis, work) <= 0;
        }
        if (apart) return true;
    }
    return false;
}

// Two triangles of one plane have inner points in common.
static bool overlap_in_plane(const pl_face* a, const pl_face* b, uint64_t* work) {
    int axis = axis_of(a, work);
    return axis >= 0 && !edge_separates(a, b, axis, work) && !edge_separates(b, a, axis, work);
}

// A triangle without area cuts nothing by itself: its edges belong to its neighbours too.
static bool both_have_area(const pl_face* a, const pl_face* b, uint64_t* work) {
    return axis_of(a, work) >= 0 && axis_of(b, work) >= 0;
}

static bool on_one_side(int a, int b, int c) {
    return a != 0 && a == b && a == c;
}

static bool apart_meet(const pl_face* a, const pl_face* b, uint64_t* work) {
    int side_b[3], side_a[3];
    for (int i = 0; i < 3; ++i) side_b[i] = side_of(a, b->corner[i], work);
    if (on_one_side(side_b[0], side_b[1], side_b[2])) return false;
    for (int i = 0; i < 3; ++i) side_a[i] = side_of(b, a->corner[i], work);
    if (on_one_side(side_a[0], side_a[1], side_a[2])) return false;
    *work += STEPS_PER_CUT;
    bool flat = true;
    for (int i = 0; i < 3; ++i) flat = flat && side_a[i] == 0 && side_b[i] == 0;
    if (flat) return overlap_in_plane(a, b, work);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        if (edge_meets(a->corner[i], a->corner[j], side_a[i], side_a[j], b, work) ||
            edge_meets(b->corner[i], b->corner[j], side_b[i], side_b[j], a, work)) {
            return both_have_area(a, b, work);
        }
    }
    return false;
}

// corner i of a and corner j of b are one vertex
static bool vertex_neighbours_meet(const pl_face* a, const pl_face* b, int i, int j,
                                   uint64_t* work) {
    const double *a1 = a->corner[(i + 1) % 3], *a2 = a->corner[(i + 2) % 3];
    const double *b1 = b->corner[(j + 1) % 3], *b2 = b->corner[(j + 2) % 3];
    int side_b1 = side_of(a, b1, work), side_b2 = side_of(a, b2, work);
    if (side_b1 != 0 && side_b1 == side_b2) return false;
    int side_a1 = side_of(b, a1, work), side_a2 = side_of(b, a2, work);
    if (side_a1 != 0 && side_a1 == side_a2) return false;
    *work += STEPS_PER_CUT;
    if (!side_a1 && !side_a2 && !side_b1 && !side_b2) return overlap_in_plane(a, b, work);
    return (edge_meets(a1, a2, side_a1, side_a2, b, work) ||
            edge_meets(b1, b2, side_b1, side_b2, a, work)) &&
           both_have_area(a, b, work);
}

// corner i of a and corner j of b are the ones not shared
static bool edge_neighbours_fold(const pl_face* a, const pl_face* b, int i, int j, uint64_t* work) {
    if (side_of(a, b->corner[j], work) != 0) return false;
    const double *p = a->corner[(i + 1) % 3], *q = a->corner[(i + 2) % 3];
    int axis = axis_of(a, work);
    return axis >= 0 &&
           turn_along(p, q, a->corner[i], axis, work) == turn_along(p, q, b->corner[j], axis, work);
}

// Bit j: corner j of the face is that vertex.
static inline uint32_t corners_at(const pl_face* f, uint32_t vertex) {
    return (uint32_t)(f->vertex[0] == vertex) | (uint32_t)(f->vertex[1] == vertex) << 1 |
           (uint32_t)(f->vertex[2] == vertex) << 2;
}

bool pl_faces_meet(const pl_face* a, const pl_face* b, uint64_t* work) {
    static const uint8_t count[8] = {0, 1, 1, 2, 1, 2, 2, 3};
    static const uint8_t lowest[8] = {0, 0, 1, 0, 2, 0, 1, 0};
    uint32_t at0 = corners_at(b, a->vertex[0]);
    uint32_t at1 = corners_at(b, a->vertex[1]);
    uint32_t at2 = corners_at(b, a->vertex[2]);
    uint32_t shared_b = at0 | at1 | at2;
    if (!shared_b) return apart_meet(a, b, work);
    uint32_t shared_a = (at0 != 0) | (uint32_t)(at1 != 0) << 1 | (uint32_t)(at2 != 0) << 2;
    if (count[shared_a] == 1) {
        return vertex_neighbours_meet(a, b, lowest[shared_a], lowest[shared_b], work);
    }
    if (count[shared_a] == 2) {
        return edge_neighbours_fold(a, b, lowest[7 ^ shared_a], lowest[7 ^ shared_b], work);
    }
    return true;
}

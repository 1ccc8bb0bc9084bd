// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Continuous collision detection of two features: when a vertex goes through a triangle, or an edge
// through an edge, if all four points move evenly from `past` to `now` (Provot 1997). They are in
// one plane where
//     f(t) = (e1 x e2) . e3,   e_k(t) = e_k + t d_k,
// a cubic; whether they also meet is asked at its roots.
#ifndef PL_COLLIDE_TIME_OF_IMPACT_H
#define PL_COLLIDE_TIME_OF_IMPACT_H

#include "src/math/vec3.h"

// Four points at both ends of their way.
typedef struct pl_sweep {
    pl_vec3d past[4], now[4];
} pl_sweep;

typedef struct pl_toi {
    double time;       // 0 .. 1
    double weight[4];  // sum weight x: from the second feature to the first, 0 at that time
    pl_vec3d normal;   // of length 1, towards the side on which the first feature was before
    bool out;          // a vertex: against that of the triangle, from inside to outside
} pl_toi;

// Point 0 through the triangle of points 1, 2, 3, counter-clockwise seen from outside.
bool pl_toi_vertex_triangle(const pl_sweep* sweep, pl_toi* toi);
// The edge of points 0 and 1 through that of points 2 and 3. Parallel edges do not
// meet: their ends meet triangles.
bool pl_toi_edges(const pl_sweep* sweep, pl_toi* toi);

#endif

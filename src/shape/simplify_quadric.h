// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The quadric of a vertex: the sum, weighted by area, of squared distances to the planes of all
// triangles it stands for. After Garland and Heckbert, "Surface simplification using quadric error
// metrics", 1997; the volume condition after Lindstrom and Turk, "Fast and memory efficient
// polygonal simplification", 1998.
#ifndef PL_SHAPE_SIMPLIFY_QUADRIC_H
#define PL_SHAPE_SIMPLIFY_QUADRIC_H

#include "src/math/vec3.h"

typedef struct pl_quadric {
    double xx, xy, xz, yy, yz, zz;  // sum of area n n'
    pl_vec3d b;                     // sum of area d n, for planes n.x + d = 0
    double c;                       // sum of area d^2
    double area;
} pl_quadric;

static inline void pl_quadric_add_plane(pl_quadric* q, pl_vec3d n, double d, double area) {
    q->xx += area * n.x * n.x, q->xy += area * n.x * n.y, q->xz += area * n.x * n.z;
    q->yy += area * n.y * n.y, q->yz += area * n.y * n.z, q->zz += area * n.z * n.z;
    q->b = pl_vec3d_add_scaled(q->b, area * d, n);
    q->c += area * d * d;
    q->area += area;
}

static inline pl_quadric pl_quadric_sum(const pl_quadric* p, const pl_quadric* q) {
    return (pl_quadric){p->xx + q->xx,
                        p->xy + q->xy,
                        p->xz + q->xz,
                        p->yy + q->yy,
                        p->yz + q->yz,
                        p->zz + q->zz,
                        pl_vec3d_add(p->b, q->b),
                        p->c + q->c,
                        p->area + q->area};
}

static inline pl_vec3d pl_quadric_times(const pl_quadric* q, pl_vec3d v) {
    return pl_vec3d_make(q->xx * v.x + q->xy * v.y + q->xz * v.z,
                         q->xy * v.x + q->yy * v.y + q->yz * v.z,
                         q->xz * v.x + q->yz * v.y + q->zz * v.z);
}

// Rounding may leave it a little below 0.
static inline double pl_quadric_at(const pl_quadric* q, pl_vec3d p) {
    double value = pl_vec3d_dot(p, pl_quadric_times(q, p)) + 2 * pl_vec3d_dot(q->b, p) + q->c;
    return value > 0 ? value : 0;
}

// The same about another origin: x = from + y.
static inline pl_quadric pl_quadric_about(const pl_quadric* q, pl_vec3d from) {
    pl_quadric moved = *q;
    moved.c = pl_quadric_at(q, from);
    moved.b = pl_vec3d_add(q->b, pl_quadric_times(q, from));
    return moved;
}

// M y = r for the matrix of a quadric that is made definite by `ridge` on its diagonal.
static inline pl_vec3d pl_quadric_solve(const pl_quadric* q, double ridge, pl_vec3d r) {
    double a = q->xx + ridge, d = q->yy + ridge, f = q->zz + ridge;
    double b = q->xy, c = q->xz, e = q->yz;
    double aa = d * f - e * e, ab = c * e - b * f, ac = b * e - c * d;
    double bb = a * f - c * c, bc = b * c - a * e, cc = a * d - b * b;
    double det = a * aa + b * ab + c * ac;
    return pl_vec3d_make((aa * r.x + ab * r.y + ac * r.z) / det,
                         (ab * r.x + bb * r.y + bc * r.z) / det,
                         (ac * r.x + bc * r.y + cc * r.z) / det);
}

#endif

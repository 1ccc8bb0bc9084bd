// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The point of one coarse triangle on whose interpolated normal a given point lies.
//
// The paper solves (p - q) x n = 0 for two barycentric coordinates: three equations of rank two.
// p = q + d n has the same solutions, is square, and gives d along with them: 3 to 5 iterations.
#include "src/detail/detail_data.h"

#define ITERATIONS 16
#define SETTLED    1e-13  // of the coarse mesh's size
#define SLACK      1e-7   // of a triangle: rounding must not leave gaps between neighbours
#define AWAY       8.0    // triangles: what has gone that far does not come back
#define CROSSED    1e-3   // of the triangle's own area at rest

pl_vec3d pl_patch_normal(const pl_patch* patch, double u, double v) {
    pl_vec3d normal = pl_vec3d_add_scaled(patch->normal, u, patch->turn[0]);
    return pl_vec3d_add_scaled(normal, v, patch->turn[1]);
}

// Of q + d n along u, v and d.
static void derivatives(const pl_patch* patch, const pl_base_point* point, pl_vec3d along[3]) {
    for (int k = 0; k < 2; ++k)
        along[k] = pl_vec3d_add_scaled(patch->along[k], point->d, patch->turn[k]);
    along[2] = pl_patch_normal(patch, point->u, point->v);
}

// What p lacks, to where *point and its d lead.
static pl_vec3d missing(const pl_patch* patch, pl_vec3d p, const pl_base_point* point,
                        pl_vec3d normal) {
    pl_vec3d at = pl_vec3d_add_scaled(patch->at, point->u, patch->along[0]);
    at = pl_vec3d_add_scaled(at, point->v, patch->along[1]);
    return pl_vec3d_sub(p, pl_vec3d_add_scaled(at, point->d, normal));
}

// One Newton step; false: there is none. At most one triangle's length at a time.
static bool improve(pl_base_point* point, pl_vec3d lack, const pl_vec3d along[3]) {
    double det = pl_vec3d_triple(along[0], along[1], along[2]);
    double u = pl_vec3d_triple(lack, along[1], along[2]) / det;
    double v = pl_vec3d_triple(along[0], lack, along[2]) / det;
    double d = pl_vec3d_triple(along[0], along[1], lack) / det;
    double most = fabs(u) > fabs(v) ? fabs(u) : fabs(v);
    if (!(most - most == 0 && d - d == 0)) return false;
    double share = most > 1 ? 1 / most : 1;
    point->u += share * u;
    point->v += share * v;
    point->d += share * d;
    return fabs(point->u) + fabs(point->v) < AWAY;
}

static bool settle(const pl_patch* patch, pl_vec3d p, pl_base_point* point) {
    for (int i = 0; i < ITERATIONS; ++i) {
        pl_vec3d along[3];
        derivatives(patch, point, along);
        pl_vec3d lack = missing(patch, p, point, along[2]);
        if (pl_vec3d_length_squared(lack) <= SETTLED * SETTLED) return true;
        if (!improve(point, lack, along)) return false;
    }
    return false;
}

// Which edge it is furthest over, as the corner across from it, or 3.
static unsigned edge_crossed(const pl_base_point* point) {
    const double share[3] = {1 - point->u - point->v, point->u, point->v};
    unsigned least = 0;
    for (unsigned k = 1; k < 3; ++k)
        if (share[k] < share[least]) least = k;
    return share[least] < -SLACK ? least : 3;
}

bool pl_patch_solve(const pl_patch* patch, pl_vec3d p, pl_base_point* point, unsigned* outside) {
    bool settled = settle(patch, p, point);
    *outside = edge_crossed(point);
    if (!settled || *outside != 3) return false;
    pl_vec3d along[3];
    derivatives(patch, point, along);
    point->distance = fabs(point->d) * pl_vec3d_length(along[2]);
    // beyond the centre of curvature, or on a corner that faces backwards, the map is inside out
    double area = pl_vec3d_length(pl_vec3d_cross(patch->along[0], patch->along[1]));
    return pl_vec3d_triple(along[0], along[1], along[2]) > CROSSED * area;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/nearest.h"

// Sizes away, from where floats know little more than the direction of a point: what lies farther
// is drawn near, which moves the nearest point by no more than a thousandth of the size.
#define FAR 1000.0

static pl_vec3d place_at(const pl_body* body, uint32_t place) {
    return pl_vec3d_make((double)body->x[0][place], (double)body->x[1][place],
                         (double)body->x[2][place]);
}

pl_vec3d pl_point_of(const pl_body* body, uint32_t triangle, const float share[3]) {
    const uint32_t* corner = body->surface->triangles + (size_t)3 * triangle;
    pl_vec3d at = pl_vec3d_scale(place_at(body, corner[0]), (double)share[0]);
    at = pl_vec3d_add_scaled(at, (double)share[1], place_at(body, corner[1]));
    return pl_vec3d_add_scaled(at, (double)share[2], place_at(body, corner[2]));
}

static pl_near ask_tree(const pl_body* body, pl_vec3d p, double reach) {
    pl_tree* tree = &body->collider->tree;
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    double away = pl_vec3d_length(p), most = FAR * body->extent;
    bool is_far = away > most;
    pl_vec3 at = pl_vec3d_narrow(is_far ? pl_vec3d_scale(p, most / away) : p);
    const float asked[3] = {at.x, at.y, at.z};
    pl_near near;
    pl_tree_refit(tree, x, NULL);
    pl_tree_nearest(tree, x, asked, is_far ? INFINITY : (float)(reach * 1.000001), &near);
    return near;
}

bool pl_nearest_find(const pl_body* body, const double point[3], double reach,
                     pl_nearest* nearest) {
    pl_vec3d p = pl_vec3d_sub(pl_vec3d_load(point), pl_vec3d_load(body->origin));
    pl_near near = ask_tree(body, p, reach);
    bool found = near.triangle != PL_TREE_NONE;
    *nearest = (pl_nearest){.share = {1, 0, 0}, .distance = INFINITY};
    if (found) {
        nearest->triangle = near.triangle;
        nearest->feature = near.feature;
        for (int k = 0; k < 3; ++k) nearest->share[k] = near.share[k];
        pl_vec3d at = pl_point_of(body, near.triangle, near.share);
        nearest->distance = pl_vec3d_length(pl_vec3d_sub(p, at));
    }
    for (size_t k = 0; k < 3; ++k)
        nearest->place[k] = body->surface->triangles[(size_t)3 * nearest->triangle + k];
    return found && nearest->distance <= reach;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The freedoms of a skeleton: the tree they form, what each moves, their mass matrix H and the
// rates that a momentum gives, within the limits of the joints. skeleton.h tells what they are for.
#ifndef PL_BONE_FREEDOMS_H
#define PL_BONE_FREEDOMS_H

#include "src/bone/skeleton.h"

static inline pl_vec3d pl_freedom_unit(uint32_t k) {
    return pl_vec3d_make(k == 0, k == 1, k == 2);
}

// What a freedom moves a point of the bones behind it by, and turns them by.
static inline pl_vec3d pl_freedom_column(const pl_freedom* f, pl_vec3d point) {
    return f->slides ? f->axis : pl_vec3d_cross(f->axis, pl_vec3d_sub(point, f->pivot));
}

static inline pl_vec3d pl_freedom_turn(const pl_freedom* f) {
    return f->slides ? pl_vec3d_make(0, 0, 0) : f->axis;
}

// What a freedom feels of a push, and of a twist about its centre, on a bone behind it.
static inline double pl_freedom_feel(const pl_freedom* f, const pl_bone* bone, pl_vec3d push,
                                     pl_vec3d twist) {
    return pl_vec3d_dot(push, pl_freedom_column(f, bone->centre)) +
           pl_vec3d_dot(twist, pl_freedom_turn(f));
}

// Lists those of all bones, none of them aimed yet.
void pl_freedoms_list(const pl_stage* stage);
// Axes and pivots of a bone's own, from its pose; and how far they may go in this substep.
void pl_freedoms_aim(const pl_stage* stage, pl_bone* bone);
void pl_freedoms_limit(const pl_stage* stage, const pl_bone* bone);

// How many numbers H has.
size_t pl_freedoms_rows(const pl_skeleton* s);
// Adds a bone to `mass`.
void pl_freedoms_add_mass(pl_skeleton* s, const pl_bone* bone);
// H = L^T D L, in place.
void pl_freedoms_factor(const pl_skeleton* s, double* h);
// `solution` of all freedoms from what stands there as the right side; h is factored.
void pl_freedoms_solve(const pl_skeleton* s, const double* h);
// `rate` of all from `right` and `tied`, within the limits.
void pl_freedoms_find_rates(const pl_skeleton* s);

#endif

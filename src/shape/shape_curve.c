// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Frames along a curve that do not twist: double reflection, after Wang, Juettler, Zheng and Liu,
// "Computation of rotation minimizing frames", 2008.
#include "src/shape/shape_build.h"

static pl_vec3d reflect(pl_vec3d p, pl_vec3d mirror) {
    double m = pl_vec3d_dot(mirror, mirror);
    return m > 0 ? pl_vec3d_add_scaled(p, -2 * pl_vec3d_dot(p, mirror) / m, mirror) : p;
}

static pl_vec3d across(pl_vec3d a, pl_vec3d tangent) {
    return pl_shape_unit(pl_vec3d_add_scaled(a, -pl_vec3d_dot(a, tangent), tangent));
}

void pl_curve_begin(pl_curve_frame* frame, pl_vec3d wish) {
    frame->normal = across(wish, frame->tangent);
}

void pl_curve_carry(const pl_curve_frame* from, pl_curve_frame* to) {
    pl_vec3d first = pl_vec3d_sub(to->at, from->at);
    pl_vec3d normal = reflect(from->normal, first), tangent = reflect(from->tangent, first);
    normal = reflect(normal, pl_vec3d_sub(to->tangent, tangent));
    // rounding must not pile up over thousands of steps
    to->normal = across(normal, to->tangent);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where an obstacle C is pushed from.
//
// The paper draws C out along the line of both centres. Of a long bar or a wall that is a way along
// it, far deeper than the way out beside. So C's centre is, for each body anew, the place nearest
// to the body in C's core: what is left of C when its surface comes in by the radius of the largest
// ball around its middle. The core of a ball is its centre, of a bar its axis, of a wall its middle
// sheet. Chunky ones are pushed from their middle as in the paper: the wedges of a ring, each from
// a place of its own, would leave more between them.
#include "src/jiggle/jiggle_solid.h"

#include <float.h>
#include <math.h>

#define CORE_ROUNDS 4
#define SLENDER     5.0  // times as far as the girth goes what is pushed from its core

static double clamp(double x, double most) {
    return x > most ? most : x < -most ? -most : x;
}

// The radius of that ball.
static double find_girth(const pl_convex* solid) {
    double girth = solid->plane_count > 0 ? DBL_MAX : solid->radius;
    if (solid->shape == PLUMP_OBSTACLE_CYLINDER && solid->half_height < girth)
        girth = solid->half_height;
    for (uint32_t i = 0; i < solid->plane_count; ++i) {
        const double* plane = solid->planes[i];
        double room = plane[3] - (plane[0] * solid->centre[0] + plane[1] * solid->centre[1] +
                                  plane[2] * solid->centre[2]);
        girth = room < girth ? room : girth;
    }
    return girth > 0 ? girth : 0;
}

// Onto one plane after the other, exact for a box and near enough for the others.
static void enter_polytope(const pl_convex* solid, double girth, double at[3]) {
    for (int round = 0; round < CORE_ROUNDS; ++round) {
        for (uint32_t i = 0; i < solid->plane_count; ++i) {
            const double* plane = solid->planes[i];
            double over = plane[0] * at[0] + plane[1] * at[1] + plane[2] * at[2] - plane[3] + girth;
            for (int k = 0; k < 3 && over > 0; ++k) at[k] -= over * plane[k];
        }
    }
}

// Into the core of what is round about y.
static void enter_round(const pl_convex* solid, double at[3]) {
    bool is_capsule = solid->shape == PLUMP_OBSTACLE_CAPSULE;
    bool is_cylinder = solid->shape == PLUMP_OBSTACLE_CYLINDER;
    double along = is_capsule ? solid->half_height : 0, across = 0;
    if (is_cylinder) along = solid->half_height - solid->radius, across = -along;
    at[1] = along > 0 ? clamp(at[1], along) : 0;
    double away = sqrt(at[0] * at[0] + at[2] * at[2]);
    double share = across > 0 && away > across ? across / away : across > 0 ? 1 : 0;
    at[0] *= share;
    at[2] *= share;
}

static void to_world(const pl_convex* solid, const double own[3], double to[3]) {
    for (int k = 0; k < 3; ++k) {
        const double* t = solid->turn + 3 * k;
        to[k] = t[0] * own[0] + t[1] * own[1] + t[2] * own[2] + solid->position[k];
    }
}

void pl_convex_middle(const pl_convex* solid, double to[3]) {
    to_world(solid, solid->centre, to);
}

void pl_convex_core(const pl_convex* solid, const double from[3], double to[3]) {
    const double* t = solid->turn;
    double off[3], own[3], girth = find_girth(solid);
    if (solid->reach < SLENDER * girth) {
        pl_convex_middle(solid, to);
        return;
    }
    for (int k = 0; k < 3; ++k) off[k] = from[k] - solid->position[k];
    for (int k = 0; k < 3; ++k) own[k] = t[k] * off[0] + t[3 + k] * off[1] + t[6 + k] * off[2];
    if (solid->plane_count > 0) {
        enter_polytope(solid, girth, own);
    } else {
        enter_round(solid, own);
    }
    to_world(solid, own, to);
}

double pl_convex_reach(const pl_convex* solid, const double from[3]) {
    double middle[3], square = 0;
    pl_convex_middle(solid, middle);
    for (int k = 0; k < 3; ++k) square += (middle[k] - from[k]) * (middle[k] - from[k]);
    return solid->reach + sqrt(square);
}

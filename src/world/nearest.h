// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The point of a body's surface nearest to a given one.
#ifndef PL_WORLD_NEAREST_H
#define PL_WORLD_NEAREST_H

#include "src/collide/collide.h"

typedef struct pl_nearest {
    uint32_t triangle;
    uint32_t feature;   // of it, as in pl_near
    uint32_t place[3];  // its corners
    float share[3];     // of each, adding up to 1
    double distance;
} pl_nearest;

// Fits the body's tree to where it is now. False: nothing within `reach` (INFINITY: anywhere), or
// the body's positions are spoiled; then it is the first corner of the first triangle.
bool pl_nearest_find(const pl_body* body, const double point[3], double reach, pl_nearest* nearest);

// A point of a triangle, about the body's origin.
pl_vec3d pl_point_of(const pl_body* body, uint32_t triangle, const float share[3]);

#endif

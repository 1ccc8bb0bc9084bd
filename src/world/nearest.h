// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The point of a body's surface nearest to a given one.
#ifndef PL_WORLD_NEAREST_H
#define PL_WORLD_NEAREST_H

#include "src/state/body_state.h"

typedef struct pl_nearest {
    uint32_t triangle;
    uint32_t place[3];  // its corners
    float share[3];     // of each, adding up to 1
    double distance;
} pl_nearest;

// Looks at every triangle. A body with spoiled positions gives its first triangle.
pl_nearest pl_nearest_find(const pl_body* body, const double point[3]);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A bath duck: a boat of a body with an upturned tail, a big head, a flat beak, small wings.
// About two units long, facing +z.
#include "src/shape/sdf.h"

static const pl_sdf_part parts[] = {
    // body: a wide belly, chest in front, a tail that points up behind
    PL_EGG(JOIN, 0.1, 0, -0.36, -0.08, 0.60, 0.43, 0.78),
    PL_BALL(JOIN, 0.35, 0, -0.20, 0.36, 0.42),
    PL_LIMB(JOIN, 0.30, 0, -0.22, -0.60, 0.30, 0, 0.10, -0.94, 0.13),
    // neck and head
    PL_LIMB(JOIN, 0.22, 0, 0.05, 0.34, 0.30, 0, 0.25, 0.36, 0.30),
    PL_EGG(JOIN, 0.12, 0, 0.52, 0.38, 0.45, 0.43, 0.44),
    // beak: a broad spoon, turned up in front, on a lower jaw
    PL_TURNED_EGG(JOIN, 0.08, 0, 0.45, 0.90, 0.32, 0.12, 0.26, -10, 0, 0),
    PL_TURNED_EGG(JOIN, 0.12, 0, 0.37, 0.80, 0.25, 0.12, 0.21, 6, 0, 0),
    // wings: folded, tips up and a little away from the body
    PL_TURNED_EGG(JOIN_PAIR, 0.14, 0.53, -0.22, -0.10, 0.15, 0.24, 0.40, 16, 10, -16),
    PL_LIMB(JOIN_PAIR, 0.20, 0.56, -0.16, -0.30, 0.15, 0.57, -0.05, -0.50, 0.12),
};

static const pl_sdf_body duck_body = {
    parts, PL_COUNT(parts), {-1.0, -1.0, -1.35}, {1.0, 1.15, 1.4}, 0.06, 0.10, 150, NULL, NULL};

bool pl_shape_duck(pl_shape_surface* surface, uint32_t wish) {
    return pl_sdf_mesh(&duck_body, surface, wish);
}

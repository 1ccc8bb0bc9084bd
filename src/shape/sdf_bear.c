// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A gummy bear: sitting upright, stubby limbs held forward, round ears, a short snout. About two
// units tall, facing +z.
#include "src/shape/sdf.h"

static const pl_sdf_part parts[] = {
    // trunk: hips, belly and chest in one pear
    PL_EGG(JOIN, 0.1, 0, -0.46, 0, 0.46, 0.46, 0.42),
    PL_EGG(JOIN, 0.3, 0, -0.05, -0.01, 0.37, 0.42, 0.33),
    PL_EGG(JOIN, 0.2, 0, -0.26, 0.14, 0.33, 0.36, 0.28),
    // head, cheeks, snout, nose
    PL_EGG(JOIN, 0.16, 0, 0.56, 0.03, 0.45, 0.39, 0.37),
    PL_EGG(JOIN, 0.12, 0, 0.45, 0.35, 0.21, 0.16, 0.16),
    PL_EGG(JOIN, 0.05, 0, 0.53, 0.48, 0.10, 0.07, 0.06),
    // ears with a shallow hollow
    PL_EGG(JOIN_PAIR, 0.08, 0.35, 0.88, 0, 0.18, 0.18, 0.12),
    PL_BALL(CUT_PAIR, 0.08, 0.37, 0.90, 0.19, 0.11),
    // arms, laid on the belly
    PL_LIMB(JOIN_PAIR, 0.12, 0.36, 0.08, 0.08, 0.17, 0.34, -0.12, 0.37, 0.145),
    // legs, stretched forward, soles up
    PL_LIMB(JOIN_PAIR, 0.14, 0.28, -0.70, 0.10, 0.22, 0.37, -0.71, 0.44, 0.19),
    PL_EGG(JOIN_PAIR, 0.10, 0.38, -0.67, 0.55, 0.19, 0.22, 0.12),
    // tail
    PL_BALL(JOIN, 0.10, 0, -0.64, -0.42, 0.13),
};

static const pl_sdf_body bear_body = {
    parts, PL_COUNT(parts), {-1.0, -1.2, -0.85}, {1.0, 1.35, 1.0}, 0.06, 0.10, 150, NULL, NULL};

bool pl_shape_bear(pl_shape_surface* surface, uint32_t wish) {
    return pl_sdf_mesh(&bear_body, surface, wish);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A camel with one hump, standing: deep chest, tucked belly, a neck that dips and rises, a long
// muzzle, four legs on broad feet, a tail with a tuft. About two units long, facing +z.
#include "src/shape/sdf.h"

static const pl_sdf_part parts[] = {
    // trunk: chest, belly, rump, hump
    PL_EGG(JOIN, 0.1, 0, 0.14, 0.20, 0.26, 0.32, 0.36),
    PL_EGG(JOIN, 0.20, 0, 0.19, -0.14, 0.27, 0.27, 0.42),
    PL_EGG(JOIN, 0.16, 0, 0.16, -0.38, 0.24, 0.25, 0.26),
    PL_EGG(JOIN, 0.24, 0, 0.44, -0.08, 0.18, 0.30, 0.29),
    // neck: dips in front of the chest, then rises
    PL_LIMB(JOIN, 0.22, 0, 0.16, 0.36, 0.24, 0, 0.10, 0.62, 0.16),
    PL_LIMB(JOIN, 0.10, 0, 0.10, 0.62, 0.16, 0, 0.20, 0.81, 0.13),
    PL_LIMB(JOIN, 0.06, 0, 0.20, 0.81, 0.13, 0, 0.39, 0.90, 0.115),
    PL_LIMB(JOIN, 0.04, 0, 0.39, 0.90, 0.115, 0, 0.62, 0.91, 0.105),
    // head, muzzle, split lip, lower lip, eyes under their brows
    PL_EGG(JOIN, 0.10, 0, 0.67, 0.96, 0.13, 0.13, 0.17),
    PL_LIMB(JOIN, 0.08, 0, 0.66, 1.03, 0.105, 0, 0.585, 1.22, 0.085),
    PL_EGG(JOIN_PAIR, 0.03, 0.035, 0.57, 1.27, 0.065, 0.075, 0.095),
    PL_EGG(JOIN, 0.03, 0, 0.51, 1.20, 0.065, 0.045, 0.10),
    PL_LIMB(FINE_PAIR, 0.015, 0.10, 0.69, 1.02, 0.05, 0.10, 0.69, 1.04, 0.05),
    PL_LIMB(FINE_PAIR, 0.03, 0.09, 0.745, 0.96, 0.045, 0.11, 0.74, 1.07, 0.04),
    // ears: leaves with a hollow
    PL_TURNED_EGG(JOIN_PAIR, 0.04, 0.155, 0.77, 0.87, 0.055, 0.11, 0.042, 0, 0, -48),
    PL_TURNED_EGG(CUT_PAIR, 0.02, 0.165, 0.78, 0.925, 0.03, 0.075, 0.035, 0, 0, -48),
    // fore legs: shoulder, forearm, knee, shank, foot
    PL_LIMB(JOIN_PAIR, 0.14, 0.16, 0.06, 0.32, 0.17, 0.19, -0.30, 0.34, 0.10),
    PL_LIMB(JOIN_PAIR, 0.03, 0.19, -0.30, 0.34, 0.10, 0.195, -0.50, 0.36, 0.078),
    PL_BALL(JOIN_PAIR, 0.04, 0.195, -0.50, 0.37, 0.086),
    PL_LIMB(JOIN_PAIR, 0.03, 0.195, -0.50, 0.36, 0.072, 0.20, -0.90, 0.35, 0.060),
    PL_EGG(JOIN_PAIR, 0.06, 0.205, -0.94, 0.39, 0.10, 0.06, 0.13),
    // hind legs: thigh, hock, shank, foot
    PL_LIMB(JOIN_PAIR, 0.14, 0.15, 0.10, -0.42, 0.20, 0.19, -0.28, -0.38, 0.115),
    PL_LIMB(JOIN_PAIR, 0.04, 0.19, -0.28, -0.38, 0.115, 0.195, -0.52, -0.47, 0.078),
    PL_LIMB(JOIN_PAIR, 0.03, 0.195, -0.52, -0.47, 0.078, 0.20, -0.90, -0.44, 0.060),
    PL_EGG(JOIN_PAIR, 0.06, 0.205, -0.94, -0.40, 0.10, 0.06, 0.13),
    // tail and its tuft
    PL_LIMB(JOIN, 0.08, 0, 0.28, -0.60, 0.05, 0, 0.08, -0.77, 0.036),
    PL_LIMB(JOIN, 0.02, 0, 0.08, -0.77, 0.036, 0, -0.08, -0.82, 0.034),
    PL_TURNED_EGG(JOIN, 0.04, 0, -0.15, -0.835, 0.052, 0.10, 0.052, 8, 0, 0),
};

static const pl_sdf_body camel_body = {
    parts, PL_COUNT(parts), {-0.6, -1.2, -1.0}, {0.6, 1.1, 1.6}, 0.04, 0.085, 400, NULL, NULL};

bool pl_shape_camel(pl_shape_surface* surface, uint32_t wish) {
    return pl_sdf_mesh(&camel_body, surface, wish);
}

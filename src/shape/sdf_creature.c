// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A standing creature with the silhouette of an armadillo on its hind legs: banded shell, snout,
// tall ears, arms spread with fingers, heavy legs with toes, a tapering tail. About two units tall,
// facing +z; its limbs, folds and ridges are what tests of collision and volume want.
#include "src/shape/sdf.h"

static const pl_sdf_part parts[] = {
    // trunk: belly, chest, shoulders, seat
    PL_EGG(JOIN, 0.1, 0, -0.16, 0.06, 0.365, 0.36, 0.31),
    PL_EGG(JOIN, 0.20, 0, 0.18, 0.03, 0.34, 0.30, 0.26),
    PL_EGG(JOIN_PAIR, 0.10, 0.13, 0.24, 0.18, 0.16, 0.13, 0.12),
    PL_EGG(JOIN, 0.16, 0, -0.36, -0.06, 0.32, 0.24, 0.28),
    // shell on the back, with bands
    PL_TURNED_EGG(JOIN, 0.06, 0, 0.04, -0.14, 0.38, 0.50, 0.27, -4, 0, 0),
    PL_HOOP(JOIN, 0.09, 0, 0.29, -0.10, 0.285, 0.06, -12),
    PL_HOOP(JOIN, 0.09, 0, 0.10, -0.10, 0.325, 0.06, -7),
    PL_HOOP(JOIN, 0.09, 0, -0.09, -0.09, 0.325, 0.06, -1),
    // neck, head, jaw, snout, brows
    PL_LIMB(JOIN, 0.12, 0, 0.38, 0.02, 0.19, 0, 0.56, 0.10, 0.17),
    PL_EGG(JOIN, 0.10, 0, 0.66, 0.10, 0.225, 0.21, 0.24),
    PL_LIMB(JOIN, 0.12, 0, 0.61, 0.24, 0.14, 0, 0.55, 0.50, 0.085),
    PL_EGG(JOIN, 0.04, 0, 0.58, 0.56, 0.062, 0.05, 0.05),
    PL_EGG(JOIN_PAIR, 0.05, 0.115, 0.735, 0.245, 0.07, 0.06, 0.07),
    // ears: leaves with a hollow
    PL_LIMB(JOIN_PAIR, 0.06, 0.13, 0.78, 0.02, 0.075, 0.19, 0.90, -0.01, 0.065),
    PL_TURNED_EGG(JOIN_PAIR, 0.06, 0.235, 0.99, -0.02, 0.10, 0.19, 0.065, 0, 0, -22),
    PL_TURNED_EGG(CUT_PAIR, 0.05, 0.235, 0.99, 0.07, 0.06, 0.14, 0.07, 0, 0, -22),
    // arms: shoulder, upper arm, forearm, palm, four fingers
    PL_BALL(JOIN_PAIR, 0.12, 0.33, 0.27, 0.02, 0.15),
    PL_LIMB(JOIN_PAIR, 0.10, 0.33, 0.27, 0.02, 0.135, 0.60, 0.20, 0.06, 0.105),
    PL_LIMB(JOIN_PAIR, 0.06, 0.60, 0.20, 0.06, 0.115, 0.76, 0.40, 0.22, 0.085),
    PL_TURNED_EGG(JOIN_PAIR, 0.07, 0.81, 0.47, 0.26, 0.12, 0.11, 0.085, 0, 0, -20),
    PL_LIMB(FINE_PAIR, 0.04, 0.74, 0.48, 0.30, 0.05, 0.66, 0.53, 0.40, 0.04),
    PL_LIMB(FINE_PAIR, 0.04, 0.77, 0.55, 0.27, 0.048, 0.74, 0.71, 0.32, 0.038),
    PL_LIMB(FINE_PAIR, 0.04, 0.84, 0.55, 0.27, 0.048, 0.88, 0.71, 0.32, 0.038),
    PL_LIMB(FINE_PAIR, 0.04, 0.89, 0.49, 0.27, 0.048, 1.00, 0.60, 0.31, 0.038),
    // legs: thigh, shin, heel, foot, three toes
    PL_LIMB(JOIN_PAIR, 0.12, 0.22, -0.36, 0.03, 0.225, 0.33, -0.62, 0.15, 0.165),
    PL_LIMB(JOIN_PAIR, 0.08, 0.33, -0.63, 0.15, 0.15, 0.35, -0.92, 0.03, 0.115),
    PL_LIMB(JOIN_PAIR, 0.08, 0.35, -0.97, 0.02, 0.12, 0.39, -1.0, 0.24, 0.105),
    PL_LIMB(FINE_PAIR, 0.04, 0.315, -1.03, 0.28, 0.056, 0.30, -1.05, 0.40, 0.046),
    PL_LIMB(FINE_PAIR, 0.04, 0.40, -1.03, 0.30, 0.056, 0.41, -1.05, 0.43, 0.046),
    PL_LIMB(FINE_PAIR, 0.04, 0.48, -1.03, 0.26, 0.056, 0.52, -1.05, 0.37, 0.046),
    // tail, down to the ground and up again at the tip
    PL_LIMB(JOIN, 0.14, 0, -0.36, -0.22, 0.18, 0, -0.68, -0.46, 0.125),
    PL_LIMB(JOIN, 0.08, 0, -0.68, -0.46, 0.125, 0, -0.92, -0.72, 0.085),
    PL_LIMB(JOIN, 0.08, 0, -0.92, -0.72, 0.085, 0, -0.96, -0.96, 0.062),
    PL_LIMB(JOIN, 0.08, 0, -0.96, -0.96, 0.062, 0, -0.88, -1.14, 0.042),
};

static const pl_sdf_body creature_body = {
    parts, PL_COUNT(parts), {-1.25, -1.3, -1.35}, {1.25, 1.4, 0.85}, 0.04, 0.082, 150, NULL, NULL};

bool pl_shape_creature(pl_shape_surface* surface, uint32_t wish) {
    return pl_sdf_mesh(&creature_body, surface, wish);
}

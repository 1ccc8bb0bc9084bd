// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A friendly head on a neck: round skull, brows over eyes, a large soft nose, cheeks, lips, chin
// and ears that stand off. About two units tall, facing +z; one solid part whose soft ones swing.
#include "src/shape/sdf.h"

static const pl_sdf_part parts[] = {
    // skull, jaw, chin, cheeks, what is between them
    PL_EGG(JOIN, 0.1, 0, 0.36, -0.06, 0.61, 0.60, 0.65),
    PL_EGG(JOIN, 0.25, 0, -0.14, 0.12, 0.52, 0.50, 0.47),
    PL_EGG(JOIN, 0.14, 0, -0.54, 0.42, 0.17, 0.12, 0.14),
    PL_EGG(JOIN_PAIR, 0.14, 0.34, -0.03, 0.38, 0.18, 0.16, 0.17),
    PL_EGG(JOIN, 0.12, 0, -0.06, 0.42, 0.18, 0.18, 0.16),
    // brows, eyes in their sockets, pupils
    PL_LIMB(JOIN_PAIR, 0.10, 0.12, 0.47, 0.53, 0.055, 0.40, 0.43, 0.40, 0.05),
    PL_EGG(CUT_PAIR, 0.10, 0.23, 0.24, 0.66, 0.19, 0.17, 0.16),
    PL_BALL(JOIN_PAIR, 0.02, 0.225, 0.235, 0.42, 0.165),
    PL_BALL(CUT_PAIR, 0.02, 0.215, 0.235, 0.61, 0.06),
    // nose: bridge, tip, wings
    PL_LIMB(JOIN, 0.12, 0, 0.32, 0.53, 0.07, 0, 0.10, 0.72, 0.11),
    PL_BALL(JOIN, 0.06, 0, 0.06, 0.77, 0.155),
    PL_BALL(JOIN_PAIR, 0.05, 0.125, 0.03, 0.67, 0.095),
    // mouth, a little open, corners up; lips around it
    PL_LIMB(JOIN_PAIR, 0.05, 0, -0.19, 0.58, 0.065, 0.17, -0.19, 0.53, 0.06),
    PL_LIMB(JOIN_PAIR, 0.03, 0.17, -0.19, 0.53, 0.06, 0.31, -0.15, 0.42, 0.045),
    PL_LIMB(JOIN_PAIR, 0.05, 0, -0.37, 0.56, 0.075, 0.16, -0.34, 0.52, 0.07),
    PL_LIMB(JOIN_PAIR, 0.03, 0.16, -0.34, 0.52, 0.07, 0.31, -0.16, 0.43, 0.045),
    PL_LIMB(CUT_PAIR, 0.04, 0, -0.275, 0.62, 0.055, 0.16, -0.26, 0.60, 0.05),
    PL_LIMB(CUT_PAIR, 0.02, 0.16, -0.26, 0.60, 0.05, 0.27, -0.19, 0.54, 0.05),
    // ears with a hollow, and their lobes
    PL_TURNED_EGG(JOIN_PAIR, 0.08, 0.68, 0.16, -0.06, 0.22, 0.28, 0.09, 0, 35, -10),
    PL_TURNED_EGG(CUT_PAIR, 0.06, 0.71, 0.18, 0.04, 0.13, 0.18, 0.11, 0, 35, -10),
    PL_BALL(JOIN_PAIR, 0.06, 0.61, -0.09, 0.01, 0.09),
    // neck, cut flat
    PL_LIMB(JOIN, 0.16, 0, -0.40, -0.14, 0.31, 0, -0.80, -0.18, 0.33),
    PL_LIMB(JOIN, 0.20, 0, -1.0, -0.18, 0.38, 0, -1.10, -0.18, 0.44),
    PL_BLOCK(CUT, 0.16, 0, -1.95, 0, 2, 1, 2, 0.05),
};

static const pl_sdf_body head_body = {
    parts, PL_COUNT(parts), {-1.1, -1.3, -1.0}, {1.1, 1.2, 1.2}, 0.06, 0.10, 150, NULL, NULL};

bool pl_shape_head(pl_shape_surface* surface, uint32_t wish) {
    return pl_sdf_mesh(&head_body, surface, wish);
}

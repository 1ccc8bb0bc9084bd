// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A moulded jelly: six lobes on a low foot, a knob on each and one on top.
// About two units wide, y up.
#include "src/math/elementary.h"
#include "src/shape/sdf.h"

#define LOBES 6

bool pl_shape_jelly(pl_shape_surface* surface, uint32_t wish) {
    pl_sdf_part parts[4 + 2 * LOBES];
    uint32_t count = 0;
    // core and foot
    parts[count++] = (pl_sdf_part)PL_LIMB(JOIN, 0.1, 0, -0.30, 0, 0.68, 0, 0.26, 0, 0.50);
    parts[count++] = (pl_sdf_part)PL_HOOP(JOIN, 0.2, 0, -0.50, 0, 0.68, 0.16, 0);
    for (uint32_t i = 0; i < LOBES; ++i) {
        pl_sine_cosine a = pl_sincos(2 * PL_PI * i / LOBES);
        parts[count++] = (pl_sdf_part)PL_LIMB(JOIN, 0.12, 0.64 * a.sine, -0.42, 0.64 * a.cosine,
                                              0.26, 0.42 * a.sine, 0.30, 0.42 * a.cosine, 0.26);
        parts[count++] =
            (pl_sdf_part)PL_BALL(JOIN, 0.12, 0.40 * a.sine, 0.60, 0.40 * a.cosine, 0.17);
    }
    // flat underneath, with a round rim
    parts[count++] = (pl_sdf_part)PL_BLOCK(CUT, 0.15, 0, -1.62, 0, 2, 1, 2, 0.05);
    parts[count++] = (pl_sdf_part)PL_BALL(JOIN, 0.14, 0, 0.80, 0, 0.20);
    pl_sdf_body body = {parts, count, {-1.2, -1.0, -1.2}, {1.2, 1.2, 1.2}, 0.07, 0.12, 150,
                        NULL,  NULL};
    return pl_sdf_mesh(&body, surface, wish);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How much larger the rest shape is than the mesh. A body that is asked for another volume
// (volume_scale) is stretched by it, against its elasticity, up to a tenth in length each way:
// then it rounds off like a balloon. Beyond that its rest shape grows, or shrinks, along. Without
// that a bear of 8 Hz blown up to three times its volume is all folds on the way (77 degrees).
#ifndef PL_SHAPE_MATCH_GROWTH_H
#define PL_SHAPE_MATCH_GROWTH_H

#include "src/math/elementary.h"
#include "src/state/body_state.h"

#define PL_GROWTH_STRETCH 1.1

static inline double pl_growth_of(const pl_body* body) {
    double length = pl_cbrt(body->volume_ratio);
    if (length > PL_GROWTH_STRETCH) return length / PL_GROWTH_STRETCH;
    return length * PL_GROWTH_STRETCH < 1.0 ? length * PL_GROWTH_STRETCH : 1.0;
}

#endif

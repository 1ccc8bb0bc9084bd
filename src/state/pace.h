// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How long a substep may be for a body that lies on something.
#ifndef PL_STATE_PACE_H
#define PL_STATE_PACE_H

#include <math.h>

// How far weight may draw it in a substep, of its size: contacts have to bring it back. A jelly of
// 5 mm and 8 Hz was 8 % below the floor with 0.034, 4 ms.
#define PL_FALL 0.008

// Substeps per second.
static inline double pl_rate_by_weight(double acceleration, double extent) {
    return sqrt(acceleration / (PL_FALL * extent));
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Containing trouble: a body whose positions or velocities are not numbers, or absurdly large, is
// mended on the spot, so that nothing of it reaches other bodies or the caller. Particles that are
// usable stay; the others are put where the best rigid motion of the usable ones puts them, and
// move with it, spinning as the body did after its last step. With fewer than three usable
// particles the body starts again in its rest shape, at rest, where its centre last was. The motion
// that is measured from particles in bounds may still be too much for its sums, in floats; it is
// held within bounds of its own, the same that a snapshot is checked by.
#ifndef PL_STATE_CONTAIN_H
#define PL_STATE_CONTAIN_H

#include "src/state/body_state.h"

#define PL_POSITION_MOST 2e9f  // m, about the body's origin
#define PL_SPEED_MOST    1e8f  // m/s

#define PL_PLACE_MOST  1e18   // m, in the world: the fastest body needs 300 years to get there
#define PL_MOTION_MOST 1e300  // angular momentum and the like, kinetic energy

// What steps can lead to.
bool pl_motion_is_contained(const pl_motion* motion);
// Each part that is not within bounds becomes 0, the energy as much as there can be.
void pl_motion_contain(pl_motion* motion);

// Mends the body if one of its span_flags is set, and notes it in body->contained.
void pl_contain_flagged(pl_body* body);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A bag: a limp skin around a volume. The skin is that of shape matching in physical mode, with a
// law of its own instead of the body's fields:
// - regions flow at once: the rest shape of each is the shape it has, until the skin is stretched
//   by about a half; and all of them grow and shrink with the volume that the body has. So there is
//   no shape to return to, a bag spreads where it lies, and resists no change of volume;
// - what is left is how neighbouring regions are bent against each other, and that is held only
//   as firmly as the skin needs in order not to fold when it is slowed down by LOAD. All mass
//   sits on the skin, and what accelerates it is pressure: without any resistance, ripples of all
//   lengths grow (docs/models/shape_match.md), 60 J became 2.5 MJ, and bags shattered;
// - what is finer than regions is resisted as in shape matching, on coarse meshes too, and
//   pressure follows the goals.
// With `firmness` 0 nothing of this is done: particles that keep their volume.
#ifndef PL_BAG_H
#define PL_BAG_H

#include "src/elastic/shape_match/shape_match.h"

bool pl_is_bag(const pl_body* body);
// While regions are not chosen yet, with a frequency of 0.
pl_match_law pl_bag_law(const pl_body* body);
// How much larger than the mesh its rest shape is (src/elastic/shape_match/growth.h).
double pl_bag_growth(const pl_body* body);

#endif

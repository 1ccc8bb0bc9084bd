// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A living body of another density or size. It grows about its centre of mass, with what it is
// deformed by; its momentum stays, linear and angular. Density alone keeps velocities.
#ifndef PL_BODY_RESIZE_H
#define PL_BODY_RESIZE_H

#include "src/world/world_data.h"

// Whether it may have the wished density and scale, and the memory that a change needs.
plump_result pl_body_resize_prepare(const plump_world* world, pl_body* body,
                                    const plump_body_def* wish, plump_error* error);
// Whether a body can be so heavy and large.
plump_result pl_body_resize_check(const pl_body* body, float density, float scale,
                                  plump_error* error);
// Room only; false: out of memory.
bool pl_body_resize_reserve(pl_body* body);
// All that depends on def.density and def.scale, made anew. After pl_body_resize_reserve.
void pl_body_resize_matter(pl_body* body);
// Changes both: the body as it is grows along.
void pl_body_resize(const plump_world* world, pl_body* body, float density, float scale);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Patches: which places an attachment holds, and how much of each. By distance at rest, since the
// shape of the moment may be anything; and only what hangs together with the vertex within the
// radius, so that a grip on a finger leaves the next one alone. Shares go by area, so that they are
// those of the surface, whatever the mesh.
#ifndef PL_WORLD_HELD_MAKE_H
#define PL_WORLD_HELD_MAKE_H

#include "src/base/arena.h"
#include "src/world/world_data.h"

#define PL_HELD_RADIUS_MOST 1e9  // m

// The patch around a vertex; memory from the arena. False: out of memory.
bool pl_held_gather(const pl_body* body, uint32_t vertex, float radius, pl_arena* arena,
                    pl_held* patch);
// How many places two patches have beyond the first of each.
size_t pl_held_spread(const pl_held patches[2]);
// An attachment with copies of the patches in its own memory, at its point. NULL: out of memory.
pl_attachment* pl_attachment_make(const plump_allocator* hooks, const plump_attachment_def* def,
                                  const pl_held patches[2]);

#endif

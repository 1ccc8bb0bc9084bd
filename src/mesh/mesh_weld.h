// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What welding at equal and at nearly equal positions share.
#ifndef PL_MESH_WELD_H
#define PL_MESH_WELD_H

#include "src/mesh/mesh_intake.h"

// The vertices on open edges, in ascending order; both arrays have one entry per vertex.
uint32_t pl_weld_list_open(const pl_intake* s, unsigned char* is_open, uint32_t* list);
// Says that `from` is now `into`, which is no merged vertex itself.
void pl_weld_merge(pl_intake* s, plump_finding_kind kind, uint32_t from, uint32_t into);
// Gives the triangles their merged vertices and drops those that lost a corner.
void pl_weld_apply(pl_intake* s);

#endif

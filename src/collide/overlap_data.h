// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the files that measure overlap share.
#ifndef PL_COLLIDE_OVERLAP_DATA_H
#define PL_COLLIDE_OVERLAP_DATA_H

#include "src/collide/collide_data.h"
#include "src/collide/overlap.h"

pl_view pl_side_view(const pl_side* from, const pl_side* to);
// Counts pairs and marks triangles in search->cut; with `parts`, the depth is how far single pairs
// have to move to part.
void pl_overlap_cut(pl_overlap_search* search, const pl_side* a, const pl_side* b, bool parts,
                    pl_overlap* overlap);
// Takes over a depth that is found in the frame of a side, if it is larger.
void pl_overlap_note(const pl_side* side, const double at[3], double depth, pl_overlap* overlap);

static inline bool pl_overlap_is_over(const pl_overlap_search* search) {
    return search->work > search->limit;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A net of springs as the kernels read it: stencils side by side, and for every place the list of
// forces that act on it, so that each place gathers its own sum in a fixed order.
#ifndef PL_SPRINGS_H
#define PL_SPRINGS_H

#include "src/elastic/mass_spring/spring_links.h"

typedef struct pl_springs {
    pl_spring_net net;
    uint32_t padded;        // stencils, a multiple of 16; the padding has stiffness 0
    uint32_t place_padded;  // places, likewise
    uint32_t* corner[4];    // per stencil: where the corner's row of four floats begins
    float* weight[3];       // of corners 1, 2, 3 in the bend
    float* stiffness[3];    // edge, cross, bend
    // Forces are rows of 16 floats per stencil, four for each corner, and behind them one row of
    // four zeros. Per group of 16 places columns of 16 numbers: where a force of each place begins;
    // the zeros where a place has no more of them.
    uint32_t* first;  // first column of each group, and one more at the end
    uint32_t* columns;
    pl_spring_links links;
    double lambda;  // lowest eigenvalue at rest
} pl_springs;

// Fills all but `net` and `lambda` from the net. False: out of memory.
bool pl_springs_fill(pl_springs* springs, pl_arena* memory);

// Made once per mesh and ratios and kept with it: `bend` is the shell's thickness in extents. NULL:
// out of memory.
const pl_springs* pl_springs_get(const plump_mesh* mesh, float shear, float bend,
                                 pl_task_pool* pool);
size_t pl_springs_size(const plump_mesh* mesh, float shear, float bend);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Shared vertices from loose triangles, as STL stores them: equal positions (-0 is 0) get one
// number, in order of first appearance.
#ifndef PL_IO_MERGE_H
#define PL_IO_MERGE_H

#include "src/base/alloc.h"

// `positions` are x, y, z per corner, all finite; `numbers` gets one per corner, and `firsts`, as
// long, the first corner of each number. False when out of memory.
bool pl_merge_positions(const plump_allocator* hooks, double* positions, size_t count,
                        uint32_t* numbers, uint32_t* firsts, size_t* number_count);

#endif

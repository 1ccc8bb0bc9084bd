// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Polygons to triangles. The n - 2 triangles always are a triangulation of the ring of corners, so
// each edge of the polygon is an edge of exactly one triangle and its neighbours still match; for a
// simple polygon, convex or not, they also cover it once.
#ifndef PL_IO_POLYGON_H
#define PL_IO_POLYGON_H

#include "src/base/alloc.h"

// Scratch of a job: zero but for the steps allowed to all its polygons together. One polygon takes
// few per corner, at most 256; when none are left, cuts are made without looking around.
typedef struct pl_polygon_scratch {
    uint64_t steps;
    void* block;
    size_t capacity;
} pl_polygon_scratch;

// `positions` are x, y, z of all vertices; `corners` 3 or more of their numbers. `triangles` gets
// 3 (n - 2) numbers; it may be the same memory as `corners`. False when out of memory, or when n is
// 2^31 or more.
bool pl_polygon_cut(pl_polygon_scratch* scratch, const plump_allocator* hooks,
                    const double* positions, const uint32_t* corners, size_t corner_count,
                    uint32_t* triangles);
void pl_polygon_free(pl_polygon_scratch* scratch, const plump_allocator* hooks);

#endif

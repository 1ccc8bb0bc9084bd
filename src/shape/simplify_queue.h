// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Edges by what removing them costs, cheapest first: a binary heap that knows where each edge is,
// so that one can be taken out or put in again when its surroundings change. Equal costs go by the
// edge's number, so that the order never depends on how the heap came about.
#ifndef PL_SHAPE_SIMPLIFY_QUEUE_H
#define PL_SHAPE_SIMPLIFY_QUEUE_H

#include "src/base/arena.h"

typedef struct pl_edge_queue {
    uint32_t* edges;  // the heap
    uint32_t* place;  // of each edge in it, or PL_QUEUE_OUT
    double* cost;     // of each edge
    uint32_t count;
} pl_edge_queue;

#define PL_QUEUE_OUT UINT32_MAX

// For edges 0 to `edges` - 1, none of them in it. False: out of memory.
bool pl_queue_make(pl_edge_queue* queue, pl_arena* arena, uint32_t edges);
// Puts in an edge that is not there.
void pl_queue_put(pl_edge_queue* queue, uint32_t edge, double cost);
// Takes one out, if it is there.
void pl_queue_drop(pl_edge_queue* queue, uint32_t edge);
// Takes out the cheapest; there must be one.
uint32_t pl_queue_take(pl_edge_queue* queue);

#endif

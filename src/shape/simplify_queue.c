// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/shape/simplify_queue.h"

bool pl_queue_make(pl_edge_queue* queue, pl_arena* arena, uint32_t edges) {
    queue->count = 0;
    queue->edges = pl_arena_alloc(arena, edges, sizeof *queue->edges);
    queue->place = pl_arena_alloc(arena, edges, sizeof *queue->place);
    queue->cost = pl_arena_alloc(arena, edges, sizeof *queue->cost);
    if (!queue->edges || !queue->place || !queue->cost) return false;
    for (uint32_t i = 0; i < edges; ++i) queue->place[i] = PL_QUEUE_OUT;
    return true;
}

static bool is_before(const pl_edge_queue* queue, uint32_t a, uint32_t b) {
    double x = queue->cost[a], y = queue->cost[b];
    return x < y || (!(y < x) && a < b);
}

static void set(pl_edge_queue* queue, uint32_t place, uint32_t edge) {
    queue->edges[place] = edge;
    queue->place[edge] = place;
}

static void rise(pl_edge_queue* queue, uint32_t place) {
    uint32_t edge = queue->edges[place];
    while (place > 0) {
        uint32_t up = (place - 1) / 2;
        if (!is_before(queue, edge, queue->edges[up])) break;
        set(queue, place, queue->edges[up]);
        place = up;
    }
    set(queue, place, edge);
}

static void sink(pl_edge_queue* queue, uint32_t place) {
    uint32_t edge = queue->edges[place];
    for (;;) {
        uint32_t down = 2 * place + 1;
        if (down >= queue->count) break;
        if (down + 1 < queue->count && is_before(queue, queue->edges[down + 1], queue->edges[down]))
            ++down;
        if (!is_before(queue, queue->edges[down], edge)) break;
        set(queue, place, queue->edges[down]);
        place = down;
    }
    set(queue, place, edge);
}

void pl_queue_put(pl_edge_queue* queue, uint32_t edge, double cost) {
    queue->cost[edge] = cost;
    set(queue, queue->count++, edge);
    rise(queue, queue->place[edge]);
}

void pl_queue_drop(pl_edge_queue* queue, uint32_t edge) {
    uint32_t place = queue->place[edge];
    if (place == PL_QUEUE_OUT) return;
    queue->place[edge] = PL_QUEUE_OUT;
    uint32_t last = queue->edges[--queue->count];
    if (last == edge) return;
    set(queue, place, last);
    rise(queue, place);
    sink(queue, queue->place[last]);
}

uint32_t pl_queue_take(pl_edge_queue* queue) {
    uint32_t edge = queue->edges[0];
    pl_queue_drop(queue, edge);
    return edge;
}

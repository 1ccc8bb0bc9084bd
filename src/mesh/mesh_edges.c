// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_edges.h"

// Counts into counter[vertex + 2]; after the running sum, counter[vertex + 1] is where its entries
// go, and once all are placed counter[vertex] is where they began.
static void sum_up(uint32_t* counter, uint32_t vertex_count) {
    for (uint32_t v = 2; v < vertex_count + 2; ++v) counter[v] += counter[v - 1];
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

// All half-edges by their larger vertex.
static void sort_by_larger(const pl_mesh_view* view, uint32_t* counter, uint32_t* sorted) {
    const uint32_t* t = view->triangles;
    for (uint32_t f = 0; f < view->triangle_count; ++f, t += 3) {
        counter[larger(t[0], t[1]) + 2]++;
        counter[larger(t[1], t[2]) + 2]++;
        counter[larger(t[2], t[0]) + 2]++;
    }
    sum_up(counter, view->vertex_count);
    t = view->triangles;
    for (uint32_t f = 0; f < view->triangle_count; ++f, t += 3) {
        sorted[counter[larger(t[0], t[1]) + 1]++] = 3 * f;
        sorted[counter[larger(t[1], t[2]) + 1]++] = 3 * f + 1;
        sorted[counter[larger(t[2], t[0]) + 1]++] = 3 * f + 2;
    }
}

// Then, keeping that order among equals, by their smaller vertex.
static void sort_by_smaller(const pl_mesh_view* view, const uint32_t* sorted, pl_edges* edges) {
    const uint32_t* t = view->triangles;
    for (uint32_t f = 0; f < view->triangle_count; ++f, t += 3) {
        edges->first[smaller(t[0], t[1]) + 2]++;
        edges->first[smaller(t[1], t[2]) + 2]++;
        edges->first[smaller(t[2], t[0]) + 2]++;
    }
    sum_up(edges->first, view->vertex_count);
    t = view->triangles;
    for (uint32_t i = 0; i < 3 * view->triangle_count; ++i) {
        uint32_t h = sorted[i];
        uint32_t v = smaller(t[h], t[pl_edge_next(h)]);
        edges->order[edges->first[v + 1]++] = h;
    }
}

// The half-edges order[begin..end) share an edge.
static void join(const pl_mesh_view* view, uint32_t begin, uint32_t end, pl_edges* edges) {
    const uint32_t* t = view->triangles;
    const uint32_t* order = edges->order;
    edges->edge_count++;
    if (end - begin == 1) {
        edges->mate[order[begin]] = PL_NONE;
        edges->open_count++;
        return;
    }
    for (uint32_t i = begin; i + 1 < end; ++i) edges->mate[order[i]] = order[i + 1];
    edges->mate[order[end - 1]] = order[begin];
    if (end - begin == 2) {
        uint32_t g = order[begin], h = order[begin + 1];
        if (t[g] == t[h]) edges->parallel_count++;
        if (t[pl_edge_previous(g)] == t[pl_edge_previous(h)]) edges->has_twins = true;
    } else {
        edges->many_count++;
        edges->has_twins = true;
    }
}

static void find_mates(const pl_mesh_view* view, pl_edges* edges) {
    const uint32_t* t = view->triangles;
    for (uint32_t v = 0; v < view->vertex_count; ++v) {
        uint32_t end = edges->first[v + 1], begin = edges->first[v];
        while (begin < end) {
            // the sum of both ends stands for the other end
            uint32_t h = edges->order[begin], sum = t[h] + t[pl_edge_next(h)];
            uint32_t stop = begin + 1;
            while (stop < end) {
                h = edges->order[stop];
                if (t[h] + t[pl_edge_next(h)] != sum) break;
                ++stop;
            }
            join(view, begin, stop, edges);
            begin = stop;
        }
    }
}

bool pl_edges_build(pl_arena* arena, pl_arena* scratch, const pl_mesh_view* view, pl_edges* edges) {
    size_t half_edges = (size_t)view->triangle_count * 3;
    size_t counters = (size_t)view->vertex_count + 2;
    *edges = (pl_edges){0};
    edges->order = pl_arena_alloc(arena, half_edges, sizeof(uint32_t));
    edges->mate = pl_arena_alloc(arena, half_edges, sizeof(uint32_t));
    edges->first = pl_arena_alloc_zero(arena, counters, sizeof(uint32_t));
    void* mark = pl_arena_mark(scratch);
    uint32_t* counter = pl_arena_alloc_zero(scratch, counters, sizeof(uint32_t));
    bool ok = edges->order && edges->mate && edges->first && counter;
    if (ok) {
        // `mate` holds the half-sorted list until the mates are known
        sort_by_larger(view, counter, edges->mate);
        sort_by_smaller(view, edges->mate, edges);
        find_mates(view, edges);
    }
    pl_arena_release(scratch, mark);
    return ok;
}

uint32_t pl_edges_lookup(const pl_edges* edges, const uint32_t* triangles, uint32_t a, uint32_t b) {
    uint32_t low = smaller(a, b), high = larger(a, b);
    uint32_t begin = edges->first[low], end = edges->first[low + 1];
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        uint32_t h = edges->order[middle];
        uint32_t other = triangles[h] + triangles[pl_edge_next(h)] - low;
        if (other == high) return h;
        if (other < high)
            begin = middle + 1;
        else
            end = middle;
    }
    return PL_NONE;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// After Diziol, Bender, Bayer 2011, section 4, "Path Construction": a path goes on to the free
// neighbour that leaves the fewest gaps, and of those to the one nearest to the plane through the
// path's start. A new path begins at the lowest free vertex along the plane's axis.
//
// On a regular mesh every path along edges is as good as any other: only breaks cost, about 30
// runs each at omega 3. Which axis breaks least cannot be told from the shape, so all three are
// tried; of those that break equally often the one with the fewest runs in a sample of regions wins
// (on a sphere of meridians going around the poles is 15 % better than going over them).
#include "src/mesh/mesh_paths.h"

#include "src/mesh/mesh_sort.h"

#include <string.h>

#define SAMPLE_COUNT   2048         // regions, spread over the vertices
#define SAMPLE_MEMBERS (1u << 20u)  // of all of them: enough even if each is half the body

typedef struct growth {
    const pl_path_graph* graph;
    unsigned axis;
    uint32_t* starts;       // all vertices by part, height along the axis, number
    uint32_t* taken_count;  // per vertex: neighbours already in a path
    unsigned char* is_taken;
    uint32_t* order;
    uint32_t* place;  // of a vertex in the order
    uint32_t count;   // vertices in the order so far
} growth;

static float height(const growth* g, uint32_t vertex) {
    return g->graph->positions[3 * (size_t)vertex + g->axis];
}

// Bits that sort as the numbers do; -0 as 0.
static uint32_t sortable(float value) {
    uint32_t bits;
    value += 0.0f;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 ? ~bits : bits | UINT32_C(0x80000000);
}

static bool list_starts(growth* g, pl_arena* scratch) {
    uint32_t count = g->graph->vertex_count;
    void* mark = pl_arena_mark(scratch);
    pl_keyed* items = pl_arena_alloc(scratch, count, sizeof *items);
    pl_keyed* spare = pl_arena_alloc(scratch, count, sizeof *spare);
    if (items && spare) {
        for (uint32_t v = 0; v < count; ++v) {
            uint64_t part = g->graph->part[v];
            items[v] = (pl_keyed){part << 32 | sortable(height(g, v)), v};
        }
        pl_sort_keyed(items, spare, count);
        for (uint32_t v = 0; v < count; ++v) g->starts[v] = items[v].value;
    }
    pl_arena_release(scratch, mark);
    return items && spare;
}

static void take(growth* g, uint32_t vertex) {
    const pl_path_graph* graph = g->graph;
    g->is_taken[vertex] = 1;
    g->order[g->count++] = vertex;
    for (uint32_t i = graph->first[vertex]; i < graph->first[vertex + 1]; ++i)
        g->taken_count[graph->neighbours[i]]++;
}

// How much there is for going on to a neighbour next, in falling order of weight: few free
// neighbours of its own, or it will be cut off and be a path by itself (Warnsdorff's rule; the
// centres of squares cut in four need it); many taken ones, which keeps paths side by side; near
// the plane; a low number.
typedef struct claim {
    uint32_t vertex, free_count, taken_count;
    float distance;
} claim;

static bool goes_before(const claim* a, const claim* b) {
    if (a->free_count != b->free_count) return a->free_count < b->free_count;
    if (a->taken_count != b->taken_count) return a->taken_count > b->taken_count;
    if (a->distance != b->distance) return a->distance < b->distance;
    return a->vertex < b->vertex;
}

// The neighbour to go on to, or `from` when all are taken.
static uint32_t choose(const growth* g, uint32_t from, float plane) {
    const pl_path_graph* graph = g->graph;
    claim best = {from, UINT32_MAX, 0, 0};
    for (uint32_t i = graph->first[from]; i < graph->first[from + 1]; ++i) {
        uint32_t v = graph->neighbours[i];
        if (g->is_taken[v]) continue;
        uint32_t valence = graph->first[v + 1] - graph->first[v];
        float offset = height(g, v) - plane;
        claim c = {v, valence - g->taken_count[v], g->taken_count[v],
                   offset < 0 ? -offset : offset};
        if (goes_before(&c, &best)) best = c;
    }
    return best.vertex;
}

// Returns the number of paths.
static uint32_t grow_all(growth* g) {
    uint32_t vertex_count = g->graph->vertex_count, path_count = 0;
    g->count = 0;
    memset(g->taken_count, 0, vertex_count * sizeof *g->taken_count);
    memset(g->is_taken, 0, vertex_count);
    for (uint32_t i = 0; i < vertex_count; ++i) {
        uint32_t at = g->starts[i];
        if (g->is_taken[at]) continue;
        float plane = height(g, at);
        path_count++;
        take(g, at);
        for (uint32_t next = choose(g, at, plane); next != at; next = choose(g, at, plane)) {
            take(g, next);
            at = next;
        }
    }
    return path_count;
}

// The vertices within two edges of `centre`, stamped and listed. Returns how many.
static uint32_t list_region(const pl_path_graph* graph, uint32_t centre, uint32_t mark,
                            uint32_t* stamp, uint32_t* list) {
    uint32_t count = 0, at = 0;
    stamp[centre] = mark;
    list[count++] = centre;
    for (int depth = 0; depth < 2; ++depth) {
        for (uint32_t end = count; at < end; ++at) {
            for (uint32_t i = graph->first[list[at]]; i < graph->first[list[at] + 1]; ++i) {
                uint32_t v = graph->neighbours[i];
                if (stamp[v] == mark) continue;
                stamp[v] = mark;
                list[count++] = v;
            }
        }
    }
    return count;
}

// How many runs of the order some regions are. Overwrites what growing no longer needs.
static uint64_t count_runs(growth* g) {
    uint32_t vertex_count = g->graph->vertex_count, mark = 0;
    uint32_t* stamp = g->taken_count;
    uint32_t* list = g->starts;
    uint64_t run_count = 0, member_count = 0;
    memset(stamp, 0, vertex_count * sizeof *stamp);
    for (uint32_t k = 0; k < vertex_count; ++k) g->place[g->order[k]] = k;
    uint32_t stride = vertex_count / SAMPLE_COUNT + 1;
    for (uint64_t v = 0; v < vertex_count && member_count < SAMPLE_MEMBERS; v += stride) {
        uint32_t count = list_region(g->graph, (uint32_t)v, ++mark, stamp, list);
        member_count += count;
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t place = g->place[list[i]];
            run_count += place == 0 || stamp[g->order[place - 1]] != mark;
        }
    }
    return run_count;
}

bool pl_paths_order(const pl_path_graph* graph, pl_arena* scratch, uint32_t* order,
                    uint32_t* path_count) {
    uint32_t count = graph->vertex_count;
    void* mark = pl_arena_mark(scratch);
    growth g = {.graph = graph};
    g.starts = pl_arena_alloc(scratch, count, sizeof *g.starts);
    g.taken_count = pl_arena_alloc(scratch, count, sizeof *g.taken_count);
    g.is_taken = pl_arena_alloc(scratch, count, 1);
    g.order = pl_arena_alloc(scratch, count, sizeof *g.order);
    g.place = pl_arena_alloc(scratch, count, sizeof *g.place);
    bool ok = g.starts && g.taken_count && g.is_taken && g.order && g.place;
    uint32_t least_paths = UINT32_MAX;
    uint64_t least_runs = 0;
    for (g.axis = 0; ok && g.axis < 3; ++g.axis) {
        ok = list_starts(&g, scratch);
        if (!ok) break;
        uint32_t paths = grow_all(&g);
        uint64_t runs = count_runs(&g);
        if (paths > least_paths || (paths == least_paths && runs >= least_runs)) continue;
        least_paths = paths;
        least_runs = runs;
        memcpy(order, g.order, count * sizeof *order);
    }
    pl_arena_release(scratch, mark);
    *path_count = least_paths;
    return ok;
}

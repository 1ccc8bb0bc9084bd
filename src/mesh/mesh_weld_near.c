// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Welds seams that almost meet: open vertices closer than the tolerance become one.
//
// Vertices are sorted into cells as wide as the tolerance and gathered around leaders: each joins
// the nearest leader within reach or becomes one. Leaders keep their distance from each other, so a
// cell has few, and a million vertices in one cell cost no more than a million elsewhere. Vertices
// that share an edge are never merged: that would eat a narrow rim instead of closing a seam. Large
// tolerances are reached in steps, so that the nearest pairs find each other first.
#include <math.h>

#include "src/mesh/mesh_intake.h"
#include "src/mesh/mesh_sort.h"
#include "src/mesh/mesh_weld.h"

#define FIRST_TOLERANCE 1e-6
#define TOLERANCE_STEP  2.0
#define MOST_LEADERS    16  // looked at per cell; more only when edges keep neighbours apart
#define CELLS_PER_SIDE  1048576.0
#define COORDINATE_BITS 21
#define COLUMNS         9

typedef struct {
    pl_intake* s;
    double limit;          // distance, squared
    pl_keyed* items;       // cell and vertex, sorted
    uint32_t count;        // items
    uint64_t* cell_key;    // ascending
    uint32_t* cell_first;  // item where the cell begins; one more at the end
    uint32_t* cell_leaders;
    uint32_t cell_count;
    uint32_t* leaders;       // items; those of a cell from its first item on
    uint32_t* leader_of;     // per vertex: its leader's item, or PL_NONE
    uint32_t* lowest;        // per leader: its smallest vertex
    uint32_t* corner_first;  // per vertex: where its corners begin in `corners`; one more
    uint32_t* corners;
    uint32_t cursor[COLUMNS];
} gathering;

static uint64_t cell_of(const double* p, const double low[3], double width) {
    uint64_t key = 0;
    for (int k = 0; k < 3; ++k) {
        // one cell of margin, so that neighbours have keys too
        uint64_t c = (uint64_t)floor((p[k] - low[k]) / width) + 1;
        key = key << COORDINATE_BITS | c;
    }
    return key;
}

static bool make_gathering(gathering* g) {
    pl_arena* arena = &g->s->scratch;
    size_t n = (size_t)g->count + 1;
    g->items = pl_arena_alloc(arena, n, sizeof *g->items);
    g->cell_key = pl_arena_alloc(arena, n, sizeof *g->cell_key);
    g->cell_first = pl_arena_alloc(arena, n, sizeof(uint32_t));
    g->cell_leaders = pl_arena_alloc_zero(arena, n, sizeof(uint32_t));
    g->leaders = pl_arena_alloc(arena, n, sizeof(uint32_t));
    g->leader_of = pl_arena_alloc(arena, g->s->vertex_count, sizeof(uint32_t));
    g->lowest = pl_arena_alloc(arena, n, sizeof(uint32_t));
    return g->items && g->cell_key && g->cell_first && g->cell_leaders && g->leaders &&
           g->leader_of && g->lowest;
}

static bool sort_into_cells(gathering* g, const uint32_t* list, double distance) {
    pl_intake* s = g->s;
    double width = s->size / CELLS_PER_SIDE;
    if (width < distance) width = distance;
    pl_intake_bounds bounds = pl_intake_find_bounds(s);
    double low[3];
    for (int k = 0; k < 3; ++k) low[k] = bounds.low[k] - s->origin[k];
    for (uint32_t i = 0; i < g->count; ++i)
        g->items[i] = (pl_keyed){cell_of(s->positions + 3 * (size_t)list[i], low, width), list[i]};
    pl_keyed* spare = pl_arena_alloc(&s->scratch, g->count, sizeof *spare);
    if (!spare) return false;
    pl_sort_keyed(g->items, spare, g->count);
    for (uint32_t i = 0; i < g->count; ++i) {
        if (i > 0 && g->items[i].key == g->items[i - 1].key) continue;
        g->cell_key[g->cell_count] = g->items[i].key;
        g->cell_first[g->cell_count++] = i;
    }
    g->cell_first[g->cell_count] = g->count;
    return true;
}

static double distance_squared(const gathering* g, uint32_t item_a, uint32_t item_b) {
    const double* p = g->s->positions + 3 * (size_t)g->items[item_a].value;
    const double* q = g->s->positions + 3 * (size_t)g->items[item_b].value;
    double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
    return x * x + y * y + z * z;
}

// The corners of each vertex, to find its neighbours.
static bool list_corners(gathering* g) {
    const pl_intake* s = g->s;
    size_t count = 3 * (size_t)s->triangle_count, vertices = s->vertex_count;
    g->corner_first = pl_arena_alloc_zero(&g->s->scratch, vertices + 2, sizeof(uint32_t));
    g->corners = pl_arena_alloc(&g->s->scratch, count, sizeof(uint32_t));
    if (!g->corner_first || !g->corners) return false;
    for (size_t c = 0; c < count; ++c) g->corner_first[s->triangles[c] + 2]++;
    for (size_t v = 2; v < vertices + 2; ++v) g->corner_first[v] += g->corner_first[v - 1];
    for (uint32_t c = 0; c < count; ++c) g->corners[g->corner_first[s->triangles[c] + 1]++] = c;
    return true;
}

// No neighbour of the vertex may have the same leader.
static bool may_join(const gathering* g, uint32_t item, uint32_t leader) {
    const uint32_t* t = g->s->triangles;
    uint32_t v = g->items[item].value;
    for (uint32_t i = g->corner_first[v]; i < g->corner_first[v + 1]; ++i) {
        uint32_t c = g->corners[i];
        if (g->leader_of[t[pl_edge_next(c)]] == leader) return false;
        if (g->leader_of[t[pl_edge_previous(c)]] == leader) return false;
    }
    return true;
}

typedef struct {
    uint32_t leader;
    double distance;
} nearest;

static void look_in_cell(const gathering* g, uint32_t item, uint32_t cell, nearest* best) {
    uint32_t count = g->cell_leaders[cell];
    if (count > MOST_LEADERS) count = MOST_LEADERS;
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t leader = g->leaders[g->cell_first[cell] + k];
        double d = distance_squared(g, item, leader);
        if (d <= g->limit && d < best->distance && may_join(g, item, leader))
            *best = (nearest){leader, d};
    }
}

// The nearest leader in the 27 cells around: nine columns of three, each with a cursor that only
// moves on, since the cells are visited in ascending order.
static uint32_t find_leader(gathering* g, uint32_t item) {
    nearest best = {PL_NONE, INFINITY};
    const uint64_t y_step = UINT64_C(1) << COORDINATE_BITS;
    const uint64_t x_step = UINT64_C(1) << (2 * COORDINATE_BITS);
    for (unsigned column = 0; column < COLUMNS; ++column) {
        uint64_t low = g->items[item].key - x_step - y_step - 1;
        low += (column / 3) * x_step + (column % 3) * y_step;
        uint32_t c = g->cursor[column];
        while (c < g->cell_count && g->cell_key[c] < low) ++c;
        g->cursor[column] = c;
        for (; c < g->cell_count && g->cell_key[c] <= low + 2; ++c) look_in_cell(g, item, c, &best);
    }
    return best.leader;
}

static void gather(gathering* g) {
    for (uint32_t cell = 0; cell < g->cell_count; ++cell) {
        for (uint32_t i = g->cell_first[cell]; i < g->cell_first[cell + 1]; ++i) {
            uint32_t leader = find_leader(g, i), vertex = g->items[i].value;
            if (leader == PL_NONE) {
                leader = i;
                g->leaders[g->cell_first[cell] + g->cell_leaders[cell]++] = i;
                g->lowest[i] = vertex;
            }
            g->leader_of[vertex] = leader;
            if (vertex < g->lowest[leader]) g->lowest[leader] = vertex;
        }
    }
}

static bool weld_within(pl_intake* s, double distance, const uint32_t* list, uint32_t count) {
    gathering g = {.s = s, .limit = distance * distance, .count = count};
    if (!make_gathering(&g) || !list_corners(&g) || !sort_into_cells(&g, list, distance))
        return false;
    for (uint32_t v = 0; v < s->vertex_count; ++v) g.leader_of[v] = PL_NONE;
    gather(&g);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t v = list[i], into = g.lowest[g.leader_of[v]];
        if (into != v) pl_weld_merge(s, PLUMP_FINDING_NEAR_VERTICES, v, into);
    }
    return true;
}

static bool weld_level(pl_intake* s, double distance) {
    void* mark = pl_arena_mark(&s->scratch);
    unsigned char* is_open = pl_arena_alloc(&s->scratch, s->vertex_count, 1);
    uint32_t* list = pl_arena_alloc(&s->scratch, s->vertex_count, sizeof *list);
    uint64_t before = s->report.findings[PLUMP_FINDING_NEAR_VERTICES].count;
    bool ok = is_open && list;
    if (ok) ok = weld_within(s, distance, list, pl_weld_list_open(s, is_open, list));
    pl_arena_release(&s->scratch, mark);
    if (!ok || s->report.findings[PLUMP_FINDING_NEAR_VERTICES].count == before) return ok;
    pl_weld_apply(s);
    return pl_intake_build_edges(s);
}

static double diagonal_of(const pl_intake* s) {
    pl_intake_bounds b = pl_intake_find_bounds(s);
    double x = b.high[0] - b.low[0], y = b.high[1] - b.low[1], z = b.high[2] - b.low[2];
    return sqrt(x * x + y * y + z * z);
}

bool pl_intake_weld_near(pl_intake* s) {
    double most = s->def->weld_tolerance,
           tolerance = most < FIRST_TOLERANCE ? most : FIRST_TOLERANCE;
    if (most == 0 || s->edges.open_count == 0) return true;
    double diagonal = diagonal_of(s);
    for (;;) {
        if (!weld_level(s, tolerance * diagonal)) return false;
        if (tolerance >= most || s->edges.open_count == 0) return true;
        tolerance *= TOLERANCE_STEP;
        if (tolerance > most) tolerance = most;
    }
}

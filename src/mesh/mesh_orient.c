// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Makes neighbours agree on which side is out, and finds the pieces joined by edges. A
// breadth-first walk over edges with two triangles says for each triangle whether it agrees with
// the first of its piece; the smaller camp is turned over. Where the walk meets itself the wrong
// way round, the surface has only one side.
#include "src/mesh/mesh_intake.h"

typedef struct {
    uint32_t* label;      // piece, or PL_NONE
    unsigned char* side;  // 1: against the first triangle of its piece
    uint32_t* queue;
    uint32_t piece_count;
} walk;

static bool make_walk(pl_intake* s, walk* w) {
    w->label = pl_arena_alloc(&s->scratch, s->triangle_count, sizeof *w->label);
    w->side = pl_arena_alloc_zero(&s->scratch, s->triangle_count, 1);
    w->queue = pl_arena_alloc(&s->scratch, s->triangle_count, sizeof *w->queue);
    w->piece_count = 0;
    if (!w->label || !w->side || !w->queue) return false;
    for (uint32_t f = 0; f < s->triangle_count; ++f) w->label[f] = PL_NONE;
    return true;
}

// Two triangles agree when they run along their edge in opposite directions.
static bool is_parallel(const pl_intake* s, uint32_t half_edge) {
    return s->triangles[half_edge] == s->triangles[s->edges.mate[half_edge]];
}

static void walk_piece(const pl_intake* s, walk* w, uint32_t start) {
    uint32_t begin = 0, end = 1;
    w->queue[0] = start;
    w->label[start] = w->piece_count;
    while (begin < end) {
        uint32_t f = w->queue[begin++];
        for (uint32_t h = 3 * f; h < 3 * f + 3; ++h) {
            if (!pl_edge_is_pair(&s->edges, h)) continue;
            uint32_t g = s->edges.mate[h] / 3;
            if (w->label[g] != PL_NONE) continue;
            w->label[g] = w->piece_count;
            w->side[g] = (unsigned char)(w->side[f] ^ is_parallel(s, h));
            w->queue[end++] = g;
        }
    }
    w->piece_count++;
}

// Edges whose two triangles cannot be made to agree.
static void find_one_sided(pl_intake* s, const walk* w) {
    for (uint32_t h = 0; h < 3 * s->triangle_count; ++h) {
        uint32_t mate = s->edges.mate[h];
        if (mate == PL_NONE || mate < h || !pl_edge_is_pair(&s->edges, h)) continue;
        if ((w->side[h / 3] ^ w->side[mate / 3]) != is_parallel(s, h))
            pl_intake_find_edge(s, PLUMP_FINDING_UNORIENTABLE_EDGES, h);
    }
}

// Turns the smaller camp of each piece; at a draw the first triangle's camp stays.
static bool turn_minorities(pl_intake* s, const walk* w) {
    uint32_t* sizes = pl_arena_alloc_zero(&s->scratch, (size_t)w->piece_count * 2, sizeof *sizes);
    if (!sizes) return false;
    for (uint32_t f = 0; f < s->triangle_count; ++f) sizes[2 * (size_t)w->label[f] + w->side[f]]++;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        const uint32_t* camp = sizes + 2 * (size_t)w->label[f];
        unsigned loser = camp[1] <= camp[0];
        if (w->side[f] != loser) continue;
        pl_intake_find_triangle(s, PLUMP_FINDING_FLIPPED_TRIANGLES, f);
        pl_intake_turn(s, f);
    }
    return true;
}

static bool orient(pl_intake* s) {
    walk w;
    if (!make_walk(s, &w)) return false;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        if (w.label[f] == PL_NONE) walk_piece(s, &w, f);
    }
    find_one_sided(s, &w);
    if (pl_intake_refused(s)) return true;
    return turn_minorities(s, &w) && pl_intake_build_edges(s);
}

bool pl_intake_orient(pl_intake* s) {
    if (s->edges.parallel_count == 0) return true;
    void* mark = pl_arena_mark(&s->scratch);
    bool ok = orient(s);
    pl_arena_release(&s->scratch, mark);
    return ok;
}

// Pieces joined by edges of any kind, numbered by their first triangle.
bool pl_intake_label_parts(pl_intake* s) {
    uint32_t* part = pl_arena_alloc(&s->keep, s->triangle_count, sizeof *part);
    void* mark = pl_arena_mark(&s->scratch);
    uint32_t* queue = pl_arena_alloc(&s->scratch, s->triangle_count, sizeof *queue);
    if (!part || !queue) return false;
    for (uint32_t f = 0; f < s->triangle_count; ++f) part[f] = PL_NONE;
    s->part_count = 0;
    for (uint32_t start = 0; start < s->triangle_count; ++start) {
        if (part[start] != PL_NONE) continue;
        uint32_t begin = 0, end = 1;
        queue[0] = start;
        part[start] = s->part_count;
        while (begin < end) {
            uint32_t f = queue[begin++];
            for (uint32_t h = 3 * f; h < 3 * f + 3; ++h) {
                uint32_t g = s->edges.mate[h];
                if (g == PL_NONE || part[g /= 3] != PL_NONE) continue;
                part[g] = s->part_count;
                queue[end++] = g;
            }
        }
        s->part_count++;
    }
    s->part = part;
    pl_arena_release(&s->scratch, mark);
    return true;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Splits bow-ties: a vertex where two sheets touch at a point becomes one vertex for each. The
// surface is closed and oriented here, so the corners around a vertex form rings; each ring after
// the first gets a vertex of its own.
#include "src/mesh/mesh_intake.h"

// The next corner around the vertex where `corner`'s half-edge begins.
static uint32_t turn(const pl_intake* s, uint32_t corner) {
    return s->edges.mate[pl_edge_previous(corner)];
}

typedef struct {
    unsigned char* seen;   // per corner
    unsigned char* rings;  // per vertex: 0, 1, or 2 for more
    uint32_t* first;       // a corner of each ring that needs a new vertex
    uint32_t count;
} ring_list;

static bool make_rings(pl_intake* s, ring_list* rings) {
    rings->seen = pl_arena_alloc_zero(&s->scratch, s->triangle_count, 3);
    rings->rings = pl_arena_alloc_zero(&s->scratch, s->vertex_count, 1);
    rings->first = NULL;
    rings->count = 0;
    return rings->seen && rings->rings;
}

static void walk_ring(const pl_intake* s, ring_list* rings, uint32_t start) {
    uint32_t c = start;
    do {
        rings->seen[c] = 1;
        c = turn(s, c);
    } while (c != start);
}

// Counts the rings beyond the first of their vertex; with `first` there, lists them too.
static void find_rings(pl_intake* s, ring_list* rings) {
    for (uint32_t c = 0; c < 3 * s->triangle_count; ++c) {
        if (rings->seen[c]) continue;
        walk_ring(s, rings, c);
        unsigned char* times = &rings->rings[s->triangles[c]];
        if (*times) {
            if (rings->first) rings->first[rings->count] = c;
            rings->count++;
        }
        if (*times < 2) ++*times;
    }
}

static void give_vertex(pl_intake* s, uint32_t start) {
    uint32_t old = s->triangles[start], made = s->vertex_count++;
    for (int k = 0; k < 3; ++k)
        s->positions[3 * (size_t)made + (size_t)k] = s->positions[3 * (size_t)old + (size_t)k];
    s->vertex_source[made] = s->vertex_source[old];
    s->vertex_target[made] = made;
    s->used[made] = 1;
    uint32_t c = start;
    do {
        s->triangles[c] = made;
        c = turn(s, c);
    } while (c != start);
}

static bool split(pl_intake* s, ring_list* rings) {
    uint32_t count = rings->count;
    if (!pl_intake_grow_vertices(s, count)) return false;
    uint32_t vertex_count = s->vertex_count;
    if (!make_rings(s, rings)) return false;
    rings->first = pl_arena_alloc(&s->scratch, count, sizeof *rings->first);
    if (!rings->first) return false;
    find_rings(s, rings);
    for (uint32_t v = 0; v < vertex_count; ++v) {
        if (rings->rings[v] > 1)
            pl_intake_find(s, PLUMP_FINDING_SPLIT_VERTICES, s->vertex_source[v], 0);
    }
    for (uint32_t i = 0; i < count; ++i) give_vertex(s, rings->first[i]);
    return pl_intake_build_edges(s);
}

bool pl_intake_split_fans(pl_intake* s) {
    void* mark = pl_arena_mark(&s->scratch);
    ring_list rings;
    bool ok = make_rings(s, &rings);
    if (ok) find_rings(s, &rings);
    if (ok && rings.count) ok = split(s, &rings);
    pl_arena_release(&s->scratch, mark);
    return ok;
}

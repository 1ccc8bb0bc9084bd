// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Follows the open edges of an oriented surface around its holes. Where several holes meet at a
// vertex each open edge that ends there goes on with the one that begins at the smallest angle to
// it, across the hole and not around its own triangles; a vertex met again on the way closes a loop
// of its own. So every open edge belongs to exactly one loop, and no loop visits a vertex twice.
#include "src/mesh/mesh_loops.h"

#include <math.h>

#define MOST_CHOICES 32  // compared at one vertex

typedef struct {
    const pl_intake* s;
    uint32_t* first;  // per vertex: where its outgoing open half-edges begin in `out`; one more
    uint32_t* left;   // per vertex: how many of them have no predecessor yet
    uint32_t* out;
    uint32_t* after;  // per half-edge: the open half-edge to go on with, or PL_NONE
} pairing;

// The open half-edge that begins where this one ends, around the same fan of triangles.
static uint32_t own_next(const pl_intake* s, uint32_t half_edge) {
    uint32_t h = pl_edge_next(half_edge);
    while (s->edges.mate[h] != PL_NONE) h = pl_edge_next(s->edges.mate[h]);
    return h;
}

// Cosine of the angle between the edge back along `in` and the edge along `out`.
static double closeness(const pl_intake* s, uint32_t in, uint32_t out) {
    const double* v = s->positions + 3 * (size_t)s->triangles[out];
    const double* from = s->positions + 3 * (size_t)s->triangles[in];
    const double* to = s->positions + 3 * (size_t)s->triangles[pl_edge_next(out)];
    double dot = 0, a = 0, b = 0;
    for (int k = 0; k < 3; ++k) {
        double x = from[k] - v[k], y = to[k] - v[k];
        dot += x * y, a += x * x, b += y * y;
    }
    return a > 0 && b > 0 ? dot / sqrt(a * b) : 1;
}

static void choose_next(pairing* p, uint32_t h) {
    const pl_intake* s = p->s;
    uint32_t v = s->triangles[pl_edge_next(h)];
    uint32_t* out = p->out + p->first[v];
    uint32_t count = p->left[v], best = 0;
    if (count > 1) {
        uint32_t own = own_next(s, h);
        double most = -INFINITY;
        for (uint32_t i = 0; i < count && i < MOST_CHOICES; ++i) {
            double close = out[i] == own ? -2 : closeness(s, h, out[i]);
            if (close > most) most = close, best = i;
        }
    }
    p->after[h] = out[best];
    out[best] = out[--p->left[v]];
}

static bool pair_edges(pl_intake* s, pairing* p) {
    size_t half_edges = 3 * (size_t)s->triangle_count, vertices = s->vertex_count;
    p->s = s;
    p->first = pl_arena_alloc_zero(&s->scratch, vertices + 1, sizeof(uint32_t));
    p->left = pl_arena_alloc_zero(&s->scratch, vertices, sizeof(uint32_t));
    p->out = pl_arena_alloc(&s->scratch, s->edges.open_count, sizeof(uint32_t));
    p->after = pl_arena_alloc(&s->scratch, half_edges, sizeof(uint32_t));
    if (!p->first || !p->left || !p->out || !p->after) return false;
    for (uint32_t h = 0; h < half_edges; ++h) {
        if (s->edges.mate[h] == PL_NONE) p->first[s->triangles[h] + 1]++;
    }
    for (uint32_t v = 0; v < vertices; ++v) p->first[v + 1] += p->first[v];
    for (uint32_t h = 0; h < half_edges; ++h) {
        uint32_t v = s->triangles[h];
        if (s->edges.mate[h] == PL_NONE) p->out[p->first[v] + p->left[v]++] = h;
    }
    for (uint32_t h = 0; h < half_edges; ++h) {
        p->after[h] = PL_NONE;
        if (s->edges.mate[h] == PL_NONE) choose_next(p, h);
    }
    return true;
}

typedef struct {
    uint32_t* vertices;  // the way so far
    uint32_t count;
    uint32_t* place;  // per vertex: where it stands on the way, or PL_NONE
} loop_path;

// Takes the end of the way, from `from` on, off as a loop of its own.
static void cut_off(pl_loops* loops, loop_path* path, uint32_t from, uint32_t half_edge) {
    uint32_t at = loops->start[loops->count];
    for (uint32_t i = from; i < path->count; ++i) {
        loops->vertices[at++] = path->vertices[i];
        path->place[path->vertices[i]] = PL_NONE;
    }
    loops->edge[loops->count++] = half_edge;
    loops->start[loops->count] = at;
    path->count = from;
}

// Follows one round of open edges, each of which is taken off the pairing.
static void trace(pairing* p, pl_loops* loops, loop_path* path, uint32_t start) {
    uint32_t h = start, last = start;
    while (p->after[h] != PL_NONE) {
        uint32_t v = p->s->triangles[h], next = p->after[h];
        if (path->place[v] != PL_NONE) cut_off(loops, path, path->place[v], last);
        path->place[v] = path->count;
        path->vertices[path->count++] = v;
        p->after[h] = PL_NONE;
        last = h;
        h = next;
    }
    cut_off(loops, path, 0, last);
}

bool pl_loops_trace(pl_intake* s, pl_loops* loops) {
    size_t open = s->edges.open_count;
    pairing p;
    loop_path path = {pl_arena_alloc(&s->scratch, open, sizeof(uint32_t)), 0,
                      pl_arena_alloc(&s->scratch, s->vertex_count, sizeof(uint32_t))};
    loops->vertices = pl_arena_alloc(&s->scratch, open, sizeof(uint32_t));
    loops->start = pl_arena_alloc_zero(&s->scratch, open + 1, sizeof(uint32_t));
    loops->edge = pl_arena_alloc(&s->scratch, open, sizeof(uint32_t));
    loops->count = 0;
    if (!path.vertices || !path.place || !loops->vertices || !loops->start || !loops->edge ||
        !pair_edges(s, &p))
        return false;
    for (uint32_t v = 0; v < s->vertex_count; ++v) path.place[v] = PL_NONE;
    for (uint32_t h = 0; h < 3 * s->triangle_count; ++h) {
        if (p.after[h] != PL_NONE) trace(&p, loops, &path, h);
    }
    return true;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Demands that every edge has two triangles. Holes are closed when the caller asks for it, one rim
// after the other.
#include "src/mesh/mesh_intake.h"
#include "src/mesh/mesh_loops.h"

static uint32_t find_root(uint32_t* parent, uint32_t v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

// Groups of open edges that share vertices: the holes, as far as the message needs them.
static bool count_holes(pl_intake* s) {
    uint32_t* parent = pl_arena_alloc(&s->scratch, s->vertex_count, sizeof *parent);
    if (!parent) return false;
    for (uint32_t v = 0; v < s->vertex_count; ++v) parent[v] = PL_NONE;
    s->hole_count = 0;
    for (uint32_t h = 0; h < 3 * s->triangle_count; ++h) {
        if (s->edges.mate[h] != PL_NONE) continue;
        uint32_t ends[2] = {s->triangles[h], s->triangles[pl_edge_next(h)]};
        for (int k = 0; k < 2; ++k) {
            if (parent[ends[k]] == PL_NONE) parent[ends[k]] = ends[k], s->hole_count++;
        }
        uint32_t a = find_root(parent, ends[0]), b = find_root(parent, ends[1]);
        if (a == b) continue;
        // the smaller number becomes the root: no ranks needed with halved paths
        parent[a > b ? a : b] = a > b ? b : a;
        s->hole_count--;
    }
    return true;
}

static bool refuse(pl_intake* s) {
    for (uint32_t h = 0; h < 3 * s->triangle_count; ++h) {
        uint32_t mate = s->edges.mate[h];
        if (mate == PL_NONE)
            pl_intake_find_edge(s, PLUMP_FINDING_OPEN_EDGES, h);
        else if (mate < h && pl_edge_is_many(&s->edges, h))  // once per ring, at its end
            pl_intake_find_edge(s, PLUMP_FINDING_NONMANIFOLD_EDGES, h);
    }
    return count_holes(s);
}

// New triangles run against the open edges.
static void reverse(uint32_t* list, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; ++i) {
        uint32_t kept = list[i];
        list[i] = list[count - 1 - i];
        list[count - 1 - i] = kept;
    }
}

// A fan about a new vertex in the middle: always possible, not always pretty.
static void fill_from_centre(pl_intake* s, pl_hole* hole) {
    uint32_t centre = s->vertex_count++;
    double* p = s->positions + 3 * (size_t)centre;
    for (int k = 0; k < 3; ++k) {
        double sum = 0;
        for (uint32_t i = 0; i < hole->count; ++i)
            sum += s->positions[3 * (size_t)hole->loop[i] + (size_t)k];
        p[k] = sum / hole->count;
    }
    pl_intake_snap(s, p);
    s->vertex_source[centre] = s->vertex_source[hole->loop[0]];
    s->vertex_target[centre] = centre;
    s->used[centre] = 1;
    for (uint32_t i = 0; i < hole->count; ++i) {
        uint32_t* t = hole->out + 3 * (size_t)i;
        t[0] = hole->loop[i], t[1] = hole->loop[(i + 1) % hole->count], t[2] = centre;
    }
    hole->out_count = hole->count;
}

static bool fill_loop(pl_intake* s, const pl_loops* loops, uint32_t loop,
                      const unsigned char* shared) {
    uint32_t* vertices = loops->vertices + loops->start[loop];
    uint32_t count = loops->start[loop + 1] - loops->start[loop];
    reverse(vertices, count);
    pl_hole hole = {s, vertices, count, shared, s->triangles + 3 * (size_t)s->triangle_count, 0};
    bool done = false;
    if (!pl_hole_fill(&hole, &s->scratch, &done)) return false;
    if (!done) fill_from_centre(s, &hole);
    uint32_t source = s->triangle_source[loops->edge[loop] / 3];
    for (uint32_t i = 0; i < hole.out_count; ++i)
        s->triangle_source[s->triangle_count + i] = source;
    s->triangle_count += hole.out_count;
    pl_intake_find_edge(s, PLUMP_FINDING_FILLED_HOLES, loops->edge[loop]);
    return true;
}

static bool fill(pl_intake* s) {
    pl_loops loops;
    if (!pl_loops_trace(s, &loops)) return false;
    unsigned char* shared = pl_arena_alloc_zero(&s->scratch, s->vertex_count, 1);
    if (!shared || !pl_intake_grow_triangles(s, s->edges.open_count) ||
        !pl_intake_grow_vertices(s, loops.count))
        return false;
    for (uint32_t i = 0; i < loops.start[loops.count]; ++i) {
        unsigned char* times = &shared[loops.vertices[i]];
        if (*times < 2) ++*times;
    }
    for (uint32_t v = 0; v < s->vertex_count; ++v) shared[v] = shared[v] > 1;
    for (uint32_t i = 0; i < loops.count; ++i) {
        if (!fill_loop(s, &loops, i, shared)) return false;
    }
    return pl_intake_build_edges(s);
}

bool pl_intake_close(pl_intake* s) {
    if (s->edges.open_count == 0 && s->edges.many_count == 0) return true;
    void* mark = pl_arena_mark(&s->scratch);
    bool ok = true;
    bool may_fill = s->def->fill_holes && s->edges.many_count == 0 && !pl_intake_refused(s);
    if (may_fill) ok = fill(s);
    if (ok && (s->edges.open_count || s->edges.many_count)) ok = refuse(s);
    pl_arena_release(&s->scratch, mark);
    return ok;
}

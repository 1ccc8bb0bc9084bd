// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Removes triangles without area from a closed, oriented surface without opening it. A needle (two
// corners at one place) goes by collapsing its shortest edge; a cap (three corners in a line) by
// flipping its longest edge with the neighbour beyond. An operation that would make an edge or a
// vertex non-manifold is left out; what cannot be mended stays and is told.
#include <float.h>
#include <string.h>

#include "src/mesh/mesh_intake.h"

#define MOST_PASSES 256

typedef struct {
    pl_intake* s;
    unsigned char* was;      // per triangle: a sliver at the start
    unsigned char* gone;     // per triangle: collapsed
    unsigned char* flipped;  // per triangle
    uint64_t work, limit;  // steps around vertices; hubs with many slivers would cost their square
    bool changed;
} mender;

static uint32_t turn(const pl_intake* s, uint32_t corner) {
    return s->edges.mate[pl_edge_previous(corner)];
}

static void join(pl_intake* s, uint32_t half_edge, uint32_t mate) {
    s->edges.mate[half_edge] = mate;
    s->edges.mate[mate] = half_edge;
}

// Whether the vertex at the start of `corner` has an edge to `other`.
static bool has_edge(mender* m, uint32_t corner, uint32_t other) {
    uint32_t c = corner;
    do {
        if (m->s->triangles[pl_edge_next(c)] == other) return true;
        m->work++;
        c = turn(m->s, c);
    } while (c != corner);
    return false;
}

// Replaces the edge of h by the one between the two opposite corners, when that helps: fewer
// slivers, or as many with a shorter edge.
static bool flip(mender* m, uint32_t h) {
    pl_intake* s = m->s;
    uint32_t* t = s->triangles;
    uint32_t g = s->edges.mate[h];
    uint32_t h1 = pl_edge_next(h), h2 = pl_edge_previous(h);
    uint32_t g1 = pl_edge_next(g), g2 = pl_edge_previous(g);
    uint32_t a = t[h], b = t[g], top = t[h2], bottom = t[g2];
    if (top == bottom || has_edge(m, h2, bottom)) return false;

    const uint32_t left[3] = {a, bottom, top}, right[3] = {b, top, bottom};
    const uint32_t old[3] = {a, b, top};
    double new_sides[3], old_sides[3];
    pl_intake_sides(s, left, new_sides);
    pl_intake_sides(s, old, old_sides);
    unsigned char left_bad = pl_intake_is_sliver(s, left),
                  right_bad = pl_intake_is_sliver(s, right);
    int before = s->sliver[h / 3] + s->sliver[g / 3], after = left_bad + right_bad;
    if (after > before || (after == before && !(new_sides[1] < old_sides[0]))) return false;

    uint32_t beyond_left = s->edges.mate[g1], beyond_right = s->edges.mate[h1];
    t[h1] = bottom;
    t[g1] = top;
    join(s, h, beyond_left);
    join(s, g, beyond_right);
    join(s, h1, g1);
    s->sliver[h / 3] = left_bad;
    s->sliver[g / 3] = right_bad;
    m->flipped[h / 3] = m->flipped[g / 3] = 1;
    return true;
}

static bool has_three_neighbours(const pl_intake* s, uint32_t corner) {
    return turn(s, turn(s, turn(s, corner))) == corner;
}

// Of the two corners, at different vertices, the one with fewer triangles around it: collapsing
// then moves the shorter ring, and a hub that swallows thousands of vertices costs no more than
// each.
static uint32_t smaller_ring(mender* m, uint32_t g, uint32_t h) {
    uint32_t c = g, d = h;
    for (;;) {
        m->work++;
        c = turn(m->s, c);
        d = turn(m->s, d);
        if (c == g && d == h) return m->s->triangles[g] > m->s->triangles[h] ? g : h;
        if (c == g) return g;
        if (d == h) return h;
    }
}

// The two ends of an edge may become one when only the two corners beside it neighbour both. The
// corner is the one that will go, its half-edge leads to the one that stays.
static bool can_collapse(mender* m, uint32_t corner) {
    const pl_intake* s = m->s;
    uint32_t back = s->edges.mate[corner], kept = s->triangles[back], common = 0;
    if (s->triangles[pl_edge_previous(corner)] == s->triangles[pl_edge_previous(back)])
        return false;
    if (has_three_neighbours(s, pl_edge_previous(corner))) return false;
    if (has_three_neighbours(s, pl_edge_previous(back))) return false;
    for (uint32_t c = turn(s, corner); c != corner && common < 3; c = turn(s, c))
        common += has_edge(m, pl_edge_next(c), kept);
    return common == 2;
}

static bool collapse(mender* m, uint32_t h) {
    pl_intake* s = m->s;
    uint32_t start = smaller_ring(m, h, s->edges.mate[h]);
    if (!can_collapse(m, start)) return false;
    uint32_t g = s->edges.mate[start], lost = s->triangles[start], kept = s->triangles[g];
    uint32_t c = start;
    do {
        s->triangles[c] = kept;
        c = turn(s, c);
    } while (c != start);
    s->vertex_target[lost] = kept;
    join(s, s->edges.mate[pl_edge_next(h)], s->edges.mate[pl_edge_previous(h)]);
    h = s->edges.mate[h];
    join(s, s->edges.mate[pl_edge_next(h)], s->edges.mate[pl_edge_previous(h)]);
    m->gone[start / 3] = m->gone[g / 3] = 1;
    return true;
}

// Tries every shortest and every longest side, so that what is left cannot be mended from whichever
// corner one begins: taken in again, the mesh stays as it is.
static bool mend(mender* m, uint32_t f) {
    pl_intake* s = m->s;
    double sides[3], tiny = 4 * DBL_EPSILON * s->reach;
    pl_intake_sides(s, s->triangles + 3 * (size_t)f, sides);
    for (uint32_t k = 0; k < 3; ++k) {
        if (sides[k] <= tiny * tiny && collapse(m, 3 * f + k)) return true;
    }
    for (uint32_t k = 0; k < 3; ++k) {
        bool is_longest = sides[k] >= sides[(k + 1) % 3] && sides[k] >= sides[(k + 2) % 3];
        if (is_longest && sides[k] > tiny * tiny && flip(m, 3 * f + k)) return true;
    }
    return false;
}

static void mend_all(mender* m) {
    bool progress = true;
    for (int pass = 0; pass < MOST_PASSES && progress && m->work < m->limit; ++pass) {
        progress = false;
        m->work += m->s->triangle_count / 8;
        for (uint32_t f = 0; f < m->s->triangle_count && m->work < m->limit; ++f) {
            if (m->s->sliver[f] && !m->gone[f] && mend(m, f)) progress = true;
        }
        m->changed = m->changed || progress;
    }
}

static bool mend_marked(pl_intake* s) {
    mender m = {.s = s, .limit = 1000000 + 256 * (uint64_t)s->triangle_count};
    m.was = pl_arena_alloc(&s->scratch, s->triangle_count, 1);
    m.gone = pl_arena_alloc_zero(&s->scratch, s->triangle_count, 1);
    m.flipped = pl_arena_alloc_zero(&s->scratch, s->triangle_count, 1);
    if (!m.was || !m.gone || !m.flipped) return false;
    memcpy(m.was, s->sliver, s->triangle_count);
    mend_all(&m);
    if (!m.changed) return true;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        if (m.gone[f] || (m.was[f] && m.flipped[f]))
            pl_intake_find_triangle(s, PLUMP_FINDING_DEGENERATE_TRIANGLES, f);
    }
    pl_intake_drop_marked(s, m.gone);
    return pl_intake_build_edges(s);
}

bool pl_intake_mend_slivers(pl_intake* s) {
    bool any = false;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        if (!s->sliver[f]) s->sliver[f] = pl_intake_is_sliver(s, s->triangles + 3 * (size_t)f);
        if (s->sliver[f]) any = true;
    }
    if (!any) return true;
    void* mark = pl_arena_mark(&s->scratch);
    bool ok = mend_marked(s);
    pl_arena_release(&s->scratch, mark);
    return ok;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Triangles with the same three vertices: one is kept. Where that leaves a wall inside a solid (two
// boxes joined face to face), the wall goes too: a patch of kept copies is dropped when every edge
// of its rim has at least three triangles. A surface given from both sides has no such rim and
// stays, once.
#include "src/mesh/mesh_intake.h"

enum { SINGLE = 0, EXTRA_COPY = 1, KEPT_COPY = 2, WALL = 3 };

static void sort_three(const uint32_t* t, uint32_t sorted[3]) {
    uint32_t a = t[0], b = t[1], c = t[2], swap;
    if (a > b) swap = a, a = b, b = swap;
    if (b > c) swap = b, b = c, c = swap;
    if (a > b) swap = a, a = b, b = swap;
    sorted[0] = a, sorted[1] = b, sorted[2] = c;
}

// One stable counting sort of triangles by their rank-th smallest vertex.
static void sort_by_rank(const pl_intake* s, int rank, const uint32_t* from, uint32_t* to,
                         uint32_t* counter) {
    uint32_t sorted[3];
    for (uint32_t v = 0; v <= s->vertex_count; ++v) counter[v] = 0;
    for (uint32_t i = 0; i < s->triangle_count; ++i) {
        sort_three(s->triangles + 3 * (size_t)from[i], sorted);
        counter[sorted[rank] + 1]++;
    }
    for (uint32_t v = 1; v <= s->vertex_count; ++v) counter[v] += counter[v - 1];
    for (uint32_t i = 0; i < s->triangle_count; ++i) {
        sort_three(s->triangles + 3 * (size_t)from[i], sorted);
        to[counter[sorted[rank]]++] = from[i];
    }
}

static bool same_vertices(const pl_intake* s, uint32_t f, uint32_t g) {
    uint32_t a[3], b[3];
    sort_three(s->triangles + 3 * (size_t)f, a);
    sort_three(s->triangles + 3 * (size_t)g, b);
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

// Marks the first of equal triangles KEPT_COPY and the others EXTRA_COPY; false: out of memory.
static bool mark_copies(pl_intake* s, unsigned char* mark, bool* any) {
    uint32_t* list = pl_arena_alloc(&s->scratch, s->triangle_count, sizeof *list);
    uint32_t* other = pl_arena_alloc(&s->scratch, s->triangle_count, sizeof *other);
    uint32_t* counter = pl_arena_alloc(&s->scratch, (size_t)s->vertex_count + 1, sizeof *counter);
    if (!list || !other || !counter) return false;
    for (uint32_t f = 0; f < s->triangle_count; ++f) list[f] = f;
    sort_by_rank(s, 2, list, other, counter);
    sort_by_rank(s, 1, other, list, counter);
    sort_by_rank(s, 0, list, other, counter);
    uint32_t leader = 0;
    for (uint32_t i = 1; i < s->triangle_count; ++i) {
        if (!same_vertices(s, other[leader], other[i])) {
            leader = i;
            continue;
        }
        mark[other[leader]] = KEPT_COPY;
        mark[other[i]] = EXTRA_COPY;
        *any = true;
    }
    return true;
}

static void drop_extra_copies(pl_intake* s, unsigned char* mark) {
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        if (mark[f] == EXTRA_COPY) pl_intake_find_triangle(s, PLUMP_FINDING_DUPLICATE_TRIANGLES, f);
        mark[f] = mark[f] == EXTRA_COPY;
    }
    pl_intake_drop_marked(s, mark);
}

// Spreads over the patch of kept copies around `start`, listing it; true when its rim is one where
// other surfaces meet.
static bool is_wall(const pl_intake* s, unsigned char* mark, uint32_t* patch, uint32_t start,
                    uint32_t* patch_count) {
    uint32_t count = 1;
    bool has_rim = false, is_inner = true;
    patch[0] = start;
    mark[start] = WALL;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint32_t h = 3 * patch[i]; h < 3 * patch[i] + 3; ++h) {
            bool pair = pl_edge_is_pair(&s->edges, h);
            uint32_t beside = pair ? s->edges.mate[h] / 3 : PL_NONE;
            if (pair && mark[beside] == KEPT_COPY) {
                mark[beside] = WALL;
                patch[count++] = beside;
            } else if (!pair || mark[beside] == SINGLE) {
                has_rim = true;
                is_inner = is_inner && pl_edge_is_many(&s->edges, h);
            }
        }
    }
    *patch_count = count;
    return has_rim && is_inner;
}

static bool drop_walls(pl_intake* s, unsigned char* mark) {
    uint32_t* patch = pl_arena_alloc(&s->scratch, s->triangle_count, sizeof *patch);
    unsigned char* drop = pl_arena_alloc_zero(&s->scratch, s->triangle_count, 1);
    if (!patch || !drop || !pl_intake_build_edges(s)) return false;
    bool any = false;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        uint32_t count;
        if (mark[f] != KEPT_COPY || !is_wall(s, mark, patch, f, &count)) continue;
        any = true;
        for (uint32_t i = 0; i < count; ++i) drop[patch[i]] = 1;
    }
    if (!any) return true;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        if (drop[f]) pl_intake_find_triangle(s, PLUMP_FINDING_DUPLICATE_TRIANGLES, f);
    }
    pl_intake_drop_marked(s, drop);
    return pl_intake_build_edges(s);
}

static bool drop_copies(pl_intake* s) {
    unsigned char* mark = pl_arena_alloc_zero(&s->scratch, s->triangle_count, 1);
    bool any = false;
    if (!mark || !mark_copies(s, mark, &any)) return false;
    if (!any) return true;
    // the marks of those that stay, packed as the triangles will be
    unsigned char* stay = pl_arena_alloc(&s->scratch, s->triangle_count, 1);
    if (!stay) return false;
    uint32_t kept = 0;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        if (mark[f] != EXTRA_COPY) stay[kept++] = mark[f];
    }
    drop_extra_copies(s, mark);
    return drop_walls(s, stay);
}

bool pl_intake_drop_duplicates(pl_intake* s) {
    if (!s->edges.has_twins) return true;
    void* mark = pl_arena_mark(&s->scratch);
    bool ok = drop_copies(s);
    pl_arena_release(&s->scratch, mark);
    return ok;
}

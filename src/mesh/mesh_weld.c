// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Welds split seams: vertices at the same position become one, if they lie on an open edge.
// Closed parts that merely touch have no open edges and are never glued together.
#include <string.h>

#include "src/mesh/mesh_intake.h"
#include "src/mesh/mesh_sort.h"
#include "src/mesh/mesh_weld.h"

uint32_t pl_weld_list_open(const pl_intake* s, unsigned char* is_open, uint32_t* list) {
    memset(is_open, 0, s->vertex_count);
    for (uint32_t h = 0; h < 3 * s->triangle_count; ++h) {
        if (s->edges.mate[h] != PL_NONE) continue;
        is_open[s->triangles[h]] = 1;
        is_open[s->triangles[pl_edge_next(h)]] = 1;
    }
    uint32_t count = 0;
    for (uint32_t v = 0; v < s->vertex_count; ++v) {
        if (is_open[v]) list[count++] = v;
    }
    return count;
}

void pl_weld_merge(pl_intake* s, plump_finding_kind kind, uint32_t from, uint32_t into) {
    s->vertex_target[from] = into;
    pl_intake_find(s, kind, s->vertex_source[from], 0);
}

void pl_weld_apply(pl_intake* s) {
    size_t corners = (size_t)s->triangle_count * 3;
    for (size_t i = 0; i < corners; ++i) s->triangles[i] = s->vertex_target[s->triangles[i]];
    pl_intake_drop_repeated(s);
}

// The bits of a coordinate, which is exactly a 32-bit float and never a negative zero.
static uint64_t bits_of(double value) {
    float narrow = (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

static uint64_t key_of(const double* p) {
    return bits_of(p[0]) << 32 | bits_of(p[1]);
}

// Sorts vertices so that equal positions stand side by side, smaller numbers first.
static void sort_by_position(const pl_intake* s, pl_keyed* items, pl_keyed* spare, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
        items[i].key = bits_of(s->positions[3 * (size_t)items[i].value + 2]);
    pl_sort_keyed(items, spare, count);
    for (uint32_t i = 0; i < count; ++i)
        items[i].key = key_of(s->positions + 3 * (size_t)items[i].value);
    pl_sort_keyed(items, spare, count);
}

static bool same_position(const pl_intake* s, uint32_t a, uint32_t b) {
    const double* p = s->positions + 3 * (size_t)a;
    const double* q = s->positions + 3 * (size_t)b;
    return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
}

// Merges each run of equal positions into its smallest vertex; told in the order of the vertices.
static bool merge_equal(pl_intake* s, const uint32_t* list, uint32_t count) {
    pl_keyed* items = pl_arena_alloc(&s->scratch, count, sizeof *items);
    pl_keyed* spare = pl_arena_alloc(&s->scratch, count, sizeof *spare);
    if (!items || !spare) return false;
    for (uint32_t i = 0; i < count; ++i) items[i] = (pl_keyed){0, list[i]};
    sort_by_position(s, items, spare, count);
    uint32_t leader = 0;
    for (uint32_t i = 1; i < count; ++i) {
        if (!same_position(s, items[leader].value, items[i].value))
            leader = i;
        else
            s->vertex_target[items[i].value] = items[leader].value;
    }
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t v = list[i];
        if (s->vertex_target[v] != v)
            pl_weld_merge(s, PLUMP_FINDING_WELDED_VERTICES, v, s->vertex_target[v]);
    }
    return true;
}

bool pl_intake_weld(pl_intake* s) {
    if (s->edges.open_count == 0) return true;
    void* mark = pl_arena_mark(&s->scratch);
    unsigned char* is_open = pl_arena_alloc(&s->scratch, s->vertex_count, 1);
    uint32_t* list = pl_arena_alloc(&s->scratch, s->vertex_count, sizeof *list);
    uint64_t before = s->report.findings[PLUMP_FINDING_WELDED_VERTICES].count;
    bool ok = is_open && list;
    if (ok) {
        uint32_t count = pl_weld_list_open(s, is_open, list);
        ok = merge_equal(s, list, count);
    }
    pl_arena_release(&s->scratch, mark);
    if (!ok || s->report.findings[PLUMP_FINDING_WELDED_VERTICES].count == before) return ok;
    pl_weld_apply(s);
    return pl_intake_build_edges(s);
}

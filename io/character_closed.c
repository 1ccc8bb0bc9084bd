// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which surfaces of a character are closed: vertices of a mesh at the same place of the bind pose
// are one (seams of textures split them), triangles that share one belong together, and a surface
// is closed if every edge is passed as often in one direction as in the other. Its volume is then
// well defined, V = 1/6 sum a . (b x c), wherever the vertices go.
#include "io/character_data.h"
#include "io/merge.h"

#include <string.h>

typedef struct {
    uint32_t low, high;  // vertices; equal: none
    int32_t balance;     // passages from low to high, less those back
} edge;

typedef struct {
    plump_character* c;
    uint32_t* numbers;   // by vertex: those at one place have one number
    uint32_t* surfaces;  // by number: a forest; roots stand for surfaces
    bool* is_open;       // by root
    edge* edges;         // a hash table
    size_t mask;
} finder;

static uint32_t find_root(uint32_t* forest, uint32_t at) {
    while (forest[at] != at) {
        forest[at] = forest[forest[at]];
        at = forest[at];
    }
    return at;
}

// ---------------------------------------------------------------- one vertex per place

// Places are told apart mesh by mesh: an eye that touches a face stays an eye.
static bool number_run(finder* f, uint32_t first, uint32_t count, uint32_t base) {
    const plump_allocator* hooks = &f->c->hooks;
    const float* from = (const float*)f->c->positions.items + 3 * (size_t)first;
    double* positions = pl_alloc(hooks, count, 3 * sizeof(double));
    uint32_t* firsts = pl_alloc(hooks, count, sizeof *firsts);
    size_t number_count = 0;
    bool done = positions && firsts;
    for (size_t i = 0; done && i < 3 * (size_t)count; ++i) positions[i] = (double)from[i];
    if (done)
        done =
            pl_merge_positions(hooks, positions, count, f->numbers + first, firsts, &number_count);
    for (uint32_t i = 0; done && i < count; ++i) f->numbers[first + i] += base;
    pl_free(hooks, positions);
    pl_free(hooks, firsts);
    return done;
}

static bool number_places(finder* f) {
    const pl_character_part* parts = f->c->parts.items;
    for (size_t i = 0, end; i < f->c->parts.count; i = end) {
        uint32_t count = 0;
        for (end = i; end < f->c->parts.count && parts[end].node == parts[i].node; ++end)
            count += parts[end].vertex_count;
        // numbers of a run stay below its last vertex
        if (!number_run(f, parts[i].first_vertex, count, parts[i].first_vertex)) return false;
    }
    return true;
}

// ---------------------------------------------------------------- edges

static edge* find_edge(const finder* f, uint32_t low, uint32_t high) {
    uint64_t hash = ((uint64_t)low << 32 | high) * UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (size_t)(hash >> 20) & f->mask;
    while (f->edges[at].low != f->edges[at].high &&
           (f->edges[at].low != low || f->edges[at].high != high))
        at = (at + 1) & f->mask;
    f->edges[at].low = low;
    f->edges[at].high = high;
    return &f->edges[at];
}

static void pass_edge(const finder* f, uint32_t a, uint32_t b) {
    if (a == b) return;
    edge* e = find_edge(f, a < b ? a : b, a < b ? b : a);
    e->balance += a < b ? 1 : -1;
    f->surfaces[find_root(f->surfaces, a)] = find_root(f->surfaces, b);
}

static void look_at_triangles(const finder* f) {
    const uint32_t* corners = f->c->indices.items;
    for (size_t i = 0; i < f->c->indices.count; ++i, corners += 3) {
        for (int k = 0; k < 3; ++k)
            pass_edge(f, f->numbers[corners[k]], f->numbers[corners[(k + 1) % 3]]);
    }
    for (size_t i = 0; i <= f->mask; ++i) {
        if (f->edges[i].balance != 0) f->is_open[find_root(f->surfaces, f->edges[i].low)] = true;
    }
}

// ---------------------------------------------------------------- surfaces

static void name_surfaces(finder* f) {
    plump_character* c = f->c;
    const uint32_t* corners = c->indices.items;
    uint32_t* names = (uint32_t*)f->edges;  // no longer needed, and larger
    memset(names, 0xFF, c->positions.count * sizeof *names);
    for (size_t i = 0; i < c->indices.count; ++i) {
        uint32_t root = find_root(f->surfaces, f->numbers[corners[3 * i]]);
        c->surface_of[i] = PL_NONE;
        if (f->is_open[root]) continue;
        if (names[root] == PL_NONE) names[root] = c->surface_count++;
        c->surface_of[i] = names[root];
    }
}

bool pl_character_find_closed(plump_character* c) {
    const plump_allocator* hooks = &c->hooks;
    size_t vertices = c->positions.count, size = 64;
    while (size < 6 * c->indices.count || size < vertices) size *= 2;
    finder f = {.c = c,
                .numbers = pl_alloc(hooks, vertices, sizeof(uint32_t)),
                .surfaces = pl_alloc(hooks, vertices, sizeof(uint32_t)),
                .is_open = pl_alloc_zero(hooks, vertices, sizeof(bool)),
                .edges = pl_alloc_zero(hooks, size, sizeof(edge)),
                .mask = size - 1};
    c->surface_of = pl_alloc(hooks, c->indices.count, sizeof *c->surface_of);
    bool done = f.numbers && f.surfaces && f.is_open && f.edges && c->surface_of;
    for (uint32_t i = 0; done && i < vertices; ++i) f.surfaces[i] = i;
    done = done && number_places(&f);
    if (done) {
        look_at_triangles(&f);
        name_surfaces(&f);
    }
    pl_free(hooks, f.numbers);
    pl_free(hooks, f.surfaces);
    pl_free(hooks, f.is_open);
    pl_free(hooks, f.edges);
    return done;
}

// ---------------------------------------------------------------- volumes

// Relative to the first vertex, so that far out no digits are lost.
void plump_character_volumes(const plump_character* c, const float* positions, double* volumes) {
    const uint32_t* corners = c->indices.items;
    const float* origin = positions;
    for (uint32_t i = 0; i < c->surface_count; ++i) volumes[i] = 0;
    for (size_t i = 0; i < c->indices.count; ++i, corners += 3) {
        double p[3][3];
        if (c->surface_of[i] == PL_NONE) continue;
        for (int n = 0; n < 3; ++n) {
            for (int k = 0; k < 3; ++k)
                p[n][k] = (double)positions[3 * (size_t)corners[n] + (size_t)k] - (double)origin[k];
        }
        volumes[c->surface_of[i]] += (p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) -
                                      p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
                                      p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0])) /
                                     6;
    }
}

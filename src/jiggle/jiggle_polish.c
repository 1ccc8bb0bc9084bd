// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The exact polish of volumes. The flow keeps them to 1e-5 and better, but a polyhedron follows it
// only at its vertices, and mixing segments does not keep them at all. So every closed part is
// brought back to the volume that it has when it is only skinned: its vertices go along their
// normals, each by lambda times how far the fields have moved it. What no field has touched stays,
// and what lies on an obstacle.
//     V(lambda) = 1/6 sum (a + lambda u_a) . ((b + lambda u_b) x (c + lambda u_c))
// is a cubic whose root near 0 is found by Newton's method; one pass over the triangles gives its
// coefficients.
#include "src/jiggle/jiggle_data.h"
#include "src/mesh/mesh_sort.h"

#include <math.h>

#define SHIFT_MOST 0.05  // of a part's size: what needs more is beyond a polish

// --- parts ---

static uint32_t root_of(uint32_t* parent, uint32_t vertex) {
    while (parent[vertex] != vertex) vertex = parent[vertex] = parent[parent[vertex]];
    return vertex;
}

// Triangles that share a vertex, twins being one, are one part; parts are numbered as they come.
static bool label_parts(plump_jiggle* jiggle, pl_arena* scratch) {
    uint32_t vertices = jiggle->vertex_count, triangles = jiggle->triangle_count;
    uint32_t* parent = pl_arena_alloc(scratch, vertices, sizeof *parent);
    uint32_t* label = pl_arena_alloc(scratch, vertices, sizeof *label);
    jiggle->polish.part = pl_arena_alloc(&jiggle->memory, triangles, sizeof(uint32_t));
    if (!parent || !label || !jiggle->polish.part) return false;
    for (uint32_t i = 0; i < vertices; ++i) {
        parent[i] = jiggle->twin[i];
        label[i] = UINT32_MAX;
    }
    for (uint32_t t = 0; t < triangles; ++t) {
        const uint32_t* corner = jiggle->triangles + 3 * (size_t)t;
        for (int k = 1; k < 3; ++k) parent[root_of(parent, corner[k])] = root_of(parent, corner[0]);
    }
    for (uint32_t t = 0; t < triangles; ++t) {
        uint32_t root = root_of(parent, jiggle->triangles[3 * (size_t)t]);
        if (label[root] == UINT32_MAX) label[root] = jiggle->polish.part_count++;
        jiggle->polish.part[t] = label[root];
    }
    return true;
}

// Edges by their two vertices; the value is the half-edge, three to a triangle.
static pl_keyed* sort_edges(const plump_jiggle* jiggle, pl_arena* scratch) {
    size_t count = 3 * (size_t)jiggle->triangle_count;
    pl_keyed* edges = pl_arena_alloc(scratch, count, sizeof *edges);
    pl_keyed* spare = pl_arena_alloc(scratch, count, sizeof *spare);
    if (!edges || !spare) return NULL;
    for (size_t i = 0; i < count; ++i) {
        uint64_t a = jiggle->twin[jiggle->triangles[i]];
        uint64_t b = jiggle->twin[jiggle->triangles[i - i % 3 + (i + 1) % 3]];
        edges[i] = (pl_keyed){a < b ? a << 32 | b : b << 32 | a, (uint32_t)i};
    }
    pl_sort_keyed(edges, spare, count);
    return edges;
}

// A part is closed if all its edges are gone along as often one way as the other.
static bool find_closed(plump_jiggle* jiggle, pl_arena* scratch) {
    size_t count = 3 * (size_t)jiggle->triangle_count, end;
    const pl_keyed* edges = sort_edges(jiggle, scratch);
    pl_jiggle_part* parts = jiggle->polish.parts =
        pl_arena_alloc_zero(&jiggle->memory, jiggle->polish.part_count, sizeof *parts);
    if (!edges || !parts) return false;
    for (uint32_t i = 0; i < jiggle->polish.part_count; ++i) parts[i].is_closed = true;
    for (size_t i = 0; i < count; i = end) {
        int balance = 0;
        for (end = i; end < count && edges[end].key == edges[i].key; ++end) {
            uint32_t first = jiggle->twin[jiggle->triangles[edges[end].value]];
            bool is_loop = edges[i].key >> 32 == (edges[i].key & UINT32_MAX);
            balance += is_loop ? 0 : edges[i].key >> 32 == first ? 1 : -1;
        }
        if (balance != 0) parts[jiggle->polish.part[edges[i].value / 3]].is_closed = false;
    }
    return true;
}

bool pl_jiggle_make_polish(plump_jiggle* jiggle) {
    if (!jiggle->def.polish || jiggle->triangle_count == 0) return true;
    pl_arena scratch = pl_arena_make(jiggle->memory.hooks);
    size_t count = jiggle->vertex_count;
    pl_jiggle_polish* p = &jiggle->polish;
    p->skinned = pl_arena_alloc(&jiggle->memory, count, sizeof *p->skinned);
    p->now = pl_arena_alloc(&jiggle->memory, count, sizeof *p->now);
    p->way = pl_arena_alloc(&jiggle->memory, count, sizeof *p->way);
    p->held = pl_arena_alloc_zero(&jiggle->memory, count, sizeof *p->held);
    bool made = p->skinned && p->now && p->way && p->held && label_parts(jiggle, &scratch) &&
                find_closed(jiggle, &scratch);
    pl_arena_release(&scratch, NULL);
    return made;
}

// --- a frame ---

// Where the matrices alone put a vertex, about the origin.
static pl_vec3d skin(const plump_jiggle* jiggle, uint32_t vertex) {
    const float* x = jiggle->bind + 3 * (size_t)vertex;
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS && jiggle->mix_weight[k][vertex] > 0; ++k) {
        uint32_t block = jiggle->mix_row[k][vertex] / 4 / PL_JIGGLE_BLOCK;
        const float* m = jiggle->segments[jiggle->blocks[block].segment].matrix;
        double at[3];
        for (int c = 0; c < 3; ++c)
            at[c] = (double)m[4 * c] * (double)x[0] + (double)m[4 * c + 1] * (double)x[1] +
                    (double)m[4 * c + 2] * (double)x[2] + (double)m[4 * c + 3];
        sum = pl_vec3d_add_scaled(sum, (double)jiggle->mix_weight[k][vertex], pl_vec3d_load(at));
    }
    return sum;
}

static void read_vertices(plump_jiggle* jiggle, const pl_jiggle_out* out) {
    pl_jiggle_polish* p = &jiggle->polish;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        double at[3];
        pl_jiggle_get_three(out, i, at);
        p->now[i] = pl_vec3d_sub(pl_vec3d_load(at), pl_vec3d_load(jiggle->origin));
        p->skinned[i] = skin(jiggle, i);
        p->way[i] = pl_vec3d_make(0, 0, 0);
    }
}

static pl_vec3d area_of(const pl_vec3d* x, const uint32_t* corner) {
    return pl_vec3d_cross(pl_vec3d_sub(x[corner[1]], x[corner[0]]),
                          pl_vec3d_sub(x[corner[2]], x[corner[0]]));
}

// Normals by areas, as long as the fields have moved the vertex. Rounding is no motion.
static void find_ways(plump_jiggle* jiggle) {
    pl_jiggle_polish* p = &jiggle->polish;
    pl_vec3d none = pl_vec3d_make(0, 0, 0);
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t) {
        const uint32_t* corner = jiggle->triangles + 3 * (size_t)t;
        pl_vec3d area = area_of(p->now, corner);
        for (int k = 0; k < 3; ++k) {
            pl_vec3d* way = &p->way[jiggle->twin[corner[k]]];
            *way = pl_vec3d_add(*way, area);
        }
    }
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        double moved = pl_vec3d_distance(p->now[i], p->skinned[i]);
        double noise = 1e-6 * (pl_vec3d_max_abs(p->skinned[i]) +
                               pl_vec3d_max_abs(pl_vec3d_load(jiggle->origin)));
        if (p->held[i]) moved = 0;
        if (jiggle->twin[i] != i) {
            p->way[i] = p->way[jiggle->twin[i]];  // the first of twins comes first
        } else {
            p->way[i] =
                pl_vec3d_scale(pl_vec3d_normalize(p->way[i], none), moved > noise ? moved : 0);
        }
    }
}

// Six times the coefficients of V(lambda), and of the skinned volume.
static void sum_parts(plump_jiggle* jiggle) {
    pl_jiggle_polish* p = &jiggle->polish;
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t) {
        const uint32_t* c = jiggle->triangles + 3 * (size_t)t;
        pl_jiggle_part* part = &p->parts[p->part[t]];
        if (!part->is_closed) continue;
        pl_vec3d x[3], u[3];
        for (int k = 0; k < 3; ++k) {
            x[k] = p->now[c[k]];
            u[k] = p->way[c[k]];
        }
        part->target += pl_vec3d_triple(p->skinned[c[0]], p->skinned[c[1]], p->skinned[c[2]]);
        part->cubic[0] += pl_vec3d_triple(x[0], x[1], x[2]);
        part->cubic[3] += pl_vec3d_triple(u[0], u[1], u[2]);
        for (int k = 0; k < 3; ++k) {
            int l = (k + 1) % 3, m = (k + 2) % 3;
            part->cubic[1] += pl_vec3d_triple(u[k], x[l], x[m]);
            part->cubic[2] += pl_vec3d_triple(x[k], u[l], u[m]);
            double far = pl_vec3d_max_abs(u[k]), size = pl_vec3d_distance(x[k], x[l]);
            part->longest = far > part->longest ? far : part->longest;
            part->size += size * size;
        }
    }
}

// Newton's method from 0; 0 where there is no root nearby.
static double solve(const pl_jiggle_part* part) {
    const double* c = part->cubic;
    double lambda = 0;
    for (int i = 0; i < 12; ++i) {
        double value = c[0] - part->target + lambda * (c[1] + lambda * (c[2] + lambda * c[3]));
        double slope = c[1] + lambda * (2 * c[2] + 3 * lambda * c[3]);
        if (!(fabs(slope) > 0)) return 0;
        lambda -= value / slope;
    }
    // edges' squares sum to about seven times the area
    double room = SHIFT_MOST * sqrt(part->size / 7);
    return fabs(lambda) * part->longest <= room ? lambda : 0;
}

static void find_lambdas(plump_jiggle* jiggle) {
    pl_jiggle_polish* p = &jiggle->polish;
    for (uint32_t i = 0; i < p->part_count; ++i) {
        bool is_closed = p->parts[i].is_closed;
        memset(&p->parts[i], 0, sizeof p->parts[i]);
        p->parts[i].is_closed = is_closed;
    }
    sum_parts(jiggle);
    for (uint32_t i = 0; i < p->part_count; ++i)
        p->parts[i].lambda = p->parts[i].is_closed ? solve(&p->parts[i]) : 0;
}

// Every vertex once: its way is 0 afterwards.
static void shift(plump_jiggle* jiggle, const pl_jiggle_out* out) {
    pl_jiggle_polish* p = &jiggle->polish;
    for (size_t i = 0; i < 3 * (size_t)jiggle->triangle_count; ++i) {
        uint32_t vertex = jiggle->triangles[i];
        double lambda = p->parts[p->part[i / 3]].lambda, at[3];
        if (lambda == 0 || !(pl_vec3d_max_abs(p->way[vertex]) > 0)) continue;
        pl_vec3d to = pl_vec3d_add_scaled(p->now[vertex], lambda, p->way[vertex]);
        pl_vec3d_store(pl_vec3d_add(to, pl_vec3d_load(jiggle->origin)), at);
        pl_jiggle_put_three(out, vertex, at);
        p->way[vertex] = pl_vec3d_make(0, 0, 0);
    }
}

uint32_t pl_jiggle_held_count(const plump_jiggle* jiggle) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) count += jiggle->polish.held[i];
    return count;
}

void pl_jiggle_polish_out(plump_jiggle* jiggle, const pl_jiggle_out* out) {
    read_vertices(jiggle, out);
    find_ways(jiggle);
    find_lambdas(jiggle);
    shift(jiggle, out);
}

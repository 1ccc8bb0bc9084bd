// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_surface.h"

#include "src/base/hash.h"
#include "src/mesh/mesh_data.h"
#include "src/mesh/mesh_paths.h"
#include "src/mesh/mesh_sum.h"

#include <string.h>

// The mesh's own numbering, before there are places.
typedef struct draft {
    const plump_mesh* mesh;
    uint32_t* first;  // vertex_count + 1
    uint32_t* ring;   // neighbours counter-clockwise
    uint32_t* part;   // per vertex
    double* area;     // per vertex
} draft;

static pl_vec3d position(const plump_mesh* mesh, uint32_t vertex) {
    const float* p = mesh->positions + 3 * (size_t)vertex;
    return pl_vec3d_make((double)p[0], (double)p[1], (double)p[2]);
}

static const uint32_t* corners(const plump_mesh* mesh, uint32_t triangle) {
    return mesh->indices + 3 * (size_t)triangle;
}

// Around corner k of a triangle the ring goes from the next corner to the one after it: these pairs
// by vertex.
static void gather_pairs(draft* d, uint32_t* fill, uint32_t* from, uint32_t* to) {
    const plump_mesh* mesh = d->mesh;
    uint32_t count = mesh->vertex_count;
    memset(d->first, 0, ((size_t)count + 1) * sizeof *d->first);
    size_t corner_count = 3 * (size_t)mesh->triangle_count;
    for (size_t i = 0; i < corner_count; ++i) d->first[mesh->indices[i] + 1]++;
    for (uint32_t v = 0; v < count; ++v) {
        d->first[v + 1] += d->first[v];
        fill[v] = d->first[v];
    }
    for (uint32_t f = 0; f < mesh->triangle_count; ++f) {
        const uint32_t* t = corners(mesh, f);
        for (unsigned k = 0; k < 3; ++k) {
            uint32_t slot = fill[t[k]]++;
            from[slot] = t[(k + 1) % 3];
            to[slot] = t[(k + 2) % 3];
            d->part[t[k]] = mesh->triangle_parts[f];
        }
    }
}

// Chains the pairs of each vertex, beginning with its first triangle. `slot_of` makes it one look
// per neighbour, so that a pole with 100,000 neighbours takes no longer than as many vertices.
static void chain_pairs(draft* d, uint32_t* slot_of, const uint32_t* from, const uint32_t* to) {
    for (uint32_t v = 0; v < d->mesh->vertex_count; ++v) {
        uint32_t begin = d->first[v], end = d->first[v + 1];
        for (uint32_t i = begin; i < end; ++i) slot_of[from[i]] = i;
        uint32_t at = begin;
        for (uint32_t i = begin; i < end; ++i) {
            d->ring[i] = from[at];
            at = slot_of[to[at]];
        }
    }
}

static bool draw_rings(draft* d, pl_arena* scratch) {
    uint32_t vertex_count = d->mesh->vertex_count;
    size_t corner_count = 3 * (size_t)d->mesh->triangle_count;
    d->first = pl_arena_alloc(scratch, (size_t)vertex_count + 1, sizeof *d->first);
    d->ring = pl_arena_alloc(scratch, corner_count, sizeof *d->ring);
    d->part = pl_arena_alloc_zero(scratch, vertex_count, sizeof *d->part);
    d->area = pl_arena_alloc_zero(scratch, vertex_count, sizeof *d->area);
    void* mark = pl_arena_mark(scratch);
    uint32_t* slot_of = pl_arena_alloc_zero(scratch, vertex_count, sizeof *slot_of);
    uint32_t* from = pl_arena_alloc(scratch, corner_count, sizeof *from);
    uint32_t* to = pl_arena_alloc(scratch, corner_count, sizeof *to);
    bool ok = d->first && d->ring && d->part && d->area && slot_of && from && to;
    if (ok) {
        gather_pairs(d, slot_of, from, to);
        chain_pairs(d, slot_of, from, to);
    }
    pl_arena_release(scratch, mark);
    return ok;
}

static void measure_areas(const draft* d, pl_surface* s) {
    const plump_mesh* mesh = d->mesh;
    pl_exact_sum total = {0, 0}, sum[3] = {{0, 0}, {0, 0}, {0, 0}};
    for (uint32_t f = 0; f < mesh->triangle_count; ++f) {
        const uint32_t* t = corners(mesh, f);
        pl_vec3d a = position(mesh, t[0]), b = position(mesh, t[1]), c = position(mesh, t[2]);
        pl_vec3d normal = pl_vec3d_cross(pl_vec3d_sub(b, a), pl_vec3d_sub(c, a));
        double area = pl_vec3d_length(normal) / 2;
        for (unsigned k = 0; k < 3; ++k) d->area[t[k]] += area / 3;
        pl_exact_add(&total, area);
        pl_vec3d moment = pl_vec3d_scale(pl_vec3d_add(pl_vec3d_add(a, b), c), area / 3);
        pl_exact_add(&sum[0], moment.x);
        pl_exact_add(&sum[1], moment.y);
        pl_exact_add(&sum[2], moment.z);
    }
    s->area_total = pl_exact_value(&total);
    s->centre = pl_vec3d_make(pl_exact_value(&sum[0]) / s->area_total,
                              pl_exact_value(&sum[1]) / s->area_total,
                              pl_exact_value(&sum[2]) / s->area_total);
}

static void measure_lengths(const draft* d, pl_surface* s) {
    const plump_mesh* mesh = d->mesh;
    pl_exact_sum length = {0, 0};
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        for (uint32_t i = d->first[v]; i < d->first[v + 1]; ++i) {
            if (d->ring[i] < v) continue;  // each edge once
            pl_exact_add(&length, pl_vec3d_distance(position(mesh, v), position(mesh, d->ring[i])));
        }
    }
    // a closed surface has three edges for every two triangles
    s->edge_mean = pl_exact_value(&length) / (1.5 * (double)mesh->triangle_count);
    pl_vec3d low = position(mesh, 0), high = low;
    for (uint32_t v = 1; v < mesh->vertex_count; ++v) {
        low = pl_vec3d_min(low, position(mesh, v));
        high = pl_vec3d_max(high, position(mesh, v));
    }
    s->extent = pl_vec3d_max_abs(pl_vec3d_sub(high, low));
}

static bool measure_parts(const draft* d, pl_arena* scratch, pl_surface* s) {
    const plump_mesh* mesh = d->mesh;
    pl_vec3d* low = pl_arena_alloc(scratch, mesh->part_count, sizeof *low);
    pl_vec3d* high = pl_arena_alloc(scratch, mesh->part_count, sizeof *high);
    if (!low || !high) return false;
    for (uint32_t part = 0; part < mesh->part_count; ++part) {
        low[part] = pl_vec3d_make(INFINITY, INFINITY, INFINITY);
        high[part] = pl_vec3d_scale(low[part], -1);
    }
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        low[d->part[v]] = pl_vec3d_min(low[d->part[v]], position(mesh, v));
        high[d->part[v]] = pl_vec3d_max(high[d->part[v]], position(mesh, v));
    }
    s->part_extent = 0;
    for (uint32_t part = 0; part < mesh->part_count; ++part) {
        double extent = pl_vec3d_max_abs(pl_vec3d_sub(high[part], low[part]));
        if (extent > s->part_extent && extent <= s->extent) s->part_extent = extent;
    }
    return true;
}

static bool make_arrays(pl_surface* s, pl_arena* memory) {
    size_t corner_count = 3 * (size_t)s->triangle_count;
    s->vertex_of = pl_arena_alloc(memory, s->padded, sizeof *s->vertex_of);
    s->place_of = pl_arena_alloc(memory, s->count, sizeof *s->place_of);
    for (int k = 0; k < 3; ++k) s->rest[k] = pl_arena_alloc(memory, s->padded, sizeof *s->rest[k]);
    s->area = pl_arena_alloc_zero(memory, s->padded, sizeof *s->area);
    s->ring_first = pl_arena_alloc(memory, (size_t)s->count + 1, sizeof *s->ring_first);
    s->ring = pl_arena_alloc(memory, corner_count, sizeof *s->ring);
    s->triangles = pl_arena_alloc(memory, corner_count, sizeof *s->triangles);
    s->part_of = pl_arena_alloc(memory, s->padded, sizeof *s->part_of);
    return s->vertex_of && s->place_of && s->rest[0] && s->rest[1] && s->rest[2] && s->area &&
           s->ring_first && s->ring && s->triangles && s->part_of;
}

static void write_places(const draft* d, pl_surface* s) {
    for (uint32_t k = 0; k < s->count; ++k) s->place_of[s->vertex_of[k]] = k;
    for (uint32_t k = s->count; k < s->padded; ++k) s->vertex_of[k] = s->vertex_of[s->count - 1];
    for (uint32_t k = 0; k < s->padded; ++k) {
        uint32_t v = s->vertex_of[k];
        pl_vec3d rest = pl_vec3d_sub(position(d->mesh, v), s->centre);
        s->rest[0][k] = (float)rest.x;
        s->rest[1][k] = (float)rest.y;
        s->rest[2][k] = (float)rest.z;
        s->part_of[k] = d->part[v];
        if (k < s->count) s->area[k] = (float)d->area[v];
    }
}

static void write_rings(const draft* d, pl_surface* s) {
    uint32_t used = 0;
    for (uint32_t k = 0; k < s->count; ++k) {
        uint32_t v = s->vertex_of[k];
        s->ring_first[k] = used;
        for (uint32_t i = d->first[v]; i < d->first[v + 1]; ++i)
            s->ring[used++] = s->place_of[d->ring[i]];
    }
    s->ring_first[s->count] = used;
    size_t corner_count = 3 * (size_t)s->triangle_count;
    for (size_t i = 0; i < corner_count; ++i) s->triangles[i] = s->place_of[d->mesh->indices[i]];
}

static uint64_t hash_mesh(const plump_mesh* mesh) {
    uint64_t hash = pl_hash_floats(PL_HASH_START, mesh->positions, 3 * (size_t)mesh->vertex_count);
    return pl_hash_words(hash, mesh->indices, 3 * (size_t)mesh->triangle_count);
}

static bool fill(pl_surface* s, const plump_mesh* mesh, pl_arena* memory, pl_arena* scratch) {
    draft d = {.mesh = mesh};
    s->count = mesh->vertex_count;
    s->padded = (mesh->vertex_count + 15) / 16 * 16;
    s->triangle_count = mesh->triangle_count;
    s->part_count = mesh->part_count;
    s->volume = mesh->volume;
    s->hash = hash_mesh(mesh);
    if (!make_arrays(s, memory) || !draw_rings(&d, scratch)) return false;
    pl_path_graph graph = {mesh->vertex_count, d.first, d.ring, mesh->positions, d.part};
    if (!pl_paths_order(&graph, scratch, s->vertex_of, &s->path_count)) return false;
    measure_areas(&d, s);
    measure_lengths(&d, s);
    if (!measure_parts(&d, scratch, s)) return false;
    write_places(&d, s);
    write_rings(&d, s);
    return true;
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    (void)pool;
    (void)context;
    pl_surface* s = pl_arena_alloc_zero(memory, 1, sizeof *s);
    if (!s) return NULL;
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool ok = fill(s, mesh, memory, &scratch);
    pl_arena_release(&scratch, NULL);
    return ok ? s : NULL;
}

static const pl_cache_key key = {PL_CACHE_SURFACE, {0, 0, 0, 0}};

const pl_surface* pl_mesh_surface(const plump_mesh* mesh, pl_task_pool* pool) {
    return pl_mesh_cache_get(mesh, key, pool, build, NULL);
}

size_t pl_mesh_surface_size(const plump_mesh* mesh) {
    return pl_mesh_cache_size(mesh, key);
}

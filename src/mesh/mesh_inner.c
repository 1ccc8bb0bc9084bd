// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Normals are summed by area, so that how a flat face is cut into triangles does not turn them. A
// ray that meets a triangle from outside has left the body before it began, or enters a part that
// passes through its own: no place is across. Nor is one that lies as good as on the spot, or that
// would take far too long to find.
#include "src/mesh/mesh_inner.h"

#include "src/mesh/mesh_rays.h"
#include "src/mesh/mesh_rings.h"

#define CHUNK    256   // rays of one task
#define NO_WIDTH 1e-6  // of the extent: thinner than this is no inside

// Steps that a chunk has for each of its rays. Built-in shapes of a million places need up to 640,
// mostly 100; a fan of 30,000 needles would need 30,000 and half a minute, and gets some of them.
#define STEPS 2048

typedef struct job {
    const pl_surface* surface;
    const pl_ray_tree* tree;
    pl_inner* inner;
} job;

static pl_vec3d rest_at(const pl_surface* s, uint32_t place) {
    return pl_vec3d_make((double)s->rest[0][place], (double)s->rest[1][place],
                         (double)s->rest[2][place]);
}

// Against the area vectors of the triangles around, of any length.
static pl_vec3d inward(const pl_surface* s, uint32_t place) {
    const float* rest[3] = {s->rest[0], s->rest[1], s->rest[2]};
    return pl_vec3d_scale(pl_ring_vector(s, rest, place), -1.0);
}

static uint32_t nearest_corner(const pl_surface* s, uint32_t triangle, pl_vec3d point) {
    const uint32_t* corner = s->triangles + 3 * (size_t)triangle;
    uint32_t nearest = corner[0];
    for (size_t k = 1; k < 3; ++k) {
        if (pl_vec3d_distance(rest_at(s, corner[k]), point) <
            pl_vec3d_distance(rest_at(s, nearest), point))
            nearest = corner[k];
    }
    return nearest;
}

static pl_spot spot_of(const pl_surface* s, const pl_ray_hit* hit, pl_vec3d direction) {
    const uint32_t* corner = s->triangles + 3 * (size_t)hit->triangle;
    pl_vec3d a = rest_at(s, corner[0]), b = rest_at(s, corner[1]), c = rest_at(s, corner[2]);
    const pl_vec3d none = {0, 0, 0};
    pl_vec3d area = pl_vec3d_cross(pl_vec3d_sub(b, a), pl_vec3d_sub(c, a));
    double along = pl_vec3d_dot(pl_vec3d_normalize(area, none), direction);
    pl_spot spot = {.triangle = hit->triangle, .thick = (float)(hit->distance * along)};
    for (int k = 0; k < 3; ++k) spot.weight[k] = (float)hit->weight[k];
    return spot;
}

static void find_across(const job* j, uint32_t place, int64_t* steps) {
    const pl_surface* s = j->surface;
    const pl_vec3d none = {0, 0, 0};
    pl_vec3d here = rest_at(s, place), direction = pl_vec3d_normalize(inward(s, place), none);
    if (!(pl_vec3d_max_abs(direction) > 0)) return;
    pl_ray_hit hit = pl_ray_tree_first(j->tree, here, direction, place, steps);
    if (hit.triangle == PL_RAY_NONE || !hit.leaves) return;
    pl_vec3d met = pl_vec3d_add_scaled(here, hit.distance, direction);
    uint32_t across = nearest_corner(s, hit.triangle, met);
    double length = pl_vec3d_distance(here, rest_at(s, across));
    if (!(length > NO_WIDTH * s->extent)) return;
    j->inner->across[place] = across;
    j->inner->length[place] = (float)length;
    j->inner->spot[place] = spot_of(s, &hit, direction);
}

static void run_chunk(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const job* j = context;
    uint32_t begin = chunk * CHUNK, end = j->surface->count;
    if (end - begin > CHUNK) end = begin + CHUNK;
    int64_t steps = (int64_t)(end - begin) * STEPS;
    for (uint32_t place = begin; place < end; ++place) find_across(j, place, &steps);
}

static void find_all(job* j, pl_task_pool* pool) {
    uint32_t chunk_count = j->surface->count / CHUNK + (j->surface->count % CHUNK != 0);
    if (pool)
        pl_task_parallel_for(pool, chunk_count, run_chunk, j);
    else
        for (uint32_t i = 0; i < chunk_count; ++i) run_chunk(i, 0, j);
}

static void measure(pl_inner* inner, uint32_t place_count) {
    for (uint32_t k = 0; k < place_count; ++k) {
        if (inner->across[k] == k) continue;
        double length = (double)inner->length[k];
        if (inner->count == 0 || length < inner->shortest) inner->shortest = length;
        if (inner->count == 0 || length > inner->longest) inner->longest = length;
        inner->count++;
    }
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    (void)context;
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    pl_inner* inner = pl_arena_alloc_zero(memory, 1, sizeof *inner);
    if (!surface || !inner) return NULL;
    inner->across = pl_arena_alloc(memory, surface->padded, sizeof *inner->across);
    inner->length = pl_arena_alloc_zero(memory, surface->padded, sizeof *inner->length);
    inner->spot = pl_arena_alloc(memory, surface->count, sizeof *inner->spot);
    if (!inner->across || !inner->length || !inner->spot) return NULL;
    for (uint32_t k = 0; k < surface->padded; ++k) inner->across[k] = k;
    for (uint32_t k = 0; k < surface->count; ++k)
        inner->spot[k] = (pl_spot){.triangle = PL_SPOT_NONE};

    pl_arena scratch = pl_arena_make(memory->hooks);
    job j = {surface, pl_ray_tree_build(&scratch, surface, pool), inner};
    bool ok = j.tree != NULL;
    if (ok) {
        find_all(&j, pool);
        measure(inner, surface->count);
    }
    pl_arena_release(&scratch, NULL);
    return ok ? inner : NULL;
}

static const pl_cache_key key = {PL_CACHE_INNER, {0, 0, 0, 0}};

const pl_inner* pl_inner_get(const plump_mesh* mesh, pl_task_pool* pool) {
    return pl_mesh_cache_get(mesh, key, pool, build, NULL);
}

size_t pl_inner_size(const plump_mesh* mesh) {
    return pl_mesh_cache_size(mesh, key);
}

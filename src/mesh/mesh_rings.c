// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_rings.h"

static pl_vec3d point_at(const float* const x[3], uint32_t place) {
    return pl_vec3d_make((double)x[0][place], (double)x[1][place], (double)x[2][place]);
}

pl_vec3d pl_ring_vector(const pl_surface* surface, const float* const x[3], uint32_t place) {
    const uint32_t *at = surface->ring + surface->ring_first[place],
                   *end = surface->ring + surface->ring_first[place + 1];
    pl_vec3d centre = point_at(x, place), sum = pl_vec3d_make(0, 0, 0);
    pl_vec3d last = pl_vec3d_sub(point_at(x, end[-1]), centre);
    for (; at < end; ++at) {
        pl_vec3d next = pl_vec3d_sub(point_at(x, *at), centre);
        sum = pl_vec3d_add(sum, pl_vec3d_cross(last, next));
        last = next;
    }
    return sum;
}

static uint32_t valence(const pl_surface* surface, uint32_t place) {
    if (place >= surface->count) return 0;
    return surface->ring_first[place + 1] - surface->ring_first[place];
}

static uint32_t column_count(const pl_surface* surface, uint32_t group) {
    uint32_t longest = 0;
    for (uint32_t i = 0; i < 16; ++i) {
        uint32_t length = valence(surface, 16 * group + i);
        longest = length > longest ? length : longest;
    }
    return 1 + (longest + 1) / 2 * 2;
}

// Column `column` of a ring: its neighbours, the first again, then the place itself.
static uint32_t column_place(const pl_surface* surface, uint32_t place, uint32_t column) {
    uint32_t length = valence(surface, place);
    if (column > length || length == 0) return place;
    return surface->ring[surface->ring_first[place] + column % length];
}

static void fill(const pl_surface* surface, pl_rings* rings) {
    for (uint32_t group = 0; group < surface->padded / 16; ++group) {
        for (uint32_t c = rings->first[group]; c < rings->first[group + 1]; ++c) {
            uint32_t* column = rings->columns + 16 * (size_t)c;
            for (uint32_t i = 0; i < 16; ++i)
                column[i] = 4 * column_place(surface, 16 * group + i, c - rings->first[group]);
        }
    }
    for (uint32_t place = 0; place < surface->count; ++place)
        rings->inv_valence[place] = 1.0f / (float)valence(surface, place);
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    (void)context;
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    // a place times 4 must fit: no machine has memory for more
    if (!surface || surface->padded > UINT32_MAX / 4) return NULL;
    uint32_t groups = surface->padded / 16;
    pl_rings* rings = pl_arena_alloc_zero(memory, 1, sizeof *rings);
    if (!rings) return NULL;
    rings->first = pl_arena_alloc_zero(memory, (size_t)groups + 1, sizeof *rings->first);
    rings->inv_valence = pl_arena_alloc_zero(memory, surface->padded, sizeof *rings->inv_valence);
    if (!rings->first || !rings->inv_valence) return NULL;
    for (uint32_t group = 0; group < groups; ++group)
        rings->first[group + 1] = rings->first[group] + column_count(surface, group);
    rings->columns = pl_arena_alloc(memory, rings->first[groups], 16 * sizeof(uint32_t));
    if (!rings->columns) return NULL;
    fill(surface, rings);
    return rings;
}

static pl_cache_key key(void) {
    return (pl_cache_key){.kind = PL_CACHE_RING_COLUMNS};
}

const pl_rings* pl_rings_get(const plump_mesh* mesh, pl_task_pool* pool) {
    return pl_mesh_cache_get(mesh, key(), pool, build, NULL);
}

size_t pl_rings_size(const plump_mesh* mesh) {
    return pl_mesh_cache_size(mesh, key());
}

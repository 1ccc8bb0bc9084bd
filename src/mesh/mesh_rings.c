// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_rings.h"

static uint32_t valence(const pl_surface* surface, uint32_t place) {
    if (place >= surface->count) return 0;
    return surface->ring_first[place + 1] - surface->ring_first[place];
}

static uint32_t column_count(const pl_surface* surface, uint32_t quad) {
    uint32_t longest = 0;
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t length = valence(surface, 4 * quad + i);
        longest = length > longest ? length : longest;
    }
    return longest + 1;
}

// Column `column` of a ring: its last neighbour, then all from the first on, then the place itself.
static uint32_t column_place(const pl_surface* surface, uint32_t place, uint32_t column) {
    uint32_t length = valence(surface, place);
    if (column > length || length == 0) return place;
    const uint32_t* ring = surface->ring + surface->ring_first[place];
    return column == 0 ? ring[length - 1] : ring[column - 1];
}

static void fill(const pl_surface* surface, pl_ring_quads* quads) {
    for (uint32_t quad = 0; quad < surface->padded / 4; ++quad) {
        for (uint32_t c = quads->first[quad]; c < quads->first[quad + 1]; ++c) {
            uint32_t* column = quads->columns + 4 * (size_t)c;
            for (uint32_t i = 0; i < 4; ++i)
                column[i] = column_place(surface, 4 * quad + i, c - quads->first[quad]);
        }
    }
    for (uint32_t place = 0; place < surface->count; ++place)
        quads->inv_valence[place] = 1.0f / (float)valence(surface, place);
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    (void)context;
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    if (!surface) return NULL;
    uint32_t quad_count = surface->padded / 4;
    pl_ring_quads* quads = pl_arena_alloc_zero(memory, 1, sizeof *quads);
    if (!quads) return NULL;
    quads->first = pl_arena_alloc_zero(memory, (size_t)quad_count + 1, sizeof *quads->first);
    quads->inv_valence = pl_arena_alloc_zero(memory, surface->padded, sizeof *quads->inv_valence);
    if (!quads->first || !quads->inv_valence) return NULL;
    for (uint32_t quad = 0; quad < quad_count; ++quad)
        quads->first[quad + 1] = quads->first[quad] + column_count(surface, quad);
    quads->columns = pl_arena_alloc(memory, quads->first[quad_count], 4 * sizeof(uint32_t));
    if (!quads->columns) return NULL;
    fill(surface, quads);
    return quads;
}

static pl_cache_key key(void) {
    return (pl_cache_key){.kind = PL_CACHE_QUADS};
}

const pl_ring_quads* pl_ring_quads_get(const plump_mesh* mesh, pl_task_pool* pool) {
    return pl_mesh_cache_get(mesh, key(), pool, build, NULL);
}

size_t pl_ring_quads_size(const plump_mesh* mesh) {
    return pl_mesh_cache_size(mesh, key());
}

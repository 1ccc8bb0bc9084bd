// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/fans.h"

#include "src/mesh/mesh_data.h"

// Where `neighbour` stands in the ring of a place.
static uint32_t ring_index(const pl_surface* surface, uint32_t place, uint32_t neighbour) {
    uint32_t k = surface->ring_first[place];
    while (surface->ring[k] != neighbour) ++k;
    return k;
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    (void)context;
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    pl_fans* fans = pl_arena_alloc(memory, 1, sizeof *fans);
    if (!surface || !fans) return NULL;
    fans->triangle =
        pl_arena_alloc_zero(memory, surface->ring_first[surface->count], sizeof(uint32_t));
    if (!fans->triangle) return NULL;
    for (uint32_t t = 0; t < surface->triangle_count; ++t) {
        const uint32_t* corner = surface->triangles + 3 * (size_t)t;
        for (uint32_t k = 0; k < 3; ++k)
            fans->triangle[ring_index(surface, corner[k], corner[(k + 1) % 3])] = t;
    }
    return fans;
}

static const pl_cache_key key = {PL_CACHE_FANS, {0}};

const pl_fans* pl_fans_get(const plump_mesh* mesh, pl_task_pool* pool) {
    return pl_mesh_cache_get(mesh, key, pool, build, NULL);
}

size_t pl_fans_size(const plump_mesh* mesh) {
    return pl_mesh_cache_size(mesh, key);
}

// --- walking ---

static void load(const float* const x[3], uint32_t place, float at[3]) {
    for (int c = 0; c < 3; ++c) at[c] = x[c][place];
}

static void measure(const pl_surface* surface, const float* const x[3], const float p[3],
                    pl_near* near) {
    const uint32_t* corner = surface->triangles + 3 * (size_t)near->triangle;
    float a[3], b[3], c[3];
    load(x, corner[0], a);
    load(x, corner[1], b);
    load(x, corner[2], c);
    pl_triangle_nearest(a, b, c, p, near);
}

// The nearest of the triangles around a place; true if one is nearer than *near.
static bool improve(const pl_surface* surface, const pl_fans* fans, const float* const x[3],
                    const float p[3], uint32_t place, pl_near* near) {
    bool better = false;
    uint32_t end = surface->ring_first[place + 1];
    for (uint32_t k = surface->ring_first[place]; k < end; ++k) {
        pl_near other = {.triangle = fans->triangle[k]};
        measure(surface, x, p, &other);
        if (!(other.squared < near->squared)) continue;
        *near = other;
        better = true;
    }
    return better;
}

// The triangle on the other side of an edge; true if it is nearer than *near.
static bool cross_edge(const pl_surface* surface, const pl_fans* fans, const float* const x[3],
                       const float p[3], uint32_t a, uint32_t b, pl_near* near) {
    uint32_t k = ring_index(surface, a, b), first = surface->ring_first[a];
    uint32_t last = (k == first ? surface->ring_first[a + 1] : k) - 1;
    uint32_t one = fans->triangle[k], two = fans->triangle[last];
    pl_near other = {.triangle = one == near->triangle ? two : one};
    measure(surface, x, p, &other);
    if (!(other.squared < near->squared)) return false;
    *near = other;
    return true;
}

#define STEPS_MOST 64

void pl_fans_walk(const pl_surface* surface, const pl_fans* fans, const float* const x[3],
                  const float p[3], pl_near* near) {
    measure(surface, x, p, near);
    for (int step = 0; step < STEPS_MOST; ++step) {
        const uint32_t* c = surface->triangles + 3 * (size_t)near->triangle;
        bool better = false;
        switch (near->feature) {
        case 1: better = improve(surface, fans, x, p, c[0], near); break;
        case 2: better = improve(surface, fans, x, p, c[1], near); break;
        case 4: better = improve(surface, fans, x, p, c[2], near); break;
        case 3: better = cross_edge(surface, fans, x, p, c[0], c[1], near); break;
        case 5: better = cross_edge(surface, fans, x, p, c[0], c[2], near); break;
        case 6: better = cross_edge(surface, fans, x, p, c[1], c[2], near); break;
        default: break;  // inside the triangle
        }
        if (!better) return;
    }
}

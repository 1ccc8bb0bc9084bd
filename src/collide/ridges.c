// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/ridges.h"

#include "src/collide/fans.h"
#include "src/mesh/mesh_data.h"

// By their left triangles; the triangle on the right has the edge the other way round.
static void list_ridges(const pl_surface* s, pl_ridges* ridges) {
    uint32_t count = 0;
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        const uint32_t* corner = s->triangles + 3 * (size_t)t;
        ridges->first[t] = count;
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t from = corner[k], to = corner[(k + 1) % 3];
            if (from > to) continue;
            ridges->ridge[count++] = (pl_ridge){
                .from = from, .to = to, .triangle = t, .leaf = {PL_TREE_NONE, PL_TREE_NONE}};
        }
    }
    ridges->first[s->triangle_count] = count;
}

// The edge between two places of a triangle, the lower one first: among those of the triangle on
// its left, which is found in the ring.
static uint32_t find_ridge(const pl_surface* s, const pl_fans* fans, const pl_ridges* ridges,
                           uint32_t from, uint32_t to) {
    uint32_t k = s->ring_first[from];
    while (s->ring[k] != to) ++k;
    uint32_t i = ridges->first[fans->triangle[k]];
    while (ridges->ridge[i].from != from || ridges->ridge[i].to != to) ++i;
    return i;
}

// Edges of a leaf's triangle; those that the leaf has already are left out.
static uint32_t add_triangle(const pl_surface* s, const pl_fans* fans, pl_ridges* ridges,
                             uint32_t leaf, uint32_t triangle, uint32_t count) {
    const uint32_t* corner = s->triangles + 3 * (size_t)triangle;
    for (uint32_t k = 0; k < 3; ++k) {
        uint32_t from = corner[k], to = corner[(k + 1) % 3];
        bool is_left = from < to;
        uint32_t i =
            is_left ? find_ridge(s, fans, ridges, from, to) : find_ridge(s, fans, ridges, to, from);
        pl_ridge* ridge = &ridges->ridge[i];
        bool is_listed = ridge->leaf[is_left] == leaf;
        ridge->leaf[!is_left] = leaf;
        ridge->tip[!is_left] = corner[(k + 2) % 3];
        if (!is_listed) ridges->of_leaf[count++] = i;
    }
    return count;
}

static void list_leaves(const pl_surface* s, const pl_fans* fans, const pl_tree_shape* shape,
                        pl_ridges* ridges) {
    uint32_t count = 0;
    for (uint32_t leaf = 0; leaf < shape->leaf_count; ++leaf) {
        ridges->leaf_first[leaf] = count;
        for (uint32_t i = 0; i < 4; ++i) {
            uint32_t triangle = shape->triangle[4 * (size_t)leaf + i];
            if (triangle != PL_TREE_NONE)
                count = add_triangle(s, fans, ridges, leaf, triangle, count);
        }
    }
    ridges->leaf_first[shape->leaf_count] = count;
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    (void)context;
    const pl_surface* s = pl_mesh_surface(mesh, pool);
    const pl_tree_shape* shape = pl_tree_shape_get(mesh, pool);
    const pl_fans* fans = pl_fans_get(mesh, pool);
    pl_ridges* ridges = pl_arena_alloc(memory, 1, sizeof *ridges);
    if (!s || !shape || !fans || !ridges) return NULL;
    size_t triangles = s->triangle_count;
    ridges->first = pl_arena_alloc(memory, triangles + 1, sizeof(uint32_t));
    // a closed surface has three edges for every two triangles
    ridges->ridge = pl_arena_alloc(memory, 3 * triangles / 2, sizeof(pl_ridge));
    ridges->leaf_first = pl_arena_alloc(memory, (size_t)shape->leaf_count + 1, sizeof(uint32_t));
    ridges->of_leaf = pl_arena_alloc(memory, 3 * triangles, sizeof(uint32_t));
    if (!ridges->first || !ridges->ridge || !ridges->leaf_first || !ridges->of_leaf) return NULL;
    list_ridges(s, ridges);
    list_leaves(s, fans, shape, ridges);
    return ridges;
}

static const pl_cache_key key = {PL_CACHE_RIDGES, {0}};

const pl_ridges* pl_ridges_get(const plump_mesh* mesh, pl_task_pool* pool) {
    return pl_mesh_cache_get(mesh, key, pool, build, NULL);
}

size_t pl_ridges_size(const plump_mesh* mesh) {
    return pl_mesh_cache_size(mesh, key);
}

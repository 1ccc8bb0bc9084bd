// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is made once per mesh and setting, kept with the mesh, and shared by all bodies that ask for
// the same: the surface in solver order, regions and their lists. Safe from several threads: one
// builds, the others wait. Nothing is dropped before the mesh is.
#ifndef PL_MESH_CACHE_H
#define PL_MESH_CACHE_H

#include "src/base/arena.h"
#include "src/task/task.h"

#include <plump/mesh.h>

// Which thing: what it is and up to four numbers it depends on. Compared bit by bit.
typedef struct pl_cache_key {
    uint32_t kind;       // a pl_cache_kind
    uint32_t number[4];  // zero where unused; a float goes in by its bits
} pl_cache_key;

typedef enum pl_cache_kind {
    PL_CACHE_SURFACE = 1,   // pl_surface
    PL_CACHE_RINGS,         // pl_ring_regions: omega, whether with member lists
    PL_CACHE_BALLS,         // pl_ball_regions: radius
    PL_CACHE_TUNING,        // pl_tuning: radius
    PL_CACHE_RING_COLUMNS,  // pl_rings
    PL_CACHE_INNER,         // pl_inner
    PL_CACHE_TREE,          // pl_tree_shape
    PL_CACHE_FANS,          // pl_fans
    PL_CACHE_RIDGES,        // pl_ridges
    PL_CACHE_SPRINGS,       // pl_springs: shear, bend
    PL_CACHE_PIECES,        // pl_pieces
} pl_cache_kind;

// Makes the thing out of `memory` (which frees with the mesh's hooks) or returns NULL when out of
// memory; then everything taken from `memory` is given back. May itself ask the cache for other
// things of the same mesh. `pool` may be NULL: then it works alone. The result must not depend on
// the pool.
typedef void* pl_cache_build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool,
                             void* context);

// The thing, built now or before. NULL: out of memory; the next call tries again.
const void* pl_mesh_cache_get(const plump_mesh* mesh, pl_cache_key key, pl_task_pool* pool,
                              pl_cache_build* build, void* context);

// Bytes held for this key; 0 if it was never built.
size_t pl_mesh_cache_size(const plump_mesh* mesh, pl_cache_key key);

// For pl_mesh_make and plump_mesh_destroy.
typedef struct pl_mesh_cache pl_mesh_cache;
pl_mesh_cache* pl_mesh_cache_create(const plump_allocator* hooks);  // NULL: out of memory
void pl_mesh_cache_destroy(pl_mesh_cache* cache);                   // NULL is fine

#endif

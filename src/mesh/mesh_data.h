// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The finished mesh. Constant once made, but for the cache of things made from it.
#ifndef PL_MESH_DATA_H
#define PL_MESH_DATA_H

#include <plump/mesh.h>

#include "src/base/arena.h"
#include "src/mesh/mesh_cache.h"

struct plump_mesh {
    pl_arena memory;  // all arrays below
    float* positions;
    uint32_t vertex_count;
    uint32_t* indices;
    uint32_t* triangle_parts;
    uint32_t* triangle_groups;  // the caller's labels; NULL without
    uint32_t triangle_count;
    uint32_t* part_groups;
    uint32_t* part_containers;  // innermost part around it, or PL_NONE
    double* part_volumes;       // negative for cavities
    uint32_t part_count;
    uint32_t* vertex_map;
    uint32_t input_count;
    double origin[3];
    double volume;
    pl_mesh_cache* cache;  // what bodies had made for them
};

// An empty mesh that frees with these hooks (as from pl_alloc_hooks()), or NULL.
plump_mesh* pl_mesh_make(plump_allocator hooks);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_pieces.h"

#include "src/base/text.h"
#include "src/mesh/mesh_data.h"
#include "src/mesh/mesh_sort.h"
#include "src/mesh/mesh_tree.h"

// --- parts that cut each other ---

typedef struct cutting {
    const plump_mesh* mesh;
    plump_allocator hooks;
    pl_keyed* pairs;
    size_t count, capacity;
    bool failed;
} cutting;

static void note_pair(uint32_t a, uint32_t b, void* user) {
    cutting* c = user;
    uint64_t key = pl_part_pair(c->mesh->triangle_parts[a], c->mesh->triangle_parts[b]);
    if (key >> 32 == (uint32_t)key || (c->count > 0 && c->pairs[c->count - 1].key == key)) return;
    if (!pl_grow(&c->hooks, (void**)&c->pairs, &c->capacity, c->count, c->count + 1,
                 sizeof *c->pairs)) {
        c->failed = true;
        return;
    }
    c->pairs[c->count++].key = key;
}

// Each once, ascending.
static bool keep_pairs(cutting* c, pl_arena* memory, pl_arena* scratch, pl_pieces* pieces) {
    pieces->cuts = pl_arena_alloc(memory, c->count, sizeof *pieces->cuts);
    pl_keyed* spare = pl_arena_alloc(scratch, c->count, sizeof *spare);
    if (!pieces->cuts || !spare) return false;
    if (c->count > 0) pl_sort_keyed(c->pairs, spare, c->count);
    for (size_t i = 0; i < c->count; ++i) {
        if (i > 0 && c->pairs[i].key == c->pairs[i - 1].key) continue;
        pieces->cuts[pieces->cut_count++] = c->pairs[i].key;
    }
    return true;
}

static bool find_cuts(const plump_mesh* mesh, pl_arena* memory, pl_arena* scratch,
                      pl_pieces* pieces) {
    double* at = pl_arena_alloc(scratch, mesh->vertex_count, 3 * sizeof *at);
    if (!at) return false;
    for (size_t i = 0; i < 3 * (size_t)mesh->vertex_count; ++i) at[i] = (double)mesh->positions[i];
    pl_mesh_view view = {at, mesh->vertex_count, mesh->indices, mesh->triangle_count};
    pl_mesh_tree* tree = pl_mesh_tree_build(scratch, &view);
    cutting c = {.mesh = mesh, .hooks = memory->hooks};
    pl_intersections found;
    bool done = tree && pl_mesh_intersections(scratch, tree, note_pair, &c, &found) && !c.failed &&
                keep_pairs(&c, memory, scratch, pieces);
    pl_free(&c.hooks, c.pairs);
    return done;
}

// --- pieces ---

// The first part of the piece, as far as it is known; the way there is made shorter.
static uint32_t root_of(uint32_t* parent, uint32_t part) {
    while (parent[part] != part) part = parent[part] = parent[parent[part]];
    return part;
}

static void join(uint32_t* parent, uint32_t a, uint32_t b) {
    uint32_t first = root_of(parent, a), second = root_of(parent, b);
    if (first < second)
        parent[second] = first;
    else
        parent[first] = second;
}

static void number_pieces(const plump_mesh* mesh, pl_pieces* pieces) {
    uint32_t* parent = pieces->piece_of;
    for (uint32_t i = 0; i < mesh->part_count; ++i) parent[i] = i;
    for (size_t i = 0; i < pieces->cut_count; ++i)
        join(parent, (uint32_t)(pieces->cuts[i] >> 32), (uint32_t)pieces->cuts[i]);
    for (uint32_t i = 0; i < mesh->part_count; ++i)
        if (mesh->part_containers[i] != PL_NONE) join(parent, i, mesh->part_containers[i]);
    for (uint32_t i = 0; i < mesh->part_count; ++i) parent[i] = root_of(parent, i);
    // at a root, which comes first, its number then stands already
    for (uint32_t i = 0; i < mesh->part_count; ++i)
        parent[i] = parent[i] == i ? pieces->count++ : parent[parent[i]];
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    (void)pool, (void)context;
    pl_pieces* pieces = pl_arena_alloc_zero(memory, 1, sizeof *pieces);
    if (!pieces) return NULL;
    pieces->piece_of = pl_arena_alloc(memory, mesh->part_count, sizeof *pieces->piece_of);
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool done =
        pieces->piece_of && (mesh->part_count == 1 || find_cuts(mesh, memory, &scratch, pieces));
    pl_arena_release(&scratch, NULL);
    if (!done) return NULL;
    number_pieces(mesh, pieces);
    pieces->container = mesh->part_containers;
    pieces->volume = mesh->part_volumes;
    return pieces;
}

bool pl_part_is_behind(const pl_pieces* pieces, uint32_t a, uint32_t b) {
    uint32_t around = pieces->container[a];
    while (around != PL_NONE && around != b) around = pieces->container[around];
    return (around == b) == (pieces->volume[b] > 0);
}

static const pl_cache_key key = {PL_CACHE_PIECES, {0}};

const pl_pieces* pl_pieces_get(const plump_mesh* mesh, pl_task_pool* pool) {
    return pl_mesh_cache_get(mesh, key, pool, build, NULL);
}

size_t pl_pieces_size(const plump_mesh* mesh) {
    return pl_mesh_cache_size(mesh, key);
}

plump_result plump_mesh_find_pieces(const plump_mesh* mesh, uint32_t* count, uint32_t* piece_of,
                                    uint32_t capacity, plump_error* error) {
    if (!mesh || !count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the mesh or the place for the count is NULL");
    if (piece_of && capacity < mesh->part_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "there is room for the pieces of %u parts, the mesh has %u",
                       (unsigned)capacity, (unsigned)mesh->part_count);
    const pl_pieces* pieces = pl_pieces_get(mesh, NULL);
    if (!pieces) return pl_fail_memory(error, "finding the pieces of a mesh");
    *count = pieces->count;
    for (uint32_t i = 0; piece_of && i < mesh->part_count; ++i) piece_of[i] = pieces->piece_of[i];
    return PLUMP_OK;
}

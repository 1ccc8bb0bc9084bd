// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_data.h"

#include "src/base/text.h"
#include "src/mesh/mesh_pieces.h"
#include "src/mesh/mesh_view.h"

plump_mesh* pl_mesh_make(plump_allocator hooks) {
    plump_mesh* mesh = pl_alloc_zero(&hooks, 1, sizeof *mesh);
    if (!mesh) return NULL;
    mesh->memory = pl_arena_make(hooks);
    mesh->cache = pl_mesh_cache_create(&hooks);
    if (mesh->cache) return mesh;
    plump_mesh_destroy(mesh);
    return NULL;
}

void plump_mesh_destroy(plump_mesh* mesh) {
    if (!mesh) return;
    plump_allocator hooks = mesh->memory.hooks;
    pl_mesh_cache_destroy(mesh->cache);
    pl_arena_release(&mesh->memory, NULL);
    pl_free(&hooks, mesh);
}

uint32_t plump_mesh_vertex_count(const plump_mesh* mesh) {
    return mesh->vertex_count;
}

uint32_t plump_mesh_triangle_count(const plump_mesh* mesh) {
    return mesh->triangle_count;
}

uint32_t plump_mesh_part_count(const plump_mesh* mesh) {
    return mesh->part_count;
}

const float* plump_mesh_positions(const plump_mesh* mesh) {
    return mesh->positions;
}

const uint32_t* plump_mesh_indices(const plump_mesh* mesh) {
    return mesh->indices;
}

const uint32_t* plump_mesh_triangle_parts(const plump_mesh* mesh) {
    return mesh->triangle_parts;
}

uint32_t plump_mesh_part_group(const plump_mesh* mesh, uint32_t part) {
    return part < mesh->part_count ? mesh->part_groups[part] : 0;
}

bool plump_mesh_part_is_cavity(const plump_mesh* mesh, uint32_t part) {
    return part < mesh->part_count && mesh->part_volumes[part] < 0;
}

void plump_mesh_origin(const plump_mesh* mesh, double origin[3]) {
    for (int k = 0; k < 3; ++k) origin[k] = mesh->origin[k];
}

const uint32_t* plump_mesh_vertex_map(const plump_mesh* mesh, uint32_t* input_count) {
    if (input_count) *input_count = mesh->input_count;
    return mesh->vertex_map;
}

double plump_mesh_volume(const plump_mesh* mesh) {
    return mesh->volume;
}

plump_triangles plump_mesh_triangles(const plump_mesh* mesh) {
    plump_triangles t = {0};
    t.positions = mesh->positions;
    t.position_type = PLUMP_SCALAR_FLOAT32;
    t.vertex_count = mesh->vertex_count;
    t.indices = mesh->indices;
    t.index_type = PLUMP_INDEX_UINT32;
    t.triangle_count = mesh->triangle_count;
    t.groups = mesh->triangle_groups;
    plump_mesh_origin(mesh, t.origin);
    return t;
}

// What is taken out: a part with its cavities, or a piece.
typedef struct selection {
    const uint32_t* piece_of;  // per part; NULL: one part
    uint32_t number;
} selection;

static bool belongs(const plump_mesh* mesh, uint32_t candidate, const selection* chosen) {
    if (chosen->piece_of) return chosen->piece_of[candidate] == chosen->number;
    if (candidate == chosen->number) return true;
    return mesh->part_containers[candidate] == chosen->number && mesh->part_volumes[candidate] < 0;
}

// The triangles of it, with their labels. Returns how many.
static uint32_t gather(const plump_mesh* mesh, const selection* chosen, uint32_t* indices,
                       uint32_t* groups) {
    uint32_t count = 0;
    for (uint32_t f = 0; f < mesh->triangle_count; ++f) {
        if (!belongs(mesh, mesh->triangle_parts[f], chosen)) continue;
        for (size_t k = 0; k < 3; ++k)
            indices[3 * (size_t)count + k] = mesh->indices[3 * (size_t)f + k];
        if (mesh->triangle_groups) groups[count] = mesh->triangle_groups[f];
        ++count;
    }
    return count;
}

static plump_result take_out(const plump_mesh* mesh, const selection* chosen, plump_mesh** out,
                             plump_error* error) {
    pl_arena scratch = pl_arena_make(mesh->memory.hooks);
    uint32_t* indices = pl_arena_alloc(&scratch, mesh->triangle_count, 3 * sizeof *indices);
    uint32_t* groups = pl_arena_alloc(&scratch, mesh->triangle_count, sizeof *groups);
    plump_result result = PLUMP_ERROR_MEMORY;
    if (!indices || !groups) {
        pl_fail_memory(error, "making a part a mesh of its own");
    } else {
        // whole again through the intake: the part gets its own origin and loses nothing
        plump_mesh_def def = plump_default_mesh_def();
        def.triangles = plump_mesh_triangles(mesh);
        def.triangles.triangle_count = gather(mesh, chosen, indices, groups);
        def.triangles.indices = indices;
        if (mesh->triangle_groups) def.triangles.groups = groups;
        def.weld_tolerance = 0;
        def.find_intersections = false;
        def.allocator = mesh->memory.hooks;
        result = plump_mesh_create(&def, out, NULL, error);
    }
    pl_arena_release(&scratch, NULL);
    return result;
}

plump_result plump_mesh_create_piece(const plump_mesh* mesh, uint32_t piece, plump_mesh** out,
                                     plump_error* error) {
    if (!out) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the new mesh");
    *out = NULL;
    if (!mesh) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the mesh is NULL");
    const pl_pieces* pieces = pl_pieces_get(mesh, NULL);
    if (!pieces) return pl_fail_memory(error, "finding the pieces of a mesh");
    if (piece >= pieces->count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "piece %u is asked for, the mesh has %u",
                       (unsigned)piece, (unsigned)pieces->count);
    return take_out(mesh, &(selection){pieces->piece_of, piece}, out, error);
}

plump_result plump_mesh_create_part(const plump_mesh* mesh, uint32_t part, plump_mesh** out,
                                    plump_error* error) {
    if (!out) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the new mesh");
    *out = NULL;
    if (!mesh) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the mesh is NULL");
    if (part >= mesh->part_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "part %u is asked for, the mesh has %u",
                       (unsigned)part, (unsigned)mesh->part_count);
    if (plump_mesh_part_is_cavity(mesh, part))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "part %u is a cavity; ask for the part around it", (unsigned)part);
    return take_out(mesh, &(selection){NULL, part}, out, error);
}

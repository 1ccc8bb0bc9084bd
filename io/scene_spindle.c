// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Spindles of a scene file: every key is a field of plump_spindle_def.
#include "io/scene_item.h"
#include "src/base/triangles.h"

#if defined(PLUMP_HAVE_JANSSON)

static plump_result read_path(const pl_scene_reader* reader, const pl_item* list,
                              plump_spindle_def* def) {
    const pl_key* key = pl_table_find(&pl_table_spindle, "path");
    size_t count;
    plump_result result = pl_item_list(reader, list, reader->limits->entries, &count);
    if (result != PLUMP_OK || !list->json) return result;
    double* points = pl_arena_alloc(reader->arena, count + 1, 3 * sizeof *points);
    if (!points) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = pl_item_element(list, i);
        result = pl_item_numbers(reader, &element, key, false, 3, points + 3 * i);
    }
    def->path = points;
    def->path_count = (uint32_t)count;
    return result;
}

plump_result pl_scene_spindle(const pl_scene_reader* reader, const pl_item* item,
                              plump_mesh** mesh) {
    plump_spindle_def def = plump_default_spindle_def();
    pl_item path = pl_item_member(item, "path");
    plump_result result = pl_item_read(reader, item, &pl_table_spindle, &def);
    if (result == PLUMP_OK) result = read_path(reader, &path, &def);
    if (result != PLUMP_OK) return result;
    def.allocator = reader->scene->hooks;
    plump_error error;
    result = plump_spindle_create(&def, mesh, &error);
    if (result == PLUMP_ERROR_ARGUMENT) result = PLUMP_ERROR_DATA;  // the file's, not the caller's
    return result == PLUMP_OK ? PLUMP_OK : pl_item_fail(reader, item, result, "%s", error.text);
}

// --- several in one mesh ---

#define SPINDLES_MOST 64

typedef struct heap {
    double* positions;
    uint32_t* indices;
    uint32_t vertex_count, triangle_count;
} heap;

static void add_to_heap(heap* all, const plump_mesh* mesh) {
    const float* x = plump_mesh_positions(mesh);
    const uint32_t* corner = plump_mesh_indices(mesh);
    uint32_t vertices = plump_mesh_vertex_count(mesh), triangles = plump_mesh_triangle_count(mesh);
    double origin[3];
    plump_mesh_origin(mesh, origin);
    for (size_t i = 0; i < 3 * (size_t)vertices; ++i)
        all->positions[3 * (size_t)all->vertex_count + i] = origin[i % 3] + (double)x[i];
    for (size_t i = 0; i < 3 * (size_t)triangles; ++i)
        all->indices[3 * (size_t)all->triangle_count + i] = all->vertex_count + corner[i];
    all->vertex_count += vertices;
    all->triangle_count += triangles;
}

static plump_result join(pl_scene_reader* reader, const pl_item* list, plump_mesh* const* parts,
                         size_t count, plump_mesh** mesh) {
    size_t vertices = 0, triangles = 0;
    for (size_t i = 0; i < count; ++i) {
        vertices += plump_mesh_vertex_count(parts[i]);
        triangles += plump_mesh_triangle_count(parts[i]);
    }
    heap all = {pl_arena_alloc(&reader->scratch, vertices, 3 * sizeof(double)),
                pl_arena_alloc(&reader->scratch, triangles, 3 * sizeof(uint32_t)), 0, 0};
    if (!all.positions || !all.indices) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count; ++i) add_to_heap(&all, parts[i]);
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles =
        pl_triangles_wide(all.positions, all.vertex_count, all.indices, all.triangle_count);
    def.weld_tolerance = 0;
    def.find_intersections = false;  // they may stick in each other
    def.allocator = reader->scene->hooks;
    plump_error error;
    plump_result result = plump_mesh_create(&def, mesh, NULL, &error);
    return result == PLUMP_OK ? PLUMP_OK : pl_item_fail(reader, list, result, "%s", error.text);
}

plump_result pl_scene_spindles(pl_scene_reader* reader, const pl_item* list, plump_mesh** mesh) {
    plump_mesh* parts[SPINDLES_MOST] = {NULL};
    size_t count;
    plump_result result = pl_item_list(reader, list, SPINDLES_MOST, &count);
    if (result == PLUMP_OK && count == 0)
        result = PL_ITEM_BAD(reader, list, "it is empty; it needs at least one");
    for (size_t i = 0; result == PLUMP_OK && i < count; ++i) {
        pl_item element = pl_item_element(list, i);
        result = pl_scene_spindle(reader, &element, &parts[i]);
    }
    if (result == PLUMP_OK) result = join(reader, list, parts, count, mesh);
    for (size_t i = 0; i < SPINDLES_MOST; ++i) plump_mesh_destroy(parts[i]);
    return result;
}

#endif

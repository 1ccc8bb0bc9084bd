// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Meshes of bodies brought to a size and to a number of vertices, whatever the file has.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

// --- size ---

// The file's own vertices stay in their order, so that selections by number mean the same.
// Soups have tight positions in double. False: out of memory.
static bool scale_soup(pl_arena* arena, double factor, plump_triangles* triangles) {
    size_t count = 3 * (size_t)triangles->vertex_count;
    const double* given = triangles->positions;
    double* scaled = pl_arena_alloc(arena, count, sizeof *scaled);
    for (size_t i = 0; scaled && i < count; ++i)
        scaled[i] = (given[i] + triangles->origin[i % 3]) * factor;
    triangles->positions = scaled;
    memset(triangles->origin, 0, sizeof triangles->origin);
    return scaled != NULL;
}

static double longest_side(const plump_mesh_report* report) {
    double side = 0;
    for (int k = 0; k < 3; ++k) side = fmax(side, report->bounds_max[k] - report->bounds_min[k]);
    return side;
}

plump_result pl_scene_fit_mesh(pl_scene_reader* reader, const pl_item* item, const char* file,
                               const plump_mesh_def* like, const plump_mesh_report* report,
                               double size, pl_source* source) {
    plump_read_def read = plump_default_read_def();
    plump_mesh_def def = *like;
    plump_mesh* scaled = NULL;
    plump_soup* soup = NULL;
    plump_error error;
    read.allocator = like->allocator;
    def.find_intersections = false;  // looked for before
    source->factor = size / longest_side(report);
    void* mark = pl_arena_mark(&reader->scratch);
    plump_result result = plump_file_read(file, &read, &soup, &error);
    if (result == PLUMP_OK) {
        def.triangles = plump_soup_triangles(soup);
        if (!scale_soup(&reader->scratch, source->factor, &def.triangles))
            result = pl_fail_memory(&error, "bringing a mesh to its size");
    }
    if (result == PLUMP_OK) result = plump_mesh_create(&def, &scaled, NULL, &error);
    plump_soup_destroy(soup);
    pl_arena_release(&reader->scratch, mark);
    if (result != PLUMP_OK) return pl_item_fail(reader, item, result, "%s", error.text);
    plump_mesh_destroy(source->mesh);
    source->mesh = scaled;
    return PLUMP_OK;
}

plump_result pl_scene_scale_detail(const pl_scene_reader* reader, double factor,
                                   plump_triangles* triangles) {
    if (factor == 1 || triangles->vertex_count == 0) return PLUMP_OK;
    return scale_soup(reader->arena, factor, triangles) ? PLUMP_OK : pl_scene_fail_memory(reader);
}

// --- number of vertices ---

plump_result pl_scene_coarsen(pl_scene_reader* reader, const pl_item* item, uint32_t wish,
                              pl_source* source) {
    plump_simplify_def def = plump_default_simplify_def();
    plump_mesh* coarse = NULL;
    plump_error error;
    if (wish == 0 || plump_mesh_vertex_count(source->mesh) <= wish) return PLUMP_OK;
    def.mesh = source->mesh;
    def.vertex_count = wish;
    def.allocator = reader->scene->hooks;
    plump_result result = plump_mesh_simplify(&def, &coarse, NULL, &error);
    pl_item place = pl_item_member(item, "coarse");
    if (result != PLUMP_OK) return pl_item_fail(reader, &place, result, "%s", error.text);
    source->fine = source->mesh;
    source->mesh = coarse;
    return PLUMP_OK;
}

#endif

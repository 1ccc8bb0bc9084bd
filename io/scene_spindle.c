// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Spindles of a scene file: every key is a field of plump_spindle_def.
#include "io/scene_item.h"

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
    return result == PLUMP_OK ? PLUMP_OK : pl_item_fail(reader, item, result, "%s", error.text);
}

#endif

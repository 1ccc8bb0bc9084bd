// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// One mesh, several bodies: pieces of it that can move apart (plump_mesh_find_pieces) become bodies
// of their own. What is in something else, or cuts it, stays with it.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

// More than these stay together unless the file says so. Bodies of their own are faster than one
// that meets itself (125 balls of 92 vertices that fall on each other: 491 ms a step, 1570
// together) and do not draw each other along; but each has a name, a row and a place in every list.
#define PIECES_AUTO 256

// What counts the vertices or bodies of one mesh.
static const char* whole_key(const pl_item* item) {
    static const char* const keys[] = {"count", "grid",    "random", "pins",
                                       "paint", "muscles", "detail"};
    for (size_t i = 0; i < PL_COUNT(keys); ++i)
        if (json_object_get(item->json, keys[i])) return keys[i];
    return NULL;
}

plump_result pl_scene_count_pieces(pl_scene_reader* reader, const pl_item* item,
                                   const pl_raw_body* raw, uint32_t* count) {
    *count = 1;
    if (raw->parts == PL_PARTS_TOGETHER) return PLUMP_OK;
    const char* other = raw->source.coarse > 0 ? "coarse" : whole_key(item);
    pl_item place = pl_item_member(item, "parts");
    if (other && raw->parts == PL_PARTS_SPLIT)
        return PL_ITEM_BAD(reader, &place,
                           "\"split\" does not go with '%s', which is about one mesh; give every "
                           "piece a file of its own ('plump check --split')",
                           other);
    if (other) return PLUMP_OK;
    pl_source source = {0};
    plump_result result = pl_scene_body_mesh(reader, item, &raw->source, &source);
    if (result != PLUMP_OK) return result;
    plump_error error;
    uint32_t pieces;
    result = plump_mesh_find_pieces(source.mesh, &pieces, NULL, 0, &error);
    if (result != PLUMP_OK) return pl_item_fail(reader, &place, result, "%s", error.text);
    if (raw->parts == PL_PARTS_SPLIT || pieces <= PIECES_AUTO) *count = pieces;
    return PLUMP_OK;
}

plump_result pl_scene_split(pl_scene_reader* reader, const pl_item* item, pl_plan_body* bodies,
                            uint32_t count) {
    const plump_mesh* whole = bodies[0].def.mesh;
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; count > 1 && i < count && result == PLUMP_OK; ++i)
        result = pl_scene_piece(reader, item, whole, i, &bodies[i].def.mesh);
    return result;
}

#endif

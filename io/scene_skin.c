// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Skins of a scene file: which bodies and obstacles lie below, and where the mesh comes from.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

#define OBSTACLES_MOST 64
#define NAME_SHOWN     60

static plump_result read_bodies(const pl_scene_reader* reader, const pl_item* item,
                                pl_plan_skin* skin) {
    const char* name = json_string_value(item->json);
    if (name && strcmp(name, "none") == 0) return PLUMP_OK;
    if (json_is_array(item->json) && json_array_size(item->json) == 0)
        return PL_ITEM_BAD(reader, item,
                           "it is empty; name a body, or \"all\", or \"none\" for a skin over "
                           "obstacles alone");
    return pl_scene_who(reader, item, &skin->who);
}

// Told here, where its line is known.
static plump_result check_inside(const pl_scene_reader* reader, const pl_item* item,
                                 uint32_t obstacle) {
    const plump_obstacle_def* def = &reader->scene->plan.obstacles[obstacle].def;
    const char* what = def->shape == PLUMP_OBSTACLE_PLANE      ? "a plane"
                       : def->shape == PLUMP_OBSTACLE_SHEET    ? "a sheet"
                       : def->shape == PLUMP_OBSTACLE_COMPOUND ? "a compound"
                       : def->hollow                           ? "hollow"
                                                               : NULL;
    if (!what) return PLUMP_OK;
    return PL_ITEM_BAD(reader, item,
                       "'%.*s' is %s; a skin lies over what has an inside, such as a mesh, a "
                       "capsule or a bone",
                       NAME_SHOWN, json_string_value(item->json), what);
}

static plump_result read_obstacles(const pl_scene_reader* reader, const pl_item* item,
                                   pl_plan_skin* skin) {
    bool is_list = json_is_array(item->json);
    size_t count = 1;
    plump_result result = PLUMP_OK;
    if (!item->json) return PLUMP_OK;
    if (is_list) result = pl_item_list(reader, item, OBSTACLES_MOST, &count);
    if (result != PLUMP_OK) return result;
    uint32_t* found = pl_arena_alloc(reader->arena, count + 1, sizeof *found);
    if (!found) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = is_list ? pl_item_element(item, i) : *item;
        const char* name = NULL;
        result = pl_item_text(reader, &element, &name);
        if (result == PLUMP_OK) result = pl_scene_find_obstacle(reader, &element, name, &found[i]);
        if (result == PLUMP_OK) result = check_inside(reader, &element, found[i]);
    }
    skin->obstacles = found;
    skin->obstacle_count = (uint32_t)count;
    return result;
}

static plump_result read_mesh(pl_scene_reader* reader, const pl_item* item, pl_plan_skin* skin) {
    static const char* const keys[] = {"mesh", "wrap", NULL};
    uint32_t which;
    plump_result result = pl_item_one_of(reader, item, keys, &which);
    if (result != PLUMP_OK) return result;
    if (which == 0) {
        pl_raw_source source = {.mesh = skin->file};
        return pl_scene_mesh(reader, item, "shape", &source, &skin->mesh);
    }
    pl_item wrap = pl_item_member(item, "wrap");
    skin->wrap = plump_default_wrap_def();
    return pl_item_read(reader, &wrap, &pl_table_wrap, &skin->wrap);
}

static plump_result read_skin(pl_scene_reader* reader, const pl_item* item, pl_plan_skin* skin) {
    pl_item bodies = pl_item_member(item, "bodies"), obstacles = pl_item_member(item, "obstacles");
    plump_result result = pl_item_read(reader, item, &pl_table_skin, skin);
    if (result == PLUMP_OK) result = read_bodies(reader, &bodies, skin);
    if (result == PLUMP_OK) result = read_obstacles(reader, &obstacles, skin);
    if (result == PLUMP_OK) result = read_mesh(reader, item, skin);
    return result;
}

plump_result pl_scene_skins(pl_scene_reader* reader, const pl_item* list) {
    pl_plan* plan = &reader->scene->plan;
    size_t count;
    plump_result result = pl_item_list(reader, list, reader->limits->entries / 1000, &count);
    if (result != PLUMP_OK || count == 0) return result;
    plan->skins = pl_arena_alloc_zero(reader->arena, count, sizeof *plan->skins);
    if (!plan->skins) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && pl_scene_goes_on(reader, result); ++i) {
        pl_item item = pl_item_element(list, i);
        pl_plan_skin* skin = &plan->skins[plan->skin_count];
        result = read_skin(reader, &item, skin);
        if (skin->visible) ++plan->skin_count;
    }
    return result;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What pushes a character: obstacles, and characters before it in the list.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include "src/base/spelling.h"

#include <string.h>

#define NAME_SHOWN 60

// --- obstacles ---

static const char* unfit_reason(const plump_obstacle_def* def) {
    if (def->hollow) return "hollow";
    if (def->trigger) return "a trigger";
    if (def->shape == PLUMP_OBSTACLE_COMPOUND) return "a compound";
    return def->shape == PLUMP_OBSTACLE_SHEET ? "a sheet" : NULL;
}

// Of all obstacles those that can push and meet anything at all.
static uint32_t take_all(const pl_plan* plan, uint32_t* found) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->obstacle_count; ++i) {
        const plump_obstacle_def* def = &plan->obstacles[i].def;
        if (!unfit_reason(def) && def->collides_with) found[count++] = i;
    }
    return count;
}

static plump_result find_obstacle(const pl_scene_reader* reader, const pl_item* item,
                                  uint32_t* obstacle) {
    if (!json_is_string(item->json)) return pl_item_fail_type(reader, item, "an obstacle's name");
    const char* name = json_string_value(item->json);
    plump_result result = pl_scene_find_obstacle(reader, item, name, obstacle);
    if (result != PLUMP_OK) return result;
    const char* reason = unfit_reason(&reader->scene->plan.obstacles[*obstacle].def);
    if (!reason) return PLUMP_OK;
    return PL_ITEM_BAD(reader, item,
                       "'%.*s' is %s; a character is pushed out of what has an inside, such as a "
                       "sphere, a box, a hull or a mesh",
                       NAME_SHOWN, name, reason);
}

static bool is_word(const pl_item* item, const char* word) {
    return json_is_string(item->json) && strcmp(json_string_value(item->json), word) == 0;
}

static plump_result read_obstacles(const pl_scene_reader* reader, const pl_item* item,
                                   pl_plan_character* character) {
    const pl_plan* plan = &reader->scene->plan;
    bool is_list = json_is_array(item->json), is_all = is_word(item, "all");
    size_t count = 1;
    plump_result result = PLUMP_OK;
    if (!item->json || is_word(item, "none")) return PLUMP_OK;
    if (is_list) result = pl_item_list(reader, item, reader->limits->obstacles, &count);
    if (result != PLUMP_OK) return result;
    uint32_t* found =
        pl_arena_alloc(reader->arena, is_all ? plan->obstacle_count : count, sizeof *found);
    if (!found) return pl_scene_fail_memory(reader);
    if (is_all) count = take_all(plan, found);
    for (size_t i = 0; !is_all && i < count && result == PLUMP_OK; ++i) {
        pl_item element = is_list ? pl_item_element(item, i) : *item;
        result = find_obstacle(reader, &element, &found[i]);
        for (size_t k = 0; k < i && result == PLUMP_OK; ++k) {
            if (found[k] == found[i]) result = PL_ITEM_BAD(reader, &element, "it is named twice");
        }
    }
    character->obstacles = found;
    character->obstacle_count = (uint32_t)count;
    return result;
}

// --- characters ---

// `list` is the whole list of characters, for those that come later.
static plump_result fail_meet(const pl_scene_reader* reader, const pl_item* item,
                              const pl_item* list, const char* self) {
    const pl_plan* plan = &reader->scene->plan;
    const char* name = json_string_value(item->json);
    pl_nearest nearest = {.wrong = name};
    if (strcmp(name, self) == 0) return PL_ITEM_BAD(reader, item, "it cannot meet itself");
    for (size_t i = plan->character_count; i < json_array_size(list->json); ++i) {
        json_t* later = json_object_get(json_array_get(list->json, i), "name");
        if (json_is_string(later) && strcmp(json_string_value(later), name) == 0)
            return PL_ITEM_BAD(reader, item,
                               "'%.*s' comes later in the list; let it meet this one instead",
                               NAME_SHOWN, name);
    }
    for (uint32_t i = 0; i < plan->character_count; ++i)
        if (plan->characters[i].name[0]) pl_nearest_try(&nearest, plan->characters[i].name);
    const char* best = pl_nearest_proposal(&nearest);
    if (best)
        return PL_ITEM_BAD(reader, item, "there is no character '%.*s'; did you mean '%s'?",
                           NAME_SHOWN, name, best);
    return PL_ITEM_BAD(reader, item, "there is no character '%.*s' before this one", NAME_SHOWN,
                       name);
}

static plump_result find_met(const pl_scene_reader* reader, const pl_item* item,
                             const pl_item* list, const char* self, uint32_t* met) {
    const pl_plan* plan = &reader->scene->plan;
    if (!json_is_string(item->json)) return pl_item_fail_type(reader, item, "a character's name");
    for (uint32_t i = 0; i < plan->character_count; ++i) {
        if (strcmp(plan->characters[i].name, json_string_value(item->json)) != 0) continue;
        *met = i;
        return PLUMP_OK;
    }
    return fail_meet(reader, item, list, self);
}

static plump_result read_meets(const pl_scene_reader* reader, const pl_item* item,
                               const pl_item* list, pl_plan_character* character) {
    bool is_list = json_is_array(item->json);
    size_t count = 1;
    plump_result result = PLUMP_OK;
    if (!item->json) return PLUMP_OK;
    if (is_list) result = pl_item_list(reader, item, PL_PLAN_CHARACTERS_MOST, &count);
    if (result != PLUMP_OK) return result;
    uint32_t* meets = pl_arena_alloc(reader->arena, count, sizeof *meets);
    if (!meets) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = is_list ? pl_item_element(item, i) : *item;
        result = find_met(reader, &element, list, character->name, &meets[i]);
        for (size_t k = 0; k < i && result == PLUMP_OK; ++k) {
            if (meets[k] == meets[i]) result = PL_ITEM_BAD(reader, &element, "it is named twice");
        }
    }
    character->meets = meets;
    character->meet_count = (uint32_t)count;
    return result;
}

plump_result pl_scene_pushes(const pl_scene_reader* reader, const pl_item* list,
                             const pl_item* item, pl_plan_character* character) {
    pl_item obstacles = pl_item_member(item, "obstacles"), meets = pl_item_member(item, "meets");
    plump_result result = read_obstacles(reader, &obstacles, character);
    return result == PLUMP_OK ? read_meets(reader, &meets, list, character) : result;
}

#endif

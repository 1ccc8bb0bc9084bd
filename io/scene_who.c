// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which bodies a name means: "all", an entry of the file, or one of its bodies ("ducks.3").
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include "src/base/spelling.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SHOWN 60

static plump_result fail_unknown(const pl_scene_reader* reader, const pl_item* item,
                                 const char* name) {
    const pl_plan* plan = &reader->scene->plan;
    pl_nearest nearest = {.wrong = name};
    for (uint32_t i = 0; i < plan->group_count; ++i) pl_nearest_try(&nearest, plan->groups[i].name);
    const char* best = pl_nearest_proposal(&nearest);
    if (best)
        return PL_ITEM_BAD(reader, item, "there is no body '%.*s'; did you mean '%s'?", NAME_SHOWN,
                           name, best);
    if (!nearest.name)
        return PL_ITEM_BAD(reader, item, "there is no body '%.*s'%s", NAME_SHOWN, name,
                           json_object_get(reader->root, "bodies") ? "" : "; the scene has none");
    return PL_ITEM_BAD(reader, item, "there is no body '%.*s'; the first is '%s'", NAME_SHOWN, name,
                       plan->groups[0].name);
}

// The number behind the point; UINT32_MAX: that is none.
static uint32_t number_behind(const char* point) {
    uint32_t number = 0;
    size_t length = strlen(point + 1);
    if (length == 0 || length > 8) return UINT32_MAX;
    for (const char* c = point + 1; *c; ++c) {
        if (*c < '0' || *c > '9') return UINT32_MAX;
        number = number * 10 + (uint32_t)(*c - '0');
    }
    return number;
}

plump_result pl_scene_find_bodies(const pl_scene_reader* reader, const pl_item* item,
                                  const char* name, pl_plan_range* range) {
    const pl_plan* plan = &reader->scene->plan;
    const char* point = strchr(name, '.');
    size_t length = point ? (size_t)(point - name) : strlen(name);
    uint32_t index = pl_scene_find_name(reader->group_names, plan->group_count, name, length);
    if (index == PL_PLAN_NONE && pl_scene_is_named(reader, "bodies", name, length))
        return PLUMP_ERROR_DATA;
    if (index == PL_PLAN_NONE) return fail_unknown(reader, item, name);
    const pl_plan_group* group = &plan->groups[index];
    *range = (pl_plan_range){group->first, group->count};
    if (!point) return PLUMP_OK;
    uint32_t number = number_behind(point);
    if (number >= group->count)
        return PL_ITEM_BAD(reader, item, "'%.*s' is not there; '%s' has %u, from 0", NAME_SHOWN,
                           name, group->name, (unsigned)group->count);
    *range = (pl_plan_range){group->first + number, 1};
    return PLUMP_OK;
}

static int compare_ranges(const void* a, const void* b) {
    const pl_plan_range *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

// Rising, and each body once.
static void sort_ranges(pl_plan_range* ranges, uint32_t* count) {
    if (*count > 1) qsort(ranges, *count, sizeof *ranges, compare_ranges);
    uint32_t used = 0;
    for (uint32_t i = 0; i < *count; ++i) {
        uint32_t end = ranges[i].first + ranges[i].count;
        uint32_t before = used ? ranges[used - 1].first + ranges[used - 1].count : 0;
        if (used && ranges[i].first <= before) {
            if (end > before) ranges[used - 1].count = end - ranges[used - 1].first;
        } else {
            ranges[used++] = ranges[i];
        }
    }
    *count = used;
}

static plump_result find_named(const pl_scene_reader* reader, const pl_item* item,
                               pl_plan_range* range) {
    if (!json_is_string(item->json)) return pl_item_fail_type(reader, item, "a body's name");
    const char* name = json_string_value(item->json);
    *range = (pl_plan_range){0, reader->scene->plan.body_count};
    if (strcmp(name, "all") == 0) return PLUMP_OK;
    return pl_scene_find_bodies(reader, item, name, range);
}

plump_result pl_scene_who(const pl_scene_reader* reader, const pl_item* item, pl_plan_who* who) {
    bool is_list = json_is_array(item->json);
    size_t count = 1;
    plump_result result = PLUMP_OK;
    if (is_list) result = pl_item_list(reader, item, 1000, &count);
    if (result == PLUMP_OK && count == 0)
        result = PL_ITEM_BAD(reader, item, "it is empty; name a body, or \"all\"");
    if (result != PLUMP_OK) return result;
    pl_plan_range* ranges = pl_arena_alloc(reader->arena, count, sizeof *ranges);
    if (!ranges) return pl_scene_fail_memory(reader);
    ranges[0] = (pl_plan_range){0, reader->scene->plan.body_count};
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = is_list ? pl_item_element(item, i) : *item;
        if (element.json) result = find_named(reader, &element, &ranges[i]);
    }
    *who = (pl_plan_who){ranges, (uint32_t)count};
    if (result == PLUMP_OK) sort_ranges(ranges, &who->count);
    return result;
}

#endif

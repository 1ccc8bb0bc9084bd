// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Keys over time: motions of obstacles, pins and points, and curves of numbers.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

static plump_result check_times(const pl_scene_reader* reader, const pl_item* element,
                                double before, double time) {
    if (element->index == 0 || time > before) return PLUMP_OK;
    return PL_ITEM_BAD(reader, element, "its time %g is not after that of the key before, %g", time,
                       before);
}

static plump_result check_loop(const pl_scene_reader* reader, const pl_item* item, bool loop,
                               size_t count) {
    pl_item keys = pl_item_member(item, "keys");
    if (count == 0) return PL_ITEM_BAD(reader, &keys, "it is empty; at least one key is needed");
    if (!loop || count > 1) return PLUMP_OK;
    pl_item place = pl_item_member(item, "loop");
    return PL_ITEM_BAD(reader, &place, "a loop needs at least two keys");
}

// What a key leaves out stays as it was.
static plump_result read_key(const pl_scene_reader* reader, const pl_item* element,
                             const pl_table* table, const pl_plan_motion* motion,
                             pl_plan_key* keys) {
    pl_plan_key* key = &keys[element->index];
    double before = 0;
    if (element->index > 0) {
        *key = keys[element->index - 1];
        before = key->time;
    }
    plump_result result = pl_item_read(reader, element, table, key);
    if (result == PLUMP_OK) result = check_times(reader, element, before, key->time);
    pl_item rotation = pl_item_member(element, "rotation");
    if (result == PLUMP_OK && rotation.json && motion->turns)
        result = PL_ITEM_BAD(reader, &rotation,
                             "other keys have 'degrees'; a motion has either all its rotations as "
                             "'degrees' about its axis or none");
    return result;
}

static bool has_degrees(const pl_item* keys, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (json_object_get(json_array_get(keys->json, i), "degrees")) return true;
    }
    return false;
}

plump_result pl_scene_motion(pl_scene_reader* reader, const pl_item* item, const pl_table* table,
                             const double position[3], const float rotation[4],
                             pl_plan_motion* motion) {
    if (!item->json) return PLUMP_OK;
    size_t count = 0;
    pl_item keys = pl_item_member(item, "keys"), axis = pl_item_member(item, "axis");
    const pl_table* key_table = pl_table_find(table, "keys")->child;
    plump_result result = pl_item_read(reader, item, table, motion);
    if (result == PLUMP_OK && pl_table_find(table, "axis"))
        result = pl_item_unit(reader, &axis, motion->axis);
    if (result == PLUMP_OK) result = pl_item_list(reader, &keys, reader->limits->entries, &count);
    if (result == PLUMP_OK) result = check_loop(reader, item, motion->loop, count);
    if (result != PLUMP_OK) return result;
    pl_plan_key* list = pl_arena_alloc_zero(reader->arena, count, sizeof *list);
    if (!list) return pl_scene_fail_memory(reader);
    memcpy(list[0].position, position, sizeof list[0].position);
    memcpy(list[0].rotation, rotation, sizeof list[0].rotation);
    motion->turns = has_degrees(&keys, count);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = pl_item_element(&keys, i);
        result = read_key(reader, &element, key_table, motion, list);
    }
    motion->keys = list;
    motion->count = (uint32_t)count;
    return result;
}

static plump_result read_pair(const pl_scene_reader* reader, const pl_item* element,
                              const pl_key* key, double* times, double* values) {
    static const pl_key any = {.least = -1e300, .most = 1e300};
    const pl_key* time_key = pl_table_find(&pl_table_event, "time");
    double pair[2] = {0};
    size_t i = element->index;
    plump_result result = pl_item_numbers(reader, element, &any, false, 2, pair);
    pl_item time = pl_item_element(element, 0), value = pl_item_element(element, 1);
    if (result == PLUMP_OK) result = pl_item_number(reader, &time, time_key, false, &times[i]);
    if (result == PLUMP_OK) result = pl_item_number(reader, &value, key, false, &values[i]);
    if (result == PLUMP_OK && i > 0) result = check_times(reader, element, times[i - 1], times[i]);
    return result;
}

static plump_result read_curve(const pl_scene_reader* reader, const pl_item* item,
                               const pl_key* key, double* times, double* values, size_t count) {
    pl_item keys = pl_item_member(item, "keys");
    plump_result result = PLUMP_OK;
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = pl_item_element(&keys, i);
        result = read_pair(reader, &element, key, times, values);
    }
    return result;
}

plump_result pl_scene_curve(pl_scene_reader* reader, const pl_item* item, const pl_key* key,
                            pl_plan_curve* curve) {
    bool is_object = json_is_object(item->json);
    size_t count = 1;
    plump_result result = PLUMP_OK;
    if (is_object) {
        pl_item keys = pl_item_member(item, "keys");
        result = pl_item_read(reader, item, &pl_table_curve, curve);
        if (result == PLUMP_OK)
            result = pl_item_list(reader, &keys, reader->limits->entries, &count);
        if (result == PLUMP_OK) result = check_loop(reader, item, curve->loop, count);
    } else if (!json_is_number(item->json)) {
        result = pl_item_fail_type(reader, item, "a number or an object with keys over time");
    }
    if (result != PLUMP_OK) return result;
    double* times = pl_arena_alloc_zero(reader->arena, count, sizeof *times);
    double* values = pl_arena_alloc_zero(reader->arena, count, sizeof *values);
    if (!times || !values) return pl_scene_fail_memory(reader);
    *curve = (pl_plan_curve){times, values, (uint32_t)count, curve->smooth, curve->loop};
    if (is_object) return read_curve(reader, item, key, times, values, count);
    return pl_item_number(reader, item, key, false, values);
}

#endif

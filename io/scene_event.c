// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Forces over time, and what happens when.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A key that says something only of some kinds.
typedef struct {
    const char* key;
    unsigned kinds;
} kind_key;

static plump_result check_kind(const pl_scene_reader* reader, const pl_item* item,
                               const kind_key* keys, size_t count, uint32_t kind,
                               const char* kind_name) {
    for (size_t i = 0; i < count; ++i) {
        pl_item member = pl_item_member(item, keys[i].key);
        if (!member.json || (keys[i].kinds >> kind & 1)) continue;
        return PL_ITEM_BAD(reader, &member, "'%s' has no such key", kind_name);
    }
    return PLUMP_OK;
}

// --- forces ---

#define FIELD(kind) (1u << PL_PLAN_##kind)
#define FIELDS_MOST 64  // as many as a run can apply to one body

static const kind_key field_keys[] = {
    {"direction", FIELD(GRAVITY) | FIELD(WIND) | FIELD(VORTEX)},
    {"centre", FIELD(POINT) | FIELD(VORTEX)},
    {"radius", FIELD(POINT) | FIELD(VORTEX)},
    {"box", FIELD(WIND) | FIELD(POINT) | FIELD(VORTEX)},
    {"bodies", FIELD(WIND) | FIELD(POINT) | FIELD(VORTEX)},
};

static plump_result read_box(const pl_scene_reader* reader, const pl_item* item,
                             pl_plan_field* field) {
    pl_item box = pl_item_member(item, "box");
    if (!box.json) return PLUMP_OK;
    pl_raw_box raw = {0};
    plump_result result = pl_item_box(reader, &box, &raw);
    if (result != PLUMP_OK) return result;
    field->box_given = true;
    memcpy(field->box_min, raw.min, sizeof field->box_min);
    memcpy(field->box_max, raw.max, sizeof field->box_max);
    return PLUMP_OK;
}

static plump_result read_field(pl_scene_reader* reader, const pl_item* item, pl_plan_field* field) {
    static const double usual[PL_PLAN_FIELD_KIND_COUNT][3] = {
        {0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}};
    const pl_key* kinds = pl_table_find(&pl_table_field, "kind");
    const pl_key* strengths = pl_table_find(&pl_table_field, "strength");
    pl_raw_field raw = {.until = HUGE_VAL};
    pl_item strength = pl_item_member(item, "strength"), who = pl_item_member(item, "bodies");
    pl_item direction = pl_item_member(item, "direction");
    plump_result result = pl_item_read(reader, item, &pl_table_field, &raw);
    pl_item until = pl_item_member(item, "until");
    if (result == PLUMP_OK && raw.until <= raw.from)
        result = PL_ITEM_BAD(reader, &until, "it is %g, not after 'from', %g", raw.until, raw.from);
    if (result == PLUMP_OK)
        result = check_kind(reader, item, field_keys, PL_COUNT(field_keys), raw.kind,
                            kinds->choice(raw.kind));
    if (result != PLUMP_OK) return result;
    field->kind = (pl_plan_field_kind)raw.kind;
    field->radius = raw.radius;
    field->from = raw.from;
    field->until = raw.until;
    memcpy(field->centre, raw.centre, sizeof field->centre);
    memcpy(field->direction, direction.json ? raw.direction : usual[raw.kind],
           sizeof field->direction);
    result = pl_item_unit(reader, &direction, field->direction);
    if (result == PLUMP_OK) result = pl_scene_curve(reader, &strength, strengths, &field->strength);
    if (result == PLUMP_OK) result = read_box(reader, item, field);
    if (result == PLUMP_OK) result = pl_scene_who(reader, &who, &field->who);
    return result;
}

plump_result pl_scene_fields_over_time(pl_scene_reader* reader, const pl_item* list) {
    pl_plan* plan = &reader->scene->plan;
    size_t count;
    plump_result result = pl_item_list(reader, list, FIELDS_MOST, &count);
    if (result != PLUMP_OK) return result;
    plan->fields = pl_arena_alloc_zero(reader->arena, count, sizeof *plan->fields);
    if (!plan->fields) return pl_scene_fail_memory(reader);
    plan->field_count = (uint32_t)count;
    for (size_t i = 0; i < count && pl_scene_goes_on(reader, result); ++i) {
        pl_item item = pl_item_element(list, i);
        result = read_field(reader, &item, &plan->fields[i]);
    }
    return result;
}

// --- events ---

static const kind_key event_keys[] = {
    {"what", 1u << PL_PLAN_RELEASE},
    {"values", 1u << PL_PLAN_SET},
    {"impulse", 1u << PL_PLAN_IMPULSE},
};

static plump_result check_needed(const pl_scene_reader* reader, const pl_item* item,
                                 uint32_t kind) {
    const char* needed = kind == PL_PLAN_SET       ? "values"
                         : kind == PL_PLAN_IMPULSE ? "impulse"
                                                   : NULL;
    if (!needed || json_object_get(item->json, needed)) return PLUMP_OK;
    return PL_ITEM_BAD(reader, item, "the key '%s' is missing", needed);
}

static plump_result read_event(pl_scene_reader* reader, const pl_item* item, pl_plan_event* event) {
    const pl_key* kinds = pl_table_find(&pl_table_event, "do");
    pl_raw_event raw = {0};
    pl_item who = pl_item_member(item, "bodies"), values = pl_item_member(item, "values");
    plump_result result = pl_item_read(reader, item, &pl_table_event, &raw);
    if (result == PLUMP_OK)
        result = check_kind(reader, item, event_keys, PL_COUNT(event_keys), raw.act,
                            kinds->choice(raw.act));
    if (result == PLUMP_OK) result = check_needed(reader, item, raw.act);
    if (result == PLUMP_OK) result = pl_scene_who(reader, &who, &event->who);
    if (result == PLUMP_OK && values.json)
        result = pl_scene_values(reader, &values, &event->sets, &event->set_count);
    event->time = raw.time;
    event->kind = (pl_plan_event_kind)raw.act;
    event->pins = raw.what != 2;
    event->attachments = raw.what != 1;
    memcpy(event->impulse, raw.impulse, sizeof event->impulse);
    return result;
}

typedef struct {
    double time;
    size_t index;
} turn;

static int compare_turns(const void* a, const void* b) {
    const turn *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

// By time, and in the file's order where that is the same.
static plump_result sort_events(const pl_scene_reader* reader, const pl_plan_event* events,
                                size_t count) {
    pl_plan* plan = &reader->scene->plan;
    pl_plan_event* sorted = pl_arena_alloc(reader->arena, count, sizeof *sorted);
    turn* turns = pl_arena_alloc(reader->arena, count, sizeof *turns);
    if (!sorted || !turns) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count; ++i) turns[i] = (turn){events[i].time, i};
    if (count > 1) qsort(turns, count, sizeof *turns, compare_turns);
    for (size_t i = 0; i < count; ++i) sorted[i] = events[turns[i].index];
    plan->events = sorted;
    plan->event_count = (uint32_t)count;
    return PLUMP_OK;
}

plump_result pl_scene_events(pl_scene_reader* reader, const pl_item* list) {
    size_t count;
    plump_result result = pl_item_list(reader, list, reader->limits->entries, &count);
    if (result != PLUMP_OK) return result;
    pl_plan_event* events = pl_arena_alloc_zero(reader->arena, count, sizeof *events);
    if (!events) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && pl_scene_goes_on(reader, result); ++i) {
        pl_item item = pl_item_element(list, i);
        result = read_event(reader, &item, &events[i]);
    }
    return result == PLUMP_OK ? sort_events(reader, events, count) : result;
}

#endif

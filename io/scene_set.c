// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Masses on springs by hand, in scenes and in files of their own: which bones they hang on, where
// they are tied, how they swing.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include "src/base/spelling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SHOWN 60

// --- bones by name ---

static uint32_t segment_count(const plump_character* figure) {
    plump_character_info info = {.segment_count = 1};
    if (figure) plump_character_get_info(figure, &info);
    return info.segment_count;
}

static const char* segment_name(const plump_character* figure, uint32_t index) {
    plump_character_segment segment = {.name = "whole"};
    if (figure) plump_character_get_segment(figure, index, &segment);
    return segment.name;
}

static plump_result fail_unknown(const pl_scene_reader* reader, const pl_item* item,
                                 const plump_character* figure, const char* name) {
    pl_nearest nearest = {.wrong = name};
    for (uint32_t i = 0; i < segment_count(figure); ++i)
        pl_nearest_try(&nearest, segment_name(figure, i));
    const char* best = pl_nearest_proposal(&nearest);
    if (best)
        return PL_ITEM_BAD(reader, item, "there is no joint '%.*s'; did you mean '%.*s'?",
                           NAME_SHOWN, name, NAME_SHOWN, best);
    return PL_ITEM_BAD(reader, item, "there is no joint '%.*s'; there are %u, the first is '%.*s'",
                       NAME_SHOWN, name, (unsigned)segment_count(figure), NAME_SHOWN,
                       segment_name(figure, 0));
}

plump_result pl_scene_find_segment(const pl_scene_reader* reader, const pl_item* item,
                                   const plump_character* figure, const char* name,
                                   uint32_t* segment) {
    uint32_t count = segment_count(figure), i = 0;
    while (i < count && strcmp(segment_name(figure, i), name) != 0) ++i;
    if (i == count && name[0] == '#' && name[1] >= '0' && name[1] <= '9') {
        char* end;
        unsigned long number = strtoul(name + 1, &end, 10);
        if (!*end && number < count) i = (uint32_t)number;
    }
    *segment = i;
    return i < count ? PLUMP_OK : fail_unknown(reader, item, figure, name);
}

static plump_result find_named(const pl_scene_reader* reader, const pl_item* item,
                               const plump_character* figure, uint32_t* segment) {
    if (!json_is_string(item->json)) return pl_item_fail_type(reader, item, "a joint's name");
    return pl_scene_find_segment(reader, item, figure, json_string_value(item->json), segment);
}

// --- what moves the anchor, and what it deforms ---

static plump_result read_weights(const pl_scene_reader* reader, const pl_item* item,
                                 const plump_character* figure, plump_jiggle_set* set) {
    const pl_key* key = pl_table_find(&pl_table_set, "joint");
    const char* name;
    json_t* json;
    size_t count = 0;
    double weights[PLUMP_JIGGLE_WEIGHTS] = {0}, sum = 0;
    json_object_foreach(item->json, name, json) {
        pl_item weight = {item, name, 0, json};
        if (count == PLUMP_JIGGLE_WEIGHTS)
            return PL_ITEM_BAD(reader, item, "it has more than %d joints", PLUMP_JIGGLE_WEIGHTS);
        plump_result result = pl_item_number(reader, &weight, key, false, &weights[count]);
        if (result == PLUMP_OK && !(weights[count] > 0))
            result = PL_ITEM_BAD(reader, &weight, "a weight must be above 0");
        if (result == PLUMP_OK)
            result = pl_scene_find_segment(reader, &weight, figure, name, &set->segments[count]);
        if (result != PLUMP_OK) return result;
        sum += weights[count++];
    }
    if (count == 0) return PL_ITEM_BAD(reader, item, "it is empty; name a joint");
    for (size_t k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k) set->weights[k] = (float)(weights[k] / sum);
    return PLUMP_OK;
}

// A missing one is fine where there is one bone only.
static plump_result read_joints(const pl_scene_reader* reader, const pl_item* item,
                                const plump_character* figure, plump_jiggle_set* set) {
    if (!item->json && segment_count(figure) == 1) return PLUMP_OK;
    if (!item->json)
        return PL_ITEM_BAD(reader, item->up,
                           "the key 'joint' is missing: which bone does it hang on?");
    if (json_is_object(item->json)) return read_weights(reader, item, figure, set);
    return find_named(reader, item, figure, &set->segments[0]);
}

static plump_result read_on(const pl_scene_reader* reader, const pl_item* item,
                            const plump_character* figure, plump_jiggle_set* set) {
    bool is_list = json_is_array(item->json);
    const char* word = json_string_value(item->json);
    size_t count = item->json ? 1 : 0;
    plump_result result = PLUMP_OK;
    set->on_all = word && strcmp(word, "all") == 0;
    if (set->on_all) return PLUMP_OK;
    if (is_list) result = pl_item_list(reader, item, PLUMP_JIGGLE_ON_MOST, &count);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = is_list ? pl_item_element(item, i) : *item;
        result = find_named(reader, &element, figure, &set->on[set->on_count++]);
    }
    return result;
}

// --- where it is tied ---

// As the vertex of the skin that is nearest to the anchor.
static void hang_on_skin(const plump_character* figure, plump_jiggle_set* set) {
    plump_triangles t = plump_character_triangles(figure);
    const float* positions = t.positions;
    const uint32_t* segments = plump_character_segments(figure);
    const float* weights = plump_character_weights(figure);
    double least = HUGE_VAL;
    size_t best = 0;
    for (size_t i = 0; i < t.vertex_count; ++i) {
        double square = 0;
        for (size_t k = 0; k < 3; ++k) {
            double away = (double)positions[3 * i + k] - set->anchor[k];
            square += away * away;
        }
        if (square < least) least = square, best = i;
    }
    memcpy(set->segments, segments + PLUMP_JIGGLE_WEIGHTS * best, sizeof set->segments);
    memcpy(set->weights, weights + PLUMP_JIGGLE_WEIGHTS * best, sizeof set->weights);
}

static plump_result place_anchor(const pl_scene_reader* reader, const pl_item* item,
                                 const plump_character* figure, const double at[3],
                                 plump_jiggle_set* set) {
    plump_character_segment segment;
    memcpy(set->anchor, at, sizeof set->anchor);
    if (json_object_get(item->json, "at")) return PLUMP_OK;
    if (!figure) return PL_ITEM_BAD(reader, item, "the key 'at' is missing: a body has no joints");
    plump_character_get_segment(figure, set->segments[0], &segment);
    memcpy(set->anchor, segment.position, sizeof set->anchor);
    return PLUMP_OK;
}

// --- both kinds ---

static plump_result fill_set(const pl_scene_reader* reader, const pl_item* item,
                             const plump_character* figure, const pl_raw_set* raw,
                             plump_jiggle_set* set) {
    pl_item on = pl_item_member(item, "on");
    set->radius = raw->radius;
    set->limit = raw->limit;
    plump_jiggle_set_tune(set, raw->hertz, raw->damping);
    return read_on(reader, &on, figure, set);
}

plump_result pl_scene_set(const pl_scene_reader* reader, const pl_item* item,
                          const plump_character* figure, plump_jiggle_set* set, const char** name) {
    pl_item joint = pl_item_member(item, "joint");
    pl_raw_set raw = {0};
    *set = plump_default_jiggle_set();
    plump_result result = pl_item_read(reader, item, &pl_table_set, &raw);
    if (result == PLUMP_OK) result = read_joints(reader, &joint, figure, set);
    if (result == PLUMP_OK) result = place_anchor(reader, item, figure, raw.at, set);
    if (result != PLUMP_OK) return result;
    set->mass = raw.mass;
    set->turn_hertz = raw.turn_hertz;
    set->turn_ratio = raw.turn_damping;
    set->turn_limit = raw.turn_limit;
    *name = raw.name;
    return fill_set(reader, item, figure, &raw, set);
}

plump_result pl_scene_dragger(pl_scene_reader* reader, const pl_item* item,
                              const plump_character* figure, plump_jiggle_set* set,
                              pl_plan_dragger* dragger) {
    static const double nowhere[3] = {0, 0, 0};
    static const float unturned[4] = {0, 0, 0, 1};
    pl_item joint = pl_item_member(item, "joint"), motion = pl_item_member(item, "motion"),
            until = pl_item_member(item, "until");
    pl_raw_dragger raw = {.until = HUGE_VAL};
    *set = plump_default_jiggle_set();
    plump_result result = pl_item_read(reader, item, &pl_table_dragger, &raw);
    if (result == PLUMP_OK && !(raw.until > raw.from))
        result =
            PL_ITEM_BAD(reader, &until, "it is %g s, not after 'from', %g s", raw.until, raw.from);
    if (result != PLUMP_OK) return result;
    memcpy(set->anchor, raw.set.at, sizeof set->anchor);
    if (!joint.json && figure)
        hang_on_skin(figure, set);
    else
        result = read_joints(reader, &joint, figure, set);
    if (result == PLUMP_OK) result = fill_set(reader, item, figure, &raw.set, set);
    if (result == PLUMP_OK)
        result = pl_scene_motion(reader, &motion, &pl_table_drag_motion, nowhere, unturned,
                                 &dragger->motion);
    dragger->from = raw.from;
    dragger->until = raw.until;
    return result;
}

// Twice the strength: the same mass on a spring half as stiff. The damping ratio stays.
void pl_scene_soften(plump_jiggle_set* sets, uint32_t count, double strength) {
    for (uint32_t i = 0; i < count; ++i) {
        sets[i].stiffness = (float)((double)sets[i].stiffness / strength);
        sets[i].damping = (float)((double)sets[i].damping / sqrt(strength));
    }
}

#endif

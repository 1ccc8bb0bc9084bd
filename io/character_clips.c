// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Animations become clips. Keys are checked here, once: times that grow, values that are finite, as
// many of them as the keys need; poses can then rely on it.
#include "io/character_data.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

#define CHANNEL_COST 512

// The sampler of a channel, and what it says.
typedef struct {
    pl_gltf_item item;
    pl_gltf_accessor times, values;
} sampler;

// The path of a channel's target; PL_PATH_COUNT for those of extensions.
static pl_character_path find_path(const char* name) {
    static const char* const names[PL_PATH_COUNT] = {"translation", "rotation", "scale", "weights"};
    int path = 0;
    while (path < PL_PATH_COUNT && strcmp(name, names[path]) != 0) ++path;
    return (pl_character_path)path;
}

static const pl_gltf_use* use_of(pl_character_path path) {
    static const pl_gltf_use* const uses[PL_PATH_COUNT] = {&pl_gltf_moves, &pl_gltf_turns,
                                                           &pl_gltf_scales, &pl_gltf_morphs};
    return uses[path];
}

static plump_result open_keys(pl_character_reader* r, const pl_gltf_item* item, const char* key,
                              const pl_gltf_use* use, pl_gltf_accessor* accessor) {
    pl_gltf_item target;
    bool found = false;
    size_t index;
    plump_result result = pl_gltf_follow(r->g, item, key, "accessors", &found, &index, &target);
    if (result != PLUMP_OK) return result;
    if (!found) return PL_GLTF_BAD(r->g, "%s.%s is missing", item->path, key);
    return pl_gltf_accessor_open(r->g, &target, use, accessor);
}

static plump_result read_curve(const pl_character_reader* r, const pl_gltf_item* item,
                               pl_character_curve* curve) {
    const char* name = "LINEAR";
    plump_result result = pl_gltf_text(r->g, item, "interpolation", false, &name);
    if (result != PLUMP_OK) return result;
    if (strcmp(name, "LINEAR") == 0) {
        *curve = PL_CURVE_LINEAR;
    } else if (strcmp(name, "STEP") == 0) {
        *curve = PL_CURVE_STEP;
    } else if (strcmp(name, "CUBICSPLINE") == 0) {
        *curve = PL_CURVE_CUBIC;
    } else {
        return PL_GLTF_BAD(r->g,
                           "%s.interpolation is \"%.*s\"; glTF knows LINEAR, STEP and CUBICSPLINE",
                           item->path, 32, name);
    }
    return PLUMP_OK;
}

static plump_result check_counts(const pl_character_reader* r, const sampler* s,
                                 const pl_character_channel* channel) {
    uint64_t per_key = (channel->path == PL_PATH_WEIGHTS ? channel->width : 1) *
                       (channel->curve == PL_CURVE_CUBIC ? 3u : 1u);
    if (s->times.count > INT32_MAX || per_key == 0 || s->values.count / per_key != s->times.count ||
        s->values.count % per_key != 0)
        return PL_GLTF_BAD(r->g, "%s has %llu keys and %llu values; each key needs %llu",
                           s->item.path, (unsigned long long)s->times.count,
                           (unsigned long long)s->values.count, (unsigned long long)per_key);
    return PLUMP_OK;
}

static plump_result read_times(const pl_character_reader* r, sampler* s,
                               pl_character_channel* channel) {
    double last = -1;
    for (uint32_t i = 0; i < channel->key_count; ++i) {
        double time;
        pl_gltf_accessor_numbers(&s->times, &time);
        if (!(time >= 0 && time <= 1e6) || time <= last)
            return PL_GLTF_BAD(r->g,
                               "%s: key %u is at %g s, after %g s; times must grow, from 0 "
                               "to 1e6",
                               s->item.path, (unsigned)i, time, last < 0 ? 0 : last);
        channel->times[i] = (float)time;
        last = time;
    }
    return PLUMP_OK;
}

static plump_result read_values(const pl_character_reader* r, sampler* s,
                                pl_character_channel* channel) {
    unsigned numbers = s->values.use->numbers;
    float* to = channel->values;
    for (uint64_t i = 0; i < s->values.count; ++i) {
        double value[4];
        pl_gltf_accessor_numbers(&s->values, value);
        for (unsigned k = 0; k < numbers; ++k) {
            if (!(fabs(value[k]) <= 1e30))
                return PL_GLTF_BAD(r->g, "%s: value %llu is not finite or beyond 1e30",
                                   s->item.path, (unsigned long long)i);
            *to++ = (float)value[k];
        }
    }
    return PLUMP_OK;
}

static plump_result read_sampler(pl_character_reader* r, sampler* s,
                                 pl_character_channel* channel) {
    const pl_gltf_use* use = use_of(channel->path);
    plump_result result = read_curve(r, &s->item, &channel->curve);
    if (result == PLUMP_OK) result = open_keys(r, &s->item, "input", &pl_gltf_times, &s->times);
    if (result == PLUMP_OK) result = open_keys(r, &s->item, "output", use, &s->values);
    if (result == PLUMP_OK) result = check_counts(r, s, channel);
    if (result == PLUMP_OK) result = pl_gltf_charge(r->g, s->times.count, 8, s->item.path);
    if (result == PLUMP_OK)
        result = pl_gltf_charge(r->g, s->values.count, 8 * use->numbers, s->item.path);
    if (result != PLUMP_OK) return result;
    channel->key_count = (uint32_t)s->times.count;
    channel->times = pl_arena_alloc(&r->c->arena, channel->key_count, sizeof(float));
    channel->values =
        pl_arena_alloc(&r->c->arena, (size_t)s->values.count, use->numbers * sizeof(float));
    if (!channel->times || !channel->values) return pl_reader_fail_memory(r->g->reader);
    result = read_times(r, s, channel);
    return result == PLUMP_OK ? read_values(r, s, channel) : result;
}

// Whom a channel moves; *is_ours is false for what we cannot follow, which is left out.
static plump_result read_target(const pl_character_reader* r, const pl_gltf_item* item,
                                pl_character_channel* channel, bool* is_ours) {
    pl_gltf_item target, node;
    const char* path = NULL;
    size_t index = 0;
    plump_result result = pl_gltf_member(r->g, item, "target", JSON_OBJECT, true, &target);
    if (result == PLUMP_OK)
        result = pl_gltf_follow(r->g, &target, "node", "nodes", is_ours, &index, &node);
    if (result == PLUMP_OK) result = pl_gltf_text(r->g, &target, "path", true, &path);
    if (result != PLUMP_OK || !*is_ours) return result;
    channel->node = (uint32_t)index;
    channel->path = find_path(path);
    *is_ours = channel->path < PL_PATH_COUNT;
    if (!*is_ours) return PLUMP_OK;
    const pl_character_node* own = &r->c->nodes[index];
    channel->width = use_of(channel->path)->numbers;
    if (channel->path == PL_PATH_WEIGHTS) {
        channel->width = own->weight_count;
        *is_ours = own->weight_count > 0;  // a mesh that is not shown
    } else if (own->rest.is_matrix) {
        return PL_GLTF_BAD(r->g,
                           "%s moves nodes[%zu], which has a matrix; what is animated needs "
                           "translation, rotation and scale",
                           item->path, index);
    }
    return PLUMP_OK;
}

static plump_result read_channel(pl_character_reader* r, const pl_gltf_item* animation,
                                 const pl_gltf_item* samplers, const pl_gltf_item* item,
                                 pl_character_channel* channel, bool* is_ours) {
    sampler s;
    uint64_t number = 0;
    plump_result result = read_target(r, item, channel, is_ours);
    if (result != PLUMP_OK || !*is_ours) return result;
    result = pl_gltf_whole(r->g, item, "sampler", true, &number);
    if (result != PLUMP_OK) return result;
    if (number >= json_array_size(samplers->json))
        return PL_GLTF_BAD(r->g, "%s.sampler is %llu, %s has %zu samplers", item->path,
                           (unsigned long long)number, animation->path,
                           json_array_size(samplers->json));
    result = pl_gltf_element(r->g, samplers, (size_t)number, &s.item);
    return result == PLUMP_OK ? read_sampler(r, &s, channel) : result;
}

static void add_span(pl_character_clip* clip, const pl_character_channel* channel) {
    double begin = (double)channel->times[0];
    double end = (double)channel->times[channel->key_count - 1];
    if (clip->channel_count == 0 || begin < clip->begin) clip->begin = begin;
    if (clip->channel_count == 0 || end > clip->end) clip->end = end;
    clip->channel_count++;
}

static plump_result read_clip(pl_character_reader* r, size_t index, pl_character_clip* clip) {
    pl_gltf_item item, channels, samplers, channel;
    plump_result result = pl_gltf_list_item(r->g, "animations", index, &item);
    if (result == PLUMP_OK)
        result = pl_gltf_member(r->g, &item, "channels", JSON_ARRAY, true, &channels);
    if (result == PLUMP_OK)
        result = pl_gltf_member(r->g, &item, "samplers", JSON_ARRAY, true, &samplers);
    if (result != PLUMP_OK) return result;
    size_t count = json_array_size(channels.json);
    result = pl_gltf_charge(r->g, count, CHANNEL_COST, channels.path);
    if (result != PLUMP_OK) return result;
    char number[32];
    pl_text_format(number, sizeof number, "clip %zu", index);
    clip->name =
        pl_character_keep(r, json_string_value(json_object_get(item.json, "name")), number);
    clip->channels = pl_arena_alloc(&r->c->arena, count, sizeof *clip->channels);
    if (!clip->name || !clip->channels) return pl_reader_fail_memory(r->g->reader);
    for (size_t i = 0; result == PLUMP_OK && i < count; ++i) {
        bool is_ours = false;
        pl_character_channel* to = &clip->channels[clip->channel_count];
        *to = (pl_character_channel){0};
        result = pl_gltf_element(r->g, &channels, i, &channel);
        if (result == PLUMP_OK) result = read_channel(r, &item, &samplers, &channel, to, &is_ours);
        if (result == PLUMP_OK && is_ours) add_span(clip, to);
    }
    return result;
}

plump_result pl_character_clips(pl_character_reader* r) {
    size_t count = 0;
    plump_result result = pl_gltf_count(r->g, "animations", &count);
    if (result == PLUMP_OK)
        result = pl_gltf_charge(r->g, count, CHANNEL_COST, "the list of animations");
    if (result != PLUMP_OK) return result;
    r->c->clip_count = (uint32_t)count;
    r->c->clips = pl_arena_alloc_zero(&r->c->arena, count, sizeof *r->c->clips);
    if (!r->c->clips) return pl_reader_fail_memory(r->g->reader);
    for (size_t i = 0; result == PLUMP_OK && i < count; ++i)
        result = read_clip(r, i, &r->c->clips[i]);
    return result;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A small player of animated GLBs for tests: the JSON by jansson, the rest by hand.
#ifndef FILM_PLAYER_H
#define FILM_PLAYER_H

#include "tests/unit/film_kit.h"

#if defined(__TINYC__)
#include <jansson_config.h>
#undef JSON_HAVE_ATOMIC_BUILTINS  // tcc has none
#undef JSON_HAVE_SYNC_BUILTINS
#endif
#include <jansson.h>

// ---------------------------------------------------------------- a player

typedef struct {
    film_bytes file;
    json_t* json;
    size_t binary;  // where the buffer begins
} player;

static inline json_t* get(const json_t* object, const char* key) {
    json_t* value = json_object_get(object, key);
    if (!value) fail_msg("there is no \"%s\"", key);
    return value;
}

static inline json_t* item(const player* p, const char* list, size_t index) {
    json_t* value = json_array_get(get(p->json, list), index);
    assert_non_null(value);
    return value;
}

static inline size_t number(const json_t* object, const char* key) {
    return (size_t)json_integer_value(get(object, key));
}

static inline player play(const char* path) {
    player p = {.file = film_kit_take(path)};
    assert_memory_equal(p.file.at, "glTF", 4);
    assert_int_equal(film_u32(p.file, 4, false), 2);
    assert_int_equal(film_u32(p.file, 8, false), p.file.size);
    uint32_t length = film_u32(p.file, 12, false);
    assert_memory_equal(p.file.at + 16, "JSON", 4);
    json_error_t error;
    p.json = json_loadb((char*)p.file.at + 20, length, 0, &error);
    if (!p.json) fail_msg("%s", error.text);
    assert_memory_equal(p.file.at + 24 + length, "BIN", 4);
    p.binary = 28 + (size_t)length;
    assert_int_equal(film_u32(p.file, 20 + length, false), p.file.size - p.binary);
    assert_int_equal(number(item(&p, "buffers", 0), "byteLength"), p.file.size - p.binary);
    return p;
}

static inline void stop(player* p) {
    json_decref(p->json);
    free(p->file.at);
}

static inline size_t count_of(const player* p, size_t accessor) {
    return number(item(p, "accessors", accessor), "count");
}

// Element i of an accessor of floats, component k of n.
static inline double value_of(const player* p, size_t accessor, size_t i, size_t n, size_t k) {
    const json_t* a = item(p, "accessors", accessor);
    const json_t* view = item(p, "bufferViews", number(a, "bufferView"));
    json_t* start = json_object_get(view, "byteOffset");
    assert_int_equal(number(a, "componentType"), 5126);
    assert_true(i < number(a, "count"));
    size_t in_view = number(a, "byteOffset") + 4 * (n * i + k);
    assert_true(in_view + 4 <= number(view, "byteLength"));
    size_t at = p->binary + in_view + (start ? (size_t)json_integer_value(start) : 0);
    return (double)film_f32(p->file, at, false);
}

static inline json_t* mesh_of(const player* p, size_t node) {
    return item(p, "meshes", number(item(p, "nodes", node), "mesh"));
}

static inline json_t* primitive_of(const player* p, size_t node) {
    return json_array_get(get(mesh_of(p, node), "primitives"), 0);
}

static inline size_t target_count(const player* p, size_t node) {
    return json_array_size(json_object_get(primitive_of(p, node), "targets"));
}

// The sampler that drives a node's "weights" or "scale", or NULL.
static inline json_t* sampler_of(const player* p, size_t node, const char* path) {
    json_t* animations = json_object_get(p->json, "animations");
    json_t* animation = json_array_get(animations, 0);
    json_t* channels = json_object_get(animation, "channels");
    for (size_t i = 0; i < json_array_size(channels); ++i) {
        json_t* channel = json_array_get(channels, i);
        json_t* target = get(channel, "target");
        if (number(target, "node") == node &&
            strcmp(json_string_value(get(target, "path")), path) == 0)
            return json_array_get(get(animation, "samplers"), number(channel, "sampler"));
    }
    return NULL;
}

// A value of a sampler at a time, between its keys as it says.
static inline double sample(const player* p, const json_t* sampler, double time, size_t n,
                            size_t k) {
    size_t input = number(sampler, "input"), output = number(sampler, "output");
    size_t keys = count_of(p, input), next = 0;
    while (next < keys && value_of(p, input, next, 1, 0) <= time) next++;
    if (next == 0 || next == keys) return value_of(p, output, next ? keys - 1 : 0, n, k);
    double before = value_of(p, output, next - 1, n, k), after = value_of(p, output, next, n, k);
    if (strcmp(json_string_value(get(sampler, "interpolation")), "STEP") == 0) return before;
    double from = value_of(p, input, next - 1, 1, 0), to = value_of(p, input, next, 1, 0);
    return before + (after - before) * (time - from) / (to - from);
}

static inline double scale_of(const player* p, size_t node, double time) {
    const json_t* sampler = sampler_of(p, node, "scale");
    return sampler ? sample(p, sampler, time, 3, 1) : 1;
}

// Weight k of a node. In the file a key's weights are so many scalars in a row.
static inline double weight_of(const player* p, size_t node, double time, size_t k) {
    const json_t* sampler = sampler_of(p, node, "weights");
    size_t n = target_count(p, node), input = number(sampler, "input");
    size_t output = number(sampler, "output"), keys = count_of(p, input), next = 0;
    assert_int_equal(count_of(p, output), keys * n);
    while (next < keys && value_of(p, input, next, 1, 0) <= time) next++;
    size_t low = next ? next - 1 : 0, high = next < keys ? next : keys - 1;
    double before = value_of(p, output, low * n + k, 1, 0);
    double after = value_of(p, output, high * n + k, 1, 0);
    double from = value_of(p, input, low, 1, 0), to = value_of(p, input, high, 1, 0);
    return high == low ? before : before + (after - before) * (time - from) / (to - from);
}

static inline double attribute_at(const player* p, size_t node, const char* name, double time,
                                  size_t vertex, size_t k) {
    json_t* primitive = primitive_of(p, node);
    json_t* targets = json_object_get(primitive, "targets");
    double sum = value_of(p, number(get(primitive, "attributes"), name), vertex, 3, k);
    for (size_t t = 0; t < json_array_size(targets); ++t) {
        double weight = weight_of(p, node, time, t);
        if (weight != 0)
            sum += weight * value_of(p, number(json_array_get(targets, t), name), vertex, 3, k);
    }
    return sum;
}

// The one node that shows a part at a time: its own, or one of its takes'. SIZE_MAX: none.
static inline size_t showing_node(const player* p, size_t part, double time) {
    json_t* children = json_object_get(item(p, "nodes", part), "children");
    if (scale_of(p, part, time) == 0) return SIZE_MAX;
    if (!children) return part;
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < json_array_size(children); ++i) {
        size_t node = (size_t)json_integer_value(json_array_get(children, i));
        if (scale_of(p, node, time) == 0) continue;
        assert_true(found == SIZE_MAX);
        found = node;
    }
    assert_true(found != SIZE_MAX);
    return found;
}

// Bounds in the file are those of the numbers, to the bit.
static inline void expect_bounds(const player* p) {
    json_t* accessors = get(p->json, "accessors");
    for (size_t i = 0; i < json_array_size(accessors); ++i) {
        json_t* a = json_array_get(accessors, i);
        json_t* least = json_object_get(a, "min");
        if (!least) continue;
        size_t n = json_array_size(least);
        for (size_t k = 0; k < n; ++k) {
            double low = INFINITY, high = -INFINITY;
            for (size_t v = 0; v < number(a, "count"); ++v) {
                low = fmin(low, value_of(p, i, v, n, k));
                high = fmax(high, value_of(p, i, v, n, k));
            }
            assert_true((double)(float)json_number_value(json_array_get(least, k)) == low);
            json_t* most = json_array_get(get(a, "max"), k);
            assert_true((double)(float)json_number_value(most) == high);
        }
    }
}

#endif

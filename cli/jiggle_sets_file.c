// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sets as JSON that plump_character_read_sets() reads, to be changed by hand:
//   {"sets": [{"name": "belly", "joint": {"spine": 0.7, "hips": 0.3}, "at": [0, 0.4, 0.1],
//              "radius": 0.3, "hertz": 2.5, "damping": 0.15, "mass": 1, "limit": 0.8}]}
#include "cli/jiggle_plan.h"
#include "cli/json_out.h"

#include <plump/io.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAU 6.28318530717958647692

static const char* segment_name(const plump_character* character, uint32_t index) {
    plump_character_segment segment;
    plump_character_get_segment(character, index, &segment);
    return segment.name;
}

// How a file calls a segment: by its name, or "#7" if another before it has that too.
static const char* call_segment(const jiggle_plan* plan, uint32_t segment, char text[16]) {
    const char* name = segment_name(plan->character, segment);
    uint32_t first = 0;
    while (strcmp(segment_name(plan->character, first), name) != 0) ++first;
    if (first == segment && name[0] != '#') return name;
    snprintf(text, 16, "#%u", segment);
    return text;
}

// A number with as many digits as a float has, and no more.
static json_t* short_number(double value) {
    char text[32];
    snprintf(text, sizeof text, "%.6g", value);
    return json_real(strtod(text, NULL));
}

static json_t* joints_json(const jiggle_plan* plan, const plump_jiggle_set* set) {
    json_t* joints = json_object();
    for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k) {
        char text[16];
        if (!(set->weights[k] > 0)) continue;
        json_object_set_new(joints, call_segment(plan, set->segments[k], text),
                            short_number((double)set->weights[k]));
    }
    return joints;
}

static json_t* on_json(const jiggle_plan* plan, const plump_jiggle_set* set) {
    if (set->on_all) return json_string("all");
    json_t* list = json_array();
    for (uint32_t i = 0; i < set->on_count; ++i) {
        char text[16];
        json_array_append_new(list, cli_json_text(call_segment(plan, set->on[i], text)));
    }
    return list;
}

static json_t* set_json(const jiggle_plan* plan, uint32_t index) {
    const plump_jiggle_set* set = &plan->sets.items[index];
    double frequency = sqrt((double)set->stiffness / (double)set->mass);
    double ratio = (double)set->damping / (2 * frequency * (double)set->mass);
    json_t* at = json_array();
    for (int k = 0; k < 3; ++k) json_array_append_new(at, short_number(set->anchor[k]));
    json_t* json = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", cli_json_text(plan->sets.names[index]),
        "joint", joints_json(plan, set), "at", at, "radius", short_number((double)set->radius),
        "hertz", short_number(frequency / TAU), "damping", short_number(ratio), "mass",
        short_number((double)set->mass), "limit", short_number((double)set->limit));
    if (set->on_all || set->on_count > 0) json_object_set_new(json, "on", on_json(plan, set));
    if (set->turn_hertz > 0) {
        json_object_set_new(json, "turn_hertz", short_number((double)set->turn_hertz));
        json_object_set_new(json, "turn_damping", short_number((double)set->turn_ratio));
        json_object_set_new(json, "turn_limit", short_number((double)set->turn_limit));
    }
    return json;
}

int jiggle_sets_save(const jiggle_plan* plan, const char* path) {
    plump_error error;
    json_t* list = json_array();
    for (uint32_t i = 0; i < plan->sets.count; ++i) json_array_append_new(list, set_json(plan, i));
    json_t* root = json_pack("{s:o}", "sets", list);
    char* text = root ? json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(7)) : NULL;
    json_decref(root);
    if (!text) return jiggle_complain_memory();
    size_t length = strlen(text);
    text[length++] = '\n';  // in place of the zero
    plump_result result = plump_file_write_bytes(path, text, length, &error);
    free(text);
    return result == PLUMP_OK ? CLI_DONE : jiggle_complain(result, &error);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sets by hand, as JSON:
//   {"sets": [{"name": "belly", "joint": "spine", "at": [0, 0.4, 0.1], "radius": 0.3,
//              "hertz": 2.5, "damping": 0.15, "limit": 0.8, "on": "all"}]}
// `joint` is a name (or "#7", the number of a segment), or several with their weights, {"spine":
// 0.7, "hips": 0.3}. Only `joint` and `radius` must be there. Lengths and places are those of the
// bind pose. What is written can be read.
#include "cli/jiggle_plan.h"
#include "cli/json_out.h"

#include <plump/io.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAU 6.28318530717958647692

// Where we are in the file.
typedef struct place {
    const jiggle_plan* plan;
    const char* path;
    uint32_t set;
} place;

static int refuse(const place* at, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

static int refuse(const place* at, const char* format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cli_complain("jiggle", "--sets %s: sets[%u]%s", at->path, at->set, text);
    return CLI_REFUSED;
}

// --- joints ---

static const char* segment_name(size_t index, const void* list) {
    plump_character_segment segment;
    if (plump_character_get_segment(list, (uint32_t)index, &segment) != PLUMP_OK) return NULL;
    return segment.name;
}

// The first of that name; `count`: there is none.
static uint32_t first_named(const jiggle_plan* plan, const char* name) {
    uint32_t i = 0, count = plan->info.segment_count;
    while (i < count && strcmp(segment_name(i, plan->character), name) != 0) ++i;
    return i;
}

// How a file calls a segment: by its name, or "#7" if another has that too.
static const char* call_segment(const jiggle_plan* plan, uint32_t segment, char text[16]) {
    const char* name = segment_name(segment, plan->character);
    if (first_named(plan, name) == segment && name[0] != '#') return name;
    snprintf(text, 16, "#%u", segment);
    return text;
}

static int find_segment(const place* at, const char* key, const char* name, uint32_t* segment) {
    uint32_t count = at->plan->info.segment_count;
    if (!name) return refuse(at, ".%s wants the name of a joint", key);
    *segment = first_named(at->plan, name);
    if (*segment == count && name[0] == '#') {
        char* end;
        unsigned long number = strtoul(name + 1, &end, 10);
        if (name[1] && !*end && number < count) *segment = (uint32_t)number;
    }
    if (*segment < count) return CLI_DONE;
    const char* nearest = cli_nearest(name, segment_name, at->plan->character, count);
    return refuse(at, ".%s: there is no joint '%.60s'%s%.60s%s", key, name,
                  nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static int read_joints(const place* at, json_t* json, plump_jiggle_set* set) {
    const char* name;
    json_t* weight;
    int count = 0;
    memset(set->weights, 0, sizeof set->weights);
    if (!json) return refuse(at, ".joint is missing: which bone does it hang on?");
    if (!json_is_object(json)) {
        set->weights[0] = 1;
        return find_segment(at, "joint", json_string_value(json), &set->segments[0]);
    }
    json_object_foreach(json, name, weight) {
        if (count == PLUMP_JIGGLE_WEIGHTS)
            return refuse(at, ".joint has more than %d joints", PLUMP_JIGGLE_WEIGHTS);
        set->weights[count] = (float)json_number_value(weight);
        if (!(set->weights[count] > 0))
            return refuse(at, ".joint: the weight of '%.60s' must be above 0", name);
        int code = find_segment(at, "joint", name, &set->segments[count++]);
        if (code != CLI_DONE) return code;
    }
    float sum = 0;
    for (int k = 0; k < count; ++k) sum += set->weights[k];
    for (int k = 0; k < count; ++k) set->weights[k] /= sum;
    return count ? CLI_DONE : refuse(at, ".joint is empty");
}

static int read_on(const place* at, const json_t* json, plump_jiggle_set* set) {
    if (!json) return CLI_DONE;
    if (json_is_string(json) && !strcmp(json_string_value(json), "all")) {
        set->on_all = true;
        return CLI_DONE;
    }
    if (!json_is_array(json)) return refuse(at, ".on is \"all\" or a list of joints");
    if (json_array_size(json) > PLUMP_JIGGLE_ON_MOST)
        return refuse(at, ".on has more than %d joints; \"all\" may be meant",
                      PLUMP_JIGGLE_ON_MOST);
    for (size_t i = 0; i < json_array_size(json); ++i) {
        int code = find_segment(at, "on", json_string_value(json_array_get(json, i)),
                                &set->on[set->on_count++]);
        if (code != CLI_DONE) return code;
    }
    return CLI_DONE;
}

// Where its first joint is, unless it says where.
static int read_anchor(const place* at, const json_t* json, plump_jiggle_set* set) {
    plump_character_segment segment;
    plump_character_get_segment(at->plan->character, set->segments[0], &segment);
    memcpy(set->anchor, segment.position, sizeof set->anchor);
    if (!json) return CLI_DONE;
    if (json_array_size(json) != 3) return refuse(at, ".at wants three numbers: x, y, z");
    for (size_t k = 0; k < 3; ++k) {
        if (!json_is_number(json_array_get(json, k)))
            return refuse(at, ".at[%zu] is not a number", k);
        set->anchor[k] = json_number_value(json_array_get(json, k));
    }
    return CLI_DONE;
}

// --- numbers ---

typedef struct number {
    const char* name;
    double value, least, most;
    bool required;
} number;

enum { RADIUS, HERTZ, DAMPING, MASS, LIMIT, TURN_HERTZ, TURN_DAMPING, TURN_LIMIT, NUMBERS };

static void default_numbers(number numbers[NUMBERS]) {
    static const number defaults[NUMBERS] = {
        {"radius", 0, 1e-9, 1e9, true},       {"hertz", 2.5, 1e-3, 1e3, false},
        {"damping", 0.15, 0, 100, false},     {"mass", 1, 1e-9, 1e9, false},
        {"limit", 0.8, 0, 4, false},          {"turn_hertz", 0, 0, 1e3, false},
        {"turn_damping", 0.2, 0, 100, false}, {"turn_limit", 0.8, 0, 3, false},
    };
    memcpy(numbers, defaults, sizeof defaults);
}

static int read_numbers(const place* at, const json_t* json, number numbers[NUMBERS]) {
    for (int i = 0; i < NUMBERS; ++i) {
        number* n = &numbers[i];
        const json_t* given = json_object_get(json, n->name);
        if (!given && !n->required) continue;
        if (!given) return refuse(at, ".%s is missing", n->name);
        n->value = json_number_value(given);
        if (!json_is_number(given) || !(n->value >= n->least && n->value <= n->most))
            return refuse(at, ".%s must be a number from %g to %g", n->name, n->least, n->most);
    }
    return CLI_DONE;
}

static void use_numbers(const number numbers[NUMBERS], plump_jiggle_set* set) {
    set->radius = (float)numbers[RADIUS].value;
    set->mass = (float)numbers[MASS].value;
    set->limit = (float)numbers[LIMIT].value;
    set->turn_hertz = (float)numbers[TURN_HERTZ].value;
    set->turn_ratio = (float)numbers[TURN_DAMPING].value;
    set->turn_limit = (float)numbers[TURN_LIMIT].value;
    plump_jiggle_set_tune(set, numbers[HERTZ].value, numbers[DAMPING].value);
}

// --- reading ---

static const char* const keys[] = {"name",   "joint",      "at",           "on",
                                   "radius", "hertz",      "mass",         "damping",
                                   "limit",  "turn_hertz", "turn_damping", "turn_limit"};
enum { KEYS = sizeof keys / sizeof keys[0] };

static const char* key_name(size_t index, const void* list) {
    (void)list;
    return keys[index];
}

static int check_keys(const place* at, json_t* json) {
    const char* key;
    json_t* value;
    json_object_foreach(json, key, value) {
        size_t i = 0;
        while (i < KEYS && strcmp(keys[i], key) != 0) ++i;
        if (i < KEYS) continue;
        const char* nearest = cli_nearest(key, key_name, NULL, KEYS);
        return refuse(at, ": there is no key '%.60s'%s%s%s", key, nearest ? "; did you mean '" : "",
                      nearest ? nearest : "", nearest ? "'?" : "");
    }
    return CLI_DONE;
}

static int read_set(const place* at, json_t* json, plump_jiggle_set* set, char name[64]) {
    number numbers[NUMBERS];
    default_numbers(numbers);
    *set = plump_default_jiggle_set();
    if (!json_is_object(json)) return refuse(at, " is not an object");
    const char* given = json_string_value(json_object_get(json, "name"));
    if (given) snprintf(name, 64, "%.63s", given);
    if (!given) snprintf(name, 64, "set %u", at->set);
    int code = check_keys(at, json);
    if (code == CLI_DONE) code = read_joints(at, json_object_get(json, "joint"), set);
    if (code == CLI_DONE) code = read_on(at, json_object_get(json, "on"), set);
    if (code == CLI_DONE) code = read_anchor(at, json_object_get(json, "at"), set);
    if (code == CLI_DONE) code = read_numbers(at, json, numbers);
    if (code == CLI_DONE) use_numbers(numbers, set);
    return code;
}

static int read_list(jiggle_plan* plan, const char* path, const json_t* list) {
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > 4096) {
        cli_complain("jiggle", "--sets %s: wants a list \"sets\" of at most 4096", path);
        return CLI_REFUSED;
    }
    plan->sets.items = calloc(count + 1, sizeof *plan->sets.items);
    plan->sets.names = calloc(count + 1, sizeof *plan->sets.names);
    if (!plan->sets.items || !plan->sets.names) return jiggle_complain_memory();
    int code = CLI_DONE;
    for (uint32_t i = 0; i < count && code == CLI_DONE; ++i) {
        place at = {plan, path, i};
        code = read_set(&at, json_array_get(list, i), &plan->sets.items[i], plan->sets.names[i]);
    }
    plan->sets.count = (uint32_t)count;
    return code;
}

int jiggle_sets_read(jiggle_plan* plan, const char* path) {
    json_error_t trouble;
    json_t* root = json_load_file(path, JSON_REJECT_DUPLICATES, &trouble);
    if (!root) {
        bool is_missing = trouble.line < 0;
        if (is_missing)
            cli_complain("jiggle", "--sets %s: %s", path, trouble.text);
        else
            cli_complain("jiggle", "--sets %s:%d: %s", path, trouble.line, trouble.text);
        return is_missing ? CLI_MACHINE : CLI_REFUSED;
    }
    int code = read_list(plan, path, json_object_get(root, "sets"));
    json_decref(root);
    return code;
}

// --- writing ---

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

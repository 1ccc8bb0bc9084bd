// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// "bodies.0.material.frequency=5" changes or adds a value in the tree before anything is checked:
// what it says is then judged like the file itself. Entries of a list go by number or by their
// name, and a material that is only named becomes an object like it.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

#define PART_SIZE 64  // of one part of the path, with its zero

typedef struct {
    const pl_scene_reader* reader;
    const char* set;
    char* path;  // as messages name places, down to the first that was not in the file
    bool* made;  // such a one was met
} change;

#define CHANGE_BAD(c, ...) fail_set(c, PLUMP_ERROR_ARGUMENT, __VA_ARGS__)

static plump_result fail_set(const change* c, plump_result code, const char* format, ...)
    PL_PRINTF(3, 4);
static plump_result fail_set(const change* c, plump_result code, const char* format, ...) {
    char text[PLUMP_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    pl_text_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    plump_error error;
    pl_fail(&error, code, "--set %.*s: %s", 80, c->set, text);
    return pl_scene_complain(c->reader, &error);
}

// A number of at most 9 digits, or SIZE_MAX.
static size_t number_of(const char* part) {
    size_t value = 0, length = strlen(part);
    if (length == 0 || length > 9) return SIZE_MAX;
    for (size_t i = 0; i < length; ++i) {
        if (part[i] < '0' || part[i] > '9') return SIZE_MAX;
        value = value * 10 + (size_t)(part[i] - '0');
    }
    return value;
}

static size_t index_of(json_t* list, const char* part) {
    size_t number = number_of(part);
    if (number != SIZE_MAX) return number;
    for (size_t i = 0; i < json_array_size(list); ++i) {
        const char* name = json_string_value(json_object_get(json_array_get(list, i), "name"));
        if (name && strcmp(name, part) == 0) return i;
    }
    return SIZE_MAX;
}

// The next part of the path, up to a point or the end; false: it is empty or too long.
static bool take_part(const char** at, const char* end, char part[PART_SIZE]) {
    size_t length = 0;
    while (*at + length < end && (*at)[length] != '.') length++;
    if (length == 0 || length >= PART_SIZE) return false;
    memcpy(part, *at, length);
    part[length] = 0;
    *at += length;
    if (*at < end) ++*at;
    return true;
}

static void note_part(const change* c, const char* part, size_t index) {
    size_t used = strlen(c->path), left = PL_SCENE_PATH_SIZE - used;
    if (*c->made) return;
    if (index != SIZE_MAX)
        pl_text_format(c->path + used, left, "[%zu]", index);
    else
        pl_text_format(c->path + used, left, "%s%s", used ? "." : "", part);
}

// Puts `value` (whose reference it takes) where the part points to.
static plump_result put(const change* c, json_t* in, const char* part, json_t* value) {
    int failed = -1;
    if (json_is_object(in)) {
        note_part(c, part, SIZE_MAX);
        failed = json_object_set_new(in, part, value);
    } else {
        size_t index = index_of(in, part), count = json_array_size(in);
        if (index > count) {
            json_decref(value);
            return CHANGE_BAD(c, "'%s' is no entry of the list %s, which has %zu", part, c->path,
                              count);
        }
        note_part(c, part, index);
        failed =
            index < count ? json_array_set_new(in, index, value) : json_array_append_new(in, value);
    }
    return failed ? pl_scene_fail_memory(c->reader) : PLUMP_OK;
}

// "material": "jelly" becomes {"like": "jelly"} when something inside it is set; what is missing is
// a list if a number follows.
static json_t* opened(const char* part, json_t* value, const char* rest) {
    if (json_is_string(value) && strcmp(part, "material") == 0)
        return json_pack("{sO}", "like", value);
    if (value) return json_incref(value);
    return *rest >= '0' && *rest <= '9' ? json_array() : json_object();
}

// Steps into a part, which is made if it is not there.
static plump_result step_in(const change* c, json_t** in, const char* part, const char* rest) {
    json_t* known =
        json_is_array(*in) ? json_array_get(*in, index_of(*in, part)) : json_object_get(*in, part);
    json_t* next = opened(part, known, rest);
    if (!next) return pl_scene_fail_memory(c->reader);
    if (!json_is_object(next) && !json_is_array(next)) {
        json_decref(next);
        return CHANGE_BAD(c, "'%s' holds a single value, there is nothing inside it", part);
    }
    plump_result result = put(c, *in, part, json_incref(next));
    json_decref(next);
    if (result != PLUMP_OK) return result;
    *c->made = *c->made || !known;
    *in = next;  // held by the tree
    return PLUMP_OK;
}

// JSON if it can be read as such, otherwise the text itself; NULL when out of memory.
static json_t* value_of(const char* text) {
    json_error_t error = {0};
    json_t* value = json_loads(
        text, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, &error);
    if (value) return value;
    bool is_short = !error.text[0] || json_error_code(&error) == json_error_out_of_memory;
    return is_short ? NULL : json_string(text);
}

static bool is_utf8(const char* text) {
    const unsigned char* at = (const unsigned char*)text;
    while (*at) {
        size_t size = pl_text_character_size(at);
        if (size == 0) return false;
        at += size;
    }
    return true;
}

static plump_result apply(const change* c) {
    const char* equals = strchr(c->set, '=');
    if (!equals) return CHANGE_BAD(c, "it has no '='; it must look like bodies.0.scale=2");
    if (strlen(equals) > 65536) return CHANGE_BAD(c, "its value is longer than 65536 bytes");
    if (!is_utf8(c->set)) return CHANGE_BAD(c, "it is not UTF-8 text");
    char part[PART_SIZE];
    const char* at = c->set;
    json_t* in = c->reader->root;
    for (;;) {
        if (!take_part(&at, equals, part))
            return CHANGE_BAD(c, "a part of the path before '=' is empty or too long");
        if (at == equals) break;
        plump_result result = step_in(c, &in, part, at);
        if (result != PLUMP_OK) return result;
    }
    if (equals[-1] == '.') return CHANGE_BAD(c, "the path before '=' ends in a point");
    json_t* value = value_of(equals + 1);
    if (!value) return pl_scene_fail_memory(c->reader);
    return put(c, in, part, value);
}

plump_result pl_scene_override(pl_scene_reader* reader) {
    uint32_t count = reader->def->set_count;
    reader->set_paths = pl_arena_alloc_zero(&reader->scratch, count, sizeof *reader->set_paths);
    if (!reader->set_paths) return pl_scene_fail_memory(reader);
    for (uint32_t i = 0; i < count; ++i) {
        bool made = false;
        change c = {reader, reader->def->sets[i], reader->set_paths[i], &made};
        if (!c.set) return pl_scene_fail(reader, PLUMP_ERROR_ARGUMENT, "sets[%u] is NULL", i);
        plump_result result = apply(&c);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

const char* pl_scene_override_of(const pl_scene_reader* reader, const char* path) {
    for (uint32_t i = reader->set_paths ? reader->def->set_count : 0; i-- > 0;) {
        size_t length = strlen(reader->set_paths[i]);
        if (length == 0 || strncmp(path, reader->set_paths[i], length) != 0) continue;
        char next = path[length];
        if (!next || next == '.' || next == '[') return reader->def->sets[i];
    }
    return NULL;
}

#endif

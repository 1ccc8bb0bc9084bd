// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Objects read by their tables. What the tables say is checked here and nowhere else.
#include "io/scene_item.h"

#include "io/turn.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

#define WORD_SHOWN  40  // of a text from the file in messages
#define WORD_FORMAT "'%.*s'"

pl_item pl_item_member(const pl_item* object, const char* key) {
    return (pl_item){object, key, 0, json_object_get(object->json, key)};
}

pl_item pl_item_element(const pl_item* list, size_t index) {
    return (pl_item){list, NULL, index, json_array_get(list->json, index)};
}

void pl_item_path(const pl_item* item, char* text, size_t size) {
    text[0] = 0;
    if (!item->up) return;
    pl_item_path(item->up, text, size);
    size_t used = strlen(text);
    if (item->key)
        pl_text_format(text + used, size - used, "%s%.*s", used ? "." : "", WORD_SHOWN, item->key);
    else
        pl_text_format(text + used, size - used, "[%zu]", item->index);
}

// The end of a long name says more than its beginning.
static const char* shown_name(const pl_scene_reader* reader) {
    size_t length = strlen(reader->name), most = 120;
    return reader->name + (length > most ? length - most : 0);
}

plump_result pl_item_fail(const pl_scene_reader* reader, const pl_item* item, plump_result code,
                          const char* format, ...) {
    char path[PL_SCENE_PATH_SIZE], text[PLUMP_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    pl_text_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    pl_item_path(item, path, sizeof path);
    const char* set = pl_scene_override_of(reader, path);
    const char* colon = path[0] ? ": " : "";
    plump_error error;
    if (set) {
        pl_fail(&error, code, "--set %.*s: %s%s%s", 2 * WORD_SHOWN, set, path, colon, text);
        return pl_scene_complain(reader, &error);
    }
    size_t line, column;
    pl_item_position(reader, item, &line, &column);
    pl_fail(&error, code, "%s:%zu:%zu: %s%s%s", shown_name(reader), line, column, path, colon,
            text);
    return pl_scene_complain(reader, &error);
}

plump_result pl_scene_fail(const pl_scene_reader* reader, plump_result code, const char* format,
                           ...) {
    char text[PLUMP_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    pl_text_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    plump_error error;
    pl_fail(&error, code, "%s: %s", shown_name(reader), text);
    return pl_scene_complain(reader, &error);
}

plump_result pl_scene_fail_memory(const pl_scene_reader* reader) {
    return pl_scene_fail(reader, PLUMP_ERROR_MEMORY, "out of memory while the scene is read");
}

plump_result pl_item_fail_type(const pl_scene_reader* reader, const pl_item* item,
                               const char* what) {
    static const char* const kinds[] = {"an object", "a list", "a text", "a number",
                                        "a number",  "true",   "false",  "null"};
    _Static_assert(JSON_OBJECT == 0 && JSON_NULL == 7, "kinds follow json_type");
    return PL_ITEM_BAD(reader, item, "it must be %s, not %s", what, kinds[json_typeof(item->json)]);
}

plump_result pl_item_text(const pl_scene_reader* reader, const pl_item* item, const char** text) {
    if (!json_is_string(item->json)) return pl_item_fail_type(reader, item, "a text");
    size_t length = json_string_length(item->json);
    char* copy = pl_arena_alloc(reader->arena, length + 1, 1);
    if (!copy) return pl_scene_fail_memory(reader);
    memcpy(copy, json_string_value(item->json), length + 1);
    *text = copy;
    return PLUMP_OK;
}

plump_result pl_item_number(const pl_scene_reader* reader, const pl_item* item, const pl_key* key,
                            bool whole, double* value) {
    const char* what = whole ? "a whole number" : "a number";
    if (!json_is_number(item->json)) return pl_item_fail_type(reader, item, what);
    double number = json_number_value(item->json);
    if (!(number >= key->least && number <= key->most) || (whole && number != floor(number)))
        return PL_ITEM_BAD(reader, item, "it is %g; it must be %s from %g to %g", number, what,
                           key->least, key->most);
    *value = number;
    return PLUMP_OK;
}

plump_result pl_item_numbers(const pl_scene_reader* reader, const pl_item* item, const pl_key* key,
                             bool whole, size_t count, double* values) {
    char what[40];
    pl_text_format(what, sizeof what, "a list of %zu numbers", count);
    if (!json_is_array(item->json)) return pl_item_fail_type(reader, item, what);
    size_t has = json_array_size(item->json);
    if (has != count) return PL_ITEM_BAD(reader, item, "it must be %s, and it has %zu", what, has);
    for (size_t i = 0; i < count; ++i) {
        pl_item part = pl_item_element(item, i);
        plump_result result = pl_item_number(reader, &part, key, whole, &values[i]);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

plump_result pl_item_list(const pl_scene_reader* reader, const pl_item* item, size_t limit,
                          size_t* count) {
    *count = 0;
    if (!item->json) return PLUMP_OK;
    if (!json_is_array(item->json)) return pl_item_fail_type(reader, item, "a list");
    *count = json_array_size(item->json);
    if (*count <= limit) return PLUMP_OK;
    return pl_item_fail(reader, item, PLUMP_ERROR_LIMIT,
                        "it has %zu entries; at most %zu are allowed", *count, limit);
}

plump_result pl_item_one_of(const pl_scene_reader* reader, const pl_item* item,
                            const char* const* keys, uint32_t* which) {
    uint32_t found = 0;
    char names[PLUMP_ERROR_TEXT_SIZE / 2] = "";
    for (uint32_t i = 0; keys[i]; ++i) {
        size_t used = strlen(names);
        pl_text_format(names + used, sizeof names - used, "%s'%s'",
                       i == 0        ? ""
                       : keys[i + 1] ? ", "
                                     : " or ",
                       keys[i]);
        if (!json_object_get(item->json, keys[i])) continue;
        *which = i;
        found++;
    }
    if (found == 1) return PLUMP_OK;
    if (found == 0) return PL_ITEM_BAD(reader, item, "one of the keys %s is missing", names);
    return PL_ITEM_BAD(reader, item, "only one of the keys %s can be there", names);
}

plump_result pl_item_unit(const pl_scene_reader* reader, const pl_item* item, double vector[3]) {
    double square = vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
    if (!(square > 1e-200))
        return PL_ITEM_BAD(reader, item, "a direction needs a length; this one has none");
    double length = sqrt(square);
    for (int k = 0; k < 3; ++k) vector[k] /= length;
    return PLUMP_OK;
}

plump_result pl_item_box(const pl_scene_reader* reader, const pl_item* item, pl_raw_box* box) {
    plump_result result = pl_item_read(reader, item, &pl_table_box, box);
    for (int k = 0; k < 3 && result == PLUMP_OK; ++k) {
        if (box->max[k] < box->min[k])
            result = PL_ITEM_BAD(reader, item, "its max is below its min along %c", "xyz"[k]);
    }
    return result;
}

// --- single values ---

static plump_result read_flag(const pl_scene_reader* reader, const pl_item* item, bool* flag) {
    if (!json_is_boolean(item->json)) return pl_item_fail_type(reader, item, "true or false");
    *flag = json_is_true(item->json);
    return PLUMP_OK;
}

// "sphere, box, bar"
static void list_words(const char* (*choice)(uint32_t), char* text, size_t size) {
    text[0] = 0;
    for (uint32_t i = 0; choice(i); ++i) {
        size_t used = strlen(text);
        pl_text_format(text + used, size - used, "%s%s", i ? ", " : "", choice(i));
    }
}

static plump_result read_choice(const pl_scene_reader* reader, const pl_item* item,
                                const pl_key* key, uint32_t* choice) {
    char words[PLUMP_ERROR_TEXT_SIZE / 2];
    list_words(key->choice, words, sizeof words);
    if (!json_is_string(item->json)) {
        char what[PLUMP_ERROR_TEXT_SIZE / 2 + 16];
        pl_text_format(what, sizeof what, "one of %s", words);
        return pl_item_fail_type(reader, item, what);
    }
    const char* word = json_string_value(item->json);
    *choice = pl_choice_find(key->choice, word);
    if (*choice != UINT32_MAX) return PLUMP_OK;
    const char* nearest = pl_choice_nearest(key->choice, word);
    if (nearest)
        return PL_ITEM_BAD(reader, item, WORD_FORMAT " is not known; did you mean '%s'?",
                           WORD_SHOWN, word, nearest);
    return PL_ITEM_BAD(reader, item, WORD_FORMAT " is not known; it must be one of %s", WORD_SHOWN,
                       word, words);
}

static plump_result read_vector(const pl_scene_reader* reader, const pl_item* item,
                                const pl_key* key, void* target) {
    double values[3] = {0};
    bool whole = key->type == PL_KEY_COUNTS;
    plump_result result = pl_item_numbers(reader, item, key, whole, 3, values);
    for (int k = 0; k < 3 && result == PLUMP_OK; ++k) {
        if (key->type == PL_KEY_VECTOR) ((double*)target)[k] = values[k];
        if (key->type == PL_KEY_VECTOR_FLOAT) ((float*)target)[k] = (float)values[k];
        if (key->type == PL_KEY_COUNTS) ((uint32_t*)target)[k] = (uint32_t)values[k];
    }
    return result;
}

static plump_result read_rotation(const pl_scene_reader* reader, const pl_item* item,
                                  const pl_key* key, float rotation[4]) {
    if (json_is_object(item->json)) {
        pl_raw_turn turn = {0};
        plump_result result = pl_item_read(reader, item, &pl_table_turn, &turn);
        pl_item axis = pl_item_member(item, "axis");
        if (result == PLUMP_OK) result = pl_item_unit(reader, &axis, turn.axis);
        if (result == PLUMP_OK) pl_turn_quaternion(turn.axis, turn.degrees, rotation);
        return result;
    }
    if (!json_is_array(item->json))
        return pl_item_fail_type(reader, item, "[x, y, z, w] or {\"axis\", \"degrees\"}");
    double q[4] = {0}, square = 0;
    plump_result result = pl_item_numbers(reader, item, key, false, 4, q);
    if (result != PLUMP_OK) return result;
    for (int k = 0; k < 4; ++k) square += q[k] * q[k];
    if (!(square > 1e-200))
        return PL_ITEM_BAD(reader, item, "a quaternion needs a length; [0, 0, 0, 1] turns nothing");
    double length = sqrt(square);
    for (int k = 0; k < 4; ++k) rotation[k] = (float)(q[k] / length);
    return PLUMP_OK;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static plump_result read_colour(const pl_scene_reader* reader, const pl_item* item,
                                plump_colour* colour) {
    const char* what = "a colour such as \"#de745a\"";
    if (!json_is_string(item->json)) return pl_item_fail_type(reader, item, what);
    const char* text = json_string_value(item->json);
    size_t length = strlen(text), digits = 0;
    uint8_t bytes[4] = {0, 0, 0, 255};
    bool is_fine = text[0] == '#' && (length == 7 || length == 9);
    for (size_t i = 1; is_fine && i < length; ++i, ++digits) {
        int digit = hex_digit(text[i]);
        is_fine = digit >= 0;
        uint8_t* byte = &bytes[digits / 2];
        if (is_fine) *byte = (uint8_t)(digits % 2 ? *byte * 16 + digit : digit);
    }
    if (!is_fine)
        return PL_ITEM_BAD(reader, item, WORD_FORMAT " is not %s", WORD_SHOWN, text, what);
    *colour = (plump_colour){bytes[0], bytes[1], bytes[2], bytes[3]};
    return PLUMP_OK;
}

plump_result pl_item_convert(const pl_scene_reader* reader, const pl_item* item, const pl_key* key,
                             void* target) {
    double value = 0;
    plump_result result = PLUMP_OK;
    switch (key->type) {
    case PL_KEY_TEXT: return pl_item_text(reader, item, target);
    case PL_KEY_NUMBER: return pl_item_number(reader, item, key, false, target);
    case PL_KEY_FLOAT:
        result = pl_item_number(reader, item, key, false, &value);
        if (result == PLUMP_OK) *(float*)target = (float)value;
        return result;
    case PL_KEY_WHOLE:
        result = pl_item_number(reader, item, key, true, &value);
        if (result == PLUMP_OK) *(uint32_t*)target = (uint32_t)value;
        return result;
    case PL_KEY_FLAG: return read_flag(reader, item, target);
    case PL_KEY_CHOICE: return read_choice(reader, item, key, target);
    case PL_KEY_VECTOR:
    case PL_KEY_VECTOR_FLOAT:
    case PL_KEY_COUNTS: return read_vector(reader, item, key, target);
    case PL_KEY_ROTATION: return read_rotation(reader, item, key, target);
    case PL_KEY_COLOUR: return read_colour(reader, item, target);
    default: return PLUMP_OK;  // read by code of its own
    }
}

// --- whole objects ---

plump_result pl_item_fail_unknown(const pl_scene_reader* reader, const pl_item* member,
                                  const pl_table* table) {
    pl_field_key field;
    if (table->fields == PL_FIELDS_CHANGEABLE &&
        pl_field_key_find(&pl_table_material, member->key, &field))
        return PL_ITEM_BAD(reader, member, "it cannot change once the body is there");
    const char* nearest = pl_table_nearest(table, member->key);
    if (nearest)
        return PL_ITEM_BAD(reader, member, "there is no such key; did you mean '%s'?", nearest);
    return PL_ITEM_BAD(reader, member, "there is no such key; docs/scene.md lists those of '%s'",
                       table->name);
}

static plump_result check_known(const pl_scene_reader* reader, const pl_item* item,
                                const pl_table* table) {
    const char* name;
    json_t* value;
    pl_field_key field;
    json_object_foreach(item->json, name, value) {
        pl_item member = {item, name, 0, value};
        if (strcmp(name, PL_KEY_COMMENT) == 0) {
            if (!json_is_string(value)) return pl_item_fail_type(reader, &member, "a text");
            continue;
        }
        if (pl_table_find(table, name) || pl_field_key_find(table, name, &field)) continue;
        return pl_item_fail_unknown(reader, &member, table);
    }
    return PLUMP_OK;
}

static bool has_offset(const pl_key* key) {
    return key->type < PL_KEY_OBJECT && key->offset != SIZE_MAX;
}

// A missing key's value comes the same way as one in the file.
static plump_result read_usual(const pl_scene_reader* reader, const pl_item* item,
                               const pl_key* key, void* target) {
    json_t* usual = json_loads(key->usual, JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL, NULL);
    if (!usual) return pl_scene_fail_memory(reader);
    pl_item member = {item, key->name, 0, usual};
    plump_result result = pl_item_convert(reader, &member, key, target);
    json_decref(usual);
    return result;
}

plump_result pl_item_read(const pl_scene_reader* reader, const pl_item* item, const pl_table* table,
                          void* target) {
    if (!json_is_object(item->json)) return pl_item_fail_type(reader, item, "an object");
    plump_result result = check_known(reader, item, table);
    for (uint32_t i = 0; i < table->key_count && result == PLUMP_OK; ++i) {
        const pl_key* key = &table->keys[i];
        pl_item member = pl_item_member(item, key->name);
        if (!member.json && key->required)
            return PL_ITEM_BAD(reader, item, "the key '%s' is missing", key->name);
        if (!has_offset(key)) {
            if (member.json && key->type == PL_KEY_TEXT && !json_is_string(member.json))
                return pl_item_fail_type(reader, &member, "a text");
            continue;
        }
        void* at = (unsigned char*)target + key->offset;
        if (member.json)
            result = pl_item_convert(reader, &member, key, at);
        else if (key->usual)
            result = read_usual(reader, item, key, at);
    }
    return result;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Typed looks into the JSON tree. All numbers are doubles here: 2^62 and 1e308 then get a sentence
// about their place instead of a parser's message.
#include "io/gltf.h"

#if defined(PLUMP_HAVE_JANSSON)

static void name_member(pl_gltf_item* member, const char* path, const char* key) {
    pl_text_format(member->path, sizeof member->path, path[0] ? "%s.%s" : "%s%s", path, key);
}

static plump_result missing(const pl_gltf* g, const pl_gltf_item* item, const char* key) {
    pl_gltf_item member;
    name_member(&member, item->path, key);
    return PL_GLTF_BAD(g, "%s is missing", member.path);
}

static plump_result wrong_type(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                               const char* wanted) {
    pl_gltf_item member;
    name_member(&member, item->path, key);
    return PL_GLTF_BAD(g, "%s is not %s", member.path, wanted);
}

static bool is_whole(double number) {
    // within 2^53 the conversion is exact both ways
    return number >= 0 && number <= (double)PL_GLTF_WHOLE_MAX && (double)(uint64_t)number == number;
}

plump_result pl_gltf_whole(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                           bool required, uint64_t* value) {
    const json_t* json = json_object_get(item->json, key);
    if (!json) return required ? missing(g, item, key) : PLUMP_OK;
    if (!json_is_real(json)) return wrong_type(g, item, key, "a number");
    double number = json_real_value(json);
    if (!is_whole(number)) {
        return PL_GLTF_BAD(g, "%s.%s is %g; it must be a whole number from 0 to 2^53", item->path,
                           key, number);
    }
    *value = (uint64_t)number;
    return PLUMP_OK;
}

plump_result pl_gltf_flag(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                          bool* value) {
    const json_t* json = json_object_get(item->json, key);
    if (!json) return PLUMP_OK;
    if (!json_is_boolean(json)) return wrong_type(g, item, key, "true or false");
    *value = json_is_true(json);
    return PLUMP_OK;
}

plump_result pl_gltf_numbers(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                             size_t count, double* values, bool* present) {
    const json_t* json = json_object_get(item->json, key);
    *present = json != NULL;
    if (!json) return PLUMP_OK;
    if (!json_is_array(json) || json_array_size(json) != count) {
        return PL_GLTF_BAD(g, "%s.%s must be a list of %zu numbers", item->path, key, count);
    }
    for (size_t i = 0; i < count; ++i) {
        const json_t* number = json_array_get(json, i);
        if (!json_is_real(number)) {
            return PL_GLTF_BAD(g, "%s.%s[%zu] is not a number", item->path, key, i);
        }
        values[i] = json_real_value(number);
    }
    return PLUMP_OK;
}

plump_result pl_gltf_text(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                          bool required, const char** value) {
    const json_t* json = json_object_get(item->json, key);
    if (!json) return required ? missing(g, item, key) : PLUMP_OK;
    if (!json_is_string(json)) return wrong_type(g, item, key, "a text");
    *value = json_string_value(json);
    return PLUMP_OK;
}

plump_result pl_gltf_member(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                            json_type type, bool required, pl_gltf_item* member) {
    member->json = json_object_get(item->json, key);
    name_member(member, item->path, key);
    if (!member->json) return required ? missing(g, item, key) : PLUMP_OK;
    if (json_typeof(member->json) != type) {
        return wrong_type(g, item, key, type == JSON_ARRAY ? "a list" : "an object");
    }
    return PLUMP_OK;
}

plump_result pl_gltf_element(const pl_gltf* g, const pl_gltf_item* array, size_t index,
                             pl_gltf_item* element) {
    element->json = json_array_get(array->json, index);
    pl_text_format(element->path, sizeof element->path, "%s[%zu]", array->path, index);
    if (!json_is_object(element->json)) {
        return PL_GLTF_BAD(g, "%s is not an object", element->path);
    }
    return PLUMP_OK;
}

static plump_result find_list(const pl_gltf* g, const char* list, pl_gltf_item* array) {
    pl_gltf_item top = {g->root, ""};
    return pl_gltf_member(g, &top, list, JSON_ARRAY, false, array);
}

plump_result pl_gltf_count(const pl_gltf* g, const char* list, size_t* count) {
    pl_gltf_item array;
    plump_result result = find_list(g, list, &array);
    *count = result == PLUMP_OK ? json_array_size(array.json) : 0;
    return result;
}

plump_result pl_gltf_list_item(const pl_gltf* g, const char* list, size_t index,
                               pl_gltf_item* item) {
    pl_gltf_item array;
    plump_result result = find_list(g, list, &array);
    return result == PLUMP_OK ? pl_gltf_element(g, &array, index, item) : result;
}

// Whether `number`, found at `path`, is the number of an element of the list.
static plump_result check_reference(const pl_gltf* g, const char* path, double number,
                                    const char* list, size_t* index) {
    size_t count;
    plump_result result = pl_gltf_count(g, list, &count);
    if (result != PLUMP_OK) return result;
    if (!is_whole(number) || number >= (double)count) {
        return PL_GLTF_BAD(g, "%s is %g, the file has %zu %s", path, number, count, list);
    }
    *index = (size_t)number;
    return PLUMP_OK;
}

plump_result pl_gltf_follow(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                            const char* list, bool* found, size_t* index, pl_gltf_item* target) {
    const json_t* json = json_object_get(item->json, key);
    *found = json != NULL;
    if (!json) return PLUMP_OK;
    if (!json_is_real(json)) return wrong_type(g, item, key, "a number");
    pl_gltf_item member;
    name_member(&member, item->path, key);
    plump_result result = check_reference(g, member.path, json_real_value(json), list, index);
    return result == PLUMP_OK ? pl_gltf_list_item(g, list, *index, target) : result;
}

plump_result pl_gltf_follow_element(const pl_gltf* g, const pl_gltf_item* array, size_t at,
                                    const char* list, size_t* index) {
    const json_t* json = json_array_get(array->json, at);
    pl_gltf_item element;
    pl_text_format(element.path, sizeof element.path, "%s[%zu]", array->path, at);
    if (!json_is_real(json)) return PL_GLTF_BAD(g, "%s is not a number", element.path);
    return check_reference(g, element.path, json_real_value(json), list, index);
}

#endif

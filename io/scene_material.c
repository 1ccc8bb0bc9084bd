// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Fields of bodies by name, and materials: sets of them that begin with another one.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include "src/base/spelling.h"

#include <string.h>

#define NAME_SHOWN 40
#define LIKE_DEPTH 16

// The values of a field: one, or three of a vector.
static plump_result read_field(const pl_scene_reader* reader, const pl_item* item,
                               const pl_field_key* field, double values[3]) {
    plump_result result = PLUMP_OK;
    if (field->key.type == PL_KEY_FLAG) {
        bool flag = false;
        result = pl_item_convert(reader, item, &field->key, &flag);
        values[0] = flag;
    } else if (field->key.type == PL_KEY_CHOICE || field->key.type == PL_KEY_WHOLE) {
        uint32_t whole = 0;
        result = pl_item_convert(reader, item, &field->key, &whole);
        values[0] = whole;
    } else {
        result = pl_item_convert(reader, item, &field->key, values);
    }
    return result;
}

plump_result pl_scene_fields(const pl_scene_reader* reader, const pl_item* item,
                             const pl_table* table, plump_body_def* def) {
    const plump_field* fields = plump_body_fields(NULL);
    plump_result result = PLUMP_OK;
    const char* name;
    json_t* json;
    json_object_foreach(item->json, name, json) {
        pl_field_key field;
        pl_item member = {item, name, 0, json};
        double values[3] = {0};
        if (pl_table_find(table, name) || !pl_field_key_find(table, name, &field)) continue;
        result = read_field(reader, &member, &field, values);
        for (uint32_t k = 0; k < field.count && result == PLUMP_OK; ++k) {
            plump_error error;
            result = plump_body_def_set(def, fields[field.first + k].name, values[k], &error);
            if (result != PLUMP_OK) result = pl_scene_complain(reader, &error);
        }
        if (result != PLUMP_OK) return result;
    }
    return result;
}

plump_result pl_scene_values(const pl_scene_reader* reader, const pl_item* item,
                             const pl_plan_set** sets, uint32_t* count) {
    const plump_field* fields = plump_body_fields(NULL);
    plump_result result = pl_item_read(reader, item, &pl_table_values, NULL);
    if (result != PLUMP_OK) return result;
    size_t most = 3 * json_object_size(item->json);
    if (most == 0) return PL_ITEM_BAD(reader, item, "it is empty; name a field to set");
    pl_plan_set* list = pl_arena_alloc(reader->arena, most, sizeof *list);
    if (!list) return pl_scene_fail_memory(reader);
    const char* name;
    json_t* json;
    *count = 0;
    json_object_foreach(item->json, name, json) {
        pl_field_key field;
        pl_item member = {item, name, 0, json};
        double values[3] = {0};
        if (!pl_field_key_find(&pl_table_values, name, &field)) continue;  // a comment
        result = read_field(reader, &member, &field, values);
        if (result != PLUMP_OK) return result;
        for (uint32_t k = 0; k < field.count; ++k) {
            list[(*count)++] = (pl_plan_set){fields[field.first + k].name, values[k]};
        }
    }
    *sets = list;
    return PLUMP_OK;
}

// --- materials ---

static plump_result fail_unknown(const pl_scene_reader* reader, const pl_item* item,
                                 const char* name) {
    pl_nearest nearest = {.wrong = name};
    const char* own;
    json_t* value;
    for (uint32_t i = 0; plump_material_name(i); ++i)
        pl_nearest_try(&nearest, plump_material_name(i));
    json_object_foreach(json_object_get(reader->root, "materials"), own, value) {
        pl_nearest_try(&nearest, own);
    }
    const char* best = pl_nearest_proposal(&nearest);
    if (best)
        return PL_ITEM_BAD(reader, item, "there is no material '%.*s'; did you mean '%.*s'?",
                           NAME_SHOWN, name, NAME_SHOWN, best);
    return PL_ITEM_BAD(reader, item,
                       "there is no material '%.*s'; docs/scene.md lists them, and \"materials\" "
                       "may hold more",
                       NAME_SHOWN, name);
}

plump_result pl_scene_check_material_name(const pl_scene_reader* reader, const pl_item* item) {
    const char* name = json_string_value(item->json);
    plump_body_def def = plump_default_body_def();
    if (!name || json_object_get(json_object_get(reader->root, "materials"), name)) return PLUMP_OK;
    if (plump_material_set(&def, name, NULL) == PLUMP_OK) return PLUMP_OK;
    return fail_unknown(reader, item, name);
}

static plump_result set_object(pl_scene_reader* reader, const pl_item* item, plump_body_def* def,
                               int depth);

static plump_result set_named(pl_scene_reader* reader, const pl_item* item, const char* name,
                              plump_body_def* def, int depth) {
    pl_item own = {0};
    if (reader->materials) own = pl_item_member(reader->materials, name);
    if (own.json) {
        if (depth == LIKE_DEPTH)
            return PL_ITEM_BAD(reader, item,
                               "'like' goes round in circles, or over more than %d materials",
                               LIKE_DEPTH);
        return set_object(reader, &own, def, depth + 1);
    }
    if (plump_material_set(def, name, NULL) == PLUMP_OK) return PLUMP_OK;
    return fail_unknown(reader, item, name);
}

static plump_result set_object(pl_scene_reader* reader, const pl_item* item, plump_body_def* def,
                               int depth) {
    pl_raw_material raw = {0};
    plump_result result = pl_item_read(reader, item, &pl_table_material, &raw);
    pl_item like = pl_item_member(item, "like");
    const char* name = json_string_value(like.json);
    // what it is like is looked at in any case: all that is wrong is to be told at once
    if (name && pl_scene_goes_on(reader, result)) {
        plump_result found = set_named(reader, &like, name, def, depth);
        if (result == PLUMP_OK) result = found;
    }
    if (result == PLUMP_OK) result = pl_scene_fields(reader, item, &pl_table_material, def);
    return result;
}

plump_result pl_scene_material(pl_scene_reader* reader, const pl_item* item, plump_body_def* def) {
    if (!item->json) return PLUMP_OK;
    if (json_is_object(item->json)) return set_object(reader, item, def, 0);
    if (json_is_string(item->json))
        return set_named(reader, item, json_string_value(item->json), def, 0);
    return pl_item_fail_type(reader, item, "a material's name or an object");
}

plump_result pl_scene_check_materials(pl_scene_reader* reader, const pl_item* materials) {
    if (!materials->json) return PLUMP_OK;
    if (!json_is_object(materials->json))
        return pl_item_fail_type(reader, materials, "an object of materials by name");
    if (json_object_size(materials->json) > reader->limits->entries / 10)
        return pl_item_fail(
            reader, materials, PLUMP_ERROR_LIMIT, "it has %zu materials; at most %u are allowed",
            json_object_size(materials->json), (unsigned)(reader->limits->entries / 10));
    reader->materials = materials;
    const char* name;
    json_t* json;
    json_object_foreach(materials->json, name, json) {
        pl_item item = {materials, name, 0, json};
        plump_body_def def = plump_default_body_def();
        plump_result result = set_object(reader, &item, &def, 0);
        if (!pl_scene_goes_on(reader, result)) return result;
    }
    return pl_scene_result(reader, PLUMP_OK);
}

#endif

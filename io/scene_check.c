// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// All that is wrong with a scene in one go, for those who ask for it: first a walk over the whole
// tree by the tables, which finds every wrong key, type and range; then the scene is read, and
// reading goes on behind an entry that is refused.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

// --- the list ---

static bool is_known(const pl_scene_complaints* all, const plump_error* error) {
    for (uint32_t i = 0; i < all->count; ++i) {
        if (strcmp(all->errors[i].text, error->text) == 0) return true;
    }
    return false;
}

plump_result pl_scene_complain(const pl_scene_reader* reader, const plump_error* error) {
    pl_scene_complaints* all = reader->complaints;
    if (!all) {
        if (reader->error) *reader->error = *error;
        return error->code;
    }
    if (all->count == PL_SCENE_COMPLAINTS || is_known(all, error)) return error->code;
    if (all->count == 0 && reader->error) *reader->error = *error;
    all->errors[all->count++] = *error;
    reader->def->complain(error, reader->def->complain_user);
    return error->code;
}

bool pl_scene_goes_on(const pl_scene_reader* reader, plump_result result) {
    if (result == PLUMP_OK) return true;
    const pl_scene_complaints* all = reader->complaints;
    return all && result != PLUMP_ERROR_MEMORY && all->count < PL_SCENE_COMPLAINTS;
}

plump_result pl_scene_result(const pl_scene_reader* reader, plump_result result) {
    bool has_some = reader->complaints && reader->complaints->count > 0;
    return result == PLUMP_OK && has_some ? reader->complaints->errors[0].code : result;
}

bool pl_scene_is_named(const pl_scene_reader* reader, const char* list, const char* name,
                       size_t length) {
    json_t *entries = json_object_get(reader->root, list), *entry;
    size_t i;
    if (!reader->complaints || reader->complaints->count == 0) return false;
    json_array_foreach(entries, i, entry) {
        const char* own = json_string_value(json_object_get(entry, "name"));
        if (own && strlen(own) == length && memcmp(own, name, length) == 0) return true;
    }
    return false;
}

// --- the walk ---

static bool check_object(const pl_scene_reader* reader, const pl_item* item, const pl_table* table);

static bool check_list(const pl_scene_reader* reader, const pl_item* list, const pl_table* table) {
    bool goes_on = true;
    for (size_t i = 0; goes_on && i < json_array_size(list->json); ++i) {
        pl_item element = pl_item_element(list, i);
        goes_on = check_object(reader, &element, table);
    }
    return goes_on;
}

static bool check_map(const pl_scene_reader* reader, const pl_item* map, const pl_table* table) {
    const char* name;
    json_t* value;
    json_object_foreach(map->json, name, value) {
        pl_item member = {map, name, 0, value};
        if (!check_object(reader, &member, table)) return false;
    }
    return true;
}

// Values that reading has code of its own for are left to it, but for the objects in them.
static bool check_value(const pl_scene_reader* reader, const pl_item* item, const pl_key* key) {
    double room[4];  // as much as any single value takes
    if (key->type < PL_KEY_OBJECT)
        return pl_scene_goes_on(reader, pl_item_convert(reader, item, key, room));
    if (!key->child) return true;
    if (key->child == &pl_table_material && json_is_string(item->json))
        return pl_scene_goes_on(reader, pl_scene_check_material_name(reader, item));
    if (key->type == PL_KEY_MAP && json_is_object(item->json))
        return check_map(reader, item, key->child);
    if (json_is_array(item->json) && (key->type == PL_KEY_LIST || key->type == PL_KEY_TEXT_OR_LIST))
        return check_list(reader, item, key->child);
    if (json_is_object(item->json) && key->type != PL_KEY_LIST && key->type != PL_KEY_MAP)
        return check_object(reader, item, key->child);
    if (key->type == PL_KEY_OBJECT || key->type == PL_KEY_MAP)
        return pl_scene_goes_on(reader, pl_item_fail_type(reader, item, "an object"));
    if (key->type == PL_KEY_LIST)
        return pl_scene_goes_on(reader, pl_item_fail_type(reader, item, "a list"));
    return true;
}

static bool check_member(const pl_scene_reader* reader, const pl_item* item,
                         const pl_table* table) {
    pl_field_key field;
    const pl_key* key = pl_table_find(table, item->key);
    if (strcmp(item->key, PL_KEY_COMMENT) == 0) {
        if (json_is_string(item->json)) return true;
        return pl_scene_goes_on(reader, pl_item_fail_type(reader, item, "a text"));
    }
    if (key && !check_value(reader, item, key)) return false;
    if (key && table == &pl_table_material && strcmp(key->name, "like") == 0)
        return pl_scene_goes_on(reader, pl_scene_check_material_name(reader, item));
    if (key) return true;
    if (pl_field_key_find(table, item->key, &field)) return check_value(reader, item, &field.key);
    return pl_scene_goes_on(reader, pl_item_fail_unknown(reader, item, table));
}

// Whether there is room for more complaints.
static bool check_object(const pl_scene_reader* reader, const pl_item* item,
                         const pl_table* table) {
    const char* name;
    json_t* value;
    if (!json_is_object(item->json))
        return pl_scene_goes_on(reader, pl_item_fail_type(reader, item, "an object"));
    json_object_foreach(item->json, name, value) {
        pl_item member = {item, name, 0, value};
        if (!check_member(reader, &member, table)) return false;
    }
    for (uint32_t i = 0; i < table->key_count; ++i) {
        const pl_key* key = &table->keys[i];
        if (!key->required || json_object_get(item->json, key->name)) continue;
        plump_result result = PL_ITEM_BAD(reader, item, "the key '%s' is missing", key->name);
        if (!pl_scene_goes_on(reader, result)) return false;
    }
    return true;
}

void pl_scene_check_all(const pl_scene_reader* reader, const pl_item* top) {
    if (reader->complaints) check_object(reader, top, &pl_table_scene);
}

#endif

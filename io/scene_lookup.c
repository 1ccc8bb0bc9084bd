// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Finding keys and words, and what somebody may have meant by a wrong one.
#include "io/scene_keys.h"

#include "src/base/spelling.h"

#include <string.h>

static const char* volume_name(uint32_t i) {
    static const char* const words[] = {"body", "parts", "free"};
    return i < PL_COUNT(words) ? words[i] : NULL;
}
_Static_assert(PLUMP_VOLUME_COUNT == 3, "volume_name lists the volumes");

static const char* matching_name(uint32_t i) {
    static const char* const words[] = {"physical", "paper"};
    return i < PL_COUNT(words) ? words[i] : NULL;
}
_Static_assert(PLUMP_MATCHING_COUNT == 2, "matching_name lists the matchings");

// Fields that bodies have keys of their own for, because many share one material.
static bool is_own_key(const char* name) {
    static const char* const own[] = {"model", "position.", "rotation.",
                                      "scale", "velocity.", "angular_velocity."};
    for (size_t i = 0; i < PL_COUNT(own); ++i) {
        if (strncmp(name, own[i], strlen(own[i])) == 0) return true;
    }
    return false;
}

static pl_key_type field_type(const plump_field* field, pl_key* key) {
    if (strcmp(field->name, "volume") == 0) key->choice = volume_name;
    if (strcmp(field->name, "matching") == 0) key->choice = matching_name;
    if (key->choice) return PL_KEY_CHOICE;
    if (!field->whole) return PL_KEY_NUMBER;
    return field->most == 1 ? PL_KEY_FLAG : PL_KEY_WHOLE;
}

// Three fields that are one key: "acceleration.x" and so on.
static const char* key_name(const char* field_name) {
    static const char* const vectors[] = {"acceleration"};
    for (size_t i = 0; i < PL_COUNT(vectors); ++i) {
        if (strncmp(field_name, vectors[i], strlen(vectors[i])) == 0) return vectors[i];
    }
    return field_name;
}

bool pl_field_key_at(uint32_t index, pl_field_key* field) {
    uint32_t count, seen = 0;
    const plump_field* fields = plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i) {
        const char* point = strchr(fields[i].name, '.');
        if (is_own_key(fields[i].name) || (point && point[1] != 'x')) continue;
        if (seen++ != index) continue;
        *field = (pl_field_key){.key = {.name = key_name(fields[i].name),
                                        .least = fields[i].least,
                                        .most = fields[i].most,
                                        .unit = fields[i].unit[0] ? fields[i].unit : NULL,
                                        .text = fields[i].text},
                                .first = i,
                                .count = point ? 3 : 1,
                                .changeable = fields[i].changeable};
        field->key.type = point ? PL_KEY_VECTOR : field_type(&fields[i], &field->key);
        return true;
    }
    return false;
}

bool pl_field_key_find(const pl_table* table, const char* name, pl_field_key* field) {
    if (table->fields == PL_FIELDS_NONE) return false;
    for (uint32_t i = 0; pl_field_key_at(i, field); ++i) {
        if (table->fields == PL_FIELDS_CHANGEABLE && !field->changeable) continue;
        if (strcmp(field->key.name, name) == 0) return true;
    }
    return false;
}

const pl_key* pl_table_find(const pl_table* table, const char* name) {
    for (uint32_t i = 0; i < table->key_count; ++i) {
        if (strcmp(table->keys[i].name, name) == 0) return &table->keys[i];
    }
    return NULL;
}

const char* pl_table_nearest(const pl_table* table, const char* name) {
    pl_nearest nearest = {.wrong = name};
    for (uint32_t i = 0; i < table->key_count; ++i) pl_nearest_try(&nearest, table->keys[i].name);
    pl_field_key field;
    for (uint32_t i = 0; table->fields != PL_FIELDS_NONE && pl_field_key_at(i, &field); ++i) {
        if (table->fields == PL_FIELDS_CHANGEABLE && !field.changeable) continue;
        pl_nearest_try(&nearest, field.key.name);
    }
    return pl_nearest_proposal(&nearest);
}

uint32_t pl_choice_find(const char* (*choice)(uint32_t), const char* word) {
    for (uint32_t i = 0; choice(i); ++i) {
        if (strcmp(choice(i), word) == 0) return i;
    }
    return UINT32_MAX;
}

const char* pl_choice_nearest(const char* (*choice)(uint32_t), const char* word) {
    pl_nearest nearest = {.wrong = word};
    for (uint32_t i = 0; choice(i); ++i) pl_nearest_try(&nearest, choice(i));
    return pl_nearest_proposal(&nearest);
}

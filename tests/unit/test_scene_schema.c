// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The schema and the page say what the parser does: both are written from its tables, and the files
// must be what would be written now. PLUMP_WRITE=1 writes them:
//     PLUMP_WRITE=1 build/tests/test_scene_schema
#define _XOPEN_SOURCE 700  // open_memstream
#include "tests/unit/scene_kit.h"
#include "tests/unit/scene_schema_kit.h"

#if defined(PLUMP_HAVE_JANSSON)
#include "io/json_tree.h"
#endif

#define BEGIN_KEYS      "<!-- keys: written by test_scene_schema -->\n"
#define BEGIN_MATERIALS "<!-- materials: written by test_scene_schema -->\n"
#define END_PART        "<!-- end -->\n"

// A file of the source tree, whose place is known from that of this file.
static const char* source_path(const char* name) {
    static char path[600];
    const char* here = __FILE__;
    const char* end = strstr(here, "tests/unit/test_scene_schema.c");
    assert_non_null(end);
    snprintf(path, sizeof path, "%.*s%s", (int)(end - here), here, name);
    return path;
}

static char* load(const char* name) {
    FILE* file = fopen(source_path(name), "rb");
    if (!file) fail_msg("%s cannot be opened", source_path(name));
    static char text[1 << 20];
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = 0;
    fclose(file);
    return text;
}

static void store(const char* name, const char* text) {
    plump_error error;
    if (plump_file_write_bytes(source_path(name), text, strlen(text), &error) != PLUMP_OK)
        fail_msg("%s", error.text);
}

static char* written(void (*write)(FILE*)) {
    char* text = NULL;
    size_t size = 0;
    FILE* out = open_memstream(&text, &size);
    assert_non_null(out);
    write(out);
    fclose(out);
    return text;
}

static void the_schema_is_what_the_tables_say(void** state) {
    (void)state;
    char* text = written(schema_write);
    if (getenv("PLUMP_WRITE")) store("scenes/scene.schema.json", text);
    assert_string_equal(load("scenes/scene.schema.json"), text);
    free(text);
}

// The part of the page behind `begin` must be `text`.
static void check_part(const char* begin, const char* text) {
    char* page = load("docs/scene.md");
    char* from = strstr(page, begin);
    assert_non_null(from);
    from += strlen(begin);
    char* to = strstr(from, END_PART);
    assert_non_null(to);
    if (getenv("PLUMP_WRITE")) {
        char* whole = NULL;
        size_t size = 0;
        FILE* out = open_memstream(&whole, &size);
        assert_non_null(out);
        fprintf(out, "%.*s%s%s", (int)(from - page), page, text, to);
        fclose(out);
        store("docs/scene.md", whole);
        free(whole);
    } else {
        *to = 0;
        assert_string_equal(from, text);
    }
}

static void the_page_is_what_the_tables_say(void** state) {
    (void)state;
    char *keys = written(page_write), *materials = written(page_materials);
    check_part(BEGIN_KEYS, keys);
    check_part(BEGIN_MATERIALS, materials);
    free(keys);
    free(materials);
}

static bool is_listed(const pl_table* table) {
    for (uint32_t i = 0; pl_table_at(i); ++i) {
        if (pl_table_at(i) == table) return true;
    }
    return false;
}

static bool has_range(pl_key_type type) {
    return type == PL_KEY_NUMBER || type == PL_KEY_FLOAT || type == PL_KEY_WHOLE ||
           type == PL_KEY_VECTOR || type == PL_KEY_VECTOR_FLOAT || type == PL_KEY_COUNTS ||
           type == PL_KEY_ROTATION || type == PL_KEY_PAIRS || type == PL_KEY_POINTS ||
           type == PL_KEY_WHOLES || type == PL_KEY_TRIPLES || type == PL_KEY_NUMBER_OR_OBJECT ||
           type == PL_KEY_TEXT_OR_WHOLE || type == PL_KEY_TEXT_OR_WEIGHTS;
}

static void every_key_is_complete(void** state) {
    (void)state;
    for (uint32_t t = 0; pl_table_at(t); ++t) {
        const pl_table* table = pl_table_at(t);
        for (uint32_t i = 0; i < table->key_count; ++i) {
            const pl_key* key = &table->keys[i];
            pl_field_key field;
            assert_true(key->text[0] != 0);
            assert_ptr_equal(pl_table_find(table, key->name), key);
            assert_false(pl_field_key_find(table, key->name, &field));
            if (key->type == PL_KEY_CHOICE) assert_non_null(key->choice);
            if (key->child) assert_true(is_listed(key->child));
            if (has_range(key->type)) assert_true(key->least < key->most);
            if (key->type == PL_KEY_OBJECT || key->type == PL_KEY_LIST || key->type == PL_KEY_MAP ||
                key->type == PL_KEY_ROTATION || key->type == PL_KEY_TEXT_OR_OBJECT ||
                key->type == PL_KEY_TEXT_OR_LIST)
                assert_non_null(key->child);
        }
    }
}

static void every_field_of_bodies_is_a_key(void** state) {
    (void)state;
    uint32_t count, covered = 0, own = 0;
    const plump_field* fields = plump_body_fields(&count);
    pl_field_key field;
    for (uint32_t i = 0; pl_field_key_at(i, &field); ++i) {
        covered += field.count;
        assert_null(strchr(field.key.name, '.'));
    }
    for (uint32_t i = 0; i < count; ++i) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(fields[i].name, "."), fields[i].name);
        own += pl_table_find(&pl_table_body, name) != NULL;
    }
    assert_int_equal(covered + own, count);
}

static void default_materials_are_in_range(void** state) {
    (void)state;
    plump_error error;
    for (uint32_t i = 0; plump_material_name(i); ++i) {
        plump_body_def def = plump_default_body_def();
        if (plump_material_set(&def, plump_material_name(i), &error) != PLUMP_OK)
            fail_msg("%s: %s", plump_material_name(i), error.text);
        assert_true(strlen(plump_material_summary(i)) > 5);
    }
    plump_body_def def = plump_default_body_def();
    assert_int_equal(plump_material_set(&def, "ruber", &error), PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text, "there is no material 'ruber'; the nearest is 'rubber'");
    assert_int_equal(plump_material_set(&def, NULL, &error), PLUMP_ERROR_ARGUMENT);
    assert_null(plump_material_name(1000));
    assert_null(plump_material_summary(1000));
}

#if defined(PLUMP_HAVE_JANSSON)

static void check_property(json_t* property, const pl_key* key) {
    assert_non_null(property);
    json_t* enumeration = json_object_get(property, "enum");
    if (key->type == PL_KEY_NUMBER || key->type == PL_KEY_FLOAT || key->type == PL_KEY_WHOLE) {
        assert_true(json_number_value(json_object_get(property, "minimum")) == key->least);
        assert_true(json_number_value(json_object_get(property, "maximum")) == key->most);
    }
    if (key->type == PL_KEY_WHOLE)
        assert_string_equal(json_string_value(json_object_get(property, "type")), "integer");
    if (key->type == PL_KEY_CHOICE) {
        size_t i = 0;
        for (; key->choice((uint32_t)i); ++i) {
            assert_string_equal(json_string_value(json_array_get(enumeration, i)),
                                key->choice((uint32_t)i));
        }
        assert_int_equal(json_array_size(enumeration), i);
    }
}

// Read back by a parser of JSON, without the code that wrote it.
static void every_key_is_in_the_schema_and_no_other(void** state) {
    (void)state;
    json_error_t error;
    json_t* schema = json_loads(load("scenes/scene.schema.json"), JSON_REJECT_DUPLICATES, &error);
    if (!schema) fail_msg("%d: %s", error.line, error.text);
    json_t* defs = json_object_get(schema, "$defs");
    size_t tables = 0;
    for (uint32_t t = 0; pl_table_at(t); ++t, ++tables) {
        const pl_table* table = pl_table_at(t);
        json_t* def = json_object_get(defs, table->name);
        json_t* properties = json_object_get(def, "properties");
        size_t keys = 1;  // comment
        assert_true(json_is_false(json_object_get(def, "additionalProperties")));
        for (uint32_t i = 0; i < table->key_count; ++i, ++keys)
            check_property(json_object_get(properties, table->keys[i].name), &table->keys[i]);
        pl_field_key field;
        for (uint32_t i = 0; pl_field_key_at(i, &field); ++i) {
            if (!pl_field_key_find(table, field.key.name, &field)) continue;
            check_property(json_object_get(properties, field.key.name), &field.key);
            keys++;
        }
        assert_int_equal(json_object_size(properties), keys);
    }
    assert_int_equal(json_object_size(defs), tables);
    json_decref(schema);
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_is_what_the_tables_say),
        cmocka_unit_test(the_page_is_what_the_tables_say),
        cmocka_unit_test(every_key_is_complete),
        cmocka_unit_test(every_field_of_bodies_is_a_key),
        cmocka_unit_test(default_materials_are_in_range),
#if defined(PLUMP_HAVE_JANSSON)
        cmocka_unit_test(every_key_is_in_the_schema_and_no_other),
#endif
    };
    return cmocka_run_group_tests_name("scene_schema", tests, NULL, NULL);
}

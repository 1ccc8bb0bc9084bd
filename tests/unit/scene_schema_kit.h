// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Writes the JSON Schema of scene files and the tables of docs/scene.md from the parser's own
// tables of keys.
#ifndef SCENE_SCHEMA_KIT_H
#define SCENE_SCHEMA_KIT_H

#include "io/scene_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- the schema ---

static inline void schema_text(FILE* out, const char* text) {
    fputc('"', out);
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static inline void schema_number(FILE* out, const pl_key* key, const char* type) {
    fprintf(out, "{\"type\": \"%s\", \"minimum\": %.12g, \"maximum\": %.12g}", type, key->least,
            key->most);
}

static inline void schema_array(FILE* out, const pl_key* key, const char* type, int count) {
    fprintf(out, "{\"type\": \"array\", \"items\": ");
    schema_number(out, key, type);
    fprintf(out, ", \"minItems\": %d, \"maxItems\": %d}", count, count);
}

static inline void schema_words(FILE* out, const pl_key* key) {
    fprintf(out, "{\"enum\": [");
    for (uint32_t i = 0; key->choice(i); ++i)
        fprintf(out, "%s\"%s\"", i ? ", " : "", key->choice(i));
    fprintf(out, "]}");
}

static inline void schema_ref(FILE* out, const pl_key* key) {
    fprintf(out, "{\"$ref\": \"#/$defs/%s\"}", key->child->name);
}

static inline void schema_pair(FILE* out, const pl_key* key) {
    fprintf(out, "{\"type\": \"array\", \"prefixItems\": [{\"type\": \"number\", \"minimum\": 0, "
                 "\"maximum\": 1000000}, ");
    schema_number(out, key, "number");
    fprintf(out, "], \"minItems\": 2, \"maxItems\": 2}");
}

// What a value may be.
static inline void schema_type(FILE* out, const pl_key* key) {
    static const char list[] = "{\"type\": \"array\", \"items\": ";
    switch (key->type) {
    case PL_KEY_TEXT: fprintf(out, "{\"type\": \"string\"}"); break;
    case PL_KEY_NUMBER:
    case PL_KEY_FLOAT: schema_number(out, key, "number"); break;
    case PL_KEY_WHOLE: schema_number(out, key, "integer"); break;
    case PL_KEY_FLAG: fprintf(out, "{\"type\": \"boolean\"}"); break;
    case PL_KEY_CHOICE: schema_words(out, key); break;
    case PL_KEY_VECTOR:
    case PL_KEY_VECTOR_FLOAT: schema_array(out, key, "number", 3); break;
    case PL_KEY_COUNTS: schema_array(out, key, "integer", 3); break;
    case PL_KEY_ROTATION:
        fprintf(out, "{\"oneOf\": [");
        schema_array(out, key, "number", 4);
        fprintf(out, ", ");
        schema_ref(out, key);
        fprintf(out, "]}");
        break;
    case PL_KEY_COLOUR:
        fprintf(out, "{\"type\": \"string\", \"pattern\": \"^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$\"}");
        break;
    case PL_KEY_OBJECT: schema_ref(out, key); break;
    case PL_KEY_LIST:
        fprintf(out, "%s", list);
        schema_ref(out, key);
        fprintf(out, "%s}", key->required ? ", \"minItems\": 1" : "");
        break;
    case PL_KEY_MAP:
        fprintf(out, "{\"type\": \"object\", \"additionalProperties\": ");
        schema_ref(out, key);
        fprintf(out, "}");
        break;
    case PL_KEY_TEXT_OR_OBJECT:
    case PL_KEY_NUMBER_OR_OBJECT:
        fprintf(out, "{\"oneOf\": [");
        if (key->type == PL_KEY_NUMBER_OR_OBJECT)
            schema_number(out, key, "number");
        else if (key->choice)
            schema_words(out, key);
        else
            fprintf(out, "{\"type\": \"string\"}");
        fprintf(out, ", ");
        schema_ref(out, key);
        fprintf(out, "]}");
        break;
    case PL_KEY_NAMES:
        fprintf(out, "{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"array\", \"items\": "
                     "{\"type\": \"string\"}, \"minItems\": 1}]}");
        break;
    case PL_KEY_WHOLES:
        fprintf(out, "%s", list);
        schema_number(out, key, "integer");
        fprintf(out, "}");
        break;
    case PL_KEY_PAIRS:
        fprintf(out, "%s", list);
        schema_pair(out, key);
        fprintf(out, ", \"minItems\": 1}");
        break;
    case PL_KEY_POINTS:
    case PL_KEY_TRIPLES:
        fprintf(out, "%s", list);
        schema_array(out, key, key->type == PL_KEY_POINTS ? "number" : "integer", 3);
        fprintf(out, "}");
        break;
    case PL_KEY_TEXT_OR_WHOLE:
        fprintf(out, "{\"oneOf\": [{\"type\": \"string\"}, ");
        schema_number(out, key, "integer");
        fprintf(out, "]}");
        break;
    case PL_KEY_TEXT_OR_LIST:
        fprintf(out, "{\"oneOf\": [");
        schema_words(out, key);
        fprintf(out, ", %s", list);
        schema_ref(out, key);
        fprintf(out, "}]}");
        break;
    case PL_KEY_TEXT_OR_WEIGHTS:
        fprintf(out, "{\"oneOf\": [{\"type\": \"string\"}, {\"type\": \"object\", "
                     "\"additionalProperties\": ");
        schema_number(out, key, "number");
        fprintf(out, ", \"minProperties\": 1}]}");
        break;
    case PL_KEY_TYPE_COUNT: break;
    }
}

// The type's own keywords, then what is said about it, in one object.
static inline void schema_property(FILE* out, const pl_key* key, const char* usual) {
    char* type = NULL;
    size_t size = 0;
    FILE* buffer = open_memstream(&type, &size);
    if (!buffer) return;
    schema_type(buffer, key);
    fclose(buffer);
    type[size - 1] = 0;  // its closing brace
    char text[400];
    snprintf(text, sizeof text, "%s%s%s%s", key->text, key->unit ? " (" : "",
             key->unit ? key->unit : "", key->unit ? ")" : "");
    fprintf(out, "        \"%s\": %s, \"description\": ", key->name, type);
    free(type);
    schema_text(out, text);
    if (usual) fprintf(out, ", \"default\": %s", usual);
    fprintf(out, "},\n");
}

// The default of a field of bodies as JSON.
static inline const char* field_usual(const pl_field_key* field, char* text, size_t size) {
    const plump_field* fields = plump_body_fields(NULL);
    double usual = fields[field->first].usual;
    if (field->key.type == PL_KEY_FLAG)
        snprintf(text, size, "%s", usual != 0 ? "true" : "false");
    else if (field->key.type == PL_KEY_CHOICE)
        snprintf(text, size, "\"%s\"", field->key.choice((uint32_t)usual));
    else if (field->count == 3)
        snprintf(text, size, "[%.12g, %.12g, %.12g]", usual, fields[field->first + 1].usual,
                 fields[field->first + 2].usual);
    else
        snprintf(text, size, "%.12g", usual);
    return text;
}

static inline void schema_object(FILE* out, const pl_table* table) {
    fprintf(out, "      \"description\": ");
    schema_text(out, table->text);
    fprintf(out, ",\n      \"type\": \"object\",\n      \"properties\": {\n");
    for (uint32_t i = 0; i < table->key_count; ++i)
        schema_property(out, &table->keys[i], table->keys[i].usual);
    pl_field_key field;
    for (uint32_t i = 0; table->fields != PL_FIELDS_NONE && pl_field_key_at(i, &field); ++i) {
        char usual[64];
        if (table->fields == PL_FIELDS_CHANGEABLE && !field.changeable) continue;
        schema_property(out, &field.key,
                        table->fields == PL_FIELDS_CHANGEABLE
                            ? NULL
                            : field_usual(&field, usual, sizeof usual));
    }
    fprintf(out, "        \"%s\": {\"type\": \"string\"}\n      },\n", PL_KEY_COMMENT);
    int required = 0;
    for (uint32_t i = 0; i < table->key_count; ++i) {
        if (!table->keys[i].required) continue;
        fprintf(out, "%s\"%s\"", required++ ? ", " : "      \"required\": [", table->keys[i].name);
    }
    if (required) fprintf(out, "],\n");
    if (table == &pl_table_scene)
        fprintf(out, "      \"anyOf\": [{\"required\": [\"bodies\"]}, {\"required\": "
                     "[\"characters\"]}],\n");
    fprintf(out, "      \"additionalProperties\": false\n    }");
}

static inline void schema_write(FILE* out) {
    fprintf(out, "{\n"
                 "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
                 "  \"title\": \"A scene of plump\",\n"
                 "  \"description\": \"Soft bodies, what they meet, and what happens to them. SI "
                 "units, y is up. docs/scene.md tells the whole story.\",\n"
                 "  \"$ref\": \"#/$defs/scene\",\n"
                 "  \"$defs\": {");
    for (uint32_t i = 0; pl_table_at(i); ++i) {
        fprintf(out, "%s\n    \"%s\": {\n", i ? "," : "", pl_table_at(i)->name);
        schema_object(out, pl_table_at(i));
    }
    fprintf(out, "\n  }\n}\n");
}

// --- the tables of the page ---

static inline void page_range(FILE* out, const pl_key* key) {
    if (key->least != key->most) fprintf(out, " %.9g to %.9g", key->least, key->most);
}

static inline void page_type(FILE* out, const pl_key* key) {
    const char* child = key->child ? key->child->name : "";
    switch (key->type) {
    case PL_KEY_TEXT: fprintf(out, "text"); return;
    case PL_KEY_NUMBER:
    case PL_KEY_FLOAT: fprintf(out, "number"); break;
    case PL_KEY_WHOLE: fprintf(out, "whole number"); break;
    case PL_KEY_FLAG: fprintf(out, "true or false"); return;
    case PL_KEY_CHOICE:
        for (uint32_t i = 0; key->choice(i); ++i)
            fprintf(out, "%s`%s`", i ? ", " : "", key->choice(i));
        return;
    case PL_KEY_VECTOR:
    case PL_KEY_VECTOR_FLOAT: fprintf(out, "[x, y, z]"); break;
    case PL_KEY_COUNTS: fprintf(out, "[x, y, z], whole"); break;
    case PL_KEY_ROTATION: fprintf(out, "[x, y, z, w] or [%s](#%s)", child, child); return;
    case PL_KEY_COLOUR: fprintf(out, "colour"); return;
    case PL_KEY_OBJECT: fprintf(out, "[%s](#%s)", child, child); return;
    case PL_KEY_LIST: fprintf(out, "list of [%s](#%s)", child, child); return;
    case PL_KEY_MAP: fprintf(out, "name: [%s](#%s)", child, child); return;
    case PL_KEY_TEXT_OR_OBJECT:
        if (key->choice)
            fprintf(out, "`%s` or [%s](#%s)", key->choice(0), child, child);
        else
            fprintf(out, "text or [%s](#%s)", child, child);
        return;
    case PL_KEY_NUMBER_OR_OBJECT: fprintf(out, "number or [%s](#%s)", child, child); break;
    case PL_KEY_NAMES: fprintf(out, "name or list of names"); return;
    case PL_KEY_WHOLES: fprintf(out, "list of whole numbers"); return;
    case PL_KEY_PAIRS: fprintf(out, "list of [time, value]"); return;
    case PL_KEY_POINTS: fprintf(out, "list of [x, y, z]"); return;
    case PL_KEY_TRIPLES: fprintf(out, "list of [a, b, c]"); return;
    case PL_KEY_TEXT_OR_WHOLE: fprintf(out, "name or number"); return;
    case PL_KEY_TEXT_OR_LIST:
        fprintf(out, "`%s` or list of [%s](#%s)", key->choice(0), child, child);
        return;
    case PL_KEY_TEXT_OR_WEIGHTS: fprintf(out, "name, or name: weight"); return;
    case PL_KEY_TYPE_COUNT: return;
    }
    page_range(out, key);
}

static inline void page_row(FILE* out, const pl_key* key, const char* usual) {
    fprintf(out, "| `%s` | ", key->name);
    page_type(out, key);
    fprintf(out, "%s%s | ", key->unit ? ", " : "", key->unit ? key->unit : "");
    if (key->required)
        fprintf(out, "needed");
    else if (usual)
        fprintf(out, "%s", usual);
    fprintf(out, " | %s |\n", key->text);
}

static inline void page_table(FILE* out, const pl_table* table) {
    fprintf(out, "### %s\n%s\n\n", table->name, table->text);
    if (table->key_count == 0) return;
    fprintf(out, "| key | type | default | meaning |\n| --- | --- | --- | --- |\n");
    for (uint32_t i = 0; i < table->key_count; ++i)
        page_row(out, &table->keys[i], table->keys[i].usual);
    fprintf(out, "\n");
}

static inline void page_fields(FILE* out) {
    pl_field_key field;
    fprintf(out, "### fields of bodies\nA star marks those that events may set.\n\n"
                 "| key | type | default | meaning |\n| --- | --- | --- | --- |\n");
    for (uint32_t i = 0; pl_field_key_at(i, &field); ++i) {
        char usual[64], text[400];
        field_usual(&field, usual, sizeof usual);
        snprintf(text, sizeof text, "%s%s", field.changeable ? "* " : "", field.key.text);
        field.key.text = text;
        page_row(out, &field.key, usual);
    }
    fprintf(out, "\n");
}

// What a material sets where it differs from the defaults of bodies, and what all have.
static inline void page_materials(FILE* out) {
    fprintf(out, "| material | what it is | fields |\n| --- | --- | --- |\n");
    for (uint32_t m = 0; plump_material_name(m); ++m) {
        plump_body_def usual = plump_default_body_def(), def = usual;
        plump_material_set(&def, plump_material_name(m), NULL);
        fprintf(out, "| `%s` | %s |", plump_material_name(m), plump_material_summary(m));
        uint32_t count;
        const plump_field* fields = plump_body_fields(&count);
        for (uint32_t i = 0, seen = 0; i < count; ++i) {
            double value = plump_body_def_get(&def, fields[i].name);
            bool is_told = strcmp(fields[i].name, "density") == 0 ||
                           strcmp(fields[i].name, "frequency") == 0 ||
                           strcmp(fields[i].name, "damping") == 0;
            if (!is_told && value == plump_body_def_get(&usual, fields[i].name)) continue;
            fprintf(out, "%s %s %.4g%s%s", seen++ ? "," : "", fields[i].name, value,
                    fields[i].unit[0] ? " " : "", fields[i].unit);
        }
        fprintf(out, " |\n");
    }
}

static inline void page_write(FILE* out) {
    for (uint32_t i = 0; pl_table_at(i); ++i) page_table(out, pl_table_at(i));
    page_fields(out);
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/ply.h"

#include <string.h>

static const struct {
    const char* name;
    const char* sized_name;
    size_t size;
} types[PL_PLY_TYPE_COUNT] = {
    {"char", "int8", 1}, {"uchar", "uint8", 1}, {"short", "int16", 2},   {"ushort", "uint16", 2},
    {"int", "int32", 4}, {"uint", "uint32", 4}, {"float", "float32", 4}, {"double", "float64", 8},
};

size_t pl_ply_size(unsigned type) {
    return types[type].size;
}

static plump_result fail_header(const pl_reader* reader, const pl_scan* scan, const char* what,
                                pl_word word) {
    return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, scan->line, "%s \"%.*s\"", what,
                          word.length > 40 ? 40 : word.length, word.text);
}

static pl_word next_word(pl_scan* scan) {
    pl_scan_blanks(scan);
    return pl_scan_word(scan);
}

static plump_result read_type(const pl_reader* reader, pl_scan* scan, unsigned char* type) {
    pl_word word = next_word(scan);
    for (unsigned i = 0; i < PL_PLY_TYPE_COUNT; ++i) {
        if (pl_word_is(word, types[i].name) || pl_word_is(word, types[i].sized_name)) {
            *type = (unsigned char)i;
            return PLUMP_OK;
        }
    }
    return fail_header(reader, scan, "property has the unknown type", word);
}

static plump_result read_format(const pl_reader* reader, pl_scan* scan, pl_ply_header* header) {
    pl_word word = next_word(scan);
    if (pl_word_is(word, "ascii"))
        header->coding = PL_PLY_ASCII;
    else if (pl_word_is(word, "binary_little_endian"))
        header->coding = PL_PLY_LITTLE;
    else if (pl_word_is(word, "binary_big_endian"))
        header->coding = PL_PLY_BIG;
    else
        return fail_header(reader, scan, "format must be ascii or binary, not", word);
    pl_word version = next_word(scan);
    if (!pl_word_is(version, "1.0"))
        return fail_header(reader, scan, "format version must be 1.0, not", version);
    return PLUMP_OK;
}

static pl_ply_kind kind_of(pl_word name) {
    if (pl_word_is(name, "vertex")) return PL_PLY_VERTEX;
    if (pl_word_is(name, "face")) return PL_PLY_FACE;
    if (pl_word_is(name, "tristrips")) return PL_PLY_STRIPS;
    return PL_PLY_OTHER;
}

static plump_result read_element(const pl_reader* reader, pl_scan* scan, pl_ply_header* header) {
    pl_ply_element element = {.first = header->property_count};
    element.name = next_word(scan);
    element.kind = kind_of(element.name);
    pl_scan_blanks(scan);
    int64_t count;
    if (!pl_scan_integer(scan, &count)) return pl_scan_fail_number(scan, reader, "element count");
    if (count < 0)
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, scan->line,
                              "element count is negative (%lld)", (long long)count);
    element.count = (uint64_t)count;
    if (element.kind != PL_PLY_OTHER && header->kinds >> element.kind & 1u)
        return fail_header(reader, scan, "a second element", element.name);
    header->kinds |= 1u << element.kind;
    if (!pl_grow(pl_soup_hooks(reader->soup), (void**)&header->elements, &header->element_capacity,
                 header->element_count, header->element_count + 1, sizeof element))
        return pl_reader_fail_memory(reader);
    header->elements[header->element_count++] = element;
    return PLUMP_OK;
}

static pl_ply_role role_of(pl_ply_kind kind, bool is_list, pl_word name) {
    if (kind == PL_PLY_VERTEX && !is_list && name.length == 1 && name.text[0] >= 'x' &&
        name.text[0] <= 'z')
        return (pl_ply_role)(name.text[0] - 'x');
    if ((kind == PL_PLY_FACE || kind == PL_PLY_STRIPS) && is_list &&
        (pl_word_is(name, "vertex_indices") || pl_word_is(name, "vertex_index")))
        return PL_PLY_INDICES;
    return PL_PLY_SKIP;
}

static plump_result check_role(const pl_reader* reader, const pl_scan* scan,
                               const pl_ply_header* header, const pl_ply_property* property,
                               pl_word name) {
    const pl_ply_element* element = &header->elements[header->element_count - 1];
    if (property->role == PL_PLY_SKIP) return PLUMP_OK;
    if (property->role == PL_PLY_INDICES && property->type >= PL_PLY_FLOAT32)
        return fail_header(reader, scan, "indices must be whole numbers in", name);
    if (element->roles >> property->role & 1u)
        return fail_header(reader, scan, "a second property", name);
    return PLUMP_OK;
}

static plump_result read_property(const pl_reader* reader, pl_scan* scan, pl_ply_header* header) {
    if (header->element_count == 0)
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, scan->line,
                              "property stands before any element");
    pl_ply_element* element = &header->elements[header->element_count - 1];
    pl_ply_property property = {0};
    pl_scan ahead = *scan;
    property.is_list = pl_word_is(next_word(&ahead), "list");
    plump_result result;
    if (property.is_list) {
        *scan = ahead;
        result = read_type(reader, scan, &property.count_type);
        if (result != PLUMP_OK) return result;
        if (property.count_type >= PL_PLY_FLOAT32)
            return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, scan->line,
                                  "the length of a list must have a whole type, such as uchar");
    }
    result = read_type(reader, scan, &property.type);
    if (result != PLUMP_OK) return result;
    pl_word name = next_word(scan);
    property.role = (unsigned char)role_of(element->kind, property.is_list, name);
    result = check_role(reader, scan, header, &property, name);
    if (result != PLUMP_OK) return result;
    if (!pl_grow(pl_soup_hooks(reader->soup), (void**)&header->properties,
                 &header->property_capacity, header->property_count, header->property_count + 1,
                 sizeof property))
        return pl_reader_fail_memory(reader);
    header->properties[header->property_count++] = property;
    element->roles |= 1u << property.role;
    element->property_count++;
    return PLUMP_OK;
}

// Elements we build from must have the properties we build from.
static plump_result check_elements(const pl_reader* reader, const pl_ply_header* header) {
    bool has_vertices = false;
    for (size_t i = 0; i < header->element_count; ++i) {
        const pl_ply_element* element = &header->elements[i];
        if (element->kind == PL_PLY_VERTEX) {
            has_vertices = true;
            if ((element->roles & 7u) != 7u)
                return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0,
                                      "element vertex needs the properties x, y and z");
        } else if (element->kind != PL_PLY_OTHER && !(element->roles >> PL_PLY_INDICES & 1u)) {
            return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0,
                                  "element %.*s needs a property list vertex_indices",
                                  element->name.length, element->name.text);
        }
    }
    if (has_vertices) return PLUMP_OK;
    return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0,
                          "the header has no element vertex");
}

// All line breaks of the header are of one kind. It matters after the last one: with CR alone, a LF
// there already is data.
static void leave_header(pl_scan* scan, const unsigned char* first_break) {
    bool lone = first_break[0] == '\r' && first_break[1] != '\n';
    while (scan->at < scan->end && !pl_scan_is_break(*scan->at)) scan->at++;
    if (scan->at == scan->end) return;
    bool both = !lone && *scan->at == '\r' && scan->at + 1 < scan->end && scan->at[1] == '\n';
    scan->at += both ? 2 : 1;
    scan->line++;
}

plump_result pl_ply_read_header(pl_reader* reader, pl_scan* scan, pl_ply_header* header) {
    pl_word magic = pl_scan_word(scan);
    if (!pl_word_is(magic, "ply"))
        return fail_header(reader, scan, "a PLY file begins with \"ply\", not", magic);
    pl_scan_blanks(scan);
    const unsigned char* first_break = scan->at;
    bool has_format = false;
    for (pl_scan_next_line(scan); pl_scan_space(scan); pl_scan_next_line(scan)) {
        pl_word keyword = pl_scan_word(scan);
        plump_result result = PLUMP_OK;
        if (pl_word_is(keyword, "format")) {
            result = read_format(reader, scan, header);
            has_format = true;
        } else if (pl_word_is(keyword, "element")) {
            result = read_element(reader, scan, header);
        } else if (pl_word_is(keyword, "property")) {
            result = read_property(reader, scan, header);
        } else if (pl_word_is(keyword, "end_header")) {
            leave_header(scan, first_break);
            if (!has_format)
                return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0,
                                      "the header has no format line");
            return check_elements(reader, header);
        } else if (!pl_word_is(keyword, "comment") && !pl_word_is(keyword, "obj_info")) {
            result = fail_header(reader, scan, "unknown word in the header:", keyword);
        }
        if (result != PLUMP_OK) return result;
    }
    return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, scan->line,
                          "the header has no end_header; the file may be cut off");
}

void pl_ply_free_header(pl_ply_header* header, const plump_allocator* hooks) {
    pl_free(hooks, header->elements);
    pl_free(hooks, header->properties);
}

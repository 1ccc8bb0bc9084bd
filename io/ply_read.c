// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// PLY: a header names elements and their properties, then their rows follow as words or as packed
// bytes of either order. One row reader serves both; the two layouts nearly all binary files have,
// vertices without lists and faces that are one list, get loops of their own.
#include "io/ply.h"
#include "src/base/bytes.h"

#include <math.h>
#include <string.h>

typedef struct {
    pl_reader* reader;
    pl_scan scan;  // scan.at is the place in binary data too
    pl_ply_header header;
    uint32_t* corners;
    size_t count, capacity;
} ply;

static uint64_t place_of(const ply* p) {
    return p->header.coding == PL_PLY_ASCII ? p->scan.line
                                            : (uint64_t)(p->scan.at - p->reader->bytes);
}

static pl_place place_kind(const ply* p) {
    return p->header.coding == PL_PLY_ASCII ? PL_PLACE_LINE : PL_PLACE_BYTE;
}

static size_t bytes_left(const ply* p) {
    return (size_t)(p->scan.end - p->scan.at);
}

// ---------------------------------------------------------------- binary values

static uint64_t load(const unsigned char* bytes, size_t size, bool big) {
    unsigned char turned[8] = {0};
    if (big) {
        for (size_t i = 0; i < size; ++i) turned[i] = bytes[size - 1 - i];
        bytes = turned;
    }
    switch (size) {
    case 1: return bytes[0];
    case 2: return pl_bytes_u16(bytes);
    case 4: return pl_bytes_u32(bytes);
    default: return pl_bytes_u64(bytes);
    }
}

static double load_value(const unsigned char* bytes, unsigned type, bool big) {
    uint64_t bits = load(bytes, pl_ply_size(type), big);
    uint32_t word = (uint32_t)bits;
    switch (type) {
    case PL_PLY_INT8: return bits < 0x80 ? (double)bits : (double)bits - 0x100;
    case PL_PLY_INT16: return bits < 0x8000 ? (double)bits : (double)bits - 0x10000;
    case PL_PLY_INT32: return word < 0x80000000u ? (double)word : (double)word - 4294967296.0;
    case PL_PLY_FLOAT32: return pl_bytes_float(word);
    case PL_PLY_FLOAT64: return pl_bytes_double(bits);
    default: return (double)bits;
    }
}

static plump_result fail_cut(const ply* p, const pl_ply_element* element, uint64_t row) {
    return pl_reader_fail(p->reader, PLUMP_ERROR_DATA, place_kind(p), place_of(p),
                          "the file ends in %.*s %llu of %llu; it may be cut off",
                          element->name.length > 40 ? 40 : element->name.length, element->name.text,
                          (unsigned long long)row + 1, (unsigned long long)element->count);
}

// ---------------------------------------------------------------- values of either coding

static plump_result next_value(ply* p, const pl_ply_element* element, uint64_t row, unsigned type,
                               double* value) {
    if (p->header.coding == PL_PLY_ASCII) {
        if (!pl_scan_space(&p->scan)) return fail_cut(p, element, row);
        if (!pl_scan_number(&p->scan, value))
            return pl_scan_fail_number(&p->scan, p->reader, "property");
        return PLUMP_OK;
    }
    size_t size = pl_ply_size(type);
    if (bytes_left(p) < size) return fail_cut(p, element, row);
    *value = load_value(p->scan.at, type, p->header.coding == PL_PLY_BIG);
    p->scan.at += size;
    return PLUMP_OK;
}

static plump_result skip_values(ply* p, const pl_ply_element* element, uint64_t row, unsigned type,
                                uint64_t count) {
    if (p->header.coding == PL_PLY_ASCII) {
        for (; count > 0; --count) {
            if (!pl_scan_space(&p->scan)) return fail_cut(p, element, row);
            pl_scan_word(&p->scan);
        }
        return PLUMP_OK;
    }
    size_t size = pl_ply_size(type);
    if (count > bytes_left(p) / size) return fail_cut(p, element, row);
    p->scan.at += size * (size_t)count;
    return PLUMP_OK;
}

static plump_result fail_index(const ply* p, double index) {
    return pl_reader_fail(p->reader, PLUMP_ERROR_DATA, place_kind(p), place_of(p),
                          "face uses vertex %g; indices count from 0 and are whole", index);
}

static plump_result next_index(ply* p, const pl_ply_element* element, uint64_t row, unsigned type,
                               uint32_t* index) {
    double value = 0;
    plump_result result = next_value(p, element, row, type, &value);
    if (result != PLUMP_OK) return result;
    if (value == -1 && element->kind == PL_PLY_STRIPS) {
        *index = UINT32_MAX;  // a strip ends here
        return PLUMP_OK;
    }
    if (!(value >= 0 && value < UINT32_MAX) || value != floor(value)) return fail_index(p, value);
    *index = (uint32_t)value;
    return PLUMP_OK;
}

static plump_result read_indices(ply* p, const pl_ply_element* element, uint64_t row, unsigned type,
                                 uint64_t count) {
    if (p->header.coding != PL_PLY_ASCII && count > bytes_left(p) / pl_ply_size(type))
        return fail_cut(p, element, row);
    p->count = 0;
    for (uint64_t i = 0; i < count; ++i) {
        if (!pl_grow(pl_soup_hooks(p->reader->soup), (void**)&p->corners, &p->capacity, p->count,
                     p->count + 1, sizeof *p->corners))
            return pl_reader_fail_memory(p->reader);
        plump_result result = next_index(p, element, row, type, &p->corners[p->count]);
        if (result != PLUMP_OK) return result;
        p->count++;
    }
    return PLUMP_OK;
}

static plump_result read_property(ply* p, const pl_ply_element* element, uint64_t row,
                                  const pl_ply_property* property, double position[3]) {
    if (!property->is_list && property->role <= PL_PLY_Z)
        return next_value(p, element, row, property->type, &position[property->role]);
    if (!property->is_list) return skip_values(p, element, row, property->type, 1);
    double count;
    plump_result result = next_value(p, element, row, property->count_type, &count);
    if (result != PLUMP_OK) return result;
    if (!(count >= 0 && count <= UINT32_MAX) || count != floor(count))
        return pl_reader_fail(p->reader, PLUMP_ERROR_DATA, place_kind(p), place_of(p),
                              "a list has the length %g", count);
    if (property->role == PL_PLY_INDICES)
        return read_indices(p, element, row, property->type, (uint64_t)count);
    return skip_values(p, element, row, property->type, (uint64_t)count);
}

// ---------------------------------------------------------------- rows

static plump_result add_vertex(ply* p, const double position[3], uint64_t place) {
    for (int k = 0; k < 3; ++k) {
        if (!isfinite(position[k]))
            return pl_reader_fail(p->reader, PLUMP_ERROR_DATA, place_kind(p), place,
                                  "vertex has the coordinate %g; all must be finite numbers",
                                  position[k]);
    }
    if (!pl_soup_add_vertex(p->reader->soup, position, place))
        return pl_reader_fail_memory(p->reader);
    return PLUMP_OK;
}

static plump_result add_face(ply* p, const uint32_t* corners, size_t count, uint64_t place) {
    if (count < 3)
        return pl_reader_fail(p->reader, PLUMP_ERROR_DATA, place_kind(p), place,
                              "face has %zu corners, it needs 3 at least", count);
    if (!pl_soup_add_face(p->reader->soup, corners, count, place))
        return pl_reader_fail_memory(p->reader);
    return PLUMP_OK;
}

// Every corner from the third on makes a triangle with the two before it, every other one turned
// round. Triangles with a doubled corner only lead from one part of a strip to the next.
static plump_result add_strips(ply* p, uint64_t place) {
    size_t begin = 0;
    for (size_t i = 0; i < p->count; ++i) {
        if (p->corners[i] == UINT32_MAX) {
            begin = i + 1;
            continue;
        }
        if (i < begin + 2) continue;
        bool odd = (i - begin) & 1;
        uint32_t a = p->corners[odd ? i - 1 : i - 2], b = p->corners[odd ? i - 2 : i - 1];
        const uint32_t corners[3] = {a, b, p->corners[i]};
        if (a == b || b == corners[2] || a == corners[2]) continue;
        plump_result result = add_face(p, corners, 3, place);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

static plump_result read_row(ply* p, const pl_ply_element* element, uint64_t row) {
    double position[3] = {0, 0, 0};
    if (p->header.coding == PL_PLY_ASCII) pl_scan_space(&p->scan);
    uint64_t place = place_of(p);
    for (size_t i = 0; i < element->property_count; ++i) {
        plump_result result =
            read_property(p, element, row, &p->header.properties[element->first + i], position);
        if (result != PLUMP_OK) return result;
    }
    switch (element->kind) {
    case PL_PLY_VERTEX: return add_vertex(p, position, place);
    case PL_PLY_FACE: return add_face(p, p->corners, p->count, place);
    case PL_PLY_STRIPS: return add_strips(p, place);
    default: return PLUMP_OK;
    }
}

static plump_result read_rows(ply* p, const pl_ply_element* element) {
    for (uint64_t row = 0; row < element->count; ++row) {
        plump_result result = read_row(p, element, row);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

// ---------------------------------------------------------------- the common layouts

// Bytes of a row without lists; 0 when it has one.
static size_t fixed_stride(const ply* p, const pl_ply_element* element) {
    size_t stride = 0;
    for (size_t i = 0; i < element->property_count; ++i) {
        const pl_ply_property* property = &p->header.properties[element->first + i];
        if (property->is_list) return 0;
        stride += pl_ply_size(property->type);
    }
    return stride;
}

static plump_result read_packed_vertices(ply* p, const pl_ply_element* element, size_t stride) {
    size_t offset[3] = {0, 0, 0}, at = 0;
    unsigned type[3] = {0, 0, 0};
    for (size_t i = 0; i < element->property_count; ++i) {
        const pl_ply_property* property = &p->header.properties[element->first + i];
        if (property->role <= PL_PLY_Z) {
            offset[property->role] = at;
            type[property->role] = property->type;
        }
        at += pl_ply_size(property->type);
    }
    bool big = p->header.coding == PL_PLY_BIG;
    for (uint64_t row = 0; row < element->count; ++row, p->scan.at += stride) {
        double position[3];
        for (int k = 0; k < 3; ++k) position[k] = load_value(p->scan.at + offset[k], type[k], big);
        plump_result result = add_vertex(p, position, place_of(p));
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

static bool is_plain_face(const ply* p, const pl_ply_element* element) {
    const pl_ply_property* property = &p->header.properties[element->first];
    return element->kind == PL_PLY_FACE && element->property_count == 1 &&
           property->count_type <= PL_PLY_UINT8 &&
           (property->type == PL_PLY_INT32 || property->type == PL_PLY_UINT32);
}

// "property list uchar int vertex_indices": triangles straight from the bytes, the rest by row.
static plump_result read_plain_faces(ply* p, const pl_ply_element* element) {
    bool big = p->header.coding == PL_PLY_BIG;
    for (uint64_t row = 0; row < element->count; ++row) {
        const unsigned char* at = p->scan.at;
        plump_result result;
        uint32_t corners[3] = {UINT32_MAX, 0, 0};
        if (bytes_left(p) >= 13 && at[0] == 3) {
            for (size_t k = 0; k < 3; ++k) corners[k] = (uint32_t)load(at + 1 + 4 * k, 4, big);
        }
        // no file has as many vertices: a negative index, which the row's reader complains about
        if ((corners[0] | corners[1] | corners[2]) > INT32_MAX) {
            result = read_row(p, element, row);
        } else {
            result = add_face(p, corners, 3, place_of(p));
            p->scan.at += 13;
        }
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

// ---------------------------------------------------------------- elements

// The fewest bytes a row can have; in ascii a digit and a blank for each property.
static uint64_t least_row(const ply* p, const pl_ply_element* element) {
    uint64_t size = 0;
    for (size_t i = 0; i < element->property_count; ++i) {
        const pl_ply_property* property = &p->header.properties[element->first + i];
        if (p->header.coding == PL_PLY_ASCII)
            size += 2;
        else
            size += pl_ply_size(property->is_list ? property->count_type : property->type);
    }
    return size;
}

static plump_result read_element(ply* p, const pl_ply_element* element) {
    uint64_t least = least_row(p, element);
    if (least == 0) return PLUMP_OK;  // rows of nothing, however many
    uint64_t room = (bytes_left(p) + (p->header.coding == PL_PLY_ASCII ? 1u : 0u)) / least;
    if (element->count > room)
        return pl_reader_fail(p->reader, PLUMP_ERROR_DATA, place_kind(p), place_of(p),
                              "the header promises %llu rows of %.*s, the rest of the file has "
                              "room for %llu at most; it may be cut off",
                              (unsigned long long)element->count,
                              element->name.length > 40 ? 40 : element->name.length,
                              element->name.text, (unsigned long long)room);
    plump_soup* soup = p->reader->soup;
    size_t count = (size_t)element->count, stride = fixed_stride(p, element);
    if (element->kind == PL_PLY_VERTEX && !pl_soup_reserve(soup, count, 0, 0))
        return pl_reader_fail_memory(p->reader);
    if (p->header.coding == PL_PLY_ASCII) return read_rows(p, element);
    if (element->kind == PL_PLY_VERTEX && stride) return read_packed_vertices(p, element, stride);
    if (element->kind == PL_PLY_OTHER && stride) {
        p->scan.at += stride * count;
        return PLUMP_OK;
    }
    if (is_plain_face(p, element)) {
        size_t triangles = bytes_left(p) / 13 < count ? bytes_left(p) / 13 : count;
        if (!pl_soup_reserve(soup, 0, 3 * triangles, triangles))
            return pl_reader_fail_memory(p->reader);
        return read_plain_faces(p, element);
    }
    return read_rows(p, element);
}

plump_result pl_read_ply(pl_reader* reader) {
    ply p = {.reader = reader, .scan = pl_scan_start(reader)};
    plump_result result = pl_ply_read_header(reader, &p.scan, &p.header);
    if (result == PLUMP_OK) pl_soup_places(reader->soup, place_kind(&p));
    for (size_t i = 0; result == PLUMP_OK && i < p.header.element_count; ++i)
        result = read_element(&p, &p.header.elements[i]);
    pl_free(pl_soup_hooks(reader->soup), p.corners);
    pl_ply_free_header(&p.header, pl_soup_hooks(reader->soup));
    return result;
}

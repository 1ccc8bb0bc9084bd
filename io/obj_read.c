// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Wavefront OBJ: "v" and "f" lines make the surface, "o" and "g" its groups; everything else
// (texture coordinates, normals, materials, curves) is skipped. Indices count from 1, negative ones
// back from the last vertex so far; positive ones may point ahead.
#include "io/number.h"
#include "io/scan.h"

#include <string.h>

typedef struct {
    pl_reader* reader;
    pl_scan scan;
    uint32_t* corners;  // of one face
    size_t count, capacity;
    pl_word group;  // begins with the next face; text NULL: none
    char* name;     // of a group that is told in several lines
    size_t name_capacity;
} obj;

static plump_result fail_face(const obj* o, const char* format, long long number, long long count) {
    return pl_reader_fail(o->reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, o->scan.line, format, number,
                          count);
}

static plump_result read_vertex(obj* o) {
    double position[3];
    uint64_t line = o->scan.line;
    plump_result result = pl_scan_position(&o->scan, o->reader, "vertex", false, position);
    if (result != PLUMP_OK) return result;
    if (!pl_soup_add_vertex(o->reader->soup, position, line))
        return pl_reader_fail_memory(o->reader);
    return PLUMP_OK;
}

// "/texture" or "/texture/normal" behind a vertex; either number may be missing.
static const unsigned char* skip_slashes(const unsigned char* at, const unsigned char* end) {
    for (int k = 0; k < 2 && at < end && *at == '/'; ++k) {
        int64_t ignored;
        const unsigned char* next = pl_integer_read(++at, end, &ignored);
        if (next) at = next;
    }
    return at;
}

static plump_result resolve(const obj* o, int64_t index, uint32_t* corner) {
    int64_t so_far = pl_soup_vertex_count(o->reader->soup);
    if (index == 0)
        return fail_face(o, "face uses vertex %lld, but OBJ counts from 1 (%lld so far)", 0,
                         so_far);
    if (index < -so_far)
        return fail_face(o, "face uses vertex %lld, but only %lld vertices come before it", index,
                         so_far);
    if (index > INT32_MAX)
        return fail_face(o, "face uses vertex %lld, a file can have %lld at most", index,
                         INT32_MAX);
    *corner = (uint32_t)(index < 0 ? so_far + index : index - 1);
    return PLUMP_OK;
}

static plump_result fail_corner(const obj* o) {
    pl_scan copy = o->scan;
    pl_word word = pl_scan_word(&copy);
    return pl_reader_fail(o->reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, o->scan.line,
                          "face has the corner \"%.*s\"; it must look like 7, 7/1, 7/1/3 or 7//3",
                          word.length > 40 ? 40 : word.length, word.text);
}

// A name that goes on in the next line becomes one line, with a blank where they meet.
static bool join_name(obj* o) {
    size_t length = (size_t)o->group.length, used = 0;
    if (!pl_grow(pl_soup_hooks(o->reader->soup), (void**)&o->name, &o->name_capacity, 0, length, 1))
        return false;
    pl_scan scan = {.at = (const unsigned char*)o->group.text, .continues = true};
    scan.end = scan.at + length;
    while (scan.at < scan.end) {
        const unsigned char* from = scan.at;
        pl_scan_join_lines(&scan);
        if (scan.at == from) {
            o->name[used++] = (char)*scan.at++;
            continue;
        }
        while (used > 0 && pl_scan_is_blank((unsigned char)o->name[used - 1])) used--;
        if (used > 0 && scan.at < scan.end) o->name[used++] = ' ';
    }
    o->group = (pl_word){o->name, (int)used};
    return true;
}

static bool begin_group(obj* o) {
    bool is_long = o->group.length > 0 && (memchr(o->group.text, '\n', (size_t)o->group.length) ||
                                           memchr(o->group.text, '\r', (size_t)o->group.length));
    if (is_long && !join_name(o)) return false;
    return pl_soup_set_group(o->reader->soup, o->group.text, (size_t)o->group.length);
}

static plump_result read_face(obj* o) {
    uint64_t line = o->scan.line;
    o->count = 0;
    for (pl_scan_blanks(&o->scan); !pl_scan_line_done(&o->scan); pl_scan_blanks(&o->scan)) {
        int64_t index;
        const unsigned char* next = pl_integer_read(o->scan.at, o->scan.end, &index);
        if (next) next = skip_slashes(next, o->scan.end);
        if (!next || (next < o->scan.end && !pl_scan_is_blank(*next) && !pl_scan_is_break(*next) &&
                      *next != '#' && *next != '\\'))
            return fail_corner(o);
        if (!pl_grow(pl_soup_hooks(o->reader->soup), (void**)&o->corners, &o->capacity, o->count,
                     o->count + 1, sizeof *o->corners))
            return pl_reader_fail_memory(o->reader);
        plump_result result = resolve(o, index, &o->corners[o->count]);
        if (result != PLUMP_OK) return result;
        o->count++;
        o->scan.at = next;
    }
    if (o->count < 3)
        return fail_face(o, "face has %lld corners, it needs %lld at least", (long long)o->count,
                         3);
    // "o" and "g" often follow each other: only a group with faces is one
    if (o->group.text && !begin_group(o)) return pl_reader_fail_memory(o->reader);
    o->group.text = NULL;
    if (!pl_soup_add_face(o->reader->soup, o->corners, o->count, line))
        return pl_reader_fail_memory(o->reader);
    return PLUMP_OK;
}

static plump_result read_line(obj* o) {
    pl_word keyword = pl_scan_word(&o->scan);
    if (pl_word_is(keyword, "v")) return read_vertex(o);
    if (pl_word_is(keyword, "f") || pl_word_is(keyword, "fo")) return read_face(o);
    if (pl_word_is(keyword, "o") || pl_word_is(keyword, "g")) o->group = pl_scan_rest(&o->scan);
    return PLUMP_OK;
}

plump_result pl_read_obj(pl_reader* reader) {
    obj o = {.reader = reader, .scan = pl_scan_start(reader)};
    o.scan.continues = true;
    o.scan.comment = '#';
    pl_soup_places(reader->soup, PL_PLACE_LINE);
    plump_result result = PLUMP_OK;
    while (result == PLUMP_OK && pl_scan_space(&o.scan)) {
        result = read_line(&o);
        if (result == PLUMP_OK) pl_scan_next_line(&o.scan);
    }
    pl_free(pl_soup_hooks(reader->soup), o.corners);
    pl_free(pl_soup_hooks(reader->soup), o.name);
    return result;
}

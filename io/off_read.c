// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// OFF (Geomview): counts, vertices, faces, as words with "#" comments. A vertex's position comes
// first on its line, then whatever the head's letters promise (ST texture, C colour, N normal); a
// face's corners come first on its line, then perhaps a colour. Those rests are skipped.
#include "io/scan.h"

#include <string.h>

typedef struct {
    pl_reader* reader;
    pl_scan scan;
    uint32_t* corners;
    size_t capacity;
} off;

static plump_result fail_here(const off* o, plump_result code, const char* text) {
    return pl_reader_fail(o->reader, code, PL_PLACE_LINE, o->scan.line, "%s", text);
}

// "[ST][C][N][4][n]OFF", or nothing: then the counts come at once.
static plump_result read_head(off* o) {
    pl_scan_space(&o->scan);
    pl_scan ahead = o->scan;
    pl_word word = pl_scan_word(&ahead);
    if (word.length < 3 || memcmp(word.text + word.length - 3, "OFF", 3) != 0) return PLUMP_OK;
    if (memchr(word.text, '4', (size_t)word.length) || memchr(word.text, 'n', (size_t)word.length))
        return fail_here(o, PLUMP_ERROR_UNSUPPORTED,
                         "OFF of 4 or n dimensions is not supported; three are needed");
    pl_scan_space(&ahead);
    o->scan = ahead;
    if (pl_word_is(pl_scan_word(&ahead), "BINARY"))
        return fail_here(o, PLUMP_ERROR_UNSUPPORTED,
                         "binary OFF is not supported; save it as text, or as PLY");
    return PLUMP_OK;
}

static plump_result read_count(off* o, const char* what, uint64_t* count) {
    int64_t value;
    pl_scan_space(&o->scan);
    if (!pl_scan_integer(&o->scan, &value)) return pl_scan_fail_number(&o->scan, o->reader, what);
    if (value < 0) return fail_here(o, PLUMP_ERROR_DATA, "a count is negative");
    *count = (uint64_t)value;
    return PLUMP_OK;
}

static plump_result check_room(const off* o, const char* what, uint64_t count, unsigned least) {
    uint64_t room = ((uint64_t)(o->scan.end - o->scan.at) + 1) / least;
    if (count <= room) return PLUMP_OK;
    return pl_reader_fail(o->reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, o->scan.line,
                          "the head promises %llu %s, the rest of the file has room for %llu at "
                          "most; it may be cut off",
                          (unsigned long long)count, what, (unsigned long long)room);
}

static plump_result read_vertex(off* o) {
    double position[3];
    pl_scan_space(&o->scan);
    uint64_t line = o->scan.line;
    plump_result result = pl_scan_position(&o->scan, o->reader, "vertex", true, position);
    if (result != PLUMP_OK) return result;
    if (!pl_soup_add_vertex(o->reader->soup, position, line))
        return pl_reader_fail_memory(o->reader);
    pl_scan_next_line(&o->scan);
    return PLUMP_OK;
}

static plump_result read_corner(off* o, uint32_t* corner) {
    int64_t index, count = pl_soup_vertex_count(o->reader->soup);
    pl_scan_space(&o->scan);
    if (!pl_scan_integer(&o->scan, &index)) return pl_scan_fail_number(&o->scan, o->reader, "face");
    if (index < 0 || index >= count)
        return pl_reader_fail(o->reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, o->scan.line,
                              "face uses vertex %lld, the file has %lld, counted from 0",
                              (long long)index, (long long)count);
    *corner = (uint32_t)index;
    return PLUMP_OK;
}

// Faces of one or two corners are Geomview's points and lines: they bound nothing.
static plump_result read_face(off* o) {
    uint64_t count = 0;
    pl_scan_space(&o->scan);
    uint64_t line = o->scan.line;
    plump_result result = read_count(o, "face", &count);
    if (result == PLUMP_OK) result = check_room(o, "corners of a face", count, 2);
    for (size_t i = 0; result == PLUMP_OK && i < count; ++i) {
        if (!pl_grow(pl_soup_hooks(o->reader->soup), (void**)&o->corners, &o->capacity, i, i + 1,
                     sizeof *o->corners))
            return pl_reader_fail_memory(o->reader);
        result = read_corner(o, &o->corners[i]);
    }
    if (result != PLUMP_OK) return result;
    if (!pl_soup_add_face(o->reader->soup, o->corners, (size_t)count, line))
        return pl_reader_fail_memory(o->reader);
    pl_scan_next_line(&o->scan);
    return PLUMP_OK;
}

static plump_result read_all(off* o) {
    uint64_t vertices = 0, faces = 0;
    plump_result result = read_head(o);
    if (result == PLUMP_OK) result = read_count(o, "vertex count", &vertices);
    if (result == PLUMP_OK) result = read_count(o, "face count", &faces);
    if (result != PLUMP_OK) return result;
    pl_scan_next_line(&o->scan);  // the number of edges, if it is there, is of no use
    result = check_room(o, "vertices", vertices, 6);
    if (result == PLUMP_OK && !pl_soup_reserve(o->reader->soup, (size_t)vertices, 0, 0))
        return pl_reader_fail_memory(o->reader);
    for (uint64_t i = 0; result == PLUMP_OK && i < vertices; ++i) result = read_vertex(o);
    if (result == PLUMP_OK) result = check_room(o, "faces", faces, 2);
    for (uint64_t i = 0; result == PLUMP_OK && i < faces; ++i) result = read_face(o);
    return result;
}

plump_result pl_read_off(pl_reader* reader) {
    off o = {.reader = reader, .scan = pl_scan_start(reader)};
    o.scan.comment = '#';
    pl_soup_places(reader->soup, PL_PLACE_LINE);
    plump_result result = read_all(&o);
    pl_free(pl_soup_hooks(reader->soup), o.corners);
    return result;
}

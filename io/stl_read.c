// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// STL, as text or binary: loose triangles whose equal corners are merged on the way in, since the
// format has no other way to say that they meet. Normals are ignored; solids become groups.
#include "io/format.h"
#include "io/scan.h"
#include "src/base/bytes.h"

#include <math.h>
#include <string.h>

// ---------------------------------------------------------------- binary

#define HEAD  84
#define FACET 50

static plump_result read_facet(pl_reader* reader, size_t place) {
    uint32_t corners[3];
    for (size_t k = 0; k < 3; ++k) {
        size_t at = place + 12 + 12 * k;
        double position[3];
        for (size_t i = 0; i < 3; ++i) {
            position[i] = pl_bytes_float(pl_bytes_u32(reader->bytes + at + 4 * i));
            if (!isfinite(position[i]))
                return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_BYTE, at,
                                      "vertex has the coordinate %g; all must be finite numbers",
                                      position[i]);
        }
        corners[k] = pl_soup_vertex_count(reader->soup);
        if (!pl_soup_add_vertex(reader->soup, position, at)) return pl_reader_fail_memory(reader);
    }
    if (!pl_soup_add_face(reader->soup, corners, 3, place)) return pl_reader_fail_memory(reader);
    return PLUMP_OK;
}

static plump_result read_binary(pl_reader* reader) {
    if (reader->size < HEAD)
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0,
                              "a binary STL has 84 bytes at least, the file has %zu", reader->size);
    uint32_t count = pl_format_stl_count(reader->bytes);
    size_t room = (reader->size - HEAD) / FACET;
    if (count > room)
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_BYTE, 80,
                              "the head promises %u triangles, the file has room for %zu; it may "
                              "be cut off",
                              (unsigned)count, room);
    pl_soup_places(reader->soup, PL_PLACE_BYTE);
    if (!pl_soup_reserve(reader->soup, 3 * (size_t)count, 3 * (size_t)count, count))
        return pl_reader_fail_memory(reader);
    for (size_t i = 0; i < count; ++i) {
        plump_result result = read_facet(reader, HEAD + FACET * i);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

// ---------------------------------------------------------------- text

typedef struct {
    pl_reader* reader;
    pl_scan scan;
    uint32_t first;       // corner of the loop
    uint64_t facet_line;  // where the facet begins; 0 outside
    bool in_loop;
} stl_text;

static plump_result fail_order(const stl_text* t, pl_word word, const char* help) {
    return pl_reader_fail(t->reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, t->scan.line, "\"%.*s\" %s",
                          word.length > 40 ? 40 : word.length, word.text, help);
}

static plump_result begin_solid(stl_text* t) {
    pl_word name = pl_scan_rest(&t->scan);
    if (!pl_soup_set_group(t->reader->soup, name.text, (size_t)name.length))
        return pl_reader_fail_memory(t->reader);
    return PLUMP_OK;
}

// "facet normal 0 0 1 outer loop": whatever the normal is, often nan, it is not read.
static plump_result begin_facet(stl_text* t, pl_word word) {
    if (t->facet_line) return fail_order(t, word, "stands inside a facet; endfacet is missing");
    t->facet_line = t->scan.line;
    while (pl_scan_space(&t->scan)) {
        pl_word next = pl_scan_word(&t->scan);
        if (pl_word_is_any_case(next, "outer")) {
            pl_scan_space(&t->scan);
            pl_word loop = pl_scan_word(&t->scan);
            if (!pl_word_is_any_case(loop, "loop"))
                return fail_order(t, loop, "stands where \"loop\" must");
            t->in_loop = true;
            t->first = pl_soup_vertex_count(t->reader->soup);
            return PLUMP_OK;
        }
        if (pl_word_is_any_case(next, "vertex") || pl_word_is_any_case(next, "endfacet"))
            return fail_order(t, next, "stands where \"outer loop\" must");
    }
    return PLUMP_OK;
}

static plump_result read_vertex(stl_text* t, pl_word word) {
    double position[3];
    if (!t->in_loop) return fail_order(t, word, "stands outside a loop");
    uint64_t line = t->scan.line;
    plump_result result = pl_scan_position(&t->scan, t->reader, "vertex", true, position);
    if (result != PLUMP_OK) return result;
    if (!pl_soup_add_vertex(t->reader->soup, position, line))
        return pl_reader_fail_memory(t->reader);
    return PLUMP_OK;
}

static plump_result end_loop(stl_text* t, pl_word word) {
    if (!t->in_loop) return fail_order(t, word, "stands outside a loop");
    t->in_loop = false;
    uint32_t count = pl_soup_vertex_count(t->reader->soup) - t->first;
    if (count != 3)
        return pl_reader_fail(t->reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, t->scan.line,
                              "facet has %u corners, it needs 3", (unsigned)count);
    const uint32_t corners[3] = {t->first, t->first + 1, t->first + 2};
    if (!pl_soup_add_face(t->reader->soup, corners, 3, t->facet_line))
        return pl_reader_fail_memory(t->reader);
    return PLUMP_OK;
}

static plump_result end_facet(stl_text* t, pl_word word) {
    if (!t->facet_line || t->in_loop) return fail_order(t, word, "comes without its beginning");
    t->facet_line = 0;
    return PLUMP_OK;
}

static plump_result read_word(stl_text* t) {
    pl_word word = pl_scan_word(&t->scan);
    if (pl_word_is_any_case(word, "vertex")) return read_vertex(t, word);
    if (pl_word_is_any_case(word, "facet")) return begin_facet(t, word);
    if (pl_word_is_any_case(word, "endloop")) return end_loop(t, word);
    if (pl_word_is_any_case(word, "endfacet")) return end_facet(t, word);
    if (t->facet_line) return fail_order(t, word, "stands inside a facet");
    if (pl_word_is_any_case(word, "solid")) return begin_solid(t);
    if (pl_word_is_any_case(word, "endsolid")) {
        pl_scan_rest(&t->scan);
        return PLUMP_OK;
    }
    return fail_order(t, word, "is not a word of STL");
}

static plump_result read_text(pl_reader* reader) {
    stl_text t = {.reader = reader, .scan = pl_scan_start(reader)};
    pl_soup_places(reader->soup, PL_PLACE_LINE);
    while (pl_scan_space(&t.scan)) {
        plump_result result = read_word(&t);
        if (result != PLUMP_OK) return result;
    }
    if (t.facet_line)
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, t.scan.line,
                              "the file ends inside the facet of line %llu; it may be cut off",
                              (unsigned long long)t.facet_line);
    return PLUMP_OK;
}

// ---------------------------------------------------------------- both

// Text begins with "solid" and has no zero byte near its beginning; the 80 bytes before a binary
// STL's count may say "solid" too.
static bool is_text(const pl_reader* reader) {
    if (pl_format_is_exact_stl(reader->bytes, reader->size)) return false;
    pl_scan scan = pl_scan_start(reader);
    pl_scan_space(&scan);
    if (!pl_word_is_any_case(pl_scan_word(&scan), "solid")) return false;
    size_t head = reader->size < 1024 ? reader->size : 1024;
    return memchr(reader->bytes, 0, head) == NULL;
}

plump_result pl_read_stl(pl_reader* reader) {
    plump_result result = is_text(reader) ? read_text(reader) : read_binary(reader);
    if (result == PLUMP_OK && !pl_soup_merge_vertices(reader->soup))
        return pl_reader_fail_memory(reader);
    return result;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The soup: a file's triangles. Triangles are stored as they come. A polygon of n corners gets its
// n - 2 triangle slots at once and waits in them, its corners first, until all vertices are known:
// faces may name vertices that come later. Only polygons need a note, {first triangle, face}: how
// many triangles one has follows from its successor's note.
#include "io/soup.h"

#include "io/group_names.h"
#include "io/merge.h"
#include "io/places.h"
#include "io/polygon.h"
#include "src/base/triangles.h"

#include <string.h>

#define COUNT_MAX ((size_t)INT32_MAX)

typedef struct {
    uint32_t triangle, face;
} polygon_note;

struct plump_soup {
    plump_allocator hooks;
    plump_format format;
    pl_place place_kind;
    double* positions;
    size_t vertex_count, vertex_capacity;
    uint32_t* indices;
    size_t triangle_count, triangle_capacity;
    size_t face_count;
    polygon_note* polygons;
    size_t polygon_count, polygon_capacity;
    pl_places vertex_places, face_places;
    pl_group_names names;
    uint32_t* labels;  // per triangle, once there is a named group
    size_t label_capacity;
    uint32_t group;
};

// ---------------------------------------------------------------- making and ending

plump_soup* pl_soup_create(plump_allocator allocator, plump_format format) {
    plump_allocator hooks = pl_alloc_hooks(allocator);
    plump_soup* soup = pl_alloc_zero(&hooks, 1, sizeof *soup);
    if (!soup) return NULL;
    soup->hooks = hooks;
    soup->format = format;
    return soup;
}

void plump_soup_destroy(plump_soup* soup) {
    if (!soup) return;
    plump_allocator hooks = soup->hooks;
    pl_free(&hooks, soup->positions);
    pl_free(&hooks, soup->indices);
    pl_free(&hooks, soup->polygons);
    pl_free(&hooks, soup->labels);
    pl_places_free(&soup->vertex_places, &hooks);
    pl_places_free(&soup->face_places, &hooks);
    pl_group_names_free(&soup->names, &hooks);
    pl_free(&hooks, soup);
}

const plump_allocator* pl_soup_hooks(const plump_soup* soup) {
    return &soup->hooks;
}

void pl_soup_places(plump_soup* soup, pl_place place) {
    soup->place_kind = place;
}

bool pl_soup_reserve(plump_soup* soup, size_t vertices, size_t corners, size_t faces) {
    // n corners in f faces are n - 2 f triangles
    size_t triangles = corners > faces && corners - faces > faces ? corners - 2 * faces : 0;
    if (vertices > COUNT_MAX - soup->vertex_count) vertices = COUNT_MAX - soup->vertex_count;
    if (triangles > COUNT_MAX - soup->triangle_count) triangles = COUNT_MAX - soup->triangle_count;
    return pl_grow(&soup->hooks, (void**)&soup->positions, &soup->vertex_capacity,
                   soup->vertex_count, soup->vertex_count + vertices, 3 * sizeof(double)) &&
           pl_grow(&soup->hooks, (void**)&soup->indices, &soup->triangle_capacity,
                   soup->triangle_count, soup->triangle_count + triangles, 3 * sizeof(uint32_t));
}

// ---------------------------------------------------------------- adding

bool pl_soup_add_vertex(plump_soup* soup, const double position[3], uint64_t place) {
    size_t n = soup->vertex_count;
    if (n >= COUNT_MAX || !pl_grow(&soup->hooks, (void**)&soup->positions, &soup->vertex_capacity,
                                   n, n + 1, 3 * sizeof(double)))
        return false;
    if (soup->place_kind != PL_PLACE_NONE &&
        !pl_places_add(&soup->vertex_places, &soup->hooks, (uint32_t)n, place))
        return false;
    memcpy(soup->positions + 3 * n, position, 3 * sizeof(double));
    soup->vertex_count++;
    return true;
}

uint32_t pl_soup_vertex_count(const plump_soup* soup) {
    return (uint32_t)soup->vertex_count;
}

static bool grow_labels(plump_soup* soup, size_t used, size_t needed) {
    return pl_grow(&soup->hooks, (void**)&soup->labels, &soup->label_capacity, used, needed,
                   sizeof *soup->labels);
}

// Faces before the first named group are group 0, "".
bool pl_soup_set_group(plump_soup* soup, const char* name, size_t length) {
    if (!soup->labels) {
        if (!grow_labels(soup, 0, soup->triangle_count + 1)) return false;
        memset(soup->labels, 0, soup->triangle_count * sizeof *soup->labels);
        if (soup->triangle_count > 0 &&
            !pl_group_names_find(&soup->names, &soup->hooks, "", 0, &soup->group))
            return false;
    }
    return pl_group_names_find(&soup->names, &soup->hooks, name, length, &soup->group);
}

static bool note_face(plump_soup* soup, size_t triangles, uint64_t place) {
    size_t first = soup->triangle_count;
    if (soup->labels) {
        if (!grow_labels(soup, first, first + triangles)) return false;
        for (size_t i = 0; i < triangles; ++i) soup->labels[first + i] = soup->group;
    }
    if (triangles > 1) {
        if (!pl_grow(&soup->hooks, (void**)&soup->polygons, &soup->polygon_capacity,
                     soup->polygon_count, soup->polygon_count + 1, sizeof *soup->polygons))
            return false;
        soup->polygons[soup->polygon_count++] =
            (polygon_note){(uint32_t)first, (uint32_t)soup->face_count};
    }
    return soup->place_kind == PL_PLACE_NONE ||
           pl_places_add(&soup->face_places, &soup->hooks, (uint32_t)soup->face_count, place);
}

bool pl_soup_add_face(plump_soup* soup, const uint32_t* corners, size_t corner_count,
                      uint64_t place) {
    if (corner_count < 3) return true;
    size_t triangles = corner_count - 2, first = soup->triangle_count;
    if (triangles > COUNT_MAX - first) return false;
    if (!pl_grow(&soup->hooks, (void**)&soup->indices, &soup->triangle_capacity, first,
                 first + triangles, 3 * sizeof(uint32_t)))
        return false;
    if (!note_face(soup, triangles, place)) return false;
    uint32_t* slots = soup->indices + 3 * first;
    memcpy(slots, corners, corner_count * sizeof *corners);
    // what is left of the slots holds a valid corner, so that all can be checked in one go
    for (size_t i = corner_count; i < 3 * triangles; ++i) slots[i] = corners[0];
    soup->triangle_count += triangles;
    soup->face_count++;
    return true;
}

// ---------------------------------------------------------------- merging

static bool move_places(plump_soup* soup, const uint32_t* firsts, size_t count) {
    pl_places moved = {0};
    bool ok = true;
    for (size_t i = 0; ok && soup->place_kind != PL_PLACE_NONE && i < count; ++i)
        ok = pl_places_add(&moved, &soup->hooks, (uint32_t)i,
                           pl_places_find(&soup->vertex_places, firsts[i]));
    pl_places_free(&soup->vertex_places, &soup->hooks);
    soup->vertex_places = moved;
    return ok;
}

bool pl_soup_merge_vertices(plump_soup* soup) {
    size_t count = soup->vertex_count, unique = 0;
    uint32_t* numbers = pl_alloc(&soup->hooks, count, 2 * sizeof *numbers);
    if (!numbers) return false;
    uint32_t* firsts = numbers + count;
    bool ok = pl_merge_positions(&soup->hooks, soup->positions, count, numbers, firsts, &unique) &&
              move_places(soup, firsts, unique);
    for (size_t i = 0; ok && i < unique; ++i)  // firsts[i] >= i: nothing is overwritten too early
        memmove(soup->positions + 3 * i, soup->positions + 3 * (size_t)firsts[i],
                3 * sizeof(double));
    for (size_t i = 0; ok && i < 3 * soup->triangle_count; ++i)
        soup->indices[i] = numbers[soup->indices[i]];
    if (ok) soup->vertex_count = unique;
    pl_free(&soup->hooks, numbers);
    return ok;
}

// ---------------------------------------------------------------- polygons

static size_t polygon_triangles(const plump_soup* soup, size_t polygon) {
    const polygon_note* note = &soup->polygons[polygon];
    bool last = polygon + 1 == soup->polygon_count;
    size_t next_triangle = last ? soup->triangle_count : note[1].triangle;
    size_t next_face = last ? soup->face_count : note[1].face;
    // all faces between two polygons are triangles
    return (next_triangle - note->triangle) - (next_face - note->face - 1);
}

static uint32_t face_of_triangle(const plump_soup* soup, uint32_t triangle) {
    size_t low = 0, high = soup->polygon_count;  // polygons that begin at or before it
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (soup->polygons[middle].triangle <= triangle)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return triangle;
    const polygon_note* note = &soup->polygons[low - 1];
    size_t into = triangle - note->triangle, own = polygon_triangles(soup, low - 1);
    return note->face + (uint32_t)(into < own ? 0 : into - own + 1);
}

// Honest polygons have vertices to match; 256 steps for each of those are plenty. Without them, as
// when a few vertices are named over and over, two per corner must do.
static bool cut_polygons(plump_soup* soup) {
    uint64_t vertices = soup->vertex_count, triangles = soup->triangle_count;
    pl_polygon_scratch scratch = {.steps = 100000 + 256 * vertices + 2 * triangles};
    bool ok = true;
    for (size_t i = 0; ok && i < soup->polygon_count; ++i) {
        uint32_t* slots = soup->indices + 3 * (size_t)soup->polygons[i].triangle;
        ok = pl_polygon_cut(&scratch, &soup->hooks, soup->positions, slots,
                            polygon_triangles(soup, i) + 2, slots);
    }
    pl_polygon_free(&scratch, &soup->hooks);
    return ok;
}

// ---------------------------------------------------------------- finishing

static plump_result fail_index(const pl_reader* reader, size_t slot) {
    const plump_soup* soup = reader->soup;
    uint32_t face = face_of_triangle(soup, (uint32_t)(slot / 3));
    uint64_t place = pl_places_find(&soup->face_places, face);
    unsigned long long index = soup->indices[slot], count = soup->vertex_count;
    if (soup->format == PLUMP_FORMAT_OBJ)
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, soup->place_kind, place,
                              "face uses vertex %llu, the file has %llu", index + 1, count);
    return pl_reader_fail(reader, PLUMP_ERROR_DATA, soup->place_kind, place,
                          "face uses vertex %llu, the file has %llu, counted from 0", index, count);
}

plump_result pl_soup_finish(pl_reader* reader) {
    plump_soup* soup = reader->soup;
    if (soup->triangle_count == 0) {
        const char* help = soup->vertex_count ? "only points; a body needs its surface as triangles"
                                              : "it may be empty or of another format";
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0,
                              "the file has no faces (vertices: %llu): %s",
                              (unsigned long long)soup->vertex_count, help);
    }
    for (size_t i = 0; i < 3 * soup->triangle_count; ++i) {
        if (soup->indices[i] >= soup->vertex_count) return fail_index(reader, i);
    }
    if (!cut_polygons(soup)) return pl_reader_fail_memory(reader);
    return PLUMP_OK;
}

// ---------------------------------------------------------------- asking

plump_triangles plump_soup_triangles(const plump_soup* soup) {
    if (!soup) return (plump_triangles){0};
    plump_triangles triangles =
        pl_triangles_wide(soup->positions, soup->vertex_count, soup->indices, soup->triangle_count);
    triangles.groups = soup->labels;
    return triangles;
}

plump_format plump_soup_format(const plump_soup* soup) {
    return soup ? soup->format : PLUMP_FORMAT_AUTO;
}

uint32_t plump_soup_group_count(const plump_soup* soup) {
    return soup ? (uint32_t)soup->names.count : 0;
}

const char* plump_soup_group_name(const plump_soup* soup, uint32_t group) {
    if (!soup || group >= soup->names.count) return NULL;
    return soup->names.text + soup->names.starts[group];
}

static void locate(const plump_soup* soup, const pl_places* places, uint32_t element, char* text,
                   size_t size) {
    const char* unit = soup->place_kind == PL_PLACE_LINE ? "line" : "byte";
    if (soup->place_kind == PL_PLACE_NONE)
        pl_text_format(text, size, "%s", "");
    else
        pl_text_format(text, size, "%s %llu", unit,
                       (unsigned long long)pl_places_find(places, element));
}

void plump_soup_locate_triangle(const plump_soup* soup, uint32_t triangle, char* text,
                                size_t size) {
    if (size) text[0] = 0;
    if (!soup || triangle >= soup->triangle_count) return;
    locate(soup, &soup->face_places, face_of_triangle(soup, triangle), text, size);
}

void plump_soup_locate_vertex(const plump_soup* soup, uint32_t vertex, char* text, size_t size) {
    if (size) text[0] = 0;
    if (!soup || vertex >= soup->vertex_count) return;
    locate(soup, &soup->vertex_places, vertex, text, size);
}

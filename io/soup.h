// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What readers share: the bytes they read, the soup they fill, and how they complain.
//
// A reader walks its bytes once, adds vertices and faces in file order and returns; it trusts no
// count. pl_soup_finish() then checks every index, cuts polygons into triangles, and the soup is
// ready. Faces may name vertices that come later in the file.
#ifndef PL_IO_SOUP_H
#define PL_IO_SOUP_H

#include <plump/io.h>

#include "src/base/alloc.h"
#include "src/base/text.h"
#include "src/base/triangles.h"

typedef struct pl_reader {
    const unsigned char* bytes;
    size_t size;
    const char* name;    // for messages
    const char* folder;  // where neighbours of a glTF lie, or NULL
    plump_soup* soup;    // being filled
    plump_error* error;  // may be NULL
} pl_reader;

// Positions in messages: "name:812: text" for a line, "name: byte 40960: text" for a byte.
typedef enum pl_place { PL_PLACE_NONE, PL_PLACE_LINE, PL_PLACE_BYTE } pl_place;
plump_result pl_reader_fail(const pl_reader* reader, plump_result code, pl_place place,
                            uint64_t position, const char* format, ...) PL_PRINTF(5, 6);
plump_result pl_reader_fail_memory(const pl_reader* reader);

// An empty soup; NULL when out of memory. Free it with plump_soup_destroy().
plump_soup* pl_soup_create(plump_allocator allocator, plump_format format);
// The allocator a reader's own scratch comes from.
const plump_allocator* pl_soup_hooks(const plump_soup* soup);
// Says whether the places given below are lines or bytes; call once, before adding.
void pl_soup_places(plump_soup* soup, pl_place place);
// Room for what a header claims, as far as the bytes that are left can hold it; only a hint.
bool pl_soup_reserve(plump_soup* soup, size_t vertices, size_t corners, size_t faces);
// False: out of memory, or more than 2^31 - 1 of them. Faces of fewer than 3 corners bound nothing
// and are left out; a reader whose format does not allow them complains itself.
bool pl_soup_add_vertex(plump_soup* soup, const double position[3], uint64_t place);
bool pl_soup_add_face(plump_soup* soup, const uint32_t* corners, size_t corner_count,
                      uint64_t place);
uint32_t pl_soup_vertex_count(const plump_soup* soup);
// Faces added from now on belong to the group of this name (found again if it was named before).
bool pl_soup_set_group(plump_soup* soup, const char* name, size_t length);
// Equal positions become one vertex, in order of first appearance, for formats without shared
// vertices. False: out of memory.
bool pl_soup_merge_vertices(plump_soup* soup);
// Checks indices, triangulates, closes. Fewer than one triangle is an error with a sentence.
plump_result pl_soup_finish(pl_reader* reader);

// The readers; each fills reader->soup up to, but not including, pl_soup_finish().
plump_result pl_read_obj(pl_reader* reader);
plump_result pl_read_ply(pl_reader* reader);
plump_result pl_read_stl(pl_reader* reader);
plump_result pl_read_off(pl_reader* reader);
plump_result pl_read_gltf(pl_reader* reader);  // GLB and glTF, told apart by content

// Bytes being written.
typedef struct pl_writer {
    plump_allocator hooks;
    unsigned char* bytes;
    size_t used, capacity;
    bool failed;  // out of memory; later writes do nothing
} pl_writer;
void pl_writer_put(pl_writer* writer, const void* bytes, size_t size);
void pl_writer_text(pl_writer* writer, const char* text);
void pl_writer_format(pl_writer* writer, const char* format, ...) PL_PRINTF(2, 3);
// In quotes; what is not UTF-8 becomes '?'.
void pl_writer_json_text(pl_writer* writer, const char* text);
// The shortest digits that read back as the same number.
void pl_writer_double(pl_writer* writer, double value);
void pl_writer_float(pl_writer* writer, float value);
void pl_writer_u32(pl_writer* writer, uint32_t value);  // little-endian
void pl_writer_f32(pl_writer* writer, float value);     // little-endian
void pl_writer_f64(pl_writer* writer, double value);    // little-endian

// A GLB, in this order: its head and the JSON's `asset`, the rest of the JSON by the caller, the
// bytes (their place in the writer is returned) and the caller's, and the end, which puts the
// lengths in place. No bytes: 0 for their place.
size_t pl_writer_glb_begin(pl_writer* writer);
size_t pl_writer_glb_bytes(pl_writer* writer, size_t start);
void pl_writer_glb_end(pl_writer* writer, size_t start, size_t bytes);
// sRGB and opacity; a texture's number, or -1.
void pl_writer_glb_material(pl_writer* writer, const uint8_t colour[4], int texture);

// Whether a list can be written: types, counts, finite positions, corners that exist.
plump_result pl_write_check(const plump_triangles* t, plump_error* error);
// And whether 32-bit floats can hold it.
plump_result pl_write_check_floats(const plump_triangles* t, const char* path, const char* format,
                                   plump_error* error);

// The writers fill `writer`; triangles are valid and in range.
void pl_write_obj(pl_writer* writer, const plump_triangles* t, const plump_write_def* def);
void pl_write_ply(pl_writer* writer, const plump_triangles* t, const plump_write_def* def);
void pl_write_stl(pl_writer* writer, const plump_triangles* t, const plump_write_def* def);
void pl_write_off(pl_writer* writer, const plump_triangles* t, const plump_write_def* def);
void pl_write_glb(pl_writer* writer, const plump_triangles* t, const plump_write_def* def);

#endif

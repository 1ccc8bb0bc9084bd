// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_IO_H
#define PLUMP_IO_H

/// Mesh files: OBJ, PLY, STL, OFF, GLB and glTF in and out (libplump_io, link it beside libplump).
/// A reader makes a "soup": the file's triangles as they stand, nothing judged. Hand
/// plump_soup_triangles() to plump_mesh_create() to get a body's surface.

#include <plump/mesh.h>

typedef enum plump_format {
    PLUMP_FORMAT_AUTO,  ///< by content first, by the name's ending second
    PLUMP_FORMAT_OBJ,
    PLUMP_FORMAT_PLY,  ///< written as little-endian binary
    PLUMP_FORMAT_STL,  ///< written as binary
    PLUMP_FORMAT_OFF,
    PLUMP_FORMAT_GLB,
    PLUMP_FORMAT_GLTF,  ///< read only: JSON with embedded or neighbouring buffers
    PLUMP_FORMAT_COUNT
} plump_format;

/// "obj", "ply", ...
PLUMP_API const char* plump_format_name(plump_format format);
/// By the ending of a file's name; PLUMP_FORMAT_AUTO when there is none we know.
PLUMP_API plump_format plump_format_of_name(const char* path);

/// How a file is read. Begin with plump_default_read_def().
typedef struct plump_read_def {
    plump_format format;        ///< default PLUMP_FORMAT_AUTO
    const char* folder;         ///< where a glTF held in memory finds its neighbours; NULL: nowhere
    plump_allocator allocator;  ///< zero: the C library's
    uint32_t cookie;            ///< written by plump_default_read_def()
} plump_read_def;

PLUMP_API plump_read_def plump_default_read_def(void);

/// The triangles of a file before anything is judged or repaired.
typedef struct plump_soup plump_soup;

/// Reads a file. Errors name the file and the line or byte.
PLUMP_API plump_result plump_file_read(const char* path, const plump_read_def* def,
                                       plump_soup** soup, plump_error* error);
/// The same for bytes in memory; `name` stands for the file in messages and may end in ".obj" etc.
PLUMP_API plump_result plump_memory_read(const void* bytes, size_t size, const char* name,
                                         const plump_read_def* def, plump_soup** soup,
                                         plump_error* error);
PLUMP_API void plump_soup_destroy(plump_soup* soup);

/// The triangles, as double positions and 32-bit indices; lives as long as the soup.
PLUMP_API plump_triangles plump_soup_triangles(const plump_soup* soup);
PLUMP_API plump_format plump_soup_format(const plump_soup* soup);
/// Groups (OBJ objects and groups, glTF nodes); labels of plump_triangles.groups count from 0.
PLUMP_API uint32_t plump_soup_group_count(const plump_soup* soup);
PLUMP_API const char* plump_soup_group_name(const plump_soup* soup, uint32_t group);
/// Where a triangle or vertex stands in the file, such as "line 812" or "byte 40960"; `text` gets
/// at most `size` bytes with the zero.
PLUMP_API void plump_soup_locate_triangle(const plump_soup* soup, uint32_t triangle, char* text,
                                          size_t size);
PLUMP_API void plump_soup_locate_vertex(const plump_soup* soup, uint32_t vertex, char* text,
                                        size_t size);

/// The report's message with its place in the file: "jelly.obj: the surface is open: ... (line
/// 812)".
PLUMP_API void plump_soup_explain(const plump_soup* soup, const char* name,
                                  const plump_mesh_report* report, char* text, size_t size);

/// Reads a file and takes it in: plump_file_read() and plump_mesh_create() in one call. `options`
/// may be NULL; its triangles are replaced by the file's. Error text and report message name the
/// place in the file. Not PLUMP_OK: *mesh is NULL.
PLUMP_API plump_result plump_mesh_read(const char* path, const plump_mesh_def* options,
                                       plump_mesh** mesh, plump_mesh_report* report,
                                       plump_error* error);

/// How a file is written. Begin with plump_default_write_def().
typedef struct plump_write_def {
    plump_format format;             ///< default PLUMP_FORMAT_AUTO: by the name's ending
    const char* const* group_names;  ///< optional, one per label in plump_triangles.groups
    uint32_t group_count;
    plump_allocator allocator;
    uint32_t cookie;
} plump_write_def;

PLUMP_API plump_write_def plump_default_write_def(void);

/// Writes a triangle list. The file appears whole under its name or not at all: it is written
/// beside it, synced and renamed.
PLUMP_API plump_result plump_file_write(const char* path, const plump_triangles* triangles,
                                        const plump_write_def* def, plump_error* error);

/// Reads a whole file: a regular one of at most `most` bytes (0: as many as memory holds). Folders,
/// devices and pipes are refused before a byte is read, and nothing waits for them. The bytes go
/// back with plump_file_free_bytes() and the same allocator (all zero: the C library's); on an
/// error the outputs stay as they were.
PLUMP_API plump_result plump_file_read_bytes(const char* path, size_t most,
                                             plump_allocator allocator, void** bytes, size_t* size,
                                             plump_error* error);
PLUMP_API void plump_file_free_bytes(void* bytes, plump_allocator allocator);

/// Writes any bytes as plump_file_write() does: whole or not at all.
PLUMP_API plump_result plump_file_write_bytes(const char* path, const void* bytes, size_t size,
                                              plump_error* error);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A triangle list into a file: check it, lay it out in memory, put it in place whole.
#include "io/soup.h"
#include "src/base/cookie.h"

#include <math.h>

plump_write_def plump_default_write_def(void) {
    return (plump_write_def){.format = PLUMP_FORMAT_AUTO, .cookie = PL_COOKIE_WRITE};
}

// Without indices the vertices themselves are the corners.
static plump_triangles complete(const plump_triangles* given) {
    plump_triangles t = *given;
    if (!t.indices && t.triangle_count == 0) t.triangle_count = t.vertex_count / 3;
    return t;
}

static plump_result check_positions(const plump_triangles* t, plump_error* error) {
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        double position[3];
        pl_triangles_position(t, i, position);
        for (int k = 0; k < 3; ++k) {
            if (!isfinite(position[k]))
                return pl_fail(error, PLUMP_ERROR_DATA,
                               "vertex %u has the coordinate %g; only finite ones can be written",
                               (unsigned)i, position[k]);
        }
    }
    return PLUMP_OK;
}

static plump_result check_corners(const plump_triangles* t, plump_error* error) {
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            uint32_t corner = pl_triangles_corner(t, i, k);
            if (corner >= t->vertex_count)
                return pl_fail(error, PLUMP_ERROR_DATA, "triangle %u uses vertex %u, there are %u",
                               (unsigned)i, (unsigned)corner, (unsigned)t->vertex_count);
        }
    }
    return PLUMP_OK;
}

plump_result pl_write_check(const plump_triangles* t, plump_error* error) {
    if (t->triangle_count == 0 || !t->positions)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there are no triangles to write");
    if (t->vertex_count > INT32_MAX || t->triangle_count > INT32_MAX)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "%u vertices and %u triangles are too many; a file can hold %d of each",
                       (unsigned)t->vertex_count, (unsigned)t->triangle_count, INT32_MAX);
    plump_result result = pl_triangles_check_layout(t, error);
    if (result == PLUMP_OK) result = check_positions(t, error);
    return result == PLUMP_OK ? check_corners(t, error) : result;
}

// STL and GLB have 32-bit floats only: what overflows them cannot be read back.
plump_result pl_write_check_floats(const plump_triangles* t, const char* path, const char* format,
                                   plump_error* error) {
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        double position[3];
        pl_triangles_position(t, i, position);
        for (int k = 0; k < 3; ++k) {
            if (!isfinite((float)position[k]))
                return pl_fail(error, PLUMP_ERROR_DATA,
                               "%s: vertex %u has the coordinate %g, too large for the 32-bit "
                               "floats of %s; write PLY instead",
                               path, (unsigned)i, position[k], format);
        }
    }
    return PLUMP_OK;
}

// A GLB's lengths have 32 bits; names and the like get 64 MiB of it.
static plump_result check_glb_size(const plump_triangles* t, const char* path, plump_error* error) {
    if (12ull * t->vertex_count + 12ull * t->triangle_count < (63ull << 26)) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_LIMIT,
                   "%s: %u vertices and %u triangles are more than the 4 GiB of a GLB; write PLY "
                   "instead",
                   path, (unsigned)t->vertex_count, (unsigned)t->triangle_count);
}

static plump_result write_format(pl_writer* writer, plump_format format, const char* path,
                                 const plump_triangles* t, const plump_write_def* def,
                                 plump_error* error) {
    plump_result result = PLUMP_OK;
    switch (format) {
    case PLUMP_FORMAT_OBJ: pl_write_obj(writer, t, def); break;
    case PLUMP_FORMAT_PLY: pl_write_ply(writer, t, def); break;
    case PLUMP_FORMAT_STL:
        result = pl_write_check_floats(t, path, "STL", error);
        if (result == PLUMP_OK) pl_write_stl(writer, t, def);
        break;
    case PLUMP_FORMAT_OFF: pl_write_off(writer, t, def); break;
    case PLUMP_FORMAT_GLB:
        result = pl_write_check_floats(t, path, "GLB", error);
        if (result == PLUMP_OK) result = check_glb_size(t, path, error);
        if (result == PLUMP_OK) pl_write_glb(writer, t, def);
        break;
    case PLUMP_FORMAT_GLTF:
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%s: glTF with separate buffers is only read; write .glb instead", path);
    default:
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%s: which format? A name ending in .obj, .ply, .stl, .off or .glb says it",
                       path);
    }
    if (result == PLUMP_OK && writer->failed)
        result = pl_fail_memory(error, "laying out a file to write");
    return result;
}

plump_result plump_file_write(const char* path, const plump_triangles* triangles,
                              const plump_write_def* def, plump_error* error) {
    if (!path || !triangles)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", path ? "triangles" : "path");
    plump_write_def own = def ? *def : plump_default_write_def();
    if (own.cookie != PL_COOKIE_WRITE)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "plump_write_def was not begun with plump_default_write_def()");
    if (!own.allocator.alloc != !own.allocator.free)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the allocator has only one of its two functions");
    plump_triangles t = complete(triangles);
    plump_result result = pl_write_check(&t, error);
    if (result != PLUMP_OK) return result;
    plump_format format = own.format ? own.format : plump_format_of_name(path);
    pl_writer writer = {.hooks = pl_alloc_hooks(own.allocator)};
    result = write_format(&writer, format, path, &t, &own, error);
    if (result == PLUMP_OK) result = plump_file_write_bytes(path, writer.bytes, writer.used, error);
    pl_free(&writer.hooks, writer.bytes);
    return result;
}

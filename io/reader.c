// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// From bytes to a soup: find out which format it is, let its reader walk through, finish.
#include "io/format.h"
#include "io/soup.h"
#include "src/base/cookie.h"
#include "src/base/fpmode.h"

#include <string.h>

// A path may be longer than a whole message: its end says more than its beginning.
#define NAME_MAX_SHOWN 160

plump_result pl_reader_fail(const pl_reader* reader, plump_result code, pl_place place,
                            uint64_t position, const char* format, ...) {
    char text[PLUMP_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    pl_text_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    const char* name = reader->name;
    size_t length = strlen(name);
    const char* dots = length > NAME_MAX_SHOWN ? "..." : "";
    if (length > NAME_MAX_SHOWN) name += length - NAME_MAX_SHOWN;
    unsigned long long at = position;
    switch (place) {
    case PL_PLACE_LINE: return pl_fail(reader->error, code, "%s%s:%llu: %s", dots, name, at, text);
    case PL_PLACE_BYTE:
        return pl_fail(reader->error, code, "%s%s: byte %llu: %s", dots, name, at, text);
    default: return pl_fail(reader->error, code, "%s%s: %s", dots, name, text);
    }
}

plump_result pl_reader_fail_memory(const pl_reader* reader) {
    return pl_reader_fail(reader, PLUMP_ERROR_MEMORY, PL_PLACE_NONE, 0,
                          "out of memory while reading %zu bytes", reader->size);
}

plump_read_def plump_default_read_def(void) {
    return (plump_read_def){.format = PLUMP_FORMAT_AUTO, .cookie = PL_COOKIE_READ};
}

static plump_result read_format(pl_reader* reader, plump_format format) {
    switch (format) {
    case PLUMP_FORMAT_OBJ: return pl_read_obj(reader);
    case PLUMP_FORMAT_PLY: return pl_read_ply(reader);
    case PLUMP_FORMAT_STL: return pl_read_stl(reader);
    case PLUMP_FORMAT_OFF: return pl_read_off(reader);
    default: return pl_read_gltf(reader);
    }
}

// Files that people bring although they are something else, known by how they begin.
static const char* find_stranger(const pl_reader* reader) {
    static const struct {
        const char* start;
        const char* sentence;
    } strangers[] = {
        {"\xFF\xFE", "the file is UTF-16 text; save it as UTF-8 or ASCII"},
        {"\xFE\xFF", "the file is UTF-16 text; save it as UTF-8 or ASCII"},
        {"\x1F\x8B", "the file is packed by gzip; unpack it first"},
        {"PK\x03\x04",
         "the file is a zip archive (perhaps a 3MF); unpack it, or export as OBJ or GLB"},
        {"version https://git-lfs",
         "the file is a Git LFS pointer, not the mesh; run git lfs pull"},
        {"Kaydara FBX", "FBX is not read; export as GLB or OBJ"},
        {"; FBX", "FBX is not read; export as GLB or OBJ"},
        {"BLENDER", "the file is a Blender scene; export it as GLB or OBJ"},
        {"<", "the file is XML or HTML (a web page, or Collada); export as GLB or OBJ"},
    };
    for (size_t i = 0; i < PL_COUNT(strangers); ++i) {
        size_t length = strlen(strangers[i].start);
        if (reader->size >= length && memcmp(reader->bytes, strangers[i].start, length) == 0)
            return strangers[i].sentence;
    }
    return NULL;
}

static plump_result fail_unknown(const pl_reader* reader) {
    if (reader->size == 0)
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0, "the file is empty");
    return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0,
                          "neither its content nor its name says OBJ, PLY, STL, OFF, GLB or glTF");
}

static PL_NOINLINE plump_result read_bytes(const void* bytes, size_t size, const char* name,
                                           const plump_read_def* def, plump_soup** soup,
                                           plump_error* error) {
    pl_reader reader = {.bytes = bytes ? bytes : (const unsigned char*)"",
                        .size = size,
                        .name = name ? name : "memory",
                        .folder = def->folder,
                        .error = error};
    plump_format format = def->format;
    if (format == PLUMP_FORMAT_AUTO)
        format = pl_format_guess(reader.bytes, reader.size, reader.name);
    // a binary STL may begin with anything
    const char* stranger =
        pl_format_is_exact_stl(reader.bytes, size) ? NULL : find_stranger(&reader);
    if (stranger)
        return pl_reader_fail(&reader, PLUMP_ERROR_DATA, PL_PLACE_NONE, 0, "%s", stranger);
    if (format == PLUMP_FORMAT_AUTO || size == 0) return fail_unknown(&reader);
    reader.soup = pl_soup_create(def->allocator, format);
    if (!reader.soup) return pl_reader_fail_memory(&reader);
    plump_result result = read_format(&reader, format);
    if (result == PLUMP_OK) result = pl_soup_finish(&reader);
    if (result != PLUMP_OK) {
        plump_soup_destroy(reader.soup);
        return result;
    }
    *soup = reader.soup;
    return PLUMP_OK;
}

plump_result plump_memory_read(const void* bytes, size_t size, const char* name,
                               const plump_read_def* def, plump_soup** soup, plump_error* error) {
    if (!soup) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "soup is NULL; pass where it goes");
    *soup = NULL;
    plump_read_def own = plump_default_read_def();
    if (!def) def = &own;
    if (def->cookie != PL_COOKIE_READ)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "plump_read_def was not begun with plump_default_read_def()");
    if (!bytes && size > 0)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "bytes is NULL, size is %zu", size);
    if ((unsigned)def->format >= PLUMP_FORMAT_COUNT)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "format %u is unknown", (unsigned)def->format);

    // decimal numbers are rounded to nearest, whatever the host has set
    pl_fpmode before = pl_fpmode_enter();
    plump_result result = read_bytes(bytes, size, name, def, soup, error);
    pl_fpmode_leave(before);
    return result;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A file per frame, each whole or absent. The name has the frame's number where it says "%04d", or
// before its ending.
#include "io/film_parts.h"

#include <stdio.h>
#include <string.h>

// The name in three pieces, the middle one the number.
typedef struct {
    size_t before;     // bytes of film->path before the number
    size_t after;      // where it goes on
    unsigned digits;   // at least
    pl_writer writer;  // kept from frame to frame
    char* name;        // of a frame
    size_t name_size;
} sequence;

// The "%", "%4d" or "%04d" in the last piece of the path; *length is 0 where there is none.
static const char* find_number(const char* path, size_t* length, unsigned* digits) {
    const char* slash = strrchr(path, '/');
    for (const char* at = slash ? slash + 1 : path; (at = strchr(at, '%')); ++at) {
        const char* end = at + 1;
        *digits = 1;
        if (*end == '0') end++;
        if (*end >= '1' && *end <= '9') *digits = (unsigned)(*end++ - '0');
        if (*end != 'd') continue;
        *length = (size_t)(end + 1 - at);
        return at;
    }
    *length = 0;
    return NULL;
}

// "out.ply" becomes "out.%04d.ply", so that the path says how the files are called.
static bool add_number(plump_film* film) {
    static const char number[] = ".%04d";
    const char* dot = strrchr(film->path, '.');
    const char* slash = strrchr(film->path, '/');
    size_t length = strlen(film->path), add = sizeof number - 1;
    size_t at = dot && dot > (slash ? slash + 1 : film->path) ? (size_t)(dot - film->path) : length;
    char* path = pl_alloc(&film->hooks, length + add + 1, 1);
    if (!path) return false;
    memcpy(path, film->path, at);
    memcpy(path + at, number, add);
    memcpy(path + at + add, film->path + at, length - at + 1);
    pl_free(&film->hooks, film->path);
    film->path = path;
    return true;
}

// More than one would leave the others in the names of the files as they are.
static plump_result check_numbers(const plump_film* film, plump_error* error) {
    size_t length;
    unsigned digits;
    const char* number = find_number(film->path, &length, &digits);
    if (!number || !find_number(number + length, &length, &digits)) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "%s: the name has two places for the number of a frame; it may hold one",
                   film->path);
}

static plump_result open_sequence(plump_film* film, plump_error* error) {
    size_t length;
    unsigned digits;
    plump_result result = check_numbers(film, error);
    if (result != PLUMP_OK) return result;
    if (!find_number(film->path, &length, &digits) && !add_number(film))
        return pl_fail_memory(error, "opening a film");
    sequence* s = pl_alloc_zero(&film->hooks, 1, sizeof *s);
    if (!s) return pl_fail_memory(error, "opening a film");
    film->own = s;
    const char* number = find_number(film->path, &length, &s->digits);
    s->before = (size_t)(number - film->path);
    s->after = s->before + length;
    s->writer.hooks = film->hooks;
    s->name_size = strlen(film->path) + 24;
    s->name = pl_alloc(&film->hooks, s->name_size, 1);
    if (!s->name) return pl_fail_memory(error, "opening a film");
    // a folder that is not there is better told before the work than after it
    pl_spool probe;
    result = pl_spool_open(&probe, &film->hooks, film->path, error);
    if (result == PLUMP_OK) pl_spool_close(&probe);
    return result;
}

static const char* name_frame(const plump_film* film, uint32_t frame) {
    sequence* s = film->own;
    char number[16];
    size_t at = sizeof number;
    unsigned left = frame;
    number[--at] = 0;
    do number[--at] = (char)('0' + left % 10);
    while ((left /= 10) || sizeof number - 1 - at < s->digits);
    pl_text_format(s->name, s->name_size, "%.*s%s%s", (int)s->before, film->path, number + at,
                   film->path + s->after);
    return s->name;
}

static plump_result add_frame(plump_film* film, bool is_ply, plump_error* error) {
    sequence* s = film->own;
    pl_film_joined joined;
    if (!pl_film_join(film, false, &joined))
        return pl_fail_memory(error, "adding a frame to a film");
    s->writer.used = 0;
    s->writer.failed = false;
    if (is_ply)
        pl_write_ply(&s->writer, &joined.triangles, &joined.def);
    else
        pl_write_obj(&s->writer, &joined.triangles, &joined.def);
    pl_film_free_joined(film, &joined);
    if (s->writer.failed) return pl_fail_memory(error, "adding a frame to a film");
    plump_result result = plump_file_write_bytes(name_frame(film, film->frame_count),
                                                 s->writer.bytes, s->writer.used, error);
    if (result == PLUMP_OK) film->byte_count += s->writer.used;
    return result;
}

static plump_result add_ply(plump_film* film, plump_error* error) {
    return add_frame(film, true, error);
}

static plump_result add_obj(plump_film* film, plump_error* error) {
    return add_frame(film, false, error);
}

static void discard_sequence(plump_film* film) {
    for (uint32_t i = 0; i < film->frame_count; ++i) remove(name_frame(film, i));
}

static void free_sequence(plump_film* film) {
    sequence* s = film->own;
    if (!s) return;
    pl_free(&film->hooks, s->writer.bytes);
    pl_free(&film->hooks, s->name);
    pl_free(&film->hooks, s);
}

const pl_film_kind pl_film_ply = {.is_sequence = true,
                                  .open = open_sequence,
                                  .add = add_ply,
                                  .discard = discard_sequence,
                                  .free = free_sequence};
const pl_film_kind pl_film_obj = {.is_sequence = true,
                                  .open = open_sequence,
                                  .add = add_obj,
                                  .discard = discard_sequence,
                                  .free = free_sequence};

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// MDD (LightWave, Blender, Houdini, three.js) and PC2 (3ds Max, Blender): the positions of all
// vertices, frame after frame, for a mesh that lies beside them. The counts stand in front.
//
// MDD, big-endian: int frames, int points, float times[frames], then x y z per point and frame.
// PC2, little-endian: "POINTCACHE2\0", int version 1, int points, float first frame, float frames
// from sample to sample, int samples, then the same.
#include "io/film_parts.h"

#include <stdio.h>
#include <string.h>

// "out.mdd" has its mesh in "out.rest.obj": "out.obj" may be where the body came from.
static char* name_rest(const plump_film* film) {
    static const char ending[] = ".rest.obj";
    const char* dot = strrchr(film->path, '.');
    const char* slash = strrchr(film->path, '/');
    size_t stem = dot && (!slash || dot > slash + 1) && dot > film->path
                      ? (size_t)(dot - film->path)
                      : strlen(film->path);
    char* name = pl_alloc(&film->hooks, stem + sizeof ending, 1);
    if (!name) return NULL;
    memcpy(name, film->path, stem);
    memcpy(name + stem, ending, sizeof ending);
    return name;
}

static plump_result open_cache(plump_film* film, plump_error* error) {
    film->rest_path = name_rest(film);
    return film->rest_path ? PLUMP_OK : pl_fail_memory(error, "opening a film");
}

static void put_part(plump_film* film, const pl_film_part* part, pl_film_order order) {
    if (part->is_there) {
        pl_film_put_floats(film, part->now, 3 * (size_t)part->vertex_count, order);
        return;
    }
    // where a part is not there its vertices are one point: nothing to be seen
    for (uint32_t i = 0; i < part->vertex_count; ++i) pl_film_put_floats(film, part->now, 3, order);
}

static plump_result put_frame(plump_film* film, pl_film_order order, plump_error* error) {
    for (uint32_t i = 0; i < film->part_count; ++i) put_part(film, &film->parts[i], order);
    return film->is_broken ? pl_film_flush(film, error) : PLUMP_OK;
}

static plump_result add_mdd(plump_film* film, plump_error* error) {
    return put_frame(film, PL_FILM_BIG, error);
}

static plump_result add_pc2(plump_film* film, plump_error* error) {
    return put_frame(film, PL_FILM_LITTLE, error);
}

static void put_big(pl_writer* head, uint32_t bits) {
    unsigned char bytes[4] = {(unsigned char)(bits >> 24), (unsigned char)(bits >> 16),
                              (unsigned char)(bits >> 8), (unsigned char)bits};
    pl_writer_put(head, bytes, sizeof bytes);
}

static void put_mdd_head(const plump_film* film, pl_writer* head) {
    put_big(head, film->frame_count);
    put_big(head, film->vertex_count);
    for (uint32_t i = 0; i < film->frame_count; ++i) {
        uint32_t bits;
        memcpy(&bits, &film->times[i], sizeof bits);
        put_big(head, bits);
    }
}

static void put_pc2_head(const plump_film* film, pl_writer* head) {
    double first = film->frame_count ? (double)film->times[0] * film->frame_rate : 0;
    pl_writer_put(head, "POINTCACHE2", 12);
    pl_writer_u32(head, 1);
    pl_writer_u32(head, film->vertex_count);
    pl_writer_f32(head, (float)first);
    pl_writer_f32(head, 1);
    pl_writer_u32(head, film->frame_count);
}

static plump_result write_rest(const plump_film* film, plump_error* error) {
    pl_film_joined joined;
    pl_writer text = {.hooks = film->hooks};
    if (!pl_film_join(film, true, &joined)) return pl_fail_memory(error, "finishing a film");
    // one object for all: a cache belongs to one mesh, and readers make an object of each group
    joined.triangles.groups = NULL;
    pl_write_obj(&text, &joined.triangles, &joined.def);
    pl_film_free_joined(film, &joined);
    plump_result result =
        text.failed ? pl_fail_memory(error, "finishing a film")
                    : plump_file_write_bytes(film->rest_path, text.bytes, text.used, error);
    pl_free(&text.hooks, text.bytes);
    return result;
}

// Readers stumble over a file without frames: one without any shows the parts at rest.
static plump_result add_rest(plump_film* film, plump_error* error) {
    if (film->frame_count > 0) return PLUMP_OK;
    if (!pl_grow(&film->hooks, (void**)&film->times, &film->time_capacity, 0, 1,
                 sizeof *film->times))
        return pl_fail_memory(error, "finishing a film");
    film->times[0] = 0;
    film->frame_count = 1;
    return film->kind->add(film, error);
}

static plump_result close_cache(plump_film* film, pl_writer* head, plump_error* error) {
    pl_replace replace;
    plump_result result = pl_film_finish(film, head, &replace, error);
    pl_free(&head->hooks, head->bytes);
    if (result != PLUMP_OK) return result;
    result = write_rest(film, error);
    if (result != PLUMP_OK) {
        pl_replace_cancel(&replace);
        return result;
    }
    result = pl_replace_close(&replace, error);
    if (result != PLUMP_OK) remove(film->rest_path);
    return result;
}

static plump_result close_mdd(plump_film* film, plump_error* error) {
    pl_writer head = {.hooks = film->hooks};
    plump_result result = add_rest(film, error);
    if (result != PLUMP_OK) return result;
    put_mdd_head(film, &head);
    return close_cache(film, &head, error);
}

static plump_result close_pc2(plump_film* film, plump_error* error) {
    pl_writer head = {.hooks = film->hooks};
    plump_result result = add_rest(film, error);
    if (result != PLUMP_OK) return result;
    put_pc2_head(film, &head);
    return close_cache(film, &head, error);
}

const pl_film_kind pl_film_mdd = {.open = open_cache, .add = add_mdd, .close = close_mdd};
const pl_film_kind pl_film_pc2 = {.open = open_cache, .add = add_pc2, .close = close_pc2};

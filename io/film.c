// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Films: what is the same for all formats. A frame is looked at whole before any of it is written,
// so that a refused one leaves the film as it was.
#include "io/film_parts.h"
#include "io/scan.h"
#include "src/base/cookie.h"
#include "src/base/narrow.h"

#include <math.h>
#include <string.h>

static const struct {
    const char* name;
    const pl_film_kind* kind;
} formats[PLUMP_FILM_FORMAT_COUNT] = {
    {"auto", NULL},        {"glb", &pl_film_glb}, {"mdd", &pl_film_mdd},
    {"pc2", &pl_film_pc2}, {"ply", &pl_film_ply}, {"obj", &pl_film_obj},
};

const char* plump_film_format_name(plump_film_format format) {
    return (unsigned)format < PLUMP_FILM_FORMAT_COUNT ? formats[format].name : "unknown";
}

plump_film_format plump_film_format_of_name(const char* path) {
    const char* dot = path ? strrchr(path, '.') : NULL;
    if (!dot) return PLUMP_FILM_AUTO;
    pl_word ending = {dot + 1, (int)strlen(dot + 1)};
    for (int i = PLUMP_FILM_AUTO + 1; i < PLUMP_FILM_FORMAT_COUNT; ++i) {
        if (pl_word_is_any_case(ending, formats[i].name)) return (plump_film_format)i;
    }
    return PLUMP_FILM_AUTO;
}

plump_film_part plump_default_film_part(void) {
    return (plump_film_part){.colour = {200, 200, 200, 255}, .crease_angle = 60};
}

plump_film_def plump_default_film_def(void) {
    return (plump_film_def){.frame_rate = 30, .targets_max = 120, .cookie = PL_COOKIE_FILM};
}

// ---------------------------------------------------------------- open

static plump_result check_def(const plump_film_def* def, plump_error* error) {
    if (def->cookie != PL_COOKIE_FILM)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "plump_film_def was not begun with plump_default_film_def()");
    if (!def->path || !def->path[0])
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the film's path is %s",
                       def->path ? "empty" : "NULL");
    if (!def->parts && def->part_count > 0)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s: the film's parts are NULL", def->path);
    if (!def->allocator.alloc != !def->allocator.free)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the allocator has only one of its two functions");
    if (!(def->frame_rate > 0 && def->frame_rate <= 1e6))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%s: the frame rate is %g; it must be above 0 and at most 1e6 per second",
                       def->path, def->frame_rate);
    if (!(def->tolerance >= 0 && def->tolerance <= 1))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%s: the tolerance is %g; it is a share of the size, 0 to 1", def->path,
                       def->tolerance);
    if (def->targets_max == 1)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%s: a mesh of one morph target cannot move; targets_max is 0 or 2 and more",
                       def->path);
    return PLUMP_OK;
}

static plump_result choose_format(const plump_film_def* def, plump_film_format* format,
                                  plump_error* error) {
    *format = def->format ? def->format : plump_film_format_of_name(def->path);
    if (*format > PLUMP_FILM_AUTO && *format < PLUMP_FILM_FORMAT_COUNT) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "%s: which format? A name ending in .glb, .mdd, .pc2, .ply or .obj says it",
                   def->path);
}

static void free_film(plump_film* film) {
    if (film->kind->free) film->kind->free(film);
    if (!film->kind->is_sequence) pl_spool_close(&film->spool);
    pl_film_free_parts(film);
    pl_free(&film->hooks, film->path);
    pl_free(&film->hooks, film->rest_path);
    pl_free(&film->hooks, film->times);
    plump_allocator hooks = film->hooks;
    pl_free(&hooks, film);
}

static plump_film* make_film(const plump_film_def* def, plump_film_format format) {
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    plump_film* film = pl_alloc_zero(&hooks, 1, sizeof *film);
    size_t size = strlen(def->path) + 1;
    char* path = film ? pl_alloc(&hooks, size, 1) : NULL;
    if (!path) {
        pl_free(&hooks, film);
        return NULL;
    }
    memcpy(path, def->path, size);
    film->hooks = hooks;
    film->kind = formats[format].kind;
    film->format = format;
    film->path = path;
    film->frame_rate = def->frame_rate;
    film->size_limit = UINT32_MAX;
    if (def->size_most > 0 && def->size_most < UINT32_MAX) film->size_limit = def->size_most;
    film->targets_max = def->targets_max ? def->targets_max : UINT32_MAX;
    film->spool = pl_spool_none();
    return film;
}

// The diagonal of the box around all parts at rest.
static double size_of(const plump_film* film) {
    double squared = 0;
    for (size_t k = 0; k < 3; ++k) {
        double low = 1e300, high = -1e300;
        for (uint32_t i = 0; i < film->part_count; ++i) {
            const pl_film_part* part = &film->parts[i];
            for (size_t n = 0; n < part->vertex_count; ++n) {
                double at = (double)part->rest[3 * n + k];
                low = at < low ? at : low;
                high = at > high ? at : high;
            }
        }
        squared += high > low ? (high - low) * (high - low) : 0;
    }
    return sqrt(squared);
}

plump_result plump_film_open(const plump_film_def* def, plump_film** film, plump_error* error) {
    if (film) *film = NULL;
    if (!def || !film)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", def ? "film" : "def");
    plump_film_format format;
    plump_result result = check_def(def, error);
    if (result == PLUMP_OK) result = choose_format(def, &format, error);
    if (result != PLUMP_OK) return result;
    plump_film* fresh = make_film(def, format);
    if (!fresh) return pl_fail_memory(error, "opening a film");
    result = pl_film_copy_parts(fresh, def, error);
    if (result == PLUMP_OK) fresh->size = size_of(fresh);
    if (result == PLUMP_OK) fresh->tolerance = def->tolerance * fresh->size;
    if (result == PLUMP_OK && !fresh->kind->is_sequence)
        result = pl_spool_open(&fresh->spool, &fresh->hooks, fresh->path, error);
    if (result == PLUMP_OK) result = fresh->kind->open(fresh, error);
    if (result == PLUMP_OK)
        *film = fresh;
    else
        free_film(fresh);
    return result;
}

// ---------------------------------------------------------------- frames

static plump_result check_time(const plump_film* film, double time, plump_error* error) {
    double last = film->frame_count ? (double)film->times[film->frame_count - 1] : -1;
    if (!(time >= 0 && time <= 1e9))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%s: frame %u is at %g s; times go from 0 to 1e9", film->path,
                       (unsigned)film->frame_count, time);
    if (pl_narrow(time) > last) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "%s: frame %u is at %g s, the one before at %g s; times must grow", film->path,
                   (unsigned)film->frame_count, time, last);
}

// Takes a part's positions over into `next`.
static plump_result look_at_part(const plump_film* film, pl_film_part* part, const float* positions,
                                 plump_error* error) {
    size_t floats = 3 * (size_t)part->vertex_count;
    for (size_t i = 0; i < floats; ++i) {
        if (!(fabsf(positions[i]) <= PL_FILM_COORDINATE_MAX))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "%s: vertex %u of '%s' has the coordinate %g in frame %u; it must be "
                           "finite and at most 1e30",
                           film->path, (unsigned)(i / 3), part->name, (double)positions[i],
                           (unsigned)film->frame_count);
    }
    memcpy(part->next, positions, floats * sizeof(float));
    return PLUMP_OK;
}

static plump_result look_at_frame(plump_film* film, const float* const* positions,
                                  plump_error* error) {
    for (uint32_t i = 0; i < film->part_count; ++i) {
        pl_film_part* part = &film->parts[i];
        part->is_coming = part->is_still || positions[i];
        part->is_changed = false;
        if (part->is_still || !part->is_coming) continue;
        plump_result result = look_at_part(film, part, positions[i], error);
        if (result != PLUMP_OK) return result;
        size_t size = 3 * sizeof(float) * (size_t)part->vertex_count;
        part->is_changed = memcmp(part->now, part->next, size) != 0;
    }
    return PLUMP_OK;
}

static void take_frame(plump_film* film) {
    for (uint32_t i = 0; i < film->part_count; ++i) {
        pl_film_part* part = &film->parts[i];
        part->is_there = part->is_coming;
        if (!part->is_changed) continue;
        float* old = part->now;
        part->now = part->next;
        part->next = old;
    }
}

plump_result plump_film_add(plump_film* film, double time, const float* const* positions,
                            plump_error* error) {
    if (!film || !positions)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", film ? "positions" : "film");
    if (film->is_broken) return pl_film_flush(film, error);
    if (film->frame_count == INT32_MAX)
        return pl_fail(error, PLUMP_ERROR_LIMIT, "%s: a film has at most %d frames", film->path,
                       INT32_MAX);
    plump_result result = check_time(film, time, error);
    if (result == PLUMP_OK) result = look_at_frame(film, positions, error);
    if (result != PLUMP_OK) return result;
    if (!pl_grow(&film->hooks, (void**)&film->times, &film->time_capacity, film->frame_count,
                 (size_t)film->frame_count + 1, sizeof *film->times))
        return pl_fail_memory(error, "adding a frame to a film");
    film->times[film->frame_count] = (float)time;
    if (film->kind->reserve) result = film->kind->reserve(film, error);
    if (result != PLUMP_OK) return result;
    take_frame(film);
    result = film->kind->add(film, error);
    if (result == PLUMP_OK) film->frame_count++;
    return result;
}

void plump_film_get_info(const plump_film* film, plump_film_info* info) {
    *info = (plump_film_info){.format = film->format,
                              .frame_count = film->frame_count,
                              .file_count = film->rest_path ? 2 : 1,
                              .byte_count = film->spool.size + film->buffered,
                              .path = film->path,
                              .rest_path = film->rest_path};
    if (film->kind->fill_info) film->kind->fill_info(film, info);
    if (!film->kind->is_sequence) return;
    info->file_count = film->frame_count;
    info->byte_count = film->byte_count;
}

// ---------------------------------------------------------------- end

plump_result plump_film_close(plump_film* film, plump_error* error) {
    if (!film) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "film is NULL");
    plump_result result = film->kind->close ? film->kind->close(film, error) : PLUMP_OK;
    free_film(film);
    return result;
}

void plump_film_discard(plump_film* film) {
    if (!film) return;
    if (film->kind->discard) film->kind->discard(film);
    free_film(film);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/text.h"
#include "src/muscle/fibre.h"

#include <float.h>
#include <math.h>

static const char* const end_names[PLUMP_MUSCLE_END_COUNT] = {"origin", "insertion"};

enum { NO_END = 0 };  // else 1 + the end that a vertex belongs to

// --- by vertices ---

static plump_result mark_vertices(const pl_body* body, const uint32_t* vertices, uint32_t count,
                                  uint8_t end, uint8_t* end_of, plump_error* error) {
    for (uint32_t i = 0; vertices && i < count; ++i) {
        uint32_t vertex = vertices[i];
        if (vertex >= body->count)
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "the %s of the muscle has vertex %u, the body has %u",
                           end_names[end - 1], (unsigned)vertex, (unsigned)body->count);
        if (end_of[vertex] != NO_END && end_of[vertex] != end)
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "vertex %u is in both ends of the muscle; an end is a set of its own",
                           (unsigned)vertex);
        end_of[vertex] = end;
    }
    return PLUMP_OK;
}

// --- by an axis ---

static pl_vec3d rest_at(const pl_body* body, uint32_t place) {
    return pl_vec3d_make((double)body->rest[0][place], (double)body->rest[1][place],
                         (double)body->rest[2][place]);
}

static pl_vec3d longest_side(const pl_body* body) {
    double side[3];
    for (int k = 0; k < 3; ++k) {
        float lo = FLT_MAX, hi = -FLT_MAX;
        for (uint32_t i = 0; i < body->count; ++i) {
            float x = body->rest[k][i];
            lo = x < lo ? x : lo;
            hi = x > hi ? x : hi;
        }
        side[k] = (double)hi - (double)lo;
    }
    if (side[1] > side[0] && side[1] >= side[2]) return pl_vec3d_make(0, 1, 0);
    if (side[2] > side[0]) return pl_vec3d_make(0, 0, 1);
    return pl_vec3d_make(1, 0, 0);
}

static void mark_along(const pl_body* body, const plump_muscle_def* def, uint8_t* end_of) {
    pl_vec3d axis = pl_vec3d_make((double)def->axis[0], (double)def->axis[1], (double)def->axis[2]);
    if (pl_vec3d_max_abs(axis) == 0.0) axis = longest_side(body);
    double lo = DBL_MAX, hi = -DBL_MAX;
    for (uint32_t i = 0; i < body->count; ++i) {
        double along = pl_vec3d_dot(axis, rest_at(body, i));
        lo = along < lo ? along : lo;
        hi = along > hi ? along : hi;
    }
    double cap = (double)def->cap * (hi - lo);
    for (uint32_t i = 0; i < body->count; ++i) {
        double along = pl_vec3d_dot(axis, rest_at(body, i));
        uint8_t end = along <= lo + cap   ? 1 + PLUMP_MUSCLE_ORIGIN
                      : along >= hi - cap ? 1 + PLUMP_MUSCLE_INSERTION
                                          : NO_END;
        end_of[body->surface->vertex_of[i]] = end;
    }
}

// --- both ---

static bool list_end(const uint8_t* end_of, uint32_t count, uint8_t end, pl_muscle* muscle) {
    uint32_t* list = pl_arena_alloc(&muscle->memory, count, sizeof *list);
    uint32_t used = 0;
    for (uint32_t i = 0; list && i < count; ++i) {
        if (end_of[i] == 1 + end) list[used++] = i;
    }
    muscle->ends[end] = list;
    muscle->end_count[end] = used;
    return list != NULL;
}

static plump_result mark_ends(const pl_body* body, const plump_muscle_def* def, uint8_t* end_of,
                              plump_error* error) {
    if (!def->origin && !def->insertion) {
        mark_along(body, def, end_of);
        return PLUMP_OK;
    }
    plump_result result =
        mark_vertices(body, def->origin, def->origin_count, 1 + PLUMP_MUSCLE_ORIGIN, end_of, error);
    if (result != PLUMP_OK) return result;
    return mark_vertices(body, def->insertion, def->insertion_count, 1 + PLUMP_MUSCLE_INSERTION,
                         end_of, error);
}

plump_result pl_fibre_ends(const pl_body* body, const plump_muscle_def* def, pl_muscle* muscle,
                           plump_error* error) {
    void* mark = pl_arena_mark(&muscle->memory);
    uint8_t* end_of = pl_alloc_zero(&muscle->memory.hooks, body->count, 1);
    if (!end_of) return pl_fail_memory(error, "finding the ends of a muscle");
    plump_result result = mark_ends(body, def, end_of, error);
    for (uint8_t end = 0; end < PLUMP_MUSCLE_END_COUNT && result == PLUMP_OK; ++end) {
        if (!list_end(end_of, body->count, end, muscle))
            result = pl_fail_memory(error, "finding the ends of a muscle");
    }
    pl_free(&muscle->memory.hooks, end_of);
    if (result != PLUMP_OK) pl_arena_release(&muscle->memory, mark);
    return result;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where the camera stands and what the colours mean is known only when the run is over; until then
// its moments wait in a file without a name.
#include "cli/run_picture.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

plump_result run_fail(plump_error* error, plump_result code, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    error->code = code;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return code;
}

// --- a moment ---

static size_t block_size(const run_cast* cast) {
    return cast->deform && cast->deform->function ? cast->deform->block_size : 0;
}

bool run_instant_make(const run_cast* cast, run_instant* instant) {
    bool figures = cast->figure != PLUMP_FIGURE_COUNT;
    *instant = (run_instant){0};
    instant->present = calloc((size_t)cast->body_count + 1, sizeof *instant->present);
    instant->positions = calloc(3 * cast->body_vertices + 1, sizeof *instant->positions);
    // the first mesh's worth of room behind is for reading
    instant->figures =
        calloc(figures ? cast->body_vertices + cast->coarse_most + 1 : 1, sizeof(float));
    instant->obstacles = calloc((size_t)cast->obstacle_count + 1, sizeof *instant->obstacles);
    instant->block = calloc(block_size(cast) + 1, 1);
    if (instant->present && instant->positions && instant->figures && instant->obstacles &&
        instant->block)
        return true;
    run_instant_free(instant);
    return false;
}

void run_instant_free(run_instant* instant) {
    free(instant->present);
    free(instant->positions);
    free(instant->figures);
    free(instant->block);
    free(instant->obstacles);
    *instant = (run_instant){0};
}

static plump_result take_figures(const run_cast* cast, const cast_body* body, plump_body_id id,
                                 const plump_world* world, float* figures, plump_error* error) {
    uint32_t count = plump_mesh_vertex_count(body->mesh);
    float* out = figures + body->first;
    float* coarse = body->ties ? figures + cast->body_vertices : out;
    plump_result result = plump_body_read_figure(world, id, cast->figure, coarse, count, error);
    if (result != PLUMP_OK || !body->ties) return result;
    for (uint32_t i = 0; i < body->triangles.vertex_count; ++i) {
        const cast_tie* tie = &body->ties[i];
        out[i] = 0;
        for (int k = 0; k < 3; ++k) out[i] += tie->share[k] * coarse[tie->vertex[k]];
    }
    return PLUMP_OK;
}

plump_result run_instant_take(const run_cast* cast, const run_frame* frame, run_instant* instant,
                              plump_error* error) {
    plump_result result = PLUMP_OK;
    instant->time = frame->time;
    for (uint32_t i = 0; result == PLUMP_OK && i < cast->body_count; ++i) {
        const cast_body* body = &cast->bodies[i];
        const run_body* now = &frame->bodies[i];
        instant->present[i] = now->present;
        if (!now->present) continue;
        const float* from = now->fine_positions ? now->fine_positions : now->positions;
        memcpy(instant->positions + 3 * body->first, from,
               3 * (size_t)body->triangles.vertex_count * sizeof *from);
        if (cast->figure != PLUMP_FIGURE_COUNT && !body->is_skin) {
            result = take_figures(cast, body, now->id, frame->world, instant->figures, error);
        }
    }
    if (block_size(cast) > 0) memcpy(instant->block, cast->deform->block, block_size(cast));
    if (cast->obstacle_count > 0)
        memcpy(instant->obstacles, frame->obstacles,
               cast->obstacle_count * sizeof *instant->obstacles);
    return result;
}

static int compare(const void* a, const void* b) {
    float x = *(const float*)a, y = *(const float*)b;
    return (x > y) - (x < y);
}

// Of up to 20,000 vertices that have any, 99 of 100 are below.
double run_instant_high(const run_cast* cast, const run_instant* instant) {
    static float some[20000];
    size_t count = 0, most = sizeof some / sizeof some[0], step = cast->body_vertices / most + 1;
    for (uint32_t i = 0; i < cast->body_count; ++i) {
        const cast_body* body = &cast->bodies[i];
        const float* figures = instant->figures + body->first;
        for (size_t v = 0; instant->present[i] && v < body->triangles.vertex_count; v += step) {
            if (figures[v] > 0 && figures[v] < 1e30f && count < most) some[count++] = figures[v];
        }
    }
    if (count == 0) return 0;
    qsort(some, count, sizeof some[0], compare);
    return (double)some[(count - 1) * 99 / 100];
}

void run_place(const run_obstacle* at, const double own[3], double out[3]) {
    double length = 0, q[4], turn[3];
    for (int k = 0; k < 4; ++k) length += (double)at->rotation[k] * (double)at->rotation[k];
    for (int k = 0; k < 4; ++k) q[k] = (double)at->rotation[k] / (length > 0 ? sqrt(length) : 1);
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        turn[k] = 2 * (q[i] * own[j] - q[j] * own[i]);
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = own[k] + q[3] * turn[k] + q[i] * turn[j] - q[j] * turn[i] + at->position[k];
    }
}

#define LARGE 3.0  // times the size of all bodies

static void join(run_box* box, const run_box* other) {
    for (int k = 0; k < 3; ++k) {
        box->low[k] = fmin(box->low[k], other->low[k]);
        box->high[k] = fmax(box->high[k], other->high[k]);
    }
}

static void grow(run_box* box, const double p[3]) {
    for (int k = 0; k < 3; ++k) {
        box->low[k] = fmin(box->low[k], p[k]);
        box->high[k] = fmax(box->high[k], p[k]);
    }
}

double run_box_radius(const run_box* box) {
    double squared = 0;
    for (int k = 0; k < 3; ++k) {
        double side = fmax(0, box->high[k] - box->low[k]);
        squared += side * side / 4;
    }
    return sqrt(squared);
}

static void extend(run_reach* reach, const double p[3]) {
    for (int i = 0; reach && i < RUN_REACHES; ++i) {
        const double* d = reach->towards[i];
        double far = d[0] * p[0] + d[1] * p[1] + d[2] * p[2];
        if (reach->any && far <= reach->most[i]) continue;
        reach->most[i] = far;
        memcpy(reach->points + 3 * (size_t)i, p, 3 * sizeof *p);
    }
    if (reach) reach->any = true;
}

static void measure_bodies(const run_cast* cast, const run_instant* instant, run_box* box,
                           run_reach* reach) {
    for (uint32_t i = 0; i < cast->body_count; ++i) {
        const float* p = instant->positions + 3 * cast->bodies[i].first;
        uint32_t count = instant->present[i] ? cast->bodies[i].triangles.vertex_count : 0;
        for (uint32_t v = 0; v < count; ++v, p += 3) {
            double point[3] = {(double)p[0], (double)p[1], (double)p[2]};
            grow(box, point);
            extend(reach, point);
        }
    }
}

static run_box measure_obstacle(const cast_obstacle* obstacle, const run_obstacle* at,
                                run_reach* reach) {
    const double* own = obstacle->triangles.positions;
    run_box around = RUN_NO_BOX;
    for (uint32_t v = 0; v < obstacle->triangles.vertex_count; ++v, own += 3) {
        double p[3];
        run_place(at, own, p);
        grow(&around, p);
        extend(reach, p);
    }
    return around;
}

bool run_instant_measure(const run_cast* cast, const run_instant* instant, run_box* box,
                         run_reach* reach) {
    run_box bodies = RUN_NO_BOX;
    bool all = true;
    measure_bodies(cast, instant, &bodies, reach);
    double most = run_box_radius(&bodies) > 0 ? LARGE * run_box_radius(&bodies) : 1e300;
    for (uint32_t i = 0; i < cast->obstacle_count; ++i) {
        const cast_obstacle* obstacle = &cast->obstacles[i];
        const run_obstacle* at = &instant->obstacles[i];
        if (!at->present || !obstacle->surface) continue;
        run_box around = measure_obstacle(obstacle, at, NULL);
        bool fits = run_box_radius(&around) <= most;
        if (fits) join(box, &around);
        if (fits && reach) measure_obstacle(obstacle, at, reach);
        all = all && fits;
    }
    join(box, &bodies);
    return all;
}

// --- the reel ---

static plump_result fail_reel(plump_error* error) {
    return run_fail(error, PLUMP_ERROR_FILE,
                    "the frames of a film could not be kept in a temporary file: %s",
                    errno ? strerror(errno) : "it ends early");
}

plump_result run_reel_open(run_reel* reel, plump_error* error) {
    *reel = (run_reel){.file = tmpfile()};
    return reel->file ? PLUMP_OK : fail_reel(error);
}

void run_reel_close(run_reel* reel) {
    if (reel->file) fclose(reel->file);
    *reel = (run_reel){0};
}

typedef struct reel_piece {
    void* bytes;
    size_t size;
} reel_piece;

enum { PIECES = 6 };

static void list_pieces(const run_cast* cast, run_instant* instant, reel_piece pieces[PIECES]) {
    size_t figures = cast->figure != PLUMP_FIGURE_COUNT ? cast->body_vertices : 0;
    pieces[0] = (reel_piece){&instant->time, sizeof instant->time};
    pieces[1] = (reel_piece){instant->present, cast->body_count * sizeof *instant->present};
    pieces[2] =
        (reel_piece){instant->positions, 3 * cast->body_vertices * sizeof *instant->positions};
    pieces[3] = (reel_piece){instant->figures, figures * sizeof *instant->figures};
    pieces[4] = (reel_piece){instant->obstacles, cast->obstacle_count * sizeof *instant->obstacles};
    pieces[5] = (reel_piece){instant->block, block_size(cast)};
}

plump_result run_reel_add(run_reel* reel, const run_cast* cast, const run_instant* instant,
                          plump_error* error) {
    reel_piece pieces[PIECES];
    run_instant copy = *instant;
    list_pieces(cast, &copy, pieces);
    errno = 0;
    for (int i = 0; i < PIECES; ++i) {
        if (pieces[i].size && fwrite(pieces[i].bytes, pieces[i].size, 1, reel->file) != 1)
            return fail_reel(error);
    }
    reel->count++;
    return PLUMP_OK;
}

plump_result run_reel_rewind(run_reel* reel, plump_error* error) {
    errno = 0;
    if (fflush(reel->file) != 0 || fseek(reel->file, 0, SEEK_SET) != 0) return fail_reel(error);
    return PLUMP_OK;
}

plump_result run_reel_next(run_reel* reel, const run_cast* cast, run_instant* instant,
                           plump_error* error) {
    reel_piece pieces[PIECES];
    list_pieces(cast, instant, pieces);
    errno = 0;
    for (int i = 0; i < PIECES; ++i) {
        if (pieces[i].size && fread(pieces[i].bytes, pieces[i].size, 1, reel->file) != 1)
            return fail_reel(error);
    }
    return PLUMP_OK;
}

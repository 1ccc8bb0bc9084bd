// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is done to the bodies of bench_hong.h, and the timing of it. All ways are played in turns,
// each frame counts with the least time it ever took, and on one thread that is processor time, as
// in the paper: on a busy machine ratios of whole runs, one after the other, say nothing.
#include "cli/bench_hong.h"
#include "cli/options.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define PI 3.141592653589793

const char* const hong_way_names[HONG_WAYS] = {"plain", "implicit", "printed", "implicit, polish",
                                               "polish"};

static int complain(plump_result result, const plump_error* error) {
    cli_complain("bench", "%s", error->text);
    return cli_exit_code(result);
}

// --- what is done to them ---

static plump_result add_solid(hong_world* w, int which, const plump_obstacle_def* def,
                              plump_error* error) {
    return plump_obstacle_create(w->world, def, &w->solids[which], error);
}

static plump_result move_solid(hong_world* w, int which, const double place[3],
                               plump_error* error) {
    const float upright[4] = {0, 0, 0, 1};
    return plump_obstacle_move(w->world, w->solids[which], place, upright, error);
}

#define PLATE 0.1  // m, half of its thickness

static plump_result add_plates(hong_world* w, plump_error* error) {
    plump_obstacle_def plate = plump_default_obstacle_def();
    plate.shape = PLUMP_OBSTACLE_BOX;
    plate.half_size[0] = plate.half_size[2] = 2;
    plate.half_size[1] = (float)PLATE;
    plump_result result = PLUMP_OK;
    for (int k = 0; k < 2 && result == PLUMP_OK; ++k) {
        plate.position[1] = (k ? 1 : -1) * (0.505 + PLATE);
        result = add_solid(w, k, &plate, error);
    }
    return result;
}

// To six tenths of its height.
static plump_result squeeze(hong_world* w, double share, plump_error* error) {
    plump_result result = PLUMP_OK;
    for (int k = 0; k < 2 && result == PLUMP_OK; ++k) {
        const double place[3] = {0, (k ? 1 : -1) * (0.505 + PLATE - 0.2 * share), 0};
        result = move_solid(w, k, place, error);
    }
    return result;
}

// Vertices of the lower end, and of the upper one.
static plump_result pin_ends(hong_world* w, plump_error* error) {
    const float* at = plump_mesh_positions(w->mesh);
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(w->mesh) && result == PLUMP_OK; ++i) {
        if (fabsf(at[3 * (size_t)i + 1]) > 0.499f)
            result = plump_body_pin(w->world, w->body, i, error);
    }
    return result;
}

static plump_result pin_floor(hong_world* w, plump_error* error) {
    const float* at = plump_mesh_positions(w->mesh);
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(w->mesh) && result == PLUMP_OK; ++i) {
        if (at[3 * (size_t)i + 1] < -0.499f) result = plump_body_pin(w->world, w->body, i, error);
    }
    return result;
}

// The upper end by a quarter of a turn.
static plump_result twist(hong_world* w, double share, plump_error* error) {
    const float* at = plump_mesh_positions(w->mesh);
    double c = cos(0.5 * PI * share), s = sin(0.5 * PI * share);
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(w->mesh) && result == PLUMP_OK; ++i) {
        const float* p = at + 3 * (size_t)i;
        const double to[3] = {c * (double)p[0] + s * (double)p[2], (double)p[1],
                              c * (double)p[2] - s * (double)p[0]};
        if (p[1] > 0.499f) result = plump_body_move_pin(w->world, w->body, i, to, error);
    }
    return result;
}

// A load on the middle of the upper face: 2 kN at the end.
static plump_result load(hong_world* w, double share, plump_error* error) {
    const double top[3] = {0, 1, 0};
    const float force[3] = {0, (float)(-2000 * share), 0};
    return plump_body_add_force_at(w->world, w->body, top, force, error);
}

#define PROBE 0.08  // m, its radius

// Where the creature's belly is, foremost.
static void find_belly(const plump_mesh* mesh, double belly[3]) {
    const float* at = plump_mesh_positions(mesh);
    belly[2] = -1;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        const float* p = at + 3 * (size_t)i;
        if (fabsf(p[0]) > 0.05f || fabsf(p[1] + 0.09f) > 0.05f || (double)p[2] < belly[2]) continue;
        for (int k = 0; k < 3; ++k) belly[k] = (double)p[k];
    }
}

// Its back is held.
static plump_result add_probe(hong_world* w, plump_error* error) {
    const float* at = plump_mesh_positions(w->mesh);
    plump_obstacle_def probe = plump_default_obstacle_def();
    find_belly(w->mesh, probe.position);
    probe.shape = PLUMP_OBSTACLE_SPHERE;
    probe.radius = (float)PROBE;
    probe.position[2] += PROBE + 0.01;
    plump_result result = add_solid(w, 0, &probe, error);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(w->mesh) && result == PLUMP_OK; ++i) {
        if (at[3 * (size_t)i + 2] < -0.1f) result = plump_body_pin(w->world, w->body, i, error);
    }
    return result;
}

static plump_result probe(hong_world* w, double share, plump_error* error) {
    double place[3];
    find_belly(w->mesh, place);
    place[2] += PROBE + 0.01 - 0.08 * share;
    return move_solid(w, 0, place, error);
}

const hong_show hong_squeeze = {.name = "ball, squeezed",
                                .kind = PLUMP_SHAPE_SPHERE,
                                .triangles = 9800,
                                .substeps = 8,
                                .furnish = add_plates,
                                .act = squeeze,
                                .paper_error = 1e-4,
                                .paper_fps = NAN};
const hong_show hong_twist = {.name = "cube, twisted",
                              .kind = PLUMP_SHAPE_BOX,
                              .triangles = 1536,
                              .substeps = 20,
                              .furnish = pin_ends,
                              .act = twist,
                              .paper_error = 1e-5,
                              .paper_fps = 83.3};
const hong_show hong_block = {.name = "cube, local",
                              .kind = PLUMP_SHAPE_BOX,
                              .triangles = 19200,
                              .substeps = 2,
                              .local = true,
                              .furnish = pin_floor,
                              .act = load,
                              .paper_error = 1e-4,
                              .paper_fps = 21.3};
const hong_show hong_animal = {.name = "animal, probed",
                               .kind = PLUMP_SHAPE_CREATURE,
                               .triangles = 14136,
                               .substeps = 8,
                               .local = true,
                               .furnish = add_probe,
                               .act = probe,
                               .paper_error = 1e-4,
                               .paper_fps = 20.7};

// --- worlds ---

static plump_body_def body_of(const hong_show* show, hong_way way) {
    plump_body_def def = plump_default_body_def();
    def.model = HONG_MODEL;
    def.frequency = 4;
    def.damping = 0.3f;
    def.can_sleep = false;
    def.volume_smoothing = 0;  // the paper knows of none
    def.volume = way == HONG_PLAIN ? PLUMP_VOLUME_FREE : PLUMP_VOLUME_BODY;
    def.volume_implicit = way != HONG_EXACT;
    def.volume_printed = way == HONG_PRINTED;
    def.volume_exact = way == HONG_POLISHED || way == HONG_EXACT;
    if (show->local && way != HONG_PLAIN) {
        def.zone_reach = 0.001f;  // 1 kN makes a zone grow by 1 m/s
        def.zone_least = 0.15f;
    }
    return def;
}

static plump_result build(const hong_show* show, hong_way way, uint32_t threads, const char* isa,
                          hong_world* w, plump_error* error) {
    const float none[3] = {0, 0, 0};
    plump_body_def def = body_of(show, way);
    def.mesh = w->mesh;
    w->def = def;
    plump_result result = bench_create_world(threads, isa, &w->world, error);
    if (result == PLUMP_OK) result = plump_world_set_gravity(w->world, none, error);
    if (result == PLUMP_OK) result = plump_body_create(w->world, &def, &w->body, error);
    if (result == PLUMP_OK) result = show->furnish(w, error);
    if (result != PLUMP_OK) return result;
    w->start_size = plump_world_snapshot_size(w->world);
    w->start = malloc(w->start_size);
    for (int i = 0; i < HONG_FRAMES; ++i) w->frames[i] = HUGE_VAL;
    return w->start ? plump_world_snapshot(w->world, w->start, w->start_size, &w->start_size, error)
                    : PLUMP_ERROR_MEMORY;
}

static void end_worlds(hong_world* worlds, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        plump_world_destroy(worlds[i].world);
        free(worlds[i].start);
    }
}

// --- playing ---

static double seconds_of(const hong_world* w) {
    bool alone = plump_world_worker_count(w->world) == 1;
    return alone ? (double)clock() / CLOCKS_PER_SEC : bench_clock();
}

static plump_result play_frame(const hong_show* show, hong_world* w, int frame,
                               plump_error* error) {
    double share = fmin((frame + 1) / (0.75 * HONG_FRAMES), 1);  // the last quarter is held
    plump_result result = show->act(w, share, error);
    double begin = seconds_of(w);
    if (result == PLUMP_OK) result = plump_world_step(w->world, HONG_FRAME, show->substeps, error);
    w->frames[frame] = fmin(w->frames[frame], seconds_of(w) - begin);
    const plump_step_report* report = plump_world_report(w->world);
    w->volume_error = fmax(w->volume_error, report->volume_error);
    w->substeps = report->substeps;
    return result;
}

static plump_result play_once(const hong_show* show, hong_world* worlds, uint32_t count,
                              plump_error* error) {
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < count && result == PLUMP_OK; ++i)
        result = plump_world_restore(worlds[i].world, worlds[i].start, worlds[i].start_size, NULL,
                                     0, error);
    for (int frame = 0; frame < HONG_FRAMES; ++frame) {
        for (uint32_t i = 0; i < count && result == PLUMP_OK; ++i)
            result = play_frame(show, &worlds[i], frame, error);
    }
    return result;
}

// How much volume it has lost at the end.
static plump_result take_loss(hong_world* w, plump_error* error) {
    plump_body_info info;
    plump_result result = plump_body_describe(w->world, w->body, &info, error);
    if (result == PLUMP_OK) w->loss = 1 - info.volume / info.rest_volume;
    return result;
}

static int by_value(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void fill_row(const hong_show* show, const hong_world* w, hong_way way, bench_row* row) {
    double sum = 0, sorted[HONG_FRAMES];
    for (int i = 0; i < HONG_FRAMES; ++i) sum += sorted[i] = w->frames[i];
    qsort(sorted, HONG_FRAMES, sizeof *sorted, by_value);
    *row = bench_empty_row();
    row->scene = show->name;
    row->variant = hong_way_names[way];
    row->isa = plump_world_isa(w->world);
    row->threads = plump_world_worker_count(w->world);
    row->bodies = w->scene->mesh_count;
    row->particles = 0;
    row->show.triangles = 0;
    for (uint32_t i = 0; i < w->scene->mesh_count; ++i) {
        row->particles += plump_mesh_vertex_count(w->scene->meshes[i]);
        row->show.triangles += plump_mesh_triangle_count(w->scene->meshes[i]);
    }
    row->time.least = sum / HONG_FRAMES;
    row->time.median = sorted[HONG_FRAMES / 2];
    row->volume_error = way == HONG_PLAIN ? NAN : w->volume_error;
    row->touching.substeps = w->substeps;
    row->show.loss = w->loss;
    row->show.fps = HONG_FRAMES / sum;
}

enum { ROUNDS_LEAST = 3 };
#define HASTE 0.1  // s per row: who gives less wants to see it run, once

int hong_play(const bench* b, const hong_show* show, const bench_scene* scene, const hong_way* ways,
              uint32_t way_count, uint32_t threads, bench_row* rows) {
    hong_world worlds[HONG_WAYS] = {{0}};
    plump_error error = {0};
    plump_result result = PLUMP_OK;
    bench_progress(b, "%s", show->name);
    for (uint32_t i = 0; i < way_count && result == PLUMP_OK; ++i) {
        worlds[i].scene = scene;
        worlds[i].mesh = scene->meshes[0];
        result = build(show, ways[i], threads, bench_isa(b), &worlds[i], &error);
    }
    double end = bench_clock() + way_count * b->wish.seconds;
    int least = b->wish.seconds < HASTE ? 1 : ROUNDS_LEAST;
    for (int n = 0; result == PLUMP_OK && (n < least || bench_clock() < end); ++n)
        result = play_once(show, worlds, way_count, &error);
    for (uint32_t i = 0; i < way_count && result == PLUMP_OK; ++i) {
        result = take_loss(&worlds[i], &error);
        fill_row(show, &worlds[i], ways[i], &rows[i]);
    }
    end_worlds(worlds, way_count);
    return result == PLUMP_OK ? CLI_DONE : complain(result, &error);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Scenes of built-in shapes and the timing of their steps. Setting up is never timed. A figure is
// the least of many short batches, which is what the machine can do, with the median beside it,
// which is what it did.
#include "cli/bench.h"
#include "cli/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_LEAST = 5, SAMPLES_MOST = 2048 };
#define BATCH_SECONDS 5e-4  // long against the clock's resolution, short against other loads

static int complain(plump_result result, const plump_error* error) {
    cli_complain("bench", "%s", error->text);
    return cli_exit_code(result);
}

// --- scenes ---

// Fewer copies first, then coarser shapes.
static void shrink(uint32_t most, uint32_t* vertices, uint32_t* copies) {
    if (*copies > most / *vertices) *copies = most / *vertices;
    if (*copies == 0) *copies = 1;
    if (*vertices > most) *vertices = most;
}

int bench_scene_add(const bench* b, bench_scene* scene, plump_shape_kind kind, uint32_t vertices,
                    uint32_t copies) {
    uint32_t vertices_asked = vertices, copies_asked = copies;
    if (b->wish.particles) shrink(b->wish.particles, &vertices, &copies);
    if (vertices != vertices_asked || copies != copies_asked) scene->is_shrunk = true;
    bench_progress(b, "making %s of %u vertices", plump_shape_name(kind), vertices);
    plump_shape_def def = plump_default_shape_def(kind);
    def.vertex_count = vertices;
    plump_error error;
    plump_mesh* mesh = NULL;
    plump_result result = plump_shape_create(&def, &mesh, &error);
    if (result != PLUMP_OK) return complain(result, &error);
    scene->meshes[scene->mesh_count] = mesh;
    scene->copies[scene->mesh_count++] = copies;
    char many[16] = "";
    if (copies > 1) snprintf(many, sizeof many, "%u x ", copies);
    size_t used = strlen(scene->name);
    snprintf(scene->name + used, sizeof scene->name - used, "%s%s%s", used ? " + " : "", many,
             plump_shape_name(kind));
    return CLI_DONE;
}

void bench_scene_free(bench_scene* scene) {
    for (uint32_t i = 0; i < scene->mesh_count; ++i) plump_mesh_destroy(scene->meshes[i]);
    memset(scene, 0, sizeof *scene);
}

// --- bodies ---

// A slow spin keeps every vertex moving for as long as anyone may time it. It swells a body by some
// 3e-5 per substep, which the volume stage mends without its cubic; table 1 squashes bodies for
// that.
static plump_body_def spinning_body(void) {
    plump_body_def def = plump_default_body_def();
    def.can_sleep = false;
    def.angular_velocity[0] = 0.4f;
    def.angular_velocity[1] = 1.0f;
    return def;
}

plump_body_def bench_paper_body(uint32_t omega, double damping) {
    plump_body_def def = spinning_body();
    def.matching = PLUMP_MATCHING_PAPER;
    def.omega = omega;
    def.region_damping = (float)damping;
    def.volume_global = 0.5f;  // weights of both kinds, as the paper's scenes have them
    return def;
}

plump_body_def bench_physical_body(double radius) {
    plump_body_def def = spinning_body();
    def.matching = PLUMP_MATCHING_PHYSICAL;
    def.radius = (float)radius;
    return def;
}

static plump_result add_bodies(const bench_case* c, plump_world* world, plump_error* error) {
    plump_body_def def = c->body;
    for (uint32_t k = 0; k < c->scene->mesh_count; ++k) {
        def.mesh = c->scene->meshes[k];
        for (uint32_t i = 0; i < c->scene->copies[k]; ++i) {
            def.position[0] = 2.0 * i;
            def.position[2] = 2.0 * k;
            plump_body_id body;
            plump_result result = plump_body_create(world, &def, &body, error);
            if (result != PLUMP_OK) return result;
        }
    }
    return PLUMP_OK;
}

int bench_build(const bench* b, const bench_case* c, plump_world** world) {
    bench_progress(b, "preparing %s", c->scene->name);
    plump_error error;
    *world = NULL;
    plump_result result = bench_create_world(c->threads, c->isa, world, &error);
    if (result == PLUMP_OK) result = add_bodies(c, *world, &error);
    if (result == PLUMP_OK) return CLI_DONE;
    plump_world_destroy(*world);
    *world = NULL;
    return complain(result, &error);
}

// What copies share through their mesh counts once.
static plump_result count_memory(const plump_world* world, const plump_body_id* bodies,
                                 bench_row* row, plump_error* error) {
    double bytes = 0;
    row->particles = 0;
    const plump_mesh* last_mesh = NULL;
    for (uint32_t i = 0; i < row->bodies; ++i) {
        plump_body_info info;
        plump_result result = plump_body_describe(world, bodies[i], &info, error);
        if (result != PLUMP_OK) return result;
        row->particles += info.vertex_count;
        bytes += (double)info.memory;
        if (info.mesh != last_mesh) bytes += (double)info.memory_shared;
        last_mesh = info.mesh;
        if (!row->omega) row->radius = info.radius;
    }
    row->bytes_particle = bytes / row->particles;
    return PLUMP_OK;
}

int bench_describe(const bench_case* c, const plump_world* world, bench_row* row) {
    row->scene = c->scene->name;
    row->isa = plump_world_isa(world);
    row->threads = plump_world_worker_count(world);
    row->omega = c->body.matching == PLUMP_MATCHING_PAPER ? c->body.omega : 0;
    row->bodies = plump_world_bodies(world, NULL, 0);
    plump_body_id* bodies = malloc(row->bodies * sizeof *bodies);
    if (!bodies) {
        cli_complain("bench", "out of memory");
        return CLI_MACHINE;
    }
    plump_world_bodies(world, bodies, row->bodies);
    plump_error error;
    plump_result result = count_memory(world, bodies, row, &error);
    free(bodies);
    return result == PLUMP_OK ? CLI_DONE : complain(result, &error);
}

// --- timing ---

static int by_value(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Seconds of one round.
typedef struct {
    double whole;
    bench_parts parts;
} sample;

static void least_and_median(const sample* samples, size_t offset, uint32_t count, double* least,
                             double* median) {
    double values[SAMPLES_MOST];
    for (uint32_t i = 0; i < count; ++i) {
        memcpy(&values[i], (const char*)&samples[i] + offset, sizeof values[i]);
    }
    qsort(values, count, sizeof *values, by_value);
    *least = values[0];
    *median = 0.5 * (values[(count - 1) / 2] + values[count / 2]);
}

static plump_result run_batch(const bench_work* work, uint32_t rounds, sample* one,
                              plump_error* error) {
    one->parts = (bench_parts){0};
    plump_result result = work->prepare ? work->prepare(work->context, error) : PLUMP_OK;
    double start = bench_clock();
    for (uint32_t i = 0; i < rounds && result == PLUMP_OK; ++i) {
        result = work->run(work->context, &one->parts, error);
    }
    one->whole = (bench_clock() - start) / rounds;
    one->parts.elastic /= rounds;
    one->parts.volume /= rounds;
    one->parts.collide /= rounds;
    one->parts.contact /= rounds;
    return result;
}

// Caches, clocks and the pool's threads come up to speed; tells how long a round takes then.
static plump_result warm_up(const bench_work* work, double seconds, double* round,
                            plump_error* error) {
    double end = bench_clock() + 0.2 * seconds;
    *round = HUGE_VAL;
    do {
        sample one;
        plump_result result = run_batch(work, 2, &one, error);
        if (result != PLUMP_OK) return result;
        *round = fmin(*round, one.whole);
    } while (bench_clock() < end);
    return PLUMP_OK;
}

static void sum_up(const sample* samples, uint32_t count, bench_time* time) {
    least_and_median(samples, offsetof(sample, whole), count, &time->least, &time->median);
    least_and_median(samples, offsetof(sample, parts.elastic), count, &time->elastic_least,
                     &time->elastic_median);
    least_and_median(samples, offsetof(sample, parts.volume), count, &time->volume_least,
                     &time->volume_median);
    least_and_median(samples, offsetof(sample, parts.collide), count, &time->collide_least,
                     &time->collide_median);
    least_and_median(samples, offsetof(sample, parts.contact), count, &time->contact_least,
                     &time->contact_median);
}

int bench_repeat(const bench* b, const bench_work* work, bench_time* time) {
    sample samples[SAMPLES_MOST];
    double seconds = b->wish.seconds, round;
    plump_error error;
    plump_result result = warm_up(work, seconds, &round, &error);
    if (result != PLUMP_OK) return complain(result, &error);
    double batch = fmax(BATCH_SECONDS, seconds / SAMPLES_MOST);
    uint32_t rounds = (uint32_t)fmin(ceil(batch / fmax(round, 1e-9)), 1e6), count = 0;
    uint32_t least = work->samples > SAMPLES_LEAST ? work->samples : SAMPLES_LEAST;
    double end = bench_clock() + seconds;
    while (count < least || (count < SAMPLES_MOST && bench_clock() < end)) {
        result = run_batch(work, rounds, &samples[count], &error);
        if (result != PLUMP_OK) return complain(result, &error);
        ++count;
    }
    sum_up(samples, count, time);
    return CLI_DONE;
}

// --- timing steps ---

typedef struct {
    const bench_case* c;
    plump_world* world;
    double volume_error;
    uint32_t steps, stirs;  // so many since the last stir, so many stirs
} stepping;

static plump_result stir(void* context, plump_error* error) {
    stepping* s = context;
    if (s->stirs > 0 && s->steps < s->c->stir_steps) return PLUMP_OK;
    s->steps = 0;
    return s->c->stir(s->world, s->stirs++, error);
}

void bench_add_parts(const plump_step_report* report, bench_parts* parts) {
    const double* seconds = report->stage_seconds;
    parts->elastic += seconds[PLUMP_STAGE_ELASTIC];
    parts->volume += seconds[PLUMP_STAGE_VOLUME_POSITIONS] + seconds[PLUMP_STAGE_VOLUME_VELOCITIES];
    parts->collide += seconds[PLUMP_STAGE_COLLIDE];
    parts->contact += seconds[PLUMP_STAGE_CONTACT];
}

static plump_result step_once(void* context, bench_parts* parts, plump_error* error) {
    stepping* s = context;
    plump_result result = plump_world_step(s->world, BENCH_STEP, 1, error);
    const plump_step_report* report = plump_world_report(s->world);
    bench_add_parts(report, parts);
    s->volume_error = fmax(s->volume_error, report->volume_error);
    ++s->steps;
    return result;
}

int bench_steps(const bench* b, const bench_case* c, bench_row* row) {
    stepping s = {.c = c};
    int code = bench_build(b, c, &s.world);
    if (code != CLI_DONE) return code;
    bench_progress(b, "%s, %s, %u threads, %s", c->scene->name, plump_world_isa(s.world),
                   plump_world_worker_count(s.world), row->variant);
    bench_work work = {.run = step_once, .prepare = c->stir ? stir : NULL, .context = &s};
    code = bench_repeat(b, &work, &row->time);
    if (code == CLI_DONE) code = bench_describe(c, s.world, row);
    row->volume_error = s.volume_error;
    row->time.collide_least = row->time.collide_median = NAN;  // nobody is near anybody
    row->time.contact_least = row->time.contact_median = NAN;
    if (c->body.volume == PLUMP_VOLUME_FREE)
        row->volume_error = row->time.volume_least = row->time.volume_median = NAN;
    plump_world_destroy(s.world);
    return code;
}

uint32_t bench_threads(const bench* b, uint32_t counts[2]) {
    counts[0] = b->wish.threads ? b->wish.threads : 1;
    counts[1] = 2;
    return b->wish.threads || b->machine.cores < 2 ? 1 : 2;
}

const char* bench_isa(const bench* b) {
    return b->wish.isa ? b->wish.isa : b->machine.isa;
}

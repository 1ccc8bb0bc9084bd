// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench detail: what a fine mesh on a coarse body costs per picture. The coarse body's
// normals are made anew every time and are part of the figure.
#include "cli/bench.h"
#include "cli/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A body that carries a fine mesh, and a vertex buffer: position and normal, interleaved floats.
typedef struct carrier {
    plump_mesh* coarse;
    plump_detail* detail;
    plump_detail_report report;
    plump_world* world;
    plump_body_id body;
    float* buffer;
    bool with_normals;
} carrier;

enum { FLOATS = 6 };

static plump_result read_once(void* context, bench_parts* parts, plump_error* error) {
    const carrier* c = context;
    (void)parts;
    size_t stride = FLOATS * sizeof(float);
    return plump_detail_read(c->detail, c->world, c->body, PLUMP_SCALAR_FLOAT32, c->buffer, stride,
                             c->with_normals ? c->buffer + 3 : NULL, stride, c->report.vertex_count,
                             error);
}

// A spinning body a few steps on: somewhat turned, somewhat deformed.
static plump_result build_world(carrier* c, uint32_t threads, const char* isa, plump_error* error) {
    plump_body_def def = plump_default_body_def();
    def.mesh = c->coarse;
    def.angular_velocity[0] = def.angular_velocity[2] = 4;
    plump_result result = bench_create_world(threads, isa, &c->world, error);
    if (result == PLUMP_OK) result = plump_body_create(c->world, &def, &c->body, error);
    for (int i = 0; i < 10 && result == PLUMP_OK; ++i)
        result = plump_world_step(c->world, BENCH_STEP, 0, error);
    return result;
}

static int finish(plump_result result, const plump_error* error) {
    if (result != PLUMP_OK) cli_complain("bench", "%s", error->text);
    return cli_exit_code(result);
}

static int time_row(bench* b, carrier* c, uint32_t threads, const char* isa) {
    char scene[64];
    snprintf(scene, sizeof scene, "creature of %u", plump_mesh_vertex_count(c->coarse));
    bench_row row = bench_empty_row();
    row.scene = scene;
    row.variant = c->with_normals ? "with normals" : "positions";
    row.isa = isa;
    row.particles = c->report.vertex_count;
    row.bodies = 1;
    row.threads = threads;
    bench_work work = {.run = read_once, .context = c};
    int code = bench_repeat(b, &work, &row.time);
    if (code != CLI_DONE) return code;
    row.time =
        (bench_time){row.time.least, row.time.median, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    bench_keep(b, &row);
    bench_say(b, "%-18s %9u %-13s %7u %-6s %9.4f %9.4f %9.2f\n", scene, row.particles, row.variant,
              threads, isa, row.time.least * 1e3, row.time.median * 1e3,
              row.time.least * 1e9 / row.particles);
    return CLI_DONE;
}

static int time_world(bench* b, carrier* c, uint32_t threads, const char* isa) {
    plump_error error;
    plump_result result = build_world(c, threads, isa, &error);
    int code = finish(result, &error);
    for (int pass = 0; pass < 2 && code == CLI_DONE; ++pass) {
        c->with_normals = pass == 0;
        code = time_row(b, c, threads, isa);
    }
    plump_world_destroy(c->world);
    c->world = NULL;
    return code;
}

static int time_all(bench* b, carrier* c) {
    uint32_t threads[2], thread_count = bench_threads(b, threads);
    for (uint32_t t = 0; t < thread_count; ++t) {
        for (uint32_t i = 0; i < b->machine.isa_count; ++i) {
            const char* isa = b->machine.isas[i];
            bool wanted = b->wish.isa ? !strcmp(isa, b->wish.isa) : t == 0 || i == 0;
            int code = wanted ? time_world(b, c, threads[t], isa) : CLI_DONE;
            if (code != CLI_DONE) return code;
        }
    }
    return CLI_DONE;
}

static int tie(bench* b, const bench_scene* scene, carrier* c) {
    plump_error error;
    plump_detail_def def = plump_default_detail_def();
    c->coarse = scene->meshes[0];
    def.mesh = c->coarse;
    def.fine = plump_mesh_triangles(scene->meshes[1]);
    double before = bench_clock();
    plump_result result = plump_detail_create(&def, &c->detail, &c->report, &error);
    if (result != PLUMP_OK) return finish(result, &error);
    bench_say(b, "%u vertices on a creature of %u: tied in %.2f s, %u of them not by Newton\n",
              c->report.vertex_count, plump_mesh_vertex_count(c->coarse), bench_clock() - before,
              c->report.by_fallback);
    c->buffer = malloc((size_t)FLOATS * c->report.vertex_count * sizeof(float));
    if (c->buffer) return CLI_DONE;
    cli_complain("bench", "out of memory");
    return CLI_MACHINE;
}

static int time_coarse(bench* b, uint32_t coarse) {
    bench_scene scene = {0};
    carrier c = {0};
    int code = bench_scene_add(b, &scene, PLUMP_SHAPE_CREATURE, coarse, 1);
    if (code == CLI_DONE) code = bench_scene_add(b, &scene, PLUMP_SHAPE_CREATURE, 100000, 1);
    if (code == CLI_DONE) code = tie(b, &scene, &c);
    if (code == CLI_DONE) code = time_all(b, &c);
    free(c.buffer);
    plump_detail_destroy(c.detail);
    bench_scene_free(&scene);
    return code;
}

int bench_detail(bench* b) {
    bench_say(b, "\n%-18s %9s %-13s %7s %-6s %9s %9s %9s\n", "coarse body", "vertices", "variant",
              "threads", "isa", "read ms", "median", "ns/vertex");
    int code = time_coarse(b, 1000);
    return code == CLI_DONE ? time_coarse(b, 5407) : code;
}

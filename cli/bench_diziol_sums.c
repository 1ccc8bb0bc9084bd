// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench diziol-sums: the sums over regions alone, vertex by vertex against prefix sums. The
// paper gives whole steps only, in which the rest of the step waters the ratio down. Both ways
// begin with the moments of each particle; their time is taken off.
#include "cli/bench.h"
#include "cli/options.h"

#include <plump/bench.h>

#include <math.h>

enum { OMEGAS = 5, BODIES_MOST = 6 };

// Region sums of all bodies of a world.
typedef struct {
    plump_world* world;
    plump_body_id bodies[BODIES_MOST];
    uint32_t body_count;
    plump_bench_sums kind;
} sums;

static plump_result sum_once(void* context, bench_parts* parts, plump_error* error) {
    sums* s = context;
    (void)parts;
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < s->body_count && result == PLUMP_OK; ++i) {
        result = plump_bench_sum_regions(s->world, s->bodies[i], s->kind, error);
    }
    return result;
}

static int count_regions(const sums* s, bench_row* row) {
    plump_bench_regions total = {0};
    for (uint32_t i = 0; i < s->body_count; ++i) {
        plump_bench_regions one;
        plump_error error;
        plump_result result = plump_bench_count_regions(s->world, s->bodies[i], &one, &error);
        if (result != PLUMP_OK) {
            cli_complain("bench", "%s", error.text);
            return cli_exit_code(result);
        }
        total.regions += one.regions, total.runs += one.runs, total.members += one.members;
    }
    row->runs_per_region = (double)total.runs / (double)total.regions;
    row->region_size = (double)total.members / (double)total.regions;
    return CLI_DONE;
}

static const char* const kind_names[] = {"moments", "fast", "naive"};

// All kinds on one world, one row each.
static int time_kinds(bench* b, const bench_case* c, plump_world* world,
                      bench_row rows[PLUMP_BENCH_SUMS_COUNT]) {
    sums s = {.world = world};
    bench_work work = {.run = sum_once, .context = &s};
    s.body_count = plump_world_bodies(world, s.bodies, BODIES_MOST);
    for (int kind = 0; kind < PLUMP_BENCH_SUMS_COUNT; ++kind) {
        bench_row* row = &rows[kind];
        *row = bench_empty_row();
        row->variant = kind_names[kind];
        s.kind = (plump_bench_sums)kind;
        bench_progress(b, "omega %u, %s", c->body.omega, row->variant);
        int code = bench_describe(c, world, row);
        if (code == CLI_DONE) code = count_regions(&s, row);
        if (code == CLI_DONE) code = bench_repeat(b, &work, &row->time);
        if (code != CLI_DONE) return code;
        row->time.elastic_least = row->time.elastic_median = NAN;
        row->time.volume_least = row->time.volume_median = NAN;
    }
    return CLI_DONE;
}

static void report(bench* b, const bench_scene* scene, bench_row rows[PLUMP_BENCH_SUMS_COUNT]) {
    bench_row *fast = &rows[PLUMP_BENCH_FAST], *naive = &rows[PLUMP_BENCH_NAIVE];
    double moments = rows[PLUMP_BENCH_MOMENTS].time.least;
    uint32_t omega = fast->omega;
    if (omega == 3 && !scene->is_shrunk) {  // the paper's scene A
        fast->paper.cpu_ms = 69.9;
        naive->paper.cpu_ms = 114.8;
    }
    for (int kind = 0; kind < PLUMP_BENCH_SUMS_COUNT; ++kind) bench_keep(b, &rows[kind]);
    double paper_naive = bench_paper_cube_naive[omega - 1];
    double paper_fast = bench_paper_cube_fast[omega - 1];
    bench_say(b, "%5u %8.1f %8.2f %8.4f %9.4f %8.4f %9.4f %8.4f %8.2f %8.2f %12.1f %6.1f %6.2f\n",
              omega, fast->region_size, fast->runs_per_region, moments * 1e3,
              naive->time.least * 1e3, naive->time.median * 1e3, fast->time.least * 1e3,
              fast->time.median * 1e3, naive->time.least / fast->time.least,
              (naive->time.least - moments) / (fast->time.least - moments), paper_naive, paper_fast,
              paper_naive / paper_fast);
}

static int time_omega(bench* b, const bench_scene* scene, uint32_t omega) {
    // with naive_sums a body has both runs and member lists
    bench_case c = {
        .scene = scene, .body = bench_paper_body(omega, 0), .threads = 1, .isa = bench_isa(b)};
    c.body.naive_sums = true;
    plump_world* world;
    int code = bench_build(b, &c, &world);
    if (code != CLI_DONE) return code;
    bench_row rows[PLUMP_BENCH_SUMS_COUNT];
    code = time_kinds(b, &c, world, rows);
    if (code == CLI_DONE) report(b, scene, rows);
    plump_world_destroy(world);
    return code;
}

int bench_diziol_sums(bench* b) {
    bench_scene scene = {0};
    int code = bench_scene_add(b, &scene, PLUMP_SHAPE_CREATURE, 5407, BODIES_MOST);
    if (code != CLI_DONE) return code;
    bench_say(b, "\n%s of %u particles, one thread, %s; ms for all regions\n", scene.name,
              plump_mesh_vertex_count(scene.meshes[0]), bench_isa(b));
    bench_say(b, "%5s %8s %8s %8s %18s %18s %17s   paper's cube, whole step\n", "", "members",
              "runs", "moments", "moments and naive", "moments and fast", "naive / fast");
    bench_say(b, "%5s %8s %8s %8s %9s %8s %9s %8s %8s %8s %12s %6s %6s\n", "omega", "/region",
              "/region", "alone", "least", "median", "least", "median", "all", "sums", "naive",
              "fast", "ratio");
    for (uint32_t omega = 1; omega <= OMEGAS && code == CLI_DONE; ++omega) {
        code = time_omega(b, &scene, omega);
    }
    if (code == CLI_DONE && !scene.is_shrunk) {
        bench_say(b, "the paper's scene A (6 x 5,407 particles, omega 3), whole step: naive 114.8 "
                     "ms, fast 69.9 ms, ratio 1.64\n");
    }
    bench_scene_free(&scene);
    return code;
}

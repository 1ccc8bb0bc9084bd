// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench diziol-table2: table 2 of Diziol, Bender, Bayer 2011, the step times of a cube of
// 30,000 particles with every region size. As in the paper the step has the volume in it and no
// contacts; one row is without, to tell what it takes. The paper's machine was an Intel Core i7 950
// with a GeForce GTX 470: compare orders of magnitude, not percents.
#include "cli/bench.h"
#include "cli/options.h"

#include <math.h>
#include <stdio.h>

const double bench_paper_cube_naive[5] = {37.3, 53.8, 82.9, 121.5, 169.8};
const double bench_paper_cube_fast[5] = {42.5, 46.7, 51.6, 56.2, 62.1};
const double bench_paper_cube_gpu[5] = {3.2, 3.6, 3.9, 4.1, 4.2};

enum { OMEGAS = 5, CUBE_VERTICES = 30248 };

typedef struct {
    const char* name;
    double damping;
    plump_volume volume;
    bool naive, normal_point;
} variant;

static const variant variants[] = {
    {"damping", BENCH_DAMPING, PLUMP_VOLUME_BODY, false, false},
    {"no damping", 0, PLUMP_VOLUME_BODY, false, false},
    {"naive sums", BENCH_DAMPING, PLUMP_VOLUME_BODY, true, false},
    {"normal point", BENCH_DAMPING, PLUMP_VOLUME_BODY, false, true},
    {"no volume", BENCH_DAMPING, PLUMP_VOLUME_FREE, false, false},
};
// Those beyond the basic ones are timed with the best instruction set only: how they scale is no
// different.
enum { DAMPED, UNDAMPED, NAIVE, BASIC, VARIANTS = sizeof variants / sizeof variants[0] };

// What is printed of a line, ms by omega.
typedef struct {
    double least[OMEGAS], elastic[OMEGAS], volume[OMEGAS];
} line;

// Speeds away from or towards the origin, in turns: the volume has something to mend also where the
// cube, soft with small regions, swings by itself through its volume.
static plump_result swell(plump_world* world, uint32_t round, plump_error* error) {
    plump_body_id cube;
    plump_body_edit edit;
    plump_world_bodies(world, &cube, 1);
    plump_result result = plump_body_lend_edit(world, cube, &edit, error);
    if (result != PLUMP_OK) return result;
    float rate = round % 2 ? 0.05f : -0.05f;  // m/s per metre
    for (uint32_t i = 0; i < edit.count; ++i) {
        edit.vx[i] += rate * edit.x[i];
        edit.vy[i] += rate * edit.y[i];
        edit.vz[i] += rate * edit.z[i];
    }
    return PLUMP_OK;
}

static bench_case make_case(const bench_scene* scene, uint32_t omega, const variant* v,
                            uint32_t threads, const char* isa) {
    bench_case c = {.scene = scene,
                    .body = bench_paper_body(omega, v->damping),
                    .threads = threads,
                    .isa = isa,
                    .stir = swell,
                    .stir_steps = 1};
    c.body.volume = v->volume;
    c.body.naive_sums = v->naive;
    c.body.normal_point = v->normal_point;
    return c;
}

// Under the first of the two figures of each cell.
static void say_figures(const bench* b, const char* label, const double figures[OMEGAS]) {
    bench_say(b, "%-32s", label);
    for (int i = 0; i < OMEGAS; ++i) bench_say(b, "%s %8.3f", i ? "        " : "", figures[i]);
    bench_say(b, "\n");
}

static void say_ratios(const bench* b, const char* label, const double over[OMEGAS],
                       const double under[OMEGAS]) {
    double ratios[OMEGAS];
    for (int i = 0; i < OMEGAS; ++i) ratios[i] = over[i] / under[i];
    say_figures(b, label, ratios);
}

static int time_cell(bench* b, const bench_case* c, const variant* v, bench_row* row) {
    uint32_t i = c->body.omega - 1;
    *row = bench_empty_row();
    row->variant = v->name;
    if (!c->scene->is_shrunk && v->volume != PLUMP_VOLUME_FREE) {
        row->paper.cpu_ms = (v->naive ? bench_paper_cube_naive : bench_paper_cube_fast)[i];
        row->paper.gpu_ms = v->naive ? NAN : bench_paper_cube_gpu[i];
    }
    int code = bench_steps(b, c, row);
    if (code == CLI_DONE) bench_keep(b, row);
    return code;
}

// One line of the table: omega 1 to 5.
static int time_line(bench* b, const bench_scene* scene, const variant* v, uint32_t threads,
                     const char* isa, line* out) {
    char label[64];
    snprintf(label, sizeof label, "%-7s %u thread%-2s %s", isa, threads, threads > 1 ? "s" : "",
             v->name);
    for (uint32_t i = 0; i < OMEGAS; ++i) {
        bench_row row;
        bench_case c = make_case(scene, i + 1, v, threads, isa);
        int code = time_cell(b, &c, v, &row);
        if (code != CLI_DONE) return code;
        out->least[i] = row.time.least * 1e3;
        out->elastic[i] = row.time.elastic_least * 1e3;
        out->volume[i] = row.time.volume_least * 1e3;
        if (i == 0) bench_say(b, "%-32s", label);
        bench_say(b, " %8.3f %7.3f", out->least[i], row.time.median * 1e3);
    }
    bench_say(b, "\n");
    return CLI_DONE;
}

static void say_cube_heading(const bench* b, const bench_scene* scene) {
    bench_say(b,
              "\ncube of %u particles that keeps its volume, ms per step of one substep: least and "
              "median\n",
              plump_mesh_vertex_count(scene->meshes[0]));
    bench_say(b, "%-32s", "");
    for (int i = 1; i <= OMEGAS; ++i) bench_say(b, "%s  omega %d", i > 1 ? "        " : "", i);
    bench_say(b, "\n");
    say_figures(b, "paper   CPU, naive sums", bench_paper_cube_naive);
    say_figures(b, "paper   CPU, fast sums", bench_paper_cube_fast);
    say_figures(b, "paper   GPU", bench_paper_cube_gpu);
}

static void say_summary(const bench* b, const bench_scene* scene, const line lines[VARIANTS]) {
    const line *damped = &lines[DAMPED], *naive = &lines[NAIVE];
    say_figures(b, "   elastic stage, damping", damped->elastic);
    say_figures(b, "   elastic stage, no damping", lines[UNDAMPED].elastic);
    say_figures(b, "   volume stages", damped->volume);
    say_ratios(b, "   naive / fast", naive->least, damped->least);
    say_ratios(b, "   naive / fast, elastic stage", naive->elastic, damped->elastic);
    if (scene->is_shrunk) return;
    say_ratios(b, "   paper, naive / fast", bench_paper_cube_naive, bench_paper_cube_fast);
    say_ratios(b, "   paper's fast CPU / here", bench_paper_cube_fast, damped->least);
    say_ratios(b, "   paper's GPU / here", bench_paper_cube_gpu, damped->least);
}

// All variants by one instruction set on so many threads.
static int time_variants(bench* b, const bench_scene* scene, uint32_t threads, const char* isa,
                         bool is_best) {
    line lines[VARIANTS];
    for (int v = 0; v < (is_best ? (int)VARIANTS : (int)BASIC); ++v) {
        int code = time_line(b, scene, &variants[v], threads, isa, &lines[v]);
        if (code != CLI_DONE) return code;
    }
    if (is_best) say_summary(b, scene, lines);
    return CLI_DONE;
}

int bench_diziol_table2(bench* b) {
    bench_scene scene = {0};
    int code = bench_scene_add(b, &scene, PLUMP_SHAPE_BOX, CUBE_VERTICES, 1);
    if (code != CLI_DONE) return code;
    say_cube_heading(b, &scene);
    uint32_t threads[2], thread_count = bench_threads(b, threads);
    uint32_t isa_count = b->wish.isa ? 1 : b->machine.isa_count;
    for (uint32_t i = 0; i < isa_count && code == CLI_DONE; ++i) {
        const char* isa = b->wish.isa ? b->wish.isa : b->machine.isas[i];
        for (uint32_t t = 0; t < thread_count && code == CLI_DONE; ++t) {
            code = time_variants(b, &scene, threads[t], isa, i == 0);
        }
    }
    bench_scene_free(&scene);
    return code;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench diziol-table2: the step times of Diziol, Bender, Bayer 2011 (table 2 and section 6),
// on shapes of the same size in free flight: a cube of 30,000 particles with every region size,
// then the paper's other scenes. The paper's machine was an Intel Core i7 950 with a GeForce GTX
// 470, and its step has contacts and volume in it: compare orders of magnitude, not percents.
#include "cli/bench.h"
#include "cli/options.h"

#include <math.h>
#include <stdio.h>

const double bench_paper_cube_naive[5] = {37.3, 53.8, 82.9, 121.5, 169.8};
const double bench_paper_cube_fast[5] = {42.5, 46.7, 51.6, 56.2, 62.1};
const double bench_paper_cube_gpu[5] = {3.2, 3.6, 3.9, 4.1, 4.2};

enum { OMEGAS = 5, CUBE_VERTICES = 30248 };
#define DAMPING 0.1

typedef struct {
    const char* name;
    double damping;
    bool naive, normal_point;
} variant;

static const variant variants[] = {
    {"damping", DAMPING, false, false},
    {"no damping", 0, false, false},
    {"naive sums", DAMPING, true, false},
    {"normal point", DAMPING, false, true},
};
enum { DAMPED, UNDAMPED, NAIVE, POINT, VARIANTS };

static bench_case make_case(const bench_scene* scene, uint32_t omega, const variant* v,
                            uint32_t threads, const char* isa) {
    bench_case c = {scene, bench_paper_body(omega, v->damping), threads, isa};
    c.body.naive_sums = v->naive;
    c.body.normal_point = v->normal_point;
    return c;
}

// --- the cube ---

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

// One line of the table: omega 1 to 5. `least` and `elastic` get ms.
static int time_line(bench* b, const bench_scene* scene, const variant* v, uint32_t threads,
                     const char* isa, double least[OMEGAS], double elastic[OMEGAS]) {
    char label[64];
    snprintf(label, sizeof label, "%-7s %u thread%-2s %s", isa, threads, threads > 1 ? "s" : "",
             v->name);
    for (uint32_t i = 0; i < OMEGAS; ++i) {
        bench_row row = bench_empty_row();
        row.variant = v->name;
        bench_case c = make_case(scene, i + 1, v, threads, isa);
        int code = bench_steps(b, &c, &row);
        if (code != CLI_DONE) return code;
        if (!scene->is_shrunk) {
            row.paper_cpu_ms = (v->naive ? bench_paper_cube_naive : bench_paper_cube_fast)[i];
            row.paper_gpu_ms = v->naive ? NAN : bench_paper_cube_gpu[i];
        }
        bench_keep(b, &row);
        least[i] = row.time.least * 1e3;
        elastic[i] = row.time.elastic_least * 1e3;
        if (i == 0) bench_say(b, "%-32s", label);
        bench_say(b, " %8.3f %7.3f", least[i], row.time.median * 1e3);
    }
    bench_say(b, "\n");
    return CLI_DONE;
}

static void say_cube_heading(const bench* b, const bench_scene* scene) {
    bench_say(b, "\ncube of %u particles, ms per step of one substep: least and median\n",
              plump_mesh_vertex_count(scene->meshes[0]));
    bench_say(b, "%-32s", "");
    for (int i = 1; i <= OMEGAS; ++i) bench_say(b, "%s  omega %d", i > 1 ? "        " : "", i);
    bench_say(b, "\n");
    say_figures(b, "paper   CPU, naive sums", bench_paper_cube_naive);
    say_figures(b, "paper   CPU, fast sums", bench_paper_cube_fast);
    say_figures(b, "paper   GPU", bench_paper_cube_gpu);
}

// All variants by one instruction set on so many threads. The extra point only with the best set:
// how it scales is no different.
static int time_variants(bench* b, const bench_scene* scene, uint32_t threads, const char* isa,
                         bool is_best) {
    double least[VARIANTS][OMEGAS], elastic[VARIANTS][OMEGAS];
    for (int v = 0; v < (is_best ? VARIANTS : POINT); ++v) {
        int code = time_line(b, scene, &variants[v], threads, isa, least[v], elastic[v]);
        if (code != CLI_DONE) return code;
    }
    if (!is_best) return CLI_DONE;
    say_figures(b, "   elastic stage, damping", elastic[DAMPED]);
    say_figures(b, "   elastic stage, no damping", elastic[UNDAMPED]);
    say_ratios(b, "   naive / fast", least[NAIVE], least[DAMPED]);
    if (scene->is_shrunk) return CLI_DONE;
    say_ratios(b, "   paper, naive / fast", bench_paper_cube_naive, bench_paper_cube_fast);
    say_ratios(b, "   paper's fast CPU / here", bench_paper_cube_fast, least[DAMPED]);
    say_ratios(b, "   paper's GPU / here", bench_paper_cube_gpu, least[DAMPED]);
    return CLI_DONE;
}

static int time_cube(bench* b) {
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

// --- the other scenes ---

typedef struct {
    plump_shape_kind kinds[BENCH_MESH_MOST];
    uint32_t kind_count, vertices, copies, omega;
    double paper_naive, paper_fast, paper_gpu;
} paper_scene;

static const paper_scene paper_scenes[] = {
    {{PLUMP_SHAPE_CREATURE}, 1, 5407, 6, 3, 114.8, 69.9, 4.69},
    {{PLUMP_SHAPE_DUCK, PLUMP_SHAPE_TORUS}, 2, 532, 20, 2, 44.9, 30.2, 3.54},
    {{PLUMP_SHAPE_UV_SPHERE}, 1, 382, 20, 2, 15.9, 10.6, 2.34},
};

static int time_scene_variants(bench* b, const paper_scene* s, const bench_scene* scene,
                               uint32_t threads) {
    for (int v = 0; v < VARIANTS; ++v) {
        bench_row row = bench_empty_row();
        row.variant = variants[v].name;
        bench_case c = make_case(scene, s->omega, &variants[v], threads, bench_isa(b));
        int code = bench_steps(b, &c, &row);
        if (code != CLI_DONE) return code;
        if (!scene->is_shrunk) {
            row.paper_cpu_ms = variants[v].naive ? s->paper_naive : s->paper_fast;
            row.paper_gpu_ms = variants[v].naive ? NAN : s->paper_gpu;
        }
        bench_line(b, &row);
    }
    return CLI_DONE;
}

static int time_scene(bench* b, const paper_scene* s) {
    bench_scene scene = {0};
    int code = CLI_DONE;
    for (uint32_t i = 0; i < s->kind_count && code == CLI_DONE; ++i) {
        code = bench_scene_add(b, &scene, s->kinds[i], s->vertices, s->copies);
    }
    uint32_t threads[2], thread_count = bench_threads(b, threads);
    for (uint32_t t = 0; t < thread_count && code == CLI_DONE; ++t) {
        code = time_scene_variants(b, s, &scene, threads[t]);
    }
    bench_scene_free(&scene);
    return code;
}

int bench_diziol_table2(bench* b) {
    int code = time_cube(b);
    if (code != CLI_DONE) return code;
    bench_heading(b, "the paper's other scenes, in free flight: omega 3, then 2", true);
    for (size_t i = 0; i < sizeof paper_scenes / sizeof paper_scenes[0]; ++i) {
        code = time_scene(b, &paper_scenes[i]);
        if (code != CLI_DONE) return code;
    }
    return CLI_DONE;
}

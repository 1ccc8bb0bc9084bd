// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench diziol-table1: table 1 of Diziol, Bender, Bayer 2011, its three scenes with shapes of
// the same size and the paper's settings. Its times are without collisions, so are these; what the
// bodies would do to each other is done by hand: they are squashed and thrown, one after the other,
// so that in every substep there is volume to mend.
#include "cli/bench.h"
#include "cli/options.h"

#include <math.h>
#include <stdio.h>

const bench_paper_scene bench_paper_scenes[BENCH_PAPER_SCENES] = {
    {"Armadillos",
     {PLUMP_SHAPE_CREATURE},
     1,
     5407,
     6,
     3,
     0.1f,
     0.1f,
     0.9f,
     {114.75, 69.92, 4.69, 2.89, 1.80, 0.001}},
    {"Ducks and Tori",
     {PLUMP_SHAPE_DUCK, PLUMP_SHAPE_TORUS},
     2,
     532,
     20,
     2,
     0.2f,
     0.1f,
     1.0f,
     {44.88, 30.2, 3.54, 2.03, 1.51, 0.005}},
    {"Balls in Glass",
     {PLUMP_SHAPE_UV_SPHERE},
     1,
     382,
     20,
     2,
     0.5f,
     0.1f,
     1.0f,
     {15.86, 10.58, 2.34, 1.20, 1.14, 0.002}},
};

typedef struct {
    const char* name;
    plump_matching matching;
    double damping;
    bool naive;
} variant;

static const variant variants[] = {
    {"damping", PLUMP_MATCHING_PAPER, BENCH_DAMPING, false},
    {"no damping", PLUMP_MATCHING_PAPER, 0, false},
    {"naive sums", PLUMP_MATCHING_PAPER, BENCH_DAMPING, true},
    {"physical", PLUMP_MATCHING_PHYSICAL, 0, false},
};

// --- deforming ---

// Every STIR_STEPS substeps one body of STIR_TURNS: a body is left alone for 0.2 s. At different
// times, since the volume of a body that swings passes through its goal now and then and would need
// no mending just then: the least time must not be of a moment when all do.
enum { STIR_STEPS = 8, STIR_TURNS = 5 };
#define SQUASH_KEEP  0.8f  // of the thickness
#define SQUASH_SPEED 2.0f  // m/s per metre from the centre, inwards

static plump_result squash(plump_world* world, plump_body_id body, int axis, plump_error* error) {
    plump_body_info info;
    plump_body_edit edit;
    plump_result result = plump_body_describe(world, body, &info, error);
    if (result == PLUMP_OK) result = plump_body_lend_edit(world, body, &edit, error);
    if (result != PLUMP_OK) return result;
    float* places[3] = {edit.x, edit.y, edit.z};
    float* speeds[3] = {edit.vx, edit.vy, edit.vz};
    float *x = places[axis], *v = speeds[axis];
    float centre = (float)(info.centre[axis] - edit.origin[axis]);
    for (uint32_t i = 0; i < edit.count; ++i) {
        float off = x[i] - centre;
        x[i] = centre + SQUASH_KEEP * off;
        v[i] -= SQUASH_SPEED * off;
    }
    return PLUMP_OK;
}

static plump_result squash_some(plump_world* world, uint32_t round, plump_error* error) {
    enum { BODIES_MOST = 64 };
    plump_body_id bodies[BODIES_MOST];
    uint32_t count = plump_world_bodies(world, bodies, BODIES_MOST);
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < count && result == PLUMP_OK; ++i) {
        if (round > 0 && (i + round) % STIR_TURNS != 0) continue;
        result = squash(world, bodies[i], (int)((i + round) % 3), error);
    }
    return result;
}

// --- rows ---

plump_body_def bench_paper_scene_body(const bench_paper_scene* s, plump_matching matching,
                                      double damping) {
    plump_body_def body = matching == PLUMP_MATCHING_PAPER ? bench_paper_body(s->omega, damping)
                                                           : bench_physical_body(0);
    body.stiffness = s->stiffness;
    body.volume_global = s->alpha;
    body.volume_inner = s->beta;
    body.volume_thick = 0.01f;
    body.volume_thin = 0.1f;
    return body;
}

int bench_paper_shapes(const bench* b, const bench_paper_scene* s, bench_scene* scene) {
    int code = CLI_DONE;
    for (uint32_t i = 0; i < s->kind_count && code == CLI_DONE; ++i) {
        code = bench_scene_add(b, scene, s->kinds[i], s->vertices, s->copies);
    }
    return code;
}

static bench_case make_case(const bench* b, const bench_paper_scene* s, const bench_scene* scene,
                            const variant* v, uint32_t threads) {
    bench_case c = {.scene = scene,
                    .body = bench_paper_scene_body(s, v->matching, v->damping),
                    .threads = threads,
                    .isa = bench_isa(b),
                    .stir = squash_some,
                    .stir_steps = STIR_STEPS};
    c.body.naive_sums = v->naive;
    return c;
}

static int time_variants(bench* b, const bench_paper_scene* s, const bench_scene* scene,
                         uint32_t threads) {
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; ++i) {
        const variant* v = &variants[i];
        bench_row row = bench_empty_row();
        row.variant = v->name;
        bench_case c = make_case(b, s, scene, v, threads);
        int code = bench_steps(b, &c, &row);
        if (code != CLI_DONE) return code;
        if (!scene->is_shrunk) row.paper = s->paper;
        if (v->naive) {
            row.paper.cpu_ms = row.paper.cpu_naive_ms;
            row.paper.gpu_ms = row.paper.gpu_elastic_ms = row.paper.gpu_volume_ms = NAN;
        }
        bench_line(b, &row);
    }
    return CLI_DONE;
}

static void say_scene(bench* b, const bench_paper_scene* s, const bench_scene* scene) {
    const bench_paper* p = &s->paper;
    char title[256];
    int used = snprintf(title, sizeof title, "%s: omega %u, alpha %.1f, beta %.1f, stiffness %.1f",
                        s->name, s->omega, (double)s->alpha, (double)s->beta, (double)s->stiffness);
    if (!scene->is_shrunk) {
        snprintf(title + used, sizeof title - (size_t)used,
                 "\npaper: CPU naive %.2f, fast %.2f; GPU %.2f ms = matching %.2f + volume %.2f; "
                 "largest loss of volume %.1f %%",
                 p->cpu_naive_ms, p->cpu_ms, p->gpu_ms, p->gpu_elastic_ms, p->gpu_volume_ms,
                 p->volume_loss * 100);
    }
    bench_heading(b, title, !scene->is_shrunk);
}

static int time_scene(bench* b, const bench_paper_scene* s) {
    bench_scene scene = {0};
    int code = bench_paper_shapes(b, s, &scene);
    if (code == CLI_DONE) say_scene(b, s, &scene);
    uint32_t threads[2], thread_count = bench_threads(b, threads);
    for (uint32_t t = 0; t < thread_count && code == CLI_DONE; ++t) {
        code = time_variants(b, s, &scene, threads[t]);
    }
    bench_scene_free(&scene);
    return code;
}

int bench_diziol_table1(bench* b) {
    int code = CLI_DONE;
    for (int i = 0; i < BENCH_PAPER_SCENES && code == CLI_DONE; ++i) {
        code = time_scene(b, &bench_paper_scenes[i]);
    }
    return code;
}

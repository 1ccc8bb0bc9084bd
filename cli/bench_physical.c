// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench physical: what physical mode costs, by radius (it should not matter), beside paper
// mode on the same bodies; and plump bench models: both on meshes of the user's own.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // for scandir
#endif
#include "cli/bench.h"
#include "cli/options.h"

#include <plump/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef _WIN32
#include <dirent.h>
#endif

static int time_body(bench* b, const bench_scene* scene, plump_body_def body, const char* variant,
                     uint32_t threads) {
    bench_case c = {.scene = scene, .body = body, .threads = threads, .isa = bench_isa(b)};
    bench_row row = bench_empty_row();
    row.variant = variant;
    int code = bench_steps(b, &c, &row);
    if (code == CLI_DONE) bench_line(b, &row);
    return code;
}

static int time_radii(bench* b, const bench_scene* scene, uint32_t threads) {
    static const double radii[] = {0.1, 0.2, 0.3, 0.4};  // shapes are 1 m long
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; ++i) {
        char variant[32];
        snprintf(variant, sizeof variant, "radius %.1f", radii[i]);
        int code = time_body(b, scene, bench_physical_body(radii[i]), variant, threads);
        if (code != CLI_DONE) return code;
    }
    int code = time_body(b, scene, bench_paper_body(3, BENCH_DAMPING), "paper, omega 3", threads);
    if (code != CLI_DONE) return code;
    return time_body(b, scene, bench_paper_body(3, 0), "paper, undamped", threads);
}

int bench_physical(bench* b) {
    bench_scene scene = {0};
    int code = bench_scene_add(b, &scene, PLUMP_SHAPE_CREATURE, 5407, 6);
    if (code == CLI_DONE)
        bench_heading(b, "physical mode by radius in metres, bodies of 1 m", false);
    uint32_t threads[2], thread_count = bench_threads(b, threads);
    for (uint32_t t = 0; t < thread_count && code == CLI_DONE; ++t) {
        code = time_radii(b, &scene, threads[t]);
    }
    bench_scene_free(&scene);
    return code;
}

// --- the user's meshes ---

#ifdef _WIN32

int bench_models(bench* b) {
    (void)b;
    cli_complain("bench", "--models cannot look into folders on this system");
    return CLI_MACHINE;
}

#else

static int is_mesh_file(const struct dirent* entry) {
    return entry->d_name[0] != '.' && plump_format_of_name(entry->d_name) != PLUMP_FORMAT_AUTO;
}

static int by_name(const struct dirent** a, const struct dirent** b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

// A file that cannot be a body is told and left out.
static int time_model(bench* b, const char* name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", b->wish.models, name);
    bench_scene scene = {0};
    plump_error error;
    plump_mesh_def options = plump_default_mesh_def();
    options.find_intersections = false;
    plump_result result = plump_mesh_read(path, &options, &scene.meshes[0], NULL, &error);
    if (result == PLUMP_ERROR_MEMORY) {
        cli_complain("bench", "%s", error.text);
        return CLI_MACHINE;
    }
    if (result != PLUMP_OK) {
        cli_complain("bench", "left out: %s", error.text);
        return CLI_FINDING;
    }
    scene.mesh_count = scene.copies[0] = 1;
    snprintf(scene.name, sizeof scene.name, "%s", name);
    uint32_t threads = b->wish.threads ? b->wish.threads : 1;
    int code = time_body(b, &scene, bench_physical_body(0), "physical", threads);
    if (code == CLI_DONE) {
        code = time_body(b, &scene, bench_paper_body(3, BENCH_DAMPING), "paper, omega 3", threads);
    }
    bench_scene_free(&scene);
    return code;
}

int bench_models(bench* b) {
    struct dirent** entries;
    int count = scandir(b->wish.models, &entries, is_mesh_file, by_name);
    if (count < 0) {
        cli_complain("bench", "%s: cannot look into this folder", b->wish.models);
        return CLI_REFUSED;
    }
    char title[512];
    snprintf(title, sizeof title, "the meshes in %s, with the radius chosen by plump",
             b->wish.models);
    bench_heading(b, title, false);
    int worst = CLI_DONE;
    for (int i = 0; i < count; ++i) {
        if (worst < CLI_REFUSED) {
            int code = time_model(b, entries[i]->d_name);
            if (code > worst) worst = code;
        }
        free(entries[i]);
    }
    free(entries);
    if (count == 0) cli_complain("bench", "%s: no mesh file in this folder", b->wish.models);
    return count == 0 ? CLI_REFUSED : worst;
}

#endif

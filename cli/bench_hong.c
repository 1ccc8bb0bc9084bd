// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench hong-table1 and hong-table2: tables 1 and 2 of Hong, Jung, Choi, Welch 2006. The
// first is what keeping the volume of a squeezed ball costs, at several resolutions; the second the
// volume errors of its scenes and how many frames there are in a second.
#include "cli/bench_hong.h"
#include "cli/options.h"

#include <math.h>
#include <stdio.h>

// --- table 1 ---

// The paper's second ball has fewer triangles than its first and three times its time: the fourth
// row has as many as that time would be for, which may be what was meant.
static const struct {
    const char* name;
    uint32_t triangles;
    double plain_ms, volume_ms;
} balls[] = {{"coarse ball", 2004, 1.3, 1.6},
             {"intermediate, printed", 1766, 3.6, 3.9},
             {"intermediate, by time", 4766, 3.6, 3.9},
             {"refined ball", 9800, 9.4, 13}};
enum { BALLS = sizeof balls / sizeof *balls };

static const hong_way table1_ways[] = {HONG_PLAIN, HONG_IMPLICIT, HONG_POLISHED, HONG_EXACT};
enum { TABLE1_WAYS = sizeof table1_ways / sizeof *table1_ways };

static int make_shape(const bench* b, const hong_show* show, uint32_t triangles,
                      bench_scene* scene) {
    int code = bench_scene_add(b, scene, show->kind, triangles / 2 + 2, 1);
    for (uint32_t i = 0; i < show->other_count && code == CLI_DONE; ++i)
        code = bench_scene_add(b, scene, show->kind, show->others[i] / 2 + 2, 1);
    return code;
}

static void say_ball(bench* b, const bench_row* row, int ball, bool is_shrunk) {
    char over[24] = "-", paper[48] = "-";
    if (!isnan(row->show.over_plain))
        snprintf(over, sizeof over, "%+.1f %%", 100 * row->show.over_plain);
    double ms = row->paper.cpu_ms, share = 100 * (ms / balls[ball].plain_ms - 1);
    if (!isnan(ms) && !is_shrunk) snprintf(paper, sizeof paper, "%.1f ms (%+.0f %%)", ms, share);
    bench_say(b, "%-22s %9.0f %-17s %7u %9.3f %9s %9.1e %9.2e %s\n", row->scene,
              row->show.triangles, row->variant, row->threads, row->time.least * 1e3, over,
              row->volume_error, row->show.loss, paper);
}

static int time_ball(bench* b, int ball, uint32_t threads) {
    bench_scene scene = {0};
    bench_row rows[TABLE1_WAYS];
    hong_show show = hong_squeeze;
    show.name = balls[ball].name;
    int code = make_shape(b, &show, balls[ball].triangles, &scene);
    if (code == CLI_DONE)
        code = hong_play(b, &show, &scene, table1_ways, TABLE1_WAYS, threads, rows);
    for (int i = 0; i < TABLE1_WAYS && code == CLI_DONE; ++i) {
        if (i > 0) rows[i].show.over_plain = rows[i].time.least / rows[0].time.least - 1;
        if (!scene.is_shrunk && table1_ways[i] <= HONG_IMPLICIT)
            rows[i].paper.cpu_ms = i ? balls[ball].volume_ms : balls[ball].plain_ms;
        bench_keep(b, &rows[i]);
        say_ball(b, &rows[i], ball, scene.is_shrunk);
    }
    bench_scene_free(&scene);
    return code;
}

int bench_hong_table1(bench* b) {
    uint32_t threads[2], thread_count = bench_threads(b, threads);
    bench_say(b,
              "\nA ball squeezed by two planes, frames of 1/60 s in %u substeps\n"
              "%-22s %9s %-17s %7s %9s %9s %9s %9s %s\n",
              hong_squeeze.substeps, "scene", "triangles", "volume", "threads", "frame ms", "over",
              "V error", "V lost", "paper");
    int code = CLI_DONE;
    for (uint32_t t = 0; t < thread_count; ++t) {
        for (int i = 0; i < BALLS && code == CLI_DONE; ++i) code = time_ball(b, i, threads[t]);
    }
    return code;
}

// --- table 2 ---

static const hong_way table2_ways[] = {HONG_IMPLICIT, HONG_PRINTED, HONG_POLISHED};
enum { TABLE2_WAYS = sizeof table2_ways / sizeof *table2_ways };

static void say_scene(bench* b, const bench_row* row) {
    char fps[24] = "-", error[24] = "-";
    if (!isnan(row->show.paper_fps)) snprintf(fps, sizeof fps, "%.1f", row->show.paper_fps);
    if (!isnan(row->paper.volume_loss))
        snprintf(error, sizeof error, "%g %%", 100 * row->paper.volume_loss);
    bench_say(b, "%-16s %9.0f %-17s %7u %8.0f %12.6f %% %9s %9.1f %9s\n", row->scene,
              row->show.triangles, row->variant, row->threads, row->touching.substeps,
              100 * row->volume_error, error, row->show.fps, fps);
}

static int time_scene(bench* b, const hong_show* show, uint32_t threads) {
    bench_scene scene = {0};
    bench_row rows[TABLE2_WAYS];
    int code = make_shape(b, show, show->triangles, &scene);
    if (code == CLI_DONE)
        code = hong_play(b, show, &scene, table2_ways, TABLE2_WAYS, threads, rows);
    for (int i = 0; i < TABLE2_WAYS && code == CLI_DONE; ++i) {
        if (!scene.is_shrunk) {
            rows[i].show.paper_fps = show->paper_fps;
            rows[i].paper.volume_loss = show->paper_error;
        }
        bench_keep(b, &rows[i]);
        say_scene(b, &rows[i]);
    }
    bench_scene_free(&scene);
    return code;
}

int bench_hong_table2(bench* b) {
    static const hong_show* const shows[] = {&hong_squeeze, &hong_twist, &hong_block, &hong_animal,
                                             &hong_muscles};
    uint32_t threads[2], thread_count = bench_threads(b, threads);
    bench_say(b,
              "\nFrames of 1/60 s; the largest volume error of any substep\n"
              "%-16s %9s %-17s %7s %8s %14s %9s %9s %9s\n",
              "scene", "triangles", "volume", "threads", "substeps", "V error", "paper", "frames/s",
              "paper");
    int code = CLI_DONE;
    for (uint32_t t = 0; t < thread_count; ++t) {
        for (size_t i = 0; i < sizeof shows / sizeof *shows && code == CLI_DONE; ++i)
            code = time_scene(b, shows[i], threads[t]);
    }
    return code;
}

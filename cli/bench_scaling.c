// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench scaling: does a particle cost the same in a small world and in a large one? One ball
// of growing resolution, then a growing number of small balls; time and memory per particle.
#include "cli/bench.h"
#include "cli/options.h"

static const uint32_t sizes[] = {1000, 4000, 16000, 64000, 256000, 1000000, 4000000};
enum { SIZE_COUNT = sizeof sizes / sizeof sizes[0], SMALL_VERTICES = 642, FULL_FROM = 4000000 };

static int time_modes(bench* b, const bench_scene* scene) {
    static const char* const names[] = {"physical", "paper, omega 3"};
    for (int i = 0; i < 2; ++i) {
        // the radius is fixed: which one plump chooses is no matter of speed
        bench_case c = {.scene = scene,
                        .body = i ? bench_paper_body(3, 0) : bench_physical_body(0.2),
                        .threads = b->wish.threads ? b->wish.threads : 1,
                        .isa = bench_isa(b)};
        bench_row row = bench_empty_row();
        row.variant = names[i];
        int code = bench_steps(b, &c, &row);
        if (code != CLI_DONE) return code;
        bench_line(b, &row);
    }
    return CLI_DONE;
}

// Balls that make up about `size` particles together, each of at most `vertices`.
static int time_size(bench* b, uint32_t size, uint32_t vertices) {
    bench_scene scene = {0};
    uint32_t copies = size > vertices ? size / vertices : 1;
    int code =
        bench_scene_add(b, &scene, PLUMP_SHAPE_SPHERE, vertices < size ? vertices : size, copies);
    if (code == CLI_DONE) code = time_modes(b, &scene);
    bench_scene_free(&scene);
    return code;
}

static int time_sizes(bench* b, const char* title, uint32_t vertices) {
    uint32_t most = b->wish.full ? UINT32_MAX : FULL_FROM - 1;
    if (b->wish.particles && b->wish.particles < most) most = b->wish.particles;
    bench_heading(b, title, false);
    for (int i = 0; i < SIZE_COUNT && (i == 0 || sizes[i] <= most); ++i) {
        int code = time_size(b, sizes[i], vertices);
        if (code != CLI_DONE) return code;
    }
    return CLI_DONE;
}

int bench_scaling(bench* b) {
    int code = time_sizes(b, "one body of growing resolution", UINT32_MAX);
    if (code != CLI_DONE) return code;
    return time_sizes(b, "many bodies of 642 particles", SMALL_VERTICES);
}

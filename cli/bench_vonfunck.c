// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench vonfunck: the table of von Funck, Theisel, Seidel 2007, section 7. Characters of as
// many triangles, segments and mass-spring sets as the paper's, from built-in shapes; a frame is a
// step of the masses and a whole deformed mesh with normals. Scenes that collide in the paper do so
// here. The figures are the mean and the worst of 36 frames of wild swinging.
#include "cli/bench.h"
#include "cli/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEGMENTS_MOST = 9, SETS_MOST = 16, FLOATS = 6, WARM = 12, FRAMES = 36 };

static const struct {
    const char* name;
    plump_shape_kind kind;
    uint32_t triangles, segments, sets;
    double worst_fps, best_fps;
    bool collides;
} shows[] = {{"moved by hand (fig. 9)", PLUMP_SHAPE_CREATURE, 5804, 9, 8, 374, 376, false},
             {"keyframed (fig. 8)", PLUMP_SHAPE_CREATURE, 15596, 8, 13, 133, 135, false},
             {"ragdoll (fig. 10)", PLUMP_SHAPE_CREATURE, 19536, 7, 5, 101, 125, true},
             {"pulled through (fig. 11)", PLUMP_SHAPE_BEAR, 16532, 1, 4, 55, 135, true},
             {"falling (fig. 9)", PLUMP_SHAPE_CREATURE, 5804, 9, 8, 302, 355, true},
             {"fine (fig. 14)", PLUMP_SHAPE_CREATURE, 345944, 7, 10, 10, 14, false}};
enum { SHOWS = sizeof shows / sizeof *shows };

// A character and where it is.
typedef struct character {
    const plump_mesh* mesh;
    uint32_t vertex_count, segment_count, set_count;
    uint32_t* segments;
    float* weights;
    double seeds[SEGMENTS_MOST][3];
    plump_jiggle_set sets[SETS_MOST];
    plump_jiggle* jiggle;
    float* buffer;  // position and normal, interleaved
    double time;
    double least[FRAMES];  // s, of every frame of the window
} character;

// --- a skin ---

static double square_to(const character* c, uint32_t vertex, const double to[3]) {
    double sum = 0;
    for (uint32_t k = 0; k < 3; ++k) {
        double d = (double)plump_mesh_positions(c->mesh)[3 * (size_t)vertex + k] - to[k];
        sum += d * d;
    }
    return sum;
}

static double square_to_seeds(const character* c, uint32_t vertex, uint32_t count) {
    double least = INFINITY;
    for (uint32_t i = 0; i < count; ++i) least = fmin(least, square_to(c, vertex, c->seeds[i]));
    return least;
}

// The middle of the body, then always what is farthest from those there are.
static void find_seeds(character* c) {
    for (uint32_t i = 1; i < c->segment_count; ++i) {
        uint32_t far = 0;
        double most = -1;
        for (uint32_t v = 0; v < c->vertex_count; ++v) {
            double away = square_to_seeds(c, v, i);
            if (away <= most) continue;
            most = away;
            far = v;
        }
        for (uint32_t k = 0; k < 3; ++k)
            c->seeds[i][k] = (double)plump_mesh_positions(c->mesh)[3 * (size_t)far + k];
    }
}

// By the nearest seed, and by others nearly as near.
static void weigh(character* c, uint32_t vertex) {
    double nearest = sqrt(square_to_seeds(c, vertex, c->segment_count)), sum = 0;
    uint32_t count = 0;
    float* weights = c->weights + PLUMP_JIGGLE_WEIGHTS * (size_t)vertex;
    for (uint32_t i = 0; i < c->segment_count && count < PLUMP_JIGGLE_WEIGHTS; ++i) {
        double share = 1 - (sqrt(square_to(c, vertex, c->seeds[i])) - nearest) / 0.06;
        if (share <= 0) continue;
        c->segments[PLUMP_JIGGLE_WEIGHTS * (size_t)vertex + count] = i;
        weights[count++] = (float)share;
        sum += share;
    }
    for (uint32_t k = 0; k < count; ++k) weights[k] = (float)((double)weights[k] / sum);
}

// --- motion ---

// All sway and turn; every segment swings about its seed.
static void pose(const character* c, double* matrices) {
    for (uint32_t i = 0; i < c->segment_count; ++i) {
        double angle = 0.3 * sin(7 * c->time + i), co = cos(angle), si = sin(angle);
        const double* s = c->seeds[i];
        const double m[12] = {co, -si, 0, s[0] - co * s[0] + si * s[1] + 0.3 * sin(5 * c->time),
                              si, co,  0, s[1] - si * s[0] - co * s[1] + 0.1 * sin(9 * c->time),
                              0,  0,   1, 0.2 * sin(4 * c->time)};
        memcpy(matrices + 12 * (size_t)i, m, sizeof m);
    }
}

static plump_result frame(character* c, plump_error* error) {
    double matrices[12 * SEGMENTS_MOST];
    c->time += 1.0 / 60;
    pose(c, matrices);
    plump_result result = plump_jiggle_step(c->jiggle, 1.0 / 60, matrices, NULL, error);
    if (result != PLUMP_OK) return result;
    size_t stride = FLOATS * sizeof(float);
    return plump_jiggle_deform(c->jiggle, PLUMP_SCALAR_FLOAT32, c->buffer, stride, c->buffer + 3,
                               stride, c->vertex_count, error);
}

// Back to the beginning, and on until it swings.
static plump_result begin(void* context, plump_error* error) {
    character* c = context;
    double matrices[12 * SEGMENTS_MOST];
    c->time = 0;
    pose(c, matrices);
    plump_result result = plump_jiggle_reset(c->jiggle, matrices, error);
    for (int i = 0; i < WARM && result == PLUMP_OK; ++i) result = frame(c, error);
    return result;
}

// The same frames again and again: of each the least time counts.
static plump_result play(void* context, bench_parts* parts, plump_error* error) {
    character* c = context;
    (void)parts;
    plump_result result = begin(c, error);
    for (int i = 0; i < FRAMES && result == PLUMP_OK; ++i) {
        double before = bench_clock();
        result = frame(c, error);
        c->least[i] = fmin(c->least[i], bench_clock() - before);
    }
    return result;
}

// --- a show ---

// A floor that feet sink into, and a bar.
static plump_result add_obstacles(character* c, plump_error* error) {
    plump_obstacle_def floor = plump_default_obstacle_def(), bar = floor;
    uint32_t number;
    floor.shape = PLUMP_OBSTACLE_PLANE;
    floor.position[1] = -0.42;
    bar.shape = PLUMP_OBSTACLE_CAPSULE;
    bar.radius = 0.1f;
    bar.position[0] = 0.35;
    bar.position[2] = 0.25;
    plump_result result = plump_jiggle_obstacle_create(c->jiggle, &floor, &number, error);
    if (result == PLUMP_OK) result = plump_jiggle_obstacle_create(c->jiggle, &bar, &number, error);
    return result;
}

static plump_result make_deformer(character* c, int show, uint32_t threads, plump_error* error) {
    plump_jiggle_def def = plump_default_jiggle_def();
    plump_jiggle_placing wishes = plump_default_jiggle_placing();
    def.mesh = plump_mesh_triangles(c->mesh);
    def.segments = c->segments;
    def.weights = c->weights;
    def.segment_count = c->segment_count;
    def.worker_count = threads;
    wishes.set_most = shows[show].sets;
    wishes.thickness_least = 0.02f;
    plump_result result =
        plump_jiggle_place_sets(&def, &wishes, c->sets, SETS_MOST, &c->set_count, error);
    def.sets = c->sets;
    def.set_count = c->set_count;
    if (result == PLUMP_OK) result = plump_jiggle_create(&def, &c->jiggle, error);
    if (result == PLUMP_OK && shows[show].collides) result = add_obstacles(c, error);
    return result;
}

static bool make_character(character* c, const plump_mesh* mesh, int show) {
    c->mesh = mesh;
    c->vertex_count = plump_mesh_vertex_count(mesh);
    c->segment_count = shows[show].segments;
    size_t weights = PLUMP_JIGGLE_WEIGHTS * (size_t)c->vertex_count;
    c->segments = calloc(weights, sizeof *c->segments);
    c->weights = calloc(weights, sizeof *c->weights);
    c->buffer = malloc((size_t)FLOATS * c->vertex_count * sizeof *c->buffer);
    if (!c->segments || !c->weights || !c->buffer) return false;
    find_seeds(c);
    for (uint32_t i = 0; i < c->vertex_count; ++i) weigh(c, i);
    return true;
}

static void free_character(character* c) {
    plump_jiggle_destroy(c->jiggle);
    free(c->segments);
    free(c->weights);
    free(c->buffer);
}

static int time_character(bench* b, character* c, int show, uint32_t threads, bool is_shrunk) {
    bench_row row = bench_empty_row();
    bench_work work = {.run = play, .context = c};
    double sum = 0, worst = 0;
    for (int i = 0; i < FRAMES; ++i) c->least[i] = INFINITY;
    int code = bench_repeat(b, &work, &row.time);
    if (code != CLI_DONE) return code;
    for (int i = 0; i < FRAMES; ++i) {
        sum += c->least[i];
        worst = fmax(worst, c->least[i]);
    }
    row.scene = shows[show].name;
    row.variant = "with normals";
    row.isa = plump_jiggle_isa(c->jiggle);
    row.particles = c->vertex_count;
    row.bodies = 1;
    row.threads = threads;
    row.time = (bench_time){sum / FRAMES, sum / FRAMES, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    row.show.triangles = plump_mesh_triangle_count(c->mesh);
    row.show.fps = 1 / row.time.least;
    if (!is_shrunk) row.show.paper_fps = shows[show].best_fps;
    bench_keep(b, &row);
    char paper[32] = "-", times[16] = "-";
    if (!is_shrunk) {
        snprintf(paper, sizeof paper, "%.0f - %.0f", shows[show].worst_fps, shows[show].best_fps);
        snprintf(times, sizeof times, "%.1f", row.show.fps / shows[show].best_fps);
    }
    bench_say(b, "%-26s %9.0f %8u %5u %7u %9.3f %9.3f %9.0f %11s %7s\n", row.scene,
              row.show.triangles, c->segment_count, c->set_count, threads, row.time.least * 1e3,
              worst * 1e3, row.show.fps, paper, times);
    return CLI_DONE;
}

static int time_show(bench* b, int show, uint32_t threads) {
    bench_scene scene = {0};
    character c = {0};
    plump_error error;
    int code = bench_scene_add(b, &scene, shows[show].kind, shows[show].triangles / 2 + 2, 1);
    if (code == CLI_DONE && !make_character(&c, scene.meshes[0], show)) {
        cli_complain("bench", "out of memory");
        code = CLI_MACHINE;
    }
    if (code == CLI_DONE) {
        plump_result result = make_deformer(&c, show, threads, &error);
        if (result != PLUMP_OK) cli_complain("bench", "%s", error.text);
        code = cli_exit_code(result);
    }
    if (code == CLI_DONE) code = time_character(b, &c, show, threads, scene.is_shrunk);
    free_character(&c);
    bench_scene_free(&scene);
    return code;
}

int bench_vonfunck(bench* b) {
    uint32_t threads[2], thread_count = bench_threads(b, threads);
    bench_say(b, "\n%-26s %9s %8s %5s %7s %9s %9s %9s %11s %7s\n", "scene", "triangles", "segments",
              "sets", "threads", "frame ms", "worst", "frames/s", "paper", "times");
    int code = CLI_DONE;
    for (uint32_t t = 0; t < thread_count; ++t)
        for (int i = 0; i < SHOWS && code == CLI_DONE; ++i) code = time_show(b, i, threads[t]);
    return code;
}

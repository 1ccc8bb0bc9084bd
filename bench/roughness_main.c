// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How rough a body becomes when it is dropped, thrown against a wall, hung and shaken, or blown up.
// Runs one body through the public calls and measures its surface by itself, in every frame; prints
// one line per chosen time, one ("worst") with the largest of every figure over the whole run, and
// one ("free") with the largest over the frames in which the surface does not touch itself.
#include "bench/surface_measure.h"

#include <plump/io.h>
#include <plump/plump.h>
#include <plump/scene.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char usage[] =
    "usage: plump_roughness SHAPE|FILE [option value]...\n"
    "  --vertices N        of a shape; by default its own count\n"
    "  --size M            longest side, m; default 0.3\n"
    "  --drop H            from H m above a floor; default, with 0.12\n"
    "  --throw V           at V m/s against a wall\n"
    "  --shake G           hung by the top fifth, shaken sideways at 2 Hz by a tenth of its size,\n"
    "                      G times the gravity of the earth\n"
    "  --inflate F         to F times its volume, free of gravity\n"
    "  --material NAME     default jelly\n"
    "  --set FIELD=VALUE   any number of plump_body_def: frequency=6, damping=0.3, model=2,\n"
    "                      matching=1, volume_time=1; may be repeated\n"
    "  --times T,T,...     default 0.1,0.2,0.3,0.5,1\n"
    "  --dt S              default 1/120\n"
    "  --substeps N        default 0, as needed\n"
    "  --threads N         default 1\n"
    "  --obj PREFIX        writes PREFIX.TIME.ply at each of the times, for 'plump look'\n"
    "columns: t s, rms change of the angle across edges in degrees, bend = rms of that angle over\n"
    "edge length times size, share of edges folded by more than 60 degrees, largest change in\n"
    "degrees, of the folded those further than 2 % of the size from floor or wall, volume over\n"
    "its target - 1, kinetic energy J, lowest vertex over the floor (from the wall) in sizes,\n"
    "pairs of own triangles that cut each other\n";

enum { MOST_TIMES = 64, MOST_SETS = 32 };
typedef enum setup { DROP, THROW, SHAKE, INFLATE } setup;

typedef struct wishes {
    const char *mesh, *material, *prefix;
    const char* sets[MOST_SETS];
    uint32_t set_count, vertices, substeps, threads, time_count;
    double size, amount, dt, times[MOST_TIMES];
    setup setup;
} wishes;

typedef struct stage {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id body;
    surface_edges edges;
    double *rest, *now;  // x, y, z per vertex
    double wall;         // its x
    bool compressible;
    uint32_t* pins;
    uint32_t pin_count;
} stage;

#ifdef __GNUC__
__attribute__((format(printf, 1, 2)))
#endif
static _Noreturn void
fail(const char* format, ...) {
    va_list list;
    va_start(list, format);
    fputs("plump_roughness: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    exit(2);
}

static void demand(plump_result result, const plump_error* error) {
    if (result != PLUMP_OK) fail("%s", error->text);
}

static void* need(size_t count, size_t size) {
    void* block = calloc(count, size);
    if (!block) fail("out of memory");
    return block;
}

// --- what is asked for ---

static double number(const char* text, const char* option) {
    char* end;
    double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value)) fail("%s %s: a number is needed", option, text);
    return value;
}

static void read_times(wishes* w, const char* text) {
    w->time_count = 0;
    while (*text && w->time_count < MOST_TIMES) {
        char* end;
        w->times[w->time_count++] = strtod(text, &end);
        if (end == text || (*end && *end != ',')) fail("--times: numbers with commas are needed");
        text = *end ? end + 1 : end;
    }
}

static bool read_setup(wishes* w, const char* option, const char* value) {
    static const char* const names[] = {"--drop", "--throw", "--shake", "--inflate"};
    for (uint32_t i = 0; i < sizeof names / sizeof *names; ++i) {
        if (strcmp(option, names[i]) != 0) continue;
        w->setup = (setup)i;
        w->amount = number(value, option);
        return true;
    }
    return false;
}

static bool read_count(wishes* w, const char* option, const char* value) {
    uint32_t* count = !strcmp(option, "--vertices")   ? &w->vertices
                      : !strcmp(option, "--substeps") ? &w->substeps
                      : !strcmp(option, "--threads")  ? &w->threads
                                                      : NULL;
    if (count) *count = (uint32_t)number(value, option);
    return count != NULL;
}

static void read_option(wishes* w, const char* option, const char* value) {
    if (read_setup(w, option, value) || read_count(w, option, value)) return;
    if (!strcmp(option, "--size")) {
        w->size = number(value, option);
    } else if (!strcmp(option, "--dt")) {
        w->dt = number(value, option);
    } else if (!strcmp(option, "--material")) {
        w->material = value;
    } else if (!strcmp(option, "--obj")) {
        w->prefix = value;
    } else if (!strcmp(option, "--times")) {
        read_times(w, value);
    } else if (!strcmp(option, "--set") && w->set_count < MOST_SETS) {
        w->sets[w->set_count++] = value;
    } else {
        fail("there is no option %s\n%s", option, usage);
    }
}

static wishes read_wishes(int argc, char** argv) {
    wishes w = {.material = "jelly", .size = 0.3, .amount = 0.12, .dt = 1.0 / 120, .threads = 1};
    if (argc < 2 || argv[1][0] == '-') {
        fputs(usage, argc == 2 && !strcmp(argv[1], "--help") ? stdout : stderr);
        exit(argc == 2 && !strcmp(argv[1], "--help") ? 0 : 2);
    }
    read_times(&w, "0.1,0.2,0.3,0.5,1");
    w.mesh = argv[1];
    for (int i = 2; i < argc; i += 2) {
        if (i + 1 == argc) fail("%s needs a value", argv[i]);
        read_option(&w, argv[i], argv[i + 1]);
    }
    return w;
}

// --- the stage ---

static plump_mesh* make_mesh(const wishes* w) {
    plump_error error;
    plump_mesh* mesh = NULL;
    plump_shape_kind kind = plump_shape_find(w->mesh);
    if (kind == PLUMP_SHAPE_COUNT) {
        demand(plump_mesh_read(w->mesh, NULL, &mesh, NULL, &error), &error);
        return mesh;
    }
    plump_shape_def def = plump_default_shape_def(kind);
    if (w->vertices) def.vertex_count = w->vertices;
    demand(plump_shape_create(&def, &mesh, &error), &error);
    return mesh;
}

static void set_fields(const wishes* w, plump_body_def* def) {
    plump_error error;
    demand(plump_material_set(def, w->material, &error), &error);
    for (uint32_t i = 0; i < w->set_count; ++i) {
        char name[64];
        const char* value = strchr(w->sets[i], '=');
        if (!value) fail("--set %s: FIELD=VALUE is needed", w->sets[i]);
        snprintf(name, sizeof name, "%.*s", (int)(value - w->sets[i]), w->sets[i]);
        demand(plump_body_def_set(def, name, number(value + 1, "--set"), &error), &error);
    }
}

// Box of the mesh in its own coordinates.
static void find_box(const plump_mesh* mesh, double low[3], double high[3]) {
    const float* p = plump_mesh_positions(mesh);
    double origin[3];
    plump_mesh_origin(mesh, origin);
    for (uint32_t k = 0; k < 3; ++k) {
        low[k] = high[k] = p[k];
        for (uint32_t i = 1; i < plump_mesh_vertex_count(mesh); ++i) {
            low[k] = fmin(low[k], p[3 * (size_t)i + k]);
            high[k] = fmax(high[k], p[3 * (size_t)i + k]);
        }
        low[k] += origin[k], high[k] += origin[k];
    }
}

static void make_body(const wishes* w, stage* s) {
    plump_error error;
    plump_body_def def = plump_default_body_def();
    set_fields(w, &def);
    double low[3], high[3], side = 0;
    find_box(s->mesh, low, high);
    for (int k = 0; k < 3; ++k) side = fmax(side, high[k] - low[k]);
    def.mesh = s->mesh;
    def.scale = (float)(w->size / side);
    for (int k = 0; k < 3; ++k) def.position[k] = -0.5 * def.scale * (low[k] + high[k]);
    if (w->setup == DROP) def.position[1] = w->amount - def.scale * low[1];
    if (w->setup == THROW) def.velocity[0] = (float)w->amount;
    if (w->setup == INFLATE) def.volume_scale = (float)w->amount;
    s->compressible = def.compressibility > 0;
    demand(plump_body_create(s->world, &def, &s->body, &error), &error);
}

// A floor below, or a wall a twentieth of a size before the body.
static void make_obstacle(const wishes* w, stage* s) {
    plump_error error;
    plump_obstacle_id obstacle;
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_PLANE;
    if (w->setup == THROW) {
        double most = s->now[0];
        for (uint32_t i = 0; i < plump_mesh_vertex_count(s->mesh); ++i) {
            most = fmax(most, s->now[3 * (size_t)i]);
        }
        def.position[0] = s->wall = most + 0.05 * w->size;
        def.rotation[2] = def.rotation[3] = 0.70710678f;  // its y along -x
    }
    demand(plump_obstacle_create(s->world, &def, &obstacle, &error), &error);
}

static void pin_top(stage* s) {
    plump_error error;
    uint32_t count = plump_mesh_vertex_count(s->mesh);
    s->pins = need(count, sizeof *s->pins);
    double low = s->rest[1], high = low;
    for (uint32_t i = 0; i < count; ++i) {
        low = fmin(low, s->rest[3 * (size_t)i + 1]);
        high = fmax(high, s->rest[3 * (size_t)i + 1]);
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (s->rest[3 * (size_t)i + 1] < high - 0.2 * (high - low)) continue;
        s->pins[s->pin_count++] = i;
        demand(plump_body_pin(s->world, s->body, i, &error), &error);
    }
}

static void read_positions(stage* s, double* out) {
    plump_error error;
    demand(plump_body_read(s->world, s->body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, out, 0,
                           plump_mesh_vertex_count(s->mesh), &error),
           &error);
}

static void set_stage(const wishes* w, stage* s) {
    plump_error error;
    plump_world_def def = plump_default_world_def();
    def.worker_count = w->threads;
    if (w->setup == INFLATE) def.gravity[1] = 0;
    if (w->setup == SHAKE) def.gravity[1] *= (float)w->amount;
    demand(plump_world_create(&def, &s->world, &error), &error);
    s->mesh = make_mesh(w);
    uint32_t count = plump_mesh_vertex_count(s->mesh);
    s->rest = need(count, 3 * sizeof *s->rest);
    s->now = need(count, 3 * sizeof *s->now);
    make_body(w, s);
    read_positions(s, s->rest);
    read_positions(s, s->now);
    if (!surface_edges_make(s->mesh, s->rest, &s->edges)) fail("out of memory");
    if (w->setup == DROP || w->setup == THROW) make_obstacle(w, s);
    if (w->setup == SHAKE) pin_top(s);
}

static void clear_stage(stage* s) {
    plump_world_destroy(s->world);
    plump_mesh_destroy(s->mesh);
    surface_edges_free(&s->edges);
    free(s->rest);
    free(s->now);
    free(s->pins);
}

// --- the run ---

static void shake(const wishes* w, stage* s, double time) {
    plump_error error;
    double aside = 0.1 * w->size * sin(2 * 3.14159265358979 * 2 * time);
    for (uint32_t i = 0; i < s->pin_count; ++i) {
        const double* p = s->rest + 3 * (size_t)s->pins[i];
        double target[3] = {p[0] + aside, p[1], p[2]};
        demand(plump_body_move_pin(s->world, s->body, s->pins[i], target, &error), &error);
    }
}

typedef struct row {
    surface_roughness rough;
    double aloof;  // folded, further from floor or wall than BESIDE
    double volume_error, kinetic, lowest;
    uint64_t cuts;  // pairs of its triangles that cut each other
} row;

#define BESIDE 0.02  // of the size

// Turned so that the wall is a floor.
static void stand_on_wall(stage* s) {
    for (uint32_t i = 0; i < plump_mesh_vertex_count(s->mesh); ++i) {
        double *p = s->now + 3 * (size_t)i, x = p[0];
        p[0] = p[1];
        p[1] = s->wall - x;
    }
}

static uint64_t count_cuts(const stage* s) {
    plump_error error;
    plump_overlap_report report;
    demand(plump_world_measure_overlap(s->world, &report, &error), &error);
    return report.self.pair_count;
}

static row measure(const wishes* w, stage* s) {
    plump_error error;
    plump_body_info info;
    read_positions(s, s->now);
    if (w->setup == THROW) stand_on_wall(s);
    demand(plump_body_describe(s->world, s->body, &info, &error), &error);
    row r = {.rough = surface_roughness_measure(&s->edges, s->now, -INFINITY),
             .kinetic = info.kinetic_energy,
             .cuts = count_cuts(s)};
    r.aloof = r.rough.folded;
    if (w->setup == DROP || w->setup == THROW)
        r.aloof = surface_roughness_measure(&s->edges, s->now, BESIDE * w->size).folded;
    r.volume_error = surface_volume(s->mesh, s->now) / info.volume_target - 1;
    r.lowest = s->now[1];
    for (uint32_t i = 1; i < plump_mesh_vertex_count(s->mesh); ++i) {
        r.lowest = fmin(r.lowest, s->now[3 * (size_t)i + 1]);
    }
    r.lowest /= w->size;
    return r;
}

// fmax() would hide a NaN.
static double larger(double a, double b) {
    return isnan(a) || a > b ? a : b;
}

static void keep_worst(row* worst, const row* r) {
    worst->rough.rms = larger(worst->rough.rms, r->rough.rms);
    worst->rough.bend = larger(worst->rough.bend, r->rough.bend);
    worst->rough.folded = larger(worst->rough.folded, r->rough.folded);
    worst->rough.most = larger(worst->rough.most, r->rough.most);
    worst->aloof = larger(worst->aloof, r->aloof);
    worst->volume_error = larger(worst->volume_error, fabs(r->volume_error));
    worst->kinetic = larger(worst->kinetic, r->kinetic);
    worst->lowest = -larger(-worst->lowest, -r->lowest);
    if (r->cuts > worst->cuts) worst->cuts = r->cuts;
}

static plump_triangles triangles_now(const stage* s) {
    plump_triangles t = plump_mesh_triangles(s->mesh);
    t.positions = s->now;
    t.position_type = PLUMP_SCALAR_FLOAT64;
    t.position_stride = 0;
    memset(t.origin, 0, sizeof t.origin);
    return t;
}

static void print_row(const char* when, const row* r) {
    printf("%-6s %9.4f %9.4f %9.6f %8.3f %9.6f %10.2e %11.4e %9.5f %6llu\n", when, r->rough.rms,
           r->rough.bend, r->rough.folded, r->rough.most, r->aloof, r->volume_error, r->kinetic,
           r->lowest, (unsigned long long)r->cuts);
    fflush(stdout);
}

static void show(const wishes* w, const stage* s, double time, const row* r) {
    char when[32];
    snprintf(when, sizeof when, "%g", time);
    print_row(when, r);
    if (!w->prefix) return;
    char path[4096];
    plump_error error;
    plump_triangles triangles = triangles_now(s);
    snprintf(path, sizeof path, "%s.%s.ply", w->prefix, when);
    demand(plump_file_write(path, &triangles, NULL, &error), &error);
}

static double cpu_seconds(void) {
    return (double)clock() / CLOCKS_PER_SEC;
}

static void run(const wishes* w, stage* s) {
    plump_error error;
    row worst = {.lowest = INFINITY}, free_worst = worst;
    uint32_t touching = 0;
    double end = 0, spent = 0;
    uint64_t substeps = 0, dropped = 0;
    for (uint32_t i = 0; i < w->time_count; ++i) end = fmax(end, w->times[i]);
    uint32_t step = 0;
    for (; step * w->dt < end - 0.5 * w->dt; ++step) {
        double before = cpu_seconds(), time = (step + 1) * w->dt;
        if (w->setup == SHAKE) shake(w, s, time);
        demand(plump_world_step(s->world, (float)w->dt, w->substeps, &error), &error);
        spent += cpu_seconds() - before;
        substeps += plump_world_report(s->world)->substeps;
        dropped += plump_world_report(s->world)->contact_dropped;
        row r = measure(w, s);
        keep_worst(&worst, &r);
        if (r.cuts == 0) keep_worst(&free_worst, &r);
        touching += r.cuts > 0;
        for (uint32_t k = 0; k < w->time_count; ++k) {
            if (fabs(time - w->times[k]) <= 0.5 * w->dt) show(w, s, w->times[k], &r);
        }
    }
    print_row("worst", &worst);
    print_row("free", &free_worst);
    printf("# %u steps, %u touch themselves, %.2f substeps each, %.3f ms of CPU per step, "
           "%llu contacts dropped\n",
           step, touching, (double)substeps / step, 1e3 * spent / step,
           (unsigned long long)dropped);
}

int main(int argc, char** argv) {
    wishes w = read_wishes(argc, argv);
    stage s = {0};
    set_stage(&w, &s);
    static const char* const names[] = {"drop", "throw", "shake", "inflate"};
    printf("# %s, %u vertices, %g m, %s%s, %s %g\n", w.mesh, plump_mesh_vertex_count(s.mesh),
           w.size, w.material, s.compressible ? " (compressible)" : "", names[w.setup], w.amount);
    printf("#t           rms      bend    folded     most     aloof     volume     kinetic    "
           "lowest   cuts\n");
    run(&w, &s);
    clear_stage(&s);
    return 0;
}

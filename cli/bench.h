// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench, the shared parts: the machine, scenes of built-in shapes, timing, and rows. A
// benchmark is a file with one function and a row in bench.c.
#ifndef PL_CLI_BENCH_H
#define PL_CLI_BENCH_H

#include <jansson.h>
#include <plump/plump.h>

typedef struct bench_wishes {
    double seconds;      // per row
    uint32_t threads;    // 0: as the benchmark has it
    uint32_t particles;  // shrinks scenes to about this; 0: as they are
    const char* isa;     // NULL: as the benchmark has it
    const char* models;  // folder of meshes, or NULL
    bool full, list, json;
} bench_wishes;

enum { BENCH_ISA_MOST = 6 };

typedef struct bench_machine {
    char cpu[96], compiler[96];
    uint32_t cores;
    const char* isas[BENCH_ISA_MOST];  // those that can be had, best first
    uint32_t isa_count;
    const char* isa;    // the one in use when nothing is asked for
    double add_gflops;  // float adds, 1e9 per second, one thread
    double l2_gbps;     // bytes read from a block that fits L2, 1e9 per second
} bench_machine;

typedef struct bench {
    bench_wishes wish;
    bench_machine machine;
    const char* name;  // of the benchmark that runs
    json_t* rows;      // of all benchmarks
    bool shows_progress;
    bool has_paper_columns;  // in the table being printed
} bench;

// --- machine (bench_machine.c) ---

double bench_clock(void);  // seconds, from some start
// Finds out what there is; exit code.
int bench_look_at_machine(bench_machine* machine);
// A second or so of measuring.
void bench_calibrate(bench_machine* machine);
// A world on so many threads (0: one per processor) with that instruction set; NULL for isa: as the
// environment has it.
plump_result bench_create_world(uint32_t threads, const char* isa, plump_world** world,
                                plump_error* error);

// --- rows (bench_row.c) ---

// NAN: there is no such part.
typedef struct bench_time {
    double least, median;                  // s, by the wall clock
    double elastic_least, elastic_median;  // of it the elastic stage
    double volume_least, volume_median;    // and the volume's two
    double collide_least, collide_median;  // finding contacts
    double contact_least, contact_median;  // answering them
} bench_time;

// What the paper says about a scene.
typedef struct bench_paper {
    double cpu_naive_ms;
    double cpu_ms, gpu_ms;                 // of the way the row goes: naive sums or fast
    double gpu_elastic_ms, gpu_volume_ms;  // what gpu_ms is made of
    double volume_loss;                    // largest |V / V0 - 1| of any body
} bench_paper;

// What contacts did. NAN: there are none in this benchmark.
typedef struct bench_touching {
    double substeps;             // per step
    double contacts;             // that carried load at the end of a step, mean
    double overlap;              // deepest at the end of any step, as a share of a body's size
    double us_body, over_first;  // us of a step per body, and that over the first row's
} bench_touching;

// What a show told (bench_hong.h). NAN: nothing.
typedef struct bench_show {
    double triangles;
    double over_plain;      // time over that without volume, less 1
    double loss;            // share of the volume that is gone at the end
    double fps, paper_fps;  // frames per second
} bench_show;

// One line of a table. NAN: there is no such figure.
typedef struct bench_row {
    const char *scene, *variant, *isa;
    uint32_t particles, bodies, threads;
    uint32_t omega;  // 0: physical mode
    bench_time time;
    double volume_error;  // largest |V / V0 - 1| after any substep
    double bytes_particle;
    bench_paper paper;
    bench_touching touching;
    bench_show show;
    double radius;  // physical mode, m
    double runs_per_region, region_size;
} bench_row;

bench_row bench_empty_row(void);
// Text, unless JSON is wanted.
void bench_say(const bench* b, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;
// A line on a terminal that the next one takes the place of.
void bench_progress(const bench* b, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;
// Takes a row into the JSON, and prints nothing.
void bench_keep(bench* b, const bench_row* row);
// A table with one line per row, with the paper's times over ours if wanted; bench_line() also
// keeps the row.
void bench_heading(bench* b, const char* title, bool with_paper);
void bench_line(bench* b, const bench_row* row);
// The same with the figures of contacts.
void bench_touching_heading(bench* b, const char* title);
void bench_touching_line(bench* b, const bench_row* row);

// --- scenes and timing (bench_measure.c) ---

enum { BENCH_MESH_MOST = 12 };
#define BENCH_STEP 0.005f  // s, as in the paper

// Bodies side by side, spinning in free flight.
typedef struct bench_scene {
    char name[64];
    plump_mesh* meshes[BENCH_MESH_MOST];
    uint32_t copies[BENCH_MESH_MOST];
    uint32_t mesh_count;
    bool is_shrunk;  // by --particles: the paper's figures say nothing about it
} bench_scene;

// Adds copies of a built-in shape of 1 m; exit code, as all of these.
int bench_scene_add(const bench* b, bench_scene* scene, plump_shape_kind kind, uint32_t vertices,
                    uint32_t copies);
void bench_scene_free(bench_scene* scene);

// Disturbs the bodies, for the round-th time from 0.
typedef plump_result bench_stir(plump_world* world, uint32_t round, plump_error* error);

// How the bodies of a scene are made and stepped.
typedef struct bench_case {
    const bench_scene* scene;
    plump_body_def body;
    uint32_t threads;
    const char* isa;
    bench_stir* stir;     // NULL: in free flight; else at the start and then, never timed, ...
    uint32_t stir_steps;  // ... before the first batch after so many substeps
} bench_case;

#define BENCH_DAMPING 0.1  // per region and substep; the paper damps and does not say how much

plump_body_def bench_paper_body(uint32_t omega, double damping);
plump_body_def bench_physical_body(double radius);

// The world of a case.
int bench_build(const bench* b, const bench_case* c, plump_world** world);
// Fills in what a world tells: scene, particles, bodies, threads, isa, omega, memory.
int bench_describe(const bench_case* c, const plump_world* world, bench_row* row);
// Builds the world, times its steps of one substep, describes it.
int bench_steps(const bench* b, const bench_case* c, bench_row* row);

// Seconds of the stages in some work.
typedef struct bench_parts {
    double elastic, volume, collide, contact;
} bench_parts;

// Adds those of a step.
void bench_add_parts(const plump_step_report* report, bench_parts* parts);

typedef struct bench_work {
    // One round; adds the seconds of its stages, if it has any, to *parts.
    plump_result (*run)(void* context, bench_parts* parts, plump_error* error);
    plump_result (*prepare)(void* context, plump_error* error);  // before a batch, or NULL
    void* context;
    uint32_t samples;  // at least so many batches; 0: a few
} bench_work;

// Warms up, then repeats for the time that a row may take.
int bench_repeat(const bench* b, const bench_work* work, bench_time* time);

// The thread counts that a benchmark goes through: 1 and 2, or as wished.
uint32_t bench_threads(const bench* b, uint32_t counts[2]);
// The instruction set of benchmarks that use only one.
const char* bench_isa(const bench* b);

// --- worlds with contacts (bench_contact.c) ---

// Bodies that lie on things and on each other.
typedef struct bench_pile bench_pile;
struct bench_pile {
    const bench_scene* scene;
    plump_body_def body;
    float gravity;  // m/s^2
    // Where the index-th body begins.
    void (*place)(const bench_pile* pile, uint32_t index, plump_body_def* body);
    // Obstacles; and the last touch once all has settled. Either may be NULL.
    plump_result (*furnish)(const bench_pile* pile, plump_world* world, plump_error* error);
    plump_result (*pose)(const bench_pile* pile, plump_world* world, plump_error* error);
    double spacing;            // m between bodies
    uint32_t columns;          // of bodies side by side
    float squash;              // for those that pose
    const plump_mesh* vessel;  // for those that have one
    uint32_t settle_steps;     // before anything is timed
    uint32_t window_steps;     // timed, all at least once, again and again from the same state
    uint32_t substeps;         // 0: as many as needed
};

// A pile that has settled and was posed: its state, from which every row begins.
typedef struct bench_settled {
    void* state;
    size_t size;
} bench_settled;

int bench_settle(const bench* b, const bench_pile* pile, bench_settled* settled);
void bench_settled_free(bench_settled* settled);
// Times the steps of the window on so many threads, and describes what they did.
int bench_time_pile(const bench* b, const bench_pile* pile, const bench_settled* settled,
                    uint32_t threads, bench_row* row);

// --- the benchmarks ---

int bench_diziol_scenes(bench* b);
int bench_diziol_sums(bench* b);
int bench_diziol_table1(bench* b);
int bench_diziol_table2(bench* b);
int bench_detail(bench* b);
int bench_hong_table1(bench* b);
int bench_hong_table2(bench* b);
int bench_physical(bench* b);
int bench_scaling(bench* b);
int bench_vonfunck(bench* b);
int bench_models(bench* b);

// The paper's table 1.
typedef struct bench_paper_scene {
    const char* name;
    plump_shape_kind kinds[BENCH_MESH_MOST];
    uint32_t kind_count, vertices, copies, omega;
    float alpha, beta, stiffness;
    bench_paper paper;
} bench_paper_scene;

enum { BENCH_PAPER_SCENES = 3 };
extern const bench_paper_scene bench_paper_scenes[BENCH_PAPER_SCENES];
// Makes its shapes, of 1 m.
int bench_paper_shapes(const bench* b, const bench_paper_scene* s, bench_scene* scene);
// A body of it.
plump_body_def bench_paper_scene_body(const bench_paper_scene* s, plump_matching matching,
                                      double damping);

// The paper's times for its cube, ms per step by omega 1..5.
extern const double bench_paper_cube_naive[5], bench_paper_cube_fast[5], bench_paper_cube_gpu[5];

#endif

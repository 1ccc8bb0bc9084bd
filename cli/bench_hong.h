// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The scenes of Hong, Jung, Choi, Welch 2006 as short shows: one body, what is done to it frame by
// frame, and how its volume is kept.
#ifndef PL_CLI_BENCH_HONG_H
#define PL_CLI_BENCH_HONG_H

#include "cli/bench.h"

// The model of all rows.
#define HONG_MODEL  PLUMP_MODEL_MASS_SPRING
#define HONG_FRAME  (1.0f / 60)  // s
#define HONG_FRAMES 60           // of a show

// How volume is kept.
typedef enum hong_way {
    HONG_PLAIN,     // not at all
    HONG_IMPLICIT,  // by the paper's constraint, weights inside the denominator
    HONG_PRINTED,   // outside, as printed
    HONG_POLISHED,  // by the constraint, and exactly afterwards
    HONG_EXACT,     // by plump's own stage alone, as it is by default
    HONG_WAYS
} hong_way;

extern const char* const hong_way_names[HONG_WAYS];

#define HONG_MUSCLES 12

// A show as it is played in one way.
typedef struct hong_world {
    plump_world* world;
    const bench_scene* scene;  // its meshes; the first is the body's
    plump_body_id body;
    const plump_mesh* mesh;
    plump_body_def def;  // of the body
    plump_obstacle_id solids[2];
    plump_muscle_id muscles[HONG_MUSCLES];
    void* start;  // the state before the first frame
    size_t start_size;
    double frames[HONG_FRAMES];  // least seconds of each
    double volume_error, loss, substeps;
} hong_world;

typedef struct hong_show {
    const char* name;
    plump_shape_kind kind;
    uint32_t triangles;      // the paper's
    const uint32_t* others;  // and those of further bodies, which `furnish` makes
    uint32_t other_count;
    uint32_t substeps;  // of a frame
    bool local;         // with deformation zones
    plump_result (*furnish)(hong_world* w, plump_error* error);
    plump_result (*act)(hong_world* w, double share, plump_error* error);  // before a frame
    double paper_error, paper_fps;                                         // NAN: none
} hong_show;

extern const hong_show hong_squeeze, hong_twist, hong_block, hong_animal;
extern const hong_show hong_muscles;  // bench_hong_muscle.c

// Plays the show in each of these ways, frame by frame in turns, for the time that a row may take;
// fills a row per way: times of a frame, largest volume error, and how much volume is lost.
int hong_play(const bench* b, const hong_show* show, const bench_scene* scene, const hong_way* ways,
              uint32_t way_count, uint32_t threads, bench_row* rows);

#endif

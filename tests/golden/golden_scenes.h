// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Scenes whose every step must have the same hash on every machine, with every instruction set and
// any number of threads. Between them they pass through both matchings, damping, plasticity, paint,
// pins, forces, sleep, volumes of all kinds, bodies that come and go, states that are degenerate or
// spoiled, and secondary motion.
#ifndef GOLDEN_SCENES_H
#define GOLDEN_SCENES_H

#include <plump/plump.h>

#define GOLDEN_STEPS  1000
#define GOLDEN_BODIES 8

typedef struct golden_stage {
    plump_world* world;
    plump_mesh* mesh[GOLDEN_BODIES];
    plump_body_id body[GOLDEN_BODIES];
    uint32_t body_count;
    plump_obstacle_id obstacle;  // the last one made
    uint32_t threads;
    plump_jiggle* jiggle[2];  // by matrices, and on the first body
} golden_stage;

typedef struct golden_scene {
    const char* name;
    void (*set_up)(golden_stage* stage);
    void (*before)(golden_stage* stage, int step);  // NULL: nothing happens on the way
    float dt;
    uint32_t substeps;
    bool takes_long;
    uint64_t (*after)(golden_stage* stage, int step);  // a hash of what is not in the world's
} golden_scene;

extern const golden_scene golden_scenes[];
extern const int golden_scene_count;

// Exits the program with the sentence, unless the result is PLUMP_OK.
void golden_must(plump_result result, const plump_error* why);

// golden_jiggle.c
void golden_jiggle_set_up(golden_stage* stage);
uint64_t golden_jiggle_after(golden_stage* stage, int step);

// Runs a scene; checkpoints[k] chains the hashes of the first (k + 1) * 100 steps. `observe`, if
// given, sees the world's hash after each step. Exits the program when the library refuses a call.
void golden_run(const golden_scene* scene, uint32_t threads, int steps, uint64_t checkpoints[10],
                void (*observe)(int step, uint64_t hash, void* context), void* context);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Runs every golden scene for every instruction set of this machine and several numbers of threads,
// and compares each with golden_hashes.h. Exit 1: something differs, or nothing was compared;
// the hundred steps in which a scene differs first are named.
//     golden               all instruction sets with threads 1 2 3 4 8; scenes that take long: all
//                          sets with one thread, and the best set with 2 3 4 8
//     golden --threads 2   only two threads, the best instruction set and scalar
//     golden --threads 2 --steps 200   and only the first steps of each scene
// PLUMP_TEST_LONG=1 in the environment leaves nothing out for scenes that take long.
//     golden --print       the lines of golden_hashes.h, as this machine computes them
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include "tests/golden/golden_hashes.h"
#include "tests/golden/golden_scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const sets[] = {"scalar", "sse2", "avx2", "avx512", "neon", "wasm"};
enum { SET_COUNT = sizeof sets / sizeof sets[0] };

// False: this machine has no such instruction set.
static bool choose(const char* set) {
#if defined(__wasi__) || defined(_WIN32)
    (void)set;
#else
    setenv("PLUMP_ISA", set, 1);
#endif
    plump_world* world;
    plump_world_def def = plump_default_world_def();
    def.worker_count = 1;
    if (plump_world_create(&def, &world, NULL) != PLUMP_OK) return false;
    bool chosen = !strcmp(plump_world_isa(world), set);
    plump_world_destroy(world);
    return chosen;
}

static const char* best_set(void) {
    const char* best = sets[0];
    for (int s = 1; s < SET_COUNT; ++s) best = choose(sets[s]) ? sets[s] : best;
    return best;
}

static const golden_hashes* find(const char* name) {
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; ++i) {
        if (!strcmp(golden[i].scene, name)) return &golden[i];
    }
    return NULL;
}

static int compare(const golden_scene* scene, const char* set, uint32_t threads, int steps) {
    uint64_t got[10];
    golden_run(scene, threads, steps, got, NULL, NULL);
    const golden_hashes* wanted = find(scene->name);
    for (int k = 0; k < steps / 100; ++k) {
        if (wanted && got[k] == wanted->checkpoint[k]) continue;
        printf("%s, %s, %u threads: not golden within steps %d to %d\n", scene->name, set,
               (unsigned)threads, 100 * k + 1, 100 * k + 100);
        return 1;
    }
    return 0;
}

static void print(const golden_scene* scene) {
    uint64_t got[10];
    golden_run(scene, 1, GOLDEN_STEPS, got, NULL, NULL);
    printf("    {\"%s\",\n     {", scene->name);
    for (int k = 0; k < 10; ++k)
        printf("0x%08x%08x%s", (unsigned)(got[k] >> 32), (unsigned)got[k],
               k == 9       ? "}},\n"
               : k % 4 == 3 ? ",\n      "
                            : ", ");
}

typedef struct plan {
    uint32_t threads[5];
    size_t thread_kinds;
    int steps;         // of each scene, in hundreds
    const char* best;  // instruction set
    bool one, all;     // one number of threads; nothing left out
} plan;

static plan make_plan(int argc, char** argv) {
    const char* wish = getenv("PLUMP_TEST_LONG");
    plan p = {.threads = {1, 2, 3, 4, 8}, .thread_kinds = 5, .steps = GOLDEN_STEPS};
    p.best = best_set();
    p.all = wish && wish[0] == '1';
    if (argc > 2 && !strcmp(argv[1], "--threads")) {
        p.threads[0] = (uint32_t)atoi(argv[2]);
        p.thread_kinds = 1;
        p.one = true;
    }
    if (argc > 4 && !strcmp(argv[3], "--steps")) p.steps = atoi(argv[4]);
    if (p.steps < 100 || p.steps > GOLDEN_STEPS || p.all) p.steps = GOLDEN_STEPS;
    return p;
}

static bool is_planned(const plan* p, const golden_scene* scene, const char* set,
                       uint32_t threads) {
    bool best = !strcmp(set, p->best);
    if (p->one) return best || !strcmp(set, sets[0]);
    return p->all || !scene->takes_long || best || threads == 1;
}

// Stops at the first failure: one of a scene tells enough.
static int run_scene(const plan* p, const golden_scene* scene, int* runs) {
    for (int s = 0; s < SET_COUNT; ++s) {
        if (!choose(sets[s])) continue;
        for (size_t t = 0; t < p->thread_kinds; ++t) {
            if (!is_planned(p, scene, sets[s], p->threads[t])) continue;
            ++*runs;
            if (compare(scene, sets[s], p->threads[t], p->steps)) return 1;
        }
    }
    return 0;
}

int main(int argc, char** argv) {
    if (argc > 1 && !strcmp(argv[1], "--print")) {
        for (int i = 0; i < golden_scene_count; ++i) print(&golden_scenes[i]);
        return 0;
    }
    plan p = make_plan(argc, argv);
    int bad = 0, runs = 0;
    for (int i = 0; i < golden_scene_count; ++i) bad += run_scene(&p, &golden_scenes[i], &runs);
    if (runs) printf("%d of %d runs golden\n", runs - bad, runs);
    return bad != 0 || runs == 0;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Runs every golden scene for every instruction set of this machine and several numbers of threads,
// and compares each with golden_hashes.h. Exit 1: something differs, or nothing was compared;
// the hundred steps in which a scene differs first are named.
//     golden               all scenes, all instruction sets, threads 1 2 3 4 8
//     golden --threads 2   only two threads, the best instruction set and scalar
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

static int compare(const golden_scene* scene, const char* set, uint32_t threads) {
    uint64_t got[10];
    golden_run(scene, threads, GOLDEN_STEPS, got, NULL, NULL);
    const golden_hashes* wanted = find(scene->name);
    for (int k = 0; k < 10; ++k) {
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

int main(int argc, char** argv) {
    uint32_t threads[] = {1, 2, 3, 4, 8};
    size_t thread_kinds = 5;
    if (argc > 2 && !strcmp(argv[1], "--threads")) {
        threads[0] = (uint32_t)atoi(argv[2]);
        thread_kinds = 1;
    }
    const char* best = best_set();
    int bad = 0, runs = 0;
    for (int i = 0; i < golden_scene_count; ++i) {
        int bad_before = bad;
        if (argc > 1 && !strcmp(argv[1], "--print")) {
            print(&golden_scenes[i]);
            continue;
        }
        for (int s = 0; s < SET_COUNT; ++s) {
            if (!choose(sets[s]) || (thread_kinds == 1 && s > 0 && strcmp(sets[s], best))) continue;
            // one failure of a scene tells enough
            for (size_t t = 0; t < thread_kinds && bad == bad_before; ++t, ++runs)
                bad += compare(&golden_scenes[i], sets[s], threads[t]);
        }
    }
    if (runs) printf("%d of %d runs golden\n", runs - bad, runs);
    bool printed = argc > 1 && !strcmp(argv[1], "--print");
    return bad != 0 || (runs == 0 && !printed);
}

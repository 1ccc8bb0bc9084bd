// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A scene is run by one thread and judged; by two and by three, for the same hash; and once more
// from a snapshot of the first run's middle, which the scene of two threads takes.
#include "tests/sweep/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct snapshot {
    void* bytes;
    size_t size;
    uint32_t steps;  // before it was taken
} snapshot;

static plump_scene* open_scene(const sweep_plan* plan, uint32_t threads, plump_error* error) {
    plump_scene* scene = NULL;
    plump_scene_def def = plump_default_scene_def();
    def.worker_count = threads;
    if (plump_scene_read_memory(plan->text, plan->size, plan->name, &def, &scene, error) ||
        plump_scene_start(scene, error)) {
        plump_scene_destroy(scene);
        return NULL;
    }
    return scene;
}

static uint32_t count_steps(const sweep_plan* plan) {
    return (uint32_t)(plan->seconds / plan->dt + 0.5);
}

// From a step to the end; the hash there, 0 if a step failed.
static uint64_t finish(const sweep_plan* plan, plump_scene* scene, uint32_t from,
                       plump_error* error) {
    for (uint32_t i = from; i < count_steps(plan); ++i) {
        if (plump_scene_step(scene, error) != PLUMP_OK) return 0;
    }
    return plump_scene_hash(scene);
}

static bool take(plump_scene* scene, uint32_t steps, snapshot* s, plump_error* error) {
    s->size = plump_scene_snapshot_size(scene);
    s->bytes = malloc(s->size);
    s->steps = steps;
    if (!s->bytes) abort();
    return plump_scene_snapshot(scene, s->bytes, s->size, &s->size, error) == PLUMP_OK;
}

static double seconds_since(clock_t begin) {
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

static uint64_t run_judged(const sweep_plan* plan, plump_scene* scene, sweep_ledger* ledger,
                           snapshot* middle, plump_error* error) {
    uint32_t count = count_steps(plan);
    clock_t begin = clock();
    for (uint32_t i = 0; i < count; ++i) {
        if (seconds_since(begin) > plan->patience) return 0;
        if (i == count / 2 && !take(scene, i, middle, error)) return 0;
        sweep_ledger_before(ledger);
        if (plump_scene_step(scene, error) != PLUMP_OK) return 0;
        sweep_ledger_after(ledger, i + 1 == count);
    }
    return plump_scene_hash(scene);
}

static uint64_t go_on(const sweep_plan* plan, plump_scene* scene, const snapshot* s,
                      plump_error* error) {
    if (plump_scene_restore(scene, s->bytes, s->size, error) != PLUMP_OK) return 0;
    return finish(plan, scene, s->steps, error);
}

static void compare(const sweep_plan* plan, plump_scene* two, uint64_t hash, const snapshot* middle,
                    sweep_figures* f, plump_error* error) {
    plump_scene* three = open_scene(plan, 3, error);
    f->same_hash =
        three && finish(plan, two, 0, error) == hash && finish(plan, three, 0, error) == hash;
    plump_scene_destroy(three);
    f->same_after_snapshot = go_on(plan, two, middle, error) == hash;
}

bool sweep_run(const sweep_plan* plan, bool quick, sweep_figures* figures) {
    plump_error error = {.text = ""};
    clock_t begin = clock();
    *figures = (sweep_figures){.same_hash = true, .same_after_snapshot = true};
    plump_scene *one = open_scene(plan, 1, &error), *spare = one ? open_scene(plan, 1, &error) : 0;
    plump_scene* two = spare && !quick ? open_scene(plan, 2, &error) : NULL;
    snapshot middle = {.bytes = NULL};
    uint64_t hash = 0;
    if (spare) {
        sweep_ledger* ledger = sweep_ledger_open(plan, one, spare);
        hash = run_judged(plan, one, ledger, &middle, &error);
        sweep_ledger_close(ledger, figures);
        figures->given_up = hash == 0 && !*error.text;
        figures->same_hash = figures->same_after_snapshot = true;
    }
    if (hash && two) compare(plan, two, hash, &middle, figures, &error);
    free(middle.bytes);
    plump_scene_destroy(one);
    plump_scene_destroy(spare);
    plump_scene_destroy(two);
    figures->cpu_seconds = seconds_since(begin);
    snprintf(figures->sentence, sizeof figures->sentence, "%s", error.text);
    return spare != NULL;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where it jiggles: sets that place themselves, or those of a file.
#include "cli/jiggle_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AUTO_MOST = 16 };

void jiggle_sets_free(jiggle_sets* sets) {
    free(sets->items);
    free(sets->names);
    *sets = (jiggle_sets){0};
}

// After the segment that moves it most, and a number where several have the same.
static void name_set(const jiggle_plan* plan, uint32_t index) {
    const plump_jiggle_set* set = &plan->sets.items[index];
    char(*names)[PLUMP_SET_NAME_SIZE] = plan->sets.names;
    plump_character_segment segment = {.name = "set"};
    int most = 0, same = 1;
    for (int k = 1; k < PLUMP_JIGGLE_WEIGHTS; ++k) {
        if (set->weights[k] > set->weights[most]) most = k;
    }
    plump_character_get_segment(plan->character, set->segments[most], &segment);
    snprintf(names[index], sizeof names[index], "%.50s", segment.name);
    size_t length = strlen(names[index]);
    for (uint32_t i = 0; i < index; ++i) {
        if (strcmp(names[i], names[index]) != 0) continue;
        snprintf(names[index] + length, sizeof names[index] - length, " %d", ++same);
        i = UINT32_MAX;  // the new name may be taken as well
    }
}

static int place_sets(jiggle_plan* plan) {
    plump_error error;
    plump_jiggle_def def = jiggle_make_def(plan);
    plump_jiggle_placing placing = plump_default_jiggle_placing();
    placing.set_most = AUTO_MOST;
    // what is to be found by the clip begins with 1
    if (plan->wish->strength > 0) placing.strength = (float)plan->wish->strength;
    plan->sets.items = calloc(AUTO_MOST, sizeof *plan->sets.items);
    plan->sets.names = calloc(AUTO_MOST, sizeof *plan->sets.names);
    if (!plan->sets.items || !plan->sets.names) return jiggle_complain_memory();
    plump_result result = plump_jiggle_place_sets(&def, &placing, plan->sets.items, AUTO_MOST,
                                                  &plan->sets.count, &error);
    if (result != PLUMP_OK) return jiggle_complain(result, &error);
    for (uint32_t i = 0; i < plan->sets.count; ++i) name_set(plan, i);
    return CLI_DONE;
}

static int read_sets(jiggle_plan* plan) {
    plump_error error;
    plan->sets.items = calloc(PLUMP_JIGGLE_SETS_MOST, sizeof *plan->sets.items);
    plan->sets.names = calloc(PLUMP_JIGGLE_SETS_MOST, sizeof *plan->sets.names);
    if (!plan->sets.items || !plan->sets.names) return jiggle_complain_memory();
    double strength = isnan(plan->wish->strength) ? 1 : plan->wish->strength;
    plump_result result = plump_character_read_sets(
        plan->wish->sets, plan->character, strength, plan->sets.items, plan->sets.names,
        PLUMP_JIGGLE_SETS_MOST, &plan->sets.count, &error);
    return result == PLUMP_OK ? CLI_DONE : jiggle_complain(result, &error);
}

int jiggle_sets_make(jiggle_plan* plan) {
    bool is_auto = strcmp(plan->wish->sets, "auto") == 0;
    int code = is_auto ? place_sets(plan) : read_sets(plan);
    if (code != CLI_DONE) return code;
    if (plan->wish->strength == 0) plan->sets.count = 0;
    return CLI_DONE;
}

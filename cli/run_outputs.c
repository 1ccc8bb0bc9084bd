// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The outputs of one run: opened before the first step, and in the end all whole or none there.
#include "cli/run.h"

#include <stdio.h>
#include <string.h>

static const run_output_kind* find_kind(const char* path) {
    const run_output_kind* kind;
    for (size_t i = 0; (kind = run_output_kind_at(i)) != NULL; ++i) {
        if (kind->takes(path)) return kind;
    }
    return NULL;
}

static int complain_unknown(const char* path) {
    char known[256] = "";
    const run_output_kind* kind;
    for (size_t i = 0; (kind = run_output_kind_at(i)) != NULL; ++i) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i ? " " : "", kind->about);
    }
    cli_complain("run", "-o %s: a run cannot be written to that; it can be %s", path, known);
    return CLI_REFUSED;
}

int run_outputs_choose(const cli_list* paths, run_outputs* outputs) {
    memset(outputs, 0, sizeof *outputs);
    for (uint32_t i = 0; i < paths->count; ++i) {
        outputs->paths[i] = paths->items[i];
        outputs->kinds[i] = find_kind(paths->items[i]);
        if (!outputs->kinds[i]) return complain_unknown(paths->items[i]);
        for (uint32_t k = 0; k < i; ++k) {
            if (strcmp(paths->items[i], paths->items[k]) != 0) continue;
            cli_complain("run", "-o %s is given twice", paths->items[i]);
            return CLI_REFUSED;
        }
    }
    outputs->count = paths->count;
    return CLI_DONE;
}

bool run_outputs_want_frames(const run_outputs* outputs) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        if (outputs->kinds[i]->frame) return true;
    }
    return false;
}

static int complain(plump_result result, const plump_error* error) {
    cli_complain("run", "%s", error->text);
    return cli_exit_code(result);
}

int run_outputs_open(run_outputs* outputs, const run_show* show) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        plump_error error;
        plump_result result =
            outputs->kinds[i]->open(show, outputs->paths[i], &outputs->states[i], &error);
        if (result == PLUMP_OK) continue;
        outputs->states[i] = NULL;
        return complain(result, &error);
    }
    return CLI_DONE;
}

int run_outputs_frame(const run_outputs* outputs, const run_frame* frame) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        if (!outputs->kinds[i]->frame) continue;
        plump_error error;
        plump_result result = outputs->kinds[i]->frame(outputs->states[i], frame, &error);
        if (result != PLUMP_OK) return complain(result, &error);
    }
    return CLI_DONE;
}

int run_outputs_step(const run_outputs* outputs, double time, const plump_world* world) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        if (!outputs->kinds[i]->step) continue;
        plump_error error;
        plump_result result = outputs->kinds[i]->step(outputs->states[i], time, world, &error);
        if (result != PLUMP_OK) return complain(result, &error);
    }
    return CLI_DONE;
}

int run_outputs_close(run_outputs* outputs, const run_frame* end) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        plump_error error;
        void* state = outputs->states[i];
        outputs->states[i] = NULL;
        plump_result result = outputs->kinds[i]->close(state, end, outputs->notes[i],
                                                       sizeof outputs->notes[i], &error);
        if (result == PLUMP_OK) continue;
        run_outputs_discard(outputs);
        return complain(result, &error);
    }
    return CLI_DONE;
}

void run_outputs_discard(run_outputs* outputs) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        if (outputs->states[i]) outputs->kinds[i]->discard(outputs->states[i]);
        outputs->states[i] = NULL;
    }
}

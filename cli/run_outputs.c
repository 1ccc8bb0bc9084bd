// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The outputs of one run: opened before the first step, and in the end each whole or not there.
#include "cli/run.h"

#include <plump/picture.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool parse_side(const char** text, uint32_t* side) {
    char* end;
    if (**text < '0' || **text > '9') return false;
    unsigned long value = strtoul(*text, &end, 10);
    *text = end;
    *side = value <= PLUMP_PICTURE_SIZE_MAX ? (uint32_t)value : 0;
    return *side > 0;
}

int run_parse_size(const char* command, const char* wish, uint32_t* width, uint32_t* height) {
    if (!wish) return CLI_DONE;
    const char* text = wish;
    uint32_t wide = 0, high = 0;
    bool good = parse_side(&text, &wide) && *text++ == 'x' && parse_side(&text, &high) && !*text;
    if (!good) {
        cli_complain(command, "--size is WIDTHxHEIGHT, each 1 to %d pixels, not '%s'%s",
                     PLUMP_PICTURE_SIZE_MAX, wish,
                     strcmp(command, "run") == 0 ? " (how large a mesh is made says --body-size)"
                                                 : "");
        return CLI_REFUSED;
    }
    *width = wide;
    *height = high;
    return CLI_DONE;
}

// The next kind that these outputs can have, from `*at` on; NULL beyond the last.
static const run_output_kind* next_kind(const run_outputs* outputs, size_t* at) {
    const run_output_kind* kind;
    do {
        kind = run_output_kind_at((*at)++);
    } while (kind && kind->of_worlds && outputs->without_world);
    return kind;
}

static const run_output_kind* find_kind(const run_outputs* outputs, const char* path) {
    const run_output_kind* kind;
    size_t at = 0;
    while ((kind = next_kind(outputs, &at)) != NULL && !kind->takes(path)) continue;
    return kind;
}

static int complain_unknown(const run_outputs* outputs, const char* path) {
    char known[256] = "";
    const run_output_kind* kind;
    size_t at = 0;
    while ((kind = next_kind(outputs, &at)) != NULL) {
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? " " : "", kind->about);
    }
    cli_complain(outputs->command, "-o %s: nothing can be written to that; it can be %s", path,
                 known);
    return CLI_REFUSED;
}

static int complain_numbers(const run_outputs* outputs, const char* path) {
    cli_complain(outputs->command,
                 "-o %s: the name has two places for the number of a frame; give it one, such as "
                 "%%04d",
                 path);
    return CLI_REFUSED;
}

static int complain_twice(const run_outputs* outputs, const char* path) {
    cli_complain(outputs->command, "%s would be written twice; give each output a name of its own",
                 path);
    return CLI_REFUSED;
}

static int complain_input(const run_outputs* outputs, const char* path) {
    cli_complain(outputs->command,
                 "%s is read, and would be lost if it were written over; give another name", path);
    return CLI_REFUSED;
}

static bool holds(const cli_list* list, uint32_t count, const char* path) {
    for (uint32_t i = 0; i < count; ++i) {
        if (run_same_file(list->items[i], path)) return true;
    }
    return false;
}

// Whether the outputs and what is written beside them have names of their own.
static int check_names(const cli_list* paths, const run_outputs* outputs) {
    const cli_list *inputs = &outputs->inputs, *extra = &outputs->extra;
    for (uint32_t i = 0; i < paths->count + extra->count; ++i) {
        uint32_t beside = i < paths->count ? 0 : i - paths->count;
        bool is_path = i < paths->count;
        const char* path = is_path ? paths->items[i] : extra->items[beside];
        if (holds(paths, is_path ? i : paths->count, path) || holds(extra, beside, path))
            return complain_twice(outputs, path);
        // a built-in scene has a name too, but is no file that could be lost
        if (holds(inputs, inputs->count, path) && run_is_there(path))
            return complain_input(outputs, path);
    }
    return CLI_DONE;
}

static bool has_two_numbers(const run_output_kind* kind, const char* path) {
    int digits;
    size_t length;
    const char* number = kind->is_numbered && kind->is_numbered(path)
                             ? run_find_number(path, &digits, &length)
                             : NULL;
    return number && run_find_number(number + length, &digits, &length);
}

void run_list_add(cli_list* list, const char* name) {
    list->items[list->count++] = name;
}

int run_outputs_choose(const cli_list* paths, run_outputs* outputs) {
    for (uint32_t i = 0; i < paths->count; ++i) {
        outputs->paths[i] = paths->items[i];
        outputs->kinds[i] = find_kind(outputs, paths->items[i]);
        if (!outputs->kinds[i]) return complain_unknown(outputs, paths->items[i]);
        if (has_two_numbers(outputs->kinds[i], paths->items[i]))
            return complain_numbers(outputs, paths->items[i]);
    }
    outputs->count = paths->count;
    return check_names(paths, outputs);
}

bool run_outputs_want_frames(const run_outputs* outputs) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        if (outputs->kinds[i]->frame) return true;
    }
    return false;
}

static int complain(const run_outputs* outputs, plump_result result, const plump_error* error) {
    cli_complain(outputs->command, "%s", error->text);
    return cli_exit_code(result);
}

// When all are lost, and no state is to be saved, nothing is left to run for.
static int code_to_go_on(const run_outputs* outputs) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        if (outputs->states[i]) return CLI_DONE;
    }
    return outputs->extra.count > 0 ? CLI_DONE : outputs->lost;
}

// A folder that is not there is a slip in a name, which is soon mended: better before a long run.
static int check_folders(const run_outputs* outputs) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        plump_error error;
        plump_result result = run_check_folder(outputs->paths[i], &error);
        if (result != PLUMP_OK) return complain(outputs, result, &error);
    }
    return CLI_DONE;
}

// What cannot be made here, such as a film without ffmpeg, does not cost the others.
int run_outputs_open(run_outputs* outputs, const run_show* show) {
    int code = check_folders(outputs);
    if (code != CLI_DONE) return code;
    for (uint32_t i = 0; i < outputs->count; ++i) {
        plump_error error;
        plump_result result =
            outputs->kinds[i]->open(show, outputs->paths[i], &outputs->states[i], &error);
        if (result == PLUMP_OK) continue;
        outputs->states[i] = NULL;
        outputs->lost = complain(outputs, result, &error);
    }
    return code_to_go_on(outputs);
}

// One that cannot be written takes none of the others with it: the run may have taken hours.
static void lose(run_outputs* outputs, uint32_t i, plump_result result, const plump_error* error) {
    outputs->kinds[i]->discard(outputs->states[i]);
    outputs->states[i] = NULL;
    outputs->lost = complain(outputs, result, error);
}

int run_outputs_frame(run_outputs* outputs, const run_frame* frame) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        if (!outputs->kinds[i]->frame || !outputs->states[i]) continue;
        plump_error error;
        plump_result result = outputs->kinds[i]->frame(outputs->states[i], frame, &error);
        if (result != PLUMP_OK) lose(outputs, i, result, &error);
    }
    return code_to_go_on(outputs);
}

int run_outputs_step(run_outputs* outputs, double time, const plump_world* world) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        if (!outputs->kinds[i]->step || !outputs->states[i]) continue;
        plump_error error;
        plump_result result = outputs->kinds[i]->step(outputs->states[i], time, world, &error);
        if (result != PLUMP_OK) lose(outputs, i, result, &error);
    }
    return code_to_go_on(outputs);
}

int run_outputs_close(run_outputs* outputs, const run_frame* end) {
    int code = outputs->lost;
    for (uint32_t i = 0; i < outputs->count; ++i) {
        plump_error error;
        void* state = outputs->states[i];
        if (!state) continue;
        outputs->states[i] = NULL;
        plump_result result = outputs->kinds[i]->close(state, end, outputs->notes[i],
                                                       sizeof outputs->notes[i], &error);
        outputs->written[i] = result == PLUMP_OK;
        if (result != PLUMP_OK) code = complain(outputs, result, &error);
    }
    return code;
}

void run_outputs_discard(run_outputs* outputs) {
    for (uint32_t i = 0; i < outputs->count; ++i) {
        if (outputs->states[i]) outputs->kinds[i]->discard(outputs->states[i]);
        outputs->states[i] = NULL;
    }
}

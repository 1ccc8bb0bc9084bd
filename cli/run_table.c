// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Figures of a run, step by step: a table as .csv, and plots of it as .svg, by plump/figures.h. The
// name of a plot says what it shows: the volume error, or with "energy", "volumes" or "times"
// before its ending that.
#include "cli/run_output.h"

#include <plump/figures.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIXED = 7 };
static const plump_figures_column fixed_columns[FIXED] = {
    {"time", "s"},      {"volume_error", NULL}, {"kinetic_energy", "J"}, {"penetration", "m"},
    {"contacts", NULL}, {"substeps", NULL},     {"step_time", "ms"},
};

typedef struct table {
    const run_show* show;
    char path[4096];
    plump_figures* figures;
    uint32_t body_count;
    double* row;
    char (*names)[80];  // of the bodies' columns
} table;

static bool takes(const char* path) {
    return run_has_ending(path, ".csv") || run_has_ending(path, ".svg");
}

static void free_table(table* t) {
    plump_figures_destroy(t->figures);
    free(t->row);
    free(t->names);
    free(t);
}

// The fixed ones, then for each body its volume over that at rest.
static plump_result make_columns(table* t, plump_error* error) {
    plump_figures_column* columns = calloc(FIXED + t->body_count, sizeof *columns);
    if (!columns) return run_fail_memory(error);
    memcpy(columns, fixed_columns, sizeof fixed_columns);
    for (uint32_t i = 0; i < t->body_count; ++i) {
        plump_scene_body body;
        plump_scene_get_body(t->show->scene, i, &body);
        snprintf(t->names[i], sizeof t->names[i], "volume %.64s", body.name);
        columns[FIXED + i].name = t->names[i];
    }
    plump_result result =
        plump_figures_create(columns, FIXED + t->body_count, NULL, &t->figures, error);
    free(columns);
    return result;
}

static plump_result open(const run_show* show, const char* path, void** state, plump_error* error) {
    table* t = calloc(1, sizeof *t);
    if (!t) return run_fail_memory(error);
    t->show = show;
    t->body_count = show->info.body_count;
    snprintf(t->path, sizeof t->path, "%s", path);
    t->row = calloc(FIXED + t->body_count, sizeof *t->row);
    t->names = calloc(t->body_count + 1, sizeof *t->names);
    plump_result result = t->row && t->names ? make_columns(t, error) : run_fail_memory(error);
    if (result != PLUMP_OK) {
        free_table(t);
        return result;
    }
    *state = t;
    return PLUMP_OK;
}

static plump_result add_row(void* state, double time, const plump_world* world,
                            plump_error* error) {
    table* t = state;
    const plump_step_report* report = plump_world_report(world);
    double energy = 0;
    for (uint32_t i = 0; i < t->body_count; ++i) {
        plump_scene_body body;
        plump_body_info info;
        plump_scene_get_body(t->show->scene, i, &body);
        t->row[FIXED + i] = (double)NAN;
        if (!body.id.value || plump_body_describe(world, body.id, &info, error) != PLUMP_OK)
            continue;
        t->row[FIXED + i] = info.volume / info.rest_volume;
        energy += info.kinetic_energy;
    }
    const double fixed[FIXED] = {time,
                                 report->volume_error,
                                 energy,
                                 report->penetration,
                                 report->contact_count,
                                 report->substeps,
                                 1e3 * report->seconds};
    memcpy(t->row, fixed, sizeof fixed);
    return plump_figures_add(t->figures, t->row, error);
}

// --- plots ---

static bool is_named(const table* t, const char* what) {
    char ending[32];
    snprintf(ending, sizeof ending, "%s.svg", what);
    return run_has_ending(t->path, ending);
}

static uint32_t choose_lines(const table* t, plump_plot_def* def, plump_plot_line* lines) {
    uint32_t count = 0;
    if (is_named(t, "volumes")) {
        for (uint32_t i = 0; i < t->body_count && count < PLUMP_PLOT_LINES_MAX; ++i)
            lines[count++] = (plump_plot_line){t->names[i], t->names[i] + strlen("volume ")};
        def->y_label = "volume over that at rest";
    } else if (is_named(t, "energy")) {
        lines[count++] = (plump_plot_line){"kinetic_energy", NULL};
        def->y_label = "kinetic energy (J)";
    } else if (is_named(t, "times")) {
        lines[count++] = (plump_plot_line){"step_time", NULL};
        def->y_label = "time per step (ms)";
    } else {
        lines[count++] = (plump_plot_line){"volume_error", NULL};
        def->y_label = "largest volume error";
        def->logarithmic = true;
        def->limit = 1e-6;
        def->limit_label = "1e-6";
    }
    return count;
}

static plump_result plot(const table* t, plump_error* error) {
    plump_plot_def def = plump_default_plot_def();
    plump_plot_line lines[PLUMP_PLOT_LINES_MAX];
    def.title = t->show->info.name;
    def.lines = lines;
    def.line_count = choose_lines(t, &def, lines);
    return plump_plot_write(t->figures, &def, t->path, error);
}

static plump_result close_table(void* state, const run_frame* end, char* note, size_t note_size,
                                plump_error* error) {
    (void)end;
    table* t = state;
    bool is_table = run_has_ending(t->path, ".csv");
    if (is_table) snprintf(note, note_size, "%u rows", plump_figures_row_count(t->figures));
    plump_result result =
        is_table ? plump_figures_write_csv(t->figures, t->path, error) : plot(t, error);
    free_table(t);
    return result;
}

static void discard(void* state) {
    free_table(state);
}

const run_output_kind run_table_kind = {".csv .svg", takes,   true,        open,
                                        NULL,        add_row, close_table, discard};

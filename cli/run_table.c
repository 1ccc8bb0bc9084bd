// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Figures of a run, step by step: a table as .csv, and plots of it as .svg, by plump/figures.h. The
// name of a plot says what it shows: the volume error, or with "energy", "volumes" or "times"
// before its ending that.
#include "cli/run_output.h"
#include "cli/worst.h"

#include <plump/figures.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIXED = 8 };
static const plump_figures_column fixed_columns[FIXED] = {
    {"time", "s"},      {"volume_error", NULL}, {"kinetic_energy", "J"}, {"penetration", "m"},
    {"contacts", NULL}, {"substeps", NULL},     {"step_time", "ms"},     {"roughness", NULL},
};

typedef struct table {
    const run_show* show;
    char path[4096];
    plump_figures* figures;
    uint32_t body_count, character_count;
    double* row;
    char (*names)[80];  // of the columns of bodies, then of characters
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

static uint32_t count_volumes(const table* t) {
    return t->body_count + t->character_count;
}

// The fixed ones, then for each body its volume over that at rest, for each character over that of
// its bind pose. Those of characters are named apart: one may be called like the body it is made
// of.
static plump_result make_columns(table* t, plump_error* error) {
    plump_figures_column* columns = calloc(FIXED + count_volumes(t), sizeof *columns);
    if (!columns) return run_fail_memory(error);
    memcpy(columns, fixed_columns, sizeof fixed_columns);
    for (uint32_t i = 0; i < count_volumes(t); ++i) {
        plump_scene_body body = {0};
        plump_scene_character character = {0};
        bool is_body = i < t->body_count;
        if (is_body)
            plump_scene_get_body(t->show->scene, i, &body);
        else
            plump_scene_get_character(t->show->scene, i - t->body_count, &character);
        snprintf(t->names[i], sizeof t->names[i], "volume %s%.50s", is_body ? "" : "of character ",
                 is_body ? body.name : character.name);
        columns[FIXED + i].name = t->names[i];
    }
    plump_result result =
        plump_figures_create(columns, FIXED + count_volumes(t), NULL, &t->figures, error);
    free(columns);
    return result;
}

static plump_result open(const run_show* show, const char* path, void** state, plump_error* error) {
    table* t = calloc(1, sizeof *t);
    if (!t) return run_fail_memory(error);
    t->show = show;
    t->body_count = show->info.body_count;
    t->character_count = show->info.character_count;
    snprintf(t->path, sizeof t->path, "%s", path);
    t->row = calloc(FIXED + count_volumes(t), sizeof *t->row);
    t->names = calloc(count_volumes(t) + 1, sizeof *t->names);
    plump_result result = t->row && t->names ? make_columns(t, error) : run_fail_memory(error);
    if (result != PLUMP_OK) {
        free_table(t);
        return result;
    }
    *state = t;
    return PLUMP_OK;
}

// Their volumes; returns by how much jiggling has changed one, at most.
static double add_characters(table* t) {
    double most = 0;
    for (uint32_t i = 0; i < t->character_count; ++i) {
        plump_scene_character character;
        plump_scene_character_report report;
        double* volume = &t->row[FIXED + t->body_count + i];
        *volume = (double)NAN;
        plump_scene_get_character(t->show->scene, i, &character);
        if (!character.present ||
            plump_scene_report_character(t->show->scene, i, &report, NULL) != PLUMP_OK)
            continue;
        if (report.volume_bind > 0) *volume = report.volume / report.volume_bind;
        most = cli_worse(most, report.volume_error);
    }
    return most;
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
                                 cli_worse(report->volume_error, add_characters(t)),
                                 energy,
                                 report->penetration,
                                 report->contact_count,
                                 report->substeps,
                                 1e3 * report->seconds,
                                 report->roughness};
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
        for (uint32_t i = 0; i < count_volumes(t) && count < PLUMP_PLOT_LINES_MAX; ++i)
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

const run_output_kind run_table_kind = {.about = ".csv .svg",
                                        .takes = takes,
                                        .of_worlds = true,
                                        .open = open,
                                        .step = add_row,
                                        .close = close_table,
                                        .discard = discard};

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Timing of worlds with contacts. Bodies fall for a fixed number of steps, then the state is kept;
// rows time the same window of steps that follows, going back to the kept state when it ends: so
// figures of different threads and machines are of the same contacts.
#include "cli/bench.h"
#include "cli/options.h"

#include <math.h>
#include <stdlib.h>

static int complain(plump_result result, const plump_error* error) {
    cli_complain("bench", "%s", error->text);
    return cli_exit_code(result);
}

// --- building ---

// Kinds take turns, and are swapped every four, so that all are mixed where four lie side by side.
static plump_result add_bodies(const bench_pile* pile, plump_world* world, plump_error* error) {
    const bench_scene* scene = pile->scene;
    uint32_t count = 0;
    for (uint32_t k = 0; k < scene->mesh_count; ++k) count += scene->copies[k];
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < count && result == PLUMP_OK; ++i) {
        plump_body_def def = pile->body;
        def.mesh = scene->meshes[(i + i / 4) % scene->mesh_count];
        def.can_sleep = false;
        for (int k = 0; k < 3; ++k) def.angular_velocity[k] = 0;
        if (pile->place) pile->place(pile, i, &def);
        plump_body_id body;
        result = plump_body_create(world, &def, &body, error);
    }
    return result;
}

static int build(const bench* b, const bench_pile* pile, uint32_t threads, plump_world** world) {
    bench_progress(b, "preparing %s", pile->scene->name);
    const float gravity[3] = {0, -pile->gravity, 0};
    plump_error error;
    *world = NULL;
    plump_result result = bench_create_world(threads, bench_isa(b), world, &error);
    if (result == PLUMP_OK) result = plump_world_set_gravity(*world, gravity, &error);
    if (result == PLUMP_OK && pile->furnish) result = pile->furnish(pile, *world, &error);
    if (result == PLUMP_OK) result = add_bodies(pile, *world, &error);
    if (result == PLUMP_OK) return CLI_DONE;
    plump_world_destroy(*world);
    *world = NULL;
    return complain(result, &error);
}

// --- settling ---

static int keep(const plump_world* world, bench_settled* settled) {
    plump_error error;
    settled->size = plump_world_snapshot_size(world);
    settled->state = malloc(settled->size);
    if (!settled->state) {
        cli_complain("bench", "out of memory");
        return CLI_MACHINE;
    }
    plump_result result =
        plump_world_snapshot(world, settled->state, settled->size, &settled->size, &error);
    return result == PLUMP_OK ? CLI_DONE : complain(result, &error);
}

int bench_settle(const bench* b, const bench_pile* pile, bench_settled* settled) {
    plump_world* world;
    *settled = (bench_settled){0};
    int code = build(b, pile, b->wish.threads, &world);
    if (code != CLI_DONE) return code;
    bench_progress(b, "%s: %u steps to settle", pile->scene->name, pile->settle_steps);
    plump_error error;
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < pile->settle_steps && result == PLUMP_OK; ++i) {
        result = plump_world_step(world, BENCH_STEP, pile->substeps, &error);
    }
    if (result == PLUMP_OK && pile->pose) result = pile->pose(pile, world, &error);
    code = result == PLUMP_OK ? keep(world, settled) : complain(result, &error);
    plump_world_destroy(world);
    return code;
}

void bench_settled_free(bench_settled* settled) {
    free(settled->state);
    *settled = (bench_settled){0};
}

// --- timing ---

typedef struct {
    const bench_pile* pile;
    const bench_settled* settled;
    plump_world* world;
    uint32_t steps;  // of the window so far
    // What the first pass through the window tells; later ones would say the same.
    uint32_t seen;  // steps
    double volume_error, overlap, contacts, substeps;
} window;

static plump_result go_back(void* context, plump_error* error) {
    window* w = context;
    if (w->steps > 0 && w->steps < w->pile->window_steps) return PLUMP_OK;
    w->steps = 0;
    return plump_world_restore(w->world, w->settled->state, w->settled->size, NULL, 0, error);
}

static void look(window* w, const plump_step_report* report) {
    if (w->seen >= w->pile->window_steps) return;
    w->volume_error = fmax(w->volume_error, report->volume_error);
    w->overlap = fmax(w->overlap, report->penetration);
    w->contacts += report->contact_count;
    w->substeps += report->substeps;
    w->seen += 1;
}

static plump_result step_once(void* context, bench_parts* parts, plump_error* error) {
    window* w = context;
    plump_result result = plump_world_step(w->world, BENCH_STEP, w->pile->substeps, error);
    const plump_step_report* report = plump_world_report(w->world);
    bench_add_parts(report, parts);
    look(w, report);
    w->steps += 1;
    return result;
}

static void take_findings(const window* w, bench_row* row) {
    row->volume_error = w->pile->body.volume == PLUMP_VOLUME_FREE ? NAN : w->volume_error;
    row->touching.contacts = w->contacts / w->seen;
    row->touching.substeps = w->substeps / w->seen;
    row->touching.overlap = w->overlap / (double)w->pile->body.scale;  // shapes are 1 m long
}

int bench_time_pile(const bench* b, const bench_pile* pile, const bench_settled* settled,
                    uint32_t threads, bench_row* row) {
    window w = {.pile = pile, .settled = settled};
    int code = build(b, pile, threads, &w.world);
    if (code != CLI_DONE) return code;
    bench_progress(b, "%s, %u threads, %s", pile->scene->name, plump_world_worker_count(w.world),
                   row->variant);
    bench_work work = {step_once, go_back, &w, pile->window_steps};
    code = bench_repeat(b, &work, &row->time);
    bench_case c = {.scene = pile->scene, .body = pile->body};
    if (code == CLI_DONE) code = bench_describe(&c, w.world, row);
    take_findings(&w, row);
    plump_world_destroy(w.world);
    return code;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What came of a run: a short table for people, an object for scripts.
#include "cli/json_out.h"
#include "cli/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// By the clock, with what characters took.
static double spent_seconds(const run_figures* f) {
    double seconds = f->step_seconds;
    for (uint32_t i = 0; i < f->character_count; ++i) seconds += f->characters[i].last.seconds;
    return seconds;
}

static double ms_step(const run_figures* f) {
    return f->steps ? 1e3 * spent_seconds(f) / (double)f->steps : 0;
}

static double realtime_factor(const run_plan* plan) {
    const run_figures* f = &plan->figures;
    double seconds = (double)f->steps * (double)plan->info.dt, spent = spent_seconds(f);
    return spent > 0 ? seconds / spent : 0;
}

// Whether any body has a volume to keep.
static bool any_bound(const run_figures* f) {
    for (uint32_t i = 0; i < f->body_count; ++i) {
        if (f->bodies[i].bound) return true;
    }
    return false;
}

static void format_hash(const run_plan* plan, char text[17]) {
    snprintf(text, 17, "%016llx", (unsigned long long)plump_scene_hash(plan->scene));
}

// --- for people ---

// 54,070 rather than 54070.
static const char* grouped(uint64_t number, char text[32]) {
    char plain[24];
    int digits = snprintf(plain, sizeof plain, "%llu", (unsigned long long)number), used = 0;
    for (int i = 0; i < digits; ++i) {
        if (i > 0 && (digits - i) % 3 == 0) text[used++] = ',';
        text[used++] = plain[i];
    }
    text[used] = 0;
    return text;
}

void run_outputs_print(const run_outputs* outputs) {
    const char* head = "written";
    for (uint32_t i = 0; i < outputs->count; ++i) {
        bool has_note = outputs->notes[i][0] != 0;
        if (!outputs->written[i]) continue;
        printf("  %-13s %s%s%s%s\n", head, outputs->paths[i], has_note ? " (" : "",
               outputs->notes[i], has_note ? ")" : "");
        head = "";
    }
    for (uint32_t i = 0; i < outputs->extra.count; ++i, head = "")
        printf("  %-13s %s\n", head, outputs->extra.items[i]);
}

static void print_counts(const run_plan* plan) {
    uint32_t bodies = plan->info.body_count, characters = plan->info.character_count;
    char number[32], particles[32];
    if (bodies > 0)
        printf("%s %s, %s particles, ", grouped(bodies, number), bodies == 1 ? "body" : "bodies",
               grouped(plan->info.particle_count, particles));
    if (characters > 0)
        printf("%s %s, ", grouped(characters, number),
               characters == 1 ? "character" : "characters");
}

static void print_volume_error(const run_figures* f) {
    if (any_bound(f)) {
        printf("  %-13s %.2g at most\n", "volume error", f->volume_error);
    } else {
        printf("  %-13s kept by none\n", "volume");
    }
}

static void print_penetration(const run_figures* f) {
    printf("  %-13s %s mm at most, %.2g %% of the body's size\n", "penetration",
           cli_two_digits(1e3 * f->penetration).text, 100 * f->penetration_share);
}

static void print_overlap(const plump_overlap_report* o) {
    printf("  %-13s at the end %s mm in obstacles, %s mm in each other; pairs of triangles that "
           "cut: %llu, in themselves %llu\n",
           "overlap", cli_two_digits(1e3 * o->obstacles.depth).text,
           cli_two_digits(1e3 * o->bodies.depth).text, (unsigned long long)o->bodies.pair_count,
           (unsigned long long)o->self.pair_count);
}

// Without a step there is the overlap alone.
static void print_bodies(const run_figures* f) {
    bool ran = f->steps > 0;
    if (ran) print_volume_error(f);
    if (ran) print_penetration(f);
    print_overlap(&f->overlap);
    if (ran) printf("  %-13s %s edges at most\n", "roughness", cli_two_digits(f->roughness).text);
}

static void print_character(const run_plan* plan, uint32_t index) {
    const run_character_figures* f = &plan->figures.characters[index];
    plump_scene_character character;
    plump_scene_get_character(plan->scene, index, &character);
    printf("  %-13.40s %u set%s", character.name, f->last.set_count,
           f->last.set_count == 1 ? "" : "s");
    if (f->last.closed_count > 0)
        printf(", volume changed by %s %% at most by jiggling, by %s %% without",
               cli_two_digits(100 * f->volume_error_most).text,
               cli_two_digits(100 * f->volume_skinned_change_most).text);
    printf(", stretch %.2f radii at most", f->last.stretch_most);
    if (f->limited_frames > 0)
        printf(" (at the limit in %u frame%s)", f->limited_frames,
               f->limited_frames == 1 ? "" : "s");
    if (f->contact_frames > 0)
        printf(", contact in %u frame%s, %s mm deep", f->contact_frames,
               f->contact_frames == 1 ? "" : "s", cli_two_digits(1e3 * f->depth_most).text);
    printf("\n");
}

void run_report_text(const run_plan* plan) {
    const run_figures* f = &plan->figures;
    const plump_world* world = plump_scene_world(plan->scene);
    char steps[32], hash[17];
    printf("%s: ", plan->info.name);
    print_counts(plan);
    printf("%s %s of %.4g ms on %u %s (%s)\n", grouped(f->steps, steps),
           f->steps == 1 ? "step" : "steps", 1e3 * (double)plan->info.dt,
           plump_world_worker_count(world),
           plump_world_worker_count(world) == 1 ? "thread" : "threads", plump_world_isa(world));
    if (plan->info.body_count > 0) print_bodies(f);
    for (uint32_t i = 0; i < f->character_count; ++i) {
        if (f->characters[i].seen) print_character(plan, i);
    }
    if (f->steps > 0)
        printf("  %-13s %.3g ms per step, %.3g times real time\n", "speed", ms_step(f),
               realtime_factor(plan));
    else
        printf("  %-13s none: no step was taken\n", "speed");
    if (plan->wish->hash) {
        format_hash(plan, hash);
        printf("  %-13s %s\n", "hash", hash);
    }
    run_outputs_print(&plan->outputs);
}

// --- for scripts ---

static json_t* stages_json(const run_figures* f) {
    json_t* stages = json_object();
    for (int k = 0; k < PLUMP_STAGE_COUNT; ++k) {
        double ms = f->steps ? 1e3 * f->stage_seconds[k] / (double)f->steps : 0;
        json_object_set_new(stages, plump_stage_name((plump_stage)k), cli_json_real(ms));
    }
    return stages;
}

// A body that keeps no volume has no error: null.
static json_t* bodies_json(const run_plan* plan) {
    json_t* list = json_array();
    for (uint32_t i = 0; i < plan->figures.body_count; ++i) {
        const run_body_figures* f = &plan->figures.bodies[i];
        plump_scene_body body;
        plump_scene_get_body(plan->scene, i, &body);
        double none = (double)NAN;
        json_array_append_new(
            list,
            json_pack("{s:o, s:s, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:b}", "name",
                      cli_json_text(body.name), "model", body.model, "vertices",
                      (json_int_t)plump_mesh_vertex_count(body.mesh), "detail_vertices",
                      (json_int_t)(body.detail ? plump_detail_vertex_count(body.detail) : 0),
                      "volume_rest", cli_json_real(f->seen ? f->volume_rest : none), "volume_end",
                      cli_json_real(f->seen ? f->volume_end : none), "volume_error_max",
                      cli_json_real(f->bound ? f->volume_error_most : none), "volume_error_end",
                      cli_json_real(f->bound ? fabs(f->volume_error_end) : none), "roughness_max",
                      cli_json_real(f->seen ? f->roughness_most : none), "shakes",
                      f->shaking.shakes));
    }
    return list;
}

static json_t* overlap_json(const plump_overlap* o) {
    return json_pack("{s:I, s:o, s:o}", "pairs", (json_int_t)o->pair_count, "depth",
                     cli_json_real(o->depth), "share", cli_json_real(o->share));
}

static json_t* overlaps_json(const plump_overlap_report* o) {
    return json_pack("{s:o, s:o, s:o, s:o, s:b}", "obstacles", overlap_json(&o->obstacles),
                     "bodies", overlap_json(&o->bodies), "self", overlap_json(&o->self),
                     "clearance", cli_json_real(o->clearance), "at_least", o->at_least);
}

// Volumes that no surface encloses are none: null.
static json_t* character_json(const run_plan* plan, uint32_t index) {
    const run_character_figures* f = &plan->figures.characters[index];
    const plump_scene_character_report* last = &f->last;
    plump_scene_character character;
    plump_scene_get_character(plan->scene, index, &character);
    bool encloses = f->seen && last->closed_count > 0;
    double none = (double)NAN, steps = (double)plan->figures.steps;
    return json_pack(
        "{s:o, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:o, s:I, s:o}",
        "name", cli_json_text(character.name), "vertices",
        (json_int_t)character.triangles.vertex_count, "segments", (json_int_t)last->segment_count,
        "sets", (json_int_t)last->set_count, "closed_surfaces", (json_int_t)last->closed_count,
        "volume_bind", cli_json_real(encloses ? last->volume_bind : none), "volume_end",
        cli_json_real(encloses ? last->volume : none), "volume_error_max",
        cli_json_real(encloses ? f->volume_error_most : none), "volume_skinned_change_max",
        cli_json_real(encloses ? f->volume_skinned_change_most : none), "volume_change_max",
        cli_json_real(encloses ? f->volume_change_most : none), "stretch_max",
        cli_json_real(last->stretch_most), "limited_frames", (json_int_t)f->limited_frames,
        "contact_frames", (json_int_t)f->contact_frames, "contacts_max",
        (json_int_t)f->contact_most, "contact_depth_max", cli_json_real(f->depth_most), "cuts",
        (json_int_t)last->cut_count, "ms_step",
        cli_json_real(steps > 0 ? 1e3 * last->seconds / steps : 0));
}

static json_t* characters_json(const run_plan* plan) {
    json_t* list = json_array();
    for (uint32_t i = 0; i < plan->figures.character_count; ++i)
        json_array_append_new(list, character_json(plan, i));
    return list;
}

static json_t* warnings_json(const run_plan* plan) {
    const run_figures* f = &plan->figures;
    json_t* list = json_array();
    for (uint32_t i = 0; i < plan->notes.count; ++i)
        json_array_append_new(list, cli_json_text(plan->notes.texts[i]));
    for (uint32_t i = 0; i < f->warning_count; ++i)
        json_array_append_new(list, cli_json_text(f->warnings[i]));
    return list;
}

json_t* run_outputs_json(const run_outputs* outputs) {
    json_t* list = json_array();
    for (uint32_t i = 0; i < outputs->count; ++i)
        if (outputs->written[i]) json_array_append_new(list, cli_json_text(outputs->paths[i]));
    for (uint32_t i = 0; i < outputs->extra.count; ++i)
        json_array_append_new(list, cli_json_text(outputs->extra.items[i]));
    return list;
}

int run_report_json(const run_plan* plan) {
    const run_figures* f = &plan->figures;
    const plump_world* world = plump_scene_world(plan->scene);
    char hash[17];
    format_hash(plan, hash);
    json_t* report = json_pack(
        "{s:o, s:I, s:o, s:o, s:I, s:s, s:I, s:s, s:b, s:b, s:o, s:o, s:o, s:o, s:o, s:I, s:I, "
        "s:I, "
        "s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I}",
        "scene", cli_json_text(plan->info.name), "steps", (json_int_t)f->steps, "dt",
        cli_json_real((double)plan->info.dt), "seconds",
        cli_json_real(plump_scene_time(plan->scene)), "threads",
        (json_int_t)plump_world_worker_count(world), "isa", plump_world_isa(world), "particles",
        (json_int_t)plan->info.particle_count, "hash", hash, "finite", f->finite, "interrupted",
        plan->interrupted, "volume_error_max",
        cli_json_real(any_bound(f) ? f->volume_error : (double)NAN), "penetration_max",
        cli_json_real(f->penetration), "penetration_share_max", cli_json_real(f->penetration_share),
        "overlap_end", overlaps_json(&f->overlap), "roughness_max", cli_json_real(f->roughness),
        "contacts_max", (json_int_t)f->contacts, "contacts_dropped", (json_int_t)f->dropped,
        "touches_began", (json_int_t)f->began, "ms_step", cli_json_real(ms_step(f)),
        "realtime_factor", cli_json_real(realtime_factor(plan)), "stages", stages_json(f), "bodies",
        bodies_json(plan), "characters", characters_json(plan), "files",
        run_outputs_json(&plan->outputs), "warnings", warnings_json(plan), "findings",
        (json_int_t)f->findings);
    return cli_print_json(report, "run");
}

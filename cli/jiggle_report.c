// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What came of it: a short table for people, an object for scripts.
#include "cli/jiggle_plan.h"
#include "cli/json_out.h"

#include <math.h>
#include <stdio.h>

static double ms_frame(const jiggle_plan* plan) {
    double sum = 0;
    for (uint32_t i = 0; i < plan->frame_count; ++i) sum += plan->frames[i].seconds;
    return plan->frame_count ? 1e3 * sum / plan->frame_count : 0;
}

static const char* plural(uint32_t count) {
    return count == 1 ? "" : "s";
}

static void print_volume(const jiggle_plan* plan) {
    uint32_t closed = plan->info.closed_count;
    if (closed == 0) {
        printf("  %-13s no surface is closed\n", "volume");
        return;
    }
    printf("  %-13s changed by %.2g %% at most by jiggling, by %.2g %% by the clip alone "
           "(%u closed surface%s)\n",
           "volume", 100 * plan->error_most, 100 * plan->skinned_most, closed, plural(closed));
}

void jiggle_report_text(const jiggle_plan* plan) {
    printf("%s: clip '%s', %.3g s%s, %u frames; %u vertices, %u segment%s, %u set%s\n",
           plan->wish->character, plan->clip.name, plan->clip.end - plan->clip.begin,
           plan->is_loop ? " (a loop)" : "", plan->frame_count, plan->info.vertex_count,
           plan->info.segment_count, plural(plan->info.segment_count), plan->sets.count,
           plural(plan->sets.count));
    print_volume(plan);
    printf("  %-13s %.3g%s%s\n", "strength", plan->strength, plan->strength_reason[0] ? ": " : "",
           plan->strength_reason);
    printf("  %-13s %.2f radii at most, %.0f %% of the limit\n", "stretch", plan->stretch_most,
           100 * plan->reach_most);
    printf("  %-13s %.3g ms per frame (%s)\n", "speed", ms_frame(plan),
           plump_jiggle_isa(plan->jiggle));
    run_outputs_print(&plan->outputs);
}

// --- for scripts ---

// A volume that no surface encloses is none: null.
static json_t* volume_json(const jiggle_plan* plan, double value) {
    return cli_json_real(plan->info.closed_count ? value : (double)NAN);
}

static json_t* frames_json(const jiggle_plan* plan) {
    json_t* list = json_array();
    for (uint32_t i = 0; i < plan->frame_count; ++i) {
        const jiggle_figures* f = &plan->frames[i];
        json_array_append_new(
            list,
            json_pack("{s:o, s:o, s:o, s:o, s:o}", "time", cli_json_real(f->time), "volume_skinned",
                      volume_json(plan, f->skinned), "volume", volume_json(plan, f->jiggled),
                      "stretch", cli_json_real(f->stretch), "ms", cli_json_real(1e3 * f->seconds)));
    }
    return list;
}

static json_t* names_json(const jiggle_plan* plan) {
    json_t* list = json_array();
    for (uint32_t i = 0; i < plan->sets.count; ++i)
        json_array_append_new(list, cli_json_text(plan->sets.names[i]));
    return list;
}

static json_t* clips_json(const jiggle_plan* plan) {
    json_t* list = json_array();
    for (uint32_t i = 0; i < plan->info.clip_count; ++i) {
        plump_character_clip clip;
        plump_character_get_clip(plan->character, i, &clip);
        json_array_append_new(list, cli_json_text(clip.name));
    }
    return list;
}

static json_t* warnings_json(const jiggle_plan* plan) {
    json_t* list = json_array();
    for (uint32_t i = 0; i < plan->warning_count; ++i)
        json_array_append_new(list, cli_json_text(plan->warnings[i]));
    // it makes no difference to what is seen, and so is told to scripts alone
    if (plan->card.picture_count > 0 && plan->card.trouble.code != PLUMP_OK)
        json_array_append_new(list, cli_json_text(plan->card.trouble.text));
    return list;
}

static const char* deformed_on(const jiggle_plan* plan) {
    const run_deform* card = &plan->card;
    return card->picture_count > 0 && card->function && card->trouble.code == PLUMP_OK ? "gpu"
                                                                                       : "cpu";
}

int jiggle_report_json(const jiggle_plan* plan) {
    const plump_character_info* info = &plan->info;
    json_t* report = json_pack(
        "{s:o, s:o, s:o, s:b, s:o, s:o, s:I, s:I, s:I, s:I, s:o, s:s, s:s, s:b}", "character",
        cli_json_text(plan->wish->character), "clip", cli_json_text(plan->clip.name), "clips",
        clips_json(plan), "loop", plan->is_loop, "seconds", cli_json_real(plan->seconds), "fps",
        cli_json_real(plan->frame_rate), "vertices", (json_int_t)info->vertex_count, "triangles",
        (json_int_t)info->triangle_count, "segments", (json_int_t)info->segment_count,
        "closed_surfaces", (json_int_t)info->closed_count, "sets", names_json(plan), "isa",
        plump_jiggle_isa(plan->jiggle), "deformed_on", deformed_on(plan), "interrupted",
        plan->interrupted);
    json_t* more = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:s, s:I, s:I, s:o, s:o, s:o, s:o}",
        "volume_bind", volume_json(plan, plan->volume_bind), "volume_error_max",
        volume_json(plan, plan->error_most), "volume_skinned_change_max",
        volume_json(plan, plan->skinned_most), "volume_change_max",
        volume_json(plan, plan->jiggled_most), "stretch_max", cli_json_real(plan->stretch_most),
        "stretch_of_limit", cli_json_real(plan->reach_most), "strength",
        cli_json_real(plan->strength), "strength_chosen", plan->strength_reason[0] != 0,
        "strength_reason", plan->strength_reason, "limited_frames", (json_int_t)plan->limited,
        "cuts", (json_int_t)plan->cuts, "ms_frame", cli_json_real(ms_frame(plan)), "frames",
        frames_json(plan), "files", run_outputs_json(&plan->outputs), "warnings",
        warnings_json(plan));
    if (report && more) json_object_update(report, more);
    json_decref(more);
    return cli_print_json(report, "jiggle");
}

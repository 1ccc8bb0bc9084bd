// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The figures of a run: the worst of everything over all steps, and the time they took.
#include "cli/run.h"
#include "cli/worst.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool run_figures_create(const plump_scene* scene, double frame_rate, run_figures* figures) {
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    *figures = (run_figures){.finite = true,
                             .body_count = info.body_count,
                             .character_count = info.character_count,
                             .frame_rate = frame_rate};
    figures->next_frame = (uint64_t)floor(plump_scene_time(scene) * frame_rate + 1e-6) + 1;
    figures->bodies = calloc(info.body_count + 1, sizeof *figures->bodies);
    figures->characters = calloc(info.character_count + 1, sizeof *figures->characters);
    return figures->bodies && figures->characters;
}

void run_figures_destroy(run_figures* figures) {
    free(figures->bodies);
    free(figures->characters);
    memset(figures, 0, sizeof *figures);
}

static void raise_to(double* most, double value) {
    *most = cli_worse(*most, value);
}

// Each body in each step: one may be gone in the next. It costs a hundredth of the step.
static void look_at_body(run_figures* figures, const plump_scene* scene, uint32_t index,
                         double seconds) {
    plump_scene_body body;
    plump_body_info info;
    plump_scene_get_body(scene, index, &body);
    if (!body.id.value) return;
    if (plump_body_describe(plump_scene_world(scene), body.id, &info, NULL) != PLUMP_OK) return;
    run_body_figures* f = &figures->bodies[index];
    f->seen = true;
    f->vertices = info.vertex_count;
    f->volume_rest = info.rest_volume;
    f->volume_error_end = info.volume_error;
    f->volume_end = info.volume;
    f->too_soft = info.too_soft;
    f->compressible = plump_body_get(plump_scene_world(scene), body.id, "compressibility") > 0;
    if (info.volume_state != PLUMP_VOLUME_UNBOUND) f->bound = true;
    raise_to(&f->volume_error_most, info.volume_error_most);
    run_findings_look(f, &info, plump_scene_time(scene), seconds);
    raise_to(&figures->penetration_share, info.penetration / info.extent);
    bool finite = isfinite(info.volume) && isfinite(info.kinetic_energy);
    for (int k = 0; k < 3; ++k) finite = finite && isfinite(info.centre[k]);
    figures->finite = figures->finite && finite;
}

// --- characters ---

static void look_at_character(run_figures* figures, plump_scene* scene, uint32_t index) {
    run_character_figures* f = &figures->characters[index];
    plump_scene_character_report now;
    plump_scene_character character;
    plump_scene_get_character(scene, index, &character);
    if (!character.present || plump_scene_report_character(scene, index, &now, NULL) != PLUMP_OK)
        return;
    f->limited_frames += now.limited_steps > f->last.limited_steps;
    f->contact_frames += now.contact_count > 0;
    if (now.contact_count > f->contact_most) f->contact_most = now.contact_count;
    raise_to(&f->depth_most, now.contact_depth);
    raise_to(&f->volume_error_most, now.volume_error);
    raise_to(&f->volume_skinned_change_most, now.volume_skinned_change);
    raise_to(&f->volume_change_most, now.volume_change);
    figures->finite = figures->finite && isfinite(now.volume) && isfinite(now.stretch_most);
    f->seen = true;
    f->last = now;
}

// Once per frame: deforming them in every step would cost more than all the rest.
static void look_at_characters(run_figures* figures, plump_scene* scene) {
    double frame = plump_scene_time(scene) * figures->frame_rate + 1e-6;
    if ((double)figures->next_frame > frame) return;
    figures->next_frame = (uint64_t)floor(frame) + 1;
    for (uint32_t i = 0; i < figures->character_count; ++i) look_at_character(figures, scene, i);
}

double run_figures_volume_error(const run_figures* figures) {
    double most = figures->volume_error;
    for (uint32_t i = 0; i < figures->character_count; ++i)
        raise_to(&most, figures->characters[i].volume_error_most);
    return most;
}

void run_figures_look(run_figures* figures, plump_scene* scene) {
    const plump_step_report* report = plump_world_report(plump_scene_world(scene));
    ++figures->steps;
    figures->step_seconds += report->seconds;
    for (int k = 0; k < PLUMP_STAGE_COUNT; ++k)
        figures->stage_seconds[k] += report->stage_seconds[k];
    raise_to(&figures->volume_error, report->volume_error);
    raise_to(&figures->penetration, report->penetration);
    if (report->contact_count > figures->contacts) figures->contacts = report->contact_count;
    figures->began += plump_world_events(plump_scene_world(scene)).began_count;
    if (report->substeps > figures->substeps) figures->substeps = report->substeps;
    if (report->unreachable_count > figures->unreachable)
        figures->unreachable = report->unreachable_count;
    figures->contained += report->contained_count;
    figures->dropped += report->contact_dropped;
    if (report->contained_count > 0) figures->finite = false;
    double seconds = (double)report->substeps * (double)report->substep;
    for (uint32_t i = 0; i < figures->body_count; ++i) {
        look_at_body(figures, scene, i, seconds);
        raise_to(&figures->roughness, figures->bodies[i].roughness_most);
    }
    look_at_characters(figures, scene);
}

static void warn(run_figures* figures, const char* format, va_list arguments) {
    if (figures->warning_count == RUN_WARNINGS) return;
    vsnprintf(figures->warnings[figures->warning_count++], sizeof figures->warnings[0], format,
              arguments);
}

void run_figures_warn(run_figures* figures, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    warn(figures, format, arguments);
    va_end(arguments);
}

void run_figures_find(run_figures* figures, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    warn(figures, format, arguments);
    va_end(arguments);
    figures->findings++;
}

void run_figures_judge(run_figures* figures, const plump_scene* scene) {
    if (figures->contained > 0)
        run_figures_warn(figures,
                         "bodies lost their shape to numbers that are not finite and were mended "
                         "%llu times: shorter steps or softer bodies would help",
                         (unsigned long long)figures->contained);
    if (figures->unreachable > 0)
        run_figures_warn(figures,
                         "%u %s stiffer than these substeps can make %s: more substeps, "
                         "a shorter step or a lower frequency would help",
                         figures->unreachable, figures->unreachable == 1 ? "body is" : "bodies are",
                         figures->unreachable == 1 ? "it" : "them");
    for (uint32_t i = 0; i < figures->body_count; ++i) {
        plump_scene_body body;
        if (!figures->bodies[i].too_soft) continue;
        plump_scene_get_body(scene, i, &body);
        run_figures_warn(figures,
                         "%s is so soft that it folds under its own weight: raise its frequency",
                         body.name);
        break;
    }
}

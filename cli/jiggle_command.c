// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump jiggle: an animated character in, the same with secondary motion out.
#include "cli/jiggle_plan.h"

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/worst.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STILL 1e-3  // radii, below which nobody sees it swing

int jiggle_complain(plump_result result, const plump_error* error) {
    cli_complain("jiggle", "%s", error->text);
    return cli_exit_code(result);
}

int jiggle_complain_memory(void) {
    cli_complain("jiggle", "out of memory");
    return CLI_MACHINE;
}

void jiggle_warn(jiggle_plan* plan, const char* format, ...) {
    if (plan->warning_count == JIGGLE_WARNINGS) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(plan->warnings[plan->warning_count++], sizeof plan->warnings[0], format, arguments);
    va_end(arguments);
}

// --- wishes ---

typedef struct range {
    const char* name;
    double value, least, most;
    const char* unit;
} range;

// A number, or "auto". Sets by hand are as their file says unless more is asked for.
static int read_strength(jiggle_wishes* wish) {
    const char* text = wish->strength_text;
    char* end;
    wish->strength = strcmp(wish->sets, "auto") == 0 ? (double)NAN : 1;
    if (!text) return CLI_DONE;
    wish->strength = (double)NAN;
    if (strcmp(text, "auto") == 0) return CLI_DONE;
    wish->strength = strtod(text, &end);
    if (end != text && !*end && wish->strength >= 0 && wish->strength <= 100) return CLI_DONE;
    cli_complain("jiggle", "--strength is auto, or from 0 to 100 times as soft, not '%s'", text);
    return CLI_REFUSED;
}

static int check_wishes(const jiggle_wishes* wish) {
    const range ranges[] = {
        {"fps", wish->frame_rate, 0.1, 10000, "frames per second"},
        {"settle", wish->settle, 0, 3600, "seconds"},
        {"max-volume-error", wish->volume_most, 0, 1e9, "as a share of the volume"},
        {"loops", wish->loops, 1, 10000, "times"},
        {"still", wish->still, 0, 1e6, "seconds"},
        {"tolerance", wish->tolerance, 0, 0.1, "as a share of the size"},
        {"max-size", wish->size_most, 0.001, 4294, "MB"},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; ++i) {
        const range* r = &ranges[i];
        if (isnan(r->value) || (r->value >= r->least && r->value <= r->most)) continue;
        cli_complain("jiggle", "--%s is from %g to %g %s, not %g", r->name, r->least, r->most,
                     r->unit, r->value);
        return CLI_REFUSED;
    }
    if (wish->outputs.count > 0 || wish->save_sets || wish->glsl || wish->json) return CLI_DONE;
    cli_complain("jiggle", "wants -o FILE: .glb .mdd .pc2 .ply .obj .png .mp4 .webm .webp .gif");
    return CLI_REFUSED;
}

// Which files are read and written. What is written is baked: over the character itself its
// skeleton and clips would be lost.
static int choose_outputs(jiggle_plan* plan) {
    const jiggle_wishes* wish = plan->wish;
    run_list_add(&plan->outputs.inputs, wish->character);
    if (strcmp(wish->sets, "auto") != 0) run_list_add(&plan->outputs.inputs, wish->sets);
    if (wish->save_sets) run_list_add(&plan->outputs.extra, wish->save_sets);
    if (wish->glsl) {
        snprintf(plan->glsl_frames, sizeof plan->glsl_frames, "%s.json", wish->glsl);
        run_list_add(&plan->outputs.extra, wish->glsl);
        run_list_add(&plan->outputs.extra, plan->glsl_frames);
    }
    return run_outputs_choose(&wish->outputs, &plan->outputs);
}

static int set_camera(jiggle_plan* plan) {
    plump_picture_def def = plump_default_picture_def();
    const jiggle_wishes* wish = plan->wish;
    if (wish->view && !plump_picture_set_view(&def, wish->view)) {
        cli_complain("jiggle",
                     "--view is front, back, left, right, top, bottom, three-quarter or two angles "
                     "such as 30,15, not '%s'",
                     wish->view);
        return CLI_REFUSED;
    }
    plan->show = (plump_scene_info){.eye_azimuth = def.azimuth,
                                    .eye_elevation = def.elevation,
                                    .field_of_view = def.field_of_view,
                                    .margin = def.margin,
                                    .picture_width = def.width,
                                    .picture_height = def.height,
                                    .background = def.background,
                                    .floor = true,
                                    .colour_by = "body",
                                    .still_time = wish->still >= 0 ? wish->still : -1};
    return run_parse_size("jiggle", wish->size, &plan->show.picture_width,
                          &plan->show.picture_height);
}

// --- the clip ---

static const char* clip_name(size_t index, const void* list) {
    plump_character_clip clip;
    const plump_character* character = list;
    if (plump_character_get_clip(character, (uint32_t)index, &clip) != PLUMP_OK) return NULL;
    return clip.name;
}

static int complain_clip(const jiggle_plan* plan) {
    char names[300] = "";
    const char* wish = plan->wish->clip;
    const char* nearest = cli_nearest(wish, clip_name, plan->character, plan->info.clip_count);
    for (uint32_t i = 0; i < plan->info.clip_count && i < 12; ++i) {
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s'%.40s'", i ? ", " : "",
                 clip_name(i, plan->character));
    }
    if (nearest)
        cli_complain("jiggle", "%s has no clip '%s'; did you mean '%s'? It has %s",
                     plan->wish->character, wish, nearest, names);
    else
        cli_complain("jiggle", "%s has no clip '%s'; it has %s", plan->wish->character, wish,
                     names);
    return CLI_REFUSED;
}

// By its name, else by its number.
static bool find_clip(const jiggle_plan* plan, uint32_t* index) {
    const char* wish = plan->wish->clip;
    *index = 0;
    if (!wish) return true;
    for (; *index < plan->info.clip_count; ++*index) {
        if (!strcmp(clip_name(*index, plan->character), wish)) return true;
    }
    char* end;
    unsigned long number = strtoul(wish, &end, 10);
    *index = (uint32_t)number;
    return wish[0] >= '0' && wish[0] <= '9' && !*end && number < plan->info.clip_count;
}

static int choose_clip(jiggle_plan* plan) {
    const char* name = plan->wish->character;
    if (plan->info.clip_count == 0) {
        cli_complain("jiggle", "%s has no clips: nothing moves it, so nothing jiggles", name);
        return CLI_REFUSED;
    }
    if (!find_clip(plan, &plan->clip_index)) return complain_clip(plan);
    plump_character_get_clip(plan->character, plan->clip_index, &plan->clip);
    if (plan->clip.end > plan->clip.begin) return CLI_DONE;
    cli_complain("jiggle", "%s: clip '%s' has no length, so nothing jiggles%s", name,
                 plan->clip.name, plan->info.clip_count > 1 ? "; --clip takes another" : "");
    return CLI_REFUSED;
}

// --- what it takes ---

static int open_character(jiggle_plan* plan) {
    plump_error error;
    plump_result result =
        plump_character_read(plan->wish->character, NULL, &plan->character, &error);
    if (result != PLUMP_OK) return jiggle_complain(result, &error);
    plump_character_get_info(plan->character, &plan->info);
    for (uint32_t i = 0; i < plan->info.note_count; ++i)
        jiggle_warn(plan, "%s: %s", plan->wish->character,
                    plump_character_note(plan->character, i));
    result = plump_pose_create(plan->character, NULL, &plan->pose, &error);
    return result == PLUMP_OK ? CLI_DONE : jiggle_complain(result, &error);
}

plump_jiggle_def jiggle_make_def(const jiggle_plan* plan) {
    plump_jiggle_def def = plump_default_jiggle_def();
    def.mesh = plump_character_triangles(plan->character);
    def.mesh.positions = plump_pose_bind(plan->pose);
    def.segments = plump_character_segments(plan->character);
    def.weights = plump_character_weights(plan->character);
    def.segment_count = plan->info.segment_count;
    def.worker_count = plan->wish->threads;
    def.polish = !plan->wish->no_polish;
    return def;
}

static int make_jiggle(jiggle_plan* plan) {
    plump_error error;
    plump_jiggle_def def = jiggle_make_def(plan);
    def.sets = plan->sets.items;
    def.set_count = plan->sets.count;
    plump_result result = plump_jiggle_create(&def, &plan->jiggle, &error);
    return result == PLUMP_OK ? CLI_DONE : jiggle_complain(result, &error);
}

// With the strength that the clip asks for, unless the user has said it.
static int choose_strength(jiggle_plan* plan) {
    plan->strength = plan->wish->strength;
    if (!isnan(plan->strength)) return CLI_DONE;
    int code = make_jiggle(plan);
    if (code == CLI_DONE) code = jiggle_strength_choose(plan);
    plump_jiggle_destroy(plan->jiggle);
    plan->jiggle = NULL;
    plump_pose_set(plan->pose, PLUMP_NO_CLIP, 0, NULL);  // what is made of it next begins at rest
    return code;
}

static int make_room(jiggle_plan* plan) {
    size_t floats = 3 * (size_t)plan->info.vertex_count + 1;
    plan->skinned = malloc(floats * sizeof *plan->skinned);
    plan->jiggled = malloc(floats * sizeof *plan->jiggled);
    bool made = plan->skinned && plan->jiggled;
    for (int i = 0; i < 3; ++i) {
        plan->volumes[i] = calloc((size_t)plan->info.closed_count + 1, sizeof(double));
        made = made && plan->volumes[i];
    }
    if (!made) return jiggle_complain_memory();
    plump_character_volumes(plan->character, plump_pose_bind(plan->pose), plan->volumes[0]);
    for (uint32_t i = 0; i < plan->info.closed_count; ++i)
        plan->volume_bind += fabs(plan->volumes[0][i]);
    return CLI_DONE;
}

static void free_plan(jiggle_plan* plan) {
    jiggle_actors_free(plan);
    jiggle_glsl_free(plan);
    jiggle_card_free(plan);
    jiggle_sets_free(&plan->sets);
    plump_jiggle_destroy(plan->jiggle);
    plump_pose_destroy(plan->pose);
    plump_character_destroy(plan->character);
    for (int i = 0; i < 3; ++i) free(plan->volumes[i]);
    free(plan->skinned);
    free(plan->jiggled);
    free(plan->frames);
}

// --- the order of things ---

static int play(jiggle_plan* plan) {
    run_show show = {.colour_by = "body",
                     .frame_rate = plan->frame_rate,
                     .tolerance = plan->wish->tolerance,
                     .size_most = (uint64_t)(1e6 * plan->wish->size_most)};
    run_frame start;
    int code = jiggle_play_begin(plan);
    if (code != CLI_DONE) return code;
    if (!jiggle_actors_make(plan) || !jiggle_card_open(plan)) return jiggle_complain_memory();
    start = jiggle_actors_frame(plan, 0, 0);
    show.actors = plan->actors;
    show.actor_count = plan->actor_count;
    show.info = plan->show;
    show.deform = &plan->card;
    show.untextured = &plan->untextured;
    show.start = &start;
    code = jiggle_glsl_open(plan);
    cli_catch_interrupts();  // so far there is nothing to write: a signal ends it at once
    if (code == CLI_DONE) code = run_outputs_open(&plan->outputs, &show);
    if (code == CLI_DONE) code = jiggle_play(plan);
    if (code == CLI_DONE) {
        run_frame end = jiggle_actors_frame(plan, plan->seconds, plan->frame_count);
        int shader = jiggle_glsl_close(plan);
        code = run_outputs_close(&plan->outputs, &end);
        if (code == CLI_DONE) code = shader;
    }
    if (code != CLI_DONE) run_outputs_discard(&plan->outputs);
    return code;
}

// Nothing swings, though it was to: why.
static void warn_still(jiggle_plan* plan) {
    if (plan->strength == 0) return;
    if (plan->sets.count == 0)
        jiggle_warn(plan, "no place for a set was found, the surface being open or thin: nothing "
                          "swings; --sets FILE says where");
    else if (plan->stretch_most < STILL)
        jiggle_warn(plan,
                    "nothing swings: neither bones nor morph targets of clip '%s' move a set%s",
                    plan->clip.name, plan->info.clip_count > 1 ? "; --clip takes another" : "");
}

static int judge(jiggle_plan* plan) {
    int code = CLI_DONE;
    warn_still(plan);
    if (plan->limited > 0)
        jiggle_warn(plan,
                    "sets were held back by their limit in %u of %u frames; a smaller "
                    "--strength would keep them from it",
                    plan->limited, plan->frame_count);
    if (plan->cuts > 0)
        jiggle_warn(plan, "%u jump%s in the clip %s not felt", plan->cuts,
                    plan->cuts == 1 ? "" : "s", plan->cuts == 1 ? "was" : "were");
    if (plan->untextured.code != PLUMP_OK) jiggle_warn(plan, "%s", plan->untextured.text);
    if (cli_exceeds(plan->error_most, plan->wish->volume_most)) {
        jiggle_warn(plan, "the volume error is %.3g, more than the %.3g asked for",
                    plan->error_most, plan->wish->volume_most);
        code = CLI_FINDING;
    }
    if (plan->interrupted) {
        jiggle_warn(plan, "interrupted after %u frames; what exists was written",
                    plan->frame_count);
        code = CLI_FINDING;
    }
    for (uint32_t i = 0; i < plan->warning_count; ++i)
        cli_complain("jiggle", "%s", plan->warnings[i]);
    return code;
}

static int tell(jiggle_plan* plan) {
    int code = judge(plan), printed = CLI_DONE;
    if (plan->wish->json)
        printed = jiggle_report_json(plan);
    else if (!plan->wish->quiet)
        jiggle_report_text(plan);
    return printed > code ? printed : code;
}

static int jiggle(const jiggle_wishes* wish) {
    jiggle_plan plan = {.wish = wish,
                        .frame_rate = wish->frame_rate > 0 ? wish->frame_rate : 30,
                        .outputs = {.command = "jiggle", .without_world = true}};
    int code = check_wishes(wish);
    if (code == CLI_DONE) code = cli_check_threads("jiggle", wish->threads);
    if (code == CLI_DONE) code = set_camera(&plan);
    if (code == CLI_DONE) code = choose_outputs(&plan);
    if (code == CLI_DONE) code = open_character(&plan);
    if (code == CLI_DONE) code = choose_clip(&plan);
    if (code == CLI_DONE) code = jiggle_play_check(&plan);
    if (code == CLI_DONE) code = jiggle_sets_make(&plan);
    if (code == CLI_DONE) code = choose_strength(&plan);
    if (code == CLI_DONE && wish->save_sets) code = jiggle_sets_save(&plan, wish->save_sets);
    if (code == CLI_DONE) code = make_jiggle(&plan);
    if (code == CLI_DONE) code = make_room(&plan);
    if (code == CLI_DONE) code = play(&plan);
    if (code == CLI_DONE) code = tell(&plan);
    free_plan(&plan);
    return code;
}

int plump_cli_jiggle(int argc, char** argv) {
    jiggle_wishes wish = {.sets = "auto",
                          .frame_rate = (double)NAN,
                          .settle = 0,
                          .still = (double)NAN,
                          .volume_most = (double)NAN,
                          .tolerance = 1e-3,
                          .size_most = 100,
                          .loops = 1};
    const cli_option options[] = {
        {"output", 'o', CLI_LIST, &wish.outputs, "FILE",
         "write it: .glb .mdd .pc2 .ply .obj .png .mp4 .webm .webp .gif; repeatable"},
        {"clip", 0, CLI_TEXT, &wish.clip, "NAME",
         "which clip, by name or number; default the first"},
        {"sets", 0, CLI_TEXT, &wish.sets, "auto|FILE",
         "where it jiggles: by itself, or as a JSON file says"},
        {"save-sets", 0, CLI_TEXT, &wish.save_sets, "FILE",
         "write the sets, to be changed by hand"},
        {"glsl", 0, CLI_TEXT, &wish.glsl, "FILE",
         "write it as a vertex shader, its uniforms per frame in FILE.json"},
        {"strength", 0, CLI_TEXT, &wish.strength_text, "auto|X",
         "how far it swings: by the clip (default, but 1 with --sets FILE), or X times as soft; 0: "
         "not at all"},
        {"no-polish", 0, CLI_FLAG, &wish.no_polish, NULL,
         "volumes only as exact as the flow, within some percent; faster"},
        {"fps", 0, CLI_NUMBER, &wish.frame_rate, "F", "frames per second; default 30"},
        {"loops", 0, CLI_COUNT, &wish.loops, "N", "play the clip N times; default 1"},
        {"settle", 0, CLI_NUMBER, &wish.settle, "S", "then hold still for S seconds"},
        {"tolerance", 0, CLI_NUMBER, &wish.tolerance, "X",
         "of a .glb: how far off it may play, as a share of its size; default 1e-3"},
        {"max-size", 0, CLI_NUMBER, &wish.size_most, "MB", "of a .glb; default 100"},
        {"beside", 0, CLI_FLAG, &wish.beside, NULL, "show the clip without jiggling beside it"},
        {"size", 0, CLI_TEXT, &wish.size, "WxH", "of pictures, in pixels"},
        {"view", 0, CLI_TEXT, &wish.view, "VIEW", "of pictures: front, left, ..., or 30,15"},
        {"still", 0, CLI_NUMBER, &wish.still, "S",
         "the moment of a single picture; default the end"},
        {"cpu", 0, CLI_FLAG, &wish.cpu, NULL,
         "with --no-polish: pictures too are deformed by the processor, not the graphics card"},
        {"threads", 't', CLI_COUNT, &wish.threads, "N", "at most 64; default 0: one per processor"},
        {"max-volume-error", 0, CLI_NUMBER, &wish.volume_most, "X",
         "exit 1 if jiggling ever changed a volume by more, as a share"},
        {"quiet", 'q', CLI_FLAG, &wish.quiet, NULL, "no progress and no table"},
        {"json", 0, CLI_FLAG, &wish.json, NULL, "one JSON object on standard output"},
    };
    const cli_command command = {
        "jiggle", "CHARACTER -o FILE [options]",
        "Lets an animated character (.glb, .gltf) jiggle: its soft parts swing after bones and "
        "morph\n"
        "targets and keep their volume. Where and how much is found by itself, or said in a file.\n"
        "Ctrl-C ends it early and writes what there is.",
        options, sizeof options / sizeof options[0]};
    int rest;
    int code = cli_parse(&command, argc, argv, &rest);
    if (code >= 0) return code;
    if (rest != 1) {
        cli_complain("jiggle", "wants one CHARACTER, a .glb or .gltf with a clip");
        return CLI_REFUSED;
    }
    wish.character = argv[1];
    code = read_strength(&wish);
    if (code != CLI_DONE) return code;
    return jiggle(&wish);
}

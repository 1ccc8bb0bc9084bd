// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump run: simulates a scene and writes what is asked for.
#include "cli/run.h"

#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/worst.h"

#include <plump/io.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complain(plump_result result, const plump_error* error) {
    cli_complain("run", "%s", error->text);
    return cli_exit_code(result);
}

static int complain_memory(void) {
    cli_complain("run", "out of memory");
    return CLI_MACHINE;
}

// --- wishes that can be judged before the scene is read ---

// What ends a run with exit 1.
static int check_bounds(const run_wishes* wish) {
    const struct {
        const char *option, *what;
        double most;
    } bounds[] = {
        {"max-volume-error", "a share of the volume", wish->volume_most},
        {"max-overlap", "a share of the size", wish->overlap_most},
        {"max-roughness", "a share of an edge", wish->roughness_most},
    };
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; ++i) {
        if (!(bounds[i].most < 0)) continue;
        cli_complain("run", "--%s is %s, 0 or more, not %g", bounds[i].option, bounds[i].what,
                     bounds[i].most);
        return CLI_REFUSED;
    }
    return CLI_DONE;
}

static int check_wishes(const run_wishes* wish) {
    if (wish->steps != RUN_NO_STEPS && !isnan(wish->seconds)) {
        cli_complain("run", "--steps and --seconds both say how long it runs; give one of them");
        return CLI_REFUSED;
    }
    if (wish->seconds < 0 || wish->seconds > 1e6) {
        cli_complain("run", "--seconds is from 0 to 1e6, not %g", wish->seconds);
        return CLI_REFUSED;
    }
    if (wish->frame_rate <= 0 || wish->frame_rate > 1e5) {
        cli_complain("run", "--frame-rate is above 0 and at most 100000 frames per second, not %g",
                     wish->frame_rate);
        return CLI_REFUSED;
    }
    if (wish->body_size <= 0 || wish->scale <= 0) {
        cli_complain("run", "--%s is above 0, not %g", wish->scale <= 0 ? "scale" : "body-size",
                     wish->scale <= 0 ? wish->scale : wish->body_size);
        return CLI_REFUSED;
    }
    return check_bounds(wish);
}

static int set_size(const char* wish, plump_scene_info* info) {
    return run_parse_size("run", wish, &info->picture_width, &info->picture_height);
}

static int check_colour(const char* wish) {
    static const char* const known[] = {"body", "part", "stress", "volume", "contact"};
    for (size_t i = 0; wish && i < sizeof known / sizeof known[0]; ++i) {
        if (!strcmp(wish, known[i])) return CLI_DONE;
    }
    if (!wish) return CLI_DONE;
    cli_complain("run", "--colour-by is body, part, stress, volume or contact, not '%s'", wish);
    return CLI_REFUSED;
}

// --- snapshots ---

// A state has its scene's size but for what touches what; far more is none, and is not read.
static size_t largest_state(const run_plan* plan) {
    return ((size_t)64 << 20) + 64 * plump_scene_snapshot_size(plan->scene);
}

static int resume(const run_plan* plan) {
    const char* path = plan->wish->resume;
    if (!path) return CLI_DONE;
    void* bytes = NULL;
    size_t size = 0;
    plump_error error;
    const plump_allocator usual = {0};
    plump_result result =
        plump_file_read_bytes(path, largest_state(plan), usual, &bytes, &size, &error);
    if (result != PLUMP_OK) return complain(result, &error);
    result = plump_scene_restore(plan->scene, bytes, size, &error);
    plump_file_free_bytes(bytes, usual);
    if (result == PLUMP_OK) return CLI_DONE;
    cli_complain("run", "--resume %s: %s", path, error.text);
    return cli_exit_code(result);
}

static int save(const run_plan* plan) {
    const char* path = plan->wish->save;
    if (!path) return CLI_DONE;
    size_t size = plump_scene_snapshot_size(plan->scene);
    unsigned char* bytes = malloc(size ? size : 1);
    if (!bytes) return complain_memory();
    plump_error error;
    plump_result result = plump_scene_snapshot(plan->scene, bytes, size, &size, &error);
    if (result == PLUMP_OK) result = plump_file_write_bytes(path, bytes, size, &error);
    free(bytes);
    return result == PLUMP_OK ? CLI_DONE : complain(result, &error);
}

// --- the run ---

// How many steps: as wished, or to the end of the scene.
static uint64_t count_steps(const run_plan* plan) {
    const run_wishes* wish = plan->wish;
    double dt = (double)plan->info.dt;
    if (wish->steps != RUN_NO_STEPS) return wish->steps;
    double seconds =
        wish->seconds >= 0 ? wish->seconds : plan->info.seconds - plump_scene_time(plan->scene);
    // a length that is no whole number of steps is rounded up; roundings of dt are not
    return seconds > 0 ? (uint64_t)ceil(seconds / dt - 0.01) : 0;
}

static run_show make_show(run_plan* plan) {
    const run_wishes* wish = plan->wish;
    run_show show = {.scene = plan->scene,
                     .actors = plan->actors.items,
                     .actor_count = plan->actors.count,
                     .info = plan->info,
                     .quiet = wish->quiet,
                     .untextured = &plan->untextured,
                     .start = &plan->start};
    show.colour_by = wish->colour_by ? wish->colour_by : plan->info.colour_by;
    show.frame_rate = wish->frame_rate > 0 ? wish->frame_rate : plan->info.frame_rate;
    return show;
}

static int finish(run_plan* plan) {
    run_frame end;
    plump_error error;
    plump_result result = run_frames_now(&plan->frames, &end, &error);
    if (result != PLUMP_OK) return complain(result, &error);
    plan->unwritten = run_outputs_close(&plan->outputs, &end);
    return save(plan);
}

static int simulate(run_plan* plan) {
    plump_error error;
    plump_result result = plump_scene_start(plan->scene, &error);
    if (result != PLUMP_OK) return complain(result, &error);
    int code = resume(plan);
    if (code != CLI_DONE) return code;
    plan->steps = count_steps(plan);
    if (!run_actors_make(plan->scene, &plan->actors)) return complain_memory();
    run_show show = make_show(plan);
    bool wanted = run_outputs_want_frames(&plan->outputs);
    if (!run_frames_create(plan->scene, &plan->actors, show.frame_rate, wanted, &plan->frames) ||
        !run_figures_create(plan->scene, show.frame_rate, &plan->figures))
        return complain_memory();
    run_findings_begin(plan);
    result = run_frames_now(&plan->frames, &plan->start, &error);
    if (result != PLUMP_OK) return complain(result, &error);
    result = plan->wish->save ? run_check_folder(plan->wish->save, &error) : PLUMP_OK;
    if (result != PLUMP_OK) return complain(result, &error);
    cli_catch_interrupts();  // so far there is nothing to write: a signal ends it at once
    code = run_outputs_open(&plan->outputs, &show);
    if (code == CLI_DONE) code = run_loop(plan);
    if (code == CLI_DONE) code = finish(plan);
    if (code != CLI_DONE) run_outputs_discard(&plan->outputs);
    return code;
}

// What is to be told in the end: everything was done, but not as hoped.
static int judge(run_plan* plan) {
    const run_wishes* wish = plan->wish;
    run_figures* figures = &plan->figures;
    int code = CLI_DONE;
    run_figures_judge(figures, plan->scene);
    code = run_findings_judge(plan);
    if (!figures->finite) code = CLI_FINDING;
    if (plan->untextured.code != PLUMP_OK) run_figures_warn(figures, "%s", plan->untextured.text);
    double volume_error = run_figures_volume_error(figures);
    if (cli_exceeds(volume_error, wish->volume_most)) {
        run_figures_warn(figures, "the volume error is %.3g, more than the %.3g asked for",
                         volume_error, wish->volume_most);
        code = CLI_FINDING;
    }
    if (plan->interrupted) {
        run_figures_warn(figures, "interrupted after %.4g s, step %llu of %llu%s",
                         plump_scene_time(plan->scene), (unsigned long long)figures->steps,
                         (unsigned long long)plan->steps,
                         plan->outputs.count || wish->save ? "; what exists was written" : "");
        code = CLI_FINDING;
    }
    for (uint32_t i = 0; i < figures->warning_count; ++i)
        cli_complain("run", "%s", figures->warnings[i]);
    return code;
}

static int tell(run_plan* plan) {
    int code = judge(plan), printed = CLI_DONE;
    if (plan->wish->json) {
        printed = run_report_json(plan);
    } else if (!plan->wish->quiet) {
        run_report_text(plan);
    } else if (plan->wish->hash) {
        printf("%016llx\n", (unsigned long long)plump_scene_hash(plan->scene));
    }
    return printed > code ? printed : code;
}

static int run(const run_wishes* wish) {
    run_plan plan = {.wish = wish, .outputs.command = "run"};
    int code = check_wishes(wish);
    if (code == CLI_DONE) code = cli_check_threads("run", wish->threads);
    run_list_add(&plan.outputs.inputs, wish->scene);
    if (wish->save) run_list_add(&plan.outputs.extra, wish->save);
    if (code == CLI_DONE) code = check_colour(wish->colour_by);
    if (code == CLI_DONE) code = set_size(wish->size, &plan.info);
    if (code == CLI_DONE) code = run_outputs_choose(&wish->outputs, &plan.outputs);
    if (code == CLI_DONE) code = run_scene_open(wish, &plan.notes, &plan.scene);
    if (code == CLI_DONE) {
        plump_scene_get_info(plan.scene, &plan.info);
        set_size(wish->size, &plan.info);
        code = simulate(&plan);
    }
    if (code == CLI_DONE) code = tell(&plan);
    if (plan.unwritten != CLI_DONE) code = plan.unwritten;
    run_frames_destroy(&plan.frames);
    run_actors_free(&plan.actors);
    run_figures_destroy(&plan.figures);
    plump_scene_destroy(plan.scene);
    return code;
}

int plump_cli_run(int argc, char** argv) {
    run_wishes wish = {.steps = RUN_NO_STEPS,
                       .seconds = (double)NAN,
                       .frame_rate = (double)NAN,
                       .volume_most = (double)NAN,
                       .overlap_most = (double)NAN,
                       .roughness_most = (double)NAN,
                       .body_size = (double)NAN,
                       .scale = (double)NAN,
                       .coarse = RUN_UNSET};
    const cli_option options[] = {
        {"output", 'o', CLI_LIST, &wish.outputs, "FILE",
         "write it: .glb .mdd .pc2 .ply .obj .csv .svg .png .mp4 .webm .webp .gif; repeatable"},
        {"steps", 0, CLI_COUNT, &wish.steps, "N", "take N steps; default: to the scene's end"},
        {"seconds", 0, CLI_NUMBER, &wish.seconds, "S", "or run for S seconds of the scene"},
        {"set", 's', CLI_LIST, &wish.sets, "KEY=VALUE",
         "change the scene: --set bodies.0.material.frequency=5; repeatable"},
        {"threads", 't', CLI_COUNT, &wish.threads, "N", "at most 64; default 0: one per processor"},
        {"frame-rate", 0, CLI_NUMBER, &wish.frame_rate, "F",
         "frames per second in what is written"},
        {"size", 0, CLI_TEXT, &wish.size, "WxH", "of pictures, in pixels"},
        {"colour-by", 0, CLI_TEXT, &wish.colour_by, "WHAT",
         "of pictures: body, part, stress, volume, contact"},
        {"save", 0, CLI_TEXT, &wish.save, "FILE", "write the state at the end"},
        {"resume", 0, CLI_TEXT, &wish.resume, "FILE", "begin with such a state, bit for bit"},
        {"hash", 0, CLI_FLAG, &wish.hash, NULL, "print one number for the whole state at the end"},
        {"max-volume-error", 0, CLI_NUMBER, &wish.volume_most, "X",
         "exit 1 if a volume was ever further off, as a share"},
        {"max-overlap", 0, CLI_NUMBER, &wish.overlap_most, "X",
         "exit 1 if surfaces lie deeper in each other or in obstacles at the end, default 0.05 of "
         "the size or thickness"},
        {"max-roughness", 0, CLI_NUMBER, &wish.roughness_most, "X",
         "exit 1 if a surface was ever more crumpled, default 0.2 of an edge"},
        {"fill-holes", 0, CLI_FLAG, &wish.fill_holes, NULL, "close holes of mesh files"},
        {"material", 0, CLI_TEXT, &wish.material, "NAME",
         "of a mesh file, default gummy; 'plump materials' lists them"},
        {"body-size", 0, CLI_NUMBER, &wish.body_size, "METRES",
         "of a mesh file: its longest side, default 0.3"},
        {"scale", 0, CLI_NUMBER, &wish.scale, "X", "or so many times what the file says"},
        {"coarse", 0, CLI_COUNT, &wish.coarse, "N",
         "of a mesh file: simulate N vertices, default 8000 above 20000; 0: all"},
        {"allow-outside", 0, CLI_FLAG, &wish.allow_outside, NULL,
         "the scene may name files outside its folder"},
        {"quiet", 'q', CLI_FLAG, &wish.quiet, NULL, "no progress and no table"},
        {"json", 0, CLI_FLAG, &wish.json, NULL, "one JSON object on standard output"},
    };
    const cli_command command = {
        "run", "SCENE [options]",
        "Simulates a scene: a scene file (.json), a built-in scene by its name ('plump scenes'\n"
        "lists them), or a mesh file, which is dropped on a floor. Ctrl-C ends it early and "
        "writes\n"
        "what there is.",
        options, sizeof options / sizeof options[0]};
    int rest;
    int code = cli_parse(&command, argc, argv, &rest);
    if (code >= 0) return code;
    if (rest != 1) {
        cli_complain("run", "wants one SCENE; 'plump scenes' lists the built-in ones");
        return CLI_REFUSED;
    }
    wish.scene = argv[1];
    return run(&wish);
}

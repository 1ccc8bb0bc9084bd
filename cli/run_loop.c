// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The loop over steps: each is taken, measured, and handed to the outputs with the frames that lie
// in it. Ctrl-C ends it between two steps.
#include "cli/interrupt.h"
#include "cli/run.h"

#include <stdio.h>

static int complain(plump_result result, const plump_error* error) {
    cli_complain("run", "%s", error->text);
    return cli_exit_code(result);
}

static int show_frames(run_plan* plan) {
    for (;;) {
        bool found = false;
        run_frame frame;
        plump_error error;
        plump_result result = run_frames_next(&plan->frames, &found, &frame, &error);
        if (result != PLUMP_OK) return complain(result, &error);
        if (!found) return CLI_DONE;
        int code = run_outputs_frame(&plan->outputs, &frame);
        // a long step may hold many frames
        if (code != CLI_DONE || cli_is_interrupted()) return code;
    }
}

static int take_step(run_plan* plan) {
    plump_error error;
    plump_result result = run_frames_before_step(&plan->frames, (double)plan->info.dt, &error);
    if (result == PLUMP_OK) result = plump_scene_step(plan->scene, &error);
    if (result != PLUMP_OK) return complain(result, &error);
    run_figures_look(&plan->figures, plan->scene);
    int code = run_outputs_step(&plan->outputs, plump_scene_time(plan->scene),
                                plump_scene_world(plan->scene));
    return code == CLI_DONE ? show_frames(plan) : code;
}

static void show_progress(run_progress* progress, const run_plan* plan) {
    if (!run_progress_is_due(progress)) return;
    const run_figures* figures = &plan->figures;
    double share = plan->steps ? (double)figures->steps / (double)plan->steps : 1;
    double rate = (double)figures->steps / (run_progress_seconds(progress) + 1e-9);
    char words[80];
    snprintf(words, sizeof words, "%.0f steps/s, %.2g x real time, volume %.1e", rate,
             rate * (double)plan->info.dt, run_figures_volume_error(figures));
    run_progress_draw(progress, share, words);
}

int run_loop(run_plan* plan) {
    int code = show_frames(plan);  // the beginning
    run_progress progress = run_progress_begin(plan->wish->quiet);
    for (uint64_t i = 0; i < plan->steps && code == CLI_DONE; ++i) {
        if (cli_is_interrupted()) {
            plan->interrupted = true;
            break;
        }
        code = take_step(plan);
        show_progress(&progress, plan);
    }
    run_progress_end(&progress);
    return code;
}

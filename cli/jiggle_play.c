// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The clip as it plays. Masses are stepped at least 120 times a second, because between two steps
// anchors go straight. A clip that ends as it begins is played for some seconds before its first
// frame, so that what is written can be played round after round; any other begins at rest. Jumps,
// within a clip or from its end to its beginning, move the masses along with their anchors.
#include "cli/interrupt.h"
#include "cli/jiggle_plan.h"
#include "cli/worst.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STEP_RATE   120.0  // per second, at least
#define WARM_LEAST  3.0    // s
#define WARM_MOST   60.0
#define MEMORY      7.0  // times the decay, after which a thousandth is left
#define ROUNDS_MOST 4u   // of a clip that does not close, to see how far it swings
#define JUMP        1.0  // radii, by which an anchor moves in one step only if it jumps

static double clock_now(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double length_of(const jiggle_plan* plan) {
    return plan->clip.end - plan->clip.begin;
}

static int set_pose(const jiggle_plan* plan, double clip_time) {
    plump_error error;
    plump_result result = plump_pose_set(plan->pose, plan->clip_index, clip_time, &error);
    if (result != PLUMP_OK) return jiggle_complain(result, &error);
    if (!plump_pose_is_morphed(plan->pose)) return CLI_DONE;
    result = plump_jiggle_set_bind(plan->jiggle, plump_pose_bind(plan->pose), 0, NULL, 0, &error);
    return result == PLUMP_OK ? CLI_DONE : jiggle_complain(result, &error);
}

// --- steps ---

// One step of the masses to a moment of the clip.
static int step_to(jiggle_plan* plan, double dt, double clip_time, bool* is_limited) {
    plump_error error;
    plump_jiggle_report report;
    int code = set_pose(plan, clip_time);
    if (code != CLI_DONE) return code;
    const double* matrices = plump_pose_matrices(plan->pose);
    plump_result result;
    bool is_jump = plump_jiggle_jump(plan->jiggle, matrices) > JUMP;
    if (is_jump) {
        plan->cuts++;
        result = plump_jiggle_carry(plan->jiggle, matrices, &error);
    } else {
        result = plump_jiggle_step(plan->jiggle, dt, matrices, &report, &error);
        *is_limited = *is_limited || (result == PLUMP_OK && report.limited_count > 0);
    }
    if (result != PLUMP_OK) return jiggle_complain(result, &error);
    return jiggle_strength_follow(plan, is_jump ? JIGGLE_CARRY : JIGGLE_STEP, dt);
}

// From the end of a clip that does not return to its beginning.
static int rewind_clip(const jiggle_plan* plan) {
    plump_error error;
    int code = set_pose(plan, plan->clip.begin);
    if (code != CLI_DONE) return code;
    plump_result result = plump_jiggle_carry(plan->jiggle, plump_pose_matrices(plan->pose), &error);
    if (result != PLUMP_OK) return jiggle_complain(result, &error);
    return jiggle_strength_follow(plan, JIGGLE_CARRY, 0);
}

// The round that a moment belongs to; the end of the last round is a part of it.
static double round_of(const jiggle_plan* plan, double time) {
    double length = length_of(plan), round = floor(time / length + 1e-9);
    return fmin(round, (double)plan->wish->loops - 1);
}

static int advance(jiggle_plan* plan, double from, double to, bool* is_limited) {
    int count = (int)ceil((to - from) * STEP_RATE - 0.01), code = CLI_DONE;
    if (count < 1) count = 1;
    double dt = (to - from) / count;
    for (int i = 0; i < count && code == CLI_DONE; ++i) {
        double before = from + i * dt, time = from + (i + 1) * dt;
        double round = round_of(plan, time);
        if (!plan->is_loop && round > round_of(plan, before)) code = rewind_clip(plan);
        double phase = fmin(time - round * length_of(plan), length_of(plan));
        if (code == CLI_DONE) code = step_to(plan, dt, plan->clip.begin + phase, is_limited);
    }
    return code;
}

// --- the beginning ---

static int find_loop(jiggle_plan* plan) {
    plump_error error;
    plump_result result =
        plump_pose_find_loop(plan->pose, plan->clip_index, &plan->is_loop, &error);
    return result == PLUMP_OK ? CLI_DONE : jiggle_complain(result, &error);
}

static int deform(jiggle_plan* plan) {
    plump_error error;
    plump_result result = plump_jiggle_deform(plan->jiggle, PLUMP_SCALAR_FLOAT32, plan->jiggled, 0,
                                              NULL, 0, plan->info.vertex_count, &error);
    return result == PLUMP_OK ? CLI_DONE : jiggle_complain(result, &error);
}

double jiggle_play_memory(const jiggle_plan* plan) {
    double slowest = 0;
    for (uint32_t i = 0; i < plan->sets.count; ++i) {
        const plump_jiggle_set* set = &plan->sets.items[i];
        slowest = fmax(slowest, 2 * (double)set->mass / fmax((double)set->damping, 1e-9));
    }
    return MEMORY * slowest;
}

// At rest where the clip begins, then round after round if it is a loop.
static int warm_up(jiggle_plan* plan, double seconds) {
    plump_error error;
    bool is_limited = false;
    int code = find_loop(plan);
    if (code == CLI_DONE) code = set_pose(plan, plan->clip.begin);
    if (code != CLI_DONE) return code;
    plump_result result = plump_jiggle_reset(plan->jiggle, plump_pose_matrices(plan->pose), &error);
    if (result != PLUMP_OK) return jiggle_complain(result, &error);
    code = jiggle_strength_follow(plan, JIGGLE_RESET, 0);
    double length = length_of(plan);
    seconds = fmin(fmax(seconds, WARM_LEAST), WARM_MOST);
    int rounds = plan->is_loop ? (int)fmin(ceil(seconds / length), 1000) : 0;
    for (int i = 0; i < rounds && code == CLI_DONE; ++i)
        code = advance(plan, (i - rounds) * length, (i + 1 - rounds) * length, &is_limited);
    plan->cuts = 0;
    return code;
}

int jiggle_play_begin(jiggle_plan* plan) {
    int code = warm_up(plan, jiggle_play_memory(plan));
    plump_pose_skin(plan->pose, plan->skinned);
    return code == CLI_DONE ? deform(plan) : code;
}

int jiggle_play_dry(jiggle_plan* plan, double seconds, bool* is_measured) {
    bool is_limited = false;
    int code = warm_up(plan, seconds);
    *is_measured = true;
    uint32_t rounds = plan->is_loop ? 1 : plan->wish->loops;
    if (rounds > ROUNDS_MOST) rounds = ROUNDS_MOST;
    double length = length_of(plan);
    for (uint32_t i = 0; i < rounds && code == CLI_DONE && !cli_is_interrupted(); ++i)
        code = advance(plan, i * length, (i + 1) * length, &is_limited);
    plan->cuts = 0;
    return code;
}

// --- figures ---

static jiggle_figures* add_figures(jiggle_plan* plan) {
    if (plan->frame_count == plan->frame_capacity) {
        size_t more = plan->frame_capacity ? 2 * plan->frame_capacity : 256;
        jiggle_figures* larger = realloc(plan->frames, more * sizeof *larger);
        if (!larger) return NULL;
        plan->frames = larger;
        plan->frame_capacity = more;
    }
    jiggle_figures* figures = &plan->frames[plan->frame_count++];
    memset(figures, 0, sizeof *figures);
    return figures;
}

static void measure_volumes(jiggle_plan* plan, jiggle_figures* figures) {
    const double* bind = plan->volumes[0];
    plump_character_volumes(plan->character, plan->skinned, plan->volumes[1]);
    plump_character_volumes(plan->character, plan->jiggled, plan->volumes[2]);
    for (uint32_t i = 0; i < plan->info.closed_count; ++i) {
        double skinned = plan->volumes[1][i], jiggled = plan->volumes[2][i];
        figures->skinned += fabs(skinned);
        figures->jiggled += fabs(jiggled);
        if (!(fabs(bind[i]) > 1e-9 * plan->volume_bind)) continue;  // flat: it encloses nothing
        plan->error_most = cli_worse(plan->error_most, fabs((jiggled - skinned) / bind[i]));
        plan->skinned_most = cli_worse(plan->skinned_most, fabs(skinned / bind[i] - 1));
        plan->jiggled_most = cli_worse(plan->jiggled_most, fabs(jiggled / bind[i] - 1));
    }
}

static void measure_stretch(jiggle_plan* plan, jiggle_figures* figures) {
    for (uint32_t i = 0; i < plan->sets.count; ++i) {
        plump_jiggle_state now;
        double limit = (double)plan->sets.items[i].limit;
        if (plump_jiggle_read(plan->jiggle, i, &now, NULL) != PLUMP_OK) continue;
        figures->stretch = fmax(figures->stretch, now.stretch);
        if (limit > 0) plan->reach_most = fmax(plan->reach_most, now.stretch / limit);
    }
    plan->stretch_most = fmax(plan->stretch_most, figures->stretch);
}

// --- frames ---

// The time of a frame; the last is the end, though it may come early.
static double frame_time(const jiggle_plan* plan, uint32_t index) {
    return fmin(index / plan->frame_rate, plan->seconds);
}

static int show_frame(jiggle_plan* plan, uint32_t index) {
    double began = clock_now(), time = frame_time(plan, index);
    bool is_limited = false;
    int code = CLI_DONE;
    if (index > 0) code = advance(plan, frame_time(plan, index - 1), time, &is_limited);
    if (code == CLI_DONE) code = deform(plan);
    if (code != CLI_DONE) return code;
    jiggle_figures* figures = add_figures(plan);
    if (!figures) return jiggle_complain_memory();
    figures->time = time;
    figures->seconds = clock_now() - began;
    plan->limited += is_limited;
    plump_pose_skin(plan->pose, plan->skinned);  // for comparison
    measure_volumes(plan, figures);
    measure_stretch(plan, figures);
    code = jiggle_glsl_frame(plan, time);
    if (code != CLI_DONE) return code;
    run_frame frame = jiggle_actors_frame(plan, time, index);
    return run_outputs_frame(&plan->outputs, &frame);
}

static void show_progress(run_progress* progress, const jiggle_plan* plan, double share) {
    char words[80];
    if (!run_progress_is_due(progress)) return;
    snprintf(words, sizeof words, "frame %u, stretch %.2f, volume %.1e", plan->frame_count,
             plan->stretch_most, plan->error_most);
    run_progress_draw(progress, share, words);
}

// An end that lies between two frames gets one of its own, unless a frame is as good.
static double count_frames(const jiggle_plan* plan) {
    return ceil(plan->seconds * plan->frame_rate - 0.05);
}

int jiggle_play_check(jiggle_plan* plan) {
    plan->seconds = plan->wish->loops * length_of(plan) + plan->wish->settle;
    if (count_frames(plan) <= 1e6 && plan->seconds <= 1e6) return CLI_DONE;
    cli_complain(
        "jiggle",
        "%.0f frames over %g s are too many, at most 1e6 of each can be; the clip lasts %g "
        "s",
        count_frames(plan), plan->seconds, length_of(plan));
    return CLI_REFUSED;
}

int jiggle_play(jiggle_plan* plan) {
    double count = count_frames(plan);
    run_progress progress = run_progress_begin(plan->wish->quiet);
    int code = CLI_DONE;
    for (uint32_t i = 0; i <= (uint32_t)count && code == CLI_DONE; ++i) {
        plan->interrupted = cli_is_interrupted();
        if (plan->interrupted && i > 0) break;
        code = show_frame(plan, i);
        show_progress(&progress, plan, i / fmax(count, 1));
    }
    run_progress_end(&progress);
    return code;
}

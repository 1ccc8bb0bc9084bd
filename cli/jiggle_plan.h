// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The parts of `plump jiggle`: what the user wishes and the order of things (jiggle_command.c), the
// sets, by themselves or from a file (jiggle_sets.c, jiggle_sets_file.c), how far they swing
// (jiggle_strength.c), the clip as it plays (jiggle_play.c), who is shown (jiggle_actors.c),
// pictures of what the graphics card deforms (jiggle_card.c), the shader (jiggle_glsl.c), and what
// is told in the end (jiggle_report.c).
#ifndef PL_CLI_JIGGLE_PLAN_H
#define PL_CLI_JIGGLE_PLAN_H

#include "cli/options.h"
#include "cli/run.h"

#include <plump/character.h>
#include <plump/jiggle_shader.h>

typedef struct jiggle_wishes {
    const char* character;
    const char* clip;  // name or number; NULL: the first
    const char* sets;  // "auto", or a file
    const char *save_sets, *glsl;
    const char *size, *view;
    const char* strength_text;
    cli_list outputs;
    double strength;                                // NaN: by the clip
    double frame_rate, settle, still, volume_most;  // NaN: not said
    double tolerance, size_most;                    // of a GLB: share of the size, MB
    uint32_t loops, threads;
    bool no_polish, beside, cpu, quiet, json;
} jiggle_wishes;

// One frame, in figures.
typedef struct jiggle_figures {
    double time;
    double skinned, jiggled;  // volume of all closed surfaces
    double stretch;           // largest, in radii
    double seconds;           // by the clock, for simulating and deforming
} jiggle_figures;

// Sets, and the names that a file gives them.
typedef struct jiggle_sets {
    plump_jiggle_set* items;
    char (*names)[PLUMP_SET_NAME_SIZE];
    uint32_t count;
} jiggle_sets;

enum { JIGGLE_WARNINGS = 16 };

typedef struct jiggle_plan {
    const jiggle_wishes* wish;
    plump_character* character;
    plump_character_info info;
    uint32_t clip_index;
    plump_character_clip clip;
    double frame_rate;
    plump_pose* pose;
    jiggle_sets sets;
    plump_jiggle* jiggle;
    float *skinned, *jiggled;    // x, y, z per vertex
    double strength;             // in use
    struct jiggle_trial* trial;  // while strengths are tried, else NULL
    char strength_reason[160];   // empty: the user said it
    // the clip as it plays
    bool is_loop;      // ends as it begins
    double seconds;    // of what is written
    uint32_t cuts;     // jumps that were not felt
    uint32_t limited;  // frames in which a limit acted
    // who is shown
    plump_scene_info show;
    run_actor* actors;
    uint32_t actor_count;
    uint32_t* indices;  // of their triangles
    float* beside;      // the skinned pose, moved aside
    double beside_by[3];
    run_body* bodies;
    run_outputs outputs;
    struct jiggle_glsl* glsl;  // or NULL
    char glsl_frames[4096];    // the file of its blocks
    // pictures
    run_deform card;
    plump_error untextured;  // PLUMP_OK: pictures show every texture
    plump_jiggle_shader* card_shader;
    float* card_block;
    // figures
    jiggle_figures* frames;
    size_t frame_capacity;
    uint32_t frame_count;
    double volume_bind;
    double* volumes[3];   // of the closed surfaces: bind, skinned, jiggled
    double error_most;    // of a surface: jiggled against skinned, as a share of its bind volume
    double skinned_most;  // skinned against bind
    double jiggled_most;  // jiggled against bind
    double stretch_most;
    double reach_most;  // stretch as a share of the set's limit
    bool interrupted;
    uint32_t warning_count;
    char warnings[JIGGLE_WARNINGS][256];
} jiggle_plan;

int jiggle_complain(plump_result result, const plump_error* error);
int jiggle_complain_memory(void);
void jiggle_warn(jiggle_plan* plan, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

// The definition of the deformer, but for its sets.
plump_jiggle_def jiggle_make_def(const jiggle_plan* plan);

// --- sets (jiggle_sets.c, jiggle_sets_file.c) ---

// As wished; returns the exit code.
int jiggle_sets_make(jiggle_plan* plan);
int jiggle_sets_save(const jiggle_plan* plan, const char* path);
void jiggle_sets_free(jiggle_sets* sets);

// --- strength (jiggle_strength.c) ---

// Plays the clip for many strengths at once, takes the one with which the farthest set goes near
// its limit, and softens the sets by it. The deformer is that of strength 1.
int jiggle_strength_choose(jiggle_plan* plan);
// How all that are tried follow the anchors of the deformer.
typedef enum { JIGGLE_RESET, JIGGLE_CARRY, JIGGLE_STEP } jiggle_follow;
int jiggle_strength_follow(const jiggle_plan* plan, jiggle_follow how, double dt);

// --- who is shown (jiggle_actors.c) ---

// Actors for every part, and once more beside them if wished; the poses are those of the first
// frame.
bool jiggle_actors_make(jiggle_plan* plan);
// The frame that skinned and jiggled positions make.
run_frame jiggle_actors_frame(jiggle_plan* plan, double time, uint32_t index);
void jiggle_actors_free(jiggle_plan* plan);

// --- playing (jiggle_play.c) ---

// How long it will be, or that this is too long; before any of the work.
int jiggle_play_check(jiggle_plan* plan);

// To the first frame: reset, and round after round if the clip is a loop, so that it swings as it
// will when it comes around again.
int jiggle_play_begin(jiggle_plan* plan);
// The clip without its mesh: the masses alone, `warm_up` seconds of it before if it is a loop;
// `is_measured` is set when these are over.
int jiggle_play_dry(jiggle_plan* plan, double warm_up, bool* is_measured);
// How long the slowest set swings on, in s: until a thousandth is left.
double jiggle_play_memory(const jiggle_plan* plan);
// Takes the frames; the outputs are open, and stay so.
int jiggle_play(jiggle_plan* plan);

// --- pictures (jiggle_card.c) ---

// Lets the graphics card deform what pictures show, if it can and may. False: out of memory.
bool jiggle_card_open(jiggle_plan* plan);
// For where the masses are now.
void jiggle_card_fill(jiggle_plan* plan);
void jiggle_card_free(jiggle_plan* plan);

// --- the shader (jiggle_glsl.c) ---

// Nothing unless it is wished for.
int jiggle_glsl_open(jiggle_plan* plan);
int jiggle_glsl_frame(jiggle_plan* plan, double time);
int jiggle_glsl_close(const jiggle_plan* plan);
void jiggle_glsl_free(jiggle_plan* plan);

// --- telling (jiggle_report.c) ---

void jiggle_report_text(const jiggle_plan* plan);
int jiggle_report_json(const jiggle_plan* plan);

#endif

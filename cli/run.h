// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The parts of `plump run`: what the user wishes (run.c), which scene it is (run_scene.c,
// run_mesh.c), the loop over steps (run_loop.c), the moments that are written (run_frames.c), the
// figures of the whole run (run_figures.c) and how they are told (run_report.c).
#ifndef PL_CLI_RUN_H
#define PL_CLI_RUN_H

#include "cli/options.h"
#include "cli/run_missed.h"
#include "cli/run_output.h"
#include "cli/run_shaking.h"

#include <jansson.h>

typedef struct run_wishes {
    const char* scene;
    uint32_t steps;                       // RUN_NO_STEPS: as the scene says
    double seconds;                       // NaN: as the scene says
    uint32_t threads;                     // 0: one per processor
    double frame_rate;                    // NaN: as the scene says
    double overlap_most, roughness_most;  // NaN: the usual bounds
    double volume_most;                   // NaN: whatever it comes to
    cli_list sets, outputs;
    const char *save, *resume;
    const char *size, *colour_by;
    bool hash, quiet, json, allow_outside, fill_holes;
    // of a mesh file alone
    const char* material;     // NULL: the usual one
    double body_size, scale;  // m, and times the file's; NaN: not said
    uint32_t coarse;          // vertices; RUN_UNSET: not said
} run_wishes;

#define RUN_NO_STEPS UINT32_MAX
#define RUN_UNSET    UINT32_MAX

// What was done without being asked: told at once, and again among the warnings of the report.
enum { RUN_NOTES = 4, RUN_TOLD_MOST = 20 };
typedef struct run_notes {
    uint32_t count;
    char texts[RUN_NOTES][320];
    uint32_t told;  // complaints about the scene
} run_notes;

// --- the scene (run_scene.c) ---

// A file, a built-in scene by name, or a mesh file that is dropped on a floor. Returns the exit
// code; the sentence is on stderr.
int run_scene_open(const run_wishes* wish, run_notes* notes, plump_scene** scene);
plump_scene_def run_scene_def(const run_wishes* wish, run_notes* notes);
// The exit code of a scene that was read with it; what nobody has told yet is told.
int run_scene_end(plump_result result, const plump_error* error, const run_notes* notes);
// run_mesh.c: the last of these.
int run_mesh_open(const run_wishes* wish, run_notes* notes, plump_scene** scene);
void run_note(run_notes* notes, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

// --- moments (run_frames.c) ---

// Room for what is read of a body.
typedef struct run_moment_body {
    float *positions, *fine_positions, *fine_normals;
} run_moment_body;

// The bodies and obstacles at one moment.
typedef struct run_moment {
    double time;
    run_body* bodies;
    run_moment_body* rooms;
    run_obstacle* obstacles;
    float** characters;  // of all vertices of each
} run_moment;

// The two ends of the step that is being taken, and the moment between them that is shown.
typedef struct run_frames {
    plump_scene* scene;
    const run_actor* actors;
    uint32_t actor_count, obstacle_count, character_count;
    double rate;                 // frames per second
    double slack;                // s
    uint64_t next;               // the next frame is at next / rate
    uint32_t shown;              // so far
    bool wanted;                 // whether any output wants frames
    bool has_before, has_after;  // whether these hold the ends of this step
    run_moment before, after, between;
} run_frames;

bool run_frames_create(plump_scene* scene, const run_actors* actors, double rate, bool wanted,
                       run_frames* frames);
void run_frames_destroy(run_frames* frames);
// Before each step: looks at the world if a frame lies within the step.
plump_result run_frames_before_step(run_frames* frames, double dt, plump_error* error);
// The next frame that lies in the step just taken (or at the start), if there is one.
plump_result run_frames_next(run_frames* frames, bool* found, run_frame* frame, plump_error* error);
// The world as it is.
plump_result run_frames_now(run_frames* frames, run_frame* frame, plump_error* error);

// --- the outputs of a run (run_outputs.c) ---

typedef struct run_outputs {
    const char* command;  // "run", for messages
    bool without_world;   // there are frames, but no steps of a world
    cli_list inputs;      // files that are read, and must not be written over
    cli_list extra;       // files that are written beside the outputs
    uint32_t count;
    const char* paths[64];
    const run_output_kind* kinds[64];
    void* states[64];     // NULL: not open, or lost
    bool written[64];     // they are there, whole
    int lost;             // the exit code of one that could not be written on the way, or CLI_DONE
    char notes[64][320];  // room for a file's name
} run_outputs;

// "640x480" of --size; NULL changes nothing.
int run_parse_size(const char* command, const char* wish, uint32_t* width, uint32_t* height);
// Finds the kinds by the names; refuses unknown endings, doubled names and those of inputs.
// `command`, `without_world`, `inputs` and `extra` are set before.
int run_outputs_choose(const cli_list* paths, run_outputs* outputs);
// Adds a name to a list that has room for it; not NULL.
void run_list_add(cli_list* list, const char* name);
bool run_outputs_want_frames(const run_outputs* outputs);
// One that cannot be made is lost, with a sentence; refused if a folder is missing or none is left.
int run_outputs_open(run_outputs* outputs, const run_show* show);
// An output that fails is discarded, with a sentence; the code is that of going on while any is
// left.
int run_outputs_frame(run_outputs* outputs, const run_frame* frame);
int run_outputs_step(run_outputs* outputs, double time, const plump_world* world);
// Writes all that are left; one that fails, now or before, gives its code.
int run_outputs_close(run_outputs* outputs, const run_frame* end);
void run_outputs_discard(run_outputs* outputs);
// What was written, as rows of a table or a list (run_report.c).
void run_outputs_print(const run_outputs* outputs);
json_t* run_outputs_json(const run_outputs* outputs);

// --- figures (run_figures.c) ---

typedef struct run_body_figures {
    bool seen;   // it was there at some time
    bool bound;  // and kept its volume
    uint32_t vertices;
    double volume_rest, volume_end, volume_error_most, volume_error_end;
    bool too_soft, compressible;
    double roughness_most, flat_until;
    double roughness_flat;  // while it keeps no volume
    run_shaking shaking;
    run_missed missed;
} run_body_figures;

// A character, by the frames of the run whether they are written or not.
typedef struct run_character_figures {
    bool seen;
    plump_scene_character_report last;
    double volume_error_most, volume_skinned_change_most, volume_change_most;
    uint32_t limited_frames;  // since the one before a limit has acted
    uint32_t contact_frames, contact_most;
    double depth_most;
} run_character_figures;

enum { RUN_WARNINGS = 16 };

// The worst of everything, over the steps taken.
typedef struct run_figures {
    uint64_t steps;
    double seconds;       // simulated
    double step_seconds;  // by the clock, in steps alone
    double stage_seconds[PLUMP_STAGE_COUNT];
    double volume_error, penetration, penetration_share;
    uint32_t contacts, substeps;
    bool finite;
    uint64_t contained, dropped;
    uint64_t began;  // touches
    uint32_t unreachable;
    uint32_t body_count, character_count;
    run_body_figures* bodies;
    run_character_figures* characters;
    double frame_rate;
    uint64_t next_frame;  // at which characters are looked at
    double roughness;
    plump_overlap_report overlap_begin;  // before the first step ...
    plump_overlap_report overlap;        // ... and at the end
    uint32_t findings;
    uint32_t warning_count;
    char warnings[RUN_WARNINGS][600];
} run_figures;

bool run_figures_create(const plump_scene* scene, double frame_rate, run_figures* figures);
void run_figures_destroy(run_figures* figures);
// After each step.
void run_figures_look(run_figures* figures, plump_scene* scene);
// The worst volume error of bodies and characters.
double run_figures_volume_error(const run_figures* figures);
void run_figures_warn(run_figures* figures, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;
// A warning that gives exit code 1.
void run_figures_find(run_figures* figures, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;
// What the figures have to say for themselves, once all is done.
void run_figures_judge(run_figures* figures, const plump_scene* scene);

// --- findings (run_findings.c) ---

// At a body, after a step of so many seconds that came to `time`.
void run_findings_look(run_body_figures* f, const plump_body_info* info, double time,
                       double seconds);
// Bodies that could not reach their volume, by name (run_missed.c).
void run_missed_judge(run_figures* figures, const plump_scene* scene);

// --- the loop (run_loop.c) ---

typedef struct run_plan {
    const run_wishes* wish;
    plump_scene* scene;
    plump_scene_info info;
    uint64_t steps;  // to take
    run_outputs outputs;
    run_actors actors;
    run_frames frames;
    run_frame start;
    plump_error untextured;  // PLUMP_OK: pictures show every texture
    run_notes notes;
    run_figures figures;
    bool interrupted;
    int unwritten;  // the exit code of outputs that could not be written, or CLI_DONE
} run_plan;

// Measures overlap where all is now, and tells what is not as it should be, as warnings. CLI_DONE
// or CLI_FINDING.
void run_findings_begin(run_plan* plan);
int run_findings_judge(run_plan* plan);

// Takes the steps and hands out frames; the outputs are open, and stay so. Returns the exit code.
int run_loop(run_plan* plan);

// --- telling (run_report.c) ---

void run_report_text(const run_plan* plan);
int run_report_json(const run_plan* plan);

#endif

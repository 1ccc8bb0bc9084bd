// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A scene that runs: a world made from the plan, and a clock. Before each step the runner does what
// is due, in this order: events (scene_run_events.c), pins and ties that end, motions
// (scene_run_motion.c), muscles (scene_run_limbs.c), fields (scene_run_fields.c); then the world
// takes its step, and characters follow (scene_step.c, scene_run_character.c).
//
// All that the runner knows beside the world and the masses of characters follows from the plan and
// the number of steps taken, so a snapshot needs no more than that number (scene_snapshot.c).
#ifndef PL_IO_SCENE_RUN_H
#define PL_IO_SCENE_RUN_H

#include "io/scene_plan.h"

// Times of keys, events and ends are met by the step that comes this near to them, in steps: with a
// step of 1/120 s in float the 240th ends at 2.0000001 s and means 2 s.
#define PL_SCENE_SLACK 0.01

typedef struct pl_scene_pose {
    double position[3];
    double rotation[4];  // quaternion, of length 1
} pl_scene_pose;

// A body's wishes, which disabling it must not forget.
typedef struct pl_run_body {
    plump_body_id id;  // as made at the start
    bool gone, disabled;
    double frequency, stiffness, volume, soft_contact;
    uint32_t first_hold, hold_count;  // its holds stand in a row
    uint32_t* grips;                  // per vertex: the holds that have it; NULL: it has no pins
    uint32_t first_tie, tie_count;    // among the run's ties_of
} pl_run_body;

// The pins of one body that move together.
typedef struct pl_run_hold {
    const pl_plan_pin* pin;
    uint32_t body;
    bool held;
    double pivot[3];  // in the world
    double* from;     // where the vertices were at the start, x, y, z each
} pl_run_hold;

// One vertex tied by an attachment.
typedef struct pl_run_tie {
    const pl_plan_attachment* plan;
    plump_attachment_id id;
    uint32_t body;
    bool held;
    double pivot[3], from[3];
} pl_run_tie;

typedef struct pl_run_muscle {
    const pl_plan_muscle* plan;
    plump_muscle_id id;
    uint32_t body;
} pl_run_muscle;

typedef struct pl_scene_run {
    pl_arena arena;
    uint64_t steps;
    uint32_t next_event;
    uint32_t hold_count, tie_count, muscle_count;
    pl_run_body* bodies;  // by plan body
    pl_run_hold* holds;
    pl_run_tie* ties;
    uint32_t* ties_of;  // numbers of ties by body, each at both of its ends
    pl_run_muscle* muscles;
    struct pl_run_character* characters;  // by plan character
    bool is_deformed, has_normals;        // characters are as they are now, and their normals
} pl_scene_run;

// When the step that comes next begins, s.
double pl_scene_clock(const plump_scene* scene);
// PL_SCENE_SLACK in seconds.
double pl_scene_slack(const plump_scene* scene);

// --- scene_run_motion.c ---

double pl_scene_curve_at(const pl_plan_curve* curve, double time, double slack);
pl_scene_pose pl_scene_pose_at(const pl_plan_motion* motion, double time, double slack);
// A place in a body's mesh coordinates, where the body's placement puts it in the world.
void pl_scene_place_point(const plump_body_def* def, const double point[3], double placed[3]);
// A solid that stands at `position` with `rotation` unless its motion says otherwise, at a time;
// both are written.
void pl_scene_solid_pose(const pl_plan_motion* motion, double time, double slack,
                         double position[3], float rotation[4]);
// The obstacle at a time.
void pl_scene_obstacle_pose(const pl_plan_obstacle* obstacle, double time, double slack,
                            double position[3], float rotation[4]);
// Tells everything that moves where to be at the end of the step.
plump_result pl_scene_move_all(plump_scene* scene, plump_error* error);

// --- scene_run_skin.c ---

// Lays the scene's skins over a world as it is at the start; once made they serve every start.
plump_result pl_scene_make_skins(plump_scene* scene, const plump_world* world,
                                 const pl_scene_run* run, const plump_obstacle_id* obstacles,
                                 plump_error* error);
void pl_scene_free_skins(plump_scene* scene);

// --- scene_run_limbs.c ---

// At the start, after the obstacles and the attachments.
plump_result pl_scene_make_bones(const plump_scene* scene, plump_world* world,
                                 const plump_obstacle_id* obstacles, plump_bone_id* bones,
                                 plump_error* error);
uint32_t pl_scene_count_muscles(const pl_plan* plan);
plump_result pl_scene_make_muscles(const plump_scene* scene, plump_world* world,
                                   const plump_obstacle_id* obstacles, pl_scene_run* run,
                                   plump_error* error);
// Tells muscles how active to be at the end of the step.
plump_result pl_scene_flex_muscles(plump_scene* scene, plump_error* error);

// --- scene_run_fields.c ---

plump_result pl_scene_apply_fields(plump_scene* scene, plump_error* error);

// --- scene_run_events.c ---

// Begins the books anew, as they are before the first step.
void pl_scene_forget_events(plump_scene* scene);
// Events and ends that are due.
plump_result pl_scene_fire_events(plump_scene* scene, plump_error* error);
// Brings the books to where they are after this many steps; the world is left alone.
void pl_scene_replay_events(plump_scene* scene, uint64_t steps);

#endif

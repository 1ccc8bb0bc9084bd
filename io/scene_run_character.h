// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Characters of a running scene: what drives them (scene_run_pose.c), their steps
// (scene_run_character.c), what is seen of them (scene_run_deform.c), figures
// (scene_run_measure.c), and their part of a snapshot (scene_run_keep.c).
//
// After the world's step the masses of every character take theirs, in pieces of a 120th of a
// second or less, because between two pieces anchors go straight. What is seen follows from the
// masses alone, so it is found only when somebody looks - but for ragdolls, which are pushed by
// what they touch: with any of them all characters are deformed in every piece, so that looking
// changes nothing.
#ifndef PL_IO_SCENE_RUN_CHARACTER_H
#define PL_IO_SCENE_RUN_CHARACTER_H

#include "io/scene_run.h"

typedef struct pl_run_character {
    const pl_plan_character* plan;
    plump_jiggle* jiggle;
    plump_pose* pose;  // NULL where a body drives it
    uint32_t vertex_count, segment_count, closed_count;
    plump_character_clip clip;
    bool is_loop;
    uint32_t *order, *parents;  // of segments: parents first; PLUMP_NO_SEGMENT
    double* matrices;           // 12 per segment, the bind pose to the world
    double* by_hand;            // 12 per segment: what moves do to it in the bind pose
    double* followed;           // 12 per segment: what its children follow, in the world
    bool* is_moved;             // by hand
    uint32_t* obstacles;        // the deformer's numbers of plan->obstacles
    double* hands;              // 3 per dragger: where its anchor is at the start
    double *positions, *normals;
    float* relative;                 // 3 per vertex, for volumes
    double* volumes[3];              // of closed surfaces: bind, skinned, seen
    plump_ragdoll* ragdoll;          // or NULL
    plump_jiggle_contact* contacts;  // room for those of pl_scene_read_contacts()
    size_t contact_capacity;
    bool is_limited;  // in this step
    plump_scene_character_report report;
} pl_run_character;

// --- scene_run_pose.c ---

// Segments in an order in which parents come first; `seen` is room for it. False: one is its own
// ancestor.
bool pl_scene_order_segments(const uint32_t* parents, uint32_t count, bool* seen, uint32_t* order);
// Carries moves by hand down a skeleton. A segment that a pose takes by M and a hand moves by E in
// the bind pose goes by M' = D M E, where D is what its parent follows: M'_p M_p^-1 of the parent,
// and `whole` for a root. Reads by_hand and is_moved, writes matrices and followed.
void pl_scene_compose(pl_run_character* c, const double* pose, const double whole[12]);
// The character's matrices: its clip at `clip_time`, the rest at `time`.
plump_result pl_scene_pose_character(const plump_scene* scene, pl_run_character* c,
                                     double clip_time, double time, plump_error* error);

// --- scene_run_character.c ---

// Beside a run that is being made; on failure pl_scene_free_characters() takes what there is.
plump_result pl_scene_make_characters(const plump_scene* scene, const plump_world* world,
                                      pl_scene_run* run, plump_error* error);
void pl_scene_free_characters(const plump_scene* scene, pl_scene_run* run);
// From where the world's step began to where it ended.
plump_result pl_scene_step_characters(plump_scene* scene, plump_error* error);
// The round and the moment of its clip at a time.
double pl_scene_clip_time(const pl_run_character* c, double time, double* round);
// All that it touched when it was deformed last, into c->contacts.
plump_result pl_scene_read_contacts(const plump_scene* scene, pl_run_character* c, uint32_t* count,
                                    plump_error* error);
bool pl_scene_is_present(const plump_scene* scene, const pl_run_character* c);

// --- scene_run_deform.c ---

// All characters as they are at a time at which the step has come to.
plump_result pl_scene_deform_characters(plump_scene* scene, double time, bool with_normals,
                                        plump_error* error);
// All of them as they are now, if that one is there.
plump_result pl_scene_look_at_character(plump_scene* scene, uint32_t index, bool with_normals,
                                        plump_error* error);

// --- scene_run_keep.c ---

// Bytes for a snapshot; the buffer has room for them.
size_t pl_scene_kept_size(const plump_scene* scene);
plump_result pl_scene_keep_characters(const plump_scene* scene, unsigned char* to,
                                      plump_error* error);
// Gives the masses back what is in such bytes. On an error some may have got theirs.
plump_result pl_scene_return_characters(plump_scene* scene, const unsigned char* from, size_t size,
                                        plump_error* error);
// After that, when the clock is set: all else that a character knows.
plump_result pl_scene_pose_again(plump_scene* scene, plump_error* error);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A scene file as plain structs: read, checked and complete. Every name is resolved, every group
// unfolded into its bodies, every selection into vertices, every mesh loaded; what runs a scene
// looks at nothing else.
//
// All of it lies in the scene's arena and stays as it is until plump_scene_destroy(), so a run can
// begin again from it. Lists are a pointer and a count; an empty one may be NULL.
#ifndef PL_IO_SCENE_PLAN_H
#define PL_IO_SCENE_PLAN_H

#include <plump/character.h>
#include <plump/io.h>
#include <plump/jiggle.h>
#include <plump/ragdoll.h>
#include <plump/scene.h>

#include "src/base/arena.h"

#define PL_PLAN_NONE UINT32_MAX  // no body, no obstacle

// --- things that change with time ---

// A number over time: constant before the first and after the last key.
typedef struct pl_plan_curve {
    const double* times;  // rising
    const double* values;
    uint32_t count;  // at least 1; a plain number is one key at time 0
    bool smooth;     // eased between two keys, 3 s^2 - 2 s^3, instead of straight
    bool loop;       // after the last key from the first again
} pl_plan_curve;

typedef struct pl_plan_key {
    double time;
    double position[3];  // obstacles: where it is; pins and attachments: how far it has moved
    float rotation[4];   // quaternion, of length 1; used if the motion's `turns` is false
    double degrees;      // about the motion's axis; used if `turns` is true
} pl_plan_key;

// A motion over time: where it is told by keys, in between straight or eased; it stays where the
// first and the last key are before and after them.
typedef struct pl_plan_motion {
    const pl_plan_key* keys;  // rising in time
    uint32_t count;           // 0: it does not move
    bool smooth, loop;        // as of a curve
    bool turns;               // rotation is `degrees` about `axis`, more than a turn if need be, in
                              // the world's frame and on top of the start's rotation
    double axis[3];           // of length 1
    double pivot[3];  // pins: what the rotation is about, in the mesh's own coordinates (so it goes
                      // through the body's placement at the start)
} pl_plan_motion;

// --- bodies ---

typedef struct pl_plan_pin {
    const uint32_t* vertices;  // of the mesh, rising, at least one
    uint32_t vertex_count;
    pl_plan_motion motion;  // x(t) = pivot + R(t) (x(0) - pivot) + position(t), world coordinates
    double until;           // s; released then. HUGE_VAL: never
} pl_plan_pin;

// A muscle of every body of a group.
typedef struct pl_plan_muscle {
    plump_muscle_def def;                 // complete but for body and activation
    pl_plan_curve activation;             // no keys: 0
    uint32_t on[PLUMP_MUSCLE_END_COUNT];  // plan obstacles that its ends are tied to, or
                                          // PL_PLAN_NONE
} pl_plan_muscle;

// One entry of "bodies": what its bodies share.
typedef struct pl_plan_group {
    const char* name;
    uint32_t first, count;  // its bodies
    bool split;             // each of a mesh of its own
    const pl_plan_pin* pins;
    uint32_t pin_count;
    const pl_plan_muscle* muscles;
    uint32_t muscle_count;
    plump_triangles detail;  // the fine mesh in the same coordinates as the mesh; no vertices: none
} pl_plan_group;

typedef struct pl_plan_body {
    const char* name;
    uint32_t group;
    plump_body_def def;  // complete: mesh, placement, fields, paint
    plump_colour colour;
} pl_plan_body;

// Some bodies: ranges of plan bodies, rising and apart from each other.
typedef struct pl_plan_range {
    uint32_t first, count;
} pl_plan_range;
typedef struct pl_plan_who {
    const pl_plan_range* ranges;
    uint32_t count;
} pl_plan_who;

// --- what they meet ---

typedef struct pl_plan_obstacle {
    const char* name;
    plump_obstacle_def def;  // complete: shape, sizes, mesh or points, placement at the start
    pl_plan_motion motion;
    plump_colour colour;
    bool visible;
} pl_plan_obstacle;

// An obstacle that forces move.
typedef struct pl_plan_bone {
    uint32_t obstacle;   // plan obstacle
    uint32_t parent;     // plan bone before it, or PL_PLAN_NONE
    plump_bone_def def;  // complete but for ids
} pl_plan_bone;

// Each vertex of each body of `who` is tied by an attachment of its own.
typedef struct pl_plan_attachment {
    const char* name;  // "" if it has none
    pl_plan_range who;
    const uint32_t* vertices;
    uint32_t vertex_count;
    uint32_t other;                  // plan body, or PL_PLAN_NONE
    const uint32_t* other_vertices;  // its vertex nearest at the start, for each body of `who` in
                                     // turn and each of `vertices`: who.count * vertex_count
    uint32_t obstacle;               // plan obstacle, or PL_PLAN_NONE: ties to where the vertex is
    pl_plan_motion motion;           // without other and obstacle: moves the points, as of a pin
    float stiffness, breaking_force, damping, radius, other_radius;
    double until;  // s; HUGE_VAL: never
} pl_plan_attachment;

// --- forces and events ---

typedef enum pl_plan_field_kind {
    PL_PLAN_GRAVITY,  // strength x direction in place of the scene's gravity; several add up
    PL_PLAN_WIND,     // acceleration strength x direction, in the box if there is one
    PL_PLAN_POINT,    // acceleration towards the centre (strength below 0: away)
    PL_PLAN_VORTEX,   // acceleration around the axis through the centre, by the right-hand rule
    PL_PLAN_FIELD_KIND_COUNT
} pl_plan_field_kind;

typedef struct pl_plan_field {
    pl_plan_field_kind kind;
    pl_plan_curve strength;  // m/s^2
    double direction[3];     // of length 1: of gravity and wind, axis of a vortex
    double centre[3];        // of point and vortex
    double radius;           // times (1 - (d / radius)^2)^2 at the distance d from the centre (the
                             // axis), 0 beyond; 0: the same everywhere
    bool box_given;
    double box_min[3], box_max[3];  // any kind but gravity: acts only on vertices in here
    double from, until;             // s; HUGE_VAL: to the end
    pl_plan_who who;                // not of gravity
} pl_plan_field;

typedef enum pl_plan_event_kind {
    PL_PLAN_RELEASE,  // pins and attachments of `who`
    PL_PLAN_SET,      // body fields
    PL_PLAN_DISABLE,  // no elasticity and no volume: it collapses
    PL_PLAN_ENABLE,   // both on again
    PL_PLAN_IMPULSE,  // N s on each body as a whole
    PL_PLAN_REMOVE,   // the bodies are gone
    PL_PLAN_FREEZE,
    PL_PLAN_UNFREEZE,
    PL_PLAN_TAKE_OUT,  // plump_body_set_enabled(), false
    PL_PLAN_BRING_IN,
    PL_PLAN_RESET,  // to the pose that they were made in
    PL_PLAN_EVENT_KIND_COUNT
} pl_plan_event_kind;

typedef struct pl_plan_set {
    const char* field;  // as plump_body_fields() has it, "acceleration.x"; changeable
    double value;       // in range
} pl_plan_set;

typedef struct pl_plan_event {
    double time;
    pl_plan_event_kind kind;
    pl_plan_who who;
    bool pins, attachments;  // what PL_PLAN_RELEASE lets go
    const pl_plan_set* sets;
    uint32_t set_count;
    float impulse[3];
} pl_plan_event;

// --- what is seen alone ---

typedef struct pl_plan_skin {
    const char* name;
    const char* file;
    const plump_mesh* mesh;  // NULL: wrapped around
    plump_wrap_def wrap;     // all but who
    double thickness, reach;
    float cling, smooth;
    plump_colour colour;
    bool visible;
    pl_plan_who who;            // bodies below it
    const uint32_t* obstacles;  // plan obstacles likewise
    uint32_t obstacle_count;
} pl_plan_skin;

// --- characters ---

// A bone moved by hand, on top of the clip: turned and moved about its joint, in the bind pose.
typedef struct pl_plan_move {
    uint32_t segment;
    pl_plan_motion motion;  // as of a pin; the pivot is the joint
} pl_plan_move;

// The mass of a set that is held, as by a hand, at p + position(t): p is where its anchor is at the
// start, in the world.
typedef struct pl_plan_dragger {
    uint32_t set;
    pl_plan_motion motion;  // positions only
    double from, until;     // s; HUGE_VAL: to the end
} pl_plan_dragger;

typedef struct pl_plan_character {
    const char* name;
    plump_character* character;  // the scene's own, perhaps shared by several; NULL: driven by ...
    uint32_t body;               // ... this plan body, or PL_PLAN_NONE
    uint32_t clip;               // or PLUMP_NO_CLIP: at rest
    double speed;
    double position[3];  // where the bind pose's (0, 0, 0) goes; not of a body
    float rotation[4];   // quaternion, of length 1
    float scale;
    pl_plan_motion motion;  // of the whole, as of an obstacle
    const pl_plan_move* moves;
    uint32_t move_count;
    const plump_jiggle_set* sets;  // complete, in the bind pose; those of draggers last
    uint32_t set_count;
    const pl_plan_dragger* draggers;
    uint32_t dragger_count;
    const uint32_t* obstacles;  // plan obstacles that it is pushed out of
    uint32_t obstacle_count;
    const uint32_t* meets;  // plan characters before it, likewise
    uint32_t meet_count;
    float softness;
    float gravity;  // share of the scene's that acts on masses
    bool polish;
    bool is_ragdoll;            // then there is no clip, no motion and no move
    plump_ragdoll_def ragdoll;  // complete but for its bones, which come from the character
    plump_colour colour;
    bool colour_given;  // by the file; else it is that of the mesh's first part, or of the body
    bool visible;
} pl_plan_character;

#define PL_PLAN_CHARACTERS_MOST 64

// --- the whole ---

typedef struct pl_plan {
    plump_scene_info info;  // complete, also what is no part of the run
    float gravity[3];
    uint32_t substep_limit, contact_capacity;
    pl_plan_group* groups;
    pl_plan_body* bodies;
    pl_plan_obstacle* obstacles;
    pl_plan_bone* bones;
    pl_plan_attachment* attachments;
    pl_plan_skin* skins;  // visible ones
    pl_plan_character* characters;
    pl_plan_field* fields;
    pl_plan_event* events;  // by time; at the same time in the file's order
    uint32_t group_count, body_count, obstacle_count, attachment_count, field_count, event_count;
    uint32_t bone_count, skin_count, character_count;
    plump_mesh** meshes;  // all that bodies and obstacles use, each once: for plump_world_restore()
    uint32_t mesh_count;
    uint64_t identity;  // a hash of the file's text and the sets: equal for the same scene
} pl_plan;

struct plump_scene {
    plump_allocator hooks;
    pl_arena arena;  // the plan's
    pl_plan plan;
    uint32_t worker_count;
    plump_soup** soups;  // fine meshes read from files
    uint32_t soup_count;
    const char *file, *text;  // kept where there are muscles: a start may refuse them; else NULL
    size_t text_size;
    plump_character** figures;  // all that characters of the plan use, each once
    uint32_t figure_count;

    // The run's part, zero until plump_scene_start(); the arrays are there from the beginning.
    plump_world* world;
    plump_body_id* body_ids;          // by plan body
    plump_obstacle_id* obstacle_ids;  // by plan obstacle
    plump_detail** details;           // by group, NULL where there is none
    plump_skin** skins;               // by plan skin
    plump_mesh** skin_meshes;         // that were wrapped, or NULL
    struct pl_scene_run* run;
    void (*run_destroy)(plump_scene* scene);  // frees world, details and run, if it is set
};

// scene_limbs.c: puts the place in the file before what the error says of a group's muscle.
plump_result pl_scene_fail_muscle(const plump_scene* scene, uint32_t group, uint32_t muscle,
                                  plump_result code, plump_error* error);

// How much a file may ask for. plump_scene_read() takes pl_plan_limits_usual().
typedef struct pl_plan_limits {
    uint32_t bodies, vertices, obstacles, entries;  // entries: of any other list
} pl_plan_limits;
pl_plan_limits pl_plan_limits_usual(void);

// plump_scene_read_memory() with limits of the caller's, for fuzzers.
plump_result pl_scene_read_limited(const void* text, size_t size, const char* name,
                                   const plump_scene_def* def, const pl_plan_limits* limits,
                                   plump_scene** scene, plump_error* error);

#endif

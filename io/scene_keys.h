// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The keys of a scene file: one table per kind of object says for each key its type, range, default
// and meaning. The parser, the complaint about unknown keys, scenes/scene.schema.json and the
// tables in docs/scene.md all come from here.
#ifndef PL_IO_SCENE_KEYS_H
#define PL_IO_SCENE_KEYS_H

#include "io/scene_plan.h"

typedef enum pl_key_type {
    // read into the struct at the key's offset
    PL_KEY_TEXT,          // const char*
    PL_KEY_NUMBER,        // double
    PL_KEY_FLOAT,         // float
    PL_KEY_WHOLE,         // uint32_t
    PL_KEY_FLAG,          // bool
    PL_KEY_CHOICE,        // uint32_t, the number of the word among `choice`
    PL_KEY_VECTOR,        // double[3]
    PL_KEY_VECTOR_FLOAT,  // float[3]
    PL_KEY_COUNTS,        // uint32_t[3]
    PL_KEY_ROTATION,      // float[4]: [x, y, z, w], or {"axis", "degrees"}
    PL_KEY_COLOUR,        // plump_colour: "#rrggbb" or "#rrggbbaa"
    // read by code of their own
    PL_KEY_OBJECT,
    PL_KEY_LIST,              // of objects
    PL_KEY_MAP,               // of objects by names of the file's own
    PL_KEY_TEXT_OR_OBJECT,    // with `choice`: one of these words
    PL_KEY_NUMBER_OR_OBJECT,  // a curve
    PL_KEY_NAMES,             // a text, or a list of texts
    PL_KEY_WHOLES,            // a list of whole numbers
    PL_KEY_PAIRS,             // a list of [time, value]
    PL_KEY_POINTS,            // a list of [x, y, z]
    PL_KEY_TRIPLES,           // a list of three whole numbers
    PL_KEY_TEXT_OR_WHOLE,     // a name or a number
    PL_KEY_TEXT_OR_LIST,      // one of the words of `choice`, or a list of objects
    PL_KEY_TEXT_OR_WEIGHTS,   // a name, or numbers by names
    PL_KEY_TYPE_COUNT
} pl_key_type;

typedef struct pl_table pl_table;

typedef struct pl_key {
    const char* name;
    pl_key_type type;
    bool required;
    size_t offset;                      // in the struct that the table's objects are read into
    double least, most;                 // of each number
    const char* usual;                  // what a missing key means, as JSON; NULL: as the text says
    const char* unit;                   // "m", or NULL
    const char* text;                   // one line about it
    const char* (*choice)(uint32_t i);  // the words; NULL beyond the last
    const pl_table* child;              // of the objects inside
} pl_key;

// Which fields of bodies an object takes beside its own keys.
typedef enum pl_table_fields {
    PL_FIELDS_NONE,
    PL_FIELDS_ALL,
    PL_FIELDS_CHANGEABLE
} pl_table_fields;

struct pl_table {
    const char* name;  // "body": a heading of the docs and a definition of the schema
    const char* text;
    const pl_key* keys;
    uint32_t key_count;
    pl_table_fields fields;
};

// The text of this key is nobody's business, in any object.
#define PL_KEY_COMMENT "comment"

// All tables, the file itself first; NULL beyond the last.
const pl_table* pl_table_at(uint32_t index);

// A field of bodies as a key; parts of an array are one key.
typedef struct pl_field_key {
    pl_key key;
    uint32_t first, count;  // in plump_body_fields(): 1, or 3 for a vector
    bool changeable;
} pl_field_key;
// By number, for walking over all; false beyond the last.
bool pl_field_key_at(uint32_t index, pl_field_key* field);
bool pl_field_key_find(const pl_table* table, const char* name, pl_field_key* field);

// The key of this name among a table's own; NULL: none.
const pl_key* pl_table_find(const pl_table* table, const char* name);
// The key that somebody may have meant, fields too; NULL: nothing is near.
const char* pl_table_nearest(const pl_table* table, const char* name);
// The number of a word, or UINT32_MAX; and the word nearest to it.
uint32_t pl_choice_find(const char* (*choice)(uint32_t), const char* word);
const char* pl_choice_nearest(const char* (*choice)(uint32_t), const char* word);

// --- what objects are read into, where the plan has no struct of the same shape ---

typedef struct pl_raw_scene {
    const char *name, *summary;
    float dt;
    uint32_t substeps, substep_limit, contact_capacity, seed;
    double seconds;
    float gravity[3];
} pl_raw_scene;

typedef struct pl_raw_source {  // of a mesh
    const char* mesh;
    uint32_t shape, vertices;
    double size;
    bool fill_holes;
    uint32_t coarse;  // bodies: most vertices, 0: as many as there are
} pl_raw_source;

// What becomes of a mesh of several pieces.
typedef enum pl_parts { PL_PARTS_TOGETHER, PL_PARTS_SPLIT, PL_PARTS_AUTO } pl_parts;

typedef struct pl_raw_body {
    const char* name;
    pl_raw_source source;
    uint32_t model, count;
    uint32_t parts;  // a pl_parts
    double position[3];
    float rotation[4], velocity[3], angular_velocity[3], scale;
    plump_colour colour;
} pl_raw_body;

typedef struct pl_raw_grid {
    uint32_t size[3], seed;
    double spacing[3], jitter;
    bool random_rotation;
} pl_raw_grid;

typedef struct pl_raw_random {
    double min[3], max[3], distance;
    uint32_t seed;
    bool random_rotation;
} pl_raw_random;

typedef struct pl_raw_box {
    double min[3], max[3];
} pl_raw_box;

typedef struct pl_raw_sphere {
    double centre[3], radius, falloff;
} pl_raw_sphere;

typedef struct pl_raw_side {
    uint32_t axis;
    double value;
} pl_raw_side;

typedef struct pl_raw_selection {
    double nearest[3];
} pl_raw_selection;

typedef struct pl_raw_paint {
    uint32_t field;
    double value;
} pl_raw_paint;

typedef struct pl_raw_turn {
    double axis[3], degrees;
} pl_raw_turn;

typedef struct pl_raw_obstacle {
    const char* name;
    pl_raw_source source;
    uint32_t shape, category, collides_with;
    double position[3];
    float rotation[4], radius, half_height, half_size[3], scale;
    float friction, friction_static, restitution, margin, surface_velocity[3];
    bool hollow, trigger, visible;
    plump_colour colour;
} pl_raw_obstacle;

typedef struct pl_raw_attachment {
    const char *name, *body, *other, *obstacle;
    float stiffness, breaking_force, damping, radius, other_radius;
    double until;
} pl_raw_attachment;

typedef struct pl_raw_muscle {
    float axis[3], cap, strength, best, width, hold, time;
    const char* on[PLUMP_MUSCLE_END_COUNT];
} pl_raw_muscle;

typedef struct pl_raw_bone {
    const char* mesh;
    const char *name, *parent;
    double from[3], to[3], pivot[3], least, most;
    float radius, axis[3], mass, damping, gravity_scale;
    uint32_t joint, category, collides_with;
    plump_colour colour;
    bool visible;
} pl_raw_bone;

typedef struct pl_raw_character {
    const char *name, *body;
    pl_raw_source source;
    bool rig, polish, visible;
    double speed, strength, position[3];
    float rotation[4], scale, softness, gravity;
    uint32_t set_most;
    plump_colour colour;
} pl_raw_character;

typedef struct pl_raw_rig_bone {
    const char *name, *parent;
    double from[3], to[3], radius;
} pl_raw_rig_bone;

typedef struct pl_raw_set {
    const char* name;
    double at[3], hertz, damping;
    float radius, mass, limit, turn_hertz, turn_damping, turn_limit;
} pl_raw_set;

typedef struct pl_raw_dragger {
    pl_raw_set set;
    double from, until;
} pl_raw_dragger;

typedef struct pl_raw_move {
    const char* bone;
} pl_raw_move;

typedef struct pl_raw_field {
    uint32_t kind;
    double direction[3], centre[3], radius, from, until;
} pl_raw_field;

typedef struct pl_raw_event {
    double time;
    uint32_t act, what;
    float impulse[3];
} pl_raw_event;

typedef struct pl_raw_material {
    const char* like;
} pl_raw_material;

typedef struct pl_raw_output {
    double frame_rate, still_time;
    uint32_t width, height, colour_by;
} pl_raw_output;

// scene_keys.c
extern const pl_table pl_table_scene, pl_table_body, pl_table_source, pl_table_spindle,
    pl_table_grid, pl_table_random, pl_table_pin, pl_table_paint, pl_table_selection, pl_table_box,
    pl_table_sphere, pl_table_side, pl_table_turn, pl_table_material, pl_table_obstacle,
    pl_table_part, pl_table_motion, pl_table_key, pl_table_pin_motion, pl_table_pin_key,
    pl_table_attachment, pl_table_skin, pl_table_wrap, pl_table_field, pl_table_curve,
    pl_table_event, pl_table_values, pl_table_camera, pl_table_output;
// scene_keys_limbs.c
extern const pl_table pl_table_muscle, pl_table_bone;
// scene_keys_character.c
extern const pl_table pl_table_character, pl_table_rig_bone, pl_table_move, pl_table_move_motion,
    pl_table_move_key, pl_table_set, pl_table_dragger, pl_table_drag_motion, pl_table_drag_key,
    pl_table_ragdoll;
extern const pl_table pl_table_sets;  // a file of sets alone

#define PL_OUTPUT_COLOUR_COUNT 5
const char* pl_colour_by_name(uint32_t index);

#endif

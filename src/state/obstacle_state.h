// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// An obstacle's state: what it is, where it is, and what it was given.
#ifndef PL_STATE_OBSTACLE_STATE_H
#define PL_STATE_OBSTACLE_STATE_H

#include "src/base/arena.h"
#include "src/math/rotation.h"
#include "src/math/vec3.h"

#include <plump/attachment.h>
#include <plump/contact.h>

#define PL_NOBODY UINT32_MAX

// Where something is: world = turn x own + position, turn by rows.
typedef struct pl_place {
    double position[3];
    double turn[9];
} pl_place;

typedef struct pl_obstacle {
    plump_obstacle_id id;
    plump_obstacle_def def;           // as given, then as changed; points and triangles are copies
    double position[3], rotation[4];  // between steps; the rotation of length 1
    double target_position[3], target_rotation[4];  // at the end of the next step, if moving
    bool moving;
    struct pl_bone* bone;    // what moves it instead; NULL: none
    pl_place past, now;      // at the beginning and the end of the substep
    struct pl_solid* solid;  // its shape: the collide stage's; of a compound its bounds alone
    // A compound meets bodies by its parts, which are obstacles of their own in the stages' list,
    // behind it. They go with it, and it gets what they are given.
    struct pl_obstacle* whole;  // of a part; else NULL
    struct pl_obstacle** parts;
    uint32_t part_count;
    uint32_t number;            // of a part, from 1; else 0
    uint32_t index;             // in the stages' list
    pl_place own;               // of a part, in the frame of the whole
    uint32_t contact_count;     // in the last substep
    double impulse[3];          // N s in the last step ...
    double angular_impulse[3];  // ... and N m s about the position at its end
    pl_arena memory;
} pl_obstacle;

// Who gets impulses.
static inline pl_obstacle* pl_obstacle_whole(pl_obstacle* obstacle) {
    return obstacle->whole ? obstacle->whole : obstacle;
}

// Where a part is when the whole is there.
static inline pl_place pl_place_on(const pl_place* whole, const pl_place* own) {
    pl_place place;
    pl_vec3d way = pl_rotation_turn(whole->turn, pl_vec3d_load(own->position));
    pl_vec3d_store(pl_vec3d_add(pl_vec3d_load(whole->position), way), place.position);
    for (int i = 0; i < 9; ++i) {
        const double *row = whole->turn + 3 * (i / 3), *column = own->turn + i % 3;
        place.turn[i] = row[0] * column[0] + row[1] * column[3] + row[2] * column[6];
    }
    return place;
}

// Its parts are where it is.
static inline void pl_obstacle_carry(pl_obstacle* obstacle) {
    for (uint32_t i = 0; i < obstacle->part_count; ++i) {
        pl_obstacle* part = obstacle->parts[i];
        part->past = pl_place_on(&obstacle->past, &part->own);
        part->now = pl_place_on(&obstacle->now, &part->own);
    }
}

static inline bool pl_obstacle_moves(const pl_obstacle* obstacle) {
    return obstacle->moving || obstacle->bone != NULL;
}

// Its surface moves along itself: a belt.
static inline bool pl_obstacle_runs(const pl_obstacle* obstacle) {
    const float* v = obstacle->def.surface_velocity;
    return v[0] != 0.0f || v[1] != 0.0f || v[2] != 0.0f;
}

// So fast, in the world.
static inline pl_vec3d pl_obstacle_belt(const pl_obstacle* obstacle) {
    return pl_rotation_turn(obstacle->now.turn,
                            pl_vec3_widen(pl_vec3_load(obstacle->def.surface_velocity)));
}

// What a tie holds of a body: the mean of these places by weight, which add up to 1. Without a
// radius it is one place. Behind the attachment, in its memory.
typedef struct pl_held {
    uint32_t count;   // 0: no body
    uint32_t* place;  // ascending
    float* weight;
} pl_held;

// A tie between a vertex, or a patch around it, and something else.
typedef struct pl_attachment {
    plump_attachment_id id;
    plump_attachment_def def;
    pl_held held[2];
    uint32_t body[2];               // index among the world's bodies; the second PL_NOBODY: no body
    uint32_t place[2];              // of their vertices
    uint32_t obstacle;              // index, PL_NOBODY: none
    double position[3], target[3];  // of a tie to a point of the world
    bool moving, broken;
    bool breaks;              // in the last step
    bool idle;                // in this step: a body that it ties is disabled
    double force[3];          // N on def.body, mean of the last step
    struct pl_body* carrier;  // holds fast, and has muscles that pull at the vertex; or NULL
} pl_attachment;

static inline bool pl_attachment_acts(const pl_attachment* attachment) {
    return !attachment->broken && !attachment->idle;
}

#endif

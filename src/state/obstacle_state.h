// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// An obstacle's state: what it is, where it is, and what it was given.
#ifndef PL_STATE_OBSTACLE_STATE_H
#define PL_STATE_OBSTACLE_STATE_H

#include "src/base/arena.h"
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
    plump_obstacle_def def;           // as given, then as changed; pointers are NULL, but `mesh`
    double position[3], rotation[4];  // between steps; the rotation of length 1
    double target_position[3], target_rotation[4];  // at the end of the next step, if moving
    bool moving;
    struct pl_bone* bone;       // what moves it instead; NULL: none
    pl_place past, now;         // at the beginning and the end of the substep
    struct pl_solid* solid;     // its shape: the collide stage's
    uint32_t contact_count;     // in the last substep
    double impulse[3];          // N s in the last step ...
    double angular_impulse[3];  // ... and N m s about the position at its end
    pl_arena memory;
} pl_obstacle;

static inline bool pl_obstacle_moves(const pl_obstacle* obstacle) {
    return obstacle->moving || obstacle->bone != NULL;
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
    bool idle;                // in this step: a body that it ties is disabled
    double force[3];          // N on def.body, mean of the last step
    struct pl_body* carrier;  // holds fast, and has muscles that pull at the vertex; or NULL
} pl_attachment;

static inline bool pl_attachment_acts(const pl_attachment* attachment) {
    return !attachment->broken && !attachment->idle;
}

#endif

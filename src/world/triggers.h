// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Triggers: obstacles that push nobody and tell who is in them. No stage knows them. Once a step is
// over, the vertices of the bodies whose box meets a trigger's are counted.
#ifndef PL_WORLD_TRIGGERS_H
#define PL_WORLD_TRIGGERS_H

#include "src/base/alloc.h"

#include <plump/contact.h>

typedef struct pl_box {
    double lo[3], hi[3];
} pl_box;

typedef struct pl_visits {
    plump_inside *list, *next;  // by trigger, then body, in order of creation; one is being made
    size_t count, next_count, capacity, next_capacity;
    pl_box* boxes;  // of all bodies
    size_t box_capacity;
} pl_visits;

// A step is over. Without memory for the list it stays as it was, and the next step that finds some
// tells what has begun or ended.
void pl_visits_look(plump_world* world);
// Forgets those of a body, or of a trigger (the other 0).
void pl_visits_drop(plump_world* world, plump_body_id body, plump_obstacle_id trigger);
void pl_visits_free(pl_visits* visits, const plump_allocator* hooks);

#endif

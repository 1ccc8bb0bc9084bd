// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Events of a step: touches that began, stay and ended, who fell asleep, who woke, what broke. What
// touches is remembered from step to step by ids, also of those that have gone since. Two that
// sleep keep touching: nobody looks at them.
#ifndef PL_WORLD_EVENTS_H
#define PL_WORLD_EVENTS_H

#include "src/base/alloc.h"

#include <plump/contact.h>

typedef enum pl_fate { PL_TOUCH_ENDED, PL_TOUCH_STAYS, PL_TOUCH_SLEEPS } pl_fate;

// Two that touch.
typedef struct pl_touching {
    plump_body_id body, other;
    plump_obstacle_id obstacle;
    pl_fate fate;  // in this step ...
    uint64_t key;  // ... and their place in the order
} pl_touching;

// A list that callers hold until the next step: room that is made meanwhile waits until then.
typedef struct pl_lent {
    void *items, *next;
    size_t capacity, next_capacity;
} pl_lent;

typedef struct pl_event_log {
    pl_touching *touching, *spare;  // in order of creation
    size_t touching_count, touching_capacity, spare_capacity;
    pl_lent touches, bodies, attachments;
    plump_events seen;
} pl_event_log;

// Room for so many; false: out of memory, and nothing is lost.
bool pl_events_reserve(pl_event_log* log, const plump_allocator* hooks, size_t touch_count,
                       size_t body_count, size_t attachment_count);
bool pl_events_reserve_touching(pl_event_log* log, const plump_allocator* hooks, size_t count);
void pl_events_free(pl_event_log* log, const plump_allocator* hooks);
// What is remembered of touches becomes what a snapshot kept; there is room.
void pl_events_put(pl_event_log* log, const pl_touching* touching, size_t count);

// When a step begins: what was lent is gone, and bodies know whether they sleep.
void pl_events_begin(plump_world* world);
// When it has ended, and everything in it has arrived.
void pl_events_end(plump_world* world);

#endif

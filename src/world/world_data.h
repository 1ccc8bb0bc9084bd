// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The world: its bodies by slot, and what a step needs at hand.
#ifndef PL_WORLD_DATA_H
#define PL_WORLD_DATA_H

#include "src/elastic/elastic.h"

// An id is slot + 1 in the low 20 bits and the slot's generation above: 0 is never an id. A slot
// whose generations are used up is not given out again.
#define PL_ID_SLOT_BITS       20
#define PL_ID_SLOT_MOST       ((UINT32_C(1) << PL_ID_SLOT_BITS) - 1)
#define PL_ID_GENERATION_MOST ((UINT32_C(1) << (32 - PL_ID_SLOT_BITS)) - 1)

typedef struct pl_slot {
    pl_body* body;        // NULL: free
    uint32_t generation;  // of the body, or of the next one
    uint32_t next_free;   // slot + 1, 0: none
} pl_slot;

struct plump_world {
    plump_allocator hooks;
    plump_world_def def;  // gravity in here is the current one
    pl_task_pool* pool;
    pl_isa isa;
    pl_slot* slots;
    size_t slot_count, slot_capacity;
    uint32_t first_free;  // slot + 1, 0: none
    pl_body** bodies;     // all, in order of creation
    size_t body_count, body_capacity;
    pl_stage stage;  // lists with room for all bodies
    uint64_t step_count;
    uint32_t woke_count;  // since the last step
    plump_step_report report;
    plump_trail_entry* trail;
    size_t trail_count, trail_capacity;
};

// The body of an id, or NULL with the sentence in error.
pl_body* pl_world_find(const plump_world* world, plump_body_id id, plump_error* error);

// Makes a body that no world knows yet (world.h's create without the id), and destroys such a one.
plump_result pl_body_make(plump_world* world, const plump_body_def* def, pl_body** body,
                          plump_error* error);
void pl_body_free(plump_world* world, pl_body* body);
// Room for `count` bodies of these sizes in all lists, so that taking bodies in cannot fail.
bool pl_world_reserve(plump_world* world, pl_body* const* bodies, size_t count);
// Recomputes inv_mass and fit from mass, paint, pins and contact: of all places, or of one.
void pl_body_weigh(pl_body* body);
void pl_body_weigh_place(pl_body* body, uint32_t place, bool pinned);
// Gravity and the body's own, to body->acceleration.
void pl_body_accelerate(const plump_world* world, pl_body* body);
// The motion as it is now, also between steps; uses the scratch of the body.
pl_motion pl_body_measure(const plump_world* world, pl_body* body);
void pl_body_rouse(plump_world* world, pl_body* body);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The collide stage: finds what touches or may touch within the substep, and lists it as
// inequalities for the contact stage. Changes no positions, but stops bodies that are too fast.
#ifndef PL_COLLIDE_H
#define PL_COLLIDE_H

#include "src/collide/solid.h"
#include "src/state/stage.h"

// A body's share.
typedef struct pl_collider {
    pl_tree tree;        // around past and now
    float lo[3], hi[3];  // of the whole, about the body's origin
    float reach;         // how far the fastest place moves in this substep, m
} pl_collider;

// Makes body->collider out of body->memory; x is in place.
plump_result pl_collider_create(pl_body* body, pl_task_pool* pool, plump_error* error);
size_t pl_collider_size_shared(const plump_mesh* mesh);

// The stage's own lists, for all bodies and obstacles of a world.
typedef struct pl_collide pl_collide;
pl_collide* pl_collide_create(const plump_allocator* hooks);  // NULL: out of memory
void pl_collide_destroy(pl_collide* collide);                 // NULL is fine
// Room for a world of these; false: out of memory, and it is as it was.
bool pl_collide_reserve(pl_collide* collide, pl_body* const* bodies, size_t body_count,
                        size_t obstacle_count, size_t contact_capacity);

// Once per step, before the substeps: obstacles get ready to move, sums of the step begin.
void pl_collide_begin(const pl_stage* stage);
// Stage 3a.
void pl_collide_find(const pl_stage* stage);

#endif

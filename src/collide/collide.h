// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The collide stage: finds what touches or may touch within the substep, and lists it as
// inequalities for the contact stage. Changes no positions, but stops bodies that are too fast.
#ifndef PL_COLLIDE_H
#define PL_COLLIDE_H

#include "src/collide/solid.h"
#include "src/state/stage.h"

// How a body has moved, m: its middle, and how far places differ from that.
typedef struct pl_travel {
    double drift[3], spread;
} pl_travel;

// A body's share.
typedef struct pl_collider {
    const struct pl_fans* fans;
    const struct pl_ridges* ridges;
    const struct pl_pieces* pieces;
    const struct pl_inner* inner;
    pl_tree tree;                  // around past and now
    float move_lo[3], move_hi[3];  // how far places have moved in this substep, by axis
    pl_vec3d velocity;             // of the whole, about, as impacts change it
    uint32_t held;                 // how often impacts have held it back in this substep
    bool at_past;                  // the tree is around the beginning of the substep alone
    float* span_bounds;            // PL_BOUNDS floats per span of particles
    uint8_t* leaf_moved;           // per leaf of the tree, when continuous detection last looked
    bool by_tree;                  // continuous detection looks by its tree ...
    bool fitted;                   // ... which is around where places have moved
    uint8_t* caught;               // per place, while any_drawn: 1 drawn far out of the body, 2 ...
    bool any_drawn, any_caught;    // ... and through another body; as of the last substep in which
                                   // it might let go
    double sag;                    // of its edges below a smooth surface, about, at rest, m
    float* rest_edges;             // per place: sum of the squares of its edges at rest, m^2
    float* stray;                  // per place: how far it has moved past the middle of all, m
    float* still[3];               // where places were when ways were counted anew, about ...
    double still_origin[3];        // ... this origin, ...
    pl_travel travel;              // ... the way until then, ...
    float still_lo[3], still_hi[3];  // ... and how far places have moved since, by axis
    bool restart;                    // ways are to be counted anew
    bool lies;                       // it sleeps, and what is told of its ways holds
    pl_travel last;                  // the way of the last substep, about
    pl_travel gone;                  // the sum of those of this step
} pl_collider;

// Of a span: least and most of x and past together, of x - past, and of past - still, by axis.
#define PL_BOUNDS 18
typedef struct pl_collide_kernels {
    void (*bounds)(const pl_body* body, uint32_t begin, uint32_t end, float* bounds);
} pl_collide_kernels;
const pl_collide_kernels* pl_collide_kernels_get(pl_isa isa);

// Makes body->collider out of body->memory; x is in place.
plump_result pl_collider_create(pl_body* body, pl_task_pool* pool, plump_error* error);
// Whether parts of the body may meet each other.
bool pl_parts_meet(const pl_body* body);
// After the rest shape has changed.
void pl_collider_resize(pl_body* body);
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
// Whether two touch each other at all, wherever they are: by their filters, and the sorted list of
// pairs of bodies that do not. Two that sleep meet, but do not agree.
bool pl_body_meets_obstacle(const pl_body* body, const pl_obstacle* obstacle);
bool pl_bodies_meet(const pl_body* a, const pl_body* b, const uint64_t* apart, size_t apart_count);
bool pl_bodies_agree(const pl_body* a, const pl_body* b, const uint64_t* apart, size_t apart_count);
// How far the point of an obstacle that is there now has moved in this substep, with its turn.
pl_vec3d pl_obstacle_drift_at(const pl_obstacle* obstacle, pl_vec3d point);
// Stage 3a.
void pl_collide_find(const pl_stage* stage);
// Continuous detection, when positions are as the substep would leave them: which features of two
// bodies have gone through each other since its beginning, into stage->contacts->events. False:
// none.
bool pl_collide_sweep(const pl_stage* stage);
// What stages have thrown into obstacles with closed forms since contacts were found comes out.
// Those that have moved so are held_out; true if any are, now or before.
bool pl_collide_keep_out(const pl_stage* stage);
// When the last substep has ended: adds to the penetration of bodies what is beyond contacts.
void pl_collide_measure(const pl_stage* stage);

#endif

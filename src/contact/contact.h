// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The contact stage: pushes apart what overlaps, with friction, and holds what is attached.
//
// Every contact is an inequality over the moves dx that the stage adds to positions,
//     gap + n . sum w_k dx_k >= 0,
// answered by an impulse push n (times h, so in kg m) that moves its places by w_k push n / m_k:
// both sides feel the same. Friction acts against the slide within the substep by at most friction
// x push. All are solved at once, Jacobi's way: a place that is in several contacts lends each of
// them a share of its mass,
//     push += -(gap + n . sum w dx) / K,   K = sum |w_k| S_k / m_k,   S_k = sum |w| of its
//     contacts,
// which cannot overshoot, needs no order, and keeps momentum. Rounds look ahead along the last
// change (Nesterov 1983): 12 of them then do what 50 would, since the shares of mass make K an
// upper bound. They end when every contact is answered, or after 12.
//
// Pressure is solved along with it, one number lambda per volume: dx_k also holds lambda press_k,
// and after every round lambda is set so that the volume is right to first order. Without that a
// body that is pressed from one side does not pass the load on to the other, and piles collapse
// (measured: volume errors of 0.13). What is left for the volume stage is next to nothing.
//
// Contacts of calm pairs begin with what they carried in the last substep: in their rows, if those
// last, or found again (keep.c).
//
// Places that take part are gathered as grips, contacts and attachments as rows; each round goes
// over rows, 16 side by side, then grips, then volumes, in parallel and in fixed order.
#ifndef PL_CONTACT_H
#define PL_CONTACT_H

#include "src/state/stage.h"

// What a contact carried. Bodies and obstacles by id: they may come and go between substeps.
typedef struct pl_kept {
    uint32_t body, other;    // ids; the other may be an obstacle's, which `kind` tells
    uint32_t place;          // of the body
    uint32_t feature, kind;  // where it met the other, and what kind of contact it is
    float force[3];          // N, on the body
    uint32_t index, next;    // of the body in the world, and of the next of the same place ...
    bool taken;              // ... while they are looked for
} pl_kept;

typedef struct pl_resolve pl_resolve;
pl_resolve* pl_resolve_create(const plump_allocator* hooks);  // NULL: out of memory
void pl_resolve_destroy(pl_resolve* resolve);                 // NULL is fine
// How many attachments there are, and how many places of their patches beyond the first of each.
typedef struct pl_tie_room {
    size_t count, spread;
} pl_tie_room;
// Room for so many contacts and attachments among these bodies; false: out of memory, and it is as
// it was.
bool pl_resolve_reserve(pl_resolve* resolve, pl_body* const* bodies, size_t body_count,
                        size_t contact_capacity, const pl_tie_room* ties);

// What is kept for the next substep, as a snapshot has it; room for so much (false: out of memory);
// and the same put back.
const pl_kept* pl_resolve_kept(const pl_resolve* resolve, size_t* count);
bool pl_resolve_reserve_kept(pl_resolve* resolve, size_t count);
void pl_resolve_put_kept(pl_resolve* resolve, const pl_kept* kept, size_t count);

// A body, by id, begins anew: what its contacts carried is forgotten.
void pl_resolve_drop_kept(pl_resolve* resolve, uint32_t body);

// Before and after contacts are looked for: bodies know against which triangles of others their
// places pressed in the last substep (body->walls).
void pl_contact_remember(const pl_stage* stage);
void pl_contact_forget(const pl_stage* stage);

// Around stage 2: bodies that touch something and are too stiff for the substep gain nothing by
// elasticity.
void pl_contact_begin_elastic(const pl_stage* stage);
void pl_contact_end_elastic(const pl_stage* stage);
// Stage 3b.
void pl_contact_solve(const pl_stage* stage);
// After volumes have been mended: what that has driven into obstacles goes back to their surface
// and counts as in contact. Marks the bodies (body->held_out); false: there are none. stage->pass
// counts the turns of both, PL_HOLDS the last.
#define PL_HOLDS 4
bool pl_contact_hold_out(const pl_stage* stage);
// What continuous detection has found (stage->contacts->events) comes apart, by impulses in the
// first passes (stage->pass), as impact zones in later ones, and at last as whole bodies, ever more
// of them (impact_zone.c). Between begin and end zones only grow.
#define PL_PART_PASSES 24
void pl_contact_part_begin(const pl_stage* stage);
void pl_contact_part(const pl_stage* stage);
void pl_contact_part_end(const pl_stage* stage);
// At the end of a substep: takes back the kinetic energy that contacts, impacts and pressure have
// added since the collide stage (energy.c).
void pl_contact_bound_energy(const pl_stage* stage);
// Then: what pairs have given each other, all of it, into stage->contacts->exchanges (account.c).
void pl_contact_account(const pl_stage* stage);

#endif

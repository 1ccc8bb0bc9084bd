// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Contacts of a substep: found by the collide stage, resolved by the contact stage, read by users.
#ifndef PL_STATE_CONTACT_STATE_H
#define PL_STATE_CONTACT_STATE_H

#include "src/state/body_state.h"
#include "src/state/obstacle_state.h"

// Up to four places, some of one side and the rest of the other: sum weight x is the vector from
// the second side to the first, if what does not move is left out. The first side is a body's. With
// `normal` of length 1
//     gap + normal . sum weight dx >= 0
// where dx is what the stage adds to positions. A place of what does not move has weight 0.
typedef struct pl_contact {
    uint32_t body[2];   // index among the world's bodies; the second PL_NOBODY: an obstacle
    uint32_t obstacle;  // index, PL_NOBODY: both sides are bodies
    uint32_t split;     // so many of the places belong to the first side
    uint32_t place[4];
    float weight[4];  // 1, -b0, -b1, -b2 for a vertex and a triangle
    float normal[3];  // towards the first side
    float gap;        // m at the predicted positions, later at those found, less the margin ...
    float depth;      // how far the surfaces overlap, without margin: as predicted, then as found
    float gap_past;   // ... and at the beginning of the substep
    float slide[3];   // how the first side has moved past the second in this substep so far
    float friction, friction_static;
    uint32_t triangle;  // of the second side's mesh or obstacle, PL_NOBODY: none
    uint32_t sample;    // of an obstacle's sharp edge: which one it is
    float margin;       // m
    double level;       // of an obstacle: where it is along the normal, from the world's origin, m
    pl_vec3d point;     // in the world

    float push;     // normal impulse x h, kg m
    float drag[3];  // friction, likewise
} pl_contact;

// Two features of bodies, or of a body and an obstacle, that go through each other on their
// straight ways through the substep, with the weights and the normal of the time of impact. Places
// and weights as of a contact.
typedef struct pl_toi_event {
    uint32_t body[2];
    uint32_t split;  // 1: a vertex and a triangle, 2: two edges
    uint32_t place[4];
    float weight[4];
    float normal[3];  // towards the side on which the first was
    float margin;     // m
    uint64_t order;   // by its pair, then by who comes through whom
    // where one of the two is an obstacle, whose `body` is PL_NOBODY:
    uint32_t obstacle;  // its index; else PL_NOBODY
    double held;        // sum of weight x position over its points, along the normal, about the
                        // origin of the body: weights add up to 0 only to rounding
} pl_toi_event;

// The first body of the two.
static inline uint32_t pl_toi_body(const pl_toi_event* event) {
    return event->body[event->body[0] == PL_NOBODY];
}

static inline bool pl_contact_same_pair(const pl_contact* a, const pl_contact* b) {
    return a->body[0] == b->body[0] && a->body[1] == b->body[1] && a->obstacle == b->obstacle;
}

// What a contact is with, in the order in which they find room when there is too little: through a
// floor a body falls for good, through others and through itself it does not.
typedef enum pl_contact_kind {
    PL_WITH_OBSTACLE,
    PL_WITH_BODY,
    PL_WITH_ITSELF,
    PL_CONTACT_KINDS
} pl_contact_kind;

// What two have given each other in a substep (exchange.h).
typedef struct pl_exchange {
    uint32_t body[2];  // index, the older one first; the second PL_NOBODY: an obstacle
    uint32_t obstacle;
    double push;             // N s, of all pushes ...
    pl_vec3d point, normal;  // ... and sums of where and along what, times that; towards the first
    pl_vec3d impulse;        // N s given to the first
    pl_vec3d untold;         // of it, what the sums of bodies and obstacles do not have yet
} pl_exchange;

typedef struct pl_contact_list {
    pl_contact* contacts;  // in their fixed order
    size_t count, capacity;
    size_t dropped[PL_CONTACT_KINDS];  // for want of room, in this step
    uint32_t grown;                    // how often room was made, in this step
    const pl_toi_event* events;        // what continuous detection has found, in its fixed order
    size_t event_count;
    bool bounded;  // room does not grow: the caller has set it
    bool lasting;  // these are the contacts of the last substep, in their places
    // Makes room for so many wherever contacts are listed; what is listed here stays, what is in
    // other lists of one substep is lost. False: it is not to be had, and all is as it was.
    bool (*grow)(void* owner, size_t count);
    pl_exchange* exchanges;  // of this substep, under ascending keys
    uint64_t* exchange_keys;
    size_t exchange_count, exchange_capacity, exchange_key_capacity;
    bool (*grow_exchanges)(void* owner, size_t count);  // likewise; nothing is lost
    void* owner;
} pl_contact_list;

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What two have given each other in a substep, whichever stage has done it: contacts, impacts that
// are stopped, sides that are kept. One of each pair, in order of creation (pl_exchange_key).
// Stages add to them one after the other, never in parallel.
#ifndef PL_STATE_EXCHANGE_H
#define PL_STATE_EXCHANGE_H

#include "src/state/stage.h"

// Of a contact, or likewise: two bodies by index, or a body and an obstacle (the other PL_NOBODY).
typedef struct pl_who {
    uint32_t body[2], obstacle;
} pl_who;

// What a part of a compound gives, the whole does.
static inline pl_who pl_who_make(const pl_stage* stage, uint32_t body, uint32_t other,
                                 uint32_t obstacle) {
    bool solid = obstacle != PL_NOBODY;
    return (pl_who){{body, other},
                    solid ? pl_obstacle_whole(stage->obstacles[obstacle])->index : PL_NOBODY};
}

static inline pl_who pl_who_of(const pl_stage* stage, const pl_contact* c) {
    return pl_who_make(stage, c->body[0], c->body[1], c->obstacle);
}

// The older body, then obstacles, then the younger bodies. `turned`: the second is the older one.
uint64_t pl_exchange_key(pl_who who, bool* turned);

// The exchange of these two, begun if there is none yet; NULL: there is no room for it.
pl_exchange* pl_exchange_of(const pl_stage* stage, pl_who who, bool* turned);

// That they press each other by so much, N s, at a point, along a normal towards the first.
typedef struct pl_press_at {
    double push;
    pl_vec3d point, normal;
} pl_press_at;
void pl_exchange_press(pl_exchange* exchange, bool turned, const pl_press_at* at);

// That the first has been given `impulse` by the second, N s, outside of contacts. `told`: it is in
// the sums of bodies and obstacles already.
void pl_exchange_give(const pl_stage* stage, pl_who who, const pl_press_at* at, pl_vec3d impulse,
                      bool told);

#endif

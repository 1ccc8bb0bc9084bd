// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the files of the contact stage share.
#ifndef PL_CONTACT_RESOLVE_H
#define PL_CONTACT_RESOLVE_H

#include "src/contact/contact.h"

#define PL_NO_GRIP UINT32_MAX

// A place that contacts move.
typedef struct pl_grip {
    float dx[3];
    float inv_mass;
    float press[3], swell[3];
    float crowd;  // S: sum of |w| over the rows that act on it
    uint32_t body, place;
    pl_pressure* pressure;  // NULL: its body keeps no volume
    uint32_t hold_first;    // its rows: holds[hold_first] and on
} pl_grip;

// That a row acts on a grip.
typedef struct pl_hold {
    uint32_t row;
    float weight;
} pl_hold;

// A contact, or an attachment.
typedef struct pl_row {
    uint32_t grip[4];  // PL_NO_GRIP: does not move
    float weight[4];
    float push, drag[3];  // of a contact, or in `drag` of a tie: ahead of what was found by `lead`
    float impulse[3];     // added in this round, kg m
    bool acts;
} pl_row;

typedef struct pl_tie {
    pl_attachment* attachment;
    float offset[3];  // from the second side to the first
    float give;       // 1 / (stiffness h^2)
    float pull[3];    // so far, kg m
} pl_tie;

struct pl_resolve {
    plump_allocator hooks;
    uint32_t* grip_of;  // per place of all bodies: grip, PL_NO_GRIP
    size_t grip_of_capacity;
    size_t* body_first;  // per body: its first place in grip_of
    size_t body_first_capacity;
    pl_grip* grips;
    size_t grip_count, grip_capacity;
    pl_hold* holds;
    size_t hold_capacity;
    uint32_t hold_count;
    pl_row* rows;  // of the contacts, then of the ties
    size_t row_count, row_capacity;
    pl_tie* ties;
    size_t tie_count, tie_capacity;
    float lead;  // of this round
};

// Gathers grips, rows and ties of this substep.
void pl_resolve_gather(const pl_stage* stage);
// Rounds over them.
void pl_resolve_iterate(const pl_stage* stage);

// How far a row's first side has moved past the second.
static inline pl_vec3 pl_row_move(const pl_resolve* resolve, const pl_row* row) {
    pl_vec3 sum = pl_vec3_make(0, 0, 0);
    for (int k = 0; k < 4; ++k) {
        if (row->grip[k] == PL_NO_GRIP) continue;
        const pl_grip* grip = &resolve->grips[row->grip[k]];
        float lambda = grip->pressure ? (float)grip->pressure->lambda : 0.0f;
        float w = row->weight[k];
        sum.x += w * (grip->dx[0] + lambda * grip->press[0]);
        sum.y += w * (grip->dx[1] + lambda * grip->press[1]);
        sum.z += w * (grip->dx[2] + lambda * grip->press[2]);
    }
    return sum;
}

#endif

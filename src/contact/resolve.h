// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the files of the contact stage share. Each round goes over all rows, then over all grips:
// what rows read lies side by side, 16 rows to a block, and what they say to grips, and grips to
// them, in rows of four floats.
#ifndef PL_CONTACT_RESOLVE_H
#define PL_CONTACT_RESOLVE_H

#include "src/contact/contact.h"
#include "src/task/counter.h"

#define PL_NO_GRIP 0  // the first grip does not move

// A place that contacts move. Those of a volume follow each other.
typedef struct pl_grip {
    float inv_mass;
    float swell[3];
    uint32_t body, place;
    uint32_t slot;        // its volume
    uint32_t hold_first;  // its rows: holds[hold_first] and on
} pl_grip;

// A body, or a part of it that keeps a volume of its own.
typedef struct pl_slot {
    pl_pressure* pressure;  // NULL: it keeps no volume
    uint32_t grip_count, grip_next;
} pl_slot;

// Some grips of one slot.
typedef struct pl_grip_chunk {
    uint32_t begin, end, slot;
    double grown;  // sum swell . dx
} pl_grip_chunk;

// That a row acts on a grip.
typedef struct pl_hold {
    uint32_t row;
    float weight;
} pl_hold;

// Contacts, lane by lane. Lanes without one are all zero.
#define PL_LANES 16
typedef struct pl_row_block {
    uint32_t move[4][PL_LANES];  // where the grips' moves begin
    float weight[4][PL_LANES];
    float ease[4][PL_LANES];      // |weight| / mass
    uint32_t slot[2][PL_LANES];   // of the two sides ...
    float press[2][3][PL_LANES];  // ... whose pressure of 1 moves them past each other by this
    float normal[3][PL_LANES];
    float gap[PL_LANES];
    float slide[3][PL_LANES];
    float friction[PL_LANES], friction_static[PL_LANES];
    float close[PL_LANES];  // m: a row that is off by less is answered
    float keeps[PL_LANES];  // share of its impulse that a row begins with in the next substep
    float push[PL_LANES], drag[3][PL_LANES];              // found
    float push_ahead[PL_LANES], drag_ahead[3][PL_LANES];  // ahead of that by `lead`
} pl_row_block;

// A place that an attachment holds.
typedef struct pl_tie_end {
    uint32_t grip, slot;
    float weight;  // below 0 on the second side
    float press[3];
} pl_tie_end;

// An attachment (ties.c); its row comes behind those of all contacts.
typedef struct pl_tie {
    pl_attachment* attachment;
    size_t end_first, end_stop;  // its ends, first side first
    float offset[3];             // from the second side to the first
    float give;                  // 1 / (stiffness h^2)
    float line[3];               // along which alone it is damped, of length 1; or 0 ...
    float line_give, line_lag;   // ... and there it gives this, and was so far apart, by its share
    float pull[3];               // so far, kg m
    float ahead[3];
    float carried[3];  // what muscles give the vertex, which does not move by it, kg m
    pl_bone* bone;     // the second side, if it is one ...
    float arm[3];      // ... and where it is held, from the bone's centre as predicted
} pl_tie;

// A contact with a bone that gives way. Its row has a grip of its own behind all others: the point
// of the bone, of weight -1.
typedef struct pl_bone_row {
    pl_bone* bone;
    uint32_t row;
    float arm[3];  // from the bone's centre, both at the beginning: so spin is kept
} pl_bone_row;

// A place that is in an impact zone, or pushed out of another body (impact_zone.c).
#define PL_ZONE_WALLS 3
typedef struct pl_zone_place {
    uint32_t body, place;
    uint32_t root;                             // another of its zone, or itself
    uint32_t zone;                             // of a root
    bool united;                               // a root with others
    bool fixed;                                // it sleeps, or is pinned
    bool crosses;                              // itself: it is not only of a body that does
    uint32_t carrier;                          // an obstacle that it goes through, or PL_NOBODY
    uint32_t wall_count, wall[PL_ZONE_WALLS];  // contacts that hold it out of obstacles
} pl_zone_place;

// How a zone moves.
typedef struct pl_zone_sum {
    double mass;
    bool fixed, walled;    // some of it sleeps or is pinned; lies at an obstacle
    uint32_t carrier;      // an obstacle that it moves with, or PL_NOBODY
    pl_vec3d centre, way;  // at the beginning; and how far it moves
    pl_vec3d held;         // how far what is fixed does
    pl_vec3d spin;         // of the ways
    double inertia[9], turn[9];
} pl_zone_sum;

struct pl_resolve {
    plump_allocator hooks;
    pl_kept* kept;  // of the last substep
    size_t kept_count, kept_capacity;
    uint32_t* kept_of;  // per place of all bodies: 1 + its first in `kept`, 0 outside of recalling
    size_t kept_of_capacity;
    uint32_t* grip_of;  // per place of all bodies: its grip in the order of coming
    size_t grip_of_capacity;
    size_t* body_first;  // per body: its first place in grip_of
    size_t body_first_capacity;
    uint32_t* slot_first;  // per body
    size_t slot_first_capacity;
    pl_slot* slots;
    size_t slot_count, slot_capacity;
    float* lambdas;  // per slot
    size_t lambda_capacity;
    uint32_t* ends;  // four per row: grips in the order of coming
    size_t end_capacity;
    pl_grip* came;       // grips in the order of coming ...
    uint32_t* final_of;  // ... and where they are now
    size_t came_capacity, final_of_capacity;
    pl_grip* grips;
    float* moves;  // four per grip: dx by contacts; S, the sum of |w| over the rows that act on it
    size_t grip_count, grip_capacity, move_capacity;
    pl_grip_chunk* chunks;
    size_t chunk_count, chunk_capacity;
    uint32_t* bundles;  // first chunk of each piece of work, and one more at the end
    size_t bundle_count, bundle_capacity;
    pl_hold* holds;
    size_t hold_capacity;
    uint32_t hold_count;
    pl_row_block* blocks;
    size_t block_count, block_capacity;
    float* impulses;  // four per row: added in this round, kg m; 1 where it acts, else 0
    size_t impulse_capacity;
    pl_tie* ties;
    size_t tie_count, tie_capacity;
    pl_tie_end* tie_ends;
    size_t tie_end_count, tie_end_capacity;
    pl_bone_row* bone_rows;
    size_t bone_row_count, bone_row_capacity;
    float lead;       // of this round
    pl_counter open;  // rows that were not yet answered in it, about
    pl_zone_place* members;
    size_t member_count, member_capacity;
    uint32_t* member_of;  // per place of all bodies: 1 + its number among them, 0: it is none
    size_t member_of_capacity;
    size_t* zone_first;  // per body: its first place in member_of
    size_t zone_first_capacity;
    pl_zone_sum* zones;
    size_t zone_count, zone_capacity;
};

typedef struct pl_resolve_kernels {
    // Answers the contacts of a block. False: all of them were answered before.
    bool (*answer)(const pl_resolve* resolve, pl_row_block* block, float* impulses);
    // Moves grips by what the rows have added, and counts anew who acts on them. Returns how much
    // they swell in all.
    double (*move)(const pl_resolve* resolve, uint32_t begin, uint32_t end);
    // Adds to every gap what has come of it.
    void (*settle)(const pl_resolve* resolve, pl_row_block* block);
} pl_resolve_kernels;
const pl_resolve_kernels* pl_resolve_kernels_get(pl_isa isa);

// Whether a row holds one place out of an obstacle, whatever others say: one that gives way is
// pushed back instead.
static inline bool pl_is_wall(const pl_stage* stage, const pl_contact* c) {
    return c->obstacle != PL_NOBODY && c->split == 1 && c->weight[0] == 1.0f &&
           !pl_obstacle_gives(stage->obstacles[c->obstacle]);
}

// Gathers grips, rows and ties of this substep. Rows begin with what their contacts carried in the
// last one: rows that are still there with what is left in them, others with what was kept.
void pl_resolve_gather(const pl_stage* stage);
// The grip of a place, in the order of coming; PL_NO_GRIP: nothing moves it.
uint32_t pl_resolve_take_grip(const pl_stage* stage, uint32_t body, uint32_t place);
// Ties as they come, and once grips are where they stay; the rows of theirs that act on grips; what
// they ask of bones, and a round over them.
void pl_ties_gather(const pl_stage* stage);
void pl_ties_finish(const pl_stage* stage);
void pl_ties_list_holds(const pl_stage* stage);
void pl_ties_tell_bones(const pl_stage* stage);
void pl_ties_answer(const pl_stage* stage);
// bone_rows.c: contacts with bones that give way, once rows are filled.
void pl_bone_rows_gather(const pl_stage* stage);
// Before a round: how many of them act in it.
void pl_bone_rows_count(const pl_stage* stage);
// Where contacts, and the pulls that ties are about to find, lead the bones.
void pl_bones_move(const pl_stage* stage);
// Warm start: lets contacts begin with what they carried in the last substep, and keeps it for the
// next.
void pl_resolve_recall(const pl_stage* stage);
float pl_resolve_calm(const pl_stage* stage, const pl_contact* c);  // how much of it, 0..1
void pl_resolve_keep(const pl_stage* stage);
// Rounds over them.
void pl_resolve_iterate(const pl_stage* stage);
// Closes what they leave of the gaps to obstacles (hold_out.c).
void pl_resolve_hold_out(const pl_stage* stage);
// The grips of a body, which follow each other, slot by slot: [begin, end).
void pl_resolve_grips_of(const pl_stage* stage, const pl_body* body, uint32_t* begin,
                         uint32_t* end);
// Adds what compressed bodies have stored to their ledgers.
void pl_energy_note_gas(const pl_stage* stage);
// Before and after places are moved by pressure: what that would add to the spin is taken back.
void pl_spin_before(const pl_stage* stage);
void pl_spin_after(const pl_stage* stage);
// Pieces of work: rows of contacts.
void pl_resolve_blocks(const pl_stage* stage, pl_task_chunk_fn* run);
#define PL_BLOCKS_A_TASK 16  // blocks [PL_BLOCKS_A_TASK i, ...) are the i-th piece

#endif

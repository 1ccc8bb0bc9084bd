// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/contact/resolve.h"

#include <math.h>
#include <string.h>

// --- memory ---

pl_resolve* pl_resolve_create(const plump_allocator* hooks) {
    pl_resolve* resolve = pl_alloc_zero(hooks, 1, sizeof *resolve);
    if (resolve) resolve->hooks = *hooks;
    return resolve;
}

void pl_resolve_destroy(pl_resolve* resolve) {
    if (!resolve) return;
    plump_allocator hooks = resolve->hooks;
    void* blocks[] = {
        resolve->grip_of,   resolve->body_first, resolve->slot_first, resolve->slots,
        resolve->lambdas,   resolve->ends,       resolve->came,       resolve->final_of,
        resolve->grips,     resolve->moves,      resolve->chunks,     resolve->bundles,
        resolve->holds,     resolve->blocks,     resolve->impulses,   resolve->ties,
        resolve->tie_ends,  resolve->kept,       resolve->kept_of,    resolve->members,
        resolve->member_of, resolve->zone_first, resolve->zones,      resolve->bone_rows};
    for (size_t i = 0; i < PL_COUNT(blocks); ++i) pl_free(&hooks, blocks[i]);
    pl_free(&hooks, resolve);
}

#define ROOM(array, capacity, count)                                                               \
    pl_grow(&resolve->hooks, (void**)&resolve->array, &resolve->capacity, 0, count,                \
            sizeof *resolve->array)

// Between substeps no place has a grip, nor a chain of what is kept.
static bool make_map(pl_resolve* resolve, uint32_t** map, size_t* capacity, size_t places) {
    size_t before = *capacity;
    if (!pl_grow(&resolve->hooks, (void**)map, capacity, 0, places, sizeof **map)) return false;
    if (before != *capacity) memset(*map, 0, *capacity * sizeof **map);
    return true;
}

#define CHUNK_GRIPS 256

static bool make_grip_lists(pl_resolve* resolve, size_t grips, size_t slots) {
    size_t chunks = grips / CHUNK_GRIPS + slots;
    return ROOM(came, came_capacity, grips) && ROOM(final_of, final_of_capacity, grips) &&
           ROOM(grips, grip_capacity, grips) && ROOM(chunks, chunk_capacity, chunks) &&
           ROOM(bundles, bundle_capacity, chunks + 1);
}

bool pl_resolve_reserve(pl_resolve* resolve, pl_body* const* bodies, size_t body_count,
                        size_t contact_capacity, const pl_tie_room* ties) {
    size_t places = 0, slots = 0, blocks = (contact_capacity + PL_LANES - 1) / PL_LANES;
    size_t rows = PL_LANES * blocks + ties->count, links = 4 * rows + ties->spread;
    for (size_t i = 0; i < body_count; ++i) {
        places += bodies[i]->padded;
        slots += bodies[i]->surface->part_count;
    }
    size_t grips = 1 + (links < places ? links : places);
    return make_map(resolve, &resolve->grip_of, &resolve->grip_of_capacity, places) &&
           make_map(resolve, &resolve->kept_of, &resolve->kept_of_capacity, places) &&
           make_map(resolve, &resolve->member_of, &resolve->member_of_capacity, places) &&
           ROOM(zone_first, zone_first_capacity, body_count) &&
           ROOM(members, member_capacity, grips) && ROOM(zones, zone_capacity, 1 + grips / 8) &&
           pl_resolve_reserve_kept(resolve, contact_capacity) &&
           make_grip_lists(resolve, grips, slots) &&
           ROOM(moves, move_capacity, 4 * (grips + contact_capacity)) &&
           ROOM(bone_rows, bone_row_capacity, contact_capacity) &&
           ROOM(body_first, body_first_capacity, body_count) &&
           ROOM(slot_first, slot_first_capacity, body_count) && ROOM(slots, slot_capacity, slots) &&
           ROOM(lambdas, lambda_capacity, slots) && ROOM(ends, end_capacity, 4 * rows) &&
           ROOM(holds, hold_capacity, links) && ROOM(blocks, block_capacity, blocks) &&
           ROOM(impulses, impulse_capacity, 4 * rows) && ROOM(ties, tie_capacity, ties->count) &&
           ROOM(tie_ends, tie_end_capacity, 2 * ties->count + ties->spread);
}

// --- grips, as they come ---

static uint32_t slots_of(const pl_body* body) {
    return body->pressure_count > 1 ? body->pressure_count : 1;
}

static void begin_slots(const pl_stage* stage, uint32_t index) {
    pl_resolve* resolve = stage->resolve;
    pl_body* body = stage->all[index];
    bool presses = body->touched && body->pressure_count > 0;
    for (uint32_t k = 0, slot = resolve->slot_first[index]; k < slots_of(body); ++k, ++slot) {
        resolve->lambdas[slot] = 0.0f;
        resolve->slots[slot].pressure = presses ? &body->pressures[k] : NULL;
    }
}

static void lay_out_bodies(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    size_t first = 0;
    resolve->slot_count = 0;
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        resolve->body_first[i] = first;
        resolve->slot_first[i] = (uint32_t)resolve->slot_count;
        first += stage->all[i]->padded;
        for (uint32_t k = slots_of(stage->all[i]); k > 0; --k)
            resolve->slots[resolve->slot_count++] = (pl_slot){0};
        begin_slots(stage, i);
    }
}

static uint32_t slot_of(const pl_stage* stage, uint32_t index, uint32_t place) {
    const pl_body* body = stage->all[index];
    return stage->resolve->slot_first[index] +
           (body->pressure_count > 1 ? body->surface->part_of[place] : 0);
}

uint32_t pl_resolve_take_grip(const pl_stage* stage, uint32_t index, uint32_t place) {
    pl_resolve* resolve = stage->resolve;
    if (index == PL_NOBODY) return PL_NO_GRIP;
    const pl_body* body = stage->all[index];
    if (body->asleep || !(body->inv_mass[place] > 0.0f)) return PL_NO_GRIP;
    uint32_t* at = &resolve->grip_of[resolve->body_first[index] + place];
    if (*at == PL_NO_GRIP) {
        *at = (uint32_t)resolve->grip_count++;
        uint32_t slot = slot_of(stage, index, place);
        resolve->came[*at] = (pl_grip){.body = index, .place = place, .slot = slot};
        resolve->slots[slot].grip_count++;
    }
    resolve->came[*at].hold_first++;  // counts its holds for now
    return *at;
}

static void take_grips(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    uint32_t* end = resolve->ends;
    for (size_t i = 0; i < stage->contacts->count; ++i) {
        const pl_contact* c = &stage->contacts->contacts[i];
        for (uint32_t k = 0; k < 4; ++k) {
            bool used = c->weight[k] != 0.0f;
            uint32_t body = c->body[k >= c->split];
            *end++ = used ? pl_resolve_take_grip(stage, body, c->place[k]) : PL_NO_GRIP;
        }
    }
}

// --- grips, by volume ---

static void fill_grip(const pl_stage* stage, pl_grip* grip) {
    const pl_body* body = stage->all[grip->body];
    bool swells = stage->resolve->slots[grip->slot].pressure != NULL;
    grip->inv_mass = body->inv_mass[grip->place];
    for (int c = 0; c < 3; ++c) grip->swell[c] = swells ? body->swell[c][grip->place] : 0.0f;
}

// Where the grips and the holds of each begin.
static void sort_grips(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    uint32_t next = 1, holds = 0;
    for (size_t i = 0; i < resolve->slot_count; ++i) {
        resolve->slots[i].grip_next = next;
        next += resolve->slots[i].grip_count;
    }
    resolve->final_of[PL_NO_GRIP] = PL_NO_GRIP;
    resolve->grips[PL_NO_GRIP] = (pl_grip){0};
    for (size_t i = 1; i < resolve->grip_count; ++i) {
        resolve->final_of[i] = resolve->slots[resolve->came[i].slot].grip_next++;
        resolve->grips[resolve->final_of[i]] = resolve->came[i];
    }
    for (size_t i = 1; i < resolve->grip_count; ++i) {
        uint32_t count = resolve->grips[i].hold_first;
        fill_grip(stage, &resolve->grips[i]);
        holds += count;
        resolve->grips[i].hold_first = holds;  // the end, until they are listed from behind
    }
    resolve->hold_count = holds;
    memset(resolve->moves, 0, 4 * resolve->grip_count * sizeof(float));
}

// Slots in chunks, chunks in bundles of about as many grips.
static void cut_grips(pl_resolve* resolve) {
    uint32_t begin = 1, bundled = CHUNK_GRIPS;
    resolve->chunk_count = resolve->bundle_count = 0;
    for (uint32_t i = 0; i < resolve->slot_count; ++i) {
        uint32_t end = begin + resolve->slots[i].grip_count;
        while (begin < end) {
            uint32_t stop = end - begin < CHUNK_GRIPS ? end : begin + CHUNK_GRIPS;
            if (bundled >= CHUNK_GRIPS) {
                resolve->bundles[resolve->bundle_count++] = (uint32_t)resolve->chunk_count;
                bundled = 0;
            }
            resolve->chunks[resolve->chunk_count++] = (pl_grip_chunk){begin, stop, i, 0.0};
            bundled += stop - begin;
            begin = stop;
        }
    }
    resolve->bundles[resolve->bundle_count] = (uint32_t)resolve->chunk_count;
}

// --- rows ---

static void fill_side(const pl_stage* stage, const pl_contact* c, int side, pl_row_block* b,
                      uint32_t lane) {
    const pl_resolve* resolve = stage->resolve;
    uint32_t begin = side ? c->split : 0, end = side ? 4 : c->split;
    for (int k = 0; k < 3; ++k) b->press[side][k][lane] = 0.0f;
    b->slot[side][lane] = 0;
    for (uint32_t k = begin; k < end; ++k) {
        const pl_grip* grip = &resolve->grips[b->move[k][lane] / 4];
        b->ease[k][lane] = grip->inv_mass * (c->weight[k] < 0.0f ? -c->weight[k] : c->weight[k]);
        if (b->move[k][lane] == PL_NO_GRIP || !resolve->slots[grip->slot].pressure) continue;
        b->slot[side][lane] = grip->slot;
        for (int d = 0; d < 3; ++d)
            b->press[side][d][lane] += c->weight[k] * stage->all[grip->body]->press[d][grip->place];
    }
}

#define CLOSE 2e-7  // of the size of the smaller one

static float close_of(const pl_stage* stage, const pl_contact* c) {
    double own = stage->all[c->body[0]]->extent;
    double other = c->body[1] == PL_NOBODY ? own : stage->all[c->body[1]]->extent;
    return (float)(CLOSE * (own < other ? own : other));
}

// What is new in every substep.
static void renew_lane(const pl_stage* stage, const pl_contact* c, pl_row_block* b, uint32_t lane) {
    fill_side(stage, c, 0, b, lane);
    fill_side(stage, c, 1, b, lane);
    for (int k = 0; k < 3; ++k) b->slide[k][lane] = c->slide[k];
    b->gap[lane] = c->gap;
}

static void fill_lane(const pl_stage* stage, size_t row, pl_row_block* b, uint32_t lane) {
    const pl_resolve* resolve = stage->resolve;
    const pl_contact* c = &stage->contacts->contacts[row];
    for (int k = 0; k < 4; ++k) {
        b->move[k][lane] = 4 * resolve->final_of[resolve->ends[4 * row + (size_t)k]];
        b->weight[k][lane] = c->weight[k];
    }
    renew_lane(stage, c, b, lane);
    for (int k = 0; k < 3; ++k) b->normal[k][lane] = c->normal[k];
    b->friction[lane] = c->friction;
    b->friction_static[lane] = c->friction_static;
    b->close[lane] = close_of(stage, c);
    bool same = lane > 0 && pl_contact_same_pair(c - 1, c);
    b->keeps[lane] = same ? b->keeps[lane - 1] : pl_resolve_calm(stage, c);
}

static void fill_blocks(uint32_t task, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    pl_resolve* resolve = stage->resolve;
    size_t end = ((size_t)task + 1) * PL_BLOCKS_A_TASK;
    if (end > resolve->block_count) end = resolve->block_count;
    for (size_t i = (size_t)task * PL_BLOCKS_A_TASK; i < end; ++i) {
        memset(&resolve->blocks[i], 0, sizeof resolve->blocks[i]);
        for (uint32_t lane = 0; lane < PL_LANES; ++lane) {
            size_t row = PL_LANES * i + lane;
            float* impulse = resolve->impulses + 4 * row;
            for (int c = 0; c < 4; ++c) impulse[c] = 0.0f;
            if (row >= stage->contacts->count) continue;
            fill_lane(stage, row, &resolve->blocks[i], lane);
            impulse[3] = stage->contacts->contacts[row].gap < 0.0f ? 1.0f : 0.0f;
        }
    }
}

// --- holds ---

// Lists for every grip the rows that act on it, in their order.
static void list_holds(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    pl_ties_list_holds(stage);
    for (size_t i = stage->contacts->count; i-- > 0;) {
        const pl_contact* c = &stage->contacts->contacts[i];
        for (int k = 3; k >= 0; --k) {
            uint32_t grip = resolve->final_of[resolve->ends[4 * i + (size_t)k]];
            if (grip == PL_NO_GRIP) continue;
            resolve->holds[--resolve->grips[grip].hold_first] =
                (pl_hold){(uint32_t)i, c->weight[k]};
        }
    }
}

// --- rows that last ---

// Whether contacts are those of the last substep in their places, and so are grips and rows.
static bool rows_last(const pl_stage* stage) {
    const pl_resolve* resolve = stage->resolve;
    size_t slots = 0;
    if (!stage->contacts->lasting || stage->attachment_count > 0) return false;
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        if (resolve->slot_first[i] != slots) return false;
        slots += slots_of(stage->all[i]);
    }
    return slots == resolve->slot_count;
}

// Its impulse stays in its row.
static void begin_again(pl_row_block* b, uint32_t lane, float* impulse) {
    float push = b->keeps[lane] * b->push[lane], ease = 0.0f, all = push;
    for (int k = 0; k < 3; ++k) all += b->drag[k][lane];
    for (int k = 0; k < 4; ++k) ease += b->ease[k][lane];
    float share = push > 0.0f && ease > 0.0f && isfinite(all) ? b->keeps[lane] : 0.0f;
    b->push[lane] = b->push_ahead[lane] = share > 0.0f ? push : 0.0f;
    for (int k = 0; k < 3; ++k) {
        float drag = share > 0.0f ? share * b->drag[k][lane] : 0.0f;
        b->drag[k][lane] = b->drag_ahead[k][lane] = drag;
        impulse[k] = drag + b->push[lane] * b->normal[k][lane];
    }
    impulse[3] = share > 0.0f || b->gap[lane] < 0.0f ? 1.0f : 0.0f;
}

static void renew_blocks(uint32_t task, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    pl_resolve* resolve = stage->resolve;
    size_t row = (size_t)task * PL_BLOCKS_A_TASK * PL_LANES,
           end = row + PL_BLOCKS_A_TASK * PL_LANES;
    if (end > stage->contacts->count) end = stage->contacts->count;
    for (; row < end; ++row) {
        pl_row_block* b = &resolve->blocks[row / PL_LANES];
        uint32_t lane = (uint32_t)(row % PL_LANES);
        renew_lane(stage, &stage->contacts->contacts[row], b, lane);
        begin_again(b, lane, resolve->impulses + 4 * row);
    }
}

static void renew_rows(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    for (uint32_t i = 0; i < stage->all_count; ++i) begin_slots(stage, i);
    for (size_t i = 1; i < resolve->grip_count; ++i) fill_grip(stage, &resolve->grips[i]);
    memset(resolve->moves, 0, 4 * resolve->grip_count * sizeof(float));
    pl_resolve_blocks(stage, renew_blocks);
}

static void gather(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    resolve->grip_count = 1;
    resolve->block_count = (stage->contacts->count + PL_LANES - 1) / PL_LANES;
    lay_out_bodies(stage);
    take_grips(stage);
    pl_ties_gather(stage);
    sort_grips(stage);
    cut_grips(resolve);
    pl_resolve_blocks(stage, fill_blocks);
    pl_bone_rows_gather(stage);
    pl_ties_finish(stage);
    list_holds(stage);
}

void pl_resolve_gather(const pl_stage* stage) {
    if (rows_last(stage)) {
        renew_rows(stage);
    } else {
        gather(stage);
        pl_resolve_recall(stage);
    }
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/contact/resolve.h"

#include "src/math/rotation.h"

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
    void* blocks[] = {resolve->grip_of, resolve->body_first, resolve->grips,
                      resolve->holds,   resolve->rows,       resolve->ties};
    for (size_t i = 0; i < PL_COUNT(blocks); ++i) pl_free(&hooks, blocks[i]);
    pl_free(&hooks, resolve);
}

#define ROOM(array, capacity, count)                                                               \
    pl_grow(&resolve->hooks, (void**)&resolve->array, &resolve->capacity, 0, count,                \
            sizeof *resolve->array)

// Between substeps no place has a grip.
static bool make_grip_map(pl_resolve* resolve, size_t places) {
    size_t before = resolve->grip_of_capacity;
    if (!ROOM(grip_of, grip_of_capacity, places)) return false;
    for (size_t i = 0; before != resolve->grip_of_capacity && i < resolve->grip_of_capacity; ++i)
        resolve->grip_of[i] = PL_NO_GRIP;
    return true;
}

bool pl_resolve_reserve(pl_resolve* resolve, pl_body* const* bodies, size_t body_count,
                        size_t contact_capacity, size_t attachment_count) {
    size_t places = 0, rows = contact_capacity + attachment_count;
    for (size_t i = 0; i < body_count; ++i) places += bodies[i]->padded;
    size_t grips = 4 * rows < places ? 4 * rows : places;
    if (!(make_grip_map(resolve, places) && ROOM(body_first, body_first_capacity, body_count) &&
          ROOM(grips, grip_capacity, grips) && ROOM(holds, hold_capacity, 4 * rows) &&
          ROOM(rows, row_capacity, rows) && ROOM(ties, tie_capacity, attachment_count)))
        return false;
    return true;
}

// --- grips ---

static void lay_out_bodies(const pl_stage* stage) {
    size_t first = 0;
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        stage->resolve->body_first[i] = first;
        first += stage->all[i]->padded;
    }
}

static pl_pressure* pressure_of(const pl_body* body, uint32_t place) {
    if (body->pressure_count == 0) return NULL;
    return &body->pressures[body->pressure_count > 1 ? body->surface->part_of[place] : 0];
}

static uint32_t take_grip(const pl_stage* stage, uint32_t index, uint32_t place) {
    pl_resolve* resolve = stage->resolve;
    const pl_body* body = stage->all[index];
    if (body->asleep || !(body->inv_mass[place] > 0.0f)) return PL_NO_GRIP;
    uint32_t* at = &resolve->grip_of[resolve->body_first[index] + place];
    if (*at != PL_NO_GRIP) return *at;
    *at = (uint32_t)resolve->grip_count++;
    pl_grip* grip = &resolve->grips[*at];
    *grip = (pl_grip){.inv_mass = body->inv_mass[place],
                      .body = index,
                      .place = place,
                      .pressure = pressure_of(body, place)};
    for (int c = 0; c < 3 && grip->pressure; ++c) {
        grip->press[c] = body->press[c][place];
        grip->swell[c] = body->swell[c][place];
    }
    return *at;
}

// --- rows ---

static void add_contact_row(const pl_stage* stage, const pl_contact* c) {
    pl_row* row = &stage->resolve->rows[stage->resolve->row_count++];
    for (uint32_t k = 0; k < 4; ++k) {
        uint32_t body = c->body[k >= c->split];
        row->weight[k] = c->weight[k];
        bool moves = body != PL_NOBODY && c->weight[k] != 0.0f;
        row->grip[k] = moves ? take_grip(stage, body, c->place[k]) : PL_NO_GRIP;
    }
    row->acts = c->gap < 0.0f;
    row->push = 0.0f;
    for (int k = 0; k < 3; ++k) row->drag[k] = row->impulse[k] = 0.0f;
}

static pl_vec3d where(const pl_stage* stage, uint32_t index, uint32_t place) {
    const pl_body* body = stage->all[index];
    return pl_vec3d_make(body->origin[0] + (double)body->x[0][place],
                         body->origin[1] + (double)body->x[1][place],
                         body->origin[2] + (double)body->x[2][place]);
}

// Where the second side of an attachment is at the end of the substep.
static pl_vec3d tied_to(const pl_stage* stage, const pl_attachment* a) {
    if (a->body[1] != PL_NOBODY) return where(stage, a->body[1], a->place[1]);
    if (a->obstacle != PL_NOBODY) {
        const pl_place* place = &stage->obstacles[a->obstacle]->now;
        pl_vec3d own = pl_rotation_turn(place->turn, pl_vec3d_load(a->def.point));
        return pl_vec3d_add(own, pl_vec3d_load(place->position));
    }
    double share = a->moving ? (double)stage->fraction : 0.0;
    return pl_vec3d_mix(pl_vec3d_load(a->position), pl_vec3d_load(a->target), share);
}

static void add_tie(const pl_stage* stage, pl_attachment* a) {
    pl_resolve* resolve = stage->resolve;
    pl_row* row = &resolve->rows[resolve->row_count++];
    pl_tie* tie = &resolve->ties[resolve->tie_count++];
    *row = (pl_row){.weight = {1.0f, -1.0f, 0.0f, 0.0f}, .acts = true};
    row->grip[0] = take_grip(stage, a->body[0], a->place[0]);
    row->grip[1] = a->body[1] != PL_NOBODY ? take_grip(stage, a->body[1], a->place[1]) : PL_NO_GRIP;
    row->grip[2] = row->grip[3] = PL_NO_GRIP;
    *tie = (pl_tie){.attachment = a};
    pl_vec3d offset = pl_vec3d_sub(where(stage, a->body[0], a->place[0]), tied_to(stage, a));
    pl_vec3_store(pl_vec3d_narrow(offset), tie->offset);
    float stiffness = a->def.stiffness;
    if (stiffness > 0.0f) tie->give = 1.0f / (stiffness * stage->h * stage->h);
}

// Lists for every grip the rows that act on it, in their order.
static void list_holds(pl_resolve* resolve) {
    uint32_t first = 0;
    for (size_t i = 0; i < resolve->row_count; ++i) {
        for (int k = 0; k < 4; ++k) {
            if (resolve->rows[i].grip[k] != PL_NO_GRIP)
                resolve->grips[resolve->rows[i].grip[k]].hold_first++;
        }
    }
    for (size_t i = 0; i < resolve->grip_count; ++i) {
        first += resolve->grips[i].hold_first;
        resolve->grips[i].hold_first = first;
    }
    resolve->hold_count = first;
    for (size_t i = resolve->row_count; i-- > 0;) {
        for (int k = 3; k >= 0; --k) {
            const pl_row* row = &resolve->rows[i];
            if (row->grip[k] == PL_NO_GRIP) continue;
            pl_grip* grip = &resolve->grips[row->grip[k]];
            resolve->holds[--grip->hold_first] = (pl_hold){(uint32_t)i, row->weight[k]};
        }
    }
}

void pl_resolve_gather(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    resolve->grip_count = resolve->row_count = resolve->tie_count = 0;
    lay_out_bodies(stage);
    for (size_t i = 0; i < stage->contacts->count; ++i)
        add_contact_row(stage, &stage->contacts->contacts[i]);
    for (uint32_t i = 0; i < stage->attachment_count; ++i) {
        if (!stage->attachments[i]->broken) add_tie(stage, stage->attachments[i]);
    }
    list_holds(resolve);
}

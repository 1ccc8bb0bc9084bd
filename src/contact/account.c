// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Who has given what to whom in a substep, down to the last bit of momentum. Contacts, impacts that
// were stopped and places that were pushed apart tell it themselves. Impact zones, the bound on
// energy and what comes out of obstacles do not know: they move many at once. What of a body's
// change of momentum nobody has told of is passed on to what it presses, in proportion, from those
// that lie on top to those that lie below, until it arrives at what stands: obstacles, and bodies
// that sleep or are pinned. Where nothing stands nothing is left over, since momentum is kept (but
// for gravity that is taken back from what does not fall: energy.c).
#include "src/contact/contact.h"
#include "src/contact/resolve.h"
#include "src/state/exchange.h"
#include "src/state/island.h"

// --- contacts ---

static void add_contact(const pl_stage* stage, const pl_contact* c) {
    bool turned;
    pl_exchange* exchange =
        c->push > 0.0f ? pl_exchange_of(stage, pl_who_of(stage, c), &turned) : NULL;
    if (!exchange) return;
    double per_h = 1.0 / (double)stage->h;
    pl_vec3 sum = pl_vec3_add_scaled(pl_vec3_load(c->drag), c->push, pl_vec3_load(c->normal));
    pl_vec3d impulse = pl_vec3d_scale(pl_vec3_widen(sum), turned ? -per_h : per_h);
    const pl_press_at at = {(double)c->push * per_h, c->point,
                            pl_vec3_widen(pl_vec3_load(c->normal))};
    pl_exchange_press(exchange, turned, &at);
    if (c->body[0] != c->body[1]) exchange->impulse = pl_vec3d_add(exchange->impulse, impulse);
}

// --- what nobody has told of ---

static bool stands(const pl_stage* stage, uint32_t index) {
    return index == PL_NOBODY || stage->all[index]->asleep || stage->all[index]->pin_count > 0;
}

static void take_out(const pl_stage* stage, uint32_t index, pl_vec3d impulse) {
    if (index == PL_NOBODY) return;
    pl_ledger* ledger = &stage->all[index]->ledger;
    ledger->own = pl_vec3d_sub(ledger->own, impulse);
}

static void take_out_ties(const pl_stage* stage) {
    if (stage->attachment_count == 0) return;  // then ties may be of a substep long ago
    for (size_t i = 0; i < stage->resolve->tie_count; ++i) {
        const pl_tie* tie = &stage->resolve->ties[i];
        pl_vec3d pull =
            pl_vec3d_scale(pl_vec3_widen(pl_vec3_load(tie->pull)), 1.0 / (double)stage->h);
        take_out(stage, tie->attachment->body[0], pull);
        take_out(stage, tie->attachment->body[1], pl_vec3d_neg(pull));
    }
}

static void begin_body(pl_body* body) {
    pl_ledger* ledger = &body->ledger;
    ledger->level = 0;
    ledger->passed = 0.0;
    ledger->rooted = false;
    body->island = body->index;
}

// What a spoiled body has spoiled carries nothing.
static void contain(pl_exchange* m) {
    if (pl_vec3d_is_finite(m->impulse) && pl_vec3d_is_finite(m->point) &&
        pl_vec3d_is_finite(m->normal))
        return;
    m->impulse = m->untold = m->normal = m->point = pl_vec3d_make(0, 0, 0);
    m->push = 1.0;
}

static void find_untold(const pl_stage* stage) {
    pl_contact_list* list = stage->contacts;
    for (uint32_t i = 0; i < stage->all_count; ++i) begin_body(stage->all[i]);
    for (size_t i = 0; i < list->exchange_count; ++i) {
        pl_exchange* m = &list->exchanges[i];
        contain(m);
        take_out(stage, m->body[0], m->impulse);
        take_out(stage, m->body[1], pl_vec3d_neg(m->impulse));
    }
    take_out_ties(stage);
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        pl_body* body = stage->all[i];
        bool known = body->paired && body->ledger.closed && pl_vec3d_is_finite(body->ledger.own);
        if (!known || body->asleep) body->ledger.own = pl_vec3d_make(0, 0, 0);
    }
}

// --- who is nearer to what stands ---

static uint32_t* level_of(const pl_stage* stage, uint32_t index) {
    return &stage->all[index]->ledger.level;
}

static void begin_levels(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    for (size_t i = 0; i < list->exchange_count; ++i) {
        const uint32_t* body = list->exchanges[i].body;
        bool first = stands(stage, body[0]), second = stands(stage, body[1]);
        if (second && !first) *level_of(stage, body[0]) = 1;
        if (first && !second) *level_of(stage, body[1]) = 1;
        if (!first && !second) pl_island_join(stage->all, body[0], body[1]);
    }
}

// Where nothing stands somebody does for all.
static void root_islands(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        if (*level_of(stage, i) == 1)
            stage->all[pl_island_find(stage->all, i)]->ledger.rooted = true;
    }
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        if (pl_island_find(stage->all, i) == i && !stage->all[i]->ledger.rooted)
            *level_of(stage, i) = 1;
    }
}

static bool raise(const pl_stage* stage, uint32_t lower, uint32_t upper, uint32_t level) {
    if (*level_of(stage, lower) != level || *level_of(stage, upper) != 0) return false;
    *level_of(stage, upper) = level + 1;
    return true;
}

// Returns the highest level.
static uint32_t find_levels(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    begin_levels(stage);
    root_islands(stage);
    for (uint32_t level = 1;; ++level) {
        bool any = false;
        for (size_t i = 0; i < list->exchange_count; ++i) {
            const uint32_t* body = list->exchanges[i].body;
            if (stands(stage, body[0]) || stands(stage, body[1])) continue;
            any = raise(stage, body[0], body[1], level) || any;
            any = raise(stage, body[1], body[0], level) || any;
        }
        if (!any) return level;
    }
}

// --- passing on ---

// The side of an exchange that passes on to the other: 0 or 1, or 2: neither.
static int upper_of(const pl_stage* stage, const pl_exchange* m) {
    bool first = stands(stage, m->body[0]), second = stands(stage, m->body[1]);
    if (m->body[0] == m->body[1] || (first && second)) return 2;
    if (first || second) return first;
    uint32_t a = *level_of(stage, m->body[0]), b = *level_of(stage, m->body[1]);
    return a > b ? 0 : b > a ? 1 : 2;
}

static void share_out(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    for (size_t i = 0; i < list->exchange_count; ++i) {
        int upper = upper_of(stage, &list->exchanges[i]);
        if (upper < 2)
            stage->all[list->exchanges[i].body[upper]]->ledger.passed += list->exchanges[i].push;
    }
}

static void pass_on(const pl_stage* stage, pl_exchange* m, uint32_t level) {
    int upper = upper_of(stage, m);
    if (upper == 2 || *level_of(stage, m->body[upper]) != level) return;
    const pl_ledger* ledger = &stage->all[m->body[upper]]->ledger;
    pl_vec3d given = pl_vec3d_scale(ledger->own, m->push / ledger->passed);
    take_out(stage, m->body[!upper], pl_vec3d_neg(given));
    if (upper == 1) given = pl_vec3d_neg(given);
    m->impulse = pl_vec3d_add(m->impulse, given);
    m->untold = pl_vec3d_add(m->untold, given);
}

// --- telling ---

static void tell_body(const pl_stage* stage, uint32_t index, pl_vec3d sum) {
    if (index == PL_NOBODY) return;
    double* impulse = stage->all[index]->contact_impulse;
    pl_vec3d_store(pl_vec3d_add(pl_vec3d_load(impulse), sum), impulse);
}

static void tell_obstacle(const pl_stage* stage, uint32_t index, pl_vec3d point, pl_vec3d sum) {
    if (index == PL_NOBODY) return;
    pl_obstacle* obstacle = stage->obstacles[index];
    pl_vec3d arm = pl_vec3d_sub(point, pl_vec3d_load(obstacle->now.position));
    double *impulse = obstacle->impulse, *turn = obstacle->angular_impulse;
    pl_vec3d_store(pl_vec3d_add(pl_vec3d_load(impulse), sum), impulse);
    pl_vec3d_store(pl_vec3d_add(pl_vec3d_load(turn), pl_vec3d_cross(arm, sum)), turn);
}

static void conclude(const pl_stage* stage, pl_exchange* m) {
    contain(m);
    pl_vec3d point = pl_vec3d_scale(m->point, 1.0 / m->push), back = pl_vec3d_neg(m->untold);
    tell_body(stage, m->body[0], m->untold);
    tell_body(stage, m->body[1], back);
    tell_obstacle(stage, m->obstacle, point, back);
}

void pl_contact_account(const pl_stage* stage) {
    pl_contact_list* list = stage->contacts;
    for (size_t i = 0; i < list->count; ++i) add_contact(stage, &list->contacts[i]);
    if (list->exchange_count == 0) return;
    find_untold(stage);
    uint32_t highest = find_levels(stage);
    share_out(stage);
    for (uint32_t level = highest; level > 0; --level) {
        for (size_t i = 0; i < list->exchange_count; ++i)
            pass_on(stage, &list->exchanges[i], level);
    }
    for (size_t i = 0; i < list->exchange_count; ++i) conclude(stage, &list->exchanges[i]);
}

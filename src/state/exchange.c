// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/state/exchange.h"

#include "src/base/search.h"

#include <string.h>

#define LEAST 1e-20  // N s: what only just touches has a point and a normal, too

uint64_t pl_exchange_key(pl_who who, bool* turned) {
    uint64_t a = who.body[0], b = who.obstacle;
    *turned = false;
    if (who.obstacle == PL_NOBODY) {
        *turned = who.body[1] < who.body[0];
        a = who.body[*turned];
        b = UINT64_C(1) << 31 | who.body[!*turned];
    }
    return a << 32 | b;
}

static bool has_room(pl_contact_list* list) {
    size_t count = list->exchange_count + 1;
    return (count <= list->exchange_capacity && count <= list->exchange_key_capacity) ||
           list->grow_exchanges(list->owner, count);
}

pl_exchange* pl_exchange_of(const pl_stage* stage, pl_who who, bool* turned) {
    pl_contact_list* list = stage->contacts;
    uint64_t key = pl_exchange_key(who, turned);
    size_t at = pl_find_key(list->exchange_keys, list->exchange_count, key);
    if (at < list->exchange_count && list->exchange_keys[at] == key) return &list->exchanges[at];
    if (!has_room(list)) return NULL;
    size_t behind = list->exchange_count++ - at;
    memmove(list->exchange_keys + at + 1, list->exchange_keys + at, behind * sizeof(uint64_t));
    memmove(list->exchanges + at + 1, list->exchanges + at, behind * sizeof(pl_exchange));
    list->exchange_keys[at] = key;
    list->exchanges[at] =
        (pl_exchange){.body = {who.body[*turned], who.body[!*turned]}, .obstacle = who.obstacle};
    return &list->exchanges[at];
}

// Normals of a body on itself cancel: there the strongest stands for all.
void pl_exchange_press(pl_exchange* exchange, bool turned, const pl_press_at* at) {
    double push = at->push + LEAST;
    if (exchange->body[0] == exchange->body[1]) {
        if (push <= exchange->push) return;
        exchange->push = 0.0;
        exchange->point = exchange->normal = pl_vec3d_make(0, 0, 0);
    }
    exchange->push += push;
    exchange->point = pl_vec3d_add_scaled(exchange->point, push, at->point);
    exchange->normal = pl_vec3d_add_scaled(exchange->normal, turned ? -push : push, at->normal);
}

void pl_exchange_give(const pl_stage* stage, pl_who who, const pl_press_at* at, pl_vec3d impulse,
                      bool told) {
    bool turned;
    pl_exchange* exchange = pl_exchange_of(stage, who, &turned);
    if (!exchange) return;
    pl_exchange_press(exchange, turned, at);
    if (exchange->body[0] == exchange->body[1]) return;  // what it gives itself adds up to nothing
    if (turned) impulse = pl_vec3d_neg(impulse);
    exchange->impulse = pl_vec3d_add(exchange->impulse, impulse);
    if (!told) exchange->untold = pl_vec3d_add(exchange->untold, impulse);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Islands: bodies that are joined by contacts or attachments, as sets (union-find). Each body
// points to another of its island, or to itself; the one with the lowest index stands for all.
// Begin with body->island = body->index, join pairs, then read by pl_island_find().
#ifndef PL_STATE_ISLAND_H
#define PL_STATE_ISLAND_H

#include "src/state/stage.h"

static inline uint32_t pl_island_find(pl_body* const* all, uint32_t index) {
    while (all[index]->island != index) {
        pl_body* body = all[index];
        body->island = all[body->island]->island;
        index = body->island;
    }
    return index;
}

// Obstacles (PL_NOBODY) and those who sleep join nobody.
static inline void pl_island_join(pl_body* const* all, uint32_t a, uint32_t b) {
    if (a == PL_NOBODY || b == PL_NOBODY || all[a]->asleep || all[b]->asleep) return;
    a = pl_island_find(all, a);
    b = pl_island_find(all, b);
    all[a > b ? a : b]->island = a > b ? b : a;
}

#endif

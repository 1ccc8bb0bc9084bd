// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The list of what was found. Pieces of work write as they come; then all is sorted by the order of
// the pieces, which no number of threads changes.
//
// If there is more than room for, room is made and all is found again. If that cannot be - the
// caller has set a bound, or there is no memory - what is left out must not depend on chance, nor
// be a floor: contacts with obstacles come first, then those with other bodies, then of a body with
// itself, and of each kind those that press before those that are only near. All classes that find
// room as a whole are found in parallel; of the one that does not, one worker lists the first.
#include "src/collide/collide_data.h"

static uint32_t class_of(const pl_finding* finding, const pl_contact* contact) {
    uint32_t kind = (uint32_t)pl_pair_kind(finding->pair);
    return contact->gap < 0.0f ? 2 * kind : 2 * kind + 1;
}

static bool is_wanted(const pl_collide* collide, uint32_t class) {
    return class >= collide->class_begin && class < collide->class_end;
}

static void flush(pl_finding* finding) {
    pl_collide* collide = finding->stage->collide;
    size_t room = finding->stage->contacts->capacity;
    uint32_t count[PL_FOUND_CLASSES] = {0}, wanted = 0;
    uint64_t key[PL_FINDING_BATCH];
    for (uint32_t i = 0; i < finding->count; ++i) {
        uint32_t class = class_of(finding, &finding->batch[i]);
        uint64_t sequence = finding->sequence++;
        count[class]++;
        if (!is_wanted(collide, class)) continue;
        key[wanted] = finding->item << 24 | sequence;
        finding->batch[wanted++] = finding->batch[i];
    }
    for (uint32_t k = 0; k < PL_FOUND_CLASSES; ++k)
        if (count[k]) pl_counter_take(&collide->of_class[k], count[k]);
    uint64_t first = wanted ? pl_counter_take(&collide->found_count, wanted) : 0;
    for (uint32_t i = 0; i < wanted && first + i < room; ++i) {
        collide->found[first + i] = finding->batch[i];
        collide->found_key[first + i] = (pl_keyed){key[i], (uint32_t)(first + i)};
    }
    finding->count = 0;
}

void pl_finding_add(pl_finding* finding, const pl_contact* contact) {
    if (finding->count == PL_FINDING_BATCH) flush(finding);
    finding->batch[finding->count++] = *contact;
}

void pl_finding_end(pl_finding* finding) {
    flush(finding);
}

static size_t search(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    collide->class_begin = 0;
    collide->class_end = PL_FOUND_CLASSES;
    pl_counter_clear(&collide->found_count);
    for (int k = 0; k < PL_FOUND_CLASSES; ++k) pl_counter_clear(&collide->of_class[k]);
    pl_collide_run_items(stage);
    return (size_t)pl_counter_get(&collide->found_count);
}

// The first class that does not find room as a whole; counts what is left out.
static uint32_t choose(const pl_stage* stage) {
    const pl_collide* collide = stage->collide;
    pl_contact_list* list = stage->contacts;
    size_t left = list->capacity;
    uint32_t full = PL_FOUND_CLASSES;
    for (uint32_t k = 0; k < PL_FOUND_CLASSES; ++k) {
        size_t count = (size_t)pl_counter_get(&collide->of_class[k]);
        size_t kept = count < left ? count : left;
        if (kept < count && full == PL_FOUND_CLASSES) full = k;
        list->dropped[k / 2] += count - kept;
        left -= kept;
    }
    return full;
}

static void search_some(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    uint32_t full = choose(stage);
    pl_counter_clear(&collide->found_count);
    collide->class_end = full;
    pl_collide_run_items(stage);
    collide->class_begin = full;
    collide->class_end = full + 1;
    pl_collide_run_in_order(stage);
}

void pl_collide_list(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    pl_contact_list* list = stage->contacts;
    size_t count = search(stage);
    if (count > list->capacity && list->grow(list->owner, count)) {
        list->grown++;
        count = search(stage);
    }
    if (count > list->capacity) {
        search_some(stage);
        count = list->capacity;
    }
    pl_sort_keyed(collide->found_key, collide->order_spare, count);
    for (size_t i = 0; i < count; ++i)
        list->contacts[i] = collide->found[collide->found_key[i].value];
    list->count = count;
}

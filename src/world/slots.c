// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/slots.h"

#include "src/base/text.h"

void* pl_slots_find(const pl_slots* slots, uint32_t id) {
    uint32_t slot = pl_slot_of(id);
    if (slot >= slots->count || slots->slots[slot].generation != id >> PL_ID_SLOT_BITS) return NULL;
    return slots->slots[slot].thing;
}

plump_result pl_slots_reserve(pl_slots* slots, const plump_allocator* hooks, const char* things,
                              plump_error* error) {
    if (slots->first_free) return PLUMP_OK;
    if (slots->count >= PL_ID_SLOT_MOST)
        return pl_fail(error, PLUMP_ERROR_LIMIT, "the world has used up its %u places for %s",
                       (unsigned)PL_ID_SLOT_MOST, things);
    if (pl_grow(hooks, (void**)&slots->slots, &slots->capacity, slots->count, slots->count + 1,
                sizeof *slots->slots))
        return PLUMP_OK;
    return pl_fail_memory(error, "giving out an id");
}

static uint32_t take_slot(pl_slots* slots) {
    if (!slots->first_free) {
        slots->slots[slots->count] = (pl_slot){0};
        return (uint32_t)slots->count++;
    }
    uint32_t slot = slots->first_free - 1;
    slots->first_free = slots->slots[slot].next_free;
    return slot;
}

uint32_t pl_slots_take(pl_slots* slots, void* thing) {
    uint32_t slot = take_slot(slots);
    slots->slots[slot].thing = thing;
    return (slot + 1) | slots->slots[slot].generation << PL_ID_SLOT_BITS;
}

void pl_slots_clear(pl_slots* slots, uint32_t id) {
    uint32_t slot = pl_slot_of(id);
    pl_slot* s = &slots->slots[slot];
    s->thing = NULL;
    if (s->generation == PL_ID_GENERATION_MOST) return;  // used up
    s->generation++;
    s->next_free = slots->first_free;
    slots->first_free = slot + 1;
}

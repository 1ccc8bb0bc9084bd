// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Ids of things in a world: slot + 1 in the low 20 bits and the slot's generation above, so that 0
// is never an id and an old one is known as such. A slot whose generations are used up is not given
// out again.
#ifndef PL_WORLD_SLOTS_H
#define PL_WORLD_SLOTS_H

#include "src/base/alloc.h"

#define PL_ID_SLOT_BITS       20
#define PL_ID_SLOT_MOST       ((UINT32_C(1) << PL_ID_SLOT_BITS) - 1)
#define PL_ID_GENERATION_MOST ((UINT32_C(1) << (32 - PL_ID_SLOT_BITS)) - 1)

typedef struct pl_slot {
    void* thing;          // NULL: free
    uint32_t generation;  // of the thing, or of the next one
    uint32_t next_free;   // slot + 1, 0: none
} pl_slot;

typedef struct pl_slots {
    pl_slot* slots;
    size_t count, capacity;
    uint32_t first_free;  // slot + 1, 0: none
} pl_slots;

static inline uint32_t pl_slot_of(uint32_t id) {
    return (id & PL_ID_SLOT_MOST) - 1;
}

// The thing of an id; NULL: there is none.
void* pl_slots_find(const pl_slots* slots, uint32_t id);
// Makes sure that the next pl_slots_take() has a slot. PLUMP_ERROR_LIMIT: all are used up;
// PLUMP_ERROR_MEMORY. `things` is their name, for the sentence.
plump_result pl_slots_reserve(pl_slots* slots, const plump_allocator* hooks, const char* things,
                              plump_error* error);
// Gives the thing an id.
uint32_t pl_slots_take(pl_slots* slots, void* thing);
// The id names nothing from now on.
void pl_slots_clear(pl_slots* slots, uint32_t id);

#endif

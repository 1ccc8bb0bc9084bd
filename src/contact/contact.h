// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The contact stage: pushes apart what overlaps, with friction, and holds what is attached.
#ifndef PL_CONTACT_H
#define PL_CONTACT_H

#include "src/state/stage.h"

typedef struct pl_resolve pl_resolve;
pl_resolve* pl_resolve_create(const plump_allocator* hooks);  // NULL: out of memory
void pl_resolve_destroy(pl_resolve* resolve);                 // NULL is fine
// Room for so many contacts and attachments among these bodies; false: out of memory, and it is as
// it was.
bool pl_resolve_reserve(pl_resolve* resolve, pl_body* const* bodies, size_t body_count,
                        size_t contact_capacity, size_t attachment_count);

// Stage 3b.
void pl_contact_solve(const pl_stage* stage);

#endif

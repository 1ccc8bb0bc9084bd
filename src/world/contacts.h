// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What callers see of contacts: those of the last substep, and pairs summed over the step.
#ifndef PL_WORLD_CONTACTS_H
#define PL_WORLD_CONTACTS_H

#include "src/base/alloc.h"
#include "src/math/vec3.h"

#include <plump/contact.h>

// What events tell of a touch beside that.
typedef struct pl_touch_sum {
    bool carries;            // load, in some substep
    bool stays;              // it did so in the step before
    double push;             // N s, of all pushes ...
    pl_vec3d point, normal;  // ... and sums of where and along what, times that; towards `body`
    double approach;         // m/s, the largest
} pl_touch_sum;

typedef struct pl_contact_report {
    plump_contact* contacts;
    size_t contact_count, contact_capacity;
    size_t loaded_count;  // of them, with an impulse
    uint64_t* keys;       // of the touches: ascending
    plump_touch* touches;
    pl_touch_sum* sums;
    size_t touch_count, key_capacity, touch_capacity, sum_capacity;
} pl_contact_report;

bool pl_contact_report_reserve(pl_contact_report* report, const plump_allocator* hooks,
                               size_t contact_count, size_t touch_count);
void pl_contact_report_free(pl_contact_report* report, const plump_allocator* hooks);

// When a step begins.
void pl_touches_begin(plump_world* world);
// When a substep has ended: adds up who has carried load.
void pl_touches_add(plump_world* world);
// After the last: lists its contacts, and who touches in them.
void pl_contacts_see(plump_world* world);
// When the last substep has ended: what its contacts press the places of awake bodies with.
void pl_loads_note(plump_world* world);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/events.h"

#include "src/base/search.h"
#include "src/state/exchange.h"
#include "src/world/world_data.h"

// --- room ---

static bool reserve_lent(pl_lent* lent, const plump_allocator* hooks, size_t count, size_t size) {
    if (count <= lent->capacity) return true;
    return pl_grow(hooks, &lent->next, &lent->next_capacity, 0, count, size);
}

static void renew_lent(pl_lent* lent, const plump_allocator* hooks) {
    if (lent->next_capacity <= lent->capacity) return;
    pl_free(hooks, lent->items);
    *lent = (pl_lent){.items = lent->next, .capacity = lent->next_capacity};
}

bool pl_events_reserve_touching(pl_event_log* log, const plump_allocator* hooks, size_t count) {
    return pl_grow(hooks, (void**)&log->touching, &log->touching_capacity, log->touching_count,
                   count, sizeof *log->touching) &&
           pl_grow(hooks, (void**)&log->spare, &log->spare_capacity, 0, count, sizeof *log->spare);
}

bool pl_events_reserve(pl_event_log* log, const plump_allocator* hooks, size_t touch_count,
                       size_t body_count, size_t attachment_count) {
    // None of those that touched may be among those that do. All bodies may fall asleep in a step,
    // and all may have woken before it.
    return pl_events_reserve_touching(log, hooks, 2 * touch_count) &&
           reserve_lent(&log->touches, hooks, 2 * touch_count, sizeof(plump_touch_event)) &&
           reserve_lent(&log->bodies, hooks, 2 * body_count, sizeof(plump_body_id)) &&
           reserve_lent(&log->attachments, hooks, attachment_count, sizeof(plump_attachment_id));
}

static void free_lent(pl_lent* lent, const plump_allocator* hooks) {
    pl_free(hooks, lent->items);
    pl_free(hooks, lent->next);
}

void pl_events_free(pl_event_log* log, const plump_allocator* hooks) {
    pl_free(hooks, log->touching);
    pl_free(hooks, log->spare);
    free_lent(&log->touches, hooks);
    free_lent(&log->bodies, hooks);
    free_lent(&log->attachments, hooks);
}

void pl_events_put(pl_event_log* log, const pl_touching* touching, size_t count) {
    for (size_t i = 0; i < count; ++i) log->touching[i] = touching[i];
    log->touching_count = count;
    log->seen = (plump_events){0};
}

void pl_events_begin(plump_world* world) {
    pl_event_log* log = &world->events;
    renew_lent(&log->touches, &world->hooks);
    renew_lent(&log->bodies, &world->hooks);
    renew_lent(&log->attachments, &world->hooks);
    log->seen = (plump_events){0};
    for (size_t i = 0; i < world->body_count; ++i)
        world->bodies[i]->slept = world->bodies[i]->asleep;
}

// --- what has become of those that touched ---

// False: one of them is not there any more.
static bool find_who(const plump_world* world, const pl_touching* t, pl_who* who) {
    const pl_body* body = pl_slots_find(&world->body_slots, t->body.value);
    const pl_body* other =
        t->other.value ? pl_slots_find(&world->body_slots, t->other.value) : NULL;
    const pl_obstacle* obstacle =
        t->obstacle.value ? pl_slots_find(&world->obstacle_slots, t->obstacle.value) : NULL;
    if (!body || (!other && !obstacle)) return false;
    *who = (pl_who){{body->index, other ? other->index : PL_NOBODY},
                    obstacle ? obstacle->index : PL_NOBODY};
    return true;
}

// Who is disabled touches nobody.
static bool both_slept(const plump_world* world, const pl_who* who) {
    for (int side = 0; side < 2; ++side) {
        const pl_body* body = who->body[side] == PL_NOBODY ? NULL : world->bodies[who->body[side]];
        if (body && (!body->slept || body->disabled)) return false;
    }
    return true;
}

static void find_fate(plump_world* world, pl_touching* t) {
    const pl_contact_report* seen = &world->seen;
    pl_who who;
    bool turned;
    t->fate = PL_TOUCH_ENDED;
    if (!find_who(world, t, &who)) return;
    t->key = pl_exchange_key(who, &turned);
    size_t at = pl_find_key(seen->keys, seen->touch_count, t->key);
    bool carries = at < seen->touch_count && seen->keys[at] == t->key && seen->sums[at].carries;
    if (carries) seen->sums[at].stays = true;
    if (!carries && both_slept(world, &who)) t->fate = PL_TOUCH_SLEEPS;
    if (carries) t->fate = PL_TOUCH_STAYS;
}

// Those that sleep and those that carry load, in their order, are what is remembered.
static void remember(plump_world* world) {
    pl_event_log* log = &world->events;
    const pl_contact_report* seen = &world->seen;
    pl_touching* to = log->spare;
    size_t next = 0, count = 0;
    for (size_t i = 0; i <= log->touching_count; ++i) {
        const pl_touching* t = i < log->touching_count ? &log->touching[i] : NULL;
        if (t && t->fate != PL_TOUCH_SLEEPS) continue;
        for (; next < seen->touch_count && (!t || seen->keys[next] < t->key); ++next) {
            const plump_touch* touch = &seen->touches[next];
            if (seen->sums[next].carries)
                to[count++] = (pl_touching){
                    .body = touch->body, .other = touch->other, .obstacle = touch->obstacle};
        }
        if (t) to[count++] = *t;
    }
    log->spare = log->touching;
    log->touching = to;
    log->touching_count = count;
    size_t capacity = log->spare_capacity;
    log->spare_capacity = log->touching_capacity;
    log->touching_capacity = capacity;
}

// --- touches ---

static plump_touch_event event_of(const plump_touch* touch, const pl_touch_sum* sum) {
    plump_touch_event event = {.body = touch->body,
                               .other = touch->other,
                               .obstacle = touch->obstacle,
                               .approach = (float)sum->approach};
    double length = pl_vec3d_length(sum->normal), normal[3];
    pl_vec3d_store(pl_vec3d_scale(sum->point, 1.0 / sum->push), event.point);
    pl_vec3d_store(length > 0.0 ? pl_vec3d_scale(sum->normal, 1.0 / length) : sum->normal, normal);
    for (int k = 0; k < 3; ++k) {
        event.normal[k] = (float)normal[k];
        event.impulse[k] = touch->impulse[k];
    }
    return event;
}

static uint32_t list_touches(const pl_contact_report* seen, bool stay, plump_touch_event* to) {
    uint32_t count = 0;
    for (size_t i = 0; i < seen->touch_count; ++i) {
        if (seen->sums[i].carries && seen->sums[i].stays == stay)
            to[count++] = event_of(&seen->touches[i], &seen->sums[i]);
    }
    return count;
}

static uint32_t list_ended(const pl_event_log* log, plump_touch_event* to) {
    uint32_t count = 0;
    for (size_t i = 0; i < log->touching_count; ++i) {
        const pl_touching* t = &log->touching[i];
        if (t->fate == PL_TOUCH_ENDED)
            to[count++] =
                (plump_touch_event){.body = t->body, .other = t->other, .obstacle = t->obstacle};
    }
    return count;
}

static bool make_room(plump_world* world, size_t count) {
    pl_event_log* log = &world->events;
    bool is_there = count <= log->touches.capacity && count <= log->touching_capacity &&
                    count <= log->spare_capacity;
    if (is_there) return true;
    if (!pl_events_reserve_touching(log, &world->hooks, count) ||
        !reserve_lent(&log->touches, &world->hooks, count, sizeof(plump_touch_event)))
        return false;
    renew_lent(&log->touches, &world->hooks);
    world->contacts.grown++;
    return true;
}

// Without memory nothing is told, nor forgotten: the next step has it.
static void tell_touches(plump_world* world) {
    pl_event_log* log = &world->events;
    size_t most = world->seen.touch_count + log->touching_count;
    if (most == 0 || !make_room(world, most)) return;
    for (size_t i = 0; i < log->touching_count; ++i) find_fate(world, &log->touching[i]);
    plump_touch_event* to = log->touches.items;
    log->seen.began = to;
    log->seen.began_count = list_touches(&world->seen, false, to);
    log->seen.stays = to += log->seen.began_count;
    log->seen.stays_count = list_touches(&world->seen, true, to);
    log->seen.ended = to += log->seen.stays_count;
    log->seen.ended_count = list_ended(log, to);
    remember(world);
}

// --- the others ---

static void tell_sleep(plump_world* world) {
    plump_events* seen = &world->events.seen;
    plump_body_id* to = world->events.bodies.items;
    if (world->body_count == 0) return;
    seen->fell_asleep = to;
    for (size_t i = 0; i < world->body_count; ++i) {
        const pl_body* body = world->bodies[i];
        if (body->asleep && !body->slept) to[seen->fell_asleep_count++] = body->id;
    }
    seen->woke = to += seen->fell_asleep_count;
    for (size_t i = 0; i < world->body_count; ++i) {
        if (world->bodies[i]->woke) to[seen->woke_count++] = world->bodies[i]->id;
        world->bodies[i]->woke = false;
    }
}

static void tell_broken(plump_world* world) {
    plump_events* seen = &world->events.seen;
    plump_attachment_id* to = world->events.attachments.items;
    seen->broke = to;
    for (size_t i = 0; i < world->attachment_count; ++i)
        if (world->attachments[i]->breaks) to[seen->broke_count++] = world->attachments[i]->id;
}

void pl_events_end(plump_world* world) {
    tell_touches(world);
    tell_sleep(world);
    tell_broken(world);
}

plump_events plump_world_events(const plump_world* world) {
    return world ? world->events.seen : (plump_events){0};
}

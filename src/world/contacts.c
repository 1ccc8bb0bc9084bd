// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/contacts.h"

#include "src/base/search.h"
#include "src/base/text.h"
#include "src/world/world_data.h"

#include <math.h>
#include <string.h>

bool pl_contact_report_reserve(pl_contact_report* report, const plump_allocator* hooks,
                               size_t contact_count, size_t touch_count) {
    return pl_grow(hooks, (void**)&report->contacts, &report->contact_capacity,
                   report->contact_count, contact_count, sizeof *report->contacts) &&
           pl_grow(hooks, (void**)&report->keys, &report->key_capacity, report->touch_count,
                   touch_count, sizeof *report->keys) &&
           pl_grow(hooks, (void**)&report->touches, &report->touch_capacity, report->touch_count,
                   touch_count, sizeof *report->touches);
}

void pl_contact_report_free(pl_contact_report* report, const plump_allocator* hooks) {
    pl_free(hooks, report->contacts);
    pl_free(hooks, report->keys);
    pl_free(hooks, report->touches);
}

void pl_touches_begin(plump_world* world) {
    world->seen.contact_count = world->seen.loaded_count = world->seen.touch_count = 0;
}

// --- one contact ---

// A vertex of the first side, or PLUMP_NO_VERTEX.
static uint32_t vertex_of(const pl_body* body, const pl_contact* c) {
    return c->split == 1 ? body->surface->vertex_of[c->place[0]] : PLUMP_NO_VERTEX;
}

static plump_contact describe(const plump_world* world, const pl_contact* c) {
    const pl_body* body = world->bodies[c->body[0]];
    plump_contact seen = {.body = body->id,
                          .vertex = vertex_of(body, c),
                          .triangle = PLUMP_NO_VERTEX,
                          .depth = c->depth,
                          .point = {c->point.x, c->point.y, c->point.z}};
    for (int k = 0; k < 3; ++k) {
        seen.normal[k] = c->normal[k];
        seen.impulse[k] = (c->push * c->normal[k] + c->drag[k]) / world->stage.h;
    }
    bool on_obstacle = c->obstacle != PL_NOBODY;
    if (on_obstacle)
        seen.obstacle = world->stage.obstacles[c->obstacle]->id;
    else
        seen.other = world->bodies[c->body[1]]->id;
    if (!on_obstacle || seen.vertex == PLUMP_NO_VERTEX) seen.triangle = c->triangle;
    return seen;
}

// --- touches ---

// In order of creation: the older body, then obstacles, then the younger bodies.
static uint64_t key_of(const pl_stage* stage, const pl_contact* c, bool* turned) {
    *turned = false;
    if (c->obstacle != PL_NOBODY)
        return (uint64_t)c->body[0] << 32 | pl_obstacle_whole(stage->obstacles[c->obstacle])->index;
    *turned = c->body[1] < c->body[0];
    uint64_t a = *turned ? c->body[1] : c->body[0];
    return a << 32 | UINT64_C(1) << 31 | (*turned ? c->body[0] : c->body[1]);
}

static plump_touch* touch_of(pl_contact_report* report, uint64_t key, const plump_contact* seen,
                             bool turned) {
    size_t at = pl_find_key(report->keys, report->touch_count, key);
    if (at < report->touch_count && report->keys[at] == key) return &report->touches[at];
    size_t behind = report->touch_count++ - at;
    memmove(report->keys + at + 1, report->keys + at, behind * sizeof *report->keys);
    memmove(report->touches + at + 1, report->touches + at, behind * sizeof *report->touches);
    report->keys[at] = key;
    report->touches[at] = (plump_touch){.body = turned ? seen->other : seen->body,
                                        .other = turned ? seen->body : seen->other,
                                        .obstacle = seen->obstacle};
    return &report->touches[at];
}

static void add_touch(plump_world* world, const pl_contact* c, const plump_contact* seen) {
    pl_contact_report* report = &world->seen;
    bool turned;
    uint64_t key = key_of(&world->stage, c, &turned);
    plump_touch* touch = touch_of(report, key, seen, turned);
    touch->contact_count++;
    if (touch->contact_count == 1 || seen->depth > touch->depth) touch->depth = seen->depth;
    if (seen->other.value == seen->body.value) return;  // what it gives itself adds up to nothing
    for (int k = 0; k < 3; ++k)
        touch->impulse[k] += turned ? -(double)seen->impulse[k] : (double)seen->impulse[k];
}

void pl_touches_add(plump_world* world) {
    pl_contact_report* report = &world->seen;
    report->contact_count = report->loaded_count = 0;
    for (size_t i = 0; i < report->touch_count; ++i) {
        report->touches[i].contact_count = 0;
        report->touches[i].depth = 0.0f;
    }
    for (size_t i = 0; i < world->contacts.count; ++i) {
        const pl_contact* c = &world->contacts.contacts[i];
        plump_contact seen = describe(world, c);
        if (!(c->push > 0.0f || seen.depth > 0.0f)) continue;
        report->contacts[report->contact_count++] = seen;
        report->loaded_count += c->push > 0.0f;
        add_touch(world, c, &seen);
    }
}

// --- loads ---

// Bodies that sleep keep what they were pressed with when they fell asleep.
static void add_load(const plump_world* world, const pl_contact* c) {
    float force = c->push / (world->stage.h * world->stage.h);
    for (uint32_t k = 0; k < 4; ++k) {
        uint32_t side = c->body[k < c->split ? 0 : 1];
        if (c->weight[k] == 0.0f || side == PL_NOBODY || world->bodies[side]->asleep) continue;
        world->bodies[side]->load[c->place[k]] += fabsf(c->weight[k]) * force;
    }
}

void pl_loads_note(plump_world* world) {
    for (size_t i = 0; i < world->body_count; ++i) {
        pl_body* body = world->bodies[i];
        if (!body->asleep) memset(body->load, 0, body->count * sizeof *body->load);
    }
    for (size_t i = 0; i < world->contacts.count; ++i)
        add_load(world, &world->contacts.contacts[i]);
}

const plump_contact* plump_world_contacts(const plump_world* world, uint32_t* count) {
    if (count) *count = world ? (uint32_t)world->seen.contact_count : 0;
    return world ? world->seen.contacts : NULL;
}

const plump_touch* plump_world_touches(const plump_world* world, uint32_t* count) {
    if (count) *count = world ? (uint32_t)world->seen.touch_count : 0;
    return world ? world->seen.touches : NULL;
}

// --- pairs that pass through each other ---

static uint64_t pair_key(plump_body_id a, plump_body_id b) {
    uint64_t low = a.value < b.value ? a.value : b.value;
    uint64_t high = a.value < b.value ? b.value : a.value;
    return low << 32 | high;
}

static void remove_pair(plump_world* world, size_t at) {
    memmove(world->apart + at, world->apart + at + 1,
            (--world->apart_count - at) * sizeof *world->apart);
}

plump_result plump_world_set_pair(plump_world* world, plump_body_id a, plump_body_id b,
                                  bool collide, plump_error* error) {
    pl_body* first = pl_world_find(world, a, error);
    pl_body* second = first ? pl_world_find(world, b, error) : NULL;
    if (!first || !second) return PLUMP_ERROR_ARGUMENT;
    uint64_t key = pair_key(a, b);
    size_t at = pl_find_key(world->apart, world->apart_count, key);
    bool is_apart = at < world->apart_count && world->apart[at] == key;
    if (is_apart == !collide) return PLUMP_OK;
    if (is_apart) {
        remove_pair(world, at);
    } else {
        if (!pl_grow(&world->hooks, (void**)&world->apart, &world->apart_capacity,
                     world->apart_count, world->apart_count + 1, sizeof *world->apart))
            return pl_fail_memory(error, "letting two bodies pass through each other");
        memmove(world->apart + at + 1, world->apart + at,
                (world->apart_count++ - at) * sizeof *world->apart);
        world->apart[at] = key;
    }
    pl_body_rouse(world, first);
    pl_body_rouse(world, second);
    return PLUMP_OK;
}

void pl_pairs_drop(plump_world* world, plump_body_id body) {
    size_t kept = 0;
    for (size_t i = 0; i < world->apart_count; ++i) {
        uint64_t key = world->apart[i];
        if ((uint32_t)key == body.value || (uint32_t)(key >> 32) == body.value) continue;
        world->apart[kept++] = key;
    }
    world->apart_count = kept;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/contacts.h"

#include "src/base/text.h"
#include "src/math/rotation.h"
#include "src/world/world_data.h"

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

// How an obstacle has moved in this substep where the contact is.
static pl_vec3d obstacle_way(const pl_obstacle* obstacle, pl_vec3d point) {
    const pl_place *now = &obstacle->now, *past = &obstacle->past;
    pl_vec3d arm = pl_vec3d_sub(point, pl_vec3d_load(now->position));
    const double* t = now->turn;
    pl_vec3d own = pl_vec3d_make(t[0] * arm.x + t[3] * arm.y + t[6] * arm.z,
                                 t[1] * arm.x + t[4] * arm.y + t[7] * arm.z,
                                 t[2] * arm.x + t[5] * arm.y + t[8] * arm.z);
    pl_vec3d before =
        pl_vec3d_add(pl_vec3d_load(past->position), pl_rotation_turn(past->turn, own));
    return pl_vec3d_sub(point, before);
}

// How the first side has moved past the second in this substep.
static pl_vec3d way_of(const plump_world* world, const pl_contact* c) {
    pl_vec3d way = pl_vec3d_make(0, 0, 0);
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t side = c->body[i >= c->split];
        if (side == PL_NOBODY || c->weight[i] == 0.0f || world->bodies[side]->asleep) continue;
        const pl_body* body = world->bodies[side];
        uint32_t place = c->place[i];
        pl_vec3d moved = pl_vec3d_make((double)body->x[0][place] - (double)body->past[0][place],
                                       (double)body->x[1][place] - (double)body->past[1][place],
                                       (double)body->x[2][place] - (double)body->past[2][place]);
        way = pl_vec3d_add_scaled(way, (double)c->weight[i], moved);
    }
    if (c->obstacle == PL_NOBODY) return way;
    return pl_vec3d_sub(way, obstacle_way(world->obstacles[c->obstacle], c->point));
}

// A vertex of the first side, or PLUMP_NO_VERTEX.
static uint32_t vertex_of(const pl_body* body, const pl_contact* c) {
    return c->split == 1 ? body->surface->vertex_of[c->place[0]] : PLUMP_NO_VERTEX;
}

static plump_contact describe(const plump_world* world, const pl_contact* c) {
    const pl_body* body = world->bodies[c->body[0]];
    plump_contact seen = {.body = body->id,
                          .vertex = vertex_of(body, c),
                          .triangle = PLUMP_NO_VERTEX,
                          .point = {c->point.x, c->point.y, c->point.z}};
    pl_vec3d normal =
        pl_vec3d_make((double)c->normal[0], (double)c->normal[1], (double)c->normal[2]);
    double gap = (double)c->gap_past + pl_vec3d_dot(normal, way_of(world, c));
    seen.depth = (float)-(gap + (double)c->margin);
    for (int k = 0; k < 3; ++k) {
        seen.normal[k] = c->normal[k];
        seen.impulse[k] = (c->push * c->normal[k] + c->drag[k]) / world->stage.h;
    }
    bool on_obstacle = c->obstacle != PL_NOBODY;
    if (on_obstacle)
        seen.obstacle = world->obstacles[c->obstacle]->id;
    else
        seen.other = world->bodies[c->body[1]]->id;
    if (!on_obstacle || seen.vertex == PLUMP_NO_VERTEX) seen.triangle = c->triangle;
    return seen;
}

// --- touches ---

// In order of creation: the older body, then obstacles, then the younger bodies.
static uint64_t key_of(const pl_contact* c, bool* turned) {
    uint64_t a = c->body[0], b = c->obstacle;
    *turned = false;
    if (c->obstacle == PL_NOBODY) {
        *turned = c->body[1] < c->body[0];
        a = *turned ? c->body[1] : c->body[0];
        b = UINT64_C(1) << 31 | (*turned ? c->body[0] : c->body[1]);
    }
    return a << 32 | b;
}

static size_t find_key(const pl_contact_report* report, uint64_t key) {
    size_t begin = 0, end = report->touch_count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (report->keys[middle] < key) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

static plump_touch* touch_of(pl_contact_report* report, uint64_t key, const plump_contact* seen,
                             bool turned) {
    size_t at = find_key(report, key);
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

static void add_touch(pl_contact_report* report, const pl_contact* c, const plump_contact* seen) {
    bool turned;
    uint64_t key = key_of(c, &turned);
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
        add_touch(report, c, &seen);
    }
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

// The first pair at or behind a key.
static size_t pair_index(const plump_world* world, uint64_t key) {
    size_t begin = 0, end = world->apart_count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (world->apart[middle] < key) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
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
    size_t at = pair_index(world, key);
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

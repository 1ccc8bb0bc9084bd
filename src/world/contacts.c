// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/contacts.h"

#include "src/base/search.h"
#include "src/base/text.h"
#include "src/state/exchange.h"
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
                   touch_count, sizeof *report->touches) &&
           pl_grow(hooks, (void**)&report->sums, &report->sum_capacity, report->touch_count,
                   touch_count, sizeof *report->sums);
}

void pl_contact_report_free(pl_contact_report* report, const plump_allocator* hooks) {
    pl_free(hooks, report->contacts);
    pl_free(hooks, report->keys);
    pl_free(hooks, report->touches);
    pl_free(hooks, report->sums);
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

static bool has_room(plump_world* world, size_t count) {
    const pl_contact_report* report = &world->seen;
    if (count <= report->key_capacity && count <= report->touch_capacity &&
        count <= report->sum_capacity)
        return true;
    bool made = pl_contact_report_reserve(&world->seen, &world->hooks, 0, count);
    world->contacts.grown += made;
    return made;
}

// NULL: there is no room for it. The order is that of exchanges.
static plump_touch* touch_of(plump_world* world, uint64_t key, pl_who who) {
    pl_contact_report* report = &world->seen;
    size_t at = pl_find_key(report->keys, report->touch_count, key);
    if (at < report->touch_count && report->keys[at] == key) return &report->touches[at];
    if (!has_room(world, report->touch_count + 1)) return NULL;
    size_t behind = report->touch_count++ - at;
    memmove(report->keys + at + 1, report->keys + at, behind * sizeof *report->keys);
    memmove(report->touches + at + 1, report->touches + at, behind * sizeof *report->touches);
    memmove(report->sums + at + 1, report->sums + at, behind * sizeof *report->sums);
    report->keys[at] = key;
    report->touches[at] = (plump_touch){.body = world->bodies[who.body[0]]->id};
    if (who.obstacle != PL_NOBODY)
        report->touches[at].obstacle = world->stage.obstacles[who.obstacle]->id;
    else
        report->touches[at].other = world->bodies[who.body[1]]->id;
    report->sums[at] = (pl_touch_sum){0};
    return &report->touches[at];
}

static void add_touch(plump_world* world, const pl_contact* c, float depth) {
    bool turned;
    pl_who who = pl_who_of(&world->stage, c);
    uint64_t key = pl_exchange_key(who, &turned);
    if (turned) who = (pl_who){{who.body[1], who.body[0]}, who.obstacle};
    plump_touch* touch = touch_of(world, key, who);
    if (!touch) return;
    touch->contact_count++;
    if (touch->contact_count == 1 || depth > touch->depth) touch->depth = depth;
}

// --- how they came together ---

// Of the whole, before anything was done about it.
static pl_vec3d velocity_at(const pl_body* body, pl_vec3d point) {
    const pl_motion* came = &body->motion_came;
    if (body->asleep) return pl_vec3d_make(0, 0, 0);
    pl_vec3d centre = pl_vec3d_add(pl_vec3d_load(body->origin), came->centre);
    pl_vec3d spin = pl_vec3d_cross(came->angular_velocity, pl_vec3d_sub(point, centre));
    return pl_vec3d_add(came->velocity, spin);
}

static pl_vec3d velocity_of_other(const plump_world* world, const pl_exchange* m, pl_vec3d point) {
    if (m->obstacle == PL_NOBODY) return velocity_at(world->bodies[m->body[1]], point);
    const pl_obstacle* obstacle = world->stage.obstacles[m->obstacle];
    if (pl_obstacle_gives(obstacle)) {
        const pl_bone* bone = obstacle->bone;
        pl_vec3d arm = pl_vec3d_sub(point, bone->centre);
        return pl_vec3d_add(bone->velocity_before, pl_vec3d_cross(bone->rate_before, arm));
    }
    pl_vec3d drift = pl_obstacle_drift_at(obstacle, point);
    return pl_vec3d_scale(drift, 1.0 / (double)world->stage.h);
}

static double approach_of(const plump_world* world, const pl_exchange* m) {
    double length = pl_vec3d_length(m->normal);
    if (m->body[0] == m->body[1] || !(length > 0.0)) return 0.0;
    pl_vec3d point = pl_vec3d_scale(m->point, 1.0 / m->push);
    pl_vec3d own = velocity_at(world->bodies[m->body[0]], point);
    pl_vec3d apart = pl_vec3d_sub(own, velocity_of_other(world, m, point));
    return -pl_vec3d_dot(apart, m->normal) / length;
}

#define NOTHING 1e-15  // N s: what only just touches

static void add_exchange(plump_world* world, const pl_exchange* m, uint64_t key) {
    plump_touch* touch = touch_of(world, key, (pl_who){{m->body[0], m->body[1]}, m->obstacle});
    if (!touch) return;
    pl_touch_sum* sum = &world->seen.sums[touch - world->seen.touches];
    double impulse[3], approach = approach_of(world, m);
    pl_vec3d_store(m->impulse, impulse);
    for (int k = 0; k < 3; ++k) touch->impulse[k] += impulse[k];
    if (approach > sum->approach) sum->approach = approach;
    sum->carries = sum->carries || m->push > NOTHING || pl_vec3d_length(m->impulse) > 0.0;
    bool is_self = m->body[0] == m->body[1];  // normals cancel: the strongest stands for all
    if (is_self && m->push <= sum->push) return;
    if (is_self) *sum = (pl_touch_sum){.carries = sum->carries};
    sum->push += m->push;
    sum->point = pl_vec3d_add(sum->point, m->point);
    sum->normal = pl_vec3d_add(sum->normal, m->normal);
}

void pl_touches_add(plump_world* world) {
    for (size_t i = 0; i < world->contacts.exchange_count; ++i)
        add_exchange(world, &world->contacts.exchanges[i], world->contacts.exchange_keys[i]);
}

void pl_contacts_see(plump_world* world) {
    pl_contact_report* report = &world->seen;
    for (size_t i = 0; i < world->contacts.count; ++i) {
        const pl_contact* c = &world->contacts.contacts[i];
        plump_contact seen = describe(world, c);
        if (!(c->push > 0.0f || seen.depth > 0.0f)) continue;
        report->contacts[report->contact_count++] = seen;
        report->loaded_count += c->push > 0.0f;
        add_touch(world, c, seen.depth);
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

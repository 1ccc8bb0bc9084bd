// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The world: made, stepped, reported.
#include "src/base/clock.h"
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/state/asleep.h"
#include "src/step/step.h"
#include "src/world/body_ramp.h"
#include "src/world/world_data.h"

#include <math.h>
#include <string.h>

plump_world_def plump_default_world_def(void) {
    plump_world_def def = {0};
    def.gravity[1] = -9.81f;
    def.substep_limit = 16;
    def.cookie = PL_COOKIE_WORLD;
    return def;
}

#define GRAVITY_MOST 1e6f
#define STEP_LEAST   1e-7f
#define STEP_MOST    10.0f
#define SUBSTEP_MOST 1000u

static plump_result check_gravity(const float gravity[3], plump_error* error) {
    for (int k = 0; k < 3; ++k) {
        if (!(fabsf(gravity[k]) <= GRAVITY_MOST))
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "gravity is %g m/s^2 along axis %d; it must be a number within 1e6",
                           (double)gravity[k], k);
    }
    return PLUMP_OK;
}

static plump_result check_world_def(const plump_world_def* def, plump_error* error) {
    if (!def) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world definition is NULL");
    if (def->cookie != PL_COOKIE_WORLD)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the world definition was not begun with plump_default_world_def(), or by "
                       "another version of the library");
    if (def->substep_limit < 1 || def->substep_limit > SUBSTEP_MOST)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the limit of substeps is %u; it must be 1 to 1000",
                       (unsigned)def->substep_limit);
    if (def->contact_capacity > PL_CONTACTS_MOST)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the contact capacity is %u; at most %u can be",
                       (unsigned)def->contact_capacity, (unsigned)PL_CONTACTS_MOST);
    if (!def->allocator.alloc != !def->allocator.free)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the allocator has only one of alloc and free; give both or none");
    return check_gravity(def->gravity, error);
}

// --- room ---

static size_t count_pieces(const plump_world* world) {
    size_t count = world->obstacle_count;
    for (size_t i = 0; i < world->obstacle_count; ++i) count += world->obstacles[i]->part_count;
    return count;
}

static pl_tie_room attachment_room(const plump_world* world) {
    pl_tie_room room = world->attachment_room;
    if (world->attachment_count > room.count) room.count = world->attachment_count;
    if (world->spread > room.spread) room.spread = world->spread;
    return room;
}

pl_census pl_world_census(const plump_world* world) {
    return (pl_census){.bodies = world->bodies,
                       .body_count = world->body_count,
                       .obstacle_count = world->obstacle_count,
                       .piece_count = count_pieces(world),
                       .attachments = attachment_room(world),
                       .muscle_count = world->muscle_count,
                       .bones = world->bones,
                       .bone_count = world->bone_count,
                       .apart_count = world->apart_count,
                       .contact_capacity = world->def.contact_capacity,
                       .contact_grown = world->contact_grown};
}

#define CONTACTS_LEAST 1024

// A bound of the caller's decides what is dropped, and must not depend on what there has been.
size_t pl_contact_capacity(const pl_census* census) {
    if (census->contact_capacity) return census->contact_capacity;
    size_t vertices = 0;
    for (size_t i = 0; i < census->body_count; ++i) vertices += census->bodies[i]->count;
    size_t count = 2 * vertices + CONTACTS_LEAST;
    return census->contact_grown > count ? census->contact_grown : count;
}

#define TOUCHES_PER_BODY 16
#define TOUCHES_LEAST    64

// Pairs that touch in a step: where there are more, room is made.
static size_t touch_capacity(const pl_census* census) {
    size_t n = census->body_count, pairs = n * (n + 1) / 2 + n * census->obstacle_count;
    size_t count = TOUCHES_PER_BODY * n + TOUCHES_LEAST;
    return pairs < count ? pairs : count;
}

static bool reserve_exchanges(plump_world* world, size_t count) {
    pl_contact_list* list = &world->contacts;
    return pl_grow(&world->hooks, (void**)&list->exchanges, &list->exchange_capacity,
                   list->exchange_count, count, sizeof *list->exchanges) &&
           pl_grow(&world->hooks, (void**)&list->exchange_keys, &list->exchange_key_capacity,
                   list->exchange_count, count, sizeof *list->exchange_keys);
}

static bool grow_exchanges(void* owner, size_t count) {
    plump_world* world = owner;
    bool made = reserve_exchanges(world, count);
    world->contacts.grown += made;
    return made;
}

static bool reserve_touches(plump_world* world, const pl_census* census, size_t contacts) {
    size_t count = touch_capacity(census);
    return pl_contact_report_reserve(&world->seen, &world->hooks, contacts, count) &&
           reserve_exchanges(world, count) &&
           pl_events_reserve(&world->events, &world->hooks, count, census->body_count,
                             census->attachments.count);
}

static bool reserve_contacts(plump_world* world, const pl_census* census) {
    size_t count = pl_contact_capacity(census);
    return pl_grow(&world->hooks, (void**)&world->contacts.contacts, &world->contact_room,
                   world->contacts.count, count, sizeof(pl_contact)) &&
           reserve_touches(world, census, count) &&
           pl_collide_reserve(world->collide, census->bodies, census->body_count,
                              census->piece_count, count) &&
           pl_resolve_reserve(world->resolve, census->bodies, census->body_count, count,
                              &census->attachments);
}

// In the middle of a step: the lists of the collide stage are between two searches then, those of
// the contact stage between two substeps.
static bool reserve_for(plump_world* world, size_t count) {
    pl_census census = pl_world_census(world);
    census.contact_grown = count;
    return count <= PL_CONTACTS_MOST && reserve_contacts(world, &census);
}

// With some more than is asked for, if that is to be had: contacts come in by and by.
static bool grow_contacts(void* owner, size_t count) {
    plump_world* world = owner;
    if (world->def.contact_capacity) return false;
    size_t more = count + count / 4;
    if (!reserve_for(world, more)) {
        more = count;
        if (!reserve_for(world, more)) return false;
    }
    world->contact_grown = world->contacts.capacity = more;
    return true;
}

bool pl_world_reserve(plump_world* world, const pl_census* census) {
    const plump_allocator* hooks = &world->hooks;
    return pl_grow(hooks, (void**)&world->bodies, &world->body_capacity, world->body_count,
                   census->body_count, sizeof(pl_body*)) &&
           pl_grow(hooks, (void**)&world->obstacles, &world->obstacle_capacity,
                   world->obstacle_count, census->obstacle_count, sizeof(pl_obstacle*)) &&
           pl_grow(hooks, (void**)&world->pieces, &world->piece_capacity, 0, census->piece_count,
                   sizeof(pl_obstacle*)) &&
           pl_grow(hooks, (void**)&world->attachments, &world->attachment_capacity,
                   world->attachment_count, census->attachments.count, sizeof(pl_attachment*)) &&
           pl_grow(hooks, (void**)&world->muscles, &world->muscle_capacity, world->muscle_count,
                   census->muscle_count, sizeof(pl_muscle*)) &&
           pl_grow(hooks, (void**)&world->bones, &world->bone_capacity, world->bone_count,
                   census->bone_count, sizeof(pl_bone*)) &&
           pl_skeleton_reserve(&world->skeleton, hooks, census->bones, census->bone_count) &&
           pl_grow(hooks, (void**)&world->apart, &world->apart_capacity, world->apart_count,
                   census->apart_count, sizeof *world->apart) &&
           pl_stage_reserve(&world->stage, hooks, census->bodies, census->body_count) &&
           reserve_contacts(world, census);
}

// --- making ---

static plump_result fill_world(plump_world* world, plump_error* error) {
    world->pool =
        pl_task_pool_create(&world->hooks, &world->def.tasks, world->def.worker_count, error);
    if (!world->pool) return error ? error->code : PLUMP_ERROR_ARGUMENT;
    world->stage.pool = world->pool;
    world->stage.isa = world->isa = pl_isa_choose_by_environment(NULL);
    world->collide = pl_collide_create(&world->hooks);
    world->resolve = pl_resolve_create(&world->hooks);
    pl_census nothing = pl_world_census(world);
    if (!world->collide || !world->resolve || !pl_world_reserve(world, &nothing))
        return pl_fail_memory(error, "making a world");
    return PLUMP_OK;
}

plump_result plump_world_create(const plump_world_def* def, plump_world** world,
                                plump_error* error) {
    plump_error unwanted;
    if (!error) error = &unwanted;
    if (!world)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the new world");
    *world = NULL;
    plump_result result = check_world_def(def, error);
    if (result != PLUMP_OK) return result;
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    plump_world* made = pl_alloc_zero(&hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making a world");
    made->hooks = hooks;
    made->def = *def;
    result = fill_world(made, error);
    if (result == PLUMP_OK) {
        *world = made;
    } else {
        plump_world_destroy(made);
    }
    return result;
}

void plump_world_destroy(plump_world* world) {
    if (!world) return;
    plump_allocator hooks = world->hooks;
    for (size_t i = 0; i < world->body_count; ++i) pl_body_free(world, world->bodies[i]);
    for (size_t i = 0; i < world->obstacle_count; ++i) pl_obstacle_free(world, world->obstacles[i]);
    for (size_t i = 0; i < world->attachment_count; ++i) pl_free(&hooks, world->attachments[i]);
    for (size_t i = 0; i < world->muscle_count; ++i) pl_muscle_free(world, world->muscles[i]);
    for (size_t i = 0; i < world->bone_count; ++i) pl_free(&hooks, world->bones[i]);
    pl_skeleton_free(&world->skeleton, &hooks);
    pl_stage_free(&world->stage, &hooks);
    pl_collide_destroy(world->collide);
    pl_resolve_destroy(world->resolve);
    pl_task_pool_destroy(world->pool);
    pl_contact_report_free(&world->seen, &hooks);
    pl_events_free(&world->events, &hooks);
    pl_visits_free(&world->visits, &hooks);
    pl_free(&hooks, world->body_slots.slots);
    pl_free(&hooks, world->obstacle_slots.slots);
    pl_free(&hooks, world->attachment_slots.slots);
    pl_free(&hooks, world->muscle_slots.slots);
    pl_free(&hooks, world->bone_slots.slots);
    pl_free(&hooks, world->bodies);
    pl_free(&hooks, world->obstacles);
    pl_free(&hooks, world->pieces);
    pl_free(&hooks, world->attachments);
    pl_free(&hooks, world->muscles);
    pl_free(&hooks, world->bones);
    pl_free(&hooks, world->apart);
    pl_free(&hooks, world->contacts.contacts);
    pl_free(&hooks, world->contacts.exchanges);
    pl_free(&hooks, world->contacts.exchange_keys);
    pl_free(&hooks, world->trail);
    pl_free(&hooks, world);
}

plump_result plump_world_set_gravity(plump_world* world, const float gravity[3],
                                     plump_error* error) {
    if (!world || !gravity)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world or the gravity is NULL");
    plump_result result = check_gravity(gravity, error);
    if (result != PLUMP_OK) return result;
    const float* now = world->def.gravity;
    if (now[0] == gravity[0] && now[1] == gravity[1] && now[2] == gravity[2]) return PLUMP_OK;
    memcpy(world->def.gravity, gravity, sizeof world->def.gravity);
    pl_fpmode mode = pl_fpmode_enter();
    for (size_t i = 0; i < world->body_count; ++i) {
        pl_ramp_load(world->bodies[i]);
        pl_body_accelerate(world, world->bodies[i]);
        pl_body_rouse(world, world->bodies[i]);
    }
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

void plump_world_get_gravity(const plump_world* world, float gravity[3]) {
    for (int k = 0; gravity && k < 3; ++k) gravity[k] = world ? world->def.gravity[k] : 0.0f;
}

const char* plump_stage_name(plump_stage stage) {
    static const char* const names[PLUMP_STAGE_COUNT] = {
        "predict",          "elastic",           "collide", "contact",
        "volume_positions", "volume_velocities", "finish"};
    return (unsigned)stage < PLUMP_STAGE_COUNT ? names[stage] : NULL;
}

// --- the step ---

static plump_result check_step(const plump_world* world, float dt, uint32_t substeps,
                               plump_error* error) {
    if (!world) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
    if (!(dt >= STEP_LEAST && dt <= STEP_MOST))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the step is %g s long; it must be 1e-7 to 10 s", (double)dt);
    if (substeps > SUBSTEP_MOST)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%u substeps are asked for; at most 1000 are",
                       (unsigned)substeps);
    return PLUMP_OK;
}

// Only with def.trail, which is for looking at steps and may allocate in them.
static bool reserve_trail(plump_world* world, uint32_t substeps) {
    size_t entries = (size_t)substeps * PLUMP_STAGE_COUNT + 1;
    if (!pl_grow(&world->hooks, (void**)&world->trail, &world->trail_capacity, world->trail_count,
                 entries, sizeof *world->trail))
        return false;
    world->trail_count = 0;
    return true;
}

static void observe(void* context, uint32_t substep, plump_stage stage) {
    plump_world* world = context;
    if (stage == PLUMP_STAGE_VOLUME_VELOCITIES) pl_touches_add(world);  // the substep's last
    if (stage == PLUMP_STAGE_VOLUME_VELOCITIES && world->stage.fraction == 1.0f)
        pl_loads_note(world);
    if (!world->def.trail) return;
    plump_trail_entry* entry = &world->trail[world->trail_count++];
    *entry = (plump_trail_entry){substep, stage, plump_world_hash(world)};
}

// Of a body that has been awake; of several equally bad ones the first.
static void count_volume(plump_step_report* report, const pl_body* body) {
    if (body->def.volume == PLUMP_VOLUME_FREE) return;
    if (body->volume_error_step > report->volume_error) {
        report->volume_error = body->volume_error_step;
        report->volume_error_body = body->id;
    }
    if (body->volume_state == PLUMP_VOLUME_RETURNING && report->returning_count++ == 0)
        report->returning_first = body->id;
    if (body->volume_state == PLUMP_VOLUME_INFEASIBLE && report->infeasible_count++ == 0)
        report->infeasible_first = body->id;
}

static void count_contacts(plump_step_report* report, const pl_body* body) {
    if ((double)body->penetration > report->penetration) {
        report->penetration = (double)body->penetration;
        report->penetration_body = body->id;
    }
    if (body->stopped && report->stopped_count++ == 0) report->stopped_first = body->id;
}

static uint32_t as_count(size_t count) {
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

static void count_room(plump_step_report* report, const pl_contact_list* list) {
    const size_t* dropped = list->dropped;
    report->contact_room = (uint32_t)list->capacity;
    report->contact_grown = list->grown;
    report->contact_dropped_obstacle = as_count(dropped[PL_WITH_OBSTACLE]);
    report->contact_dropped_body = as_count(dropped[PL_WITH_BODY]);
    report->contact_dropped_self = as_count(dropped[PL_WITH_ITSELF]);
    report->contact_dropped =
        as_count(dropped[PL_WITH_OBSTACLE] + dropped[PL_WITH_BODY] + dropped[PL_WITH_ITSELF]);
}

static void count_body(plump_step_report* report, const pl_body* body) {
    if (body->contained && report->contained_count++ == 0) report->contained_first = body->id;
    if (body->unreachable && report->unreachable_count++ == 0) report->unreachable_first = body->id;
    report->asleep_count += body->asleep && !pl_body_is_barred(body);
    report->frozen_count += body->frozen && !body->disabled;
    report->disabled_count += body->disabled;
    if (body->roughness > report->roughness) {
        report->roughness = body->roughness;
        report->roughness_body = body->id;
    }
}

static uint32_t count_asleep(const plump_world* world) {
    uint32_t count = 0;
    for (size_t i = 0; i < world->body_count; ++i)
        count += world->bodies[i]->asleep && !pl_body_is_barred(world->bodies[i]);
    return count;
}

static uint32_t count_broken(const plump_world* world) {
    uint32_t count = 0;
    for (size_t i = 0; i < world->attachment_count; ++i) count += world->attachments[i]->broken;
    return count;
}

// What the report counts from.
typedef struct before_step {
    uint32_t asleep, broken, woke;
} before_step;

static void write_report(plump_world* world, const before_step* before) {
    plump_step_report* report = &world->report;
    report->step = ++world->step_count;
    report->body_count = (uint32_t)world->body_count;
    for (size_t i = 0; i < world->body_count; ++i) count_body(report, world->bodies[i]);
    for (uint32_t i = 0; i < world->stage.body_count; ++i) {
        report->particle_count += world->stage.bodies[i]->count;
        count_volume(report, world->stage.bodies[i]);
        count_contacts(report, world->stage.bodies[i]);
    }
    report->contact_count = (uint32_t)world->seen.loaded_count;
    count_room(report, &world->contacts);
    report->broken_count = count_broken(world) - before->broken;
    uint32_t woke = world->woke_count - before->woke;  // touched in their sleep
    report->fell_asleep_count = report->asleep_count + woke - before->asleep;
    report->woke_count = world->woke_count;
    world->woke_count = 0;
}

static uint32_t list_pieces(plump_world* world) {
    uint32_t count = 0;
    for (size_t i = 0; i < world->obstacle_count; ++i) {
        pl_obstacle* obstacle = world->obstacles[i];
        pl_parts_follow(obstacle);
        obstacle->index = count;
        world->pieces[count++] = obstacle;
        for (uint32_t k = 0; k < obstacle->part_count; ++k) {
            obstacle->parts[k]->index = count;
            world->pieces[count++] = obstacle->parts[k];
        }
    }
    return count;
}

// What the stages see of the world beside the bodies that are awake.
void pl_world_fill_stage(plump_world* world) {
    pl_stage* stage = &world->stage;
    pl_stage_fill(stage, world->bodies, world->body_count);
    stage->all = world->bodies;
    stage->all_count = (uint32_t)world->body_count;
    stage->obstacles = world->pieces;
    stage->obstacle_count = list_pieces(world);
    stage->attachments = world->attachments;
    stage->attachment_count = (uint32_t)world->attachment_count;
    stage->muscles = world->muscles;
    stage->muscle_count = (uint32_t)world->muscle_count;
    stage->bones = world->bones;
    stage->bone_count = (uint32_t)world->bone_count;
    stage->skeleton = &world->skeleton;
    stage->gravity = world->def.gravity;
    stage->apart = world->apart;
    stage->apart_count = world->apart_count;
    stage->collide = world->collide;
    stage->resolve = world->resolve;
    stage->contacts = &world->contacts;
    pl_attachments_index(world);
    pl_muscles_index(world);
    pl_census census = pl_world_census(world);
    pl_contact_list* list = &world->contacts;
    *list = (pl_contact_list){.contacts = list->contacts,
                              .capacity = pl_contact_capacity(&census),
                              .bounded = world->def.contact_capacity > 0,
                              .grow = grow_contacts,
                              .exchanges = list->exchanges,
                              .exchange_keys = list->exchange_keys,
                              .exchange_capacity = list->exchange_capacity,
                              .exchange_key_capacity = list->exchange_key_capacity,
                              .grow_exchanges = grow_exchanges,
                              .owner = world};
}

static void take_step(plump_world* world, float dt, uint32_t substeps) {
    plump_step_report* report = &world->report;
    *report = (plump_step_report){0};
    double begin = pl_clock_seconds();
    for (size_t i = 0; i < world->body_count; ++i) {
        pl_body* body = world->bodies[i];
        pl_body_accelerate(world, body);
        body->contained = false;
        body->volume_error_step = 0.0;
        body->volume_state_step = PLUMP_VOLUME_KEPT;
        // those who touch something count for more, as of the last substep
        if (body->def.contact_weight != 1.0f && !body->asleep) pl_body_weigh(body);
    }
    pl_rouse_for_bones(world, (double)dt);
    pl_world_fill_stage(world);
    pl_touches_begin(world);
    pl_events_begin(world);
    before_step before = {
        .asleep = count_asleep(world), .broken = count_broken(world), .woke = world->woke_count};
    world->stage.step = dt;
    world->stage.tick = world->step_count;
    pl_step_watch watch = {observe, world, report->stage_seconds};
    pl_step(&world->stage, substeps, &watch);
    pl_contacts_see(world);
    for (size_t i = 0; i < world->body_count; ++i) {
        const pl_body* body = world->bodies[i];
        if (body->disturbed && !pl_body_is_barred(body)) pl_body_rouse(world, world->bodies[i]);
    }
    pl_obstacles_arrive(world);
    pl_attachments_arrive(world);
    pl_bones_arrive(world);
    pl_events_end(world);
    pl_visits_look(world);
    write_report(world, &before);
    report->substeps = substeps;
    report->substep = world->stage.h;
    report->seconds = pl_clock_seconds() - begin;
}

plump_result plump_world_step(plump_world* world, float dt, uint32_t substeps, plump_error* error) {
    plump_result result = check_step(world, dt, substeps, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    for (size_t i = 0; i < world->body_count; ++i) {
        if (!pl_body_is_barred(world->bodies[i])) pl_ramp_step(world, world->bodies[i], dt);
    }
    world->stage.own_pace = substeps == 0;
    if (substeps == 0) substeps = pl_substeps_needed(world, dt);
    bool room = !world->def.trail || reserve_trail(world, substeps);
    if (room) take_step(world, dt, substeps);
    pl_fpmode_leave(mode);
    return room ? PLUMP_OK : pl_fail_memory(error, "keeping the trail of a step");
}

const plump_step_report* plump_world_report(const plump_world* world) {
    return world ? &world->report : NULL;
}

const plump_trail_entry* plump_world_trail(const plump_world* world, uint32_t* count) {
    if (count) *count = world ? (uint32_t)world->trail_count : 0;
    return world ? world->trail : NULL;
}

uint32_t plump_world_bodies(const plump_world* world, plump_body_id* bodies, uint32_t capacity) {
    if (!world) return 0;
    for (size_t i = 0; bodies && i < world->body_count && i < capacity; ++i)
        bodies[i] = world->bodies[i]->id;
    return (uint32_t)world->body_count;
}

const char* plump_world_isa(const plump_world* world) {
    return world ? pl_isa_name(world->isa) : NULL;
}

uint32_t plump_world_worker_count(const plump_world* world) {
    return world ? pl_task_worker_count(world->pool) : 0;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Going back to a snapshot's obstacles, attachments and pairs.
#include "src/base/text.h"
#include "src/world/held_make.h"
#include "src/world/snapshot.h"

// --- what can fail ---

// The world's obstacle of that id, if it has the same shape.
static pl_obstacle* find_twin(const plump_world* world, const pl_snapshot_obstacle* o) {
    pl_obstacle* twin = pl_obstacle_find(world, (plump_obstacle_id){o->id}, NULL);
    bool is_same = twin && twin->def.shape == o->def.shape && twin->def.hollow == o->def.hollow &&
                   twin->solid->hash == o->solid_hash;
    return is_same ? twin : NULL;
}

static plump_result make_obstacle(plump_world* world, pl_snapshot_solid* solid,
                                  plump_error* error) {
    const pl_snapshot_obstacle* o = &solid->obstacle;
    if (o->def.shape > PLUMP_OBSTACLE_CYLINDER)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "obstacle %u of the snapshot is made of triangles that are not in it, and "
                       "the world has no such obstacle under this id; make it first",
                       (unsigned)o->id);
    plump_result result = pl_obstacle_make(world, &o->def, &solid->made, error);
    if (result != PLUMP_OK) return result;
    solid->is_new = true;
    if (solid->made->solid->hash == o->solid_hash) return PLUMP_OK;
    return pl_snapshot_damaged(error, "an obstacle is not what it says");
}

static pl_attachment* make_attachment(const plump_world* world, const pl_attachment* read) {
    pl_attachment* made = pl_attachment_make(&world->hooks, &read->def, read->held);
    if (!made) return NULL;
    made->id = read->id;
    made->moving = read->moving;
    made->broken = read->broken;
    memcpy(made->position, read->position, sizeof made->position);
    memcpy(made->target, read->target, sizeof made->target);
    memcpy(made->force, read->force, sizeof made->force);
    return made;
}

size_t pl_snapshot_spread(const pl_snapshot* snapshot) {
    size_t spread = 0;
    for (uint32_t i = 0; i < snapshot->world.lists[PL_KIND_ATTACHMENT].count; ++i)
        spread += pl_held_spread(snapshot->attachments[i].held);
    return spread;
}

static plump_result make_attachments(plump_world* world, pl_snapshot* snapshot, pl_arena* arena,
                                     plump_error* error) {
    size_t count = snapshot->world.lists[PL_KIND_ATTACHMENT].count;
    snapshot->made = pl_arena_alloc_zero(arena, count, sizeof(pl_attachment*));
    bool made = snapshot->made != NULL;
    for (size_t i = 0; made && i < count; ++i) {
        snapshot->made[i] = make_attachment(world, &snapshot->attachments[i]);
        made = snapshot->made[i] != NULL;
    }
    return made ? PLUMP_OK : pl_fail_memory(error, "making the attachments of a snapshot");
}

static bool reserve_slots(plump_world* world, pl_slots* slots, const pl_snapshot_list* list) {
    return pl_grow(&world->hooks, (void**)&slots->slots, &slots->capacity, slots->count,
                   list->slot_count, sizeof *slots->slots);
}

plump_result pl_snapshot_prepare_ties(plump_world* world, pl_snapshot* snapshot, pl_arena* arena,
                                      plump_error* error) {
    const pl_snapshot_list* lists = snapshot->world.lists;
    for (uint32_t i = 0; i < lists[PL_KIND_OBSTACLE].count; ++i) {
        pl_snapshot_solid* solid = &snapshot->solids[i];
        solid->made = find_twin(world, &solid->obstacle);
        plump_result result = solid->made ? PLUMP_OK : make_obstacle(world, solid, error);
        if (result != PLUMP_OK) return result;
    }
    if (!reserve_slots(world, &world->body_slots, &lists[PL_KIND_BODY]) ||
        !reserve_slots(world, &world->obstacle_slots, &lists[PL_KIND_OBSTACLE]) ||
        !reserve_slots(world, &world->attachment_slots, &lists[PL_KIND_ATTACHMENT]))
        return pl_fail_memory(error, "making room for the ids of a snapshot");
    if (!pl_resolve_reserve_kept(world->resolve, snapshot->world.kept_count))
        return pl_fail_memory(error, "making room for what contacts carried");
    return make_attachments(world, snapshot, arena, error);
}

void pl_snapshot_drop_ties(plump_world* world, pl_snapshot* snapshot) {
    const pl_snapshot_list* lists = snapshot->world.lists;
    for (uint32_t i = 0; snapshot->solids && i < lists[PL_KIND_OBSTACLE].count; ++i) {
        if (snapshot->solids[i].is_new) pl_obstacle_free(world, snapshot->solids[i].made);
    }
    for (uint32_t i = 0; snapshot->made && i < lists[PL_KIND_ATTACHMENT].count; ++i) {
        if (snapshot->made[i]) pl_free(&world->hooks, snapshot->made[i]);
    }
}

// --- the commit ---

void pl_snapshot_commit_slots(pl_slots* slots, const pl_snapshot* snapshot, pl_snapshot_kind kind) {
    const pl_snapshot_list* list = &snapshot->world.lists[kind];
    slots->count = list->slot_count;
    slots->first_free = list->first_free;
    for (uint32_t i = 0; i < list->slot_count; ++i) slots->slots[i] = snapshot->slots[kind][i];
}

static void put_obstacle(pl_obstacle* obstacle, const pl_snapshot_obstacle* o) {
    const plump_mesh* mesh = obstacle->def.mesh;
    obstacle->id.value = o->id;
    obstacle->def = o->def;
    obstacle->def.mesh = mesh;
    obstacle->moving = o->moving;
    obstacle->contact_count = o->contact_count;
    memcpy(obstacle->position, o->position, sizeof obstacle->position);
    memcpy(obstacle->rotation, o->rotation, sizeof obstacle->rotation);
    memcpy(obstacle->target_position, o->target_position, sizeof obstacle->target_position);
    memcpy(obstacle->target_rotation, o->target_rotation, sizeof obstacle->target_rotation);
    memcpy(obstacle->impulse, o->impulse, sizeof obstacle->impulse);
    memcpy(obstacle->angular_impulse, o->angular_impulse, sizeof obstacle->angular_impulse);
    obstacle->past = obstacle->now = pl_obstacle_place(obstacle);
}

static void commit_obstacles(plump_world* world, pl_snapshot* snapshot) {
    pl_slot* slots = snapshot->slots[PL_KIND_OBSTACLE];
    const pl_snapshot_list* list = &snapshot->world.lists[PL_KIND_OBSTACLE];
    for (uint32_t i = 0; i < list->count; ++i)
        slots[pl_slot_of(snapshot->solids[i].obstacle.id)].thing = snapshot->solids[i].made;
    for (size_t i = 0; i < world->obstacle_count; ++i) {
        pl_obstacle* old = world->obstacles[i];
        uint32_t slot = pl_slot_of(old->id.value);
        if (slot >= list->slot_count || slots[slot].thing != old) pl_obstacle_free(world, old);
    }
    pl_snapshot_commit_slots(&world->obstacle_slots, snapshot, PL_KIND_OBSTACLE);
    world->obstacle_count = list->count;
    for (uint32_t i = 0; i < list->count; ++i) {
        world->obstacles[i] = snapshot->solids[i].made;
        put_obstacle(world->obstacles[i], &snapshot->solids[i].obstacle);
    }
}

static void commit_attachments(plump_world* world, pl_snapshot* snapshot) {
    uint32_t count = snapshot->world.lists[PL_KIND_ATTACHMENT].count;
    for (size_t i = 0; i < world->attachment_count; ++i)
        pl_free(&world->hooks, world->attachments[i]);
    world->attachment_count = count;
    world->spread = pl_snapshot_spread(snapshot);
    for (uint32_t i = 0; i < count; ++i) {
        pl_attachment* made = snapshot->made[i];
        snapshot->slots[PL_KIND_ATTACHMENT][pl_slot_of(made->id.value)].thing = made;
        world->attachments[i] = made;
    }
    pl_snapshot_commit_slots(&world->attachment_slots, snapshot, PL_KIND_ATTACHMENT);
}

void pl_snapshot_commit_ties(plump_world* world, pl_snapshot* snapshot) {
    commit_obstacles(world, snapshot);
    commit_attachments(world, snapshot);
    world->apart_count = snapshot->world.apart_count;
    for (size_t i = 0; i < world->apart_count; ++i) world->apart[i] = snapshot->apart[i];
    pl_resolve_put_kept(world->resolve, snapshot->kept, snapshot->world.kept_count);
}

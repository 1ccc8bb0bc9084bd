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

static plump_result find_mesh(const plump_world* world, const pl_snapshot* snapshot, uint32_t id,
                              const pl_snapshot_mesh* mesh, plump_obstacle_def* def,
                              plump_error* error) {
    plump_result result = pl_snapshot_find_mesh(world, snapshot, mesh, &def->mesh, error);
    if (result != PLUMP_OK || def->mesh) return result;
    return pl_fail(error, PLUMP_ERROR_DATA,
                   "obstacle %u of the snapshot has a mesh of %u vertices and %u triangles that is "
                   "neither given nor in the world; add it to `meshes`",
                   (unsigned)id, (unsigned)mesh->vertex_count, (unsigned)mesh->triangle_count);
}

static plump_result take_points(const unsigned char* from, uint32_t count, pl_arena* arena,
                                plump_obstacle_def* def, plump_error* error) {
    float* points = pl_arena_alloc(arena, count, 3 * sizeof *points);
    if (!points) return pl_fail_memory(error, "reading an obstacle of a snapshot");
    pl_stream stream = {.from = from, .size = SIZE_MAX};
    pl_stream_floats(&stream, points, 3 * (size_t)count);
    def->points = points;
    def->point_count = count;
    return PLUMP_OK;
}

static plump_result take_triangles(const pl_snapshot_solid* solid, pl_arena* arena,
                                   plump_obstacle_def* def, plump_error* error) {
    uint32_t count = solid->obstacle.triangle_count;
    uint32_t* triangles = pl_arena_alloc(arena, count, 3 * sizeof *triangles);
    if (!triangles) return pl_fail_memory(error, "reading an obstacle of a snapshot");
    pl_stream stream = {.from = solid->triangles, .size = SIZE_MAX};
    for (size_t i = 0; i < 3 * (size_t)count; ++i) pl_stream_u32(&stream, &triangles[i]);
    def->triangles = triangles;
    def->triangle_count = count;
    return PLUMP_OK;
}

static plump_result take_parts(const plump_world* world, const pl_snapshot* snapshot,
                               const pl_snapshot_solid* solid, pl_arena* arena,
                               plump_obstacle_def* def, plump_error* error) {
    uint32_t count = solid->obstacle.part_count;
    plump_obstacle_def* parts = pl_arena_alloc(arena, count, sizeof *parts);
    plump_result result = PLUMP_OK;
    if (!parts) return pl_fail_memory(error, "reading an obstacle of a snapshot");
    for (uint32_t i = 0; i < count && result == PLUMP_OK; ++i) {
        const pl_snapshot_piece* piece = &solid->pieces[i];
        parts[i] = piece->def;
        if (piece->def.shape == PLUMP_OBSTACLE_MESH)
            result = find_mesh(world, snapshot, solid->obstacle.id, &piece->mesh, &parts[i], error);
        else
            result = take_points(piece->points, piece->point_count, arena, &parts[i], error);
    }
    def->parts = parts;
    def->part_count = count;
    return result;
}

// A lean snapshot's is as that of any obstacle in the world that is the same.
static plump_result borrow_data(const plump_world* world, const pl_snapshot_obstacle* o,
                                plump_obstacle_def* def, plump_error* error) {
    for (size_t i = 0; i < world->obstacle_count; ++i) {
        const pl_obstacle* other = world->obstacles[i];
        if (other->def.shape != o->def.shape || other->solid->hash != o->solid_hash) continue;
        def->points = other->def.points;
        def->point_count = other->def.point_count;
        def->triangles = other->def.triangles;
        def->triangle_count = other->def.triangle_count;
        def->parts = other->def.parts;
        def->part_count = other->def.part_count;
        return PLUMP_OK;
    }
    return pl_fail(error, PLUMP_ERROR_DATA,
                   "obstacle %u of the snapshot is made of what is not in it, since it is lean, "
                   "and no obstacle of the world has the same; make one first",
                   (unsigned)o->id);
}

static plump_result find_data(const plump_world* world, const pl_snapshot* snapshot,
                              const pl_snapshot_solid* solid, pl_arena* arena,
                              plump_obstacle_def* def, plump_error* error) {
    const pl_snapshot_obstacle* o = &solid->obstacle;
    if (o->def.shape <= PLUMP_OBSTACLE_CYLINDER) return PLUMP_OK;
    if (o->def.shape == PLUMP_OBSTACLE_MESH)
        return find_mesh(world, snapshot, o->id, &o->mesh, def, error);
    if (o->part_count > 0) return take_parts(world, snapshot, solid, arena, def, error);
    if (o->point_count == 0) return borrow_data(world, o, def, error);
    plump_result result = take_points(solid->points, o->point_count, arena, def, error);
    return result == PLUMP_OK ? take_triangles(solid, arena, def, error) : result;
}

static plump_result make_obstacle(plump_world* world, const pl_snapshot* snapshot,
                                  pl_snapshot_solid* solid, pl_arena* arena, plump_error* error) {
    plump_obstacle_def def = solid->obstacle.def;
    plump_result result = find_data(world, snapshot, solid, arena, &def, error);
    if (result != PLUMP_OK) return result;
    result = pl_obstacle_make(world, &def, &solid->made, error);
    if (result == PLUMP_ERROR_MEMORY) return result;
    solid->is_new = result == PLUMP_OK;
    if (solid->is_new && solid->made->solid->hash == solid->obstacle.solid_hash) return PLUMP_OK;
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

static bool reserve_visits(plump_world* world, const pl_snapshot* snapshot) {
    pl_visits* v = &world->visits;
    size_t count = 0;
    for (uint32_t i = 0; i < snapshot->world.lists[PL_KIND_OBSTACLE].count; ++i)
        count += snapshot->solids[i].obstacle.visit_count;
    return pl_grow(&world->hooks, (void**)&v->list, &v->capacity, v->count, count, sizeof *v->list);
}

plump_result pl_snapshot_prepare_ties(plump_world* world, pl_snapshot* snapshot, pl_arena* arena,
                                      plump_error* error) {
    const pl_snapshot_list* lists = snapshot->world.lists;
    for (uint32_t i = 0; i < lists[PL_KIND_OBSTACLE].count; ++i) {
        pl_snapshot_solid* solid = &snapshot->solids[i];
        solid->made = find_twin(world, &solid->obstacle);
        plump_result result =
            solid->made ? PLUMP_OK : make_obstacle(world, snapshot, solid, arena, error);
        if (result != PLUMP_OK) return result;
    }
    if (!reserve_slots(world, &world->body_slots, &lists[PL_KIND_BODY]) ||
        !reserve_slots(world, &world->obstacle_slots, &lists[PL_KIND_OBSTACLE]) ||
        !reserve_slots(world, &world->attachment_slots, &lists[PL_KIND_ATTACHMENT]))
        return pl_fail_memory(error, "making room for the ids of a snapshot");
    if (!pl_resolve_reserve_kept(world->resolve, snapshot->world.kept_count))
        return pl_fail_memory(error, "making room for what contacts carried");
    if (!pl_events_reserve_touching(&world->events, &world->hooks, snapshot->touching_count))
        return pl_fail_memory(error, "making room for what touches");
    if (!reserve_visits(world, snapshot))
        return pl_fail_memory(error, "making room for who is in triggers");
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
    plump_obstacle_def data = obstacle->def;
    obstacle->id.value = o->id;
    obstacle->def = o->def;
    obstacle->def.mesh = data.mesh;
    obstacle->def.points = data.points;
    obstacle->def.point_count = data.point_count;
    obstacle->def.triangles = data.triangles;
    obstacle->def.triangle_count = data.triangle_count;
    obstacle->def.parts = data.parts;
    obstacle->def.part_count = data.part_count;
    obstacle->moving = o->moving;
    obstacle->contact_count = o->contact_count;
    memcpy(obstacle->position, o->position, sizeof obstacle->position);
    memcpy(obstacle->rotation, o->rotation, sizeof obstacle->rotation);
    memcpy(obstacle->target_position, o->target_position, sizeof obstacle->target_position);
    memcpy(obstacle->target_rotation, o->target_rotation, sizeof obstacle->target_rotation);
    memcpy(obstacle->impulse, o->impulse, sizeof obstacle->impulse);
    memcpy(obstacle->angular_impulse, o->angular_impulse, sizeof obstacle->angular_impulse);
    obstacle->past = obstacle->now = pl_obstacle_place(obstacle);
    pl_obstacle_carry(obstacle);
}

static void put_visits(plump_world* world, const pl_snapshot_solid* solid) {
    pl_visits* v = &world->visits;
    pl_stream stream = {.from = solid->visits, .size = SIZE_MAX};
    for (uint32_t i = 0; i < solid->obstacle.visit_count; ++i) {
        plump_inside visit = {.trigger = solid->made->id};
        pl_stream_visit(&stream, &visit);
        const pl_body* body = pl_world_find(world, visit.body, NULL);
        visit.share = (float)visit.vertex_count / (float)body->count;
        v->list[v->count++] = visit;
    }
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
    world->visits.count = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        world->obstacles[i] = snapshot->solids[i].made;
        put_obstacle(world->obstacles[i], &snapshot->solids[i].obstacle);
        put_visits(world, &snapshot->solids[i]);
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
    pl_events_put(&world->events, snapshot->touching, snapshot->touching_count);
}

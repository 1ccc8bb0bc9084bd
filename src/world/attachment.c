// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Attachments: checked, made, moved and destroyed.
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/math/rotation.h"
#include "src/state/held.h"
#include "src/world/checks.h"
#include "src/world/held_make.h"
#include "src/world/world_data.h"

#include <string.h>

#define FORCE_MOST 1e15  // N, or N/m, or N s/m

plump_attachment_def plump_default_attachment_def(void) {
    plump_attachment_def def;
    memset(&def, 0, sizeof def);
    def.cookie = PL_COOKIE_ATTACHMENT;
    return def;
}

// --- checks ---

static plump_result check_numbers(const plump_attachment_def* def, plump_error* error) {
    const struct {
        float value;
        double most;
        const char* what;
    } numbers[] = {{def->stiffness, FORCE_MOST, "stiffness of the attachment"},
                   {def->breaking_force, FORCE_MOST, "breaking force of the attachment"},
                   {def->damping, FORCE_MOST, "damping of the attachment"},
                   {def->radius, PL_HELD_RADIUS_MOST, "radius of the attachment"},
                   {def->other_radius, PL_HELD_RADIUS_MOST, "other radius of the attachment"}};
    plump_result result = pl_check_point(def->point, "point of the attachment", error);
    for (size_t i = 0; i < PL_COUNT(numbers) && result == PLUMP_OK; ++i)
        result = pl_check_float(numbers[i].value, 0, numbers[i].most, numbers[i].what, error);
    return result;
}

static plump_result check_sense(const plump_attachment_def* def, plump_error* error) {
    if (def->damping > 0.0f && !(def->stiffness > 0.0f))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the attachment holds fast and has a damping of %g N s/m; only springs are "
                       "damped: give it a stiffness",
                       (double)def->damping);
    if (def->other_radius > 0.0f && !def->other.value)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the attachment has a radius of %g m on another body, but no other body",
                       (double)def->other_radius);
    return PLUMP_OK;
}

plump_result pl_attachment_def_check(const plump_attachment_def* def, plump_error* error) {
    if (!def) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the attachment definition is NULL");
    if (def->cookie != PL_COOKIE_ATTACHMENT)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the attachment definition was not begun with "
                       "plump_default_attachment_def(), or comes from another version of plump");
    if (def->other.value && def->obstacle.value)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the attachment has another body and an obstacle; give one of them, or "
                       "neither for a point");
    if (def->other.value && def->other.value == def->body.value && def->other_vertex == def->vertex)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the attachment ties vertex %u to itself",
                       (unsigned)def->vertex);
    plump_result result = check_numbers(def, error);
    return result == PLUMP_OK ? check_sense(def, error) : result;
}

static plump_result check_vertex(const plump_world* world, plump_body_id id, uint32_t vertex,
                                 plump_error* error) {
    const pl_body* body = pl_world_find(world, id, error);
    uint32_t place;
    return body ? pl_check_vertex(body, vertex, &place, error) : PLUMP_ERROR_ARGUMENT;
}

// What it names is there.
static plump_result check_ends(const plump_world* world, const plump_attachment_def* def,
                               plump_error* error) {
    plump_result result = check_vertex(world, def->body, def->vertex, error);
    if (result == PLUMP_OK && def->other.value)
        result = check_vertex(world, def->other, def->other_vertex, error);
    if (result == PLUMP_OK && def->obstacle.value && !pl_obstacle_find(world, def->obstacle, error))
        result = PLUMP_ERROR_ARGUMENT;
    return result;
}

// --- making ---

static void rouse_ends(plump_world* world, const pl_attachment* attachment) {
    pl_body* body = pl_world_find(world, attachment->def.body, NULL);
    pl_body* other = pl_world_find(world, attachment->def.other, NULL);
    if (body) pl_body_rouse(world, body);
    if (other) pl_body_rouse(world, other);
}

static plump_result reserve_one(plump_world* world, size_t spread, plump_error* error) {
    plump_result result =
        pl_slots_reserve(&world->attachment_slots, &world->hooks, "attachments", error);
    if (result != PLUMP_OK) return result;
    size_t needed = world->attachment_count + 1, needed_spread = world->spread + spread;
    const pl_tie_room* room = &world->attachment_room;
    if (needed <= room->count && needed_spread <= room->spread) return PLUMP_OK;
    // room for half as many again: finding out how much there must be goes over all bodies
    pl_census census = pl_world_census(world);
    if (needed > room->count) census.attachments.count = needed + needed / 2;
    if (needed_spread > room->spread) census.attachments.spread = needed_spread + needed_spread / 2;
    if (!pl_world_reserve(world, &census)) return pl_fail_memory(error, "taking in an attachment");
    world->attachment_room = census.attachments;
    return PLUMP_OK;
}

static plump_result take_in(plump_world* world, const plump_attachment_def* def, pl_arena* arena,
                            plump_attachment_id* id, plump_error* error) {
    pl_held patches[2] = {{0}};
    const pl_body* other = def->other.value ? pl_world_find(world, def->other, NULL) : NULL;
    if (!pl_held_gather(pl_world_find(world, def->body, NULL), def->vertex, def->radius, arena,
                        &patches[0]) ||
        (other && !pl_held_gather(other, def->other_vertex, def->other_radius, arena, &patches[1])))
        return pl_fail_memory(error, "making an attachment");
    plump_result result = reserve_one(world, pl_held_spread(patches), error);
    if (result != PLUMP_OK) return result;
    pl_attachment* made = pl_attachment_make(&world->hooks, def, patches);
    if (!made) return pl_fail_memory(error, "making an attachment");
    world->spread += pl_held_spread(patches);
    made->id.value = pl_slots_take(&world->attachment_slots, made);
    world->attachments[world->attachment_count++] = made;
    rouse_ends(world, made);
    *id = made->id;
    return PLUMP_OK;
}

plump_result plump_attachment_create(plump_world* world, const plump_attachment_def* def,
                                     plump_attachment_id* id, plump_error* error) {
    if (!world) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
    if (!id)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the attachment's id");
    *id = (plump_attachment_id){0};
    plump_result result = pl_attachment_def_check(def, error);
    if (result == PLUMP_OK) result = check_ends(world, def, error);
    if (result != PLUMP_OK) return result;
    pl_arena arena = pl_arena_make(world->hooks);
    pl_fpmode mode = pl_fpmode_enter();
    result = take_in(world, def, &arena, id, error);
    pl_fpmode_leave(mode);
    pl_arena_release(&arena, NULL);
    return result;
}

static pl_attachment* find(const plump_world* world, plump_attachment_id id, plump_error* error) {
    if (!world) {
        pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world is NULL");
        return NULL;
    }
    pl_attachment* attachment = pl_slots_find(&world->attachment_slots, id.value);
    if (!attachment)
        pl_fail(error, PLUMP_ERROR_ARGUMENT,
                id.value ? "attachment %u is not in this world; it may have been destroyed"
                         : "the attachment id is %u, which names no attachment",
                (unsigned)id.value);
    return attachment;
}

static void destroy_at(plump_world* world, size_t at) {
    pl_attachment* attachment = world->attachments[at];
    rouse_ends(world, attachment);
    memmove(world->attachments + at, world->attachments + at + 1,
            (--world->attachment_count - at) * sizeof(pl_attachment*));
    world->spread -= pl_held_spread(attachment->held);
    pl_slots_clear(&world->attachment_slots, attachment->id.value);
    pl_free(&world->hooks, attachment);
}

plump_result plump_attachment_destroy(plump_world* world, plump_attachment_id id,
                                      plump_error* error) {
    const pl_attachment* attachment = find(world, id, error);
    if (!attachment) return PLUMP_ERROR_ARGUMENT;
    size_t at = 0;
    while (world->attachments[at] != attachment) ++at;
    destroy_at(world, at);
    return PLUMP_OK;
}

void pl_attachments_rouse(plump_world* world, plump_body_id body) {
    for (size_t i = 0; i < world->attachment_count; ++i) {
        const plump_attachment_def* def = &world->attachments[i]->def;
        if (def->body.value == body.value || def->other.value == body.value)
            rouse_ends(world, world->attachments[i]);
    }
}

void pl_attachments_drop(plump_world* world, plump_body_id body, plump_obstacle_id obstacle) {
    for (size_t at = world->attachment_count; at-- > 0;) {
        const plump_attachment_def* def = &world->attachments[at]->def;
        bool is_tied = obstacle.value
                           ? def->obstacle.value == obstacle.value
                           : def->body.value == body.value || def->other.value == body.value;
        if (is_tied) destroy_at(world, at);
    }
}

bool plump_attachment_exists(const plump_world* world, plump_attachment_id attachment) {
    return world && find(world, attachment, NULL);
}

// --- moving and reading ---

plump_result plump_attachment_move(plump_world* world, plump_attachment_id id,
                                   const double target[3], plump_error* error) {
    pl_attachment* attachment = find(world, id, error);
    if (!attachment) return PLUMP_ERROR_ARGUMENT;
    if (attachment->def.other.value || attachment->def.obstacle.value)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "attachment %u is not to a point; what it is tied to moves it",
                       (unsigned)id.value);
    plump_result result = pl_check_point(target, "target", error);
    if (result != PLUMP_OK) return result;
    memcpy(attachment->target, target, sizeof attachment->target);
    attachment->moving = true;
    rouse_ends(world, attachment);
    return PLUMP_OK;
}

static void index_side(const plump_world* world, plump_body_id id, uint32_t vertex, int side,
                       pl_attachment* a) {
    const pl_body* body = id.value ? pl_world_find(world, id, NULL) : NULL;
    a->body[side] = body ? body->index : PL_NOBODY;
    a->place[side] = body ? body->surface->place_of[vertex] : 0;
}

static bool is_idle(const plump_world* world, const pl_attachment* a) {
    const pl_body* body = pl_world_find(world, a->def.body, NULL);
    const pl_body* other = a->def.other.value ? pl_world_find(world, a->def.other, NULL) : NULL;
    return body->disabled || (other && other->disabled);
}

// Nobody works out the force of a tie whose ends sleep: it is what it was.
static bool is_at_rest(const plump_world* world, const pl_attachment* a) {
    const pl_obstacle* obstacle =
        a->obstacle == PL_NOBODY ? NULL : world->stage.obstacles[a->obstacle];
    if (obstacle && pl_obstacle_moves(obstacle)) return false;
    return world->bodies[a->body[0]]->asleep &&
           (a->body[1] == PL_NOBODY || world->bodies[a->body[1]]->asleep);
}

void pl_attachments_index(plump_world* world) {
    for (size_t i = 0; i < world->attachment_count; ++i) {
        pl_attachment* a = world->attachments[i];
        index_side(world, a->def.body, a->def.vertex, 0, a);
        index_side(world, a->def.other, a->def.other_vertex, 1, a);
        a->carrier = NULL;
        a->idle = is_idle(world, a);
        a->obstacle = a->def.obstacle.value ? pl_obstacle_find(world, a->def.obstacle, NULL)->index
                                            : PL_NOBODY;
        bool found = a->def.stiffness > 0.0f || !is_at_rest(world, a);  // anew, in this step
        for (int k = 0; k < 3 && (a->idle || found); ++k) a->force[k] = 0.0;
    }
}

static bool is_too_strong(const pl_attachment* a) {
    double force = pl_vec3d_length(pl_vec3d_load(a->force));
    return a->def.breaking_force > 0.0f && force > (double)a->def.breaking_force;
}

void pl_attachments_arrive(plump_world* world) {
    for (size_t i = 0; i < world->attachment_count; ++i) {
        pl_attachment* a = world->attachments[i];
        a->breaks = !a->broken && is_too_strong(a);
        a->broken = a->broken || a->breaks;
        if (a->moving) memcpy(a->position, a->target, sizeof a->position);
        a->moving = false;
    }
}

static pl_vec3d held_at(const plump_world* world, plump_body_id id, const pl_held* patch) {
    const pl_body* body = pl_world_find(world, id, NULL);
    return pl_held_mean(body, patch, body->x);
}

// Where the other end is.
static pl_vec3d other_end(const plump_world* world, const pl_attachment* attachment) {
    const plump_attachment_def* def = &attachment->def;
    if (def->other.value) return held_at(world, def->other, &attachment->held[1]);
    if (!def->obstacle.value) return pl_vec3d_load(attachment->position);
    pl_place place = pl_obstacle_place(pl_obstacle_find(world, def->obstacle, NULL));
    return pl_vec3d_add(pl_vec3d_load(place.position),
                        pl_rotation_turn(place.turn, pl_vec3d_load(def->point)));
}

plump_result plump_attachment_get_info(const plump_world* world, plump_attachment_id id,
                                       plump_attachment_info* info, plump_error* error) {
    const pl_attachment* attachment = find(world, id, error);
    if (!attachment) return PLUMP_ERROR_ARGUMENT;
    if (!info) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the answer");
    *info = (plump_attachment_info){.user = attachment->def.user,
                                    .broken = attachment->broken,
                                    .idle = is_idle(world, attachment),
                                    .vertex_count = attachment->held[0].count,
                                    .other_vertex_count = attachment->held[1].count};
    memcpy(info->force, attachment->force, sizeof info->force);
    pl_fpmode mode = pl_fpmode_enter();
    pl_vec3d one = held_at(world, attachment->def.body, &attachment->held[0]);
    pl_vec3d_store(one, info->held);
    info->distance = pl_vec3d_length(pl_vec3d_sub(one, other_end(world, attachment)));
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

uint32_t plump_attachment_patch(const plump_world* world, plump_attachment_id id, bool of_other,
                                uint32_t* vertices, float* shares, uint32_t capacity) {
    const pl_attachment* a = world ? find(world, id, NULL) : NULL;
    if (!a || a->held[of_other].count == 0) return 0;
    const pl_body* body = pl_world_find(world, of_other ? a->def.other : a->def.body, NULL);
    const pl_held* patch = &a->held[of_other];
    for (uint32_t i = 0; i < patch->count && i < capacity; ++i) {
        if (vertices) vertices[i] = body->surface->vertex_of[patch->place[i]];
        if (shares) shares[i] = patch->weight[i];
    }
    return patch->count;
}

uint32_t plump_world_attachments(const plump_world* world, plump_attachment_id* attachments,
                                 uint32_t capacity) {
    if (!world) return 0;
    for (size_t i = 0; attachments && i < world->attachment_count && i < capacity; ++i)
        attachments[i] = world->attachments[i]->id;
    return (uint32_t)world->attachment_count;
}

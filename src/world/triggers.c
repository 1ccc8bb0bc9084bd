// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/triggers.h"

#include "src/collide/matter.h"
#include "src/math/rotation.h"
#include "src/world/world_data.h"

#include <string.h>

void pl_visits_free(pl_visits* visits, const plump_allocator* hooks) {
    pl_free(hooks, visits->list);
    pl_free(hooks, visits->next);
    pl_free(hooks, visits->boxes);
}

void pl_visits_drop(plump_world* world, plump_body_id body, plump_obstacle_id trigger) {
    pl_visits* v = &world->visits;
    size_t kept = 0;
    for (size_t i = 0; i < v->count; ++i) {
        if (v->list[i].body.value == body.value || v->list[i].trigger.value == trigger.value)
            continue;
        v->list[kept++] = v->list[i];
    }
    v->count = kept;
}

// --- who may be in one ---

static bool has_triggers(const plump_world* world) {
    for (size_t i = 0; i < world->obstacle_count; ++i) {
        if (world->obstacles[i]->def.trigger) return true;
    }
    return false;
}

static void find_box(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const plump_world* world = context;
    const pl_body* body = world->bodies[index];
    pl_box* box = &world->visits.boxes[index];
    if (body->asleep && body->collider->lies)
        pl_sleeper_box(body, box->lo, box->hi);
    else
        pl_body_box(body, box->lo, box->hi);
}

static bool find_boxes(plump_world* world) {
    pl_visits* v = &world->visits;
    if (!pl_grow(&world->hooks, (void**)&v->boxes, &v->box_capacity, 0, world->body_count,
                 sizeof *v->boxes))
        return false;
    pl_task_parallel_for(world->pool, (uint32_t)world->body_count, find_box, world);
    return true;
}

static bool may_be_in(const plump_world* world, const pl_obstacle* trigger, const pl_place* place,
                      size_t index) {
    const pl_box* box = &world->visits.boxes[index];
    return pl_body_meets_obstacle(world->bodies[index], trigger) &&
           pl_solid_gap(trigger->solid, place, box->lo, box->hi) == 0.0;
}

// `was`: how far the last list, which has the same order, has been gone through.
static bool collect(plump_world* world, const pl_obstacle* trigger, size_t* was) {
    pl_visits* v = &world->visits;
    pl_place place = pl_obstacle_place(trigger);
    for (size_t i = 0; i < world->body_count; ++i) {
        plump_inside visit = {.trigger = trigger->id, .body = world->bodies[i]->id, .began = true};
        if (*was < v->count && v->list[*was].trigger.value == visit.trigger.value &&
            v->list[*was].body.value == visit.body.value) {
            visit.began = false;
            ++*was;
        }
        if (visit.began && !may_be_in(world, trigger, &place, i)) continue;
        if (!pl_grow(&world->hooks, (void**)&v->next, &v->next_capacity, v->next_count,
                     v->next_count + 1, sizeof *v->next))
            return false;
        v->next[v->next_count++] = visit;
    }
    return true;
}

static bool collect_all(plump_world* world) {
    size_t was = 0;
    world->visits.next_count = 0;
    for (size_t i = 0; i < world->obstacle_count; ++i) {
        const pl_obstacle* trigger = world->obstacles[i];
        if (trigger->def.trigger && !collect(world, trigger, &was)) return false;
    }
    return true;
}

// --- who is ---

// Everything has arrived: `now` is where obstacles are.
static bool holds(const pl_obstacle* piece, pl_vec3d point) {
    const pl_solid* solid = piece->solid;
    pl_vec3d from = pl_vec3d_sub(point, pl_vec3d_load(piece->now.position));
    double own[3];
    pl_vec3d_store(pl_rotation_back(piece->now.turn, from), own);
    for (int k = 0; k < 3; ++k) {
        if (own[k] < solid->lo[k] || own[k] > solid->hi[k]) return false;
    }
    pl_matter matter = pl_matter_of_solid(solid);
    return pl_matter_holds(&matter, own);
}

// What has all corners of a body's box in it, and is convex, has the body.
static bool holds_box(const pl_obstacle* piece, const pl_box* box) {
    if (piece->solid->hollow || piece->def.shape == PLUMP_OBSTACLE_MESH) return false;
    for (int i = 0; i < 8; ++i) {
        pl_vec3d corner =
            pl_vec3d_make(i & 1 ? box->hi[0] : box->lo[0], i & 2 ? box->hi[1] : box->lo[1],
                          i & 4 ? box->hi[2] : box->lo[2]);
        if (!holds(piece, corner)) return false;
    }
    return true;
}

static bool holds_any(pl_obstacle* const* pieces, uint32_t count, pl_vec3d point) {
    for (uint32_t k = 0; k < count; ++k) {
        if (holds(pieces[k], point)) return true;
    }
    return false;
}

static uint32_t count_in(pl_obstacle* trigger, const pl_body* body, const pl_box* box) {
    uint32_t count = 0, pieces = trigger->part_count > 0 ? trigger->part_count : 1;
    pl_obstacle* const* piece = trigger->part_count > 0 ? trigger->parts : &trigger;
    if (!pl_body_meets_obstacle(body, trigger)) return 0;
    for (uint32_t k = 0; k < pieces; ++k) {
        if (holds_box(piece[k], box)) return body->count;
    }
    for (uint32_t i = 0; i < body->count; ++i) {
        pl_vec3d at = pl_vec3d_make(body->origin[0] + (double)body->x[0][i],
                                    body->origin[1] + (double)body->x[1][i],
                                    body->origin[2] + (double)body->x[2][i]);
        count += holds_any(piece, pieces, at);
    }
    return count;
}

static void count_visit(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const plump_world* world = context;
    plump_inside* visit = &world->visits.next[index];
    const pl_body* body = pl_world_find(world, visit->body, NULL);
    pl_obstacle* trigger = pl_obstacle_find(world, visit->trigger, NULL);
    visit->vertex_count = count_in(trigger, body, &world->visits.boxes[body->index]);
    visit->share = (float)visit->vertex_count / (float)body->count;
}

// Those who were in none and are in none were only near.
static void conclude(pl_visits* v) {
    plump_inside* list = v->next;
    size_t room = v->next_capacity, kept = 0;
    for (size_t i = 0; i < v->next_count; ++i) {
        plump_inside visit = list[i];
        visit.ended = visit.vertex_count == 0;
        if (visit.began && visit.ended) continue;
        list[kept++] = visit;
    }
    v->next = v->list;
    v->next_capacity = v->capacity;
    v->list = list;
    v->capacity = room;
    v->count = kept;
}

static void forget_last(pl_visits* v) {
    size_t kept = 0;
    for (size_t i = 0; i < v->count; ++i) {
        if (v->list[i].ended) continue;
        v->list[kept] = v->list[i];
        v->list[kept++].began = false;
    }
    v->count = kept;
}

void pl_visits_look(plump_world* world) {
    pl_visits* v = &world->visits;
    forget_last(v);
    if (!has_triggers(world) || !find_boxes(world) || !collect_all(world)) return;
    pl_task_parallel_for(world->pool, (uint32_t)v->next_count, count_visit, world);
    conclude(v);
}

// --- reading ---

const plump_inside* plump_world_inside(const plump_world* world, uint32_t* count) {
    if (count) *count = world ? (uint32_t)world->visits.count : 0;
    return world ? world->visits.list : NULL;
}

const plump_inside* plump_obstacle_inside(const plump_world* world, plump_obstacle_id trigger,
                                          uint32_t* count) {
    if (count) *count = 0;
    if (!world || !trigger.value) return NULL;
    const pl_visits* v = &world->visits;
    size_t begin = 0, end;
    while (begin < v->count && v->list[begin].trigger.value != trigger.value) ++begin;
    for (end = begin; end < v->count && v->list[end].trigger.value == trigger.value;) ++end;
    if (count) *count = (uint32_t)(end - begin);
    return v->list ? v->list + begin : NULL;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Ties of bodies to each other, to obstacles and to points of the world.
#include "io/scene_item.h"
#include "src/base/spelling.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

#define NAME_SHOWN 60

// Where a vertex of a placed body is.
static void placed(const plump_body_def* def, uint32_t vertex, double out[3]) {
    const float* at = plump_mesh_positions(def->mesh) + 3 * (size_t)vertex;
    double v[3], q[4], t[3];
    plump_mesh_origin(def->mesh, v);
    for (int k = 0; k < 4; ++k) q[k] = (double)def->rotation[k];
    for (int k = 0; k < 3; ++k) v[k] = (v[k] + (double)at[k]) * (double)def->scale;
    // v + 2 q x (q x v + w v)
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        t[k] = q[a] * v[b] - q[b] * v[a] + q[3] * v[k];
    }
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        out[k] = def->position[k] + v[k] + 2 * (q[a] * t[b] - q[b] * t[a]);
    }
}

static uint32_t nearest_vertex(const double (*others)[3], uint32_t count, const double point[3]) {
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < count; ++i) {
        double square = 0;
        for (int k = 0; k < 3; ++k) {
            double d = others[i][k] - point[k];
            square += d * d;
        }
        if (square < least) least = square, best = i;
    }
    return best;
}

static void fill_nearest(const pl_plan* plan, const pl_plan_attachment* tie,
                         const double (*others)[3], uint32_t other_count, uint32_t* found) {
    for (uint32_t i = 0; i < tie->who.count; ++i) {
        const plump_body_def* def = &plan->bodies[tie->who.first + i].def;
        for (uint32_t k = 0; k < tie->vertex_count; ++k) {
            double point[3];
            placed(def, tie->vertices[k], point);
            *found++ = nearest_vertex(others, other_count, point);
        }
    }
}

static plump_result find_nearest(pl_scene_reader* reader, const pl_item* item,
                                 pl_plan_attachment* tie) {
    const pl_plan* plan = &reader->scene->plan;
    const plump_body_def* other = &plan->bodies[tie->other].def;
    uint32_t count = plump_mesh_vertex_count(other->mesh);
    size_t ties = (size_t)tie->who.count * tie->vertex_count;
    plump_result result = pl_scene_work(reader, item, (double)ties * count);
    if (result != PLUMP_OK) return result;
    void* mark = pl_arena_mark(&reader->scratch);
    double(*others)[3] = pl_arena_alloc(&reader->scratch, count, sizeof *others);
    uint32_t* found = pl_arena_alloc(reader->arena, ties, sizeof *found);
    bool done = others && found;
    for (uint32_t i = 0; done && i < count; ++i) placed(other, i, others[i]);
    if (done) fill_nearest(plan, tie, (const double(*)[3])others, count, found);
    pl_arena_release(&reader->scratch, mark);
    tie->other_vertices = found;
    return done ? PLUMP_OK : pl_scene_fail_memory(reader);
}

static plump_result fail_unknown(const pl_scene_reader* reader, const pl_item* item,
                                 const char* name) {
    const pl_plan* plan = &reader->scene->plan;
    pl_nearest nearest = {.wrong = name};
    for (uint32_t i = 0; i < plan->obstacle_count; ++i)
        pl_nearest_try(&nearest, plan->obstacles[i].name);
    const char* best = pl_nearest_proposal(&nearest);
    if (best)
        return PL_ITEM_BAD(reader, item,
                           "there is no obstacle or bone '%.*s'; did you mean '%.*s'?", NAME_SHOWN,
                           name, NAME_SHOWN, best);
    return PL_ITEM_BAD(reader, item, "there is no obstacle or bone '%.*s'", NAME_SHOWN, name);
}

uint32_t pl_plan_find_obstacle(const pl_plan* plan, const char* name) {
    for (uint32_t i = 0; i < plan->obstacle_count; ++i)
        if (strcmp(plan->obstacles[i].name, name) == 0) return i;
    return PL_PLAN_NONE;
}

plump_result pl_scene_order_obstacles(pl_scene_reader* reader) {
    const pl_plan* plan = &reader->scene->plan;
    pl_scene_name* names = pl_arena_alloc(&reader->scratch, plan->obstacle_count, sizeof *names);
    if (!names) return pl_scene_fail_memory(reader);
    for (uint32_t i = 0; i < plan->obstacle_count; ++i)
        names[i] = (pl_scene_name){plan->obstacles[i].name, i};
    pl_scene_sort_names(names, plan->obstacle_count);
    reader->obstacle_names = names;
    return PLUMP_OK;
}

plump_result pl_scene_find_obstacle(const pl_scene_reader* reader, const pl_item* item,
                                    const char* name, uint32_t* obstacle) {
    *obstacle = pl_scene_find_name(reader->obstacle_names, reader->scene->plan.obstacle_count, name,
                                   strlen(name));
    if (*obstacle != PL_PLAN_NONE) return PLUMP_OK;
    if (pl_scene_is_named(reader, "obstacles", name, strlen(name)) ||
        pl_scene_is_named(reader, "bones", name, strlen(name)))
        return PLUMP_ERROR_DATA;
    return fail_unknown(reader, item, name);
}

static plump_result find_other(pl_scene_reader* reader, const pl_item* item, const char* name,
                               pl_plan_attachment* tie) {
    pl_plan_range range = {0};
    plump_result result = pl_scene_find_bodies(reader, item, name, &range);
    if (result != PLUMP_OK) return result;
    if (range.count > 1)
        return PL_ITEM_BAD(reader, item, "'%.*s' has %u bodies; name one of them, as in '%.*s.0'",
                           NAME_SHOWN, name, (unsigned)range.count, NAME_SHOWN, name);
    tie->other = range.first;
    if (tie->other >= tie->who.first && tie->other - tie->who.first < tie->who.count)
        return PL_ITEM_BAD(reader, item, "a body cannot be tied to itself here");
    return find_nearest(reader, item, tie);
}

// Whom it ties, and where.
static plump_result read_tied(pl_scene_reader* reader, const pl_item* item,
                              const pl_raw_attachment* raw, pl_plan_attachment* tie) {
    const pl_plan* plan = &reader->scene->plan;
    pl_item body = pl_item_member(item, "body"), where = pl_item_member(item, "where");
    plump_result result = pl_scene_find_bodies(reader, &body, raw->body, &tie->who);
    if (result == PLUMP_OK && tie->who.count > 1 &&
        plan->groups[plan->bodies[tie->who.first].group].split)
        return PL_ITEM_BAD(reader, &body, "'%.*s' has %u pieces; name one of them, as in '%.*s.0'",
                           NAME_SHOWN, raw->body, (unsigned)tie->who.count, NAME_SHOWN, raw->body);
    if (result == PLUMP_OK)
        result = pl_scene_select(reader, &where, plan->bodies[tie->who.first].def.mesh,
                                 &tie->vertices, &tie->vertex_count);
    if (result != PLUMP_OK) return result;
    reader->tied += (uint64_t)tie->who.count * tie->vertex_count;
    if (reader->tied <= reader->limits->entries) return PLUMP_OK;
    return pl_item_fail(reader, item, PLUMP_ERROR_LIMIT,
                        "%u vertices of %u bodies are too many: attachments can tie %u in all",
                        (unsigned)tie->vertex_count, (unsigned)tie->who.count,
                        (unsigned)reader->limits->entries);
}

static plump_result read_ties(pl_scene_reader* reader, const pl_item* item,
                              const pl_raw_attachment* raw, pl_plan_attachment* tie) {
    static const double nowhere[3] = {0, 0, 0};
    static const float unturned[4] = {0, 0, 0, 1};
    pl_item other = pl_item_member(item, "other"), obstacle = pl_item_member(item, "obstacle");
    pl_item motion = pl_item_member(item, "motion");
    if (other.json && obstacle.json)
        return PL_ITEM_BAD(reader, &obstacle, "'other' is there already; only one of both can be");
    if (motion.json && (other.json || obstacle.json))
        return PL_ITEM_BAD(reader, &motion,
                           "only points of the world are moved; a body or an obstacle moves by "
                           "itself");
    if (other.json) return find_other(reader, &other, raw->other, tie);
    if (obstacle.json)
        return pl_scene_find_obstacle(reader, &obstacle, raw->obstacle, &tie->obstacle);
    return pl_scene_motion(reader, &motion, &pl_table_pin_motion, nowhere, unturned, &tie->motion);
}

static plump_result check_spring(const pl_scene_reader* reader, const pl_item* item,
                                 const pl_raw_attachment* raw) {
    pl_item damping = pl_item_member(item, "damping"),
            radius = pl_item_member(item, "other_radius");
    if (raw->damping > 0 && !(raw->stiffness > 0))
        return PL_ITEM_BAD(reader, &damping,
                           "what holds fast is not damped; give it a 'stiffness' as well");
    if (raw->other_radius > 0 && !raw->other)
        return PL_ITEM_BAD(reader, &radius, "there is no 'other' body");
    return PLUMP_OK;
}

static void fill_numbers(const pl_raw_attachment* raw, pl_plan_attachment* tie) {
    tie->name = raw->name;
    tie->stiffness = raw->stiffness;
    tie->breaking_force = raw->breaking_force;
    tie->damping = raw->damping;
    tie->radius = raw->radius;
    tie->other_radius = raw->other_radius;
    tie->until = raw->until;
}

plump_result pl_scene_attachments(pl_scene_reader* reader, const pl_item* list) {
    pl_plan* plan = &reader->scene->plan;
    size_t count;
    plump_result result = pl_item_list(reader, list, reader->limits->entries, &count);
    if (result != PLUMP_OK) return result;
    plan->attachments = pl_arena_alloc_zero(reader->arena, count, sizeof *plan->attachments);
    if (!plan->attachments) return pl_scene_fail_memory(reader);
    plan->attachment_count = (uint32_t)count;
    for (size_t i = 0; i < count && pl_scene_goes_on(reader, result); ++i) {
        pl_item item = pl_item_element(list, i);
        pl_raw_attachment raw = {.until = HUGE_VAL};
        pl_plan_attachment* tie = &plan->attachments[i];
        tie->other = tie->obstacle = PL_PLAN_NONE;
        result = pl_item_read(reader, &item, &pl_table_attachment, &raw);
        if (result == PLUMP_OK) result = read_tied(reader, &item, &raw, tie);
        if (result == PLUMP_OK) result = read_ties(reader, &item, &raw, tie);
        if (result == PLUMP_OK) result = check_spring(reader, &item, &raw);
        fill_numbers(&raw, tie);
    }
    return result;
}

#endif

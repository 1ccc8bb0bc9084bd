// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bones, which become obstacles of the plan, and the muscles of bodies.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

#define NAME_SHOWN 60
#define FIXED      2  // the joint that is none

// --- bones ---

static plump_result check_name(const pl_scene_reader* reader, const pl_item* item,
                               const char* name) {
    const pl_plan* plan = &reader->scene->plan;
    pl_item place = pl_item_member(item, "name");
    if (!name[0]) return PL_ITEM_BAD(reader, &place, "it is empty");
    if (pl_plan_find_obstacle(plan, name) == PL_PLAN_NONE) return PLUMP_OK;
    return PL_ITEM_BAD(reader, &place, "an obstacle or a bone before it is named '%.*s' already",
                       NAME_SHOWN, name);
}

// A capsule from one point to another: y turned to where it leads.
static plump_result place_capsule(const pl_scene_reader* reader, const pl_item* item,
                                  const pl_raw_bone* raw, plump_obstacle_def* def) {
    double way[3], square = 0;
    for (int k = 0; k < 3; ++k) {
        way[k] = raw->to[k] - raw->from[k];
        square += way[k] * way[k];
        def->position[k] = raw->from[k] + 0.5 * way[k];
    }
    double length = sqrt(square);
    pl_item to = pl_item_member(item, "to");
    if (!(length >= 2e-6 && length <= 2e6))
        return PL_ITEM_BAD(reader, &to, "it is %g m from 'from'; a bone is from 2e-6 to 2e6 m long",
                           length);
    def->shape = PLUMP_OBSTACLE_CAPSULE;
    def->radius = raw->radius;
    def->half_height = (float)(0.5 * length);
    double up = way[1] / length;
    bool down = up < -0.999999;
    def->rotation[0] = down ? 1.0f : (float)(way[2] / length);
    def->rotation[1] = 0.0f;
    def->rotation[2] = down ? 0.0f : (float)(-way[0] / length);
    def->rotation[3] = down ? 0.0f : (float)(1 + up);
    return PLUMP_OK;
}

// A form of its own, which lies where it is: the capsule is where the mass is.
static plump_result take_form(pl_scene_reader* reader, const pl_item* item, const pl_raw_bone* raw,
                              plump_obstacle_def* def, plump_bone_def* bone) {
    bool given = json_object_get(item->json, "mesh") || json_object_get(item->json, "spindle") ||
                 json_object_get(item->json, "spindles");
    if (!given) return PLUMP_OK;
    pl_raw_source source = {.mesh = raw->mesh};
    for (int k = 0; k < 3; ++k) {
        bone->centre[k] = (float)def->position[k];
        def->position[k] = 0;
        def->rotation[k] = 0;
    }
    def->rotation[3] = 1;
    def->shape = PLUMP_OBSTACLE_MESH;
    return pl_scene_mesh(reader, item, "shape", &source, &def->mesh);
}

static plump_result find_parent(const pl_scene_reader* reader, const pl_item* item,
                                const pl_raw_bone* raw, pl_plan_bone* bone) {
    const pl_plan* plan = &reader->scene->plan;
    pl_item place = pl_item_member(item, "parent");
    bone->parent = PL_PLAN_NONE;
    if (!raw->parent) return PLUMP_OK;
    if (raw->joint != PLUMP_JOINT_HINGE)
        return PL_ITEM_BAD(reader, &place, "only a hinge sits on another bone");
    uint32_t obstacle = pl_plan_find_obstacle(plan, raw->parent);
    if (obstacle == PL_PLAN_NONE)
        return PL_ITEM_BAD(reader, &place, "there is no bone '%.*s' before this one", NAME_SHOWN,
                           raw->parent);
    for (uint32_t i = 0; i < plan->bone_count; ++i)
        if (plan->bones[i].obstacle == obstacle) bone->parent = i;
    if (bone->parent != PL_PLAN_NONE) return PLUMP_OK;
    return PL_ITEM_BAD(
        reader, &place,
        "'%.*s' is fixed or an obstacle: leave parent out, and the hinge sits in the world",
        NAME_SHOWN, raw->parent);
}

static plump_result fill_joint(const pl_scene_reader* reader, const pl_item* item,
                               const pl_raw_bone* raw, plump_bone_def* def) {
    static const double radian = 0.017453292519943295;
    pl_item axis = pl_item_member(item, "axis"), pivot = pl_item_member(item, "pivot");
    double direction[3] = {(double)raw->axis[0], (double)raw->axis[1], (double)raw->axis[2]};
    plump_result result = pl_item_unit(reader, &axis, direction);
    if (result != PLUMP_OK) return result;
    *def = plump_default_bone_def();
    def->joint = raw->joint == PLUMP_JOINT_FREE ? PLUMP_JOINT_FREE : PLUMP_JOINT_HINGE;
    memcpy(def->axis, raw->axis, sizeof def->axis);
    memcpy(def->pivot, pivot.json ? raw->pivot : raw->from, sizeof def->pivot);
    def->angle_least = (float)(raw->least * radian);
    def->angle_most = (float)(raw->most * radian);
    def->mass = raw->mass;
    def->damping = raw->damping;
    def->gravity_scale = raw->gravity_scale;
    return PLUMP_OK;
}

static plump_result read_bone(pl_scene_reader* reader, const pl_item* item) {
    pl_plan* plan = &reader->scene->plan;
    pl_plan_obstacle* obstacle = &plan->obstacles[plan->obstacle_count];
    pl_plan_bone* bone = &plan->bones[plan->bone_count];
    pl_raw_bone raw = {0};
    plump_result result = pl_item_read(reader, item, &pl_table_bone, &raw);
    if (result == PLUMP_OK) result = check_name(reader, item, raw.name);
    if (result != PLUMP_OK) return result;
    *obstacle = (pl_plan_obstacle){.name = raw.name,
                                   .def = plump_default_obstacle_def(),
                                   .colour = raw.colour,
                                   .visible = raw.visible};
    obstacle->def.category = raw.category;
    obstacle->def.collides_with = raw.collides_with;
    result = place_capsule(reader, item, &raw, &obstacle->def);
    if (result == PLUMP_OK) result = find_parent(reader, item, &raw, bone);
    if (result == PLUMP_OK) result = fill_joint(reader, item, &raw, &bone->def);
    if (result == PLUMP_OK) result = take_form(reader, item, &raw, &obstacle->def, &bone->def);
    if (result != PLUMP_OK) return result;
    bone->obstacle = plan->obstacle_count++;
    // one that does not move is an obstacle and no more
    plan->bone_count += raw.joint != FIXED;
    return PLUMP_OK;
}

plump_result pl_scene_bones(pl_scene_reader* reader, const pl_item* list, size_t count) {
    pl_plan* plan = &reader->scene->plan;
    plump_result result = PLUMP_OK;
    plan->bones = pl_arena_alloc_zero(reader->arena, count, sizeof *plan->bones);
    if (!plan->bones) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && pl_scene_goes_on(reader, result); ++i) {
        pl_item item = pl_item_element(list, i);
        result = read_bone(reader, &item);
    }
    return result;
}

// --- muscles ---

// The bone or obstacle that an end sits on; none where the key is left out.
static plump_result find_on(const pl_scene_reader* reader, const pl_item* item, const char* key,
                            const char* name, uint32_t* obstacle) {
    pl_item place = pl_item_member(item, key);
    *obstacle = PL_PLAN_NONE;
    return name ? pl_scene_find_obstacle(reader, &place, name, obstacle) : PLUMP_OK;
}

static plump_result read_ends(pl_scene_reader* reader, const pl_item* item, const plump_mesh* mesh,
                              plump_muscle_def* def) {
    pl_item origin = pl_item_member(item, "origin"), insertion = pl_item_member(item, "insertion");
    if (!origin.json && !insertion.json) return PLUMP_OK;
    if (!origin.json || !insertion.json)
        return PL_ITEM_BAD(reader, item, "it has '%s' only; give both ends, or none",
                           origin.json ? "origin" : "insertion");
    plump_result result = pl_scene_select(reader, &origin, mesh, &def->origin, &def->origin_count);
    if (result != PLUMP_OK) return result;
    return pl_scene_select(reader, &insertion, mesh, &def->insertion, &def->insertion_count);
}

static plump_result read_muscle(pl_scene_reader* reader, const pl_item* item,
                                const plump_mesh* mesh, pl_plan_muscle* muscle) {
    static const char* const on_keys[PLUMP_MUSCLE_END_COUNT] = {"origin_on", "insertion_on"};
    const pl_key* key = pl_table_find(&pl_table_muscle, "activation");
    pl_item activation = pl_item_member(item, "activation"), width = pl_item_member(item, "width");
    pl_raw_muscle raw = {0};
    plump_result result = pl_item_read(reader, item, &pl_table_muscle, &raw);
    if (result == PLUMP_OK && raw.width > raw.best)
        result = PL_ITEM_BAD(reader, &width, "it is %g, above 'best', %g", (double)raw.width,
                             (double)raw.best);
    plump_muscle_def* def = &muscle->def;
    *def = plump_default_muscle_def();
    if (result == PLUMP_OK) result = read_ends(reader, item, mesh, def);
    for (int k = 0; k < PLUMP_MUSCLE_END_COUNT && result == PLUMP_OK; ++k)
        result = find_on(reader, item, on_keys[k], raw.on[k], &muscle->on[k]);
    if (result == PLUMP_OK && activation.json)
        result = pl_scene_curve(reader, &activation, key, &muscle->activation);
    memcpy(def->axis, raw.axis, sizeof def->axis);
    def->cap = raw.cap;
    def->strength = raw.strength;
    def->best = raw.best;
    def->width = raw.width;
    def->hold = raw.hold;
    def->time = raw.time;
    return result;
}

static plump_result read_group(pl_scene_reader* reader, const pl_item* entry,
                               pl_plan_group* group) {
    const pl_plan* plan = &reader->scene->plan;
    pl_item list = pl_item_member(entry, "muscles");
    size_t count;
    plump_result result = pl_item_list(reader, &list, reader->limits->entries / 100, &count);
    if (result != PLUMP_OK || count == 0) return result;
    pl_plan_muscle* muscles = pl_arena_alloc_zero(reader->arena, count, sizeof *muscles);
    if (!muscles) return pl_scene_fail_memory(reader);
    group->muscles = muscles;
    group->muscle_count = (uint32_t)count;
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item item = pl_item_element(&list, i);
        result = read_muscle(reader, &item, plan->bodies[group->first].def.mesh, &muscles[i]);
    }
    return result;
}

// Whether a muscle has fibres is known when it is made, long after the file is closed.
static plump_result keep_text(pl_scene_reader* reader) {
    size_t length = strlen(reader->name) + 1;
    char* file = pl_arena_alloc(reader->arena, length, 1);
    char* text = pl_arena_alloc(reader->arena, reader->size, 1);
    if (!file || !text) return pl_scene_fail_memory(reader);
    memcpy(file, reader->name, length);
    memcpy(text, reader->text, reader->size);
    reader->scene->file = file;
    reader->scene->text = text;
    reader->scene->text_size = reader->size;
    return PLUMP_OK;
}

plump_result pl_scene_muscles(pl_scene_reader* reader, const pl_item* bodies) {
    pl_plan* plan = &reader->scene->plan;
    plump_result result = PLUMP_OK;
    bool any = false;
    for (uint32_t i = 0; i < plan->group_count && result == PLUMP_OK; ++i) {
        pl_item entry = pl_item_element(bodies, i);
        result = read_group(reader, &entry, &plan->groups[i]);
        any = any || plan->groups[i].muscle_count > 0;
    }
    return result == PLUMP_OK && any ? keep_text(reader) : result;
}

plump_result pl_scene_fail_muscle(const plump_scene* scene, uint32_t group, uint32_t muscle,
                                  plump_result code, plump_error* error) {
    const pl_scene_reader reader = {
        .name = scene->file, .text = scene->text, .size = scene->text_size, .error = error};
    const pl_item top = {0}, bodies = pl_item_member(&top, "bodies");
    const pl_item entry = pl_item_element(&bodies, group);
    const pl_item list = pl_item_member(&entry, "muscles"), item = pl_item_element(&list, muscle);
    return pl_item_fail(&reader, &item, code, "%s", error ? error->text : "");
}

#else

plump_result pl_scene_fail_muscle(const plump_scene* scene, uint32_t group, uint32_t muscle,
                                  plump_result code, plump_error* error) {
    (void)scene, (void)group, (void)muscle, (void)error;
    return code;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is known of a scene, and its end.
#include "io/scene_plan.h"

void plump_scene_destroy(plump_scene* scene) {
    if (!scene) return;
    if (scene->run_destroy) scene->run_destroy(scene);
    for (uint32_t i = 0; i < scene->plan.mesh_count; ++i) plump_mesh_destroy(scene->plan.meshes[i]);
    for (uint32_t i = 0; i < scene->soup_count; ++i) plump_soup_destroy(scene->soups[i]);
    for (uint32_t i = 0; i < scene->figure_count; ++i) plump_character_destroy(scene->figures[i]);
    plump_allocator hooks = scene->hooks;
    pl_arena_release(&scene->arena, NULL);
    pl_free(&hooks, scene);
}

void plump_scene_get_info(const plump_scene* scene, plump_scene_info* info) {
    *info = scene->plan.info;
    info->character_count = scene->plan.character_count;
}

// A character takes its place in pictures.
static bool is_replaced(const pl_plan* plan, uint32_t body) {
    for (uint32_t i = 0; i < plan->character_count; ++i) {
        if (plan->characters[i].body == body) return true;
    }
    return false;
}

static const char* model_name(plump_model model) {
    static const char* const names[] = {"shape_match", "bag", "mass_spring"};
    _Static_assert(sizeof names / sizeof *names == PLUMP_MODEL_COUNT, "a name for every model");
    return names[model];
}

plump_result plump_scene_get_body(const plump_scene* scene, uint32_t index,
                                  plump_scene_body* body) {
    if (index >= scene->plan.body_count) return PLUMP_ERROR_ARGUMENT;
    const pl_plan_body* plan = &scene->plan.bodies[index];
    *body = (plump_scene_body){.name = plan->name,
                               .model = model_name(plan->def.model),
                               .id = scene->body_ids[index],
                               .mesh = plan->def.mesh,
                               .detail = scene->details[plan->group],
                               .colour = plan->colour,
                               .is_replaced = is_replaced(&scene->plan, index)};
    return PLUMP_OK;
}

// Something below it is still in the world.
static bool is_carried(const plump_scene* scene, const pl_plan_skin* skin) {
    for (uint32_t i = 0; i < skin->obstacle_count; ++i)
        if (scene->obstacle_ids[skin->obstacles[i]].value) return true;
    for (uint32_t i = 0; i < skin->who.count; ++i) {
        pl_plan_range range = skin->who.ranges[i];
        for (uint32_t k = 0; k < range.count; ++k)
            if (scene->body_ids[range.first + k].value) return true;
    }
    return false;
}

plump_result plump_scene_get_skin(const plump_scene* scene, uint32_t index,
                                  plump_scene_skin* skin) {
    if (index >= scene->plan.skin_count) return PLUMP_ERROR_ARGUMENT;
    const pl_plan_skin* plan = &scene->plan.skins[index];
    *skin = (plump_scene_skin){.name = plan->name,
                               .skin = scene->skins[index],
                               .colour = plan->colour,
                               .present = scene->skins[index] && is_carried(scene, plan)};
    return PLUMP_OK;
}

static bool is_bone(const pl_plan* plan, uint32_t obstacle) {
    for (uint32_t i = 0; i < plan->bone_count; ++i) {
        if (plan->bones[i].obstacle == obstacle) return true;
    }
    return false;
}

plump_result plump_scene_get_obstacle(const plump_scene* scene, uint32_t index,
                                      plump_scene_obstacle* obstacle) {
    if (index >= scene->plan.obstacle_count) return PLUMP_ERROR_ARGUMENT;
    const pl_plan_obstacle* plan = &scene->plan.obstacles[index];
    *obstacle =
        (plump_scene_obstacle){.name = plan->name,
                               .id = scene->obstacle_ids[index],
                               .def = plan->def,
                               .colour = plan->colour,
                               .visible = plan->visible,
                               .moves = plan->motion.count > 0 || is_bone(&scene->plan, index)};
    return PLUMP_OK;
}

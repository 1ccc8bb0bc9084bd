// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Skins of a running scene.
#include "io/scene_run.h"

#include "src/base/text.h"

static uint32_t count_bodies(const pl_plan_skin* plan) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->who.count; ++i) count += plan->who.ranges[i].count;
    return count;
}

// What lies below, as ids of the world.
typedef struct below {
    plump_body_id* bodies;
    plump_obstacle_id* obstacles;
    uint32_t body_count, obstacle_count;
} below;

static bool list_below(const pl_plan_skin* plan, const pl_scene_run* run,
                       const plump_obstacle_id* obstacles, pl_arena* arena, below* b) {
    b->obstacle_count = plan->obstacle_count;
    b->bodies = pl_arena_alloc(arena, (size_t)count_bodies(plan) + 1, sizeof *b->bodies);
    b->obstacles = pl_arena_alloc(arena, (size_t)plan->obstacle_count + 1, sizeof *b->obstacles);
    if (!b->bodies || !b->obstacles) return false;
    for (uint32_t i = 0; i < plan->who.count; ++i)
        for (uint32_t k = 0; k < plan->who.ranges[i].count; ++k)
            b->bodies[b->body_count++] = run->bodies[plan->who.ranges[i].first + k].id;
    for (uint32_t i = 0; i < plan->obstacle_count; ++i)
        b->obstacles[i] = obstacles[plan->obstacles[i]];
    return true;
}

static plump_result wrap(const plump_scene* scene, const pl_plan_skin* plan,
                         const plump_world* world, const below* b, plump_mesh** mesh,
                         plump_error* error) {
    plump_wrap_def def = plan->wrap;
    def.bodies = b->bodies;
    def.body_count = b->body_count;
    def.obstacles = b->obstacles;
    def.obstacle_count = b->obstacle_count;
    def.allocator = scene->hooks;
    return plump_skin_wrap(world, &def, mesh, error);
}

static plump_result make_skin(plump_scene* scene, uint32_t index, const plump_world* world,
                              const below* b, plump_error* error) {
    const pl_plan_skin* plan = &scene->plan.skins[index];
    plump_result result = PLUMP_OK;
    if (!plan->mesh && !scene->skin_meshes[index])
        result = wrap(scene, plan, world, b, &scene->skin_meshes[index], error);
    if (result != PLUMP_OK) return result;
    plump_skin_def def = plump_default_skin_def();
    def.mesh = plan->mesh ? plan->mesh : scene->skin_meshes[index];
    def.bodies = b->bodies;
    def.body_count = b->body_count;
    def.obstacles = b->obstacles;
    def.obstacle_count = b->obstacle_count;
    def.thickness = plan->thickness;
    def.reach = plan->reach;
    def.cling = plan->cling;
    def.smooth = plan->smooth;
    def.allocator = scene->hooks;
    return plump_skin_create(world, &def, &scene->skins[index], error);
}

plump_result pl_scene_make_skins(plump_scene* scene, const plump_world* world,
                                 const pl_scene_run* run, const plump_obstacle_id* obstacles,
                                 plump_error* error) {
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < scene->plan.skin_count && result == PLUMP_OK; ++i) {
        if (scene->skins[i]) continue;
        pl_arena arena = pl_arena_make(scene->hooks);
        below b = {0};
        if (list_below(&scene->plan.skins[i], run, obstacles, &arena, &b))
            result = make_skin(scene, i, world, &b, error);
        else
            result = pl_fail_memory(error, "making a skin");
        pl_arena_release(&arena, NULL);
        if (result != PLUMP_OK)
            return pl_fail(error, result, "%s: %s", scene->plan.skins[i].name,
                           error ? error->text : "");
    }
    return result;
}

void pl_scene_free_skins(plump_scene* scene) {
    for (uint32_t i = 0; i < scene->plan.skin_count; ++i) {
        plump_skin_destroy(scene->skins[i]);
        plump_mesh_destroy(scene->skin_meshes[i]);
        scene->skins[i] = NULL;
        scene->skin_meshes[i] = NULL;
    }
}

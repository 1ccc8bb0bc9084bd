// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bones and muscles of a scene that runs: made at the start, and told before each step how active
// to be.
#include "io/scene_run.h"

#include "src/base/text.h"

plump_result pl_scene_make_bones(const plump_scene* scene, plump_world* world,
                                 const plump_obstacle_id* obstacles, plump_bone_id* bones,
                                 plump_error* error) {
    const pl_plan* plan = &scene->plan;
    for (uint32_t i = 0; i < plan->bone_count; ++i) {
        const pl_plan_bone* bone = &plan->bones[i];
        plump_bone_def def = bone->def;
        def.obstacle = obstacles[bone->obstacle];
        if (bone->parent != PL_PLAN_NONE) def.parent = bones[bone->parent];
        plump_result result = plump_bone_create(world, &def, &bones[i], error);
        if (result != PLUMP_OK)
            return pl_fail(error, result, "%s: %s", plan->obstacles[bone->obstacle].name,
                           error ? error->text : "");
    }
    return PLUMP_OK;
}

uint32_t pl_scene_count_muscles(const pl_plan* plan) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < plan->group_count; ++i)
        count += plan->groups[i].count * plan->groups[i].muscle_count;
    return count;
}

static double activation_at(const pl_plan_muscle* muscle, double time, double slack) {
    return muscle->activation.count ? pl_scene_curve_at(&muscle->activation, time, slack) : 0.0;
}

static plump_result make_muscle(const plump_scene* scene, plump_world* world,
                                const plump_obstacle_id* obstacles, pl_scene_run* run,
                                uint32_t body, const pl_plan_muscle* plan, plump_error* error) {
    plump_muscle_def def = plan->def;
    pl_run_muscle* muscle = &run->muscles[run->muscle_count++];
    def.body = run->bodies[body].id;
    def.activation = (float)activation_at(plan, 0, pl_scene_slack(scene));
    *muscle = (pl_run_muscle){.plan = plan, .body = body};
    plump_result result = plump_muscle_create(world, &def, &muscle->id, error);
    for (int k = 0; k < PLUMP_MUSCLE_END_COUNT && result == PLUMP_OK; ++k) {
        if (plan->on[k] != PL_PLAN_NONE)
            result = plump_muscle_attach(world, muscle->id, (plump_muscle_end)k,
                                         obstacles[plan->on[k]], error);
    }
    return result;
}

plump_result pl_scene_make_muscles(const plump_scene* scene, plump_world* world,
                                   const plump_obstacle_id* obstacles, pl_scene_run* run,
                                   plump_error* error) {
    const pl_plan* plan = &scene->plan;
    for (uint32_t i = 0; i < plan->body_count; ++i) {
        const pl_plan_group* group = &plan->groups[plan->bodies[i].group];
        for (uint32_t k = 0; k < group->muscle_count; ++k) {
            plump_result result =
                make_muscle(scene, world, obstacles, run, i, &group->muscles[k], error);
            if (result != PLUMP_OK)
                return pl_scene_fail_muscle(scene, plan->bodies[i].group, k, result, error);
        }
    }
    return PLUMP_OK;
}

plump_result pl_scene_flex_muscles(plump_scene* scene, plump_error* error) {
    const pl_scene_run* run = scene->run;
    double end = pl_scene_clock(scene) + (double)scene->plan.info.dt;
    for (uint32_t i = 0; i < run->muscle_count; ++i) {
        const pl_run_muscle* muscle = &run->muscles[i];
        if (run->bodies[muscle->body].gone || muscle->plan->activation.count == 0) continue;
        double activation = activation_at(muscle->plan, end, pl_scene_slack(scene));
        plump_result result =
            plump_muscle_set_activation(scene->world, muscle->id, (float)activation, error);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

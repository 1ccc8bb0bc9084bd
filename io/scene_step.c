// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The clock of a scene, and its step.
#include "io/scene_run_character.h"

#include "src/base/fpmode.h"
#include "src/base/text.h"

double pl_scene_clock(const plump_scene* scene) {
    return (double)scene->run->steps * (double)scene->plan.info.dt;
}

double pl_scene_slack(const plump_scene* scene) {
    return PL_SCENE_SLACK * (double)scene->plan.info.dt;
}

plump_world* plump_scene_world(const plump_scene* scene) {
    return scene ? scene->world : NULL;
}

double plump_scene_time(const plump_scene* scene) {
    return scene && scene->run ? pl_scene_clock(scene) : 0.0;
}

static plump_result step(plump_scene* scene, plump_error* error) {
    plump_result result = pl_scene_fire_events(scene, error);
    if (result == PLUMP_OK) result = pl_scene_move_all(scene, error);
    if (result == PLUMP_OK) result = pl_scene_flex_muscles(scene, error);
    if (result == PLUMP_OK) result = pl_scene_apply_fields(scene, error);
    if (result == PLUMP_OK)
        result =
            plump_world_step(scene->world, scene->plan.info.dt, scene->plan.info.substeps, error);
    if (result == PLUMP_OK) result = pl_scene_step_characters(scene, error);
    if (result == PLUMP_OK) ++scene->run->steps;
    return result;
}

plump_result plump_scene_step(plump_scene* scene, plump_error* error) {
    if (!scene || !scene->run)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the scene has not been started; call plump_scene_start() first");
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = step(scene, error);
    pl_fpmode_leave(mode);
    return result;
}

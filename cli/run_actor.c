// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies and skins alike, for what draws and writes them.
#include "cli/run_output.h"

static void get_skin(const plump_scene* scene, uint32_t index, run_actor* actor) {
    plump_scene_skin skin;
    plump_scene_get_skin(scene, index, &skin);
    *actor = (run_actor){.name = skin.name,
                         .mesh = plump_skin_mesh(skin.skin),
                         .skin = skin.skin,
                         .present = skin.skin != NULL,
                         .colour = skin.colour};
}

uint32_t run_actor_count(const plump_scene* scene) {
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    return info.body_count + info.skin_count;
}

void run_actor_get(const plump_scene* scene, uint32_t index, run_actor* actor) {
    plump_scene_info info;
    plump_scene_body body;
    plump_scene_get_info(scene, &info);
    if (index >= info.body_count) {
        get_skin(scene, index - info.body_count, actor);
        return;
    }
    plump_scene_get_body(scene, index, &body);
    *actor = (run_actor){.name = body.name,
                         .mesh = body.mesh,
                         .detail = body.detail,
                         .id = body.id,
                         .present = body.id.value != 0,
                         .colour = body.colour};
}

plump_result run_actor_read(const plump_scene* scene, const run_actor* actor, float* positions,
                            plump_error* error) {
    const plump_world* world = plump_scene_world(scene);
    uint32_t count = plump_mesh_vertex_count(actor->mesh);
    if (actor->skin)
        return plump_skin_read(actor->skin, world, PLUMP_SCALAR_FLOAT32, positions, 0, NULL, 0,
                               count, error);
    return plump_body_read(world, actor->id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT32,
                           positions, 0, count, error);
}

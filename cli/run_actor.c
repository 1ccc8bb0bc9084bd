// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies, skins and parts of characters alike, for what draws and writes them.
#include "cli/run_output.h"

static void get_skin(const plump_scene* scene, uint32_t index, run_actor* actor) {
    plump_scene_skin skin;
    plump_scene_get_skin(scene, index, &skin);
    *actor = (run_actor){.name = skin.name,
                         .triangles = plump_mesh_triangles(plump_skin_mesh(skin.skin)),
                         .mesh = plump_skin_mesh(skin.skin),
                         .skin = skin.skin,
                         .present = skin.present,
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
                         .triangles = body.detail ? plump_detail_triangles(body.detail)
                                                  : plump_mesh_triangles(body.mesh),
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

uint32_t run_show_actor_count(const run_show* show) {
    return show->actors ? show->actor_count : run_actor_count(show->scene);
}

void run_show_actor(const run_show* show, uint32_t index, run_actor* actor) {
    if (show->actors)
        *actor = show->actors[index];
    else
        run_actor_get(show->scene, index, actor);
}

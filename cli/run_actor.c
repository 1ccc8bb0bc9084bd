// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Who is seen of a scene: bodies, skins and parts of characters alike, for what draws and writes
// them.
#include "cli/run_output.h"

#include <stdlib.h>

// --- the list ---

static void add_body(const plump_scene* scene, uint32_t index, run_actors* actors) {
    plump_scene_body body;
    plump_scene_get_body(scene, index, &body);
    if (body.is_replaced) return;
    actors->items[actors->count++] =
        (run_actor){.kind = RUN_BODY,
                    .index = index,
                    .name = body.name,
                    .triangles = body.detail ? plump_detail_triangles(body.detail)
                                             : plump_mesh_triangles(body.mesh),
                    .mesh = body.mesh,
                    .detail = body.detail,
                    .colour = body.colour};
}

static void add_skin(const plump_scene* scene, uint32_t index, run_actors* actors) {
    plump_scene_skin skin;
    plump_scene_get_skin(scene, index, &skin);
    actors->items[actors->count++] =
        (run_actor){.kind = RUN_SKIN,
                    .index = index,
                    .name = skin.name,
                    .triangles = plump_mesh_triangles(plump_skin_mesh(skin.skin)),
                    .mesh = plump_skin_mesh(skin.skin),
                    .skin = skin.skin,
                    .colour = skin.colour};
}

void run_actor_take_part(const plump_character* character, uint32_t index, uint32_t* indices,
                         run_actor* actor) {
    plump_triangles all = plump_character_triangles(character);
    plump_character_part part;
    plump_character_get_part(character, index, &part);
    const uint32_t* from = (const uint32_t*)all.indices + 3 * (size_t)part.first_triangle;
    for (size_t i = 0; i < 3 * (size_t)part.triangle_count; ++i)
        indices[i] = from[i] - part.first_vertex;
    *actor = (run_actor){.kind = RUN_CHARACTER,
                         .name = part.name,
                         .colour = part.colour,
                         .texcoords = part.texcoords,
                         .texture = part.texture,
                         .first_vertex = part.first_vertex};
    actor->triangles =
        (plump_triangles){.positions = (const float*)all.positions + 3 * (size_t)part.first_vertex,
                          .vertex_count = part.vertex_count,
                          .indices = indices,
                          .index_type = PLUMP_INDEX_UINT32,
                          .triangle_count = part.triangle_count};
}

static uint32_t count_parts(const plump_scene_character* given, uint32_t* triangles) {
    plump_character_info info = {.part_count = 1};
    if (!given->visible) return 0;
    if (given->character) plump_character_get_info(given->character, &info);
    *triangles += info.triangle_count;
    return info.part_count;
}

// Each part by itself; one alone goes by the name of the character.
static void add_character(const plump_scene* scene, uint32_t index, uint32_t* used,
                          run_actors* actors) {
    plump_scene_character given;
    uint32_t triangles = 0;
    plump_scene_get_character(scene, index, &given);
    uint32_t parts = count_parts(&given, &triangles);
    for (uint32_t i = 0; i < parts; ++i) {
        run_actor* actor = &actors->items[actors->count++];
        if (given.character) {
            run_actor_take_part(given.character, i, actors->indices + 3 * (size_t)*used, actor);
            *used += actor->triangles.triangle_count;
        } else {
            *actor = (run_actor){.kind = RUN_CHARACTER, .triangles = given.triangles};
        }
        actor->index = index;
        if (parts == 1) actor->name = given.name;
        if (given.colour_given || !given.character) actor->colour = given.colour;
    }
}

bool run_actors_make(const plump_scene* scene, run_actors* actors) {
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    uint32_t most = info.body_count + info.skin_count, triangles = 0, used = 0;
    for (uint32_t i = 0; i < info.character_count; ++i) {
        plump_scene_character given;
        plump_scene_get_character(scene, i, &given);
        most += count_parts(&given, &triangles);
    }
    *actors = (run_actors){.items = calloc((size_t)most + 1, sizeof *actors->items),
                           .indices = malloc((3 * (size_t)triangles + 1) * sizeof(uint32_t))};
    if (!actors->items || !actors->indices) return false;
    for (uint32_t i = 0; i < info.body_count; ++i) add_body(scene, i, actors);
    for (uint32_t i = 0; i < info.skin_count; ++i) add_skin(scene, i, actors);
    for (uint32_t i = 0; i < info.character_count; ++i) add_character(scene, i, &used, actors);
    return true;
}

void run_actors_free(run_actors* actors) {
    free(actors->items);
    free(actors->indices);
    *actors = (run_actors){0};
}

// --- at a moment ---

bool run_actor_is_present(const plump_scene* scene, const run_actor* actor, plump_body_id* id) {
    plump_scene_body body;
    plump_scene_skin skin;
    plump_scene_character character;
    *id = (plump_body_id){0};
    switch (actor->kind) {
    case RUN_SKIN: plump_scene_get_skin(scene, actor->index, &skin); return skin.present;
    case RUN_CHARACTER:
        plump_scene_get_character(scene, actor->index, &character);
        return character.present;
    default:
        plump_scene_get_body(scene, actor->index, &body);
        *id = body.id;
        return body.id.value != 0;
    }
}

uint32_t run_actor_vertex_count(const run_actor* actor) {
    return actor->mesh ? plump_mesh_vertex_count(actor->mesh) : actor->triangles.vertex_count;
}

plump_result run_actor_read(const plump_scene* scene, const run_actor* actor, plump_body_id id,
                            float* positions, plump_error* error) {
    const plump_world* world = plump_scene_world(scene);
    uint32_t count = run_actor_vertex_count(actor);
    if (actor->skin)
        return plump_skin_read(actor->skin, world, PLUMP_SCALAR_FLOAT32, positions, 0, NULL, 0,
                               count, error);
    return plump_body_read(world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT32, positions, 0,
                           count, error);
}

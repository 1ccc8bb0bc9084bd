// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Moments of a run: the world is read at the beginning and the end of a step that a frame lies in,
// and the frame is the straight line between the two. A frame that a step ends on is that end.
#include "cli/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A frame this near to the end of a step, in steps, is the end of the step.
#define SLACK 0.01

// --- room ---

static float* vertex_room(uint32_t count) {
    return malloc((count ? count : 1) * 3 * sizeof(float));
}

static bool make_body_room(const run_actor* body, run_moment_body* room) {
    room->positions = vertex_room(run_actor_vertex_count(body));
    if (!body->detail) return room->positions != NULL;
    room->fine_positions = vertex_room(plump_detail_vertex_count(body->detail));
    room->fine_normals = vertex_room(plump_detail_vertex_count(body->detail));
    return room->positions && room->fine_positions && room->fine_normals;
}

static bool make_characters(const run_frames* frames, run_moment* moment) {
    moment->characters = calloc(frames->character_count + 1, sizeof *moment->characters);
    for (uint32_t i = 0; moment->characters && i < frames->character_count; ++i) {
        plump_scene_character character;
        plump_scene_get_character(frames->scene, i, &character);
        moment->characters[i] = vertex_room(character.triangles.vertex_count);
        if (!moment->characters[i]) return false;
    }
    return moment->characters != NULL;
}

static bool make_moment(const run_frames* frames, run_moment* moment) {
    moment->bodies = calloc(frames->actor_count + 1, sizeof *moment->bodies);
    moment->rooms = calloc(frames->actor_count + 1, sizeof *moment->rooms);
    moment->obstacles = calloc(frames->obstacle_count + 1, sizeof *moment->obstacles);
    if (!moment->bodies || !moment->rooms || !moment->obstacles) return false;
    if (!make_characters(frames, moment)) return false;
    for (uint32_t i = 0; i < frames->actor_count; ++i) {
        const run_actor* actor = &frames->actors[i];
        if (actor->kind == RUN_CHARACTER) {
            moment->rooms[i].positions =
                moment->characters[actor->index] + 3 * (size_t)actor->first_vertex;
        } else if (!make_body_room(actor, &moment->rooms[i])) {
            return false;
        }
    }
    return true;
}

static void free_moment(const run_frames* frames, run_moment* moment) {
    for (uint32_t i = 0; moment->rooms && i < frames->actor_count; ++i) {
        if (frames->actors[i].kind != RUN_CHARACTER) free(moment->rooms[i].positions);
        free(moment->rooms[i].fine_positions);
        free(moment->rooms[i].fine_normals);
    }
    for (uint32_t i = 0; moment->characters && i < frames->character_count; ++i)
        free(moment->characters[i]);
    free(moment->bodies);
    free(moment->rooms);
    free(moment->obstacles);
    free(moment->characters);
}

bool run_frames_create(plump_scene* scene, const run_actors* actors, double rate, bool wanted,
                       run_frames* frames) {
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    *frames = (run_frames){.scene = scene,
                           .actors = actors->items,
                           .actor_count = actors->count,
                           .obstacle_count = info.obstacle_count,
                           .character_count = info.character_count,
                           .rate = rate,
                           .slack = SLACK * (double)info.dt,
                           .wanted = wanted};
    // after a resumed beginning the first frame is the next that is due
    double first = ceil((plump_scene_time(scene) - frames->slack) * rate);
    frames->next = first > 0 ? (uint64_t)first : 0;
    return make_moment(frames, &frames->before) && make_moment(frames, &frames->after) &&
           make_moment(frames, &frames->between);
}

void run_frames_destroy(run_frames* frames) {
    free_moment(frames, &frames->before);
    free_moment(frames, &frames->after);
    free_moment(frames, &frames->between);
    memset(frames, 0, sizeof *frames);
}

// --- looking at the world ---

static plump_result look_at_actor(const run_frames* frames, uint32_t index, run_moment* moment,
                                  plump_error* error) {
    const run_actor* actor = &frames->actors[index];
    const plump_world* world = plump_scene_world(frames->scene);
    const run_moment_body* room = &moment->rooms[index];
    run_body* body = &moment->bodies[index];
    *body = (run_body){0};
    body->present = run_actor_is_present(frames->scene, actor, &body->id);
    if (!body->present) return PLUMP_OK;
    body->positions = room->positions;
    body->fine_positions = room->fine_positions;
    body->fine_normals = room->fine_normals;
    if (actor->kind == RUN_CHARACTER) return PLUMP_OK;  // read as a whole
    plump_result result = run_actor_read(frames->scene, actor, body->id, room->positions, error);
    if (result != PLUMP_OK || !actor->detail) return result;
    return plump_detail_read(actor->detail, world, body->id, PLUMP_SCALAR_FLOAT32,
                             room->fine_positions, 0, room->fine_normals, 0,
                             plump_detail_vertex_count(actor->detail), error);
}

static plump_result look_at_character(const run_frames* frames, uint32_t index,
                                      const run_moment* moment, plump_error* error) {
    plump_scene_character character;
    plump_scene_get_character(frames->scene, index, &character);
    if (!character.visible || !character.present) return PLUMP_OK;
    return plump_scene_read_character(frames->scene, index, PLUMP_SCALAR_FLOAT32,
                                      moment->characters[index], 0, NULL, 0,
                                      character.triangles.vertex_count, error);
}

static plump_result look_at_obstacle(const run_frames* frames, uint32_t index, run_moment* moment,
                                     plump_error* error) {
    plump_scene_obstacle obstacle;
    plump_obstacle_info info;
    plump_scene_get_obstacle(frames->scene, index, &obstacle);
    moment->obstacles[index] = (run_obstacle){.present = obstacle.id.value != 0};
    if (!obstacle.id.value) return PLUMP_OK;
    plump_result result =
        plump_obstacle_get_info(plump_scene_world(frames->scene), obstacle.id, &info, error);
    if (result != PLUMP_OK) return result;
    memcpy(moment->obstacles[index].position, info.position, sizeof info.position);
    memcpy(moment->obstacles[index].rotation, info.rotation, sizeof info.rotation);
    return PLUMP_OK;
}

static plump_result look(const run_frames* frames, run_moment* moment, plump_error* error) {
    plump_result result = PLUMP_OK;
    moment->time = plump_scene_time(frames->scene);
    for (uint32_t i = 0; i < frames->actor_count && result == PLUMP_OK; ++i)
        result = look_at_actor(frames, i, moment, error);
    for (uint32_t i = 0; i < frames->character_count && result == PLUMP_OK; ++i)
        result = look_at_character(frames, i, moment, error);
    for (uint32_t i = 0; i < frames->obstacle_count && result == PLUMP_OK; ++i)
        result = look_at_obstacle(frames, i, moment, error);
    return result;
}

// --- between two moments ---

static void blend(const float* from, const float* to, float share, size_t count, float* out) {
    for (size_t i = 0; i < count; ++i) out[i] = from[i] + share * (to[i] - from[i]);
}

static void set_lengths_to_one(float* normals, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        float* n = normals + 3 * (size_t)i;
        float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; length > 0 && k < 3; ++k) n[k] /= length;
    }
}

static void blend_actor(run_frames* frames, uint32_t index, float share) {
    const run_body* from = &frames->before.bodies[index];
    const run_body* to = &frames->after.bodies[index];
    run_body* out = &frames->between.bodies[index];
    const run_moment_body* room = &frames->between.rooms[index];
    if (!from->present || !to->present) {  // events act at the beginning of a step
        *out = *to;
        return;
    }
    const run_actor* actor = &frames->actors[index];
    *out = (run_body){.present = true, .id = to->id, .positions = room->positions};
    size_t count = run_actor_vertex_count(actor);
    blend(from->positions, to->positions, share, 3 * count, room->positions);
    if (!actor->detail) return;
    out->fine_positions = room->fine_positions;
    out->fine_normals = room->fine_normals;
    count = plump_detail_vertex_count(actor->detail);
    blend(from->fine_positions, to->fine_positions, share, 3 * count, room->fine_positions);
    blend(from->fine_normals, to->fine_normals, share, 3 * count, room->fine_normals);
    set_lengths_to_one(room->fine_normals, (uint32_t)count);
}

static void blend_obstacle(run_frames* frames, uint32_t index, double share) {
    const run_obstacle* from = &frames->before.obstacles[index];
    const run_obstacle* to = &frames->after.obstacles[index];
    run_obstacle* out = &frames->between.obstacles[index];
    *out = *to;
    if (!from->present || !to->present) return;
    for (int k = 0; k < 3; ++k)
        out->position[k] = from->position[k] + share * (to->position[k] - from->position[k]);
    double dot = 0, length = 0, q[4];
    for (int k = 0; k < 4; ++k) dot += (double)from->rotation[k] * (double)to->rotation[k];
    for (int k = 0; k < 4; ++k) {
        q[k] = (1 - share) * (double)from->rotation[k] +
               (dot < 0 ? -share : share) * (double)to->rotation[k];
        length += q[k] * q[k];
    }
    for (int k = 0; k < 4; ++k) out->rotation[k] = (float)(q[k] / sqrt(length));
}

static void show(const run_frames* frames, const run_moment* moment, double time, uint32_t index,
                 run_frame* frame) {
    *frame = (run_frame){.index = index,
                         .time = time,
                         .bodies = moment->bodies,
                         .obstacles = moment->obstacles,
                         .world = plump_scene_world(frames->scene)};
}

// --- as the run goes ---

static double next_time(const run_frames* frames) {
    return (double)frames->next / frames->rate;
}

plump_result run_frames_before_step(run_frames* frames, double dt, plump_error* error) {
    double end = plump_scene_time(frames->scene) + dt;
    frames->has_before = frames->has_after = false;
    if (!frames->wanted || next_time(frames) >= end - frames->slack) return PLUMP_OK;
    frames->has_before = true;
    return look(frames, &frames->before, error);
}

plump_result run_frames_next(run_frames* frames, bool* found, run_frame* frame,
                             plump_error* error) {
    double now = plump_scene_time(frames->scene), time = next_time(frames);
    *found = frames->wanted && time <= now + frames->slack;
    if (!*found) return PLUMP_OK;
    plump_result result = frames->has_after ? PLUMP_OK : look(frames, &frames->after, error);
    if (result != PLUMP_OK) return result;
    frames->has_after = true;
    ++frames->next;
    if (!frames->has_before || time >= now - frames->slack) {
        show(frames, &frames->after, time, frames->shown++, frame);
        return PLUMP_OK;
    }
    double share = (time - frames->before.time) / (now - frames->before.time);
    for (uint32_t i = 0; i < frames->actor_count; ++i) blend_actor(frames, i, (float)share);
    for (uint32_t i = 0; i < frames->obstacle_count; ++i) blend_obstacle(frames, i, share);
    show(frames, &frames->between, time, frames->shown++, frame);
    return PLUMP_OK;
}

plump_result run_frames_now(run_frames* frames, run_frame* frame, plump_error* error) {
    plump_result result = look(frames, &frames->after, error);
    show(frames, &frames->after, frames->after.time, frames->shown, frame);
    return result;
}

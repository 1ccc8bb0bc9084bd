// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Characters as they are seen: skinned, swung, pushed out of obstacles and of each other.
//
// Two that meet share the dent: both are deformed alone; then, in the order of the file, each is
// deformed again and gives way to those behind it by half of the overlap, and to those before it,
// which have done their part, by what is left.
#include "io/scene_run_character.h"

#include "src/base/clock.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"

#include <string.h>

// --- deforming ---

// Obstacles with a motion are where they are at that time; others, such as bones that forces move,
// where the world has them.
static plump_result place_obstacles(const plump_scene* scene, const pl_run_character* c,
                                    double time, plump_error* error) {
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < c->plan->obstacle_count && result == PLUMP_OK; ++i) {
        uint32_t index = c->plan->obstacles[i];
        const pl_plan_obstacle* plan = &scene->plan.obstacles[index];
        plump_obstacle_info at;
        result = plump_obstacle_get_info(scene->world, scene->obstacle_ids[index], &at, error);
        if (plan->motion.count > 0)
            pl_scene_obstacle_pose(plan, time, pl_scene_slack(scene), at.position, at.rotation);
        if (result == PLUMP_OK)
            result = plump_jiggle_obstacle_place(c->jiggle, c->obstacles[i], at.position,
                                                 at.rotation, error);
    }
    return result;
}

static plump_result deform(pl_run_character* c, bool with_normals, plump_error* error) {
    return plump_jiggle_deform(c->jiggle, PLUMP_SCALAR_FLOAT64, c->positions, 0,
                               with_normals ? c->normals : NULL, 0, c->vertex_count, error);
}

static bool is_met_by(const pl_plan_character* plan, uint32_t index) {
    for (uint32_t i = 0; i < plan->meet_count; ++i) {
        if (plan->meets[i] == index) return true;
    }
    return false;
}

// Gives way to the others; *count becomes how many there are.
static plump_result meet_others(plump_scene* scene, uint32_t index, uint32_t* count,
                                plump_error* error) {
    pl_run_character* all = scene->run->characters;
    plump_result result = PLUMP_OK;
    *count = 0;
    for (uint32_t i = 0; i < scene->plan.character_count && result == PLUMP_OK; ++i) {
        bool meets = i < index ? is_met_by(all[index].plan, i) : is_met_by(all[i].plan, index);
        if (!meets || !pl_scene_is_present(scene, &all[i])) continue;
        result = plump_jiggle_meet(all[index].jiggle, all[i].jiggle, i < index ? 1 : 0.5, error);
        ++*count;
    }
    return result;
}

static plump_result deform_alone(plump_scene* scene, uint32_t index, double time, bool with_normals,
                                 plump_error* error) {
    pl_run_character* c = &scene->run->characters[index];
    double began = pl_clock_seconds();
    if (!pl_scene_is_present(scene, c)) return PLUMP_OK;
    plump_result result = place_obstacles(scene, c, time, error);
    if (result == PLUMP_OK) result = deform(c, with_normals, error);
    c->report.seconds += pl_clock_seconds() - began;
    return result;
}

static plump_result deform_among_others(plump_scene* scene, uint32_t index, bool with_normals,
                                        plump_error* error) {
    pl_run_character* c = &scene->run->characters[index];
    double began = pl_clock_seconds();
    uint32_t count = 0;
    if (!pl_scene_is_present(scene, c)) return PLUMP_OK;
    plump_result result = meet_others(scene, index, &count, error);
    if (result == PLUMP_OK && count > 0) result = deform(c, with_normals, error);
    c->report.seconds += pl_clock_seconds() - began;
    return result;
}

plump_result pl_scene_deform_characters(plump_scene* scene, double time, bool with_normals,
                                        plump_error* error) {
    pl_scene_run* run = scene->run;
    uint32_t count = scene->plan.character_count;
    plump_result result = PLUMP_OK;
    if (run->is_deformed && (run->has_normals || !with_normals)) return PLUMP_OK;
    for (uint32_t i = 0; i < count && result == PLUMP_OK; ++i)
        result = deform_alone(scene, i, time, with_normals, error);
    for (uint32_t i = 0; i < count && result == PLUMP_OK; ++i)
        result = deform_among_others(scene, i, with_normals, error);
    run->is_deformed = result == PLUMP_OK;
    run->has_normals = with_normals;
    return result;
}

// --- reading ---

static plump_result check(const plump_scene* scene, uint32_t index, plump_error* error) {
    if (!scene || !scene->run)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the scene has not been started; call plump_scene_start() first");
    if (index >= scene->plan.character_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "character %u is meant, there are %u",
                       (unsigned)index, (unsigned)scene->plan.character_count);
    if (!pl_scene_is_present(scene, &scene->run->characters[index]))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s has gone with the body that drove it",
                       scene->plan.characters[index].name);
    return PLUMP_OK;
}

plump_result pl_scene_look_at_character(plump_scene* scene, uint32_t index, bool with_normals,
                                        plump_error* error) {
    plump_result result = check(scene, index, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    result = pl_scene_deform_characters(scene, pl_scene_clock(scene), with_normals, error);
    pl_fpmode_leave(mode);
    return result;
}

static void write_rows(const double* from, uint32_t count, plump_scalar_type type, void* to,
                       size_t stride) {
    size_t size = type == PLUMP_SCALAR_FLOAT64 ? sizeof(double) : sizeof(float);
    unsigned char* at = to;
    if (stride == 0) stride = 3 * size;
    for (uint32_t i = 0; i < count; ++i, from += 3, at += stride) {
        float narrow[3] = {(float)from[0], (float)from[1], (float)from[2]};
        memcpy(at, size == sizeof(double) ? (const void*)from : (const void*)narrow, 3 * size);
    }
}

plump_result plump_scene_read_character(plump_scene* scene, uint32_t index, plump_scalar_type type,
                                        void* positions, size_t position_stride, void* normals,
                                        size_t normal_stride, uint32_t capacity,
                                        plump_error* error) {
    plump_result result = check(scene, index, error);
    if (result != PLUMP_OK) return result;
    const pl_run_character* c = &scene->run->characters[index];
    size_t least = 3 * (type == PLUMP_SCALAR_FLOAT64 ? sizeof(double) : sizeof(float));
    if ((unsigned)type > PLUMP_SCALAR_FLOAT64 || !positions || capacity < c->vertex_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a buffer for %u vertices, of float or double, is needed; this has room "
                       "for %u",
                       (unsigned)c->vertex_count, positions ? (unsigned)capacity : 0);
    if ((position_stride && position_stride < least) || (normal_stride && normal_stride < least))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "three numbers need a stride of %zu bytes",
                       least);
    result = pl_scene_look_at_character(scene, index, normals != NULL, error);
    if (result != PLUMP_OK) return result;
    write_rows(c->positions, c->vertex_count, type, positions, position_stride);
    if (normals) write_rows(c->normals, c->vertex_count, type, normals, normal_stride);
    return PLUMP_OK;
}

plump_result plump_scene_get_character(const plump_scene* scene, uint32_t index,
                                       plump_scene_character* character) {
    if (index >= scene->plan.character_count) return PLUMP_ERROR_ARGUMENT;
    const pl_plan_character* plan = &scene->plan.characters[index];
    const pl_run_character* c = scene->run ? &scene->run->characters[index] : NULL;
    *character = (plump_scene_character){.name = plan->name,
                                         .character = plan->character,
                                         .jiggle = c ? c->jiggle : NULL,
                                         .colour = plan->colour,
                                         .colour_given = plan->colour_given,
                                         .visible = plan->visible,
                                         .present = c && pl_scene_is_present(scene, c)};
    if (plan->character)
        character->triangles = plump_character_triangles(plan->character);
    else
        character->triangles = plump_mesh_triangles(scene->plan.bodies[plan->body].def.mesh);
    return PLUMP_OK;
}

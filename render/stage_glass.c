// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Clear walls: blended over what is seen, the far ones first and of each the inner side before the
// outer. No noise, unlike walls that are there in some samples only.
#include "render/stage_picture.h"

#include <math.h>

static double distance_of(const pl_camera* camera, const pl_scene_item* item) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        sum += ((double)item->centre[k] - camera->eye[k]) * -camera->back[k];
    }
    return sum;
}

static bool is_behind(const pl_picture* job, uint32_t a, uint32_t b) {
    const pl_scene_item* items = job->scene->items;
    return distance_of(&job->camera, &items[a]) > distance_of(&job->camera, &items[b]);
}

// Few are clear: by insertion.
void pl_sort_glass(const pl_picture* job) {
    pl_scene* scene = job->scene;
    for (uint32_t i = 1; i < scene->clear_count; ++i) {
        uint32_t item = scene->clear_items[i], at = i;
        for (; at > 0 && is_behind(job, item, scene->clear_items[at - 1]); --at) {
            scene->clear_items[at] = scene->clear_items[at - 1];
        }
        scene->clear_items[at] = item;
    }
}

// The lamp as one light, and the sky: what an unshadowed place gets of them.
static void set_light(const pl_picture* job, GLuint program) {
    float lamp[3] = {0}, lamp_colour[3] = {0}, sky_colour[3] = {0}, length = 0;
    for (int i = 0; i < job->passes * job->per_pass; ++i) {
        const pl_light* light = &job->lights[i];
        bool key = i % job->per_pass < 2;
        for (int k = 0; k < 3; ++k) {
            if (key) lamp[k] += (float)light->direction[k];
            *(key ? &lamp_colour[k] : &sky_colour[k]) += light->colour[k] * (key ? 1.0f : 0.5f);
        }
    }
    for (int k = 0; k < 3; ++k) length += lamp[k] * lamp[k];
    length = length > 0 ? sqrtf(length) : 1;
    glUniform3f(pl_place_of(program, "lamp"), lamp[0] / length, lamp[1] / length, lamp[2] / length);
    glUniform3fv(pl_place_of(program, "lamp_colour"), 1, lamp_colour);
    glUniform3fv(pl_place_of(program, "sky_colour"), 1, sky_colour);
}

void pl_draw_glass(const pl_picture* job, const float matrix[16]) {
    const pl_scene* scene = job->scene;
    GLuint program = job->stage->glass_program;
    if (scene->clear_count == 0) return;
    glUseProgram(program);
    glUniformMatrix4fv(pl_place_of(program, "matrix"), 1, GL_FALSE, matrix);
    glUniform1f(pl_place_of(program, "floor_cut"), job->floor_cut);
    pl_set_eye(job, program);
    set_light(job, program);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    glEnable(GL_CULL_FACE);
    glEnable(GL_POLYGON_OFFSET_FILL);  // over what touches it, not half over and half under
    glPolygonOffset(-1, -4);
    for (uint32_t i = 0; i < 2 * scene->clear_count; ++i) {
        const pl_scene_item* item = &scene->items[scene->clear_items[i / 2]];
        glUniform1f(pl_place_of(program, "opacity"), (float)item->given->opacity);
        glCullFace(i % 2 == 0 ? GL_FRONT : GL_BACK);
        pl_draw_corners(job, item);
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_CULL_FACE);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

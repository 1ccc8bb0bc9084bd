// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The lights of a pass: their shadow maps, and what programs that receive light are told of them.
#include "render/stage_picture.h"

#include <math.h>

// Clear walls hold back light in part: they are in the way of a share of the lights, evenly chosen.
static bool is_in_the_way(const pl_scene_item* item, int pass, int light) {
    int keys = 2, number = light < keys ? pass * keys + light : pass * PL_LIGHTS_PER_PASS + light;
    double choice = fmod(0.31 + 0.6180339887498949 * number, 1);
    return choice < 0.5 * item->given->opacity;
}

static void set_matrix(const pl_picture* job, const float matrix[16]) {
    glUniformMatrix4fv(pl_place_of(job->stage->shadow_program, "matrix"), 1, GL_FALSE, matrix);
}

// An item that is not drawn with all others: a clear one, or one that the card has deformed, whose
// vertices are not yet in the scene.
static void draw_alone(const pl_picture* job, const pl_scene_item* item, const float matrix[16]) {
    float own[16] = {0};
    if (item->mesh) {
        for (int k = 0; k < 64; ++k)
            own[k / 16 * 4 + k % 4] +=
                matrix[k / 4 % 4 * 4 + k % 4] * item->placement[k / 16 * 4 + k / 4 % 4];
        set_matrix(job, own);
        glBindVertexArray(item->mesh->caster_array);
    }
    glDrawElements(GL_TRIANGLES, (GLsizei)item->index_count, GL_UNSIGNED_INT,
                   (const void*)(item->first_index * sizeof(uint32_t)));
    if (!item->mesh) return;
    set_matrix(job, matrix);
    glBindVertexArray(job->stage->caster_array);
}

static void draw_solids(const pl_picture* job, const float matrix[16]) {
    const pl_scene* scene = job->scene;
    if (scene->is_solid) glEnable(GL_CULL_FACE);
    glDrawElements(GL_TRIANGLES, (GLsizei)scene->solid_index_count, GL_UNSIGNED_INT, NULL);
    for (uint32_t i = 0; scene->meshes && i < scene->item_count; ++i) {
        const pl_scene_item* item = &scene->items[i];
        if (item->mesh && item->kind == PL_ITEM_SOLID) draw_alone(job, item, matrix);
    }
    glDisable(GL_CULL_FACE);
}

static void draw_clear(const pl_picture* job, const pl_pass* pass, int light) {
    for (uint32_t i = 0; i < job->scene->item_count; ++i) {
        const pl_scene_item* item = &job->scene->items[i];
        if (item->kind == PL_ITEM_CLEAR && is_in_the_way(item, pass->number, light))
            draw_alone(job, item, pass->light_matrices[light]);
    }
}

void pl_draw_shadows(const pl_picture* job, pl_pass* pass) {
    const pl_stage* stage = job->stage;
    glUseProgram(stage->shadow_program);
    glBindVertexArray(stage->caster_array);
    glBindFramebuffer(GL_FRAMEBUFFER, stage->shadow_target);
    glViewport(0, 0, stage->map_size, stage->map_size);
    for (int k = 0; k < job->per_pass; ++k) {
        const pl_light* light = &job->lights[pass->number * job->per_pass + k];
        float* size = pass->light_sizes[k];
        pl_light_matrix(light, job->scene, stage->map_size, pass->light_matrices[k], &size[0],
                        &size[1]);
        size[2] = light->spread;
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, stage->shadow_maps, 0, k);
        glClear(GL_DEPTH_BUFFER_BIT);
        set_matrix(job, pass->light_matrices[k]);
        draw_solids(job, pass->light_matrices[k]);
        draw_clear(job, pass, k);
    }
}

static void set_lights(const pl_picture* job, GLuint program, const pl_pass* pass) {
    float directions[PL_LIGHTS_PER_PASS][3], colours[PL_LIGHTS_PER_PASS][3];
    float matrices[PL_LIGHTS_PER_PASS][12], map_size = (float)job->stage->map_size;
    for (int k = 0; k < job->per_pass; ++k) {
        const pl_light* light = &job->lights[pass->number * job->per_pass + k];
        for (int i = 0; i < 3; ++i) {
            directions[k][i] = (float)light->direction[i];
            colours[k][i] = light->colour[i] * (float)job->passes;  // the passes are averaged
            float unit = i < 2 ? map_size : pass->light_sizes[k][1];
            for (int j = 0; j < 4; ++j) {
                matrices[k][3 * j + i] = pass->light_matrices[k][4 * j + i] * unit;
            }
        }
    }
    const pl_camera_window* window = &pass->window;
    glUniformMatrix4x3fv(pl_place_of(program, "light_matrix"), job->per_pass, GL_FALSE,
                         matrices[0]);
    glUniform1f(pl_place_of(program, "map_end"), map_size - 1);
    glUniform3fv(pl_place_of(program, "light_direction"), job->per_pass, directions[0]);
    glUniform3fv(pl_place_of(program, "light_colour"), job->per_pass, colours[0]);
    glUniform3fv(pl_place_of(program, "light_size"), job->per_pass, pass->light_sizes[0]);
    // noise belongs to the picture, not to its pieces, and moves on from pass to pass
    glUniform2i(pl_place_of(program, "noise_shift"), (GLint)window->x,
                -(GLint)(window->y + window->height));
    glUniform1f(pl_place_of(program, "pass_number"), (float)pass->number);
    // without a floor light comes from below everywhere
    float far_below = job->upside_down ? 1e3f : -1e3f;
    glUniform1f(pl_place_of(program, "floor_height"),
                job->floor_seen ? (float)job->scene->floor_height : far_below);
}

void pl_use_lit(const pl_picture* job, GLuint program, const pl_pass* pass) {
    glUseProgram(program);
    pl_bind_texture(program, "shadow_maps", GL_TEXTURE_2D_ARRAY, job->stage->shadow_maps, 0);
    set_lights(job, program, pass);
}

void pl_set_eye(const pl_picture* job, GLuint program) {
    const pl_camera* camera = &job->camera;
    bool perspective = camera->slope_y > 0;
    const double* eye = perspective ? camera->eye : camera->back;
    glUniform4f(pl_place_of(program, "eye"), (float)eye[0], (float)eye[1], (float)eye[2],
                perspective ? 1 : 0);
}

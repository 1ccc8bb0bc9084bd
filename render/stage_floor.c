// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The floor: a map of what it misses of light, summed over the passes, and the floor drawn with it.
#include "render/stage_picture.h"

#define FLOOR_RADIUS  4.2f  // the scene's own is 1
#define FLOOR_STRETCH 3.0f  // the middle of its map is this much finer than even, the edge coarser
#define FLOOR_TILES   256   // as in the shader

static void set_floor(const pl_picture* job, GLuint program, const float matrix[16]) {
    glUniformMatrix4fv(pl_place_of(program, "matrix"), 1, GL_FALSE, matrix);
    glUniform1f(pl_place_of(program, "floor_height"), (float)job->scene->floor_height);
    glUniform1f(pl_place_of(program, "floor_radius"), FLOOR_RADIUS);
    glUniform1f(pl_place_of(program, "floor_stretch"), FLOOR_STRETCH);
}

void pl_add_floor(const pl_picture* job, const pl_pass* pass) {
    const pl_stage* stage = job->stage;
    GLuint program = stage->floor_map_programs[job->draft];
    pl_use_lit(job, program, pass);
    set_floor(job, program, pass->matrix);
    glBindFramebuffer(GL_FRAMEBUFFER, stage->floor_map_target);
    glViewport(0, 0, stage->floor_size, stage->floor_size);
    glUniform1f(pl_place_of(program, "map_size"), (float)stage->floor_size);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glBindVertexArray(stage->empty_array);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, FLOOR_TILES);
}

static void blur(const pl_picture* job, GLuint from, GLuint target, GLint x, GLint y) {
    GLuint program = job->stage->blur_program;
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    pl_bind_texture(program, "source", GL_TEXTURE_2D, from, 1);
    glUniform2i(pl_place_of(program, "way"), x, y);
    pl_screen_triangle(job->stage);
}

void pl_smooth_floor(const pl_picture* job) {
    const pl_stage* stage = job->stage;
    glUseProgram(stage->blur_program);
    glViewport(0, 0, stage->floor_size, stage->floor_size);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    blur(job, stage->floor_map, stage->floor_blur_target, 1, 0);
    blur(job, stage->floor_blur, stage->floor_map_target, 0, 1);
}

void pl_draw_floor(const pl_picture* job, const float matrix[16]) {
    GLuint program = job->stage->floor_program;
    glUseProgram(program);
    set_floor(job, program, matrix);
    glUniform4fv(pl_place_of(program, "background"), 1, job->background);
    // the map is the sum of passes whose lights were made `passes` times as bright
    float n = (float)job->passes;
    glUniform3f(pl_place_of(program, "open_floor"), job->open_floor[0] * n, job->open_floor[1] * n,
                job->open_floor[2] * n);
    pl_bind_texture(program, "floor_map", GL_TEXTURE_2D, job->stage->floor_map, 1);
    glBindVertexArray(job->stage->empty_array);
    glDrawArrays(GL_TRIANGLE_FAN, 0, 66);
}

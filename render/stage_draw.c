// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A picture is the mean of many passes (Haeberli and Akeley 1990, "The accumulation buffer"). Each
// pass moves the picture by part of a pixel and lights it from eight directions of its own (six in
// a draft) with as many shadow maps; together they are anti-aliased, with soft shadows and ambient
// occlusion, and without noise.
#include "render/stage_picture.h"

#include "src/base/text.h"

#include <math.h>

void pl_screen_triangle(const pl_stage* stage) {
    glBindVertexArray(stage->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void set_colour(GLuint program, const char* name, plump_colour c) {
    glUniform4f(pl_place_of(program, name), c.r / 255.0f, c.g / 255.0f, c.b / 255.0f, c.a / 255.0f);
}

void pl_draw_corners(const pl_picture* job, const pl_scene_item* item) {
    glBindVertexArray(item->mesh ? item->mesh->corner_array : job->stage->corner_array);
    glDrawElements(GL_TRIANGLES, (GLsizei)item->index_count, GL_UNSIGNED_INT,
                   (const void*)(item->first_index * sizeof(uint32_t)));
}

static void draw_item(const pl_picture* job, const pl_scene_item* item) {
    GLuint program = item->texture ? job->stage->textured_program : job->stage->surface_program;
    const plump_picture_item* given = item->given;
    glUseProgram(program);
    if (item->texture) pl_bind_texture(program, "image", GL_TEXTURE_2D, item->texture, 1);
    set_colour(program, "back_colour", given->back_colour);
    set_colour(program, "wire_colour", given->wire_colour);
    glUniform1f(pl_place_of(program, "wire_width"),
                given->wireframe ? (float)given->wire_width : 0);
    bool ground = item->kind == PL_ITEM_GROUND;
    glUniform1f(pl_place_of(program, "seep"),
                ground ? -1e4f : 1.4427f / (0.07f * item->radius + 1e-6f));
    float reach = ground ? 1 / (item->radius + 1e-6f) : 0;
    glUniform4f(pl_place_of(program, "fade"), item->centre[0], item->centre[1], item->centre[2],
                reach);
    if (item->is_solid) glEnable(GL_CULL_FACE);
    pl_draw_corners(job, item);
    glDisable(GL_CULL_FACE);
}

static void draw_items(const pl_picture* job, const float matrix[16]) {
    const GLuint programs[] = {job->stage->surface_program, job->stage->textured_program};
    for (size_t i = 0; i < PL_COUNT(programs); ++i) {
        glUseProgram(programs[i]);
        glUniformMatrix4fv(pl_place_of(programs[i], "matrix"), 1, GL_FALSE, matrix);
        glUniform1f(pl_place_of(programs[i], "floor_cut"), job->floor_cut);
    }
    for (uint32_t i = 0; i < job->scene->item_count; ++i) {
        if (job->scene->items[i].kind != PL_ITEM_CLEAR) draw_item(job, &job->scene->items[i]);
    }
}

// Lights every pixel that is nearer than the far end, which is where the triangle lies.
static void shade_items(const pl_picture* job) {
    const pl_stage* stage = job->stage;
    GLuint program = stage->shade_programs[job->draft];
    pl_set_eye(job, program);
    glUniform1f(pl_place_of(program, "side"), job->upside_down ? -1 : 1);
    glUniform1f(pl_place_of(program, "bounce_reach"), 0.6f);
    pl_bind_texture(program, "place_map", GL_TEXTURE_2D, stage->seen_place, 1);
    pl_bind_texture(program, "facing_map", GL_TEXTURE_2D, stage->seen_facing, 2);
    pl_bind_texture(program, "colour_map", GL_TEXTURE_2D, stage->seen_colour, 3);
    glDepthFunc(GL_GREATER);
    glDepthMask(GL_FALSE);
    pl_screen_triangle(stage);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
}

// Lines in front first; then, where no line was drawn yet, the hidden ones faintly. The stencil
// keeps crossings from adding up.
static void draw_lines(const pl_picture* job, const float matrix[16],
                       const pl_camera_window* window) {
    if (job->scene->line_count == 0) return;
    GLuint program = job->stage->line_program;
    glUseProgram(program);
    glUniformMatrix4fv(pl_place_of(program, "matrix"), 1, GL_FALSE, matrix);
    glUniform2f(pl_place_of(program, "size"), (float)window->width, (float)window->height);
    glBindVertexArray(job->stage->line_array);
    glEnable(GL_STENCIL_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glStencilFunc(GL_EQUAL, 0, 0xFF);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    glDepthMask(GL_FALSE);
    for (int hidden = 0; hidden < 2; ++hidden) {
        if (hidden) glDisable(GL_DEPTH_TEST);
        glUniform1f(pl_place_of(program, "lift"), hidden ? 0 : 4e-4f);
        glUniform1f(pl_place_of(program, "opacity"), hidden ? 0.22f : 1);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)job->scene->line_count);
    }
    glDepthMask(GL_TRUE);
    glEnable(GL_DEPTH_TEST);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_BLEND);
}

// The part of the window that items and lines may cover; ground covers all.
static void set_scissor(const pl_picture* job, const float m[16], const pl_camera_window* window) {
    const pl_scene* scene = job->scene;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    double size[2] = {window->width, window->height}, near = INFINITY;
    for (int i = 0; i < 8; ++i) {
        const double* ends[2] = {scene->box_min, scene->box_max};
        double p[4] = {ends[i & 1][0], ends[i >> 1 & 1][1], ends[i >> 2][2], 1}, at[4] = {0};
        for (int k = 0; k < 16; ++k) at[k % 4] += (double)m[k] * p[k / 4];
        near = fmin(near, at[3]);
        for (int k = 0; k < 2; ++k) {
            low[k] = fmin(low[k], (at[k] / at[3] + 1) / 2 * size[k]);
            high[k] = fmax(high[k], (at[k] / at[3] + 1) / 2 * size[k]);
        }
    }
    bool all = !(near > 1e-3) || scene->framed_corner_count < scene->corner_count ||
               scene->framed_deformed_count < scene->deformed_count;
    double more = scene->line_count > 0 ? 52 : 2;  // half the widest line
    GLint from[2], to[2];
    for (int k = 0; k < 2; ++k) {
        from[k] = all ? 0 : (GLint)fmax(0, fmin(size[k], floor(low[k] - more)));
        to[k] = all ? (GLint)size[k] : (GLint)fmax(0, fmin(size[k], ceil(high[k] + more)));
    }
    glScissor(from[0], from[1], to[0] - from[0], to[1] - from[1]);
    glEnable(GL_SCISSOR_TEST);
}

// What is seen, and its light.
static void draw_seen(const pl_picture* job, const pl_pass* pass) {
    const pl_stage* stage = job->stage;
    glBindFramebuffer(GL_FRAMEBUFFER, stage->seen_target);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    if (job->cut) glEnable(GL_CLIP_DISTANCE0);
    draw_items(job, pass->matrix);
    glDisable(GL_CLIP_DISTANCE0);

    glBindFramebuffer(GL_FRAMEBUFFER, stage->pass_target);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    pl_use_lit(job, stage->shade_programs[job->draft], pass);
    shade_items(job);
    if (job->cut) glEnable(GL_CLIP_DISTANCE0);
    pl_draw_glass(job, pass->matrix);
    glDisable(GL_CLIP_DISTANCE0);
    draw_lines(job, pass->matrix, &pass->window);
}

// One pass: shadows, what is seen, its light; all of it added to the sums.
static void draw_pass(const pl_picture* job, int number, const pl_camera_window* piece) {
    const pl_stage* stage = job->stage;
    pl_pass pass = {.number = number, .window = *piece};
    pass.window.jitter_x = fmod(0.5 + 0.7548776662466927 * (number + 1), 1) - 0.5;
    pass.window.jitter_y = fmod(0.5 + 0.5698402909980532 * (number + 1), 1) - 0.5;
    pl_camera_matrix(&job->camera, job->def, &pass.window, pass.matrix);
    glEnable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    pl_draw_shadows(job, &pass);
    glViewport(0, 0, (GLsizei)piece->width, (GLsizei)piece->height);
    set_scissor(job, pass.matrix, piece);
    draw_seen(job, &pass);

    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glUseProgram(stage->add_program);
    glBindFramebuffer(GL_FRAMEBUFFER, stage->sum_target);
    pl_bind_texture(stage->add_program, "source", GL_TEXTURE_2D, stage->pass_colour, 1);
    pl_screen_triangle(stage);
    glDisable(GL_SCISSOR_TEST);
    if (job->floor_seen) pl_add_floor(job, &pass);
}

static void clear_sum(GLuint target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
}

// Background and floor, once: they are smooth and need no samples of their own.
static void draw_below(const pl_picture* job, const pl_camera_window* piece) {
    float matrix[16];
    const float* b = job->background;
    pl_camera_matrix(&job->camera, job->def, piece, matrix);
    if (job->floor_seen) pl_smooth_floor(job);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, job->stage->pass_target);
    glViewport(0, 0, (GLsizei)piece->width, (GLsizei)piece->height);
    glClearColor(b[0] * b[3], b[1] * b[3], b[2] * b[3], b[3]);
    glClear(GL_COLOR_BUFFER_BIT);
    if (job->floor_seen) pl_draw_floor(job, matrix);
}

static void draw_piece(const pl_picture* job, const pl_camera_window* piece, uint8_t* pixels) {
    const pl_stage* stage = job->stage;
    clear_sum(stage->sum_target);
    clear_sum(stage->floor_map_target);
    for (int pass = 0; pass < job->passes; ++pass) draw_pass(job, pass, piece);
    draw_below(job, piece);

    GLuint program = stage->resolve_program;
    glUseProgram(program);
    glUniform1f(pl_place_of(program, "share"), 1 / (float)job->passes);
    glUniform2f(pl_place_of(program, "noise_shift"), (float)piece->x,
                -(float)(piece->y + piece->height));
    pl_bind_texture(program, "source", GL_TEXTURE_2D, stage->sum_colour, 1);
    pl_bind_texture(program, "below", GL_TEXTURE_2D, stage->pass_colour, 2);
    glBindFramebuffer(GL_FRAMEBUFFER, stage->done_target);
    pl_screen_triangle(stage);

    // rows come bottom first; each goes to its place from the top
    size_t row = (size_t)job->def->width * 4;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (uint32_t y = 0; y < piece->height; ++y) {
        uint8_t* out = pixels + row * (piece->y + piece->height - 1 - y) + (size_t)piece->x * 4;
        glReadPixels(0, (GLint)y, (GLsizei)piece->width, 1, GL_RGBA, GL_UNSIGNED_BYTE, out);
    }
}

static void set_up(pl_picture* job) {
    const plump_picture_def* def = job->def;
    job->camera = pl_camera_frame(def, job->scene);
    bool above = pl_camera_above(&job->camera, job->scene->floor_height);
    job->floor_seen = def->floor && above;
    job->cut = job->floor_seen && def->floor_given;
    // some drivers cut where it is not enabled as well
    job->floor_cut = job->cut ? (float)job->scene->floor_height : -1e30f;
    job->upside_down = job->camera.back[1] < -0.2;
    // shadows of very fine meshes cost most of the time; a third fewer are hard to tell
    job->passes = job->scene->triangle_count > 150000 ? 8 : PL_LIGHT_PASSES_MAX;
    job->draft = def->quality == PLUMP_QUALITY_DRAFT;
    if (job->draft) job->passes = 4;
    job->per_pass = job->draft ? PL_LIGHTS_PER_DRAFT : PL_LIGHTS_PER_PASS;
    pl_light_rig(&job->camera, job->passes, job->per_pass, job->upside_down, job->lights);
    pl_light_floor(job->lights, job->passes * job->per_pass, job->open_floor);
    pl_linear_colour(def->background, job->background);
    pl_sort_glass(job);
}

plump_result pl_stage_draw(pl_stage* stage, const plump_picture_def* def, pl_scene* scene,
                           uint8_t* pixels, plump_error* error) {
    while (glGetError() != GL_NO_ERROR) continue;
    uint32_t width = def->width < PL_STAGE_TILE ? def->width : PL_STAGE_TILE;
    uint32_t height = def->height < PL_STAGE_TILE ? def->height : PL_STAGE_TILE;
    bool draft = def->quality == PLUMP_QUALITY_DRAFT;
    plump_result result =
        pl_stage_resize(stage, width, height, draft ? 512 : 1024, draft ? 320 : 512, error);
    if (result != PLUMP_OK) return result;
    pl_stage_upload(stage, scene);
    for (uint32_t i = 0; i < scene->item_count; ++i) {
        const plump_picture_item* given = scene->items[i].given;
        if (given->texture && given->texcoords && scene->items[i].kind != PL_ITEM_CLEAR)
            scene->items[i].texture = pl_textures_find(&stage->textures, given->texture, i);
        if (scene->items[i].mesh) pl_deformer_place(&stage->deformer, &scene->items[i]);
    }
    pl_picture job = {.stage = stage, .def = def, .scene = scene};
    set_up(&job);
    for (uint32_t y = 0; y < def->height; y += height) {
        for (uint32_t x = 0; x < def->width; x += width) {
            pl_camera_window piece = {.x = x, .y = y, .width = width, .height = height};
            if (piece.width > def->width - x) piece.width = def->width - x;
            if (piece.height > def->height - y) piece.height = def->height - y;
            draw_piece(&job, &piece, pixels);
        }
    }
    GLenum trouble = glGetError();
    if (trouble == GL_OUT_OF_MEMORY) return pl_fail_memory(error, "drawing a picture");
    if (trouble != GL_NO_ERROR) {
        return pl_fail(error, PLUMP_ERROR_UNSUPPORTED, "the OpenGL driver failed with error 0x%x",
                       (unsigned)trouble);
    }
    return PLUMP_OK;
}

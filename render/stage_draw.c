// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A picture is the mean of many passes (Haeberli and Akeley 1990, "The accumulation buffer"). Each
// pass moves the picture by part of a pixel and lights it from eight directions of its own with
// eight shadow maps; together they are anti-aliased, with soft shadows and ambient occlusion, and
// without noise.
#include "render/stage.h"

#include "src/base/text.h"

#include <math.h>

typedef struct picture {
    pl_stage* stage;
    const plump_picture_def* def;
    const pl_scene* scene;
    pl_camera camera;
    bool floor_seen, upside_down;
    pl_light lights[PL_LIGHT_PASSES_MAX * PL_LIGHTS_PER_PASS];
    int passes;
    float open_floor[3], background[4];
} picture;

#define FLOOR_RADIUS  4.2f  // the scene's own is 1
#define FLOOR_STRETCH 3.0f  // the middle of its map is this much finer than even, the edge coarser

static GLint place_of(GLuint program, const char* name) {
    return glGetUniformLocation(program, name);
}

typedef struct pass_state {
    int number;
    pl_camera_window window;
    float matrix[16];  // scene to clip
    float light_matrices[PL_LIGHTS_PER_PASS][16];
    float light_sizes[PL_LIGHTS_PER_PASS][3];
} pass_state;

static void bind_texture(GLuint program, const char* name, GLenum kind, GLuint texture,
                         unsigned unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(kind, texture);
    glUniform1i(place_of(program, name), (GLint)unit);
}

static void screen_triangle(const pl_stage* stage) {
    glBindVertexArray(stage->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

// Depth from each of the pass's lights.
static void draw_shadows(const picture* job, pass_state* pass) {
    const pl_stage* stage = job->stage;
    glUseProgram(stage->shadow_program);
    glBindVertexArray(stage->caster_array);
    glBindFramebuffer(GL_FRAMEBUFFER, stage->shadow_target);
    glViewport(0, 0, stage->map_size, stage->map_size);
    if (job->scene->is_solid) glEnable(GL_CULL_FACE);
    for (int k = 0; k < PL_LIGHTS_PER_PASS; ++k) {
        const pl_light* light = &job->lights[pass->number * PL_LIGHTS_PER_PASS + k];
        float* size = pass->light_sizes[k];
        pl_light_matrix(light, job->scene, stage->map_size, pass->light_matrices[k], &size[0],
                        &size[1]);
        size[2] = light->spread;
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, stage->shadow_maps, 0, k);
        glClear(GL_DEPTH_BUFFER_BIT);
        glUniformMatrix4fv(place_of(stage->shadow_program, "matrix"), 1, GL_FALSE,
                           pass->light_matrices[k]);
        glDrawElements(GL_TRIANGLES, (GLsizei)job->scene->index_count, GL_UNSIGNED_INT, NULL);
    }
    glDisable(GL_CULL_FACE);
}

static void set_lights(const picture* job, GLuint program, const pass_state* pass) {
    float directions[PL_LIGHTS_PER_PASS][3], colours[PL_LIGHTS_PER_PASS][3];
    float matrices[PL_LIGHTS_PER_PASS][12], map_size = (float)job->stage->map_size;
    for (int k = 0; k < PL_LIGHTS_PER_PASS; ++k) {
        const pl_light* light = &job->lights[pass->number * PL_LIGHTS_PER_PASS + k];
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
    glUniformMatrix4x3fv(place_of(program, "light_matrix"), PL_LIGHTS_PER_PASS, GL_FALSE,
                         matrices[0]);
    glUniform1f(place_of(program, "map_end"), map_size - 1);
    glUniform3fv(place_of(program, "light_direction"), PL_LIGHTS_PER_PASS, directions[0]);
    glUniform3fv(place_of(program, "light_colour"), PL_LIGHTS_PER_PASS, colours[0]);
    glUniform3fv(place_of(program, "light_size"), PL_LIGHTS_PER_PASS, pass->light_sizes[0]);
    // noise belongs to the picture, not to its pieces, and is another one in each pass
    glUniform2i(place_of(program, "noise_shift"), (GLint)window->x + 9973 * pass->number,
                -(GLint)(window->y + window->height) + 6007 * pass->number);
    glUniform1f(place_of(program, "floor_height"), (float)job->scene->floor_height);
}

static void set_colour(GLuint program, const char* name, plump_colour c) {
    glUniform4f(place_of(program, name), c.r / 255.0f, c.g / 255.0f, c.b / 255.0f, c.a / 255.0f);
}

static void draw_item(const picture* job, const pl_scene_item* item) {
    GLuint program = job->stage->surface_program;
    const plump_picture_item* given = item->given;
    set_colour(program, "back_colour", given->back_colour);
    set_colour(program, "wire_colour", given->wire_colour);
    glUniform1f(place_of(program, "wire_width"), given->wireframe ? (float)given->wire_width : 0);
    glUniform1f(place_of(program, "seep"), 1.4427f / (0.07f * item->radius + 1e-6f));
    if (item->is_solid) glEnable(GL_CULL_FACE);
    glDrawElements(GL_TRIANGLES, (GLsizei)item->index_count, GL_UNSIGNED_INT,
                   (const void*)(item->first_index * sizeof(uint32_t)));
    glDisable(GL_CULL_FACE);
}

static void draw_items(const picture* job, const float matrix[16]) {
    GLuint program = job->stage->surface_program;
    glUseProgram(program);
    glUniformMatrix4fv(place_of(program, "matrix"), 1, GL_FALSE, matrix);
    glBindVertexArray(job->stage->corner_array);
    for (uint32_t i = 0; i < job->scene->item_count; ++i) draw_item(job, &job->scene->items[i]);
}

// Lights every pixel that is nearer than the far end, which is where the triangle lies.
static void shade_items(const picture* job) {
    const pl_stage* stage = job->stage;
    GLuint program = stage->shade_program;
    const pl_camera* camera = &job->camera;
    bool perspective = camera->slope_y > 0;
    const double* eye = perspective ? camera->eye : camera->back;
    glUniform4f(place_of(program, "eye"), (float)eye[0], (float)eye[1], (float)eye[2],
                perspective ? 1 : 0);
    glUniform1f(place_of(program, "side"), job->upside_down ? -1 : 1);
    // without a floor light comes from below as well
    glUniform1f(place_of(program, "bounce_reach"), job->floor_seen ? 0.6f : 1e-6f);
    bind_texture(program, "place_map", GL_TEXTURE_2D, stage->seen_place, 1);
    bind_texture(program, "facing_map", GL_TEXTURE_2D, stage->seen_facing, 2);
    bind_texture(program, "colour_map", GL_TEXTURE_2D, stage->seen_colour, 3);
    glDepthFunc(GL_GREATER);
    glDepthMask(GL_FALSE);
    screen_triangle(stage);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
}

static void draw_floor_map(const picture* job) {
    GLuint program = job->stage->floor_map_program;
    glBindFramebuffer(GL_FRAMEBUFFER, job->stage->floor_map_target);
    glViewport(0, 0, job->stage->floor_size, job->stage->floor_size);
    glUniform1f(place_of(program, "floor_radius"), FLOOR_RADIUS);
    glUniform1f(place_of(program, "floor_stretch"), FLOOR_STRETCH);
    glUniform1f(place_of(program, "map_size"), (float)job->stage->floor_size);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    screen_triangle(job->stage);
}

static void draw_floor(const picture* job, const float matrix[16]) {
    GLuint program = job->stage->floor_program;
    glUseProgram(program);
    glUniformMatrix4fv(place_of(program, "matrix"), 1, GL_FALSE, matrix);
    glUniform1f(place_of(program, "floor_height"), (float)job->scene->floor_height);
    glUniform1f(place_of(program, "floor_radius"), FLOOR_RADIUS);
    glUniform1f(place_of(program, "floor_stretch"), FLOOR_STRETCH);
    glUniform4fv(place_of(program, "background"), 1, job->background);
    // the map is the sum of passes whose lights were made `passes` times as bright
    float n = (float)job->passes;
    glUniform3f(place_of(program, "open_floor"), job->open_floor[0] * n, job->open_floor[1] * n,
                job->open_floor[2] * n);
    bind_texture(program, "floor_map", GL_TEXTURE_2D, job->stage->floor_map, 1);
    glBindVertexArray(job->stage->empty_array);
    glDrawArrays(GL_TRIANGLE_FAN, 0, 66);
}

// Lines in front first; then, where no line was drawn yet, the hidden ones faintly. The stencil
// keeps crossings from adding up.
static void draw_lines(const picture* job, const float matrix[16], const pl_camera_window* window) {
    if (job->scene->line_count == 0) return;
    GLuint program = job->stage->line_program;
    glUseProgram(program);
    glUniformMatrix4fv(place_of(program, "matrix"), 1, GL_FALSE, matrix);
    glUniform2f(place_of(program, "size"), (float)window->width, (float)window->height);
    glBindVertexArray(job->stage->line_array);
    glEnable(GL_STENCIL_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glStencilFunc(GL_EQUAL, 0, 0xFF);
    glStencilOp(GL_KEEP, GL_KEEP, GL_INCR);
    glDepthMask(GL_FALSE);
    for (int hidden = 0; hidden < 2; ++hidden) {
        if (hidden) glDisable(GL_DEPTH_TEST);
        glUniform1f(place_of(program, "lift"), hidden ? 0 : 4e-4f);
        glUniform1f(place_of(program, "opacity"), hidden ? 0.22f : 1);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, (GLsizei)job->scene->line_count);
    }
    glDepthMask(GL_TRUE);
    glEnable(GL_DEPTH_TEST);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_BLEND);
}

// Makes a program that receives light ready for this pass.
static void use_lit(const picture* job, GLuint program, const pass_state* pass) {
    glUseProgram(program);
    bind_texture(program, "shadow_maps", GL_TEXTURE_2D_ARRAY, job->stage->shadow_maps, 0);
    set_lights(job, program, pass);
}

// One pass: shadows, what is seen, its light; all of it added to the sums.
static void draw_pass(const picture* job, int number, const pl_camera_window* piece) {
    const pl_stage* stage = job->stage;
    pass_state pass = {.number = number, .window = *piece};
    pass.window.jitter_x = fmod(0.5 + 0.7548776662466927 * (number + 1), 1) - 0.5;
    pass.window.jitter_y = fmod(0.5 + 0.5698402909980532 * (number + 1), 1) - 0.5;
    pl_camera_matrix(&job->camera, job->def, &pass.window, pass.matrix);
    glEnable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    draw_shadows(job, &pass);

    glViewport(0, 0, (GLsizei)piece->width, (GLsizei)piece->height);
    glBindFramebuffer(GL_FRAMEBUFFER, stage->seen_target);
    glClear(GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    draw_items(job, pass.matrix);

    glBindFramebuffer(GL_FRAMEBUFFER, stage->pass_target);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    use_lit(job, stage->shade_program, &pass);
    shade_items(job);
    draw_lines(job, pass.matrix, piece);

    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glUseProgram(stage->add_program);
    glBindFramebuffer(GL_FRAMEBUFFER, stage->sum_target);
    bind_texture(stage->add_program, "source", GL_TEXTURE_2D, stage->pass_colour, 1);
    screen_triangle(stage);
    if (job->floor_seen) {
        use_lit(job, stage->floor_map_program, &pass);
        draw_floor_map(job);
    }
}

static void clear_sum(GLuint target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
}

// Background and floor, once: they are smooth and need no samples of their own.
static void draw_below(const picture* job, const pl_camera_window* piece) {
    float matrix[16];
    const float* b = job->background;
    pl_camera_matrix(&job->camera, job->def, piece, matrix);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, job->stage->pass_target);
    glViewport(0, 0, (GLsizei)piece->width, (GLsizei)piece->height);
    glClearColor(b[0] * b[3], b[1] * b[3], b[2] * b[3], b[3]);
    glClear(GL_COLOR_BUFFER_BIT);
    if (job->floor_seen) draw_floor(job, matrix);
}

static void draw_piece(const picture* job, const pl_camera_window* piece, uint8_t* pixels) {
    const pl_stage* stage = job->stage;
    clear_sum(stage->sum_target);
    clear_sum(stage->floor_map_target);
    for (int pass = 0; pass < job->passes; ++pass) draw_pass(job, pass, piece);
    draw_below(job, piece);

    GLuint program = stage->resolve_program;
    glUseProgram(program);
    glUniform1f(place_of(program, "share"), 1 / (float)job->passes);
    glUniform2f(place_of(program, "noise_shift"), (float)piece->x,
                -(float)(piece->y + piece->height));
    bind_texture(program, "source", GL_TEXTURE_2D, stage->sum_colour, 1);
    bind_texture(program, "below", GL_TEXTURE_2D, stage->pass_colour, 2);
    glBindFramebuffer(GL_FRAMEBUFFER, stage->done_target);
    screen_triangle(stage);

    // rows come bottom first; each goes to its place from the top
    size_t row = (size_t)job->def->width * 4;
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (uint32_t y = 0; y < piece->height; ++y) {
        uint8_t* out = pixels + row * (piece->y + piece->height - 1 - y) + (size_t)piece->x * 4;
        glReadPixels(0, (GLint)y, (GLsizei)piece->width, 1, GL_RGBA, GL_UNSIGNED_BYTE, out);
    }
}

static void set_up(picture* job) {
    const plump_picture_def* def = job->def;
    job->camera = pl_camera_frame(def, job->scene);
    bool above = pl_camera_above(&job->camera, job->scene->floor_height);
    job->floor_seen = def->floor && above;
    job->upside_down = job->camera.back[1] < -0.2;
    // shadows of very fine meshes cost most of the time; a third fewer are hard to tell
    job->passes = job->scene->index_count > 3 * 150000 ? 8 : PL_LIGHT_PASSES_MAX;
    if (def->quality == PLUMP_QUALITY_DRAFT) job->passes = 4;
    pl_light_rig(&job->camera, job->passes, job->upside_down, job->lights);
    pl_light_floor(job->lights, job->passes * PL_LIGHTS_PER_PASS, job->open_floor);
    pl_linear_colour(def->background, job->background);
}

plump_result pl_stage_draw(pl_stage* stage, const plump_picture_def* def, const pl_scene* scene,
                           uint8_t* pixels, plump_error* error) {
    while (glGetError() != GL_NO_ERROR) continue;
    uint32_t width = def->width < PL_STAGE_TILE ? def->width : PL_STAGE_TILE;
    uint32_t height = def->height < PL_STAGE_TILE ? def->height : PL_STAGE_TILE;
    bool draft = def->quality == PLUMP_QUALITY_DRAFT;
    plump_result result =
        pl_stage_resize(stage, width, height, draft ? 512 : 1024, draft ? 320 : 512, error);
    if (result != PLUMP_OK) return result;
    pl_stage_upload(stage, scene);
    picture job = {.stage = stage, .def = def, .scene = scene};
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

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Programs, buffers and targets: what the passes in stage_draw.c draw with.
#include "render/stage.h"

#include "render/shaders.h"
#include "src/base/text.h"

#include <math.h>
#include <stddef.h>

static bool make_programs(pl_stage* stage, plump_error* error) {
    const struct {
        GLuint* program;
        const char *vertex, *fragment;
        const char* lights;  // how many it receives, or NULL
        const char* more;    // what else comes first, or NULL
    } list[] = {
        {&stage->shadow_program, pl_shadow_vertex, pl_shadow_fragment, NULL, NULL},
        {&stage->surface_program, pl_surface_vertex, pl_surface_fragment, NULL, NULL},
        {&stage->textured_program, pl_surface_vertex, pl_surface_fragment, NULL,
         "#define TEXTURED\n"},
        {&stage->glass_program, pl_surface_vertex, pl_glass_fragment, NULL, NULL},
        {&stage->shade_programs[0], pl_screen_vertex, pl_shade_fragment, pl_shader_still, NULL},
        {&stage->shade_programs[1], pl_screen_vertex, pl_shade_fragment, pl_shader_draft, NULL},
        {&stage->floor_map_programs[0], pl_floor_map_vertex, pl_floor_map_fragment, pl_shader_still,
         NULL},
        {&stage->floor_map_programs[1], pl_floor_map_vertex, pl_floor_map_fragment, pl_shader_draft,
         NULL},
        {&stage->blur_program, pl_screen_vertex, pl_blur_fragment, NULL, NULL},
        {&stage->floor_program, pl_floor_vertex, pl_floor_fragment, NULL, NULL},
        {&stage->line_program, pl_line_vertex, pl_line_fragment, NULL, NULL},
        {&stage->add_program, pl_screen_vertex, pl_add_fragment, NULL, NULL},
        {&stage->resolve_program, pl_screen_vertex, pl_resolve_fragment, NULL, NULL},
    };
    for (size_t i = 0; i < PL_COUNT(list); ++i) {
        const char* vertex[] = {list[i].vertex};
        const char* lights = list[i].lights;
        const char* fragment[] = {pl_shader_version, list[i].more ? list[i].more : "",
                                  lights ? lights : "", lights ? pl_shader_light : "",
                                  list[i].fragment};
        *list[i].program = pl_gl_program(vertex, 1, fragment, 5, error);
        if (!*list[i].program) return false;
    }
    return true;
}

void pl_stage_corner_attributes(void) {
    size_t size = sizeof(pl_scene_corner);
    pl_gl_attribute(0, 3, GL_FLOAT, GL_FALSE, size, offsetof(pl_scene_corner, position), 0);
    pl_gl_attribute(1, 3, GL_SHORT, GL_TRUE, size, offsetof(pl_scene_corner, normal), 0);
    pl_gl_attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, size, offsetof(pl_scene_corner, colour), 0);
    pl_gl_attribute(3, 2, GL_FLOAT, GL_FALSE, size, offsetof(pl_scene_corner, texcoord), 0);
}

static void make_arrays(pl_stage* stage) {
    GLuint arrays[4], buffers[5];
    glGenVertexArrays(4, arrays);
    glGenBuffers(5, buffers);
    stage->corner_array = arrays[0], stage->corner_buffer = buffers[0];
    stage->caster_array = arrays[1], stage->caster_buffer = buffers[1];
    stage->caster_indices = buffers[2];
    stage->line_array = arrays[2], stage->line_buffer = buffers[3];
    stage->corner_indices = buffers[4];
    stage->empty_array = arrays[3];

    glBindVertexArray(stage->corner_array);
    glBindBuffer(GL_ARRAY_BUFFER, stage->corner_buffer);
    pl_stage_corner_attributes();
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, stage->corner_indices);

    glBindVertexArray(stage->caster_array);
    glBindBuffer(GL_ARRAY_BUFFER, stage->caster_buffer);
    pl_gl_attribute(0, 3, GL_FLOAT, GL_FALSE, 3 * sizeof(float), 0, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, stage->caster_indices);

    glBindVertexArray(stage->line_array);
    glBindBuffer(GL_ARRAY_BUFFER, stage->line_buffer);
    size_t size = sizeof(pl_scene_line);
    pl_gl_attribute(0, 3, GL_FLOAT, GL_FALSE, size, offsetof(pl_scene_line, from), 1);
    pl_gl_attribute(1, 3, GL_FLOAT, GL_FALSE, size, offsetof(pl_scene_line, to), 1);
    pl_gl_attribute(2, 1, GL_FLOAT, GL_FALSE, size, offsetof(pl_scene_line, width), 1);
    pl_gl_attribute(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, size, offsetof(pl_scene_line, colour), 1);
    glBindVertexArray(0);
}

static void make_targets(pl_stage* stage) {
    GLuint textures[9], targets[7];
    glGenTextures(9, textures);
    glGenFramebuffers(7, targets);
    glGenRenderbuffers(1, &stage->seen_depth);
    stage->shadow_maps = textures[0], stage->shadow_target = targets[0];
    stage->seen_place = textures[1], stage->seen_target = targets[1];
    stage->seen_facing = textures[2], stage->seen_colour = textures[3];
    stage->pass_colour = textures[4], stage->pass_target = targets[2];
    stage->sum_colour = textures[5], stage->sum_target = targets[3];
    stage->done_colour = textures[6], stage->done_target = targets[4];
    stage->floor_map = textures[7], stage->floor_map_target = targets[5];
    stage->floor_blur = textures[8], stage->floor_blur_target = targets[6];
}

plump_result pl_stage_create(pl_stage* stage, plump_allocator hooks, plump_error* error) {
    *stage = (pl_stage){.textures = {.hooks = hooks}};
    if (epoxy_gl_version() < 33) {
        return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                       "cannot draw pictures here: the driver has OpenGL %d.%d, 3.3 is needed; "
                       "install libgl1-mesa-dri",
                       epoxy_gl_version() / 10, epoxy_gl_version() % 10);
    }
    if (!make_programs(stage, error)) return PLUMP_ERROR_UNSUPPORTED;
    make_arrays(stage);
    make_targets(stage);
    return pl_deformer_create(&stage->deformer, hooks, error);
}

void pl_stage_destroy(pl_stage* stage) {
    pl_deformer_destroy(&stage->deformer);
    pl_textures_destroy(&stage->textures);
    const GLuint programs[] = {
        stage->shadow_program,        stage->surface_program,       stage->textured_program,
        stage->glass_program,         stage->shade_programs[0],     stage->shade_programs[1],
        stage->floor_map_programs[0], stage->floor_map_programs[1], stage->blur_program,
        stage->floor_program,         stage->line_program,          stage->add_program,
        stage->resolve_program};
    for (size_t i = 0; i < PL_COUNT(programs); ++i) glDeleteProgram(programs[i]);
    const GLuint arrays[] = {stage->corner_array, stage->caster_array, stage->line_array,
                             stage->empty_array};
    glDeleteVertexArrays(PL_COUNT(arrays), arrays);
    const GLuint buffers[] = {stage->corner_buffer, stage->corner_indices, stage->caster_buffer,
                              stage->caster_indices, stage->line_buffer};
    glDeleteBuffers(PL_COUNT(buffers), buffers);
    const GLuint textures[] = {stage->shadow_maps, stage->seen_place,  stage->seen_facing,
                               stage->seen_colour, stage->pass_colour, stage->sum_colour,
                               stage->done_colour, stage->floor_map,   stage->floor_blur};
    glDeleteTextures(PL_COUNT(textures), textures);
    const GLuint targets[] = {stage->shadow_target,    stage->seen_target, stage->pass_target,
                              stage->sum_target,       stage->done_target, stage->floor_map_target,
                              stage->floor_blur_target};
    glDeleteFramebuffers(PL_COUNT(targets), targets);
    glDeleteRenderbuffers(1, &stage->seen_depth);
}

static void set_nearest(GLenum kind) {
    glTexParameteri(kind, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(kind, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(kind, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(kind, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

static void attach_colour(GLuint texture, GLenum format, GLsizei width, GLsizei height,
                          unsigned slot) {
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 NULL);
    set_nearest(GL_TEXTURE_2D);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + slot, GL_TEXTURE_2D, texture, 0);
}

static bool is_complete(void) {
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static bool make_pictures(const pl_stage* stage, GLsizei width, GLsizei height) {
    glBindRenderbuffer(GL_RENDERBUFFER, stage->seen_depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH24_STENCIL8, width, height);

    glBindFramebuffer(GL_FRAMEBUFFER, stage->seen_target);
    attach_colour(stage->seen_place, GL_RGBA32F, width, height, 0);
    attach_colour(stage->seen_facing, GL_RGBA16F, width, height, 1);
    attach_colour(stage->seen_colour, GL_RGBA8, width, height, 2);
    const GLenum slots[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2};
    glDrawBuffers(3, slots);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                              stage->seen_depth);
    bool complete = is_complete();

    glBindFramebuffer(GL_FRAMEBUFFER, stage->pass_target);
    attach_colour(stage->pass_colour, GL_RGBA16F, width, height, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                              stage->seen_depth);
    complete = complete && is_complete();

    glBindFramebuffer(GL_FRAMEBUFFER, stage->sum_target);
    attach_colour(stage->sum_colour, GL_RGBA32F, width, height, 0);
    complete = complete && is_complete();

    glBindFramebuffer(GL_FRAMEBUFFER, stage->done_target);
    attach_colour(stage->done_colour, GL_RGBA8, width, height, 0);
    return complete && is_complete();
}

static bool make_maps(const pl_stage* stage, int map_size, int floor_size) {
    glBindTexture(GL_TEXTURE_2D_ARRAY, stage->shadow_maps);
    // 16 bits are a hundredth of a texel deep, and half as much to read
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_DEPTH_COMPONENT16, map_size, map_size,
                 PL_LIGHTS_PER_PASS, 0, GL_DEPTH_COMPONENT, GL_FLOAT, NULL);
    set_nearest(GL_TEXTURE_2D_ARRAY);
    glBindFramebuffer(GL_FRAMEBUFFER, stage->shadow_target);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, stage->shadow_maps, 0, 0);
    bool complete = is_complete();

    glBindFramebuffer(GL_FRAMEBUFFER, stage->floor_blur_target);
    attach_colour(stage->floor_blur, GL_RGBA32F, floor_size, floor_size, 0);
    complete = complete && is_complete();

    glBindFramebuffer(GL_FRAMEBUFFER, stage->floor_map_target);
    attach_colour(stage->floor_map, GL_RGBA32F, floor_size, floor_size, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    return complete && is_complete();
}

plump_result pl_stage_resize(pl_stage* stage, uint32_t width, uint32_t height, int map_size,
                             int floor_size, plump_error* error) {
    bool complete = true;
    if (width != stage->target_width || height != stage->target_height) {
        complete = make_pictures(stage, (GLsizei)width, (GLsizei)height);
    }
    if (complete && (map_size != stage->map_size || floor_size != stage->floor_size)) {
        complete = make_maps(stage, map_size, floor_size);
    }
    GLenum trouble = glGetError();
    bool done = complete && trouble == GL_NO_ERROR;
    stage->target_width = done ? width : 0;  // 0: to be made again
    stage->target_height = done ? height : 0;
    stage->map_size = done ? map_size : 0;
    stage->floor_size = done ? floor_size : 0;
    if (done) return PLUMP_OK;
    if (trouble == GL_OUT_OF_MEMORY) return pl_fail_memory(error, "making room for a picture");
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                   "the OpenGL driver cannot draw %ux%u pixels of 32-bit floats", width, height);
}

void pl_stage_upload(pl_stage* stage, const pl_scene* scene) {
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, stage->corner_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(scene->corner_count * sizeof *scene->corners),
                 scene->corners, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, stage->caster_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(scene->vertex_count * 3 * sizeof(float)),
                 scene->positions, GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, stage->line_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(scene->line_count * sizeof *scene->lines),
                 scene->lines, GL_STATIC_DRAW);
    glBindVertexArray(stage->corner_array);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(scene->index_count * sizeof(uint32_t)),
                 scene->corner_indices, GL_STATIC_DRAW);
    glBindVertexArray(stage->caster_array);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(scene->index_count * sizeof(uint32_t)),
                 scene->indices, GL_STATIC_DRAW);
    glBindVertexArray(0);
}

static float linear(uint8_t value) {
    double v = value / 255.0;
    return (float)(v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
}

void pl_linear_colour(plump_colour colour, float out[4]) {
    out[0] = linear(colour.r);
    out[1] = linear(colour.g);
    out[2] = linear(colour.b);
    out[3] = colour.a / 255.0f;
}

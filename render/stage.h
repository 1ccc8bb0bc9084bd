// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The renderer's OpenGL objects, and the passes that draw a scene with them.
#ifndef PL_RENDER_STAGE_H
#define PL_RENDER_STAGE_H

#include "render/deformer.h"
#include "render/light_rig.h"
#include "render/textures.h"

#define PL_STAGE_TILE 2048  // larger pictures are drawn piece by piece

typedef struct pl_stage {
    GLuint shadow_program, surface_program, textured_program, glass_program;
    GLuint shade_programs[2], floor_map_programs[2];  // still, draft
    GLuint blur_program, floor_program, line_program, add_program, resolve_program;
    GLuint corner_array, corner_buffer, corner_indices;  // items as drawn
    GLuint caster_array, caster_buffer, caster_indices;  // items as shadow casters
    GLuint line_array, line_buffer;
    GLuint empty_array;  // for shaders that make their own vertices
    GLuint shadow_maps, shadow_target;
    GLuint floor_map, floor_map_target;
    GLuint floor_blur, floor_blur_target;
    int map_size, floor_size;  // texels each way
    // what a pass sees, the pass lit, the sum of passes, and the finished bytes
    GLuint seen_place, seen_facing, seen_colour, seen_depth, seen_target;
    GLuint pass_colour, pass_target;
    GLuint sum_colour, sum_target;
    GLuint done_colour, done_target;
    uint32_t target_width, target_height;
    pl_deformer deformer;
    pl_textures textures;
} pl_stage;

// All of these want the context entered.
plump_result pl_stage_create(pl_stage* stage, plump_allocator hooks, plump_error* error);
void pl_stage_destroy(pl_stage* stage);

// Draws the whole picture into `pixels`. Sorts the clear items of the scene by their distance.
plump_result pl_stage_draw(pl_stage* stage, const plump_picture_def* def, pl_scene* scene,
                           uint8_t* pixels, plump_error* error);

// Makes the targets this large and the maps this fine, if they are not yet.
plump_result pl_stage_resize(pl_stage* stage, uint32_t width, uint32_t height, int map_size,
                             int floor_size, plump_error* error);
void pl_stage_upload(pl_stage* stage, const pl_scene* scene);

// How a pl_scene_corner lies in the bound buffer, for the bound array.
void pl_stage_corner_attributes(void);

// An item's or a label's colour as the shaders calculate: linear, 0 to 1.
void pl_linear_colour(plump_colour colour, float linear[4]);

#endif

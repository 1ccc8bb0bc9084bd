// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A picture while it is drawn: what its passes share.
#ifndef PL_RENDER_STAGE_PICTURE_H
#define PL_RENDER_STAGE_PICTURE_H

#include "render/stage.h"

typedef struct pl_picture {
    pl_stage* stage;
    const plump_picture_def* def;
    pl_scene* scene;
    pl_camera camera;
    bool floor_seen, upside_down;
    bool cut;         // the floor hides what is below it ...
    float floor_cut;  // ... this height
    int draft;
    pl_light lights[PL_LIGHT_PASSES_MAX * PL_LIGHTS_PER_PASS];
    int passes, per_pass;
    float open_floor[3], background[4];
} pl_picture;

typedef struct pl_pass {
    int number;
    pl_camera_window window;
    float matrix[16];  // scene to clip
    float light_matrices[PL_LIGHTS_PER_PASS][16];
    float light_sizes[PL_LIGHTS_PER_PASS][3];
} pl_pass;

static inline GLint pl_place_of(GLuint program, const char* name) {
    return glGetUniformLocation(program, name);
}

void pl_screen_triangle(const pl_stage* stage);
// Draws the corners of an item by the program in use.
void pl_draw_corners(const pl_picture* job, const pl_scene_item* item);
// Makes a program that receives light ready for this pass.
void pl_use_lit(const pl_picture* job, GLuint program, const pl_pass* pass);
// Where the eye is, or for a parallel view in which direction.
void pl_set_eye(const pl_picture* job, GLuint program);

// Depth from each of the pass's lights (stage_light.c).
void pl_draw_shadows(const pl_picture* job, pl_pass* pass);
// Clear walls over what is seen, the far ones first (stage_glass.c).
void pl_sort_glass(const pl_picture* job);
void pl_draw_glass(const pl_picture* job, const float matrix[16]);
// Adds what the floor misses of this pass's light to its map; smooths the map; and draws the floor
// (stage_floor.c).
void pl_add_floor(const pl_picture* job, const pl_pass* pass);
void pl_smooth_floor(const pl_picture* job);
void pl_draw_floor(const pl_picture* job, const float matrix[16]);

#endif

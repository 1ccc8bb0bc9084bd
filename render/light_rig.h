// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The studio: a large warm lamp over the viewer's left shoulder, a sky above and light from the
// floor below, all taken apart into single directions. Each has a shadow map of its own; their mean
// is soft shadow and ambient occlusion at once.
#ifndef PL_RENDER_LIGHT_RIG_H
#define PL_RENDER_LIGHT_RIG_H

#include "render/camera.h"

typedef struct pl_light {
    double direction[3];  // unit, towards the light
    float colour[3];      // irradiance of a surface facing it, when all lights are lit together
    float spread;         // angle to the neighbouring directions of its kind
} pl_light;

#define PL_LIGHTS_PER_PASS  8
#define PL_LIGHTS_PER_DRAFT 6  // fewer of the sky
#define PL_LIGHT_PASSES_MAX 12

// Fills passes x per_pass lights, pass after pass; every pass has two of the lamp, so that each
// pass alone is already a lit picture, and one from below at its end. `upside_down`: the eye is
// below and the studio turns over.
void pl_light_rig(const pl_camera* camera, int passes, int per_pass, bool upside_down,
                  pl_light* lights);

// Light-space box of the casters: maps their box to [0,1]^3 with depth growing away from the light.
// `texel` is the size of a shadow map's texel in the scene, `depth` the length of the box.
void pl_light_matrix(const pl_light* light, const pl_scene* scene, int map_size, float matrix[16],
                     float* texel, float* depth);

// What an unshadowed floor gets.
void pl_light_floor(const pl_light* lights, int count, float colour[3]);

#endif

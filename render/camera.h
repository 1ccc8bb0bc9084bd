// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where the eye stands and what it maps to the picture. Matrices are column-major floats as OpenGL
// takes them.
#ifndef PL_RENDER_CAMERA_H
#define PL_RENDER_CAMERA_H

#include "render/scene.h"

typedef struct pl_camera {
    double right[3], up[3], back[3];  // unit; back points from the scene to the eye
    double eye[3];                    // perspective only
    double slope_x, slope_y;          // perspective: tangents of the half angles; 0: parallel
    double centre_x, centre_y;        // parallel: middle and half sizes along right and up
    double half_x, half_y;
    double near_distance, far_distance;  // along -back from the eye, or from the origin
} pl_camera;

// Frames the scene (or its given frame) as tightly as the margin allows.
pl_camera pl_camera_frame(const plump_picture_def* def, const pl_scene* scene);

// A piece of the picture, in pixels from its top left; the jitter moves the picture within a pixel.
typedef struct pl_camera_window {
    uint32_t x, y, width, height;
    double jitter_x, jitter_y;
} pl_camera_window;

void pl_camera_matrix(const pl_camera* camera, const plump_picture_def* def,
                      const pl_camera_window* window, float matrix[16]);

// True where the eye is above the height, so that a floor there is seen from above.
bool pl_camera_above(const pl_camera* camera, double height);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The eye's direction is given, its place is not: it moves sideways and back until all corners just
// fit. For a perspective each side of the picture is a plane through the eye, and the support of
// the points along its normal says how far out it must be; the answer is exact and needs no search.
#include "render/camera.h"

#include <math.h>

#define PI 3.14159265358979323846

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void set_direction(pl_camera* camera, double azimuth, double elevation) {
    double a = azimuth * (PI / 180), e = elevation * (PI / 180);
    double ca = cos(a), sa = sin(a), ce = cos(e), se = sin(e);
    double right[3] = {ca, 0, -sa}, up[3] = {-sa * se, ce, -ca * se},
           back[3] = {sa * ce, se, ca * ce};
    for (int k = 0; k < 3; ++k) {
        camera->right[k] = right[k];
        camera->up[k] = up[k];
        camera->back[k] = back[k];
    }
}

// How far the points reach along a direction in eye axes.
typedef struct reach {
    double left, right, down, up;  // most of -x, x, -y, y (perspective: plus slope times z)
    double front, behind;          // most of z and -z
} reach;

static void extend(reach* r, const pl_camera* camera, const double p[3]) {
    double x = dot(p, camera->right), y = dot(p, camera->up), z = dot(p, camera->back);
    r->left = fmax(r->left, -x + camera->slope_x * z);
    r->right = fmax(r->right, x + camera->slope_x * z);
    r->down = fmax(r->down, -y + camera->slope_y * z);
    r->up = fmax(r->up, y + camera->slope_y * z);
    r->front = fmax(r->front, z);
    r->behind = fmax(r->behind, -z);
}

static reach measure(const plump_picture_def* def, const pl_camera* camera, const pl_scene* scene) {
    reach r = {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY};
    if (!def->frame_given) {
        for (size_t c = 0; c < scene->framed_corner_count; ++c) {
            const float* p = scene->corners[c].position;
            extend(&r, camera, (const double[3]){p[0], p[1], p[2]});
        }
        for (size_t v = 0; v < scene->framed_deformed_count; ++v) {
            const float* p = scene->deformed + 3 * v;
            extend(&r, camera, (const double[3]){p[0], p[1], p[2]});
        }
        for (uint32_t i = 0; i < scene->line_count; ++i) {
            const float *a = scene->lines[i].from, *b = scene->lines[i].to;
            extend(&r, camera, (const double[3]){a[0], a[1], a[2]});
            extend(&r, camera, (const double[3]){b[0], b[1], b[2]});
        }
    }
    for (uint32_t i = 0; def->frame_given && i < def->frame_point_count; ++i) {
        double p[3];
        pl_scene_turn_up(def, def->frame_points + 3 * (size_t)i, p);
        pl_scene_from(scene, p, p);
        extend(&r, camera, p);
    }
    if (r.left == -INFINITY) {
        for (int i = 0; i < 8; ++i) {
            const double* ends[2] = {scene->frame_min, scene->frame_max};
            double p[3] = {ends[i & 1][0], ends[i >> 1 & 1][1], ends[i >> 2][2]};
            extend(&r, camera, p);
        }
    }
    return r;
}

static void frame_parallel(pl_camera* camera, const plump_picture_def* def, const reach* r,
                           double share) {
    double aspect = (double)def->width / def->height;
    double half_x = (r->right + r->left) / 2 / share, half_y = (r->up + r->down) / 2 / share;
    camera->half_y = fmax(fmax(half_y, half_x / aspect), 1e-6);
    camera->half_x = camera->half_y * aspect;
    camera->centre_x = (r->right - r->left) / 2;
    camera->centre_y = (r->up - r->down) / 2;
}

static void frame_perspective(pl_camera* camera, const reach* r) {
    double back_x = (r->right + r->left) / 2 / camera->slope_x;
    double back_y = (r->up + r->down) / 2 / camera->slope_y;
    double distance = fmax(fmax(back_x, back_y), r->front + 0.01);
    double x = (r->right - r->left) / 2, y = (r->up - r->down) / 2;
    for (int k = 0; k < 3; ++k) {
        camera->eye[k] = camera->right[k] * x + camera->up[k] * y + camera->back[k] * distance;
    }
}

pl_camera pl_camera_frame(const plump_picture_def* def, const pl_scene* scene) {
    pl_camera camera = {0};
    set_direction(&camera, def->azimuth, def->elevation);
    double share = 1 - 2 * def->margin;
    // the margin narrows the planes the points must stay within
    double shorter = fmin(def->width, def->height);
    double slope = tan(def->field_of_view * (PI / 360));
    camera.slope_x = slope * def->width / shorter * share;
    camera.slope_y = slope * def->height / shorter * share;
    reach r = measure(def, &camera, scene);
    if (slope > 0) {
        frame_perspective(&camera, &r);
        camera.slope_x /= share;
        camera.slope_y /= share;
    } else {
        frame_parallel(&camera, def, &r, share);
    }
    // the floor reaches behind and before what is framed
    double eye_back = dot(camera.eye, camera.back);
    double room = fmax(eye_back - r.front, 0.01);
    camera.near_distance = slope > 0 ? fmin(room / 2, 0.25) : -20;
    camera.far_distance = slope > 0 ? eye_back + 20 : 20;
    return camera;
}

bool pl_camera_above(const pl_camera* camera, double height) {
    return camera->slope_y > 0 ? camera->eye[1] > height : camera->back[1] > 0;
}

void pl_camera_matrix(const pl_camera* camera, const plump_picture_def* def,
                      const pl_camera_window* window, float matrix[16]) {
    bool perspective = camera->slope_y > 0;
    double near_at = camera->near_distance, far_at = camera->far_distance;
    // rows of clip = M (x, y, z, 1), first for the whole picture
    double row[4][4] = {{0}};
    const double* axis[3] = {camera->right, camera->up, camera->back};
    double shift[3];
    for (int i = 0; i < 3; ++i) shift[i] = -dot(axis[i], camera->eye);
    double size[2] = {perspective ? camera->slope_x : camera->half_x,
                      perspective ? camera->slope_y : camera->half_y};
    double centre[2] = {camera->centre_x, camera->centre_y};
    for (int k = 0; k < 3; ++k) {
        row[0][k] = camera->right[k] / size[0];
        row[1][k] = camera->up[k] / size[1];
        row[3][k] = perspective ? -camera->back[k] : 0;
    }
    row[0][3] = (shift[0] - (perspective ? 0 : centre[0])) / size[0];
    row[1][3] = (shift[1] - (perspective ? 0 : centre[1])) / size[1];
    row[3][3] = perspective ? -shift[2] : 1;
    double depth_a = perspective ? (far_at + near_at) / (far_at - near_at) : 2 / (far_at - near_at);
    double depth_b = perspective ? -2 * far_at * near_at / (far_at - near_at)
                                 : -(far_at + near_at) / (far_at - near_at);
    for (int k = 0; k < 3; ++k) row[2][k] = -camera->back[k] * depth_a;
    row[2][3] = -shift[2] * depth_a + depth_b;

    // then the window: pixel (x, y) counts from the top, clip space from the bottom
    double stretch[2] = {(double)def->width / window->width, (double)def->height / window->height};
    double middle_x = window->x + window->width / 2.0 - window->jitter_x;
    double middle_y = window->y + window->height / 2.0 - window->jitter_y;
    double move[2] = {(def->width - 2 * middle_x) / window->width,
                      (2 * middle_y - def->height) / window->height};
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 4; ++k) row[i][k] = row[i][k] * stretch[i] + row[3][k] * move[i];
    }
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 4; ++k) matrix[4 * k + i] = (float)row[i][k];
    }
}

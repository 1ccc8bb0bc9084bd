// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "render/light_rig.h"

#include <math.h>

#define PI 3.14159265358979323846

#define KEY_PER_PASS   2
#define BELOW_PER_PASS 1

static const double key_side = 48, key_height = 50;  // degrees left of the eye, above the floor
static const double key_size = 0.17;                 // radius over distance
static const double key_colour[3] = {1.12, 1.085, 1.03};
static const double sky_colour[3] = {0.535, 0.545, 0.56};  // facing up, nothing in the way
static const double below_colour[3] = {0.26, 0.25, 0.24};  // facing down

static double fraction(double x) {
    return x - floor(x);
}

// The R2 sequence (Roberts 2018): every stretch of it covers the square evenly, and no two points
// share a coordinate, so that shadow edges of neighbouring samples never fall together.
static void spread(int i, double* u, double* v) {
    *u = fraction(0.5 + 0.7548776662466927 * (i + 1));
    *v = fraction(0.5 + 0.5698402909980532 * (i + 1));
}

// Level axes that go with the eye, so that every side of a thing is lit alike.
typedef struct axes {
    double right[3], toward[3];  // toward the eye
} axes;

static axes level_axes(const pl_camera* camera) {
    double length = hypot(camera->right[0], camera->right[2]);
    double x = camera->right[0] / length, z = camera->right[2] / length;
    return (axes){{x, 0, z}, {-z, 0, x}};
}

static void set_key(const axes* a, int i, int count, pl_light* light) {
    double side = -sin(key_side * (PI / 180)), ahead = cos(key_side * (PI / 180));
    double level = cos(key_height * (PI / 180)), height = sin(key_height * (PI / 180));
    double u, v;
    spread(i, &u, &v);
    double radius = key_size * sqrt(u), angle = 2 * PI * v, sum = 0;
    for (int k = 0; k < 3; ++k) {
        double flat = a->right[k] * side + a->toward[k] * ahead, up = k == 1 ? 1 : 0;
        double aim = flat * level + up * height, along = up * level - flat * height;
        double across = a->right[k] * ahead - a->toward[k] * side;
        light->direction[k] = aim + radius * (cos(angle) * across + sin(angle) * along);
        sum += light->direction[k] * light->direction[k];
    }
    for (int k = 0; k < 3; ++k) {
        light->direction[k] /= sqrt(sum);
        light->colour[k] = (float)(key_colour[k] / count);
    }
    light->spread = (float)(key_size / sqrt(count));
}

// Half a sphere of even light (`sign` 1 above, -1 below): directions even over the half sphere, so
// each carries 2 / count of the light that a surface facing the pole gets.
static void set_sky(const axes* a, int i, int count, int sign, const double colour[3],
                    pl_light* light) {
    double u, v;
    spread(i, &u, &v);
    double height = (i + 0.5) / count, level = sqrt(1 - height * height), angle = 2 * PI * v;
    for (int k = 0; k < 3; ++k) {
        light->direction[k] = level * (cos(angle) * a->right[k] + sin(angle) * a->toward[k]) +
                              (k == 1 ? sign * height : 0);
        light->colour[k] = (float)(colour[k] * 2 / count);
    }
    light->spread = (float)sqrt(2.0 / count);
}

void pl_light_rig(const pl_camera* camera, int passes, int per_pass, bool upside_down,
                  pl_light* lights) {
    axes a = level_axes(camera);
    int sky = per_pass - KEY_PER_PASS - BELOW_PER_PASS;
    for (int pass = 0; pass < passes; ++pass) {
        pl_light* light = lights + pass * per_pass;
        // strides spread every pass over all heights
        for (int i = 0; i < KEY_PER_PASS; ++i) {
            set_key(&a, i * passes + pass, KEY_PER_PASS * passes, light++);
        }
        for (int i = 0; i < sky; ++i) {
            set_sky(&a, i * passes + pass, sky * passes, 1, sky_colour, light++);
        }
        for (int i = 0; i < BELOW_PER_PASS; ++i) {
            set_sky(&a, i * passes + pass, BELOW_PER_PASS * passes, -1, below_colour, light++);
        }
    }
    for (int i = 0; upside_down && i < passes * per_pass; ++i) {
        lights[i].direction[1] = -lights[i].direction[1];
    }
}

void pl_light_matrix(const pl_light* light, const pl_scene* scene, int map_size, float matrix[16],
                     float* texel, float* depth) {
    const double* d = light->direction;
    double axis[3][3] = {{d[2], 0, -d[0]}, {0}, {-d[0], -d[1], -d[2]}};
    double length = hypot(d[0], d[2]);
    if (length < 1e-6) axis[0][0] = length = 1;
    for (int k = 0; k < 3; ++k) axis[0][k] /= length;
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        axis[1][k] = d[i] * axis[0][j] - d[j] * axis[0][i];
    }
    double size[3];
    for (int i = 0; i < 3; ++i) {
        double low = 0, high = 0;  // a box's reach along an axis, side by side
        for (int k = 0; k < 3; ++k) {
            double a = axis[i][k] * scene->caster_min[k], b = axis[i][k] * scene->caster_max[k];
            low += fmin(a, b);
            high += fmax(a, b);
        }
        double pad = 0.01 + 4.0 * (high - low) / map_size;
        low -= pad;
        high += pad;
        size[i] = high - low;
        for (int k = 0; k < 3; ++k) matrix[4 * k + i] = (float)(axis[i][k] / size[i]);
        matrix[12 + i] = (float)(-low / size[i]);
    }
    for (int k = 0; k < 4; ++k) matrix[4 * k + 3] = k == 3 ? 1.0f : 0.0f;
    *texel = (float)(fmax(size[0], size[1]) / map_size);
    *depth = (float)size[2];
}

void pl_light_floor(const pl_light* lights, int count, float colour[3]) {
    double sum[3] = {0, 0, 0};
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < 3; ++k) {
            sum[k] += fmax(lights[i].direction[1], 0) * (double)lights[i].colour[k];
        }
    }
    for (int k = 0; k < 3; ++k) colour[k] = (float)sum[k];
}

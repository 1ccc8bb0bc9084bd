// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What tests of secondary motion share: deformers of built-in shapes or points, and the paper's
// equations as they are printed, in double, followed in as many steps as one likes.
#ifndef JIGGLE_KIT_H
#define JIGGLE_KIT_H

#include <plump/plump.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

// --- chance ---

static uint64_t kit_seed = 1;

static inline double kit_random(double lo, double hi) {
    kit_seed = kit_seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return lo + (hi - lo) * (double)(kit_seed >> 11) / 9007199254740992.0;
}

static inline void kit_direction(double d[3]) {
    double square;
    do {
        square = 0;
        for (int k = 0; k < 3; ++k) {
            d[k] = kit_random(-1, 1);
            square += d[k] * d[k];
        }
    } while (square > 1 || square < 0.01);
    for (int k = 0; k < 3; ++k) d[k] /= sqrt(square);
}

// --- the paper's fields, as printed ---

typedef struct kit_set {
    double p[3], q[3], r;
    double turn[3];
} kit_set;

static inline double kit_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void kit_cross(const double a[3], const double b[3], double to[3]) {
    to[0] = a[1] * b[2] - a[2] * b[1];
    to[1] = a[2] * b[0] - a[0] * b[2];
    to[2] = a[0] * b[1] - a[1] * b[0];
}

// Eqs. 8, 9 and 14; and the turning (1 - b^2 / r^2)^3 u x b.
static inline void kit_field(const kit_set* set, const double x[3], double t, double v[3]) {
    double a[3], b[3], across[3], rr = set->r * set->r;
    for (int k = 0; k < 3; ++k) {
        a[k] = set->q[k] - set->p[k];
        b[k] = x[k] - ((1 - t) * set->p[k] + t * set->q[k]);
    }
    double bb = kit_dot(b, b), gap = rr - bb;
    if (bb > rr) return;
    double alpha = rr - 5 * bb, beta = 4 * kit_dot(a, b),
           gamma = gap * gap * gap / (rr * rr * rr * rr);
    kit_cross(set->turn, b, across);
    for (int k = 0; k < 3; ++k)
        v[k] += gamma * (alpha * a[k] + beta * b[k]) + gap * gap * gap / (rr * rr * rr) * across[k];
}

static inline void kit_sum(const kit_set* sets, int count, const double x[3], double t,
                           double v[3]) {
    v[0] = v[1] = v[2] = 0;
    for (int i = 0; i < count; ++i) kit_field(&sets[i], x, t, v);
}

// One step of Runge and Kutta's method.
static inline void kit_rk4_step(const kit_set* sets, int count, double t, double h, double x[3]) {
    double k1[3], k2[3], k3[3], k4[3], at[3];
    kit_sum(sets, count, x, t, k1);
    for (int k = 0; k < 3; ++k) at[k] = x[k] + 0.5 * h * k1[k];
    kit_sum(sets, count, at, t + 0.5 * h, k2);
    for (int k = 0; k < 3; ++k) at[k] = x[k] + 0.5 * h * k2[k];
    kit_sum(sets, count, at, t + 0.5 * h, k3);
    for (int k = 0; k < 3; ++k) at[k] = x[k] + h * k3[k];
    kit_sum(sets, count, at, t + h, k4);
    for (int k = 0; k < 3; ++k) x[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
}

// The converged flow: many small steps.
static inline void kit_flow(const kit_set* sets, int count, int steps, double x[3]) {
    for (int i = 0; i < steps; ++i) kit_rk4_step(sets, count, (double)i / steps, 1.0 / steps, x);
}

// --- deformers ---

static inline plump_mesh* kit_shape(plump_shape_kind kind, uint32_t vertices) {
    plump_shape_def def = plump_default_shape_def(kind);
    plump_mesh* mesh;
    plump_error error;
    if (vertices) def.vertex_count = vertices;
    if (plump_shape_create(&def, &mesh, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return mesh;
}

static inline plump_jiggle_def kit_def(const plump_mesh* mesh) {
    plump_jiggle_def def = plump_default_jiggle_def();
    def.mesh = plump_mesh_triangles(mesh);
    return def;
}

static inline plump_jiggle_def kit_points(const float* points, uint32_t count) {
    plump_jiggle_def def = plump_default_jiggle_def();
    def.mesh.positions = points;
    def.mesh.vertex_count = count;
    def.points_only = true;
    return def;
}

static inline plump_jiggle* kit_make(const plump_jiggle_def* def) {
    plump_jiggle* jiggle;
    plump_error error;
    if (plump_jiggle_create(def, &jiggle, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return jiggle;
}

// Sets whose masses are held where the reference has them; the reference in turn takes what the
// deformer made of it (limits, floats).
static inline plump_jiggle_set kit_jiggle_set(const kit_set* set) {
    plump_jiggle_set to = plump_default_jiggle_set();
    memcpy(to.anchor, set->p, sizeof to.anchor);
    to.radius = (float)set->r;
    to.limit = 4;
    return to;
}

static const double kit_identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

// Holds every mass at its q, with all matrices the identity.
static inline void kit_pose(plump_jiggle* jiggle, const kit_set* sets, int count) {
    uint32_t segments = plump_jiggle_segment_count(jiggle);
    double* matrices = malloc(12 * segments * sizeof *matrices);
    for (uint32_t i = 0; i < segments; ++i)
        memcpy(matrices + 12 * (size_t)i, kit_identity, sizeof kit_identity);
    for (int i = 0; i < count; ++i)
        assert_int_equal(plump_jiggle_drag(jiggle, (uint32_t)i, sets[i].q, NULL), PLUMP_OK);
    assert_int_equal(plump_jiggle_reset(jiggle, matrices, NULL), PLUMP_OK);
    free(matrices);
}

static inline void kit_deform(plump_jiggle* jiggle, double* positions, double* normals) {
    plump_error error;
    if (plump_jiggle_deform(jiggle, PLUMP_SCALAR_FLOAT64, positions, 0, normals, 0,
                            plump_jiggle_vertex_count(jiggle), &error) != PLUMP_OK)
        fail_msg("%s", error.text);
}

static inline double kit_volume(const double* x, const uint32_t* triangles, uint32_t count) {
    double sum = 0;
    for (uint32_t t = 0; t < count; ++t) {
        const double *a = x + 3 * (size_t)triangles[3 * t],
                     *b = x + 3 * (size_t)triangles[3 * t + 1],
                     *c = x + 3 * (size_t)triangles[3 * t + 2];
        double across[3];
        kit_cross(b, c, across);
        sum += kit_dot(a, across);
    }
    return sum / 6;
}

static inline double kit_distance(const double a[3], const double b[3]) {
    double d[3];
    for (int k = 0; k < 3; ++k) d[k] = a[k] - b[k];
    return sqrt(kit_dot(d, d));
}

#endif

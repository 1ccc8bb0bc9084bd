// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A bear on three segments with five sets, thrown about: what the tests of the deformation on the
// graphics card share.
#ifndef BEAR_KIT_H
#define BEAR_KIT_H

#include "test_render_kit.h"

#include <plump/jiggle_shader.h>
#include <plump/shape.h>

#define FRAMES   100
#define SEGMENTS 3
#define SETS     5

static plump_error error;

typedef struct stage {
    plump_mesh* mesh;
    uint32_t count;
    uint32_t* segments;
    float *weights, *normals;
    plump_jiggle_set sets[SETS];
    plump_jiggle_def def;
    plump_jiggle* jiggle;
    plump_jiggle_shader* shader;
    double matrices[12 * SEGMENTS];
} stage;

// Legs, trunk and head, mixed by height.
static inline void make_skin(stage* s) {
    for (uint32_t i = 0; i < s->count; ++i) {
        float y = plump_mesh_positions(s->mesh)[3 * i + 1];
        float high = fminf(fmaxf((y - 0.02f) / 0.12f, 0), 1);
        float low = fminf(fmaxf((-0.25f - y) / 0.12f, 0), 1);
        s->weights[4 * i] = low, s->weights[4 * i + 1] = 1 - low - high;
        s->weights[4 * i + 2] = high, s->weights[4 * i + 3] = 0;
        for (uint32_t k = 0; k < 4; ++k) s->segments[4 * i + k] = k % SEGMENTS;
        for (uint32_t k = 0; k < 3; ++k) s->normals[3 * i + k] = 0;
    }
    const uint32_t* corners = plump_mesh_indices(s->mesh);
    const float* x = plump_mesh_positions(s->mesh);
    for (uint32_t i = 0; i < 3 * plump_mesh_triangle_count(s->mesh); ++i) {
        const float *p = x + 3 * corners[i - i % 3], *q = x + 3 * corners[i - i % 3 + 1],
                    *r = x + 3 * corners[i - i % 3 + 2];
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t a = (k + 1) % 3, b = (k + 2) % 3;
            s->normals[3 * corners[i] + k] +=
                1e4f * ((q[a] - p[a]) * (r[b] - p[b]) - (q[b] - p[b]) * (r[a] - p[a]));
        }
    }
}

static inline void make_sets(stage* s) {
    static const double anchors[SETS][3] = {
        {0, -0.2, 0.1}, {0, 0.25, 0}, {0.16, 0.4, 0}, {-0.16, 0.4, 0}, {0.1, -0.35, 0.1}};
    static const float radii[SETS] = {0.4f, 0.35f, 0.15f, 0.15f, 0.2f};
    static const uint32_t segments[SETS] = {1, 2, 2, 2, 0};
    for (int i = 0; i < SETS; ++i) {
        s->sets[i] = plump_default_jiggle_set();
        memcpy(s->sets[i].anchor, anchors[i], sizeof anchors[i]);
        s->sets[i].segments[0] = segments[i];
        s->sets[i].radius = radii[i];
        plump_jiggle_set_tune(&s->sets[i], 2.0 + i, 0.15);
    }
    s->sets[0].on_all = true;
    s->sets[1].on[0] = 1, s->sets[1].on[1] = 2, s->sets[1].on_count = 2;
    s->sets[1].turn_hertz = 3;
}

static inline void begin(stage* s) {
    *s = (stage){0};
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_BEAR);
    assert_int_equal(plump_shape_create(&shape, &s->mesh, &error), PLUMP_OK);
    s->count = plump_mesh_vertex_count(s->mesh);
    s->segments = malloc(4 * s->count * sizeof *s->segments);
    s->weights = malloc(4 * s->count * sizeof *s->weights);
    s->normals = malloc(3 * s->count * sizeof *s->normals);
    make_skin(s);
    make_sets(s);
    s->def = plump_default_jiggle_def();
    s->def.mesh = plump_mesh_triangles(s->mesh);
    memset(s->def.mesh.origin, 0, sizeof s->def.mesh.origin);
    s->def.normals = s->normals;
    s->def.segments = s->segments;
    s->def.weights = s->weights;
    s->def.segment_count = SEGMENTS;
    s->def.sets = s->sets;
    s->def.set_count = SETS;
    if (plump_jiggle_create(&s->def, &s->jiggle, &error) != PLUMP_OK) fail_msg("%s", error.text);
    if (plump_jiggle_shader_create(&s->def, &s->shader, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
}

static inline void end(stage* s) {
    plump_jiggle_shader_destroy(s->shader);
    plump_jiggle_destroy(s->jiggle);
    plump_mesh_destroy(s->mesh);
    free(s->segments);
    free(s->weights);
    free(s->normals);
}

// Hops and turns, the higher the more.
static inline void pose(stage* s, int frame, double far_out) {
    double t = frame / 30.0, hop = 0.2 * fabs(sin(5 * t));
    for (int i = 0; i < SEGMENTS; ++i) {
        double angle = 0.3 * i * sin(4 * t), *m = s->matrices + 12 * i;
        const double rows[12] = {cos(angle), -sin(angle),
                                 0,          far_out + 0.3 * sin(3 * t),
                                 sin(angle), cos(angle) * 1.1,
                                 0,          hop,
                                 0,          0,
                                 1,          0.1 * t};
        memcpy(m, rows, sizeof rows);
    }
}

#endif

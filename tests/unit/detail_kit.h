// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Fine meshes on coarse bodies for tests of detail meshes. Include after cmocka.h.
#ifndef DETAIL_KIT_H
#define DETAIL_KIT_H

#include "src/detail/detail_data.h"
#include "tests/unit/world_kit.h"

#include <stdlib.h>

// A coarse mesh, a fine one tied to it, and a body.
typedef struct detail_kit {
    plump_mesh *coarse, *fine;
    plump_detail* detail;
    plump_detail_report report;
    plump_world* world;
    plump_body_id body;
    double *rest, *now, *normals;  // x, y, z per fine vertex
} detail_kit;

static inline plump_detail* kit_tie(const plump_mesh* coarse, plump_triangles fine,
                                    plump_detail_report* report) {
    plump_detail_def def = plump_default_detail_def();
    plump_detail* detail = NULL;
    def.mesh = coarse;
    def.fine = fine;
    OK(plump_detail_create(&def, &detail, report, &kit_error));
    return detail;
}

static inline void kit_read(detail_kit* kit) {
    OK(plump_detail_read(kit->detail, kit->world, kit->body, PLUMP_SCALAR_FLOAT64, kit->now, 0,
                         kit->normals, 0, kit->report.vertex_count, &kit_error));
}

// Takes the meshes over. `body` may be NULL.
static inline detail_kit kit_of(plump_mesh* fine, plump_mesh* coarse, const plump_body_def* body) {
    detail_kit kit = {.coarse = coarse, .fine = fine};
    plump_body_def def = body ? *body : plump_default_body_def();
    def.mesh = coarse;
    kit.detail = kit_tie(coarse, plump_mesh_triangles(fine), &kit.report);
    kit.world = make_world(0, 1);
    OK(plump_body_create(kit.world, &def, &kit.body, &kit_error));
    size_t size = (size_t)3 * kit.report.vertex_count * sizeof(double);
    kit.rest = malloc(size), kit.now = malloc(size), kit.normals = malloc(size);
    assert_true(kit.rest && kit.now && kit.normals);
    const float* at = plump_mesh_positions(fine);
    double origin[3];
    plump_mesh_origin(fine, origin);
    for (size_t i = 0; i < (size_t)3 * kit.report.vertex_count; ++i)
        kit.rest[i] = (double)at[i] + origin[i % 3];
    return kit;
}

static inline void kit_free(detail_kit* kit) {
    free(kit->rest);
    free(kit->now);
    free(kit->normals);
    plump_world_destroy(kit->world);
    plump_detail_destroy(kit->detail);
    plump_mesh_destroy(kit->fine);
    plump_mesh_destroy(kit->coarse);
}

static inline pl_vec3d kit_at(const double* list, uint32_t i) {
    return pl_vec3d_load(list + 3 * (size_t)i);
}

// A sphere of so many vertices with bumps of this height, of radius 0.5.
static inline plump_mesh* bumpy_sphere(uint32_t vertices, double height) {
    plump_mesh* plain = make_shape(PLUMP_SHAPE_SPHERE, vertices);
    plump_triangles list = plump_mesh_triangles(plain);
    float* at = malloc((size_t)3 * list.vertex_count * sizeof *at);
    assert_non_null(at);
    memcpy(at, list.positions, (size_t)3 * list.vertex_count * sizeof *at);
    for (uint32_t i = 0; i < list.vertex_count; ++i) {
        float* p = at + 3 * (size_t)i;
        double bump = 1 + 2 * height * sin(40 * (double)p[0]) * sin(40 * (double)p[1]);
        for (int k = 0; k < 3; ++k) p[k] = (float)((double)p[k] * bump);
    }
    list.positions = at;
    plump_mesh_def def = plump_default_mesh_def();
    plump_mesh* mesh = NULL;
    def.triangles = list;
    OK(plump_mesh_create(&def, &mesh, NULL, &kit_error));
    plump_mesh_destroy(plain);
    free(at);
    return mesh;
}

// Moves every vertex of the body.
typedef void kit_map(const double from[3], double to[3]);
static inline void kit_deform(detail_kit* kit, kit_map* map) {
    plump_body_edit edit;
    OK(plump_body_lend_edit(kit->world, kit->body, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) {
        const double from[3] = {(double)edit.x[i] + edit.origin[0],
                                (double)edit.y[i] + edit.origin[1],
                                (double)edit.z[i] + edit.origin[2]};
        double to[3];
        map(from, to);
        edit.x[i] = (float)(to[0] - edit.origin[0]);
        edit.y[i] = (float)(to[1] - edit.origin[1]);
        edit.z[i] = (float)(to[2] - edit.origin[2]);
    }
}

#endif

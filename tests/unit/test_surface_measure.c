// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The judge of roughness, judged: on shapes that are moved, stretched and dented as known.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/surface_measure.h"

#include <plump/shape.h>

#include <math.h>
#include <stdlib.h>

typedef struct subject {
    plump_mesh* mesh;
    double* x;
    uint32_t count;
    surface_edges edges;
} subject;

static subject make(plump_shape_kind kind, uint32_t vertices) {
    subject s = {.mesh = NULL};
    plump_shape_def def = plump_default_shape_def(kind);
    def.vertex_count = vertices;
    assert_int_equal(plump_shape_create(&def, &s.mesh, NULL), PLUMP_OK);
    s.count = plump_mesh_vertex_count(s.mesh);
    s.x = malloc(3 * (size_t)s.count * sizeof *s.x);
    assert_non_null(s.x);
    for (size_t i = 0; i < 3 * (size_t)s.count; ++i)
        s.x[i] = (double)plump_mesh_positions(s.mesh)[i];
    assert_true(surface_edges_make(s.mesh, s.x, &s.edges));
    return s;
}

static void drop(subject* s) {
    surface_edges_free(&s->edges);
    plump_mesh_destroy(s->mesh);
    free(s->x);
}

static void every_edge_is_found_once(void** state) {
    (void)state;
    subject s = make(PLUMP_SHAPE_TORUS, 500);
    assert_int_equal(s.edges.count, 3 * plump_mesh_triangle_count(s.mesh) / 2);
    double area = 0;
    for (uint32_t i = 0; i < s.edges.count; ++i) area += s.edges.items[i].weight;
    assert_true(area > 0.5 && area < 5);
    assert_true(fabs(s.edges.size - 1) < 1e-6);
    assert_true(fabs(surface_volume(s.mesh, s.x) / plump_mesh_volume(s.mesh) - 1) < 1e-6);
    drop(&s);
}

static void rigid_motion_is_not_rough(void** state) {
    (void)state;
    subject s = make(PLUMP_SHAPE_BEAR, 1000);
    for (uint32_t i = 0; i < s.count; ++i) {  // a turn by 3-4-5 about z, and far away
        double* p = s.x + 3 * (size_t)i;
        double x = 0.6 * p[0] - 0.8 * p[1], y = 0.8 * p[0] + 0.6 * p[1];
        p[0] = x + 100, p[1] = y - 20, p[2] += 7;
    }
    surface_roughness r = surface_roughness_measure(&s.edges, s.x, -INFINITY);
    assert_true(r.rms < 1e-6 && r.most < 1e-4 && r.folded == 0 && r.bend < 1e-6);
    drop(&s);
}

// An ellipsoid of the same volume.
static surface_roughness stretched(uint32_t vertices) {
    subject s = make(PLUMP_SHAPE_SPHERE, vertices);
    for (uint32_t i = 0; i < s.count; ++i) {
        s.x[3 * (size_t)i] *= 1.44;
        s.x[3 * (size_t)i + 1] /= 1.2;
        s.x[3 * (size_t)i + 2] /= 1.2;
    }
    surface_roughness r = surface_roughness_measure(&s.edges, s.x, -INFINITY);
    drop(&s);
    return r;
}

static void bend_does_not_depend_on_the_mesh(void** state) {
    (void)state;
    surface_roughness coarse = stretched(642), fine = stretched(10242);
    assert_true(fabs(fine.bend / coarse.bend - 1) < 0.05);
    assert_true(fabs(coarse.rms / fine.rms / 4 - 1) < 0.1);  // edges are a quarter as long
    assert_true(coarse.folded == 0 && fine.folded == 0);
}

static void a_vertex_pushed_in_folds_the_edges_around(void** state) {
    (void)state;
    subject s = make(PLUMP_SHAPE_SPHERE, 642);
    for (int k = 0; k < 3; ++k) s.x[k] *= 0.3;
    surface_roughness r = surface_roughness_measure(&s.edges, s.x, -INFINITY);
    double folded = r.folded * s.edges.count;  // five or six spokes, and as many around
    assert_true(folded > 9.5 && folded < 12.5);
    assert_true(r.most > 70);
    // what lies on a floor does not count
    assert_true(surface_roughness_measure(&s.edges, s.x, INFINITY).folded == 0);
    drop(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_edge_is_found_once),
        cmocka_unit_test(rigid_motion_is_not_rough),
        cmocka_unit_test(bend_does_not_depend_on_the_mesh),
        cmocka_unit_test(a_vertex_pushed_in_folds_the_edges_around),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

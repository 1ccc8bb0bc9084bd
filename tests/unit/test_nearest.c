// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

#include "src/world/nearest.h"

// Many points of every triangle: none may be nearer than the nearest.
static double sampled_distance(const pl_body* body, pl_vec3d p) {
    double best = INFINITY;
    for (uint32_t f = 0; f < body->surface->triangle_count; ++f) {
        const uint32_t* t = body->surface->triangles + (size_t)3 * f;
        for (int i = 0; i <= 8; ++i) {
            for (int j = 0; i + j <= 8; ++j) {
                double a = i / 8.0, b = j / 8.0, c = 1 - a - b;
                pl_vec3d q;
                q.x = a * (double)body->x[0][t[0]] + b * (double)body->x[0][t[1]] +
                      c * (double)body->x[0][t[2]];
                q.y = a * (double)body->x[1][t[0]] + b * (double)body->x[1][t[1]] +
                      c * (double)body->x[1][t[2]];
                q.z = a * (double)body->x[2][t[0]] + b * (double)body->x[2][t[1]] +
                      c * (double)body->x[2][t[2]];
                double d = pl_vec3d_length(pl_vec3d_sub(q, p));
                best = d < best ? d : best;
            }
        }
    }
    return best;
}

static void no_point_of_the_surface_is_nearer(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BOX, 98);
    plump_world* world = make_world(0, 1);
    const pl_body* body = body_of(world, make_body(world, mesh, 1));
    uint32_t seed = 1;
    for (int n = 0; n < 100; ++n) {
        double point[3];
        for (int k = 0; k < 3; ++k) {
            seed = seed * 1664525u + 1013904223u;
            point[k] = 2.0 * ((double)(seed >> 8) / (1 << 24)) - 1.0;
        }
        pl_nearest nearest;
        assert_true(pl_nearest_find(body, point, INFINITY, &nearest));
        pl_vec3d local = pl_vec3d_sub(pl_vec3d_load(point), pl_vec3d_load(body->origin));
        double sampled = sampled_distance(body, local);
        assert_true(nearest.distance <= sampled + 1e-6 && nearest.distance > sampled - 0.05);
        float sum = 0;
        pl_vec3d at = pl_vec3d_make(0, 0, 0);
        for (int k = 0; k < 3; ++k) {
            assert_true(nearest.share[k] >= 0);
            sum += nearest.share[k];
            uint32_t i = nearest.place[k];
            at = pl_vec3d_add_scaled(
                at, (double)nearest.share[k],
                pl_vec3d_make((double)body->x[0][i], (double)body->x[1][i], (double)body->x[2][i]));
        }
        assert_true(fabsf(sum - 1) < 1e-5f);
        assert_true(fabs(pl_vec3d_length(pl_vec3d_sub(at, local)) - nearest.distance) < 1e-5);
    }
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// From far away, where floats would take all triangles for equally near.
static void the_side_that_faces_a_far_point_is_found(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_world* world = make_world(0, 1);
    const pl_body* body = body_of(world, make_body(world, mesh, 0));
    for (double away = 10; away < 2e12; away *= 10) {
        const double point[3] = {0.6 * away, 0, 0.8 * away};
        pl_nearest nearest;
        assert_true(pl_nearest_find(body, point, INFINITY, &nearest));
        pl_vec3d at = pl_point_of(body, nearest.triangle, nearest.share);
        double radius = 0.5 * body->extent;
        assert_true(fabs(at.x - 0.6 * radius) < 0.05 * radius);
        assert_true(fabs(at.z - 0.8 * radius) < 0.05 * radius);
        assert_true(fabs(nearest.distance - (away - radius)) < 0.01 * radius + 1e-12 * away);
        assert_false(pl_nearest_find(body, point, away - 1.1 * radius, &nearest));
    }
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void a_spoiled_body_gives_its_first_corner(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_world* world = make_world(0, 1);
    pl_body* body = body_of(world, make_body(world, mesh, 0));
    for (uint32_t i = 0; i < body->count; ++i) body->x[1][i] = NAN;
    const double point[3] = {1, 2, 3};
    pl_nearest nearest;
    assert_false(pl_nearest_find(body, point, INFINITY, &nearest));
    assert_int_equal(nearest.triangle, 0);
    assert_int_equal(nearest.place[0], body->surface->triangles[0]);
    assert_true(nearest.share[0] == 1 && nearest.share[1] == 0 && nearest.share[2] == 0);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_point_of_the_surface_is_nearer),
        cmocka_unit_test(the_side_that_faces_a_far_point_is_found),
        cmocka_unit_test(a_spoiled_body_gives_its_first_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

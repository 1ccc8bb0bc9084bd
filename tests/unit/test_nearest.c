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
        pl_nearest nearest = pl_nearest_find(body, point);
        pl_vec3d local = pl_vec3d_sub(pl_vec3d_load(point), pl_vec3d_load(body->origin));
        double sampled = sampled_distance(body, local);
        assert_true(nearest.distance <= sampled + 1e-9 && nearest.distance > sampled - 0.05);
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_point_of_the_surface_is_nearer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

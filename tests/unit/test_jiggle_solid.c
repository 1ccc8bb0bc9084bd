// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Normals of the convex solids that characters are pushed out of: nothing of a convex solid lies
// beyond the plane that touches it.
#include "src/jiggle/jiggle_solid.h"

#include "src/base/alloc.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const float hull_points[] = {0.9f, 0,     0,    -0.8f, 0.1f, 0,    0,    0.7f, 0,
                                    0,    -0.6f, 0.2f, 0,     0.1f, 0.5f, 0.1f, 0,    -0.7f};

static void random_direction(uint32_t* seed, double way[3]) {
    double square;
    do {
        square = 0;
        for (int k = 0; k < 3; ++k) {
            *seed = *seed * 1664525u + 1013904223u;
            way[k] = (double)(*seed >> 8) / (1 << 23) - 1;
            square += way[k] * way[k];
        }
    } while (square > 1 || square < 0.01);
    for (int k = 0; k < 3; ++k) way[k] /= sqrt(square);
}

// Where a ray from within leaves it.
static void leave(const pl_convex* solid, const double way[3], double at[3]) {
    double from, to;
    assert_true(pl_convex_clip(solid, solid->position, way, &from, &to));
    assert_true(from < 0 && to > 0);
    for (int k = 0; k < 3; ++k) at[k] = solid->position[k] + to * way[k];
}

static double beyond(const double n[3], const double from[3], const double to[3]) {
    return n[0] * (to[0] - from[0]) + n[1] * (to[1] - from[1]) + n[2] * (to[2] - from[2]);
}

static void nothing_lies_beyond_the_plane_of_a_normal(void** state) {
    (void)state;
    const plump_obstacle_shape shapes[] = {PLUMP_OBSTACLE_SPHERE, PLUMP_OBSTACLE_BOX,
                                           PLUMP_OBSTACLE_CAPSULE, PLUMP_OBSTACLE_CYLINDER,
                                           PLUMP_OBSTACLE_HULL};
    const double position[3] = {3, -2, 5};
    const float rotation[4] = {0.3f, -0.5f, 0.2f, 0.8f};
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
        plump_obstacle_def def = plump_default_obstacle_def();
        struct pl_jiggle_obstacle obstacle = {
            .memory = pl_arena_make(pl_alloc_hooks((plump_allocator){0}))};
        plump_error error;
        uint32_t seed = 7;
        def.shape = shapes[s];
        def.radius = 0.4f;
        def.half_height = 0.7f;
        def.half_size[0] = 0.3f;
        def.half_size[2] = 1.1f;
        def.points = hull_points;
        def.point_count = 6;
        if (pl_convex_make(&def, &obstacle, &error) != PLUMP_OK) fail_msg("%s", error.text);
        pl_convex* solid = obstacle.parts;
        pl_convex_place(solid, position, rotation);
        for (int i = 0; i < 300; ++i) {
            double way[3], at[3], normal[3], other[3];
            random_direction(&seed, way);
            leave(solid, way, at);
            pl_convex_normal(solid, at, normal);
            assert_true(fabs(beyond(normal, (double[3]){0}, normal) - 1) < 1e-9);
            assert_true(beyond(normal, solid->position, at) > 0);
            for (int k = 0; k < 300; ++k) {
                random_direction(&seed, way);
                leave(solid, way, other);
                if (beyond(normal, at, other) > 1e-6)
                    fail_msg("shape %d: %g m beyond", (int)shapes[s], beyond(normal, at, other));
            }
        }
        pl_arena_release(&obstacle.memory, NULL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_lies_beyond_the_plane_of_a_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

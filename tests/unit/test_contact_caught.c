// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A vertex that has got through another body, and would be held on its far side for ever, comes
// back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

// The longest edge over its rest length.
static double stretch(const scene* s, uint32_t body) {
    const judge_body* b = &s->judge[body];
    const uint32_t* t = plump_mesh_indices(b->mesh);
    const float* rest = plump_mesh_positions(b->mesh);
    double most = 0;
    for (uint32_t i = 0; i < 3 * plump_mesh_triangle_count(b->mesh); ++i) {
        uint32_t from = t[i], to = t[i % 3 == 2 ? i - 2 : i + 1];
        double now = 0, then = 0;
        for (size_t k = 0; k < 3; ++k) {
            double d = b->x[3 * (size_t)from + k] - b->x[3 * (size_t)to + k];
            double r = (double)rest[3 * (size_t)from + k] - (double)rest[3 * (size_t)to + k];
            now += d * d;
            then += r * r;
        }
        most = fmax(most, sqrt(now / then));
    }
    return most;
}

// Puts the vertex of the first body that is farthest along x to (x, 0, 0).
static void draw_out(scene* s, double x) {
    plump_body_id bodies[2];
    plump_body_edit edit;
    uint32_t tip = 0;
    plump_world_bodies(s->world, bodies, 2);
    assert_int_equal(plump_body_lend_edit(s->world, bodies[0], &edit, NULL), PLUMP_OK);
    for (uint32_t i = 1; i < edit.count; ++i)
        if (edit.x[i] > edit.x[tip]) tip = i;
    edit.x[tip] = (float)(x - edit.origin[0]);
    edit.y[tip] = (float)-edit.origin[1];
    edit.z[tip] = (float)-edit.origin[2];
}

// Two balls side by side; behind the second one the tip of the first.
static void a_vertex_behind_another_body_comes_back(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 120);
    const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 642, 0.2));
    for (int i = 0; i < 2; ++i) {
        plump_body_def def = scene_def(ball, 20, 0.201 * i, 0, 0);
        scene_body(&s, &def);
    }
    draw_out(&s, 0.32);
    scene_look(&s);
    assert_true(stretch(&s, 0) > 5);
    scene_run(&s, 1.5);
    judge_crossings c = judge_count_crossings(s.judge, 2);
    scene_at_most("longest edge over its rest length", stretch(&s, 0), 1.2);
    scene_at_most("crossing pairs of triangles", (double)c.between, 0);
    scene_expect_rest(&s);
    scene_expect_sound(&s);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vertex_behind_another_body_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

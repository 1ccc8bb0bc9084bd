// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How rough a surface is: nothing at rest, however it is moved, turned and sized; next to nothing
// where it is bent smoothly, less on finer meshes; and what is put on it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/state/roughness.h"
#include "tests/unit/world_kit.h"

typedef struct lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id id;
    pl_body* body;
} lab;

static lab lab_begin(uint32_t vertices) {
    lab l = {.mesh = make_shape(PLUMP_SHAPE_SPHERE, vertices), .world = make_world(0, 1)};
    plump_body_def def = plump_default_body_def();
    def.mesh = l.mesh;
    OK(plump_body_create(l.world, &def, &l.id, &kit_error));
    l.body = body_of(l.world, l.id);
    return l;
}

static void lab_end(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

static double told(const lab* l) {
    return pl_roughness_measure(l->body, 1);
}

static void rigid_motion_and_growth_are_not_rough(void** state) {
    (void)state;
    lab l = lab_begin(642);
    const double there[3] = {3, 2, 1};
    const float turned[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    assert_true(told(&l) < 1e-6);
    OK(plump_body_teleport(l.world, l.id, there, turned, &kit_error));
    for (int k = 0; k < 3; ++k)
        for (uint32_t i = 0; i < l.body->count; ++i) l.body->x[k][i] *= 2;
    assert_true(told(&l) < 1e-4);
    lab_end(&l);
}

// An ellipsoid of 2 : 1 has other curvatures than the ball: by edge / 4R, less on finer meshes.
static void smooth_bending_counts_less_on_finer_meshes(void** state) {
    (void)state;
    double rough[2];
    const uint32_t vertices[2] = {642, 10242};
    for (int n = 0; n < 2; ++n) {
        lab l = lab_begin(vertices[n]);
        for (uint32_t i = 0; i < l.body->count; ++i) l.body->x[1][i] *= 0.5f;
        rough[n] = told(&l);
        lab_end(&l);
    }
    print_message("an ellipsoid: %.4f, finer %.4f\n", rough[0], rough[1]);
    assert_true(rough[0] < 0.05);
    assert_true(rough[1] < 0.3 * rough[0] && rough[1] > 0.2 * rough[0]);
}

// Every vertex by itself a quarter of an edge in or out: its own height and that of the six around.
static void noise_is_told_as_it_is(void** state) {
    (void)state;
    lab l = lab_begin(2562);
    double edge = l.body->surface->edge_mean, expected = 0.25 * sqrt(1 + 1.0 / 6);
    uint32_t seed = 1;
    for (uint32_t i = 0; i < l.body->count; ++i) {
        seed = seed * 1664525u + 1013904223u;
        float size = (float)(1 + (seed >> 31 ? 0.25 : -0.25) * edge / 0.5);
        for (int k = 0; k < 3; ++k) l.body->x[k][i] *= size;
    }
    print_message("noise: %.4f, expected %.4f\n", told(&l), expected);
    assert_true(fabs(told(&l) / expected - 1) < 0.1);
    // a sample tells the same
    double sample = pl_roughness_measure(l.body, pl_roughness_stride(l.body));
    assert_true(fabs(sample / told(&l) - 1) < 0.1);
    lab_end(&l);
}

static void steps_report_the_roughest(void** state) {
    (void)state;
    lab l = lab_begin(642);
    plump_body_def def = plump_default_body_def();
    plump_body_id other;
    def.mesh = l.mesh;
    def.position[0] = 5;
    OK(plump_body_create(l.world, &def, &other, &kit_error));
    for (uint32_t i = 0; i < l.body->count; i += 7) l.body->x[0][i] += 0.02f;
    OK(plump_world_step(l.world, 1e-4f, 1, &kit_error));
    const plump_step_report* report = plump_world_report(l.world);
    assert_int_equal(report->roughness_body.value, l.id.value);
    assert_true(fabs(report->roughness / told(&l) - 1) < 1e-9);
    plump_body_info info;
    OK(plump_body_describe(l.world, l.id, &info, &kit_error));
    assert_true(info.roughness == report->roughness);
    assert_true(report->roughness > 0.05);
    lab_end(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigid_motion_and_growth_are_not_rough),
        cmocka_unit_test(smooth_bending_counts_less_on_finer_meshes),
        cmocka_unit_test(noise_is_told_as_it_is),
        cmocka_unit_test(steps_report_the_roughest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

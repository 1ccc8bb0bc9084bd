// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

static plump_mesh* mesh;
static plump_world* world;
static plump_body_id id;

static int begin(void** state) {
    (void)state;
    mesh = make_shape(PLUMP_SHAPE_BEAR, 302);
    world = make_world(0, 1);
    id = make_body(world, mesh, 2);
    return 0;
}

static int end(void** state) {
    (void)state;
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
    return 0;
}

static void has_momentum(double x, double y, double z) {
    step(world, 1);
    plump_body_info info = describe(world, id);
    double scale = fabs(x) + fabs(y) + fabs(z);
    assert_true(fabs(info.momentum[0] - x) < 2e-5 * scale);
    assert_true(fabs(info.momentum[1] - y) < 2e-5 * scale);
    assert_true(fabs(info.momentum[2] - z) < 2e-5 * scale);
}

static void an_impulse_is_the_change_of_momentum(void** state) {
    (void)state;
    const float impulse[3] = {1, -2, 3};
    OK(plump_body_add_impulse(world, id, 17, impulse, &kit_error));
    has_momentum(1, -2, 3);
}

static void an_impulse_on_all_makes_no_spin(void** state) {
    (void)state;
    const float impulse[3] = {100, 0, 0};
    OK(plump_body_add_impulse(world, id, PLUMP_ALL_VERTICES, impulse, &kit_error));
    has_momentum(100, 0, 0);
    for (int k = 0; k < 3; ++k) assert_true(fabs(describe(world, id).angular_velocity[k]) < 1e-4);
}

static void a_force_acts_for_one_step_and_adds_up(void** state) {
    (void)state;
    const float force[3] = {0, 30, 0}, more[3] = {60, 0, 0};
    OK(plump_body_add_force(world, id, 3, force, &kit_error));
    OK(plump_body_add_force(world, id, 3, force, &kit_error));
    OK(plump_body_add_force(world, id, PLUMP_ALL_VERTICES, more, &kit_error));
    has_momentum(1, 1, 0);  // 60 N for 1/60 s each
    has_momentum(1, 1, 0);
}

static void at_a_point_the_corners_share(void** state) {
    (void)state;
    const float impulse[3] = {0, 0, 4};
    const double above[3] = {2.0, 5.0, 0.0};
    OK(plump_body_add_impulse_at(world, id, above, impulse, &kit_error));
    const pl_body* body = body_of(world, id);
    int moved = 0;
    for (uint32_t i = 0; i < body->count; ++i) moved += body->v[2][i] > 0;
    assert_in_range(moved, 1, 3);
    has_momentum(0, 0, 4);
    const float force[3] = {120, 0, 0};
    OK(plump_body_add_force_at(world, id, above, force, &kit_error));
    has_momentum(2, 0, 4);
}

static void velocities_are_set(void** state) {
    (void)state;
    const float velocity[3] = {0.5f, 0, -1};
    OK(plump_body_set_velocity(world, id, PLUMP_ALL_VERTICES, velocity, &kit_error));
    double mass = describe(world, id).mass;
    has_momentum(0.5 * mass, 0, -mass);
    OK(plump_body_set_velocity(world, id, 9, velocity, &kit_error));
    const pl_body* body = body_of(world, id);
    assert_true(body->v[2][body->surface->place_of[9]] == -1.0f);
}

static void pinned_vertices_do_not_take_impulses(void** state) {
    (void)state;
    const float impulse[3] = {1, 2, 3};
    OK(plump_body_pin(world, id, 17, &kit_error));
    OK(plump_body_add_impulse(world, id, 17, impulse, &kit_error));
    OK(plump_body_set_velocity(world, id, 17, impulse, &kit_error));
    const pl_body* body = body_of(world, id);
    assert_true(body->v[0][body->surface->place_of[17]] == 0.0f);
}

static void wrong_pushes_are_refused(void** state) {
    (void)state;
    const float fine[3] = {1, 2, 3}, nan[3] = {0, NAN, 0}, fast[3] = {0, 0, 2e6f};
    const double far[3] = {0, INFINITY, 0};
    uint64_t before = plump_world_hash(world);
    REFUSED(plump_body_add_force(world, id, 302, fine, &kit_error), "vertex 302");
    REFUSED(plump_body_add_impulse(world, id, 0, nan, &kit_error), "axis 1");
    REFUSED(plump_body_set_velocity(world, id, 0, fast, &kit_error), "velocity is 2e+06");
    REFUSED(plump_body_add_force_at(world, id, far, fine, &kit_error), "point");
    REFUSED(plump_body_add_force(world, id, 0, NULL, &kit_error), "NULL");
    assert_true(before == plump_world_hash(world));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_impulse_is_the_change_of_momentum, begin, end),
        cmocka_unit_test_setup_teardown(an_impulse_on_all_makes_no_spin, begin, end),
        cmocka_unit_test_setup_teardown(a_force_acts_for_one_step_and_adds_up, begin, end),
        cmocka_unit_test_setup_teardown(at_a_point_the_corners_share, begin, end),
        cmocka_unit_test_setup_teardown(velocities_are_set, begin, end),
        cmocka_unit_test_setup_teardown(pinned_vertices_do_not_take_impulses, begin, end),
        cmocka_unit_test_setup_teardown(wrong_pushes_are_refused, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

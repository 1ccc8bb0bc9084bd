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
    mesh = make_shape(PLUMP_SHAPE_BAR, 338);
    world = make_world(-9.81f, 1);
    id = make_body(world, mesh, 0);
    return 0;
}

static int end(void** state) {
    (void)state;
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
    return 0;
}

static void position_of(uint32_t vertex, double out[3]) {
    const pl_body* body = body_of(world, id);
    uint32_t place = body->surface->place_of[vertex];
    for (int k = 0; k < 3; ++k) out[k] = body->origin[k] + (double)body->x[k][place];
}

static void pins_hold(void** state) {
    (void)state;
    double before[3], after[3];
    position_of(5, before);
    OK(plump_body_pin(world, id, 5, &kit_error));
    OK(plump_body_pin(world, id, 5, &kit_error));
    step(world, 300);
    position_of(5, after);
    for (int k = 0; k < 3; ++k) assert_true(fabs(after[k] - before[k]) < 1e-6);
    plump_body_info info = describe(world, id);  // it hangs there
    assert_true(fabs(info.centre[1] - before[1]) < 3 * info.extent);
    OK(plump_body_unpin(world, id, 5, &kit_error));
    step(world, 60);
    assert_true(describe(world, id).centre[1] < info.centre[1] - 3.0);
}

static void pins_arrive_where_they_are_sent(void** state) {
    (void)state;
    const double target[3] = {0.25, -0.125, 1.5};
    double after[3];
    OK(plump_body_pin(world, id, 5, &kit_error));
    OK(plump_body_pin(world, id, 100, &kit_error));
    OK(plump_body_move_pin(world, id, 5, target, &kit_error));
    step(world, 1);
    position_of(5, after);
    for (int k = 0; k < 3; ++k) assert_true(fabs(after[k] - target[k]) < 1e-6);
    step(world, 10);  // and stay
    position_of(5, after);
    for (int k = 0; k < 3; ++k) assert_true(fabs(after[k] - target[k]) < 1e-6);
    const pl_body* body = body_of(world, id);
    assert_true(body->v[2][body->surface->place_of[5]] == 0.0f);
}

static void a_teleport_moves_all_of_it(void** state) {
    (void)state;
    const double home[3] = {1000, 20, -5};
    const float turn[4] = {0, 0, 1, 1};  // a quarter turn about z: x -> y
    OK(plump_body_pin(world, id, 5, &kit_error));
    step(world, 30);
    plump_body_info before = describe(world, id);
    double pin[3], after[3];
    position_of(5, pin);
    OK(plump_body_teleport(world, id, home, turn, &kit_error));
    plump_body_info info = describe(world, id);
    for (int k = 0; k < 3; ++k) assert_true(fabs(info.centre[k] - home[k]) < 1e-6);
    assert_true(fabs(info.velocity[0] + before.velocity[1]) < 1e-6);
    step(world, 30);
    position_of(5, after);
    assert_true(fabs(after[0] - (home[0] - (pin[1] - before.centre[1]))) < 1e-5);
    assert_true(fabs(after[1] - (home[1] + (pin[0] - before.centre[0]))) < 1e-5);
}

static void numbers_change_by_name(void** state) {
    (void)state;
    OK(plump_body_set(world, id, "frequency", 7, &kit_error));
    assert_true(plump_body_get(world, id, "frequency") == 7);
    OK(plump_body_set(world, id, "gravity_scale", 0, &kit_error));
    step(world, 10);
    assert_true(fabs(describe(world, id).velocity[1]) < 1e-4);
    uint64_t before = plump_world_hash(world);
    REFUSED(plump_body_set(world, id, "frequency", -1, &kit_error), "frequency");
    REFUSED(plump_body_set(world, id, "frequenzy", 1, &kit_error), "frequency");
    REFUSED(plump_body_set(world, id, "radius", 0.1, &kit_error), "fixed when a body is created");
    REFUSED(plump_body_set(world, id, "yield", 0.1, &kit_error), "yield");
    assert_true(before == plump_world_hash(world));
    assert_true(isnan(plump_body_get(world, id, "nothing")));
}

static void wrong_pins_are_refused(void** state) {
    (void)state;
    const double fine[3] = {0, 0, 0}, nan[3] = {0, NAN, 0};
    const float none[4] = {0, 0, 0, 0}, one[4] = {0, 0, 0, 1};
    uint64_t before = plump_world_hash(world);
    REFUSED(plump_body_pin(world, id, 326, &kit_error), "vertex 326 is meant, the body has 326");
    REFUSED(plump_body_move_pin(world, id, 3, fine, &kit_error), "not pinned");
    REFUSED(plump_body_unpin(world, id, 3, &kit_error), "not pinned");
    REFUSED(plump_body_teleport(world, id, nan, one, &kit_error), "position");
    REFUSED(plump_body_teleport(world, id, fine, none, &kit_error), "quaternion");
    assert_true(before == plump_world_hash(world));
}

static void spoiled_vertices_are_not_pinned(void** state) {
    (void)state;
    pl_body* body = body_of(world, id);
    body->x[1][body->surface->place_of[7]] = NAN;
    REFUSED(plump_body_pin(world, id, 7, &kit_error), "the next step mends it");
    step(world, 1);
    OK(plump_body_pin(world, id, 7, &kit_error));
    step(world, 1);
    assert_int_equal(plump_world_report(world)->contained_count, 0);
}

static void spoiled_velocities_do_not_get_out(void** state) {
    (void)state;
    const double home[3] = {0, 0, 0};
    const float turn[4] = {0, 0, 0, 1e-7f};  // any length will do
    pl_body* body = body_of(world, id);
    body->v[1][3] = NAN;
    OK(plump_body_teleport(world, id, home, turn, &kit_error));
    plump_body_info info = describe(world, id);
    assert_true(isfinite(info.velocity[1]) && isfinite(info.kinetic_energy));
}

static void what_is_done_to_a_body_shows_at_once(void** state) {
    (void)state;
    const float kick[3] = {0, 0, 50};
    OK(plump_body_add_impulse(world, id, PLUMP_ALL_VERTICES, kick, &kit_error));
    assert_true(fabs(describe(world, id).momentum[2] - 50) < 1e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pins_hold, begin, end),
        cmocka_unit_test_setup_teardown(pins_arrive_where_they_are_sent, begin, end),
        cmocka_unit_test_setup_teardown(a_teleport_moves_all_of_it, begin, end),
        cmocka_unit_test_setup_teardown(numbers_change_by_name, begin, end),
        cmocka_unit_test_setup_teardown(wrong_pins_are_refused, begin, end),
        cmocka_unit_test_setup_teardown(spoiled_vertices_are_not_pinned, begin, end),
        cmocka_unit_test_setup_teardown(spoiled_velocities_do_not_get_out, begin, end),
        cmocka_unit_test_setup_teardown(what_is_done_to_a_body_shows_at_once, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

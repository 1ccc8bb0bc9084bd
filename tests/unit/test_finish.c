// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

static plump_mesh* mesh;

static int make_mesh(void** state) {
    (void)state;
    mesh = make_shape(PLUMP_SHAPE_JELLY, 400);
    return 0;
}

static int free_mesh(void** state) {
    (void)state;
    plump_mesh_destroy(mesh);
    return 0;
}

static void bodies_at_rest_sleep_after_half_a_second(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    step(world, 29);
    assert_false(describe(world, id).asleep);
    step(world, 2);
    assert_true(describe(world, id).asleep);
    assert_int_equal(plump_world_report(world)->asleep_count, 1);
    uint64_t asleep = body_bits(world, id);
    step(world, 1000);
    assert_true(asleep == body_bits(world, id));
    assert_int_equal(plump_world_report(world)->particle_count, 0);
    plump_world_destroy(world);
}

static void bodies_that_move_or_may_not_sleep_stay_awake(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_def def = plump_default_body_def();
    plump_body_id id[3];
    def.mesh = mesh;
    def.can_sleep = false;
    OK(plump_body_create(world, &def, &id[0], &kit_error));
    def.can_sleep = true;
    def.velocity[0] = 0.01f;
    def.position[1] = 5;
    OK(plump_body_create(world, &def, &id[1], &kit_error));
    def.velocity[0] = 0.0f;
    def.position[1] = 10;
    def.angular_velocity[2] = 0.02f;
    OK(plump_body_create(world, &def, &id[2], &kit_error));
    step(world, 200);
    assert_int_equal(plump_world_report(world)->asleep_count, 0);
    plump_world_destroy(world);
}

static void bodies_do_not_sleep_while_they_fall(void** state) {
    (void)state;
    plump_world* world = make_world(-0.001f, 1);
    plump_body_id id = make_body(world, mesh, 0);
    step(world, 120);
    assert_false(describe(world, id).asleep);
    assert_true(fabs(describe(world, id).velocity[1] + 0.002) < 1e-5);
    plump_world_destroy(world);
}

enum { WAYS = 9 };

static void wake_by(plump_world* world, plump_body_id id, int way) {
    const float push[3] = {0, 1, 0}, gravity[3] = {0, -1, 0}, turn[4] = {0, 0, 0, 1};
    const double point[3] = {0, 1, 0};
    plump_body_edit edit;
    switch (way) {
    case 0: OK(plump_body_add_force(world, id, 0, push, &kit_error)); break;
    case 1: OK(plump_body_add_impulse(world, id, 0, push, &kit_error)); break;
    case 2: OK(plump_body_set_velocity_at(world, id, point, push, &kit_error)); break;
    case 3: OK(plump_body_pin(world, id, 0, &kit_error)); break;
    case 4: OK(plump_body_teleport(world, id, point, turn, &kit_error)); break;
    case 5: OK(plump_body_set(world, id, "frequency", 5, &kit_error)); break;
    case 6: OK(plump_world_set_gravity(world, gravity, &kit_error)); break;
    case 7: OK(plump_body_lend_edit(world, id, &edit, &kit_error)); break;
    default: OK(plump_body_wake(world, id, &kit_error)); break;
    }
}

static void every_change_wakes(void** state) {
    (void)state;
    for (int way = 0; way < WAYS; ++way) {
        plump_world* world = make_world(0, 1);
        plump_body_id id = make_body(world, mesh, 0);
        step(world, 60);
        assert_true(describe(world, id).asleep);
        wake_by(world, id, way);
        assert_false(describe(world, id).asleep);
        step(world, 1);
        assert_int_equal(plump_world_report(world)->woke_count, 1);
        assert_int_not_equal(plump_world_report(world)->particle_count, 0);
        plump_world_destroy(world);
    }
}

static void a_body_on_moving_pins_does_not_sleep(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    OK(plump_body_pin(world, id, 0, &kit_error));
    for (int i = 0; i < 100; ++i) {  // told to go where it is
        double here[3];
        memcpy(here, body_of(world, id)->pins[0].from, sizeof here);
        OK(plump_body_move_pin(world, id, 0, here, &kit_error));
        step(world, 1);
    }
    assert_false(describe(world, id).asleep);
    step(world, 60);
    assert_true(describe(world, id).asleep);
    plump_world_destroy(world);
}

// So slowly that its speed alone would let it sleep.
static void a_body_on_its_way_to_another_volume_does_not_sleep(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    OK(plump_body_set(world, id, "volume_time", 1000, &kit_error));
    OK(plump_body_set(world, id, "volume_scale", 1.001, &kit_error));
    step(world, 120);
    plump_body_info info = describe(world, id);
    assert_false(info.asleep);
    assert_true(info.volume_target > info.rest_volume);
    OK(plump_body_set(world, id, "volume", PLUMP_VOLUME_FREE, &kit_error));
    step(world, 60);
    assert_true(describe(world, id).asleep);  // without a target there is no way to go
    OK(plump_body_set(world, id, "volume", PLUMP_VOLUME_BODY, &kit_error));
    OK(plump_body_set(world, id, "volume_time", 0, &kit_error));
    step(world, 120);
    assert_true(describe(world, id).asleep);
    plump_world_destroy(world);
}

static void the_origin_follows_a_body_far_away(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.velocity[0] = 1000.0f;
    OK(plump_body_create(world, &def, &id, &kit_error));
    double start = describe(world, id).centre[0];
    for (int i = 0; i < 6000; ++i) OK(plump_world_step(world, 1.0f / 64, 1, &kit_error));
    plump_body_info info = describe(world, id);
    print_message("  %g m beside the mark\n", info.centre[0] - start - 93750.0);
    assert_true(fabs(info.centre[0] - start - 93750.0) < 2.0);  // 2e-5: floats of 1000 m/s
    // 100 km out, where floats are 8 mm apart, its shape is still its shape, however it has turned
    const pl_body* body = body_of(world, id);
    pl_vec3d centre = body->motion.centre;
    double widest = 0, rest = 0;
    for (uint32_t i = 0; i < body->count; ++i) {
        assert_true(fabsf(body->x[0][i]) < 2.0f);
        pl_vec3d now =
            pl_vec3d_make((double)body->x[0][i], (double)body->x[1][i], (double)body->x[2][i]);
        double out = pl_vec3d_length(pl_vec3d_sub(now, centre));
        pl_vec3d before = pl_vec3d_make((double)body->rest[0][i], (double)body->rest[1][i],
                                        (double)body->rest[2][i]);
        double rest_out = pl_vec3d_length(before);
        widest = out > widest ? out : widest;
        rest = rest_out > rest ? rest_out : rest;
    }
    assert_true(fabs(widest - rest) < 1e-4);
    plump_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_at_rest_sleep_after_half_a_second),
        cmocka_unit_test(bodies_that_move_or_may_not_sleep_stay_awake),
        cmocka_unit_test(bodies_do_not_sleep_while_they_fall),
        cmocka_unit_test(every_change_wakes),
        cmocka_unit_test(a_body_on_moving_pins_does_not_sleep),
        cmocka_unit_test(a_body_on_its_way_to_another_volume_does_not_sleep),
        cmocka_unit_test(the_origin_follows_a_body_far_away),
    };
    return cmocka_run_group_tests(tests, make_mesh, free_mesh);
}

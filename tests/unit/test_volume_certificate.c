// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What bodies say of their volume: the bound of "kept", reasons for any substep, and numbers that
// are none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/volume/volume.h"
#include "tests/unit/mesh_fixtures.h"
#include "tests/unit/world_kit.h"

static plump_body_id add(plump_world* world, const plump_body_def* def) {
    plump_body_id id;
    OK(plump_body_create(world, def, &id, &kit_error));
    return id;
}

// Pinned all over, and asked for five millionths more than it has.
static void five_millionths_off_is_not_kept(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    plump_body_id id = add(world, &def);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i)
        OK(plump_body_pin(world, id, i, &kit_error));
    OK(plump_body_set(world, id, "volume_time", 0, &kit_error));
    OK(plump_body_set(world, id, "volume_scale", 1 + 5e-6, &kit_error));
    OK(plump_world_step(world, 1.0f / 60, 1, &kit_error));
    plump_body_info info = describe(world, id);
    assert_true(info.volume_error < -4e-6 && info.volume_error > -6e-6);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_INFEASIBLE);
    assert_int_equal(info.volume_state_most, PLUMP_VOLUME_INFEASIBLE);
    assert_int_equal(plump_world_report(world)->infeasible_count, 1);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// A plate of 1 x 1 x `thickness` m: eight vertices in floats cannot hold a thin one to 1e-6.
static plump_mesh* make_plate(double thickness) {
    fixture f = {0};
    for (int i = 0; i < 8; ++i)
        fixture_vertex(&f, i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5,
                       (i >> 2 ? 0.5 : -0.5) * thickness);
    fixture_quad(&f, 0, 2, 3, 1);
    fixture_quad(&f, 4, 5, 7, 6);
    fixture_quad(&f, 0, 1, 5, 4);
    fixture_quad(&f, 2, 6, 7, 3);
    fixture_quad(&f, 0, 4, 6, 2);
    fixture_quad(&f, 1, 3, 7, 5);
    outcome o = fixture_take(&f);
    if (o.result != PLUMP_OK) fail_msg("%s", o.error.text);
    fixture_free(&f);
    return o.mesh;
}

static void the_bound_is_a_millionth_and_more_only_in_thin_bodies(void** state) {
    (void)state;
    plump_world* world = make_world(-9.81f, 1);
    plump_mesh *ball = make_shape(PLUMP_SHAPE_SPHERE, 162), *plate = make_plate(1e-3);
    plump_body_def def = plump_default_body_def();
    def.mesh = ball;
    plump_body_id round = add(world, &def);
    assert_true(describe(world, round).volume_error_kept == 1e-6);
    def.volume_exact = false;
    def.position[0] = 3;
    assert_true(describe(world, add(world, &def)).volume_error_kept == 0.05);
    def.volume = PLUMP_VOLUME_FREE;
    def.position[0] = 6;
    assert_true(describe(world, add(world, &def)).volume_error_kept == 0);
    def = plump_default_body_def();
    def.mesh = plate;
    def.position[0] = 10;
    def.angular_velocity[0] = 2;
    plump_body_id flat = add(world, &def);
    // extent x area / volume = 1 x 2.004 / 0.001, the area as vertices see it, some less
    double kept = describe(world, flat).volume_error_kept, whole = 2.004e-4 / sqrt(8);
    assert_true(kept > 0.5 * whole && kept < whole);
    for (int i = 0; i < 60; ++i) OK(plump_world_step(world, 1.0f / 60, 4, &kit_error));
    plump_body_info info = describe(world, flat);
    assert_int_equal(info.volume_state_most, PLUMP_VOLUME_KEPT);
    assert_true(info.volume_error_most <= info.volume_error_kept);
    assert_true(describe(world, round).volume_error_most <= 1e-6);
    assert_int_equal(describe(world, round).volume_state_most, PLUMP_VOLUME_KEPT);
    plump_world_destroy(world);
    plump_mesh_destroy(ball);
    plump_mesh_destroy(plate);
}

static void blow_up(plump_world* world, plump_body_id id, float times) {
    plump_body_edit edit;
    OK(plump_body_lend_edit(world, id, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) {
        edit.x[i] *= times;
        edit.y[i] *= times;
        edit.z[i] *= times;
    }
}

// Twenty-seven times its volume at first, where it should be long before the last substep.
static void the_reason_is_told_whichever_substep_had_it(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    plump_body_id id = add(world, &def);
    blow_up(world, id, 3);
    OK(plump_world_step(world, 0.5f, 100, &kit_error));
    const plump_step_report* report = plump_world_report(world);
    plump_body_info info = describe(world, id);
    assert_true(fabs(info.volume_error) <= 1e-6);
    assert_true(info.volume_error_most > 10 && report->volume_error > 10);
    // on its way some substeps may not reach even what they may mend
    assert_true(info.volume_state == PLUMP_VOLUME_RETURNING ||
                info.volume_state == PLUMP_VOLUME_INFEASIBLE);
    assert_int_equal(report->returning_count + report->infeasible_count, 1);
    OK(plump_world_step(world, 0.5f, 100, &kit_error));
    info = describe(world, id);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_KEPT);
    assert_int_equal(info.volume_state_most, PLUMP_VOLUME_RETURNING);
    assert_int_equal(report->returning_count + report->infeasible_count, 0);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// The stage asked by itself, as a step mends what is not finite before it comes here.
static void a_volume_that_is_no_number_is_a_failure(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    plump_body_id id = add(world, &def);
    OK(plump_world_step(world, 1.0f / 60, 1, &kit_error));
    world->bodies[0]->x[0][5] = NAN;
    world->stage.h = 1.0f / 60;
    pl_volume_velocities(&world->stage);
    assert_true(world->bodies[0]->volume_error_step == PL_VOLUME_ERROR_MOST);
    plump_body_info info = describe(world, id);
    assert_true(info.volume_error_most == 1e30);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_INFEASIBLE);
    assert_int_equal(info.volume_state_most, PLUMP_VOLUME_INFEASIBLE);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(five_millionths_off_is_not_kept),
        cmocka_unit_test(the_bound_is_a_millionth_and_more_only_in_thin_bodies),
        cmocka_unit_test(the_reason_is_told_whichever_substep_had_it),
        cmocka_unit_test(a_volume_that_is_no_number_is_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

typedef enum { ONE_NAN, ONE_HUGE, ONE_FAST, HALF_INFINITE, ALL_NAN, ALL_HUGE, SPOILS } spoil;

static void spoil_body(plump_world* world, plump_body_id id, spoil how) {
    plump_body_edit edit;
    OK(plump_body_lend_edit(world, id, &edit, &kit_error));
    uint32_t count = how < HALF_INFINITE ? 1 : how == HALF_INFINITE ? edit.count / 2 : edit.count;
    for (uint32_t i = 0; i < count; ++i) {
        if (how == ONE_FAST) edit.vz[i] = -1e30f;
        if (how == ONE_NAN || how == ALL_NAN) edit.x[i] = NAN;
        if (how == ONE_HUGE || how == ALL_HUGE) edit.y[i] = 1e30f;
        if (how == HALF_INFINITE) edit.z[i] = i % 2 ? INFINITY : -INFINITY;
    }
}

static bool is_finite(plump_world* world, plump_body_id id) {
    const pl_body* body = body_of(world, id);
    for (int k = 0; k < 3; ++k) {
        for (uint32_t i = 0; i < body->padded; ++i) {
            if (!isfinite(body->x[k][i]) || !isfinite(body->v[k][i])) return false;
        }
    }
    return true;
}

// The body in the middle is spoiled after ten steps; `other` becomes what the ones beside it did.
static void run(plump_mesh* mesh, spoil how, bool paper, uint64_t other[2]) {
    plump_world* world = make_world(-9.81f, 2);
    plump_body_def def = plump_default_body_def();
    plump_body_id id[3];
    def.mesh = mesh;
    def.matching = paper ? PLUMP_MATCHING_PAPER : PLUMP_MATCHING_PHYSICAL;
    def.angular_velocity[1] = 1.0f;
    for (int i = 0; i < 3; ++i) {
        def.position[0] = 2.0 * i;
        OK(plump_body_create(world, &def, &id[i], &kit_error));
    }
    step(world, 10);
    if (how < SPOILS) spoil_body(world, id[1], how);
    step(world, 1);
    const plump_step_report* report = plump_world_report(world);
    assert_int_equal(report->contained_count, how < SPOILS);
    if (how < SPOILS) {
        assert_int_equal(report->contained_first.value, id[1].value);
        assert_true(describe(world, id[1]).contained);
        assert_true(is_finite(world, id[1]));
    }
    step(world, 30);
    assert_int_equal(plump_world_report(world)->contained_count, 0);
    assert_false(describe(world, id[1]).contained);
    assert_true(is_finite(world, id[1]));
    // it stays about where it was; with nothing left to go by it has lost its fall until then
    double apart = describe(world, id[1]).centre[1] - describe(world, id[0]).centre[1];
    assert_true(fabs(apart) < (how >= ALL_NAN && how < SPOILS ? 2.0 : 0.05));
    other[0] = body_bits(world, id[0]);
    other[1] = body_bits(world, id[2]);
    plump_world_destroy(world);
}

static void check_spoils(bool paper) {
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    uint64_t clean[2], beside[2];
    run(mesh, SPOILS, paper, clean);
    for (int how = 0; how < SPOILS; ++how) {
        run(mesh, (spoil)how, paper, beside);
        assert_true(clean[0] == beside[0] && clean[1] == beside[1]);
    }
    plump_mesh_destroy(mesh);
}

static void spoiled_bodies_are_mended_and_others_do_not_notice(void** state) {
    (void)state;
    check_spoils(false);
}

static void the_same_in_paper_mode(void** state) {
    (void)state;
    check_spoils(true);
}

static void one_lost_vertex_comes_back_to_its_place(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_TORUS, 532);
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    pl_body* body = body_of(world, id);
    float before[3] = {body->x[0][5], body->x[1][5], body->x[2][5]};
    body->x[0][5] = body->x[1][5] = body->x[2][5] = NAN;
    step(world, 1);
    for (int k = 0; k < 3; ++k) assert_true(fabsf(body->x[k][5] - before[k]) < 1e-5f);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void a_spoiled_pin_stays_pinned(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_world* world = make_world(-9.81f, 1);
    plump_body_id id = make_body(world, mesh, 0);
    OK(plump_body_pin(world, id, 3, &kit_error));
    pl_body* body = body_of(world, id);
    uint32_t place = body->surface->place_of[3];
    float before = body->x[1][place];
    body->x[1][place] = NAN;
    step(world, 20);
    assert_true(fabsf(body->x[1][place] + (float)body->origin[1] - before) < 1e-5f);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spoiled_bodies_are_mended_and_others_do_not_notice),
        cmocka_unit_test(the_same_in_paper_mode),
        cmocka_unit_test(one_lost_vertex_comes_back_to_its_place),
        cmocka_unit_test(a_spoiled_pin_stays_pinned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

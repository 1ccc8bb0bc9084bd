// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <fenv.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

static void ids_of_destroyed_bodies_are_refused_for_ever(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_world* world = make_world(0, 1);
    plump_body_id first = make_body(world, mesh, 0), old = first;
    for (int i = 0; i < 9000; ++i) {  // more than a place has generations
        OK(plump_body_destroy(world, old, &kit_error));
        assert_false(plump_body_exists(world, old));
        plump_body_id fresh = make_body(world, mesh, 0);
        assert_int_not_equal(fresh.value, old.value);
        assert_int_not_equal(fresh.value, first.value);
        old = fresh;
    }
    REFUSED(plump_body_destroy(world, first, &kit_error), "destroyed");
    plump_body_id none = {0}, wild = {UINT32_MAX};
    REFUSED(plump_body_wake(world, none, &kit_error), "names no body");
    REFUSED(plump_body_wake(world, wild, &kit_error), "not in this world");
    assert_int_equal(plump_world_bodies(world, NULL, 0), 1);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void bodies_are_listed_in_order_of_creation(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_world* world = make_world(0, 1);
    plump_body_id id[4], listed[4];
    for (int i = 0; i < 3; ++i) id[i] = make_body(world, mesh, i);
    OK(plump_body_destroy(world, id[0], &kit_error));
    id[3] = make_body(world, mesh, 3);  // in the place of the first
    assert_int_equal(plump_world_bodies(world, listed, 4), 3);
    for (int i = 0; i < 3; ++i) assert_int_equal(listed[i].value, id[i + 1].value);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void substeps_follow_the_stiffest_body(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    plump_world* world = make_world(0, 1);
    step(world, 1);
    assert_int_equal(plump_world_report(world)->substeps, 1);  // of an empty world
    plump_body_id id = make_body(world, mesh, 0);
    step(world, 1);
    assert_int_equal(plump_world_report(world)->substeps, 2);
    OK(plump_body_set(world, id, "can_sleep", 0, &kit_error));
    OK(plump_body_set(world, id, "frequency", 12, &kit_error));
    step(world, 60);
    double longest = describe(world, id).substep_longest;
    assert_int_equal(plump_world_report(world)->substeps, (int)ceil(1.0 / 60 / longest));
    assert_int_equal(plump_world_report(world)->unreachable_count, 0);
    assert_true(fabs(describe(world, id).frequency_reached - 12) < 1e-3);
    OK(plump_body_set(world, id, "frequency", 500, &kit_error));
    step(world, 60);
    assert_int_equal(plump_world_report(world)->substeps, 16);
    assert_int_equal(plump_world_report(world)->unreachable_count, 1);
    assert_int_equal(plump_world_report(world)->unreachable_first.value, id.value);
    assert_true(describe(world, id).frequency_reached < 500);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void too_soft_bodies_say_so(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    plump_world* world = make_world(-9.81f, 1);
    plump_body_id id = make_body(world, mesh, 0);
    step(world, 1);
    assert_false(describe(world, id).too_soft);
    OK(plump_body_set(world, id, "frequency", 0.1, &kit_error));
    step(world, 1);
    assert_true(describe(world, id).too_soft);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void the_trail_names_every_stage(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_world_def def = plump_default_world_def();
    plump_world* world;
    def.trail = true;
    OK(plump_world_create(&def, &world, &kit_error));
    make_body(world, mesh, 0);
    OK(plump_world_step(world, 0.01f, 3, &kit_error));
    uint32_t count;
    const plump_trail_entry* trail = plump_world_trail(world, &count);
    // every stage once, in its order, but the last, which ends the step
    assert_int_equal(count, 3 * PLUMP_STAGE_FINISH + 1);
    for (uint32_t i = 0; i + 1 < count; ++i) {
        assert_int_equal(trail[i].substep, i / PLUMP_STAGE_FINISH);
        assert_int_equal(trail[i].stage, i % PLUMP_STAGE_FINISH);
    }
    assert_int_equal(trail[count - 1].stage, PLUMP_STAGE_FINISH);
    assert_true(trail[0].hash != trail[1].hash);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void wrong_steps_and_worlds_are_refused(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    uint64_t before = plump_world_hash(world);
    const float wrong[] = {0, -1, NAN, INFINITY, 11, 1e-9f};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i)
        REFUSED(plump_world_step(world, wrong[i], 1, &kit_error), "1e-7 to 10 s");
    REFUSED(plump_world_step(world, 0.01f, 1001, &kit_error), "1001 substeps");
    REFUSED(plump_world_step(NULL, 0.01f, 1, &kit_error), "NULL");
    assert_true(before == plump_world_hash(world));
    plump_world_destroy(world);
    plump_world_def def = plump_default_world_def();
    def.gravity[2] = NAN;
    REFUSED(plump_world_create(&def, &world, &kit_error), "gravity");
    def = plump_default_world_def();
    def.cookie = 0;
    REFUSED(plump_world_create(&def, &world, &kit_error), "plump_default_world_def");
    def = plump_default_world_def();
    def.substep_limit = 0;
    REFUSED(plump_world_create(&def, &world, &kit_error), "1 to 1000");
    assert_null(world);
}

// A task system that drops every other task and runs the rest at once: the step must still be
// whole.
static void* lazy_enqueue(plump_task_fn* run, void* context, void* user) {
    int* calls = user;
    if (++*calls % 2) run(context);
    return NULL;
}

static void no_finish(void* handle, void* user) {
    (void)handle;
    (void)user;
}

static void the_callers_tasks_give_the_same_bits(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_CREATURE, 2000);
    plump_world *own = make_world(-9.81f, 1), *theirs = NULL;
    int calls = 0;
    plump_world_def def = plump_default_world_def();
    def.tasks = (plump_task_system){lazy_enqueue, no_finish, &calls, 4};
    OK(plump_world_create(&def, &theirs, &kit_error));
    bool threads = plump_world_worker_count(theirs) > 1;  // a build without them has one worker
    if (threads) assert_int_equal(plump_world_worker_count(theirs), 4);
    make_body(own, mesh, 0);
    make_body(theirs, mesh, 0);
    for (int i = 0; i < 50; ++i) {
        step(own, 1);
        step(theirs, 1);
        assert_true(plump_world_hash(own) == plump_world_hash(theirs));
    }
    assert_true(calls > 0 || !threads);
    plump_world_destroy(own);
    plump_world_destroy(theirs);
    plump_mesh_destroy(mesh);
}

// Everything that computes, called as a host would.
static uint64_t busy_hash(const plump_mesh* mesh) {
    const float push[3] = {0.1f, 0.3f, 0.7f}, turn[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    const double point[3] = {0.1, 0.7, 0.3}, target[3] = {0.1, 0.2, 0.3};
    plump_world* world = make_world(-9.81f, 1);
    plump_body_id id = make_body(world, mesh, 1.0 / 3.0);
    OK(plump_body_pin(world, id, 5, &kit_error));
    OK(plump_body_move_pin(world, id, 5, target, &kit_error));
    OK(plump_body_add_force_at(world, id, point, push, &kit_error));
    step(world, 3);
    OK(plump_body_unpin(world, id, 5, &kit_error));
    OK(plump_body_add_impulse_at(world, id, point, push, &kit_error));
    OK(plump_body_add_impulse(world, id, PLUMP_ALL_VERTICES, push, &kit_error));
    OK(plump_body_teleport(world, id, target, turn, &kit_error));
    OK(plump_body_set(world, id, "frequency", 5, &kit_error));
    OK(plump_world_set_gravity(world, push, &kit_error));
    step(world, 3);
    uint64_t hash = plump_world_hash(world);
    plump_world_destroy(world);
    return hash;
}

static void the_hosts_rounding_does_not_matter(void** state) {
    (void)state;
#ifdef __TINYC__
    skip();  // its builds rely on the host's mode being the default one (fpmode.h)
#endif
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BEAR, 302);
    uint64_t plain = busy_hash(mesh);
    const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 3; ++i) {
        plump_mesh* fresh = make_shape(PLUMP_SHAPE_BEAR, 302);
        assert_int_equal(fesetround(modes[i]), 0);
        uint64_t hash = busy_hash(fresh);  // its regions are made in this mode too
        fesetround(FE_TONEAREST);
        assert_true(hash == plain);
        plump_mesh_destroy(fresh);
    }
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_of_destroyed_bodies_are_refused_for_ever),
        cmocka_unit_test(bodies_are_listed_in_order_of_creation),
        cmocka_unit_test(substeps_follow_the_stiffest_body),
        cmocka_unit_test(too_soft_bodies_say_so),
        cmocka_unit_test(the_trail_names_every_stage),
        cmocka_unit_test(wrong_steps_and_worlds_are_refused),
        cmocka_unit_test(the_callers_tasks_give_the_same_bits),
        cmocka_unit_test(the_hosts_rounding_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

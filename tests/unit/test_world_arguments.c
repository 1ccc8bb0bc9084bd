// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Indices, ids, pointers, buffers and choices that are wrong: refused with a sentence, and the
// world as it was.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/argument_lab.h"
#include "tests/unit/mesh_fixtures.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void vertices_beyond_the_last_are_refused(void** state) {
    (void)state;
    lab l = make_lab();
    const uint32_t beyond[] = {VERTICES, VERTICES + 1, UINT32_C(1) << 31, UINT32_MAX - 1,
                               UINT32_MAX};
    const float one[3] = {1, 0, 0};
    const double point[3] = {0, 0, 0};
    uint64_t before = plump_world_hash(l.world);
    for (unsigned k = 0; k < 5; ++k) {
        uint32_t v = beyond[k];
        plump_error e = {PLUMP_OK, ""};
        assert_int_equal(plump_body_pin(l.world, l.body, v, &e), PLUMP_ERROR_ARGUMENT);
        assert_non_null(strstr(e.text, "vertex"));
        assert_int_equal(plump_body_unpin(l.world, l.body, v, &e), PLUMP_ERROR_ARGUMENT);
        assert_int_equal(plump_body_move_pin(l.world, l.other, v, point, &e), PLUMP_ERROR_ARGUMENT);
        if (v == PLUMP_ALL_VERTICES) continue;
        assert_int_equal(plump_body_add_force(l.world, l.body, v, one, &e), PLUMP_ERROR_ARGUMENT);
        assert_int_equal(plump_body_add_impulse(l.world, l.body, v, one, &e), PLUMP_ERROR_ARGUMENT);
        assert_int_equal(plump_body_set_velocity(l.world, l.body, v, one, &e),
                         PLUMP_ERROR_ARGUMENT);
    }
    // a vertex that is not pinned cannot be moved or let go
    assert_int_equal(plump_body_move_pin(l.world, l.other, PINNED + 1, point, NULL),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_body_unpin(l.world, l.other, PINNED + 1, NULL), PLUMP_ERROR_ARGUMENT);
    assert_true(plump_world_hash(l.world) == before);
    end_lab(&l);
}

static void assert_id_refused(lab* l, plump_world* world, plump_body_id id) {
    const float one[3] = {1, 0, 0}, turn[4] = {0, 0, 0, 1};
    const double point[3] = {0, 0, 0};
    double out[3 * VERTICES];
    plump_body_info info;
    plump_body_view view;
    plump_body_edit edit;
    plump_error e;
    uint64_t before = plump_world_hash(l->world);
    REFUSED(plump_body_destroy(world, id, &e));
    REFUSED(plump_body_set(world, id, "frequency", 4, &e));
    REFUSED(plump_body_describe(world, id, &info, &e));
    REFUSED(plump_body_read(world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, out, 0,
                            VERTICES, &e));
    REFUSED(plump_body_lend(world, id, &view, &e));
    REFUSED(plump_body_lend_edit(world, id, &edit, &e));
    REFUSED(plump_body_teleport(world, id, point, turn, &e));
    REFUSED(plump_body_add_force(world, id, 0, one, &e));
    REFUSED(plump_body_add_impulse(world, id, 0, one, &e));
    REFUSED(plump_body_set_velocity(world, id, 0, one, &e));
    REFUSED(plump_body_add_force_at(world, id, point, one, &e));
    REFUSED(plump_body_add_impulse_at(world, id, point, one, &e));
    REFUSED(plump_body_set_velocity_at(world, id, point, one, &e));
    REFUSED(plump_body_pin(world, id, 0, &e));
    REFUSED(plump_body_move_pin(world, id, 0, point, &e));
    REFUSED(plump_body_unpin(world, id, 0, &e));
    REFUSED(plump_body_wake(world, id, &e));
    assert_false(plump_body_exists(world, id));
    assert_true(isnan(plump_body_get(world, id, "frequency")));
    assert_true(plump_world_hash(l->world) == before);
}

static void ids_that_name_no_body_are_refused(void** state) {
    (void)state;
    lab l = make_lab();
    plump_body_def def = body_def(&l, MODEL_PHYSICAL);
    plump_body_id stale = {0}, next = {0};
    assert_id_refused(&l, l.world, (plump_body_id){0});
    assert_id_refused(&l, l.world, (plump_body_id){UINT32_MAX});
    assert_id_refused(&l, l.world, (plump_body_id){UINT32_C(1) << 31});
    assert_id_refused(&l, l.world, (plump_body_id){3});  // a slot that is not there yet
    assert_id_refused(&l, NULL, l.body);
    // one that is gone, also when its place has been given away again
    OK(plump_body_create(l.world, &def, &stale, error));
    assert_true(plump_body_exists(l.world, stale));
    OK(plump_body_destroy(l.world, stale, error));
    assert_id_refused(&l, l.world, stale);
    OK(plump_body_create(l.world, &def, &next, error));
    assert_int_not_equal(next.value, stale.value);
    assert_id_refused(&l, l.world, stale);
    // one of another world, which has fewer bodies
    plump_world_def wd = plump_default_world_def();
    plump_world* other = NULL;
    OK(plump_world_create(&wd, &other, error));
    assert_id_refused(&l, other, l.body);
    plump_world_destroy(other);
    end_lab(&l);
}

// A slot gives out each of its generations once, then is retired.
static void a_slot_never_gives_out_an_id_twice(void** state) {
    (void)state;
    fixture box = fixture_box(1, 1, 1);
    outcome o = fixture_take(&box);
    plump_world_def wd = plump_default_world_def();
    plump_world* world = NULL;
    plump_body_def def = plump_default_body_def();
    plump_body_id first = {0}, id = {0};
    wd.worker_count = 1;
    def.mesh = o.mesh;
    OK(plump_world_create(&wd, &world, error));
    OK(plump_body_create(world, &def, &first, error));
    uint32_t before = first.value;
    OK(plump_body_destroy(world, first, error));
    for (unsigned k = 0; k < 10000; ++k) {
        OK(plump_body_create(world, &def, &id, error));
        assert_int_not_equal(id.value, before);
        assert_int_not_equal(id.value, first.value);
        assert_false(plump_body_exists(world, (plump_body_id){before}));
        before = id.value;
        OK(plump_body_destroy(world, id, error));
    }
    assert_int_equal(plump_world_bodies(world, NULL, 0), 0);
    plump_world_destroy(world);
    plump_mesh_destroy(o.mesh);
    fixture_free(&box);
}

static void null_pointers_are_refused(void** state) {
    (void)state;
    lab l = make_lab();
    const float one[3] = {1, 0, 0}, turn[4] = {0, 0, 0, 1};
    const double point[3] = {0, 0, 0};
    plump_body_id id = {0};
    plump_body_def def = body_def(&l, MODEL_PHYSICAL), no_mesh = def;
    plump_error e;
    double out[3 * VERTICES];
    uint64_t before = plump_world_hash(l.world);
    no_mesh.mesh = NULL;
    REFUSED(plump_body_create(NULL, &def, &id, &e));
    REFUSED(plump_body_create(l.world, NULL, &id, &e));
    REFUSED(plump_body_create(l.world, &def, NULL, &e));
    REFUSED(plump_body_create(l.world, &no_mesh, &id, &e));
    REFUSED(plump_body_set(l.world, l.body, NULL, 1, &e));
    REFUSED(plump_body_describe(l.world, l.body, NULL, &e));
    REFUSED(plump_body_read(l.world, l.body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, NULL, 0,
                            VERTICES, &e));
    REFUSED(plump_body_lend(l.world, l.body, NULL, &e));
    REFUSED(plump_body_lend_edit(l.world, l.body, NULL, &e));
    REFUSED(plump_body_teleport(l.world, l.body, NULL, turn, &e));
    REFUSED(plump_body_teleport(l.world, l.body, point, NULL, &e));
    REFUSED(plump_body_add_force(l.world, l.body, 0, NULL, &e));
    REFUSED(plump_body_add_impulse(l.world, l.body, 0, NULL, &e));
    REFUSED(plump_body_set_velocity(l.world, l.body, 0, NULL, &e));
    REFUSED(plump_body_add_force_at(l.world, l.body, NULL, one, &e));
    REFUSED(plump_body_add_force_at(l.world, l.body, point, NULL, &e));
    REFUSED(plump_body_add_impulse_at(l.world, l.body, NULL, one, &e));
    REFUSED(plump_body_set_velocity_at(l.world, l.body, point, NULL, &e));
    REFUSED(plump_body_move_pin(l.world, l.other, PINNED, NULL, &e));
    REFUSED(plump_world_set_gravity(l.world, NULL, &e));
    REFUSED(plump_world_set_gravity(NULL, one, &e));
    REFUSED(plump_world_step(NULL, 0.01f, 1, &e));
    // and without a place for the sentence
    assert_int_equal(plump_world_step(l.world, NAN, 1, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_body_create(l.world, &no_mesh, &id, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_body_read(l.world, l.body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64,
                                     out, 0, VERTICES - 1, NULL),
                     PLUMP_ERROR_ARGUMENT);
    assert_null(plump_world_report(NULL));
    assert_null(plump_world_isa(NULL));
    assert_int_equal(plump_world_worker_count(NULL), 0);
    assert_int_equal(plump_world_bodies(NULL, NULL, 0), 0);
    assert_null(plump_world_trail(NULL, NULL));
    plump_world_destroy(NULL);
    assert_true(plump_world_hash(l.world) == before);
    end_lab(&l);
}

static void reading_checks_its_buffer(void** state) {
    (void)state;
    lab l = make_lab();
    double out[3 * VERTICES];
    plump_error e;
    const size_t strides[] = {1, 11, 23};
    for (unsigned k = 0; k < 3; ++k)
        REFUSED(plump_body_read(l.world, l.body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, out,
                                strides[k], VERTICES, &e));
    const uint32_t rooms[] = {0, 1, VERTICES - 1};
    for (unsigned k = 0; k < 3; ++k)
        REFUSED(plump_body_read(l.world, l.body, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, out,
                                0, rooms[k], &e));
    for (int k = 0; k < 3; ++k) {
        const int wrong[] = {-1, PLUMP_QUANTITY_COUNT, 1 << 30};
        REFUSED(plump_body_read(l.world, l.body, (plump_quantity)wrong[k], PLUMP_SCALAR_FLOAT64,
                                out, 0, VERTICES, &e));
        REFUSED(plump_body_read(l.world, l.body, PLUMP_QUANTITY_NORMAL,
                                (plump_scalar_type)(wrong[k] + 7), out, 0, VERTICES, &e));
    }
    end_lab(&l);
}

static void steps_out_of_range_are_refused(void** state) {
    (void)state;
    lab l = make_lab();
    plump_error e;
    uint64_t before = plump_world_hash(l.world);
    const float steps[] = {0, -0.0f, -1, 0.99e-7f, 10.001f, NAN, INFINITY, FLT_MAX, 1e-45f};
    for (unsigned k = 0; k < sizeof steps / sizeof steps[0]; ++k)
        REFUSED(plump_world_step(l.world, steps[k], 1, &e));
    REFUSED(plump_world_step(l.world, 0.01f, 1001, &e));
    REFUSED(plump_world_step(l.world, 0.01f, UINT32_MAX, &e));
    assert_true(plump_world_hash(l.world) == before);
    OK(plump_world_step(l.world, 1e-7f, 1, error));
    OK(plump_world_step(l.world, 1e-7f, 1000, error));
    OK(plump_world_step(l.world, 10, 1, error));
    OK(plump_world_step(l.world, 10, 0, error));
    assert_finite(l.world, "step", 10);
    end_lab(&l);
}

static void world_definitions_are_checked(void** state) {
    (void)state;
    plump_world* world = (plump_world*)&state;
    plump_error e;
    plump_world_def def = plump_default_world_def();
#define BAD(set, back)                                                                             \
    do {                                                                                           \
        set;                                                                                       \
        REFUSED(plump_world_create(&def, &world, &e));                                             \
        assert_null(world);                                                                        \
        assert_int_equal(plump_world_create(&def, &world, NULL), PLUMP_ERROR_ARGUMENT);            \
        back;                                                                                      \
    } while (0)
    const float bad[] = {NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX};
    for (unsigned i = 0; i < 15; ++i) BAD(def.gravity[i % 3] = bad[i / 3], def.gravity[i % 3] = 0);
    BAD(def.cookie ^= 1, def.cookie ^= 1);
    BAD(def.substep_limit = 0, def.substep_limit = 16);
    BAD(def.substep_limit = 1001, def.substep_limit = UINT32_MAX);
    BAD(def.substep_limit = UINT32_MAX, def.substep_limit = 16);
    BAD(def.contact_capacity = (1u << 22) + 1, def.contact_capacity = 0);
    BAD(def.contact_capacity = UINT32_MAX, def.contact_capacity = 0);
    BAD(def.worker_count = 65, def.worker_count = UINT32_MAX);
    BAD(def.worker_count = UINT32_MAX, def.worker_count = 1);
    REFUSED(plump_world_create(NULL, &world, &e));
    REFUSED(plump_world_create(&def, NULL, &e));
    OK(plump_world_create(&def, &world, error));
    const char* const names[PLUMP_STAGE_COUNT] = {
        "predict",          "elastic",           "collide", "contact",
        "volume_positions", "volume_velocities", "finish"};
    for (unsigned i = 0; i < PLUMP_STAGE_COUNT; ++i)
        assert_string_equal(plump_stage_name((plump_stage)i), names[i]);
    assert_null(plump_stage_name(PLUMP_STAGE_COUNT));
    assert_null(plump_stage_name((plump_stage)-1));
    plump_world_destroy(world);
}

// Choices and yes or no hold whatever byte the caller wrote.
static void choices_that_are_none_are_refused(void** state) {
    (void)state;
    lab l = make_lab();
    plump_error e;
    plump_body_id id;
    uint64_t before = plump_world_hash(l.world);
    plump_body_def good = body_def(&l, MODEL_PAPER), def = good;
    def.model = PLUMP_MODEL_COUNT;
    REFUSED(plump_body_create(l.world, &def, &id, &e));
    def = good, def.matching = (plump_matching)-1;
    REFUSED(plump_body_create(l.world, &def, &id, &e));
    def = good, def.volume = PLUMP_VOLUME_COUNT;
    REFUSED(plump_body_create(l.world, &def, &id, &e));
    bool* const flags[] = {&def.normal_point,  &def.naive_sums,      &def.can_sleep,
                           &def.soft_contact,  &def.self_contact,    &def.volume_momentum,
                           &def.volume_exact,  &def.volume_velocity, &def.volume_implicit,
                           &def.volume_printed};
    for (unsigned k = 0; k < sizeof flags / sizeof flags[0]; ++k) {
        def = good;
        memset(flags[k], 0xff, 1);
        REFUSED(plump_body_create(l.world, &def, &id, &e));
    }
    def = good, def.cookie = 0;
    REFUSED(plump_body_create(l.world, &def, &id, &e));
    assert_true(plump_world_hash(l.world) == before);
    end_lab(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_beyond_the_last_are_refused),
        cmocka_unit_test(ids_that_name_no_body_are_refused),
        cmocka_unit_test(a_slot_never_gives_out_an_id_twice),
        cmocka_unit_test(null_pointers_are_refused),
        cmocka_unit_test(reading_checks_its_buffer),
        cmocka_unit_test(steps_out_of_range_are_refused),
        cmocka_unit_test(world_definitions_are_checked),
        cmocka_unit_test(choices_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

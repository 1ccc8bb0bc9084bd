// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The volume constraint as callers meet it: fields, paint, certificate, report, inflating,
// snapshots.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"
#include "tests/unit/world_kit.h"

#include <float.h>

#define DT (1.0f / 60)

static plump_mesh* mesh;

static int make_mesh(void** state) {
    (void)state;
    mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    return 0;
}

static int free_mesh(void** state) {
    (void)state;
    plump_mesh_destroy(mesh);
    return 0;
}

static plump_body_id make_with(plump_world* world, const char* name, double value) {
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    OK(plump_body_def_set(&def, name, value, &kit_error));
    OK(plump_body_create(world, &def, &id, &kit_error));
    return id;
}

// From what callers can read, in double.
static double own_volume(plump_world* world, plump_body_id id) {
    const plump_mesh* shape = describe(world, id).mesh;
    uint32_t count = plump_mesh_vertex_count(shape);
    const uint32_t* t = plump_mesh_indices(shape);
    double(*x)[3] = malloc(count * sizeof *x);
    double six = 0;
    OK(plump_body_read(world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, x, 0, count,
                       &kit_error));
    for (uint32_t i = 0; i < plump_mesh_triangle_count(shape); ++i, t += 3) {
        const double *a = x[t[0]], *b = x[t[1]], *c = x[t[2]];
        six += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    free(x);
    return six / 6;
}

// Squeezes a body along y about its origin, at rest.
static void squash(plump_world* world, plump_body_id id, float share) {
    plump_body_edit edit;
    OK(plump_body_lend_edit(world, id, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) edit.y[i] *= share;
}

// --- fields and paint ---

static const char* const numbers[] = {
    "volume",           "volume_scale",    "volume_time",     "compressibility",
    "volume_global",    "volume_inner",    "volume_thick",    "volume_thin",
    "volume_smoothing", "volume_momentum", "volume_velocity", "volume_exact",
};
#define NUMBERS (sizeof numbers / sizeof *numbers)

static const plump_field* field_of(const char* name) {
    uint32_t count;
    const plump_field* f = plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i, ++f)
        if (strcmp(f->name, name) == 0) return f;
    fail_msg("no field %s", name);
    return NULL;
}

static void the_defaults_keep_the_volume_exactly(void** state) {
    (void)state;
    plump_body_def def = plump_default_body_def();
    assert_int_equal(def.volume, PLUMP_VOLUME_BODY);
    assert_true(def.volume_scale == 1 && def.volume_time == 0.5f && def.compressibility == 0);
    assert_true(def.volume_global == 1.0f && def.volume_inner == 0.1f);
    assert_true(def.volume_thick == 0.01f && def.volume_thin == 0.1f);
    assert_true(def.volume_smoothing == 1 && def.volume_momentum);
    assert_true(def.volume_velocity && def.volume_exact);
    assert_null(def.vertex_volume);
    for (unsigned i = 0; i < NUMBERS; ++i) assert_true(field_of(numbers[i])->changeable);
}

static void wrong_numbers_are_refused_with_a_sentence(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    for (unsigned i = 0; i < NUMBERS; ++i) {
        const plump_field* f = field_of(numbers[i]);
        const double wrong[] = {f->least - 1, f->most + 1, NAN, INFINITY, -INFINITY, 1e300};
        plump_body_def def = plump_default_body_def();
        uint64_t before = plump_world_hash(world);
        for (unsigned k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
            REFUSED(plump_body_set(world, id, f->name, wrong[k], &kit_error), f->name);
            REFUSED(plump_body_def_set(&def, f->name, wrong[k], &kit_error), "it must be");
        }
        if (f->whole) REFUSED(plump_body_set(world, id, f->name, 0.5, &kit_error), "whole number");
        assert_true(plump_world_hash(world) == before);
    }
    REFUSED(plump_body_set(world, id, "volume_scael", 1, &kit_error), "\"volume_scale\"");
    plump_world_destroy(world);
}

static void wrong_paint_is_refused(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    float paint[642] = {0};
    def.mesh = mesh;
    def.vertex_volume = paint;
    REFUSED(plump_body_create(world, &def, &id, &kit_error), "vertex_volume is 0");
    paint[641] = 1;
    OK(plump_body_create(world, &def, &id, &kit_error));
    const float wrong[] = {NAN, -1, INFINITY, -INFINITY, FLT_MAX};
    for (unsigned k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        paint[12] = wrong[k];
        REFUSED(plump_body_create(world, &def, &id, &kit_error), "vertex_volume is");
        REFUSED(plump_body_create(world, &def, &id, &kit_error), "at vertex 12");
    }
    assert_int_equal(plump_world_bodies(world, NULL, 0), 1);
    plump_world_destroy(world);
}

// The body has its own copy, in its own order, and the definition forgets the caller's.
static void paint_is_copied_by_place(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    float paint[642];
    for (unsigned i = 0; i < 642; ++i) paint[i] = (float)i;
    def.mesh = mesh;
    def.vertex_volume = paint;
    OK(plump_body_create(world, &def, &id, &kit_error));
    memset(paint, 0xff, sizeof paint);
    const pl_body* body = body_of(world, id);
    assert_null(body->def.vertex_volume);
    assert_null(body->born.vertex_volume);
    for (uint32_t i = 0; i < body->padded; ++i) {
        float share = i < body->count ? (float)body->surface->vertex_of[i] : 0;
        assert_true(body->volume_paint[i] == share);
    }
    assert_null(body_of(world, make_body(world, mesh, 3))->volume_paint);
    plump_world_destroy(world);
}

// --- the certificate ---

static void a_new_body_has_its_rest_volume(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.scale = 3;
    def.position[0] = 1e5;
    OK(plump_body_create(world, &def, &id, &kit_error));
    plump_body_info info = describe(world, id);
    assert_true(fabs(info.volume / info.rest_volume - 1) < 1e-6);
    assert_true(info.volume_target == info.rest_volume);
    assert_true(info.volume_error == 0 && info.volume_error_most == 0);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_UNBOUND);  // no step was taken yet
    assert_true(info.memory_shared > pl_mesh_surface_size(mesh));
    step(world, 1);
    assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_KEPT);
    plump_world_destroy(world);
}

static void the_volume_told_is_that_of_what_is_read(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    const float shares[] = {0.6f, 0.1f, -2.0f, 10.0f};
    for (unsigned k = 0; k < sizeof shares / sizeof *shares; ++k) {
        squash(world, id, shares[k]);
        double own = own_volume(world, id);
        assert_true(fabs(describe(world, id).volume - own) <= 1e-12 * fabs(own));
    }
    plump_world_destroy(world);
}

static void a_squeeze_by_hand_is_told_and_mended(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    step(world, 1);
    squash(world, id, 0.6f);
    assert_true(fabs(describe(world, id).volume / describe(world, id).rest_volume - 0.6) < 1e-5);
    for (int i = 0; i < 30; ++i) {
        OK(plump_world_step(world, DT, 1, &kit_error));
        plump_body_info info = describe(world, id);
        assert_int_equal(info.volume_state, PLUMP_VOLUME_KEPT);
        assert_true(fabs(info.volume_error) < 1e-6);
        assert_true(fabs(info.volume / info.volume_target - 1 - info.volume_error) < 1e-6);
    }
    plump_world_destroy(world);
}

// 2.4 volumes too many at once are more than a substep may do.
static void a_long_way_is_told_until_it_is_done(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id calm = make_body(world, mesh, -3),
                  id = make_with(world, "model", PLUMP_MODEL_BAG);
    OK(plump_body_set(world, id, "firmness", 0, &kit_error));
    plump_body_edit edit;
    OK(plump_body_lend_edit(world, id, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i)
        edit.x[i] *= 1.5f, edit.y[i] *= 1.5f, edit.z[i] *= 1.5f;
    OK(plump_world_step(world, DT, 1, &kit_error));
    const plump_step_report* report = plump_world_report(world);
    plump_body_info info = describe(world, id);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_RETURNING);
    assert_true(fabs(info.volume_error - 1.375) < 1e-5);
    assert_true(fabs(info.volume / info.volume_target - 1 - info.volume_error) < 1e-6);
    assert_true(info.volume_error_most == fabs(info.volume_error));
    assert_true(report->volume_error == fabs(info.volume_error));
    assert_int_equal(report->volume_error_body.value, id.value);
    assert_int_equal(report->returning_count, 1);
    assert_int_equal(report->returning_first.value, id.value);
    double most = info.volume_error_most;
    step(world, 2);
    info = describe(world, id);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_KEPT);
    assert_true(fabs(info.volume_error) < 1e-6);
    assert_true(info.volume_error_most == most);  // it is not forgotten
    assert_true(report->volume_error < 1e-6);
    assert_int_equal(report->returning_count, 0);
    assert_int_equal(report->returning_first.value, 0);
    assert_true(describe(world, calm).volume_error_most < 1e-6);
    plump_world_destroy(world);
}

static void hold_all(plump_world* world, plump_body_id id) {
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i)
        OK(plump_body_pin(world, id, i, &kit_error));
}

static void a_body_held_all_over_says_that_it_cannot(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    make_body(world, mesh, -3);
    plump_body_id id = make_with(world, "can_sleep", 0), other = make_with(world, "can_sleep", 0);
    squash(world, id, 0.7f);
    squash(world, other, 0.7f);
    hold_all(world, id);
    hold_all(world, other);
    step(world, 2);
    const plump_step_report* report = plump_world_report(world);
    assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_INFEASIBLE);
    assert_int_equal(report->infeasible_count, 2);
    assert_int_equal(report->infeasible_first.value, id.value);
    assert_true(fabs(report->volume_error - 0.3) < 1e-4);
    // released it comes back
    OK(plump_body_destroy(world, other, &kit_error));
    for (uint32_t i = 0; i < 642; ++i) OK(plump_body_unpin(world, id, i, &kit_error));
    step(world, 30);
    assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_KEPT);
    assert_int_equal(report->infeasible_count, 0);
    plump_world_destroy(world);
}

static void sleeping_and_free_bodies_are_left_out_of_the_report(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id held = make_body(world, mesh, 3);
    plump_body_id none = make_with(world, "volume", PLUMP_VOLUME_FREE);
    squash(world, held, 0.9f);
    squash(world, none, 0.5f);
    hold_all(world, held);
    step(world, 40);
    const plump_step_report* report = plump_world_report(world);
    assert_true(describe(world, held).asleep);
    step(world, 1);
    assert_true(report->volume_error == 0);
    assert_int_equal(report->volume_error_body.value, 0);
    assert_int_equal(report->infeasible_count, 0);
    assert_int_equal(report->returning_count, 0);
    plump_world_destroy(world);
}

// --- another volume ---

static void a_body_is_inflated_within_its_time(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    step(world, 60);
    assert_true(describe(world, id).asleep);
    OK(plump_body_set(world, id, "volume_scale", 1.3, &kit_error));
    double rest = describe(world, id).rest_volume, last = 1, scale = (double)1.3f;
    for (int i = 0; i < 90; ++i) {
        step(world, 1);
        plump_body_info info = describe(world, id);
        double ratio = info.volume_target / rest;
        assert_true(ratio >= last && ratio <= scale * (1 + 1e-12));
        assert_true(fabs(info.volume / info.volume_target - 1) < 2e-6);
        if (i == 29) assert_true(ratio > 1 + 0.98 * 0.3);
        if (i == 9) assert_true(ratio < 1 + 0.8 * 0.3);  // and not at once
        last = ratio;
    }
    step(world, 60);
    assert_true(describe(world, id).volume_target == rest * scale);
    assert_true(fabs(describe(world, id).volume / rest - scale) < 1e-5);
    assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_KEPT);
    plump_world_destroy(world);
}

static void a_scale_at_creation_is_followed_from_one(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_with(world, "volume_scale", 2);
    plump_body_info info = describe(world, id);
    assert_true(info.volume_target == info.rest_volume);
    assert_true(fabs(info.volume / info.rest_volume - 1) < 1e-6);
    step(world, 120);
    info = describe(world, id);
    assert_true(info.volume_target == 2 * info.rest_volume);
    assert_true(fabs(info.volume / info.volume_target - 1) < 2e-6);
    plump_world_destroy(world);
}

static void without_time_the_target_is_there_at_once(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_with(world, "volume_time", 0);
    OK(plump_body_set(world, id, "volume_scale", 0.5, &kit_error));
    step(world, 1);
    plump_body_info info = describe(world, id);
    assert_true(info.volume_target == 0.5 * info.rest_volume);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_KEPT);
    assert_true(fabs(info.volume / info.volume_target - 1) < 2e-6);
    plump_world_destroy(world);
}

// The speed of a quick way must not carry a slow one beyond its end.
static void another_pace_on_the_way_does_not_overshoot(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_with(world, "volume_scale", 1.5);
    step(world, 5);
    OK(plump_body_set(world, id, "volume_time", 100, &kit_error));
    double rest = describe(world, id).rest_volume, last = describe(world, id).volume_target;
    for (int i = 0; i < 600; ++i) {
        OK(plump_world_step(world, 0.1f, 1, &kit_error));
        double target = describe(world, id).volume_target;
        assert_true(target >= last && target <= 1.5 * rest);
        last = target;
    }
    OK(plump_body_set(world, id, "volume_time", 0, &kit_error));
    step(world, 1);
    assert_true(describe(world, id).volume_target == 1.5 * rest);
    plump_world_destroy(world);
}

static void a_body_may_be_set_free_and_bound_again(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    step(world, 2);
    OK(plump_body_set(world, id, "volume", PLUMP_VOLUME_FREE, &kit_error));
    assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_UNBOUND);
    squash(world, id, 0.8f);
    OK(plump_world_step(world, 1e-4f, 1, &kit_error));
    assert_true(fabs(describe(world, id).volume / describe(world, id).rest_volume - 0.8) < 0.01);
    assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_UNBOUND);
    const plump_volume both[] = {PLUMP_VOLUME_BODY, PLUMP_VOLUME_PARTS};
    for (unsigned k = 0; k < 2; ++k) {
        OK(plump_body_set(world, id, "volume", both[k], &kit_error));
        step(world, 30);
        assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_KEPT);
        assert_true(fabs(describe(world, id).volume_error) < 2e-6);
    }
    plump_world_destroy(world);
}

// Two balls in one body, the small one squeezed and held: the large one can make up for it, unless
// each has a volume of its own.
static void parts_keep_their_own_volumes(void** state) {
    (void)state;
    fixture two = fixture_sphere(1, 16, 9), small = fixture_sphere(0.5, 12, 7);
    fixture_append(&two, &small, 3, 0, 0);
    fixture_free(&small);
    outcome o = fixture_take(&two);
    assert_int_equal(o.result, PLUMP_OK);
    fixture_free(&two);
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, o.mesh, 0);
    plump_body_edit edit;
    OK(plump_body_lend_edit(world, id, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) {
        if (edit.origin[0] + (double)edit.x[i] < 2) continue;
        edit.y[i] *= 0.9f;
        OK(plump_body_pin(world, id, edit.vertex_of[i], &kit_error));
    }
    step(world, 1);
    plump_body_info info = describe(world, id);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_KEPT);
    assert_true(fabs(info.volume_error) < 1e-6);
    OK(plump_body_set(world, id, "volume", PLUMP_VOLUME_PARTS, &kit_error));
    step(world, 1);
    info = describe(world, id);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_INFEASIBLE);
    assert_true(fabs(info.volume_error + 0.1) < 1e-4);             // of the worst part ...
    assert_true(fabs(info.volume / info.rest_volume - 1) < 0.02);  // ... not of the whole
    plump_world_destroy(world);
    plump_mesh_destroy(o.mesh);
}

// --- hash and snapshot ---

static void the_hash_knows_how_far_the_target_is(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    pl_body* body = body_of(world, make_body(world, mesh, 0));
    uint64_t before = plump_world_hash(world);
    body->volume_ratio = nextafter(1, 2);
    assert_true(plump_world_hash(world) != before);
    body->volume_ratio = 1;
    assert_true(plump_world_hash(world) == before);
    body->volume_ratio_speed = 1e-300;
    assert_true(plump_world_hash(world) != before);
    plump_world_destroy(world);
}

static void an_inflation_goes_on_from_a_snapshot(void** state) {
    (void)state;
    float paint[642];
    for (unsigned i = 0; i < 642; ++i) paint[i] = (float)(i % 3);
    plump_world *world = make_world(-9.81f, 1), *other = make_world(0, 3);
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.vertex_volume = paint;
    OK(plump_body_create(world, &def, &id, &kit_error));
    OK(plump_body_set(world, id, "volume_scale", 1.4, &kit_error));
    OK(plump_body_set(world, id, "volume", PLUMP_VOLUME_PARTS, &kit_error));
    step(world, 7);
    size_t size = plump_world_snapshot_size(world);
    void* bytes = malloc(size);
    OK(plump_world_snapshot(world, bytes, size, &size, &kit_error));
    const plump_mesh* const meshes[1] = {mesh};
    OK(plump_world_restore(other, bytes, size, meshes, 1, &kit_error));
    for (int i = 0; i < 40; ++i) {
        plump_body_info a = describe(world, id), b = describe(other, id);
        assert_true(plump_world_hash(world) == plump_world_hash(other));
        assert_true(a.volume_target == b.volume_target && a.volume_error == b.volume_error);
        assert_true(a.volume_error_most == b.volume_error_most);
        assert_int_equal(a.volume_state, b.volume_state);
        step(world, 1);
        step(other, 1);
    }
    free(bytes);
    plump_world_destroy(world);
    plump_world_destroy(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_keep_the_volume_exactly),
        cmocka_unit_test(wrong_numbers_are_refused_with_a_sentence),
        cmocka_unit_test(wrong_paint_is_refused),
        cmocka_unit_test(paint_is_copied_by_place),
        cmocka_unit_test(a_new_body_has_its_rest_volume),
        cmocka_unit_test(the_volume_told_is_that_of_what_is_read),
        cmocka_unit_test(a_squeeze_by_hand_is_told_and_mended),
        cmocka_unit_test(a_long_way_is_told_until_it_is_done),
        cmocka_unit_test(a_body_held_all_over_says_that_it_cannot),
        cmocka_unit_test(sleeping_and_free_bodies_are_left_out_of_the_report),
        cmocka_unit_test(a_body_is_inflated_within_its_time),
        cmocka_unit_test(a_scale_at_creation_is_followed_from_one),
        cmocka_unit_test(without_time_the_target_is_there_at_once),
        cmocka_unit_test(another_pace_on_the_way_does_not_overshoot),
        cmocka_unit_test(a_body_may_be_set_free_and_bound_again),
        cmocka_unit_test(parts_keep_their_own_volumes),
        cmocka_unit_test(the_hash_knows_how_far_the_target_is),
        cmocka_unit_test(an_inflation_goes_on_from_a_snapshot),
    };
    return cmocka_run_group_tests(tests, make_mesh, free_mesh);
}

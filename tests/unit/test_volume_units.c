// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the bounds of the volume stage are measured by: the target, the weights, the part. Bodies
// that are far smaller or larger than at rest, lightly painted, nearly held, or of many parts keep
// their volume, momentum and spin like any other.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/surface_kit.h"
#include "tests/unit/world_kit.h"

#define DT 0.01f

static plump_body_def def_of(const plump_mesh* mesh, plump_model model) {
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.model = model;
    if (model == PLUMP_MODEL_BAG) def.firmness = 0;  // the volume alone
    def.can_sleep = false;
    return def;
}

static plump_body_id add(plump_world* world, const plump_body_def* def) {
    plump_body_id id;
    OK(plump_body_create(world, def, &id, &kit_error));
    return id;
}

static void run(plump_world* world, int count) {
    for (int i = 0; i < count; ++i) OK(plump_world_step(world, DT, 1, &kit_error));
}

// Paint is relative: a hundredth everywhere is the same as none.
static void light_paint_everywhere_is_no_paint(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    float paint[162];
    double y[2];
    for (int i = 0; i < 162; ++i) paint[i] = 0.001f;
    for (int painted = 0; painted < 2; ++painted) {
        plump_world* world = make_world(0, 1);
        plump_body_def def = def_of(mesh, PLUMP_MODEL_BAG);
        def.vertex_volume = painted ? paint : NULL;
        plump_body_id id = add(world, &def);
        plump_body_edit edit;
        OK(plump_body_lend_edit(world, id, &edit, &kit_error));
        for (uint32_t i = 0; i < edit.count; ++i) edit.y[i] *= 0.9f;
        run(world, 1);
        plump_body_info info = describe(world, id);
        assert_int_equal(info.volume_state, PLUMP_VOLUME_KEPT);
        assert_true(fabs(info.volume_error) < 1e-6);
        y[painted] = (double)body_of(world, id)->x[1][7];
        plump_world_destroy(world);
    }
    assert_true(fabs(y[0] - y[1]) < 1e-6);
    plump_mesh_destroy(mesh);
}

static void far_targets_are_reached(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    const float scales[] = {0.02f, 0.1f, 10, 100};
    for (int i = 0; i < 4; ++i) {
        plump_world* world = make_world(0, 1);
        plump_body_def def = def_of(mesh, PLUMP_MODEL_BAG);
        def.volume_scale = scales[i];
        plump_body_id id = add(world, &def);
        for (int k = 0; k < 300; ++k) {
            run(world, 1);
            assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_KEPT);
        }
        plump_body_info info = describe(world, id);
        assert_true(fabs(info.volume / ((double)scales[i] * info.rest_volume) - 1) < 2e-6);
        plump_world_destroy(world);
    }
    plump_mesh_destroy(mesh);
}

// Three corners of four pinned: the neighbours of the free one weigh nothing.
static void one_free_vertex_is_enough(void** state) {
    (void)state;
    plump_mesh* mesh = kit_take(kit_tetrahedron());
    plump_world* world = make_world(0, 1);
    plump_body_def def = def_of(mesh, PLUMP_MODEL_BAG);
    def.volume_scale = 1.1f;
    def.volume_time = 0;
    plump_body_id id = add(world, &def);
    for (uint32_t i = 0; i < 3; ++i) OK(plump_body_pin(world, id, i, &kit_error));
    run(world, 1);
    assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_KEPT);
    assert_true(fabs(describe(world, id).volume_error) < 1e-6);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// Balls in a row, `count` of them.
static plump_mesh* make_row(int count) {
    fixture f = fixture_sphere(0.2, 8, 5);
    for (int i = 1; i < count; ++i) {
        fixture ball = fixture_sphere(0.2, 8, 5);
        fixture_append(&f, &ball, 0.8 * i, 0, 0);
        fixture_free(&ball);
    }
    return kit_take(f);
}

// The centre of mass of a part.
static void centre_of(const pl_body* body, uint32_t part, double centre[3]) {
    double mass = 0;
    centre[0] = centre[1] = centre[2] = 0;
    for (uint32_t i = 0; i < body->count; ++i) {
        if (body->surface->part_of[i] != part) continue;
        mass += (double)body->mass[i];
        for (int k = 0; k < 3; ++k)
            centre[k] += (double)body->mass[i] * ((double)body->x[k][i] + body->origin[k]);
    }
    for (int k = 0; k < 3; ++k) centre[k] /= mass;
}

static void pins_in_one_part_leave_the_others_their_momentum(void** state) {
    (void)state;
    plump_mesh* mesh = make_row(2);
    uint32_t count = plump_mesh_vertex_count(mesh);
    float* paint = malloc(count * sizeof *paint);
    assert_non_null(paint);
    for (uint32_t i = 0; i < count; ++i)
        paint[i] = plump_mesh_positions(mesh)[3 * i + 1] > 0 ? 3 : 1;
    plump_world* world = make_world(0, 1);
    plump_body_def def = def_of(mesh, PLUMP_MODEL_BAG);
    def.volume = PLUMP_VOLUME_PARTS;
    def.volume_scale = 1.5f;
    def.vertex_volume = paint;
    plump_body_id id = add(world, &def);
    const pl_body* body = body_of(world, id);
    double before[3], after[3];
    uint32_t held = body->surface->vertex_of[0], other = 1 - body->surface->part_of[0];
    OK(plump_body_pin(world, id, held, &kit_error));
    centre_of(body, other, before);
    run(world, 200);
    centre_of(body, other, after);
    for (int k = 0; k < 3; ++k) assert_true(fabs(after[k] - before[k]) < 1e-5);
    assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_KEPT);
    free(paint);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// Angular momentum of all parts, each about its own centre, along z.
static double spin_of(const pl_body* body, uint32_t part_count) {
    double spin = 0;
    for (uint32_t part = 0; part < part_count; ++part) {
        double c[3];
        centre_of(body, part, c);
        for (uint32_t i = 0; i < body->count; ++i) {
            if (body->surface->part_of[i] != part) continue;
            double x = (double)body->x[0][i] + body->origin[0] - c[0];
            double y = (double)body->x[1][i] + body->origin[1] - c[1];
            spin += (double)body->mass[i] * (x * (double)body->v[1][i] - y * (double)body->v[0][i]);
        }
    }
    return spin;
}

static void small_parts_keep_their_spin(void** state) {
    (void)state;
    enum { PARTS = 60 };
    plump_mesh* mesh = make_row(PARTS);
    plump_world* world = make_world(0, 1);
    plump_body_def def = def_of(mesh, PLUMP_MODEL_BAG);
    def.volume = PLUMP_VOLUME_PARTS;
    plump_body_id id = add(world, &def);
    pl_body* body = body_of(world, id);
    for (uint32_t part = 0; part < PARTS; ++part) {
        double c[3];
        centre_of(body, part, c);
        for (uint32_t i = 0; i < body->count; ++i) {
            if (body->surface->part_of[i] != part) continue;
            body->v[0][i] = (float)(-2 * ((double)body->x[1][i] + body->origin[1] - c[1]));
            body->v[1][i] = (float)(2 * ((double)body->x[0][i] + body->origin[0] - c[0]));
        }
    }
    double before = spin_of(body, PARTS);
    run(world, 100);
    assert_true(fabs(spin_of(body, PARTS) / before - 1) < 1e-5);
    assert_int_equal(describe(world, id).volume_state, PLUMP_VOLUME_KEPT);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_paint_everywhere_is_no_paint),
        cmocka_unit_test(far_targets_are_reached),
        cmocka_unit_test(one_free_vertex_is_enough),
        cmocka_unit_test(pins_in_one_part_leave_the_others_their_momentum),
        cmocka_unit_test(small_parts_keep_their_spin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the first stage leaves for later ones: where every place would have gone by itself.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/predict/predict.h"
#include "tests/unit/world_kit.h"

#define VERTICES 162

static plump_mesh* mesh;
static plump_world* world;
static plump_body_id id;

static int make_scene(void** state) {
    (void)state;
    plump_body_def def = plump_default_body_def();
    mesh = make_shape(PLUMP_SHAPE_SPHERE, VERTICES);
    world = make_world(-9.81f, 1);
    def.mesh = mesh;
    def.angular_velocity[1] = 5;
    OK(plump_body_create(world, &def, &id, &kit_error));
    return 0;
}

static int free_scene(void** state) {
    (void)state;
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
    return 0;
}

// One substep's prediction of a body by itself.
static void predict(pl_isa isa) {
    pl_stage stage = {0};
    plump_allocator hooks = world->hooks;
    assert_true(pl_stage_reserve(&stage, &hooks, world->bodies, 1));
    pl_stage_fill(&stage, world->bodies, 1);
    stage.pool = world->pool;
    stage.isa = isa;
    stage.step = stage.h = 0.01f;
    stage.fraction = 1.0f;
    pl_predict(&stage);
    pl_stage_free(&stage, &hooks);
}

static void assert_ahead_is_here(const pl_body* body) {
    for (int k = 0; k < 3; ++k)
        assert_memory_equal(body->ahead[k], body->x[k], body->padded * sizeof(float));
}

static void ahead_is_where_the_particles_were_put(void** state) {
    (void)state;
    pl_body* body = body_of(world, id);
    for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
        if (!pl_isa_available((pl_isa)isa)) continue;
        float before = body->x[1][5];
        for (int k = 0; k < 3; ++k) memset(body->ahead[k], 0x7f, body->padded * sizeof(float));
        predict((pl_isa)isa);
        assert_ahead_is_here(body);
        assert_true(body->x[1][5] != before);
    }
}

static void ahead_knows_where_pins_go(void** state) {
    (void)state;
    pl_body* body = body_of(world, id);
    const double target[3] = {3, 4, 5};
    OK(plump_body_pin(world, id, 7, &kit_error));
    OK(plump_body_move_pin(world, id, 7, target, &kit_error));
    predict(pl_isa_best());
    uint32_t place = body->pins[0].place;
    for (int k = 0; k < 3; ++k)
        assert_true(body->x[k][place] == (float)(target[k] - body->origin[k]));
    assert_ahead_is_here(body);
}

// A spoiled state must not live on in what later stages compare with.
static void ahead_of_a_mended_body_is_mended(void** state) {
    (void)state;
    pl_body* body = body_of(world, id);
    body->x[0][3] = NAN;
    body->v[2][60] = INFINITY;
    predict(pl_isa_best());
    assert_true(body->contained);
    for (int k = 0; k < 3; ++k)
        for (uint32_t i = 0; i < body->count; ++i) assert_true(isfinite(body->x[k][i]));
    assert_ahead_is_here(body);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ahead_is_where_the_particles_were_put, make_scene,
                                        free_scene),
        cmocka_unit_test_setup_teardown(ahead_knows_where_pins_go, make_scene, free_scene),
        cmocka_unit_test_setup_teardown(ahead_of_a_mended_body_is_mended, make_scene, free_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

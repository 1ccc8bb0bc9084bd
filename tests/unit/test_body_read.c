// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

static void a_body_starts_where_its_mesh_is_put(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_DUCK, 532);
    plump_world* world = make_world(0, 1);
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.position[0] = 1e6;
    def.position[1] = -2.0;
    def.scale = 2.0f;
    def.rotation[1] = def.rotation[3] = 0.5f;  // a quarter turn about y: x -> -z, z -> x
    OK(plump_body_create(world, &def, &id, &kit_error));
    double got[3 * 532], origin[3];
    OK(plump_body_read(world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, got, 0, 532,
                       &kit_error));
    plump_mesh_origin(mesh, origin);
    const float* p = plump_mesh_positions(mesh);
    for (uint32_t i = 0; i < 532; ++i) {
        double own[3];
        for (int k = 0; k < 3; ++k) own[k] = 2.0 * (origin[k] + (double)p[3 * i + (uint32_t)k]);
        assert_true(fabs(got[3 * i] - (1e6 + own[2])) < 1e-6);
        assert_true(fabs(got[3 * i + 1] - (own[1] - 2.0)) < 1e-6);
        assert_true(fabs(got[3 * i + 2] - -own[0]) < 1e-6);
    }
    assert_true(fabs(describe(world, id).rest_volume - 8.0 * plump_mesh_volume(mesh)) < 1e-5);
    assert_true(fabs(describe(world, id).mass - 8000.0 * plump_mesh_volume(mesh)) < 1e-2);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void reading_goes_into_any_layout(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_world* world = make_world(-9.81f, 1);
    plump_body_id id = make_body(world, mesh, 3);
    step(world, 5);
    float tight[3 * 162];
    OK(plump_body_read(world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT32, tight, 0, 162,
                       &kit_error));
    unsigned char* odd = malloc(162 * 29);  // no alignment at all
    assert_non_null(odd);
    memset(odd, 7, 162 * 29);
    OK(plump_body_read(world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT32, odd + 1, 29, 162,
                       &kit_error));
    plump_body_view view;
    OK(plump_body_lend(world, id, &view, &kit_error));
    for (uint32_t i = 0; i < 162; ++i) {
        assert_memory_equal(odd + 1 + 29 * (size_t)i, tight + 3 * i, 12);
        if (i < 161) assert_int_equal(odd[1 + 29 * (size_t)i + 12], 7);
        uint32_t place = view.place_of[i];
        assert_int_equal(view.vertex_of[place], i);
        assert_true(tight[3 * i] == (float)(view.origin[0] + (double)view.x[place]));
    }
    free(odd);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void normals_of_a_ball_point_outward(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    float n[3 * 642], x[3 * 642];
    OK(plump_body_read(world, id, PLUMP_QUANTITY_NORMAL, PLUMP_SCALAR_FLOAT32, n, 0, 642,
                       &kit_error));
    OK(plump_body_read(world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT32, x, 0, 642,
                       &kit_error));
    for (uint32_t i = 0; i < 642; ++i) {
        pl_vec3 normal = pl_vec3_load(n + 3 * i), place = pl_vec3_load(x + 3 * i);
        assert_true(fabsf(pl_vec3_length(normal) - 1.0f) < 1e-5f);
        assert_true(pl_vec3_dot(normal, place) / pl_vec3_length(place) > 0.999f);
    }
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void wrong_reads_are_refused(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    float out[3 * 42];
    REFUSED(plump_body_read(world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT32, out, 8, 42,
                            &kit_error),
            "stride is 8 bytes");
    REFUSED(plump_body_read(world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT32, out, 0, 41,
                            &kit_error),
            "room for 41 vertices, the body has 42");
    REFUSED(plump_body_read(world, id, PLUMP_QUANTITY_COUNT, PLUMP_SCALAR_FLOAT32, out, 0, 42,
                            &kit_error),
            "quantity");
    REFUSED(plump_body_read(world, id, PLUMP_QUANTITY_NORMAL, PLUMP_SCALAR_FLOAT32, NULL, 0, 42,
                            &kit_error),
            "buffer");
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_starts_where_its_mesh_is_put),
        cmocka_unit_test(reading_goes_into_any_layout),
        cmocka_unit_test(normals_of_a_ball_point_outward),
        cmocka_unit_test(wrong_reads_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

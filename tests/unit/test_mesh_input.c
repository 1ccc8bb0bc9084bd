// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Arrays of every type and stride are read alike; definitions that cannot be right are refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

static void expect_refusal(const plump_mesh_def* def, plump_result code, const char* part) {
    plump_mesh* mesh = (plump_mesh*)1;
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(plump_mesh_create(def, &mesh, NULL, &error), code);
    assert_null(mesh);
    assert_int_equal(error.code, code);
    if (!strstr(error.text, part)) fail_msg("\"%s\" has no \"%s\"", error.text, part);
}

static void wrong_definitions_are_refused_with_a_sentence(void** state) {
    (void)state;
    fixture box = fixture_box(1, 1, 1);
    const plump_mesh_def good = fixture_def(&box);
    plump_mesh_def def = good;

    expect_refusal(NULL, PLUMP_ERROR_ARGUMENT, "NULL");
    def.cookie = 0;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "plump_default_mesh_def");
    def.cookie = good.cookie + 1;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "plump_default_mesh_def");
    def = good, def.triangles.positions = NULL;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "positions is NULL");
    def = good, def.triangles.position_stride = 23;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "23 bytes");
    def = good, def.triangles.position_stride = SIZE_MAX / 2;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "do not fit");
    def = good, def.triangles.position_type = (plump_scalar_type)7;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "plump_scalar_type");
    def = good, def.triangles.index_type = (plump_index_type)-1;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "plump_index_type");
    def = good, def.triangles.indices = NULL;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "36 vertices");
    def = good, def.triangles.triangle_count = UINT32_MAX;
    expect_refusal(&def, PLUMP_ERROR_LIMIT, "4294967295");
    def = good, def.triangles.vertex_count = UINT32_MAX;
    expect_refusal(&def, PLUMP_ERROR_LIMIT, "4294967295");
    def = good, def.triangles.origin[1] = (double)INFINITY;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "origin");
    def = good, def.triangles.origin[2] = (double)NAN;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "origin");
    const double tolerances[] = {-1e-9, 0.0101, (double)NAN, (double)INFINITY};
    for (int i = 0; i < 4; ++i) {
        def = good, def.weld_tolerance = tolerances[i];
        expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "weld_tolerance");
    }
    def = good, def.allocator.free = (void (*)(void*, void*))(uintptr_t)1;
    expect_refusal(&def, PLUMP_ERROR_ARGUMENT, "allocator");
    assert_int_equal(plump_mesh_create(&good, NULL, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    fixture_free(&box);
}

static void nothing_is_refused_as_data(void** state) {
    (void)state;
    plump_mesh_def def = plump_default_mesh_def();
    expect_refusal(&def, PLUMP_ERROR_DATA, "no triangles");
    double position[3] = {0};
    def.triangles.positions = position;
    def.triangles.position_type = PLUMP_SCALAR_FLOAT64;
    def.triangles.vertex_count = 1;
    expect_refusal(&def, PLUMP_ERROR_DATA, "no triangles");
}

// The same box through float and double, odd strides, unaligned memory, 16 and 32 bits.
static void every_layout_gives_the_same_mesh(void** state) {
    (void)state;
    fixture box = fixture_box(1, 2, 3);
    outcome reference = fixture_take(&box);
    assert_int_equal(reference.report.verdict, PLUMP_VERDICT_ACCEPT);
    unsigned char* bytes = malloc(8 * 64 + 64);
    unsigned char* index_bytes = malloc(36 * 4 + 8);
    for (int is_double = 0; is_double < 2; ++is_double) {
        for (size_t stride = is_double ? 24 : 12; stride < 40; ++stride) {
            for (int wide = 0; wide < 2; ++wide) {
                memset(bytes, 0xFF, 8 * 64 + 64);
                for (size_t i = 0; i < 24; ++i) {
                    float narrow = (float)box.positions[i];
                    size_t at = 1 + i / 3 * stride;
                    if (is_double)
                        memcpy(bytes + at + i % 3 * 8, box.positions + i, 8);
                    else
                        memcpy(bytes + at + i % 3 * 4, &narrow, 4);
                }
                for (size_t i = 0; i < 36; ++i) {
                    uint16_t small = (uint16_t)box.indices[i];
                    if (wide)
                        memcpy(index_bytes + 1 + 4 * i, box.indices + i, 4);
                    else
                        memcpy(index_bytes + 1 + 2 * i, &small, 2);
                }
                plump_mesh_def def = plump_default_mesh_def();
                def.triangles.positions = bytes + 1;
                def.triangles.position_type = (plump_scalar_type)is_double;
                def.triangles.position_stride = stride;
                def.triangles.vertex_count = 8;
                def.triangles.indices = index_bytes + 1;
                def.triangles.index_type = (plump_index_type)wide;
                def.triangles.triangle_count = 12;
                outcome o = fixture_create(&def);
                assert_int_equal(o.result, PLUMP_OK);
                assert_memory_equal(plump_mesh_positions(o.mesh),
                                    plump_mesh_positions(reference.mesh), 24 * sizeof(float));
                assert_memory_equal(plump_mesh_indices(o.mesh), plump_mesh_indices(reference.mesh),
                                    36 * sizeof(uint32_t));
                plump_mesh_destroy(o.mesh);
            }
        }
    }
    free(bytes);
    free(index_bytes);
    plump_mesh_destroy(reference.mesh);
    fixture_free(&box);
}

static void without_indices_every_three_vertices_are_a_triangle(void** state) {
    (void)state;
    fixture box = fixture_box(1, 2, 3), soup = fixture_soup(&box);
    for (uint32_t count = 0; count <= 12; count += 12) {
        plump_mesh_def def = fixture_def(&soup);
        def.triangles.indices = NULL;
        def.triangles.triangle_count = count;
        outcome o = fixture_create(&def);
        assert_int_equal(o.result, PLUMP_OK);
        assert_int_equal(o.report.vertices, 8);
        assert_int_equal(o.report.input_triangles, 12);
        assert_true(o.report.volume == 6);
        plump_mesh_destroy(o.mesh);
    }
    fixture_free(&box);
    fixture_free(&soup);
}

static void bad_indices_name_triangle_and_vertex(void** state) {
    (void)state;
    fixture box = fixture_box(1, 1, 1);
    box.indices[3 * 7 + 1] = 8;
    box.indices[3 * 9] = UINT32_MAX;
    outcome o = fixture_take(&box);
    assert_int_equal(o.result, PLUMP_ERROR_DATA);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_REJECT);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_BAD_INDICES), 2);
    assert_int_equal(o.report.findings[PLUMP_FINDING_BAD_INDICES].first[0].a, 7);
    assert_int_equal(o.report.findings[PLUMP_FINDING_BAD_INDICES].first[1].a, 9);
    assert_non_null(strstr(o.report.message, "triangle 7 uses vertex 8"));
    assert_string_equal(o.report.message, o.error.text);
    fixture_free(&box);
}

static void only_used_vertices_need_to_be_numbers(void** state) {
    (void)state;
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, 1.1e18, -1e300};
    for (int i = 0; i < 5; ++i) {
        fixture box = fixture_box(1, 1, 1);
        uint32_t unused = fixture_vertex(&box, 0, bad[i], 0);
        outcome o = fixture_take(&box);
        assert_int_equal(o.result, PLUMP_OK);
        assert_int_equal(o.report.verdict, PLUMP_VERDICT_REPAIR);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_UNUSED_VERTICES), 1);
        assert_int_equal(o.report.findings[PLUMP_FINDING_UNUSED_VERTICES].first[0].a, unused);
        assert_true(o.report.bounds_max[1] == 1);
        uint32_t input_count = 0;
        const uint32_t* map = plump_mesh_vertex_map(o.mesh, &input_count);
        assert_int_equal(input_count, 9);
        assert_int_equal(map[unused], PLUMP_NO_VERTEX);
        plump_mesh_destroy(o.mesh);

        box.positions[3 * 5 + 2] = bad[i];
        o = fixture_take(&box);
        assert_int_equal(o.result, PLUMP_ERROR_DATA);
        assert_int_equal(outcome_count(&o, PLUMP_FINDING_NOT_FINITE), 1);
        assert_int_equal(o.report.findings[PLUMP_FINDING_NOT_FINITE].first[0].a, 5);
        assert_non_null(strstr(o.report.message, "vertex 5"));
        fixture_free(&box);
    }
}

static void sizes_from_1e_minus_17_to_1e18_are_taken(void** state) {
    (void)state;
    const double sizes[] = {1e-17, 1e-9, 1, 1e9, 1e18};
    for (int i = 0; i < 5; ++i) {
        fixture box = fixture_box(sizes[i], sizes[i], sizes[i]);
        outcome o = fixture_take(&box);
        assert_int_equal(o.result, PLUMP_OK);
        double expected = sizes[i] * sizes[i] * sizes[i];
        assert_true(fabs(o.report.volume / expected - 1) < 1e-6);
        assert_null(fixture_round_trip_fault(o.mesh));
        plump_mesh_destroy(o.mesh);
        fixture_free(&box);
    }
    const double tiny[] = {9e-19, 1e-30, 1e-310};
    for (int i = 0; i < 3; ++i) {
        fixture box = fixture_box(tiny[i], tiny[i], tiny[i]);
        outcome o = fixture_take(&box);
        assert_int_equal(o.result, PLUMP_ERROR_DATA);
        assert_non_null(strstr(o.report.message, "across"));
        fixture_free(&box);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_definitions_are_refused_with_a_sentence),
        cmocka_unit_test(nothing_is_refused_as_data),
        cmocka_unit_test(every_layout_gives_the_same_mesh),
        cmocka_unit_test(without_indices_every_three_vertices_are_a_triangle),
        cmocka_unit_test(bad_indices_name_triangle_and_vertex),
        cmocka_unit_test(only_used_vertices_need_to_be_numbers),
        cmocka_unit_test(sizes_from_1e_minus_17_to_1e18_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

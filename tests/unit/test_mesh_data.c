// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

// Two boxes, one with a cavity holding a smaller box.
static fixture rooms(void) {
    fixture f = {0}, box = fixture_box(4, 4, 4), hollow = fixture_box(2, 2, 2);
    fixture pebble = fixture_box(1, 1, 1);
    fixture_turn_all(&hollow);
    fixture_append(&f, &pebble, 10, 0, 0);
    fixture_append(&f, &box, 0, 0, 0);
    fixture_append(&f, &hollow, 1, 1, 1);
    fixture_append(&f, &pebble, 1.5, 1.5, 1.5);
    fixture_free(&box);
    fixture_free(&hollow);
    fixture_free(&pebble);
    return f;
}

static void a_part_leaves_with_its_cavities(void** state) {
    (void)state;
    fixture f = rooms();
    uint32_t groups[48];
    for (uint32_t i = 0; i < 48; ++i) groups[i] = 100 + i / 12;
    plump_mesh_def def = fixture_def(&f);
    def.triangles.groups = groups;
    outcome o = fixture_create(&def);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_ACCEPT);
    assert_int_equal(o.report.parts, 4);
    assert_int_equal(o.report.cavities, 1);
    assert_true(o.report.volume == 1 + 64 - 8 + 1);
    const double volumes[] = {1, 56, 0, 1};
    const uint32_t triangles[] = {12, 24, 0, 12};
    for (uint32_t part = 0; part < 4; ++part) {
        plump_mesh* own = NULL;
        plump_error error;
        assert_int_equal(plump_mesh_part_group(o.mesh, part), 100 + part);
        plump_result result = plump_mesh_create_part(o.mesh, part, &own, &error);
        if (part == 2) {
            assert_int_equal(result, PLUMP_ERROR_ARGUMENT);
            assert_non_null(strstr(error.text, "cavity"));
            assert_null(own);
            continue;
        }
        assert_int_equal(result, PLUMP_OK);
        assert_true(plump_mesh_volume(own) == volumes[part]);
        assert_int_equal(plump_mesh_triangle_count(own), triangles[part]);
        assert_int_equal(plump_mesh_part_group(own, 0), 100 + part);
        uint32_t input = 0;
        const uint32_t* map = plump_mesh_vertex_map(own, &input);
        assert_int_equal(input, 32);
        assert_true((map[0] == PLUMP_NO_VERTEX) == (part != 0));
        assert_null(fixture_fault(own));
        plump_mesh_destroy(own);
    }
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

static void wrong_parts_are_refused(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1);
    outcome o = fixture_take(&f);
    plump_mesh* own = (plump_mesh*)1;
    assert_int_equal(plump_mesh_create_part(o.mesh, 1, &own, NULL), PLUMP_ERROR_ARGUMENT);
    assert_null(own);
    assert_int_equal(plump_mesh_create_part(NULL, 0, &own, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_mesh_create_part(o.mesh, 0, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_mesh_part_group(o.mesh, 99), 0);
    plump_mesh_destroy(o.mesh);
    plump_mesh_destroy(NULL);
    fixture_free(&f);
}

static void an_accepted_mesh_keeps_the_callers_numbers(void** state) {
    (void)state;
    fixture f = fixture_sphere(1, 12, 7);
    outcome o = fixture_take(&f);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_ACCEPT);
    uint32_t input = 0;
    const uint32_t* map = plump_mesh_vertex_map(o.mesh, &input);
    assert_int_equal(input, f.vertex_count);
    for (uint32_t v = 0; v < input; ++v) assert_int_equal(map[v], v);
    assert_memory_equal(plump_mesh_indices(o.mesh), f.indices,
                        3 * f.triangle_count * sizeof(uint32_t));
    assert_int_equal(plump_mesh_vertex_count(o.mesh), f.vertex_count);
    assert_int_equal(plump_mesh_triangle_count(o.mesh), f.triangle_count);
    assert_null(plump_mesh_triangles(o.mesh).groups);
    assert_true(plump_mesh_volume(o.mesh) == o.report.volume);
    plump_mesh_vertex_map(o.mesh, NULL);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_leaves_with_its_cavities),
        cmocka_unit_test(wrong_parts_are_refused),
        cmocka_unit_test(an_accepted_mesh_keeps_the_callers_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

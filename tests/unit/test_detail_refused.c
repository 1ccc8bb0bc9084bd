// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Detail meshes: what is refused, with which sentence, and what happens without memory.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/detail_kit.h"
#include "tests/unit/memory_kit.h"

// A definition that is fine, with a copy of the positions that a test may spoil.
typedef struct trial {
    plump_mesh *coarse, *fine;
    plump_detail_def def;
    float* at;
    uint32_t* corners;
    uint32_t vertices, triangles;
} trial;

static trial begin(void) {
    trial t = {.coarse = make_shape(PLUMP_SHAPE_SPHERE, 42), .fine = bumpy_sphere(642, 0.02)};
    t.def = plump_default_detail_def();
    t.def.mesh = t.coarse;
    t.def.fine = plump_mesh_triangles(t.fine);
    t.vertices = t.def.fine.vertex_count, t.triangles = t.def.fine.triangle_count;
    t.at = malloc((size_t)3 * t.vertices * sizeof *t.at);
    t.corners = malloc((size_t)3 * t.triangles * sizeof *t.corners);
    assert_true(t.at && t.corners);
    memcpy(t.at, t.def.fine.positions, (size_t)3 * t.vertices * sizeof *t.at);
    memcpy(t.corners, t.def.fine.indices, (size_t)3 * t.triangles * sizeof *t.corners);
    t.def.fine.positions = t.at;
    t.def.fine.indices = t.corners;
    return t;
}

static void end(trial* t) {
    free(t->at);
    free(t->corners);
    plump_mesh_destroy(t->coarse);
    plump_mesh_destroy(t->fine);
}

static void refused(const plump_detail_def* def, plump_result code, const char* words) {
    plump_detail* detail = (plump_detail*)1;
    REFUSED(plump_detail_create(def, &detail, NULL, &kit_error), words);
    assert_int_equal(kit_error.code, code);
    assert_null(detail);
    assert_int_equal(plump_detail_create(def, &detail, NULL, NULL), code);
}

static void wrong_definitions_get_a_sentence(void** state) {
    (void)state;
    trial t = begin();
    plump_detail_def def = t.def;
    REFUSED(plump_detail_create(&def, NULL, NULL, &kit_error), "nowhere to put");
    refused(NULL, PLUMP_ERROR_ARGUMENT, "plump_default_detail_def()");
    def.cookie = 0;
    refused(&def, PLUMP_ERROR_ARGUMENT, "plump_default_detail_def()");
    def = t.def, def.mesh = NULL;
    refused(&def, PLUMP_ERROR_ARGUMENT, "no coarse mesh");
    const double reaches[] = {0, -1, NAN, INFINITY, 1e6};
    for (int k = 0; k < 5; ++k) {
        def = t.def, def.reach = reaches[k];
        refused(&def, PLUMP_ERROR_ARGUMENT, "the reach is");
    }
    def = t.def, def.normals = t.at, def.normal_stride = 11;
    refused(&def, PLUMP_ERROR_ARGUMENT, "normal_stride is 11 bytes, one needs 12");
    def = t.def, def.normal_type = (plump_scalar_type)7;
    refused(&def, PLUMP_ERROR_ARGUMENT, "normal_type");
    def = t.def, def.fine.position_stride = 4;
    refused(&def, PLUMP_ERROR_ARGUMENT, "position_stride is 4 bytes");
    def = t.def, def.fine.positions = NULL;
    refused(&def, PLUMP_ERROR_DATA, "no vertices");
    def = t.def, def.fine.vertex_count = 0;
    refused(&def, PLUMP_ERROR_DATA, "no vertices");
    def = t.def, def.fine.triangle_count = 0;
    refused(&def, PLUMP_ERROR_DATA, "no triangles");
    def = t.def, def.fine.indices = NULL, def.fine.triangle_count = 0, def.fine.vertex_count = 2;
    refused(&def, PLUMP_ERROR_DATA, "no triangles");
    end(&t);
}

static void wrong_numbers_get_a_sentence(void** state) {
    (void)state;
    trial t = begin();
    const float bad[] = {NAN, INFINITY, -INFINITY, 1e30f};
    for (int k = 0; k < 4; ++k) {
        float was = t.at[3 * 7 + 1];
        t.at[3 * 7 + 1] = bad[k];
        refused(&t.def, PLUMP_ERROR_DATA, "vertex 7 of the fine mesh is not finite");
        t.at[3 * 7 + 1] = was;
    }
    uint32_t was = t.corners[3 * 9 + 2];
    t.corners[3 * 9 + 2] = t.vertices;
    refused(&t.def, PLUMP_ERROR_DATA, "triangle 9 of the fine mesh uses vertex 642, there are 642");
    t.corners[3 * 9 + 2] = was;
    float* normals = malloc((size_t)3 * t.vertices * sizeof *normals);
    assert_non_null(normals);
    for (int k = 0; k < 2; ++k) {
        memcpy(normals, t.at, (size_t)3 * t.vertices * sizeof *normals);
        t.def.normals = normals;
        for (int c = 0; c < 3; ++c) normals[3 * 5 + c] = k ? NAN : 0;
        refused(&t.def, PLUMP_ERROR_DATA,
                "the normal of vertex 5 of the fine mesh is no direction");
    }
    free(normals);
    end(&t);
}

static void wrong_units_and_places_are_told_by_how_much(void** state) {
    (void)state;
    trial t = begin();
    plump_detail* detail = NULL;
    for (size_t i = 0; i < (size_t)3 * t.vertices; ++i) t.at[i] *= 1000;  // millimetres
    refused(&t.def, PLUMP_ERROR_DATA, "are the units of both the same?");
    assert_non_null(strstr(kit_error.text, "the reach is 0.25"));
    for (size_t i = 0; i < (size_t)3 * t.vertices; ++i) t.at[i] *= 1e-6f;  // kilometres
    refused(&t.def, PLUMP_ERROR_DATA, "are the units of both the same?");
    for (size_t i = 0; i < (size_t)3 * t.vertices; ++i) t.at[i] *= 1e3f;
    for (uint32_t i = 0; i < t.vertices; ++i) t.at[3 * (size_t)i] += 3;
    refused(&t.def, PLUMP_ERROR_DATA, "do both lie in the same place?");
    t.def.fine.origin[0] = -3;  // as here
    OK(plump_detail_create(&t.def, &detail, NULL, &kit_error));
    plump_detail_destroy(detail);
    t.def.fine.origin[0] = 1e12;
    refused(&t.def, PLUMP_ERROR_DATA, "do both lie in the same place?");
    end(&t);
}

static void wrong_reading_gets_a_sentence(void** state) {
    (void)state;
    trial t = begin();
    plump_detail* detail = kit_tie(t.coarse, t.def.fine, NULL);
    plump_mesh* other = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_world* world = make_world(0, 1);
    plump_body_id body = make_body(world, t.coarse, 0), stranger = make_body(world, other, 3);
    plump_body_id none = {0};
    double* out = malloc((size_t)3 * t.vertices * sizeof *out);
    assert_non_null(out);
#define READ(detail, body, type, at, stride, normals, normal_stride, room)                         \
    plump_detail_read(detail, world, body, type, at, stride, normals, normal_stride, room,         \
                      &kit_error)
    plump_scalar_type wide = PLUMP_SCALAR_FLOAT64;
    REFUSED(READ(detail, none, wide, out, 0, NULL, 0, t.vertices), "body");
    REFUSED(READ(NULL, body, wide, out, 0, NULL, 0, t.vertices), "there is no detail mesh");
    REFUSED(READ(detail, stranger, wide, out, 0, NULL, 0, t.vertices), "another mesh");
    REFUSED(READ(detail, body, (plump_scalar_type)5, out, 0, NULL, 0, t.vertices), "number type");
    REFUSED(READ(detail, body, wide, NULL, 0, NULL, 0, t.vertices), "buffer");
    REFUSED(READ(detail, body, wide, out, 0, NULL, 0, 641), "room for 641 vertices");
    REFUSED(READ(detail, body, wide, out, 23, NULL, 0, t.vertices),
            "the stride of positions is 23");
    REFUSED(READ(detail, body, wide, out, 0, out, 23, t.vertices), "the stride of normals is 23");
    OK(READ(detail, body, wide, out, 0, NULL, 23, t.vertices));
#undef READ
    assert_null(plump_detail_mesh(NULL));
    assert_null(plump_detail_indices(NULL));
    assert_int_equal(plump_detail_vertex_count(NULL), 0);
    assert_int_equal(plump_detail_triangle_count(NULL), 0);
    assert_int_equal(plump_detail_triangles(NULL).vertex_count, 0);
    plump_detail_destroy(NULL);
    plump_world_destroy(world);
    plump_detail_destroy(detail);
    plump_mesh_destroy(other);
    free(out);
    end(&t);
}

// --- memory: every allocation fails in turn ---

static void made_without_memory_nothing_stays(void** state) {
    (void)state;
    memory_kit memory = {0};
    trial t = begin();
    plump_detail* detail = NULL;
    t.def.allocator = memory_kit_hooks(&memory);
    int failures = 0;
    for (;; ++failures) {
        memory = (memory_kit){.fail_at = failures + 1};
        plump_result result = plump_detail_create(&t.def, &detail, NULL, &kit_error);
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_non_null(strstr(kit_error.text, "out of memory"));
        assert_null(detail);
        assert_int_equal(memory.blocks, 0);
    }
    assert_true(failures > 20);
    plump_detail_destroy(detail);
    assert_int_equal(memory.blocks, 0);
    end(&t);
}

static void read_without_memory_nothing_stays(void** state) {
    (void)state;
    memory_kit memory = {0};
    trial t = begin();
    plump_detail* detail = NULL;
    t.def.allocator = memory_kit_hooks(&memory);
    OK(plump_detail_create(&t.def, &detail, NULL, &kit_error));
    plump_world* world = make_world(0, 1);
    plump_body_id body = make_body(world, t.coarse, 0);
    float* out = malloc((size_t)3 * t.vertices * sizeof *out);
    assert_non_null(out);
    long held = memory.blocks, failures = 0;
    for (;; ++failures) {
        memory.calls = 0, memory.fail_at = failures + 1;
        plump_result result = plump_detail_read(detail, world, body, PLUMP_SCALAR_FLOAT32, out, 0,
                                                NULL, 0, t.vertices, &kit_error);
        assert_int_equal(memory.blocks, held);
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
    }
    assert_true(failures > 0);
    plump_world_destroy(world);
    plump_detail_destroy(detail);
    free(out);
    end(&t);
}

// What the coarse mesh keeps for its detail meshes is made with the mesh's own hooks.
static void a_coarse_mesh_without_memory_can_be_tried_again(void** state) {
    (void)state;
    trial t = begin();
    plump_result result = PLUMP_ERROR_MEMORY;
    long failures = 0;
    for (; result != PLUMP_OK; ++failures) {
        memory_kit memory = {0};
        plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_SPHERE);
        plump_mesh* coarse = NULL;
        plump_detail* detail = NULL;
        shape.vertex_count = 42;
        shape.allocator = memory_kit_hooks(&memory);
        OK(plump_shape_create(&shape, &coarse, &kit_error));
        t.def.mesh = coarse;
        memory.calls = 0, memory.fail_at = failures + 1;
        result = plump_detail_create(&t.def, &detail, NULL, &kit_error);
        assert_true(result == PLUMP_OK || result == PLUMP_ERROR_MEMORY);
        memory.fail_at = 0;
        if (!detail) OK(plump_detail_create(&t.def, &detail, NULL, &kit_error));
        plump_detail_destroy(detail);
        plump_mesh_destroy(coarse);
        assert_int_equal(memory.blocks, 0);
    }
    assert_true(failures > 10);
    end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_definitions_get_a_sentence),
        cmocka_unit_test(wrong_numbers_get_a_sentence),
        cmocka_unit_test(wrong_units_and_places_are_told_by_how_much),
        cmocka_unit_test(wrong_reading_gets_a_sentence),
        cmocka_unit_test(made_without_memory_nothing_stays),
        cmocka_unit_test(read_without_memory_nothing_stays),
        cmocka_unit_test(a_coarse_mesh_without_memory_can_be_tried_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

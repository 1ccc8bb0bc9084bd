// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// From a file to a mesh in one call: the same mesh from every format, places in messages, and
// memory that runs out anywhere between opening the file and the finished mesh.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fenv.h>
#include <plump/io.h>
#include <plump/plump.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/memory_kit.h"

#ifdef PLUMP_HAVE_JANSSON
#include <jansson.h>

// jansson has no hooks per object, so the test gives the whole process this one
static memory_kit* json_memory;
static void* json_test_alloc(size_t size) {
    return json_memory ? memory_kit_alloc(size, 16, json_memory) : malloc(size);
}
static void json_test_free(void* block) {
    if (!block) return;
    if (json_memory)
        memory_kit_free(block, json_memory);
    else
        free(block);
}
#endif

static const char* const endings[] = {
    "obj", "ply", "stl", "off",
#ifdef PLUMP_HAVE_JANSSON
    "glb",
#endif
};
enum { ENDING_COUNT = sizeof endings / sizeof endings[0] };

static void file_name(char* name, size_t size, const char* stem, const char* ending) {
    snprintf(name, size, "test_mesh_read_%s.%s", stem, ending);
}

static plump_mesh* make_shape(plump_shape_kind kind, uint32_t vertices) {
    plump_shape_def def = plump_default_shape_def(kind);
    def.vertex_count = vertices;
    plump_mesh* mesh = NULL;
    assert_int_equal(plump_shape_create(&def, &mesh, NULL), PLUMP_OK);
    return mesh;
}

static void write_shape(const char* name, plump_shape_kind kind, uint32_t vertices) {
    plump_mesh* mesh = make_shape(kind, vertices);
    plump_triangles triangles = plump_mesh_triangles(mesh);
    plump_write_def def = plump_default_write_def();
    assert_int_equal(plump_file_write(name, &triangles, &def, NULL), PLUMP_OK);
    plump_mesh_destroy(mesh);
}

static void write_text(const char* name, const char* text) {
    assert_int_equal(plump_file_write_bytes(name, text, strlen(text), NULL), PLUMP_OK);
}

static void every_format_gives_the_same_mesh(void** state) {
    (void)state;
    plump_mesh* wanted = make_shape(PLUMP_SHAPE_KNOT, 600);
    uint32_t count = plump_mesh_vertex_count(wanted);
    for (size_t i = 0; i < ENDING_COUNT; ++i) {
        char name[64];
        file_name(name, sizeof name, "same", endings[i]);
        write_shape(name, PLUMP_SHAPE_KNOT, 600);
        plump_mesh* mesh = NULL;
        plump_mesh_report report;
        assert_int_equal(plump_mesh_read(name, NULL, &mesh, &report, NULL), PLUMP_OK);
        assert_int_equal(report.verdict, PLUMP_VERDICT_ACCEPT);
        assert_int_equal(plump_mesh_vertex_count(mesh), count);
        assert_true(plump_mesh_volume(mesh) == plump_mesh_volume(wanted));
        // STL names vertices anew, in the order its triangles use them
        if (strcmp(endings[i], "stl") != 0) {
            assert_memory_equal(plump_mesh_positions(mesh), plump_mesh_positions(wanted),
                                3 * sizeof(float) * count);
            assert_memory_equal(plump_mesh_indices(mesh), plump_mesh_indices(wanted),
                                3 * sizeof(uint32_t) * plump_mesh_triangle_count(wanted));
        }
        plump_mesh_destroy(mesh);
        remove(name);
    }
    plump_mesh_destroy(wanted);
}

static void rounding_of_the_host_changes_nothing(void** state) {
    (void)state;
#ifdef __TINYC__
    skip();  // no way to the mode there
#endif
    const char* name = "test_mesh_read_round.obj";
    write_shape(name, PLUMP_SHAPE_SPHERE, 162);
    plump_mesh *mesh = NULL, *upward = NULL;
    assert_int_equal(plump_mesh_read(name, NULL, &mesh, NULL, NULL), PLUMP_OK);
    if (fesetround(FE_UPWARD) != 0) skip();
    plump_result result = plump_mesh_read(name, NULL, &upward, NULL, NULL);
    fesetround(FE_TONEAREST);
    assert_int_equal(result, PLUMP_OK);
    assert_int_equal(plump_mesh_vertex_count(upward), 162);
    assert_memory_equal(plump_mesh_positions(upward), plump_mesh_positions(mesh),
                        162 * 3 * sizeof(float));
    plump_mesh_destroy(mesh);
    plump_mesh_destroy(upward);
    remove(name);
}

static void a_refusal_names_file_and_line(void** state) {
    (void)state;
    const char* name = "test_mesh_read_open.obj";
    write_text(name, "# a corner\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
    plump_mesh* mesh = (plump_mesh*)1;
    plump_error error;
    plump_mesh_report report;
    assert_int_equal(plump_mesh_read(name, NULL, &mesh, &report, &error), PLUMP_ERROR_DATA);
    assert_null(mesh);
    assert_int_equal(report.verdict, PLUMP_VERDICT_REJECT);
    assert_int_equal(report.findings[PLUMP_FINDING_OPEN_EDGES].count, 3);
    assert_non_null(strstr(error.text, name));
    assert_non_null(strstr(error.text, "line "));
    assert_string_equal(error.text, report.message);
    remove(name);
}

static void options_of_the_caller_count(void** state) {
    (void)state;
    const char* name = "test_mesh_read_fill.obj";
    write_text(name, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n");
    plump_mesh_def options = plump_default_mesh_def();
    options.fill_holes = true;
    plump_mesh* mesh = NULL;
    plump_mesh_report report;
    assert_int_equal(plump_mesh_read(name, &options, &mesh, &report, NULL), PLUMP_OK);
    assert_int_equal(report.findings[PLUMP_FINDING_FILLED_HOLES].count, 1);
    assert_int_equal(plump_mesh_triangle_count(mesh), 4);
    plump_mesh_destroy(mesh);
    remove(name);
}

static void wrong_calls_get_a_sentence(void** state) {
    (void)state;
    plump_mesh* mesh = (plump_mesh*)1;
    plump_error error;
    assert_int_not_equal(plump_mesh_read("no/such/file.obj", NULL, &mesh, NULL, &error), PLUMP_OK);
    assert_null(mesh);
    assert_non_null(strstr(error.text, "no/such/file.obj"));
    assert_int_equal(plump_mesh_read("x.obj", NULL, NULL, NULL, &error), PLUMP_ERROR_ARGUMENT);
    plump_mesh_def garbage;
    memset(&garbage, 7, sizeof garbage);
    garbage.allocator = (plump_allocator){NULL, NULL, NULL};
    write_shape("test_mesh_read_wrong.ply", PLUMP_SHAPE_BOX, 14);
    assert_int_equal(plump_mesh_read("test_mesh_read_wrong.ply", &garbage, &mesh, NULL, &error),
                     PLUMP_ERROR_ARGUMENT);
    remove("test_mesh_read_wrong.ply");
}

// Lets one allocation fail; true when the call came through without reaching it.
static bool read_with_failure(const char* name, long fail_at, bool forever) {
    memory_kit memory = {.fail_at = fail_at, .fail_forever = forever};
#ifdef PLUMP_HAVE_JANSSON
    json_memory = &memory;
#endif
    plump_mesh_def options = plump_default_mesh_def();
    options.allocator = memory_kit_hooks(&memory);
    options.fill_holes = true;
    plump_mesh* mesh = NULL;
    plump_error error;
    plump_mesh_report report;
    plump_result result = plump_mesh_read(name, &options, &mesh, &report, &error);
    bool reached = memory.calls >= fail_at;
    if (reached) {
        // jansson takes a string it has no room for as a wrong one: an error all the same
        if (strstr(name, ".glb"))
            assert_int_not_equal(result, PLUMP_OK);
        else
            assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_null(mesh);
    } else {
        assert_int_equal(result, PLUMP_OK);
        plump_mesh_destroy(mesh);
    }
    assert_int_equal(memory.blocks, 0);
#ifdef PLUMP_HAVE_JANSSON
    json_memory = NULL;
#endif
    return !reached;
}

static void every_allocation_may_fail(const char* name) {
    for (int forever = 0; forever < 2; ++forever) {
        long n = 1;
        while (!read_with_failure(name, n, forever != 0)) ++n;
        assert_true(n > 10);
    }
}

static void memory_may_run_out_anywhere(void** state) {
    (void)state;
    for (size_t i = 0; i < ENDING_COUNT; ++i) {
        char name[64];
        file_name(name, sizeof name, "memory", endings[i]);
        write_shape(name, PLUMP_SHAPE_TORUS, 40);
        every_allocation_may_fail(name);
        remove(name);
    }
    // everything there is to mend: seams, an n-gon, a hole, a flipped face, two parts, a crossing
    const char* broken = "test_mesh_read_broken.obj";
    write_text(broken,
               "o one\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
               "v 1 0 0\nv 1 1 0\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 9 10 7 6\nf 3 7 8 4\n"
               "o two\nv .5 .5 .5\nv 3 .5 .5\nv .5 3 .5\nv .5 .5 3\nf 11 13 12\nf 11 12 14\n"
               "f 12 13 14\nf 13 11 14\nf 13 11 14\nf 11 11 12\nv 9 9 9\n");
    every_allocation_may_fail(broken);
    remove(broken);
}

int main(void) {
#ifdef PLUMP_HAVE_JANSSON
    json_set_alloc_funcs(json_test_alloc, json_test_free);
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_gives_the_same_mesh),
        cmocka_unit_test(rounding_of_the_host_changes_nothing),
        cmocka_unit_test(a_refusal_names_file_and_line),
        cmocka_unit_test(options_of_the_caller_count),
        cmocka_unit_test(wrong_calls_get_a_sentence),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

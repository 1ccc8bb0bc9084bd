// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is written and read back is the same mesh, bit for bit; what cannot be written is refused.
#define _XOPEN_SOURCE 700
#include "tests/unit/folder_kit.h"
#include "tests/unit/test_io_kit.h"

#include "io/soup.h"

#include <unistd.h>

static plump_soup* round_trip(const plump_triangles* t, const plump_write_def* def,
                              const char* name) {
    plump_error error = {PLUMP_OK, ""};
    plump_soup* soup = NULL;
    const char* path = path_of(name);
    if (plump_file_write(path, t, def, &error) != PLUMP_OK) fail_msg("%s", error.text);
    if (plump_file_read(path, NULL, &soup, &error) != PLUMP_OK) fail_msg("%s", error.text);
    assert_int_equal(unlink(path), 0);
    return soup;
}

static void expect_same(const plump_soup* soup, const plump_triangles* given) {
    plump_triangles t = plump_soup_triangles(soup);
    assert_int_equal(t.vertex_count, given->vertex_count);
    assert_int_equal(t.triangle_count, given->triangle_count);
    for (uint32_t i = 0; i < t.vertex_count; ++i) {
        double a[3], b[3];
        pl_triangles_position(&t, i, a);
        pl_triangles_position(given, i, b);
        assert_memory_equal(a, b, sizeof a);
    }
    for (uint32_t i = 0; i < t.triangle_count; ++i) {
        for (unsigned k = 0; k < 3; ++k)
            assert_int_equal(pl_triangles_corner(&t, i, k), pl_triangles_corner(given, i, k));
    }
}

static const char* const exact_names[] = {"a.obj", "a.ply", "a.off"};

static void doubles_come_back_bit_for_bit(void** state) {
    (void)state;
    io_ball ball;
    io_make_ball(&ball);
    ball.positions[3][0] = -0.0;
    ball.positions[4][1] = 5e-324;
    ball.positions[5][2] = 1.7976931348623157e308;
    ball.positions[6][2] = 0.1;
    for (int i = 0; i < 3; ++i) {
        plump_soup* soup = round_trip(&ball.triangles, NULL, exact_names[i]);
        expect_same(soup, &ball.triangles);
        plump_soup_destroy(soup);
    }
}

static void floats_with_stride_origin_and_short_indices_come_back(void** state) {
    (void)state;
    struct {
        float position[3];
        unsigned char colour[4];
    } vertices[4] = {
        {{0.1f, 0, -0.0f}, {0}}, {{1, 0.2f, 0}, {0}}, {{0, 1, 0.3f}, {0}}, {{0, 0, 1}, {0}}};
    static const uint16_t indices[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    plump_triangles t = {.positions = vertices,
                         .position_stride = sizeof vertices[0],
                         .vertex_count = 4,
                         .indices = indices,
                         .triangle_count = 4};
    for (int far = 0; far < 2; ++far) {
        if (far) t.origin[0] = 1e6, t.origin[2] = -0.3;
        for (int i = 0; i < 3; ++i) {
            plump_soup* soup = round_trip(&t, NULL, exact_names[i]);
            expect_same(soup, &t);
            plump_soup_destroy(soup);
        }
    }
}

static void triangles_without_indices_come_back(void** state) {
    (void)state;
    static const float corners[9][3] = {{0},    {1}, {0, 1}, {0, 0, 1}, {2},
                                        {0, 2}, {3}, {0, 3}, {0, 0, 3}};
    plump_triangles t = {.positions = corners, .vertex_count = 9};
    for (int i = 0; i < 3; ++i) {
        plump_soup* soup = round_trip(&t, NULL, exact_names[i]);
        io_expect_counts(soup, 9, 3);
        io_expect_triangle(soup, 2, 6, 7, 8);
        plump_soup_destroy(soup);
    }
}

// STL shares nothing and holds floats: corners come back as floats, in order.
static void stl_comes_back_corner_by_corner(void** state) {
    (void)state;
    io_ball ball;
    io_make_ball(&ball);
    // no area, no normal: still a facet
    memcpy(ball.indices[7], ball.indices[6], 8);
    ball.indices[7][2] = ball.indices[7][1];
    plump_soup* soup = round_trip(&ball.triangles, NULL, "a.stl");
    plump_triangles t = plump_soup_triangles(soup);
    assert_int_equal(t.triangle_count, IO_BALL_FACES);
    assert_int_equal(t.vertex_count, IO_BALL_VERTICES);
    for (uint32_t i = 0; i < IO_BALL_FACES; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            double a[3], b[3];
            pl_triangles_position(&t, pl_triangles_corner(&t, i, k), a);
            pl_triangles_position(&ball.triangles, ball.indices[i][k], b);
            for (int c = 0; c < 3; ++c) assert_true(a[c] == (double)(float)b[c]);
        }
    }
    plump_soup_destroy(soup);
}

static void groups_keep_names_and_triangles_their_order(void** state) {
    (void)state;
    io_ball ball;
    io_make_ball(&ball);
    ball.triangles.groups = ball.groups;
    static const char* const names[] = {"left arm", "bad\nname\x7F"};
    plump_write_def def = plump_default_write_def();
    def.group_names = names;
    def.group_count = 2;
    plump_soup* soup = round_trip(&ball.triangles, &def, "a.obj");
    expect_same(soup, &ball.triangles);
    assert_int_equal(plump_soup_group_count(soup), 2);
    assert_string_equal(plump_soup_group_name(soup, 0), "left arm");
    assert_string_equal(plump_soup_group_name(soup, 1), "bad_name_");
    assert_memory_equal(plump_soup_triangles(soup).groups, ball.groups, sizeof ball.groups);
    plump_soup_destroy(soup);
    soup = round_trip(&ball.triangles, NULL, "a.obj");  // no names: the labels serve
    assert_string_equal(plump_soup_group_name(soup, 1), "group1");
    plump_soup_destroy(soup);
}

static void ply_uses_floats_where_they_are_enough(void** state) {
    (void)state;
    io_ball ball;
    io_make_ball(&ball);
    pl_writer writer = {.hooks = pl_alloc_hooks((plump_allocator){0})};
    plump_write_def def = plump_default_write_def();
    pl_write_ply(&writer, &ball.triangles, &def);
    assert_non_null(strstr((const char*)writer.bytes, "property double x"));
    for (size_t i = 0; i < IO_BALL_VERTICES; ++i) {
        for (int k = 0; k < 3; ++k) ball.positions[i][k] = (double)(float)ball.positions[i][k];
    }
    writer.used = 0;
    pl_write_ply(&writer, &ball.triangles, &def);
    assert_non_null(strstr((const char*)writer.bytes, "property float x"));
    pl_free(&writer.hooks, writer.bytes);
}

static void refuse(const plump_triangles* t, const plump_write_def* def, const char* name,
                   plump_result code, const char* sentence) {
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(plump_file_write(name, t, def, &error), code);
    assert_string_equal(error.text, sentence);
    assert_int_equal(access(name, F_OK), -1);
}

static void what_cannot_be_written_is_refused(void** state) {
    (void)state;
    io_ball ball;
    io_make_ball(&ball);
    plump_triangles t = ball.triangles;
    plump_write_def def = plump_default_write_def();
    refuse(&t, NULL, "a.xyz", PLUMP_ERROR_ARGUMENT,
           "a.xyz: which format? A name ending in .obj, .ply, .stl, .off or .glb says it");
    refuse(&t, NULL, "a.gltf", PLUMP_ERROR_ARGUMENT,
           "a.gltf: glTF with separate buffers is only read; write .glb instead");
    def.cookie++;
    refuse(&t, &def, "a.obj", PLUMP_ERROR_ARGUMENT,
           "plump_write_def was not begun with plump_default_write_def()");
    t.triangle_count = 0;
    refuse(&t, NULL, "a.obj", PLUMP_ERROR_ARGUMENT, "there are no triangles to write");
    t = ball.triangles;
    t.positions = NULL;
    refuse(&t, NULL, "a.obj", PLUMP_ERROR_ARGUMENT, "there are no triangles to write");
    t = ball.triangles;
    t.vertex_count = UINT32_MAX;
    refuse(
        &t, NULL, "a.obj", PLUMP_ERROR_LIMIT,
        "4294967295 vertices and 140 triangles are too many; a file can hold 2147483647 of each");
    t = ball.triangles;
    ball.indices[7][1] = IO_BALL_VERTICES;
    refuse(&t, NULL, "a.obj", PLUMP_ERROR_DATA, "triangle 7 uses vertex 72, there are 72");
    ball.indices[7][1] = 0;
    ball.positions[9][2] = 1e39;
    refuse(
        &t, NULL, "a.stl", PLUMP_ERROR_DATA,
        "a.stl: vertex 9 has the coordinate 1e+39, too large for the 32-bit floats of STL; write "
        "PLY instead");
    ball.positions[9][2] = NAN;
    refuse(&t, NULL, "a.obj", PLUMP_ERROR_DATA,
           "vertex 9 has the coordinate nan; only finite ones can be written");
    assert_int_equal(plump_file_write(NULL, &t, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_file_write("a.obj", NULL, NULL, NULL), PLUMP_ERROR_ARGUMENT);
}

static void arrays_that_cannot_be_as_told_are_refused(void** state) {
    (void)state;
    io_ball ball;
    io_make_ball(&ball);
    plump_triangles t = ball.triangles;
    t.position_type = (plump_scalar_type)7;
    refuse(&t, NULL, "a.obj", PLUMP_ERROR_ARGUMENT, "position_type is no plump_scalar_type");
    t = ball.triangles;
    t.index_type = (plump_index_type)7;
    refuse(&t, NULL, "a.obj", PLUMP_ERROR_ARGUMENT, "index_type is no plump_index_type");
    t = ball.triangles;
    t.position_stride = 23;
    refuse(&t, NULL, "a.obj", PLUMP_ERROR_ARGUMENT,
           "position_stride is 23 bytes, one position needs 24");
    t.position_stride = SIZE_MAX / 4;
    char sentence[128];
    snprintf(sentence, sizeof sentence, "72 vertices at a stride of %zu bytes do not fit in memory",
             SIZE_MAX / 4);
    refuse(&t, NULL, "a.obj", PLUMP_ERROR_ARGUMENT, sentence);
    t = ball.triangles;
    t.origin[1] = INFINITY;
    refuse(&t, NULL, "a.obj", PLUMP_ERROR_ARGUMENT, "the origin is not finite");
    t = ball.triangles;
    t.indices = NULL;
    t.triangle_count = 25;
    refuse(&t, NULL, "a.obj", PLUMP_ERROR_ARGUMENT,
           "25 triangles without indices need 75 vertices, there are 72");
    memory_kit memory = {0};
    plump_write_def def = plump_default_write_def();
    def.allocator = memory_kit_hooks(&memory);
    def.allocator.free = NULL;
    refuse(&ball.triangles, &def, "a.obj", PLUMP_ERROR_ARGUMENT,
           "the allocator has only one of its two functions");
    def.allocator = (plump_allocator){.free = memory_kit_hooks(&memory).free};
    refuse(&ball.triangles, &def, "a.obj", PLUMP_ERROR_ARGUMENT,
           "the allocator has only one of its two functions");
}

// Straight from a packed file, say: every array begins at an odd address. The sanitizer looks on.
static void arrays_need_not_be_aligned(void** state) {
    (void)state;
    static const char* const names[] = {"a.obj", "a.ply", "a.off", "a.stl", "a.glb"};
    static const uint16_t narrow[] = {0, 1, 11, 0, 2, 12};
    static char positions[sizeof(io_ball)], indices[sizeof(io_ball)], groups[sizeof(io_ball)];
    io_ball ball;
    io_make_ball(&ball);
    memcpy(positions + 1, ball.positions, sizeof ball.positions);
    memcpy(groups + 1, ball.groups, sizeof ball.groups);
    for (int is_narrow = 0; is_narrow < 2; ++is_narrow) {
        plump_triangles t = ball.triangles;
        t.positions = positions + 1;
        t.indices = indices + 1;
        t.groups = (const uint32_t*)(const void*)(groups + 1);
        if (is_narrow) {
            t.index_type = PLUMP_INDEX_UINT16;
            t.triangle_count = 2;
            memcpy(indices + 1, narrow, sizeof narrow);
        } else {
            memcpy(indices + 1, ball.indices, sizeof ball.indices);
        }
        for (int i = 0; i < 5; ++i) {
            plump_error error = {PLUMP_OK, ""};
            const char* path = path_of(names[i]);
            if (plump_file_write(path, &t, NULL, &error) != PLUMP_OK) fail_msg("%s", error.text);
            assert_int_equal(unlink(path), 0);
        }
        plump_soup* soup = round_trip(&t, NULL, "a.obj");
        expect_same(soup, &t);
        assert_int_equal(plump_soup_group_count(soup), is_narrow ? 1 : 2);
        plump_soup_destroy(soup);
    }
}

static void out_of_memory_writes_nothing(void** state) {
    (void)state;
    io_ball ball;
    io_make_ball(&ball);
    static const char* const names[] = {"a.obj", "a.ply", "a.off", "a.stl"};
    for (int i = 0; i < 4; ++i) {
        for (int forever = 0; forever < 2; ++forever) {
            plump_result result = PLUMP_ERROR_MEMORY;
            for (long n = 1; result != PLUMP_OK; ++n) {
                memory_kit memory = {.fail_at = n, .fail_forever = forever};
                plump_write_def def = plump_default_write_def();
                def.allocator = memory_kit_hooks(&memory);
                plump_error error = {PLUMP_OK, ""};
                result = plump_file_write(path_of(names[i]), &ball.triangles, &def, &error);
                assert_int_equal(memory.blocks, 0);
                if (result == PLUMP_OK) break;
                assert_int_equal(result, PLUMP_ERROR_MEMORY);
                assert_string_equal(error.text, "out of memory while laying out a file to write");
                assert_int_equal(access(path_of(names[i]), F_OK), -1);
                assert_true(n < 1000);
            }
            assert_int_equal(unlink(path_of(names[i])), 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_come_back_bit_for_bit),
        cmocka_unit_test(floats_with_stride_origin_and_short_indices_come_back),
        cmocka_unit_test(triangles_without_indices_come_back),
        cmocka_unit_test(stl_comes_back_corner_by_corner),
        cmocka_unit_test(groups_keep_names_and_triangles_their_order),
        cmocka_unit_test(ply_uses_floats_where_they_are_enough),
        cmocka_unit_test(what_cannot_be_written_is_refused),
        cmocka_unit_test(arrays_that_cannot_be_as_told_are_refused),
        cmocka_unit_test(arrays_need_not_be_aligned),
        cmocka_unit_test(out_of_memory_writes_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

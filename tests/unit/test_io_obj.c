// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_io_kit.h"

#define CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"

static void every_corner_form_is_read(void** state) {
    (void)state;
    plump_soup* soup = io_accept(CORNERS "vt 0 0\nvn 0 0 1\n"
                                         "f 1 3 2\nf 1/1 2/1 4/1\nf 1//1 4//1 3//1\n"
                                         "f 2/1/1 3/1/1 4/1/1\nf 1/ 2/ 3/\nf 1/1/ 2// 3/-1/-1\n",
                                 "x.obj");
    io_expect_counts(soup, 4, 6);
    io_expect_triangle(soup, 0, 0, 2, 1);
    io_expect_triangle(soup, 1, 0, 1, 3);
    io_expect_triangle(soup, 2, 0, 3, 2);
    io_expect_triangle(soup, 3, 1, 2, 3);
    io_expect_triangle(soup, 5, 0, 1, 2);
    io_expect_places(soup, 3, "line 10", 3, "line 4");
    assert_int_equal(plump_soup_format(soup), PLUMP_FORMAT_OBJ);
    assert_int_equal(plump_soup_group_count(soup), 0);
    assert_null(plump_soup_triangles(soup).groups);
    plump_soup_destroy(soup);
}

static void negative_indices_count_back_from_the_face(void** state) {
    (void)state;
    plump_soup* soup =
        io_accept("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -1 -2 -4\n", "x.obj");
    io_expect_triangle(soup, 0, 0, 1, 2);
    io_expect_triangle(soup, 1, 3, 2, 0);
    plump_soup_destroy(soup);
}

static void faces_may_come_before_their_vertices(void** state) {
    (void)state;
    plump_soup* soup = io_accept("f 1 2 3 4\n" CORNERS, "x.obj");
    io_expect_counts(soup, 4, 2);
    plump_soup_destroy(soup);
}

static void lines_end_and_continue_in_every_way(void** state) {
    (void)state;
    static const char* const texts[] = {
        "# c\r\nv 0 0 0\r\nv 1 0 0\r\nv 0 1 0\r\n\r\nf 1 2 3\r\n",
        "# c\rv 0 0 0\rv 1 0 0\rv 0 1 0\r\rf 1 2 3\r",
        "# c\nv 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 3",
        "# c\nv\t0\t 0  0 \nv 1 0 0\t\nv 0 1 0 # c\n\n\t f 1 2 3 # c",
        "# c\nv 0 \\\n0 \\\r\n0\nv 1 0 0\nv 0 1 0\nf 1\\\n2 \\\r 3\n",
        "# c\nv 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 \\\n \\\n 3\\\n\n",
        "\xEF\xBB\xBF# c\nv 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 3\n"};
    static const char* const places[] = {"line 6", "line 6", "line 6", "line 6",
                                         "line 7", "line 6", "line 6"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        plump_soup* soup = io_accept(texts[i], "x.obj");
        io_expect_counts(soup, 3, 1);
        io_expect_triangle(soup, 0, 0, 1, 2);
        io_expect_vertex(soup, 1, 1, 0, 0);
        io_expect_places(soup, 0, places[i], 0, "line 2");
        plump_soup_destroy(soup);
    }
}

static void a_keyword_may_end_its_line(void** state) {
    (void)state;
    static const char* const breaks[] = {"\n", "\r\n", "\r"};
    for (size_t i = 0; i < sizeof breaks / sizeof breaks[0]; ++i) {
        char text[128];
        const char* b = breaks[i];
        snprintf(text, sizeof text, "v\\%s 5 0 0%sv 1 0 0%sv 0 1 0%sf\\%s\\%s1 2 3%s", b, b, b, b,
                 b, b, b);
        plump_soup* soup = io_accept(text, i ? "x.obj" : "x");  // also known by content
        io_expect_counts(soup, 3, 1);
        io_expect_vertex(soup, 0, 5, 0, 0);
        io_expect_places(soup, 0, "line 5", 1, "line 3");
        plump_soup_destroy(soup);
    }
    // elsewhere a backslash is a letter
    io_refuse_bytes("v 0 0 \\x\n", 9, "x.obj", PLUMP_ERROR_DATA,
                    "x.obj:1: vertex needs a number, not \"\\x\"");
}

static void a_name_may_go_on_in_the_next_line(void** state) {
    (void)state;
    plump_soup* soup = io_accept(CORNERS "o left \\\n \\\r\n arm\nf 1 2 3\n"
                                         "o up\\\n\nf 1 2 3\ng a\\b # C:\\\nf 1 2 4\n",
                                 "x.obj");
    io_expect_counts(soup, 4, 3);
    assert_int_equal(plump_soup_group_count(soup), 3);
    assert_string_equal(plump_soup_group_name(soup, 0), "left arm");
    assert_string_equal(plump_soup_group_name(soup, 1), "up");
    assert_string_equal(plump_soup_group_name(soup, 2), "a\\b # C:\\");
    io_expect_places(soup, 1, "line 11", 0, "line 1");
    plump_soup_destroy(soup);
}

// "o" goes on in a line that would be a face by itself.
static void memory_may_run_out_within_a_long_name(void** state) {
    (void)state;
    static const char text[] = CORNERS "o left\\\nf 1 2 4\nf 1 2 3\n";
    plump_result result = PLUMP_ERROR_MEMORY;
    for (long n = 1; result != PLUMP_OK; ++n) {
        memory_kit memory = {.fail_at = n};
        plump_read_def def = plump_default_read_def();
        def.allocator = memory_kit_hooks(&memory);
        plump_soup* soup = NULL;
        result = plump_memory_read(text, sizeof text - 1, "x.obj", &def, &soup, NULL);
        if (result == PLUMP_OK) {
            io_expect_counts(soup, 4, 1);
            assert_string_equal(plump_soup_group_name(soup, 0), "left f 1 2 4");
        } else {
            assert_int_equal(result, PLUMP_ERROR_MEMORY);
        }
        plump_soup_destroy(soup);
        assert_int_equal(memory.blocks, 0);
        assert_true(n < 1000);
    }
}

static void a_comment_that_ends_in_a_backslash_ends(void** state) {
    (void)state;
    plump_soup* soup = io_accept("# C:\\models\\\nv 0 0 0\nv 1 0 0 # \\\nv 0 1 0\nf 1 2 3\n", "x");
    io_expect_counts(soup, 3, 1);
    plump_soup_destroy(soup);
}

static void what_is_not_surface_is_skipped(void** state) {
    (void)state;
    plump_soup* soup =
        io_accept("mtllib nowhere.mtl \\\nelsewhere.mtl\nusemtl red\ns off\nvp 1\nl 1 2\np 1\n"
                  "v 0 0 0 1.0\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 1 0.5 0.5 0.5 nonsense\n"
                  "curv2 1 2 3\nf 1 2 3\nfo 1 3 2\n",
                  "x");
    io_expect_counts(soup, 3, 2);
    io_expect_vertex(soup, 2, 0, 1, 0);
    plump_soup_destroy(soup);
}

static void objects_and_groups_with_faces_become_groups(void** state) {
    (void)state;
    plump_soup* soup =
        io_accept(CORNERS "f 1 2 3\no left arm \ng left arm\nf 1 2 3\n"
                          "o empty\ng right\nf 1 2 3 4\ng\nf 1 2 3\ng right\nf 1 2 4\n",
                  "x.obj");
    assert_int_equal(plump_soup_group_count(soup), 3);
    assert_string_equal(plump_soup_group_name(soup, 0), "");
    assert_string_equal(plump_soup_group_name(soup, 1), "left arm");
    assert_string_equal(plump_soup_group_name(soup, 2), "right");
    assert_null(plump_soup_group_name(soup, 3));
    static const uint32_t labels[] = {0, 1, 2, 2, 0, 2};
    assert_memory_equal(plump_soup_triangles(soup).groups, labels, sizeof labels);
    plump_soup_destroy(soup);
}

static void polygons_keep_their_place(void** state) {
    (void)state;
    plump_soup* soup = io_accept("v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\nv 1 1 0\n"
                                 "f 1 2 3\nf 1 2 3 4\nf 1 2 5\nf 1 2 3 5 4\nf 3 4 5\nf 1 2 4\n",
                                 "x.obj");
    io_expect_counts(soup, 5, 9);
    static const char* const places[] = {"line 6", "line 7", "line 7",  "line 8", "line 9",
                                         "line 9", "line 9", "line 10", "line 11"};
    for (uint32_t i = 0; i < 9; ++i)
        io_expect_places(soup, i, places[i], i % 5,
                         (const char*[]){"line 1", "line 2", "line 3", "line 4", "line 5"}[i % 5]);
    char text[8] = "?";
    plump_soup_locate_triangle(soup, 9, text, sizeof text);
    assert_string_equal(text, "");
    plump_soup_locate_vertex(soup, 5, text, sizeof text);
    assert_string_equal(text, "");
    plump_soup_locate_vertex(soup, 4, text, 4);
    assert_string_equal(text, "lin");
    plump_soup_destroy(soup);
}

// A dented quad: along its inner diagonal, not the outer one.
static void concave_faces_are_cut_inside(void** state) {
    (void)state;
    plump_soup* soup = io_accept("v 0 0 0\nv 2 -1 0\nv 0.5 0 0\nv 2 1 0\nf 2 3 4 1\n", "x.obj");
    io_expect_counts(soup, 4, 2);
    io_expect_triangle(soup, 0, 2, 3, 0);
    io_expect_triangle(soup, 1, 2, 0, 1);
    plump_soup_destroy(soup);
}

static void a_hundred_thousand_groups_are_no_burden(void** state) {
    (void)state;
    size_t capacity = 8u << 20, used = 0;
    char* text = malloc(capacity);
    assert_non_null(text);
    used += (size_t)snprintf(text, capacity, CORNERS);
    for (int round = 0; round < 2; ++round) {
        for (int i = 0; i < 100000; ++i)
            used += (size_t)snprintf(text + used, capacity - used, "o part.%d\nf 1 2 3\n", i);
    }
    plump_soup* soup = io_accept_bytes(text, used, "x.obj");
    io_expect_counts(soup, 4, 200000);
    assert_int_equal(plump_soup_group_count(soup), 100000);
    for (uint32_t i = 0; i < 100000; i += 997) {
        char name[32];
        snprintf(name, sizeof name, "part.%u", i);
        assert_string_equal(plump_soup_group_name(soup, i), name);
        assert_int_equal(plump_soup_triangles(soup).groups[i], i);
        assert_int_equal(plump_soup_triangles(soup).groups[100000 + i], i);
    }
    plump_soup_destroy(soup);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_corner_form_is_read),
        cmocka_unit_test(negative_indices_count_back_from_the_face),
        cmocka_unit_test(faces_may_come_before_their_vertices),
        cmocka_unit_test(lines_end_and_continue_in_every_way),
        cmocka_unit_test(a_keyword_may_end_its_line),
        cmocka_unit_test(a_name_may_go_on_in_the_next_line),
        cmocka_unit_test(memory_may_run_out_within_a_long_name),
        cmocka_unit_test(a_comment_that_ends_in_a_backslash_ends),
        cmocka_unit_test(what_is_not_surface_is_skipped),
        cmocka_unit_test(objects_and_groups_with_faces_become_groups),
        cmocka_unit_test(polygons_keep_their_place),
        cmocka_unit_test(concave_faces_are_cut_inside),
        cmocka_unit_test(a_hundred_thousand_groups_are_no_burden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_io_kit.h"

static void counts_comments_and_letters_in_every_form(void** state) {
    (void)state;
    static const char* const texts[] = {
        "OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n",
        "OFF 4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n",
        "OFF\n4 2\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3",
        "# a\nOFF # b\n\n# c\n 4 # vertices\n 2 0\n\n0 0 0#d\n\n1 0 0 # e\n0 1 0\n0 0 1\n# f\n3 0 "
        "2 1 # g\n3 0 1\n3\n#h",
        "OFF\r\n4 2 0\r\n0 0 0\r\n1 0 0\r\n0 1 0\r\n0 0 1\r\n3 0 2 1\r\n3 0 1 3\r\n",
        "COFF\n4 2 0\n0 0 0 255 0 0 255\n1 0 0 0 0 0 0\n0 1 0 0.5 0.5 0.5 1\n0 0 1\n3 0 2 1 0.1 "
        "0.2 0.3\n3 0 1 3 7\n",
        "NOFF\n4 2 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n0 0 1 0 0 1\n3 0 2 1\n3 0 1 3\n",
        "CNOFF 4 2 6\n0 0 0 0 0 1 255 255 255 255\n1 0 0 9\n0 1 0 9\n0 0 1 9\n3 0 2 1 255 0 0\n3 0 "
        "1 3\n",
        "STCNOFF\n4 2 0\n0 0 0 a\n1 0 0 b\n0 1 0 c\n0 0 1 d\n3 0 2 1\n3 0 1 3\n",
        "STOFF\n4 2 0\n0 0 0 1 1\n1 0 0 1 1\n0 1 0 1 1\n0 0 1 1 1\n3 0 2 1\n3 0 1 3\n",
        "4 2 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        plump_soup* soup = io_accept(texts[i], i == 10 ? "x.OFF" : "x");
        assert_int_equal(plump_soup_format(soup), PLUMP_FORMAT_OFF);
        io_expect_counts(soup, 4, 2);
        io_expect_vertex(soup, 1, 1, 0, 0);
        io_expect_vertex(soup, 3, 0, 0, 1);
        io_expect_triangle(soup, 0, 0, 2, 1);
        io_expect_triangle(soup, 1, 0, 1, 3);
        plump_soup_destroy(soup);
    }
}

static void polygons_lines_and_points(void** state) {
    (void)state;
    plump_soup* soup = io_accept("OFF\n5 5 0\n0 0 0\n2 0 0\n2 2 0\n0 2 0\n1 1 0\n"
                                 "1 4\n2 0 1\n4 0 1 2 3 1.0 0 0\n5 0 1 2 4 3\n0\n",
                                 "x");
    io_expect_counts(soup, 5, 5);
    io_expect_triangle(soup, 0, 0, 1, 2);
    io_expect_places(soup, 4, "line 11", 4, "line 7");
    plump_soup_destroy(soup);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_comments_and_letters_in_every_form),
        cmocka_unit_test(polygons_lines_and_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

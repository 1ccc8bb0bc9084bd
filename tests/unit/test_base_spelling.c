// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/spelling.h"

#include <string.h>

static void changes_additions_and_omissions_count_one(void** state) {
    (void)state;
    assert_int_equal(pl_text_distance("material", "material"), 0);
    assert_int_equal(pl_text_distance("materal", "material"), 1);
    assert_int_equal(pl_text_distance("materiall", "material"), 1);
    assert_int_equal(pl_text_distance("matexial", "material"), 1);
    assert_int_equal(pl_text_distance("kitten", "sitting"), 3);
    assert_int_equal(pl_text_distance("", "abc"), 3);
    assert_int_equal(pl_text_distance("abc", ""), 3);
}

static void only_the_first_letters_of_a_long_text_count(void** state) {
    (void)state;
    char a[200], b[200];
    memset(a, 'a', sizeof a);
    memset(b, 'a', sizeof b);
    a[199] = b[199] = 0;
    b[PL_NEAREST_LETTERS] = 'b';
    assert_int_equal(pl_text_distance(a, b), 0);
    b[PL_NEAREST_LETTERS - 1] = 'b';
    assert_int_equal(pl_text_distance(a, b), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_additions_and_omissions_count_one),
        cmocka_unit_test(only_the_first_letters_of_a_long_text_count),
    };
    return cmocka_run_group_tests_name("base_spelling", tests, NULL, NULL);
}

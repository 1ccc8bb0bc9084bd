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

static void letters_that_have_changed_places_count_one(void** state) {
    (void)state;
    assert_int_equal(pl_text_distance("baer", "bear"), 1);
    assert_int_equal(pl_text_distance("abear", "baer"), 2);
    assert_int_equal(pl_text_distance("ab", "ba"), 1);
    assert_int_equal(pl_text_distance("abcd", "badc"), 2);
    assert_int_equal(pl_text_distance("ca", "abc"), 3);  // none is touched twice
    assert_int_equal(pl_text_distance("jlely", "jelly"), 1);
}

static const char* propose(const char* wrong, const char* a, const char* b) {
    pl_nearest nearest = {.wrong = wrong};
    pl_nearest_try(&nearest, a);
    pl_nearest_try(&nearest, b);
    return pl_nearest_proposal(&nearest);
}

static void of_equally_near_names_the_most_alike_is_proposed(void** state) {
    (void)state;
    assert_string_equal(propose("baer", "bar", "bear"), "bear");
    assert_string_equal(propose("baer", "bear", "bar"), "bear");
    assert_string_equal(propose("bine", "fine", "bone"), "bone");
    assert_string_equal(propose("bine", "bone", "bane"), "bone");  // the first
    assert_string_equal(propose("bar", "bears", "car"), "car");    // the distance goes first
    assert_null(propose("bar", "duck", "torus"));
    assert_null(propose("", "a", "b"));
    assert_null(pl_nearest_proposal(&(pl_nearest){.wrong = "bear"}));
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
        cmocka_unit_test(letters_that_have_changed_places_count_one),
        cmocka_unit_test(of_equally_near_names_the_most_alike_is_proposed),
        cmocka_unit_test(only_the_first_letters_of_a_long_text_count),
    };
    return cmocka_run_group_tests_name("base_spelling", tests, NULL, NULL);
}

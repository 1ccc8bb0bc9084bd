// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The version is one thing said in two ways, and every result has a name of its own.
#include "src/base/text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

static void the_text_is_made_of_the_numbers(void** state) {
    (void)state;
    char text[32];
    pl_text_format(text, sizeof text, "%d.%d.%d", PLUMP_VERSION_MAJOR, PLUMP_VERSION_MINOR,
                   PLUMP_VERSION_PATCH);
    assert_string_equal(PLUMP_VERSION_TEXT, text);
    assert_string_equal(plump_version(), text);
}

static void every_result_has_its_own_name(void** state) {
    (void)state;
    assert_string_equal(plump_result_name(PLUMP_OK), "PLUMP_OK");
    assert_string_equal(plump_result_name(PLUMP_ERROR_DATA), "PLUMP_ERROR_DATA");
    assert_string_equal(plump_result_name(PLUMP_ERROR_UNSUPPORTED), "PLUMP_ERROR_UNSUPPORTED");
    for (int a = PLUMP_OK; a <= PLUMP_ERROR_INPUT; ++a) {
        const char* name = plump_result_name((plump_result)a);
        assert_memory_equal(name, "PLUMP_", 6);
        for (int b = PLUMP_OK; b < a; ++b)
            assert_string_not_equal(name, plump_result_name((plump_result)b));
    }
    int beyond = PLUMP_ERROR_INPUT + 1;
    assert_string_equal(plump_result_name((plump_result)beyond), "unknown result");
    beyond = -1;
    assert_string_equal(plump_result_name((plump_result)beyond), "unknown result");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_text_is_made_of_the_numbers),
        cmocka_unit_test(every_result_has_its_own_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "cli/worst.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

static void what_is_not_a_number_is_worst_and_stays(void** state) {
    (void)state;
    const double nan = (double)NAN, errors[] = {1e-7, 2e-6, nan, 1e-7};
    double most = 0;
    for (int i = 0; i < 2; ++i) most = cli_worse(most, errors[i]);
    assert_true(most == 2e-6);
    for (int i = 2; i < 4; ++i) most = cli_worse(most, errors[i]);
    assert_true(isnan(most));
}

static void what_is_not_a_number_passes_no_bound(void** state) {
    (void)state;
    const double nan = (double)NAN;
    assert_false(cli_exceeds(1e-6, 1e-6));
    assert_true(cli_exceeds(2e-6, 1e-6));
    assert_true(cli_exceeds(nan, 1e-6));
    assert_true(cli_exceeds((double)INFINITY, 1e9));
    assert_false(cli_exceeds(nan, nan));  // no bound was asked for
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_a_number_is_worst_and_stays),
        cmocka_unit_test(what_is_not_a_number_passes_no_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

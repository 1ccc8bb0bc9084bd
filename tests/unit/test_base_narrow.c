// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Narrowing must happen also where compilers make vectors of it: several numbers side by side, read
// and written in place. Plain casts fail this with gcc 12 at -O2 and -O3.
#include "src/base/narrow.h"

#include <stdbool.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

typedef void narrowing(double* numbers);

static void three(double* x) {
    for (int k = 0; k < 3; ++k) x[k] = pl_narrow(x[k]);
}

static void eight(double* x) {
    for (int k = 0; k < 8; ++k) x[k] = pl_narrow(x[k]);
}

static void means(double* x) {
    for (int k = 0; k < 3; ++k) x[k] = pl_narrow(0.5 * (x[k] + x[k + 3]));
}

// through a pointer that the compiler cannot look behind, so that nothing is computed ahead
static void check(narrowing* volatile narrow, int count) {
    double x[8];
    for (int k = 0; k < 8; ++k) x[k] = 0.2;
    narrow(x);
    for (int k = 0; k < count; ++k) assert_true(x[k] == 0.20000000298023224);
}

static void numbers_side_by_side_are_narrowed(void** state) {
    (void)state;
    check(three, 3);
    check(eight, 8);
    check(means, 3);
}

static void floats_stay(void** state) {
    (void)state;
    const double floats[] = {0, 0.25, -1.5, 16777216, 0x1p-149, 0x1.fffffep127, -0x1p-126};
    for (size_t i = 0; i < sizeof floats / sizeof floats[0]; ++i)
        assert_true(pl_narrow(floats[i]) == floats[i]);
    assert_true(pl_narrow(16777217) == 16777216);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_side_by_side_are_narrowed),
        cmocka_unit_test(floats_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Cofactors and adjugates against what they are defined by.
#include "src/math/mat3.h"

#include "tests/unit/jiggle_kit.h"

static void a_matrix_times_its_adjugate_is_its_determinant(void** state) {
    (void)state;
    for (int round = 0; round < 100; ++round) {
        double a[9], cofactors[9], adjugate[9];
        for (int k = 0; k < 9; ++k) a[k] = kit_random(-2, 2);
        for (int k = 0; k < 3 && round % 4 == 0; ++k) a[6 + k] = a[k] + a[3 + k];  // no inverse
        double det = pl_mat3_cofactors(a, cofactors);
        assert_true(pl_mat3_adjugate(a, adjugate) == det);
        if (round % 4 == 0) assert_true(fabs(det) < 1e-13);
        for (int i = 0; i < 9; ++i) {
            double sum = 0, turned = 0;
            for (int k = 0; k < 3; ++k) {
                sum += a[3 * (i / 3) + k] * adjugate[3 * k + i % 3];
                turned += a[3 * (i / 3) + k] * cofactors[3 * (i % 3) + k];
            }
            assert_true(fabs(sum - (i % 4 == 0 ? det : 0)) < 1e-13);
            assert_true(fabs(turned - (i % 4 == 0 ? det : 0)) < 1e-13);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matrix_times_its_adjugate_is_its_determinant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/math/rotation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static double next(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / (1 << 23) - 1.0;
}

static void random_rotation(uint32_t* seed, double r[9]) {
    double q[4];
    for (int k = 0; k < 4; ++k) q[k] = next(seed);
    pl_rotation_from_quaternion(q, r);
}

static double determinant(const double r[9]) {
    return pl_vec3d_triple(pl_vec3d_load(r), pl_vec3d_load(r + 3), pl_vec3d_load(r + 6));
}

static double orthogonality_error(const double r[9]) {
    double worst = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            double d = pl_vec3d_dot(pl_vec3d_load(r + 3 * i), pl_vec3d_load(r + 3 * j));
            d = fabs(d - (i == j));
            worst = d > worst ? d : worst;
        }
    }
    return worst;
}

static void quaternions_give_rotations(void** state) {
    (void)state;
    uint32_t seed = 1;
    for (int n = 0; n < 1000; ++n) {
        double r[9];
        random_rotation(&seed, r);
        assert_true(orthogonality_error(r) < 1e-14);
        assert_true(fabs(determinant(r) - 1) < 1e-14);
    }
    double half_turn[4] = {0, 0, 5, 0}, r[9];
    pl_rotation_from_quaternion(half_turn, r);
    assert_true(r[0] == -1 && r[4] == -1 && r[8] == 1);
}

// scale: moments of points turned by a known rotation and scaled; any size must do
static void fit_finds_the_rotation_of_turned_points(void** state) {
    (void)state;
    const double scales[] = {1, 1e-150, 1e150};
    uint32_t seed = 2;
    for (int n = 0; n < 300; ++n) {
        double r[9], found[9], moments[9] = {0};
        random_rotation(&seed, r);
        int flat = n % 3 == 0;  // points in a plane still have one best rotation
        for (int i = 0; i < 10; ++i) {
            pl_vec3d rest = pl_vec3d_make(next(&seed), next(&seed), flat ? 0 : next(&seed));
            pl_rotation_add_moment(moments,
                                   pl_vec3d_scale(pl_rotation_turn(r, rest), scales[n % 3]), rest);
        }
        pl_rotation_fit(moments, found);
        for (int k = 0; k < 9; ++k) assert_true(fabs(found[k] - r[k]) < 1e-7);
    }
}

static void fit_of_anything_is_a_proper_rotation(void** state) {
    (void)state;
    const double hard[][9] = {
        {0},
        {1, 0, 0, 0, 0, 0, 0, 0, 0},
        {-1, 0, 0, 0, -1, 0, 0, 0, -1},
        {1, 0, 0, 0, 1, 0, 0, 0, -1},
        {0, 0, 1e300, 0, 0, 0, 0, 0, 0},
        {5e-324, 0, 0, 0, 0, 0, 0, 0, 0},
    };
    for (size_t n = 0; n < sizeof hard / sizeof hard[0]; ++n) {
        double r[9];
        pl_rotation_fit(hard[n], r);
        assert_true(orthogonality_error(r) < 1e-12);
        assert_true(fabs(determinant(r) - 1) < 1e-12);
    }
}

static void fit_of_nothing_is_the_identity(void** state) {
    (void)state;
    double none[9] = {0}, r[9];
    pl_rotation_fit(none, r);
    for (int k = 0; k < 9; ++k) assert_true(r[k] == (k % 4 == 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quaternions_give_rotations),
        cmocka_unit_test(fit_finds_the_rotation_of_turned_points),
        cmocka_unit_test(fit_of_anything_is_a_proper_rotation),
        cmocka_unit_test(fit_of_nothing_is_the_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Identities of the small vectors, in float and double, and directions that survive extreme
// lengths.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "src/math/vec3.h"

#include <float.h>

static double unit(uint64_t n) {
    return (double)(pl_hash_mix((n + 1) * PL_HASH_START) >> 11) * 0x1p-52 - 1.0;
}

static pl_vec3d random_vector(uint64_t n) {
    return pl_vec3d_make(unit(3 * n), unit(3 * n + 1), unit(3 * n + 2));
}

static bool close_to(double a, double b, double tolerance) {
    return fabs(a - b) <= tolerance;
}

static void cross_is_normal_to_both_and_has_the_area(void** state) {
    (void)state;
    for (uint64_t i = 0; i < 10000; ++i) {
        pl_vec3d a = random_vector(2 * i), b = random_vector(2 * i + 1);
        pl_vec3d n = pl_vec3d_cross(a, b);
        assert_true(close_to(pl_vec3d_dot(a, n), 0.0, 1e-15));
        assert_true(close_to(pl_vec3d_dot(b, n), 0.0, 1e-15));
        // Lagrange: |a x b|^2 + (a . b)^2 = |a|^2 |b|^2
        double d = pl_vec3d_dot(a, b);
        assert_true(close_to(pl_vec3d_length_squared(n) + d * d,
                             pl_vec3d_length_squared(a) * pl_vec3d_length_squared(b), 1e-14));
        pl_vec3 fa = pl_vec3d_narrow(a), fb = pl_vec3d_narrow(b);
        pl_vec3d f = pl_vec3_widen(pl_vec3_cross(fa, fb));
        assert_true(pl_vec3d_distance(f, n) <= 1e-6);
    }
    pl_vec3 z = pl_vec3_cross(pl_vec3_make(1, 0, 0), pl_vec3_make(0, 1, 0));
    assert_true(z.x == 0 && z.y == 0 && z.z == 1);
}

static void triple_is_the_volume_and_turns_round(void** state) {
    (void)state;
    assert_true(pl_vec3d_triple(pl_vec3d_make(2, 0, 0), pl_vec3d_make(0, 3, 0),
                                pl_vec3d_make(5, 7, 4)) == 24.0);
    for (uint64_t i = 0; i < 10000; ++i) {
        pl_vec3d a = random_vector(3 * i), b = random_vector(3 * i + 1),
                 c = random_vector(3 * i + 2);
        double v = pl_vec3d_triple(a, b, c);
        assert_true(close_to(pl_vec3d_triple(b, c, a), v, 1e-15));
        assert_true(close_to(pl_vec3d_triple(b, a, c), -v, 1e-15));
    }
}

static void sums_scales_and_mixes_agree(void** state) {
    (void)state;
    pl_vec3d a = pl_vec3d_make(1, 2, 3), b = pl_vec3d_make(5, -2, 0.5);
    pl_vec3d sum = pl_vec3d_add(a, b), back = pl_vec3d_sub(sum, b);
    assert_true(sum.x == 6 && sum.y == 0 && sum.z == 3.5 && pl_vec3d_distance(back, a) == 0);
    pl_vec3d twice = pl_vec3d_add_scaled(a, 2, b);
    assert_true(twice.x == 11 && twice.y == -2 && twice.z == 4);
    pl_vec3d half = pl_vec3d_mix(a, b, 0.5), start = pl_vec3d_mix(a, b, 0);
    assert_true(half.x == 3 && half.y == 0 && half.z == 1.75 && pl_vec3d_distance(start, a) == 0);
    pl_vec3d low = pl_vec3d_min(a, b), high = pl_vec3d_max(a, b);
    assert_true(low.x == 1 && low.y == -2 && low.z == 0.5);
    assert_true(high.x == 5 && high.y == 2 && high.z == 3);
    pl_vec3d minus = pl_vec3d_neg(pl_vec3d_scale(a, 2));
    assert_true(minus.x == -2 && minus.y == -4 && minus.z == -6);
    double raw[3];
    pl_vec3d_store(b, raw);
    assert_true(pl_vec3d_distance(pl_vec3d_load(raw), b) == 0 && pl_vec3d_max_abs(b) == 5);
    assert_true(pl_vec3d_length(pl_vec3d_make(2, 3, 6)) == 7);
}

static void normalize_keeps_the_direction_at_any_length(void** state) {
    (void)state;
    const pl_vec3 none = {0, 0, 0}, up = {0, 1, 0};
    const float scales[] = {1e-45f, 1e-38f, 1e-20f, 1.0f, 1e20f, FLT_MAX};
    for (size_t i = 0; i < PL_COUNT(scales); ++i) {
        pl_vec3 n = pl_vec3_normalize(pl_vec3_make(scales[i], -scales[i], 0), none);
        assert_true(close_to((double)n.x, 0.70710678, 1e-7) && n.y == -n.x && n.z == 0);
    }
    for (uint64_t i = 0; i < 10000; ++i) {
        pl_vec3d n = pl_vec3d_normalize(random_vector(i), pl_vec3_widen(none));
        assert_true(close_to(pl_vec3d_length(n), 1.0, 4e-16));
    }
    const pl_vec3 lost[] = {
        {0, 0, 0}, {NAN, 1, 0}, {1, NAN, 1}, {0, 0, INFINITY}, {-INFINITY, 0, 0}};
    for (size_t i = 0; i < PL_COUNT(lost); ++i)
        assert_true(pl_vec3_normalize(lost[i], up).y == 1.0f);
}

static void finite_is_told_from_the_rest(void** state) {
    (void)state;
    assert_true(pl_vec3_is_finite(pl_vec3_make(FLT_MAX, -FLT_MAX, 0)));
    assert_false(pl_vec3_is_finite(pl_vec3_make(0, INFINITY, 0)));
    assert_false(pl_vec3_is_finite(pl_vec3_make(0, 0, NAN)));
    assert_false(pl_vec3d_is_finite(pl_vec3d_make(-(double)INFINITY, 0, 0)));
    assert_true(pl_vec3_max_abs(pl_vec3_make(NAN, -2, 1)) == 2.0f);
    assert_true(pl_vec3_max_abs(pl_vec3_make(-0.0f, 0, 0)) == 0.0f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cross_is_normal_to_both_and_has_the_area),
        cmocka_unit_test(triple_is_the_volume_and_turns_round),
        cmocka_unit_test(sums_scales_and_mixes_agree),
        cmocka_unit_test(normalize_keeps_the_direction_at_any_length),
        cmocka_unit_test(finite_is_told_from_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

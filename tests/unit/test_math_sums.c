// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sums of fixed shape: right on numbers whose sum is known, within the stated bound elsewhere,
// whole at every length and alignment. That all instruction sets agree is shown in test_wide.c.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "src/math/sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double unit(uint64_t n) {
    return (double)(pl_hash_mix((n + 1) * PL_HASH_START) >> 11) * 0x1p-53;
}

// Runs a check for each instruction set this machine has.
static void with_each_set(void (*check)(const pl_sum_kernels* k)) {
    for (int i = 0; i < PL_ISA_COUNT; ++i) {
        if (pl_isa_available((pl_isa)i)) check(pl_sum_kernels_get((pl_isa)i));
    }
}

// Whole numbers small enough add without rounding, so every length must give the closed form.
static void check_whole_numbers(const pl_sum_kernels* k) {
    static float a[1100], b[1100];
    static double c[1100], d[1100];
    for (int i = 0; i < 1100; ++i) {
        a[i] = (float)(i + 1);
        c[i] = (double)(i + 1);
        b[i] = i & 1 ? 2.0f : -2.0f;
        d[i] = i & 1 ? 2.0 : -2.0;
    }
    for (size_t n = 0; n <= 1090; ++n) {
        size_t at = n % 8;
        double sum = (double)n * ((double)at + (double)(n + 1) / 2.0);
        // pairs cancel to 2; an odd one out is left at the end
        double dot = (double)(n / 2) * 2.0 - (n & 1 ? 2.0 * (double)(at + n) : 0.0);
        if (at & 1) dot = -dot;
        assert_true(pl_sum(k, a + at, n) == sum);
        assert_true(pl_dot(k, a + at, b + at, n) == dot);
        assert_true(pl_sum_double(k, c + at, n) == sum);
        assert_true(pl_dot_double(k, c + at, d + at, n) == dot);
    }
}

static void whole_numbers_add_up_at_every_length(void** state) {
    (void)state;
    with_each_set(check_whole_numbers);
}

// The value at each place in turn is the least, the largest, the only one: none is missed, and none
// past the end is seen.
static void check_every_place(const pl_sum_kernels* k) {
    static float a[602];
    static double c[602];
    for (size_t n = 1; n <= 600; n += n < 40 ? 1 : 37) {
        for (size_t place = 0; place <= n; ++place) {
            bool inside = place < n;
            memset(a, 0, sizeof a);
            memset(c, 0, sizeof c);
            a[1 + place] = -3.0f;
            c[1 + place] = -3.0;
            assert_true(pl_min(k, a + 1, n) == (inside ? -3.0f : 0.0f));
            assert_true(pl_min_double(k, c + 1, n) == (inside ? -3.0 : 0.0));
            assert_true(pl_sum(k, a + 1, n) == (inside ? -3.0 : 0.0));
            assert_true(pl_sum_double(k, c + 1, n) == (inside ? -3.0 : 0.0));
            a[1 + place] = 3.0f;
            c[1 + place] = 3.0;
            assert_true(pl_max(k, a + 1, n) == (inside ? 3.0f : 0.0f));
            assert_true(pl_max_double(k, c + 1, n) == (inside ? 3.0 : 0.0));
            assert_true(pl_dot(k, a + 1, a + 1, n) == (inside ? 9.0 : 0.0));
            assert_true(pl_dot_double(k, c + 1, c + 1, n) == (inside ? 9.0 : 0.0));
        }
    }
}

static void no_place_is_missed_or_seen_past_the_end(void** state) {
    (void)state;
    with_each_set(check_every_place);
}

enum { LONG = 300007 };

static void check_bound(const pl_sum_kernels* k) {
    float* a = malloc(sizeof(float) * LONG);
    double* c = malloc(sizeof(double) * LONG);
    assert_true(a && c);
    long double exact = 0.0L, magnitude = 0.0L, square = 0.0L;
    for (size_t i = 0; i < LONG; ++i) {
        a[i] = (float)ldexp(unit(i) - 0.45, (int)(i % 21) - 10);
        c[i] = (double)a[i];
        exact += (long double)a[i];
        magnitude += fabsl((long double)a[i]);
        square += (long double)a[i] * (long double)a[i];
    }
    long double float_error = fabsl((long double)pl_sum(k, a, LONG) - exact);
    long double double_error = fabsl((long double)pl_sum_double(k, c, LONG) - exact);
    assert_true(float_error <= 20.0L * 0x1p-24L * magnitude);
    assert_true(double_error <= 1200.0L * 0x1p-53L * magnitude);
    assert_true(fabsl((long double)pl_dot(k, a, a, LONG) - square) <= 21.0L * 0x1p-24L * square);
    assert_true(fabsl((long double)pl_dot_double(k, c, c, LONG) - square) <=
                1200.0L * 0x1p-53L * square);
    free(a);
    free(c);
}

static void long_sums_keep_the_stated_bound(void** state) {
    (void)state;
    with_each_set(check_bound);
}

static void check_nothing(const pl_sum_kernels* k) {
    float none = 5.0f;
    double none_double = 5.0;
    assert_true(pl_sum(k, &none, 0) == 0.0 && pl_dot(k, &none, &none, 0) == 0.0);
    assert_true(pl_sum_double(k, &none_double, 0) == 0.0);
    assert_true(pl_min(k, &none, 0) == INFINITY && pl_max(k, &none, 0) == -INFINITY);
    assert_true(pl_min_double(k, &none_double, 0) == (double)INFINITY);
    assert_true(pl_max_double(k, &none_double, 0) == -(double)INFINITY);
    assert_true(k->sum(&none, 0) == 0.0f && k->min(&none, 0) == INFINITY);
}

static void nothing_sums_to_nothing(void** state) {
    (void)state;
    with_each_set(check_nothing);
    assert_true(pl_sum_join(NULL, 0) == 0.0 && pl_sum_join_double(NULL, 0) == 0.0);
}

static void check_nan(const pl_sum_kernels* k) {
    float a[40];
    double c[40];
    for (int i = 0; i < 40; ++i) {
        a[i] = i % 3 ? NAN : (float)i;
        c[i] = (double)a[i];
    }
    assert_true(pl_min(k, a, 40) == 0.0f && pl_max(k, a, 40) == 39.0f);
    assert_true(pl_min_double(k, c, 40) == 0.0 && pl_max_double(k, c, 40) == 39.0);
    assert_true(pl_min(k, a + 1, 2) == INFINITY);  // nothing but NaN
    assert_true(isnan(pl_sum(k, a, 40)) && isnan(pl_sum_double(k, c, 40)));
    a[0] = INFINITY;
    assert_true(pl_sum(k, a, 1) == (double)INFINITY);
}

static void least_and_largest_pass_over_nan_and_sums_show_it(void** state) {
    (void)state;
    with_each_set(check_nan);
}

static void blocks_cover_every_count(void** state) {
    (void)state;
    assert_int_equal(pl_sum_block_count(0), 0);
    for (size_t count = 1; count < 2000; ++count) {
        size_t blocks = pl_sum_block_count(count), covered = 0;
        for (size_t block = 0; block < blocks; ++block) {
            size_t length = pl_sum_block_length(count, block);
            assert_in_range(length, 1, PL_SUM_BLOCK);
            covered += length;
        }
        assert_int_equal(covered, count);
    }
    assert_int_equal(pl_sum_block_count(SIZE_MAX), SIZE_MAX / PL_SUM_BLOCK + 1);
}

static void a_set_that_is_not_built_gives_scalar_kernels(void** state) {
    (void)state;
    const pl_sum_kernels* scalar = pl_sum_kernels_get(PL_ISA_SCALAR);
    assert_ptr_equal(pl_sum_kernels_get(PL_ISA_COUNT), scalar);
    if (pl_isa_best() != PL_ISA_NEON) assert_ptr_equal(pl_sum_kernels_get(PL_ISA_NEON), scalar);
    if (pl_isa_best() != PL_ISA_SCALAR)
        assert_ptr_not_equal(pl_sum_kernels_get(pl_isa_best()), scalar);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_add_up_at_every_length),
        cmocka_unit_test(no_place_is_missed_or_seen_past_the_end),
        cmocka_unit_test(long_sums_keep_the_stated_bound),
        cmocka_unit_test(nothing_sums_to_nothing),
        cmocka_unit_test(least_and_largest_pass_over_nan_and_sums_show_it),
        cmocka_unit_test(blocks_cover_every_count),
        cmocka_unit_test(a_set_that_is_not_built_gives_scalar_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

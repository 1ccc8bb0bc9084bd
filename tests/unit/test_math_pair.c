// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Pairs of doubles: sums and products without rounding, checked with integers that long division
// and 128 bits of schoolbook multiplication confirm.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "src/math/pair.h"

#include <math.h>

static uint64_t random_bits(uint64_t n) {
    return pl_hash_mix((n + 1) * PL_HASH_START);
}

// The exact product of two whole numbers below 2^53 as high and low 53 bits.
static void multiply(uint64_t a, uint64_t b, uint64_t* high, uint64_t* low) {
    uint64_t mask = (UINT64_C(1) << 27) - 1;
    uint64_t a1 = a >> 27, a0 = a & mask, b1 = b >> 27, b0 = b & mask;
    uint64_t middle = a1 * b0 + a0 * b1 + ((a0 * b0) >> 27);
    uint64_t bottom = (a0 * b0 & mask) | (middle & mask) << 27;  // 54 bits
    *high = a1 * b1 + (middle >> 27);
    *high = *high << 1 | bottom >> 53;
    *low = bottom & ((UINT64_C(1) << 53) - 1);
}

static void products_lose_nothing(void** state) {
    (void)state;
    for (uint64_t i = 0; i < 300000; ++i) {
        uint64_t a = random_bits(2 * i) >> 11, b = random_bits(2 * i + 1) >> 11, high, low;
        multiply(a, b, &high, &low);
        pl_pair p = pl_pair_product((double)a, (double)b);
        assert_true(p.hi == (double)a * (double)b);
        // high 2^53 + low = hi + lo: take hi, a multiple of 2^52 at least, away from the high part
        double rest = ((double)high - p.hi * 0x1p-53) * 0x1p+53 + (double)low;
        assert_true(rest == p.lo);
    }
}

static void sums_lose_nothing(void** state) {
    (void)state;
    for (uint64_t i = 0; i < 300000; ++i) {
        // fixed-point numbers of 100 bits that fit two doubles
        int64_t big = (int64_t)random_bits(2 * i) >> 11,
                small = (int64_t)random_bits(2 * i + 1) >> 11;
        double a = (double)big * 0x1p+30, b = (double)small;
        pl_pair s = pl_pair_sum(a, b), swapped = pl_pair_sum(b, a);
        assert_true(s.hi == a + b && swapped.hi == s.hi && swapped.lo == s.lo);
        // hi and lo in units of 2^30 and their rests, in integers
        double hi_units = floor(s.hi * 0x1p-30), lo_units = floor(s.lo * 0x1p-30);
        int64_t units = (int64_t)hi_units + (int64_t)lo_units;
        double rest = (s.hi - hi_units * 0x1p+30) + (s.lo - lo_units * 0x1p+30);
        int64_t total_low = small - (units - big) * (INT64_C(1) << 30);
        assert_true((double)total_low == rest);
        assert_true(fabs(s.lo) <= fabs(s.hi) * 0x1p-53);
    }
}

static void ordered_sums_agree(void** state) {
    (void)state;
    for (uint64_t i = 0; i < 100000; ++i) {
        double a = (double)(int64_t)random_bits(2 * i);
        double b = ldexp((double)(int64_t)random_bits(2 * i + 1), -(int)(i % 80) - 1);
        pl_pair s = pl_pair_sum(a, b), o = pl_pair_sum_ordered(a, b);
        if (fabs(a) >= fabs(b)) assert_true(s.hi == o.hi && s.lo == o.lo);
    }
}

// q = a / b, then q b must be a again to about 2^-100.
static void quotients_multiply_back(void** state) {
    (void)state;
    for (uint64_t i = 0; i < 100000; ++i) {
        pl_pair a = pl_pair_sum_ordered((double)(random_bits(3 * i) >> 11) + 1.0, 0x1.8p-3);
        pl_pair b = pl_pair_sum_ordered((double)(random_bits(3 * i + 1) >> 21) + 1.0, 0x1.8p-40);
        pl_pair q = pl_pair_divide(a, b);
        pl_pair back = pl_pair_add(pl_pair_scale(b, q.hi), pl_pair_scale(b, q.lo));
        pl_pair off = pl_pair_add(back, pl_pair_neg(a));
        assert_true(fabs(off.hi) <= a.hi * 0x1p-98);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_lose_nothing),
        cmocka_unit_test(sums_lose_nothing),
        cmocka_unit_test(ordered_sums_agree),
        cmocka_unit_test(quotients_multiply_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

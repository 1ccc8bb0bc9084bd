// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The exact signs against a slow reference: whole numbers modulo a power of two larger than any of
// the determinants, so that the top bit is the sign.
#include "src/mesh/mesh_predicates.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <math.h>
#include <string.h>

// ---- random numbers, the same on every machine ----

static uint64_t random_state = 1;

static uint64_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static int random_int(int low, int high) {
    return low + (int)(random_bits() % (uint64_t)(high - low + 1));
}

static double random_unit(void) {
    return (double)(random_bits() >> 11) / 9007199254740992.0 * 2 - 1;
}

// ---- the reference ----

#define WORDS 200

static int words;  // of the present determinant

typedef struct big {
    uint32_t w[WORDS];
} big;

static big big_subtract(big a, big b) {
    int64_t carry = 0;
    for (int i = 0; i < words; ++i) {
        carry += (int64_t)a.w[i] - (int64_t)b.w[i];
        a.w[i] = (uint32_t)carry;
        carry = carry < 0 ? -1 : 0;
    }
    return a;
}

static big big_multiply(const big* a, const big* b) {
    big product;
    memset(&product, 0, sizeof product);
    for (int i = 0; i < words; ++i) {
        uint64_t carry = 0;
        for (int j = 0; i + j < words; ++j) {
            carry += (uint64_t)a->w[i] * b->w[j] + product.w[i + j];
            product.w[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    return product;
}

static int big_sign(const big* a) {
    if (a->w[words - 1] >> 31) return -1;
    for (int i = 0; i < words; ++i) {
        if (a->w[i]) return 1;
    }
    return 0;
}

// odd mantissa and exponent of a value that is not 0
static int64_t take_apart(double value, int* exponent) {
    int64_t mantissa = (int64_t)ldexp(frexp(fabs(value), exponent), 53);
    *exponent -= 53;
    for (; mantissa % 2 == 0; mantissa /= 2) ++*exponent;
    return mantissa;
}

static big big_from(double value, int unit) {
    big zero, out;
    memset(&zero, 0, sizeof zero);
    memset(&out, 0, sizeof out);
    if (value == 0) return out;
    int exponent;
    int64_t mantissa = take_apart(value, &exponent);
    for (int bit = 0; bit < 53; ++bit) {
        int at = exponent - unit + bit;
        if (mantissa >> bit & 1) out.w[at / 32] |= UINT32_C(1) << (at % 32);
    }
    return value < 0 ? big_subtract(zero, out) : out;
}

// Chooses the unit and the number of words for determinants of `degree` rows of these values.
static int choose_unit(const double* values, int count, int degree) {
    int unit = 2000, top = -2000;
    for (int i = 0; i < count; ++i) {
        int exponent;
        if (values[i] == 0) continue;
        take_apart(values[i], &exponent);
        if (exponent < unit) unit = exponent;
        if (exponent + 53 > top) top = exponent + 53;
    }
    if (unit > top) unit = top = 0;
    words = (degree * (top - unit + 1) + 4) / 32 + 1;
    assert_true(words <= WORDS);
    return unit;
}

static int slow_orient3d(const double p[12]) {
    int unit = choose_unit(p, 12, 3);
    big row[3][3];
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            row[i][k] = big_subtract(big_from(p[3 * i + 3 + k], unit), big_from(p[k], unit));
        }
    }
    big sum;
    memset(&sum, 0, sizeof sum);
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        big minor = big_subtract(big_multiply(&row[0][j], &row[1][i]),
                                 big_multiply(&row[0][i], &row[1][j]));
        sum = big_subtract(sum, big_multiply(&minor, &row[2][k]));
    }
    return big_sign(&sum);
}

static int slow_orient2d(const double p[6]) {
    int unit = choose_unit(p, 6, 2);
    big d[4];
    for (int i = 0; i < 4; ++i)
        d[i] = big_subtract(big_from(p[2 + i], unit), big_from(p[i % 2], unit));
    big value = big_subtract(big_multiply(&d[0], &d[3]), big_multiply(&d[1], &d[2]));
    return big_sign(&value);
}

// ---- comparing ----

static int seen[3];  // how often each sign came up: a test in which one is missing shows little

static void check3(const double p[12]) {
    int expected = slow_orient3d(p);
    uint64_t work = 0;
    assert_int_equal(pl_orient3d(p, p + 3, p + 6, p + 9, &work), expected);
    assert_int_equal(pl_orient3d_exact(p, p + 3, p + 6, p + 9, NULL), expected);
    assert_int_equal(pl_orient3d(p + 3, p, p + 6, p + 9, NULL), -expected);
    assert_int_equal(pl_orient3d(p + 9, p, p + 6, p + 3, NULL), expected);
    ++seen[expected + 1];
}

static void check2(const double p[6]) {
    int expected = slow_orient2d(p);
    assert_int_equal(pl_orient2d(p, p + 2, p + 4, NULL), expected);
    assert_int_equal(pl_orient2d(p + 2, p, p + 4, NULL), -expected);
    ++seen[expected + 1];
}

static void check_both(const double p[12]) {
    check3(p);
    check2(p);
}

static void expect_seen(int each) {
    for (int i = 0; i < 3; ++i) assert_true(seen[i] >= each);
    memset(seen, 0, sizeof seen);
}

static int start(void** state) {
    (void)state;
    random_state = UINT64_C(0x123456789ABCDEF);
    memset(seen, 0, sizeof seen);
    return 0;
}

// ---- the claims ----

static void the_sign_is_that_of_the_volume(void** state) {
    (void)state;
    const double a[3] = {0, 0, 0}, b[3] = {1, 0, 0}, c[3] = {0, 1, 0}, d[3] = {0, 0, 1};
    assert_int_equal(pl_orient3d(a, b, c, d, NULL), 1);
    assert_int_equal(pl_orient3d(a, c, b, d, NULL), -1);
    assert_int_equal(pl_orient3d(a, b, c, b, NULL), 0);
    assert_int_equal(pl_orient2d(a, b, c, NULL), 1);
    assert_int_equal(pl_orient2d(a, c, b, NULL), -1);
    assert_int_equal(pl_orient2d(a, b, b, NULL), 0);
}

static void random_points_agree(void** state) {
    (void)state;
    for (int n = 0; n < 3000; ++n) {
        double p[12];
        for (int i = 0; i < 12; ++i) p[i] = random_unit();
        check_both(p);
        for (int i = 0; i < 12; ++i) p[i] = (float)p[i];
        check_both(p);
    }
    assert_true(seen[0] > 1000 && seen[2] > 1000);
}

static void grid_points_agree(void** state) {
    (void)state;
    for (int n = 0; n < 6000; ++n) {
        double p[12];
        double scale = ldexp(1, random_int(-40, 40));
        for (int i = 0; i < 12; ++i) p[i] = scale * random_int(-2, 2);
        check_both(p);
    }
    expect_seen(1000);
}

// Points of a plane or line as good as doubles can say, then moved by a unit in the last place.
static void nearly_flat_points_agree(void** state) {
    (void)state;
    for (int n = 0; n < 4000; ++n) {
        double p[12];
        double offset = n % 3 == 0 ? 1000 * random_unit() : 0;
        for (int i = 0; i < 9; ++i) p[i] = offset + random_unit();
        double s = random_unit(), t = random_unit();
        for (int k = 0; k < 3; ++k) p[9 + k] = p[k] + s * (p[3 + k] - p[k]) + t * (p[6 + k] - p[k]);
        check3(p);
        int k = random_int(0, 11);
        p[k] = nextafter(p[k], random_bits() & 1 ? 10000 : -10000);
        check3(p);
        for (int i = 0; i < 2; ++i) p[4 + i] = p[i] + s * (p[2 + i] - p[i]);
        check2(p);
    }
    assert_true(seen[0] > 1000 && seen[2] > 1000);
}

// Whole multiples of short vectors far from the origin: the determinant is 0 and every product
// rounds.
static void exactly_flat_points_give_zero(void** state) {
    (void)state;
    for (int n = 0; n < 3000; ++n) {
        double p[12], u[3], v[3];
        for (int k = 0; k < 3; ++k) {
            p[k] = random_int(-1000000, 1000000) * 1048576.0 + random_int(-1000, 1000);
            u[k] = random_int(-1000000, 1000000);
            v[k] = random_int(-1000000, 1000000);
        }
        for (int i = 1; i < 4; ++i) {
            int s = random_int(-999, 999), t = random_int(-999, 999);
            for (int k = 0; k < 3; ++k) p[3 * i + k] = p[k] + s * u[k] + t * v[k];
        }
        assert_int_equal(slow_orient3d(p), 0);
        check3(p);
        p[random_int(0, 11)] += 1.0 / 16384;
        check3(p);
    }
    expect_seen(500);
}

static double random_extreme(int low, int high) {
    if (random_int(0, 9) == 0) return 0;
    double mantissa = random_int(0, 1) ? 1 + fabs(random_unit()) : random_int(1, 4);
    return (random_bits() & 1 ? -1 : 1) * ldexp(mantissa, random_int(low, high));
}

static void extreme_exponents_agree(void** state) {
    (void)state;
    const int low[5] = {-1074, -1074, -1074, -560, -380}, high[5] = {57, -1020, -300, -500, -330};
    for (int n = 0; n < 1500; ++n) {
        double p[12];
        int range = n % 5;
        for (int i = 0; i < 12; ++i) p[i] = random_extreme(low[range], high[range]);
        check_both(p);
        // two rows alike but for a little: the leading terms cancel
        for (int k = 0; k < 3; ++k) p[9 + k] = p[6 + k];
        int k = random_int(6, 11);
        p[k] = nextafter(p[k], random_bits() & 1 ? 1e18 : -1e18);
        check3(p);
        // in a plane with the origin: 0, with bits lost by any product in doubles
        for (int i = 0; i < 3; ++i) {
            p[i] = 0;
            p[9 + i] = 4 * p[3 + i];
        }
        check3(p);
    }
    expect_seen(1000);
}

// A tiny difference decides beside huge numbers, and the huge ones cancel.
static void a_denormal_beside_1e18_decides(void** state) {
    (void)state;
    const double tiny = 4.9406564584124654e-324, huge = 1e18;
    double p[12] = {0, 0, 0, huge, huge, 0, huge, huge, tiny, 1, 1, 0};
    check3(p);
    assert_int_equal(pl_orient3d(p, p + 3, p + 6, p + 9, NULL), 0);
    p[9] = 1 - ldexp(1, -53);
    check3(p);
    assert_true(pl_orient3d(p, p + 3, p + 6, p + 9, NULL) != 0);
    double q[12] = {huge, huge, huge, -huge, -huge, huge, -huge, huge, -huge, tiny, tiny, -tiny};
    check3(q);
    q[11] = tiny;
    check3(q);
}

// The exact stage has room for every finite double.
static void the_largest_doubles_agree(void** state) {
    (void)state;
    const double most = 1.7976931348623157e308, tiny = 4.9406564584124654e-324;
    for (int n = 0; n < 200; ++n) {
        double p[12];
        for (int i = 0; i < 12; ++i) {
            double value[4] = {most, tiny, random_unit(), most / 3};
            p[i] = (random_bits() & 1 ? -1 : 1) * value[random_int(0, 3)];
        }
        int expected = slow_orient3d(p);
        assert_int_equal(pl_orient3d_exact(p, p + 3, p + 6, p + 9, NULL), expected);
        ++seen[expected + 1];
        check2(p);
    }
    assert_true(seen[0] > 50 && seen[2] > 50);
}

static void work_grows_with_the_bits(void** state) {
    (void)state;
    const double easy[12] = {0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 3};
    const double flat[12] = {0, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1, 2};
    const double hard[12] = {1e-310, 1e18, 0, 1, 1e-310, 1, 1e18, 1, 1, 1e-310, 1e18, 1e-320};
    uint64_t none = 0, some = 0, much = 0;
    pl_orient3d(easy, easy + 3, easy + 6, easy + 9, &none);
    pl_orient3d(flat, flat + 3, flat + 6, flat + 9, &some);
    pl_orient3d_exact(hard, hard + 3, hard + 6, hard + 9, &much);
    assert_int_equal(none, 0);
    assert_true(some > 0 && some < 300);
    assert_true(much > 2000 && much < 100000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(the_sign_is_that_of_the_volume, start),
        cmocka_unit_test_setup(random_points_agree, start),
        cmocka_unit_test_setup(grid_points_agree, start),
        cmocka_unit_test_setup(nearly_flat_points_agree, start),
        cmocka_unit_test_setup(exactly_flat_points_give_zero, start),
        cmocka_unit_test_setup(extreme_exponents_agree, start),
        cmocka_unit_test_setup(a_denormal_beside_1e18_decides, start),
        cmocka_unit_test_setup(the_largest_doubles_agree, start),
        cmocka_unit_test_setup(work_grows_with_the_bits, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

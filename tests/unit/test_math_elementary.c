// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The elementary functions against libm's long double over a million arguments and more each: the
// error bounds stated in elementary.h, special values, and order.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "src/math/elementary.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 500000 };

static double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint64_t to_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t random_bits(uint64_t n) {
    return pl_hash_mix((n + 1) * PL_HASH_START);
}

// In [0, 1).
static double unit(uint64_t n) {
    return (double)(random_bits(n) >> 11) * 0x1p-53;
}

// The distance of neighbours at |exact|, in the denormals the smallest double.
static long double ulp(long double exact) {
    double x = fabs((double)exact);
    int exponent = x < 0x1p-1022 ? -1022 : x > DBL_MAX ? 1023 : ilogb(x);
    return ldexpl(1.0L, exponent - 52);
}

static double ulps_off(double ours, long double exact) {
    if (isinf(ours) && ours == (double)exact) return 0.0;
    return (double)(fabsl((long double)ours - exact) / ulp(exact));
}

// libm's own error counts as well: 2^-10 ulp of double in the 64-bit mantissa of x86, none in quad
// precision, a whole one where long double is double.
static double allowance(void) {
    return LDBL_MANT_DIG > 53 ? 0.004 : 1.0;
}

// The worst error over samples, and where; fails above the bound.
typedef struct worst {
    double error, x, y;
} worst;

static void note(worst* w, double ours, long double exact, double x, double y) {
    double error = ulps_off(ours, exact);
    if (!(error <= w->error)) {
        w->error = error;
        w->x = x;
        w->y = y;
    }
}

static void judge(const char* name, const worst* w, double bound) {
    print_message("  %s: at most %.4f ulp, at %.17g %.17g\n", name, w->error, w->x, w->y);
    if (!(w->error <= bound + allowance())) {
        fail_msg("%s is %.4f ulp off at %a %a; stated are %.2f", name, w->error, w->x, w->y, bound);
    }
}

static void sine_and_cosine_keep_their_bound(void** state) {
    (void)state;
    worst sine = {0.0, 0.0, 0.0}, cosine = sine;
    for (uint64_t i = 0; i < SAMPLES; ++i) {
        double quarters = floor((unit(4 * i) - 0.5) * 1.27e6);
        double x[4] = {(unit(4 * i) - 0.5) * 8.0, (unit(4 * i + 1) - 0.5) * 2e6,
                       ldexp(unit(4 * i + 2) - 0.5, -(int)(i % 80)),
                       // hard: next to a multiple of pi/2
                       from_bits(to_bits(quarters * 1.5707963267948966) + i % 3)};
        for (int k = 0; k < 4; ++k) {
            note(&sine, pl_sin(x[k]), sinl((long double)x[k]), x[k], 0.0);
            note(&cosine, pl_cos(x[k]), cosl((long double)x[k]), x[k], 0.0);
        }
    }
    judge("sin", &sine, 0.85);
    judge("cos", &cosine, 0.85);
}

// The doubles up to 1e6 that come nearest to a multiple of pi/2, where the most bits cancel; their
// sines and cosines were computed with 80 digits.
static void sine_survives_the_hardest_cancellation(void** state) {
    (void)state;
    assert_true(pl_cos(0x1.6c6cbc45dc8dep+5) == -0x1.6d61b58c99c43p-61);
    assert_true(pl_sin(0x1.6c6cbc45dc8dep+6) == -0x1.6d61b58c99c43p-60);
    assert_true(pl_sin(0x1.6c6cbc45dc8dep+11) == 0x1.6d61b58c99c43p-55);
    assert_true(pl_cos(0x1.39c6fd67805a7p+18) == -0x1.988efe18ff83fp-55);
    assert_true(pl_sin(0x1.921fb54442d18p+1) == 0x1.1a62633145c07p-53);
}

static void sine_stays_within_one_for_any_argument(void** state) {
    (void)state;
    for (uint64_t i = 0; i < SAMPLES; ++i) {
        double x = from_bits(random_bits(i) | UINT64_C(1) << 62);  // 2 and more
        if (x - x != 0.0) continue;
        pl_sine_cosine both = pl_sincos(x);
        assert_true(fabs(both.sine) <= 1.0 && fabs(both.cosine) <= 1.0);
    }
}

static void sine_is_odd_cosine_even_and_sincos_is_both(void** state) {
    (void)state;
    for (uint64_t i = 0; i < 100000; ++i) {
        double x = ldexp(unit(i), (int)(i % 60) - 30);
        assert_int_equal(to_bits(pl_sin(-x)), to_bits(-pl_sin(x)));
        assert_int_equal(to_bits(pl_cos(-x)), to_bits(pl_cos(x)));
        pl_sine_cosine both = pl_sincos(x);
        assert_int_equal(to_bits(both.sine), to_bits(pl_sin(x)));
        assert_int_equal(to_bits(both.cosine), to_bits(pl_cos(x)));
    }
}

static void exp_keeps_its_bound(void** state) {
    (void)state;
    worst normal = {0.0, 0.0, 0.0}, denormal = normal;
    for (uint64_t i = 0; i < SAMPLES; ++i) {
        double wide = (unit(4 * i) - 0.5) * 1416.0, small = unit(4 * i + 1) - 0.5;
        double tiny = ldexp(unit(4 * i + 2) - 0.5, -(int)(i % 1060));
        double low = -745.13 + unit(4 * i + 3) * 38.0;
        note(&normal, pl_exp(wide), expl((long double)wide), wide, 0.0);
        note(&normal, pl_exp(small), expl((long double)small), small, 0.0);
        note(&normal, pl_exp(tiny), expl((long double)tiny), tiny, 0.0);
        note(&denormal, pl_exp(low), expl((long double)low), low, 0.0);
    }
    judge("exp", &normal, 0.8);
    judge("exp, denormal", &denormal, 0.8);
}

static void log_keeps_its_bound(void** state) {
    (void)state;
    worst any = {0.0, 0.0, 0.0};
    for (uint64_t i = 0; i < SAMPLES; ++i) {
        double x[3] = {from_bits(random_bits(4 * i) >> 1), 0.5 + unit(4 * i + 1) * 1.5,
                       1.0 + ldexp(unit(4 * i + 2) - 0.5, -(int)(i % 52))};
        if (!(x[0] < INFINITY)) x[0] = 2.0;
        for (int k = 0; k < 3; ++k) note(&any, pl_log(x[k]), logl((long double)x[k]), x[k], 0.0);
    }
    judge("log", &any, 0.6);
}

// By way of variables: tcc passes two converted long doubles wrongly.
static long double exact_arc(double y, double x) {
    long double wide_y = (long double)y, wide_x = (long double)x;
    return atan2l(wide_y, wide_x);
}

static void atan2_keeps_its_bound(void** state) {
    (void)state;
    worst any = {0.0, 0.0, 0.0};
    for (uint64_t i = 0; i < SAMPLES; ++i) {
        double y = unit(6 * i) * 2.0 - 1.0, x = unit(6 * i + 1) * 2.0 - 1.0;
        note(&any, pl_atan2(y, x), exact_arc(y, x), y, x);
        // any two doubles, and any double with one within 2^100 of it
        double big = from_bits(random_bits(6 * i + 2)), other = from_bits(random_bits(6 * i + 3));
        if (big - big != 0.0 || other - other != 0.0) continue;
        note(&any, pl_atan2(big, other), exact_arc(big, other), big, other);
        double near = ldexp(big, (int)(i % 201) - 100) * x;
        if (near - near != 0.0) continue;
        note(&any, pl_atan2(big, near), exact_arc(big, near), big, near);
    }
    judge("atan2", &any, 0.51);
}

static void acos_keeps_its_bound(void** state) {
    (void)state;
    worst any = {0.0, 0.0, 0.0};
    for (uint64_t i = 0; i < SAMPLES; ++i) {
        double end = 1.0 - ldexp(unit(4 * i + 1), -(int)(i % 54));
        double x[3] = {unit(4 * i) * 2.0 - 1.0, i & 1 ? end : -end,
                       ldexp(unit(4 * i + 2) - 0.5, -(int)(i % 70))};
        for (int k = 0; k < 3; ++k) note(&any, pl_acos(x[k]), acosl((long double)x[k]), x[k], 0.0);
    }
    judge("acos", &any, 0.51);
}

static void cbrt_keeps_its_bound(void** state) {
    (void)state;
    worst any = {0.0, 0.0, 0.0};
    for (uint64_t i = 0; i < SAMPLES; ++i) {
        double x[2] = {from_bits(random_bits(2 * i)), unit(2 * i + 1) * 16.0 - 8.0};
        if (x[0] - x[0] != 0.0) x[0] = 3.0;
        for (int k = 0; k < 2; ++k) note(&any, pl_cbrt(x[k]), cbrtl((long double)x[k]), x[k], 0.0);
    }
    judge("cbrt", &any, 0.51);
    for (int i = -1000; i <= 1000; ++i) {
        double cube = (double)i * i * i;
        assert_true(pl_cbrt(cube) == (double)i);
        assert_true(pl_cbrt(ldexp(cube, -1047)) == ldexp((double)i, -349));
    }
}

// A larger argument never gives a smaller result: neighbours, and samples in order.
static void check_rising(const char* name, double (*f)(double), double from, double to,
                         double sign) {
    double before = sign * f(from);
    for (int i = 1; i <= SAMPLES; ++i) {
        double x = from + (to - from) * ((double)i / SAMPLES);
        if (x > to) x = to;
        double here = sign * f(x), next = sign * f(nextafter(x, to));
        if (!(before <= here) || !(here <= next)) fail_msg("%s falls at %a", name, x);
        before = here;
    }
}

static double arc(double x) {
    return pl_atan2(x, 1.0);
}

static void rising_functions_never_fall(void** state) {
    (void)state;
    check_rising("exp", pl_exp, -745.2, 709.7, 1.0);
    check_rising("exp", pl_exp, -0.36, 0.36, 1.0);
    check_rising("log", pl_log, 0.0, 4.0, 1.0);
    check_rising("log", pl_log, 0.999, 1.001, 1.0);
    check_rising("cbrt", pl_cbrt, -9.0, 9.0, 1.0);
    check_rising("acos", pl_acos, -1.0, 1.0, -1.0);
    check_rising("acos", pl_acos, 0.999999, 1.0, -1.0);
    check_rising("atan2", arc, -20.0, 20.0, 1.0);
    check_rising("sin", pl_sin, -1.57, 1.57, 1.0);
    check_rising("cos", pl_cos, 0.0, 3.14, -1.0);
}

static void special_values_are_as_in_c(void** state) {
    (void)state;
    const double inf = (double)INFINITY, nan = (double)NAN, tiny = 0x1p-1074;
    assert_true(isnan(pl_sin(inf)) && isnan(pl_cos(-inf)) && isnan(pl_sin(nan)));
    assert_true(pl_sin(0.0) == 0.0 && !signbit(pl_sin(0.0)));
    assert_true(pl_sin(-0.0) == 0.0 && signbit(pl_sin(-0.0)));
    assert_true(pl_sin(tiny) == tiny && pl_cos(tiny) == 1.0 && pl_cos(-0.0) == 1.0);
    assert_true(pl_exp(0.0) == 1.0 && pl_exp(-0.0) == 1.0 && pl_exp(tiny) == 1.0);
    assert_true(pl_exp(inf) == inf && pl_exp(-inf) == 0.0 && isnan(pl_exp(nan)));
    assert_true(pl_exp(709.782712893384) <= DBL_MAX && pl_exp(709.7827128933841) == inf);
    assert_true(pl_exp(-745.1332191019411) == tiny && pl_exp(-745.1332191019413) == 0.0);
    assert_true(pl_exp(1.0) == 0x1.5bf0a8b145769p+1);
    assert_true(pl_log(1.0) == 0.0 && !signbit(pl_log(1.0)));
    assert_true(pl_log(0.0) == -inf && pl_log(-0.0) == -inf && pl_log(inf) == inf);
    assert_true(isnan(pl_log(-1.0)) && isnan(pl_log(-inf)) && isnan(pl_log(nan)));
    assert_true(pl_log(tiny) == -0x1.74385446d71c3p+9);
    assert_true(isnan(pl_acos(nan)) && pl_acos(1.0) == 0.0 && pl_acos(-1.0) == PL_PI);
    assert_true(pl_acos(1.0000001) == 0.0 && pl_acos(-inf) == PL_PI);
    assert_true(pl_acos(0.0) == PL_PI / 2 && pl_acos(0.5) == 0x1.0c152382d7366p+0);
    assert_true(pl_cbrt(inf) == inf && pl_cbrt(-inf) == -inf && isnan(pl_cbrt(nan)));
    assert_true(pl_cbrt(0.0) == 0.0 && signbit(pl_cbrt(-0.0)) && pl_cbrt(-27.0) == -3.0);
    assert_true(pl_cbrt(0x1p-1074) == 0x1p-358 && pl_cbrt(0x1p+1023) == 0x1p+341);
}

static void atan2_follows_c_at_zeros_and_infinities(void** state) {
    (void)state;
    const double values[] = {
        0.0,       -0.0, 1.0,     -1.0,     (double)INFINITY, -(double)INFINITY,
        0x1p-1074, 3.0,  DBL_MAX, -DBL_MAX, -0x1p-1022};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; ++i) {
        for (size_t k = 0; k < sizeof values / sizeof values[0]; ++k) {
            double ours = pl_atan2(values[i], values[k]), theirs = atan2(values[i], values[k]);
            assert_true(ulps_off(ours, (long double)theirs) <= 1.0);
            assert_int_equal(!signbit(ours), !signbit(theirs));
        }
    }
    assert_true(isnan(pl_atan2((double)NAN, 1.0)) && isnan(pl_atan2(1.0, (double)NAN)));
}

static void floats_are_rounded_once(void** state) {
    (void)state;
    double worst_error = 0.0;
    for (uint64_t i = 0; i < SAMPLES; ++i) {
        float x = (float)(unit(i) * 2.0 - 1.0), angle = x * 1e5f, power = x * 80.0f;
        double exact[4] = {sin((double)angle), cos((double)angle), exp((double)power),
                           acos((double)x)};
        float ours[4] = {pl_sinf(angle), pl_cosf(angle), pl_expf(power), pl_acosf(x)};
        for (int k = 0; k < 4; ++k) {
            double step = ldexp(1.0, ilogb(exact[k]) - 23);
            double error = fabs((double)ours[k] - exact[k]) / step;
            if (!(error <= worst_error)) worst_error = error;
        }
    }
    print_message("  float: at most %.5f ulp\n", worst_error);
    assert_true(worst_error <= 0.501);
    assert_true(pl_expf(200.0f) == INFINITY && pl_expf(-200.0f) == 0.0f && isnan(pl_sinf(NAN)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_and_cosine_keep_their_bound),
        cmocka_unit_test(sine_survives_the_hardest_cancellation),
        cmocka_unit_test(sine_stays_within_one_for_any_argument),
        cmocka_unit_test(sine_is_odd_cosine_even_and_sincos_is_both),
        cmocka_unit_test(exp_keeps_its_bound),
        cmocka_unit_test(log_keeps_its_bound),
        cmocka_unit_test(atan2_keeps_its_bound),
        cmocka_unit_test(acos_keeps_its_bound),
        cmocka_unit_test(cbrt_keeps_its_bound),
        cmocka_unit_test(rising_functions_never_fall),
        cmocka_unit_test(special_values_are_as_in_c),
        cmocka_unit_test(atan2_follows_c_at_zeros_and_infinities),
        cmocka_unit_test(floats_are_rounded_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

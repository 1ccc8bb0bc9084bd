// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A host's rounding mode, flushing and sticky flags: neutral inside, untouched after.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/fpmode.h"
#include "src/math/elementary.h"
#include "src/math/sums.h"

#include <fenv.h>

static PL_NOINLINE float divide(float a, float b) {
    volatile float x = a, y = b;
    return x / y;
}

// Denormal results, roundings up and down, a long sum.
static PL_NOINLINE void compute(float out[4]) {
    float values[1000];
    for (int i = 0; i < 1000; ++i) values[i] = divide(1.0f, (float)(i + 3));
    out[0] = divide(0x1p-120f, 0x1.8p+20f);
    out[1] = divide(-1.0f, 3.0f);
    out[2] = (float)pl_sum(pl_sum_kernels_get(pl_isa_best()), values, 1000);
    out[3] = (float)pl_exp((double)divide(1.0f, 7.0f));
}

static void check_neutral(const float right[4]) {
    float inside[4];
    pl_fpmode before = pl_fpmode_enter();
    compute(inside);
    pl_fpmode_leave(before);
    assert_memory_equal(inside, right, sizeof inside);
}

static void rounding_of_the_host_does_not_matter(void** state) {
    (void)state;
#ifdef __TINYC__
    skip();  // no way to the mode there
#endif
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
    float right[4], other[4];
    compute(right);
    for (size_t i = 0; i < PL_COUNT(modes); ++i) {
        if (fesetround(modes[i]) != 0) continue;
        compute(other);
        bool differs = other[1] != right[1] || other[2] != right[2];
        assert_true(differs == (modes[i] != FE_TONEAREST));  // or the check below shows nothing
        check_neutral(right);
        assert_int_equal(fegetround(), modes[i]);
        fesetround(FE_TONEAREST);
    }
}

#if defined(__SSE2__) && !defined(__TINYC__)
#define FLUSHING UINT64_C(0x9fc0)  // flush to zero, denormals are zero
#elif defined(__aarch64__)
#define FLUSHING UINT64_C(0x1000000)
#endif

static void flushing_of_the_host_does_not_matter(void** state) {
    (void)state;
#ifdef FLUSHING
    float right[4];
    compute(right);
    assert_true(right[0] > 0.0f);
    pl_fpmode start = pl_fpmode_get(), flush = {FLUSHING};
    pl_fpmode_set(flush);
    float flushed = divide(0x1p-120f, 0x1.8p+20f);
    check_neutral(right);
    pl_fpmode after = pl_fpmode_get();
    pl_fpmode_set(start);
    assert_true(flushed == 0.0f);  // or the check shows nothing
    assert_int_equal(after.control & ~UINT64_C(0x3f), FLUSHING & ~UINT64_C(0x3f));
#else
    skip();
#endif
}

static void sticky_flags_are_left_as_they_were(void** state) {
    (void)state;
#if defined(__SSE2__) && !defined(__TINYC__)
    feclearexcept(FE_ALL_EXCEPT);
    pl_fpmode before = pl_fpmode_enter();
    volatile float zero = divide(1.0f, 0.0f);
    (void)zero;
    pl_fpmode_leave(before);
    assert_int_equal(fetestexcept(FE_DIVBYZERO), 0);
#else
    skip();
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounding_of_the_host_does_not_matter),
        cmocka_unit_test(flushing_of_the_host_does_not_matter),
        cmocka_unit_test(sticky_flags_are_left_as_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

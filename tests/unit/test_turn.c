// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Turns against the C library's functions in long double, which they replace.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "io/turn.h"

#define PI 3.14159265358979323846264338L

static void sines_are_those_of_the_c_library(void** state) {
    (void)state;
    for (int i = -3000; i <= 3000; ++i) {
        double sine, cosine, degrees = 0.731 * i;
        pl_turn_sine_cosine(degrees, &sine, &cosine);
        assert_true(fabsl((long double)sine - sinl((long double)degrees / 180 * PI)) < 1e-15L);
        assert_true(fabsl((long double)cosine - cosl((long double)degrees / 180 * PI)) < 1e-15L);
    }
}

static void many_turns_are_exact(void** state) {
    (void)state;
    const double sines[4] = {0, 1, 0, -1};
    for (int i = 0; i < 4; ++i) {
        double sine, cosine;
        pl_turn_sine_cosine(360e12 + 90 * i, &sine, &cosine);
        assert_true(sine == sines[i] && cosine == sines[(i + 1) % 4]);
    }
}

static void what_is_no_angle_is_no_turn(void** state) {
    (void)state;
    const double wild[4] = {1e300, -1e15, (double)INFINITY, (double)NAN};
    for (int i = 0; i < 4; ++i) {
        double sine, cosine;
        pl_turn_sine_cosine(wild[i], &sine, &cosine);
        assert_true(sine == 0 && cosine == 1);
    }
}

static void quaternions_have_half_the_angle(void** state) {
    (void)state;
    const double axis[3] = {0, 0, 1};
    for (double degrees = -2000; degrees <= 2000; degrees += 7.3) {
        float q[4];
        double half = degrees / 360 * (double)PI;
        pl_turn_quaternion(axis, degrees, q);
        assert_true(fabs((double)q[2] - sin(half)) < 1e-7);
        assert_true(fabs((double)q[3] - cos(half)) < 1e-7);
        assert_true(q[0] == 0 && q[1] == 0);
    }
}

static void arcs_are_shared_as_sines_say(void** state) {
    (void)state;
    for (int i = 1; i <= 200; ++i) {
        double cosine = cos((double)PI / 2 * i / 200);
        long double angle = acosl((long double)cosine);
        for (int k = 0; k <= 50; ++k) {
            double from, to, share = k / 50.0;
            pl_turn_arc(cosine, share, &from, &to);
            long double rest = 1 - (long double)share;
            assert_true(fabsl((long double)from - sinl(rest * angle) / sinl(angle)) < 1e-15L);
            assert_true(fabsl((long double)to - sinl((long double)share * angle) / sinl(angle)) <
                        1e-15L);
        }
    }
}

static void an_arc_of_no_length_is_shared_evenly(void** state) {
    (void)state;
    double from, to;
    pl_turn_arc(1 + 1e-15, 0.25, &from, &to);
    assert_true(from == 0.75 && to == 0.25);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines_are_those_of_the_c_library),
        cmocka_unit_test(many_turns_are_exact),
        cmocka_unit_test(what_is_no_angle_is_no_turn),
        cmocka_unit_test(quaternions_have_half_the_angle),
        cmocka_unit_test(arcs_are_shared_as_sines_say),
        cmocka_unit_test(an_arc_of_no_length_is_shared_evenly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

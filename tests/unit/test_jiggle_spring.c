// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The closed form of a mass on a spring, against fine numerical integration and identities.
#include "src/jiggle/jiggle_data.h"
#include "tests/unit/jiggle_kit.h"

// u'' = -w^2 u - 2 s u' by Runge and Kutta's method in long double.
static void integrate(double ww, double cc, double h, long double* u, long double* v) {
    long double rate = sqrtl((long double)ww) + (long double)cc;
    long steps = 2000 + (long)(50 * rate * (long double)h);
    long double dt = (long double)h / (long double)steps;
    for (long i = 0; i < steps; ++i) {
        long double k[4][2], at[2];
        for (int s = 0; s < 4; ++s) {
            long double lead = s == 0 ? 0 : s == 3 ? dt : dt / 2;
            at[0] = *u + (s ? lead * k[s - 1][0] : 0);
            at[1] = *v + (s ? lead * k[s - 1][1] : 0);
            k[s][0] = at[1];
            k[s][1] = -(long double)ww * at[0] - (long double)cc * at[1];
        }
        *u += dt / 6 * (k[0][0] + 2 * k[1][0] + 2 * k[2][0] + k[3][0]);
        *v += dt / 6 * (k[0][1] + 2 * k[1][1] + 2 * k[2][1] + k[3][1]);
    }
}

static void spring_agrees_with_fine_integration(void** state) {
    (void)state;
    // under-, critically and overdamped, and around the critical one where formulas change
    const double ratios[] = {0, 0.01,       0.3,   0.9, 0.999, 0.99999999,
                             1, 1.00000001, 1.001, 1.1, 3,     30};
    const double steps[] = {1e-4, 0.01, 1.0 / 30, 0.5, 3};
    for (size_t i = 0; i < sizeof ratios / sizeof *ratios; ++i) {
        for (size_t k = 0; k < sizeof steps / sizeof *steps; ++k) {
            double w = 7, cc = 2 * ratios[i] * w;
            pl_jiggle_spring s = pl_jiggle_spring_solve(w * w, cc, steps[k]);
            long double u = 0.3L, v = -2.1L;
            integrate(w * w, cc, steps[k], &u, &v);
            assert_true(fabs(s.xx * 0.3 - s.xv * 2.1 - (double)u) < 1e-9);
            assert_true(fabs(s.vx * 0.3 - s.vv * 2.1 - (double)v) < 1e-8);
        }
    }
}

static void two_half_steps_are_one(void** state) {
    (void)state;
    for (int i = 0; i < 2000; ++i) {
        double w = pow(10, kit_random(-2, 4)), cc = 2 * w * pow(10, kit_random(-3, 3));
        double h = pow(10, kit_random(-4, 1));
        pl_jiggle_spring a = pl_jiggle_spring_solve(w * w, cc, h);
        pl_jiggle_spring b = pl_jiggle_spring_solve(w * w, cc, h / 2);
        double xx = b.xx * b.xx + b.xv * b.vx, xv = b.xx * b.xv + b.xv * b.vv;
        assert_true(fabs(a.xx - xx) < 1e-9 * (1 + w * h));
        assert_true(fabs(a.xv - xv) * w < 1e-9 * (1 + w * h));
    }
}

static void energy_never_grows_however_stiff_or_long(void** state) {
    (void)state;
    for (int i = 0; i < 20000; ++i) {
        double ww = pow(10, kit_random(-20, 27)), cc = pow(10, kit_random(-20, 27));
        double h = pow(10, kit_random(-6, 3)), w = sqrt(ww);
        pl_jiggle_spring s = pl_jiggle_spring_solve(ww, cc, h);
        // in units where potential and kinetic energy are squares
        double u = kit_random(-1, 1), v = kit_random(-1, 1);
        double u1 = s.xx * u + s.xv * w * v, v1 = s.vx / w * u + s.vv * v;
        assert_true(u1 * u1 + v1 * v1 <= (u * u + v * v) * (1 + 1e-6));
    }
}

static void undamped_springs_keep_their_energy(void** state) {
    (void)state;
    pl_jiggle_spring s = pl_jiggle_spring_solve(40, 0, 0.37);
    double u = 1, v = 0;
    for (int i = 0; i < 100000; ++i) {
        double u1 = s.xx * u + s.xv * v;
        v = s.vx * u + s.vv * v;
        u = u1;
    }
    assert_true(fabs(40 * u * u + v * v - 40) < 1e-8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spring_agrees_with_fine_integration),
        cmocka_unit_test(two_half_steps_are_one),
        cmocka_unit_test(energy_never_grows_however_stiff_or_long),
        cmocka_unit_test(undamped_springs_keep_their_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// One mass on a spring, exactly over a step. Against an anchor that moves evenly the stretch u
// obeys
//     u'' + 2 s u' + w^2 (u - u_rest) = 0,   w^2 = k / m,  s = c / (2 m),  u_rest = m g / k,
// which has a closed form. With C = e^(-s h) cosh(z h) and S = e^(-s h) sinh(z h) / z, z^2 = s^2 -
// w^2 (cosine and sine where that is negative),
//     u(h) - u_rest = (C + s S) (u - u_rest) + S u',   u'(h) = -w^2 S (u - u_rest) + (C - s S) u'.
// There is nothing to become unstable: any step, stiffness and damping will do.
#include "src/jiggle/jiggle_data.h"
#include "src/math/elementary.h"

#include <math.h>

// sinh(y) / y or sin(y) / y near 0, of y^2 or -y^2: to 1e-17 where |y^2| < 0.01.
static double sine_over(double square) {
    return 1 + square / 6 * (1 + square / 20 * (1 + square / 42 * (1 + square / 72)));
}

// C and S where the two roots are apart: e^(-(s - z) h) and e^(-(s + z) h), without cancellation
// in s - z and without overflow.
static void two_roots(double s, double z, double ww, double h, double* c_out, double* s_out) {
    double slow = pl_exp(-(ww / (s + z)) * h), fast = pl_exp(-(s + z) * h);
    *c_out = 0.5 * (slow + fast);
    *s_out = (slow - fast) / (2 * z);
}

pl_jiggle_spring pl_jiggle_spring_solve(double stiffness_per_mass, double damping_per_mass,
                                        double h) {
    double ww = stiffness_per_mass, s = 0.5 * damping_per_mass;
    double square = s * s - ww, fade = pl_exp(-s * h), c, sine;
    if (fabs(square) * h * h < 0.01) {
        double y2 = square * h * h;
        c = fade * (1 + 0.5 * y2 * (1 + y2 / 12 * (1 + y2 / 30 * (1 + y2 / 56))));
        sine = fade * h * sine_over(y2);
    } else if (square > 0) {
        two_roots(s, sqrt(square), ww, h, &c, &sine);
    } else {
        double w = sqrt(-square);
        pl_sine_cosine both = pl_sincos(w * h);
        c = fade * both.cosine;
        sine = fade * both.sine / w;
    }
    pl_jiggle_spring spring = {c + s * sine, sine, -ww * sine, c - s * sine};
    return spring;
}

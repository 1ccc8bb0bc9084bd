// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sines from sums of their own: the C library's differ between machines in the last bit, and a
// scene has to give the same bits everywhere.
#include "io/turn.h"

#include <math.h>

// Taylor's sums; for |x| up to pi / 4 what is left out is below 1e-17.
static double small_sine(double x) {
    double square = x * x, term = x, sum = x;
    for (int k = 2; k <= 16; k += 2) {
        term *= -square / (k * (k + 1));
        sum += term;
    }
    return sum;
}

static double small_cosine(double x) {
    double square = x * x, term = 1, sum = 1;
    for (int k = 1; k <= 17; k += 2) {
        term *= -square / (k * (k + 1));
        sum += term;
    }
    return sum;
}

void pl_turn_sine_cosine(double degrees, double* sine, double* cosine) {
    // within one turn, then within an eighth around a multiple of 90 degrees; degrees are
    // subtracted exactly
    if (!(fabs(degrees) < 1e15)) degrees = 0;  // neighbours are too far apart to say an angle
    degrees -= 360 * floor(degrees / 360 + 0.5);
    double quarter = floor(degrees / 90 + 0.5);
    double x = (degrees - 90 * quarter) * (3.14159265358979323846 / 180);
    double s = small_sine(x), c = small_cosine(x);
    const double sines[4] = {s, c, -s, -c}, cosines[4] = {c, -s, -c, s};
    int turn = (int)quarter & 3;
    *sine = sines[turn];
    *cosine = cosines[turn];
}

void pl_turn_quaternion(const double axis[3], double degrees, float rotation[4]) {
    double sine, cosine;
    pl_turn_sine_cosine(degrees / 2, &sine, &cosine);
    for (int k = 0; k < 3; ++k) rotation[k] = (float)(axis[k] * sine);
    rotation[3] = (float)cosine;
}

// sin(t a) / sin a as a series in 1 - cos a (Eberly 2011, "A fast and accurate algorithm for
// computing SLERP"): t (1 + (1 - t^2) / 3 (1 - cos a) (1 + (4 - t^2) / 10 (1 - cos a) (1 + ...))),
// with (j^2 - t^2) / (j (2 j + 1)) in general. All terms are positive, and each is at most half of
// the one before.
static double share_of_sine(double short_of_one, double t) {
    double term = t, sum = t;
    for (int j = 1; j <= 60 && term > 1e-17 * sum; ++j) {
        term *= (j * j - t * t) / (j * (2 * j + 1)) * short_of_one;
        sum += term;
    }
    return sum;
}

void pl_turn_arc(double cosine, double share, double* from, double* to) {
    double short_of_one = fmin(fmax(1 - cosine, 0), 1);
    *from = share_of_sine(short_of_one, 1 - share);
    *to = share_of_sine(short_of_one, share);
}

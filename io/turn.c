// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A rotation by degrees. The C library's sine differs between machines in the last bit, and a
// scene has to give the same bits everywhere, so both functions are summed here.
#include "io/scene_plan.h"

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

void pl_turn_quaternion(const double axis[3], double degrees, float rotation[4]) {
    // half the angle, within one turn (two turns of the body are one of the quaternion), then
    // within an eighth around a multiple of 90 degrees; degrees are subtracted exactly
    double half = degrees / 2;
    half -= 360 * floor(half / 360 + 0.5);
    double quarter = floor(half / 90 + 0.5);
    double x = (half - 90 * quarter) * (3.14159265358979323846 / 180);
    double sine = small_sine(x), cosine = small_cosine(x);
    double sines[4] = {sine, cosine, -sine, -cosine}, cosines[4] = {cosine, -sine, -cosine, sine};
    int turn = (int)quarter & 3;
    for (int k = 0; k < 3; ++k) rotation[k] = (float)(axis[k] * sines[turn]);
    rotation[3] = (float)cosines[turn];
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/math/rotation.h"

#include "src/math/elementary.h"

void pl_rotation_from_quaternion(const double q[4], double r[9]) {
    double x = q[0], y = q[1], z = q[2], w = q[3];
    double two = 2.0 / (x * x + y * y + z * z + w * w);
    r[0] = 1.0 - two * (y * y + z * z);
    r[1] = two * (x * y - z * w);
    r[2] = two * (x * z + y * w);
    r[3] = two * (x * y + z * w);
    r[4] = 1.0 - two * (x * x + z * z);
    r[5] = two * (y * z - x * w);
    r[6] = two * (x * z - y * w);
    r[7] = two * (y * z + x * w);
    r[8] = 1.0 - two * (x * x + y * y);
}

void pl_quaternion_multiply(const double a[4], const double b[4], double product[4]) {
    product[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    product[1] = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
    product[2] = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
    product[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

void pl_quaternion_advance(double q[4], pl_vec3d turn) {
    double angle = pl_vec3d_length(turn), squared = 0.0;
    pl_sine_cosine half = pl_sincos(0.5 * angle);
    double along = angle > 1e-12 ? half.sine / angle : 0.5;
    const double bend[4] = {along * turn.x, along * turn.y, along * turn.z, half.cosine};
    double next[4];
    pl_quaternion_multiply(bend, q, next);
    for (int k = 0; k < 4; ++k) squared += next[k] * next[k];
    double length = sqrt(squared);
    for (int k = 0; k < 4; ++k) q[k] = next[k] / length;
}

void pl_rotation_add_moment(double moments[9], pl_vec3d now, pl_vec3d rest) {
    const double a[3] = {now.x, now.y, now.z}, b[3] = {rest.x, rest.y, rest.z};
    for (int i = 0; i < 9; ++i) moments[i] += a[i / 3] * b[i % 3];
}

// Horn's matrix: its largest eigenvector is the quaternion x, y, z, w.
static void horn_matrix(const double m[9], double n[4][4]) {
    n[0][0] = m[0] - m[4] - m[8];
    n[1][1] = m[4] - m[0] - m[8];
    n[2][2] = m[8] - m[0] - m[4];
    n[3][3] = m[0] + m[4] + m[8];
    n[0][1] = n[1][0] = m[1] + m[3];
    n[0][2] = n[2][0] = m[2] + m[6];
    n[1][2] = n[2][1] = m[5] + m[7];
    n[0][3] = n[3][0] = m[7] - m[5];
    n[1][3] = n[3][1] = m[2] - m[6];
    n[2][3] = n[3][2] = m[3] - m[1];
}

// Turns n so that n[p][q] vanishes, and the vectors (columns) along.
static void turn_pair(double n[4][4], double vectors[4][4], int p, int q) {
    if (n[p][q] == 0.0) return;
    double theta = (n[q][q] - n[p][p]) / (2.0 * n[p][q]);
    double t = (theta < 0 ? -1.0 : 1.0) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c;
    for (int k = 0; k < 4; ++k) {
        double a = n[k][p], b = n[k][q];
        n[k][p] = c * a - s * b;
        n[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 4; ++k) {
        double a = n[p][k], b = n[q][k];
        n[p][k] = c * a - s * b;
        n[q][k] = s * a + c * b;
        a = vectors[k][p];
        b = vectors[k][q];
        vectors[k][p] = c * a - s * b;
        vectors[k][q] = s * a + c * b;
    }
}

static double off_diagonal(double n[4][4]) {
    double most = 0.0;
    for (int p = 0; p < 3; ++p) {
        for (int q = p + 1; q < 4; ++q) most = fabs(n[p][q]) > most ? fabs(n[p][q]) : most;
    }
    return most;
}

void pl_rotation_fit(const double moments[9], double r[9]) {
    double largest = 0.0, scaled[9];
    for (int i = 0; i < 9; ++i) largest = fabs(moments[i]) > largest ? fabs(moments[i]) : largest;
    for (int i = 0; i < 9; ++i) scaled[i] = largest > 0 ? moments[i] / largest : 0.0;
    double n[4][4], vectors[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    horn_matrix(scaled, n);
    // cyclic Jacobi: nothing is left to turn after three to six sweeps
    for (int sweep = 0; sweep < 12 && off_diagonal(n) > 1e-18; ++sweep) {
        for (int p = 0; p < 3; ++p) {
            for (int q = p + 1; q < 4; ++q) turn_pair(n, vectors, p, q);
        }
    }
    int best = 3;  // w: the identity where nothing decides
    for (int k = 0; k < 3; ++k) best = n[k][k] > n[best][best] ? k : best;
    double q[4] = {vectors[0][best], vectors[1][best], vectors[2][best], vectors[3][best]};
    pl_rotation_from_quaternion(q, r);
}

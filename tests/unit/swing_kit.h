// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How a body swings: it is bent into a mode and let go, and the motion is projected on that mode.
// Sampled at even times a damped swing obeys q(t + T) = a q(t) - c q(t - T) with
// c = exp(-2 zeta w T) and a = 2 exp(-zeta w T) cos(w' T); least squares over all t, with T a
// quarter of the period, give both numbers more evenly than a few zero crossings and peaks would.
// Include after cmocka.h.
#ifndef SWING_KIT_H
#define SWING_KIT_H

#include "tests/unit/step_kit.h"

typedef struct swing {
    double frequency, damping;
} swing;

// From samples q[0 .. count - 1], dt apart, of a swing of about `frequency`.
static inline swing measure_swing(const double* q, size_t count, double dt, double frequency) {
    size_t lag = (size_t)(0.25 / (frequency * dt) + 0.5);
    double uu = 0, uw = 0, ww = 0, uz = 0, wz = 0;  // z = a u - c w
    for (size_t i = lag; i + lag < count; ++i) {
        double u = q[i], w = q[i - lag], z = q[i + lag];
        uu += u * u, uw += u * w, ww += w * w, uz += u * z, wz += w * z;
    }
    double det = uu * ww - uw * uw;
    double a = (uz * ww - wz * uw) / det, c = -(wz * uu - uz * uw) / det;
    double decay = -log(c) / 2, angle = acos(a / (2 * sqrt(c)));  // zeta w T and w' T
    double w = sqrt(decay * decay + angle * angle);
    return (swing){w / (2 * KIT_PI * (double)lag * dt), decay / w};
}

// Sets the body off in the mode, one hundredth of its size, and watches three periods of it.
static inline swing let_go(kit_scene* s, reference_vec* mode, double rate, double frequency) {
    double weight = 0, size = 0.01 * s->extent;
    for (uint32_t i = 0; i < s->count; ++i) {
        for (int a = 0; a < 3; ++a) {
            s->x[i][a] = s->begin[i][a] + size * mode[i][a];
            s->v[i][a] = 0;
            weight += s->mass[i] * mode[i][a] * mode[i][a];
        }
    }
    kit_write(s);
    size_t count = (size_t)(3 * rate / frequency) + 1;
    double* q = calloc(count, sizeof *q);
    for (size_t k = 0; k < count; ++k) {
        if (k > 0) kit_step(s, (float)(1 / rate), 0, 1);
        for (uint32_t i = 0; i < s->count; ++i)
            for (int a = 0; a < 3; ++a)
                q[k] += s->mass[i] * (s->x[i][a] - s->begin[i][a]) * mode[i][a] / weight;
    }
    swing found = measure_swing(q, count, 1 / rate, frequency);
    free(q);
    return found;
}

#endif

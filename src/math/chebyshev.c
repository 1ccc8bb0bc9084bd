// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/math/chebyshev.h"

// T_degree(x)
static double chebyshev(uint32_t degree, double x) {
    double last = 1, now = x;
    for (uint32_t k = 1; k < degree; ++k) {
        double next = 2 * x * now - last;
        last = now;
        now = next;
    }
    return now;
}

static double power(double a, uint32_t n) {
    return n == 2 ? a * a : a;
}

double pl_chebyshev_left(const pl_chebyshev* f, double a) {
    double left =
        chebyshev(f->degree, (f->middle - a) / f->half) / chebyshev(f->degree, f->middle / f->half);
    return power(left, f->sweeps);
}

pl_chebyshev pl_chebyshev_make(double spread, uint32_t sweeps, double most, uint32_t steps_most) {
    double least = spread > 1e-3 ? spread : 1e-3;  // an interval of nothing has no polynomial
    pl_chebyshev f = {1 + 0.5 * least, 0.5 * least, 1, sweeps};
    while ((f.degree + 1) * sweeps <= steps_most) {
        double left = 1 / chebyshev(f.degree, f.middle / f.half);
        if (power(left, sweeps) <= most) break;
        f.degree++;
    }
    return f;
}

uint32_t pl_chebyshev_write(const pl_chebyshev* f, float* keep, float* add) {
    double sigma = f->middle / f->half, rho = 1 / sigma;
    uint32_t count = f->sweeps * f->degree;
    for (uint32_t i = 0; i < count; ++i) {
        bool begins = i % f->degree == 0;
        double next = begins ? 1 / sigma : 1 / (2 * sigma - rho);
        keep[i] = begins ? 0.0f : (float)(next * rho);
        add[i] = (float)(begins ? 1 / f->middle : 2 * next / f->half);
        rho = next;
    }
    return count;
}

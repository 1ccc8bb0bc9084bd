// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// See reference_mode.h. A small displacement u of a region is fitted by a shift and a small turn:
// (P u)_i = sum_j p_ij (t_j + w_j x (x0_i - c_j)), with w_j = I_j^-1 sum_i m_i p_ij (x0_i - c_j) x
// u_i. sqrt(m) L / sqrt(m) is symmetric, so Lanczos works on z = sqrt(m) u.
#include "tests/unit/reference_mode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS_MOST 400

typedef struct turning {
    double centre[3], weight, inverse[9];  // of the inertia
} turning;

typedef struct mode_work {
    const reference* r;
    turning* turnings;     // per region
    size_t length;         // 3 x vertices
    double* rigid;         // 6 orthonormal z of rigid motions
    double *z, *u, *held;  // scratch
} mode_work;

static double* numbers(size_t count) {
    double* block = calloc(count + 1, sizeof *block);
    if (!block) abort();
    return block;
}

static double dot_all(const double* a, const double* b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += a[i] * b[i];
    return sum;
}

static void add_times(double* a, const double* b, double factor, size_t n) {
    for (size_t i = 0; i < n; ++i) a[i] += factor * b[i];
}

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void invert(const double m[9], double inverse[9]) {
    double adjugate[9];
    cross(m + 3, m + 6, adjugate);
    cross(m + 6, m, adjugate + 3);
    cross(m, m + 3, adjugate + 6);
    double det = m[0] * adjugate[0] + m[1] * adjugate[1] + m[2] * adjugate[2];
    for (int k = 0; k < 9; ++k) inverse[k] = adjugate[k % 3 * 3 + k / 3] / det;
}

static void prepare_region(const reference* r, uint32_t j, turning* t) {
    const reference_regions* g = &r->regions;
    memset(t, 0, sizeof *t);
    for (uint32_t k = g->first[j]; k < g->first[j + 1]; ++k) {
        double w = r->mass[g->member[k]] * g->share[k];
        t->weight += w;
        for (int a = 0; a < 3; ++a) t->centre[a] += w * r->rest[g->member[k]][a];
    }
    for (int a = 0; a < 3; ++a) t->centre[a] /= t->weight;
    double inertia[9] = {0};
    for (uint32_t k = g->first[j]; k < g->first[j + 1]; ++k) {
        double w = r->mass[g->member[k]] * g->share[k], arm[3], square = 0;
        for (int a = 0; a < 3; ++a) arm[a] = r->rest[g->member[k]][a] - t->centre[a];
        for (int a = 0; a < 3; ++a) square += arm[a] * arm[a];
        for (int a = 0; a < 9; ++a)
            inertia[a] += w * ((a % 4 == 0 ? square : 0) - arm[a / 3] * arm[a % 3]);
    }
    invert(inertia, t->inverse);
}

// out -= p (what the region's rigid motion makes of u), for its members.
static void subtract_region(const reference* r, uint32_t j, const turning* t, const double* u,
                            double* out) {
    const reference_regions* g = &r->regions;
    double shift[3] = {0}, momentum[3] = {0}, turn[3], arm[3], part[3];
    for (uint32_t k = g->first[j]; k < g->first[j + 1]; ++k) {
        uint32_t i = g->member[k];
        double w = r->mass[i] * g->share[k];
        for (int a = 0; a < 3; ++a) arm[a] = r->rest[i][a] - t->centre[a];
        cross(arm, u + 3 * (size_t)i, part);
        for (int a = 0; a < 3; ++a) {
            shift[a] += w * u[3 * (size_t)i + (size_t)a] / t->weight;
            momentum[a] += w * part[a];
        }
    }
    for (int a = 0; a < 3; ++a)
        turn[a] = t->inverse[3 * a] * momentum[0] + t->inverse[3 * a + 1] * momentum[1] +
                  t->inverse[3 * a + 2] * momentum[2];
    for (uint32_t k = g->first[j]; k < g->first[j + 1]; ++k) {
        uint32_t i = g->member[k];
        for (int a = 0; a < 3; ++a) arm[a] = r->rest[i][a] - t->centre[a];
        cross(turn, arm, part);
        for (int a = 0; a < 3; ++a)
            out[3 * (size_t)i + (size_t)a] -= g->share[k] * (shift[a] + part[a]);
    }
}

// z -> sqrt(m) L z / sqrt(m)
static void apply(mode_work* w, const double* z, double* out) {
    const reference* r = w->r;
    for (size_t i = 0; i < w->length; ++i) w->u[i] = z[i] / sqrt(r->mass[i / 3]);
    memcpy(out, w->u, w->length * sizeof *out);
    for (uint32_t j = 0; j < r->regions.count; ++j)
        subtract_region(r, j, w->turnings + j, w->u, out);
    for (size_t i = 0; i < w->length; ++i) out[i] *= sqrt(r->mass[i / 3]);
}

static void remove_from(double* z, const double* basis, size_t count, size_t n) {
    for (size_t k = 0; k < count; ++k)
        add_times(z, basis + k * n, -dot_all(z, basis + k * n, n), n);
}

static double normalise(double* z, size_t n) {
    double length = sqrt(dot_all(z, z, n));
    for (size_t i = 0; i < n; ++i) z[i] /= length;
    return length;
}

// Three shifts and three turns, made orthonormal.
static void make_rigid(mode_work* w) {
    const reference* r = w->r;
    for (size_t k = 0; k < 6; ++k) {
        double* z = w->rigid + k * w->length;
        for (uint32_t i = 0; i < r->count; ++i) {
            double axis[3] = {k % 3 == 0, k % 3 == 1, k % 3 == 2}, move[3];
            cross(axis, r->rest[i], move);
            for (size_t a = 0; a < 3; ++a)
                z[3 * (size_t)i + a] = sqrt(r->mass[i]) * (k < 3 ? axis[a] : move[a]);
        }
        remove_from(z, w->rigid, k, w->length);
        remove_from(z, w->rigid, k, w->length);
        normalise(z, w->length);
    }
}

// How many eigenvalues of the tridiagonal matrix lie below x (Sturm).
static size_t below(const double* alpha, const double* beta, size_t n, double x) {
    size_t count = 0;
    double q = 1;
    for (size_t i = 0; i < n; ++i) {
        q = alpha[i] - x - (i > 0 ? beta[i] * beta[i] / q : 0);
        if (q == 0) q = 1e-300;
        count += q < 0;
    }
    return count;
}

// The smallest eigenvalue of the tridiagonal matrix by bisection, its vector by inverse iteration.
static double smallest(const double* alpha, const double* beta, size_t n, double* vector) {
    double low = -1, high = 2;
    for (int k = 0; k < 200 && high - low > 1e-15; ++k) {
        double middle = (low + high) / 2;
        if (below(alpha, beta, n, middle) > 0)
            high = middle;
        else
            low = middle;
    }
    double* diagonal = numbers(n);
    for (size_t i = 0; i < n; ++i) vector[i] = 1 + (double)(i % 3);
    for (int k = 0; k < 4; ++k) {
        // no pivots needed: the shift lies below the whole spectrum
        double shift = low - 1e-12;
        for (size_t i = 0; i < n; ++i) {
            diagonal[i] = alpha[i] - shift - (i > 0 ? beta[i] * beta[i] / diagonal[i - 1] : 0);
            if (i > 0) vector[i] -= beta[i] / diagonal[i - 1] * vector[i - 1];
        }
        for (size_t i = n; i-- > 0;)
            vector[i] = (vector[i] - (i + 1 < n ? beta[i + 1] * vector[i + 1] : 0)) / diagonal[i];
        normalise(vector, n);
    }
    free(diagonal);
    return low;
}

// Grows the Krylov space until the smallest eigenvalue has settled. Returns its size.
static size_t grow(mode_work* w, double* basis, double* alpha, double* beta, double* vector) {
    size_t n = w->length, count = 0;
    uint64_t seed = 1;
    double* z = basis;
    for (size_t i = 0; i < n; ++i) {
        seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        z[i] = (double)(int64_t)seed * sqrt(w->r->mass[i / 3]);
    }
    remove_from(z, w->rigid, 6, n);
    normalise(z, n);
    while (count < STEPS_MOST) {
        double* at = basis + count * n;
        double* next = at + n;
        apply(w, at, next);
        alpha[count] = dot_all(at, next, n);
        ++count;
        for (int twice = 0; twice < 2; ++twice) {
            remove_from(next, w->rigid, 6, n);
            remove_from(next, basis, count, n);
        }
        beta[count] = normalise(next, n);
        if (count % 20 == 0) {
            smallest(alpha, beta, count, vector);
            if (fabs(vector[count - 1] * beta[count]) < 1e-7) break;
        }
    }
    return count;
}

double reference_lowest_mode(const reference* r, reference_vec* mode, double* residual) {
    mode_work w = {.r = r, .length = 3 * (size_t)r->count};
    w.turnings = calloc(r->regions.count, sizeof *w.turnings);
    if (!w.turnings) abort();
    w.rigid = numbers(6 * w.length), w.u = numbers(w.length);
    w.z = numbers(w.length), w.held = numbers(w.length);
    for (uint32_t j = 0; j < r->regions.count; ++j) prepare_region(r, j, w.turnings + j);
    make_rigid(&w);
    double* basis = malloc((STEPS_MOST + 1) * w.length * sizeof *basis);
    double alpha[STEPS_MOST + 1], beta[STEPS_MOST + 1], vector[STEPS_MOST + 1];
    if (!basis) abort();
    size_t count = grow(&w, basis, alpha, beta, vector);
    double lambda = smallest(alpha, beta, count, vector);
    for (size_t k = 0; k < count; ++k) add_times(w.z, basis + k * w.length, vector[k], w.length);

    apply(&w, w.z, w.held);
    add_times(w.held, w.z, -lambda, w.length);
    *residual = sqrt(dot_all(w.held, w.held, w.length) / dot_all(w.z, w.z, w.length));
    double longest = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        double square = 0;
        for (size_t a = 0; a < 3; ++a) {
            mode[i][a] = w.z[3 * (size_t)i + a] / sqrt(r->mass[i]);
            square += mode[i][a] * mode[i][a];
        }
        longest = fmax(longest, sqrt(square));
    }
    for (uint32_t i = 0; i < r->count; ++i)
        for (int a = 0; a < 3; ++a) mode[i][a] /= longest;
    free(basis), free(w.turnings), free(w.rigid), free(w.u), free(w.z), free(w.held);
    return lambda;
}

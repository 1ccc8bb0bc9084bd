// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/shape_match/lanczos.h"

#include "src/math/sums.h"

#include <math.h>
#include <string.h>

#define NOTHING     1e-10  // of a vector is left: it was rounding all along
#define CHECK_EVERY 4      // iterations between looks at the tridiagonal matrix

// A in the basis found so far is the tridiagonal matrix of `diagonal` and `beside`.
typedef struct {
    const pl_lanczos* problem;
    const pl_sum_kernels* sums;
    double** basis;    // orthonormal
    double* diagonal;  // alpha
    double* beside;    // beta: between k and k + 1
    double* work;      // two columns of `limit`: pivots and the eigenvector
    uint32_t count;    // vectors in the basis with their diagonal
} krylov;

static double dot(const krylov* k, const double* a, const double* b) {
    return pl_dot_double(k->sums, a, b, k->problem->dimension);
}

// a += factor b
static void add_scaled(double* a, double factor, const double* b, size_t count) {
    for (size_t i = 0; i < count; ++i) a[i] += factor * b[i];
}

static void scale(double* a, double factor, size_t count) {
    for (size_t i = 0; i < count; ++i) a[i] *= factor;
}

// Whether the tridiagonal matrix has an eigenvalue below the shift: a pivot of T - shift turns
// negative.
static bool has_below(const krylov* k, double shift) {
    double pivot = k->diagonal[0] - shift;
    for (uint32_t i = 1; pivot > 0 && i < k->count; ++i)
        pivot = k->diagonal[i] - shift - k->beside[i - 1] * k->beside[i - 1] / pivot;
    return !(pivot > 0);
}

// Its smallest eigenvalue, by halving: `high` is not below it, nor is 0 above.
static double smallest(const krylov* k, double high) {
    double low = 0;
    while (high - low > 1e-13 * high) {
        double middle = 0.5 * (low + high);
        if (!(middle > low && middle < high)) break;
        if (has_below(k, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

// The last component of its unit eigenvector, by inverse iteration from just below the value,
// where all pivots are positive.
static double last_component(const krylov* k, double value) {
    uint32_t n = k->count;
    double *pivot = k->work, *y = k->work + k->problem->limit, length = 1;
    double shift = value - 1e-10 * (value > 1e-6 ? value : 1e-6);
    pivot[0] = k->diagonal[0] - shift;
    for (uint32_t i = 1; i < n; ++i)
        pivot[i] = k->diagonal[i] - shift - k->beside[i - 1] * k->beside[i - 1] / pivot[i - 1];
    for (uint32_t i = 0; i < n; ++i) y[i] = 1;
    for (int round = 0; round < 3; ++round) {
        for (uint32_t i = 1; i < n; ++i) y[i] -= k->beside[i - 1] / pivot[i - 1] * y[i - 1];
        y[n - 1] /= pivot[n - 1];
        for (uint32_t i = n - 1; i-- > 0;) y[i] = (y[i] - k->beside[i] * y[i + 1]) / pivot[i];
        double sum = 0;
        for (uint32_t i = 0; i < n; ++i) sum += y[i] * y[i];
        length = sqrt(sum);
        scale(y, 1 / length, n);
    }
    return fabs(y[n - 1]);
}

// Takes out of w what the basis and the null space hold of it. Returns the length left over.
static double make_orthogonal(const krylov* k, double* w) {
    size_t n = k->problem->dimension;
    double before = sqrt(dot(k, w, w)), after = before;
    // once more if most of it went away, since then rounding is large against the rest
    for (int round = 0; round < 2; ++round) {
        k->problem->clean(w, k->problem->context);
        for (uint32_t i = 0; i < k->count; ++i)
            add_scaled(w, -dot(k, k->basis[i], w), k->basis[i], n);
        after = sqrt(dot(k, w, w));
        if (after > 0.5 * before) break;
        before = after;
    }
    return after;
}

static bool make_krylov(const pl_lanczos* problem, pl_arena* scratch, krylov* k) {
    *k = (krylov){.problem = problem, .sums = pl_sum_kernels_get(pl_isa_best())};
    k->basis = pl_arena_alloc(scratch, problem->limit, sizeof *k->basis);
    k->diagonal = pl_arena_alloc(scratch, problem->limit, sizeof *k->diagonal);
    k->beside = pl_arena_alloc(scratch, problem->limit, sizeof *k->beside);
    k->work = pl_arena_alloc(scratch, problem->limit, 2 * sizeof *k->work);
    return k->basis && k->diagonal && k->beside && k->work;
}

static bool begin(krylov* k, const double* start, pl_arena* scratch, bool* exists) {
    size_t n = k->problem->dimension;
    double* v = pl_arena_alloc(scratch, n, sizeof *v);
    if (!v) return false;
    memcpy(v, start, n * sizeof *v);
    double before = sqrt(dot(k, v, v)), after = make_orthogonal(k, v);
    *exists = after > NOTHING * before;
    if (*exists) scale(v, 1 / after, n);
    k->basis[0] = v;
    return true;
}

// One more column: A times the last vector, whose part outside the basis is `w`, of this length.
static double extend(krylov* k, double* w) {
    const pl_lanczos* p = k->problem;
    uint32_t last = k->count;
    p->apply(k->basis[last], w, p->context);
    k->diagonal[last] = dot(k, k->basis[last], w);
    k->count++;
    add_scaled(w, -k->diagonal[last], k->basis[last], p->dimension);
    if (last > 0) add_scaled(w, -k->beside[last - 1], k->basis[last - 1], p->dimension);
    return k->beside[last] = make_orthogonal(k, w);
}

bool pl_lanczos_smallest(const pl_lanczos* problem, const double* start, pl_arena* scratch,
                         pl_lanczos_result* result) {
    krylov k;
    *result = (pl_lanczos_result){0};
    if (!make_krylov(problem, scratch, &k)) return false;
    if (!begin(&k, start, scratch, &result->exists)) return false;
    if (!result->exists) return true;
    for (bool done = false; !done;) {
        double* w = pl_arena_alloc(scratch, problem->dimension, sizeof *w);
        if (!w) return false;
        double beside = extend(&k, w);
        if (k.count == 1) result->value = k.diagonal[0] > 0 ? k.diagonal[0] : 0;
        bool is_last = k.count == problem->limit || beside <= NOTHING;
        if (is_last || k.count % CHECK_EVERY == 0) {
            result->value = smallest(&k, result->value);
            result->residual = beside * last_component(&k, result->value);
            done = is_last || result->residual <= problem->tolerance * result->value;
        }
        if (done) break;
        scale(w, 1 / beside, problem->dimension);
        k.basis[k.count] = w;
    }
    result->iterations = k.count;
    return true;
}

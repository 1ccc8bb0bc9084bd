// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/lanczos.h"

#include "src/math/sums.h"

#include <math.h>
#include <string.h>

#define NOTHING 1e-10  // of a vector is left: it was rounding all along

// A in the vectors found so far is the tridiagonal matrix of `diagonal` and `beside`.
typedef struct {
    const pl_lanczos* problem;
    const pl_sum_kernels* sums;
    double* vector[3];  // unit, orthogonal: number k is at k % 3
    double* spare;      // one more of these
    double* diagonal;   // alpha
    double* beside;     // beta: between k and k + 1
    double* work;       // two columns of `limit`: pivots and the eigenvector
    uint32_t count;     // vectors with their diagonal
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

// Takes the last two vectors out of w. Returns the length left.
static double make_orthogonal(const krylov* k, double* w) {
    for (uint32_t i = k->count > 2 ? k->count - 2 : 0; i < k->count; ++i) {
        const double* v = k->vector[i % 3];
        add_scaled(w, -dot(k, v, w), v, k->problem->dimension);
    }
    return sqrt(dot(k, w, w));
}

// w = A v, with the null space at the roof instead of at 0: what rounding brings in of it is then
// nowhere near the smallest. Merely taking it out of every vector is not enough: after a loss of
// orthogonality the matrix gets an eigenvalue 0 all the same.
static void apply_raised(const krylov* k, const double* v, double* w) {
    const pl_lanczos* p = k->problem;
    p->apply(v, w, p->context);
    memcpy(k->spare, v, p->dimension * sizeof *v);
    p->clean(k->spare, p->context);
    for (size_t i = 0; i < p->dimension; ++i) w[i] += p->roof * (v[i] - k->spare[i]);
}

static bool make_krylov(const pl_lanczos* problem, pl_arena* scratch, krylov* k) {
    *k = (krylov){.problem = problem, .sums = pl_sum_kernels_get(pl_isa_best())};
    for (int i = 0; i < 3; ++i)
        k->vector[i] = pl_arena_alloc(scratch, problem->dimension, sizeof(double));
    k->spare = pl_arena_alloc(scratch, problem->dimension, sizeof(double));
    k->diagonal = pl_arena_alloc(scratch, problem->limit, sizeof *k->diagonal);
    k->beside = pl_arena_alloc(scratch, problem->limit, sizeof *k->beside);
    k->work = pl_arena_alloc(scratch, problem->limit, 2 * sizeof *k->work);
    return k->vector[0] && k->vector[1] && k->vector[2] && k->spare && k->diagonal && k->beside &&
           k->work;
}

// False: the start holds nothing but null space.
static bool begin(krylov* k, const double* start) {
    const pl_lanczos* p = k->problem;
    double *v = k->vector[0], before = sqrt(dot(k, start, start));
    memcpy(v, start, p->dimension * sizeof *v);
    // twice, since most of it may go and leave rounding behind
    p->clean(v, p->context);
    p->clean(v, p->context);
    double after = sqrt(dot(k, v, v));
    if (!(after > NOTHING * before)) return false;
    scale(v, 1 / after, p->dimension);
    return true;
}

// One more column of the matrix and, unless its length is nothing, the next vector. Returns whether
// there is one.
static bool extend(krylov* k) {
    const pl_lanczos* p = k->problem;
    uint32_t last = k->count;
    const double* v = k->vector[last % 3];
    double* w = k->vector[(last + 1) % 3];
    apply_raised(k, v, w);
    double length = sqrt(dot(k, w, w));
    k->diagonal[last] = dot(k, v, w);
    k->count++;
    k->beside[last] = make_orthogonal(k, w);
    if (!(k->beside[last] > NOTHING * length)) return false;
    scale(w, 1 / k->beside[last], p->dimension);
    return true;
}

// The eigenvector from its components: the same vectors once more, one after the other. Where the
// matrix has copies of the value these are not orthogonal any more, and the sum is not of length 1.
static void rebuild(krylov* k, const double* start) {
    const pl_lanczos* p = k->problem;
    const double* component = k->work + p->limit;
    uint32_t count = k->count;
    memset(p->vector, 0, p->dimension * sizeof *p->vector);
    begin(k, start);
    for (k->count = 0; k->count < count;) {
        add_scaled(p->vector, component[k->count], k->vector[k->count % 3], p->dimension);
        extend(k);
    }
    scale(p->vector, 1 / sqrt(dot(k, p->vector, p->vector)), p->dimension);
}

bool pl_lanczos_smallest(const pl_lanczos* problem, const double* start, pl_arena* scratch,
                         pl_lanczos_result* result) {
    krylov k;
    *result = (pl_lanczos_result){0};
    if (!make_krylov(problem, scratch, &k)) return false;
    result->exists = begin(&k, start);
    uint32_t next_look = 4;
    for (bool done = !result->exists; !done;) {
        bool goes_on = extend(&k) && k.count < problem->limit;
        if (k.count == 1) result->value = k.diagonal[0] > 0 ? k.diagonal[0] : 0;
        if (goes_on && k.count < next_look) continue;
        // a look costs as much as the matrix is large: seldom, then
        next_look += 4 + k.count / 16;
        result->value = smallest(&k, result->value);
        result->residual = k.beside[k.count - 1] * last_component(&k, result->value);
        done = !goes_on || result->residual <= problem->tolerance * result->value;
    }
    result->iterations = k.count;
    if (result->exists && problem->vector) rebuild(&k, start);
    return true;
}

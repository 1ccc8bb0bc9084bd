// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/elastic/lanczos.h"
#include "tests/unit/memory_kit.h"

#define MOST 400

// A diagonal matrix seen through a reflection 1 - 2 u u^T, so that no coordinate is special. The
// first `null` entries are 0 and known as the null space.
typedef struct {
    size_t count, null;
    double value[MOST], mirror[MOST];
} operator_kit;

static operator_kit make_operator(size_t count, size_t null) {
    operator_kit k = {.count = count, .null = null};
    double sum = 0;
    for (size_t i = 0; i < count; ++i) sum += pow(sin((double)i + 1), 2);
    for (size_t i = 0; i < count; ++i) k.mirror[i] = sin((double)i + 1) / sqrt(sum);
    return k;
}

static void reflect(const operator_kit* k, double* v) {
    double along = 0;
    for (size_t i = 0; i < k->count; ++i) along += k->mirror[i] * v[i];
    for (size_t i = 0; i < k->count; ++i) v[i] -= 2 * along * k->mirror[i];
}

static void apply(const double* in, double* out, void* context) {
    const operator_kit* k = context;
    memcpy(out, in, k->count * sizeof *in);
    reflect(k, out);
    for (size_t i = 0; i < k->count; ++i) out[i] *= k->value[i];
    reflect(k, out);
}

static void clean(double* v, void* context) {
    const operator_kit* k = context;
    reflect(k, v);
    for (size_t i = 0; i < k->null; ++i) v[i] = 0;
    reflect(k, v);
}

static pl_lanczos_result solve(operator_kit* k, double tolerance, uint32_t limit) {
    static double start[MOST], vector[MOST], image[MOST];
    pl_arena scratch = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
    pl_lanczos problem = {k->count, apply, clean, k, 1, tolerance, limit, vector};
    pl_lanczos_result result;
    for (size_t i = 0; i < k->count; ++i) start[i] = cos(7.0 * (double)i) + 0.3;
    assert_true(pl_lanczos_smallest(&problem, start, &scratch, &result));
    pl_arena_release(&scratch, NULL);
    if (result.exists) {  // the vector is what the value and its residual are of
        double length = 0, off = 0;
        apply(vector, image, k);
        for (size_t i = 0; i < k->count; ++i) {
            length += vector[i] * vector[i];
            off += pow(image[i] - result.value * vector[i], 2);
        }
        assert_true(fabs(sqrt(length) - 1) < 1e-6);
        assert_true(sqrt(off) < 1.5 * result.residual + 1e-9);
    }
    return result;
}

static void smallest_value_is_found_above_the_null_space(void** state) {
    (void)state;
    for (size_t null = 0; null <= 6; null += 6) {
        operator_kit k = make_operator(300, null);
        for (size_t i = null; i < k.count; ++i)
            k.value[i] = 0.003 + 0.997 * pow((double)(i - null) / 299, 1.2);
        pl_lanczos_result r = solve(&k, 1e-4, 300);
        assert_true(r.exists);
        assert_true(r.residual <= 1e-4 * r.value);
        assert_true(fabs(r.value - 0.003) < 1e-4 * 0.003);
        assert_true(r.iterations < 300);
    }
}

static void equal_smallest_values_are_found_as_one(void** state) {
    (void)state;
    operator_kit k = make_operator(200, 6);
    for (size_t i = 6; i < k.count; ++i)
        k.value[i] = i < 11 ? 0.02 : 0.05 + 0.004 * (double)(i - 11);
    pl_lanczos_result r = solve(&k, 1e-6, 200);
    assert_true(fabs(r.value - 0.02) < 1e-9);
}

// Long after the value has settled, copies come in and the value must stay.
static void more_iterations_than_needed_do_no_harm(void** state) {
    (void)state;
    operator_kit k = make_operator(100, 6);
    for (size_t i = 6; i < k.count; ++i) k.value[i] = 0.01 * (double)(i - 5);
    pl_lanczos_result r = solve(&k, 0, 1500);
    assert_true(fabs(r.value - 0.01) < 1e-12);
}

static void one_value_takes_one_iteration(void** state) {
    (void)state;
    operator_kit k = make_operator(30, 6);
    for (size_t i = 6; i < k.count; ++i) k.value[i] = 1;
    pl_lanczos_result r = solve(&k, 1e-4, 300);
    assert_true(r.exists);
    assert_int_equal(r.iterations, 1);
    assert_true(fabs(r.value - 1) < 1e-12);
}

static void nothing_but_null_space_is_told(void** state) {
    (void)state;
    operator_kit k = make_operator(12, 12);
    pl_lanczos_result r = solve(&k, 1e-4, 300);
    assert_false(r.exists);
    assert_int_equal(r.iterations, 0);
}

static void limit_of_iterations_holds(void** state) {
    (void)state;
    operator_kit k = make_operator(300, 0);
    for (size_t i = 0; i < k.count; ++i) k.value[i] = 1e-6 + (double)i / 300;
    for (uint32_t limit = 1; limit < 20; ++limit) {
        pl_lanczos_result r = solve(&k, 1e-9, limit);
        assert_int_equal(r.iterations, limit);
        // from above: the least over a growing space
        assert_true(r.value >= 1e-6 && r.value < 1);
    }
}

static void out_of_memory_is_told_at_each_allocation(void** state) {
    (void)state;
    operator_kit k = make_operator(50, 6);
    double start[50];
    for (size_t i = 6; i < k.count; ++i) k.value[i] = 0.01 * (double)(i - 5);
    for (size_t i = 0; i < k.count; ++i) start[i] = cos(7.0 * (double)i);
    pl_lanczos problem = {k.count, apply, clean, &k, 1, 1e-4, 60, NULL};
    long fails = 0;
    for (long n = 1;; ++n) {
        memory_kit memory = {.fail_at = n};
        pl_arena scratch = pl_arena_make(pl_alloc_hooks(memory_kit_hooks(&memory)));
        pl_lanczos_result result;
        bool done = pl_lanczos_smallest(&problem, start, &scratch, &result);
        pl_arena_release(&scratch, NULL);
        assert_int_equal(memory.blocks, 0);
        assert_true(done == (memory.calls < n));
        if (done) break;
        ++fails;
    }
    assert_true(fails >= 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smallest_value_is_found_above_the_null_space),
        cmocka_unit_test(equal_smallest_values_are_found_as_one),
        cmocka_unit_test(more_iterations_than_needed_do_no_harm),
        cmocka_unit_test(one_value_takes_one_iteration),
        cmocka_unit_test(nothing_but_null_space_is_told),
        cmocka_unit_test(limit_of_iterations_holds),
        cmocka_unit_test(out_of_memory_is_told_at_each_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

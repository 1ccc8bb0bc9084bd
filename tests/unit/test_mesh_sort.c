// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/mesh/mesh_sort.h"
#include "src/mesh/mesh_sum.h"

#define MOST 3000

static uint64_t next_random(uint64_t* seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void sorting_is_ascending_stable_and_loses_nothing(void** state) {
    (void)state;
    static pl_keyed items[MOST], spare[MOST];
    uint64_t seed = 88172645463325252u;
    const size_t counts[] = {0, 1, 2, 47, 48, 49, 500, MOST};
    const uint64_t masks[] = {0, 3, 0xFF00, 0x8000000000000001, UINT64_MAX};
    for (size_t c = 0; c < sizeof counts / sizeof *counts; ++c) {
        for (size_t m = 0; m < sizeof masks / sizeof *masks; ++m) {
            uint64_t key_sum = 0, value_sum = 0;
            for (size_t i = 0; i < counts[c]; ++i) {
                items[i] = (pl_keyed){next_random(&seed) & masks[m], (uint32_t)i};
                key_sum += items[i].key * 31;
                value_sum += i;
            }
            pl_sort_keyed(items, spare, counts[c]);
            for (size_t i = 0; i < counts[c]; ++i) {
                key_sum -= items[i].key * 31;
                value_sum -= items[i].value;
                if (i == 0) continue;
                assert_true(items[i - 1].key <= items[i].key);
                if (items[i - 1].key == items[i].key)
                    assert_true(items[i - 1].value < items[i].value);
            }
            assert_true(key_sum == 0 && value_sum == 0);
        }
    }
}

static int compare(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static void selecting_finds_what_sorting_finds(void** state) {
    (void)state;
    static double values[MOST], sorted[MOST], spare[MOST];
    uint64_t seed = 7;
    for (int round = 0; round < 60; ++round) {
        size_t count = 1 + (size_t)(next_random(&seed) % 700);
        for (size_t i = 0; i < count; ++i) {
            uint64_t r = next_random(&seed);
            // many equal, many near, some zero, some huge
            values[i] = round % 3 == 0   ? (double)(r % 4)
                        : round % 3 == 1 ? 1 + (double)(r % 1000) * 1e-15
                                         : (double)(r % 1000) * (r & 4096 ? 1e36 : 1e-60);
            sorted[i] = values[i];
        }
        qsort(sorted, count, sizeof *sorted, compare);
        for (int k = 0; k < 20; ++k) {
            size_t at = (size_t)(next_random(&seed) % count);
            assert_true(pl_select(values, count, at, spare) == sorted[at]);
        }
    }
}

static void sums_keep_what_rounding_loses(void** state) {
    (void)state;
    pl_exact_sum sum = {0, 0};
    pl_exact_add(&sum, 1e16);
    for (int i = 0; i < 1000; ++i) pl_exact_add(&sum, 1);
    pl_exact_add(&sum, -1e16);
    assert_true(pl_exact_value(&sum) == 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorting_is_ascending_stable_and_loses_nothing),
        cmocka_unit_test(selecting_finds_what_sorting_finds),
        cmocka_unit_test(sums_keep_what_rounding_loses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

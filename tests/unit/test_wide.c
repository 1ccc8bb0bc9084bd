// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Every operation and every sum gives the same bits on every instruction set this machine has, for
// any number of threads, and with every compiler (the golden hashes of wide_bits.h).
#define _POSIX_C_SOURCE 200809L  // setenv
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/math/sums.h"
#include "wide_bits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef PLUMP_NO_THREADS
#include <pthread.h>
#endif

static void every_operation_gives_the_scalar_bits(void** state) {
    (void)state;
    uint64_t scalar[WIDE_PROBE_COUNT], probe[WIDE_PROBE_COUNT];
    wide_bits_operations(PL_ISA_SCALAR, scalar);
    int compared = 0;
    for (int i = 1; i < PL_ISA_COUNT; ++i) {
        if (!pl_isa_available((pl_isa)i)) continue;
        wide_bits_operations((pl_isa)i, probe);
        for (int k = 0; k < WIDE_PROBE_COUNT; ++k) {
            if (probe[k] != scalar[k]) {
                fail_msg("%s: %s differs from scalar", pl_isa_name((pl_isa)i), wide_probe_name(k));
            }
        }
        print_message("  %s: %d operations as scalar\n", pl_isa_name((pl_isa)i), WIDE_PROBE_COUNT);
        ++compared;
    }
    assert_true(compared > 0 || pl_isa_best() == PL_ISA_SCALAR);
}

static void operations_are_golden(void** state) {
    (void)state;
    uint64_t probe[WIDE_PROBE_COUNT];
    assert_int_equal(wide_bits_operations(pl_isa_best(), probe), WIDE_BITS_GOLDEN_OPERATIONS);
}

static void sums_are_golden_on_every_set(void** state) {
    (void)state;
    for (int i = 0; i < PL_ISA_COUNT; ++i) {
        if (!pl_isa_available((pl_isa)i)) continue;
        assert_int_equal(wide_bits_sums((pl_isa)i), WIDE_BITS_GOLDEN_SUMS);
    }
}

static void elementary_functions_are_golden(void** state) {
    (void)state;
    assert_int_equal(wide_bits_elementary(), WIDE_BITS_GOLDEN_ELEMENTARY);
}

// The hashes would miss an error that all sets share: plain C says what each operation means.
static float expected(int probe, float x, float y, float z) {
    switch (probe) {
    case WIDE_PROBE_add: return x + y;
    case WIDE_PROBE_sub: return x - y;
    case WIDE_PROBE_mul: return x * y;
    case WIDE_PROBE_div: return x / y;
    case WIDE_PROBE_sqrt: return sqrtf(x);
    case WIDE_PROBE_neg: return -x;
    case WIDE_PROBE_abs: return signbit(x) ? -x : x;
    case WIDE_PROBE_min: return x < y ? x : y;
    case WIDE_PROBE_max: return x > y ? x : y;
    case WIDE_PROBE_lt: return x < y;
    case WIDE_PROBE_le: return x <= y;
    case WIDE_PROBE_eq: return x == y;
    case WIDE_PROBE_and: return x < y && y < z;
    case WIDE_PROBE_or: return x < y || y < z;
    case WIDE_PROBE_not: return x <= y ? 0.0f : 1.0f;
    case WIDE_PROBE_select: return x < y ? y : z;
    case WIDE_PROBE_mul_add: return x * y + z;
    case WIDE_PROBE_mul_sub: return z - x * y;
    case WIDE_PROBE_length: return sqrtf(x * x + y * y);
    default: return x;  // aligned
    }
}

static void operations_mean_what_plain_c_says(void** state) {
    (void)state;
    static float room[4][WIDE_BITS_CHUNK + 16];
    float *a = wide_bits_align(room[0]), *b = wide_bits_align(room[1]);
    float *c = wide_bits_align(room[2]), *out = wide_bits_align(room[3]);
    static const int skipped = WIDE_PROBE_nested;
    for (uint32_t chunk = 0; chunk < 8; ++chunk) {
        wide_bits_chunk(chunk, a, b, c);
        for (int probe = 0; probe <= WIDE_PROBE_aligned; ++probe) {
            if (probe == skipped) continue;
            wide_probe_get(pl_isa_best())->probe[probe](a, b, c, out, WIDE_BITS_CHUNK);
            for (int i = 0; i < WIDE_BITS_CHUNK; ++i) {
                float right = expected(probe, a[i], b[i], c[i]);
                if (wide_bits_of(out[i]) != wide_bits_of(right)) {
                    fail_msg("%s(%a, %a, %a) is %a, not %a", wide_probe_name(probe), (double)a[i],
                             (double)b[i], (double)c[i], (double)out[i], (double)right);
                }
            }
        }
    }
}

static void folds_follow_the_one_tree(void** state) {
    (void)state;
    static float room[4][WIDE_BITS_CHUNK + 16];
    float *a = wide_bits_align(room[0]), *b = wide_bits_align(room[1]);
    float *c = wide_bits_align(room[2]), *out = wide_bits_align(room[3]);
    wide_bits_chunk(3, a, b, c);
    wide_probe_get(pl_isa_best())->probe[WIDE_PROBE_fold](a, b, c, out, WIDE_BITS_CHUNK);
    for (int i = 0; i < WIDE_BITS_CHUNK; i += 16) {
        float s[16];
        memcpy(s, a + i, sizeof s);
        for (int k = 0; k < 8; ++k) s[k] += s[k + 8];
        for (int k = 0; k < 4; ++k) s[k] += s[k + 4];
        float right = (s[0] + s[2]) + (s[1] + s[3]);
        assert_int_equal(wide_bits_of(out[i]), wide_bits_of(right));
    }
}

static void any_and_all_answer_for_each_lane(void** state) {
    (void)state;
    float a[16], b[16], out[16];
    for (int set = 0; set < PL_ISA_COUNT; ++set) {
        if (!pl_isa_available((pl_isa)set)) continue;
        const wide_probe_table* table = wide_probe_get((pl_isa)set);
        for (int odd = -1; odd < 16; ++odd) {  // the lane that differs from all others
            for (int i = 0; i < 16; ++i) {
                a[i] = 0.0f;
                b[i] = i == odd ? 1.0f : -1.0f;
            }
            table->probe[WIDE_PROBE_any](a, b, b, out, 16);
            assert_true(out[0] == (odd >= 0 ? 1.0f : 0.0f));
            for (int i = 0; i < 16; ++i) b[i] = -b[i];
            table->probe[WIDE_PROBE_all](a, b, b, out, 16);
            assert_true(out[0] == (odd >= 0 ? 0.0f : 1.0f));
        }
    }
}

// ---- sums by many threads

enum { SUM_COUNT = 1000003 };

typedef struct share {
    const pl_sum_kernels* kernels;
    const float *a, *b;
    float *sums, *dots;
    size_t first, step;
} share;

static void* sum_share(void* user) {
    const share* s = user;
    for (size_t block = s->first; block < pl_sum_block_count(SUM_COUNT); block += s->step) {
        size_t at = block * PL_SUM_BLOCK, length = pl_sum_block_length(SUM_COUNT, block);
        s->sums[block] = s->kernels->sum(s->a + at, length);
        s->dots[block] = s->kernels->dot(s->a + at, s->b + at, length);
    }
    return NULL;
}

static void sum_by_threads(share base, size_t threads) {
    share shares[8];
    for (size_t t = 0; t < threads; ++t) {
        shares[t] = base;
        shares[t].first = t;
        shares[t].step = threads;
    }
#ifdef PLUMP_NO_THREADS
    for (size_t t = threads; t-- > 0;) sum_share(shares + t);
#else
    pthread_t ids[8];
    for (size_t t = 0; t < threads; ++t) {
        assert_int_equal(pthread_create(ids + t, NULL, sum_share, shares + t), 0);
    }
    for (size_t t = 0; t < threads; ++t) pthread_join(ids[t], NULL);
#endif
}

static void sums_do_not_depend_on_threads_or_set(void** state) {
    (void)state;
    size_t blocks = pl_sum_block_count(SUM_COUNT);
    float* a = malloc(sizeof(float) * SUM_COUNT);
    float* b = malloc(sizeof(float) * SUM_COUNT);
    float* partial = malloc(sizeof(float) * blocks * 2);
    assert_true(a && b && partial);
    for (size_t i = 0; i < SUM_COUNT; ++i) {
        uint64_t random = wide_bits_random(i);
        a[i] = (float)(int32_t)(uint32_t)random * 0x1p-20f;
        b[i] = (float)(int32_t)(uint32_t)(random >> 32) * 0x1p-31f;
    }
    const pl_sum_kernels* scalar = pl_sum_kernels_get(PL_ISA_SCALAR);
    double sum = pl_sum(scalar, a, SUM_COUNT), dot = pl_dot(scalar, a, b, SUM_COUNT);
    for (int set = 0; set < PL_ISA_COUNT; ++set) {
        if (!pl_isa_available((pl_isa)set)) continue;
        for (size_t threads = 1; threads <= 8; ++threads) {
            share base = {pl_sum_kernels_get((pl_isa)set), a, b, partial, partial + blocks, 0, 0};
            sum_by_threads(base, threads);
            double threaded_sum = pl_sum_join(partial, blocks);
            double threaded_dot = pl_sum_join(partial + blocks, blocks);
            assert_memory_equal(&threaded_sum, &sum, sizeof sum);
            assert_memory_equal(&threaded_dot, &dot, sizeof dot);
        }
    }
    free(a);
    free(b);
    free(partial);
}

// ---- the choice

static void names_and_parse_are_inverse(void** state) {
    (void)state;
    for (int i = 0; i < PL_ISA_COUNT; ++i) {
        pl_isa isa = PL_ISA_COUNT;
        assert_true(pl_isa_parse(pl_isa_name((pl_isa)i), &isa));
        assert_int_equal(isa, i);
    }
    static const char* const wrong[] = {"", "AVX2", "avx", "avx2 ", "unknown", "sse42"};
    for (size_t i = 0; i < PL_COUNT(wrong); ++i) {
        pl_isa isa = PL_ISA_AVX2;
        assert_false(pl_isa_parse(wrong[i], &isa));
        assert_int_equal(isa, PL_ISA_AVX2);
    }
    assert_string_equal(pl_isa_name(PL_ISA_COUNT), "unknown");
    assert_string_equal(pl_isa_name((pl_isa)1000), "unknown");
}

static void best_is_available_and_no_better_is(void** state) {
    (void)state;
    pl_isa best = pl_isa_best();
    assert_true(pl_isa_available(best));
    assert_true(pl_isa_available(PL_ISA_SCALAR));
    assert_false(pl_isa_available(PL_ISA_COUNT));
    for (int i = (int)best + 1; i < PL_ISA_COUNT; ++i) assert_false(pl_isa_available((pl_isa)i));
    print_message("  best: %s\n", pl_isa_name(best));
}

static void wishes_are_granted_downwards_only(void** state) {
    (void)state;
    pl_isa_wish outcome;
    for (int i = 0; i < PL_ISA_COUNT; ++i) {
        pl_isa isa = pl_isa_choose(pl_isa_name((pl_isa)i), &outcome);
        bool can = pl_isa_available((pl_isa)i);
        assert_int_equal(isa, can ? (pl_isa)i : pl_isa_best());
        assert_int_equal(outcome, can ? PL_ISA_WISH_GRANTED : PL_ISA_WISH_UNAVAILABLE);
    }
    assert_int_equal(pl_isa_choose("fast", &outcome), pl_isa_best());
    assert_int_equal(outcome, PL_ISA_WISH_UNKNOWN);
    assert_int_equal(pl_isa_choose(NULL, &outcome), pl_isa_best());
    assert_int_equal(outcome, PL_ISA_WISH_NONE);
    assert_int_equal(pl_isa_choose("", NULL), pl_isa_best());
}

static void environment_is_heard(void** state) {
    (void)state;
    pl_isa_wish outcome;
    assert_int_equal(setenv("PLUMP_ISA", "scalar", 1), 0);
    assert_int_equal(pl_isa_choose_by_environment(&outcome), PL_ISA_SCALAR);
    assert_int_equal(outcome, PL_ISA_WISH_GRANTED);
    assert_int_equal(setenv("PLUMP_ISA", "mmx", 1), 0);
    assert_int_equal(pl_isa_choose_by_environment(&outcome), pl_isa_best());
    assert_int_equal(outcome, PL_ISA_WISH_UNKNOWN);
    assert_int_equal(unsetenv("PLUMP_ISA"), 0);
    assert_int_equal(pl_isa_choose_by_environment(&outcome), pl_isa_best());
    assert_int_equal(outcome, PL_ISA_WISH_NONE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_gives_the_scalar_bits),
        cmocka_unit_test(operations_are_golden),
        cmocka_unit_test(sums_are_golden_on_every_set),
        cmocka_unit_test(elementary_functions_are_golden),
        cmocka_unit_test(operations_mean_what_plain_c_says),
        cmocka_unit_test(folds_follow_the_one_tree),
        cmocka_unit_test(any_and_all_answer_for_each_lane),
        cmocka_unit_test(sums_do_not_depend_on_threads_or_set),
        cmocka_unit_test(names_and_parse_are_inverse),
        cmocka_unit_test(best_is_available_and_no_better_is),
        cmocka_unit_test(wishes_are_granted_downwards_only),
        cmocka_unit_test(environment_is_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sums whose shape never changes: arrays are cut into blocks of 256, each block is summed in 16
// running sums that meet in one fixed tree (wide_fold.h), and the blocks' results are added in
// index order in double. So instruction sets, thread counts and compilers give the same bits, and a
// float sum is within 20 2^-24 of the sum of magnitudes, however long the array.
//
// Alone: pl_sum(kernels, values, count). In parallel: any thread computes any block with the kernel
// and pl_sum_block_length(), stores it at the block's index, and one thread calls pl_sum_join().
//
// Sums of nothing are 0, the least of nothing is infinity and the largest -infinity. min and max
// pass over NaN; of equal zeros either sign may come out, always the same one.
#ifndef PL_MATH_SUMS_H
#define PL_MATH_SUMS_H

#include "src/wide/isa.h"

#define PL_SUM_BLOCK ((size_t)256)

// One block, of up to PL_SUM_BLOCK elements; any alignment.
typedef struct pl_sum_kernels {
    float (*sum)(const float* values, size_t count);
    float (*dot)(const float* a, const float* b, size_t count);
    float (*min)(const float* values, size_t count);
    float (*max)(const float* values, size_t count);
    double (*sum_double)(const double* values, size_t count);
    double (*dot_double)(const double* a, const double* b, size_t count);
    double (*min_double)(const double* values, size_t count);
    double (*max_double)(const double* values, size_t count);
} pl_sum_kernels;

// Never NULL; the scalar kernels for an instruction set that this build does not have.
const pl_sum_kernels* pl_sum_kernels_get(pl_isa isa);

static inline size_t pl_sum_block_count(size_t count) {
    return count / PL_SUM_BLOCK + (count % PL_SUM_BLOCK != 0);
}

static inline size_t pl_sum_block_length(size_t count, size_t block) {
    size_t rest = count - block * PL_SUM_BLOCK;
    return rest < PL_SUM_BLOCK ? rest : PL_SUM_BLOCK;
}

// The blocks' sums in index order.
double pl_sum_join(const float* block_sums, size_t block_count);
double pl_sum_join_double(const double* block_sums, size_t block_count);

double pl_sum(const pl_sum_kernels* kernels, const float* values, size_t count);
double pl_dot(const pl_sum_kernels* kernels, const float* a, const float* b, size_t count);
float pl_min(const pl_sum_kernels* kernels, const float* values, size_t count);
float pl_max(const pl_sum_kernels* kernels, const float* values, size_t count);
double pl_sum_double(const pl_sum_kernels* kernels, const double* values, size_t count);
double pl_dot_double(const pl_sum_kernels* kernels, const double* a, const double* b, size_t count);
double pl_min_double(const pl_sum_kernels* kernels, const double* values, size_t count);
double pl_max_double(const pl_sum_kernels* kernels, const double* values, size_t count);

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/math/sums.h"

#include <math.h>

PL_ISA_TABLES(pl_sum_kernels);

const pl_sum_kernels* pl_sum_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_sum_kernels, isa);
}

double pl_sum_join(const float* block_sums, size_t block_count) {
    double sum = 0.0;
    for (size_t block = 0; block < block_count; ++block) sum += (double)block_sums[block];
    return sum;
}

double pl_sum_join_double(const double* block_sums, size_t block_count) {
    double sum = 0.0;
    for (size_t block = 0; block < block_count; ++block) sum += block_sums[block];
    return sum;
}

static size_t block_end(size_t begin, size_t count) {
    return count - begin < PL_SUM_BLOCK ? count : begin + PL_SUM_BLOCK;
}

double pl_sum(const pl_sum_kernels* kernels, const float* values, size_t count) {
    double sum = 0.0;
    for (size_t i = 0, end; i < count; i = end) {
        end = block_end(i, count);
        sum += (double)kernels->sum(values + i, end - i);
    }
    return sum;
}

double pl_dot(const pl_sum_kernels* kernels, const float* a, const float* b, size_t count) {
    double sum = 0.0;
    for (size_t i = 0, end; i < count; i = end) {
        end = block_end(i, count);
        sum += (double)kernels->dot(a + i, b + i, end - i);
    }
    return sum;
}

double pl_sum_double(const pl_sum_kernels* kernels, const double* values, size_t count) {
    double sum = 0.0;
    for (size_t i = 0, end; i < count; i = end) {
        end = block_end(i, count);
        sum += kernels->sum_double(values + i, end - i);
    }
    return sum;
}

double pl_dot_double(const pl_sum_kernels* kernels, const double* a, const double* b,
                     size_t count) {
    double sum = 0.0;
    for (size_t i = 0, end; i < count; i = end) {
        end = block_end(i, count);
        sum += kernels->dot_double(a + i, b + i, end - i);
    }
    return sum;
}

float pl_min(const pl_sum_kernels* kernels, const float* values, size_t count) {
    float least = INFINITY;
    for (size_t i = 0, end; i < count; i = end) {
        end = block_end(i, count);
        float block = kernels->min(values + i, end - i);
        if (block < least) least = block;
    }
    return least;
}

float pl_max(const pl_sum_kernels* kernels, const float* values, size_t count) {
    float most = -INFINITY;
    for (size_t i = 0, end; i < count; i = end) {
        end = block_end(i, count);
        float block = kernels->max(values + i, end - i);
        if (block > most) most = block;
    }
    return most;
}

double pl_min_double(const pl_sum_kernels* kernels, const double* values, size_t count) {
    double least = (double)INFINITY;
    for (size_t i = 0, end; i < count; i = end) {
        end = block_end(i, count);
        double block = kernels->min_double(values + i, end - i);
        if (block < least) least = block;
    }
    return least;
}

double pl_max_double(const pl_sum_kernels* kernels, const double* values, size_t count) {
    double most = -(double)INFINITY;
    for (size_t i = 0, end; i < count; i = end) {
        end = block_end(i, count);
        double block = kernels->max_double(values + i, end - i);
        if (block > most) most = block;
    }
    return most;
}

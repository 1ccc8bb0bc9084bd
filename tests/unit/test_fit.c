// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The rotation of a region: always proper, the best one there is (judged by a slow eigenvalue
// solver in double), whatever the rank, orientation and scale; the same bits on every instruction
// set.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "fit_probe.h"
#include "src/base/hash.h"

#include <float.h>
#include <math.h>
#include <string.h>

static uint64_t seed;

static double uniform(void) {
    return (double)(pl_hash_mix(++seed * PL_HASH_START) >> 11) * 0x1p-52 - 1.0;
}

typedef struct mat3 {
    double m[3][3];
} mat3;

static mat3 product(mat3 a, mat3 b) {
    mat3 c = {{{0}}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            for (int k = 0; k < 3; ++k) c.m[i][j] += a.m[i][k] * b.m[k][j];
        }
    }
    return c;
}

static mat3 transposed(mat3 a) {
    mat3 b;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) b.m[i][j] = a.m[j][i];
    }
    return b;
}

static double determinant(mat3 a) {
    return a.m[0][0] * (a.m[1][1] * a.m[2][2] - a.m[1][2] * a.m[2][1]) -
           a.m[0][1] * (a.m[1][0] * a.m[2][2] - a.m[1][2] * a.m[2][0]) +
           a.m[0][2] * (a.m[1][0] * a.m[2][1] - a.m[1][1] * a.m[2][0]);
}

static double inner(mat3 a, mat3 b) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) sum += a.m[i][j] * b.m[i][j];
    }
    return sum;
}

static mat3 from_quaternion(const double q[4]) {
    double s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double w = q[0], x = q[1], y = q[2], z = q[3];
    mat3 r = {{{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
               {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
               {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}}};
    return r;
}

static mat3 random_rotation(void) {
    double q[4], square;
    do {
        square = 0;
        for (int i = 0; i < 4; ++i) q[i] = uniform(), square += q[i] * q[i];
    } while (square < 0.01 || square > 1);
    return from_quaternion(q);
}

// U diag(s) V^T with random rotations.
static mat3 random_matrix(double s0, double s1, double s2) {
    mat3 d = {{{s0, 0, 0}, {0, s1, 0}, {0, 0, s2}}};
    return product(product(random_rotation(), d), random_rotation());
}

// The largest tr(R^T A) over all rotations, as the largest eigenvalue of Horn's matrix by cyclic
// Jacobi, and the rotation.
static double best_rotation(mat3 a, mat3* r) {
    double(*m)[3] = a.m;
    double n[4][4] = {
        {m[0][0] + m[1][1] + m[2][2], m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]},
        {0, m[0][0] - m[1][1] - m[2][2], m[0][1] + m[1][0], m[0][2] + m[2][0]},
        {0, 0, m[1][1] - m[0][0] - m[2][2], m[1][2] + m[2][1]},
        {0, 0, 0, m[2][2] - m[0][0] - m[1][1]}};
    double v[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < i; ++j) n[i][j] = n[j][i];
    }
    for (int sweep = 0; sweep < 12; ++sweep) {
        for (int p = 0; p < 4; ++p) {
            for (int q = p + 1; q < 4; ++q) {
                if (n[p][q] == 0) continue;
                double theta = 0.5 * atan2(2 * n[p][q], n[q][q] - n[p][p]);
                double c = cos(theta), s = sin(theta);
                for (int k = 0; k < 4; ++k) {
                    double x = n[k][p], y = n[k][q];
                    n[k][p] = c * x - s * y, n[k][q] = s * x + c * y;
                    x = v[k][p], y = v[k][q];
                    v[k][p] = c * x - s * y, v[k][q] = s * x + c * y;
                }
                for (int k = 0; k < 4; ++k) {
                    double x = n[p][k], y = n[q][k];
                    n[p][k] = c * x - s * y, n[q][k] = s * x + c * y;
                }
            }
        }
    }
    int most = 0;
    for (int i = 1; i < 4; ++i) most = n[i][i] > n[most][most] ? i : most;
    double q[4] = {v[0][most], v[1][most], v[2][most], v[3][most]};
    *r = from_quaternion(q);
    return n[most][most];
}

// A row of moments of mass 1 about zero.
static void put_matrix(mat3 a, float* row) {
    memset(row, 0, 16 * sizeof *row);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) row[4 * i + j] = (float)a.m[i][j];
    }
    row[15] = 1.0f;
}

static mat3 get_matrix(const float* row) {
    mat3 a;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) a.m[i][j] = (double)row[4 * i + j];
    }
    return a;
}

static void assert_rotation(mat3 r) {
    mat3 square = product(transposed(r), r);
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            assert_true(fabs(square.m[i][j] - (i == j)) < 1e-6);
        }
    }
    assert_true(fabs(determinant(r) - 1) < 1e-6);
}

// How far fits of matrices with these singular values (the last may be negative: inside out) stay
// behind the best rotation: in tr(R^T A) / |A|, and in the elements of R.
typedef struct fit_error {
    double loss, element;
} fit_error;

static fit_error fit_of(double s0, double s1, double s2, double scale) {
    fit_error worst = {0, 0};
    for (int round = 0; round < 200; ++round) {
        float moments[256], transforms[256];
        for (int k = 0; k < 16; ++k) {
            mat3 a = random_matrix(s0 * scale, s1 * scale, s2 * scale);
            put_matrix(a, moments + 16 * k);
        }
        fit_probe_get(pl_isa_best())->fit(moments, transforms);
        for (int k = 0; k < 16; ++k) {
            mat3 a = get_matrix(moments + 16 * k), r = get_matrix(transforms + 16 * k), best;
            double norm = 0;  // as the float row has it, without underflow of squares
            for (int i = 0; i < 9; ++i) norm = fmax(norm, fabs(a.m[i / 3][i % 3]));
            for (int i = 0; i < 9; ++i) a.m[i / 3][i % 3] /= norm;
            assert_rotation(r);
            double most = best_rotation(a, &best);
            worst.loss = fmax(worst.loss, (most - inner(r, a)) / sqrt(inner(a, a)));
            for (int i = 0; i < 9; ++i) {
                worst.element = fmax(worst.element, fabs(r.m[i / 3][i % 3] - best.m[i / 3][i % 3]));
            }
        }
    }
    return worst;
}

static void every_well_posed_rotation_is_found(void** state) {
    (void)state;
    const double cases[][3] = {
        {1, 1, 1},       {1, 0.9, 0.8}, {1, 0.5, 0.1},  {1, 0.5, 0.001},
        {1, 0.2, 0.1},   {1, 1, 0},     {1, 0.7, 0},    {1, 0.3, 0},  // planar
        {1, 0.8, -0.05}, {1, 1, -0.2},  {1, 0.6, -0.1},               // slightly inside out
    };
    for (size_t i = 0; i < PL_COUNT(cases); ++i) {
        fit_error e = fit_of(cases[i][0], cases[i][1], cases[i][2], 1);
        print_message("  %g %g %g: loss %.1e, elements %.1e\n", cases[i][0], cases[i][1],
                      cases[i][2], e.loss, e.element);
        double gap = cases[i][1] + cases[i][2];  // of the two largest eigenvalues, halved
        assert_true(e.loss < 5e-7);
        assert_true(e.element < 1e-6 / gap + 5e-7);
    }
}

static void nearly_undefined_rotations_are_nearly_the_best(void** state) {
    (void)state;
    const struct {
        double s[3], loss;
    } cases[] = {
        {{1, 0, 0}, 1e-6},        {{1, 1e-7, 0}, 1e-6},     {{1, 1e-5, 1e-6}, 3e-5},
        {{1, 1e-4, 1e-4}, 1e-4},  {{1, 1e-3, 1e-3}, 1e-4},  {{1, 0.01, 0}, 1e-4},
        {{1, 0.5, -0.5}, 1e-2},   {{1, 0.5, -0.45}, 3e-2},  {{1, 0.1, -0.1}, 1e-2},
        {{1, 1e-3, -1e-3}, 1e-3}, {{1, 1e-5, -1e-5}, 1e-3}, {{1, 1, -1}, 3e-2},
        {{1, 0.9, -0.8}, 1e-1},
    };
    for (size_t i = 0; i < PL_COUNT(cases); ++i) {
        fit_error e = fit_of(cases[i].s[0], cases[i].s[1], cases[i].s[2], 1);
        print_message("  %g %g %g: loss %.1e, elements %.1e\n", cases[i].s[0], cases[i].s[1],
                      cases[i].s[2], e.loss, e.element);
        assert_true(e.loss < cases[i].loss);
    }
}

static void tiny_and_huge_matrices_turn_as_plain_ones(void** state) {
    (void)state;
    const double scales[] = {1e-37, 1e-30, 1e-20, 1e-15, 1e-10, 1e10, 1e15, 1e20, 1e30, 1e38};
    for (size_t i = 0; i < PL_COUNT(scales); ++i) {
        assert_true(fit_of(1, 0.6, 0.3, scales[i]).element < 3e-6);
        assert_true(fit_of(1, 0.6, 0, scales[i]).element < 3e-6);
    }
    // denormals have few digits, yet what comes out is a rotation
    assert_true(fit_of(1, 0.6, 0.3, 1e-43).loss < 1);
}

static const float identity_row[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

static void nothing_to_fit_gives_identity(void** state) {
    (void)state;
    float moments[256] = {0}, transforms[256];
    for (int k = 4; k < 8; ++k) moments[16 * k + 15] = 1.0f;     // mass in one point
    for (int k = 8; k < 12; ++k) moments[16 * k + 15] = 1e-40f;  // next to nothing, far away
    for (int k = 8; k < 12; ++k) moments[16 * k + 3] = 1e30f;
    for (int k = 12; k < 16; ++k) moments[16 * k + 5] = -1.0f;  // no mass at all
    for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
        if (!pl_isa_available((pl_isa)isa)) continue;
        fit_probe_get((pl_isa)isa)->fit(moments, transforms);
        for (int k = 0; k < 16; ++k) {
            assert_memory_equal(transforms + 16 * k, identity_row, sizeof identity_row);
        }
    }
}

// A cloud of points, moved rigidly: T must move them alike.
static void rigid_motion_is_found_with_its_shift(void** state) {
    (void)state;
    for (int round = 0; round < 100; ++round) {
        float moments[256], transforms[256];
        mat3 rotation[16];
        double shift[16][3], sum[16][16] = {{0}};
        for (int k = 0; k < 16; ++k) {
            rotation[k] = random_rotation();
            for (int i = 0; i < 3; ++i) shift[k][i] = uniform();
            for (int p = 0; p < 20; ++p) {
                double x[4] = {0, 0, 0, 1}, x0[4], f = 1.5 + uniform();
                for (int i = 0; i < 3; ++i) x0[i] = 0.3 * uniform() + 0.5;
                x0[3] = 1;
                for (int i = 0; i < 3; ++i) {
                    x[i] = shift[k][i];
                    for (int j = 0; j < 3; ++j) x[i] += rotation[k].m[i][j] * x0[j];
                }
                for (int c = 0; c < 16; ++c) sum[k][c] += f * x[c / 4] * x0[c % 4];
            }
            for (int c = 0; c < 16; ++c) moments[16 * k + c] = (float)sum[k][c];
        }
        fit_probe_get(pl_isa_best())->fit(moments, transforms);
        for (int k = 0; k < 16; ++k) {
            const float* t = transforms + 16 * k;
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j) {
                    assert_true(fabs((double)t[4 * i + j] - rotation[k].m[i][j]) < 3e-5);
                }
                assert_true(fabs((double)t[4 * i + 3] - shift[k][i]) < 3e-5);
            }
            assert_memory_equal(t + 12, identity_row + 12, 4 * sizeof(float));
        }
    }
}

// Any finite moments: bit patterns at random, and products at the edge of overflow.
static void fill_wildly(float* moments, int round) {
    const double edge[] = {3.4e38, 1e38, 1e30, 1e20, 1e-20, 1e-30, 1e-38, 1e-45, 0, 1};
    for (int i = 0; i < 256; ++i) {
        uint32_t bits = (uint32_t)pl_hash_mix(++seed * PL_HASH_START);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (round & 1) value = (float)(edge[bits % 10] * (bits & 16 ? 1 : -1));
        if (!isfinite(value)) value = 0.0f;
        moments[i] = i % 16 == 15 ? fabsf(value) : value;
    }
}

static void finite_moments_give_finite_rotations(void** state) {
    (void)state;
    for (int round = 0; round < 4000; ++round) {
        float moments[256], transforms[256];
        fill_wildly(moments, round);
        fit_probe_get(pl_isa_best())->fit(moments, transforms);
        for (int k = 0; k < 16; ++k) {
            assert_rotation(get_matrix(transforms + 16 * k));
            for (int i = 0; i < 3; ++i) assert_true(isfinite(transforms[16 * k + 4 * i + 3]));
        }
    }
}

static void every_set_gives_the_scalar_bits(void** state) {
    (void)state;
    const fit_probe_table* scalar = fit_probe_get(PL_ISA_SCALAR);
    for (int round = 0; round < 600; ++round) {
        float moments[256], expected[256], got[256];
        if (round % 3 == 2) {
            fill_wildly(moments, round);
        } else {
            for (int k = 0; k < 16; ++k) {
                double last = round % 3 ? -uniform() : uniform() * uniform();
                put_matrix(random_matrix(1, uniform(), last), moments + 16 * k);
                for (int i = 0; i < 3; ++i) {
                    moments[16 * k + 4 * i + 3] = (float)uniform();
                    moments[16 * k + 12 + i] = (float)uniform();
                }
            }
        }
        scalar->fit(moments, expected);
        for (int isa = 1; isa < PL_ISA_COUNT; ++isa) {
            if (!pl_isa_available((pl_isa)isa)) continue;
            fit_probe_get((pl_isa)isa)->fit(moments, got);
            if (memcmp(got, expected, sizeof got) != 0) {
                fail_msg("%s differs from scalar in round %d", pl_isa_name((pl_isa)isa), round);
            }
        }
    }
}

static void a_block_gives_the_bits_of_its_parts(void** state) {
    (void)state;
    float moments[1024], block[1024], part[256];
    for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
        if (!pl_isa_available((pl_isa)isa)) continue;
        const fit_probe_table* probe = fit_probe_get((pl_isa)isa);
        for (int k = 0; k < 64; ++k) {
            put_matrix(random_matrix(1, uniform(), uniform()), moments + 16 * k);
        }
        probe->fit64(moments, block);
        for (int k = 0; k < 4; ++k) {
            probe->fit(moments + 256 * k, part);
            assert_memory_equal(part, block + 256 * k, sizeof part);
        }
    }
}

static void rows_become_lanes_and_rows_again(void** state) {
    (void)state;
    float rows[256], channels[256], back[256];
    for (int i = 0; i < 256; ++i) rows[i] = (float)i;
    for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
        if (!pl_isa_available((pl_isa)isa)) continue;
        const fit_probe_table* probe = fit_probe_get((pl_isa)isa);
        probe->to_lanes(rows, channels);
        for (int i = 0; i < 256; ++i) {
            assert_true(channels[i] == rows[16 * (i % 16) + i / 16]);
        }
        probe->to_rows(channels, back);
        assert_memory_equal(rows, back, sizeof rows);
        probe->fours_to_lanes(rows, channels);
        for (int i = 0; i < 64; ++i) assert_true(channels[i] == rows[4 * (i % 16) + i / 16]);
        probe->to_fours(channels, back);
        assert_memory_equal(rows, back, 64 * sizeof *rows);
        probe->quarter_to_lanes(rows + 8, channels);
        for (int i = 0; i < 64; ++i) assert_true(channels[i] == rows[16 * (i % 16) + 8 + i / 16]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_become_lanes_and_rows_again),
        cmocka_unit_test(a_block_gives_the_bits_of_its_parts),
        cmocka_unit_test(every_well_posed_rotation_is_found),
        cmocka_unit_test(nearly_undefined_rotations_are_nearly_the_best),
        cmocka_unit_test(tiny_and_huge_matrices_turn_as_plain_ones),
        cmocka_unit_test(nothing_to_fit_gives_identity),
        cmocka_unit_test(rigid_motion_is_found_with_its_shift),
        cmocka_unit_test(finite_moments_give_finite_rotations),
        cmocka_unit_test(every_set_gives_the_scalar_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

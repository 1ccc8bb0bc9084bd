// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rigid motion: what was put in comes out, whatever the instruction set, the number of blocks and
// the place of the origin; bodies without a girth or a mass give zero, never NaN.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "src/state/motion.h"

#include <math.h>
#include <string.h>

enum { MOST = 2560, BLOCKS = MOST / PL_MOTION_BLOCK };

// A cloud of masses; `padded` of them, the last ones without mass.
typedef struct cloud {
    float x[3][MOST], v[3][MOST], mass[MOST];
    uint32_t padded;
} cloud;

static cloud body;

static double unit(uint64_t n) {
    return (double)(pl_hash_mix((n + 1) * PL_HASH_START) >> 11) * 0x1p-53;
}

// Masses in a box of the given sides around `middle`, moving with V + W cross (x - middle).
static void fill_rigid(uint32_t count, pl_vec3d sides, pl_vec3d middle, pl_vec3d V, pl_vec3d W) {
    memset(&body, 0, sizeof body);
    body.padded = (count + 15) / 16 * 16;
    for (uint32_t i = 0; i < body.padded; ++i) {
        bool real = i < count;
        pl_vec3d r = {sides.x * (unit(3 * i) - 0.5), sides.y * (unit(3 * i + 1) - 0.5),
                      sides.z * (unit(3 * i + 2) - 0.5)};
        pl_vec3d x = pl_vec3d_add(middle, r);
        pl_vec3d v = pl_vec3d_add(V, pl_vec3d_cross(W, r));
        body.x[0][i] = (float)x.x;
        body.x[1][i] = (float)x.y;
        body.x[2][i] = (float)x.z;
        body.v[0][i] = real ? (float)v.x : 77.0f;
        body.v[1][i] = real ? (float)v.y : -1e6f;
        body.v[2][i] = real ? (float)v.z : 3e8f;
        body.mass[i] = real ? (float)(0.2 + unit(i + 900000)) : 0.0f;
    }
}

static uint32_t sum_all(pl_isa isa, float* sums) {
    const float* const x[3] = {body.x[0], body.x[1], body.x[2]};
    const float* const v[3] = {body.v[0], body.v[1], body.v[2]};
    const pl_motion_kernels* k = pl_motion_kernels_get(isa);
    uint32_t blocks = pl_motion_block_count(body.padded);
    for (uint32_t b = 0; b < blocks; ++b) {
        uint32_t begin = b * PL_MOTION_BLOCK;
        uint32_t end =
            begin + PL_MOTION_BLOCK < body.padded ? begin + PL_MOTION_BLOCK : body.padded;
        k->block(x, v, body.mass, begin, end, sums + (size_t)b * PL_MOTION_CHANNELS);
    }
    return blocks;
}

static pl_motion motion_of_body(void) {
    float sums[BLOCKS * PL_MOTION_CHANNELS];
    uint32_t blocks = sum_all(pl_isa_best(), sums);
    pl_inertia inertia;
    return pl_motion_join(sums, blocks, &inertia);
}

static void assert_near(pl_vec3d a, pl_vec3d b, double tolerance) {
    assert_true(fabs(a.x - b.x) <= tolerance);
    assert_true(fabs(a.y - b.y) <= tolerance);
    assert_true(fabs(a.z - b.z) <= tolerance);
}

// Plain sums in double, about the centre from the start.
static pl_motion reference(void) {
    pl_motion m = {0};
    for (uint32_t i = 0; i < body.padded; ++i) {
        double mass = (double)body.mass[i];
        pl_vec3d x = {(double)body.x[0][i], (double)body.x[1][i], (double)body.x[2][i]};
        pl_vec3d v = {(double)body.v[0][i], (double)body.v[1][i], (double)body.v[2][i]};
        m.mass += mass;
        m.centre = pl_vec3d_add_scaled(m.centre, mass, x);
        m.velocity = pl_vec3d_add_scaled(m.velocity, mass, v);
        m.kinetic_energy += 0.5 * mass * pl_vec3d_dot(v, v);
    }
    m.centre = pl_vec3d_scale(m.centre, 1.0 / m.mass);
    m.velocity = pl_vec3d_scale(m.velocity, 1.0 / m.mass);
    for (uint32_t i = 0; i < body.padded; ++i) {
        pl_vec3d x = {(double)body.x[0][i], (double)body.x[1][i], (double)body.x[2][i]};
        pl_vec3d v = {(double)body.v[0][i], (double)body.v[1][i], (double)body.v[2][i]};
        pl_vec3d l = pl_vec3d_cross(pl_vec3d_sub(x, m.centre), pl_vec3d_sub(v, m.velocity));
        m.angular_momentum = pl_vec3d_add_scaled(m.angular_momentum, (double)body.mass[i], l);
    }
    return m;
}

static const pl_vec3d no_motion = {0.0, 0.0, 0.0};

static void a_rigid_motion_comes_out_as_it_went_in(void** state) {
    (void)state;
    pl_vec3d sides = {1.0, 0.3, 2.0}, middle = {0.4, -0.5, 0.2};
    pl_vec3d V = {3.0, -2.0, 1.0}, W = {-4.0, 5.0, 2.5};
    uint32_t counts[] = {4, 16, 17, 255, 256, 257, 1000, MOST};
    for (size_t n = 0; n < PL_COUNT(counts); ++n) {
        fill_rigid(counts[n], sides, middle, V, W);
        pl_motion m = motion_of_body(), r = reference();
        double extent = 4.0 * m.mass;
        assert_true(fabs(m.mass - r.mass) < 1e-6 * r.mass);
        assert_near(m.centre, r.centre, 1e-6);
        assert_near(m.velocity, r.velocity, 2e-5);
        // four masses may lie nearly on a plane: the spin is then less certain
        assert_near(m.angular_velocity, W, counts[n] < 16 ? 1e-3 : 5e-5);
        assert_near(m.angular_momentum, r.angular_momentum, 1e-5 * extent);
        assert_true(fabs(m.kinetic_energy - r.kinetic_energy) < 1e-6 * r.kinetic_energy);
    }
}

static void deformation_is_not_taken_for_spin(void** state) {
    (void)state;
    fill_rigid(1000, (pl_vec3d){1.0, 1.0, 1.0}, no_motion, no_motion, no_motion);
    pl_vec3d centre = reference().centre;
    for (uint32_t i = 0; i < 1000; ++i) {  // breathing about the centre
        for (int c = 0; c < 3; ++c) {
            double at = c == 0 ? centre.x : c == 1 ? centre.y : centre.z;
            body.v[c][i] = (float)(8.0 * ((double)body.x[c][i] - at));
        }
    }
    pl_motion m = motion_of_body();
    assert_near(m.velocity, no_motion, 1e-5);
    assert_near(m.angular_velocity, no_motion, 1e-5);
    assert_true(m.kinetic_energy > 1.0);
}

static void every_instruction_set_gives_the_same_bits(void** state) {
    (void)state;
    uint32_t counts[] = {1, 16, 250, 272, 1023, MOST};
    for (size_t n = 0; n < PL_COUNT(counts); ++n) {
        fill_rigid(counts[n], (pl_vec3d){1.0, 0.7, 2.0}, (pl_vec3d){0.3, 0.1, 0.2},
                   (pl_vec3d){1.0, 2.0, 3.0}, (pl_vec3d){7.0, -3.0, 1.0});
        float expected[BLOCKS * PL_MOTION_CHANNELS], sums[BLOCKS * PL_MOTION_CHANNELS];
        uint32_t blocks = sum_all(PL_ISA_SCALAR, expected);
        for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
            if (!pl_isa_available((pl_isa)isa)) continue;
            memset(sums, 0xFF, sizeof sums);
            sum_all((pl_isa)isa, sums);
            assert_memory_equal(sums, expected, blocks * PL_MOTION_CHANNELS * sizeof(float));
        }
    }
}

// Whole numbers: each channel against a sum without rounding.
static void channels_stand_where_the_header_says(void** state) {
    (void)state;
    memset(&body, 0, sizeof body);
    body.padded = 32;
    double expected[PL_MOTION_CHANNELS] = {0.0};
    for (int i = 0; i < 32; ++i) {
        double m = i % 3, x = i % 7 - 2, y = i % 5, z = -(i % 4), u = i % 6, v = 1 - i % 2,
               w = i % 9;
        double row[PL_MOTION_CHANNELS] = {1.0,
                                          x,
                                          y,
                                          z,
                                          u,
                                          v,
                                          w,
                                          y * w - z * v,
                                          z * u - x * w,
                                          x * v - y * u,
                                          x * x,
                                          x * y,
                                          x * z,
                                          y * y,
                                          y * z,
                                          z * z,
                                          u * u + v * v + w * w};
        for (int c = 0; c < PL_MOTION_CHANNELS; ++c) expected[c] += m * row[c];
        body.mass[i] = (float)m;
        body.x[0][i] = (float)x;
        body.x[1][i] = (float)y;
        body.x[2][i] = (float)z;
        body.v[0][i] = (float)u;
        body.v[1][i] = (float)v;
        body.v[2][i] = (float)w;
    }
    float sums[PL_MOTION_CHANNELS];
    sum_all(pl_isa_best(), sums);
    for (int c = 0; c < PL_MOTION_CHANNELS; ++c) assert_true((double)sums[c] == expected[c]);
}

static void a_body_on_a_line_or_a_point_has_no_spin(void** state) {
    (void)state;
    pl_vec3d V = {1.0, 0.0, 0.0}, W = {3.0, 2.0, 1.0};
    pl_vec3d shapes[] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 5.0, 0.0}, {1e-4, 1e-4, 1.0}};
    for (size_t n = 0; n < PL_COUNT(shapes); ++n) {
        fill_rigid(700, shapes[n], (pl_vec3d){0.7, 0.7, 0.7}, V, W);
        pl_motion m = motion_of_body();
        assert_near(m.angular_velocity, no_motion, 0.0);
        assert_near(m.velocity, V, 0.1);
    }
    // a plate is enough for all three axes
    fill_rigid(700, (pl_vec3d){1.0, 0.0, 1.0}, (pl_vec3d){0.2, 0.2, 0.2}, V, W);
    assert_near(motion_of_body().angular_velocity, W, 1e-4);
    // and so is a thin bar
    fill_rigid(700, (pl_vec3d){0.02, 0.02, 1.0}, no_motion, V, W);
    assert_near(motion_of_body().angular_velocity, W, 1e-2);
}

static void without_mass_all_is_zero(void** state) {
    (void)state;
    pl_inertia inertia;
    pl_motion zero, m = pl_motion_join(NULL, 0, &inertia);
    memset(&zero, 0, sizeof zero);
    assert_memory_equal(&m, &zero, sizeof m);
    fill_rigid(100, (pl_vec3d){1.0, 1.0, 1.0}, no_motion, (pl_vec3d){1.0, 1.0, 1.0}, no_motion);
    memset(body.mass, 0, sizeof body.mass);
    m = motion_of_body();
    assert_memory_equal(&m, &zero, sizeof m);
}

static void huge_and_tiny_bodies_keep_their_spin(void** state) {
    (void)state;
    double sizes[] = {1e-6, 1e-3, 1e3, 1e6};
    for (size_t n = 0; n < PL_COUNT(sizes); ++n) {
        double s = sizes[n];
        pl_vec3d W = {1.0, -2.0, 0.5};
        fill_rigid(600, (pl_vec3d){s, s, s}, (pl_vec3d){0.5 * s, 0.0, 0.0}, (pl_vec3d){s, 0.0, 0.0},
                   W);
        assert_near(motion_of_body().angular_velocity, W, 1e-5);
    }
}

static void poison_does_not_reach_the_spin(void** state) {
    (void)state;
    float poison[] = {NAN, INFINITY, -INFINITY, 1e30f};
    for (size_t n = 0; n < PL_COUNT(poison); ++n) {
        fill_rigid(300, (pl_vec3d){1.0, 1.0, 1.0}, no_motion, no_motion, no_motion);
        body.x[n % 3][37] = poison[n];
        assert_true(pl_vec3d_is_finite(motion_of_body().angular_velocity));
        body.x[n % 3][37] = 0.0f;
        body.v[n % 3][290] = poison[n];
        assert_true(pl_vec3d_is_finite(motion_of_body().angular_velocity));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rigid_motion_comes_out_as_it_went_in),
        cmocka_unit_test(deformation_is_not_taken_for_spin),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(channels_stand_where_the_header_says),
        cmocka_unit_test(a_body_on_a_line_or_a_point_has_no_spin),
        cmocka_unit_test(without_mass_all_is_zero),
        cmocka_unit_test(huge_and_tiny_bodies_keep_their_spin),
        cmocka_unit_test(poison_does_not_reach_the_spin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

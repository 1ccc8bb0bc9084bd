// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sixteen regions by hand, moved by a given affine map; moments and rotations are made here.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/elastic/shape_match/shape_match.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define REGIONS 16
#define POINTS  24  // per region
#define PLACES  (REGIONS * POINTS)

// What regions look like; the rest of the sixteen are solid ones.
enum { SOLID, FLAT, LINE, POINT, EMPTY, KINDS };

typedef struct lab {
    pl_body body;
    pl_shape_match sm;
    pl_ball_regions balls;
    float rest[3][PLACES], fit[PLACES];
    uint32_t member_first[REGIONS + 1], member[PLACES];
    float member_share[PLACES];
    float plastic[9 * REGIONS], region_rest[10][REGIONS + 16];
    float moments[16 * REGIONS], transforms[16 * REGIONS];
} lab;

static double random_unit(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 16777216.0;
}

static void place_points(lab* l, unsigned region, uint32_t* seed) {
    for (unsigned k = 0; k < POINTS; ++k) {
        unsigned place = region * POINTS + k;
        for (unsigned c = 0; c < 3; ++c) {
            double u = random_unit(seed) - 0.5;
            if (region == FLAT && c == 2) u = 0;
            if (region == LINE && c > 0) u = 0;
            if (region == POINT) u = 0;
            l->rest[c][place] = (float)(u + 0.3 * (double)region);
        }
        l->fit[place] = (float)(0.5 + random_unit(seed));
        l->member[place] = place;
        l->member_share[place] = (float)(0.1 + 0.9 * random_unit(seed));
    }
}

static lab* make_lab(float yield, float creep, float limit) {
    lab* l = calloc(1, sizeof *l);
    uint32_t seed = 7, next = 0;
    for (unsigned r = 0; r < REGIONS; ++r) {
        place_points(l, r, &seed);
        l->member_first[r] = next;
        if (r != EMPTY) next += POINTS;
        // the lists have no hole where the empty region is
        for (unsigned k = 0; r != EMPTY && k < POINTS; ++k) {
            l->member[l->member_first[r] + k] = r * POINTS + k;
        }
    }
    l->member_first[REGIONS] = next;
    l->balls.count = l->balls.padded = REGIONS;
    l->balls.member_first = l->member_first;
    l->balls.member = l->member;
    l->balls.member_share = l->member_share;
    l->sm.balls = &l->balls;
    l->sm.region_count = REGIONS;
    l->sm.plastic = l->plastic;
    for (int k = 0; k < 10; ++k) l->sm.region_rest[k] = l->region_rest[k];
    for (unsigned c = 0; c < 3; ++c) l->body.rest[c] = l->rest[c];
    l->body.fit = l->fit;
    l->body.elastic = &l->sm;
    l->body.def.passes = 1;
    l->sm.law = (pl_match_law){
        .yield = (double)yield, .creep = (double)creep, .plastic_limit = (double)limit};
    pl_plastic_clear(&l->sm);
    pl_region_rest_update(&l->body);
    return l;
}

// y = G x0 + a shift
static void apply(const lab* l, const double g[9], unsigned place, double y[3]) {
    for (unsigned a = 0; a < 3; ++a) {
        y[a] = 2.0 - a;
        for (unsigned c = 0; c < 3; ++c) y[a] += g[3 * a + c] * (double)l->rest[c][place];
    }
}

static void make_moments(lab* l, const double g[9]) {
    for (unsigned r = 0; r < REGIONS; ++r) {
        double sum[16] = {0};
        for (uint32_t k = l->member_first[r]; k < l->member_first[r + 1]; ++k) {
            unsigned place = l->member[k];
            double y[4] = {0, 0, 0, 1}, x[4] = {0, 0, 0, 1};
            double w = (double)l->fit[place] * (double)l->member_share[k];
            apply(l, g, place, y);
            for (unsigned c = 0; c < 3; ++c) x[c] = (double)l->rest[c][place];
            for (unsigned e = 0; e < 16; ++e) sum[e] += w * y[e / 4] * x[e % 4];
        }
        for (unsigned e = 0; e < 16; ++e) l->moments[16 * r + e] = (float)sum[e];
    }
}

static double det3(const double m[9]) {
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
           m[2] * (m[3] * m[7] - m[4] * m[6]);
}

// Newton's iteration for the polar decomposition; the identity where there is none.
static void polar(const double a[9], double r[9]) {
    double size = 0;
    for (unsigned i = 0; i < 9; ++i) size += a[i] * a[i];
    memcpy(r, a, 9 * sizeof *r);
    for (unsigned round = 0; round < 60; ++round) {
        double d = det3(r), inverse[9];
        if (fabs(d) < 1e-9 * size * sqrt(size) && round == 0) d = 0;
        if (d == 0) break;
        for (unsigned i = 0; i < 3; ++i)
            for (unsigned j = 0; j < 3; ++j) {
                unsigned i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
                // already transposed
                inverse[3 * i + j] =
                    (r[3 * i1 + j1] * r[3 * i2 + j2] - r[3 * i1 + j2] * r[3 * i2 + j1]) / d;
            }
        for (unsigned i = 0; i < 9; ++i) r[i] = 0.5 * (r[i] + inverse[i]);
        if (round == 59) return;
    }
    for (unsigned i = 0; i < 9; ++i) r[i] = i % 4 == 0;
}

// The rotation that fits the moments best is the polar factor of A.
static void make_transforms(lab* l) {
    for (unsigned j = 0; j < REGIONS; ++j) {
        const float* m = l->moments + 16 * j;
        float* t = l->transforms + 16 * j;
        double a[9], r[9], mass = (double)m[15];
        memset(t, 0, 16 * sizeof *t);
        t[15] = 1;
        for (unsigned i = 0; i < 9; ++i) {
            unsigned p = i / 3, q = i % 3;
            a[i] = mass > 0 ? (double)m[4 * p + q] - (double)m[4 * p + 3] * (double)m[12 + q] / mass
                            : 0;
        }
        polar(a, r);
        for (unsigned p = 0; p < 3; ++p) {
            double shift = 0;
            for (unsigned q = 0; q < 3; ++q) {
                t[4 * p + q] = (float)r[3 * p + q];
                if (mass > 0) shift -= r[3 * p + q] * (double)m[12 + q] / mass;
            }
            t[4 * p + 3] = (float)(shift + (mass > 0 ? (double)m[4 * p + 3] / mass : 0));
        }
    }
}

static void step(lab* l, const double g[9], float h) {
    make_moments(l, g);
    pl_plastic_before(&l->sm, 0, l->moments);
    make_transforms(l);
    pl_plastic_after(&l->body, 0, l->moments, l->transforms, h);
}

static double shape_distance(const lab* l, unsigned region) {
    double sum = 0;
    for (unsigned i = 0; i < 9; ++i) {
        double d = (double)l->plastic[9 * region + i] - (i % 4 == 0);
        sum += d * d;
    }
    return sqrt(sum);
}

static double shape_det(const lab* l, unsigned region) {
    double m[9];
    for (unsigned i = 0; i < 9; ++i) m[i] = (double)l->plastic[9 * region + i];
    return det3(m);
}

static void assert_all_finite(const lab* l) {
    for (unsigned i = 0; i < 9 * REGIONS; ++i) assert_true(isfinite(l->plastic[i]));
    for (unsigned i = 0; i < 10 * REGIONS; ++i)
        assert_true(isfinite(l->region_rest[i / REGIONS][i % REGIONS]));
    for (unsigned r = 0; r < REGIONS; ++r) assert_true(fabs(shape_det(l, r) - 1) < 1e-5);
}

static const double ONE[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const double QUARTER_TURN[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};

static void stretch_x(double by, double g[9]) {
    memcpy(g, ONE, sizeof ONE);
    g[0] = by, g[4] = g[8] = 1 / sqrt(by);
}

static void rigid_motion_changes_nothing(void** state) {
    (void)state;
    lab* l = make_lab(0.001f, 100, 1);
    for (unsigned k = 0; k < 50; ++k) {
        step(l, k % 2 ? ONE : QUARTER_TURN, 0.01f);
        for (unsigned r = 0; r < REGIONS; ++r) assert_true(shape_distance(l, r) == 0);
        // nor the transform: with S_p = 1 it is the fit's own, bit by bit
        float fitted[16 * REGIONS];
        memcpy(fitted, l->transforms, sizeof fitted);
        make_transforms(l);
        assert_memory_equal(fitted, l->transforms, sizeof fitted);
    }
    assert_all_finite(l);
    free(l);
}

static void nothing_flows_below_yield_or_without_creep(void** state) {
    (void)state;
    double g[9];
    stretch_x(1.1, g);  // strain 0.122
    const float settings[][2] = {{0.13f, 100}, {0.05f, 0}, {0, 100}};
    for (unsigned s = 0; s < 3; ++s) {
        lab* l = make_lab(settings[s][0], settings[s][1], 1);
        for (unsigned k = 0; k < 20; ++k) step(l, g, 0.1f);
        for (unsigned r = 0; r < REGIONS; ++r) assert_true(shape_distance(l, r) == 0);
        free(l);
    }
    lab* l = make_lab(0.05f, 100, 1);
    step(l, g, 0.1f);
    assert_true(shape_distance(l, SOLID) > 0.01);
    free(l);
}

// Solid regions see the whole strain: diag(g) held, S_p comes to the shape whose distance from
// diag(g) is the yield strain; the limit ends it earlier.
static void a_held_stretch_flows_down_to_yield(void** state) {
    (void)state;
    double g[9];
    stretch_x(1.5, g);
    lab* l = make_lab(0.02f, 5, 10);
    for (unsigned k = 0; k < 400; ++k) step(l, g, 0.01f);
    for (unsigned r = KINDS; r < REGIONS; ++r) {
        double sum = 0;
        for (unsigned c = 0; c < 3; ++c) {
            double e = g[4 * c] / (double)l->plastic[9 * r + 4 * c] - 1;
            sum += e * e;
        }
        // moments lend 1 % of their trace to every direction, so F is seen a little smaller
        assert_true(sqrt(sum) > 0.019 && sqrt(sum) < 0.027);
    }
    assert_all_finite(l);
    free(l);
}

static void the_limit_ends_the_flow(void** state) {
    (void)state;
    double g[9];
    stretch_x(2.5, g);
    const float limits[] = {0, 0.05f, 0.3f, 1};
    for (unsigned k = 0; k < 4; ++k) {
        lab* l = make_lab(0.02f, 20, limits[k]);
        for (unsigned i = 0; i < 500; ++i) {
            step(l, g, 0.01f);
            for (unsigned r = 0; r < REGIONS; ++r)
                assert_true(shape_distance(l, r) <= (double)limits[k] * 1.005 + 1e-6);
        }
        assert_true(shape_distance(l, KINDS) >= (double)limits[k] * 0.99);
        assert_all_finite(l);
        free(l);
    }
}

// The same motion, a slow stretch with a turn, in steps of h, h/4 and h/16.
static void the_flow_does_not_depend_on_the_step(void** state) {
    (void)state;
    double shapes[3][9 * REGIONS];
    for (unsigned s = 0; s < 3; ++s) {
        unsigned steps = 60u << 2 * s;
        lab* l = make_lab(0.05f, 8, 10);
        for (unsigned k = 1; k <= steps; ++k) {
            double t = (double)k / steps, g[9], turn = 0.7 * t, out[9] = {0};
            stretch_x(1 + 0.8 * t, g);
            g[1] = 0.3 * t;
            const double r[9] = {cos(turn), -sin(turn), 0, sin(turn), cos(turn), 0, 0, 0, 1};
            for (unsigned i = 0; i < 27; ++i)
                out[i / 9 * 3 + i % 3] += r[i / 9 * 3 + i / 3 % 3] * g[i / 3 % 3 * 3 + i % 3];
            step(l, out, 1.0f / (float)steps);
        }
        for (unsigned i = 0; i < 9 * REGIONS; ++i) shapes[s][i] = (double)l->plastic[i];
        assert_all_finite(l);
        free(l);
    }
    for (unsigned s = 0; s < 2; ++s) {
        for (unsigned r = KINDS; r < REGIONS; ++r) {
            double apart = 0, size = 0;
            for (unsigned i = 9 * r; i < 9 * r + 9; ++i) {
                double d = shapes[s][i] - shapes[2][i], e = shapes[2][i] - (i % 9 % 4 == 0);
                apart += d * d, size += e * e;
            }
            assert_true(sqrt(size) > 0.3);
            assert_true(sqrt(apart / size) < (s == 0 ? 0.02 : 0.005));
        }
    }
}

// A held strain has a closed form: what is left of it falls as exp(-creep t).
static void a_held_stretch_flows_as_an_exponential(void** state) {
    (void)state;
    double left[2];
    for (unsigned s = 0; s < 2; ++s) {
        unsigned steps = s ? 1 : 64;
        lab* l = make_lab(1e-4f, 2, 10);
        double g[9];
        stretch_x(1.01, g);
        for (unsigned k = 0; k < steps; ++k) step(l, g, 0.5f / (float)steps);
        left[s] = 1.01 - (double)l->plastic[9 * KINDS];
        free(l);
    }
    assert_true(fabs(left[0] / (0.01 * exp(-1.0)) - 1) < 0.1);  // 1 % of the trace is lent
    assert_true(fabs(left[1] / left[0] - 1) < 0.04);
}

static void passes_share_the_time_of_a_substep(void** state) {
    (void)state;
    double g[9];
    stretch_x(1.3, g);
    lab *one = make_lab(0.01f, 3, 10), *four = make_lab(0.01f, 3, 10);
    four->body.def.passes = 4;
    step(one, g, 0.1f);
    for (unsigned k = 0; k < 4; ++k) step(four, g, 0.1f);
    assert_true(fabs(shape_distance(four, KINDS) / shape_distance(one, KINDS) - 1) < 0.02);
    free(one);
    free(four);
}

// With S_p kept, the region at y = S_p x0 is at rest: the transform takes x0 there.
static void a_lasting_shape_is_the_new_rest(void** state) {
    (void)state;
    lab* l = make_lab(0.5f, 10, 10);
    double g[9];
    stretch_x(1.25, g);
    for (unsigned i = 0; i < 9 * REGIONS; ++i) l->plastic[i] = (float)g[i % 9];
    step(l, g, 0.01f);
    for (unsigned r = 0; r < REGIONS; ++r) {
        if (r == EMPTY) continue;
        for (unsigned k = 0; k < POINTS; ++k) {
            unsigned place = r * POINTS + k;
            double y[3];
            apply(l, g, place, y);
            for (unsigned a = 0; a < 3; ++a) {
                double at = (double)l->transforms[16 * r + 4 * a + 3];
                for (unsigned c = 0; c < 3; ++c)
                    at += (double)l->transforms[16 * r + 4 * a + c] * (double)l->rest[c][place];
                if (r != LINE && r != FLAT) assert_true(fabs(at - y[a]) < 2e-5);
                assert_true(isfinite(at));
            }
        }
    }
    free(l);
}

static void no_state_makes_a_region_not_finite(void** state) {
    (void)state;
    const double bad[][9] = {
        {0},                                         // squashed to a point
        {1, 0, 0, 0, 1, 0, 0, 0, 0},                 // to a plane
        {1, 0, 0, 0, 0, 0, 0, 0, 0},                 // to a line
        {-1, 0, 0, 0, 1, 0, 0, 0, 1},                // mirrored
        {-3, 0, 0, 0, -2, 0, 0, 0, -1},              // inside out
        {1e6, 0, 0, 0, 1e-6, 0, 0, 0, 1},            // torn
        {1e18, 0, 0, 0, 1e18, 0, 0, 0, 1e18},        // far too large
        {NAN, 0, 0, 0, 1, 0, 0, 0, 1},               // poisoned
        {INFINITY, 0, 0, 0, 1, 0, 0, 0, -INFINITY},  //
        {1, 5, 0, 0, 1, 7, 0, 0, 1},                 // sheared
    };
    for (unsigned k = 0; k < sizeof bad / sizeof bad[0]; ++k) {
        lab* l = make_lab(0.01f, 1000, k % 2 ? 10.0f : 0.5f);
        for (unsigned i = 0; i < 30; ++i) {
            step(l, bad[k], 10);
            assert_all_finite(l);
        }
        for (unsigned i = 0; i < 30; ++i) step(l, QUARTER_TURN, 0.01f);
        assert_all_finite(l);
        free(l);
    }
}

static void rest_moments_are_those_of_the_members(void** state) {
    (void)state;
    lab* l = make_lab(0.1f, 1, 1);
    for (unsigned r = 0; r < REGIONS; ++r) {
        double w = 0, m[3] = {0}, s[9] = {0};
        for (uint32_t k = l->member_first[r]; k < l->member_first[r + 1]; ++k) {
            double weight = (double)l->fit[l->member[k]] * (double)l->member_share[k];
            w += weight;
            for (unsigned c = 0; c < 3; ++c) m[c] += weight * (double)l->rest[c][l->member[k]];
        }
        for (uint32_t k = l->member_first[r]; k < l->member_first[r + 1]; ++k) {
            double weight = (double)l->fit[l->member[k]] * (double)l->member_share[k];
            for (unsigned i = 0; i < 9; ++i)
                s[i] += weight * ((double)l->rest[i / 3][l->member[k]] - m[i / 3] / w) *
                        ((double)l->rest[i % 3][l->member[k]] - m[i % 3] / w);
        }
        const unsigned of[6] = {0, 1, 2, 4, 5, 8};
        for (unsigned k = 0; k < 6; ++k)
            assert_true(fabs((double)l->region_rest[k][r] - s[of[k]]) < 1e-5);
    }
    free(l);
}

// Rings give their members as runs between prefix rows; the same sums must come out.
static void runs_and_lists_give_the_same_rest_moments(void** state) {
    (void)state;
    lab* l = make_lab(0.1f, 1, 1);
    uint32_t run_first[REGIONS + 1], used = 0;
    pl_run runs[4 * REGIONS];
    float inv_size[PLACES];
    for (unsigned i = 0; i < PLACES; ++i)
        inv_size[i] = l->member_share[i] = 1.0f / (float)(1 + i % 9);
    for (unsigned r = 0; r < REGIONS; ++r) {
        uint32_t begin = r * POINTS, end = begin + POINTS;
        run_first[r] = used;
        while (r != EMPTY && begin < end) {
            uint32_t stop = begin / 64 * 64 + 64;
            if (stop > end) stop = end;
            uint32_t from = begin % 64 ? pl_prefix_row(begin - 1) : begin / 64 * 65;
            runs[used++] = (pl_run){from, pl_prefix_row(stop - 1)};
            begin = stop;
        }
    }
    run_first[REGIONS] = used;
    for (uint32_t k = 0; k < l->member_first[REGIONS]; ++k)
        l->member_share[k] = inv_size[l->member[k]];
    pl_region_rest_update(&l->body);
    float from_lists[10][REGIONS + 16];
    memcpy(from_lists, l->region_rest, sizeof from_lists);
    pl_ring_regions rings = {.count = REGIONS,
                             .padded = REGIONS,
                             .run_first = run_first,
                             .runs = runs,
                             .inv_size = inv_size};
    l->sm.balls = NULL;
    l->sm.rings = &rings;
    memset(l->region_rest, 0, sizeof l->region_rest);
    pl_region_rest_update(&l->body);
    for (int k = 0; k < 10; ++k)  // the core is for lists only
        assert_memory_equal(from_lists[k], l->region_rest[k], REGIONS * sizeof(float));
    free(l);
}

static void without_plasticity_nothing_is_touched(void** state) {
    (void)state;
    lab* l = make_lab(0.1f, 1, 1);
    l->sm.plastic = NULL;
    double g[9];
    stretch_x(2, g);
    make_moments(l, g);
    make_transforms(l);
    lab* before = malloc(sizeof *before);
    memcpy(before, l, sizeof *l);
    pl_plastic_before(&l->sm, 0, l->moments);
    pl_plastic_after(&l->body, 0, l->moments, l->transforms, 1);
    pl_plastic_clear(&l->sm);
    pl_region_rest_update(&l->body);
    assert_memory_equal(before, l, sizeof *l);
    free(before);
    free(l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigid_motion_changes_nothing),
        cmocka_unit_test(nothing_flows_below_yield_or_without_creep),
        cmocka_unit_test(a_held_stretch_flows_down_to_yield),
        cmocka_unit_test(the_limit_ends_the_flow),
        cmocka_unit_test(the_flow_does_not_depend_on_the_step),
        cmocka_unit_test(a_held_stretch_flows_as_an_exponential),
        cmocka_unit_test(passes_share_the_time_of_a_substep),
        cmocka_unit_test(a_lasting_shape_is_the_new_rest),
        cmocka_unit_test(no_state_makes_a_region_not_finite),
        cmocka_unit_test(rest_moments_are_those_of_the_members),
        cmocka_unit_test(runs_and_lists_give_the_same_rest_moments),
        cmocka_unit_test(without_plasticity_nothing_is_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

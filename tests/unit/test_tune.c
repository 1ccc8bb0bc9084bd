// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/elastic/shape_match/ball_regions.h"
#include "src/elastic/shape_match/tune.h"
#include "tests/unit/ball_kit.h"

static const double pi = 3.14159265358979323846;

// How the lowest mode really goes through a substep: the poles of the 2 x 2 map.
typedef struct {
    double frequency, damping;
    double slow;     // smaller decay rate per substep
    double largest;  // modulus of the largest eigenvalue, over all modes up to lambda = 1
} motion;

static double largest_of(double pull, double beta) {
    double half = (2 - pull - beta) / 2;
    double complex root = csqrt(half * half - (1 - beta));
    return fmax(cabs(half + root), cabs(half - root));
}

static motion look(const pl_tuning* t, pl_pace p, double h) {
    double pull = (double)p.skin_share * t->lambda + (double)p.core_share;
    double ahead = (double)p.retardation / h, half = (2 - pull - pull * ahead) / 2;
    double complex root = csqrt(half * half - (1 - pull * ahead));
    double complex a = -clog(half + root), b = -clog(half - root);
    motion m = {0};
    double turn = creal(csqrt(a * b));
    m.frequency = turn / (2 * pi * h);
    m.damping = creal(a + b) / 2 / turn;
    m.slow = fmin(creal(a), creal(b));
    for (int i = 0; i <= 100; ++i) {
        double lambda = t->lambda + (1 - t->lambda) * i / 100;
        double k = (double)p.skin_share * lambda + (double)p.core_share;
        m.largest = fmax(m.largest, largest_of(k, k * ahead));
    }
    return m;
}

static const double lambdas[] = {1e-5, 0.0004, 0.0147, 0.08, 0.3, 0.7, 1};
static const double frequencies[] = {0.01, 3, 1000};
static const double cores[] = {0, 0.1, 0.5, 1};

#define EACH(value, list)                                                                          \
    for (size_t value##_at = 0; value##_at < sizeof(list) / sizeof *(list); ++value##_at)
#define AT(list, value) list[value##_at]

static void asked_frequency_and_damping_are_met(void** state) {
    (void)state;
    const double dampings[] = {0.005, 0.02, 0.05, 0.1, 0.3, 0.7, 0.95};
    const double shares[] = {0.02, 0.1, 0.3, 0.6, 0.9, 1};
    int met = 0, all = 0;
    EACH(l, lambdas) EACH(f, frequencies) EACH(z, dampings) EACH(c, cores) {
        pl_tuning t = {.radius = 0.3, .lambda = AT(lambdas, l)};
        double f = AT(frequencies, f), zeta = AT(dampings, z), core = AT(cores, c);
        double longest = pl_tune_substep(&t, f, zeta, core);
        EACH(s, shares) {
            double h = longest * AT(shares, s);
            pl_pace p = pl_tune_pace(&t, f, zeta, core, h);
            motion m = look(&t, p, h);
            double share = (double)p.skin_share + (double)p.core_share;
            double ahead = (double)p.retardation / h;
            assert_true(p.reached);
            assert_true(fabs(m.frequency / f - 1) < 0.003);
            assert_true(fabs((double)p.frequency / f - 1) < 1e-6);
            // damping gives way only to the limits of b
            bool is_limited = ahead < 0.5 * 1.00001 || ahead > (3 / share - 1) / 2 * 0.99999;
            if (!is_limited) assert_true(fabs(m.damping / zeta - 1) < 0.001);
            met += !is_limited;
            ++all;
        }
    }
    assert_true(met > all / 2);
}

static void step_is_stable_and_limits_hold(void** state) {
    (void)state;
    const double dampings[] = {0, 0.01, 0.05, 0.5, 1, 2, 10};
    const double steps[] = {1e-6, 1e-4, 1e-3, 1.0 / 120, 1.0 / 60, 0.1, 1, 10};
    EACH(l, lambdas) EACH(f, frequencies) EACH(z, dampings) EACH(c, cores) EACH(h, steps) {
        pl_tuning t = {.radius = 0.3, .lambda = AT(lambdas, l)};
        double h = AT(steps, h), core = AT(cores, c), f = AT(frequencies, f);
        pl_pace p = pl_tune_pace(&t, f, AT(dampings, z), core, h);
        double share = (double)p.skin_share + (double)p.core_share;
        double ahead = (double)p.retardation / h;
        assert_true(share > 0 && share <= 0.9 * 1.000001);
        assert_true(ahead >= 0.5 * 0.999999 && share * (1 + 2 * ahead) <= 3 * 1.000001);
        assert_true(p.frequency > 0 && (double)p.frequency <= f * 1.000001);
        assert_true(p.reached == ((double)p.frequency >= 0.999 * f));
        if (core == 0) assert_true(p.core_share == 0);
        if (core == 1) assert_true(p.skin_share == 0);
        assert_true(look(&t, p, h).largest <= 1 + 1e-6);
    }
}

static void too_long_a_substep_tells_what_is_reached(void** state) {
    (void)state;
    const double dampings[] = {0, 0.05, 0.3};
    const double shares[] = {1.3, 2, 5, 20};
    EACH(l, lambdas) EACH(f, frequencies) EACH(z, dampings) EACH(c, cores) EACH(s, shares) {
        pl_tuning t = {.radius = 0.3, .lambda = AT(lambdas, l)};
        double f = AT(frequencies, f), core = AT(cores, c), zeta = AT(dampings, z);
        // four times covers the substeps that were cut for damping alone; the damping that b >= h/2
        // brings makes up for a few more per cent
        double h = 4 * pl_tune_substep(&t, f, zeta, core) * AT(shares, s);
        pl_pace p = pl_tune_pace(&t, f, zeta, core, h);
        double share = (double)p.skin_share + (double)p.core_share;
        assert_false(p.reached);
        assert_true(fabs(share - 0.9) < 1e-5);
        assert_true(fabs((double)p.skin_share * t.lambda * core -
                         (double)p.core_share * (1 - core)) < 1e-6);
        assert_true(fabs(look(&t, p, h).frequency / (double)p.frequency - 1) < 0.003);
    }
}

static void longest_substep_is_the_longest(void** state) {
    (void)state;
    EACH(l, lambdas) EACH(f, frequencies) EACH(c, cores) {
        pl_tuning t = {.radius = 0.3, .lambda = AT(lambdas, l)};
        double f = AT(frequencies, f), core = AT(cores, c);
        double h = pl_tune_substep(&t, f, 0.5, core);
        assert_true(h > 0 && h < 1 / f);
        // nearly the plain law, s = 0.9, where lambda is small: but damping may ask for less
        double plain = sqrt(0.9 / ((1 - core) / t.lambda + core)) / (2 * pi * f);
        assert_true(h <= plain * 1.5 && h >= plain / 4.001);
        // without damping a quarter of what the frequency allows
        double calm = pl_tune_substep(&t, f, 0, core);
        assert_true(pl_tune_pace(&t, f, 0, core, 3.99 * calm).reached);
        assert_false(pl_tune_pace(&t, f, 0, core, 6 * calm).reached);
    }
    // a soft ball with the usual damping: 0.95 tau
    pl_tuning ball = {.radius = 0.3, .lambda = 0.038};
    double tau = sqrt(0.038 / 0.9) / (2 * pi * 3);
    assert_true(fabs(pl_tune_substep(&ball, 3, 0.06, 0) / (0.9487 * sqrt(0.038) / (2 * pi * 3)) -
                     1) < 0.02);
    assert_true(pl_tune_substep(&ball, 3, 0.06, 0.1) < tau);
}

// Where turns are small the numbers are those of the plain law.
static void small_steps_follow_the_plain_law(void** state) {
    (void)state;
    pl_tuning t = {.radius = 0.3, .lambda = 0.038};
    for (double h = 1e-7; h < 2e-4; h *= 10) {
        pl_pace p = pl_tune_pace(&t, 3, 0.05, 0.1, h);
        double turn = 2 * pi * 3 * h;
        assert_true(fabs((double)p.skin_share / (turn * turn * 0.9 / 0.038) - 1) < 0.001);
        assert_true(fabs((double)p.core_share / (turn * turn * 0.1) - 1) < 0.001);
        assert_true(fabs((double)p.retardation / (0.05 / (pi * 3)) - 1) < 0.001);
    }
}

// An overdamped mode creeps back at its slow pole; the fast one is over within a substep.
static void strong_damping_creeps_as_asked(void** state) {
    (void)state;
    const double dampings[] = {1, 1.5, 3, 10};
    EACH(z, dampings) {
        pl_tuning t = {.radius = 0.3, .lambda = 1};
        double zeta = AT(dampings, z), h = pl_tune_substep(&t, 3, zeta, 0) / 4;
        pl_pace p = pl_tune_pace(&t, 3, zeta, 0, h);
        double slow = 2 * pi * 3 * h / (zeta + sqrt(zeta * zeta - 1));
        assert_true(fabs(look(&t, p, h).slow / slow - 1) < 0.003);
    }
}

static void radius_follows_shape_and_frequency_only(void** state) {
    (void)state;
    struct {
        plump_shape_kind kind;
        uint32_t vertices;
        double frequency, share;
    } cases[] = {
        {PLUMP_SHAPE_SPHERE, 642, 3, 0.3},     {PLUMP_SHAPE_SPHERE, 2562, 3, 0.3},
        {PLUMP_SHAPE_SPHERE, 10242, 3, 0.3},   {PLUMP_SHAPE_BAR, 5000, 3, 0.3},
        {PLUMP_SHAPE_SPHERE, 2562, 0.5, 0.15}, {PLUMP_SHAPE_SPHERE, 2562, 1, 0.15},
        {PLUMP_SHAPE_SPHERE, 2562, 100, 0.6},  {PLUMP_SHAPE_SPHERE, 162, 0.1, 0.6},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; ++n) {
        plump_mesh* mesh = ball_kit_shape(cases[n].kind, cases[n].vertices);
        pl_tuning t, again;
        double extent = pl_mesh_surface(mesh, NULL)->extent;
        assert_true(pl_tune_choose(mesh, cases[n].frequency, 0.1, false, NULL, &t));
        if (n == 7) {
            // few vertices: the least radius of three edges
            assert_true(t.radius >= 3 * pl_mesh_surface(mesh, NULL)->edge_mean);
        } else {
            assert_true(fabs(t.radius / extent - cases[n].share) < 1e-6);
        }
        // tried radii leave no regions behind
        assert_int_equal(pl_ball_regions_size(mesh, (float)t.radius), 0);
        assert_true(pl_tune_radius(mesh, (float)t.radius, false, NULL, &again));
        assert_true(again.radius == t.radius && again.lambda == t.lambda);
        plump_mesh_destroy(mesh);
    }
}

static void lambda_does_not_depend_on_workers_or_order(void** state) {
    (void)state;
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    double first = 0;
    for (uint32_t workers = 0; workers <= 8; workers += 2) {
        plump_mesh* mesh = ball_kit_shape(PLUMP_SHAPE_BEAR, 3500);
        pl_task_pool* pool = NULL;
        if (workers) pool = pl_task_pool_create(&hooks, NULL, workers, NULL);
        pl_tuning t;
        if (workers == 4) assert_non_null(pl_ball_regions_get(mesh, 0.25f, pool));
        assert_true(pl_tune_radius(mesh, 0.25f, false, pool, &t));
        if (!workers) first = t.lambda;
        assert_true(t.lambda == first);
        assert_true(t.radius == (double)0.25f);
        pl_task_pool_destroy(pool);
        plump_mesh_destroy(mesh);
    }
}

static void any_body_and_radius_gives_a_usable_lambda(void** state) {
    (void)state;
    const float radii[] = {1e-30f, 1e-3f, 0.1f, 1, 100, 1e30f};
    for (int m = 0; m < 5; ++m) {
        plump_mesh* mesh = m == 0   ? ball_kit_take(ball_kit_tetrahedron(), NULL)
                           : m == 1 ? ball_kit_take(fixture_box(1, 1e-3, 1e-3), NULL)
                           : m == 2 ? ball_kit_take(ball_kit_two_spheres(12, 8), NULL)
                           : m == 3 ? ball_kit_take(ball_kit_plate(12), NULL)
                                    : ball_kit_shape(PLUMP_SHAPE_UV_SPHERE, 500);
        for (int n = 0; n < 6; ++n) {
            pl_tuning t;
            assert_true(pl_tune_radius(mesh, radii[n], false, NULL, &t));
            assert_true(t.lambda >= 1e-9 && t.lambda <= 1);
            if (radii[n] > 10 && m != 2) assert_true(t.lambda > 0.999);
        }
        plump_mesh_destroy(mesh);
    }
}

static void soft_bodies_under_gravity_are_told(void** state) {
    (void)state;
    // a ball of 1 m and 0.5 Hz is the limit that was measured
    pl_tuning ball = {.radius = 0.2, .lambda = 0.0147};
    assert_true(pl_tune_too_soft(&ball, 0.3, 1, 1, 9.81));
    assert_false(pl_tune_too_soft(&ball, 1, 1, 1, 9.81));
    assert_false(pl_tune_too_soft(&ball, 0.3, 1, 1, 0));
    // ten times as large: ten times the load per frequency squared
    double limit = sqrt(9.81 * 2 * 0.0147 / 3) / (2 * pi * 0.1);
    assert_true(pl_tune_too_soft(&ball, limit * 0.999, 1, 1, 9.81));
    assert_false(pl_tune_too_soft(&ball, limit * 1.001, 1, 1, 9.81));
    assert_true(pl_tune_too_soft(&ball, limit * 0.999 / sqrt(10), 1, 10, 9.81));
    assert_false(pl_tune_too_soft(&ball, limit * 1.001 / sqrt(10), 1, 10, 9.81));
}

static void out_of_memory_is_told_at_each_allocation(void** state) {
    (void)state;
    for (int forever = 0; forever < 2; ++forever) {
        for (int choosing = 0; choosing < 2; ++choosing) {
            memory_kit memory = {0};
            plump_mesh* mesh = ball_kit_take(fixture_sphere(0.5, 24, 16), &memory);
            assert_non_null(pl_mesh_surface(mesh, NULL));
            long fails = 0;
            for (long n = 1;; ++n) {
                pl_tuning t = {.radius = -1, .lambda = -1};
                memory.calls = 0, memory.fail_at = n, memory.fail_forever = forever;
                bool done = choosing ? pl_tune_choose(mesh, 3, 0.1, false, NULL, &t)
                                     : pl_tune_radius(mesh, 0.3f, false, NULL, &t);
                if (done) {
                    assert_true(t.lambda > 0);
                    break;
                }
                ++fails;
            }
            assert_true(fails > 25);
            memory.fail_at = 0;
            plump_mesh_destroy(mesh);
            assert_int_equal(memory.blocks, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asked_frequency_and_damping_are_met),
        cmocka_unit_test(step_is_stable_and_limits_hold),
        cmocka_unit_test(too_long_a_substep_tells_what_is_reached),
        cmocka_unit_test(longest_substep_is_the_longest),
        cmocka_unit_test(small_steps_follow_the_plain_law),
        cmocka_unit_test(strong_damping_creeps_as_asked),
        cmocka_unit_test(radius_follows_shape_and_frequency_only),
        cmocka_unit_test(lambda_does_not_depend_on_workers_or_order),
        cmocka_unit_test(any_body_and_radius_gives_a_usable_lambda),
        cmocka_unit_test(soft_bodies_under_gravity_are_told),
        cmocka_unit_test(out_of_memory_is_told_at_each_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

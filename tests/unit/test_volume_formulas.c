// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the volume constraint rests on, in double and apart from the library: the gradient, the
// cubic, its guards, and what the formulas as printed in the paper do instead. The table it prints
// is the one in docs/volume.md.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/reference_volume_kit.h"

// --- volume and gradient ---

static void the_volume_is_that_of_known_bodies(void** state) {
    (void)state;
    reference_volume* box = make_far_box();
    kit_near(box->units[0].rest, 1, 1e-12, "a box of 1 x 2 x 0.5");
    reference_volume_destroy(box);
    reference_volume* hollow = make_hollow();
    fixture outer = fixture_sphere(1, 14, 9), hole = fixture_sphere(0.6, 9, 6);
    reference_volume *a = of_fixture(&outer), *b = of_fixture(&hole);
    kit_near(hollow->units[0].rest, a->units[0].rest - b->units[0].rest, 1e-12, "a hollow ball");
    reference_volume_destroy(a);
    reference_volume_destroy(b);
    reference_volume_destroy(hollow);
}

// 18 V = sum x.N: what the library sums.
static void the_volume_is_an_eighteenth_of_the_ring_sum(void** state) {
    (void)state;
    uint64_t seed = 1;
    for (size_t m = 0; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        shake(r, 0.02, &seed);
        reference_volume_rings(r, r->x, r->ring);
        double sum = 0, size = 0;
        for (uint32_t i = 0; i < r->count; ++i) {
            sum += dot3(r->x[i], r->ring[i]) / 18;
            size += fabs(dot3(r->x[i], r->ring[i])) / 18;
        }
        kit_at_most(fabs(sum - reference_volume_measure(r, r->x, 0)) / size, 1e-13, "difference");
        reference_volume_destroy(r);
    }
}

static void the_gradient_is_a_sixth_of_the_ring_sum(void** state) {
    (void)state;
    uint64_t seed = 2;
    double worst = 0;
    for (size_t m = 0; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        shake(r, 0.05, &seed);
        reference_volume_rings(r, r->x, r->ring);
        double size = 0;
        for (uint32_t i = 0; i < r->count; ++i) size = fmax(size, kit_length(r->ring[i]) / 6);
        for (int round = 0; round < 40; ++round) {
            uint32_t i = (uint32_t)((1 + kit_random(&seed)) / 2 * r->count);
            int k = round % 3;
            double e = 1e-4 * r->extent, kept = r->x[i][k];
            r->x[i][k] = kept + e;
            double up = reference_volume_measure(r, r->x, 0);
            r->x[i][k] = kept - e;
            double down = reference_volume_measure(r, r->x, 0);
            r->x[i][k] = kept;
            worst = fmax(worst, fabs((up - down) / (2 * e) - r->ring[i][k] / 6) / size);
        }
        reference_volume_destroy(r);
    }
    print_message("gradient against central differences: %.1e\n", worst);
    kit_at_most(worst, 1e-7, "N/6 against central differences");
}

// Moving or turning the whole changes no volume.
static void gradients_and_their_moments_sum_up_to_nothing(void** state) {
    (void)state;
    uint64_t seed = 3;
    double worst = 0;
    for (size_t m = 0; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        shake(r, 0.1, &seed);
        reference_volume_rings(r, r->x, r->ring);
        double push[3] = {0}, turn[3] = {0}, size = 0, arm = 0;
        for (uint32_t i = 0; i < r->count; ++i) {
            const double *x = r->x[i], *n = r->ring[i];
            double moment[3] = {x[1] * n[2] - x[2] * n[1], x[2] * n[0] - x[0] * n[2],
                                x[0] * n[1] - x[1] * n[0]};
            for (int k = 0; k < 3; ++k) push[k] += n[k], turn[k] += moment[k];
            size += kit_length(n);
            arm += kit_length(x) * kit_length(n);
        }
        worst = fmax(worst, fmax(kit_length(push) / size, kit_length(turn) / arm));
        reference_volume_destroy(r);
    }
    print_message("sums of gradients and their moments: %.1e\n", worst);
    kit_at_most(worst, 1e-14, "sum of gradients or moments");
}

// --- the cubic ---

static void along_any_direction_volume_is_the_cubic(void** state) {
    (void)state;
    uint64_t seed = 4;
    for (size_t m = 0; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        shake(r, 0.05, &seed);
        for (uint32_t i = 0; i < 3 * r->count; ++i)
            r->way[i / 3][i % 3] = 0.1 * r->extent * kit_random(&seed);
        reference_cubic c = reference_volume_along(r, r->x, r->way, 0);
        for (double s = -2; s <= 2; s += 0.5) {
            for (uint32_t i = 0; i < 3 * r->count; ++i)
                r->moved[i / 3][i % 3] = r->x[i / 3][i % 3] + s * r->way[i / 3][i % 3];
            double v = reference_volume_measure(r, r->moved, 0);
            double wish = c.value + s * (c.slope + s * (c.curve + s * c.twist));
            kit_at_most(fabs(v - wish) / fabs(r->units[0].rest), 1e-12, "V against its cubic");
        }
        reference_volume_destroy(r);
    }
}

// [abc] = sum a.N(b, c), with N(b, c) the symmetric form of N: 18 V(x + s d) = [xxx] + 3 s [dxx] +
// 3 s^2 [xdd] + s^3 [ddd], the sums over rings that the library takes.
static void the_cubic_is_made_of_ring_sums(void** state) {
    (void)state;
    uint64_t seed = 5;
    for (size_t m = 0; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        shake(r, 0.05, &seed);
        for (uint32_t i = 0; i < 3 * r->count; ++i) r->way[i / 3][i % 3] = kit_random(&seed);
        reference_cubic c = reference_volume_along(r, r->x, r->way, 0);
        double slope = 0, curve = 0, twist = 0, size = 0;
        reference_volume_rings(r, r->x, r->ring);
        reference_volume_rings(r, r->way, r->pull);
        for (uint32_t i = 0; i < r->count; ++i) {
            slope += dot3(r->way[i], r->ring[i]) / 6;
            curve += dot3(r->x[i], r->pull[i]) / 6;
            twist += dot3(r->way[i], r->pull[i]) / 18;
            size += kit_length(r->x[i]) * kit_length(r->pull[i]) / 6;
        }
        kit_at_most(fabs(slope - c.slope), 1e-13 * size, "slope");
        kit_at_most(fabs(curve - c.curve), 1e-13 * size, "curve");
        kit_at_most(fabs(twist - c.twist), 1e-13 * size, "twist");
        reference_volume_destroy(r);
    }
}

// --- bringing a squashed ball back ---

typedef enum rule { PRINTED, GRADIENT, CUBIC } rule;

// A ball pressed flat along y to this share of its height, and so of its volume.
static reference_volume* squashed(double share) {
    reference_volume* r = of_shape(PLUMP_SHAPE_SPHERE, 1562);
    for (uint32_t i = 0; i < r->count; ++i) {
        r->x[i][1] *= share;
        memcpy(r->ahead[i], r->x[i], sizeof r->x[i]);
    }
    r->alpha = 1;
    r->most_change = INFINITY;
    return r;
}

// Eq. 7 with equal weights for C = 3 V - 3 V0; its gradient is N/2 = 3 dV/dx, printed N/6.
static void newton(reference_volume* r, bool printed) {
    double c = 3 * (reference_volume_measure(r, r->x, 0) - r->units[0].rest), sum = 0;
    reference_volume_rings(r, r->x, r->ring);
    for (uint32_t i = 0; i < 3 * r->count; ++i) {
        r->way[i / 3][i % 3] = r->ring[i / 3][i % 3] / (printed ? 6 : 2);
        sum += r->way[i / 3][i % 3] * r->way[i / 3][i % 3];
    }
    for (uint32_t i = 0; i < 3 * r->count; ++i)
        r->x[i / 3][i % 3] -= c / sum * r->way[i / 3][i % 3];
}

#define ROUNDS 12

// Relative errors before and after each pass; returns after how many it first is 1e-6, 0: never.
static int error_sequence(double share, rule by, double errors[ROUNDS + 1]) {
    reference_volume* r = squashed(share);
    int reached = 0;
    for (int k = 0; k <= ROUNDS; ++k) {
        errors[k] = reference_volume_measure(r, r->x, 0) / r->units[0].rest - 1;
        if (reached == 0 && fabs(errors[k]) <= 1e-6) reached = k;
        if (by == CUBIC)
            reference_volume_positions(r);
        else
            newton(r, by == PRINTED);
    }
    reference_volume_destroy(r);
    return reached;
}

static void print_row(const char* name, int reached, const double errors[ROUNDS + 1]) {
    char text[16];
    snprintf(text, sizeof text, "%d", reached);
    print_message("  %-8s %-6s", name, reached > 0 ? text : "never");
    for (int k = 0; k < 7; ++k) print_message(" %9.1e", errors[k]);
    print_message("\n");
}

static void printed_formulas_diverge_and_ours_do_not(void** state) {
    (void)state;
    static const double shares[] = {0.99, 0.9, 0.6, 0.2};
    static const char* const names[] = {"printed", "gradient", "cubic"};
    print_message("passes until the volume error is 1e-6, and errors: before, after 1, 2, ...\n");
    for (int k = 0; k < 4; ++k) {
        double errors[3][ROUNDS + 1];
        int reached[3];
        print_message("ball pressed to %.2f of its height\n", shares[k]);
        for (int by = 0; by < 3; ++by) {
            reached[by] = error_sequence(shares[k], (rule)by, errors[by]);
            print_row(names[by], reached[by], errors[by]);
        }
        assert_int_equal(reached[PRINTED], 0);
        assert_in_range(reached[GRADIENT], 1, 5);
        assert_int_equal(reached[CUBIC], 1);
        kit_at_most(fabs(errors[CUBIC][1]), 1e-12, "error after one pass with the cubic");
    }
}

// A small error becomes -2 times itself: the printed gradient is a third, so the step is threefold.
static void the_printed_step_is_three_times_too_long(void** state) {
    (void)state;
    double errors[ROUNDS + 1];
    error_sequence(0.9999, PRINTED, errors);
    for (int k = 0; k < 5; ++k) kit_near(errors[k + 1] / errors[k], -2, 0.01, "growth");
}

// Each residual is about a third of the last one's square: a ball that grows by r has
// V = (1 + r)^3, whose Newton step from 1 + e leaves e^2/3.
static void residuals_of_newton_square(void** state) {
    (void)state;
    double errors[ROUNDS + 1];
    error_sequence(0.65, GRADIENT, errors);
    print_message("ball pressed to 0.65, true gradient:");
    for (int k = 0; k < 5; ++k) print_message(" %.1e", errors[k]);
    print_message("\n");
    kit_near(errors[0], -0.35, 1e-6, "the first error");
    kit_near(errors[1] / (errors[0] * errors[0]), 1 / 3.0, 0.6, "a residual over the last squared");
    for (int k = 1; k < 3; ++k)
        kit_near(errors[k + 1] / (errors[k] * errors[k]), 1 / 3.0, 0.1,
                 "a residual over the last squared");
    kit_at_most(fabs(errors[4]), 1e-12, "fourth residual");
}

// The same with the stage's own pass, its cubic off: local weights, masses and momentum in play.
static void residuals_square_in_the_stage_too(void** state) {
    (void)state;
    uint64_t seed = 6;
    reference_volume* r = make_creature();
    random_masses(r, &seed);
    shake(r, 0.004, &seed);
    for (uint32_t i = 0; i < r->count; ++i) r->x[i][1] *= 0.9;
    r->exact = false;
    r->alpha = 0.2;
    r->most_change = INFINITY;
    double last = 1;
    for (int k = 0; k < 6; ++k) {
        reference_volume_positions(r);
        double now = fabs(r->units[0].after / r->units[0].rest - 1);
        kit_at_most(now, fmax(3 * last * last, 1e-13), "a residual, by the square of the last");
        last = now;
    }
    reference_volume_destroy(r);
}

// --- guards ---

static void one_pass_mends_no_more_than_its_bound(void** state) {
    (void)state;
    reference_volume* r = squashed(0.6);
    r->most_change = 0.05;
    for (int k = 1; k <= 8; ++k) {
        reference_volume_positions(r);
        kit_near(r->units[0].after / r->units[0].rest, 0.6 + 0.05 * k, 1e-6, "volume on its way");
    }
    kit_near(r->units[0].after / r->units[0].rest, 1, 1e-12, "volume at the end");
    reference_volume_destroy(r);
}

// Flat as a sheet, on a line, at a point, inside out: nothing moves further than the body is long.
static void degenerate_states_make_no_leaps(void** state) {
    (void)state;
    for (int axes = 0; axes < 4; ++axes) {
        reference_volume* r = make_ball();
        for (uint32_t i = 0; i < r->count; ++i) {
            for (int k = 0; k < axes; ++k) r->x[i][k] = 0;
            if (axes == 0) r->x[i][0] = -r->x[i][0];
        }
        reference_volume_positions(r);
        reference_volume_velocities(r);
        for (uint32_t i = 0; i < r->count; ++i) {
            kit_at_most(kit_length(r->moved[i]), r->extent, "a move");
            assert_true(isfinite(kit_length(r->v[i])));
        }
        reference_volume_destroy(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_volume_is_that_of_known_bodies),
        cmocka_unit_test(the_volume_is_an_eighteenth_of_the_ring_sum),
        cmocka_unit_test(the_gradient_is_a_sixth_of_the_ring_sum),
        cmocka_unit_test(gradients_and_their_moments_sum_up_to_nothing),
        cmocka_unit_test(along_any_direction_volume_is_the_cubic),
        cmocka_unit_test(the_cubic_is_made_of_ring_sums),
        cmocka_unit_test(printed_formulas_diverge_and_ours_do_not),
        cmocka_unit_test(the_printed_step_is_three_times_too_long),
        cmocka_unit_test(residuals_of_newton_square),
        cmocka_unit_test(residuals_square_in_the_stage_too),
        cmocka_unit_test(one_pass_mends_no_more_than_its_bound),
        cmocka_unit_test(degenerate_states_make_no_leaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

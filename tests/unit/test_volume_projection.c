// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the two passes of the volume constraint do to momentum and energy, and how they weigh, on
// the reference in double.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/reference_volume_kit.h"

static void random_weights(reference_volume* r, double* weight, uint64_t* seed) {
    for (uint32_t i = 0; i < r->count; ++i) {
        double a = kit_random(seed);
        weight[i] = a < -0.5 ? 0 : 4 * a * a;
    }
}

static double energy_of(const reference_volume* r) {
    double sum = 0;
    for (uint32_t i = 0; i < r->count; ++i) sum += 0.5 * r->mass[i] * dot3(r->v[i], r->v[i]);
    return sum;
}

// --- momentum ---

static void no_weights_push_or_turn_the_whole(void** state) {
    (void)state;
    uint64_t seed = 7;
    double worst = 0;
    int judged = 0;
    for (size_t m = 1; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        random_masses(r, &seed);
        for (int round = 0; round < 5; ++round) {
            shake(r, 0.03, &seed);
            random_weights(r, r->weight, &seed);
            reference_volume_rings(r, r->x, r->ring);
            reference_volume_aim(r, r->weight, 0);
            if (r->units[0].kept < 0.4) continue;  // then the rigid part stays in
            double push[3] = {0}, turn[3] = {0}, size = 0;
            for (uint32_t i = 0; i < r->count; ++i) {
                double p[3], *d = r->way[i];
                for (int k = 0; k < 3; ++k) p[k] = r->x[i][k] - r->x[0][k];
                double moment[3] = {p[1] * d[2] - p[2] * d[1], p[2] * d[0] - p[0] * d[2],
                                    p[0] * d[1] - p[1] * d[0]};
                for (int k = 0; k < 3; ++k)
                    push[k] += r->mass[i] * d[k], turn[k] += r->mass[i] * moment[k];
                size += r->mass[i] * kit_length(d);
            }
            worst = fmax(worst, fmax(kit_length(push), kit_length(turn) / r->extent) / size);
            ++judged;
        }
        reference_volume_destroy(r);
    }
    print_message("momentum of the direction, %d random cases: %.1e\n", judged, worst);
    assert_true(judged >= 25);
    kit_at_most(worst, 1e-12, "momentum of the direction");
}

static void angular_momentum(const reference_volume* r, double sum[3]) {
    sum[0] = sum[1] = sum[2] = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        const double *p = r->x[i], *v = r->v[i], m = r->mass[i];
        sum[0] += m * (p[1] * v[2] - p[2] * v[1]);
        sum[1] += m * (p[2] * v[0] - p[0] * v[2]);
        sum[2] += m * (p[0] * v[1] - p[1] * v[0]);
    }
}

static void both_passes_together_keep_momentum(void** state) {
    (void)state;
    uint64_t seed = 8;
    for (size_t m = 1; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        random_masses(r, &seed);
        shake(r, 0.03, &seed);
        r->alpha = 0.1;
        for (uint32_t i = 0; i < r->count && m % 2 == 0; ++i)
            r->contact[i] = i % 5 == 0 ? 1 : i % 5 == 1 ? 0.3 : 0;
        double before[3], after[3], push[3] = {0}, size = 0;
        for (uint32_t i = 0; i < r->count; ++i) {
            for (int k = 0; k < 3; ++k) push[k] -= r->mass[i] * r->v[i][k];
            size += r->mass[i] * kit_length(r->x[i]);
        }
        angular_momentum(r, before);
        reference_volume_positions(r);
        angular_momentum(r, after);
        for (int k = 0; k < 3; ++k) after[k] -= before[k];
        assert_true(kit_length(after) > 1e-6 * size);  // there is something to take back
        reference_volume_velocities(r);
        angular_momentum(r, after);
        for (int k = 0; k < 3; ++k) after[k] -= before[k];
        for (uint32_t i = 0; i < r->count; ++i)
            for (int k = 0; k < 3; ++k) push[k] += r->mass[i] * r->v[i][k];
        kit_at_most(kit_length(after), 1e-12 * size, "angular momentum gained");
        kit_at_most(kit_length(push), 1e-11 * r->count, "momentum gained");
        reference_volume_destroy(r);
    }
}

// --- velocities ---

static double flow_of(const reference_volume* r) {
    double sum = 0;
    for (uint32_t i = 0; i < r->count; ++i) sum += dot3(r->ring[i], r->v[i]);
    return sum;
}

static void velocities_end_up_without_divergence(void** state) {
    (void)state;
    uint64_t seed = 9;
    for (size_t m = 0; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        random_masses(r, &seed);
        shake(r, 0.05, &seed);
        r->contact[0] = 1;
        r->held[r->count - 1] = m % 2 == 0;
        r->alpha = 0.1;
        reference_volume_positions(r);
        reference_volume_velocities(r);
        double size = 0;
        for (uint32_t i = 0; i < r->count; ++i) size += kit_length(r->ring[i]);
        kit_at_most(fabs(flow_of(r)), 1e-13 * size, "divergence");
        r->speed = 0.3;
        reference_volume_velocities(r);
        kit_near(flow_of(r) / 6, 0.3 * r->units[0].rest, 1e-10, "growth of a growing target");
        reference_volume_destroy(r);
    }
}

// v - lambda w a without regard to who is touched: what eq. 9 "analogously" would be.
static double energy_factor(reference_volume* r, const double* weight) {
    double before = energy_of(r), power = 0, flow = flow_of(r);
    for (uint32_t i = 0; i < r->count; ++i)
        power += weight[i] * dot3(r->ring[i], r->ring[i]) / r->mass[i];
    for (uint32_t i = 0; i < r->count; ++i)
        for (int k = 0; k < 3; ++k)
            r->v[i][k] -= flow / power * weight[i] * r->ring[i][k] / r->mass[i];
    return energy_of(r) / before;
}

static void only_even_weights_never_add_energy(void** state) {
    (void)state;
    uint64_t seed = 10;
    double most_even = 0, most_local = 0;
    for (size_t m = 0; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        double* even = calloc(r->count, sizeof *even);
        for (uint32_t i = 0; i < r->count; ++i) even[i] = 1;
        random_masses(r, &seed);
        for (int round = 0; round < 200; ++round) {
            shake(r, 0.05, &seed);
            // a velocity field that mostly swells one side
            for (uint32_t i = 0; i < r->count && round % 2 == 0; ++i)
                for (int k = 0; k < 3; ++k) r->v[i][k] *= r->rest[i][0] > r->rest[0][0] ? 1 : 0.05;
            random_weights(r, r->weight, &seed);
            reference_volume_rings(r, r->x, r->ring);
            memcpy(r->moved, r->v, r->count * sizeof *r->v);
            most_even = fmax(most_even, energy_factor(r, even));
            memcpy(r->v, r->moved, r->count * sizeof *r->v);
            most_local = fmax(most_local, energy_factor(r, r->weight));
        }
        free(even);
        reference_volume_destroy(r);
    }
    print_message("energy after over before, at most: even weights %.15f, random weights %.3f\n",
                  most_even, most_local);
    kit_at_most(most_even, 1 + 1e-12, "energy factor of the orthogonal projection");
    assert_true(most_local > 1.05);
}

// The velocity pass alone: nothing to give back of what a move of positions did.
static double energy_ratio(reference_volume* r) {
    double before = energy_of(r);
    memset(r->moved, 0, r->count * sizeof *r->moved);
    reference_volume_velocities(r);
    return energy_of(r) / before;
}

// The velocities that gain most: in the plane of N/m and d, and across d. Along any d a projection
// makes them 1 / cos times as long, with the angle between the two.
static double worst_energy_ratio(reference_volume* r) {
    double both = 0, own = 0;
    energy_ratio(r);  // makes N after the move
    for (uint32_t i = 0; i < r->count; ++i) {
        both += dot3(r->ring[i], r->way[i]);
        own += r->mass[i] * dot3(r->way[i], r->way[i]);
    }
    for (uint32_t i = 0; i < r->count; ++i)
        for (int k = 0; k < 3; ++k)
            r->v[i][k] = r->ring[i][k] / r->mass[i] - both / own * r->way[i][k];
    return energy_ratio(r);
}

typedef struct gain {
    double random, worst;  // energy after over before, at most
} gain;

typedef struct weighing {
    const char* name;
    double alpha;
    bool painted;  // next to nothing on seven of eight
    bool touched;  // one side is in contact
    bool pushed;   // without regard to momentum
    double random, worst;
} weighing;

static gain measure_gain(const weighing* w) {
    uint64_t seed = 11;
    gain g = {0, 0};
    for (size_t m = 1; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        random_masses(r, &seed);
        r->alpha = w->alpha, r->momentum = !w->pushed;
        double middle = 0;
        for (uint32_t i = 0; i < r->count; ++i) middle += r->rest[i][0] / r->count;
        for (uint32_t i = 0; i < r->count; ++i) {
            if (w->painted) r->paint[i] = i % 8 == 0 ? 1 : 0.01;
            if (w->touched) r->contact[i] = r->rest[i][0] < middle ? 1 : 0;
        }
        for (int round = 0; round < 20; ++round) {
            shake(r, 0.02, &seed);
            reference_volume_positions(r);
            g.random = fmax(g.random, energy_ratio(r));
            g.worst = fmax(g.worst, worst_energy_ratio(r));
        }
        reference_volume_destroy(r);
    }
    return g;
}

// Along d as it is: after a move of the positions it is a little off the gradient.
static void the_velocity_pass_adds_no_energy_with_even_weights(void** state) {
    (void)state;
    uint64_t seed = 11;
    double most = 0;
    for (size_t m = 0; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        random_masses(r, &seed);
        r->most_stretch = INFINITY;
        for (int round = 0; round < 100; ++round) {
            shake(r, 0.05, &seed);
            reference_volume_positions(r);
            double error = fabs(r->units[0].before / r->units[0].rest - 1);
            most = fmax(most, (energy_ratio(r) - 1) / error);
            shake(r, 0.05, &seed);
            reference_volume_positions(r);
            reference_volume_positions(r);  // moves nothing
            kit_at_most(energy_ratio(r), 1 + 1e-12, "energy after over before");
        }
        reference_volume_destroy(r);
    }
    print_message("energy added, share, per share of the volume mended: at most %.1e\n", most);
    kit_at_most(most, 0.01, "energy added per volume mended");
}

// With others it may, where velocities are just so: to 1 + the slant that is allowed (a trifle more
// where the move of the positions has turned the gradient). Contacts leave fewer places to act on,
// and what is moving there counts as well: then it is more, with velocities that contacts would not
// leave.
static void the_velocity_pass_adds_little_energy_with_others(void** state) {
    (void)state;
    static const weighing ways[] = {
        {"local weights", 0, false, false, false, 1.001, 1.03},
        {"very uneven paint", 0, true, false, false, 1.4, 3.1},
        {"the same without regard to momentum", 0, true, false, true, 1.4, 3.1},
        {"even, half of it in contact", 1, false, true, false, 1.2, 3},
        {"local and painted, half of it in contact", 0, true, true, false, 1.2, 8},
    };
    print_message("energy after over before, at most: %14s random  worst velocities\n", "");
    for (size_t k = 0; k < sizeof ways / sizeof *ways; ++k) {
        gain g = measure_gain(&ways[k]);
        print_message("%-48s %.4f  %.4f\n", ways[k].name, g.random, g.worst);
        kit_at_most(g.random, ways[k].random, "energy after over before, velocities at random");
        kit_at_most(g.worst, ways[k].worst, "energy after over before, the worst velocities");
    }
}

// A body at rest gets what elasticity puts in each substep undone by both passes alike.
static void what_goes_along_the_correction_is_lost_place_by_place(void** state) {
    (void)state;
    uint64_t seed = 13;
    for (size_t m = 1; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        random_masses(r, &seed);
        shake(r, 0.02, &seed);
        memcpy(r->x, r->rest, r->count * sizeof *r->x);
        r->alpha = 0.1;
        for (uint32_t i = 0; i < r->count; ++i) r->paint[i] = 1.3 + kit_random(&seed);
        reference_volume_positions(r);
        memcpy(r->v, r->way, r->count * sizeof *r->v);
        double before = energy_of(r), uneven = 0;
        for (uint32_t i = 0; i < r->count; ++i) uneven = fmax(uneven, r->weight[i]);
        assert_true(uneven > 1.5);
        reference_volume_velocities(r);
        kit_at_most(energy_of(r) / before, 1e-24, "energy left");
        reference_volume_destroy(r);
    }
}

// --- weights ---

static void a_body_that_does_not_deform_has_even_weights(void** state) {
    (void)state;
    reference_volume* r = make_creature();
    r->alpha = 0;
    reference_volume_positions(r);
    for (uint32_t i = 0; i < r->count; ++i) kit_near(r->weight[i], 1, 1e-9, "weight");
    reference_volume_destroy(r);
}

// Local, touched, held and painted: zero where it must be, and a mean of 1 before smoothing.
static void weights_are_as_described(void** state) {
    (void)state;
    uint64_t seed = 12;
    reference_volume* r = make_ball();
    shake(r, 0.02, &seed);
    r->alpha = 0.1, r->smoothing = 0;
    r->most_stretch = INFINITY;
    reference_volume_positions(r);
    double mean = 0, least = 9;
    for (uint32_t i = 0; i < r->count; ++i)
        mean += r->weight[i] / r->count, least = fmin(least, r->weight[i]);
    kit_near(mean, 1, 1e-12, "mean weight");
    assert_true(least >= 0.1);
    shake(r, 0.02, &seed);
    r->smoothing = 1;
    r->held[3] = true, r->contact[7] = 1, r->contact[8] = 0.25, r->paint[9] = 0;
    reference_volume_positions(r);
    assert_true(r->weight[3] == 0 && r->weight[7] == 0 && r->weight[9] == 0 && r->weight[8] > 0);
    assert_true(kit_length(r->moved[3]) == 0 && kit_length(r->moved[7]) == 0);
    kit_near(r->units[0].after / r->units[0].rest, 1, 1e-12, "volume all the same");
    reference_volume_destroy(r);
}

// A ball that is larger throughout: pressure gives way unless it should be that large.
static void weights_fall_where_the_surface_is_stretched(void** state) {
    (void)state;
    for (double longer = 1; longer < 2.1; longer += 0.25) {
        reference_volume* r = make_ball();
        for (uint32_t i = 0; i < 3 * r->count; ++i)
            r->x[i / 3][i % 3] = longer * r->rest[i / 3][i % 3];
        double wish = fmin(1, 1.5 * 1.5 / (longer * longer * longer * longer));
        reference_volume_positions(r);
        for (uint32_t i = 0; i < r->count; ++i) kit_near(r->weight[i], wish, 1e-12, "weight");
        for (uint32_t i = 0; i < 3 * r->count; ++i)
            r->x[i / 3][i % 3] = longer * r->rest[i / 3][i % 3];
        r->ratio = longer * longer * longer;
        reference_volume_positions(r);
        for (uint32_t i = 0; i < r->count; ++i) kit_near(r->weight[i], 1, 1e-12, "weight");
        reference_volume_destroy(r);
    }
}

// tan^2 between the direction by these weights and the even one, in the metric of the masses.
static double slant_of(const reference_volume* r, const double* weight) {
    double even = 0, own = 0, both = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        double push = dot3(r->ring[i], r->ring[i]) / r->mass[i], w = weight[i];
        even += push, own += w * push, both += w * w * push;
    }
    return even * both / (own * own) - 1;
}

static void very_uneven_weights_are_brought_nearer_to_even(void** state) {
    (void)state;
    uint64_t seed = 14;
    for (size_t m = 1; m < MAKERS; ++m) {
        reference_volume* r = makers[m]();
        random_masses(r, &seed);
        shake(r, 0.02, &seed);
        memcpy(r->x, r->rest, r->count * sizeof *r->x);
        r->alpha = 0;
        reference_volume_positions(r);
        kit_at_most(r->units[0].slant, 0.5, "slant of local weights");
        kit_near(slant_of(r, r->weight), r->units[0].slant, 1e-12, "slant, which stays");
        for (uint32_t i = 0; i < r->count; ++i) r->paint[i] = i % 8 == 0 ? 1 : 0.01;
        reference_volume_positions(r);
        assert_true(r->units[0].slant > 1.2 * r->most_slant);
        kit_near(slant_of(r, r->weight), r->most_slant, 1e-9, "slant of very uneven weights");
        reference_volume_destroy(r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_weights_push_or_turn_the_whole),
        cmocka_unit_test(both_passes_together_keep_momentum),
        cmocka_unit_test(velocities_end_up_without_divergence),
        cmocka_unit_test(only_even_weights_never_add_energy),
        cmocka_unit_test(the_velocity_pass_adds_no_energy_with_even_weights),
        cmocka_unit_test(the_velocity_pass_adds_little_energy_with_others),
        cmocka_unit_test(what_goes_along_the_correction_is_lost_place_by_place),
        cmocka_unit_test(a_body_that_does_not_deform_has_even_weights),
        cmocka_unit_test(weights_are_as_described),
        cmocka_unit_test(weights_fall_where_the_surface_is_stretched),
        cmocka_unit_test(very_uneven_weights_are_brought_nearer_to_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/volume/volume_solve.h"

#include <float.h>
#include <math.h>
#include <string.h>

static double random_number(uint64_t* seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static void at_most(double value, double most, const char* what) {
    if (!(value <= most)) fail_msg("%s is %.6g; at most %.6g is allowed", what, value, most);
}

static double at(const pl_cubic* c, double s) {
    return c->value + s * (c->slope + s * (c->curve + s * c->twist));
}

// How large the terms of V(s) are: what its rounding is measured by.
static double size_at(const pl_cubic* c, double s) {
    return fabs(c->value) + fabs(s * c->slope) + fabs(s * s * c->curve) +
           fabs(s * s * s * c->twist);
}

// --- the cubic ---

// Walks from 0 in small steps as long as V comes nearer to the goal, then cuts the last two steps
// finer and finer in the same way.
static double walk(const pl_cubic* c, double goal, double most) {
    double side = goal < c->value ? -1 : 1, from = 0, step = most / 4000;
    for (int round = 0; round < 12; ++round) {
        double here = from, left = side * (goal - at(c, side * from));
        while (here + step <= most * (1 + 1e-15)) {
            double next = side * (goal - at(c, side * (here + step)));
            if (!(next < left) || next < 0) break;
            here += step, left = next;
        }
        from = here > step ? here - step : 0;
        if (side * (goal - at(c, side * (here + step))) < 0) from = here;  // a root, not a turn
        step /= 20;
    }
    return side * from;
}

static void the_answer_is_the_one_a_walk_finds(void** state) {
    (void)state;
    uint64_t seed = 1;
    int roots = 0, turns = 0, bounds = 0;
    for (int round = 0; round < 4000; ++round) {
        pl_cubic c = {random_number(&seed), fabs(random_number(&seed)), 2 * random_number(&seed),
                      2 * random_number(&seed)};
        if (round % 5 == 0) c.twist = 0;
        if (round % 7 == 0) c.curve = 0;
        double goal = c.value + random_number(&seed), most = 0.1 + fabs(4 * random_number(&seed));
        double s = pl_cubic_reach(&c, goal, most), found = walk(&c, goal, most);
        double steep = fabs(c.slope + s * (2 * c.curve + 3 * s * c.twist));
        // V decides; s only where V tells it
        at_most(fabs(at(&c, s) - at(&c, found)), 1e-9 * size_at(&c, s), "V apart from the walk's");
        if (steep > 1e-3) at_most(fabs(s - found), 1e-7, "s apart from the walk's");
        if (fabs(s) >= most)
            ++bounds;
        else if (fabs(at(&c, s) - goal) <= 1e-12)
            ++roots;
        else
            ++turns;
    }
    assert_true(roots > 500 && turns > 500 && bounds > 100);  // each kind has been judged
}

static void roots_are_exact_to_rounding(void** state) {
    (void)state;
    static const double units[] = {1e-30, 1e-15, 1, 1e12, 1e30};  // of volume
    uint64_t seed = 2;
    int roots = 0;
    for (int round = 0; round < 100000; ++round) {
        double unit = units[round % 5], reach = units[(round / 5 + 2) % 5];  // and of s
        pl_cubic c = {unit * random_number(&seed), unit / reach * fabs(random_number(&seed)),
                      unit / reach / reach * random_number(&seed),
                      unit / reach / reach / reach * random_number(&seed)};
        double goal = unit * random_number(&seed), most = 10 * reach;
        double s = pl_cubic_reach(&c, goal, most), size = size_at(&c, s);
        double steep = fabs(c.slope + s * (2 * c.curve + 3 * s * c.twist)) * reach / unit;
        if (fabs(s) >= most || steep < 1e-6) continue;
        at_most(fabs(at(&c, s) - goal), 4 * DBL_EPSILON * size, "residual");
        ++roots;
    }
    assert_true(roots > 40000);
}

static void it_stops_where_the_volume_turns_back(void** state) {
    (void)state;
    pl_cubic c = {0, 3, 0, -1};  // 3 s - s^3: 2 at 1, -2 at -1, and 2 again at -2
    at_most(fabs(pl_cubic_reach(&c, 5, 100) - 1), 1e-15, "above the top");
    at_most(fabs(pl_cubic_reach(&c, -5, 100) + 1), 1e-15, "below the bottom");
    at_most(fabs(pl_cubic_reach(&c, 2, 100) - 1), 1e-7, "the top itself");
    at_most(fabs(at(&c, pl_cubic_reach(&c, 2, 100)) - 2), 1e-15, "its height");
    pl_cubic parabola = {1, 2, -1, 0};  // 1 + 2 s - s^2: 2 at 1
    at_most(fabs(pl_cubic_reach(&parabola, 7, 100) - 1), 1e-15, "a parabola's top");
    at_most(fabs(pl_cubic_reach(&parabola, -2, 100) + 1), 1e-15, "down its other side");
    pl_cubic late = {0, 1, 1, -1e-9};  // turns at about 2/3 1e9, then falls
    double top = (1 + sqrt(1 + 3e-9)) / 3e-9;
    at_most(fabs(pl_cubic_reach(&late, 1e300, 1e12) / top - 1), 1e-14, "a late top");
    pl_cubic early = {0, 1e-9, -1, 1};  // rises a little, falls, and rises for ever
    at_most(fabs(pl_cubic_reach(&early, 1, 100) / 5e-10 - 1), 1e-8, "an early top");
}

static void a_level_place_is_no_turning_point(void** state) {
    (void)state;
    pl_cubic c = {0, 3, -3, 1};  // (s - 1)^3 + 1
    at_most(fabs(pl_cubic_reach(&c, 2, 100) - 2), 1e-15, "beyond it");
    at_most(fabs(at(&c, pl_cubic_reach(&c, 1, 100)) - 1), 1e-14, "on it");
}

static void steps_end_at_the_bound(void** state) {
    (void)state;
    pl_cubic c = {0, 1, 0.5, 0.25};
    assert_true(pl_cubic_reach(&c, 100, 0.5) == 0.5);
    assert_true(pl_cubic_reach(&c, -100, 0.5) == -0.5);
    pl_cubic line = {2, 4, 0, 0};
    assert_true(pl_cubic_reach(&line, 3, 100) == 0.25);
    assert_true(pl_cubic_reach(&line, 1, 100) == -0.25);
    assert_true(pl_cubic_reach(&line, 3, 0.25) == 0.25);
}

// Flat bodies have no slope, points nothing at all.
static void without_a_slope_it_goes_only_where_that_helps(void** state) {
    (void)state;
    pl_cubic nothing = {1, 0, 0, 0}, up = {0, 0, 1, 0}, cube = {0, 0, 0, 1}, down = {0, 0, 0, -1};
    assert_true(pl_cubic_reach(&nothing, 2, 100) == 0);
    at_most(fabs(pl_cubic_reach(&up, 4, 100) - 2), 1e-14, "s^2 = 4");
    assert_true(pl_cubic_reach(&up, -4, 100) == 0);
    at_most(fabs(pl_cubic_reach(&cube, -8, 100) + 2), 1e-14, "s^3 = -8");
    assert_true(pl_cubic_reach(&down, 8, 100) == 0);
}

static void the_answer_is_finite_whatever_comes(void** state) {
    (void)state;
    const double odd[] = {0,       -0.0,     1,       -1,       NAN,   INFINITY, -INFINITY,
                          DBL_MAX, -DBL_MAX, DBL_MIN, 4.9e-324, 1e160, 1e-160};
    const size_t kinds = sizeof odd / sizeof *odd;
    uint64_t seed = 3;
    for (int round = 0; round < 200000; ++round) {
        double pick[6];
        for (int k = 0; k < 6; ++k)
            pick[k] = odd[(size_t)((random_number(&seed) + 1) / 2 * (double)kinds)];
        pl_cubic c = {pick[0], pick[1], pick[2], pick[3]};
        double s = pl_cubic_reach(&c, pick[4], pick[5]);
        assert_true(isfinite(s));
        assert_true(s == 0 || fabs(s) <= pick[5]);
    }
    pl_cubic c = {1, 1, 1, 1};
    assert_true(pl_cubic_reach(&c, 1, 100) == 0);
    assert_true(pl_cubic_reach(&c, 2, 0) == 0);
    assert_true(pl_cubic_reach(&c, 2, -1) == 0);
    assert_true(pl_cubic_reach(&c, NAN, 1) == 0);
    assert_true(pl_cubic_reach(&c, 2, NAN) == 0);
}

// --- the target ---

static void the_target_is_reached_by_99_percent_in_its_time(void** state) {
    (void)state;
    double ratio = 1, speed = 0;
    pl_volume_follow(2, 0.5, 0.5, &ratio, &speed);
    at_most(fabs(ratio - 1.99), 1e-5, "off 99 %");
    ratio = 1, speed = 0;
    pl_volume_follow(0.4, 3, 3, &ratio, &speed);
    at_most(fabs(ratio - 0.406), 1e-5, "off 99 % when shrinking");
}

static void steps_of_any_length_give_the_same(void** state) {
    (void)state;
    uint64_t seed = 4;
    for (int round = 0; round < 200; ++round) {
        double scale = 1.2 + random_number(&seed), time = 0.05 + fabs(random_number(&seed));
        double start = 1.2 + random_number(&seed), push = 3 * random_number(&seed);
        double whole = start, whole_speed = push, cut = start, cut_speed = push;
        double h = 0.8 * time * fabs(random_number(&seed)), done = 0;
        pl_volume_follow(scale, time, h, &whole, &whole_speed);
        for (int k = 0; k < 50 && done < h; ++k) {
            double next = k == 49 ? h : fmin(h, done + h * fabs(random_number(&seed)) / 10);
            pl_volume_follow(scale, time, next - done, &cut, &cut_speed);
            done = next;
        }
        at_most(fabs(whole - cut), 1e-13 * (1 + fabs(push)), "ratio apart");
        at_most(fabs(whole_speed - cut_speed), 1e-12 * (1 + fabs(push)) / time, "speed apart");
    }
}

static void the_speed_is_that_of_the_ratio(void** state) {
    (void)state;
    double ratio = 1, speed = 0.3, e = 1e-5, before, after, other;
    for (int k = 0; k < 20; ++k) {
        pl_volume_follow(1.5, 0.4, 0.02, &ratio, &speed);
        before = after = ratio, other = speed;
        pl_volume_follow(1.5, 0.4, e, &after, &other);
        at_most(fabs((after - before) / e - 0.5 * (speed + other)), 1e-7, "speed off");
    }
}

static void from_rest_it_never_overshoots(void** state) {
    (void)state;
    static const double scales[] = {0.2, 0.99, 1.5, 4};
    for (int k = 0; k < 4; ++k) {
        double ratio = 1, speed = 0, last = fabs(1 - scales[k]), side = 1 - scales[k];
        for (int i = 0; i < 2000; ++i) {
            pl_volume_follow(scales[k], 0.5, 1 / 240.0, &ratio, &speed);
            double off = ratio - scales[k];
            assert_true(off * side >= 0 && fabs(off) <= last);
            last = fabs(off);
        }
    }
}

// Told otherwise again and again on the way, it stays among what it was told.
static void changes_on_the_way_lead_not_beyond_what_was_asked(void** state) {
    (void)state;
    uint64_t seed = 5;
    double ratio = 1, speed = 0;
    for (int i = 0; i < 20000; ++i) {
        double scale = i / 37 % 2 ? 0.5 : 1.5;
        if (i / 500 % 3 == 0) scale = 1 + 0.5 * random_number(&seed);
        pl_volume_follow(scale, 0.3, 0.004, &ratio, &speed);
        assert_true(ratio >= 0.5 && ratio <= 1.5);
    }
}

static void it_lands_exactly_so_that_bodies_can_sleep(void** state) {
    (void)state;
    static const double scales[] = {0.3, 0.999, 1.7, 5};
    for (int k = 0; k < 4; ++k) {
        double ratio = 1, speed = 0;
        for (int i = 0; i < 5 * 120; ++i)  // 5 times its time
            pl_volume_follow(scales[k], 0.5, 1 / 240.0, &ratio, &speed);
        assert_true(ratio == scales[k] && speed == 0);
    }
}

static void it_does_not_stop_when_it_only_passes_by(void** state) {
    (void)state;
    double ratio = 1, speed = 2;
    pl_volume_follow(1, 0.5, 1e-12, &ratio, &speed);
    assert_true(speed > 1.9);
}

static void odd_times_and_states_are_taken_well(void** state) {
    (void)state;
    double ratio = 1, speed = 3;
    pl_volume_follow(2, 0, 0.01, &ratio, &speed);
    assert_true(ratio == 2 && speed == 0);
    ratio = 1, speed = 0.5;
    pl_volume_follow(2, 1, 0, &ratio, &speed);
    assert_true(ratio == 1 && speed == 0.5);
    ratio = NAN, speed = 0;
    pl_volume_follow(2, 1, 0.01, &ratio, &speed);
    assert_true(ratio == 2 && speed == 0);
    ratio = 1, speed = INFINITY;
    pl_volume_follow(2, 1, 0.01, &ratio, &speed);
    assert_true(ratio == 2 && speed == 0);
    ratio = 1, speed = 0;
    pl_volume_follow(2, 1e-300, 0.01, &ratio, &speed);  // its square would be infinite
    assert_true(ratio == 2 && speed == 0);
    ratio = 1, speed = 0;
    pl_volume_follow(2, 1e-3, 1e6, &ratio, &speed);
    assert_true(ratio == 2 && speed == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_answer_is_the_one_a_walk_finds),
        cmocka_unit_test(roots_are_exact_to_rounding),
        cmocka_unit_test(it_stops_where_the_volume_turns_back),
        cmocka_unit_test(a_level_place_is_no_turning_point),
        cmocka_unit_test(steps_end_at_the_bound),
        cmocka_unit_test(without_a_slope_it_goes_only_where_that_helps),
        cmocka_unit_test(the_answer_is_finite_whatever_comes),
        cmocka_unit_test(the_target_is_reached_by_99_percent_in_its_time),
        cmocka_unit_test(steps_of_any_length_give_the_same),
        cmocka_unit_test(the_speed_is_that_of_the_ratio),
        cmocka_unit_test(from_rest_it_never_overshoots),
        cmocka_unit_test(changes_on_the_way_lead_not_beyond_what_was_asked),
        cmocka_unit_test(it_lands_exactly_so_that_bodies_can_sleep),
        cmocka_unit_test(it_does_not_stop_when_it_only_passes_by),
        cmocka_unit_test(odd_times_and_states_are_taken_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

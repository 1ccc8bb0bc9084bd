// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// GLBs of fewer shapes than frames: what is played is what was filmed, within the tolerance.
#define _XOPEN_SOURCE 700
#include "tests/unit/film_kit.h"

#if defined(PLUMP_HAVE_JANSSON)

#include "tests/unit/film_player.h"

#define SIZE 7.810249675906654  // of the parts of the kit: their box is 6 by 3 by 4

static double chance(uint32_t* seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (double)(*seed >> 8) / 16777216.0 - 0.5;
}

// Both parts turn about y; `wild` moves every vertex for itself besides.
static void turn(film_kit* kit, uint32_t frame, double wild) {
    double angle = 0.31 * frame, c = cos(angle), s = sin(angle);
    uint32_t seed = frame;
    for (unsigned i = 0; i < 2; ++i) {
        for (unsigned v = 0; v < FILM_VERTICES; ++v) {
            const float* from = film_rest[i] + 3 * v;
            float* to = kit->positions[i] + 3 * v;
            double x = (double)from[0], z = (double)from[2];
            to[0] = (float)(c * x + s * z + wild * chance(&seed));
            to[1] = (float)((double)from[1] + wild * chance(&seed));
            to[2] = (float)(c * z - s * x + wild * chance(&seed));
        }
    }
}

static plump_film_info film_turns(film_kit* kit, uint32_t frames, double wild) {
    plump_film* film = film_kit_open(kit);
    plump_film_info info;
    plump_error error = {PLUMP_OK, ""};
    for (uint32_t f = 0; f < frames; ++f) {
        turn(kit, f, wild);
        if (plump_film_add(film, f / 30.0, kit->given, &error) != PLUMP_OK)
            fail_msg("%s", error.text);
    }
    plump_film_get_info(film, &info);
    film_kit_close(film);
    return info;
}

// How far a part is from where it was filmed, at a moment between two frames.
static double off(const player* p, film_kit* kit, unsigned part, uint32_t frame, double share,
                  double wild) {
    double from = (double)(float)(frame / 30.0), to = (double)(float)((frame + 1) / 30.0), most = 0;
    double time = from + share * (to - from), way[3 * FILM_VERTICES];
    size_t node = showing_node(p, part, time);
    for (int later = 0; later < 2; ++later) {
        turn(kit, frame + (uint32_t)later, wild);
        for (unsigned k = 0; k < 3 * FILM_VERTICES; ++k)
            way[k] = (later ? way[k] : 0) +
                     (later ? share : 1 - share) * (double)kit->positions[part][k];
    }
    for (unsigned v = 0; v < FILM_VERTICES; ++v) {
        double square = 0;
        for (unsigned k = 0; k < 3; ++k) {
            double d = attribute_at(p, node, "POSITION", time, v, k) - way[3 * v + k];
            square += d * d;
        }
        most = fmax(most, sqrt(square));
    }
    return most;
}

static void what_turns_is_a_sum_of_few_shapes(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    kit.def.tolerance = 1e-5;
    plump_film_info info = film_turns(&kit, 200, 0);
    assert_true(info.target_count <= 2 * 3);
    assert_true(info.error_most <= 1e-5);
    player p = play(path_of("a.glb"));
    expect_bounds(&p);
    for (uint32_t f = 0; f < 199; f += 7)
        for (unsigned part = 0; part < 2; ++part)
            assert_true(off(&p, &kit, part, f, 0, 0) <= 1e-5 * SIZE);
    stop(&p);
}

// In takes of any length, at frames and between them.
static void the_tolerance_is_kept(void** state) {
    (void)state;
    static const uint32_t limits[] = {0, 120, 7, 3, 2};
    static const double tolerances[] = {1e-6, 3e-3, 2e-2};
    for (unsigned n = 0; n < 15; ++n) {
        film_kit kit;
        double tolerance = tolerances[n % 3];
        film_kit_make(&kit, path_of("a.glb"));
        kit.def.targets_max = limits[n / 3];
        kit.def.tolerance = tolerance;
        plump_film_info info = film_turns(&kit, 24, 0.2);
        assert_true(info.error_most <= tolerance);
        player p = play(path_of("a.glb"));
        expect_bounds(&p);
        for (uint32_t f = 0; f < 23; ++f) {
            for (unsigned part = 0; part < 2; ++part) {
                for (double share = 0; share < 1; share += 0.25)
                    assert_true(off(&p, &kit, part, f, share, 0.2) <= tolerance * SIZE + 1e-5);
            }
        }
        stop(&p);
    }
}

// A part that rests, goes and comes back adds nothing.
static void rest_and_absence_cost_nothing(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    kit.def.tolerance = 1e-6;
    plump_film* film = film_kit_open(&kit);
    plump_film_info info;
    for (uint32_t f = 0; f < 40; ++f) {
        uint32_t moved = f < 5 ? f : f < 30 ? 5 : 0;
        film_kit_move(&kit, moved);
        kit.given[1] = f == 12 ? NULL : kit.positions[1];
        assert_int_equal(plump_film_add(film, f / 30.0, kit.given, NULL), PLUMP_OK);
    }
    plump_film_get_info(film, &info);
    film_kit_close(film);
    player p = play(path_of("a.glb"));
    assert_int_equal(info.target_count, 2);  // both go along a line
    size_t keys = count_of(&p, number(sampler_of(&p, 0, "weights"), "input"));
    assert_int_equal(keys, 6 + 1 + 2);
    assert_true(showing_node(&p, 1, 12 / 30.0 + 1e-4) == SIZE_MAX);
    stop(&p);
}

// The size holds; what it costs in exactness is told.
static void a_size_is_kept_by_a_larger_tolerance(void** state) {
    (void)state;
    film_kit kit;
    film_kit_make(&kit, path_of("a.glb"));
    kit.def.targets_max = 10;
    kit.def.tolerance = 0;
    film_turns(&kit, 200, 0.2);
    player p = play(path_of("a.glb"));
    size_t exact = p.file.size;
    stop(&p);
    kit.def.tolerance = 1e-6;
    kit.def.size_most = exact / 2;
    plump_film* film = film_kit_open(&kit);
    plump_film_info info = {0};
    plump_error error = {PLUMP_OK, ""};
    uint32_t f = 0;
    for (; f < 200; ++f) {
        turn(&kit, f, 1e-5);
        if (plump_film_add(film, f / 30.0, kit.given, &error) != PLUMP_OK) break;
    }
    plump_film_get_info(film, &info);
    film_kit_close(film);
    p = play(path_of("a.glb"));
    assert_true(p.file.size <= exact / 2);
    assert_int_equal(f, 200);
    for (f = 0; f < 199; f += 13)
        assert_true(off(&p, &kit, 0, f, 0, 1e-5) <= info.error_most * SIZE + 1e-5);
    stop(&p);
}

static void wrong_tolerances_are_refused(void** state) {
    (void)state;
    static const double wrong[] = {-1e-3, 1.5, NAN};
    for (unsigned i = 0; i < 3; ++i) {
        film_kit kit;
        plump_film* film = NULL;
        plump_error error;
        film_kit_make(&kit, path_of("a.glb"));
        kit.def.tolerance = wrong[i];
        assert_int_equal(plump_film_open(&kit.def, &film, &error), PLUMP_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "it is a share of the size, 0 to 1"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_turns_is_a_sum_of_few_shapes),
        cmocka_unit_test(the_tolerance_is_kept),
        cmocka_unit_test(rest_and_absence_cost_nothing),
        cmocka_unit_test(a_size_is_kept_by_a_larger_tolerance),
        cmocka_unit_test(wrong_tolerances_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}

#else

int main(void) {
    return 0;
}

#endif

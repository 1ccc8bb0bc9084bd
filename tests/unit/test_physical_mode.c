// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Physical mode gives the vibration that was asked for: frequency within 1 %, damping ratio within
// 5 %, on every shape, at every resolution and rate, with as many substeps as the step itself
// chooses.
//
// The body is bent into its slowest mode, which the reference finds over the whole mesh in double
// (the library looks at a sample), and let go (swing_kit.h).
//
// Default: balls to 2,562 vertices, small characters. PLUMP_TEST_LONG=1: to 40,962 and full size.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/reference_mode.h"
#include "tests/unit/swing_kit.h"

static void a_known_swing_is_measured(void** state) {
    (void)state;
    double q[400], dt = 1.0 / 130, w = 2 * KIT_PI * 2.9, zeta = 0.07;
    for (int i = 0; i < 400; ++i)
        q[i] = exp(-zeta * w * i * dt) * cos(w * sqrt(1 - zeta * zeta) * i * dt + 0.3);
    swing s = measure_swing(q, 400, dt, 3);
    assert_true(fabs(s.frequency - 2.9) < 1e-9);
    assert_true(fabs(s.damping - 0.07) < 1e-9);
}

// The slowest mode, and what the library thinks of its eigenvalue.
static void find_mode(const plump_body_def* def, const char* name, reference_vec* mode) {
    kit_scene s = kit_begin(def, kit_weightless);
    double residual;
    kit_use_balls(&s);
    double lambda = reference_lowest_mode(s.reference, mode, &residual);
    const pl_tuning* tuning = &kit_shape_match(&s)->tuning;
    print_message("%s, %u vertices: radius %.3f, lambda %.6f (library %.6f, %+.2f %%)\n", name,
                  s.count, tuning->radius, lambda, tuning->lambda,
                  100 * (tuning->lambda / lambda - 1));
    kit_at_most(residual, 1e-4, "residual of the slowest mode");
    kit_end(&s);
}

static void meets_what_was_asked(const plump_mesh* mesh, const char* name, float frequency,
                                 float damping, float radius) {
    plump_body_def def = kit_body_def(mesh);
    def.frequency = frequency;
    def.damping = damping;
    def.radius = radius;
    reference_vec* mode = calloc(plump_mesh_vertex_count(mesh), sizeof *mode);
    find_mode(&def, name, mode);
    bool good = true;
    for (double rate = 60; rate <= 480; rate *= 2) {
        kit_scene s = kit_begin(&def, kit_weightless);
        swing found = let_go(&s, mode, rate, (double)frequency);
        double f = found.frequency / (double)frequency - 1, z = found.damping / (double)damping - 1;
        bool met = fabs(f) <= 0.01 && fabs(z) <= 0.05;
        print_message("  %3g steps/s x %u: %.4f Hz (%+.2f %%), zeta %.4f (%+.2f %%)%s\n", rate,
                      plump_world_report(s.world)->substeps, found.frequency, 100 * f,
                      found.damping, 100 * z, met ? "" : "  NOT MET");
        good = good && met;
        kit_end(&s);
    }
    free(mode);
    if (!good) fail_msg("%s does not swing as asked", name);
}

static void a_ball_swings_as_asked(void** state) {
    (void)state;
    const uint32_t counts[] = {642, 2562, 10242, 40962};
    for (size_t k = 0; k < (kit_long() ? 4u : 2u); ++k) {
        plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, counts[k], 1);
        meets_what_was_asked(mesh, "ball", 3, 0.05f, 0);
        meets_what_was_asked(mesh, "ball", 2, 0.05f, 0.2f);
        if (k == 0) meets_what_was_asked(mesh, "ball", 6, 0.1f, 0);
        plump_mesh_destroy(mesh);
    }
}

static void a_bar_swings_as_asked(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_BAR, kit_long() ? 10370 : 650, 1);
    meets_what_was_asked(mesh, "bar", 3, 0.05f, 0);
    meets_what_was_asked(mesh, "bar", 5, 0.05f, 0.3f);
    plump_mesh_destroy(mesh);
}

static void a_creature_swings_as_asked(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_CREATURE, kit_long() ? 5402 : 1400, 1);
    meets_what_was_asked(mesh, "creature", 3, 0.05f, 0);
    plump_mesh_destroy(mesh);
}

static void a_bear_swings_as_asked(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_BEAR, kit_long() ? 6000 : 800, 1);
    meets_what_was_asked(mesh, "bear", 3, 0.05f, 0);
    meets_what_was_asked(mesh, "bear", 3, 0.1f, 0);
    plump_mesh_destroy(mesh);
}

// Frequencies are of the body as it is, not of the mesh's units: a ball of twice the size too.
static void a_scaled_ball_swings_as_asked(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 642, 1);
    reference_vec* mode = calloc(plump_mesh_vertex_count(mesh), sizeof *mode);
    plump_body_def def = kit_body_def(mesh);
    find_mode(&def, "ball", mode);
    def.scale = 20;
    kit_scene s = kit_begin(&def, kit_weightless);
    swing found = let_go(&s, mode, 120, 3);
    kit_near(found.frequency, 3, 0.01, "frequency of a ball of 20 m");
    kit_near(found.damping, 0.05, 0.05, "damping of a ball of 20 m");
    kit_end(&s);
    free(mode);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_swing_is_measured),
        cmocka_unit_test(a_ball_swings_as_asked),
        cmocka_unit_test(a_bar_swings_as_asked),
        cmocka_unit_test(a_creature_swings_as_asked),
        cmocka_unit_test(a_bear_swings_as_asked),
        cmocka_unit_test(a_scaled_ball_swings_as_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

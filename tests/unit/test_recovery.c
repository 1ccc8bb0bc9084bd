// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies that start in a state no one would wish for: on a point, a line, a plane, mirrored, turned
// inside out, at random, far too large. They must stay finite, be back at their volume (1e-3) and
// in shape (1 % of size, root mean square) after 2 s, and do all that with the same bits for one
// worker and four.
//
// Bodies are damped strongly, so that what is left after 2 s is what did not find back, and not a
// swing: with the default damping of 0.05 one of 3 Hz is down to 15 % only.
//
// In paper mode this needs regions that see far enough (omega 8). With omega 3 the volume is found
// as well, but a creature of 2,500 vertices is so soft that it takes longer than 2 s, and a ring
// that was crumpled to a point may close with a twist, which no small region can notice.
//
// Default: three small meshes, 60 steps a second. PLUMP_TEST_LONG=1: six, finer, 240 and 30 too.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/unit/volume_kit.h"

#define SECONDS 2

typedef struct wreck {
    const char* name;
    float scale[3];
    float random;  // in sizes of the box, each way
} wreck;

static const wreck wrecks[] = {
    {"point", {0, 0, 0}, 0},
    {"line", {1, 0, 0}, 0},
    {"plane", {1, 0, 1}, 0},
    {"mirrored", {-1, 1, 1}, 0},
    {"inside out", {-1, -1, -1}, 0},
    {"random in the box", {0, 0, 0}, 0.5f},
    {"random, 10 times too large", {0, 0, 0}, 5},
    {"to 1e-2", {1e-2f, 1e-2f, 1e-2f}, 0},
    {"to 1e-6", {1e-6f, 1e-6f, 1e-6f}, 0},
    {"to 1e-8", {1e-8f, 1e-8f, 1e-8f}, 0},
};
enum { WRECKS = sizeof wrecks / sizeof wrecks[0] };

static const volume_shape shapes[] = {
    {"ball", PLUMP_SHAPE_SPHERE, 162, 642}, {"bear", PLUMP_SHAPE_BEAR, 302, 1200},
    {"torus", PLUMP_SHAPE_TORUS, 300, 800}, {"bar", PLUMP_SHAPE_BAR, 250, 650},
    {"duck", PLUMP_SHAPE_DUCK, 300, 1000},  {"creature", PLUMP_SHAPE_CREATURE, 1000, 2500},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static int shape_count(void) {
    return volume_long() ? SHAPES : 3;
}

// The sides of the rest shape's box are what random places are spread over.
static void wreck_body(volume_scene* s, const wreck* w) {
    plump_body_edit edit;
    OK(plump_body_lend_edit(s->world, s->id, &edit, &kit_error));
    float* axis[3] = {edit.x, edit.y, edit.z};
    uint64_t seed = 5;
    for (int k = 0; k < 3; ++k) {
        float low = axis[k][0], high = low;
        for (uint32_t i = 1; i < edit.count; ++i) {
            low = axis[k][i] < low ? axis[k][i] : low;
            high = axis[k][i] > high ? axis[k][i] : high;
        }
        for (uint32_t i = 0; i < edit.count; ++i) {
            float noise = (float)volume_random(&seed);
            axis[k][i] = w->scale[k] * axis[k][i] + w->random * (high - low) * noise;
        }
    }
}

typedef struct outcome_after {
    double volume, shape;
    uint64_t hash;
} outcome_after;

static outcome_after recover(const plump_body_def* def, const wreck* w, int rate,
                             uint32_t workers) {
    volume_scene s = volume_begin(def, 0, workers);
    wreck_body(&s, w);
    // 180 a second in paper mode, where the length of a substep is part of the stiffness
    uint32_t substeps = def->matching == PLUMP_MATCHING_PAPER ? (uint32_t)(180 / rate) : 0;
    for (int n = 0; n < SECONDS * rate; ++n) {
        volume_step(&s, 1.0f / (float)rate, substeps);
        assert_true(volume_finite(s.body));
        assert_int_equal(plump_world_report(s.world)->contained_count, 0);
    }
    outcome_after after = {fabs(volume_error(&s)), volume_shape_error(s.body),
                           plump_world_hash(s.world)};
    volume_end(&s);
    return after;
}

// All wrecks of a shape; the shape is looked at if `shape_most` is above 0.
static void check(const volume_shape* shape, model_kind kind, uint32_t omega, int rate,
                  double shape_most) {
    plump_mesh* mesh = volume_mesh(shape);
    plump_body_def def = volume_def(mesh, kind);
    def.damping = 1;
    def.region_damping = 0.1f;
    def.omega = omega;
    for (int n = 0; n < WRECKS; ++n) {
        def.volume_global = n % 2 ? 0.1f : 1;  // local weights for one half of them
        outcome_after alone = recover(&def, &wrecks[n], rate, 1);
        outcome_after together = recover(&def, &wrecks[n], rate, 4);
        assert_true(alone.hash == together.hash);
        bool good = alone.volume <= 1e-3 && (shape_most <= 0 || alone.shape < shape_most);
        print_message("  %-9s %-9s %3d/s %-27s volume %.1e  shape %.1e%s\n", shape->name,
                      model_rows[kind].name, rate, wrecks[n].name, alone.volume, alone.shape,
                      good ? "" : "  TOO MUCH");
        volume_bad += !good;
    }
    plump_mesh_destroy(mesh);
}

static void physical_bodies_recover(void** state) {
    (void)state;
    for (int k = 0; k < shape_count(); ++k) {
        check(&shapes[k], MODEL_PHYSICAL, 3, 60, 1e-2);
        if (volume_long()) check(&shapes[k], MODEL_PHYSICAL, 3, 240, 1e-2);
        if (volume_long()) check(&shapes[k], MODEL_PHYSICAL, 3, 30, 1e-2);
    }
    volume_expect_good();
}

static void paper_bodies_with_wide_regions_recover(void** state) {
    (void)state;
    for (int k = 0; k < shape_count(); ++k) check(&shapes[k], MODEL_PAPER, 8, 60, 1e-2);
    volume_expect_good();
}

static void paper_bodies_with_small_regions_find_their_volume(void** state) {
    (void)state;
    for (int k = 0; k < shape_count(); ++k) check(&shapes[k], MODEL_PAPER, 3, 60, 0);
    volume_expect_good();
}

// Springs know lengths, not the way out of a tangle: the volume is found, the shape where the body
// was squashed and not crumpled.
static void bodies_of_springs_find_their_volume(void** state) {
    (void)state;
    for (int k = 0; k < shape_count(); ++k) {
        check(&shapes[k], MODEL_SPRINGS, 3, 60, 0);
        check(&shapes[k], MODEL_SPRINGS_EXPLICIT, 3, 60, 0);
    }
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(physical_bodies_recover),
        cmocka_unit_test(paper_bodies_with_wide_regions_recover),
        cmocka_unit_test(paper_bodies_with_small_regions_find_their_volume),
        cmocka_unit_test(bodies_of_springs_find_their_volume),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

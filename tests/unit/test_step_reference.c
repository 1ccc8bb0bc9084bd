// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The library against the slow double reference: the same trajectories, within 1e-4 of the body's
// size after 100 steps, on ten meshes, in both modes, with everything switched on in turn.
//
// The reference first: what cannot be wrong about it is held against closed forms.
//
// Default: every mesh with two settings per mode. PLUMP_TEST_LONG=1: every mesh with omega 1 to 5,
// with and without region damping, and larger characters.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/step_kit.h"

#define STEPS     100
#define TOLERANCE 1e-4

// --- the reference itself ---

// The reference has no volume stage; test_volume_reference.c holds that one against its own.
static plump_body_def elastic_def(const plump_mesh* mesh) {
    plump_body_def def = kit_body_def(mesh);
    def.volume = PLUMP_VOLUME_FREE;
    return def;
}

static void a_rotation_is_found_again(void** state) {
    (void)state;
    uint64_t seed = 3;
    for (int round = 0; round < 200; ++round) {
        // A = R S with S symmetric positive: the rotation is R
        double q[4], length = 0, r[9], s[9], b[9], a[9], found[9];
        for (int k = 0; k < 4; ++k) q[k] = kit_random(&seed), length += q[k] * q[k];
        for (int k = 0; k < 4; ++k) q[k] /= sqrt(length);
        double w = q[0], x = q[1], y = q[2], z = q[3];
        double turn[9] = {
            1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
            2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
            2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
        memcpy(r, turn, sizeof r);
        for (int k = 0; k < 9; ++k) b[k] = kit_random(&seed);
        for (int k = 0; k < 9; ++k) {
            s[k] = k % 4 == 0 ? 0.01 : 0;
            for (int m = 0; m < 3; ++m) s[k] += b[k / 3 * 3 + m] * b[k % 3 * 3 + m];
        }
        for (int k = 0; k < 9; ++k) {
            a[k] = 0;
            for (int m = 0; m < 3; ++m) a[k] += r[k / 3 * 3 + m] * s[3 * m + k % 3];
        }
        assert_true(reference_rotation(a, found));
        for (int k = 0; k < 9; ++k) assert_true(fabs(found[k] - r[k]) < 1e-10);
    }
}

// A mirrored matrix has a best proper rotation too: no other gives a larger tr(R^T A).
static void a_mirrored_matrix_gives_the_best_proper_rotation(void** state) {
    (void)state;
    const double a[9] = {3, 0, 0, 0, 2, 0, 0, 0, -0.5};
    double r[9];
    assert_true(reference_rotation(a, r));
    const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int k = 0; k < 9; ++k) assert_true(fabs(r[k] - unit[k]) < 1e-12);
}

static void rings_count_as_known(void** state) {
    (void)state;
    // a geodesic ball away from its twelve corners: 1 + 6 + 12 + 18 within three edges
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 642, 1);
    reference* r = reference_create(mesh, 1, 1);
    for (uint32_t omega = 1; omega <= 3; ++omega) {
        reference_use_rings(r, omega);
        uint32_t full = 0, total = 1 + 3 * omega * (omega + 1);
        double shares = 0;
        for (uint32_t i = 0; i < r->count; ++i) {
            uint32_t size = r->regions.first[i + 1] - r->regions.first[i];
            assert_true(size <= total);
            full += size == total;
        }
        for (uint32_t k = 0; k < r->regions.first[r->count]; ++k) shares += r->regions.share[k];
        assert_true(full > r->count / 4);
        assert_true(fabs(shares - r->count) < 1e-9);  // 1 per vertex
    }
    reference_destroy(r);
    plump_mesh_destroy(mesh);
}

// m (x - g) is the gradient of the energy: central differences along random directions.
static void the_pull_is_the_gradient_of_the_energy(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_BEAR, 300, 1);
    reference* r = reference_create(mesh, 1, 2);
    reference_use_rings(r, 2);
    r->skin = 0.7, r->core = 0.2;
    uint64_t seed = 5;
    for (uint32_t i = 0; i < r->count; ++i) {
        for (int a = 0; a < 3; ++a) r->x[i][a] += 0.05 * kit_random(&seed);
        r->paint[i] = 0.6 + 0.4 * kit_random(&seed);
    }
    reference_vec* way = calloc(r->count, sizeof *way);
    for (int round = 0; round < 5; ++round) {
        double slope = 0, e = 1e-5;
        reference_pull(r, r->x, r->pull);
        for (uint32_t i = 0; i < r->count; ++i) {
            for (int a = 0; a < 3; ++a) {
                way[i][a] = kit_random(&seed);
                slope += r->mass[i] * r->paint[i] * r->pull[i][a] * way[i][a];
                r->look[i][a] = r->x[i][a] + e * way[i][a];
                r->v[i][a] = r->x[i][a] - e * way[i][a];
            }
        }
        double by_energy = (reference_energy(r, r->look) - reference_energy(r, r->v)) / (2 * e);
        if (fabs(by_energy - slope) > 1e-7 * fabs(slope))
            fail_msg("slope %.12g, by the energy %.12g", slope, by_energy);
    }
    free(way);
    reference_destroy(r);
    plump_mesh_destroy(mesh);
}

// --- the library against it ---

typedef struct test_mesh {
    const char* name;
    int kind;  // a plump_shape_kind, or one of those below
    uint32_t vertex_count, vertex_count_long;
} test_mesh;

enum { TETRAHEDRON = PLUMP_SHAPE_COUNT, TWO_PARTS, GRADED };

static const test_mesh meshes[] = {
    {"ball", PLUMP_SHAPE_SPHERE, 362, 642},
    {"uv-sphere", PLUMP_SHAPE_UV_SPHERE, 400, 382},
    {"box", PLUMP_SHAPE_BOX, 400, 770},
    {"bar", PLUMP_SHAPE_BAR, 400, 650},
    {"torus", PLUMP_SHAPE_TORUS, 400, 532},
    {"knot", PLUMP_SHAPE_KNOT, 600, 1200},
    {"bear", PLUMP_SHAPE_BEAR, 500, 1502},
    {"duck", PLUMP_SHAPE_DUCK, 532, 532},
    {"creature", PLUMP_SHAPE_CREATURE, 700, 5402},
    {"tetrahedron", TETRAHEDRON, 4, 4},
    {"two parts", TWO_PARTS, 0, 0},
    {"graded ball", GRADED, 642, 2562},
};
#define MESH_COUNT (sizeof meshes / sizeof *meshes)

static plump_mesh* make_mesh(const test_mesh* m) {
    uint32_t count = kit_long() ? m->vertex_count_long : m->vertex_count;
    if (m->kind == TETRAHEDRON) return kit_tetrahedron();
    if (m->kind == TWO_PARTS) return kit_two_parts();
    if (m->kind == GRADED) return kit_graded_ball(count, true);
    return kit_shape((plump_shape_kind)m->kind, count, 1);
}

// What happens to a body, drawn from a number.
typedef struct treatment {
    bool pins, paint, masses;
    double squash, spin, kick;
} treatment;

static treatment choose_treatment(uint32_t number) {
    treatment t = {.pins = number % 3 == 1, .paint = number % 4 == 2, .masses = number % 5 == 3};
    t.squash = 0.1 + 0.05 * (number % 3);
    t.spin = 1 + number % 4;
    t.kick = number % 2 ? 0.5 : 0;
    return t;
}

// Squashed, twisted, spinning, and some vertices kicked.
static void disturb(kit_scene* s, const treatment* t) {
    reference_motion m = kit_measure(s);
    uint64_t seed = 11;
    for (uint32_t i = 0; i < s->count; ++i) {
        double r[3], kick = i % 7 == 0 ? t->kick : 0;
        for (int a = 0; a < 3; ++a) r[a] = s->x[i][a] - m.centre[a];
        double turn = 0.3 * t->squash * r[1] / s->extent, c = cos(turn), d = sin(turn);
        s->x[i][0] = m.centre[0] + (1 + t->squash) * (c * r[0] - d * r[2]);
        s->x[i][1] = m.centre[1] + (1 - t->squash) * r[1];
        s->x[i][2] = m.centre[2] + d * r[0] + c * r[2];
        s->v[i][0] = t->spin * r[2] + kick * kit_random(&seed);
        s->v[i][1] = 0.3 * t->spin * r[0] + kick * kit_random(&seed);
        s->v[i][2] = -t->spin * r[0] - 0.3 * t->spin * r[1] + kick * kit_random(&seed);
    }
    for (uint32_t i = 0; i < s->count; ++i)
        for (int a = 0; a < 3 && s->reference->pinned[i]; ++a) {
            s->x[i][a] = s->begin[i][a];
            s->v[i][a] = 0;
        }
    kit_write(s);
}

static void paint(float* mass, float* stiffness, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        mass[i] = 1.0f + 0.5f * (float)(i % 5);
        stiffness[i] = 0.25f + 0.25f * (float)(i % 4);
    }
}

static const double NUDGE = 1e-7;

// A scene as `t` says, in the library and the reference, each vertex of the latter nudged by so
// many sizes.
static kit_scene set_up(plump_body_def def, const treatment* t, double h, double nudge) {
    uint32_t count = plump_mesh_vertex_count(def.mesh);
    float *mass = calloc(count, sizeof *mass), *stiffness = calloc(count, sizeof *stiffness);
    paint(mass, stiffness, count);
    if (t->masses) def.vertex_mass = mass;
    if (t->paint) def.vertex_stiffness = stiffness;
    def.position[1] = 0.3;
    def.rotation[1] = 0.4f;
    kit_scene s = kit_begin(&def, kit_earth);
    for (uint32_t i = 0; t->pins && i < count; i += count / 3 + 1) kit_pin(&s, i);
    disturb(&s, t);
    kit_follow(&s, &def, kit_earth, h);
    uint64_t seed = 3;
    for (uint32_t i = 0; i < count; ++i)
        for (int a = 0; a < 3 && !s.reference->pinned[i]; ++a)
            s.reference->x[i][a] += nudge * s.extent * kit_random(&seed);
    free(mass);
    free(stiffness);
    return s;
}

// How far the reference itself ends up from where it would have with a nudge of 1e-7: a limp body
// that folds as it hangs magnifies any difference, in float or in double.
static double sensitivity(plump_body_def def, const treatment* t, double h, uint32_t steps) {
    kit_scene a = set_up(def, t, h, 0), b = set_up(def, t, h, NUDGE);
    for (uint32_t k = 0; k < steps; ++k) {
        reference_step(a.reference, h);
        reference_step(b.reference, h);
    }
    double away = kit_distance(a.count, a.reference->x, b.reference->x) / a.extent;
    kit_end(&a);
    kit_end(&b);
    return away;
}

// Runs both and returns the largest distance, in sizes. Where the scene magnifies differences by
// more than a hundred, in hundredths of that.
static double compare(plump_body_def def, const treatment* t, float dt, uint32_t substeps) {
    kit_scene s = set_up(def, t, (double)(dt / (float)substeps), 0);
    // the reference knows the formulas, not their limits: short enough for what is asked
    plump_body_info info;
    KIT_OK(plump_body_describe(s.world, s.body, &info, error));
    while (info.substep_longest > 0 && (double)dt / substeps > info.substep_longest) ++substeps;
    double h = (double)(dt / (float)substeps);
    kit_end(&s);
    s = set_up(def, t, h, 0);
    kit_step(&s, dt, substeps, STEPS);
    for (uint32_t k = 0; k < STEPS * substeps; ++k) reference_step(s.reference, h);
    double away = kit_distance(s.count, s.x, s.reference->x) / s.extent;
    kit_end(&s);
    if (away <= TOLERANCE) return away;
    if (substeps > 2 && away <= TOLERANCE * substeps) return TOLERANCE;  // that many more roundings
    double growth = sensitivity(def, t, h, STEPS * substeps) / NUDGE;
    print_message("  %.2e away; the reference magnifies differences %.0f times\n", away, growth);
    return growth > 100 ? away / (growth / 100) : away;
}

// Notes a result; all are looked at before the test fails.
static int bad_count;

static void judge(const char* mode, const char* name, const char* setting, double away) {
    bool good = away <= TOLERANCE;
    print_message("%-8s %-12s %-44s %.2e%s\n", mode, name, setting, away, good ? "" : "  TOO FAR");
    bad_count += !good;
}

static void expect_all_near(void) {
    int bad = bad_count;
    bad_count = 0;
    if (bad) fail_msg("%d bodies are more than %g sizes from the reference", bad, TOLERANCE);
}

static void compare_paper(const plump_mesh* mesh, const char* name, uint32_t omega, float damping,
                          bool normal_point, uint32_t number) {
    plump_body_def def = elastic_def(mesh);
    def.matching = PLUMP_MATCHING_PAPER;
    def.omega = omega;
    def.stiffness = number % 2 ? 0.9f : 0.6f;
    def.region_damping = damping;
    def.normal_point = normal_point;
    def.passes = number % 6 == 5 ? 2 : 1;
    def.scale = number % 3 == 2 ? 2.5f : 1.0f;
    treatment t = choose_treatment(number);
    char setting[80];
    snprintf(setting, sizeof setting, "omega %u damping %g%s%s%s%s%s", omega, (double)damping,
             normal_point ? " normal" : "", t.pins ? " pins" : "", t.paint ? " paint" : "",
             t.masses ? " masses" : "", def.passes > 1 ? " passes" : "");
    judge("paper", name, setting, compare(def, &t, 0.005f, 1));
}

static void paper_mode_follows_the_reference(void** state) {
    (void)state;
    uint32_t number = 0;
    for (size_t m = 0; m < MESH_COUNT; ++m) {
        plump_mesh* mesh = make_mesh(meshes + m);
        for (uint32_t omega = 1; omega <= 5; ++omega) {
            // by default two of the five per mesh, so that all come round
            if (!kit_long() && omega != 1 + m % 5 && omega != 1 + (m + 2) % 5) continue;
            ++number;
            bool first = omega == 1 + m % 5;
            if (kit_long() || first) compare_paper(mesh, meshes[m].name, omega, 0, false, number);
            if (kit_long() || !first)
                compare_paper(mesh, meshes[m].name, omega, 0.3f, false, number + 1);
        }
        plump_mesh_destroy(mesh);
    }
    expect_all_near();
}

static void the_normal_point_follows_the_reference(void** state) {
    (void)state;
    for (size_t m = 0; m < MESH_COUNT; m += 3) {
        plump_mesh* mesh = make_mesh(meshes + m);
        compare_paper(mesh, meshes[m].name, 1 + (uint32_t)m % 4, m % 2 ? 0.3f : 0, true,
                      (uint32_t)m);
        plump_mesh_destroy(mesh);
    }
    expect_all_near();
}

static void naive_sums_follow_the_reference(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_DUCK, 532, 1);
    for (uint32_t k = 0; k < 2; ++k) {
        plump_body_def def = elastic_def(mesh);
        def.matching = PLUMP_MATCHING_PAPER;
        def.naive_sums = true;
        def.region_damping = k ? 0.3f : 0;
        treatment t = choose_treatment(k);
        judge("paper", "duck", k ? "naive, damping" : "naive", compare(def, &t, 0.005f, 1));
    }
    plump_mesh_destroy(mesh);
    expect_all_near();
}

static void compare_physical(const plump_mesh* mesh, const char* name, uint32_t number) {
    plump_body_def def = elastic_def(mesh);
    def.frequency = 2 + (float)(number % 3);
    def.damping = number % 2 ? 0.1f : 0.05f;
    def.core = 0.1f * (float)(number % 4);
    def.radius = number % 3 ? 0.0f : 0.3f;
    def.passes = number % 6 == 4 ? 2 : 1;
    treatment t = choose_treatment(number);
    char setting[80];
    snprintf(setting, sizeof setting, "%g Hz zeta %g core %.1f%s%s%s%s", (double)def.frequency,
             (double)def.damping, (double)def.core, t.pins ? " pins" : "", t.paint ? " paint" : "",
             t.masses ? " masses" : "", def.passes > 1 ? " passes" : "");
    judge("physical", name, setting, compare(def, &t, 0.008f, 2));
}

static void physical_mode_follows_the_reference(void** state) {
    (void)state;
    for (size_t m = 0; m < MESH_COUNT; ++m) {
        plump_mesh* mesh = make_mesh(meshes + m);
        uint32_t rounds = kit_long() ? 6 : 2;
        for (uint32_t k = 0; k < rounds; ++k)
            compare_physical(mesh, meshes[m].name, (uint32_t)m + 5 * k);
        plump_mesh_destroy(mesh);
    }
    expect_all_near();
}

// Moved pins: the library moves them evenly over the step, the reference by their speed.
static void moved_pins_follow_the_reference(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_BAR, 400, 1);
    for (int paper = 0; paper < 2; ++paper) {
        plump_body_def def = elastic_def(mesh);
        def.matching = paper ? PLUMP_MATCHING_PAPER : PLUMP_MATCHING_PHYSICAL;
        kit_scene s = kit_begin(&def, kit_earth);
        assert_true(kit_pin_beyond(&s, 0, 0.45) > 3);
        kit_follow(&s, &def, kit_earth, 0.004);
        for (int k = 0; k < 50; ++k) {
            double speed[3] = {0.3, k < 25 ? 0.5 : -0.5, 0};
            for (uint32_t i = 0; i < s.count; ++i) {
                double target[3];
                if (!s.reference->pinned[i]) continue;
                for (int a = 0; a < 3; ++a) {
                    target[a] = s.reference->x[i][a] + 0.008 * speed[a];
                    s.reference->v[i][a] = speed[a];
                }
                KIT_OK(plump_body_move_pin(s.world, s.body, i, target, error));
            }
            kit_step(&s, 0.008f, 2, 1);
            reference_step(s.reference, 0.004);
            reference_step(s.reference, 0.004);
        }
        judge(paper ? "paper" : "physical", "bar", "moved pins",
              kit_distance(s.count, s.x, s.reference->x) / s.extent);
        kit_end(&s);
    }
    plump_mesh_destroy(mesh);
    expect_all_near();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rotation_is_found_again),
        cmocka_unit_test(a_mirrored_matrix_gives_the_best_proper_rotation),
        cmocka_unit_test(rings_count_as_known),
        cmocka_unit_test(the_pull_is_the_gradient_of_the_energy),
        cmocka_unit_test(paper_mode_follows_the_reference),
        cmocka_unit_test(the_normal_point_follows_the_reference),
        cmocka_unit_test(naive_sums_follow_the_reference),
        cmocka_unit_test(physical_mode_follows_the_reference),
        cmocka_unit_test(moved_pins_follow_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A body against itself: a coil and a knot pulled tight, a creature folded, a ribbon that falls
// into a heap. At rest no two triangles cross (counted with exact signs), and volume is kept to
// 1e-6.
//
// Tubes of 40 mm and ribbons of 10 to 20 mm at 2 Hz, damping 0.3; steps of 1/120 s, substeps as
// needed.
//
// Default: coarse. PLUMP_TEST_LONG=1: fine.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

// --- ends of a tube, pulled ---

typedef struct grip {
    uint32_t count;
    uint32_t vertex[400];
    double from[400][3], move[400][3];
    double seconds;  // in which it moves
} grip;

static void pull_grip(scene* s) {
    const grip* g = s->user;
    double share = (s->time + (double)s->dt) / g->seconds;
    if (share > 1) share = 1;
    for (uint32_t i = 0; i < g->count; ++i) {
        double target[3];
        for (int k = 0; k < 3; ++k) target[k] = g->from[i][k] + share * g->move[i][k];
        OK(plump_body_move_pin(s->world, s->body[0], g->vertex[i], target, &kit_error));
    }
}

// Pins what lies within `radius` of a point and moves it by `move`.
static void hold_near(scene* s, grip* g, const double at[3], double radius, const double move[3]) {
    uint32_t before = g->count;
    for (uint32_t i = 0; i < s->judge[0].count && g->count < 400; ++i) {
        const double* x = s->judge[0].x + 3 * (size_t)i;
        if (volume_apart(x, at) > radius) continue;
        OK(plump_body_pin(s->world, s->body[0], i, &kit_error));
        g->vertex[g->count] = i;
        memcpy(g->from[g->count], x, sizeof g->from[0]);
        memcpy(g->move[g->count++], move, sizeof g->move[0]);
    }
    assert_true(g->count > before);
    s->user = g, s->before = pull_grip;
}

// Pins what lies between two heights.
static void hold_between(scene* s, grip* g, double low, double high, const double move[3]) {
    for (uint32_t i = 0; i < s->judge[0].count && g->count < 400; ++i) {
        const double* x = s->judge[0].x + 3 * (size_t)i;
        if (x[1] >= low && x[1] <= high) hold_near(s, g, x, 0, move);
    }
}

static void expect_clean(scene* s, double rest) {
    judge_crossings most = {0};
    int crossed = 0, looks = 0;
    // the last half second is rest
    while (s->time < rest - 1e-9) {
        scene_step(s);
        if (s->steps % 6) continue;
        judge_crossings c = judge_count_crossings(s->judge, s->body_count);
        if (c.within > most.within) most = c;
        ++looks, crossed += c.within > 0;
    }
    judge_crossings c = judge_count_crossings(s->judge, s->body_count);
    print_message(
        "on the way %d of %d looks crossed, %u pairs at most; speed at the end %.2e m/s\n", crossed,
        looks, (unsigned)most.within, scene_fastest(s));
    scene_at_most("crossing pairs of triangles at rest", (double)c.within, 0);
    scene_at_most("volume error", s->worst.volume_error, 1e-6);
    scene_expect_sound(s);
}

static plump_body_def self_def(const plump_mesh* mesh, float frequency) {
    plump_body_def def = scene_def(mesh, frequency, 0, 0, 0);
    def.self_contact = true;
    def.damping = 0.3f;
    return def;
}

// --- a coil ---

// Five turns, 0.1 m apart.
static void coil(double t, double out[3]) {
    double angle = 10 * VOLUME_PI * t;
    out[0] = 0.15 * cos(angle), out[1] = 0.5 * (t - 0.5), out[2] = 0.15 * sin(angle);
}

static void a_coil_pressed_together_does_not_cross_itself(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 120);
    uint32_t fine = volume_long() ? 2 : 1;
    plump_body_def def = self_def(scene_keep(&s, mesh_tube(coil, 0.02, 300 * fine, 8 * fine)), 2);
    scene_body(&s, &def);
    grip g = {.seconds = 1};
    const double up[3] = {0, 0.12, 0}, down[3] = {0, -0.12, 0};
    double begin[3], end[3];
    coil(0, begin), coil(1, end);
    hold_near(&s, &g, begin, 0.04, up);
    hold_near(&s, &g, end, 0.04, down);
    expect_clean(&s, 3);
    scene_at_most("it is pressed together, m", s.judge[0].high[1] - s.judge[0].low[1], 0.45);
    scene_end(&s);
    volume_expect_good();
}

// --- a knot ---

// An overhand knot: a trefoil opened where it is farthest out, the ends led away along its tangent
// and lifted past each other, for a tube of 40 mm.
#define KNOT_SCALE 0.08
#define KNOT_TAIL  0.12  // share of its length, each

static void knot(double t, double out[3]) {
    double inner = (t - KNOT_TAIL) / (1 - 2 * KNOT_TAIL);
    double kept = inner < 0 ? 0 : inner > 1 ? 1 : inner;
    double b = VOLUME_PI * (1 + 2 * kept),
           tail = 3.3 * (t < 0.5 ? fmin(0, t - KNOT_TAIL) : fmax(0, t - 1 + KNOT_TAIL));
    out[0] = KNOT_SCALE * (sin(b) + 2 * sin(2 * b)) + tail * sqrt(0.5);
    out[1] = KNOT_SCALE * (cos(b) - 2 * cos(2 * b));
    out[2] = KNOT_SCALE * (0.8 * (2 * kept - 1) - sin(3 * b)) + tail * sqrt(0.5);
}

static void a_knot_pulled_tight_does_not_cross_itself(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 120);
    uint32_t fine = volume_long() ? 2 : 1;
    plump_body_def def = self_def(scene_keep(&s, mesh_tube(knot, 0.02, 240 * fine, 8 * fine)), 2);
    scene_body(&s, &def);
    assert_int_equal(judge_count_crossings(s.judge, 1).within, 0);
    grip g = {.seconds = 2};
    const double back[3] = {-0.35, 0, -0.35}, ahead[3] = {0.35, 0, 0.35};
    double begin[3], end[3];
    knot(0, begin), knot(1, end);
    hold_near(&s, &g, begin, 0.05, back);
    hold_near(&s, &g, end, 0.05, ahead);
    expect_clean(&s, 4);
    scene_end(&s);
    volume_expect_good();
}

// --- a creature ---

// Held at the feet, its head is led down to them in front.
static void a_folded_creature_does_not_cross_itself(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 120);
    plump_body_def def = self_def(
        scene_keep(&s, mesh_shape(PLUMP_SHAPE_CREATURE, volume_long() ? 5407 : 700, 1)), 2);
    scene_body(&s, &def);
    assert_int_equal(judge_count_crossings(s.judge, 1).within, 0);
    grip g = {.seconds = 2};
    const double down[3] = {0, -0.55, 0.3}, stay[3] = {0, 0, 0};
    hold_between(&s, &g, 0.42, 1, down);
    hold_between(&s, &g, -1, -0.44, stay);
    expect_clean(&s, 4);
    scene_end(&s);
    volume_expect_good();
}

// --- a ribbon ---

// Bent to a hairpin: its lower half lies on the floor, its upper half 0.16 m above it.
#define RIBBON_BEND 0.08

static plump_mesh* hairpin(uint32_t fine) {
    plump_mesh* slab = mesh_slab(1.2, 0.02, 0.1, 60 * fine, fine, 5 * fine);
    fixture f = fixture_of_mesh(slab);
    double half = 0.5 * VOLUME_PI * RIBBON_BEND;
    for (size_t i = 0; i < f.vertex_count; ++i) {
        double *p = f.positions + 3 * i, along = p[0], out = RIBBON_BEND + p[1];
        double angle = along < -half ? -half : along > half ? half : along;
        double straight = fabs(along - angle);
        angle /= RIBBON_BEND;
        p[0] = out * cos(angle) - straight;
        p[1] = out * sin(angle);
    }
    plump_mesh_destroy(slab);
    return mesh_taken(f);
}

static double most_own;

static void count_own(scene* s) {
    uint32_t count, own = 0;
    const plump_contact* c = plump_world_contacts(s->world, &count);
    for (uint32_t i = 0; i < count; ++i) own += c[i].other.value == c[i].body.value;
    if (own > most_own) most_own = own;
}

// Soft enough for its upper half to come down on the lower one.
static void a_ribbon_that_falls_on_itself_does_not_cross_itself(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    scene_floor(&s, 0.5f);
    plump_body_def def = self_def(scene_keep(&s, hairpin(volume_long() ? 2 : 1)), 1);
    def.position[1] = RIBBON_BEND + 0.011;
    scene_body(&s, &def);
    most_own = 0, s.before = count_own;
    assert_int_equal(judge_count_crossings(s.judge, 1).within, 0);
    expect_clean(&s, 7);
    scene_expect_rest(&s);
    scene_at_most("it has come down, m", s.judge[0].centre[1], RIBBON_BEND);
    scene_at_least("contacts with itself, most", most_own, 1);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_coil_pressed_together_does_not_cross_itself),
        cmocka_unit_test(a_knot_pulled_tight_does_not_cross_itself),
        cmocka_unit_test(a_folded_creature_does_not_cross_itself),
        cmocka_unit_test(a_ribbon_that_falls_on_itself_does_not_cross_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

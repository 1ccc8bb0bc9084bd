// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Keeping the volume neither pushes nor turns a body in free flight, whatever the weights of the
// correction: all shares of the whole and of thickness (the paper's alpha and beta), painted or
// not.
//
// Three things are held, against what they would be if all of the body's motion went astray:
//     |P - P_0|            against  m v_rms            momentum
//     |c - c_0 - t P_0/m|  against  v_rms t + extent   the centre goes on straight: correcting
//                                                      positions alone may shift it and leave P
//     |L - L_0|            against  m v_rms extent     angular momentum about the centre
// with v_rms the root mean square speed at the start. They are summed up over the volume's two
// stages alone, so that the elastic stage's own share does not hide theirs (it keeps P to a few
// millionths in 10,000 steps, and damps spin, in physical mode by less than 1 % in 10 s). A bag has
// no elastic stage: there P and L of the whole flight are looked at as well.
//
// Default: 300 steps. PLUMP_TEST_LONG=1: 10,000.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/unit/volume_kit.h"

#define DT 0.005f

// Deformed unevenly, turning about no axis of symmetry, and deforming further. A bag flies apart,
// so it gets slow enough to stay about as large as it is during the run.
static void set_off(volume_scene* s, model_kind kind, int steps) {
    double slow = 1;
    if (kind == MODEL_BAG) slow = 0.2 * s->body->extent / (steps * (double)DT);
    volume_stretch(s, 0.85, 1.2, 0.95);
    pl_body* body = s->body;
    for (uint32_t i = 0; i < body->count; ++i) {
        double x[3], v[3], turning[3] = {1.2, 2.0, -0.7}, round[3];
        volume_state(body, i, x, v);
        volume_cross(turning, x, round);
        for (int k = 0; k < 3; ++k) {
            double wave = 0.3 * sin(4 * x[(k + 1) % 3] + k), drift = 0.2 + 0.1 * k;
            body->v[k][i] = (float)(slow * (round[k] + wave + drift));
            body->x[k][i] += (float)(0.05 * sin(5 * x[(k + 1) % 3] + 1 + k));
        }
    }
    // what this did to the volume is mended first: it is not what is measured
    for (int n = 0; n < 20; ++n) volume_step(s, DT, 1);
    assert_true(fabs(volume_error(s)) < 1e-6);
}

// Watches the volume's stages and sums up what they do.
typedef struct stage_watch {
    const pl_body* body;
    volume_motion before;
    double velocity[3], centre[3], spin[3];  // changes
} stage_watch;

static void look(void* context, uint32_t substep, plump_stage stage) {
    (void)substep;
    stage_watch* watch = context;
    if (stage == PLUMP_STAGE_ELASTIC) volume_measure(watch->body, &watch->before);
    if (stage != PLUMP_STAGE_VOLUME_VELOCITIES) return;
    volume_motion after;
    volume_measure(watch->body, &after);
    for (int k = 0; k < 3; ++k) {
        watch->velocity[k] += after.velocity[k] - watch->before.velocity[k];
        watch->centre[k] += after.centre[k] - watch->before.centre[k];
        watch->spin[k] += after.spin[k] - watch->before.spin[k];
    }
}

typedef struct astray {
    double momentum, path, spin;        // by the volume's stages
    double whole_momentum, whole_spin;  // of the whole flight
} astray;

static astray fly(const plump_body_def* def, model_kind kind, int steps) {
    volume_scene s = volume_begin(def, 0, 1);
    set_off(&s, kind, steps);
    stage_watch watch = {.body = s.body};
    volume_motion start, end;
    volume_measure(s.body, &start);
    for (int n = 0; n < steps; ++n) volume_step_watched(&s, DT, 1, look, &watch);
    volume_measure(s.body, &end);
    assert_true(volume_finite(s.body));
    double spin = start.mass * start.speed * s.body->extent;
    astray a = {volume_length(watch.velocity) / start.speed,
                volume_length(watch.centre) / (start.speed * steps * (double)DT + s.body->extent),
                volume_length(watch.spin) / spin,
                volume_apart(end.velocity, start.velocity) / start.speed,
                volume_apart(end.spin, start.spin) / spin};
    volume_end(&s);
    return a;
}

static void say(const char* what, model_kind kind, const astray* a, bool good) {
    print_message("%-8s %-30s P %.1e  path %.1e  L %.1e;  the whole P %.1e  L %.1e%s\n",
                  model_rows[kind].name, what, a->momentum, a->path, a->spin, a->whole_momentum,
                  a->whole_spin, good ? "" : "  TOO MUCH");
}

// One half of the body does all the work, unevenly.
static float* make_paint(const plump_mesh* mesh) {
    uint32_t count = plump_mesh_vertex_count(mesh);
    float* paint = calloc(count, sizeof *paint);
    assert_non_null(paint);
    for (uint32_t i = 0; i < count; ++i)
        paint[i] = plump_mesh_positions(mesh)[3 * i] > 0 ? 1.0f + (float)(i % 3) : 0.0f;
    return paint;
}

static void fly_all(model_kind kind) {
    static const float globals[] = {0, 0.1f, 0.5f, 1}, inners[] = {0, 0.1f, 1};
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BEAR, 302);
    float* paint = make_paint(mesh);
    for (int n = 0; n < 24; ++n) {
        plump_body_def def = volume_def(mesh, kind);
        def.volume_global = globals[n % 4];
        def.volume_inner = inners[n / 4 % 3];
        def.vertex_volume = n >= 12 ? paint : NULL;
        astray a = fly(&def, kind, volume_long() ? 10000 : 300);
        // of a bag 1.7e-6 is seen in 10,000 steps: changes below half a unit in the last place of a
        // velocity get lost, always to the same side while a place keeps its speed
        double most = kind == MODEL_BAG && volume_long() ? 3e-6 : 1e-6;
        bool good = a.momentum <= most && a.path <= 1e-6 && a.spin <= 1e-5;
        if (kind == MODEL_BAG) good = good && a.whole_momentum <= most && a.whole_spin <= 1e-5;
        char what[80];
        snprintf(what, sizeof what, "global %.1f inner %.1f%s", (double)def.volume_global,
                 (double)def.volume_inner, n >= 12 ? " painted" : "");
        say(what, kind, &a, good);
        volume_bad += !good;
    }
    free(paint);
    plump_mesh_destroy(mesh);
    volume_expect_good();
}

static void physical_bodies_fly_straight(void** state) {
    (void)state;
    fly_all(MODEL_PHYSICAL);
}

static void paper_bodies_fly_straight(void** state) {
    (void)state;
    fly_all(MODEL_PAPER);
}

static void bags_fly_straight(void** state) {
    (void)state;
    fly_all(MODEL_BAG);
}

// Shows that the tests above can fail: uneven weights, and nothing taken out of the correction.
static void without_the_switch_they_do_not(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BEAR, 302);
    float* paint = make_paint(mesh);
    for (int kind = 0; kind < MODEL_ELASTIC_KINDS; ++kind) {
        plump_body_def def = volume_def(mesh, (model_kind)kind);
        def.volume_global = 0;
        def.vertex_volume = paint;
        def.volume_momentum = false;
        astray a = fly(&def, (model_kind)kind, 300);
        say("without volume_momentum", (model_kind)kind, &a, true);
        assert_true(a.momentum > 1e-2);
        assert_true(a.path > 1e-4);
        assert_true(a.spin > 1e-2);
    }
    free(paint);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(physical_bodies_fly_straight),
        cmocka_unit_test(paper_bodies_fly_straight),
        cmocka_unit_test(bags_fly_straight),
        cmocka_unit_test(without_the_switch_they_do_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where the volume goes: a fingertip presses into the creature's belly, and the places that move to
// make room for it are near the finger or everywhere, as the weights ask.
//
// What is measured is the correction itself: how far the volume's stage moves each place in the
// step that follows, times the place's mass (its share of the surface). Its centroid's distance to
// the fingertip and its spread about the centroid, both in sizes of the body, say where it happens.
// The surface as a whole has 0.167 and 0.336: most of any body is far from a finger. So the
// contrast is looked at too: how far places near the finger move, compared with those far away.
//
// One step, since the body is free: in time it would get out of the finger's way.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/unit/volume_kit.h"

#define FINGER_RADIUS 0.06  // of the body's size, as all lengths here
#define FINGER_DEPTH  0.06
#define NEAR          0.15  // from the tip
#define FAR           0.4

typedef struct finger {
    volume_scene s;
    double tip[3];   // where it touches first
    double* amount;  // per place: mass x way moved by the volume's stage
    float* x[3];     // before that stage
} finger;

// The foremost vertex of the belly: the creature looks along +z.
static void find_belly(const volume_scene* s, double tip[3]) {
    tip[0] = tip[1] = tip[2] = -1;
    for (uint32_t i = 0; i < s->count; ++i) {
        const double* p = s->begin + 3 * (size_t)i;
        if (fabs(p[0]) > 0.05 || fabs(p[1] + 0.09) > 0.05 || p[2] < tip[2]) continue;
        memcpy(tip, p, 3 * sizeof *p);
    }
    assert_true(tip[2] > 0);
}

// A finger along z with a round tip that has gone in by `depth`: places in its way go along.
static void poke(finger* f, double depth) {
    plump_body_edit edit;
    OK(plump_body_lend_edit(f->s.world, f->s.id, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) {
        double x = edit.origin[0] + (double)edit.x[i] - f->tip[0];
        double y = edit.origin[1] + (double)edit.y[i] - f->tip[1];
        double z = edit.origin[2] + (double)edit.z[i] - f->tip[2], from_axis = hypot(x, y);
        f->s.body->contact[i] = 0;
        if (from_axis > FINGER_RADIUS) continue;
        double round = sqrt(FINGER_RADIUS * FINGER_RADIUS - from_axis * from_axis);
        double gap = FINGER_RADIUS - round - depth - z;
        if (gap < 0) {
            edit.z[i] = (float)((double)edit.z[i] + gap);
            edit.vz[i] = 0;
        }
        f->s.body->contact[i] = volume_touch(&f->s, gap);
    }
}

static void look(void* context, uint32_t substep, plump_stage stage) {
    (void)substep;
    finger* f = context;
    const pl_body* body = f->s.body;
    for (int k = 0; k < 3 && stage == PLUMP_STAGE_ELASTIC; ++k)
        memcpy(f->x[k], body->x[k], body->count * sizeof(float));
    for (uint32_t i = 0; i < body->count && stage == PLUMP_STAGE_VOLUME_POSITIONS; ++i) {
        double d[3];
        for (int k = 0; k < 3; ++k) d[k] = (double)body->x[k][i] - (double)f->x[k][i];
        f->amount[i] += (double)body->mass[i] * volume_length(d);
    }
}

// Presses the finger in, and takes the step.
static finger press(const plump_body_def* def) {
    finger f = {.s = volume_begin(def, 0, 1)};
    uint32_t count = f.s.count;
    f.amount = calloc(count, sizeof *f.amount);
    for (int k = 0; k < 3; ++k) f.x[k] = calloc(count, sizeof(float));
    assert_true(f.amount && f.x[0] && f.x[1] && f.x[2]);
    find_belly(&f.s, f.tip);
    poke(&f, FINGER_DEPTH);
    assert_true(volume_error(&f.s) < -1e-3);  // there is something to correct
    volume_step_watched(&f.s, 0.005f, 1, look, &f);
    assert_true(fabs(volume_error(&f.s)) <= 1e-6);
    return f;
}

static void let_go(finger* f) {
    free(f->amount);
    for (int k = 0; k < 3; ++k) free(f->x[k]);
    volume_end(&f->s);
}

// Where a place was before it all began.
static const double* began(const finger* f, uint32_t place) {
    return f->s.begin + 3 * (size_t)f->s.body->surface->vertex_of[place];
}

typedef struct spread {
    double centroid;  // distance to the fingertip
    double width;     // root mean square distance to the centroid
    double contrast;  // mean way near the finger over that far away
    double behind;    // share on the back, across from the finger
} spread;

// The mean of amount over mass, between two distances from the tip, without what touches.
static double mean_way(const finger* f, const double* amount, double from, double to) {
    double sum = 0, mass = 0;
    for (uint32_t i = 0; i < f->s.count; ++i) {
        double away = volume_apart(began(f, i), f->tip);
        if (away < from || away >= to || f->s.body->contact[i] > 0) continue;
        sum += amount[i];
        mass += (double)f->s.body->mass[i];
    }
    return sum / mass;
}

static spread measure(const finger* f, const double* amount) {
    double sum = 0, centroid[3] = {0}, square = 0;
    spread out = {0};
    for (uint32_t i = 0; i < f->s.count; ++i) {
        const double* p = began(f, i);
        bool back = p[2] < 0 && hypot(p[0] - f->tip[0], p[1] - f->tip[1]) < 3 * FINGER_RADIUS;
        sum += amount[i];
        for (int k = 0; k < 3; ++k) centroid[k] += amount[i] * p[k];
        out.behind += amount[i] * back;
    }
    for (int k = 0; k < 3; ++k) centroid[k] /= sum;
    for (uint32_t i = 0; i < f->s.count; ++i) {
        double away = volume_apart(began(f, i), centroid);
        square += amount[i] * away * away;
    }
    out.centroid = volume_apart(centroid, f->tip);
    out.width = sqrt(square / sum);
    out.contrast = mean_way(f, amount, 0, NEAR) / mean_way(f, amount, FAR, INFINITY);
    out.behind /= sum;
    return out;
}

static void say(const char* what, const spread* m) {
    print_message(
        "%-32s centroid %.3f from the tip, spread %.3f, near : far %5.1f, %4.1f %% on the "
        "back\n",
        what, m->centroid, m->width, m->contrast, 100 * m->behind);
}

static spread press_with(const plump_mesh* mesh, model_kind kind, float global, float inner) {
    plump_body_def def = volume_def(mesh, kind);
    def.volume_global = global;
    def.volume_inner = inner;
    finger f = press(&def);
    spread m = measure(&f, f.amount);
    char what[80];
    snprintf(what, sizeof what, "%s, global %.1f, inner %.1f", model_rows[kind].name,
             (double)global, (double)inner);
    say(what, &m);
    let_go(&f);
    return m;
}

static plump_mesh* make_creature(void) {
    return make_shape(PLUMP_SHAPE_CREATURE, volume_long() ? 5407 : 2500);
}

// What an even spread over the surface would give.
static spread whole_surface(const plump_mesh* mesh) {
    plump_body_def def = volume_def(mesh, MODEL_PHYSICAL);
    finger f = press(&def);
    for (uint32_t i = 0; i < f.s.count; ++i) f.amount[i] = (double)f.s.body->mass[i];
    spread m = measure(&f, f.amount);
    say("the surface", &m);
    let_go(&f);
    return m;
}

static void the_share_of_the_whole_says_how_far_it_spreads(void** state) {
    (void)state;
    static const float globals[] = {0, 0.1f, 0.5f, 1};
    plump_mesh* mesh = make_creature();
    spread all = whole_surface(mesh);
    for (int kind = 0; kind < MODEL_ELASTIC_KINDS; ++kind) {
        spread m[4];
        for (int n = 0; n < 4; ++n) m[n] = press_with(mesh, (model_kind)kind, globals[n], 0.1f);
        for (int n = 1; n < 4; ++n) {
            assert_true(m[n].centroid > m[n - 1].centroid);
            assert_true(m[n].width > m[n - 1].width);
            assert_true(m[n].contrast < m[n - 1].contrast);
        }
        // near the finger
        assert_true(m[1].contrast > 5);
        assert_true(m[1].centroid < 0.9 * all.centroid);
        assert_true(m[1].width < 0.9 * all.width);
        // everywhere
        assert_true(m[3].contrast > 0.8 && m[3].contrast < 1.25);
        assert_true(fabs(m[3].centroid - all.centroid) < 0.05 * all.centroid);
        assert_true(fabs(m[3].width - all.width) < 0.05 * all.width);
    }
    plump_mesh_destroy(mesh);
}

// Without inner structures only the surface around the dent deforms; with them the back notices
// that the belly has become thinner.
static void inner_structures_carry_it_across_the_body(void** state) {
    (void)state;
    plump_mesh* mesh = make_creature();
    for (int kind = 0; kind < MODEL_ELASTIC_KINDS; ++kind) {
        spread off = press_with(mesh, (model_kind)kind, 0, 0);
        spread some = press_with(mesh, (model_kind)kind, 0, 0.5f);
        spread on = press_with(mesh, (model_kind)kind, 0, 1);
        assert_true(some.behind > off.behind);
        assert_true(on.behind > some.behind);
        assert_true(on.behind > 2 * off.behind);
    }
    plump_mesh_destroy(mesh);
}

// Half a body may be painted 0 and does not move at all. Together with local weights that would be
// too uneven for velocities, and what is painted 0 takes a small part.
static void paint_confines_it(void** state) {
    (void)state;
    plump_mesh* mesh = make_creature();
    uint32_t count = plump_mesh_vertex_count(mesh);
    float* paint = calloc(count, sizeof *paint);
    assert_non_null(paint);
    for (uint32_t i = 0; i < count; ++i)
        paint[i] = plump_mesh_positions(mesh)[3 * i + 1] > 0 ? 1.0f : 0.0f;
    for (int n = 0; n < 3; ++n) {
        plump_body_def def = volume_def(mesh, MODEL_PHYSICAL);
        def.volume_global = 0.5f * (float)n;
        def.vertex_volume = paint;
        finger f = press(&def);
        spread m = measure(&f, f.amount);
        say("the upper half painted", &m);
        double moved = 0, leaked = 0;
        for (uint32_t i = 0; i < count; ++i)
            *(paint[f.s.body->surface->vertex_of[i]] > 0 ? &moved : &leaked) += f.amount[i];
        print_message("  %.1f %% of it where the paint is 0\n", 100 * leaked / (moved + leaked));
        assert_true(moved > 0);
        // with volume_global 0 the weights are next to nothing but near the finger, and so brought
        // nearer to equal ones
        assert_true(leaked <= (n == 0 ? 0.5 : n == 1 ? 0.25 : 0) * moved);
        let_go(&f);
    }
    free(paint);
    plump_mesh_destroy(mesh);
}

static void what_touches_is_not_moved(void** state) {
    (void)state;
    plump_mesh* mesh = make_creature();
    plump_body_def def = volume_def(mesh, MODEL_PHYSICAL);
    finger f = press(&def);
    int touching = 0;
    for (uint32_t i = 0; i < f.s.count; ++i) {
        if (f.s.body->contact[i] < 1) continue;
        assert_true(f.amount[i] == 0);
        ++touching;
    }
    assert_true(touching > 0);
    let_go(&f);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_share_of_the_whole_says_how_far_it_spreads),
        cmocka_unit_test(inner_structures_carry_it_across_the_body),
        cmocka_unit_test(paint_confines_it),
        cmocka_unit_test(what_touches_is_not_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

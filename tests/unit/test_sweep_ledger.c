// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The judge of the sweep, judged: a body that falls as it should has no finding, and one that is
// tampered with has the one that it was given.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/sweep/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef void meddle(plump_body_edit* body);

static sweep_plan falling(double height, double seconds) {
    sweep_plan p = {.dt = 0.01, .seconds = seconds, .size = 0};
    p.energy_until = p.overlap_until = p.momentum_until = INFINITY;
    p.wind_from = p.wind_until = INFINITY;
    snprintf(p.name, sizeof p.name, "falling");
    sweep_body b = {.shape = "sphere", .material = "jelly", .model = "shape_match"};
    b.vertices = 162, b.size = 0.5, b.position[1] = height;
    b.spin[2] = 2;
    sweep_begin(&p, "a ball", 9.81);
    sweep_write_body(&p, &b);
    sweep_end_on_floor(&p, "");
    return p;
}

static plump_scene* started(const sweep_plan* p) {
    plump_error error = {.text = ""};
    plump_scene* scene = NULL;
    plump_result result = plump_scene_read_memory(p->text, p->size, p->name, NULL, &scene, &error);
    if (result == PLUMP_OK) result = plump_scene_start(scene, &error);
    if (result != PLUMP_OK) fail_msg("%s", error.text);
    return scene;
}

// Runs it; after the step `when` the body is tampered with, before the judge looks.
static sweep_figures judged(double height, double seconds, uint32_t when, meddle* change) {
    sweep_plan p = falling(height, seconds);
    sweep_figures figures;
    plump_scene *scene = started(&p), *spare = started(&p);
    sweep_ledger* ledger = sweep_ledger_open(&p, scene, spare);
    plump_scene_body body;
    plump_body_edit edit;
    uint32_t steps = (uint32_t)(seconds / p.dt + 0.5);
    for (uint32_t i = 0; i < steps; ++i) {
        sweep_ledger_before(ledger);
        assert_int_equal(plump_scene_step(scene, NULL), PLUMP_OK);
        plump_scene_get_body(scene, 0, &body);
        if (i == when && change) {
            plump_body_lend_edit(plump_scene_world(scene), body.id, &edit, NULL);
            change(&edit);
        }
        sweep_ledger_after(ledger, i + 1 == steps);
    }
    sweep_ledger_close(ledger, &figures);
    plump_scene_destroy(scene);
    plump_scene_destroy(spare);
    return figures;
}

static void what_is_right_has_no_finding(void** state) {
    (void)state;
    sweep_figures f = judged(0.5, 1, 0, NULL);
    assert_true(f.finite && f.mended == 0 && f.dropped == 0);
    assert_true(f.below < 1e-3 && f.overlap < 1e-3);
    assert_true(f.energy < 1e-3 && f.volume < 1e-6);
    assert_true(f.momentum < 1e-6 && f.spin < 1e-6);
    assert_int_equal(f.vertex_count, 162);
}

static void speed_up(plump_body_edit* b) {
    for (uint32_t i = 0; i < b->count; ++i) b->vy[i] *= 1.05f;
}

static void speed_from_nowhere_is_energy_and_momentum(void** state) {
    (void)state;
    sweep_figures f = judged(5, 0.5, 40, speed_up);
    assert_true(f.energy > 0.05 && f.energy < 0.15);  // 1.05^2 - 1 of what there is
    assert_true(f.momentum > 0.02 && f.momentum < 0.06);
    assert_true(f.volume < 1e-6);
}

static void turn_faster(plump_body_edit* b) {
    for (uint32_t i = 0; i < b->count; ++i) b->vx[i] *= 1.5f;
}

static void spin_from_nowhere_is_found(void** state) {
    (void)state;
    sweep_figures f = judged(5, 0.3, 20, turn_faster);
    assert_true(f.spin > 1e-3 && f.momentum < 1e-5);
}

static void swell(plump_body_edit* b) {
    for (uint32_t i = 0; i < b->count; ++i) b->x[i] *= 1.0001f;
}

static void a_volume_without_a_reason_is_found(void** state) {
    (void)state;
    sweep_figures f = judged(5, 0.3, 29, swell);
    assert_true(f.volume > 5e-5 && f.volume < 2e-4);
}

static void sink(plump_body_edit* b) {
    for (uint32_t i = 0; i < b->count; ++i) b->y[i] -= 0.1f;
}

static void what_sinks_is_below_the_floor(void** state) {
    (void)state;
    sweep_figures f = judged(0.26, 1, 99, sink);
    assert_true(f.below > 0.15 && f.below < 0.21);
    assert_true(f.below_end == f.below && f.overlap > 0.15);
}

static void spoil(plump_body_edit* b) {
    b->vx[0] = NAN;
}

static void nan_is_found(void** state) {
    (void)state;
    sweep_figures f = judged(5, 0.3, 10, spoil);
    assert_true(!f.finite && f.mended == 1);
}

static void scenes_come_from_the_seed_alone(void** state) {
    (void)state;
    static sweep_plan a, b, other;
    for (uint32_t kind = 0; kind < sweep_kind_count(); ++kind) {
        sweep_make(3, kind, 1, &a);
        sweep_make(3, kind, 1, &b);
        sweep_make(4, kind, 1, &other);
        assert_string_equal(a.text, b.text);
        assert_string_not_equal(a.text, other.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_right_has_no_finding),
        cmocka_unit_test(speed_from_nowhere_is_energy_and_momentum),
        cmocka_unit_test(spin_from_nowhere_is_found),
        cmocka_unit_test(a_volume_without_a_reason_is_found),
        cmocka_unit_test(what_sinks_is_below_the_floor),
        cmocka_unit_test(nan_is_found),
        cmocka_unit_test(scenes_come_from_the_seed_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies that meet edge on edge, far from every vertex: no two triangles cross (counted with exact
// signs), at rest and on the way.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

// A square bar on its edge, 1 m along x (or z), its sides in three pieces: the nearest vertices are
// 0.17 m from its middle.
static plump_mesh* bar_on_edge(bool along_z) {
    plump_mesh* slab = mesh_slab(1, 0.1, 0.1, 3, 1, 1);
    fixture f = fixture_of_mesh(slab);
    for (size_t i = 0; i < f.vertex_count; ++i) {
        double *p = f.positions + 3 * i, x = p[0];
        double y = sqrt(0.5) * (p[1] + p[2]), z = sqrt(0.5) * (p[2] - p[1]);
        p[0] = along_z ? -z : x, p[1] = y, p[2] = along_z ? x : z;
    }
    plump_mesh_destroy(slab);
    return mesh_taken(f);
}

static void pin_ends(scene* s, uint32_t body, int axis) {
    for (uint32_t i = 0; i < s->judge[body].count; ++i) {
        if (fabs(s->judge[body].x[3 * (size_t)i + (size_t)axis]) > 0.4)
            OK(plump_body_pin(s->world, s->body[body], i, &kit_error));
    }
}

static uint32_t most_crossings(scene* s, double until) {
    uint32_t most = 0;
    while (s->time < until) {
        scene_step(s);
        if (s->steps % 6) continue;
        judge_crossings c = judge_count_crossings(s->judge, s->body_count);
        if (c.between > most) most = (uint32_t)c.between;
    }
    return most;
}

static void bars_that_hit_edge_on_edge_do_not_cross(void** state) {
    (void)state;
    scene s = scene_begin(0, 1.0f / 120);
    plump_body_def lower = scene_def(scene_keep(&s, bar_on_edge(false)), 10, 0, 0, 0);
    plump_body_def upper = scene_def(scene_keep(&s, bar_on_edge(true)), 10, 0, 0.16, 0);
    upper.velocity[1] = -0.5f;
    scene_body(&s, &lower);
    scene_body(&s, &upper);
    pin_ends(&s, 0, 0);
    scene_at_most("pairs that cross", most_crossings(&s, 2), 0);
    scene_expect_sound(&s);
    scene_end(&s);
    volume_expect_good();
}

// One bar lies across the other, its weight on one edge.
static void a_bar_lies_across_another(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    plump_body_def lower = scene_def(scene_keep(&s, bar_on_edge(false)), 20, 0, 0, 0);
    plump_body_def upper = scene_def(scene_keep(&s, bar_on_edge(true)), 20, 0, 0.15, 0);
    upper.friction = lower.friction = 1;
    scene_body(&s, &lower);
    scene_body(&s, &upper);
    pin_ends(&s, 0, 0);
    scene_at_most("pairs that cross", most_crossings(&s, 0.5), 0);
    scene_at_least("it has not sunk in, m", s.judge[1].centre[1], 0.1);
    uint32_t count, edges = 0;
    const plump_contact* c = plump_world_contacts(s.world, &count);
    for (uint32_t i = 0; i < count; ++i) edges += c[i].vertex == PLUMP_NO_VERTEX;
    scene_at_least("contacts of edges that carry it", edges, 1);
    scene_expect_sound(&s);
    scene_end(&s);
    volume_expect_good();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bars_that_hit_edge_on_edge_do_not_cross),
        cmocka_unit_test(a_bar_lies_across_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Whole meshes under random sets, stretched up to the limit: no self-intersection comes in (counted
// exactly), and volumes stay. PLUMP_TEST_LONG=1: finer meshes, 20 set-ups each.
#include "src/base/alloc.h"
#include "src/mesh/mesh_tree.h"
#include "tests/unit/jiggle_kit.h"

#include <stdio.h>

enum { SETS = 5 };

static uint64_t intersections(const plump_mesh* mesh, const double* x) {
    plump_allocator none = {0};
    pl_arena arena = pl_arena_make(pl_alloc_hooks(none));
    pl_mesh_view view = {x, plump_mesh_vertex_count(mesh), plump_mesh_indices(mesh),
                         plump_mesh_triangle_count(mesh)};
    pl_intersections found = {0};
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    assert_non_null(tree);
    assert_true(pl_mesh_intersections(&arena, tree, NULL, NULL, &found));
    assert_false(found.at_least);
    pl_arena_release(&arena, NULL);
    return found.count;
}

// Sets in the box around the mesh, pulled as far as they go.
static plump_jiggle* random_deformer(const plump_mesh* mesh, bool turns) {
    plump_jiggle_set sets[SETS];
    kit_set poses[SETS];
    plump_jiggle_def def = kit_def(mesh);
    for (int i = 0; i < SETS; ++i) {
        double way[3];
        sets[i] = plump_default_jiggle_set();
        sets[i].radius = (float)kit_random(0.1, 0.6);
        if (turns) sets[i].turn_hertz = 1;
        kit_direction(way);
        for (int k = 0; k < 3; ++k) {
            sets[i].anchor[k] = kit_random(-0.4, 0.4);
            // farther than the limit, so that it is the limit
            poses[i].q[k] = sets[i].anchor[k] + 2 * (double)sets[i].radius * way[k];
        }
    }
    def.sets = sets;
    def.set_count = SETS;
    plump_jiggle* jiggle = kit_make(&def);
    kit_pose(jiggle, poses, SETS);
    if (turns) {
        // the segment turns at once, all that turns lags behind
        const double m[12] = {0.8, -0.6, 0, 0, 0.6, 0.8, 0, 0, 0, 0, 1, 0};
        assert_int_equal(plump_jiggle_step(jiggle, 1e-3, m, NULL, NULL), PLUMP_OK);
    }
    return jiggle;
}

// The same sets followed in many steps, in double.
static void converged(const plump_mesh* mesh, const plump_jiggle* jiggle, bool turns, double* to) {
    kit_set sets[2][SETS];
    int count[2] = {0, 0};
    for (uint32_t i = 0; i < SETS; ++i) {
        plump_jiggle_state s;
        assert_int_equal(plump_jiggle_read(jiggle, i, &s, NULL), PLUMP_OK);
        kit_set* set = &sets[s.group][count[s.group]++];
        memcpy(set->p, s.anchor, sizeof set->p);
        memcpy(set->q, s.point, sizeof set->q);
        memcpy(set->turn, s.turn, sizeof set->turn);
        set->r = s.radius;
    }
    const double c = turns ? 0.8 : 1, s = turns ? 0.6 : 0;
    const float* at = plump_mesh_positions(mesh);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i, at += 3, to += 3) {
        to[0] = c * (double)at[0] - s * (double)at[1];
        to[1] = s * (double)at[0] + c * (double)at[1];
        to[2] = (double)at[2];
        for (int g = 0; g < 2; ++g) kit_flow(sets[g], count[g], 40, to);
    }
}

// Flat triangles may cut each other where the flow itself, which bends them, lets none: of 120
// set-ups of the long run one, with three large sets on top of each other that also turn.
static void no_self_intersections_come_in(void** state) {
    (void)state;
    const bool is_long = getenv("PLUMP_TEST_LONG") != NULL;
    const plump_shape_kind kinds[6] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_BEAR,     PLUMP_SHAPE_DUCK,
                                       PLUMP_SHAPE_KNOT,   PLUMP_SHAPE_CREATURE, PLUMP_SHAPE_JELLY};
    double worst = 0;
    int by_facets = 0;
    for (int k = 0; k < 6; ++k) {
        plump_mesh* mesh = kit_shape(kinds[k], is_long ? 12000 : 4000);
        uint32_t count = plump_mesh_vertex_count(mesh);
        double* now = malloc(3 * (size_t)count * sizeof *now);
        plump_jiggle_def plain = kit_def(mesh);
        plump_jiggle* still = kit_make(&plain);
        kit_deform(still, now, NULL);
        uint64_t before = intersections(mesh, now);
        double rest = kit_volume(now, plump_mesh_indices(mesh), plump_mesh_triangle_count(mesh));
        plump_jiggle_destroy(still);
        for (int i = 0; i < (is_long ? 20 : 6); ++i) {
            plump_jiggle* jiggle = random_deformer(mesh, i % 3 == 2);
            kit_deform(jiggle, now, NULL);
            uint64_t after = intersections(mesh, now);
            if (after != before) {
                double* exact = malloc(3 * (size_t)count * sizeof *exact);
                converged(mesh, jiggle, i % 3 == 2, exact);
                assert_int_equal(after, intersections(mesh, exact));
                by_facets += 1;
                free(exact);
            }
            double error = fabs(
                kit_volume(now, plump_mesh_indices(mesh), plump_mesh_triangle_count(mesh)) / rest -
                1);
            worst = error > worst ? error : worst;
            plump_jiggle_destroy(jiggle);
        }
        free(now);
        plump_mesh_destroy(mesh);
    }
    if (getenv("PLUMP_TEST_TABLE")) printf("volume of the polyhedra within %.1e\n", worst);
    assert_true(by_facets <= 1);
    // facets: the flow itself keeps volumes far better, see test_jiggle_fields.c
    assert_true(worst < 2e-2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_self_intersections_come_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

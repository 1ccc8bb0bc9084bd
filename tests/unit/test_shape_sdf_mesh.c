// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The way from signed distances to a mesh: sdf_extract.c, remesh.c, remesh_count.c, sdf_mesh.c.
#include "test_shape_kit.h"

#include "src/shape/sdf_mesh.h"

static const pl_sdf_part ball_parts[] = {PL_BALL(JOIN, 0.1, 0.1, 0.2, -0.1, 1)};
static const pl_sdf_body ball = {
    ball_parts, 1, {-1.3, -1.3, -1.5}, {1.5, 1.6, 1.3}, 0.25, 0.13, 20, NULL, NULL};

// Eight balls at the corners of a cube, just touching: saddles, narrow gaps, high genus.
static const pl_sdf_part froth_parts[] = {
    PL_BALL(JOIN_PAIR, 0.02, 0.5, 0.5, 0.5, 0.51),  PL_BALL(JOIN_PAIR, 0.02, 0.5, -0.5, 0.5, 0.51),
    PL_BALL(JOIN_PAIR, 0.02, 0.5, 0.5, -0.5, 0.51), PL_BALL(JOIN_PAIR, 0.02, 0.5, -0.5, -0.5, 0.51),
    PL_BALL(CUT, 0.02, 0.3, 0.2, 0.1, 0.3),
};
static const pl_sdf_body froth = {
    froth_parts, PL_COUNT(froth_parts), {-1.2, -1.2, -1.2}, {1.2, 1.2, 1.2}, 0.2, 0.1, 20, NULL,
    NULL};

static pl_shape_surface extract(pl_arena* arena, const pl_sdf_body* body, double cell) {
    pl_sdf sdf;
    pl_edit m;
    pl_sdf_prepare(&sdf, body, 0);
    assert_true(pl_sdf_extract(&sdf, body, cell, 0, arena, &m));
    return (pl_shape_surface){arena, m.points, m.start, m.vertex_count, m.triangle_count, 0, false};
}

static void any_distances_give_a_closed_manifold(void** state) {
    (void)state;
    for (double cell = 0.31; cell > 0.05; cell *= 0.83) {
        pl_arena arena = shape_arena();
        pl_shape_surface s = extract(&arena, &froth, cell);
        shape_facts f = shape_judge(&s);
        assert_int_equal(f.open_edges, 0);
        assert_int_equal(f.torn_vertices, 0);
        assert_true(f.volume > 0);
        pl_arena_release(&arena, NULL);
    }
}

static void the_first_mesh_lies_within_a_cell_of_the_surface(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = extract(&arena, &ball, 0.05);
    shape_expect_sound(&s, 2);
    for (uint32_t v = 0; v < s.vertex_count; ++v)
        shape_expect_near(pl_vec3d_distance(s.points[v], ball_parts[0].at), 1, 0.05);
    pl_arena_release(&arena, NULL);
}

// Skipping blocks far from the surface must not lose any of it.
static void no_block_with_surface_is_skipped(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    shape_facts f;
    pl_shape_surface s = extract(&arena, &froth, 0.03);
    f = shape_judge(&s);
    // a crossing that was missed would leave edges as long as a block
    assert_true(f.edge_max < 0.03 * 1.7321);
    assert_int_equal(f.open_edges, 0);
    pl_arena_release(&arena, NULL);
}

static void a_remeshed_ball_is_even_exact_and_on_the_surface(void** state) {
    (void)state;
    static const uint32_t wishes[] = {20, 33, 60, 150, 500, 1234, 5000};
    for (size_t i = 0; i < PL_COUNT(wishes); ++i) {
        pl_arena arena = shape_arena();
        pl_shape_surface s = {.arena = &arena};
        assert_true(pl_sdf_mesh(&ball, &s, wishes[i]));
        assert_int_equal(s.vertex_count, wishes[i]);
        shape_facts f = shape_expect_sound(&s, 2);
        assert_true(f.worst_aspect < 2.6);
        assert_true(f.edge_min > 0.5 * f.edge_median && f.edge_max < 1.6 * f.edge_median);
        for (uint32_t v = 0; v < s.vertex_count; ++v)
            shape_expect_near(pl_vec3d_distance(s.points[v], ball_parts[0].at), 1, 1e-8);
        pl_arena_release(&arena, NULL);
    }
}

static void fewer_than_the_fewest_gives_the_fewest(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = {.arena = &arena};
    assert_true(pl_sdf_mesh(&ball, &s, 4));
    assert_int_equal(s.vertex_count, 20);
    pl_arena_release(&arena, NULL);
}

static void running_out_of_memory_anywhere_is_told_and_leaks_nothing(void** state) {
    (void)state;
    // the second count is cut finer
    static const uint32_t wishes[] = {40, 24100};
    for (size_t i = 0; i < PL_COUNT(wishes); ++i)
        for (int forever = 0; forever < 2; ++forever) {
            bool reached = true;
            // the coarse way fails at each allocation, the long one at some
            for (long at = 1; reached; at += i ? 31 : 1) {
                memory_kit memory = {.fail_at = at, .fail_forever = forever};
                pl_arena arena = pl_arena_make(memory_kit_hooks(&memory));
                pl_shape_surface s = {.arena = &arena};
                bool done = pl_sdf_mesh(&ball, &s, wishes[i]);
                reached = memory.calls >= at;
                assert_int_equal(done, !reached);
                pl_arena_release(&arena, NULL);
                assert_int_equal(memory.blocks, 0);
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_distances_give_a_closed_manifold),
        cmocka_unit_test(the_first_mesh_lies_within_a_cell_of_the_surface),
        cmocka_unit_test(no_block_with_surface_is_skipped),
        cmocka_unit_test(a_remeshed_ball_is_even_exact_and_on_the_surface),
        cmocka_unit_test(fewer_than_the_fewest_gives_the_fewest),
        cmocka_unit_test(running_out_of_memory_anywhere_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

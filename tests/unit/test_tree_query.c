// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/tree.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/tree_kit.h"

// --- boxes ---

static void widen_box(const float* const x[3], const uint32_t* t, float lo[3], float hi[3]) {
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) {
            float at = x[k][t[c]];
            lo[k] = at < lo[k] ? at : lo[k];
            hi[k] = at > hi[k] ? at : hi[k];
        }
}

static void plain_box(const grove* g, bool with_past, uint32_t begin, uint32_t end, float lo[3],
                      float hi[3]) {
    const pl_tree_shape* s = g->tree.shape;
    for (int k = 0; k < 3; ++k) lo[k] = INFINITY, hi[k] = -INFINITY;
    for (uint32_t slot = begin; slot < end && slot < g->triangle_count; ++slot) {
        const uint32_t* t = g->triangles + 3 * (size_t)s->triangle[slot];
        widen_box(g->x, t, lo, hi);
        if (with_past) widen_box(g->was, t, lo, hi);
    }
}

// Exactly the triangles below, on every level; nothing where there are none.
static void check_boxes(const grove* g, bool with_past) {
    const pl_tree_shape* s = g->tree.shape;
    uint32_t below = 4;
    for (uint32_t level = 0; level < s->level_count; ++level, below *= 4) {
        for (uint32_t i = 0; i < 4 * s->node_count[level]; ++i) {
            const pl_tree_boxes* b = &g->tree.boxes[s->node_first[level] + i / 4];
            float lo[3], hi[3];
            plain_box(g, with_past, i * below, (i + 1) * below, lo, hi);
            for (int k = 0; k < 3; ++k) {
                assert_true(b->lo[k][i % 4] == lo[k]);
                assert_true(b->hi[k][i % 4] == hi[k]);
            }
        }
    }
    float lo[3], hi[3], low[3], high[3];
    plain_box(g, with_past, 0, g->triangle_count, lo, hi);
    pl_tree_bounds(&g->tree, low, high);
    assert_memory_equal(lo, low, sizeof lo);
    assert_memory_equal(hi, high, sizeof hi);
    for (uint32_t group = 0; group < pl_tree_group_count(s); ++group) {
        plain_box(g, with_past, 64 * group, 64 * group + 64, lo, hi);
        pl_tree_group_box(&g->tree, group, low, high);
        assert_memory_equal(lo, low, sizeof lo);
        assert_memory_equal(hi, high, sizeof hi);
    }
}

static void boxes_fit_what_is_below_them(void** state) {
    (void)state;
    for (uint32_t count = 1; count <= 70; ++count) {
        grove g = grove_of_soup(count, 1, count);
        check_boxes(&g, false);
        grove_free(&g);
    }
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        grove g = grove_of_mesh(kit_makers[i]());
        check_boxes(&g, false);
        grove_deform(&g, 0.5, i);
        pl_tree_refit(&g.tree, g.x, g.was);
        check_boxes(&g, true);
        pl_tree_refit(&g.tree, g.x, NULL);
        check_boxes(&g, false);
        grove_free(&g);
    }
}

// --- nearest ---

static pl_near plain_nearest(const grove* g, const float* const x[3], const float p[3],
                             float radius) {
    pl_near best = {.triangle = PL_TREE_NONE, .squared = radius * radius};
    for (uint32_t i = 0; i < g->triangle_count; ++i) {
        float corner[3][3];
        for (int c = 0; c < 3; ++c)
            for (int k = 0; k < 3; ++k)
                corner[c][k] = x[k][g->triangles[3 * (size_t)i + (size_t)c]];
        pl_near near = {.triangle = i};
        pl_triangle_nearest(corner[0], corner[1], corner[2], p, &near);
        // of equals the first
        if (best.triangle == PL_TREE_NONE ? near.squared <= best.squared
                                          : near.squared < best.squared)
            best = near;
    }
    return best;
}

static void assert_same(const pl_near* near, const pl_near* plain) {
    assert_int_equal(near->triangle, plain->triangle);
    if (near->triangle == PL_TREE_NONE) return;
    assert_int_equal(near->feature, plain->feature);
    assert_true(near->squared == plain->squared);
    assert_memory_equal(near->share, plain->share, sizeof near->share);
}

static void box_around(const float p[3], float radius, float lo[3], float hi[3]) {
    for (int k = 0; k < 3; ++k) {
        lo[k] = p[k] - radius;
        hi[k] = p[k] + radius;
    }
}

// Parts answer like the whole, whether they hold all that is near, just that, or too little.
static void check_parts(const grove* g, const float* const x[3], const float p[3], float radius,
                        const pl_near* plain) {
    static const float rooms[3] = {3.0f, 1.001f, 0.5f};
    for (int i = 0; i < 3; ++i) {
        pl_tree_part part, less;
        pl_near near;
        float lo[3], hi[3];
        box_around(p, rooms[i] * radius, lo, hi);
        pl_tree_take(&g->tree, lo, hi, &part);
        pl_tree_part_nearest(&part, x, p, radius, &near);
        assert_same(&near, plain);
        box_around(p, (i == 1 ? 1.0f : 1.5f) * radius, lo, hi);
        pl_tree_take_less(&part, lo, hi, &less);
        pl_tree_part_nearest(&less, x, p, radius, &near);
        assert_same(&near, plain);
        assert_int_equal(pl_tree_part_meets(&part, lo, hi), pl_tree_meets(&g->tree, lo, hi));
        assert_int_equal(pl_tree_part_meets(&less, lo, hi), pl_tree_meets(&g->tree, lo, hi));
    }
}

// The tree's answer is that of all triangles, bit for bit.
static void check_nearest(const grove* g, const float* const x[3], const float p[3], float radius) {
    pl_near near, plain = plain_nearest(g, x, p, radius);
    pl_tree_nearest(&g->tree, x, p, radius, &near);
    assert_same(&near, &plain);
    assert_int_equal(pl_tree_touches(&g->tree, x, p, radius), plain.triangle != PL_TREE_NONE);
    check_parts(g, x, p, radius, &plain);
}

// Anywhere, near the surface, or exactly on it; with every kind of radius.
static void check_points(const grove* g, uint64_t count) {
    double extent = grove_extent(g);
    for (uint64_t n = 0; n < count; ++n) {
        float p[3], off[3];
        tree_roll_point(2 * n, extent, p);
        tree_roll_point(2 * n + 1, n % 3 == 0 ? 0 : 0.02 * extent, off);
        uint32_t at = (uint32_t)((tree_roll(5 * n) + 1) / 2 * g->vertex_count);
        for (int k = 0; k < 3 && n % 4 > 0; ++k) p[k] = g->now[k][at] + off[k];
        static const double radii[5] = {0.01, 0.1, 10, 0, 1e-3};
        check_nearest(g, g->x, p, (float)(radii[n % 5] * extent));
        if (n % 8 == 0) check_nearest(g, g->x, p, INFINITY);
    }
}

static void nearest_is_that_of_all_triangles(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        grove g = grove_of_mesh(kit_makers[i]());
        check_points(&g, 400);
        grove_deform(&g, 0.7, i);
        pl_tree_refit(&g.tree, g.x, NULL);
        check_points(&g, 400);
        grove_free(&g);
    }
}

static void nearest_of_few_and_degenerate_triangles_is_right(void** state) {
    (void)state;
    for (uint32_t count = 1; count <= 20; ++count) {
        grove g = grove_of_soup(count, 1, count);
        check_points(&g, 300);
        grove_free(&g);
    }
    grove g = grove_of_soup(500, 1, 99);
    check_points(&g, 500);
    grove_free(&g);
}

static void nearest_is_right_at_any_scale(void** state) {
    (void)state;
    for (int power = -18; power <= 17; ++power) {
        grove torus = grove_of_mesh(kit_make_torus());
        grove_scale(&torus, pow(10, power));
        pl_tree_refit(&torus.tree, torus.x, NULL);
        check_points(&torus, power < -8 && power > -13 ? 400 : 60);
        grove_free(&torus);
        grove soup = grove_of_soup(60, pow(10, power), (uint64_t)(power + 50));
        check_points(&soup, 120);
        grove_free(&soup);
    }
}

static void one_tree_answers_for_past_and_now(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_make_creature());
    grove_deform(&g, 0.4, 3);
    pl_tree_refit(&g.tree, g.x, g.was);
    for (uint64_t n = 0; n < 300; ++n) {
        float p[3];
        tree_roll_point(n, 0.7, p);
        check_nearest(&g, g.x, p, 0.2f);
        check_nearest(&g, g.was, p, 0.2f);
    }
    grove_free(&g);
}

// A tent of two triangles over an edge that both have: the lower number counts.
static void of_equally_near_triangles_the_first_counts(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_make_sphere());
    for (uint32_t i = 0; i < g.vertex_count; ++i) {
        float p[3] = {2 * g.now[0][i], 2 * g.now[1][i], 2 * g.now[2][i]};
        uint32_t first = 0;
        while (g.triangles[3 * first] != i && g.triangles[3 * first + 1] != i &&
               g.triangles[3 * first + 2] != i)
            ++first;
        pl_near near;
        pl_tree_nearest(&g.tree, g.x, p, 10, &near);
        assert_int_equal(near.triangle, first);
        assert_true(near.feature == 1 || near.feature == 2 || near.feature == 4);
    }
    grove_free(&g);
}

// Beyond the corner of a box its faces are as near as each other, and as the boxes around them.
static void rounding_leaves_out_none_of_equally_near_triangles(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_make_box());
    for (uint64_t n = 0; n < 2000; ++n) {
        float p[3];
        tree_roll_point(n, 3, p);
        for (int k = 0; k < 3; ++k) p[k] += p[k] > 0 ? 1.0f : -1.0f;
        check_nearest(&g, g.x, p, 10);
    }
    grove_free(&g);
}

// --- within ---

static bool meets(const float lo[3], const float hi[3], const float low[3], const float high[3]) {
    bool yes = true;
    for (int k = 0; k < 3; ++k) yes = yes && lo[k] <= high[k] && low[k] <= hi[k];
    return yes;
}

// All triangles that meet the box, whole leaves at a time, in the order of the slots.
static void check_within(const grove* g, const float lo[3], const float hi[3]) {
    const pl_tree_shape* s = g->tree.shape;
    uint32_t* found = malloc(g->triangle_count * sizeof *found);
    uint32_t count = pl_tree_within(&g->tree, lo, hi, found, g->triangle_count), expected = 0;
    for (uint32_t leaf = 0; leaf < s->leaf_count; ++leaf) {
        float low[3], high[3];
        plain_box(g, false, 4 * leaf, 4 * leaf + 4, low, high);
        if (!meets(lo, hi, low, high)) continue;
        for (uint32_t i = 4 * leaf; i < 4 * leaf + 4 && i < g->triangle_count; ++i) {
            assert_true(expected < count);
            assert_int_equal(found[expected++], s->triangle[i]);
        }
    }
    assert_int_equal(count, expected);
    // no more than there is room for, but all are counted
    for (uint32_t i = 0; i < count; ++i) found[i] = 12345678;
    assert_int_equal(pl_tree_within(&g->tree, lo, hi, found, count / 2), count);
    if (count > 0) assert_int_equal(found[count / 2], 12345678);
    free(found);
}

static void within_lists_all_that_meet_a_box(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS + 20; ++i) {
        grove g = i < KIT_MAKERS ? grove_of_mesh(kit_makers[i]())
                                 : grove_of_soup((uint32_t)(i - KIT_MAKERS + 1), 1, i);
        double extent = grove_extent(&g);
        for (uint64_t n = 0; n < 200; ++n) {
            float lo[3], hi[3];
            tree_roll_point(n, 0.6 * extent, lo);
            for (uint32_t k = 0; k < 3; ++k)
                hi[k] = lo[k] + (float)(extent * (0.2 + 0.2 * tree_roll(1000 + 3 * n + k)));
            check_within(&g, lo, hi);
        }
        grove_free(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_fit_what_is_below_them),
        cmocka_unit_test(nearest_is_that_of_all_triangles),
        cmocka_unit_test(nearest_of_few_and_degenerate_triangles_is_right),
        cmocka_unit_test(nearest_is_right_at_any_scale),
        cmocka_unit_test(one_tree_answers_for_past_and_now),
        cmocka_unit_test(of_equally_near_triangles_the_first_counts),
        cmocka_unit_test(rounding_leaves_out_none_of_equally_near_triangles),
        cmocka_unit_test(within_lists_all_that_meet_a_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

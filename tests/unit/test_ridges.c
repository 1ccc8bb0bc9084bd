// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Edges of a surface and the leaves they are in.
#include "src/collide/ridges.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/tree_kit.h"

static bool has_edge(const uint32_t t[3], uint32_t from, uint32_t to) {
    return (t[0] == from && t[1] == to) || (t[1] == from && t[2] == to) ||
           (t[2] == from && t[0] == to);
}

static uint32_t leaf_of(const pl_tree_shape* shape, uint32_t triangle) {
    for (uint32_t slot = 0; slot < 4 * shape->leaf_count; ++slot) {
        if (shape->triangle[slot] == triangle) return slot / 4;
    }
    return PL_TREE_NONE;
}

// Tip and leaf of the only triangle that has the edge in this direction.
static void check_side(const grove* g, const pl_ridge* r, uint32_t from, uint32_t to, int side) {
    uint32_t found = 0;
    for (uint32_t t = 0; t < g->triangle_count; ++t) {
        const uint32_t* corner = g->triangles + 3 * (size_t)t;
        if (!has_edge(corner, from, to)) continue;
        ++found;
        assert_int_equal(corner[0] + corner[1] + corner[2], from + to + r->tip[side]);
        assert_int_equal(r->leaf[side], leaf_of(g->tree.shape, t));
        if (side == 0) assert_int_equal(r->triangle, t);
    }
    assert_int_equal(found, 1);
}

static void every_edge_is_listed_once_with_both_its_sides(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_TORUS, 200);
    grove g = grove_of_mesh(mesh);
    const pl_ridges* ridges = pl_ridges_get(mesh, NULL);
    assert_non_null(ridges);
    assert_int_equal(2 * ridges->first[g.triangle_count], 3 * g.triangle_count);
    for (uint32_t t = 0; t < g.triangle_count; ++t) {
        for (uint32_t i = ridges->first[t]; i < ridges->first[t + 1]; ++i) {
            const pl_ridge* r = &ridges->ridge[i];
            assert_true(r->from < r->to && r->triangle == t);
            check_side(&g, r, r->from, r->to, 0);
            check_side(&g, r, r->to, r->from, 1);
        }
    }
    grove_free(&g);
}

static void a_leaf_lists_the_edges_of_its_triangles(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_DUCK, 300);
    grove g = grove_of_mesh(mesh);
    const pl_ridges* ridges = pl_ridges_get(mesh, NULL);
    for (uint32_t leaf = 0; leaf < g.tree.shape->leaf_count; ++leaf) {
        uint32_t listed = ridges->leaf_first[leaf + 1] - ridges->leaf_first[leaf], due = 0;
        for (uint32_t i = 0; i < ridges->first[g.triangle_count]; ++i) {
            const pl_ridge* r = &ridges->ridge[i];
            due += r->leaf[0] == leaf || r->leaf[1] == leaf;
        }
        assert_true(listed <= PL_LEAF_RIDGES);
        assert_int_equal(listed, due);
        for (uint32_t k = ridges->leaf_first[leaf]; k < ridges->leaf_first[leaf + 1]; ++k) {
            const pl_ridge* r = &ridges->ridge[ridges->of_leaf[k]];
            assert_true(r->leaf[0] == leaf || r->leaf[1] == leaf);
        }
    }
    grove_free(&g);
}

// --- pairs of leaves ---

typedef struct visits {
    uint32_t leaves, count;
    unsigned char* seen;  // per pair
} visits;

static void mark(uint32_t leaf, uint32_t other, void* user) {
    visits* v = user;
    assert_true(leaf < other && other < v->leaves);
    unsigned char* seen = &v->seen[leaf * v->leaves + other];
    assert_int_equal(*seen, 0);
    *seen = 1;
    ++v->count;
}

// A crumpled torus, so that leaves face each other in all ways.
static void leaves_are_visited_just_if_they_meet(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_TORUS, 400);
    grove g = grove_of_mesh(mesh);
    for (uint32_t i = 0; i < g.vertex_count; ++i) {
        for (uint32_t k = 0; k < 3; ++k) g.now[k][i] += 0.02f * (float)tree_roll(3 * i + k);
    }
    pl_tree_refit(&g.tree, g.x, NULL);
    pl_tree_refit_cones(&g.tree, g.x);
    visits v = {.leaves = g.tree.shape->leaf_count};
    v.seen = calloc((size_t)v.leaves * v.leaves, 1);
    assert_non_null(v.seen);
    for (uint32_t group = 0; group < pl_tree_group_count(g.tree.shape); ++group)
        pl_tree_self_leaves(&g.tree, group, 0.01f, false, mark, &v);
    uint32_t met = 0, all = v.leaves * (v.leaves - 1) / 2;
    for (uint32_t a = 0; a < v.leaves; ++a) {
        for (uint32_t b = a + 1; b < v.leaves; ++b) {
            bool meets = pl_tree_leaves_meet(&g.tree, a, b, 0.01f, false);
            assert_int_equal(meets, pl_tree_leaves_meet(&g.tree, b, a, 0.01f, false));
            assert_int_equal(meets, v.seen[a * v.leaves + b]);
            met += meets;
        }
    }
    assert_true(met > 0 && met < all / 4 && met == v.count);
    free(v.seen);
    grove_free(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_edge_is_listed_once_with_both_its_sides),
        cmocka_unit_test(a_leaf_lists_the_edges_of_its_triangles),
        cmocka_unit_test(leaves_are_visited_just_if_they_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/tree.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/memory_kit.h"
#include "tests/unit/tree_kit.h"

static void check_slots(const grove* g) {
    const pl_tree_shape* s = g->tree.shape;
    assert_int_equal(s->triangle_count, g->triangle_count);
    assert_int_equal(s->leaf_count, (g->triangle_count + 3) / 4);
    uint8_t* seen = calloc(g->triangle_count, 1);
    for (uint32_t slot = 0; slot < 4 * s->leaf_count; ++slot) {
        uint32_t triangle = s->triangle[slot];
        if (slot >= g->triangle_count) {
            assert_int_equal(triangle, PL_TREE_NONE);
            triangle = s->triangle[g->triangle_count - 1];  // fill has corners all the same
        } else {
            assert_true(triangle < g->triangle_count);
            assert_int_equal(seen[triangle]++, 0);
        }
        for (uint32_t c = 0; c < 3; ++c)
            assert_int_equal(s->corners[12 * (slot / 4) + 4 * c + slot % 4],
                             g->triangles[3 * triangle + c]);
    }
    free(seen);
}

static bool leaf_has(const pl_tree_shape* s, uint32_t leaf, uint32_t vertex) {
    bool has = false;
    for (uint32_t i = 0; i < 12; ++i) has |= s->corners[12 * leaf + i] == vertex;
    return has;
}

static void check_vertices(const grove* g) {
    const pl_tree_shape* s = g->tree.shape;
    uint8_t* owned = calloc(g->vertex_count, 1);
    assert_int_equal(s->owned_first[0], 0);
    assert_int_equal(s->vertex_first[0], 0);
    for (uint32_t leaf = 0; leaf < s->leaf_count; ++leaf) {
        uint32_t distinct = 0;
        for (uint32_t i = 0; i < 12; ++i) {
            uint32_t before = 0;
            while (s->corners[12 * leaf + before] != s->corners[12 * leaf + i]) ++before;
            distinct += before == i;
        }
        assert_int_equal(s->vertex_first[leaf + 1] - s->vertex_first[leaf], distinct);
        for (uint32_t i = s->vertex_first[leaf]; i < s->vertex_first[leaf + 1]; ++i) {
            assert_true(leaf_has(s, leaf, s->vertex[i]));
            for (uint32_t j = s->vertex_first[leaf]; j < i; ++j)
                assert_int_not_equal(s->vertex[i], s->vertex[j]);
        }
        for (uint32_t i = s->owned_first[leaf]; i < s->owned_first[leaf + 1]; ++i) {
            assert_true(leaf_has(s, leaf, s->owned[i]));
            assert_int_equal(owned[s->owned[i]]++, 0);
        }
        // what it has and does not own, an earlier one owns
        for (uint32_t i = 0; i < 12; ++i) assert_int_equal(owned[s->corners[12 * leaf + i]], 1);
    }
    free(owned);
}

static void check_levels(const pl_tree_shape* s) {
    uint32_t below = s->leaf_count, first = 0;
    assert_true(s->level_count >= 1);
    for (uint32_t level = 0; level < s->level_count; ++level) {
        assert_int_equal(s->node_count[level], (below + 3) / 4);
        assert_int_equal(s->node_first[level], first);
        below = s->node_count[level];
        first += below;
        assert_int_equal(below == 1, level + 1 == s->level_count);
    }
}

static void check_grove(const grove* g) {
    check_slots(g);
    check_vertices(g);
    check_levels(g->tree.shape);
}

static void trees_of_few_triangles_are_whole(void** state) {
    (void)state;
    for (uint32_t count = 1; count <= 100; ++count) {
        grove g = grove_of_soup(count, 1, count);
        check_grove(&g);
        grove_free(&g);
    }
}

static void trees_of_shapes_are_whole(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        grove g = grove_of_mesh(kit_makers[i]());
        check_grove(&g);
        grove_free(&g);
    }
}

// Everything in one spot, or along one line, or as far apart as floats go.
static void trees_of_odd_places_are_whole(void** state) {
    (void)state;
    static const double spread[5][3] = {
        {0, 0, 0}, {1, 0, 0}, {0, 1e-30, 0}, {3e38, 3e38, 3e38}, {1e-38, 1e38, 0}};
    for (uint32_t kind = 0; kind < 5; ++kind) {
        grove g = {0};
        grove_alloc(&g, 600, 200);
        for (uint32_t i = 0; i < 600; ++i) {
            g.triangles[i] = i;
            for (uint32_t k = 0; k < 3; ++k)
                g.now[k][i] = (float)(spread[kind][k] * tree_roll(3 * i + k));
        }
        grove_plant(&g, false);
        check_grove(&g);
        grove_free(&g);
    }
}

static void vertices_without_triangles_are_left_out(void** state) {
    (void)state;
    grove g = {0};
    grove_alloc(&g, 10, 1);
    const uint32_t corners[3] = {7, 2, 5};
    memcpy(g.triangles, corners, sizeof corners);
    grove_plant(&g, false);
    assert_int_equal(g.tree.shape->owned_first[1], 3);
    grove_free(&g);
}

// The mean diagonal of leaf boxes, in mean edges: 2.7; four triangles in a row alone span 2.2.
static void leaves_hold_what_lies_together(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_shape(PLUMP_SHAPE_SPHERE, 2562));
    const pl_tree_shape* s = g.tree.shape;
    double sum = 0;
    for (uint32_t leaf = 0; leaf < s->leaf_count; ++leaf) {
        const pl_tree_boxes* b = &g.tree.boxes[leaf / 4];
        double squared = 0;
        for (int k = 0; k < 3; ++k) {
            double side = (double)b->hi[k][leaf % 4] - (double)b->lo[k][leaf % 4];
            squared += side * side;
        }
        sum += sqrt(squared);
    }
    assert_true(sum / s->leaf_count < 2.8 * g.surface->edge_mean);
    grove_free(&g);
}

static void the_shape_is_kept_in_the_mesh(void** state) {
    (void)state;
    plump_mesh* mesh = kit_make_torus();
    assert_int_equal(pl_tree_shape_size(mesh), 0);
    const pl_tree_shape* shape = pl_tree_shape_get(mesh, NULL);
    assert_non_null(shape);
    assert_ptr_equal(pl_tree_shape_get(mesh, NULL), shape);
    assert_true(pl_tree_shape_size(mesh) > 4 * 16 * (size_t)shape->leaf_count);
    plump_mesh_destroy(mesh);
}

static void out_of_memory_anywhere_leaks_nothing(void** state) {
    (void)state;
    grove g = grove_of_soup(50, 1, 7);
    bool made = false;
    for (long fail_at = 1; !made; ++fail_at) {
        memory_kit memory = {.fail_at = fail_at};
        pl_arena arena = pl_arena_make(memory_kit_hooks(&memory));
        pl_tree_shape* shape =
            pl_tree_shape_build(&arena, g.x, g.vertex_count, g.triangles, g.triangle_count);
        pl_tree tree;
        made = shape && pl_tree_make(&tree, &arena, shape, true);
        if (made) assert_true(memory.calls < fail_at);
        pl_arena_release(&arena, NULL);
        assert_int_equal(memory.blocks, 0);
        assert_true(fail_at < 100);
    }
    grove_free(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_of_few_triangles_are_whole),
        cmocka_unit_test(trees_of_shapes_are_whole),
        cmocka_unit_test(trees_of_odd_places_are_whole),
        cmocka_unit_test(vertices_without_triangles_are_left_out),
        cmocka_unit_test(leaves_hold_what_lies_together),
        cmocka_unit_test(the_shape_is_kept_in_the_mesh),
        cmocka_unit_test(out_of_memory_anywhere_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The tree holds every triangle once, its boxes hold what they should, its depth is a logarithm
// whatever the input, and it is the same tree on every machine.
#include "src/base/hash.h"
#include "tests/unit/tree_soup.h"

static bool boxes_meet(const pl_tree_box* a, const pl_tree_box* b) {
    for (int k = 0; k < 3; ++k) {
        if (a->lo[k] > b->hi[k] || b->lo[k] > a->hi[k]) return false;
    }
    return true;
}

static pl_tree_box box_of(const soup* s, uint32_t triangle) {
    pl_mesh_view view = soup_view(s);
    const double* corner[3];
    pl_tree_corners(&view, triangle, corner);
    pl_tree_box box;
    pl_tree_triangle_box(corner, &box);
    return box;
}

// Collects the triangles whose boxes the tree says meet `box`.
static void query(const pl_mesh_tree* tree, uint32_t level, uint32_t node, const pl_tree_box* box,
                  uint8_t* met) {
    uint32_t mask = pl_tree_meet(&tree->nodes[level][node], box);
    for (; mask; mask &= mask - 1) {
        uint32_t child = node * PL_TREE_WIDTH + pl_tree_first(mask);
        if (level > 0) {
            assert_true(child < tree->node_count[level - 1]);
            query(tree, level - 1, child, box, met);
        } else {
            assert_true(child < tree->view->triangle_count);
            met[tree->order[child]] = 1;
        }
    }
}

// A tree over the soup answers box queries like a plain loop, but for boxes within rounding.
static void check_queries(const soup* s) {
    pl_mesh_view view = soup_view(s);
    pl_arena arena = plain_arena();
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    assert_non_null(tree);
    uint8_t* met = malloc(s->triangle_count + 1);
    uint32_t step = 1 + s->triangle_count / 300;
    for (uint32_t i = 0; i < s->triangle_count; i += step) {
        pl_tree_box box = box_of(s, i);
        memset(met, 0, s->triangle_count);
        query(tree, tree->level_count - 1, 0, &box, met);
        for (uint32_t j = 0; j < s->triangle_count; ++j) {
            pl_tree_box other = box_of(s, j);
            if (boxes_meet(&box, &other)) assert_int_equal(met[j], 1);
        }
    }
    free(met);
    pl_arena_release(&arena, NULL);
}

static soup random_soup(uint32_t count, double scale, double offset, uint64_t seed) {
    soup s = {0};
    dice d = {seed};
    for (uint32_t i = 0; i < count; ++i) {
        double x[9];
        for (int k = 0; k < 9; ++k) {
            double centre = k % 3 == 0 ? i % 17 : k % 3 == 1 ? i % 13 : i % 11;
            x[k] = offset + scale * (centre + (double)roll_below(&d, 1000) / 1000);
        }
        uint32_t a = soup_vertex(&s, x[0], x[1], x[2]), b = soup_vertex(&s, x[3], x[4], x[5]);
        soup_triangle(&s, a, b, soup_vertex(&s, x[6], x[7], x[8]));
    }
    return s;
}

static void queries_miss_nothing_at_any_scale(void** state) {
    (void)state;
    const double scales[] = {1, 1e-30, 1e15, 1e-300, 1}, offsets[] = {0, 0, 0, 0, 1e12};
    for (size_t i = 0; i < PL_COUNT(scales); ++i) {
        soup s = random_soup(1500, scales[i], offsets[i], i + 1);
        check_queries(&s);
        soup_free(&s);
    }
}

// A walk from leaf k on gives the leaves from k on that a full walk gives.
static void walks_from_a_leaf_give_the_rest(void** state) {
    (void)state;
    soup s = random_soup(1200, 1, 0, 12);
    pl_mesh_view view = soup_view(&s);
    pl_arena arena = plain_arena();
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    for (uint32_t first = 0; first <= tree->node_count[0]; ++first) {
        pl_tree_box box = box_of(&s, first);
        uint8_t all[150] = {0}, rest[150] = {0};
        uint64_t work = 0;
        uint32_t leaf;
        pl_tree_walk walk;
        pl_tree_walk_start(&walk, tree, &box, 0, &work);
        while (pl_tree_walk_next(&walk, &leaf)) assert_int_equal(all[leaf]++, 0);
        pl_tree_walk_start(&walk, tree, &box, first, &work);
        while (pl_tree_walk_next(&walk, &leaf)) assert_int_equal(rest[leaf]++, 0);
        for (uint32_t i = 0; i < 150; ++i) assert_int_equal(rest[i], i >= first ? all[i] : 0);
    }
    pl_arena_release(&arena, NULL);
    soup_free(&s);
}

static void every_triangle_has_one_place(void** state) {
    (void)state;
    const uint32_t counts[] = {0, 1, 7, 8, 9, 63, 64, 65, 512, 513, 5000};
    for (size_t i = 0; i < PL_COUNT(counts); ++i) {
        soup s = random_soup(counts[i], 1, 0, 3);
        pl_mesh_view view = soup_view(&s);
        pl_arena arena = plain_arena();
        pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
        assert_non_null(tree);
        uint8_t* seen = calloc(counts[i] + 1, 1);
        for (uint32_t k = 0; k < counts[i]; ++k) {
            assert_true(tree->order[k] < counts[i]);
            assert_int_equal(seen[tree->order[k]]++, 0);
        }
        free(seen);
        uint32_t levels = 0;
        for (uint64_t room = 1; room < counts[i]; room *= 8) ++levels;
        assert_int_equal(tree->level_count, counts[i] == 1 ? 1 : levels);
        if (counts[i]) assert_int_equal(tree->node_count[tree->level_count - 1], 1);
        pl_arena_release(&arena, NULL);
        check_queries(&s);
        soup_free(&s);
    }
}

static void empty_places_meet_nothing(void** state) {
    (void)state;
    soup s = random_soup(3, 1, 0, 1);
    pl_mesh_view view = soup_view(&s);
    pl_arena arena = plain_arena();
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    const pl_tree_box all = {{-1e18, -1e18, -1e18}, {1e18, 1e18, 1e18}};
    assert_int_equal(pl_tree_meet(&tree->nodes[0][0], &all), 7);
    pl_arena_release(&arena, NULL);
    soup_free(&s);
}

static void equal_triangles_make_a_shallow_tree(void** state) {
    (void)state;
    soup s = {0};
    for (int k = 0; k < 3; ++k) soup_vertex(&s, k == 0, k == 1, k == 2);
    for (int i = 0; i < 5000; ++i) soup_triangle(&s, 0, 1, 2);
    pl_mesh_view view = soup_view(&s);
    pl_arena arena = plain_arena();
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    assert_int_equal(tree->level_count, 5);
    for (uint32_t i = 0; i < 5000; ++i) assert_int_equal(tree->order[i], i);
    pl_arena_release(&arena, NULL);
    soup_free(&s);
}

// Steps it takes to find the leaves that meet each triangle, per triangle.
static double search_cost(const soup* s) {
    pl_mesh_view view = soup_view(s);
    pl_arena arena = plain_arena();
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    uint64_t work = 0;
    for (uint32_t i = 0; i < s->triangle_count; ++i) {
        pl_tree_box box = box_of(s, i);
        pl_tree_walk walk;
        uint32_t leaf;
        pl_tree_walk_start(&walk, tree, &box, 0, &work);
        while (pl_tree_walk_next(&walk, &leaf)) work += PL_TREE_STEPS;
    }
    pl_arena_release(&arena, NULL);
    return (double)work / s->triangle_count;
}

// Bodies of size 1 that are 1e9 apart: in one common grid each would be a single cell.
static void far_apart_bodies_keep_small_boxes(void** state) {
    (void)state;
    soup s = {0};
    const double here[3] = {0, 0, 0}, there[3] = {1e9, 3e8, -7e8};
    soup_ball(&s, here, 1, 60, 40, 0);
    double alone = search_cost(&s);
    soup_ball(&s, there, 1, 60, 40, 0);
    double both = search_cost(&s);
    assert_true(alone < 20 * PL_TREE_STEPS);
    assert_true(both < 1.5 * alone + 2 * PL_TREE_STEPS);
    check_queries(&s);
    soup_free(&s);
}

static uint64_t tree_hash(const pl_mesh_tree* tree) {
    uint64_t hash = pl_hash_words(PL_HASH_START, tree->order, tree->view->triangle_count);
    for (uint32_t level = 0; level < tree->level_count; ++level) {
        for (uint32_t n = 0; n < tree->node_count[level]; ++n) {
            hash = pl_hash_floats(hash, &tree->nodes[level][n].lo[0][0], 24);
            hash = pl_hash_floats(hash, &tree->nodes[level][n].hi[0][0], 24);
        }
    }
    return hash;
}

static void the_tree_is_the_same_everywhere(void** state) {
    (void)state;
    soup s = random_soup(3000, 0.37, -2.1, 9);
    pl_mesh_view view = soup_view(&s);
    pl_arena arena = plain_arena();
    assert_int_equal(tree_hash(pl_mesh_tree_build(&arena, &view)), UINT64_C(0xD19525AAA223ED58));
    pl_arena_release(&arena, NULL);
    soup_free(&s);
}

static void running_out_of_memory_is_an_answer(void** state) {
    (void)state;
    soup s = random_soup(700, 1, 0, 4);
    pl_mesh_view view = soup_view(&s);
    for (int stays = 0; stays < 2; ++stays) {
        bool built = false;
        for (int64_t n = 0; !built; ++n) {
            purse p = {.left = n, .stays_empty = stays};
            pl_arena arena = purse_arena(&p);
            built = pl_mesh_tree_build(&arena, &view) != NULL;
            assert_int_equal(built, p.asked <= (uint64_t)n);
            pl_arena_release(&arena, NULL);
            assert_int_equal(p.held, 0);
        }
    }
    soup_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_miss_nothing_at_any_scale),
        cmocka_unit_test(walks_from_a_leaf_give_the_rest),
        cmocka_unit_test(every_triangle_has_one_place),
        cmocka_unit_test(empty_places_meet_nothing),
        cmocka_unit_test(equal_triangles_make_a_shallow_tree),
        cmocka_unit_test(far_apart_bodies_keep_small_boxes),
        cmocka_unit_test(the_tree_is_the_same_everywhere),
        cmocka_unit_test(running_out_of_memory_is_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which part lies inside which: shapes whose nesting is known by how they were made.
#include "tests/unit/tree_soup.h"

typedef struct nest {
    uint32_t* container;
    bool incomplete;
} nest;

static nest find_nesting(const soup* s) {
    pl_mesh_view view = soup_view(s);
    pl_arena arena = plain_arena();
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    assert_non_null(tree);
    nest n = {malloc((s->part_count + 1) * sizeof(uint32_t)), true};
    memset(n.container, 0x55, (s->part_count + 1) * sizeof(uint32_t));
    assert_true(pl_mesh_nesting(&arena, tree, s->parts, s->part_count, n.container, &n.incomplete));
    assert_int_equal(n.container[s->part_count], 0x55555555);
    pl_arena_release(&arena, NULL);
    return n;
}

static void expect_nesting(const soup* s, const uint32_t* container) {
    nest n = find_nesting(s);
    assert_false(n.incomplete);
    for (uint32_t p = 0; p < s->part_count; ++p) assert_int_equal(n.container[p], container[p]);
    free(n.container);
}

// Moves every vertex; exact as long as the numbers are short.
static void transform(soup* s, int axis_turn, double scale, double shift) {
    for (uint32_t i = 0; i < s->vertex_count; ++i) {
        double* p = s->positions + 3 * (size_t)i;
        double q[3] = {p[0], p[1], p[2]};
        for (int k = 0; k < 3; ++k) p[k] = scale * q[(k + axis_turn) % 3] + shift;
    }
}

static void boxes_in_boxes(void** state) {
    (void)state;
    soup s = {0};
    soup_cube(&s, 0, 0, 0, 8);    // 0
    soup_cube(&s, 0, 0, 0, 1);    // 1 in 2
    soup_cube(&s, 0, 0, 0, 2);    // 2 in 0
    soup_cube(&s, 5, 5, 5, 1);    // 3 in 0
    soup_cube(&s, 20, 0, 0, 1);   // 4 beside, on the ray of the others
    soup_cube(&s, -20, 0, 0, 1);  // 5 beside, its ray runs through all of them
    soup_cube(&s, 5, 5, 5, 0.5);  // 6 in 3
    const uint32_t expected[] = {PL_NONE, 2, 0, 0, PL_NONE, PL_NONE, 3};
    for (int turn = 0; turn < 3; ++turn) {
        expect_nesting(&s, expected);
        transform(&s, 1, 1, 0);
    }
    transform(&s, 0, -1, 3);  // mirrored, inside out
    expect_nesting(&s, expected);
    transform(&s, 0, ldexp(1, -600), 0);
    expect_nesting(&s, expected);
    soup_free(&s);
}

// Corners on one grid, so that rays run along faces and through edges and corners of others.
static void grid_lines_make_no_difference(void** state) {
    (void)state;
    dice d = {21};
    for (int round = 0; round < 300; ++round) {
        soup s = {0};
        int lo[6][3], hi[6][3];
        for (int p = 0; p < 6; ++p) {
            double a[3], b[3];
            for (int k = 0; k < 3; ++k) {
                lo[p][k] = (int)roll_below(&d, 6);
                hi[p][k] = lo[p][k] + 1 + (int)roll_below(&d, 6);
                a[k] = lo[p][k];
                b[k] = hi[p][k];
            }
            soup_box(&s, a, b);
        }
        nest n = find_nesting(&s);
        for (int p = 0; p < 6; ++p) {
            uint32_t c = n.container[p];
            if (c == PL_NONE) {
                // nothing is strictly around it, unless the two cut or are around each other
                for (int q = 0; q < 6; ++q) {
                    bool around = true;
                    for (int k = 0; k < 3; ++k) {
                        around = around && lo[q][k] < lo[p][k] && hi[q][k] > hi[p][k];
                    }
                    assert_false(around);
                }
            } else {
                // some corner of it is strictly inside, or none is strictly outside
                bool inside = false, outside = false;
                for (int i = 0; i < 8; ++i) {
                    bool in = true, out = false;
                    for (int k = 0; k < 3; ++k) {
                        int x = i >> k & 1 ? hi[p][k] : lo[p][k];
                        in = in && x > lo[c][k] && x < hi[c][k];
                        out = out || x < lo[c][k] || x > hi[c][k];
                    }
                    inside = inside || in;
                    outside = outside || out;
                }
                assert_true(inside || !outside);
            }
        }
        free(n.container);
        soup_free(&s);
    }
}

static void the_hole_of_a_ring_is_outside(void** state) {
    (void)state;
    soup s = {0};
    const double origin[3] = {0, 0, 0}, in_tube[3] = {0, 3, 0}, in_hole[3] = {0.25, 0, 0};
    soup_ring(&s, origin, 3, 1, 40, 20, 0);
    soup_ball(&s, in_hole, 0.5, 12, 8, 0);
    soup_ball(&s, in_tube, 0.5, 12, 8, 0);
    soup_ring(&s, origin, 3, 0.9, 40, 20, 0);
    soup_ring(&s, origin, 3, 0.75, 40, 20, 0);
    const uint32_t expected[] = {PL_NONE, PL_NONE, 4, 0, 3};
    for (int turn = 0; turn < 3; ++turn) {
        expect_nesting(&s, expected);
        transform(&s, 1, 1, 0);
    }
    soup_free(&s);
}

// Every kind of touching from outside, on both sides along every axis, and from inside.
static void touching_is_not_inside(void** state) {
    (void)state;
    for (int axis = 0; axis < 3; ++axis) {
        for (int side = -1; side <= 1; side += 2) {
            soup s = {0};
            double at[3] = {0, 0, 0}, corner[3] = {2, 2, 2};
            at[axis] = side * 3;
            corner[axis] *= side;
            soup_cube(&s, 0, 0, 0, 2);              // 0
            soup_cube(&s, at[0], at[1], at[2], 1);  // 1 against a face of 0
            at[axis] = side * 4;
            soup_cube(&s, at[0], at[1], at[2], 2);  // 2 shares a face with 0
            soup_cube(&s, 3 * corner[0], 3 * corner[1], 3 * corner[2], 4);  // 3 at a corner of 0
            at[axis] = side;
            soup_cube(&s, at[0], at[1], at[2], 1);  // 4 inside 0 and at its wall
            const uint32_t expected[] = {PL_NONE, 2, PL_NONE, PL_NONE, 0};
            expect_nesting(&s, expected);
            soup_free(&s);
        }
    }
}

static void a_thousand_shells(void** state) {
    (void)state;
    soup s = {0};
    const double origin[3] = {0.5, -3, 8};
    uint32_t order[1000], expected[1000];
    dice d = {8};
    for (uint32_t i = 0; i < 1000; ++i) order[i] = i;
    for (uint32_t i = 999; i > 0; --i) {
        uint32_t j = roll_below(&d, i + 1), swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
    // part i is the shell of rank order[i]; its container the one of the next rank
    for (uint32_t i = 0; i < 1000; ++i) {
        soup_ball(&s, origin, 1000 + order[i] * 20.0, 12, 8, 0);
        expected[i] = PL_NONE;
        for (uint32_t j = 0; j < 1000; ++j) {
            if (order[j] == order[i] + 1) expected[i] = j;
        }
    }
    expect_nesting(&s, expected);
    soup_free(&s);
}

static void many_separate_parts_are_quick(void** state) {
    (void)state;
    soup s = {0};
    uint32_t side = 46;
    for (uint32_t i = 0; i < side * side * side; ++i) {
        soup_cube(&s, i % side, i / side % side, i / side / side, 0.25);
    }
    nest n = find_nesting(&s);
    assert_false(n.incomplete);
    for (uint32_t p = 0; p < s.part_count; ++p) assert_int_equal(n.container[p], PL_NONE);
    free(n.container);
    soup_free(&s);
}

// Too many nested in each other for the work limit: told, and no wrong answers.
static void hostile_nesting_is_cut_short(void** state) {
    (void)state;
    soup s = {0};
    for (uint32_t i = 0; i < 20000; ++i) soup_cube(&s, 0, 0, 0, 1 + i);
    nest n = find_nesting(&s);
    assert_true(n.incomplete);
    for (uint32_t p = 0; p < s.part_count; ++p) {
        assert_true(n.container[p] == PL_NONE || n.container[p] == p + 1);
    }
    free(n.container);
    soup_free(&s);
}

// Parts that cut each other: whatever the answer, going outwards ends.
static void going_outwards_ends(void** state) {
    (void)state;
    dice d = {4};
    for (int round = 0; round < 50; ++round) {
        soup s = {0};
        for (int i = 0; i < 60; ++i) {
            // a negative half makes another corner the first, so that two can hold each other's
            double half = 1 + roll_below(&d, 60), sign = roll_below(&d, 2) ? 1 : -1;
            soup_cube(&s, roll_below(&d, 100), roll_below(&d, 100), roll_below(&d, 100),
                      sign * half);
        }
        nest n = find_nesting(&s);
        for (uint32_t p = 0; p < s.part_count; ++p) {
            uint32_t steps = 0;
            for (uint32_t q = p; q != PL_NONE; q = n.container[q]) assert_true(++steps <= 60);
        }
        free(n.container);
        soup_free(&s);
    }
}

static void of_two_parts_around_each_other_neither_contains(void** state) {
    (void)state;
    soup s = {0};
    soup_cube(&s, 0, 0, 0, -2);
    soup_cube(&s, 1, 1, 1, 2);
    soup_cube(&s, 0.5, 0.5, 0.5, 1);
    soup_cube(&s, 0, 0, 0, 9);
    const uint32_t expected[] = {3, 3, 0, PL_NONE};
    expect_nesting(&s, expected);
    s.triangle_count -= 12;
    s.part_count = 3;
    const uint32_t fewer[] = {PL_NONE, PL_NONE, 0};
    expect_nesting(&s, fewer);
    soup_free(&s);
}

static void empty_and_single_parts_have_no_container(void** state) {
    (void)state;
    soup s = {0};
    soup_cube(&s, 0, 0, 0, 1);
    const uint32_t none[] = {PL_NONE, PL_NONE, PL_NONE, 4, PL_NONE};
    expect_nesting(&s, none);
    s.part_count = 3;  // 1 and 2 have no triangles
    soup_cube(&s, 0, 0, 0, 0.5);
    soup_cube(&s, 0, 0, 0, 0.75);
    const uint32_t some[] = {PL_NONE, PL_NONE, PL_NONE, 4, 0};
    expect_nesting(&s, some);
    soup_free(&s);
    s.part_count = 2;
    expect_nesting(&s, none);
    s.part_count = 0;
    expect_nesting(&s, none);
}

static void running_out_of_memory_is_an_answer(void** state) {
    (void)state;
    soup s = {0};
    for (int i = 1; i < 5; ++i) soup_cube(&s, 0, 0, 0, i);
    pl_mesh_view view = soup_view(&s);
    pl_arena plain = plain_arena();
    pl_mesh_tree* tree = pl_mesh_tree_build(&plain, &view);
    for (int stays = 0; stays < 2; ++stays) {
        bool done = false;
        for (int64_t n = 0; !done; ++n) {
            purse p = {.left = n, .stays_empty = stays};
            pl_arena arena = purse_arena(&p);
            uint32_t container[4];
            bool incomplete;
            done = pl_mesh_nesting(&arena, tree, s.parts, 4, container, &incomplete);
            assert_int_equal(done, p.asked <= (uint64_t)n);
            assert_int_equal(p.held, 0);
        }
    }
    pl_arena_release(&plain, NULL);
    soup_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_in_boxes),
        cmocka_unit_test(grid_lines_make_no_difference),
        cmocka_unit_test(the_hole_of_a_ring_is_outside),
        cmocka_unit_test(touching_is_not_inside),
        cmocka_unit_test(a_thousand_shells),
        cmocka_unit_test(many_separate_parts_are_quick),
        cmocka_unit_test(hostile_nesting_is_cut_short),
        cmocka_unit_test(going_outwards_ends),
        cmocka_unit_test(of_two_parts_around_each_other_neither_contains),
        cmocka_unit_test(empty_and_single_parts_have_no_container),
        cmocka_unit_test(running_out_of_memory_is_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Pairs that cut or touch, against all pairs decided by whole numbers; and what hostile input may
// cost.
#include "src/mesh/mesh_predicates.h"
#include "tests/unit/tree_soup.h"

// ---- the reference: coordinates that are small whole numbers, every pair, 64-bit integers ----

typedef struct point {
    int64_t x[3];
} point;

static point minus(point a, point b) {
    return (point){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}

static point cross(point a, point b) {
    return (point){{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                    a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}

static int sign_of(int64_t value) {
    return (value > 0) - (value < 0);
}

static int orient(point a, point b, point c, point d) {
    point n = cross(minus(b, a), minus(c, a)), w = minus(d, a);
    return sign_of(n.x[0] * w.x[0] + n.x[1] * w.x[1] + n.x[2] * w.x[2]);
}

static bool segment_meets(point p, point q, const point t[3]) {
    int sp = orient(t[0], t[1], t[2], p), sq = orient(t[0], t[1], t[2], q);
    bool through = (sp > 0 && sq <= 0) || (sp < 0 && sq >= 0) || (sp == 0 && sq != 0);
    int s[3];
    for (int i = 0; i < 3; ++i) s[i] = orient(p, q, t[i], t[(i + 1) % 3]);
    bool plus = s[0] >= 0 && s[1] >= 0 && s[2] >= 0, less = s[0] <= 0 && s[1] <= 0 && s[2] <= 0;
    return through && (plus || less) && !(plus && less);
}

static bool has_area(const point t[3]) {
    point n = cross(minus(t[1], t[0]), minus(t[2], t[0]));
    return n.x[0] || n.x[1] || n.x[2];
}

// Of two triangles with area in one plane: no edge of either has the other beyond it.
static bool flat_overlap(const point t[3], const point u[3]) {
    for (int turn = 0; turn < 2; ++turn) {
        const point *a = turn ? u : t, *b = turn ? t : u;
        point n = cross(minus(a[1], a[0]), minus(a[2], a[0]));
        for (int k = 0; k < 3; ++k) {
            point out = cross(minus(a[(k + 1) % 3], a[k]), n);
            bool apart = true;
            for (int i = 0; i < 3; ++i) {
                point w = minus(b[i], a[k]);
                if (out.x[0] * w.x[0] + out.x[1] * w.x[1] + out.x[2] * w.x[2] < 0) apart = false;
            }
            if (apart) return false;
        }
    }
    return true;
}

static bool slow_meets(const point* points, const uint32_t* f, const uint32_t* g) {
    point t[3], u[3], t_rest[3], u_rest[3], common[3];
    int shared = 0, t_count = 0, u_count = 0;
    for (int i = 0; i < 3; ++i) {
        t[i] = points[f[i]];
        u[i] = points[g[i]];
    }
    for (int i = 0; i < 3; ++i) {
        bool in_g = f[i] == g[0] || f[i] == g[1] || f[i] == g[2];
        bool in_f = g[i] == f[0] || g[i] == f[1] || g[i] == f[2];
        if (in_g) common[shared++] = t[i];
        if (!in_g) t_rest[t_count++] = t[i];
        if (!in_f) u_rest[u_count++] = u[i];
    }
    if (shared == 3) return true;
    if (!has_area(t) || !has_area(u)) return false;
    bool flat = true;
    for (int i = 0; i < 3; ++i) flat = flat && orient(t[0], t[1], t[2], u[i]) == 0;
    if (shared == 2) {
        // beyond the common edge on the same side
        point n = cross(minus(common[1], common[0]), minus(t_rest[0], common[0]));
        point m = cross(minus(common[1], common[0]), minus(u_rest[0], common[0]));
        return flat && n.x[0] * m.x[0] + n.x[1] * m.x[1] + n.x[2] * m.x[2] > 0;
    }
    if (flat) return flat_overlap(t, u);
    if (shared == 1) {
        return segment_meets(t_rest[0], t_rest[1], u) || segment_meets(u_rest[0], u_rest[1], t);
    }
    for (int i = 0; i < 3; ++i) {
        if (segment_meets(t[i], t[(i + 1) % 3], u) || segment_meets(u[i], u[(i + 1) % 3], t)) {
            return true;
        }
    }
    return false;
}

// ---- running and comparing ----

typedef struct pair_list {
    uint64_t* pairs;
    size_t count, room;
} pair_list;

static void keep(uint32_t a, uint32_t b, void* user) {
    pair_list* list = user;
    assert_true(a < b);
    uint64_t key = (uint64_t)a << 32 | b;
    if (list->count == list->room) {
        list->room = 2 * list->room + 64;
        list->pairs = realloc(list->pairs, list->room * sizeof *list->pairs);
        assert_non_null(list->pairs);
    }
    if (list->count > 0) assert_true(list->pairs[list->count - 1] < key);
    list->pairs[list->count++] = key;
}

static pl_intersections intersect(const soup* s, pair_list* list) {
    pl_mesh_view view = soup_view(s);
    pl_arena arena = plain_arena();
    pl_intersections found = {99, true};
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    assert_non_null(tree);
    assert_true(pl_mesh_intersections(&arena, tree, list ? keep : NULL, list, &found));
    pl_arena_release(&arena, NULL);
    return found;
}

// All pairs, by the reference; `unit` makes the coordinates whole numbers. Returns how many met.
static size_t check_against_all_pairs(const soup* s, double unit) {
    pair_list list = {0};
    pl_intersections found = intersect(s, &list);
    assert_false(found.at_least);
    assert_int_equal(found.count, list.count);
    point* points = malloc((s->vertex_count + 1) * sizeof *points);
    for (size_t i = 0; i < s->vertex_count; ++i) {
        for (int k = 0; k < 3; ++k)
            points[i].x[k] = (int64_t)(s->positions[3 * i + (size_t)k] / unit);
    }
    size_t next = 0;
    for (uint32_t a = 0; a < s->triangle_count; ++a) {
        for (uint32_t b = a + 1; b < s->triangle_count; ++b) {
            uint64_t key = (uint64_t)a << 32 | b;
            bool listed = next < list.count && list.pairs[next] == key;
            assert_int_equal(slow_meets(points, s->triangles + 3 * a, s->triangles + 3 * b),
                             listed);
            next += listed;
        }
    }
    assert_int_equal(next, list.count);
    free(points);
    free(list.pairs);
    return next;
}

static soup grid_soup(uint32_t vertices, uint32_t triangles, uint32_t side, double unit,
                      uint64_t seed) {
    soup s = {0};
    dice d = {seed};
    for (uint32_t i = 0; i < vertices; ++i) {
        double x[3];
        for (int k = 0; k < 3; ++k) x[k] = unit * roll_below(&d, side);
        soup_vertex(&s, x[0], x[1], x[2]);
    }
    for (uint32_t i = 0; i < triangles; ++i) {
        uint32_t a = roll_below(&d, vertices), b = roll_below(&d, vertices - 1);
        uint32_t c = roll_below(&d, vertices - 2);
        // three different ones
        if (b >= a) ++b;
        uint32_t low = a < b ? a : b, high = a < b ? b : a;
        if (c >= low) ++c;
        if (c >= high) ++c;
        soup_triangle(&s, a, b, c);
    }
    return s;
}

static void grid_soups_agree_with_all_pairs(void** state) {
    (void)state;
    size_t met = 0, pairs = 0;
    for (uint64_t seed = 0; seed < 60; ++seed) {
        uint32_t side = 2 + (uint32_t)(seed % 4);  // coordinates 0 .. 1 to 0 .. 4
        soup s = grid_soup(8 + (uint32_t)seed % 40, 150, side, 1, seed + 1);
        met += check_against_all_pairs(&s, 1);
        pairs += 150 * 149 / 2;
        soup_free(&s);
    }
    assert_true(met > pairs / 10 && met < pairs * 9 / 10);
}

static void scale_does_not_matter(void** state) {
    (void)state;
    const double units[] = {0.25,           3, ldexp(1, -100), ldexp(1, 52), ldexp(1, -1000),
                            ldexp(1, -1073)};
    for (size_t i = 0; i < PL_COUNT(units); ++i) {
        soup s = grid_soup(30, 120, 4, units[i], i + 100);
        check_against_all_pairs(&s, units[i]);
        soup_free(&s);
    }
}

static void wider_grids_agree_with_all_pairs(void** state) {
    (void)state;
    for (uint64_t seed = 0; seed < 12; ++seed) {
        soup s = grid_soup(60, 150, seed % 2 ? 30 : 100000, 1, seed + 7);
        check_against_all_pairs(&s, 1);
        soup_free(&s);
    }
}

// Balls and rings that cut each other, with corners on a grid: mostly neighbours, few cuts.
static void crossing_shapes_agree_with_all_pairs(void** state) {
    (void)state;
    const double unit = 1.0 / 65536, a[3] = {0, 0, 0}, b[3] = {0.5, 0.25, 0.125};
    soup s = {0};
    soup_ball(&s, a, 1, 24, 16, unit);
    assert_int_equal(check_against_all_pairs(&s, unit), 0);
    soup_ball(&s, b, 1, 20, 14, unit);
    soup_ring(&s, b, 1, 0.25, 20, 10, unit);
    assert_true(check_against_all_pairs(&s, unit) > 100);
    soup_free(&s);
}

static void clean_shapes_have_none(void** state) {
    (void)state;
    const double a[3] = {5, 6, 7}, lo[3] = {-1, -1, -1}, hi[3] = {1, 1, 1}, far[3] = {1e7, 0, 0};
    soup s = {0};
    soup_ball(&s, a, 1, 100, 60, 0);
    soup_box(&s, lo, hi);
    soup_ring(&s, far, 2, 0.5, 100, 40, 0);
    pl_intersections found = intersect(&s, NULL);
    assert_int_equal(found.count, 0);
    assert_false(found.at_least);
    soup_free(&s);
}

// One pair by hand: the corners of two triangles, and which are the same vertex.
static uint64_t two(const double p[6][3], const uint32_t second[3]) {
    soup s = {0};
    for (int i = 0; i < 6; ++i) soup_vertex(&s, p[i][0], p[i][1], p[i][2]);
    soup_triangle(&s, 0, 1, 2);
    soup_triangle(&s, second[0], second[1], second[2]);
    uint64_t count = intersect(&s, NULL).count;
    soup_free(&s);
    return count;
}

static void what_counts_is_what_is_said(void** state) {
    (void)state;
    const uint32_t apart[3] = {3, 4, 5}, vertex[3] = {0, 4, 5}, edge[3] = {1, 0, 5},
                   all[3] = {2, 1, 0};
    const double stab[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {9, 9, 1}};
    assert_int_equal(two(stab, apart), 1);
    const double touch[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0}, {1, 1, 1}, {9, 9, 1}};
    assert_int_equal(two(touch, apart), 1);
    const double corner[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {-1, 0, 1}, {0, 0, 1}};
    assert_int_equal(two(corner, apart), 1);
    const double above[6][3] = {{0, 0, 0},      {4, 0, 0}, {0, 4, 0},
                                {1, 1, 1e-300}, {1, 1, 1}, {9, 9, 1}};
    assert_int_equal(two(above, apart), 0);
    const double beside[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}};
    assert_int_equal(two(beside, apart), 0);  // one plane, an edge in common by place
    const double over[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0}, {4, 4, 0}, {0, 5, 0}};
    assert_int_equal(two(over, apart), 1);
    assert_int_equal(two(stab, vertex), 0);
    const double fan[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {4, 4, 1}, {4, 4, -1}};
    assert_int_equal(two(fan, vertex), 1);
    const double leaf[6][3] = {{0, 0, 0}, {4, 0, 0},   {0, 4, 0},
                               {0, 0, 0}, {-4, -4, 1}, {-4, -4, -1}};
    assert_int_equal(two(leaf, vertex), 0);
    const double open[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}};
    assert_int_equal(two(open, edge), 0);
    const double shut[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {0, 0, 0}, {1, 9, 0}};
    assert_int_equal(two(shut, edge), 1);
    const double flat[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {0, 0, 0}, {1, -9, 0}};
    assert_int_equal(two(flat, edge), 0);
    assert_int_equal(two(flat, all), 1);
    const double line[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {1, 1, 3}};
    assert_int_equal(two(line, apart), 0);  // no area
}

// A corner that rounding put next to another triangle's plane: the pair meets just when its exact
// side says so.
static void corners_within_rounding_of_a_plane_are_told_apart(void** state) {
    (void)state;
    dice d = {6};
    int below = 0;
    for (int round = 0; round < 2000; ++round) {
        double p[6][3];
        const double offset = round % 2 ? 100 : 0;
        for (int i = 0; i < 9; ++i) {
            p[i / 3][i % 3] = offset + (double)roll_below(&d, 1u << 30) / (1u << 30) + (i % 4 == 0);
        }
        double s = 0.1 + roll_below(&d, 1000) / 2500.0, t = 0.1 + roll_below(&d, 1000) / 2500.0;
        double u[3], v[3];
        for (int k = 0; k < 3; ++k) {
            u[k] = p[1][k] - p[0][k];
            v[k] = p[2][k] - p[0][k];
            p[3][k] = p[0][k] + s * u[k] + t * v[k];
        }
        for (int k = 0; k < 3; ++k) {
            int i = (k + 1) % 3, j = (k + 2) % 3;
            double up = u[i] * v[j] - u[j] * v[i];
            p[4][k] = p[3][k] + up + 0.1 * u[k];
            p[5][k] = p[3][k] + up + 0.1 * v[k];
        }
        int side = pl_orient3d_exact(p[0], p[1], p[2], p[3], NULL);
        const uint32_t apart[3] = {3, 4, 5};
        assert_int_equal(two((const double(*)[3])p, apart), side <= 0);
        below += side <= 0;
    }
    assert_true(below > 500 && below < 1500);
}

// The pairs are those of the triangles, not of their order in the list.
static void the_order_of_triangles_does_not_matter(void** state) {
    (void)state;
    soup s = grid_soup(40, 200, 4, 1, 77), turned = {0};
    for (uint32_t i = 0; i < s.vertex_count; ++i) {
        const double* p = s.positions + 3 * i;
        soup_vertex(&turned, p[0], p[1], p[2]);
    }
    for (uint32_t i = s.triangle_count; i-- > 0;) {
        const uint32_t* t = s.triangles + 3 * i;
        soup_triangle(&turned, t[1], t[2], t[0]);
    }
    pair_list forth = {0}, back = {0};
    intersect(&s, &forth);
    intersect(&turned, &back);
    assert_int_equal(forth.count, back.count);
    for (size_t i = 0; i < back.count; ++i) {
        uint64_t a = 199 - (uint32_t)back.pairs[i], b = 199 - (back.pairs[i] >> 32),
                 key = a << 32 | b;
        bool listed = false;
        for (size_t j = 0; j < forth.count && !listed; ++j) listed = forth.pairs[j] == key;
        assert_true(listed);
    }
    free(forth.pairs);
    free(back.pairs);
    soup_free(&s);
    soup_free(&turned);
}

// Triangles that all cut each other at the origin.
static soup bristle(uint32_t count, double size) {
    soup s = {0};
    dice d = {11};
    for (uint32_t i = 0; i < count; ++i) {
        double x[6];
        for (int k = 0; k < 6; ++k) x[k] = size * ((double)roll_below(&d, 2000001) / 1000000 - 1);
        uint32_t a = soup_vertex(&s, x[0], x[1], x[2]), b = soup_vertex(&s, x[3], x[4], x[5]);
        soup_triangle(&s, a, b, soup_vertex(&s, -x[0] - x[3], -x[1] - x[4], -x[2] - x[5]));
    }
    return s;
}

static void of_very_many_pairs_the_first_2_20_are_visited(void** state) {
    (void)state;
    soup s = bristle(1700, 1);
    pair_list list = {0};
    pl_intersections found = intersect(&s, &list);
    assert_false(found.at_least);
    assert_true(found.count > 1 << 20);
    assert_int_equal(list.count, 1 << 20);
    free(list.pairs);
    soup_free(&s);
}

static void hostile_input_is_cut_short(void** state) {
    (void)state;
    soup s = bristle(20000, 1);
    pl_intersections found = intersect(&s, NULL), again = intersect(&s, NULL);
    assert_true(found.at_least);
    assert_true(found.count > 1000000 && found.count < 8000000);
    assert_int_equal(found.count, again.count);
    soup_free(&s);
}

// The same triangle thousands of times, each with its own vertices: all in one plane.
static void equal_triangles_are_cut_short(void** state) {
    (void)state;
    soup s = {0};
    for (int i = 0; i < 4000; ++i) {
        uint32_t a = soup_vertex(&s, 0, 0, 0.1), b = soup_vertex(&s, 1, 0.3, 0.1);
        soup_triangle(&s, a, b, soup_vertex(&s, 0.2, 1, 0.7));
    }
    pl_intersections found = intersect(&s, NULL);
    assert_true(found.at_least || found.count == 4000 * 3999 / 2);
    assert_true(found.count > 10000);
    soup_free(&s);
}

// Flat triangles through a few points spread over all exponents: every sign costs thousands of
// steps, and the limit counts them.
static void costly_signs_count_as_work(void** state) {
    (void)state;
    soup s = {0};
    dice d = {3};
    for (int i = 0; i < 3000; ++i) {
        uint32_t v[3];
        for (int k = 0; k < 3; ++k) {
            double x = ldexp(1 + roll_below(&d, 1000), (int)roll_below(&d, 1100) - 1070);
            double y = ldexp(1 + roll_below(&d, 1000), (int)roll_below(&d, 1100) - 1070);
            v[k] = soup_vertex(&s, x, y, x + y);
        }
        soup_triangle(&s, v[0], v[1], v[2]);
    }
    pl_intersections found = intersect(&s, NULL);
    assert_true(found.at_least);
    soup_free(&s);
}

static void nothing_and_one_triangle_have_none(void** state) {
    (void)state;
    soup s = {0};
    assert_int_equal(intersect(&s, NULL).count, 0);
    for (int k = 0; k < 3; ++k) soup_vertex(&s, k == 0, k == 1, k == 2);
    soup_triangle(&s, 0, 1, 2);
    assert_int_equal(intersect(&s, NULL).count, 0);
    soup_free(&s);
}

static void running_out_of_memory_is_an_answer(void** state) {
    (void)state;
    soup s = grid_soup(40, 200, 4, 1, 5);
    pl_mesh_view view = soup_view(&s);
    pl_arena plain = plain_arena();
    pl_mesh_tree* tree = pl_mesh_tree_build(&plain, &view);
    for (int stays = 0; stays < 2; ++stays) {
        bool done = false;
        for (int64_t n = 0; !done; ++n) {
            purse p = {.left = n, .stays_empty = stays};
            pl_arena arena = purse_arena(&p);
            pl_intersections found;
            pair_list list = {0};
            done = pl_mesh_intersections(&arena, tree, keep, &list, &found);
            assert_int_equal(done, p.asked <= (uint64_t)n);
            if (!done) assert_int_equal(list.count, 0);
            assert_int_equal(p.held, 0);
            free(list.pairs);
        }
    }
    pl_arena_release(&plain, NULL);
    soup_free(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_soups_agree_with_all_pairs),
        cmocka_unit_test(scale_does_not_matter),
        cmocka_unit_test(wider_grids_agree_with_all_pairs),
        cmocka_unit_test(crossing_shapes_agree_with_all_pairs),
        cmocka_unit_test(clean_shapes_have_none),
        cmocka_unit_test(what_counts_is_what_is_said),
        cmocka_unit_test(corners_within_rounding_of_a_plane_are_told_apart),
        cmocka_unit_test(the_order_of_triangles_does_not_matter),
        cmocka_unit_test(of_very_many_pairs_the_first_2_20_are_visited),
        cmocka_unit_test(hostile_input_is_cut_short),
        cmocka_unit_test(equal_triangles_are_cut_short),
        cmocka_unit_test(costly_signs_count_as_work),
        cmocka_unit_test(nothing_and_one_triangle_have_none),
        cmocka_unit_test(running_out_of_memory_is_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

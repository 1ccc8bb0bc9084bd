// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Polygons: every result is a triangulation of the ring of corners; for a simple polygon all
// triangles face forward and their areas add up to the polygon's, which only a correct cover does.
#include "test_io_kit.h"

#include "io/polygon.h"

typedef struct {
    double* positions;
    uint32_t* corners;
    uint32_t* triangles;
    size_t count;
} polygon;

static polygon make_polygon(size_t count) {
    polygon p = {calloc(count, 3 * sizeof(double)), calloc(count, sizeof(uint32_t)),
                 calloc(count, 3 * sizeof(uint32_t)), count};
    assert_true(p.positions && p.corners && p.triangles);
    for (size_t i = 0; i < count; ++i) p.corners[i] = (uint32_t)i;
    return p;
}

static void free_polygon(polygon* p) {
    free(p->positions);
    free(p->corners);
    free(p->triangles);
}

static void cut(polygon* p) {
    pl_polygon_scratch scratch = {.steps = UINT64_MAX};
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    assert_true(pl_polygon_cut(&scratch, &hooks, p->positions, p->corners, p->count, p->triangles));
    pl_polygon_free(&scratch, &hooks);
}

static int compare_edges(const void* a, const void* b) {
    const uint32_t *p = a, *q = b;
    if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
    return p[1] < q[1] ? -1 : p[1] > q[1];
}

// Corners are all different numbers here: each edge of the ring belongs to one triangle, in its
// direction, and each other edge appears once in either direction.
static void expect_ring(const polygon* p) {
    size_t n = p->count, edges = 3 * (n - 2);
    uint32_t(*edge)[2] = malloc(edges * sizeof *edge);
    assert_non_null(edge);
    for (size_t i = 0; i < edges; ++i) {
        edge[i][0] = p->triangles[i];
        edge[i][1] = p->triangles[i % 3 == 2 ? i - 2 : i + 1];
    }
    qsort(edge, edges, sizeof *edge, compare_edges);
    size_t rim = 0;
    for (size_t i = 0; i < edges; ++i) {
        assert_true(i == 0 || compare_edges(edge[i - 1], edge[i]) != 0);
        const uint32_t back[2] = {edge[i][1], edge[i][0]};
        bool inner = bsearch(back, edge, edges, sizeof *edge, compare_edges) != NULL;
        bool ring = edge[i][1] == (edge[i][0] + 1) % n;
        assert_true(inner != ring);
        rim += ring;
    }
    assert_int_equal(rim, n);
    free(edge);
}

static void area_vector(const polygon* p, const uint32_t* corners, size_t count, double area[3]) {
    area[0] = area[1] = area[2] = 0;
    const double* origin = p->positions + 3 * corners[0];
    for (size_t i = 1; i + 1 < count; ++i) {
        double a[3], b[3];
        for (int k = 0; k < 3; ++k) {
            a[k] = p->positions[3 * corners[i] + (size_t)k] - origin[k];
            b[k] = p->positions[3 * corners[i + 1] + (size_t)k] - origin[k];
        }
        area[0] += (a[1] * b[2] - a[2] * b[1]) / 2;
        area[1] += (a[2] * b[0] - a[0] * b[2]) / 2;
        area[2] += (a[0] * b[1] - a[1] * b[0]) / 2;
    }
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void expect_cover(const polygon* p, double least_share) {
    double whole[3], sum = 0;
    area_vector(p, p->corners, p->count, whole);
    double size = sqrt(dot(whole, whole));
    for (size_t i = 0; i < p->count - 2; ++i) {
        double part[3];
        area_vector(p, p->triangles + 3 * i, 3, part);
        // faces forward, and is more than a sliver where the polygon allows it
        if (!(dot(part, whole) > least_share * size * size))
            fail_msg("triangle %zu of %zu has the share %g", i, p->count - 2,
                     dot(part, whole) / size / size);
        sum += sqrt(dot(part, part));
    }
    assert_true(fabs(sum - size) <= 1e-9 * size);
}

// The plane of the polygon, tilted in space.
static void place(polygon* p, size_t i, double x, double y, int tilt) {
    static const double frames[5][6] = {{1, 0, 0, 0, 1, 0},
                                        {0, 1, 0, 1, 0, 0},
                                        {0, 0.6, 0.8, 1, 0, 0},
                                        {0.36, 0.48, -0.8, 0.8, -0.6, 0},
                                        {-1, 0, 0, 0, 0, 1}};
    const double* f = frames[tilt];
    for (int k = 0; k < 3; ++k) p->positions[3 * i + (size_t)k] = x * f[k] + y * f[3 + k];
}

static void check_plane(const double (*points)[2], size_t count, double least_share) {
    for (int tilt = 0; tilt < 5; ++tilt) {
        for (size_t shift = 0; shift < count; ++shift) {
            polygon p = make_polygon(count);
            for (size_t i = 0; i < count; ++i) {
                const double* q = points[(i + shift) % count];
                place(&p, i, q[0], q[1], tilt);
            }
            cut(&p);
            expect_ring(&p);
            expect_cover(&p, least_share);
            free_polygon(&p);
        }
    }
}

static void convex_quads_are_cut_from_their_first_corner(void** state) {
    (void)state;
    static const double square[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    check_plane(square, 4, 0.1);
    polygon p = make_polygon(4);
    for (size_t i = 0; i < 4; ++i) place(&p, i, square[i][0], square[i][1], 0);
    cut(&p);
    static const uint32_t expected[6] = {0, 1, 2, 0, 2, 3};
    assert_memory_equal(p.triangles, expected, sizeof expected);
    free_polygon(&p);
}

static void concave_quads_are_cut_along_the_inner_diagonal(void** state) {
    (void)state;
    static const double arrow[4][2] = {{0, 0}, {2, -1}, {0.5, 0}, {2, 1}};
    static const double straight[4][2] = {{0, 0}, {1, 0}, {2, 0}, {1, 3}};
    check_plane(arrow, 4, 0.01);
    check_plane(straight, 4, 0.01);
}

static void small_concave_polygons_are_covered_once(void** state) {
    (void)state;
    static const double letter_l[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    static const double letter_u[8][2] = {{0, 0}, {3, 0}, {3, 3}, {2, 3},
                                          {2, 1}, {1, 1}, {1, 3}, {0, 3}};
    static const double arrow[5][2] = {{0, 0}, {4, 0}, {1, 1}, {0, 4}, {-1, -1}};
    static const double on_line[5][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}};
    static const double all_sides[8][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1},
                                           {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    static const double row[7][2] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}, {2.5, 1}};
    check_plane(letter_l, 6, 1e-6);
    check_plane(letter_u, 8, 1e-6);
    check_plane(arrow, 5, 1e-6);
    check_plane(on_line, 5, 1e-6);
    check_plane(all_sides, 8, 1e-6);
    check_plane(row, 7, 1e-6);
}

// A ring whose hole is joined to the outside by a bridge walked twice, as exporters write it.
static void holes_joined_by_a_bridge_stay_open(void** state) {
    (void)state;
    static const double ring[10][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0},
                                       {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}};
    check_plane(ring, 10, 1e-6);
    static const double two_holes[18][2] = {{0, 0}, {9, 0}, {9, 4}, {0, 4}, {0, 0}, {1, 1},
                                            {1, 3}, {3, 3}, {3, 1}, {6, 1}, {6, 3}, {8, 3},
                                            {8, 1}, {6, 1}, {3, 1}, {1, 1}, {0, 0}, {5, -1}};
    polygon p = make_polygon(17);
    for (size_t i = 0; i < 17; ++i) place(&p, i, two_holes[i][0], two_holes[i][1], 0);
    cut(&p);
    expect_ring(&p);
    free_polygon(&p);
}

static void random_stars_are_covered_once(void** state) {
    (void)state;
    uint64_t seed = 12345;
    for (int round = 0; round < 3000; ++round) {
        size_t n = 5 + io_random(&seed) % 40;
        polygon p = make_polygon(n);
        for (size_t i = 0; i < n; ++i) {
            double angle = 2 * 3.14159265358979 * (double)i / (double)n;
            double radius = 0.05 + (double)(io_random(&seed) % 1000) / 1000;
            place(&p, i, radius * cos(angle), radius * sin(angle), round % 5);
        }
        cut(&p);
        expect_ring(&p);
        expect_cover(&p, 0);
        free_polygon(&p);
    }
}

// On whole coordinates corners often fall on lines and edges of others: a staircase outline.
static void staircases_are_covered_once(void** state) {
    (void)state;
    uint64_t seed = 999;
    for (int round = 0; round < 2000; ++round) {
        size_t steps = 2 + io_random(&seed) % 12, n = 0;
        polygon p = make_polygon(4 * steps + 2);
        double x = 0;
        place(&p, n++, 0, 0, 0);
        double floor_at[16];
        for (size_t i = 0; i < steps; ++i) floor_at[i] = -(double)(io_random(&seed) % 4);
        floor_at[0] = 0;
        for (size_t i = 0; i < steps; ++i) {  // along the floor
            if (i > 0 && floor_at[i] != floor_at[i - 1]) place(&p, n++, x, floor_at[i], 0);
            x += 1 + (double)(io_random(&seed) % 2);
            place(&p, n++, x, floor_at[i], 0);
        }
        double height = 3;
        place(&p, n++, x, height, 0);
        while (x > 0 && n + 2 < p.count) {  // back under the roof
            x -= 1 + (double)(io_random(&seed) % 3);
            if (x <= 0) break;
            place(&p, n++, x, height, 0);
            double next = 1 + (double)(io_random(&seed) % 4);
            if (next != height) place(&p, n++, x, next, 0);
            height = next;
        }
        place(&p, n++, 0, height, 0);
        p.count = n;
        cut(&p);
        expect_ring(&p);
        expect_cover(&p, 0);
        free_polygon(&p);
    }
}

static void huge_outlines_are_covered_once(void** state) {
    (void)state;
    const size_t n = 100000;
    for (int kind = 0; kind < 4; ++kind) {
        polygon p = make_polygon(n);
        for (size_t i = 0; i < n; ++i) {
            double t = (double)i / (double)n, x, y;
            if (kind == 0) {  // a gear
                double radius = 1 + 0.1 * (double)(i % 4 > 1);
                x = radius * cos(6.283185307179586 * t);
                y = radius * sin(6.283185307179586 * t);
            } else if (kind == 1) {  // a comb with teeth half as long as all
                x = t < 0.5 ? t : 1 - t;
                y = t < 0.5 ? -0.01 : i % 2 ? 0.5 : 0;
            } else if (kind == 2) {  // a spiral band of thirty turns, out and back
                double s = t < 0.5 ? 2 * t : 2 - 2 * t, turn = 30 * 6.283185307179586 * s;
                double radius = 1 + s * 30 + (t < 0.5 ? 0.5 : 0);
                x = radius * cos(turn);
                y = radius * sin(turn);
            } else {  // convex with every corner on a circle, one dented
                x = cos(6.283185307179586 * t);
                y = sin(6.283185307179586 * t);
                if (i == n / 2) x = y = 0;
            }
            place(&p, i, x, y, 3);
        }
        cut(&p);
        expect_ring(&p);
        double whole[3], sum = 0;
        area_vector(&p, p.corners, n, whole);
        for (size_t i = 0; i < n - 2; ++i) {
            double part[3];
            area_vector(&p, p.triangles + 3 * i, 3, part);
            sum += sqrt(dot(part, part));
        }
        if (fabs(sum - sqrt(dot(whole, whole))) > 1e-9 * sum)
            fail_msg("kind %d: covered %g of %g", kind, sum, sqrt(dot(whole, whole)));
        free_polygon(&p);
    }
}

// No plane, no area, crossing itself, all in one place, beyond the range: no edge is lost.
static void hopeless_polygons_keep_their_edges(void** state) {
    (void)state;
    uint64_t seed = 4711;
    for (int round = 0; round < 4000; ++round) {
        size_t n = 4 + io_random(&seed) % 60;
        polygon p = make_polygon(n);
        double scale = round % 11 == 0 ? 1e308 : round % 11 == 1 ? 1e-308 : round % 11 == 2 ? 0 : 1;
        unsigned grid = round % 3 == 0 ? 3 : 1000;
        for (size_t i = 0; i < 3 * n; ++i) {
            bool flat = (round % 5 == 0 && i % 3 == 2) || (round % 10 == 0 && i % 3 == 1);
            double value = (double)(io_random(&seed) % grid) - grid / 2.0;
            p.positions[i] = flat ? 0 : scale * (scale > 1 ? value / grid * 3 : value);
        }
        cut(&p);
        expect_ring(&p);
        free_polygon(&p);
    }
}

static void crossing_outlines_of_many_corners_end_soon(void** state) {
    (void)state;
    const size_t n = 200000;
    uint64_t seed = 5;
    for (int kind = 0; kind < 3; ++kind) {
        polygon p = make_polygon(n);
        for (size_t i = 0; i < n; ++i) {
            double t = (double)i;
            if (kind == 0)
                place(&p, i, (double)(io_random(&seed) % 100000),
                      (double)(io_random(&seed) % 100000), 0);
            else if (kind == 1)  // all reflex: a star walked a third of the way round at each step
                place(&p, i, cos(2.1 * t), sin(2.1 * t), 0);
            else  // all corners in one cell but one
                place(&p, i, i ? cos(2.1 * t) : 1e9, i ? sin(2.1 * t) : 1e9, 0);
        }
        cut(&p);
        expect_ring(&p);
        free_polygon(&p);
    }
}

static void without_steps_the_edges_are_still_there(void** state) {
    (void)state;
    for (uint64_t steps = 0; steps < 2000; steps += 1 + steps / 8) {
        polygon p = make_polygon(301);
        for (size_t i = 0; i < p.count; ++i) {
            double t = (double)i, radius = i % 3 ? 1 : 0.1;
            place(&p, i, radius * cos(0.3 * t), radius * sin(0.3 * t), 0);
        }
        pl_polygon_scratch scratch = {.steps = steps};
        plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
        assert_true(pl_polygon_cut(&scratch, &hooks, p.positions, p.corners, p.count, p.triangles));
        assert_true(scratch.steps <= steps);
        pl_polygon_free(&scratch, &hooks);
        expect_ring(&p);
        free_polygon(&p);
    }
}

static void corners_and_triangles_may_share_memory(void** state) {
    (void)state;
    static const double letter_l[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    for (size_t n = 3; n <= 6; ++n) {
        polygon p = make_polygon(n), q = make_polygon(n);
        for (size_t i = 0; i < n; ++i) {
            place(&p, i, letter_l[i][0], letter_l[i][1], 0);
            place(&q, i, letter_l[i][0], letter_l[i][1], 0);
        }
        cut(&p);
        memcpy(q.triangles, q.corners, n * sizeof(uint32_t));
        pl_polygon_scratch scratch = {.steps = UINT64_MAX};
        plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
        assert_true(pl_polygon_cut(&scratch, &hooks, q.positions, q.triangles, n, q.triangles));
        pl_polygon_free(&scratch, &hooks);
        assert_memory_equal(p.triangles, q.triangles, 3 * (n - 2) * sizeof(uint32_t));
        free_polygon(&p);
        free_polygon(&q);
    }
}

static void out_of_memory_is_told(void** state) {
    (void)state;
    memory_kit memory = {.fail_at = 1};
    plump_allocator hooks = memory_kit_hooks(&memory);
    polygon p = make_polygon(5);
    pl_polygon_scratch scratch = {.steps = UINT64_MAX};
    assert_false(pl_polygon_cut(&scratch, &hooks, p.positions, p.corners, 5, p.triangles));
    assert_false(
        pl_polygon_cut(&scratch, &hooks, p.positions, p.corners, (size_t)1 << 31, p.triangles));
    pl_polygon_free(&scratch, &hooks);
    assert_int_equal(memory.blocks, 0);
    free_polygon(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(convex_quads_are_cut_from_their_first_corner),
        cmocka_unit_test(concave_quads_are_cut_along_the_inner_diagonal),
        cmocka_unit_test(small_concave_polygons_are_covered_once),
        cmocka_unit_test(holes_joined_by_a_bridge_stay_open),
        cmocka_unit_test(random_stars_are_covered_once),
        cmocka_unit_test(staircases_are_covered_once),
        cmocka_unit_test(huge_outlines_are_covered_once),
        cmocka_unit_test(hopeless_polygons_keep_their_edges),
        cmocka_unit_test(crossing_outlines_of_many_corners_end_soon),
        cmocka_unit_test(without_steps_the_edges_are_still_there),
        cmocka_unit_test(corners_and_triangles_may_share_memory),
        cmocka_unit_test(out_of_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

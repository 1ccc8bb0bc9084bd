// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/tree.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "src/math/elementary.h"
#include "src/mesh/mesh_predicates.h"
#include "tests/unit/tree_kit.h"

static pl_crossing cross_segment(const grove* g, const float from[3], const float to[3]) {
    pl_crossing crossing;
    pl_tree_segment(&g->tree, g->x, from, to, &crossing);
    return crossing;
}

static void as_doubles(const float p[3], double to[3]) {
    for (int k = 0; k < 3; ++k) to[k] = (double)p[k];
}

// Whether the segment goes through the triangle, by exact signs; *touches: hits border or plane.
static bool goes_through(float corner[3][3], const float from[3], const float to[3],
                         bool* touches) {
    double c[3][3], a[3], b[3];
    for (int i = 0; i < 3; ++i) as_doubles(corner[i], c[i]);
    as_doubles(from, a);
    as_doubles(to, b);
    int start = pl_orient3d(c[0], c[1], c[2], a, NULL);
    int end = pl_orient3d(c[0], c[1], c[2], b, NULL);
    int side[3], left = 0, right = 0;
    for (int i = 0; i < 3; ++i) {
        side[i] = pl_orient3d(a, b, c[i], c[(i + 1) % 3], NULL);
        left += side[i] > 0;
        right += side[i] < 0;
    }
    *touches = start * end == 0 || left + right < 3;
    return start * end < 0 && (left == 3 || right == 3);
}

// Where the segment meets the plane of a triangle, 0 .. 1.
static double depth_in(float corner[3][3], const float from[3], const float to[3]) {
    pl_vec3d a = tree_widen(corner[0]), start = tree_widen(from), end = tree_widen(to);
    pl_vec3d normal = pl_vec3d_cross(pl_vec3d_sub(tree_widen(corner[1]), a),
                                     pl_vec3d_sub(tree_widen(corner[2]), a));
    double high = pl_vec3d_dot(normal, pl_vec3d_sub(start, a));
    double low = pl_vec3d_dot(normal, pl_vec3d_sub(end, a));
    return high / (high - low);
}

static void check_crossing(const grove* g, const float from[3], const float to[3],
                           const pl_crossing* found, double first) {
    double size = grove_extent(g) + pl_vec3d_distance(tree_widen(from), tree_widen(to));
    float corner[3][3];
    grove_corners(g, found->triangle, corner);
    assert_true(fabs((double)found->at - first) < 1e-6);
    pl_vec3d a = tree_widen(corner[0]);
    pl_vec3d normal = pl_vec3d_cross(pl_vec3d_sub(tree_widen(corner[1]), a),
                                     pl_vec3d_sub(tree_widen(corner[2]), a));
    pl_vec3d way = pl_vec3d_sub(tree_widen(to), tree_widen(from));
    assert_int_equal(found->enters, pl_vec3d_dot(normal, way) < 0);
    // the shares name the point where it goes through
    pl_vec3d at = pl_vec3d_make(0, 0, 0);
    for (int i = 0; i < 3; ++i) {
        assert_true(found->share[i] >= 0 && found->share[i] <= 1);
        at = pl_vec3d_add_scaled(at, (double)found->share[i], tree_widen(corner[i]));
    }
    pl_vec3d there = pl_vec3d_add_scaled(tree_widen(from), (double)found->at, way);
    assert_true(pl_vec3d_distance(at, there) < 1e-6 * size);
}

// Against all triangles by exact signs; those that touch are allowed but not demanded.
static void check_segment(const grove* g, const float from[3], const float to[3]) {
    double first = 2;
    bool unclear = false;
    for (uint32_t i = 0; i < g->triangle_count; ++i) {
        float corner[3][3];
        bool touches;
        grove_corners(g, i, corner);
        if (!goes_through(corner, from, to, &touches)) {
            unclear |= touches;
            continue;
        }
        double depth = depth_in(corner, from, to);
        first = depth < first ? depth : first;
    }
    pl_crossing found = cross_segment(g, from, to);
    if (first < 2) assert_int_not_equal(found.triangle, PL_TREE_NONE);
    if (unclear) return;
    if (first == 2) {
        assert_int_equal(found.triangle, PL_TREE_NONE);
    } else {
        check_crossing(g, from, to, &found, first);
    }
}

static void check_segments(const grove* g, uint64_t count) {
    double extent = grove_extent(g);
    for (uint64_t n = 0; n < count; ++n) {
        float from[3], to[3];
        tree_roll_point(2 * n, extent, from);
        tree_roll_point(2 * n + 1, n % 3 == 0 ? 0.05 * extent : extent, to);
        if (n % 3 == 0) {  // a short one near the surface
            uint32_t at = (uint32_t)((tree_roll(5 * n) + 1) / 2 * g->vertex_count);
            for (int k = 0; k < 3; ++k) {
                to[k] += g->now[k][at];
                from[k] = g->now[k][at] + 0.05f * from[k];
            }
        }
        if (n % 7 == 0) to[n % 3] = from[n % 3];
        check_segment(g, from, to);
    }
}

static void segments_cross_what_they_should(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        grove g = grove_of_mesh(kit_makers[i]());
        check_segments(&g, 150);
        grove_deform(&g, 0.5, i);
        pl_tree_refit(&g.tree, g.x, g.was);
        check_segments(&g, 150);
        grove_free(&g);
    }
    for (uint32_t count = 1; count <= 20; ++count) {
        grove g = grove_of_soup(count, 1, count);
        check_segments(&g, 300);
        grove_free(&g);
    }
}

static void segments_are_right_at_any_scale(void** state) {
    (void)state;
    static const double scales[4] = {1e-12, 1e-6, 1e6, 1e12};
    for (size_t i = 0; i < 4; ++i) {
        grove g = grove_of_mesh(kit_make_torus());
        grove_scale(&g, scales[i]);
        pl_tree_refit(&g.tree, g.x, NULL);
        check_segments(&g, 200);
        grove_free(&g);
    }
}

// From outside to the middle of a sphere, aimed at corners, at edges and along the axes: never
// between two triangles, whatever the sphere's place.
static void closed_surfaces_are_watertight(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_make_sphere());
    for (unsigned place = 0; place < 3; ++place) {
        static const float shifts[3][3] = {{0, 0, 0}, {0.1f, -3.3f, 0.7f}, {100, 70, -33}};
        const float* shift = shifts[place];
        for (int k = 0; k < 3; ++k)
            for (uint32_t i = 0; i < g.vertex_count; ++i)
                g.now[k][i] = g.surface->rest[k][i] + shift[k];
        pl_tree_refit(&g.tree, g.x, NULL);
        for (uint32_t i = 0; i < 3 * g.triangle_count; ++i) {
            uint32_t a = g.triangles[i], b = g.triangles[i % 3 == 2 ? i - 2 : i + 1];
            float share = (float)(i % 5) / 4, from[3], to[3];
            for (int k = 0; k < 3; ++k) {
                float at = g.now[k][a] + share * (g.now[k][b] - g.now[k][a]);
                from[k] = shift[k] + 3 * (at - shift[k]);
                to[k] = shift[k];
            }
            pl_crossing in = cross_segment(&g, from, to), out = cross_segment(&g, to, from);
            assert_int_not_equal(in.triangle, PL_TREE_NONE);
            assert_int_not_equal(out.triangle, PL_TREE_NONE);
            assert_true(in.enters && !out.enters);
        }
    }
    grove_free(&g);
}

// A way in two parts that meet exactly on a skew face: one of them crosses it.
static void ways_in_parts_are_watertight_too(void** state) {
    (void)state;
    static const float corners[4][3] = {{0, 0, 0}, {7, 1, 2}, {1, 9, 3}, {2, 3, 11}};
    static const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    grove g = {0};
    grove_alloc(&g, 4, 4);
    memcpy(g.triangles, triangles, sizeof triangles);
    for (uint32_t i = 0; i < 12; ++i) g.now[i % 3][i / 3] = corners[i / 3][i % 3];
    grove_plant(&g, false);
    for (uint64_t n = 0; n < 20000; ++n) {
        float corner[3][3], from[3], middle[3], to[3], off[3], back[3];
        grove_corners(&g, (uint32_t)(n % 4), corner);
        uint64_t a = n % 7, b = n % 5;  // sixteenths: all coordinates are exact
        for (int k = 0; k < 3; ++k)
            middle[k] = (corner[0][k] * (float)a + corner[1][k] * (float)b +
                         corner[2][k] * (float)(16 - a - b)) /
                        16;
        pl_vec3d start = tree_widen(corner[0]);
        pl_vec3d normal = pl_vec3d_cross(pl_vec3d_sub(tree_widen(corner[1]), start),
                                         pl_vec3d_sub(tree_widen(corner[2]), start));
        float out[3];
        pl_vec3_store(pl_vec3d_narrow(pl_vec3d_normalize(normal, start)), out);
        double size = pow(10, -(double)(n % 6));
        double steep = pow(10, -(double)(n / 6 % 4));
        tree_roll_point(2 * n, 0.5 * size, off);
        tree_roll_point(2 * n + 1, 0.05 * size, back);
        for (int k = 0; k < 3; ++k) {
            from[k] = middle[k] + (float)(steep * size) * out[k] + off[k];
            to[k] = middle[k] - 0.1f * (float)(steep * size) * out[k] + back[k];
        }
        if (pl_tree_inside(&g.tree, g.x, from) || !pl_tree_inside(&g.tree, g.x, to)) continue;
        pl_crossing first = cross_segment(&g, from, middle);
        pl_crossing second = cross_segment(&g, middle, to);
        assert_true((first.triangle != PL_TREE_NONE && first.enters) ||
                    (second.triangle != PL_TREE_NONE && second.enters));
    }
    grove_free(&g);
}

static void segments_without_length_cross_nothing(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_make_tetrahedron());
    for (uint32_t i = 0; i < g.vertex_count; ++i) {
        float p[3] = {g.now[0][i], g.now[1][i], g.now[2][i]};
        assert_int_equal(cross_segment(&g, p, p).triangle, PL_TREE_NONE);
    }
    grove_free(&g);
}

// --- inside ---

// Solid angles of the triangles around a point add up to 4 pi inside and to nothing outside (Van
// Oosterom and Strackee 1983).
static double winding(const grove* g, const float p[3]) {
    double sum = 0;
    for (uint32_t i = 0; i < g->triangle_count; ++i) {
        float corner[3][3];
        grove_corners(g, i, corner);
        pl_vec3d at = tree_widen(p), a = pl_vec3d_sub(tree_widen(corner[0]), at);
        pl_vec3d b = pl_vec3d_sub(tree_widen(corner[1]), at);
        pl_vec3d c = pl_vec3d_sub(tree_widen(corner[2]), at);
        double la = pl_vec3d_length(a), lb = pl_vec3d_length(b), lc = pl_vec3d_length(c);
        double below = la * lb * lc + pl_vec3d_dot(a, b) * lc + pl_vec3d_dot(b, c) * la +
                       pl_vec3d_dot(c, a) * lb;
        sum += 2 * pl_atan2(pl_vec3d_triple(a, b, c), below);
    }
    return sum / (4 * PL_PI);
}

// On the surface there is no inside.
static bool is_near(const grove* g, const float p[3], double radius) {
    pl_near near;
    pl_tree_nearest(&g->tree, g->x, p, (float)radius, &near);
    return near.triangle != PL_TREE_NONE;
}

static void check_insides(const grove* g, uint64_t count) {
    double extent = grove_extent(g);
    for (uint64_t n = 0; n < count; ++n) {
        float p[3];
        tree_roll_point(n, 0.6 * extent, p);
        // on the lattice that meshes like to be on
        for (int k = 0; k < 3 && n % 4 == 0; ++k)
            p[k] = (float)(floor((double)p[k] * 8 / extent) / 8 * extent);
        if (is_near(g, p, 1e-6 * extent)) continue;
        double turns = winding(g, p);
        assert_true(fabs(turns - floor(turns + 0.5)) < 1e-3);
        assert_int_equal(pl_tree_inside(&g->tree, g->x, p), fabs(turns) > 0.5);
    }
}

static void inside_agrees_with_solid_angles(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        grove g = grove_of_mesh(kit_makers[i]());
        check_insides(&g, 200);
        grove_deform(&g, 0.5, i);
        pl_tree_refit(&g.tree, g.x, g.was);
        check_insides(&g, 200);
        grove_free(&g);
    }
}

// The top of a sphere is pushed down and out through its bottom: below is a pocket turned inside
// out, which the surface goes around -1 times. One side pushed through the other covers places
// twice.
static void folds_that_cover_twice_and_pockets_are_inside(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_shape(PLUMP_SHAPE_SPHERE, 642));
    double radius = 0.5 * grove_extent(&g);
    float pocket[3] = {0, (float)(-1.3 * radius), 0}, twice[3];
    for (uint32_t i = 0; i < g.vertex_count; ++i)
        if ((double)g.now[1][i] > 0.4 * radius) g.now[1][i] -= (float)(2.4 * radius);
    pl_tree_refit(&g.tree, g.x, NULL);
    check_insides(&g, 2000);
    assert_true(winding(&g, pocket) < -0.9);
    assert_true(pl_tree_inside(&g.tree, g.x, pocket));
    uint32_t count = 0;
    for (uint32_t i = 0; i < g.vertex_count; ++i) {  // rolled up along x, like a carpet
        double angle = 4.5 * (double)g.surface->rest[0][i] / radius;
        double r = 2 * radius + (double)g.surface->rest[1][i];
        g.now[0][i] = (float)(r * pl_sin(angle));
        g.now[1][i] = (float)(r * pl_cos(angle));
    }
    pl_tree_refit(&g.tree, g.x, NULL);
    check_insides(&g, 2000);
    for (uint64_t n = 0; n < 4000; ++n) {
        tree_roll_point(n, 0.6 * grove_extent(&g), twice);
        if (winding(&g, twice) < 1.9) continue;
        assert_true(pl_tree_inside(&g.tree, g.x, twice));
        count++;
    }
    assert_true(count > 5);
    grove_free(&g);
}

// The first ray is aimed exactly at corners and at the middles of edges: all numbers are short.
static void rays_through_corners_and_edges_are_tried_again(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_take(fixture_box(1, 1, 1)));
    static const double way[3] = {553.0 / 1024, 327.0 / 1024, 1};
    for (uint32_t i = 0; i < 3 * g.triangle_count; ++i) {
        uint32_t a = g.triangles[i], b = g.triangles[i % 3 == 2 ? i - 2 : i + 1];
        for (uint32_t j = 1; j < 64; ++j) {
            float p[3];
            for (int k = 0; k < 3; ++k) {
                double at = (double)g.now[k][a];
                if (j % 2 == 0) at = (at + (double)g.now[k][b]) / 2;
                p[k] = (float)(at - j / 64.0 * way[k]);
            }
            if (is_near(&g, p, 1e-6)) continue;
            assert_int_equal(pl_tree_inside(&g.tree, g.x, p), winding(&g, p) > 0.5);
        }
    }
    grove_free(&g);
}

static void the_nearest_normal_tells_inside_from_outside(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        grove g = grove_of_mesh(kit_makers[i]());
        double extent = grove_extent(&g);
        for (uint64_t n = 0; n < 1000; ++n) {
            float p[3], normal[3];
            tree_roll_point(n, 0.6 * extent, p);
            pl_near near;
            pl_tree_nearest(&g.tree, g.x, p, INFINITY, &near);
            if (near.squared < 1e-10f * (float)(extent * extent)) continue;
            pl_surface_normal(g.surface, g.x, near.triangle, near.feature, normal);
            float corner[3][3];
            grove_corners(&g, near.triangle, corner);
            pl_vec3d apart = tree_widen(p);
            for (int c = 0; c < 3; ++c)
                apart = pl_vec3d_add_scaled(apart, -(double)near.share[c], tree_widen(corner[c]));
            bool inside = pl_vec3d_dot(apart, tree_widen(normal)) < 0;
            assert_int_equal(inside, pl_tree_inside(&g.tree, g.x, p));
        }
        grove_free(&g);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_cross_what_they_should),
        cmocka_unit_test(segments_are_right_at_any_scale),
        cmocka_unit_test(closed_surfaces_are_watertight),
        cmocka_unit_test(ways_in_parts_are_watertight_too),
        cmocka_unit_test(segments_without_length_cross_nothing),
        cmocka_unit_test(inside_agrees_with_solid_angles),
        cmocka_unit_test(folds_that_cover_twice_and_pockets_are_inside),
        cmocka_unit_test(rays_through_corners_and_edges_are_tried_again),
        cmocka_unit_test(the_nearest_normal_tells_inside_from_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

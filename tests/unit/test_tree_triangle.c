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

static double largest(float corner[3][3], const float p[3]) {
    double most = 0;
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) {
            double apart = fabs((double)corner[c][k] - (double)p[k]);
            if (apart > most) most = apart;
        }
    return most;
}

// The distance by narrowing down: along one side the nearest point of the segment across to the
// other is a convex function, and so is its minimum.
static double across(const pl_vec3d c[3], pl_vec3d p, double t) {
    pl_vec3d a = pl_vec3d_mix(c[0], c[1], t), b = pl_vec3d_mix(c[0], c[2], t);
    pl_vec3d along = pl_vec3d_sub(b, a), from = pl_vec3d_sub(p, a);
    double length = pl_vec3d_length_squared(along);
    double s = length > 0 ? pl_vec3d_dot(from, along) / length : 0;
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    return pl_vec3d_length(pl_vec3d_add_scaled(from, -s, along));
}

static double plain_distance(float corner[3][3], const float p[3]) {
    pl_vec3d c[3] = {tree_widen(corner[0]), tree_widen(corner[1]), tree_widen(corner[2])};
    pl_vec3d at = tree_widen(p);
    double low = 0, high = 1;
    for (int i = 0; i < 200; ++i) {
        double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (across(c, at, a) < across(c, at, b)) {
            high = b;
        } else {
            low = a;
        }
    }
    double end = fmin(across(c, at, 0), across(c, at, 1));
    return fmin(end, across(c, at, (low + high) / 2));
}

static void check_feature(const pl_near* near) {
    // a corner that is not named has no share, and all of one that stands alone
    uint32_t named = near->feature == 0 ? 7 : near->feature;
    double sum = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        assert_true(near->share[i] >= 0 && near->share[i] <= 1);
        if (!(named >> i & 1)) assert_true(near->share[i] == 0);
        if (named == 1u << i) assert_true(near->share[i] == 1);
        sum += (double)near->share[i];
    }
    assert_true(near->feature < 7);
    assert_true(fabs(sum - 1) < 2e-7);
}

// Nearest as said, by the shares, and by narrowing down: all within rounding of floats.
static void check_nearest(float corner[3][3], const float p[3]) {
    pl_near near;
    pl_triangle_nearest(corner[0], corner[1], corner[2], p, &near);
    check_feature(&near);
    double said = sqrt((double)near.squared), plain = plain_distance(corner, p);
    pl_vec3d at = pl_vec3d_make(0, 0, 0);
    for (int i = 0; i < 3; ++i)
        at = pl_vec3d_add_scaled(at, (double)near.share[i], tree_widen(corner[i]));
    double shared = pl_vec3d_distance(at, tree_widen(p)), size = largest(corner, p);
    double far = fmax(pl_vec3d_length(tree_widen(corner[0])), pl_vec3d_length(tree_widen(p)));
    assert_true(fabs(said - plain) <= 1e-7 * plain + 1e-9 * size);
    assert_true(fabs(shared - plain) <= 1e-7 * plain + 1e-6 * size + 3e-7 * far);
}

// Puts a point over the inside of a triangle.
static void lift(float corner[3][3], uint64_t n, double height, float p[3]) {
    double b = 0.5 + 0.5 * tree_roll(11 * n), c = (1 - b) * (0.5 + 0.5 * tree_roll(11 * n + 1));
    pl_vec3d from = tree_widen(corner[0]), ab = pl_vec3d_sub(tree_widen(corner[1]), from);
    pl_vec3d ac = pl_vec3d_sub(tree_widen(corner[2]), from), normal = pl_vec3d_cross(ab, ac);
    pl_vec3d at = pl_vec3d_add_scaled(pl_vec3d_add_scaled(from, b, ab), c, ac);
    at = pl_vec3d_add_scaled(at, height, pl_vec3d_normalize(normal, ab));
    pl_vec3_store(pl_vec3d_narrow(at), p);
}

static void random_triangles_of_all_sizes_are_right(void** state) {
    (void)state;
    for (uint64_t n = 0; n < 20000; ++n) {
        static const double scales[6] = {1, 1e-6, 1e6, 1e-12, 1e12, 1e-3};
        double scale = scales[n % 6], sides = n % 5 == 0 ? 0.01 : 1;
        float corner[3][3], p[3];
        for (uint64_t c = 0; c < 3; ++c) tree_roll_point(4 * n + c, scale * sides, corner[c]);
        tree_roll_point(4 * n + 3, 1.5 * scale, p);
        check_nearest(corner, p);
    }
}

static void thin_triangles_are_right(void** state) {
    (void)state;
    for (uint64_t n = 0; n < 20000; ++n) {
        float corner[3][3], p[3];
        for (uint64_t c = 0; c < 3; ++c) tree_roll_point(4 * n + c, 1, corner[c]);
        tree_roll_point(4 * n + 3, 1.5, p);
        double thin = pow(10, -(double)(n % 12)), t = tree_roll(n);
        for (int k = 0; k < 3; ++k) {  // from a triangle to a line, the third corner anywhere on it
            double line = (double)corner[0][k] * t + (double)corner[1][k] * (1 - t);
            corner[2][k] = (float)(line + thin * (double)corner[2][k]);
        }
        uint64_t turn = n % 3;
        float turned[3][3] = {
            {corner[turn][0], corner[turn][1], corner[turn][2]},
            {corner[(turn + 1) % 3][0], corner[(turn + 1) % 3][1], corner[(turn + 1) % 3][2]},
            {corner[(turn + 2) % 3][0], corner[(turn + 2) % 3][1], corner[(turn + 2) % 3][2]}};
        check_nearest(turned, p);
        lift(turned, n, 0.01 * t, p);
        check_nearest(turned, p);
    }
}

// Next to zero floats are so fine that a triangle can be as thin as 1e-30 of its length.
static void the_thinnest_triangles_are_right(void** state) {
    (void)state;
    for (uint64_t n = 0; n < 20000; ++n) {
        uint64_t along = n % 3, across = (along + 1) % 3, first = n % 5 % 3;
        float corner[3][3] = {{0}}, p[3];
        tree_roll_point(n, 1, p);
        corner[(first + 1) % 3][along] = (float)tree_roll(7 * n);
        corner[(first + 2) % 3][along] = (float)tree_roll(7 * n + 1);
        corner[(first + 2) % 3][across] = (float)pow(10, -(double)(n % 31));
        check_nearest(corner, p);
        lift(corner, n, tree_roll(n), p);
        check_nearest(corner, p);
    }
}

static void lines_and_points_are_right(void** state) {
    (void)state;
    for (uint64_t n = 0; n < 6000; ++n) {
        float a[3], b[3], p[3];
        tree_roll_point(3 * n, 1, a);
        tree_roll_point(3 * n + 1, n % 7 == 0 ? 0 : 1, b);
        tree_roll_point(3 * n + 2, 2, p);
        const float* spots[2] = {a, b};
        for (unsigned which = 0; which < 8; ++which) {
            float corner[3][3];
            for (unsigned c = 0; c < 3; ++c)
                memcpy(corner[c], spots[which >> c & 1], sizeof corner[c]);
            check_nearest(corner, p);
            check_nearest(corner, corner[n % 3]);
        }
    }
}

static uint32_t feature_at(double x, double y, double z) {
    const float a[3] = {0, 0, 0}, b[3] = {2, 0, 0}, c[3] = {0, 2, 0};
    const float p[3] = {(float)x, (float)y, (float)z};
    pl_near near;
    pl_triangle_nearest(a, b, c, p, &near);
    return near.feature;
}

static void features_are_named(void** state) {
    (void)state;
    for (int z = -1; z <= 1; ++z) {
        assert_int_equal(feature_at(0.5, 0.5, z), 0);
        assert_int_equal(feature_at(-1, -1, z), 1);
        assert_int_equal(feature_at(3, -0.5, z), 2);
        assert_int_equal(feature_at(-0.5, 3, z), 4);
        assert_int_equal(feature_at(1, -1, z), 3);
        assert_int_equal(feature_at(-1, 1, z), 5);
        assert_int_equal(feature_at(2, 2, z), 6);
        // on them
        assert_int_equal(feature_at(0, 0, z), 1);
        assert_int_equal(feature_at(2, 0, z), 2);
        assert_int_equal(feature_at(0, 2, z), 4);
        assert_int_equal(feature_at(1, 0, z), 3);
        assert_int_equal(feature_at(0, 1, z), 5);
        assert_int_equal(feature_at(1, 1, z), 6);
    }
}

// --- normals ---

static double length_of(const float n[3]) {
    return pl_vec3d_length(tree_widen(n));
}

static void normals_of_a_box_are_as_by_hand(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_take(fixture_box(1, 1, 1)));
    double half = sqrt(0.5), third = sqrt(1.0 / 3);
    for (uint32_t t = 0; t < g.triangle_count; ++t) {
        float corner[3][3], inside[3], n[3];
        grove_corners(&g, t, corner);
        pl_surface_normal(g.surface, g.x, t, 0, inside);
        assert_true(fabs(length_of(inside) - 1) < 1e-6);
        for (uint32_t i = 0; i < 3; ++i) {
            // corners: towards the corner, whichever way the faces are cut
            pl_surface_normal(g.surface, g.x, t, 1u << i, n);
            for (int k = 0; k < 3; ++k)
                assert_true(fabs((double)n[k] - (corner[i][k] > 0 ? third : -third)) < 1e-6);
            // edges: an axis if it is a diagonal of a face, else between two
            uint32_t j = (i + 1) % 3;
            pl_surface_normal(g.surface, g.x, t, 1u << i | 1u << j, n);
            unsigned equal = 0, common = 0;
            for (int k = 0; k < 3; ++k) equal += corner[i][k] == corner[j][k];
            for (int k = 0; k < 3; ++k) {
                bool is_common = corner[i][k] == corner[j][k];
                double side = corner[i][k] > 0 ? 1 : -1;
                double wanted = !is_common ? 0 : equal == 2 ? half * side : side;
                assert_true(fabs((double)n[k] - wanted) < 1e-6);
                common += is_common;
            }
            assert_true(common == 1 || common == 2);
        }
    }
    grove_free(&g);
}

static void normals_of_nothing_are_zero(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_make_tetrahedron());
    grove_scale(&g, 0);
    for (uint32_t feature = 0; feature < 7; ++feature) {
        float n[3];
        pl_surface_normal(g.surface, g.x, 0, feature, n);
        assert_true(length_of(n) == 0);
    }
    grove_free(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_triangles_of_all_sizes_are_right),
        cmocka_unit_test(thin_triangles_are_right),
        cmocka_unit_test(the_thinnest_triangles_are_right),
        cmocka_unit_test(lines_and_points_are_right),
        cmocka_unit_test(features_are_named),
        cmocka_unit_test(normals_of_a_box_are_as_by_hand),
        cmocka_unit_test(normals_of_nothing_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_inner.h"

#include "src/base/hash.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/memory_kit.h"
#include "tests/unit/surface_kit.h"

static pl_vec3d rest_at(const pl_surface* s, uint32_t place) {
    return pl_vec3d_make((double)s->rest[0][place], (double)s->rest[1][place],
                         (double)s->rest[2][place]);
}

static double side(const pl_surface* s, unsigned axis) {
    double low = INFINITY, high = -INFINITY;
    for (uint32_t k = 0; k < s->count; ++k) {
        low = fmin(low, (double)s->rest[axis][k]);
        high = fmax(high, (double)s->rest[axis][k]);
    }
    return high - low;
}

static void lengths_and_counts_are_those_of_the_pairs(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        plump_mesh* mesh = kit_makers[i]();
        const pl_surface* s = pl_mesh_surface(mesh, NULL);
        const pl_inner* inner = pl_inner_get(mesh, NULL);
        double shortest = INFINITY, longest = 0;
        uint32_t count = 0;
        for (uint32_t k = 0; k < s->padded; ++k) {
            uint32_t across = inner->across[k];
            assert_true(k < s->count ? across < s->count : across == k);
            double expected = pl_vec3d_distance(rest_at(s, k), rest_at(s, across));
            assert_true(inner->length[k] == (float)expected);
            if (across == k) continue;
            ++count;
            shortest = fmin(shortest, (double)inner->length[k]);
            longest = fmax(longest, (double)inner->length[k]);
        }
        assert_int_equal(inner->count, count);
        assert_true(inner->shortest == shortest && inner->longest == longest);
        assert_int_equal(count, s->count);  // none of these passes through itself
        plump_mesh_destroy(mesh);
    }
}

// The point across lies on the ray, behind the triangle it belongs to.
static void spots_are_where_rays_leave(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        plump_mesh* mesh = kit_makers[i]();
        const pl_surface* s = pl_mesh_surface(mesh, NULL);
        const pl_inner* inner = pl_inner_get(mesh, NULL);
        for (uint32_t k = 0; k < s->count; ++k) {
            const pl_spot* spot = &inner->spot[k];
            assert_int_equal(spot->triangle == PL_SPOT_NONE, inner->across[k] == k);
            if (spot->triangle == PL_SPOT_NONE) continue;
            const uint32_t* corner = s->triangles + 3 * (size_t)spot->triangle;
            pl_vec3d a = rest_at(s, corner[0]), b = rest_at(s, corner[1]);
            pl_vec3d c = rest_at(s, corner[2]), none = {0, 0, 0}, at = none;
            for (int n = 0; n < 3; ++n)
                at = pl_vec3d_add_scaled(at, (double)spot->weight[n], rest_at(s, corner[n]));
            pl_vec3d out = pl_vec3d_cross(pl_vec3d_sub(b, a), pl_vec3d_sub(c, a));
            pl_vec3d way = pl_vec3d_sub(at, rest_at(s, k));
            double below = pl_vec3d_dot(pl_vec3d_normalize(out, none), way);
            assert_true(below > 0);
            assert_true(fabs(below - (double)spot->thick) < 1e-5 * s->extent);
        }
        plump_mesh_destroy(mesh);
    }
}

static void across_a_ball_is_the_other_end_of_the_diameter(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 1562);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    const pl_inner* inner = pl_inner_get(mesh, NULL);
    assert_int_equal(inner->count, s->count);
    assert_true(inner->shortest >= 0.98 && inner->longest <= 1.0001);
    for (uint32_t k = 0; k < s->count; ++k) {
        pl_vec3d opposite = pl_vec3d_neg(rest_at(s, k));
        assert_true(pl_vec3d_distance(opposite, rest_at(s, inner->across[k])) < 0.7 * s->edge_mean);
    }
    plump_mesh_destroy(mesh);
}

// Whether a place is inside a face of the box across `axis`: all its neighbours are in that plane.
static bool is_on_face(const pl_surface* s, uint32_t place, unsigned axis) {
    for (uint32_t i = s->ring_first[place]; i < s->ring_first[place + 1]; ++i)
        if (s->rest[axis][s->ring[i]] != s->rest[axis][place]) return false;
    return true;
}

static void across_a_box_is_the_same_spot_of_the_other_face(void** state) {
    (void)state;
    const plump_shape_kind kinds[] = {PLUMP_SHAPE_BOX, PLUMP_SHAPE_BAR};
    for (size_t i = 0; i < PL_COUNT(kinds); ++i) {
        plump_mesh* mesh = kit_shape(kinds[i], 2000);
        const pl_surface* s = pl_mesh_surface(mesh, NULL);
        const pl_inner* inner = pl_inner_get(mesh, NULL);
        uint32_t seen = 0;
        for (uint32_t k = 0; k < s->count; ++k) {
            for (unsigned axis = 0; axis < 3; ++axis) {
                if (!is_on_face(s, k, axis)) continue;
                ++seen;
                pl_vec3d way = pl_vec3d_sub(rest_at(s, inner->across[k]), rest_at(s, k));
                double along = axis == 0 ? way.x : axis == 1 ? way.y : way.z;
                double thick = side(s, axis), aside = pl_vec3d_length_squared(way) - along * along;
                assert_true(fabs(fabs(along) - thick) <= 1e-6);
                assert_true(fabs(aside) <= 1e-6);
                assert_true(fabs((double)inner->length[k] - thick) <= 1e-6);
            }
        }
        assert_true(seen > s->count / 2);
        assert_int_equal(inner->count, s->count);
        plump_mesh_destroy(mesh);
    }
}

static void across_a_torus_is_the_thickness_of_its_tube(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_TORUS, 4000);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    const pl_inner* inner = pl_inner_get(mesh, NULL);
    double tube = fmin(side(s, 0), fmin(side(s, 1), side(s, 2)));
    assert_true(tube < 0.5);
    assert_int_equal(inner->count, s->count);
    assert_true(inner->shortest > 0.98 * tube && inner->longest < 1.02 * tube);
    plump_mesh_destroy(mesh);
}

static void across_a_hollow_ball_is_the_thickness_of_its_shell(void** state) {
    (void)state;
    fixture f = fixture_sphere(1, 60, 39), hollow = fixture_sphere(0.7, 60, 39);
    fixture_turn_all(&hollow);
    fixture_append(&f, &hollow, 0, 0, 0);
    fixture_free(&hollow);
    plump_mesh* mesh = kit_take(f);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    const pl_inner* inner = pl_inner_get(mesh, NULL);
    assert_int_equal(s->part_count, 2);
    assert_int_equal(inner->count, s->count);
    assert_true(inner->shortest > 0.29 && inner->longest < 0.31);
    for (uint32_t k = 0; k < s->count; ++k)
        assert_int_not_equal(s->part_of[k], s->part_of[inner->across[k]]);
    plump_mesh_destroy(mesh);
}

// Two balls in each other: from the far ends a ray meets the other ball from outside.
static void nobody_is_across_where_the_surface_is_met_from_outside(void** state) {
    (void)state;
    fixture f = fixture_sphere(1, 24, 15), other = fixture_sphere(1, 24, 15);
    fixture_append(&f, &other, 1.2, 0.01, 0.02);
    fixture_free(&other);
    plump_mesh* mesh = kit_take(f);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    const pl_inner* inner = pl_inner_get(mesh, NULL);
    assert_int_equal(s->part_count, 2);
    uint32_t far_ends = 0;
    for (uint32_t k = 0; k < s->count; ++k) {
        // far ends, and what is above and below the middle of each ball
        double x = fabs((double)s->rest[0][k]), y = fabs((double)s->rest[1][k]);
        if (x > 1.4) {
            ++far_ends;
            assert_int_equal(inner->across[k], k);
            assert_true(inner->length[k] == 0);
        }
        if (y > 0.95) assert_int_not_equal(inner->across[k], k);
    }
    assert_true(far_ends > 20);
    assert_true(inner->count < s->count - far_ends);
    plump_mesh_destroy(mesh);
}

static void a_sheet_thinner_than_a_millionth_has_no_inside(void** state) {
    (void)state;
    const double thick[] = {5e-7, 2e-6};
    for (size_t i = 0; i < PL_COUNT(thick); ++i) {
        plump_mesh* mesh = kit_take(fixture_box(1, 1, thick[i]));
        const pl_inner* inner = pl_inner_get(mesh, NULL);
        assert_int_equal(inner->count, i == 0 ? 0 : 8);
        assert_true(i == 0 ? inner->longest == 0 : fabs(inner->longest - 2e-6) < 1e-8);
        assert_true(inner->shortest == inner->longest);
        plump_mesh_destroy(mesh);
    }
}

// Each ray goes past all needles: without an end to it the time would grow with the square.
static void a_fan_of_needles_is_given_up_in_part(void** state) {
    (void)state;
    plump_allocator allocator = pl_alloc_hooks((plump_allocator){0});
    pl_task_pool* pool = pl_task_pool_create(&allocator, NULL, 4, NULL);
    plump_mesh *mesh = kit_take(kit_double_cone(8000)), *other = kit_take(kit_double_cone(8000));
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    const pl_inner *inner = pl_inner_get(mesh, NULL), *shared = pl_inner_get(other, pool);
    assert_true(inner->count > s->count / 100 && inner->count < s->count / 2);
    assert_memory_equal(inner->across, shared->across, s->padded * sizeof *inner->across);
    assert_true(fabs(inner->longest - 2) < 1e-6);
    plump_mesh_destroy(mesh);
    plump_mesh_destroy(other);
    pl_task_pool_destroy(pool);
}

static void any_number_of_workers_finds_the_same(void** state) {
    (void)state;
    static const uint32_t workers[] = {1, 2, 4};
    plump_allocator allocator = pl_alloc_hooks((plump_allocator){0});
    plump_mesh* alone = kit_shape(PLUMP_SHAPE_CREATURE, 5400);
    const pl_inner* expected = pl_inner_get(alone, NULL);
    size_t padded = pl_mesh_surface(alone, NULL)->padded;
    for (size_t i = 0; i < PL_COUNT(workers); ++i) {
        pl_task_pool* pool = pl_task_pool_create(&allocator, NULL, workers[i], NULL);
        plump_mesh* mesh = kit_shape(PLUMP_SHAPE_CREATURE, 5400);
        const pl_inner* inner = pl_inner_get(mesh, pool);
        assert_memory_equal(inner->across, expected->across, padded * sizeof *inner->across);
        assert_memory_equal(inner->length, expected->length, padded * sizeof *inner->length);
        assert_int_equal(inner->count, expected->count);
        assert_true(inner->shortest == expected->shortest && inner->longest == expected->longest);
        plump_mesh_destroy(mesh);
        pl_task_pool_destroy(pool);
    }
    uint64_t hash = pl_hash_words(PL_HASH_START, expected->across, padded);
    assert_int_equal(pl_hash_floats(hash, expected->length, padded), UINT64_C(0x7D2043124C2EFA7D));
    plump_mesh_destroy(alone);
}

static void the_mesh_keeps_it(void** state) {
    (void)state;
    memory_kit kit = {0};
    plump_mesh* mesh = kit_take_with(kit_three_parts(), memory_kit_hooks(&kit));
    assert_non_null(pl_mesh_surface(mesh, NULL));
    assert_int_equal(pl_inner_size(mesh), 0);
    size_t before = kit.bytes;
    const pl_inner* inner = pl_inner_get(mesh, NULL);
    assert_int_equal(pl_inner_size(mesh), kit.bytes - before);
    assert_ptr_equal(pl_inner_get(mesh, NULL), inner);
    plump_mesh_destroy(mesh);
    assert_int_equal(kit.blocks, 0);
}

static void out_of_memory_anywhere_is_told_and_leaks_nothing(void** state) {
    (void)state;
    memory_kit kit = {0};
    plump_mesh* mesh = kit_take_with(kit_three_parts(), memory_kit_hooks(&kit));
    assert_non_null(pl_mesh_surface(mesh, NULL));
    long blocks = kit.blocks;
    const pl_inner* inner = NULL;
    for (long fail_at = 1; !inner; ++fail_at) {
        for (int once = 0; once < 2 && !inner; ++once) {
            kit.calls = 0;
            kit.fail_at = fail_at;
            kit.fail_forever = !once;
            inner = pl_inner_get(mesh, NULL);
            if (!inner) assert_int_equal(kit.blocks, blocks);
        }
        if (inner) assert_true(fail_at > 10);
    }
    plump_mesh_destroy(mesh);
    assert_int_equal(kit.blocks, 0);

    // and where the surface is still to be made
    kit.fail_at = 0;
    mesh = kit_take_with(kit_three_parts(), memory_kit_hooks(&kit));
    kit.calls = 0;
    kit.fail_at = 4;
    kit.fail_forever = false;
    assert_null(pl_inner_get(mesh, NULL));
    assert_non_null(pl_inner_get(mesh, NULL));
    plump_mesh_destroy(mesh);
    assert_int_equal(kit.blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lengths_and_counts_are_those_of_the_pairs),
        cmocka_unit_test(spots_are_where_rays_leave),
        cmocka_unit_test(across_a_ball_is_the_other_end_of_the_diameter),
        cmocka_unit_test(across_a_box_is_the_same_spot_of_the_other_face),
        cmocka_unit_test(across_a_torus_is_the_thickness_of_its_tube),
        cmocka_unit_test(across_a_hollow_ball_is_the_thickness_of_its_shell),
        cmocka_unit_test(nobody_is_across_where_the_surface_is_met_from_outside),
        cmocka_unit_test(a_sheet_thinner_than_a_millionth_has_no_inside),
        cmocka_unit_test(a_fan_of_needles_is_given_up_in_part),
        cmocka_unit_test(any_number_of_workers_finds_the_same),
        cmocka_unit_test(the_mesh_keeps_it),
        cmocka_unit_test(out_of_memory_anywhere_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "src/elastic/shape_match/ball_regions.h"
#include "tests/unit/ball_kit.h"

static double distance(const pl_surface* s, uint32_t a, uint32_t b) {
    double sum = 0;
    for (int c = 0; c < 3; ++c) sum += pow((double)s->rest[c][a] - (double)s->rest[c][b], 2);
    return sqrt(sum);
}

static bool are_neighbours(const pl_surface* s, uint32_t a, uint32_t b) {
    for (uint32_t k = s->ring_first[a]; k < s->ring_first[a + 1]; ++k)
        if (s->ring[k] == b) return true;
    return false;
}

// Lists are in order, within range, say the same thing, and shares add up to 1.
static void check_lists(const pl_surface* s, const pl_ball_regions* r) {
    assert_true(r->count >= 1 && r->padded % 16 == 0 && r->padded - r->count < 16);
    assert_int_equal(r->member_first[0], 0);
    assert_int_equal(r->region_first[0], 0);
    assert_int_equal(r->member_first[r->padded], r->region_first[s->padded]);
    assert_int_equal(r->member_first[r->padded], r->member_first[r->count]);
    assert_int_equal(r->region_first[s->padded], r->region_first[s->count]);
    for (uint32_t j = 0; j < r->count; ++j) {
        assert_true(r->centre[j] < s->count && (j == 0 || r->centre[j - 1] < r->centre[j]));
        assert_true(r->member_first[j] < r->member_first[j + 1]);
        for (uint32_t k = r->member_first[j]; k < r->member_first[j + 1]; ++k) {
            uint32_t i = r->member[k], at = r->region_first[i];
            assert_true(i < s->count && (k == r->member_first[j] || r->member[k - 1] < i));
            while (at < r->region_first[i + 1] && r->region[at] != j) ++at;
            assert_true(at < r->region_first[i + 1]);
            assert_true(r->region_share[at] == r->member_share[k]);
        }
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        double sum = 0;
        assert_true(r->region_first[i] < r->region_first[i + 1]);
        for (uint32_t k = r->region_first[i]; k < r->region_first[i + 1]; ++k) {
            assert_true(r->region[k] < r->count);
            assert_true(k == r->region_first[i] || r->region[k - 1] < r->region[k]);
            assert_true(r->region_share[k] > 0 && r->region_share[k] <= 1);
            sum += (double)r->region_share[k];
        }
        assert_true(fabs(sum - 1) < 1.2e-7);
    }
}

static void shares_of_every_vertex_add_up_to_one(void** state) {
    (void)state;
    const plump_shape_kind kinds[] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_UV_SPHERE, PLUMP_SHAPE_BAR,
                                      PLUMP_SHAPE_CREATURE, PLUMP_SHAPE_KNOT};
    const double radii[] = {1e-30, 0.01, 0.05, 0.1, 0.3, 0.6, 1, 3, 1e30};
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; ++n) {
        plump_mesh* mesh = ball_kit_shape(kinds[n], n % 2 ? 1500 : 2562);
        const pl_surface* s = pl_mesh_surface(mesh, NULL);
        for (size_t i = 0; i < sizeof radii / sizeof *radii; ++i) {
            const pl_ball_regions* r =
                pl_ball_regions_get(mesh, (float)(radii[i] * s->extent), NULL);
            assert_non_null(r);
            check_lists(s, r);
            assert_true(r->radius == (double)(float)(radii[i] * s->extent));
        }
        plump_mesh_destroy(mesh);
    }
}

// Members are found here by growing the set until nothing changes, weights by the formula, and the
// areas from the nearest centre: on a ball, without the surface.
static void members_and_weights_follow_the_definition(void** state) {
    (void)state;
    plump_mesh* mesh = ball_kit_shape(PLUMP_SHAPE_SPHERE, 642);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    const pl_ball_regions* r = pl_ball_regions_get(mesh, 0.3f, NULL);
    double* area = calloc(r->count, sizeof *area);
    double* weight = calloc((size_t)r->count * s->count, sizeof *weight);
    bool* is_inside = calloc(s->count, sizeof *is_inside);
    for (uint32_t i = 0; i < s->count; ++i) {
        uint32_t nearest = 0;
        for (uint32_t j = 1; j < r->count; ++j)
            if (distance(s, i, r->centre[j]) < distance(s, i, r->centre[nearest])) nearest = j;
        assert_true(distance(s, i, r->centre[nearest]) <= 0.45 * r->radius);
        area[nearest] += (double)s->area[i];
    }
    for (uint32_t j = 0; j < r->count; ++j) {
        memset(is_inside, 0, s->count * sizeof *is_inside);
        is_inside[r->centre[j]] = true;
        for (bool grows = true; grows;) {
            grows = false;
            for (uint32_t i = 0; i < s->count; ++i) {
                if (is_inside[i] || distance(s, i, r->centre[j]) >= r->radius) continue;
                for (uint32_t k = s->ring_first[i]; k < s->ring_first[i + 1] && !is_inside[i]; ++k)
                    grows |= is_inside[i] = is_inside[s->ring[k]];
            }
        }
        for (uint32_t i = 0; i < s->count; ++i) {
            double d = distance(s, i, r->centre[j]) / r->radius;
            if (is_inside[i]) weight[(size_t)j * s->count + i] = pow(1 - d * d, 2) * area[j];
        }
    }
    double worst = 0;
    size_t pairs = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        double sum = 0;
        for (uint32_t j = 0; j < r->count; ++j) sum += weight[(size_t)j * s->count + i];
        for (uint32_t j = 0; j < r->count; ++j) {
            double share = weight[(size_t)j * s->count + i] / sum, got = 0;
            for (uint32_t k = r->region_first[i]; k < r->region_first[i + 1]; ++k)
                if (r->region[k] == j) got = (double)r->region_share[k], ++pairs;
            if (fabs(got - share) > worst) worst = fabs(got - share);
        }
    }
    // vertices as near to two centres may be counted for either, which moves a few areas by one
    // vertex of about six
    assert_true(worst < 0.1);
    double mean = 0;
    for (uint32_t i = 0; i < s->count; ++i) {
        double sum = 0;
        for (uint32_t j = 0; j < r->count; ++j) sum += weight[(size_t)j * s->count + i];
        for (uint32_t k = r->region_first[i]; k < r->region_first[i + 1]; ++k)
            mean += fabs((double)r->region_share[k] -
                         weight[(size_t)r->region[k] * s->count + i] / sum) /
                    (double)pairs;
    }
    assert_true(mean < 0.01);
    free(area);
    free(weight);
    free(is_inside);
    plump_mesh_destroy(mesh);
}

static void centres_keep_their_distance(void** state) {
    (void)state;
    plump_mesh* mesh = ball_kit_shape(PLUMP_SHAPE_SPHERE, 10242);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    const pl_ball_regions* r = pl_ball_regions_get(mesh, 0.2f, NULL);
    for (uint32_t j = 0; j < r->count; ++j)
        for (uint32_t k = 0; k < j; ++k)
            assert_true(distance(s, r->centre[j], r->centre[k]) > 0.45 * r->radius);
    // 0.45 r apart, as many as such discs find room: about nine per vertex
    double pairs = (double)r->region_first[s->count] / s->count;
    assert_true(pairs > 7 && pairs < 13);
    plump_mesh_destroy(mesh);
}

static void number_of_regions_does_not_depend_on_resolution(void** state) {
    (void)state;
    uint32_t counts[3], sizes[3] = {2562, 10242, 40962};
    for (int n = 0; n < 3; ++n) {
        plump_mesh* mesh = ball_kit_shape(PLUMP_SHAPE_SPHERE, sizes[n]);
        counts[n] = pl_ball_regions_get(mesh, 0.3f, NULL)->count;
        plump_mesh_destroy(mesh);
    }
    for (int n = 0; n < 2; ++n)
        assert_true(abs((int)counts[n] - (int)counts[2]) < (int)counts[2] / 5);
}

static void sides_of_a_thin_plate_have_their_own_regions(void** state) {
    (void)state;
    plump_mesh* mesh = ball_kit_take(ball_kit_plate(40), NULL);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    const pl_ball_regions* r = pl_ball_regions_get(mesh, 0.15f, NULL);
    check_lists(s, r);
    uint32_t checked = 0, above = 0;
    for (uint32_t j = 0; j < r->count; ++j) {
        uint32_t c = r->centre[j];
        above += s->rest[1][c] > 0;
        if (fabsf(s->rest[0][c]) > 0.33f || fabsf(s->rest[2][c]) > 0.33f) continue;
        ++checked;
        for (uint32_t k = r->member_first[j]; k < r->member_first[j + 1]; ++k)
            assert_true((s->rest[1][r->member[k]] > 0) == (s->rest[1][c] > 0));
    }
    assert_true(checked > 20);
    assert_true(above > r->count / 3 && above < r->count * 2 / 3);
    plump_mesh_destroy(mesh);
}

static void parts_do_not_share_regions(void** state) {
    (void)state;
    plump_mesh* mesh = ball_kit_take(ball_kit_two_spheres(40, 30), NULL);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    assert_int_equal(s->part_count, 2);
    const float radii[] = {0.01f, 0.2f, 0.5f, 5};
    for (int n = 0; n < 4; ++n) {
        const pl_ball_regions* r = pl_ball_regions_get(mesh, radii[n], NULL);
        check_lists(s, r);
        uint32_t in_first = 0;
        for (uint32_t j = 0; j < r->count; ++j) {
            uint32_t part = s->part_of[r->centre[j]];
            in_first += part == 0;
            for (uint32_t k = r->member_first[j]; k < r->member_first[j + 1]; ++k)
                assert_int_equal(s->part_of[r->member[k]], part);
        }
        assert_true(in_first >= 1 && in_first < r->count);
        if (n == 3) assert_int_equal(r->count, 2);
    }
    plump_mesh_destroy(mesh);
}

static void small_radius_makes_every_vertex_a_centre_with_its_ring(void** state) {
    (void)state;
    plump_mesh* mesh = ball_kit_shape(PLUMP_SHAPE_SPHERE, 642);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    const float shares[] = {0.01f, 0.5f, 1.5f};
    for (int n = 0; n < 3; ++n) {
        const pl_ball_regions* r = pl_ball_regions_get(mesh, shares[n] * (float)s->edge_mean, NULL);
        check_lists(s, r);
        assert_int_equal(r->count, s->count);
        for (uint32_t j = 0; j < r->count; ++j) {
            uint32_t size = r->member_first[j + 1] - r->member_first[j], ring = 0;
            for (uint32_t k = r->member_first[j]; k < r->member_first[j + 1]; ++k)
                ring += are_neighbours(s, j, r->member[k]);
            assert_int_equal(ring, s->ring_first[j + 1] - s->ring_first[j]);
            if (n < 2) assert_int_equal(size, ring + 1);
        }
    }
    plump_mesh_destroy(mesh);
}

static void large_radius_makes_one_region(void** state) {
    (void)state;
    plump_mesh* meshes[] = {ball_kit_take(ball_kit_tetrahedron(), NULL),
                            ball_kit_shape(PLUMP_SHAPE_BEAR, 1000)};
    for (int n = 0; n < 2; ++n) {
        const pl_surface* s = pl_mesh_surface(meshes[n], NULL);
        const pl_ball_regions* r = pl_ball_regions_get(meshes[n], 10, NULL);
        check_lists(s, r);
        assert_int_equal(r->count, 1);
        assert_int_equal(r->member_first[1], s->count);
        for (uint32_t i = 0; i < s->count; ++i) assert_true(r->region_share[i] == 1);
        plump_mesh_destroy(meshes[n]);
    }
}

static uint64_t hash_regions(const pl_surface* s, const pl_ball_regions* r) {
    uint32_t pairs = r->region_first[s->count];
    uint64_t hash = pl_hash_words(PL_HASH_START, r->centre, r->count);
    hash = pl_hash_words(hash, r->member_first, (size_t)r->padded + 1);
    hash = pl_hash_words(hash, r->member, pairs);
    hash = pl_hash_floats(hash, r->member_share, pairs);
    hash = pl_hash_words(hash, r->region_first, (size_t)s->padded + 1);
    hash = pl_hash_words(hash, r->region, pairs);
    return pl_hash_floats(hash, r->region_share, pairs);
}

static void same_bytes_for_any_number_of_workers(void** state) {
    (void)state;
    const uint32_t workers[] = {0, 1, 2, 8, 13};
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    uint64_t first = 0;
    for (int n = 0; n < 5; ++n) {
        plump_mesh* mesh = ball_kit_shape(PLUMP_SHAPE_CREATURE, 3000);
        pl_task_pool* pool = NULL;
        if (workers[n]) pool = pl_task_pool_create(&hooks, NULL, workers[n], NULL);
        const pl_surface* s = pl_mesh_surface(mesh, pool);
        uint64_t hash = 0;
        for (int k = 1; k < 5; ++k)
            hash ^= hash_regions(s, pl_ball_regions_get(mesh, 0.1f * (float)k, pool)) * (unsigned)k;
        if (n == 0) first = hash;
        assert_true(hash == first);
        pl_task_pool_destroy(pool);
        plump_mesh_destroy(mesh);
    }
}

static void regions_are_made_once(void** state) {
    (void)state;
    plump_mesh* mesh = ball_kit_shape(PLUMP_SHAPE_SPHERE, 642);
    assert_int_equal(pl_ball_regions_size(mesh, 0.3f), 0);
    const pl_ball_regions* r = pl_ball_regions_get(mesh, 0.3f, NULL);
    assert_ptr_equal(pl_ball_regions_get(mesh, 0.3f, NULL), r);
    assert_ptr_not_equal(pl_ball_regions_get(mesh, 0.31f, NULL), r);
    assert_true(pl_ball_regions_size(mesh, 0.3f) > 642 * 16);
    plump_mesh_destroy(mesh);
}

static void out_of_memory_is_told_at_each_allocation(void** state) {
    (void)state;
    for (int forever = 0; forever < 2; ++forever) {
        memory_kit memory = {0};
        plump_mesh* mesh = ball_kit_take(fixture_sphere(0.5, 20, 12), &memory);
        assert_non_null(pl_mesh_surface(mesh, NULL));
        long blocks = memory.blocks, fails = 0;
        const pl_ball_regions* r = NULL;
        for (long n = 1; !r; ++n) {
            memory.calls = 0, memory.fail_at = n, memory.fail_forever = forever;
            r = pl_ball_regions_get(mesh, 0.2f, NULL);
            if (r) break;
            assert_int_equal(memory.blocks, blocks);
            ++fails;
        }
        memory.fail_at = 0;
        assert_true(fails >= 15);
        check_lists(pl_mesh_surface(mesh, NULL), r);
        plump_mesh_destroy(mesh);
        assert_int_equal(memory.blocks, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_of_every_vertex_add_up_to_one),
        cmocka_unit_test(members_and_weights_follow_the_definition),
        cmocka_unit_test(centres_keep_their_distance),
        cmocka_unit_test(number_of_regions_does_not_depend_on_resolution),
        cmocka_unit_test(sides_of_a_thin_plate_have_their_own_regions),
        cmocka_unit_test(parts_do_not_share_regions),
        cmocka_unit_test(small_radius_makes_every_vertex_a_centre_with_its_ring),
        cmocka_unit_test(large_radius_makes_one_region),
        cmocka_unit_test(same_bytes_for_any_number_of_workers),
        cmocka_unit_test(regions_are_made_once),
        cmocka_unit_test(out_of_memory_is_told_at_each_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

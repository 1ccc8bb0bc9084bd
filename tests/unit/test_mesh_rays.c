// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_rays.h"

#include "src/base/hash.h"
#include "src/mesh/mesh_predicates.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/memory_kit.h"
#include "tests/unit/surface_kit.h"

// A surface with a tree over it.
typedef struct range {
    plump_mesh* mesh;
    const pl_surface* surface;
    pl_arena memory;
    pl_ray_tree* tree;
} range;

static range range_over(plump_mesh* mesh, const pl_surface* surface) {
    range r = {mesh, surface, pl_arena_make(pl_alloc_hooks((plump_allocator){0})), NULL};
    r.tree = pl_ray_tree_build(&r.memory, surface, NULL);
    assert_non_null(r.tree);
    return r;
}

static range range_make(plump_mesh* mesh) {
    return range_over(mesh, pl_mesh_surface(mesh, NULL));
}

static void range_free(range* r) {
    pl_arena_release(&r->memory, NULL);
    plump_mesh_destroy(r->mesh);
}

// -1 .. 1, the same on every machine.
static double spread(uint64_t n) {
    return (double)(pl_hash_mix((n + 1) * PL_HASH_START) >> 11) * 0x1p-52 - 1;
}

static pl_vec3d spread_vector(uint64_t n, double scale) {
    return pl_vec3d_make(scale * spread(3 * n), scale * spread(3 * n + 1),
                         scale * spread(3 * n + 2));
}

static pl_vec3d rest_at(const pl_surface* s, uint32_t place) {
    return pl_vec3d_make((double)s->rest[0][place], (double)s->rest[1][place],
                         (double)s->rest[2][place]);
}

static pl_vec3d corner(const pl_surface* s, uint32_t triangle, uint32_t k) {
    return rest_at(s, s->triangles[3 * (size_t)triangle + k]);
}

static bool has_corner(const pl_surface* s, uint32_t triangle, uint32_t place) {
    const uint32_t* t = s->triangles + 3 * (size_t)triangle;
    return t[0] == place || t[1] == place || t[2] == place;
}

// One triangle by Cramer's rule. False: not met.
static bool meets(const pl_surface* s, uint32_t triangle, pl_vec3d from, pl_vec3d direction,
                  pl_ray_hit* hit) {
    pl_vec3d a = corner(s, triangle, 0);
    pl_vec3d ab = pl_vec3d_sub(corner(s, triangle, 1), a);
    pl_vec3d ac = pl_vec3d_sub(corner(s, triangle, 2), a), offset = pl_vec3d_sub(from, a);
    double slope = pl_vec3d_dot(direction, pl_vec3d_cross(ab, ac));
    if (slope == 0) return false;
    double v = pl_vec3d_triple(direction, offset, ac) / slope;
    double w = pl_vec3d_triple(direction, ab, offset) / slope;
    double distance = -pl_vec3d_dot(offset, pl_vec3d_cross(ab, ac)) / slope;
    if (!(v >= 0 && w >= 0 && v + w <= 1 && distance >= 0)) return false;
    *hit = (pl_ray_hit){triangle, slope > 0, distance, {1 - v - w, v, w}};
    return true;
}

static pl_ray_hit plain_first(const pl_surface* s, pl_vec3d from, pl_vec3d direction,
                              uint32_t skip) {
    pl_ray_hit best = {.triangle = PL_RAY_NONE, .distance = INFINITY}, hit;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        if (has_corner(s, f, skip) || !meets(s, f, from, direction, &hit)) continue;
        if (hit.distance < best.distance) best = hit;
    }
    return best;
}

static void assert_same_hit(const pl_ray_hit* hit, const pl_ray_hit* expected) {
    assert_int_equal(hit->triangle, expected->triangle);
    if (hit->triangle == PL_RAY_NONE) return;
    assert_int_equal(hit->leaves, expected->leaves);
    assert_true(fabs(hit->distance - expected->distance) <= 1e-9 * expected->distance);
    for (int k = 0; k < 3; ++k) assert_true(fabs(hit->weight[k] - expected->weight[k]) <= 1e-7);
}

// Random rays from in and around the surface, and some from `away` extents off that aim at it.
// Each second ray goes on from a place.
static uint32_t check_random_rays(const range* r, uint32_t count, double away) {
    const pl_surface* s = r->surface;
    uint32_t met = 0;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t skip = i % 2 ? i * 31 % s->count : PL_RAY_NONE;
        pl_vec3d from = i % 2 ? rest_at(s, skip) : spread_vector(i, 0.6 * s->extent);
        pl_vec3d direction = spread_vector(i + 1000000, 1);
        if (i % 8 == 0) {
            from = pl_vec3d_scale(from, away);
            direction = pl_vec3d_sub(spread_vector(i + 2000000, 0.5 * s->extent), from);
        }
        pl_ray_hit hit = pl_ray_tree_first(r->tree, from, direction, skip, NULL);
        pl_ray_hit expected = plain_first(s, from, direction, skip);
        assert_same_hit(&hit, &expected);
        met += hit.triangle != PL_RAY_NONE;
    }
    return met;
}

static void rays_meet_what_a_plain_search_finds(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        range r = range_make(kit_makers[i]());
        uint32_t met = check_random_rays(&r, 2000, 30);
        assert_true(met > 150 && met < 1500);  // so both happen
        range_free(&r);
    }
}

static void rays_work_at_any_size(void** state) {
    (void)state;
    const double sizes[] = {1e-6, 1e-3, 1e3, 1e6};
    for (size_t i = 0; i < PL_COUNT(sizes); ++i) {
        plump_shape_def def = plump_default_shape_def(PLUMP_SHAPE_CREATURE);
        def.size = sizes[i];
        def.vertex_count = 1500;
        plump_mesh* mesh = NULL;
        assert_int_equal(plump_shape_create(&def, &mesh, NULL), PLUMP_OK);
        range r = range_make(mesh);
        assert_true(check_random_rays(&r, 1000, 1000) > 300);
        range_free(&r);
    }
}

static void the_length_of_the_direction_only_scales_the_distance(void** state) {
    (void)state;
    range r = range_make(kit_make_torus());
    const int powers[] = {-1000, -300, -1, 1, 300, 1000};
    for (uint32_t i = 0; i < 300; ++i) {
        pl_vec3d from = spread_vector(i, 0.5), direction = spread_vector(i + 7000, 1);
        pl_ray_hit hit = pl_ray_tree_first(r.tree, from, direction, PL_RAY_NONE, NULL);
        for (size_t k = 0; k < PL_COUNT(powers); ++k) {
            pl_vec3d scaled = pl_vec3d_scale(direction, ldexp(1, powers[k]));
            pl_ray_hit other = pl_ray_tree_first(r.tree, from, scaled, PL_RAY_NONE, NULL);
            assert_int_equal(other.triangle, hit.triangle);
            if (hit.triangle == PL_RAY_NONE) continue;
            assert_true(other.distance == ldexp(hit.distance, -powers[k]));
            assert_memory_equal(other.weight, hit.weight, sizeof hit.weight);
        }
    }
    range_free(&r);
}

static double component(pl_vec3d v, unsigned k) {
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

// Straight down on a point of a box's surface along each axis, from both sides: the face there is
// met, edge or corner or not.
static void check_straight_down(const range* r, pl_vec3d point) {
    const pl_surface* s = r->surface;
    for (unsigned k = 0; k < 3; ++k) {
        double low = INFINITY, high = -INFINITY;
        for (uint32_t i = 0; i < s->count; ++i) {
            low = fmin(low, (double)s->rest[k][i]);
            high = fmax(high, (double)s->rest[k][i]);
        }
        for (int side = -1; side <= 1; side += 2) {
            double way[3] = {0, 0, 0};
            way[k] = -side;
            pl_vec3d direction = pl_vec3d_load(way);
            pl_vec3d from = pl_vec3d_add_scaled(point, -3, direction);
            double expected = fabs(component(from, k) - (side < 0 ? low : high));
            pl_ray_hit hit = pl_ray_tree_first(r->tree, from, direction, PL_RAY_NONE, NULL);
            assert_int_not_equal(hit.triangle, PL_RAY_NONE);
            assert_true(fabs(hit.distance - expected) <= 1e-14);
            assert_false(hit.leaves);
        }
    }
}

static void rays_along_an_axis_meet_edges_and_corners_of_a_box(void** state) {
    (void)state;
    plump_mesh* meshes[] = {kit_make_box(), kit_take(fixture_box(1, 1, 1))};
    for (size_t i = 0; i < PL_COUNT(meshes); ++i) {
        range r = range_make(meshes[i]);
        const pl_surface* s = r.surface;
        for (uint32_t k = 0; k < s->count; ++k) {
            check_straight_down(&r, rest_at(s, k));
            for (uint32_t n = s->ring_first[k]; n < s->ring_first[k + 1]; ++n)
                check_straight_down(&r, pl_vec3d_mix(rest_at(s, k), rest_at(s, s->ring[n]), 0.5));
        }
        range_free(&r);
    }
}

// From inside the body there is no way out but through the surface. `sees_all`: nothing of it is
// hidden from there by another part of it, and no ray only brushes it.
static void check_no_way_out(const range* r, pl_vec3d inside, bool sees_all) {
    const pl_surface* s = r->surface;
    for (uint32_t k = 0; k < s->count; ++k) {
        for (uint32_t n = s->ring_first[k]; n < s->ring_first[k + 1]; ++n) {
            for (unsigned part = 0; part < 3; ++part) {
                pl_vec3d on_edge = pl_vec3d_mix(rest_at(s, k), rest_at(s, s->ring[n]), 0.3 * part);
                pl_vec3d direction = pl_vec3d_sub(on_edge, inside);
                pl_ray_hit hit = pl_ray_tree_first(r->tree, inside, direction, PL_RAY_NONE, NULL);
                assert_int_not_equal(hit.triangle, PL_RAY_NONE);
                if (sees_all) assert_true(hit.leaves && fabs(hit.distance - 1) <= 1e-12);
            }
        }
    }
}

static void no_ray_slips_through_at_an_edge_or_a_corner(void** state) {
    (void)state;
    kit_maker* const makers[] = {kit_make_tetrahedron, kit_make_sphere, kit_make_uv_sphere,
                                 kit_make_box, kit_make_double_cone};
    for (size_t i = 0; i < PL_COUNT(makers); ++i) {
        range r = range_make(makers[i]());
        check_no_way_out(&r, pl_vec3d_make(0, 0, 0), true);
        check_no_way_out(&r, spread_vector(i, 0.05), true);
        range_free(&r);
    }
    // in the middle of the tube
    range r = range_make(kit_make_torus());
    pl_vec3d first = rest_at(r.surface, 0);
    double round = sqrt(first.x * first.x + first.z * first.z), middle = 0.3 / round;
    check_no_way_out(&r, pl_vec3d_make(first.x * middle, 0, first.z * middle), false);
    range_free(&r);
}

// A surface of triangles in any position, closed or not.
static pl_surface loose_surface(float (*points)[3], uint32_t count, uint32_t* triangles,
                                uint32_t triangle_count, float* rest) {
    pl_surface s = {.count = count, .triangles = triangles, .triangle_count = triangle_count};
    for (uint32_t k = 0; k < 3; ++k) {
        s.rest[k] = rest + (size_t)k * count;
        for (uint32_t i = 0; i < count; ++i) s.rest[k][i] = points[i][k];
    }
    return s;
}

static void of_triangles_in_one_place_the_first_is_met(void** state) {
    (void)state;
    float points[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, rest[9];
    uint32_t triangles[3 * 40];
    for (uint32_t i = 0; i < 40; ++i) {
        triangles[3 * i] = 0;
        triangles[3 * i + 1] = i % 3 ? 1 : 2;
        triangles[3 * i + 2] = i % 3 ? 2 : 1;
    }
    pl_surface s = loose_surface(points, 3, triangles, 40, rest);
    range r = range_over(NULL, &s);
    pl_vec3d from = pl_vec3d_make(0.25, 0.25, 1), down = pl_vec3d_make(0, 0, -1);
    pl_ray_hit hit = pl_ray_tree_first(r.tree, from, down, PL_RAY_NONE, NULL);
    assert_int_equal(hit.triangle, 0);
    assert_true(hit.distance == 1 && hit.leaves);
    assert_true(hit.weight[0] == 0.5 && hit.weight[1] == 0.25 && hit.weight[2] == 0.25);
    // and nothing on the way back, or beside it
    assert_int_equal(
        pl_ray_tree_first(r.tree, from, pl_vec3d_neg(down), PL_RAY_NONE, NULL).triangle,
        PL_RAY_NONE);
    from = pl_vec3d_make(0.51, 0.51, 1);
    assert_int_equal(pl_ray_tree_first(r.tree, from, down, PL_RAY_NONE, NULL).triangle,
                     PL_RAY_NONE);
    range_free(&r);
}

// Rays as near to an edge as doubles can be: the side is told as exact arithmetic tells it.
static void the_side_of_an_edge_is_exact(void** state) {
    (void)state;
    uint32_t triangles[] = {0, 1, 2, 1, 0, 3}, seen[3] = {0, 0, 0};
    for (uint64_t n = 0; n < 2000; ++n) {
        float points[4][3] = {{0}, {0}, {0, 1, 0}, {1, 0, 0}}, rest[12];
        points[0][0] = points[0][1] = 0.5f + 0.1f * (float)fabs(spread(3 * n));
        points[1][0] = 0.8f + 0.1f * (float)fabs(spread(3 * n + 1));
        points[1][1] = 0.8f + 0.1f * (float)fabs(spread(3 * n + 2));
        pl_surface s = loose_surface(points, 4, triangles, 2, rest);
        range r = range_over(NULL, &s);
        pl_vec3d a = rest_at(&s, 0), b = rest_at(&s, 1), at = pl_vec3d_mix(a, b, 1.0 / 3);
        double ends[3][2] = {{a.x, a.y}, {b.x, b.y}, {at.x, at.y}};
        int side = pl_orient2d(ends[0], ends[1], ends[2], NULL);
        at.z = 1;
        pl_ray_hit hit = pl_ray_tree_first(r.tree, at, pl_vec3d_make(0, 0, -1), PL_RAY_NONE, NULL);
        assert_int_not_equal(hit.triangle, PL_RAY_NONE);
        if (side) assert_int_equal(hit.triangle, side > 0 ? 0 : 1);
        seen[side + 1]++;
        range_free(&r);
    }
    assert_true(seen[0] > 100 && seen[2] > 100);
}

// At a corner all triangles around are at the same distance to the bit.
static void at_a_corner_the_first_triangle_is_met(void** state) {
    (void)state;
    range r = range_make(kit_make_sphere());
    const pl_surface* s = r.surface;
    for (uint32_t k = 0; k < s->count; ++k) {
        pl_vec3d from = rest_at(s, k);
        bool rises = from.y > 0;
        from.y = rises ? 2 : -2;
        pl_vec3d direction = pl_vec3d_make(0, rises ? -1 : 1, 0);
        uint32_t expected = PL_RAY_NONE;
        for (uint32_t f = s->triangle_count; f-- > 0;) {
            pl_ray_hit at;
            if (has_corner(s, f, k) && meets(s, f, from, direction, &at)) expected = f;
        }
        pl_ray_hit hit = pl_ray_tree_first(r.tree, from, direction, PL_RAY_NONE, NULL);
        if (fabs((double)s->rest[1][k]) > 0.1) assert_int_equal(hit.triangle, expected);
    }
    range_free(&r);
}

static void triangles_without_area_are_not_met(void** state) {
    (void)state;
    float points[7][3] = {{0, 0, 0},       {1, 0, 0},       {0, 1, 0},        {0.25f, 0.25f, 0.5f},
                          {0.5f, 0, 0.5f}, {0, 0.5f, 0.5f}, {0.25f, 0.25f, 1}};
    uint32_t triangles[] = {3, 3, 4, 3, 4, 5, 3, 3, 3, 3, 6, 4, 0, 1, 2};
    float rest[21];
    pl_surface s = loose_surface(points, 7, triangles, 5, rest);
    range r = range_over(NULL, &s);
    // through 3: twice the same corner, all on a line, a point, edge-on, and then one that counts
    pl_ray_hit hit = pl_ray_tree_first(r.tree, pl_vec3d_make(0.25, 0.25, 2),
                                       pl_vec3d_make(0, 0, -1), PL_RAY_NONE, NULL);
    assert_int_equal(hit.triangle, 4);
    assert_true(hit.distance == 2);
    range_free(&r);
}

static void a_ray_without_steps_left_is_given_up(void** state) {
    (void)state;
    range r = range_make(kit_make_sphere());
    pl_vec3d from = pl_vec3d_make(0, 0, 0), direction = pl_vec3d_make(0.3, 0.2, 1);
    pl_ray_hit expected = pl_ray_tree_first(r.tree, from, direction, PL_RAY_NONE, NULL);
    int64_t steps = 10000;
    pl_ray_hit hit = pl_ray_tree_first(r.tree, from, direction, PL_RAY_NONE, &steps);
    assert_same_hit(&hit, &expected);
    int64_t used = 10000 - steps;
    assert_in_range(used, 4, 60);
    steps = used;
    hit = pl_ray_tree_first(r.tree, from, direction, PL_RAY_NONE, &steps);
    assert_same_hit(&hit, &expected);
    assert_true(steps == 0);
    for (int64_t few = -1; few < used; ++few) {
        steps = few;
        hit = pl_ray_tree_first(r.tree, from, direction, PL_RAY_NONE, &steps);
        assert_int_equal(hit.triangle, PL_RAY_NONE);
        assert_true(steps < 0);
    }
    range_free(&r);
}

static void hits_are_the_same_everywhere(void** state) {
    (void)state;
    range r = range_make(kit_make_creature());
    uint64_t hash = PL_HASH_START;
    for (uint32_t i = 0; i < 3000; ++i) {
        pl_ray_hit hit = pl_ray_tree_first(r.tree, spread_vector(i, 0.5),
                                           spread_vector(i + 50000, 1), PL_RAY_NONE, NULL);
        if (hit.triangle == PL_RAY_NONE) continue;
        float near[4] = {(float)hit.distance, (float)hit.weight[0], (float)hit.weight[1],
                         (float)hit.weight[2]};
        hash = pl_hash_words(hash, &hit.triangle, 1);
        hash = pl_hash_floats(hash, near, 4);
    }
    assert_int_equal(hash, UINT64_C(0xF328CCAF1443E913));
    range_free(&r);
}

static void running_out_of_memory_is_an_answer(void** state) {
    (void)state;
    plump_mesh* mesh = kit_make_sphere();
    const pl_surface* surface = pl_mesh_surface(mesh, NULL);
    bool built = false;
    for (long fail_at = 1; !built; ++fail_at) {
        for (int once = 0; once < 2; ++once) {
            memory_kit kit = {.fail_at = fail_at, .fail_forever = !once};
            pl_arena memory = pl_arena_make(memory_kit_hooks(&kit));
            built = pl_ray_tree_build(&memory, surface, NULL) != NULL;
            assert_int_equal(built, kit.calls < fail_at);
            pl_arena_release(&memory, NULL);
            assert_int_equal(kit.blocks, 0);
        }
        if (built) assert_true(fail_at > 6);
    }
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_meet_what_a_plain_search_finds),
        cmocka_unit_test(rays_work_at_any_size),
        cmocka_unit_test(the_length_of_the_direction_only_scales_the_distance),
        cmocka_unit_test(rays_along_an_axis_meet_edges_and_corners_of_a_box),
        cmocka_unit_test(no_ray_slips_through_at_an_edge_or_a_corner),
        cmocka_unit_test(of_triangles_in_one_place_the_first_is_met),
        cmocka_unit_test(the_side_of_an_edge_is_exact),
        cmocka_unit_test(at_a_corner_the_first_triangle_is_met),
        cmocka_unit_test(triangles_without_area_are_not_met),
        cmocka_unit_test(a_ray_without_steps_left_is_given_up),
        cmocka_unit_test(hits_are_the_same_everywhere),
        cmocka_unit_test(running_out_of_memory_is_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

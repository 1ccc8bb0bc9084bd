// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rays and nearest points, held against all triangles tried one by one in double.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

#define ALL UINT32_MAX

static uint32_t seed = 1;

// -1 to 1
static double chance(void) {
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / (1 << 23) - 1.0;
}

static plump_hit cast(const plump_world* world, pl_vec3d from, pl_vec3d along, double reach) {
    const double start[3] = {from.x, from.y, from.z}, way[3] = {along.x, along.y, along.z};
    plump_hit hit;
    OK(plump_world_cast_ray(world, start, way, reach, ALL, &hit, &kit_error));
    return hit;
}

static plump_hit closest(const plump_world* world, pl_vec3d at, double reach) {
    const double point[3] = {at.x, at.y, at.z};
    plump_hit hit;
    OK(plump_world_closest_point(world, point, reach, ALL, &hit, &kit_error));
    return hit;
}

// --- the judge ---

static pl_vec3d corner(const pl_body* body, uint32_t triangle, uint32_t k) {
    uint32_t place = body->surface->triangles[3 * (size_t)triangle + k];
    return pl_vec3d_make(body->origin[0] + (double)body->x[0][place],
                         body->origin[1] + (double)body->x[1][place],
                         body->origin[2] + (double)body->x[2][place]);
}

// Where a ray meets a triangle (Moeller and Trumbore), INFINITY: it does not.
static double meet(const pl_body* body, uint32_t triangle, pl_vec3d from, pl_vec3d along) {
    pl_vec3d a = corner(body, triangle, 0);
    pl_vec3d u = pl_vec3d_sub(corner(body, triangle, 1), a);
    pl_vec3d v = pl_vec3d_sub(corner(body, triangle, 2), a), w = pl_vec3d_sub(from, a);
    double det = pl_vec3d_triple(u, along, v);
    if (fabs(det) < 1e-14) return INFINITY;
    double b = pl_vec3d_triple(w, along, v) / det, c = pl_vec3d_triple(along, w, u) / det;
    double t = pl_vec3d_triple(v, w, u) / det;
    return b >= 0 && c >= 0 && b + c <= 1 && t >= 0 ? t : INFINITY;
}

static double first_meeting(plump_world* world, pl_vec3d from, pl_vec3d along) {
    double best = INFINITY;
    for (size_t i = 0; i < world->body_count; ++i) {
        const pl_body* body = world->bodies[i];
        for (uint32_t f = 0; f < body->surface->triangle_count; ++f) {
            double t = meet(body, f, from, along);
            best = t < best ? t : best;
        }
    }
    return best;
}

static double distance_to(const pl_body* body, uint32_t triangle, pl_vec3d p) {
    double best = INFINITY;
    for (int i = 0; i <= 20; ++i) {
        for (int j = 0; i + j <= 20; ++j) {
            pl_vec3d at = pl_vec3d_scale(corner(body, triangle, 0), i / 20.0);
            at = pl_vec3d_add_scaled(at, j / 20.0, corner(body, triangle, 1));
            at = pl_vec3d_add_scaled(at, (20 - i - j) / 20.0, corner(body, triangle, 2));
            double d = pl_vec3d_length(pl_vec3d_sub(at, p));
            best = d < best ? d : best;
        }
    }
    return best;
}

// The parts of a hit agree with each other.
static void assert_sound(plump_world* world, const plump_hit* hit) {
    const pl_body* body = body_of(world, hit->body);
    assert_true(hit->triangle < body->surface->triangle_count);
    pl_vec3d at = pl_vec3d_make(0, 0, 0);
    double sum = 0, nearest = INFINITY;
    uint32_t vertex = 0;
    for (uint32_t k = 0; k < 3; ++k) {
        pl_vec3d x = corner(body, hit->triangle, k);
        double away = pl_vec3d_length(pl_vec3d_sub(x, pl_vec3d_load(hit->point)));
        assert_true(hit->share[k] >= -1e-6f);
        sum += (double)hit->share[k];
        at = pl_vec3d_add_scaled(at, (double)hit->share[k], x);
        if (away >= nearest) continue;
        nearest = away;
        vertex = body->surface->vertex_of[body->surface->triangles[3 * (size_t)hit->triangle + k]];
    }
    assert_true(fabs(sum - 1) < 1e-5);
    assert_true(pl_vec3d_length(pl_vec3d_sub(at, pl_vec3d_load(hit->point))) < 1e-4 * body->extent);
    assert_int_equal(hit->vertex, vertex);
    const float* n = hit->normal;
    assert_true(fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-5f);
}

// --- scenes ---

typedef struct scene {
    plump_mesh *ball, *duck;
    plump_world* world;
    plump_body_id left, right, up;
} scene;

static plump_body_id put(plump_world* world, const plump_mesh* mesh, double x, double y,
                         uint32_t category) {
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.position[0] = x, def.position[1] = y;
    def.rotation[1] = 0.3f;
    def.category = category;
    OK(plump_body_create(world, &def, &id, &kit_error));
    return id;
}

static scene make_scene(double shift) {
    scene s = {make_shape(PLUMP_SHAPE_SPHERE, 642),
               make_shape(PLUMP_SHAPE_DUCK, 600),
               make_world(0, 1),
               {0},
               {0},
               {0}};
    s.left = put(s.world, s.ball, shift - 1, 0, 1);
    s.right = put(s.world, s.duck, shift + 1, 0, 2);
    s.up = put(s.world, s.ball, shift, 1.5, 4);
    return s;
}

static void end_scene(scene* s) {
    plump_world_destroy(s->world);
    plump_mesh_destroy(s->ball);
    plump_mesh_destroy(s->duck);
}

static void rays_find_the_first_triangle(void** state) {
    (void)state;
    scene s = make_scene(0);
    int hits = 0, misses = 0;
    for (int n = 0; n < 1000; ++n) {
        pl_vec3d from = pl_vec3d_make(3 * chance(), 2 * chance(), 2 * chance());
        pl_vec3d to = pl_vec3d_make(1.5 * chance(), 0.6 * chance(), 0.5 * chance());
        pl_vec3d along = pl_vec3d_sub(to, from);
        double length = pl_vec3d_length(along);
        plump_hit hit = cast(s.world, from, along, 100);
        double expected = first_meeting(s.world, from, pl_vec3d_scale(along, 1 / length));
        if (hit.body.value == 0) {
            assert_true(expected == INFINITY);
            assert_int_equal(hit.triangle, PLUMP_NO_VERTEX);
            ++misses;
            continue;
        }
        assert_true(fabs(hit.distance - expected) < 1e-5);
        pl_vec3d at = pl_vec3d_add_scaled(from, hit.distance / length, along);
        assert_true(pl_vec3d_length(pl_vec3d_sub(at, pl_vec3d_load(hit.point))) < 1e-5);
        assert_sound(s.world, &hit);
        ++hits;
    }
    assert_true(hits > 300 && misses > 100);
    end_scene(&s);
}

static void the_length_of_a_direction_does_not_matter(void** state) {
    (void)state;
    scene s = make_scene(0);
    static const double lengths[] = {1e-99, 1e-30, 1, 1e30, 1e99};
    pl_vec3d from = pl_vec3d_make(-4, 0.1, 0.05);
    plump_hit first = cast(s.world, from, pl_vec3d_make(1, 0, 0), 10);
    assert_int_equal(first.body.value, s.left.value);
    assert_true(first.normal[0] < -0.9f);
    for (int i = 0; i < 5; ++i) {
        plump_hit hit = cast(s.world, from, pl_vec3d_make(lengths[i], 0, 0), 10);
        assert_int_equal(hit.triangle, first.triangle);
        assert_true(hit.distance == first.distance);
    }
    end_scene(&s);
}

static void reach_and_categories_are_kept(void** state) {
    (void)state;
    scene s = make_scene(0);
    const double from[3] = {-4, 0.05, 0.02}, along[3] = {1, 0, 0};
    plump_hit hit;
    OK(plump_world_cast_ray(s.world, from, along, 2, ALL, &hit, &kit_error));
    assert_int_equal(hit.body.value, 0);  // the ball begins at -1.5
    OK(plump_world_cast_ray(s.world, from, along, 2.6, ALL, &hit, &kit_error));
    assert_int_equal(hit.body.value, s.left.value);
    OK(plump_world_cast_ray(s.world, from, along, 100, 2 | 4, &hit, &kit_error));
    assert_int_equal(hit.body.value, s.right.value);
    OK(plump_world_cast_ray(s.world, from, along, 100, 8, &hit, &kit_error));
    assert_int_equal(hit.body.value, 0);
    OK(plump_world_cast_ray(s.world, from, along, 100, 0, &hit, &kit_error));
    assert_int_equal(hit.body.value, 0);
    OK(plump_world_closest_point(s.world, from, 2, ALL, &hit, &kit_error));
    assert_int_equal(hit.body.value, 0);
    OK(plump_world_closest_point(s.world, from, 2.6, ALL, &hit, &kit_error));
    assert_int_equal(hit.body.value, s.left.value);
    OK(plump_world_closest_point(s.world, from, 2.6, 4, &hit, &kit_error));
    assert_int_equal(hit.body.value, 0);
    OK(plump_world_closest_point(s.world, from, 10, 4, &hit, &kit_error));
    assert_int_equal(hit.body.value, s.up.value);
    end_scene(&s);
}

static void a_ray_from_inside_meets_the_far_wall(void** state) {
    (void)state;
    scene s = make_scene(0);
    plump_hit hit = cast(s.world, pl_vec3d_make(-1, 0.01, 0.02), pl_vec3d_make(0, 0, 3), 10);
    assert_int_equal(hit.body.value, s.left.value);
    assert_true(fabs(hit.distance - 0.48) < 0.02 && hit.normal[2] > 0.9f);
    end_scene(&s);
}

// Whatever the ray comes from and wherever the body is: about the body's own origin floats are
// fine.
static void far_away_rays_are_as_good(void** state) {
    (void)state;
    scene here = make_scene(0), there = make_scene(1e6);
    for (int n = 0; n < 100; ++n) {
        double y = 0.45 * chance(), z = 0.3 * chance();
        plump_hit a = cast(here.world, pl_vec3d_make(-4, y, z), pl_vec3d_make(1, 0, 0), 100);
        plump_hit b = cast(there.world, pl_vec3d_make(-4, y, z), pl_vec3d_make(1, 0, 0), 1e7);
        assert_int_equal(a.body.value, b.body.value);
        if (!a.body.value) continue;
        assert_int_equal(a.triangle, b.triangle);
        assert_true(fabs(b.distance - a.distance - 1e6) < 1e-6);
        assert_true(fabs(b.point[1] - y) < 1e-6);
    }
    end_scene(&here);
    end_scene(&there);
}

static void nearest_points_are_nearest(void** state) {
    (void)state;
    scene s = make_scene(0);
    int inside = 0;
    for (int n = 0; n < 60; ++n) {
        pl_vec3d p = pl_vec3d_make(1.6 * chance(), 0.8 * chance(), 0.5 * chance());
        plump_hit hit = closest(s.world, p, 10);
        double best = INFINITY;
        for (size_t i = 0; i < s.world->body_count; ++i) {
            const pl_body* body = s.world->bodies[i];
            for (uint32_t f = 0; f < body->surface->triangle_count; ++f) {
                double d = distance_to(body, f, p);
                best = d < best ? d : best;
            }
        }
        assert_true(fabs(hit.distance) <= best + 1e-6 && fabs(hit.distance) > best - 0.01);
        pl_vec3d away = pl_vec3d_sub(p, pl_vec3d_load(hit.point));
        assert_true(fabs(pl_vec3d_length(away) - fabs(hit.distance)) < 1e-6);
        assert_sound(s.world, &hit);
        // inside is where a ray crosses the surface of its body an odd number of times
        const pl_body* body = body_of(s.world, hit.body);
        int crossings = 0;
        for (uint32_t f = 0; f < body->surface->triangle_count; ++f)
            crossings += meet(body, f, p, pl_vec3d_make(0.36, 0.48, 0.8)) < INFINITY;
        assert_int_equal(hit.distance < 0, crossings % 2);
        inside += hit.distance < 0;
    }
    assert_true(inside > 3);
    end_scene(&s);
}

// No step is needed for a change to be seen, and none is disturbed by questions.
static void answers_follow_the_body(void** state) {
    (void)state;
    scene s = make_scene(0), quiet = make_scene(0);
    plump_body_edit edit;
    OK(plump_body_lend_edit(s.world, s.left, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) edit.y[i] += 0.25f;
    plump_hit hit = closest(s.world, pl_vec3d_make(-1, 3, 0), 10);
    hit = closest(s.world, pl_vec3d_make(-1, 0.9, 0), 1);
    assert_true(fabs(hit.distance - 0.15) < 0.01);
    hit = cast(s.world, pl_vec3d_make(-1, 5, 0), pl_vec3d_make(0, -1, 0), 10);
    assert_true(fabs(hit.distance - 4.25) < 0.01);
    OK(plump_body_lend_edit(quiet.world, quiet.left, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) edit.y[i] += 0.25f;
    const float spin[3] = {0.5f, 0, 0};
    for (int n = 0; n < 20; ++n) {
        OK(plump_body_add_impulse(s.world, s.up, 3, spin, &kit_error));
        OK(plump_body_add_impulse(quiet.world, quiet.up, 3, spin, &kit_error));
        step(s.world, 1);
        step(quiet.world, 1);
        cast(s.world, pl_vec3d_make(-4, 0, 0), pl_vec3d_make(1, 0.1, 0), 10);
        closest(s.world, pl_vec3d_make(0, 0, 0), 10);
        assert_true(plump_world_hash(s.world) == plump_world_hash(quiet.world));
    }
    end_scene(&s);
    end_scene(&quiet);
}

static void a_spoiled_body_is_passed_over(void** state) {
    (void)state;
    scene s = make_scene(0);
    plump_body_edit edit;
    const float odd[] = {NAN, INFINITY, -INFINITY, 3e38f};
    for (int n = 0; n < 4; ++n) {
        OK(plump_body_lend_edit(s.world, s.left, &edit, &kit_error));
        for (uint32_t i = 0; i < edit.count; ++i) edit.x[i] = edit.z[i] = odd[n];
        plump_hit hit = cast(s.world, pl_vec3d_make(-4, 0.05, 0.02), pl_vec3d_make(1, 0, 0), 100);
        assert_int_equal(hit.body.value, s.right.value);
        hit = closest(s.world, pl_vec3d_make(-1.2, 0, 0), 100);
        assert_true(hit.body.value == s.right.value || hit.body.value == s.up.value);
        assert_true(isfinite(hit.distance));
    }
    end_scene(&s);
}

static void questions_that_are_none_are_refused(void** state) {
    (void)state;
    scene s = make_scene(0);
    const double fine[3] = {1, 2, 3}, none[3] = {0, 0, 0}, tiny[3] = {0, 1e-200, 0};
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e300};
    plump_hit hit;
    for (unsigned i = 0; i < 12; ++i) {
        double wrong[3] = {1, 2, 3};
        wrong[i % 3] = bad[i / 3];
        REFUSED(plump_world_cast_ray(s.world, wrong, fine, 1, ALL, &hit, &kit_error), "start");
        REFUSED(plump_world_cast_ray(s.world, fine, wrong, 1, ALL, &hit, &kit_error), "direction");
        REFUSED(plump_world_closest_point(s.world, wrong, 1, ALL, &hit, &kit_error), "the point");
    }
    for (unsigned i = 0; i < 5; ++i) {
        double reach = i < 4 ? bad[i] : -1;
        REFUSED(plump_world_cast_ray(s.world, fine, fine, reach, ALL, &hit, &kit_error), "reach");
        REFUSED(plump_world_closest_point(s.world, fine, reach, ALL, &hit, &kit_error), "reach");
    }
    REFUSED(plump_world_cast_ray(s.world, fine, none, 1, ALL, &hit, &kit_error), "not all 0");
    REFUSED(plump_world_cast_ray(s.world, fine, tiny, 1, ALL, &hit, &kit_error), "not all 0");
    REFUSED(plump_world_cast_ray(NULL, fine, fine, 1, ALL, &hit, &kit_error), "NULL");
    REFUSED(plump_world_cast_ray(s.world, NULL, fine, 1, ALL, &hit, &kit_error), "NULL");
    REFUSED(plump_world_cast_ray(s.world, fine, NULL, 1, ALL, &hit, &kit_error), "direction");
    REFUSED(plump_world_cast_ray(s.world, fine, fine, 1, ALL, NULL, &kit_error), "NULL");
    REFUSED(plump_world_closest_point(NULL, fine, 1, ALL, &hit, &kit_error), "NULL");
    REFUSED(plump_world_closest_point(s.world, NULL, 1, ALL, &hit, &kit_error), "NULL");
    REFUSED(plump_world_closest_point(s.world, fine, 1, ALL, NULL, &kit_error), "NULL");
    OK(plump_world_closest_point(s.world, fine, 0, ALL, &hit, &kit_error));
    assert_int_equal(hit.body.value, 0);
    end_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_find_the_first_triangle),
        cmocka_unit_test(the_length_of_a_direction_does_not_matter),
        cmocka_unit_test(reach_and_categories_are_kept),
        cmocka_unit_test(a_ray_from_inside_meets_the_far_wall),
        cmocka_unit_test(far_away_rays_are_as_good),
        cmocka_unit_test(nearest_points_are_nearest),
        cmocka_unit_test(answers_follow_the_body),
        cmocka_unit_test(a_spoiled_body_is_passed_over),
        cmocka_unit_test(questions_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

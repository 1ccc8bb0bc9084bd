// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The judges of contact, judged: on spheres and boxes whose overlap is known.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"
#include "tests/unit/reference_contact.h"

static void near(double value, double wish, double by) {
    if (!(fabs(value - wish) <= by)) fail_msg("%.9g, expected %.9g within %g", value, wish, by);
}

static plump_mesh* taken(fixture f) {
    outcome o = fixture_take(&f);
    if (o.result != PLUMP_OK) fail_msg("%s", o.error.text);
    fixture_free(&f);
    return o.mesh;
}

// A body of this mesh, moved by x, every vertex of mass 1 and with velocity v.
static judge_body standing(const plump_mesh* mesh, double x, const double v[3]) {
    double mass[5000], origin[3];
    for (int i = 0; i < 5000; ++i) mass[i] = 1;
    judge_body b = judge_body_make(mesh, 1, mass);
    plump_mesh_origin(mesh, origin);
    for (size_t i = 0; i < 3 * (size_t)b.count; ++i) {
        b.x[i] = origin[i % 3] + (double)plump_mesh_positions(mesh)[i] + (i % 3 == 0 ? x : 0);
        b.v[i] = v[i % 3];
    }
    judge_body_look(&b);
    return b;
}

static const double still[3] = {0, 0, 0};

static double random_coordinate(uint64_t* seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static double plain_nearest(const judge_surface* s, const double p[3]) {
    double best = INFINITY;
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        judge_surface one =
            judge_surface_make(s->x, s->vertex_count, s->triangles + 3 * (size_t)t, 1);
        double distance = judge_nearest(&one, p).distance;
        if (distance < best) best = distance;
        judge_surface_free(&one);
    }
    return best;
}

static void nearest_point_by_cells_is_the_nearest_of_all(void** state) {
    (void)state;
    plump_mesh* mesh = taken(fixture_ring(20, 10, false, true));
    judge_body b = standing(mesh, 0, still);
    uint64_t seed = 5;
    for (int n = 0; n < 100; ++n) {
        double p[3];
        for (int k = 0; k < 3; ++k) p[k] = 4 * random_coordinate(&seed);
        near(judge_nearest(&b.surface, p).distance, plain_nearest(&b.surface, p), 1e-14);
    }
    judge_body_free(&b);
    plump_mesh_destroy(mesh);
}

static void inside_of_a_box_is_known_by_its_coordinates(void** state) {
    (void)state;
    plump_mesh* mesh = taken(fixture_box(2, 1, 1));
    judge_body b = standing(mesh, 0, still);
    uint64_t seed = 7;
    for (int n = 0; n < 2000; ++n) {
        double p[3], depth = 9;
        for (int k = 0; k < 3; ++k) {
            // many of them level with corners and edges
            double hi = k == 0 ? 2 : 1, step = n % 2 ? 0.25 : 1e-9;
            p[k] = floor(1.5 * (random_coordinate(&seed) + 1) / step) * step - 0.5;
            depth = fmin(depth, fmin(p[k], hi - p[k]));
        }
        if (fabs(depth) < 1e-12) continue;  // on the surface: either is right
        assert_int_equal(judge_winding(&b.surface, p), depth > 0);
        near(judge_depth(&b.surface, p), depth > 0 ? depth : 0, 1e-12);
    }
    judge_body_free(&b);
    plump_mesh_destroy(mesh);
}

static void two_spheres_overlap_by_what_they_were_pushed(void** state) {
    (void)state;
    plump_mesh* mesh = taken(fixture_sphere(0.5, 40, 39));
    judge_body bodies[2] = {standing(mesh, 0, still), standing(mesh, 0.97, still)};
    // vertices lie on the sphere at both ends of the axis; facets lie a little within
    judge_finding f = judge_overlaps(bodies, 2, NULL, 0, 0.001);
    near(f.depth, 0.03, 0.002);
    near(f.share, 0.03, 0.002);
    assert_true(f.trapped > 4);
    assert_true(judge_count_crossings(bodies, 2).between > 0);
    assert_int_equal(judge_count_crossings(bodies, 2).within, 0);
    judge_body_free(&bodies[1]);
    bodies[1] = standing(mesh, 1.001, still);
    f = judge_overlaps(bodies, 2, NULL, 0, 0.001);
    assert_true(f.depth == 0 && f.trapped == 0);
    assert_int_equal(judge_count_crossings(bodies, 2).between, 0);
    judge_body_free(&bodies[0]);
    judge_body_free(&bodies[1]);
    plump_mesh_destroy(mesh);
}

static void a_body_through_itself_is_counted_as_such(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1), other = fixture_box(1, 1, 1);
    fixture_append(&f, &other, 0.5, 0.4, 0.3);
    fixture_free(&other);
    plump_mesh* mesh = taken(f);
    judge_body b = standing(mesh, 0, still);
    judge_crossings c = judge_count_crossings(&b, 1);
    assert_true(c.within > 0 && c.between == 0 && !c.at_least);
    double both[3] = {0.75, 0.7, 0.65};
    assert_int_equal(judge_winding(&b.surface, both), 2);
    judge_body_free(&b);
    plump_mesh_destroy(mesh);
}

static void motion_of_a_body_is_that_given(void** state) {
    (void)state;
    plump_mesh* mesh = taken(fixture_sphere(0.5, 20, 19));
    const double v[3] = {1, -2, 3};
    judge_body b = standing(mesh, 4, v);
    for (size_t i = 0; i < b.count; ++i) b.v[3 * i + 1] += 5 * (b.x[3 * i] - 4);
    for (size_t i = 0; i < b.count; ++i) b.v[3 * i] -= 5 * b.x[3 * i + 1];
    judge_body_look(&b);
    near(b.centre[0], 4, 1e-7);
    for (int k = 0; k < 3; ++k) near(b.velocity[k], v[k], 1e-6);
    near(b.turning[2], 5, 1e-6);
    near(b.volume, plump_mesh_volume(mesh), 1e-9);
    near(b.size, 1, 1e-6);
    judge_body_free(&b);
    plump_mesh_destroy(mesh);
}

// Eight points: half a unit from the middle of shapes of half size 1, 2, 3.
static void obstacles_are_as_deep_as_their_formulas(void** state) {
    (void)state;
    plump_obstacle_def def = {.scale = 1, .rotation = {0, 0, 0, 1}};
    def.radius = 1, def.half_height = 2;
    def.half_size[0] = 1, def.half_size[1] = 2, def.half_size[2] = 3;
    def.position[0] = 10;
    def.rotation[2] = 1, def.rotation[3] = 1;  // a quarter turn: its x is our y, its y our -x
    const struct {
        plump_obstacle_shape shape;
        double p[3], wish;
    } cases[] = {
        {PLUMP_OBSTACLE_PLANE, {10.5, 3, 4}, -0.5},
        {PLUMP_OBSTACLE_SPHERE, {10, 0.25, 0}, -0.75},
        {PLUMP_OBSTACLE_CAPSULE, {12.5, 0, 0}, -0.5},
        {PLUMP_OBSTACLE_CAPSULE, {11, 1.5, 0}, 0.5},
        {PLUMP_OBSTACLE_CYLINDER, {11.75, 0, 0}, -0.25},
        {PLUMP_OBSTACLE_CYLINDER, {15, 0, 5}, 5},
        {PLUMP_OBSTACLE_BOX, {11.75, 0.5, 1}, -0.25},
        {PLUMP_OBSTACLE_BOX, {15, 5, 3}, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        def.shape = cases[i].shape;
        judge_obstacle o = judge_obstacle_make(&def);
        near(judge_obstacle_distance(&o, cases[i].p), cases[i].wish, 1e-12);
        o.hollow = true;
        near(judge_obstacle_distance(&o, cases[i].p), -cases[i].wish, 1e-12);
        judge_obstacle_free(&o);
    }
}

static void meshes_hulls_and_boxes_agree(void** state) {
    (void)state;
    plump_mesh* mesh = taken(fixture_box(2, 4, 6));
    float points[24];
    for (int i = 0; i < 24; ++i)
        points[i] = (i / 3) >> (i % 3) & 1 ? (float)(i % 3 + 1) : -(float)(i % 3 + 1);
    plump_obstacle_def def = {.scale = 1, .rotation = {0, 0, 0, 1}};
    def.mesh = mesh, def.points = points, def.point_count = 8;
    def.rotation[0] = 0.3f, def.rotation[1] = -0.2f;
    for (int k = 0; k < 3; ++k) def.half_size[k] = (float)(k + 1);
    def.shape = PLUMP_OBSTACLE_BOX;
    judge_obstacle box = judge_obstacle_make(&def);
    def.shape = PLUMP_OBSTACLE_HULL;
    judge_obstacle hull = judge_obstacle_make(&def);
    def.shape = PLUMP_OBSTACLE_MESH;
    judge_obstacle solid = judge_obstacle_make(&def);
    // the mesh's corner is its zero
    const double corner[3] = {-1, -2, -3};
    for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 3; ++j) solid.position[k] += solid.turn[3 * k + j] * corner[j];
    uint64_t seed = 3;
    for (int n = 0; n < 500; ++n) {
        double p[3], d;
        for (int k = 0; k < 3; ++k) p[k] = 4 * random_coordinate(&seed);
        d = judge_obstacle_distance(&box, p);
        near(judge_obstacle_distance(&solid, p), d, 1e-6);
        near(judge_obstacle_depth(&solid, p), d < 0 ? -d : 0, 1e-6);
        if (d < 0) near(judge_obstacle_distance(&hull, p), d, 1e-6);
        if (d > 0) assert_true(judge_obstacle_distance(&hull, p) > 0);
    }
    judge_obstacle_free(&box);
    judge_obstacle_free(&hull);
    judge_obstacle_free(&solid);
    plump_mesh_destroy(mesh);
}

static void edge_of_a_box_in_a_ball_is_seen_without_a_vertex_in_the_box(void** state) {
    (void)state;
    plump_mesh* mesh = taken(fixture_box(1, 1, 1));
    judge_body b = standing(mesh, 0, still);
    plump_obstacle_def def = {.scale = 1, .rotation = {0, 0, 0, 1}};
    def.shape = PLUMP_OBSTACLE_BOX;
    def.half_size[0] = def.half_size[1] = 0.1f, def.half_size[2] = 5;
    def.position[0] = 0.5, def.position[1] = -0.05;
    judge_obstacle o = judge_obstacle_make(&def);
    judge_finding f = judge_overlaps(&b, 1, &o, 1, 0.001);
    near(f.depth, 0.05, 1e-6);
    assert_int_equal(f.other, -1);
    judge_obstacle_free(&o);
    judge_body_free(&b);
    plump_mesh_destroy(mesh);
}

static void ray_meets_the_first_of_two_sides(void** state) {
    (void)state;
    plump_mesh* mesh = taken(fixture_box(1, 1, 1));
    judge_body b = standing(mesh, 0, still);
    const double from[3] = {-1, 0.3, 0.4}, along[3] = {1, 0, 0}, back[3] = {-1, 0, 0};
    double distance;
    uint32_t t = judge_ray(&b.surface, from, along, &distance);
    assert_true(t < b.surface.triangle_count);
    near(distance, 1, 1e-12);
    assert_int_equal(judge_ray(&b.surface, from, back, &distance), UINT32_MAX);
    judge_body_free(&b);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_point_by_cells_is_the_nearest_of_all),
        cmocka_unit_test(inside_of_a_box_is_known_by_its_coordinates),
        cmocka_unit_test(two_spheres_overlap_by_what_they_were_pushed),
        cmocka_unit_test(a_body_through_itself_is_counted_as_such),
        cmocka_unit_test(motion_of_a_body_is_that_given),
        cmocka_unit_test(obstacles_are_as_deep_as_their_formulas),
        cmocka_unit_test(meshes_hulls_and_boxes_agree),
        cmocka_unit_test(edge_of_a_box_in_a_ball_is_seen_without_a_vertex_in_the_box),
        cmocka_unit_test(ray_meets_the_first_of_two_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

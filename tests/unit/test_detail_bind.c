// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where fine vertices are tied: on interpolated normals, as near as can be, each on its own part.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/detail_kit.h"

// --- base points ---

// The coarse triangle as it was at rest, in units of the size about the surface's centre.
static pl_patch rest_patch(const plump_detail* detail, const uint32_t corner[3]) {
    const pl_surface* s = detail->surface;
    const float* const x[3] = {s->rest[0], s->rest[1], s->rest[2]};
    pl_vec3d at[3], normal[3];
    for (int k = 0; k < 3; ++k) {
        pl_vec3d p = pl_vec3d_make((double)x[0][corner[k]], (double)x[1][corner[k]],
                                   (double)x[2][corner[k]]);
        at[k] = pl_vec3d_scale(p, 1 / detail->unit);
        normal[k] = pl_vec3d_normalize(pl_ring_vector(s, x, corner[k]), p);
    }
    return (pl_patch){at[0],
                      {pl_vec3d_sub(at[1], at[0]), pl_vec3d_sub(at[2], at[0])},
                      normal[0],
                      {pl_vec3d_sub(normal[1], normal[0]), pl_vec3d_sub(normal[2], normal[0])}};
}

static pl_patch patch_of_vertex(const plump_detail* detail, uint32_t vertex) {
    uint32_t patch = detail->patch[vertex] / PL_PATCH_STRIDE, corner[3];
    for (int k = 0; k < 3; ++k) corner[k] = detail->corner[k][patch] / PL_FRAME_STRIDE;
    return rest_patch(detail, corner);
}

static pl_vec3d offset_of(const plump_detail* detail, uint32_t i) {
    return pl_vec3d_make((double)detail->offset[0][i], (double)detail->offset[1][i],
                         (double)detail->offset[2][i]);
}

// How many offsets are along the interpolated normal at a point of the triangle.
static uint32_t count_on_normals(const plump_detail* detail) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < detail->vertex_count; ++i) {
        pl_patch patch = patch_of_vertex(detail, i);
        double u = (double)detail->u[i], v = (double)detail->v[i];
        assert_true(u >= -1e-5 && v >= -1e-5 && u + v <= 1 + 1e-5);
        pl_vec3d off = pl_vec3d_cross(offset_of(detail, i), pl_patch_normal(&patch, u, v));
        count += pl_vec3d_length(off) < 1e-5;
    }
    return count;
}

static void almost_all_are_on_normals(plump_mesh* fine, plump_mesh* coarse) {
    plump_detail_report report;
    plump_detail* detail = kit_tie(coarse, plump_mesh_triangles(fine), &report);
    assert_int_equal(report.vertex_count, plump_mesh_vertex_count(fine));
    assert_int_equal(report.triangle_count, plump_mesh_triangle_count(fine));
    assert_int_equal(report.by_newton + report.by_fallback, report.vertex_count);
    assert_true(report.by_newton >= 0.999 * report.vertex_count);
    assert_true(report.rest_error < 1e-6);
    assert_true(report.distance_mean <= report.distance_most);
    assert_true(count_on_normals(detail) >= report.by_newton);
    plump_detail_destroy(detail);
    plump_mesh_destroy(fine);
    plump_mesh_destroy(coarse);
}

static void newton_finds_almost_all_base_points(void** state) {
    (void)state;
    almost_all_are_on_normals(make_shape(PLUMP_SHAPE_CREATURE, 20000),
                              make_shape(PLUMP_SHAPE_CREATURE, 1000));
    almost_all_are_on_normals(bumpy_sphere(20000, 0.03), make_shape(PLUMP_SHAPE_SPHERE, 42));
    almost_all_are_on_normals(make_shape(PLUMP_SHAPE_TORUS, 8000),
                              make_shape(PLUMP_SHAPE_TORUS, 150));
    almost_all_are_on_normals(make_shape(PLUMP_SHAPE_KNOT, 10000),
                              make_shape(PLUMP_SHAPE_KNOT, 800));
    almost_all_are_on_normals(make_shape(PLUMP_SHAPE_BEAR, 10000),
                              make_shape(PLUMP_SHAPE_BEAR, 300));
}

static void sharp_edges_and_tips_are_no_obstacle(void** state) {
    (void)state;
    // corner normals of a cube of 8 differ by 109 degrees; a spindle has tips, a sphere of 12 both
    almost_all_are_on_normals(make_shape(PLUMP_SHAPE_BOX, 5000), make_shape(PLUMP_SHAPE_BOX, 8));
    almost_all_are_on_normals(make_shape(PLUMP_SHAPE_BAR, 5000), make_shape(PLUMP_SHAPE_BAR, 40));
    almost_all_are_on_normals(make_shape(PLUMP_SHAPE_SPINDLE, 5000),
                              make_shape(PLUMP_SHAPE_SPINDLE, 60));
    almost_all_are_on_normals(bumpy_sphere(5000, 0.03), make_shape(PLUMP_SHAPE_SPHERE, 12));
}

// Newton from the middle and the corners of every triangle there is.
static void no_other_triangle_has_a_nearer_point(void** state) {
    (void)state;
    plump_mesh *fine = bumpy_sphere(2000, 0.03), *coarse = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_detail_report report;
    plump_detail* detail = kit_tie(coarse, plump_mesh_triangles(fine), &report);
    assert_int_equal(report.by_fallback, 0);
    for (uint32_t i = 0; i < report.vertex_count; ++i) {
        pl_patch own = patch_of_vertex(detail, i);
        pl_vec3d p = pl_vec3d_add_scaled(own.at, (double)detail->u[i], own.along[0]);
        p = pl_vec3d_add_scaled(p, (double)detail->v[i], own.along[1]);
        p = pl_vec3d_add(p, offset_of(detail, i));
        double distance = pl_vec3d_length(offset_of(detail, i));
        for (uint32_t t = 0; t < detail->surface->triangle_count; ++t) {
            pl_patch patch = rest_patch(detail, detail->surface->triangles + 3 * (size_t)t);
            pl_base_point point = {.u = 1.0 / 3, .v = 1.0 / 3};
            unsigned outside;
            if (pl_patch_solve(&patch, p, &point, &outside))
                assert_true(point.distance > distance - 1e-5);
        }
    }
    plump_detail_destroy(detail);
    plump_mesh_destroy(fine);
    plump_mesh_destroy(coarse);
}

static void solving_tells_what_is_not_on_the_triangle(void** state) {
    (void)state;
    pl_vec3d up = pl_vec3d_make(0, 0, 1), none = pl_vec3d_make(0, 0, 0);
    pl_patch flat = {none, {pl_vec3d_make(1, 0, 0), pl_vec3d_make(0, 1, 0)}, up, {none, none}};
    pl_base_point point = {.u = 0.3, .v = 0.3};
    unsigned outside;
    assert_true(pl_patch_solve(&flat, pl_vec3d_make(0.2, 0.3, -2), &point, &outside));
    assert_true(fabs(point.u - 0.2) < 1e-12 && fabs(point.v - 0.3) < 1e-12);
    assert_true(fabs(point.d + 2) < 1e-12 && fabs(point.distance - 2) < 1e-12);
    assert_false(pl_patch_solve(&flat, pl_vec3d_make(0.2, -0.3, 1), &point, &outside));
    assert_int_equal(outside, 2);
    assert_false(pl_patch_solve(&flat, pl_vec3d_make(-1, 0.3, 1), &point, &outside));
    assert_int_equal(outside, 1);
    assert_false(pl_patch_solve(&flat, pl_vec3d_make(2, 2, 1), &point, &outside));
    assert_int_equal(outside, 0);
    // normals that meet at height 1: beyond, the surface would be inside out
    pl_patch bowl = {pl_vec3d_make(-0.5, -0.5, 0),
                     {pl_vec3d_make(1, 0, 0), pl_vec3d_make(0, 1, 0)},
                     pl_vec3d_make(0.5, 0.5, 1),
                     {pl_vec3d_make(-1, 0, 0), pl_vec3d_make(0, -1, 0)}};
    point = (pl_base_point){.u = 0.4, .v = 0.4};
    assert_true(pl_patch_solve(&bowl, pl_vec3d_make(0, -0.1, 0.5), &point, &outside));
    point = (pl_base_point){.u = 0.4, .v = 0.4, .d = 2};
    assert_false(pl_patch_solve(&bowl, pl_vec3d_make(0, -0.1, 2), &point, &outside));
}

// --- frames ---

// Around its first vertex the surface crosses itself as a bow tie: flat, and without a normal.
static plump_mesh* bow_tie(void) {
    static const float at[] = {0,  .5f, 0,  -1, -1, 0,  1, 1, 0,  1,  -1, 0,  -1, 1, 0,
                               -1, -1,  -1, 1,  -1, -1, 1, 1, -1, -1, 1,  -1, 0,  0, -2};
    uint16_t corners[48];
    for (uint16_t i = 0, n = 0; i < 4; ++i) {
        uint16_t j = (uint16_t)((i + 1) % 4);
        const uint16_t strip[12] = {0,
                                    (uint16_t)(1 + i),
                                    (uint16_t)(1 + j),
                                    (uint16_t)(1 + i),
                                    (uint16_t)(5 + i),
                                    (uint16_t)(5 + j),
                                    (uint16_t)(1 + i),
                                    (uint16_t)(5 + j),
                                    (uint16_t)(1 + j),
                                    (uint16_t)(5 + i),
                                    9,
                                    (uint16_t)(5 + j)};
        for (int k = 0; k < 12; ++k) corners[n++] = strip[k];
    }
    plump_mesh_def def = plump_default_mesh_def();
    plump_mesh* mesh = NULL;
    def.find_intersections = false;
    def.triangles = (plump_triangles){
        .positions = at, .vertex_count = 10, .indices = corners, .triangle_count = 16};
    OK(plump_mesh_create(&def, &mesh, NULL, &kit_error));
    return mesh;
}

static void vertices_without_a_frame_take_their_neighbours(void** state) {
    (void)state;
    plump_mesh* coarse = bow_tie();
    // a small triangle over the middle of each of the coarse ones
    float soup[16 * 9];
    const float* at = plump_mesh_positions(coarse);
    double origin[3];
    plump_mesh_origin(coarse, origin);
    for (size_t t = 0; t < 16; ++t) {
        const uint32_t* c = plump_mesh_indices(coarse) + 3 * t;
        for (size_t i = 0; i < 9; ++i) {
            double middle = 0;
            for (size_t k = 0; k < 3; ++k)
                middle += (double)at[3 * c[k] + i % 3] * (k == i / 3 ? 0.5 : 0.25);
            soup[9 * t + i] = (float)(middle + origin[i % 3] + 0.03 * (double)(i % 3));
        }
    }
    plump_triangles fine = {.positions = soup, .vertex_count = 48};
    plump_detail_report report;
    plump_detail* detail = kit_tie(coarse, fine, &report);
    assert_int_equal(detail->lame_count, 1);
    assert_true(report.rest_error < 1e-5);
    plump_detail_destroy(detail);
    plump_mesh_destroy(coarse);
}

// --- parts and far vertices ---

// Two balls side by side, so close that a bump of one is nearer to the other.
static plump_mesh* two_balls(const plump_mesh* ball, double gap) {
    plump_triangles list = plump_mesh_triangles(ball);
    uint32_t n = list.vertex_count, t = list.triangle_count;
    float* at = malloc((size_t)6 * n * sizeof *at);
    uint32_t* corners = malloc((size_t)6 * t * sizeof *corners);
    assert_true(at && corners);
    for (uint32_t i = 0; i < 2 * n; ++i) {
        const float* from = (const float*)list.positions + 3 * (size_t)(i % n);
        for (size_t k = 0; k < 3; ++k) at[3 * (size_t)i + k] = from[k];
        if (i >= n) at[3 * (size_t)i] += (float)(1 + gap);
    }
    for (size_t i = 0; i < (size_t)6 * t; ++i)
        corners[i] =
            ((const uint32_t*)list.indices)[i % ((size_t)3 * t)] + (i >= (size_t)3 * t ? n : 0);
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles = (plump_triangles){.positions = at,
                                      .vertex_count = 2 * n,
                                      .indices = corners,
                                      .index_type = PLUMP_INDEX_UINT32,
                                      .triangle_count = 2 * t};
    plump_mesh* mesh = NULL;
    OK(plump_mesh_create(&def, &mesh, NULL, &kit_error));
    free(at), free(corners);
    return mesh;
}

// The second ball and all of it moves on.
static void pull_apart(const double from[3], double to[3]) {
    for (int k = 0; k < 3; ++k) to[k] = from[k];
    if (from[0] > 0.5) to[0] += 3;
}

static void parts_that_nearly_touch_keep_their_own_vertices(void** state) {
    (void)state;
    plump_mesh *ball = make_shape(PLUMP_SHAPE_SPHERE, 162), *bumps = bumpy_sphere(4000, 0.002);
    detail_kit kit = kit_of(two_balls(bumps, 0.01), two_balls(ball, 0.01), NULL);
    assert_int_equal(plump_mesh_part_count(kit.coarse), 2);
    kit_deform(&kit, pull_apart);
    kit_read(&kit);
    for (uint32_t i = 0; i < kit.report.vertex_count; ++i) {
        double to[3];
        pull_apart(kit.rest + 3 * (size_t)i, to);
        if (fabs(kit.rest[3 * (size_t)i] - 0.505) > 0.005)
            assert_true(pl_vec3d_distance(kit_at(kit.now, i), pl_vec3d_load(to)) < 1e-5);
    }
    kit_free(&kit);
    plump_mesh_destroy(ball);
    plump_mesh_destroy(bumps);
}

// A shell far outside, and a kernel deep inside.
static void vertices_far_off_are_tied_as_well(void** state) {
    (void)state;
    plump_mesh* coarse = make_shape(PLUMP_SHAPE_CREATURE, 1000);
    static const double sizes[] = {1.4, 0.7};
    for (int k = 0; k < 2; ++k) {
        plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_SPHERE);
        shape.vertex_count = 2000;
        shape.size = sizes[k];
        plump_mesh* ball = NULL;
        OK(plump_shape_create(&shape, &ball, &kit_error));
        plump_detail_def def = plump_default_detail_def();
        plump_detail_report report;
        plump_detail* detail = NULL;
        def.mesh = coarse;
        def.fine = plump_mesh_triangles(ball);
        def.reach = 1;
        OK(plump_detail_create(&def, &detail, &report, &kit_error));
        assert_true(report.rest_error < 1e-5);
        assert_true(report.distance_most > 0.1 && report.distance_most < 1);
        plump_detail_destroy(detail);
        plump_mesh_destroy(ball);
    }
    plump_mesh_destroy(coarse);
}

// --- normals and lists ---

static void split_vertices_share_a_normal_and_given_ones_stay(void** state) {
    (void)state;
    plump_mesh *fine = make_shape(PLUMP_SHAPE_BOX, 500), *coarse = make_shape(PLUMP_SHAPE_BOX, 8);
    uint32_t triangles = plump_mesh_triangle_count(fine), count = 3 * triangles;
    float *soup = malloc((size_t)3 * count * sizeof *soup),
          *hard = malloc((size_t)3 * count * sizeof *hard), *out = malloc((size_t)6 * count * 4);
    assert_true(soup && hard && out);
    for (uint32_t i = 0; i < count; ++i)
        memcpy(soup + 3 * (size_t)i,
               plump_mesh_positions(fine) + 3 * (size_t)plump_mesh_indices(fine)[i],
               3 * sizeof *soup);
    for (uint32_t t = 0; t < triangles; ++t) {
        pl_vec3d c[3];
        for (size_t k = 0; k < 3; ++k)
            c[k] = pl_vec3_widen(pl_vec3_load(soup + 9 * (size_t)t + 3 * k));
        pl_vec3d n = pl_vec3d_cross(pl_vec3d_sub(c[1], c[0]), pl_vec3d_sub(c[2], c[0]));
        for (size_t k = 0; k < 3; ++k)
            pl_vec3_store(pl_vec3d_narrow(n), hard + 9 * (size_t)t + 3 * k);
    }
    plump_world* world = make_world(0, 1);
    plump_body_id body = make_body(world, coarse, 0);
    for (int given = 0; given < 2; ++given) {
        plump_detail_def def = plump_default_detail_def();
        plump_detail* detail = NULL;
        def.mesh = coarse;
        def.fine = (plump_triangles){.positions = soup, .vertex_count = count};
        def.normals = given ? hard : NULL;
        OK(plump_detail_create(&def, &detail, NULL, &kit_error));
        OK(plump_detail_read(detail, world, body, PLUMP_SCALAR_FLOAT32, out, 24, out + 3, 24, count,
                             &kit_error));
        for (uint32_t i = 0; i < count; ++i) {
            pl_vec3d n = pl_vec3_widen(pl_vec3_load(out + 6 * (size_t)i + 3));
            pl_vec3d at = pl_vec3_widen(pl_vec3_load(out + 6 * (size_t)i));
            double most = pl_vec3d_max_abs(n), corner = fabs(at.x) + fabs(at.y) + fabs(at.z);
            // faces look along an axis; at the box's corners shared normals do not
            if (given) assert_true(most > 0.999999);
            if (!given && corner > 1.49) assert_true(most < 0.9);
        }
        plump_detail_destroy(detail);
    }
    plump_world_destroy(world);
    plump_mesh_destroy(fine);
    plump_mesh_destroy(coarse);
    free(soup), free(hard), free(out);
}

static void the_fine_mesh_can_be_had_back(void** state) {
    (void)state;
    plump_mesh *fine = bumpy_sphere(500, 0.02), *coarse = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_triangles list = plump_mesh_triangles(fine);
    uint32_t* groups = calloc(list.triangle_count, sizeof *groups);
    assert_non_null(groups);
    for (uint32_t t = 0; t < list.triangle_count; ++t) groups[t] = t % 5;
    list.groups = groups;
    plump_detail* detail = kit_tie(coarse, list, NULL);
    plump_triangles back = plump_detail_triangles(detail);
    assert_ptr_equal(plump_detail_mesh(detail), coarse);
    assert_int_equal(plump_detail_vertex_count(detail), list.vertex_count);
    assert_int_equal(back.vertex_count, list.vertex_count);
    assert_int_equal(plump_detail_triangle_count(detail), list.triangle_count);
    assert_memory_equal(back.indices, list.indices, (size_t)12 * list.triangle_count);
    assert_memory_equal(back.groups, groups, (size_t)4 * list.triangle_count);
    for (size_t i = 0; i < (size_t)3 * list.vertex_count; ++i) {
        double was = (double)((const float*)list.positions)[i] + list.origin[i % 3];
        double is = (double)((const float*)back.positions)[i] + back.origin[i % 3];
        assert_true(fabs(was - is) < 1e-7);
    }
    plump_detail_destroy(detail);
    plump_mesh_destroy(fine);
    plump_mesh_destroy(coarse);
    free(groups);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(newton_finds_almost_all_base_points),
        cmocka_unit_test(sharp_edges_and_tips_are_no_obstacle),
        cmocka_unit_test(no_other_triangle_has_a_nearer_point),
        cmocka_unit_test(solving_tells_what_is_not_on_the_triangle),
        cmocka_unit_test(vertices_without_a_frame_take_their_neighbours),
        cmocka_unit_test(parts_that_nearly_touch_keep_their_own_vertices),
        cmocka_unit_test(vertices_far_off_are_tied_as_well),
        cmocka_unit_test(split_vertices_share_a_normal_and_given_ones_stay),
        cmocka_unit_test(the_fine_mesh_can_be_had_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

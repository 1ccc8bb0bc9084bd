// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Fewer vertices, the same shape: closed, of the same genus and volume, near, and the same bits.
#include <plump/plump.h>

#include "src/base/hash.h"
#include "src/shape/simplify_queue.h"
#include "tests/unit/memory_kit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static plump_mesh* shape(plump_shape_kind kind, uint32_t vertices, double size) {
    plump_shape_def def = plump_default_shape_def(kind);
    plump_mesh* mesh = NULL;
    def.vertex_count = vertices;
    def.size = size;
    assert_int_equal(plump_shape_create(&def, &mesh, NULL), PLUMP_OK);
    return mesh;
}

static plump_mesh* reduce(const plump_mesh* mesh, uint32_t vertices,
                          plump_simplify_report* report) {
    plump_simplify_def def = plump_default_simplify_def();
    plump_mesh* coarse = NULL;
    plump_error error = {0};
    def.mesh = mesh;
    def.vertex_count = vertices;
    if (plump_mesh_simplify(&def, &coarse, report, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return coarse;
}

// What intake says of it: V - E + F, and that nothing needs mending.
static plump_mesh_report judge(const plump_mesh* mesh) {
    plump_mesh_def def = plump_default_mesh_def();
    plump_mesh_report report;
    plump_mesh* again = NULL;
    def.triangles = plump_mesh_triangles(mesh);
    assert_int_equal(plump_mesh_create(&def, &again, &report, NULL), PLUMP_OK);
    plump_mesh_destroy(again);
    return report;
}

static void place_of(const plump_mesh* mesh, uint32_t vertex, double p[3]) {
    double origin[3];
    plump_mesh_origin(mesh, origin);
    for (int k = 0; k < 3; ++k)
        p[k] = origin[k] + (double)plump_mesh_positions(mesh)[3 * (size_t)vertex + (size_t)k];
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Squared distance to a segment.
static double to_segment(const double p[3], const double a[3], const double b[3]) {
    double u[3], v[3], length, t;
    for (int k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = p[k] - a[k];
    length = dot(u, u);
    t = length > 0 ? fmin(fmax(dot(u, v) / length, 0), 1) : 0;
    for (int k = 0; k < 3; ++k) v[k] -= t * u[k];
    return dot(v, v);
}

// Squared distance to a triangle: over its inside by the plane, else by its sides.
static double to_triangle(const double p[3], double c[3][3]) {
    double u[3], v[3], w[3], uu, uv, vv, wu, wv, least = 1e300;
    for (int k = 0; k < 3; ++k)
        u[k] = c[1][k] - c[0][k], v[k] = c[2][k] - c[0][k], w[k] = p[k] - c[0][k];
    uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), wu = dot(w, u), wv = dot(w, v);
    double d = uu * vv - uv * uv, s = (vv * wu - uv * wv) / d, t = (uu * wv - uv * wu) / d;
    if (s >= 0 && t >= 0 && s + t <= 1) {
        for (int k = 0; k < 3; ++k) w[k] -= s * u[k] + t * v[k];
        return dot(w, w);
    }
    for (int i = 0; i < 3; ++i) least = fmin(least, to_segment(p, c[i], c[(i + 1) % 3]));
    return least;
}

// Largest distance of a vertex of one mesh from the surface of the other.
static double distance(const plump_mesh* from, const plump_mesh* to) {
    double most = 0;
    const uint32_t* indices = plump_mesh_indices(to);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(from); ++i) {
        double p[3], least = 1e300;
        place_of(from, i, p);
        for (uint32_t t = 0; t < plump_mesh_triangle_count(to); ++t) {
            double c[3][3];
            for (int k = 0; k < 3; ++k) place_of(to, indices[3 * t + (uint32_t)k], c[k]);
            least = fmin(least, to_triangle(p, c));
        }
        most = fmax(most, least);
    }
    return sqrt(most);
}

static uint64_t hash_of(const plump_mesh* mesh) {
    uint64_t hash = pl_hash_bytes(PL_HASH_START, plump_mesh_positions(mesh),
                                  12 * (size_t)plump_mesh_vertex_count(mesh));
    return pl_hash_bytes(hash, plump_mesh_indices(mesh),
                         12 * (size_t)plump_mesh_triangle_count(mesh));
}

// --- claims ---

static void shapes_stay_closed_near_and_of_their_volume(void** state) {
    (void)state;
    static const struct {
        plump_shape_kind kind;
        uint32_t from, to;
        double near;  // largest distance either way, over the size
    } cases[] = {
        {PLUMP_SHAPE_SPHERE, 4000, 400, 0.006},  {PLUMP_SHAPE_TORUS, 4000, 500, 0.006},
        {PLUMP_SHAPE_BOX, 3000, 300, 0.006},     {PLUMP_SHAPE_BEAR, 4000, 800, 0.01},
        {PLUMP_SHAPE_CREATURE, 5407, 800, 0.01}, {PLUMP_SHAPE_KNOT, 4000, 900, 0.006},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        plump_simplify_report report;
        plump_mesh* fine = shape(cases[i].kind, cases[i].from, 0.3);
        plump_mesh* coarse = reduce(fine, cases[i].to, &report);
        plump_mesh_report before = judge(fine), after = judge(coarse);
        assert_int_equal(after.verdict, PLUMP_VERDICT_ACCEPT);
        assert_int_equal(after.vertices, cases[i].to);
        assert_int_equal(after.euler, before.euler);
        assert_int_equal(after.parts, before.parts);
        assert_int_equal(after.findings[PLUMP_FINDING_SELF_INTERSECTIONS].count, 0);
        assert_true(fabs(after.volume / before.volume - 1) < 1e-6);
        assert_true(fabs(report.volume_change) < 1e-6);
        double near = fmax(distance(fine, coarse), distance(coarse, fine)) / 0.3;
        if (!(near < cases[i].near))
            fail_msg("%s is %g of its size off", plump_shape_name(cases[i].kind), near);
        plump_mesh_destroy(coarse);
        plump_mesh_destroy(fine);
    }
}

// A body of needles would be soft in one direction and stiff in the other.
static void triangles_are_no_needles_and_edges_even(void** state) {
    (void)state;
    plump_mesh* fine = shape(PLUMP_SHAPE_BEAR, 6000, 1);
    plump_mesh* coarse = reduce(fine, 1000, NULL);
    plump_mesh_report report = judge(coarse);
    assert_true(report.edge_max < 3 * report.edge_median);
    assert_true(report.edge_min > report.edge_median / 5);
    plump_mesh_destroy(coarse);
    plump_mesh_destroy(fine);
}

static void the_unit_of_the_file_does_not_matter(void** state) {
    (void)state;
    uint32_t vertices = 0;
    for (int power = -6; power <= 6; power += 3) {
        plump_simplify_report report;
        plump_mesh* fine = shape(PLUMP_SHAPE_DUCK, 2000, pow(10, power));
        plump_mesh* coarse = reduce(fine, 300, &report);
        if (vertices == 0) vertices = report.vertex_count;
        assert_int_equal(report.vertex_count, vertices);
        assert_true(fabs(report.volume_change) < 1e-6);
        plump_mesh_destroy(coarse);
        plump_mesh_destroy(fine);
    }
}

static void parts_and_their_labels_stay(void** state) {
    (void)state;
    plump_mesh *ball = shape(PLUMP_SHAPE_SPHERE, 1000, 1), *both = NULL;
    plump_triangles one = plump_mesh_triangles(ball);
    uint32_t v = plump_mesh_vertex_count(ball), t = plump_mesh_triangle_count(ball);
    float* positions = calloc(6 * (size_t)v, sizeof *positions);
    uint32_t* indices = calloc(6 * (size_t)t, sizeof *indices);
    uint32_t* labels = calloc(2 * (size_t)t, sizeof *labels);
    assert_true(positions && indices && labels && one.vertex_count == v);
    for (uint32_t i = 0; i < 6 * v; ++i)
        positions[i] = plump_mesh_positions(ball)[i % (3 * v)] + (i >= 3 * v ? 2.0f : 0.0f);
    for (uint32_t i = 0; i < 6 * t; ++i) {
        indices[i] = plump_mesh_indices(ball)[i % (3 * t)] + (i >= 3 * t ? v : 0);
        labels[i / 3] = i >= 3 * t ? 7 : 3;
    }
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles = (plump_triangles){.positions = positions,
                                      .vertex_count = 2 * v,
                                      .indices = indices,
                                      .index_type = PLUMP_INDEX_UINT32,
                                      .triangle_count = 2 * t,
                                      .groups = labels,
                                      .origin = {1e6, -3e5, 12}};
    assert_int_equal(plump_mesh_create(&def, &both, NULL, NULL), PLUMP_OK);
    plump_mesh* coarse = reduce(both, 200, NULL);
    assert_int_equal(plump_mesh_part_count(coarse), 2);
    assert_int_equal(plump_mesh_part_group(coarse, 0), 3);
    assert_int_equal(plump_mesh_part_group(coarse, 1), 7);
    assert_true(distance(coarse, both) < 0.05);
    plump_mesh_destroy(coarse);
    // and neither vanishes, however few are asked for
    coarse = reduce(both, 4, NULL);
    assert_int_equal(plump_mesh_part_count(coarse), 2);
    plump_mesh_destroy(coarse);
    plump_mesh_destroy(both);
    plump_mesh_destroy(ball);
    free(positions);
    free(indices);
    free(labels);
}

static void a_bound_on_the_error_holds(void** state) {
    (void)state;
    plump_simplify_def def = plump_default_simplify_def();
    plump_simplify_report report;
    plump_mesh *fine = shape(PLUMP_SHAPE_SPHERE, 2562, 1), *coarse = NULL;
    def.mesh = fine;
    def.vertex_count = 4;
    def.error_most = 1e-3;
    assert_int_equal(plump_mesh_simplify(&def, &coarse, &report, NULL), PLUMP_OK);
    assert_true(report.error_most <= 1e-3);
    assert_true(report.vertex_count > 50);
    assert_true(distance(fine, coarse) < 0.02);
    plump_mesh_destroy(coarse);
    // more than there are: all stay where they are
    def.vertex_count = 5000;
    assert_int_equal(plump_mesh_simplify(&def, &coarse, &report, NULL), PLUMP_OK);
    assert_int_equal(report.vertex_count, plump_mesh_vertex_count(fine));
    assert_true(distance(coarse, fine) < 1e-6);
    plump_mesh_destroy(coarse);
    plump_mesh_destroy(fine);
}

static void twice_gives_the_same_bits(void** state) {
    (void)state;
    plump_mesh* fine = shape(PLUMP_SHAPE_BEAR, 3000, 0.3);
    plump_mesh *a = reduce(fine, 500, NULL), *b = reduce(fine, 500, NULL);
    assert_true(hash_of(a) == hash_of(b));
    plump_mesh_destroy(a);
    plump_mesh_destroy(b);
    plump_mesh_destroy(fine);
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    plump_mesh* fine = shape(PLUMP_SHAPE_SPHERE, 162, 1);
    for (long n = 1;; ++n) {
        memory_kit kit = {.fail_at = n};
        plump_simplify_def def = plump_default_simplify_def();
        plump_mesh* coarse = NULL;
        plump_error error = {0};
        def.mesh = fine;
        def.vertex_count = 50;
        def.allocator = memory_kit_hooks(&kit);
        plump_result result = plump_mesh_simplify(&def, &coarse, NULL, &error);
        plump_mesh_destroy(coarse);
        assert_int_equal(kit.blocks, 0);
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_true(n < 1000);
    }
    plump_mesh_destroy(fine);
}

static void refuse(const plump_simplify_def* def, const char* sentence) {
    plump_error error = {0};
    plump_mesh* coarse = NULL;
    assert_int_equal(plump_mesh_simplify(def, &coarse, NULL, &error), PLUMP_ERROR_ARGUMENT);
    assert_null(coarse);
    if (!strstr(error.text, sentence)) fail_msg("'%s' has no '%s'", error.text, sentence);
}

static void wrong_wishes_get_a_sentence(void** state) {
    (void)state;
    plump_mesh* mesh = shape(PLUMP_SHAPE_SPHERE, 42, 1);
    plump_simplify_def def = plump_default_simplify_def();
    refuse(NULL, "no definition");
    refuse(&def, "there is no mesh");
    def.mesh = mesh;
    def.vertex_count = 3;
    refuse(&def, "at least 4");
    def.vertex_count = 20;
    def.error_most = -1;
    refuse(&def, "from 0 to 1");
    def.error_most = 0.1;
    def.evenness = (double)NAN;
    refuse(&def, "from 0 to 10");
    def = (plump_simplify_def){.mesh = mesh, .vertex_count = 20};
    refuse(&def, "plump_default_simplify_def()");
    assert_int_equal(plump_mesh_simplify(&def, NULL, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    plump_mesh_destroy(mesh);
}

static void the_queue_gives_the_cheapest_first(void** state) {
    (void)state;
    pl_arena arena = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
    pl_edge_queue queue;
    assert_true(pl_queue_make(&queue, &arena, 1000));
    uint32_t seed = 1;
    for (uint32_t i = 0; i < 1000; ++i) {
        seed = seed * 1664525u + 1013904223u;
        pl_queue_put(&queue, i, seed >> 26);  // many are equal
    }
    for (uint32_t i = 0; i < 1000; i += 3) pl_queue_drop(&queue, i);
    pl_queue_drop(&queue, 0);  // gone already
    pl_queue_put(&queue, 0, -1);
    assert_int_equal(pl_queue_take(&queue), 0);
    double last = -1;
    uint32_t before = 0, count = 0;
    for (; queue.count > 0; ++count) {
        uint32_t edge = pl_queue_take(&queue);
        assert_true(edge % 3 != 0);
        assert_true(queue.cost[edge] > last || edge > before);
        last = queue.cost[edge];
        before = edge;
    }
    assert_int_equal(count, 666);
    pl_arena_release(&arena, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_queue_gives_the_cheapest_first),
        cmocka_unit_test(shapes_stay_closed_near_and_of_their_volume),
        cmocka_unit_test(triangles_are_no_needles_and_edges_even),
        cmocka_unit_test(the_unit_of_the_file_does_not_matter),
        cmocka_unit_test(parts_and_their_labels_stay),
        cmocka_unit_test(a_bound_on_the_error_holds),
        cmocka_unit_test(twice_gives_the_same_bits),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(wrong_wishes_get_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

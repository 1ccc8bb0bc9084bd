// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_surface.h"

#include "src/mesh/mesh_data.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/memory_kit.h"
#include "tests/unit/surface_kit.h"

// cmocka compares as float.
static void assert_near(double value, double expected, double tolerance) {
    assert_true(fabs(value - expected) <= tolerance);
}

// Runs a check on every mesh of the kit.
static void for_all(void (*check)(const plump_mesh* mesh, const pl_surface* s)) {
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        plump_mesh* mesh = kit_makers[i]();
        const pl_surface* s = pl_mesh_surface(mesh, NULL);
        assert_non_null(s);
        assert_ptr_equal(s, pl_mesh_surface(mesh, NULL));
        check(mesh, s);
        plump_mesh_destroy(mesh);
    }
}

static bool are_neighbours(const pl_surface* s, uint32_t a, uint32_t b) {
    for (uint32_t i = s->ring_first[a]; i < s->ring_first[a + 1]; ++i)
        if (s->ring[i] == b) return true;
    return false;
}

static void check_order(const plump_mesh* mesh, const pl_surface* s) {
    assert_int_equal(s->count, plump_mesh_vertex_count(mesh));
    assert_int_equal(s->padded % 16, 0);
    assert_in_range(s->padded, s->count, s->count + 15);
    unsigned char* seen = calloc(s->count, 1);
    uint32_t breaks = 0;
    for (uint32_t k = 0; k < s->count; ++k) {
        uint32_t v = s->vertex_of[k];
        assert_true(v < s->count && !seen[v]++);
        assert_int_equal(s->place_of[v], k);
        if (k > 0) breaks += !are_neighbours(s, k - 1, k);
    }
    assert_int_equal(breaks, s->path_count - 1);
    free(seen);
}

static void the_order_is_a_permutation_along_edges(void** state) {
    (void)state;
    for_all(check_order);
}

static void check_padding(const plump_mesh* mesh, const pl_surface* s) {
    (void)mesh;
    for (uint32_t k = s->count; k < s->padded; ++k) {
        assert_int_equal(s->vertex_of[k], s->vertex_of[s->count - 1]);
        for (unsigned a = 0; a < 3; ++a)
            assert_memory_equal(&s->rest[a][k], &s->rest[a][s->count - 1], sizeof(float));
        assert_true(s->area[k] == 0);
    }
}

static void the_padding_repeats_the_last_place_without_area(void** state) {
    (void)state;
    for_all(check_padding);
}

static void check_triangles(const plump_mesh* mesh, const pl_surface* s) {
    assert_int_equal(s->triangle_count, plump_mesh_triangle_count(mesh));
    const uint32_t* indices = plump_mesh_indices(mesh);
    for (size_t i = 0; i < 3 * (size_t)s->triangle_count; ++i)
        assert_int_equal(s->vertex_of[s->triangles[i]], indices[i]);
}

static void triangles_keep_their_order_and_corners(void** state) {
    (void)state;
    for_all(check_triangles);
}

static int compare_words(const void* a, const void* b) {
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return (x > y) - (x < y);
}

// A triangle (v, a, b) means that b follows a around v; all these triples, and nothing else.
static void check_rings(const plump_mesh* mesh, const pl_surface* s) {
    (void)mesh;
    size_t count = 3 * (size_t)s->triangle_count, used = 0;
    assert_true(s->count < 1 << 20);  // three of them fit in a word
    uint64_t* of_triangles = malloc(count * sizeof *of_triangles);
    uint64_t* of_rings = malloc(count * sizeof *of_rings);
    assert_int_equal(s->ring_first[0], 0);
    assert_int_equal(s->ring_first[s->count], count);
    for (uint64_t v = 0; v < s->count; ++v) {
        uint32_t begin = s->ring_first[v], end = s->ring_first[v + 1];
        assert_true(begin + 3 <= end);
        for (uint32_t i = begin; i < end; ++i)
            of_rings[used++] =
                v << 40 | (uint64_t)s->ring[i] << 20 | s->ring[i + 1 < end ? i + 1 : begin];
    }
    for (size_t i = 0; i < count; ++i) {
        const uint32_t* t = s->triangles + i / 3 * 3;
        uint64_t v = t[i % 3], a = t[(i + 1) % 3], b = t[(i + 2) % 3];
        of_triangles[i] = v << 40 | a << 20 | b;
    }
    qsort(of_triangles, count, sizeof *of_triangles, compare_words);
    qsort(of_rings, count, sizeof *of_rings, compare_words);
    assert_memory_equal(of_triangles, of_rings, count * sizeof *of_rings);
    free(of_triangles);
    free(of_rings);
}

static void rings_go_round_as_the_triangles_do(void** state) {
    (void)state;
    for_all(check_rings);
}

static void check_measures(const plump_mesh* mesh, const pl_surface* s) {
    fixture f = fixture_of_mesh(mesh);
    plump_mesh_def def = fixture_def(&f);
    def.find_intersections = false;
    outcome o = fixture_create(&def);
    double area = 0, extent = 0;
    for (uint32_t k = 0; k < s->count; ++k) area += (double)s->area[k];
    for (int a = 0; a < 3; ++a)
        extent = fmax(extent, o.report.bounds_max[a] - o.report.bounds_min[a]);
    assert_near(area / s->area_total, 1, 1e-6);
    assert_near(s->area_total / o.report.area, 1, 1e-9);
    assert_near(s->extent / extent, 1, 1e-9);
    assert_true(s->volume == plump_mesh_volume(mesh));
    assert_true(s->edge_mean >= o.report.edge_min && s->edge_mean <= o.report.edge_max);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

static void areas_extent_and_volume_agree_with_the_intake(void** state) {
    (void)state;
    for_all(check_measures);
}

// About the centre the area-weighted triangle centres add up to nothing, and rest + centre is where
// the mesh has the vertex.
static void check_rest(const plump_mesh* mesh, const pl_surface* s) {
    const float* p = plump_mesh_positions(mesh);
    double centre[3], sum[3] = {0, 0, 0};
    pl_vec3d_store(s->centre, centre);
    for (uint32_t k = 0; k < s->count; ++k) {
        for (unsigned a = 0; a < 3; ++a) {
            double exact = (double)p[3 * (size_t)s->vertex_of[k] + a] - centre[a];
            assert_true(s->rest[a][k] == (float)exact);
        }
    }
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        const uint32_t* t = s->triangles + 3 * (size_t)f;
        pl_vec3d q[3];
        for (unsigned k = 0; k < 3; ++k)
            q[k] = pl_vec3d_make((double)s->rest[0][t[k]], (double)s->rest[1][t[k]],
                                 (double)s->rest[2][t[k]]);
        pl_vec3d normal = pl_vec3d_cross(pl_vec3d_sub(q[1], q[0]), pl_vec3d_sub(q[2], q[0]));
        double area = pl_vec3d_length(normal) / 2;
        sum[0] += area * (q[0].x + q[1].x + q[2].x) / 3;
        sum[1] += area * (q[0].y + q[1].y + q[2].y) / 3;
        sum[2] += area * (q[0].z + q[1].z + q[2].z) / 3;
    }
    for (unsigned a = 0; a < 3; ++a) assert_near(sum[a] / (s->area_total * s->extent), 0, 1e-7);
}

static void rest_positions_are_about_the_area_centroid(void** state) {
    (void)state;
    for_all(check_rest);
}

static void check_parts(const plump_mesh* mesh, const pl_surface* s) {
    assert_int_equal(s->part_count, plump_mesh_part_count(mesh));
    const uint32_t* parts = plump_mesh_triangle_parts(mesh);
    for (size_t i = 0; i < 3 * (size_t)s->triangle_count; ++i)
        assert_int_equal(s->part_of[s->triangles[i]], parts[i / 3]);
    for (uint32_t k = 1; k < s->padded; ++k) assert_true(s->part_of[k] >= s->part_of[k - 1]);
}

static void parts_lie_one_after_another(void** state) {
    (void)state;
    for_all(check_parts);
}

// Closed forms: the box from (0,0,0) to (1,2,4), its 12 edges and 6 diagonals.
static void a_box_has_the_figures_of_a_box(void** state) {
    (void)state;
    plump_mesh* mesh = kit_take(fixture_box(1, 2, 4));
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    double origin[3];
    plump_mesh_origin(mesh, origin);
    assert_near(s->area_total, 28, 1e-12);
    assert_near(s->extent, 4, 1e-12);
    assert_near(s->volume, 8, 1e-12);
    double edges = 4 * (1 + 2 + 4) + 2 * (sqrt(5) + sqrt(17) + sqrt(20));
    assert_near(s->edge_mean, edges / 18, 1e-12);
    assert_near(s->centre.x + origin[0], 0.5, 1e-12);
    assert_near(s->centre.y + origin[1], 1, 1e-12);
    assert_near(s->centre.z + origin[2], 2, 1e-12);
    plump_mesh_destroy(mesh);
}

static uint64_t hash_of(fixture f) {
    plump_mesh* mesh = kit_take(f);
    uint64_t hash = pl_mesh_surface(mesh, NULL)->hash;
    plump_mesh_destroy(mesh);
    return hash;
}

static void the_hash_names_positions_and_triangles(void** state) {
    (void)state;
    uint64_t hash = hash_of(fixture_box(1, 2, 3));
    assert_true(hash == hash_of(fixture_box(1, 2, 3)));
    fixture moved = fixture_box(1, 2, 3);
    moved.positions[3] += 1e-6;
    assert_true(hash != hash_of(moved));
    fixture other = fixture_box(1, 2, 3);
    // the other diagonal of the first face, 0 2 3 1
    other.indices[2] = 1, other.indices[3] = 2;
    assert_true(hash != hash_of(other));
    // one value for all machines
    assert_true(hash_of(kit_tetrahedron()) == UINT64_C(0xD551109F2F4AC9CF));
}

static void a_pole_of_100000_neighbours_takes_no_longer_than_as_many_vertices(void** state) {
    (void)state;
    fixture f = kit_double_cone(100000);
    plump_mesh_def def = fixture_def(&f);
    def.find_intersections = false;
    outcome o = fixture_create(&def);
    fixture_free(&f);
    assert_non_null(o.mesh);
    const pl_surface* s = pl_mesh_surface(o.mesh, NULL);
    check_order(o.mesh, s);
    check_rings(o.mesh, s);
    plump_mesh_destroy(o.mesh);
}

static void the_size_is_what_the_allocator_gave(void** state) {
    (void)state;
    memory_kit kit = {0};
    plump_mesh* mesh = kit_take_with(kit_three_parts(), memory_kit_hooks(&kit));
    assert_int_equal(pl_mesh_surface_size(mesh), 0);
    size_t before = kit.bytes;
    assert_non_null(pl_mesh_surface(mesh, NULL));
    assert_int_equal(pl_mesh_surface_size(mesh), kit.bytes - before);
    plump_mesh_destroy(mesh);
    assert_int_equal(kit.blocks, 0);
}

static void out_of_memory_anywhere_is_told_and_leaks_nothing(void** state) {
    (void)state;
    memory_kit kit = {0};
    plump_mesh* mesh = kit_take_with(kit_three_parts(), memory_kit_hooks(&kit));
    long blocks = kit.blocks;
    const pl_surface* s = NULL;
    // from the first failing for good to the last failing once: each leaves the mesh as it was
    for (long fail_at = 1; !s; ++fail_at) {
        for (int once = 0; once < 2 && !s; ++once) {
            kit.calls = 0;
            kit.fail_at = fail_at;
            kit.fail_forever = !once;
            s = pl_mesh_surface(mesh, NULL);
            if (!s) assert_int_equal(kit.blocks, blocks);
        }
        if (s) assert_true(fail_at > 20);
    }
    plump_mesh_destroy(mesh);
    assert_int_equal(kit.blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_order_is_a_permutation_along_edges),
        cmocka_unit_test(the_padding_repeats_the_last_place_without_area),
        cmocka_unit_test(triangles_keep_their_order_and_corners),
        cmocka_unit_test(rings_go_round_as_the_triangles_do),
        cmocka_unit_test(areas_extent_and_volume_agree_with_the_intake),
        cmocka_unit_test(rest_positions_are_about_the_area_centroid),
        cmocka_unit_test(parts_lie_one_after_another),
        cmocka_unit_test(a_box_has_the_figures_of_a_box),
        cmocka_unit_test(the_hash_names_positions_and_triangles),
        cmocka_unit_test(a_pole_of_100000_neighbours_takes_no_longer_than_as_many_vertices),
        cmocka_unit_test(the_size_is_what_the_allocator_gave),
        cmocka_unit_test(out_of_memory_anywhere_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Writing GLB: what is read back is what was written, wherever it lies and however it is stored.
#include "test_io_gltf_kit.h"

#include "io/soup.h"

#include <math.h>

static const float corners[12] = {0, 0, 0, 1.1f, 0, 0, 0, 1e-7f, 0.3f, 0, 0, -1.7f};
static const uint16_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

static plump_triangles tetrahedron(void) {
    return (plump_triangles){.positions = corners,
                             .vertex_count = 4,
                             .indices = faces,
                             .index_type = PLUMP_INDEX_UINT16,
                             .triangle_count = 4};
}

static kit_bytes write_glb(const plump_triangles* t, const char* const* names, uint32_t count) {
    plump_write_def def = plump_default_write_def();
    def.group_names = names;
    def.group_count = count;
    pl_writer writer = {.hooks = pl_alloc_hooks((plump_allocator){0})};
    pl_write_glb(&writer, t, &def);
    assert_false(writer.failed);
    kit_bytes bytes = {0};
    kit_put(&bytes, writer.bytes, writer.used);
    pl_free(&writer.hooks, writer.bytes);
    // lengths agree with each other and with the file
    assert_int_equal(bytes.size % 4, 0);
    uint32_t total = 0;
    for (int k = 3; k >= 0; --k) total = total << 8 | bytes.data[8 + k];
    assert_int_equal(total, bytes.size);
    return bytes;
}

static plump_soup* read_back(kit_bytes* bytes) {
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    if (kit_read_bytes(bytes->data, bytes->size, NULL, &soup, &error) != PLUMP_OK) {
        fail_msg("%s", error.text);
    }
    kit_free(bytes);
    return soup;
}

// Positions within a tolerance, triangles as they were.
static void check_same(const plump_triangles* t, const plump_soup* soup, double tolerance) {
    plump_triangles read = plump_soup_triangles(soup);
    assert_int_equal(read.vertex_count, t->vertex_count);
    assert_int_equal(read.triangle_count, t->triangle_count);
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        double position[3];
        pl_triangles_position(t, i, position);
        for (int k = 0; k < 3; ++k) {
            double error = fabs(position[k] - kit_position(soup, i)[k]);
            if (error > tolerance) fail_msg("vertex %u is off by %g", i, error);
        }
    }
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            assert_int_equal(kit_corner(soup, i, k), pl_triangles_corner(t, i, k));
        }
    }
}

static void floats_come_back_with_all_bits(void** state) {
    (void)state;
    static const double origins[][3] = {{0, 0, 0}, {1e9, -2.5, 0.1}, {1e-300, 3, 1e17}};
    for (size_t i = 0; i < 3; ++i) {
        plump_triangles t = tetrahedron();
        memcpy(t.origin, origins[i], sizeof t.origin);
        kit_bytes bytes = write_glb(&t, NULL, 0);
        plump_soup* soup = read_back(&bytes);
        check_same(&t, soup, 0);
        assert_string_equal(plump_soup_group_name(soup, 0), "mesh");
        plump_soup_destroy(soup);
    }
}

static void strides_and_missing_indices_are_understood(void** state) {
    (void)state;
    float wide[6 * 5] = {0};
    for (int i = 0; i < 30; ++i) wide[i] = (float)(i * i % 17);
    plump_triangles t = {.positions = wide,
                         .position_stride = 5 * sizeof(float),
                         .vertex_count = 6,
                         .triangle_count = 2};
    kit_bytes bytes = write_glb(&t, NULL, 0);
    plump_soup* soup = read_back(&bytes);
    check_same(&t, soup, 0);
    plump_soup_destroy(soup);
}

static void doubles_far_out_keep_their_shape(void** state) {
    (void)state;
    static const double places[][3] = {{0, 0, 0}, {1e6, -3e6, 0}, {1e12, 1e12, -1e12}};
    for (size_t i = 0; i < 3; ++i) {
        double positions[12];
        for (int k = 0; k < 12; ++k) positions[k] = places[i][k % 3] + (double)corners[k] * 0.25;
        plump_triangles t = tetrahedron();
        t.positions = positions;
        t.position_type = PLUMP_SCALAR_FLOAT64;
        kit_bytes bytes = write_glb(&t, NULL, 0);
        plump_soup* soup = read_back(&bytes);
        // half a unit in the last place of a float as large as the mesh
        check_same(&t, soup, 1e-7);
        plump_soup_destroy(soup);
    }
    // with an origin of the caller's own
    double positions[12];
    for (int k = 0; k < 12; ++k) positions[k] = (double)corners[k];
    plump_triangles t = tetrahedron();
    t.positions = positions;
    t.position_type = PLUMP_SCALAR_FLOAT64;
    t.origin[1] = 1048576;
    kit_bytes bytes = write_glb(&t, NULL, 0);
    plump_soup* soup = read_back(&bytes);
    check_same(&t, soup, 1e-7);
    plump_soup_destroy(soup);
}

static void odd_numbers_are_written_as_something_finite(void** state) {
    (void)state;
    double positions[12] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 5e-324, 1, 2, 3, 4, 5, 6};
    plump_triangles t = tetrahedron();
    t.positions = positions;
    t.position_type = PLUMP_SCALAR_FLOAT64;
    kit_bytes bytes = write_glb(&t, NULL, 0);
    plump_soup* soup = NULL;
    plump_result result = kit_read_bytes(bytes.data, bytes.size, NULL, &soup, NULL);
    assert_int_equal(result, PLUMP_OK);
    plump_soup_destroy(soup);
    kit_free(&bytes);
}

static void what_no_float_holds_is_refused(void** state) {
    (void)state;
    double positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1e39};
    plump_triangles t = tetrahedron();
    t.positions = positions;
    t.position_type = PLUMP_SCALAR_FLOAT64;
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(plump_file_write("no/such/folder/a.glb", &t, NULL, &error), PLUMP_ERROR_DATA);
    assert_non_null(strstr(error.text, "vertex 3 has the coordinate 1e+39, too large for the "
                                       "32-bit floats of GLB; write PLY instead"));
}

static void many_vertices_take_wide_indices(void** state) {
    (void)state;
    // both sides of the limit; the last vertex is used
    for (uint32_t count = 65534; count <= 65537; ++count) {
        float* positions = calloc(count, 3 * sizeof(float));
        assert_non_null(positions);
        positions[3 * (count - 1)] = 42;
        uint32_t indices[3] = {0, 1, count - 1};
        plump_triangles t = {.positions = positions,
                             .vertex_count = count,
                             .indices = indices,
                             .index_type = PLUMP_INDEX_UINT32,
                             .triangle_count = 1};
        kit_bytes bytes = write_glb(&t, NULL, 0);
        plump_soup* soup = read_back(&bytes);
        check_same(&t, soup, 0);
        plump_soup_destroy(soup);
        free(positions);
    }
}

static void groups_keep_names_and_triangles(void** state) {
    (void)state;
    static const uint32_t labels[4] = {1, 0, 1, 0};
    static const char* const names[2] = {"right \"\\\n\x01\xC3\xA4 \xFF\xC3", ""};
    plump_triangles t = tetrahedron();
    t.groups = labels;
    kit_bytes bytes = write_glb(&t, names, 2);
    plump_soup* soup = read_back(&bytes);
    plump_triangles read = plump_soup_triangles(soup);
    assert_int_equal(read.vertex_count, 4);
    assert_int_equal(read.triangle_count, 4);
    assert_int_equal(plump_soup_group_count(soup), 2);
    assert_string_equal(plump_soup_group_name(soup, 0), "right \"\\\n\x01\xC3\xA4 ??");
    // group 0 first: triangles 1 and 3, then 0 and 2
    static const uint32_t order[4] = {1, 3, 0, 2};
    for (uint32_t i = 0; i < 4; ++i) {
        assert_int_equal(read.groups[i], i / 2);
        for (unsigned k = 0; k < 3; ++k) {
            assert_int_equal(kit_corner(soup, i, k), faces[3 * order[i] + k]);
        }
    }
    plump_soup_destroy(soup);
}

static void labels_without_names_get_numbers(void** state) {
    (void)state;
    static const uint32_t labels[4] = {0xFFFFFFFF, 70000, 3, 70000};
    plump_triangles t = tetrahedron();
    t.groups = labels;
    t.origin[0] = 5;
    kit_bytes bytes = write_glb(&t, NULL, 0);
    plump_soup* soup = read_back(&bytes);
    assert_int_equal(plump_soup_triangles(soup).vertex_count, 4);
    assert_int_equal(plump_soup_group_count(soup), 3);
    assert_string_equal(plump_soup_group_name(soup, 0), "group 3");
    assert_string_equal(plump_soup_group_name(soup, 1), "group 70000");
    assert_string_equal(plump_soup_group_name(soup, 2), "group 4294967295");
    plump_soup_destroy(soup);
}

static void nothing_is_a_valid_file_without_a_mesh(void** state) {
    (void)state;
    plump_triangles t = {0};
    kit_bytes bytes = write_glb(&t, NULL, 0);
    plump_soup* soup = NULL;
    plump_error error;
    assert_int_equal(kit_read_bytes(bytes.data, bytes.size, NULL, &soup, &error), PLUMP_ERROR_DATA);
    assert_non_null(strstr(error.text, "no faces"));
    kit_free(&bytes);
}

static long countdown;

static void* poor_alloc(size_t size, size_t alignment, void* user) {
    (void)user;
    if (countdown > 0 && --countdown == 0) return NULL;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void poor_free(void* block, void* user) {
    (void)user;
    free(block);
}

static void each_allocation_may_fail(void** state) {
    (void)state;
    static const uint32_t labels[4] = {1, 0, 1, 0};
    plump_triangles t = tetrahedron();
    t.groups = labels;
    plump_write_def def = plump_default_write_def();
    for (long n = 1;; ++n) {
        pl_writer writer = {.hooks = {poor_alloc, poor_free, NULL}};
        countdown = n;
        pl_write_glb(&writer, &t, &def);
        pl_free(&writer.hooks, writer.bytes);
        if (countdown > 0) {
            assert_false(writer.failed);
            assert_true(n > 4);
            break;
        }
        assert_true(writer.failed);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_come_back_with_all_bits),
        cmocka_unit_test(strides_and_missing_indices_are_understood),
        cmocka_unit_test(doubles_far_out_keep_their_shape),
        cmocka_unit_test(odd_numbers_are_written_as_something_finite),
        cmocka_unit_test(what_no_float_holds_is_refused),
        cmocka_unit_test(many_vertices_take_wide_indices),
        cmocka_unit_test(groups_keep_names_and_triangles),
        cmocka_unit_test(labels_without_names_get_numbers),
        cmocka_unit_test(nothing_is_a_valid_file_without_a_mesh),
        cmocka_unit_test(each_allocation_may_fail),
    };
    return KIT_RUN(tests, NULL, NULL);
}

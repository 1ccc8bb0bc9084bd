// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_io_kit.h"

#include "io/merge.h"
#include "src/base/hash.h"

typedef struct {
    unsigned char bytes[2048];
    size_t size;
} file;

static void put_float(file* f, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int k = 0; k < 4; ++k) f->bytes[f->size++] = (unsigned char)(bits >> 8 * k);
}

// The tetrahedron's four faces; corner 0 is written as -0 half of the time.
static file binary_tetrahedron(const char* head, uint32_t count) {
    static const unsigned char corners[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    file f = {0};
    memcpy(f.bytes, head, strlen(head));
    for (int k = 0; k < 4; ++k) f.bytes[80 + k] = (unsigned char)(count >> 8 * k);
    f.size = 84;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) put_float(&f, NAN);  // normals may be anything
        for (int k = 0; k < 9; ++k) {
            float zero = i % 2 ? -0.0f : 0.0f;
            put_float(&f, corners[i][k / 3] == k % 3 + 1 ? 1.0f : zero);
        }
        f.bytes[f.size++] = 0xFF;
        f.bytes[f.size++] = 0x7F;
    }
    return f;
}

static void expect_tetrahedron(const plump_soup* soup) {
    io_expect_counts(soup, 4, 4);
    io_expect_triangle(soup, 0, 0, 1, 2);
    io_expect_triangle(soup, 1, 0, 2, 3);
    io_expect_triangle(soup, 2, 0, 3, 1);
    io_expect_triangle(soup, 3, 2, 1, 3);
    io_expect_vertex(soup, 1, 0, 1, 0);
    io_expect_vertex(soup, 2, 1, 0, 0);
}

static void binary_shares_equal_corners_in_order_of_appearance(void** state) {
    (void)state;
    file f = binary_tetrahedron("made by hand", 4);
    plump_soup* soup = io_accept_bytes(f.bytes, f.size, "x");
    expect_tetrahedron(soup);
    io_expect_places(soup, 2, "byte 184", 3, "byte 170");
    assert_int_equal(plump_soup_group_count(soup), 0);
    plump_soup_destroy(soup);
}

static void binary_may_begin_with_solid(void** state) {
    (void)state;
    file f = binary_tetrahedron("solid by a program that does not care", 4);
    plump_soup* soup = io_accept_bytes(f.bytes, f.size, "x.stl");
    expect_tetrahedron(soup);
    plump_soup_destroy(soup);
    // and carry a few bytes more than it should
    f.size += 7;
    soup = io_accept_bytes(f.bytes, f.size, "x.stl");
    expect_tetrahedron(soup);
    plump_soup_destroy(soup);
}

static void text_in_any_case_with_several_solids(void** state) {
    (void)state;
    plump_soup* soup = io_accept(
        "\n  SOLID left half \r\n\r\nFACET Normal nan -nan(ind) 1\nOUTER LOOP\n"
        "Vertex 0 0 0\nVERTEX\t1 0 0\nvertex -0 1e0 -0.0\nEndLoop\nENDFACET\nendsolid left half\n\n"
        "solid\n facet outer loop vertex 0 1 0 vertex 1 0 0 vertex 0 0 1 endloop endfacet\n"
        "facet normal 0 0 1 outer loop\nvertex 0 1\n0 vertex 1 0 0 vertex 9 0 1 endloop endfacet "
        "endsolid",
        "x");
    io_expect_counts(soup, 5, 3);
    io_expect_triangle(soup, 0, 0, 1, 2);
    io_expect_triangle(soup, 1, 2, 1, 3);
    io_expect_triangle(soup, 2, 2, 1, 4);
    io_expect_places(soup, 0, "line 4", 3, "line 14");
    assert_int_equal(plump_soup_group_count(soup), 2);
    assert_string_equal(plump_soup_group_name(soup, 0), "left half");
    assert_string_equal(plump_soup_group_name(soup, 1), "");
    static const uint32_t labels[] = {0, 1, 1};
    assert_memory_equal(plump_soup_triangles(soup).groups, labels, sizeof labels);
    plump_soup_destroy(soup);
}

static void merge_like_a_plain_search(void** state) {
    (void)state;
    enum { COUNT = 3000 };
    static double positions[3 * COUNT];
    static uint32_t numbers[COUNT], firsts[COUNT], expected[COUNT];
    uint64_t seed = 31;
    for (size_t i = 0; i < 3 * COUNT; ++i) {
        positions[i] = (double)(io_random(&seed) % 9) - 4;
        if (positions[i] == 0 && io_random(&seed) % 2) positions[i] = -0.0;
    }
    size_t expected_count = 0, count;
    for (size_t i = 0; i < COUNT; ++i) {
        size_t k = 0;
        while (positions[3 * k] != positions[3 * i] ||
               positions[3 * k + 1] != positions[3 * i + 1] ||
               positions[3 * k + 2] != positions[3 * i + 2])
            k++;
        expected[i] = k == i ? (uint32_t)expected_count++ : expected[k];
    }
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    assert_true(pl_merge_positions(&hooks, positions, COUNT, numbers, firsts, &count));
    assert_int_equal(count, expected_count);
    assert_memory_equal(numbers, expected, sizeof numbers);
    for (size_t i = 0; i < count; ++i) assert_int_equal(numbers[firsts[i]], i);
}

// The inverse of the table's mixing: what z makes the hash end in zeros.
static uint64_t unmix(uint64_t value) {
    value ^= value >> 31 ^ value >> 62;
    value *= UINT64_C(0x319642B2D24D8EC3);
    value ^= value >> 27 ^ value >> 54;
    value *= UINT64_C(0x96DE1B173F119089);
    return value ^ value >> 30 ^ value >> 60;
}

static void positions_made_to_collide_are_sorted_instead(void** state) {
    (void)state;
    enum { COUNT = 40000 };
    double* positions = malloc(3 * COUNT * sizeof *positions);
    uint32_t* numbers = malloc(2 * COUNT * sizeof *numbers);
    assert_true(positions && numbers);
    assert_true(unmix(pl_hash_mix(12345678912345)) == 12345678912345);
    uint64_t seed = 8;
    size_t made = 0;
    while (made < COUNT / 2) {
        double x = (double)made, y = 1;
        uint64_t bits[2];
        memcpy(&bits[0], &x, 8);
        memcpy(&bits[1], &y, 8);
        uint64_t hash = pl_hash_mix(pl_hash_mix(bits[0] + PL_HASH_START) ^ bits[1]);
        uint64_t z = hash ^ unmix(io_random(&seed) << 30);  // the low 30 bits of the hash are 0
        double value;
        memcpy(&value, &z, 8);
        if (!isfinite(value)) continue;
        memcpy(positions + 3 * made++, (double[3]){x, y, value}, 24);
        if (made > 1000000) break;
    }
    memcpy(positions + 3 * (COUNT / 2), positions, 3 * (COUNT / 2) * sizeof *positions);
    memory_kit memory = {0};
    plump_allocator hooks = memory_kit_hooks(&memory);
    size_t count;
    assert_true(pl_merge_positions(&hooks, positions, COUNT, numbers, numbers + COUNT, &count));
    assert_int_equal(memory.calls, 2);  // the table, then the sorting's
    assert_int_equal(count, COUNT / 2);
    for (uint32_t i = 0; i < COUNT; ++i) assert_int_equal(numbers[i], i % (COUNT / 2));
    memory.fail_at = memory.calls + 2;
    assert_false(pl_merge_positions(&hooks, positions, COUNT, numbers, numbers + COUNT, &count));
    assert_int_equal(memory.blocks, 0);
    free(positions);
    free(numbers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary_shares_equal_corners_in_order_of_appearance),
        cmocka_unit_test(binary_may_begin_with_solid),
        cmocka_unit_test(text_in_any_case_with_several_solids),
        cmocka_unit_test(merge_like_a_plain_search),
        cmocka_unit_test(positions_made_to_collide_are_sorted_instead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

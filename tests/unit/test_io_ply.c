// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_io_kit.h"

#define HEAD(format) "ply\nformat " format " 1.0\n"
#define XYZ          "property float x\nproperty float y\nproperty float z\n"
#define TRIANGLE     "0 0 0\n1 0 0\n0 1 0\n"

// A file built piece by piece in either byte order.
typedef struct {
    unsigned char bytes[4096];
    size_t size;
    bool big;
} file;

static void put_text(file* f, const char* text) {
    memcpy(f->bytes + f->size, text, strlen(text));
    f->size += strlen(text);
}

static void put(file* f, uint64_t bits, size_t size) {
    for (size_t i = 0; i < size; ++i)
        f->bytes[f->size++] = (unsigned char)(bits >> 8 * (f->big ? size - 1 - i : i));
}

static void put_double(file* f, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(f, bits, 8);
}

static void put_float(file* f, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(f, bits, 4);
}

static void put_value(file* f, const char* type, int value) {
    if (strcmp(type, "float") == 0 || strcmp(type, "float32") == 0)
        put_float(f, (float)value);
    else if (strcmp(type, "double") == 0 || strcmp(type, "float64") == 0)
        put_double(f, value);
    else
        put(f, (uint64_t)(int64_t)value,
            strstr(type, "char") || strstr(type, "int8")     ? 1
            : strstr(type, "short") || strstr(type, "int16") ? 2
                                                             : 4);
}

static void begin(file* f, bool big) {
    memset(f, 0, sizeof *f);
    f->big = big;
    put_text(f, big ? HEAD("binary_big_endian") : HEAD("binary_little_endian"));
}

static plump_soup* accept(const file* f) {
    return io_accept_bytes(f->bytes, f->size, "x.ply");
}

static void every_type_of_coordinate_in_both_orders(void** state) {
    (void)state;
    static const char* const types[] = {"char",  "int8",    "short",  "int16",  "ushort", "uint16",
                                        "int",   "int32",   "uint",   "uint32", "uchar",  "uint8",
                                        "float", "float32", "double", "float64"};
    for (size_t t = 0; t < sizeof types / sizeof types[0]; ++t) {
        for (int big = 0; big < 2; ++big) {
            file f;
            char line[128];
            bool is_signed = types[t][0] != 'u';
            int low = is_signed ? -100 : 200;
            begin(&f, big);
            snprintf(line, sizeof line,
                     "element vertex 3\nproperty %s x\nproperty %s y\nproperty %s z\n", types[t],
                     types[t], types[t]);
            put_text(&f, line);
            put_text(&f, "element face 1\nproperty list uchar int vertex_indices\nend_header\n");
            for (int i = 0; i < 9; ++i) put_value(&f, types[t], i % 4 == 0 ? low : i);
            put(&f, 3, 1);
            for (uint32_t i = 0; i < 3; ++i) put(&f, i, 4);
            plump_soup* soup = accept(&f);
            io_expect_counts(soup, 3, 1);
            io_expect_vertex(soup, 0, low, 1, 2);
            io_expect_vertex(soup, 1, 3, low, 5);
            io_expect_vertex(soup, 2, 6, 7, low);
            plump_soup_destroy(soup);
        }
    }
}

static void every_type_of_index_and_length_in_both_orders(void** state) {
    (void)state;
    static const char* const types[] = {"char", "uchar", "short", "ushort", "int", "uint"};
    for (size_t t = 0; t < 36; ++t) {
        for (int big = 0; big < 2; ++big) {
            const char *length = types[t / 6], *index = types[t % 6];
            file f;
            char line[128];
            begin(&f, big);
            put_text(&f, "element vertex 5\n" XYZ "element face 3\n");
            snprintf(line, sizeof line, "property list %s %s vertex_index\nend_header\n", length,
                     index);
            put_text(&f, line);
            for (int i = 0; i < 15; ++i) put_float(&f, (float)(i * i % 7));
            put_value(&f, length, 3);
            for (int i = 0; i < 3; ++i) put_value(&f, index, i);
            put_value(&f, length, 4);
            for (int i = 0; i < 4; ++i) put_value(&f, index, 4 - i);
            put_value(&f, length, 3);
            for (int i = 0; i < 3; ++i) put_value(&f, index, 2 * i);
            plump_soup* soup = accept(&f);
            io_expect_counts(soup, 5, 4);
            io_expect_triangle(soup, 0, 0, 1, 2);
            io_expect_triangle(soup, 3, 0, 2, 4);
            plump_soup_destroy(soup);
        }
    }
}

// Lists and scalars before, between and behind, in vertices and faces, and elements we never heard
// of, with rows of nothing among them.
static void whatever_else_a_row_holds_is_stepped_over(void** state) {
    (void)state;
    static const char head[] =
        "comment made by hand\nobj_info 1 2 3\nelement material 2\nproperty list uchar double k\n"
        "property short id\nelement nothing 1000000000\nelement vertex 3\nproperty double z\n"
        "property list uchar short near\nproperty uchar red\nproperty short x\nproperty float y\n"
        "element edge 1\nproperty int a\nproperty int b\nelement face 2\nproperty uchar flags\n"
        "property list uint float uv\nproperty list uchar ushort vertex_indices\n"
        "property double quality\nelement last 1\nproperty float q\nend_header\n";
    for (int coding = 0; coding < 3; ++coding) {
        file f = {.big = coding == 2};
        if (coding == 0) {
            put_text(&f, HEAD("ascii"));
            put_text(&f, head);
            put_text(&f,
                     "2 1.5 nan 7\n0 8\n30 0 255 10 20\n31 3 1 2 3 255 11 21\n32 1 5\n255 12 22\n"
                     "1 2\n9 2 0.5 0.25 3 0 1 2 1e99\n9 0 3 2 1 0 nan\ninf\n");
        } else {
            begin(&f, coding == 2);
            put_text(&f, head);
            put(&f, 2, 1), put_double(&f, 1.5), put_double(&f, NAN), put(&f, 7, 2);
            put(&f, 0, 1), put(&f, 8, 2);
            for (uint32_t i = 0; i < 3; ++i) {
                put_double(&f, 30 + i);
                uint32_t count = i == 1 ? 3 : i == 2 ? 1 : 0;
                put(&f, count, 1);
                for (uint32_t k = 0; k < count; ++k) put(&f, k, 2);
                put(&f, 255, 1), put(&f, 10 + i, 2), put_float(&f, 20 + (float)i);
            }
            put(&f, 1, 4), put(&f, 2, 4);
            for (uint32_t i = 0; i < 2; ++i) {
                put(&f, 9, 1), put(&f, i ? 0 : 2, 4);
                if (i == 0) put_float(&f, 0.5f), put_float(&f, 0.25f);
                put(&f, 3, 1);
                for (uint32_t k = 0; k < 3; ++k) put(&f, i ? 2 - k : k, 2);
                put_double(&f, NAN);
            }
            put_float(&f, INFINITY);
        }
        plump_soup* soup = accept(&f);
        io_expect_counts(soup, 3, 2);
        for (uint32_t i = 0; i < 3; ++i) io_expect_vertex(soup, i, 10 + i, 20 + i, 30 + i);
        io_expect_triangle(soup, 0, 0, 1, 2);
        io_expect_triangle(soup, 1, 2, 1, 0);
        plump_soup_destroy(soup);
    }
}

static void ascii_rows_may_flow_over_lines(void** state) {
    (void)state;
    plump_soup* soup =
        io_accept(HEAD("ascii") "element vertex 3\n" XYZ
                                "element face 1\nproperty list uchar int vertex_indices\n"
                                "end_header\n0 0 0 1\n\n0 0 0\r\n1 0\n\t3 0\n 1 2",
                  "x");
    io_expect_counts(soup, 3, 1);
    io_expect_places(soup, 0, "line 14", 1, "line 10");
    plump_soup_destroy(soup);
}

static void faces_may_come_before_vertices(void** state) {
    (void)state;
    plump_soup* soup =
        io_accept(HEAD("ascii") "element face 1\nproperty list uchar int vertex_index\n"
                                "element vertex 3\n" XYZ "end_header\n3 2 1 0\n" TRIANGLE,
                  "x");
    io_expect_triangle(soup, 0, 2, 1, 0);
    plump_soup_destroy(soup);
}

static void strips_turn_every_other_triangle(void** state) {
    (void)state;
    plump_soup* soup =
        io_accept(HEAD("ascii") "element vertex 6\n" XYZ
                                "element tristrips 1\nproperty list int int vertex_indices\n"
                                "end_header\n" TRIANGLE TRIANGLE "12 0 1 2 3 -1 2 3 3 4 5 -1 -1\n",
                  "x");
    io_expect_counts(soup, 6, 3);
    io_expect_triangle(soup, 0, 0, 1, 2);
    io_expect_triangle(soup, 1, 2, 1, 3);
    io_expect_triangle(soup, 2, 3, 4, 5);  // the doubled corner keeps count of the turns
    plump_soup_destroy(soup);
}

// After "end_header" the line break of the header's kind is skipped and no byte more.
static void header_line_breaks_of_every_kind(void** state) {
    (void)state;
    static const char* const breaks[] = {"\n", "\r\n", "\r"};
    for (int b = 0; b < 3; ++b) {
        file f = {0};
        static const char* const lines[] = {"ply",
                                            "format binary_little_endian 1.0 ",
                                            "element vertex 3",
                                            "property uchar x",
                                            "property uchar y",
                                            "property uchar z",
                                            "element face 1",
                                            "property list uchar uchar vertex_indices",
                                            "end_header"};
        for (size_t i = 0; i < sizeof lines / sizeof lines[0]; ++i)
            put_text(&f, lines[i]), put_text(&f, breaks[b]);
        static const unsigned char data[] = {10, 13, 10, 1, 0, 0, 0, 1, 0, 3, 0, 1, 2};
        memcpy(f.bytes + f.size, data, sizeof data);
        f.size += sizeof data;
        plump_soup* soup = accept(&f);
        io_expect_vertex(soup, 0, 10, 13, 10);
        io_expect_triangle(soup, 0, 0, 1, 2);
        plump_soup_destroy(soup);
    }
}

static void bytes_behind_the_last_element_are_ignored(void** state) {
    (void)state;
    file f;
    begin(&f, false);
    put_text(&f, "element vertex 3\n" XYZ
                 "element face 1\nproperty list uchar int vertex_indices\nend_header\n");
    for (int i = 0; i < 9; ++i) put_float(&f, (float)(i % 4 == 0));
    put(&f, 3, 1);
    for (uint32_t i = 0; i < 3; ++i) put(&f, i, 4);
    size_t face = f.size - 13, vertices = face - 36;
    put_text(&f, "trailing");
    plump_soup* soup = accept(&f);
    char of_face[32], of_vertex[32];
    snprintf(of_face, sizeof of_face, "byte %zu", face);
    snprintf(of_vertex, sizeof of_vertex, "byte %zu", vertices + 24);
    io_expect_places(soup, 0, of_face, 2, of_vertex);
    plump_soup_destroy(soup);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_of_coordinate_in_both_orders),
        cmocka_unit_test(every_type_of_index_and_length_in_both_orders),
        cmocka_unit_test(whatever_else_a_row_holds_is_stepped_over),
        cmocka_unit_test(ascii_rows_may_flow_over_lines),
        cmocka_unit_test(faces_may_come_before_vertices),
        cmocka_unit_test(strips_turn_every_other_triangle),
        cmocka_unit_test(header_line_breaks_of_every_kind),
        cmocka_unit_test(bytes_behind_the_last_element_are_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

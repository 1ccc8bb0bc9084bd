// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Files that are broken, cut, lie or were made to hurt: always a soup or a sentence, never more
// memory than 64 times the file and 64 MiB, and nothing left behind.
#include "test_io_kit.h"

#include "io/soup.h"

#define MIB ((size_t)1 << 20)

typedef struct {
    const char* name;
    unsigned char* bytes;
    size_t size, capacity;
} sample;

static void append(sample* s, const void* bytes, size_t size) {
    if (s->size + size > s->capacity) {
        s->capacity = 2 * (s->size + size);
        s->bytes = realloc(s->bytes, s->capacity);
        assert_non_null(s->bytes);
    }
    memcpy(s->bytes + s->size, bytes, size);
    s->size += size;
}

static void append_text(sample* s, const char* text) {
    append(s, text, strlen(text));
}

// Valid files that use every corner of their formats.
static const char obj_text[] =
    "# c \\\r\nmtllib a.mtl\no arm\nv 0 0 0\nv 1.5e0 0 0 1 .5 .5 .5\nv 0 1 0\rv 0 0 1\nvt 0 0\n"
    "g leg one\nf 1/1/1 3//2 \\\n 2/1\nf -4 -3 -1\no arm\nf 1 4 3 2 1\nf 2 3 4 # c\n";
static const char ply_text[] =
    "ply\r\nformat ascii 1.0\r\ncomment c\r\nobj_info o\r\nelement vertex 4\r\nproperty double "
    "y\r\n"
    "property float x\r\nproperty list uchar int k\r\nproperty int z\r\nelement face 3\r\n"
    "property list uchar int vertex_index\r\nelement tristrips 1\r\nproperty list int int "
    "vertex_indices\r\nend_header\r\n0 0 2 1 1 0\r\n1e0 0 0 0\r\n0 1 0 0\r\n0 0 0 1\r\n3 0 1 2\r\n"
    "4 0 1 2 3\r\n3 1 2 3\r\n6 0 1 2 -1 2 3\r\n";
static const char stl_text[] =
    "solid a b\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 -0\nvertex 0 1e0 0\n"
    "endloop\nendfacet\nendsolid a b\nsolid\nfacet outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 0 "
    "1 endloop endfacet\nendsolid\n";
static const char off_text[] =
    "CNOFF # c\n5 4 0\n0 0 0 0 0 1 255 255\n1 0 0 1\n0 1 0\n0 0 1\n.25 .25 0\n3 0 1 2 0.5 0 0\n"
    "5 0 1 4 2 3\n2 0 1\n3 1 2\n3\n";

static sample make_text(const char* name, const char* text) {
    sample s = {.name = name};
    append_text(&s, text);
    return s;
}

static void append_ply_head(sample* s, const char* order, const char* index) {
    char line[64];
    append_text(s, "ply\nformat ");
    append_text(s, order);
    append_text(s, " 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "
                   "z\nelement face 2\n");
    snprintf(line, sizeof line, "property list uchar %s vertex_indices\n", index);
    append_text(s, line);
    append_text(s, "end_header\n");
}

static void append_bits(sample* s, uint32_t value, size_t size, bool big) {
    for (size_t i = 0; i < size; ++i) {
        unsigned char byte = (unsigned char)(value >> 8 * (big ? size - 1 - i : i));
        append(s, &byte, 1);
    }
}

static sample make_ply(bool big, size_t index_size) {
    sample s = {.name = "x.ply"};
    append_ply_head(&s, big ? "binary_big_endian" : "binary_little_endian",
                    index_size == 4 ? "int" : "short");
    for (uint32_t i = 0; i < 9; ++i) append_bits(&s, i % 4 == 0 ? 0x3F800000u : 0, 4, big);
    append_bits(&s, 3, 1, big);
    for (uint32_t i = 0; i < 3; ++i) append_bits(&s, i, index_size, big);
    append_bits(&s, 4, 1, big);
    for (uint32_t i = 0; i < 4; ++i) append_bits(&s, 2 - i % 3, index_size, big);
    return s;
}

static sample make_stl(void) {
    sample s = {.name = "x.stl"};
    char head[80] = "solid";
    append(&s, head, 80);
    append_bits(&s, 2, 4, false);
    for (uint32_t i = 0; i < 2; ++i) {
        for (uint32_t k = 0; k < 12; ++k)
            append_bits(&s, k % (4 + i) == 0 ? 0x3F800000u : 0x80000000u, 4, false);
        append_bits(&s, 0, 2, false);
    }
    return s;
}

#define SAMPLES 8
static void make_samples(sample samples[SAMPLES]) {
    samples[0] = make_text("x.obj", obj_text);
    samples[1] = make_text("x.ply", ply_text);
    samples[2] = make_text("x.stl", stl_text);
    samples[3] = make_text("x.off", off_text);
    samples[4] = make_ply(false, 4);
    samples[5] = make_ply(true, 4);
    samples[6] = make_ply(false, 2);
    samples[7] = make_stl();
}

static void free_samples(sample samples[SAMPLES]) {
    for (int i = 0; i < SAMPLES; ++i) free(samples[i].bytes);
}

static const plump_format sample_formats[SAMPLES] = {
    PLUMP_FORMAT_OBJ, PLUMP_FORMAT_PLY, PLUMP_FORMAT_STL, PLUMP_FORMAT_OFF,
    PLUMP_FORMAT_PLY, PLUMP_FORMAT_PLY, PLUMP_FORMAT_PLY, PLUMP_FORMAT_STL};

// Reads and, if it is a soup, looks at all of it. Format AUTO or as told.
static plump_result survive(const unsigned char* bytes, size_t size, const char* name,
                            plump_format format) {
    void* copy = malloc(size ? size : 1);
    assert_non_null(copy);
    if (size) memcpy(copy, bytes, size);
    memory_kit memory = {0};
    plump_read_def def = plump_default_read_def();
    def.allocator = memory_kit_hooks(&memory);
    def.format = format;
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = plump_memory_read(copy, size, name, &def, &soup, &error);
    free(copy);
    assert_int_equal(soup != NULL, result == PLUMP_OK);
    if (soup) {
        plump_triangles t = plump_soup_triangles(soup);
        assert_true(t.triangle_count > 0);
        for (uint32_t i = 0; i < 3 * t.triangle_count; ++i)
            assert_true(((const uint32_t*)t.indices)[i] < t.vertex_count);
        for (uint32_t i = 0; i < 3 * t.vertex_count; ++i)
            assert_true(isfinite(((const double*)t.positions)[i]));
        for (uint32_t i = 0; t.groups && i < t.triangle_count; ++i)
            assert_true(t.groups[i] < plump_soup_group_count(soup));
        char place[40];
        plump_soup_locate_triangle(soup, t.triangle_count - 1, place, sizeof place);
        plump_soup_locate_vertex(soup, t.vertex_count - 1, place, sizeof place);
    } else {
        assert_true(error.code == result && strlen(error.text) > 5);
        assert_int_equal(strncmp(error.text, name, strlen(name)), 0);
    }
    plump_soup_destroy(soup);
    assert_int_equal(memory.blocks, 0);
    assert_true(memory.peak <= 64 * size + 64 * MIB);
    return result;
}

static void samples_are_accepted(void** state) {
    (void)state;
    sample samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        plump_soup* soup = io_accept_bytes(samples[i].bytes, samples[i].size, samples[i].name);
        assert_int_equal(plump_soup_format(soup), sample_formats[i]);
        plump_soup_destroy(soup);
    }
    free_samples(samples);
}

static void every_cut_is_survived(void** state) {
    (void)state;
    sample samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        for (size_t size = 0; size < samples[i].size; ++size) {
            survive(samples[i].bytes, size, samples[i].name, PLUMP_FORMAT_AUTO);
            survive(samples[i].bytes, size, samples[i].name, sample_formats[i]);
        }
    }
    // binary files that are cut are never accepted
    for (int i = 4; i < SAMPLES; ++i) {
        for (size_t size = 0; size < samples[i].size; ++size)
            assert_int_not_equal(survive(samples[i].bytes, size, "x", sample_formats[i]), PLUMP_OK);
    }
    free_samples(samples);
}

static void every_flipped_bit_is_survived(void** state) {
    (void)state;
    sample samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        for (size_t bit = 0; bit < 8 * samples[i].size; ++bit) {
            samples[i].bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            survive(samples[i].bytes, samples[i].size, samples[i].name, sample_formats[i]);
            samples[i].bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
    }
    free_samples(samples);
}

static void every_reader_survives_every_other_format(void** state) {
    (void)state;
    sample samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        for (int k = 0; k < SAMPLES; ++k)
            survive(samples[i].bytes, samples[i].size, "x", sample_formats[k]);
    }
    free_samples(samples);
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    sample samples[SAMPLES];
    make_samples(samples);
    for (int i = 0; i < SAMPLES; ++i) {
        for (int forever = 0; forever < 2; ++forever) {
            for (long n = 1;; ++n) {
                memory_kit memory = {.fail_at = n, .fail_forever = forever};
                plump_read_def def = plump_default_read_def();
                def.allocator = memory_kit_hooks(&memory);
                plump_soup* soup = NULL;
                plump_error error = {PLUMP_OK, ""};
                plump_result result =
                    plump_memory_read(samples[i].bytes, samples[i].size, "x", &def, &soup, &error);
                plump_soup_destroy(soup);
                assert_int_equal(memory.blocks, 0);
                if (result == PLUMP_OK) {
                    assert_true(n > 3 && memory.calls < n);
                    break;
                }
                char sentence[64];
                snprintf(sentence, sizeof sentence, "x: out of memory while reading %zu bytes",
                         samples[i].size);
                assert_int_equal(result, PLUMP_ERROR_MEMORY);
                assert_string_equal(error.text, sentence);
            }
        }
    }
    free_samples(samples);
}

// Small files with large claims are refused before anything large is asked for.
static void large_claims_cost_nothing(void** state) {
    (void)state;
    static const char* const claims[] = {"4294967296", "4611686018427387904",
                                         "18446744073709551616", "2147483647"};
    static const char* const forms[] = {
        "ply\nformat ascii 1.0\nelement vertex %s\nproperty float x\nproperty float y\nproperty "
        "float z\nend_header\n0 0 0\n",
        "ply\nformat binary_little_endian 1.0\nelement vertex %s\nproperty uchar x\nproperty uchar "
        "y\nproperty uchar z\nend_header\n000000",
        "ply\nformat binary_big_endian 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar "
        "y\nproperty uchar z\nelement face %s\nproperty list uchar uchar "
        "vertex_index\nend_header\n000000",
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar y\nproperty "
        "uchar z\nelement face 1\nproperty list uint int vertex_index\nend_header\n0 0 0\n%s 0 0 0",
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar y\nproperty "
        "uchar z\nelement any %s\nproperty list uint int k\nend_header\n0 0 0\n9 0 0 0",
        "ply\nformat binary_little_endian 1.0\nelement nothing %s\nelement vertex 0\nproperty "
        "uchar x\nproperty uchar y\nproperty uchar z\nend_header\n",
        "OFF\n%s 1 0\n0 0 0\n3 0 0 0\n",
        "OFF\n1 %s 0\n0 0 0\n3 0 0 0\n",
        "OFF\n1 1 0\n0 0 0\n%s 0 0 0\n",
        "v 0 0 0\nf 1 1 %s\n",
        "v 0 0 0\nf 1 1 -%s\n"};
    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; ++f) {
        for (size_t c = 0; c < sizeof claims / sizeof claims[0]; ++c) {
            char text[1024];
            int size = snprintf(text, sizeof text, forms[f], claims[c]);
            memory_kit memory = {0};
            plump_read_def def = plump_default_read_def();
            def.allocator = memory_kit_hooks(&memory);
            plump_soup* soup = NULL;
            assert_int_equal(plump_memory_read(text, (size_t)size, "x", &def, &soup, NULL),
                             PLUMP_ERROR_DATA);
            assert_true(memory.peak < 65536 && memory.blocks == 0);
        }
    }
}

// The densest files of each kind: most elements for their bytes.
static void dense_files_stay_within_the_bound(void** state) {
    (void)state;
    enum { COUNT = 1 << 21 };
    sample s = {.name = "x"};
    append_text(&s, "v 0 0 0\nf");
    for (int i = 0; i < COUNT; ++i) append(&s, " 1", 2);  // one face of many corners
    assert_int_equal(survive(s.bytes, s.size, s.name, PLUMP_FORMAT_OBJ), PLUMP_OK);

    s.size = 0;
    append_text(&s, "v 0 0 0\n");
    for (int i = 0; i < COUNT / 4; ++i)
        append_text(&s, i % 2 ? "\ng a\nf 1 1 1 1\n" : "g\nf 1 1 1\n");
    assert_int_equal(survive(s.bytes, s.size, s.name, PLUMP_FORMAT_OBJ), PLUMP_OK);

    static const char head[] =
        "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar x\n"
        "property uchar y\nproperty uchar z\nelement %s 1\nproperty list int uchar "
        "vertex_indices\nend_header\n000";
    static const char* const kinds[] = {"face", "tristrips"};
    for (int k = 0; k < 2; ++k) {
        char text[512];
        snprintf(text, sizeof text, head, kinds[k]);
        s.size = 0;
        append_text(&s, text);
        append_bits(&s, COUNT, 4, false);
        unsigned char* zeros = calloc(COUNT, 1);
        assert_non_null(zeros);
        append(&s, zeros, COUNT);
        free(zeros);
        // all corners of a strip are one vertex: no triangle at all
        assert_int_equal(survive(s.bytes, s.size, s.name, PLUMP_FORMAT_PLY),
                         k == 0 ? PLUMP_OK : PLUMP_ERROR_DATA);
    }

    // rows of quads and triangles in turn, whose places never climb evenly
    s.size = 0;
    append_text(&s, "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar "
                    "x\nproperty uchar y\n"
                    "property uchar z\nelement face 1000000\nproperty list uchar uchar "
                    "vertex_indices\nend_header\n000");
    for (int i = 0; i < 500000; ++i)
        append(&s, i % 3 ? "\3\0\0\0\4\0\0\0\0" : "\5\0\0\0\0\0\3\0\0\0", i % 3 ? 9 : 10);
    assert_int_equal(survive(s.bytes, s.size, s.name, PLUMP_FORMAT_PLY), PLUMP_OK);

    s.size = 0;
    append_text(&s, "solid\n");
    for (int i = 0; i < 30000; ++i) {
        char text[128];
        snprintf(text, sizeof text,
                 "facet outer loop vertex %d 0 0 vertex 0 1 0 vertex 0 0 1 endloop endfacet\n", i);
        append_text(&s, text);
    }
    assert_int_equal(survive(s.bytes, s.size, s.name, PLUMP_FORMAT_STL), PLUMP_OK);
    free(s.bytes);
}

// Names that share a long beginning, and names that are everything.
static void strange_names_are_kept(void** state) {
    (void)state;
    sample s = {.name = "x"};
    append_text(&s, "v 0 0 0\n");
    char name[300];
    memset(name, 'a', sizeof name);
    for (int i = 1; i < 256; ++i) {
        append_text(&s, "g ");
        append(&s, name, (size_t)i);
        append_text(&s, "\nf 1 1 1\ng ");
        char byte = (char)i;
        append(&s, &byte, 1);
        append_text(&s, "x\nf 1 1 1\n");
    }
    append(&s, "g ab\0cd\nf 1 1 1\n", 16);
    append(&s, "g ab\0ef\nf 1 1 1\n", 16);
    plump_soup* soup = io_accept_bytes(s.bytes, s.size, "x.obj");
    plump_triangles t = plump_soup_triangles(soup);
    uint32_t groups = plump_soup_group_count(soup);
    assert_string_equal(plump_soup_group_name(soup, groups - 1), "ab");
    assert_int_equal(t.groups[t.triangle_count - 1], t.groups[t.triangle_count - 2]);
    for (uint32_t i = 0; i < groups; ++i) {
        for (uint32_t k = 0; k < i; ++k)
            assert_string_not_equal(plump_soup_group_name(soup, i), plump_soup_group_name(soup, k));
    }
    plump_soup_destroy(soup);
    survive(s.bytes, s.size, "x.obj", PLUMP_FORMAT_OBJ);
    free(s.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_accepted),
        cmocka_unit_test(every_cut_is_survived),
        cmocka_unit_test(every_flipped_bit_is_survived),
        cmocka_unit_test(every_reader_survives_every_other_format),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(large_claims_cost_nothing),
        cmocka_unit_test(dense_files_stay_within_the_bound),
        cmocka_unit_test(strange_names_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

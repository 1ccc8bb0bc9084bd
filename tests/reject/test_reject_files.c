// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Every sentence the readers of OBJ, PLY, STL and OFF can say, with the smallest file that earns
// it.
#include "tests/unit/test_io_kit.h"

typedef struct {
    const char* name;
    const char* text;
    plump_result code;
    const char* sentence;
} refusal;

#define DATA        PLUMP_ERROR_DATA
#define UNSUPPORTED PLUMP_ERROR_UNSUPPORTED
#define V3          "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
#define PLY         "ply\nformat ascii 1.0\n"
#define XYZ         "property float x\nproperty float y\nproperty float z\n"
#define FACES       "property list uchar int vertex_indices\n"
#define FACET       "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"

static const refusal refusals[] = {
    // no format at all
    {"x.obj", "", DATA, "x.obj: the file is empty"},
    {"x", "hello", DATA,
     "x: neither its content nor its name says OBJ, PLY, STL, OFF, GLB or glTF"},
    {"x", "\xFF\xFEv", DATA, "x: the file is UTF-16 text; save it as UTF-8 or ASCII"},
    {"x", "\xFE\xFFv", DATA, "x: the file is UTF-16 text; save it as UTF-8 or ASCII"},
    // OBJ
    {"x.obj", "hello", DATA,
     "x.obj: the file has no faces (vertices: 0): it may be empty or of another format"},
    {"x.obj", V3, DATA,
     "x.obj: the file has no faces (vertices: 3): only points; a body needs its surface as "
     "triangles"},
    {"jelly.obj", V3 "f 1 2 4\n", DATA, "jelly.obj:4: face uses vertex 4, the file has 3"},
    {"x.obj", V3 "f 1 2 3\nf 1 2 3 9 1\n", DATA, "x.obj:5: face uses vertex 9, the file has 3"},
    {"x.obj", V3 "f 1 2 0\n", DATA,
     "x.obj:4: face uses vertex 0, but OBJ counts from 1 (3 so far)"},
    {"x.obj", V3 "f 1 2 -4\n", DATA,
     "x.obj:4: face uses vertex -4, but only 3 vertices come before it"},
    {"x.obj", V3 "f -9223372036854775808 1 2\n", DATA,
     "x.obj:4: face uses vertex -9223372036854775807, but only 3 vertices come before it"},
    {"x.obj", V3 "f 1 2 99999999999999999999\n", DATA,
     "x.obj:4: face uses vertex 9223372036854775807, a file can have 2147483647 at most"},
    {"x.obj", V3 "f 1 2 2147483647\n", DATA,
     "x.obj:4: face uses vertex 2147483647, the file has 3"},
    {"x.obj", V3 "f 1 2\n", DATA, "x.obj:4: face has 2 corners, it needs 3 at least"},
    {"x.obj", V3 "f\n", DATA, "x.obj:4: face has 0 corners, it needs 3 at least"},
    {"x.obj", V3 "f 1 2 3x\n", DATA,
     "x.obj:4: face has the corner \"3x\"; it must look like 7, 7/1, 7/1/3 or 7//3"},
    {"x.obj", V3 "f 1 2 3/1/1/1\n", DATA,
     "x.obj:4: face has the corner \"3/1/1/1\"; it must look like 7, 7/1, 7/1/3 or 7//3"},
    {"x.obj", V3 "f 1 2 \\3\n", DATA,
     "x.obj:4: face has the corner \"\\3\"; it must look like 7, 7/1, 7/1/3 or 7//3"},
    {"x.obj", V3 "f 1.5 2 3\n", DATA,
     "x.obj:4: face has the corner \"1.5\"; it must look like 7, 7/1, 7/1/3 or 7//3"},
    {"x.obj", "v 0 0\nf 1 1 1", DATA, "x.obj:1: vertex needs a number, but the line ends"},
    {"x.obj", "v 0 0", DATA,
     "x.obj:1: vertex needs a number, but the file ends here; it may be cut off"},
    {"x.obj", "v 0 0 nan", DATA, "x.obj:1: vertex needs a number, not \"nan\""},
    {"x.obj", "v 0 -inf 0", DATA, "x.obj:1: vertex needs a number, not \"-inf\""},
    {"x.obj", "v 0,5 0 0", DATA, "x.obj:1: vertex needs a number, not \"0,5\""},
    {"x.obj", "v 0 0 1e999", DATA,
     "x.obj:1: vertex has the coordinate 1e999, too large for any number"},
    {"x.obj", "v 0 0 \x1B[31m\x07!", DATA, "x.obj:1: vertex needs a number, not \"?[31m?!\""},
    // PLY, the header
    {"x.ply", "plyx\n", DATA, "x.ply:1: a PLY file begins with \"ply\", not \"plyx\""},
    {"x", "ply\n", DATA, "x:2: the header has no end_header; the file may be cut off"},
    {"x", "ply\nend_header\n", DATA, "x: the header has no format line"},
    {"x", "ply\nformat utf8 1.0\n", DATA, "x:2: format must be ascii or binary, not \"utf8\""},
    {"x", "ply\nformat ascii 2.0\n", DATA, "x:2: format version must be 1.0, not \"2.0\""},
    {"x", PLY "hello 1\n", DATA, "x:3: unknown word in the header: \"hello\""},
    {"x", PLY "element vertex\n", DATA, "x:3: element count needs a number, but the line ends"},
    {"x", PLY "element vertex 1.5\n", DATA, "x:3: element count needs a number, not \"1.5\""},
    {"x", PLY "element vertex -1\n", DATA, "x:3: element count is negative (-1)"},
    {"x", PLY "element face 1\n" FACES "element face 1\n", DATA, "x:5: a second element \"face\""},
    {"x", PLY "property float x\n", DATA, "x:3: property stands before any element"},
    {"x", PLY "element vertex 3\nproperty half x\n", DATA,
     "x:4: property has the unknown type \"half\""},
    {"x", PLY "element vertex 3\nproperty list half x\n", DATA,
     "x:4: property has the unknown type \"half\""},
    {"x", PLY "element vertex 3\nproperty list uchar half x\n", DATA,
     "x:4: property has the unknown type \"half\""},
    {"x", PLY "element vertex 3\nproperty list float int k\n", DATA,
     "x:4: the length of a list must have a whole type, such as uchar"},
    {"x", PLY "element vertex 3\n" XYZ "property int x\n", DATA, "x:7: a second property \"x\""},
    {"x", PLY "element face 3\nproperty list uchar float vertex_indices\n", DATA,
     "x:4: indices must be whole numbers in \"vertex_indices\""},
    {"x", PLY "element vertex 3\nproperty float x\nproperty float y\nend_header\n", DATA,
     "x: element vertex needs the properties x, y and z"},
    {"x", PLY "element face 3\nproperty int vertex_indices\nend_header\n", DATA,
     "x: element face needs a property list vertex_indices"},
    {"x", PLY "element face 3\n" FACES "end_header\n", DATA, "x: the header has no element vertex"},
    // PLY, the data
    {"x", PLY "element vertex 4294967296\n" XYZ "end_header\n0 0 0\n", DATA,
     "x:8: the header promises 4294967296 rows of vertex, the rest of the file has room for 1 at "
     "most; it may be cut off"},
    {"x", PLY "element vertex 4611686018427387904\n" XYZ "end_header\n0 0 0\n", DATA,
     "x:8: the header promises 4611686018427387904 rows of vertex, the rest of the file has room "
     "for 1 at most; it may be cut off"},
    {"x", PLY "element vertex 99999999999999999999999\n" XYZ "end_header\n0 0 0\n", DATA,
     "x:8: the header promises 9223372036854775807 rows of vertex, the rest of the file has room "
     "for 1 at most; it may be cut off"},
    {"x", PLY "element vertex 2\n" XYZ "end_header\n0.000 0.000 0.000\n", DATA,
     "x:9: the file ends in vertex 2 of 2; it may be cut off"},
    {"x", PLY "element vertex 2\n" XYZ "property int n\nend_header\n0.000 0.000 0.000 0.000\n1 1 1",
     DATA, "x:10: the file ends in vertex 2 of 2; it may be cut off"},
    {"x", PLY "element vertex 1\n" XYZ "end_header\n0 0 zero\n", DATA,
     "x:8: property needs a number, not \"zero\""},
    {"x", PLY "element vertex 1\n" XYZ "end_header\n0 0 1e999\n", DATA,
     "x:8: vertex has the coordinate inf; all must be finite numbers"},
    {"x", PLY "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n2 0 0\n", DATA,
     "x:11: face has 2 corners, it needs 3 at least"},
    {"x", PLY "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n3 0 0 1\n",
     DATA, "x:11: face uses vertex 1, the file has 1, counted from 0"},
    {"x", PLY "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n3 0 0 -1\n",
     DATA, "x:11: face uses vertex -1; indices count from 0 and are whole"},
    {"x", PLY "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n3 0 0 0.5\n",
     DATA, "x:11: face uses vertex 0.5; indices count from 0 and are whole"},
    {"x", PLY "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n-3 0 0 0\n",
     DATA, "x:11: a list has the length -3"},
    {"x", PLY "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n2.5 0 0 0\n",
     DATA, "x:11: a list has the length 2.5"},
    {"x", PLY "element vertex 1\n" XYZ "element face 1\n" FACES "end_header\n0 0 0\n9 0 0 0\n",
     DATA, "x:12: the file ends in face 1 of 1; it may be cut off"},
    {"x",
     PLY "element vertex 1\n" XYZ "element face 1\n" FACES
         "property list int int k\nend_header\n0 0 0\n3 0 0 0 99 1\n",
     DATA, "x:13: the file ends in face 1 of 1; it may be cut off"},
    {"x", PLY "element vertex 1\n" XYZ "end_header\n0 0 0\n", DATA,
     "x: the file has no faces (vertices: 1): only points; a body needs its surface as triangles"},
    {"x",
     PLY "element vertex 3\n" XYZ "element tristrips 1\n" FACES
         "end_header\n0 0 0\n1 0 0\n0 1 0\n4 0 1 2 -2\n",
     DATA, "x:13: face uses vertex -2; indices count from 0 and are whole"},
    // STL as text
    {"x.stl", "hello", DATA, "x.stl: a binary STL has 84 bytes at least, the file has 5"},
    {"x", "solid a\nendsolid a\n", DATA,
     "x: the file has no faces (vertices: 0): it may be empty or of another format"},
    {"x", "solid a\nvertex 0 0 0\n", DATA, "x:2: \"vertex\" stands outside a loop"},
    {"x", "solid a\nendloop\n", DATA, "x:2: \"endloop\" stands outside a loop"},
    {"x", "solid a\nendfacet\n", DATA, "x:2: \"endfacet\" comes without its beginning"},
    {"x", "solid a\n" FACET "endfacet\n", DATA, "x:7: \"endfacet\" comes without its beginning"},
    {"x", "solid a\nfacet normal 0 0 1\nvertex 0 0 0\n", DATA,
     "x:3: \"vertex\" stands where \"outer loop\" must"},
    {"x", "solid a\nfacet normal 0 0 1\nouter space\n", DATA,
     "x:3: \"space\" stands where \"loop\" must"},
    {"x", "solid a\n" FACET "facet\n", DATA,
     "x:7: \"facet\" stands inside a facet; endfacet is missing"},
    {"x", "solid a\n" FACET "vertex 0 0 1\nendloop\n", DATA,
     "x:8: facet has 4 corners, it needs 3"},
    {"x", "solid a\nfacet outer loop endloop\n", DATA, "x:2: facet has 0 corners, it needs 3"},
    {"x", "solid a\n" FACET "endsolid\n", DATA, "x:7: \"endsolid\" stands inside a facet"},
    {"x", "solid a\nhello\n", DATA, "x:2: \"hello\" is not a word of STL"},
    {"x", "solid a\n" FACET, DATA,
     "x:7: the file ends inside the facet of line 2; it may be cut off"},
    {"x", "solid a\nfacet outer loop vertex 0 x 0\n", DATA,
     "x:2: vertex needs a number, not \"x\""},
    {"x", "solid a\nfacet outer loop vertex 0 nan 0\n", DATA,
     "x:2: vertex needs a number, not \"nan\""},
    {"x", "solid a\nfacet normal", DATA,
     "x:2: the file ends inside the facet of line 2; it may be cut off"},
    // OFF
    {"x", "OFF", DATA,
     "x:1: vertex count needs a number, but the file ends here; it may be cut off"},
    {"x", "OFF x", DATA, "x:1: vertex count needs a number, not \"x\""},
    {"x", "OFF 3 x", DATA, "x:1: face count needs a number, not \"x\""},
    {"x", "OFF -3 1 0", DATA, "x:1: a count is negative"},
    {"x", "OFF BINARY\n", UNSUPPORTED,
     "x:1: binary OFF is not supported; save it as text, or as PLY"},
    {"x", "4OFF\n1 1 0\n", UNSUPPORTED,
     "x:1: OFF of 4 or n dimensions is not supported; three are needed"},
    {"x", "nOFF\n5\n1 1 0\n", UNSUPPORTED,
     "x:1: OFF of 4 or n dimensions is not supported; three are needed"},
    {"x", "OFF\n4294967296 1 0\n0 0 0\n", DATA,
     "x:3: the head promises 4294967296 vertices, the rest of the file has room for 1 at most; it "
     "may be cut off"},
    {"x", "OFF\n1 4611686018427387904 0\n0 0 0\n3 0 0 0\n", DATA,
     "x:4: the head promises 4611686018427387904 faces, the rest of the file has room for 4 at "
     "most; it may be cut off"},
    {"x", "OFF\n1 1 0\n0 0 0\n1000000000 0 0 0\n", DATA,
     "x:4: the head promises 1000000000 corners of a face, the rest of the file has room for 4 at "
     "most; it may be cut off"},
    {"x", "OFF\n1 1 0\n0 0 0\n3 0 0 1\n", DATA,
     "x:4: face uses vertex 1, the file has 1, counted from 0"},
    {"x", "OFF\n1 1 0\n0 0 0\n3 0 0 -1\n", DATA,
     "x:4: face uses vertex -1, the file has 1, counted from 0"},
    {"x", "OFF\n1 1 0\n0 0 0\n3 0 0 x\n", DATA, "x:4: face needs a number, not \"x\""},
    {"x", "OFF\n1 1 0\n0 0 0\n3 0 0\n", DATA,
     "x:5: face needs a number, but the file ends here; it may be cut off"},
    {"x", "OFF\n1 1 0\n0 0 inf\n3 0 0\n", DATA, "x:3: vertex needs a number, not \"inf\""},
    {"x", "OFF\n1 1 0\n0 0 -1e400\n3 0 0\n", DATA,
     "x:3: vertex has the coordinate -1e400, too large for any number"},
    {"x.off", "hello", DATA, "x.off:1: vertex count needs a number, not \"hello\""},
};

static void every_sentence_is_said(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; ++i) {
        const refusal* r = &refusals[i];
        io_refuse_bytes(r->text, strlen(r->text), r->name, r->code, r->sentence);
        plump_soup* soup;
        assert_int_equal(plump_memory_read(r->text, strlen(r->text), r->name, NULL, &soup, NULL),
                         r->code);
    }
}

#define BINARY_PLY                                                                                 \
    "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty uchar x\nproperty uchar "    \
    "y\nproperty uchar z\n"

static void binary_files_are_refused_by_the_byte(void** state) {
    (void)state;
    static const struct {
        const char* text;
        size_t size;
        const char* sentence;
    } cases[] = {
#define CASE(text, sentence) {text, sizeof text - 1, sentence}
        CASE(BINARY_PLY "element face 4294967295\n" FACES "end_header\n\0\0\0\3\0\0\0\0",
             "x: byte 181: the header promises 4294967295 rows of face, the rest of the file has "
             "room for 5 at most; it may be cut off"),
        CASE(BINARY_PLY "element face 1\n" FACES "end_header\n\0\0\0\3\0\0\0\0\0\0\0\0",
             "x: byte 173: the file ends in face 1 of 1; it may be cut off"),
        CASE(BINARY_PLY "element face 1\n" FACES "end_header\n\0\0\0\377\0\0\0\0\0\0\0\0",
             "x: byte 173: the file ends in face 1 of 1; it may be cut off"),
        CASE(BINARY_PLY "element face 1\n" FACES "end_header\n\0\0\0\2\0\0\0\0\0\0\0\0\0\0\0\0",
             "x: byte 172: face has 2 corners, it needs 3 at least"),
        CASE(BINARY_PLY "element face 1\n" FACES
                        "end_header\n\0\0\0\3\0\0\0\0\0\0\0\0\377\377\377\377",
             "x: byte 185: face uses vertex -1; indices count from 0 and are whole"),
        CASE(BINARY_PLY "element face 1\n" FACES "end_header\n\0\0\0\3\0\0\0\0\0\0\0\0\1\0\0\0",
             "x: byte 172: face uses vertex 1, the file has 1, counted from 0"),
        CASE(BINARY_PLY "element a 1\nproperty list int int k\nend_header\n\0\0\0\1\0\0\177\0\0",
             "x: byte 158: the file ends in a 1 of 1; it may be cut off"),
        CASE(BINARY_PLY "element a 1\nproperty list int int k\nend_header\n\0\0\0\377\377\377\377",
             "x: byte 158: a list has the length -1"),
        CASE(BINARY_PLY "element a 2\nproperty list uchar uchar k\nend_header\n\0\0\0\1",
             "x: byte 158: the header promises 2 rows of a, the rest of the file has room for 1 at "
             "most; it may be cut off"),
        CASE(BINARY_PLY "element a 2\nproperty list uchar uchar k\nend_header\n\0\0\0\1\1",
             "x: byte 160: the file ends in a 2 of 2; it may be cut off"),
        CASE("ply\nformat binary_big_endian 1.0\nelement vertex 1\n" XYZ
             "end_header\n\0\0\0\0\0\0\0\0\177\300\0\0",
             "x: byte 112: vertex has the coordinate nan; all must be finite numbers"),
#undef CASE
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i)
        io_refuse_bytes(cases[i].text, cases[i].size, "x", PLUMP_ERROR_DATA, cases[i].sentence);
}

static void binary_stl_is_refused_by_the_byte(void** state) {
    (void)state;
    unsigned char bytes[84 + 50 + 49] = {0};
    bytes[80] = 2;
    io_refuse_bytes(
        bytes, sizeof bytes, "x.stl", PLUMP_ERROR_DATA,
        "x.stl: byte 80: the head promises 2 triangles, the file has room for 1; it may "
        "be cut off");
    memset(bytes + 80, 0xFF, 4);
    io_refuse_bytes(bytes, sizeof bytes, "x.stl", PLUMP_ERROR_DATA,
                    "x.stl: byte 80: the head promises 4294967295 triangles, the file has room for "
                    "1; it may be cut off");
    memset(bytes + 80, 0, 4);
    io_refuse_bytes(bytes, 84, "x", PLUMP_ERROR_DATA,
                    "x: the file has no faces (vertices: 0): it may be empty or of another format");
    bytes[80] = 1;
    bytes[84 + 12 + 12 + 4 + 2] = 0x80;
    bytes[84 + 12 + 12 + 4 + 3] = 0x7F;  // y of the second corner is infinite
    io_refuse_bytes(bytes, 134, "x", PLUMP_ERROR_DATA,
                    "x: byte 108: vertex has the coordinate inf; all must be finite numbers");
}

static void a_long_name_leaves_room_for_the_reason(void** state) {
    (void)state;
    char name[3000], expected[512];
    memset(name, 'n', sizeof name);
    memcpy(name + sizeof name - 5, ".obj", 5);
    snprintf(expected, sizeof expected, "...%s:1: vertex needs a number, but the line ends",
             name + sizeof name - 1 - 160);
    io_refuse_bytes("v\n", 2, name, PLUMP_ERROR_DATA, expected);
}

static void wrong_use_is_refused(void** state) {
    (void)state;
    plump_error error;
    plump_soup* soup = NULL;
    plump_read_def def = plump_default_read_def();
    assert_int_equal(plump_memory_read("", 0, "x", &def, NULL, &error), PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text, "soup is NULL; pass where it goes");
    assert_int_equal(plump_memory_read(NULL, 5, "x", &def, &soup, &error), PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text, "bytes is NULL, size is 5");
    assert_int_equal(plump_memory_read(NULL, 0, NULL, &def, &soup, &error), PLUMP_ERROR_DATA);
    assert_string_equal(error.text, "memory: the file is empty");
    def.format = PLUMP_FORMAT_COUNT;
    assert_int_equal(plump_memory_read("a", 1, "x", &def, &soup, &error), PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text, "format 7 is unknown");
    def.cookie = 0;
    assert_int_equal(plump_memory_read("a", 1, "x", &def, &soup, &error), PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text, "plump_read_def was not begun with plump_default_read_def()");
    assert_int_equal(plump_file_read("a", &def, &soup, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_file_read(NULL, NULL, &soup, &error), PLUMP_ERROR_ARGUMENT);
    assert_string_equal(error.text, "path is NULL");
    assert_int_equal(plump_file_read("a", NULL, NULL, &error), PLUMP_ERROR_ARGUMENT);
    plump_soup_destroy(NULL);
    assert_int_equal(plump_soup_triangles(NULL).triangle_count, 0);
    assert_int_equal(plump_soup_group_count(NULL), 0);
    assert_null(plump_soup_group_name(NULL, 0));
    assert_int_equal(plump_soup_format(NULL), PLUMP_FORMAT_AUTO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_is_said),
        cmocka_unit_test(binary_files_are_refused_by_the_byte),
        cmocka_unit_test(binary_stl_is_refused_by_the_byte),
        cmocka_unit_test(a_long_name_leaves_room_for_the_reason),
        cmocka_unit_test(wrong_use_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

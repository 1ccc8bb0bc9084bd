// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Accessors and primitives: every number type, strides, sparse data, strips and fans, and the lies
// a file can tell about them.
#include "test_io_gltf_kit.h"

// One mesh of one primitive over these accessors and views; binary chunk as given.
static plump_soup* read_primitive(const char* views, const char* accessors, const char* primitive,
                                  const kit_bytes* bin) {
    char json[4096];
    snprintf(json, sizeof json,
             KIT_HEAD "'buffers':[{'byteLength':%zu}],'bufferViews':[%s],'accessors':[%s],"
                      "'meshes':[{'primitives':[%s]}]}",
             bin->size, views, accessors, primitive);
    return kit_accept(json, bin);
}

static void every_index_width_gives_the_same_mesh(void** state) {
    (void)state;
    static const char* const accessors[] = {
        "{'bufferView':0,'byteOffset':72,'componentType':5121,'count':12,'type':'SCALAR'}",
        "{'bufferView':0,'byteOffset':48,'componentType':5123,'count':12,'type':'SCALAR'}",
        "{'bufferView':0,'byteOffset':84,'componentType':5125,'count':12,'type':'SCALAR'}"};
    kit_bytes bin = kit_tetrahedron();
    for (int i = 0; i < 3; ++i) {
        char both[512];
        snprintf(both, sizeof both, KIT_POSITIONS ",%s", accessors[i]);
        plump_soup* soup =
            read_primitive("{'buffer':0,'byteLength':132}", both, KIT_PRIMITIVE, &bin);
        kit_check(soup, 4, 4, 1.0 / 6);
        assert_int_equal(kit_corner(soup, 3, 2), 3);
        plump_soup_destroy(soup);
    }
    kit_free(&bin);
}

static void without_indices_corners_follow_each_other(void** state) {
    (void)state;
    static const unsigned char corners[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    kit_bytes bin = {0};
    for (int i = 0; i < 12; ++i) {
        for (int k = 0; k < 3; ++k) kit_put_f32(&bin, corners[i] == k + 1 ? 1.0f : 0.0f);
    }
    plump_soup* soup =
        read_primitive("{'buffer':0,'byteLength':144}",
                       "{'bufferView':0,'componentType':5126,'count':12,'type':'VEC3'}",
                       "{'attributes':{'POSITION':0},'mode':4}", &bin);
    kit_check(soup, 12, 4, 1.0 / 6);
    plump_soup_destroy(soup);
    kit_free(&bin);
}

static void quantised_positions_follow_the_formulas(void** state) {
    (void)state;
    // component, normalized, stored (little-endian, three components), expected
    static const struct {
        unsigned component;
        const char* normalized;
        unsigned char bytes[6];
        double expected[3];
    } cases[] = {
        {5120, "false", {0x80, 0x7F, 0xFF}, {-128, 127, -1}},
        {5120, "true", {0x80, 0x7F, 0xFF}, {-1, 1, -1.0 / 127}},
        {5121, "false", {0xFF, 0x00, 0x80}, {255, 0, 128}},
        {5121, "true", {0xFF, 0x00, 0x33}, {1, 0, 51.0 / 255}},
        {5122, "false", {0x00, 0x80, 0xFF, 0x7F, 0xFE, 0xFF}, {-32768, 32767, -2}},
        {5122, "true", {0x00, 0x80, 0xFF, 0x7F, 0xFE, 0xFF}, {-1, 1, -2.0 / 32767}},
        {5123, "false", {0x00, 0x80, 0xFF, 0xFF, 0x01, 0x00}, {32768, 65535, 1}},
        {5123, "true", {0x00, 0x80, 0xFF, 0xFF, 0x01, 0x00}, {32768.0 / 65535, 1, 1.0 / 65535}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        kit_bytes bin = {0};
        for (int k = 0; k < 3; ++k) kit_put(&bin, "\1\2\3\4\5\6\7\10", 8);
        memcpy(bin.data + 8, cases[i].bytes, 6);
        char accessor[256];
        snprintf(accessor, sizeof accessor,
                 "{'bufferView':0,'componentType':%u,'normalized':%s,'count':3,'type':'VEC3'}",
                 cases[i].component, cases[i].normalized);
        plump_soup* soup = read_primitive("{'buffer':0,'byteLength':24,'byteStride':8}", accessor,
                                          "{'attributes':{'POSITION':0}}", &bin);
        for (int k = 0; k < 3; ++k) {
            assert_true(kit_position(soup, 1)[k] == cases[i].expected[k]);
        }
        plump_soup_destroy(soup);
        kit_free(&bin);
    }
}

static void strides_and_offsets_find_interleaved_positions(void** state) {
    (void)state;
    kit_bytes bin = {0};
    kit_put(&bin, "offset!", 7);  // also: nothing needs alignment
    for (int i = 0; i < 3; ++i) {
        kit_put_f32(&bin, 99);
        for (int k = 0; k < 3; ++k) kit_put_f32(&bin, (float)(10 * i + k));
        kit_put_f32(&bin, 98);
    }
    plump_soup* soup = read_primitive(
        "{'buffer':0,'byteOffset':7,'byteLength':60,'byteStride':20}",
        "{'bufferView':0,'byteOffset':4,'componentType':5126,'count':3,'type':'VEC3'}",
        "{'attributes':{'POSITION':0}}", &bin);
    for (uint32_t i = 0; i < 3; ++i) {
        for (uint32_t k = 0; k < 3; ++k) assert_true(kit_position(soup, i)[k] == 10 * i + k);
    }
    plump_soup_destroy(soup);
    kit_free(&bin);
}

static void strips_alternate_and_skip_their_joints(void** state) {
    (void)state;
    // 0 1 2 3, then 3 3 4 4: joints, then 4 5 6
    static const unsigned char strip[] = {0, 1, 2, 3, 3, 4, 4, 5, 6};
    kit_bytes bin = {0};
    for (int i = 0; i < 21; ++i) kit_put_f32(&bin, (float)(i * i % 7));
    kit_put(&bin, strip, sizeof strip);
    plump_soup* soup =
        read_primitive("{'buffer':0,'byteLength':84},{'buffer':0,'byteOffset':84,'byteLength':9}",
                       "{'bufferView':0,'componentType':5126,'count':7,'type':'VEC3'},"
                       "{'bufferView':1,'componentType':5121,'count':9,'type':'SCALAR'}",
                       "{'attributes':{'POSITION':0},'indices':1,'mode':5}", &bin);
    static const uint32_t expected[][3] = {{0, 1, 2}, {1, 3, 2}, {4, 5, 6}};
    assert_int_equal(plump_soup_triangles(soup).triangle_count, 3);
    // the last starts at an even place: 4 5 6 keeps its order
    for (uint32_t i = 0; i < 3; ++i) {
        for (uint32_t k = 0; k < 3; ++k) assert_int_equal(kit_corner(soup, i, k), expected[i][k]);
    }
    plump_soup_destroy(soup);
    kit_free(&bin);
}

static void fans_turn_about_their_first_corner(void** state) {
    (void)state;
    kit_bytes bin = {0};
    for (int i = 0; i < 15; ++i) kit_put_f32(&bin, (float)i);
    plump_soup* soup =
        read_primitive("{'buffer':0,'byteLength':60}",
                       "{'bufferView':0,'componentType':5126,'count':5,'type':'VEC3'}",
                       "{'attributes':{'POSITION':0},'mode':6}", &bin);
    static const uint32_t expected[][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}};
    assert_int_equal(plump_soup_triangles(soup).triangle_count, 3);
    for (uint32_t i = 0; i < 3; ++i) {
        for (uint32_t k = 0; k < 3; ++k) assert_int_equal(kit_corner(soup, i, k), expected[i][k]);
    }
    plump_soup_destroy(soup);
    kit_free(&bin);
}

static void points_and_lines_are_left_out(void** state) {
    (void)state;
    plump_soup* soup = kit_accept_tail(
        "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'mode':0},{'attributes':{'POSITION'"
        ":0},'indices':1,'mode':3},{'attributes':{}},{'attributes':{'NORMAL':0}}," KIT_PRIMITIVE
        "]}]");
    kit_check(soup, 4, 4, 1.0 / 6);
    plump_soup_destroy(soup);
}

static void primitives_of_a_mesh_share_positions(void** state) {
    (void)state;
    kit_bytes bin = kit_tetrahedron();
    plump_soup* soup = read_primitive(
        "{'buffer':0,'byteLength':132}",
        KIT_POSITIONS
        ",{'bufferView':0,'byteOffset':48,'componentType':5123,'count':6,'type':'SCALAR'},"
        "{'bufferView':0,'byteOffset':60,'componentType':5123,'count':6,'type':'SCALAR'}",
        "{'attributes':{'POSITION':0},'indices':1},{'attributes':{'POSITION':0},'indices':2}",
        &bin);
    kit_check(soup, 4, 4, 1.0 / 6);
    assert_int_equal(plump_soup_group_count(soup), 1);
    plump_soup_destroy(soup);
    kit_free(&bin);
}

// Sparse: vertices 1 and 3 replaced; by 8-, 16- and 32-bit numbers; with and without a view below.
static void sparse_accessors_replace_elements(void** state) {
    (void)state;
    static const unsigned components[] = {5121, 5123, 5125};
    for (int width = 0; width < 3; ++width) {
        for (int with_view = 0; with_view < 2; ++with_view) {
            kit_bytes bin = kit_tetrahedron();
            for (int i = 0; i < 2; ++i) {
                unsigned char number[4] = {(unsigned char)(2 * i + 1), 0, 0, 0};
                kit_put(&bin, number, 1u << width);
            }
            size_t values = bin.size;
            for (int i = 0; i < 6; ++i) kit_put_f32(&bin, (float)(i + 5));
            char views[256], accessors[1024];
            snprintf(views, sizeof views,
                     "{'buffer':0,'byteLength':132},{'buffer':0,'byteOffset':132,'byteLength':%u},"
                     "{'buffer':0,'byteOffset':%zu,'byteLength':24}",
                     2u << width, values);
            snprintf(accessors, sizeof accessors,
                     "{%s'componentType':5126,'count':4,'type':'VEC3','sparse':{'count':2,"
                     "'indices':{'bufferView':1,'componentType':%u},'values':{'bufferView':2}}},"
                     "{'bufferView':0,'byteOffset':48,'componentType':5123,'count':12,"
                     "'type':'SCALAR'}",
                     with_view ? "'bufferView':0," : "", components[width]);
            plump_soup* soup = read_primitive(views, accessors, KIT_PRIMITIVE, &bin);
            static const double expected[2][4][3] = {{{0, 0, 0}, {5, 6, 7}, {0, 0, 0}, {8, 9, 10}},
                                                     {{0, 0, 0}, {5, 6, 7}, {0, 1, 0}, {8, 9, 10}}};
            for (uint32_t i = 0; i < 4; ++i) {
                assert_memory_equal(kit_position(soup, i), expected[with_view][i],
                                    sizeof expected[0][0]);
            }
            plump_soup_destroy(soup);
            kit_free(&bin);
        }
    }
}

static void sparse_indices_are_read_too(void** state) {
    (void)state;
    kit_bytes bin = kit_tetrahedron();
    kit_put(&bin, "\0\2\1\2", 4);  // elements 0 and 2 become corners 1 and 2
    plump_soup* soup = read_primitive(
        "{'buffer':0,'byteLength':132},{'buffer':0,'byteOffset':132,'byteLength':4}",
        KIT_POSITIONS ",{'componentType':5121,'count':3,'type':'SCALAR','sparse':{'count':2,"
                      "'indices':{'bufferView':1,'componentType':5121},'values':{'bufferView':1,"
                      "'byteOffset':2}}}",
        KIT_PRIMITIVE, &bin);
    assert_int_equal(kit_corner(soup, 0, 0), 1);
    assert_int_equal(kit_corner(soup, 0, 1), 0);
    assert_int_equal(kit_corner(soup, 0, 2), 2);
    plump_soup_destroy(soup);
    kit_free(&bin);
}

// A file whose accessor 0 is this; words of the refusal.
static void refuse_accessor(const char* accessor, plump_result code, const char* words) {
    char json[2048];
    snprintf(json, sizeof json,
             KIT_HEAD KIT_BUFFERS
             "'bufferViews':[{'buffer':0,'byteLength':132},{'buffer':0,'byteOffset':128,"
             "'byteLength':4},{'buffer':0,'byteLength':132,'byteStride':8}],"
             "'accessors':[%s,{'bufferView':0,'byteOffset':48,'componentType':5123,'count':12,"
             "'type':'SCALAR'}]," KIT_MESH "}",
             accessor);
    kit_bytes bin = kit_tetrahedron();
    kit_refuse(json, &bin, code, words);
    kit_free(&bin);
}

#define ACCESSOR(count, rest) "{'componentType':5126,'type':'VEC3','count':" count rest "}"

static void lying_accessors_are_refused(void** state) {
    (void)state;
    refuse_accessor("7", PLUMP_ERROR_DATA, "accessors[0] is not an object");
    refuse_accessor("{}", PLUMP_ERROR_DATA, "accessors[0].count is missing");
    refuse_accessor(ACCESSOR("0", ",'bufferView':0"), PLUMP_ERROR_DATA, "accessors[0].count is 0");
    refuse_accessor(ACCESSOR("-1", ""), PLUMP_ERROR_DATA, "accessors[0].count is -1");
    refuse_accessor(ACCESSOR("1.5", ""), PLUMP_ERROR_DATA, "accessors[0].count is 1.5");
    refuse_accessor(ACCESSOR("'4'", ""), PLUMP_ERROR_DATA, "accessors[0].count is not a number");
    refuse_accessor(ACCESSOR("1e308", ""), PLUMP_ERROR_DATA, "accessors[0].count is 1e+308");
    refuse_accessor(ACCESSOR("4611686018427387904", ""), PLUMP_ERROR_DATA,
                    "accessors[0].count is 4.61169e+18");
    refuse_accessor(ACCESSOR("9007199254740992", ""), PLUMP_ERROR_LIMIT,
                    "accessors[0] would unfold");
    refuse_accessor(ACCESSOR("4294967296", ""), PLUMP_ERROR_LIMIT, "accessors[0] would unfold");
    refuse_accessor(ACCESSOR("9007199254740992", ",'bufferView':0"), PLUMP_ERROR_DATA,
                    "accessors[0] has 9007199254740992 elements of 12 bytes, more than its view");
    refuse_accessor(ACCESSOR("12", ",'bufferView':0"), PLUMP_ERROR_DATA,
                    "accessors[0] has 12 elements of 12 bytes, more than its view of 132 bytes");
    refuse_accessor(ACCESSOR("1", ",'bufferView':1"), PLUMP_ERROR_DATA, "its view of 4 bytes");
    refuse_accessor(ACCESSOR("1", ",'bufferView':0,'byteOffset':121"), PLUMP_ERROR_DATA,
                    "its view");
    refuse_accessor(ACCESSOR("1", ",'bufferView':0,'byteOffset':9007199254740992"),
                    PLUMP_ERROR_DATA, "its view");
    refuse_accessor(ACCESSOR("1", ",'bufferView':0,'byteOffset':-4"), PLUMP_ERROR_DATA,
                    "accessors[0].byteOffset is -4");
    refuse_accessor(ACCESSOR("1", ",'bufferView':3"), PLUMP_ERROR_DATA,
                    "accessors[0].bufferView is 3, the file has 3 bufferViews");
    refuse_accessor(ACCESSOR("1", ",'bufferView':0.5"), PLUMP_ERROR_DATA,
                    "accessors[0].bufferView is 0.5");
    refuse_accessor(ACCESSOR("1", ",'bufferView':true"), PLUMP_ERROR_DATA,
                    "accessors[0].bufferView is not a number");
    refuse_accessor(ACCESSOR("1", ",'bufferView':2"), PLUMP_ERROR_DATA,
                    "byteStride of 8 is less than an element's 12 bytes");
    refuse_accessor(ACCESSOR("1", ",'normalized':1"), PLUMP_ERROR_DATA,
                    "accessors[0].normalized is not true or false");
    refuse_accessor("{'componentType':5126,'type':'VEC2','count':1}", PLUMP_ERROR_DATA,
                    "accessors[0].type is \"VEC2\"; positions are VEC3");
    refuse_accessor("{'componentType':5126,'type':3,'count':1}", PLUMP_ERROR_DATA,
                    "accessors[0].type is not a text");
    refuse_accessor("{'componentType':5124,'type':'VEC3','count':1}", PLUMP_ERROR_DATA,
                    "accessors[0].componentType is 5124; glTF knows");
    refuse_accessor("{'componentType':5125,'type':'VEC3','count':1}", PLUMP_ERROR_DATA,
                    "accessors[0].componentType is 5125; positions are 5126");
}

#define SPARSE(count, indices, values)                                                             \
    ACCESSOR("4", ",'sparse':{'count':" count ",'indices':" indices ",'values':" values "}")

static void lying_sparse_parts_are_refused(void** state) {
    (void)state;
    // byte 84 on: 0 2 1 0 in 32 bits
    const char* in = "accessors[0].sparse";
    refuse_accessor(ACCESSOR("4", ",'sparse':1"), PLUMP_ERROR_DATA, in);
    refuse_accessor(ACCESSOR("4", ",'sparse':{}"), PLUMP_ERROR_DATA, "sparse.count is missing");
    refuse_accessor(SPARSE("0", "{}", "{}"), PLUMP_ERROR_DATA, "accessors[0].sparse.count is 0");
    refuse_accessor(SPARSE("5", "{}", "{}"), PLUMP_ERROR_DATA,
                    "must be from 1 to the accessor's 4");
    refuse_accessor(SPARSE("2", "1", "{}"), PLUMP_ERROR_DATA, "sparse.indices is not an object");
    refuse_accessor(SPARSE("2", "{}", "{}"), PLUMP_ERROR_DATA,
                    "accessors[0].sparse.indices.componentType is missing");
    refuse_accessor(SPARSE("2", "{'componentType':5126}", "{}"), PLUMP_ERROR_DATA,
                    "indices are 5121, 5123 or 5125");
    refuse_accessor(SPARSE("2", "{'componentType':5125}", "{'bufferView':0}"), PLUMP_ERROR_DATA,
                    "accessors[0].sparse needs a bufferView");
    refuse_accessor(SPARSE("2", "{'componentType':5125,'bufferView':0}", "{}"), PLUMP_ERROR_DATA,
                    "accessors[0].sparse needs a bufferView");
    refuse_accessor(SPARSE("2", "{'componentType':5125,'bufferView':2}", "{'bufferView':0}"),
                    PLUMP_ERROR_DATA, "accessors[0].sparse needs a bufferView without byteStride");
    refuse_accessor(SPARSE("2", "{'componentType':5125,'bufferView':1}", "{'bufferView':0}"),
                    PLUMP_ERROR_DATA, "accessors[0].sparse.indices has 2 elements of 4 bytes");
    refuse_accessor(
        SPARSE("2", "{'componentType':5125,'bufferView':0,'byteOffset':84}", "{'bufferView':1}"),
        PLUMP_ERROR_DATA, "accessors[0].sparse.values has 2 elements of 12 bytes");
    refuse_accessor(
        SPARSE("3", "{'componentType':5125,'bufferView':0,'byteOffset':84}", "{'bufferView':0}"),
        PLUMP_ERROR_DATA, "accessors[0].sparse.indices: entry 2 is 1; they must increase");
    refuse_accessor(
        SPARSE("1", "{'componentType':5125,'bufferView':0,'byteOffset':12}", "{'bufferView':0}"),
        PLUMP_ERROR_DATA, "entry 0 is 1065353216; they must increase and stay below");
}

static void lying_views_are_refused(void** state) {
    (void)state;
    static const struct {
        const char *view, *words;
    } cases[] = {
        {"{'byteLength':48}", "bufferViews[0].buffer is missing"},
        {"{'buffer':1,'byteLength':48}", "bufferViews[0].buffer is 1, the file has 1 buffers"},
        {"{'buffer':0}", "bufferViews[0].byteLength is missing"},
        {"{'buffer':0,'byteLength':133}", "bufferViews[0] ends at byte 133, buffers[0] has 132"},
        {"{'buffer':0,'byteOffset':133,'byteLength':0}", "ends at byte 133"},
        {"{'buffer':0,'byteOffset':9007199254740992,'byteLength':9007199254740992}",
         "ends at byte 18014398509481984"},
        {"{'buffer':0,'byteLength':48,'byteStride':-1}", "bufferViews[0].byteStride is -1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char json[1024];
        snprintf(json, sizeof json,
                 KIT_HEAD KIT_BUFFERS "'bufferViews':[%s],'accessors':[" KIT_POSITIONS
                                      "," KIT_INDICES "]," KIT_MESH "}",
                 cases[i].view);
        kit_bytes bin = kit_tetrahedron();
        kit_refuse(json, &bin, PLUMP_ERROR_DATA, cases[i].words);
        kit_free(&bin);
    }
}

static void lying_primitives_are_refused(void** state) {
    (void)state;
    static const struct {
        const char *primitive, *words;
    } cases[] = {
        {"1", "meshes[0].primitives[0] is not an object"},
        {"{}", "meshes[0].primitives[0].attributes is missing"},
        {"{'attributes':[]}", "meshes[0].primitives[0].attributes is not an object"},
        {"{'attributes':{'POSITION':2}}",
         "meshes[0].primitives[0].attributes.POSITION is 2, the file has 2 accessors"},
        {"{'attributes':{'POSITION':1}}", "accessors[1].type is \"SCALAR\""},
        {"{'attributes':{'POSITION':0},'mode':7}", "meshes[0].primitives[0].mode is 7"},
        {"{'attributes':{'POSITION':0},'mode':'4'}", "mode is not a number"},
        {"{'attributes':{'POSITION':0},'indices':0}", "accessors[0].type is \"VEC3\"; indices are"},
        {"{'attributes':{'POSITION':0},'indices':-1}", "meshes[0].primitives[0].indices is -1"},
        {"{'attributes':{'POSITION':0}}",
         "meshes[0].primitives[0] has 4 corners; triangles need a multiple of 3"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char tail[512];
        snprintf(tail, sizeof tail, "'meshes':[{'primitives':[%s]}]", cases[i].primitive);
        kit_refuse_tail(tail, PLUMP_ERROR_DATA, cases[i].words);
    }
    kit_refuse_tail("'meshes':[{}]", PLUMP_ERROR_DATA, "meshes[0].primitives is missing");
    kit_refuse_tail("'meshes':[0]", PLUMP_ERROR_DATA, "meshes[0] is not an object");
}

static void refuse_indices(unsigned component, const void* indices, size_t size, unsigned count,
                           unsigned vertices, unsigned mode, const char* words) {
    kit_bytes bin = {0};
    kit_put(&bin, indices, size);
    char json[1024];
    snprintf(json, sizeof json,
             KIT_HEAD
             "'buffers':[{'byteLength':%zu}],'bufferViews':[{'buffer':0,'byteLength':%zu}],"
             "'accessors':[{'componentType':5120,'count':%u,'type':'VEC3'},{'bufferView':0,"
             "'componentType':%u,'count':%u,'type':'SCALAR'}],'meshes':[{'primitives':[{"
             "'attributes':{'POSITION':0},'indices':1,'mode':%u}]}]}",
             size, size, vertices, component, count, mode);
    kit_refuse(json, &bin, PLUMP_ERROR_DATA, words);
    kit_free(&bin);
}

static void bad_indices_are_refused(void** state) {
    (void)state;
    refuse_indices(5121, "\0\1\3", 3, 3, 3, 4,
                   "meshes[0].primitives[0]: index 2 is 3, it has 3 positions");
    refuse_indices(5121, "\0\1\377", 3, 3, 256, 4, "the highest index is not allowed");
    refuse_indices(5123, "\0\0\1\0\377\377", 6, 3, 65536, 5, "index 2 is 65535");
    refuse_indices(5125, "\0\0\0\0\1\0\0\0\377\377\377\377", 12, 3, 100, 6,
                   "index 2 is 4294967295");
    refuse_indices(5121, "\0\1", 2, 2, 3, 5, "has 2 corners; a strip or fan needs at least 3");
    refuse_indices(5121, "\0\1\2\1", 4, 4, 3, 4, "triangles need a multiple of 3");
    refuse_indices(5126, "\0\0\0\0\1\0\0\0\2\0\0\0", 12, 3, 100, 4,
                   "indices are 5121, 5123 or 5125");
    refuse_indices(5120, "\0\1\2", 3, 3, 100, 4, "indices are 5121, 5123 or 5125");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_width_gives_the_same_mesh),
        cmocka_unit_test(without_indices_corners_follow_each_other),
        cmocka_unit_test(quantised_positions_follow_the_formulas),
        cmocka_unit_test(strides_and_offsets_find_interleaved_positions),
        cmocka_unit_test(strips_alternate_and_skip_their_joints),
        cmocka_unit_test(fans_turn_about_their_first_corner),
        cmocka_unit_test(points_and_lines_are_left_out),
        cmocka_unit_test(primitives_of_a_mesh_share_positions),
        cmocka_unit_test(sparse_accessors_replace_elements),
        cmocka_unit_test(sparse_indices_are_read_too),
        cmocka_unit_test(lying_accessors_are_refused),
        cmocka_unit_test(lying_sparse_parts_are_refused),
        cmocka_unit_test(lying_views_are_refused),
        cmocka_unit_test(lying_primitives_are_refused),
        cmocka_unit_test(bad_indices_are_refused),
    };
    return KIT_RUN(tests, NULL, NULL);
}

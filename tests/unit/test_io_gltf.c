// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The container, the JSON text and the order of things: what is read and what is refused.
#include "test_io_gltf_kit.h"

static void glb_gives_the_tetrahedron(void** state) {
    (void)state;
    plump_soup* soup = kit_accept_tail("'nodes':[{'mesh':0,'name':'drop'}]," KIT_MESH);
    kit_check(soup, 4, 4, 1.0 / 6);
    assert_int_equal(plump_soup_group_count(soup), 1);
    assert_string_equal(plump_soup_group_name(soup, 0), "drop");
    const double* corner = kit_position(soup, 1);
    assert_true(corner[0] == 1 && corner[1] == 0 && corner[2] == 0);
    plump_soup_destroy(soup);
}

// AAAA..., the tetrahedron's 132 bytes as base64.
static void encode(const kit_bytes* bin, char* text) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bin->size; i += 3) {
        uint32_t bits =
            (uint32_t)bin->data[i] << 16 | (uint32_t)bin->data[i + 1] << 8 | bin->data[i + 2];
        for (int k = 18; k >= 0; k -= 6) *text++ = digits[bits >> k & 63];
    }
    *text = 0;
}

static void read_embedded(const char* head, const char* tail, plump_result code,
                          const char* words) {
    kit_bytes bin = kit_tetrahedron();
    char data[256], json[2048], *c;
    encode(&bin, data);
    snprintf(
        json, sizeof json,
        "%s{'asset':{'version':'2.0'},'buffers':[{'byteLength':132,'uri':'data:%s%s%s'}],%s%s}",
        strncmp(head, "BOM", 3) == 0 ? "\xEF\xBB\xBF\n\n" : "",
        strncmp(head, "BOM", 3) == 0 ? head + 3 : head, data, tail,
        KIT_VIEWS "'accessors':[" KIT_POSITIONS "," KIT_INDICES "],", KIT_MESH);
    while ((c = strchr(json, '\''))) *c = '"';
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(kit_read_bytes(json, strlen(json), NULL, &soup, &error), code);
    if (code == PLUMP_OK)
        kit_check(soup, 4, 4, 1.0 / 6);
    else if (!strstr(error.text, words))
        fail_msg("%s", error.text);
    plump_soup_destroy(soup);
    kit_free(&bin);
}

static void data_uris_of_any_media_type_are_read(void** state) {
    (void)state;
    read_embedded("application/octet-stream;base64,", "", PLUMP_OK, "");
    read_embedded("application/gltf-buffer;base64,", "", PLUMP_OK, "");
    read_embedded(";base64,", "", PLUMP_OK, "");
    read_embedded("a/b;charset=utf-8;base64,", "==", PLUMP_OK, "");
    read_embedded(";base64, \\n\\t", "%3D ", PLUMP_OK, "");
    read_embedded("BOM;base64,", "", PLUMP_OK, "");
    read_embedded("text/plain,", "", PLUMP_ERROR_DATA,
                  "buffers[0].uri holds data that is not base64");
    read_embedded("", "", PLUMP_ERROR_DATA, "not base64");
    read_embedded(";base64,", "*", PLUMP_ERROR_DATA, "at character 177");
    read_embedded(";base64,", "%2", PLUMP_ERROR_DATA, "at character 177");
    read_embedded(";base64,", "%zz", PLUMP_ERROR_DATA, "at character 177");
    read_embedded(";base64,", "=A", PLUMP_ERROR_DATA, "at character 178");
    read_embedded(";base64,", "A", PLUMP_ERROR_DATA, "at character 178");
}

static void unknown_chunks_are_skipped(void** state) {
    (void)state;
    kit_bytes bin = kit_tetrahedron();
    kit_bytes glb = kit_glb(KIT_HEAD KIT_DATA KIT_MESH "}", bin.data, bin.size);
    kit_put_chunk(&glb, "WXYZ", "abcde", 5, 7);
    kit_put_chunk(&glb, "BIN\0", "late", 4, 7);
    kit_put_chunk(&glb, "NONE", "", 0, 7);
    kit_set_length(&glb);
    kit_put(&glb, "behind the end", 14);
    plump_soup* soup = NULL;
    assert_int_equal(kit_read_bytes(glb.data, glb.size, NULL, &soup, NULL), PLUMP_OK);
    kit_check(soup, 4, 4, 1.0 / 6);
    plump_soup_destroy(soup);
    kit_free(&glb);
    kit_free(&bin);
}

static void json_padded_with_zeros_is_read(void** state) {
    (void)state;
    kit_bytes bin = kit_tetrahedron();
    kit_bytes glb = kit_glb(KIT_HEAD KIT_DATA KIT_MESH "}   ", bin.data, bin.size);
    size_t end = 20 + glb.data[12] + 256u * glb.data[13];
    for (size_t i = end; glb.data[i - 1] == ' '; --i) glb.data[i - 1] = 0;
    plump_soup* soup = NULL;
    assert_int_equal(kit_read_bytes(glb.data, glb.size, NULL, &soup, NULL), PLUMP_OK);
    plump_soup_destroy(soup);
    kit_free(&glb);
    kit_free(&bin);
}

// Changes one 32-bit number of a good GLB.
static void refuse_patched(size_t at, uint32_t value, plump_result code, const char* words) {
    kit_bytes bin = kit_tetrahedron();
    kit_bytes glb = kit_glb(KIT_HEAD KIT_DATA KIT_MESH "}", bin.data, bin.size);
    for (int k = 0; k < 4; ++k) glb.data[at + (size_t)k] = (unsigned char)(value >> 8 * k);
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(kit_read_bytes(glb.data, glb.size, NULL, &soup, &error), code);
    assert_null(soup);
    if (!strstr(error.text, words)) fail_msg("%s", error.text);
    kit_free(&glb);
    kit_free(&bin);
}

static void broken_headers_are_refused(void** state) {
    (void)state;
    refuse_patched(4, 1, PLUMP_ERROR_UNSUPPORTED, "byte 4: GLB version 1 is not read");
    refuse_patched(4, 3, PLUMP_ERROR_UNSUPPORTED, "GLB version 3");
    refuse_patched(8, 0xFFFFFFFF, PLUMP_ERROR_DATA, "byte 8: the GLB should have 4294967295 bytes");
    refuse_patched(8, 12, PLUMP_ERROR_DATA, "byte 12: the first GLB chunk is not JSON");
    refuse_patched(8, 16, PLUMP_ERROR_DATA, "byte 12: a GLB chunk's header is cut short");
    refuse_patched(8, 0, PLUMP_ERROR_DATA, "the first GLB chunk is not JSON");
    refuse_patched(12, 0xFFFFFFFF, PLUMP_ERROR_DATA,
                   "byte 12: a GLB chunk claims 4294967295 bytes");
    refuse_patched(12, 0, PLUMP_ERROR_DATA, "");
    refuse_patched(16, 0x004E4942, PLUMP_ERROR_DATA, "the first GLB chunk is not JSON");
    plump_soup* soup = NULL;
    plump_error error;
    assert_int_equal(kit_read_bytes("glTF\2\0\0\0", 8, NULL, &soup, &error), PLUMP_ERROR_DATA);
    assert_non_null(strstr(error.text, "byte 8: the GLB header is cut short"));
}

static void refuse_json(const char* json, const char* words) {
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(kit_read_bytes(json, strlen(json), NULL, &soup, &error), PLUMP_ERROR_DATA);
    assert_null(soup);
    if (!strstr(error.text, words)) fail_msg("%s", error.text);
}

static void bad_json_names_its_line(void** state) {
    (void)state;
    refuse_json("{\n\n\"asset\": }", "x.gltf:3: JSON:");
    refuse_json("{\n\"asset\": 1,\n", "x.gltf:3: JSON:");
    refuse_json("{\"a\":\"\xff\"}", "JSON: unable to decode byte 0xff");
    refuse_json("{\"a\":\"\\u0000\"}", "JSON: ");
    refuse_json("{} x", "JSON: end of file expected");
    refuse_json("{\"a\":1e999}", "real number overflow");
    refuse_json("", "the file is empty");
    refuse_json("[]", "the JSON text is not an object");
    refuse_json("{}", "asset is missing");
    refuse_json("{\"asset\":1}", "asset is not an object");
    refuse_json("{\"asset\":{}}", "asset.version is missing");
    refuse_json("{\"asset\":{\"version\":2}}", "asset.version is not a text");
    refuse_json("{\"asset\":{\"version\":\"2.0\"},\"meshes\":{}}", "meshes is not a list");
    kit_bytes none = {0};
    kit_refuse("{'asset':", &none, PLUMP_ERROR_DATA, "x.gltf: byte 32: JSON:");
}

static void what_is_no_gltf_gets_no_parsers_message(void** state) {
    (void)state;
    static const char* const files[] = {"A bear.", "curv 1 2\n", "\xEF\xBB\xBF\n", " \"{\"",
                                        "glTf"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i)
        refuse_json(files[i],
                    "x.gltf: the file does not look like glTF: it begins neither with 'glTF' "
                    "(.glb) nor with '{' (.gltf); export it as GLB");
    refuse_json("\r\n\t {", "x.gltf:2: JSON:");
}

static void other_versions_are_refused(void** state) {
    (void)state;
    kit_bytes none = {0};
    kit_refuse("{'asset':{'version':'1.0'}}", &none, PLUMP_ERROR_UNSUPPORTED,
               "glTF version \"1.0\" is not read; convert it to 2.0");
    kit_refuse("{'asset':{'version':'3.0'}}", &none, PLUMP_ERROR_UNSUPPORTED, "\"3.0\"");
}

static void an_empty_file_has_no_triangles(void** state) {
    (void)state;
    kit_bytes none = {0};
    kit_refuse("{'asset':{'version':'2.0'}}", &none, PLUMP_ERROR_DATA, "");
    kit_refuse("{'asset':{'version':'2.0'},'scenes':[{}]}", &none, PLUMP_ERROR_DATA, "");
}

static void the_last_of_two_equal_keys_counts(void** state) {
    (void)state;
    plump_soup* soup = kit_accept_tail("'nodes':7,'nodes':[{'mesh':9,'mesh':0}]," KIT_MESH);
    kit_check(soup, 4, 4, 1.0 / 6);
    plump_soup_destroy(soup);
}

static void compression_is_refused_with_advice(void** state) {
    (void)state;
    static const char* const names[] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression",
                                        "KHR_meshopt_compression", "EXT_mesh_gpu_instancing"};
    for (size_t i = 0; i < 4; ++i) {
        char tail[256];
        snprintf(tail, sizeof tail, "'extensionsRequired':['KHR_mesh_quantization','%s']",
                 names[i]);
        kit_refuse_tail(tail, PLUMP_ERROR_UNSUPPORTED, names[i]);
        kit_refuse_tail(tail, PLUMP_ERROR_UNSUPPORTED, "export it without");
    }
    kit_refuse_tail("'extensionsRequired':{}", PLUMP_ERROR_DATA,
                    "extensionsRequired is not a list");
    // not required, and the plain data is there: used
    plump_soup* soup = kit_accept_tail(
        "'extensionsRequired':['KHR_texture_transform',7],'meshes':[{'primitives':[{'attributes':{"
        "'POSITION':0},'indices':1,'extensions':{'KHR_draco_mesh_compression':{}}}]}]");
    kit_check(soup, 4, 4, 1.0 / 6);
    plump_soup_destroy(soup);
    // Draco without the plain data would be zeros
    kit_bytes bin = kit_tetrahedron();
    kit_refuse(KIT_HEAD "'accessors':[{'componentType':5126,'count':3,'type':'VEC3'}],"
                        "'meshes':[{'primitives':[{'attributes':{'POSITION':0},'extensions':{"
                        "'KHR_draco_mesh_compression':{}}}]}]}",
               &bin, PLUMP_ERROR_UNSUPPORTED, "meshes[0].primitives[0] is compressed by Draco");
    kit_free(&bin);
}

static void buffers_must_hold_what_they_claim(void** state) {
    (void)state;
    kit_bytes bin = kit_tetrahedron();
    kit_refuse(
        KIT_HEAD "'buffers':[{'byteLength':133}]," KIT_VIEWS "'accessors':[" KIT_POSITIONS "],"
                 "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]}",
        &bin, PLUMP_ERROR_DATA, "buffers[0].byteLength is 133, but only 132 bytes are there");
    kit_refuse(KIT_HEAD "'buffers':[{}]," KIT_VIEWS "'accessors':[" KIT_POSITIONS "," KIT_INDICES
                        "]," KIT_MESH "}",
               &bin, PLUMP_ERROR_DATA, "buffers[0].byteLength is missing");
    kit_refuse(KIT_HEAD "'buffers':[{'byteLength':132,'uri':1}]," KIT_VIEWS
                        "'accessors':[" KIT_POSITIONS "," KIT_INDICES "]," KIT_MESH "}",
               &bin, PLUMP_ERROR_DATA, "buffers[0].uri is not a text");
    kit_refuse(KIT_HEAD "'buffers':[{'byteLength':1},{'byteLength':9}],"
                        "'bufferViews':[{'buffer':1,'byteLength':9}],"
                        "'accessors':[" KIT_POSITIONS "," KIT_INDICES "]," KIT_MESH "}",
               &bin, PLUMP_ERROR_DATA, "buffers[1] has no uri and there is no binary chunk for it");
    kit_free(&bin);
    kit_bytes none = {0};
    kit_refuse(KIT_HEAD KIT_DATA KIT_MESH "}", &none, PLUMP_ERROR_DATA,
               "buffers[0] has no uri and there is no binary chunk");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(glb_gives_the_tetrahedron),
        cmocka_unit_test(data_uris_of_any_media_type_are_read),
        cmocka_unit_test(unknown_chunks_are_skipped),
        cmocka_unit_test(json_padded_with_zeros_is_read),
        cmocka_unit_test(broken_headers_are_refused),
        cmocka_unit_test(bad_json_names_its_line),
        cmocka_unit_test(what_is_no_gltf_gets_no_parsers_message),
        cmocka_unit_test(other_versions_are_refused),
        cmocka_unit_test(an_empty_file_has_no_triangles),
        cmocka_unit_test(the_last_of_two_equal_keys_counts),
        cmocka_unit_test(compression_is_refused_with_advice),
        cmocka_unit_test(buffers_must_hold_what_they_claim),
    };
    return KIT_RUN(tests, NULL, NULL);
}

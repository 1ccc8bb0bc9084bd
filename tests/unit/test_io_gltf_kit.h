// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the glTF tests share: JSON written with ' for ", a GLB around it and some bytes, and checks
// of what the reader makes of it.
#ifndef TEST_IO_GLTF_KIT_H
#define TEST_IO_GLTF_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <plump/io.h>

typedef struct kit_bytes {
    unsigned char* data;
    size_t size, capacity;
} kit_bytes;

static inline void kit_put(kit_bytes* to, const void* data, size_t size) {
    if (size == 0) return;
    if (to->size + size > to->capacity) {
        to->capacity = 2 * (to->size + size);
        to->data = realloc(to->data, to->capacity);
        assert_non_null(to->data);
    }
    memcpy(to->data + to->size, data, size);
    to->size += size;
}

static inline void kit_put_u32(kit_bytes* to, uint32_t value) {
    unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                              (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    kit_put(to, bytes, 4);
}

static inline void kit_put_f32(kit_bytes* to, float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    kit_put_u32(to, bits);
}

static inline void kit_free(kit_bytes* bytes) {
    free(bytes->data);
    *bytes = (kit_bytes){0};
}

static inline void kit_put_chunk(kit_bytes* to, const char* type, const void* data, size_t size,
                                 char padding) {
    kit_put_u32(to, (uint32_t)((size + 3) / 4 * 4));
    kit_put(to, type, 4);
    kit_put(to, data, size);
    for (; size % 4 != 0; ++size) kit_put(to, &padding, 1);
}

static inline void kit_set_length(kit_bytes* glb) {
    for (int k = 0; k < 4; ++k) glb->data[8 + k] = (unsigned char)(glb->size >> 8 * k);
}

// A GLB of this JSON (with ' for ") and binary chunk.
static inline kit_bytes kit_glb(const char* json, const void* bin, size_t bin_size) {
    kit_bytes text = {0}, glb = {0};
    kit_put(&text, json, strlen(json));
    for (size_t i = 0; i < text.size; ++i) {
        if (text.data[i] == '\'') text.data[i] = '"';
    }
    kit_put(&glb, "glTF\2\0\0\0\0\0\0\0", 12);
    kit_put_chunk(&glb, "JSON", text.data, text.size, ' ');
    if (bin) kit_put_chunk(&glb, "BIN\0", bin, bin_size, 0);
    kit_set_length(&glb);
    kit_free(&text);
    return glb;
}

// A tetrahedron of volume 1/6: 0 positions (48 bytes), 48 its 12 indices in 16 bit, 72 in 8 bit,
// 84 in 32 bit (48 bytes); 132 in all.
static inline kit_bytes kit_tetrahedron(void) {
    static const float positions[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const unsigned char corners[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    kit_bytes bin = {0};
    for (int i = 0; i < 12; ++i) kit_put_f32(&bin, positions[i]);
    for (int i = 0; i < 12; ++i) kit_put(&bin, (unsigned char[2]){corners[i], 0}, 2);
    kit_put(&bin, corners, 12);
    for (int i = 0; i < 12; ++i) kit_put_u32(&bin, corners[i]);
    return bin;
}

#define KIT_HEAD    "{'asset':{'version':'2.0'},"
#define KIT_BUFFERS "'buffers':[{'byteLength':132}],"
#define KIT_VIEWS                                                                                  \
    "'bufferViews':[{'buffer':0,'byteLength':48},{'buffer':0,'byteOffset':48,'byteLength':24}],"
#define KIT_POSITIONS "{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'}"
#define KIT_INDICES   "{'bufferView':1,'componentType':5123,'count':12,'type':'SCALAR'}"
#define KIT_DATA      KIT_BUFFERS KIT_VIEWS "'accessors':[" KIT_POSITIONS "," KIT_INDICES "],"
#define KIT_PRIMITIVE "{'attributes':{'POSITION':0},'indices':1}"
#define KIT_MESH      "'meshes':[{'primitives':[" KIT_PRIMITIVE "]}]"

static inline plump_result kit_read_bytes(const void* bytes, size_t size, const char* folder,
                                          plump_soup** soup, plump_error* error) {
    plump_read_def def = plump_default_read_def();
    def.format = PLUMP_FORMAT_GLTF;
    def.folder = folder;
    return plump_memory_read(bytes, size, "x.gltf", &def, soup, error);
}

// Without jansson there is nothing to test but the sentence.
static inline int kit_run(const struct CMUnitTest* tests, size_t count, CMFixtureFunction begin,
                          CMFixtureFunction end) {
#if defined(PLUMP_HAVE_JANSSON)
    return _cmocka_run_group_tests("gltf", tests, count, begin, end);
#else
    (void)tests, (void)count, (void)begin, (void)end;
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = kit_read_bytes("{}", 2, NULL, &soup, &error);
    puts("built without jansson");
    return result == PLUMP_ERROR_UNSUPPORTED && strstr(error.text, "libjansson-dev") ? 0 : 1;
#endif
}
#define KIT_RUN(tests, begin, end) kit_run(tests, sizeof tests / sizeof tests[0], begin, end)

static inline plump_result kit_read(const char* json, const kit_bytes* bin, plump_soup** soup,
                                    plump_error* error) {
    kit_bytes glb = kit_glb(json, bin->data, bin->size);
    plump_result result = kit_read_bytes(glb.data, glb.size, NULL, soup, error);
    kit_free(&glb);
    return result;
}

// Reads and demands success.
static inline plump_soup* kit_accept(const char* json, const kit_bytes* bin) {
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = kit_read(json, bin, &soup, &error);
    if (result != PLUMP_OK) fail_msg("refused: %s", error.text);
    return soup;
}

// Reads and demands this code and a sentence that contains `words`.
static inline void kit_refuse(const char* json, const kit_bytes* bin, plump_result code,
                              const char* words) {
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = kit_read(json, bin, &soup, &error);
    assert_null(soup);
    if (result != code || !strstr(error.text, words)) {
        fail_msg("wanted %s and \"%s\", got %s and \"%s\"", plump_result_name(code), words,
                 plump_result_name(result), error.text);
    }
}

// The tetrahedron's data and then this; refused with these words.
static inline void kit_refuse_tail(const char* tail, plump_result code, const char* words) {
    char json[4096];
    snprintf(json, sizeof json, "%s%s}", KIT_HEAD KIT_DATA, tail);
    kit_bytes bin = kit_tetrahedron();
    kit_refuse(json, &bin, code, words);
    kit_free(&bin);
}

static inline plump_soup* kit_accept_tail(const char* tail) {
    char json[4096];
    snprintf(json, sizeof json, "%s%s}", KIT_HEAD KIT_DATA, tail);
    kit_bytes bin = kit_tetrahedron();
    plump_soup* soup = kit_accept(json, &bin);
    kit_free(&bin);
    return soup;
}

static inline const double* kit_position(const plump_soup* soup, uint32_t vertex) {
    plump_triangles t = plump_soup_triangles(soup);
    assert_true(vertex < t.vertex_count);
    assert_int_equal(t.position_type, PLUMP_SCALAR_FLOAT64);
    return (const double*)((const char*)t.positions +
                           vertex * (t.position_stride ? t.position_stride : 24));
}

static inline uint32_t kit_corner(const plump_soup* soup, uint32_t triangle, uint32_t corner) {
    plump_triangles t = plump_soup_triangles(soup);
    assert_true(triangle < t.triangle_count);
    assert_int_equal(t.index_type, PLUMP_INDEX_UINT32);
    return ((const uint32_t*)t.indices)[3 * triangle + corner];
}

static inline double kit_volume(const plump_soup* soup) {
    double six = 0;
    for (uint32_t i = 0; i < plump_soup_triangles(soup).triangle_count; ++i) {
        const double* a = kit_position(soup, kit_corner(soup, i, 0));
        const double* b = kit_position(soup, kit_corner(soup, i, 1));
        const double* c = kit_position(soup, kit_corner(soup, i, 2));
        six += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return six / 6;
}

static inline void kit_check(const plump_soup* soup, uint32_t vertices, uint32_t triangles,
                             double volume) {
    plump_triangles t = plump_soup_triangles(soup);
    assert_int_equal(t.vertex_count, vertices);
    assert_int_equal(t.triangle_count, triangles);
    double error = kit_volume(soup) - volume;
    if (error > 1e-12 || error < -1e-12) fail_msg("volume %.17g", kit_volume(soup));
}

#endif

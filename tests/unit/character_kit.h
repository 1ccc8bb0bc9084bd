// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Small animated files for tests: accessors are added one by one, each with a view of its own, and
// the rest is JSON with ' for ".
#ifndef CHARACTER_KIT_H
#define CHARACTER_KIT_H

#include "test_io_gltf_kit.h"

#include <plump/character.h>

#include <math.h>

typedef struct character_kit {
    kit_bytes bin;
    char views[8192], accessors[8192];
    int count;
} character_kit;

// Returns the accessor's number.
static inline int kit_accessor(character_kit* kit, const void* bytes, size_t size, int component,
                               size_t count, const char* type, const char* more) {
    size_t views = strlen(kit->views), accessors = strlen(kit->accessors);
    while (kit->bin.size % 4 != 0) kit_put(&kit->bin, "", 1);
    snprintf(kit->views + views, sizeof kit->views - views,
             "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu}", kit->count ? "," : "",
             kit->bin.size, size);
    snprintf(kit->accessors + accessors, sizeof kit->accessors - accessors,
             "%s{'bufferView':%d,'componentType':%d,'count':%zu,'type':'%s'%s}",
             kit->count ? "," : "", kit->count, component, count, type, more);
    kit_put(&kit->bin, bytes, size);
    return kit->count++;
}

static inline int kit_floats(character_kit* kit, const float* values, size_t count,
                             const char* type) {
    size_t width = !strcmp(type, "SCALAR") ? 1
                   : !strcmp(type, "MAT4") ? 16
                                           : (size_t)(type[3] - '0');
    kit_bytes bytes = {0};
    for (size_t i = 0; i < count; ++i) kit_put_f32(&bytes, values[i]);
    int number = kit_accessor(kit, bytes.data, bytes.size, 5126, count / width, type, "");
    kit_free(&bytes);
    return number;
}

static inline int kit_bytes_of(character_kit* kit, const unsigned char* values, size_t count,
                               const char* type, const char* more) {
    size_t width = !strcmp(type, "SCALAR") ? 1 : 4;
    return kit_accessor(kit, values, count, 5121, count / width, type, more);
}

// The whole file; the kit is used up.
static inline kit_bytes kit_file(character_kit* kit, const char* json) {
    static char text[32768];
    snprintf(text, sizeof text,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%zu}],'bufferViews':[%s],"
             "'accessors':[%s],%s}",
             kit->bin.size, kit->views, kit->accessors, json);
    kit_bytes file = kit_glb(text, kit->bin.data, kit->bin.size);
    kit_free(&kit->bin);
    return file;
}

static inline plump_result kit_character(character_kit* kit, const char* json,
                                         plump_character** character, plump_error* error) {
    kit_bytes file = kit_file(kit, json);
    plump_result result =
        plump_character_read_memory(file.data, file.size, "x.glb", NULL, character, error);
    kit_free(&file);
    return result;
}

static inline plump_character* kit_accept_character(character_kit* kit, const char* json) {
    plump_character* character = NULL;
    plump_error error = {PLUMP_OK, ""};
    if (kit_character(kit, json, &character, &error) != PLUMP_OK)
        fail_msg("refused: %s", error.text);
    return character;
}

static inline void kit_refuse_character(character_kit* kit, const char* json, plump_result code,
                                        const char* words) {
    plump_character* character = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = kit_character(kit, json, &character, &error);
    assert_null(character);
    if (result != code || !strstr(error.text, words))
        fail_msg("wanted %s and \"%s\", got %s and \"%s\"", plump_result_name(code), words,
                 plump_result_name(result), error.text);
}

// A bar of two joints, one at the origin, one a metre up: an open box 2 m high, corners of which
// the lower four follow joint 0, the upper four joint 1, and those between both. Accessors: 0
// positions, 1 indices, 2 joints, 3 weights, 4 inverse bind matrices.
static const float kit_bar_positions[36] = {
    -.5f, 0, -.5f, .5f, 0, -.5f, .5f, 0, .5f, -.5f, 0, .5f,  //
    -.5f, 1, -.5f, .5f, 1, -.5f, .5f, 1, .5f, -.5f, 1, .5f,  //
    -.5f, 2, -.5f, .5f, 2, -.5f, .5f, 2, .5f, -.5f, 2, .5f,
};

static inline character_kit kit_bar(const float weights[48]) {
    static const float inverses[32] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                       1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1};
    static const float plain[12] = {1, 1, 1, 1, .5f, .5f, .5f, .5f, 0, 0, 0, 0};
    character_kit kit = {0};
    unsigned char corners[48 * 2], joints[48] = {0};
    float shares[48] = {0};
    int n = 0;
    for (int level = 0; level < 2; ++level) {
        for (int k = 0; k < 4; ++k) {
            int a = 4 * level + k, b = 4 * level + (k + 1) % 4, c = a + 4, d = b + 4;
            const int quad[6] = {a, c, b, b, c, d};
            for (int i = 0; i < 6; ++i) corners[n++] = (unsigned char)quad[i];
        }
    }
    for (int i = 0; i < 12; ++i) {
        joints[4 * i + 1] = 1;
        shares[4 * i] = plain[i];
        shares[4 * i + 1] = 1 - plain[i];
    }
    // the bottom and the top close it
    const int lids[12] = {0, 1, 2, 0, 2, 3, 8, 10, 9, 8, 11, 10};
    for (int i = 0; i < 12; ++i) corners[n++] = (unsigned char)lids[i];
    kit_floats(&kit, kit_bar_positions, 36, "VEC3");
    kit_bytes_of(&kit, corners, (size_t)n, "SCALAR", "");
    kit_bytes_of(&kit, joints, 48, "VEC4", "");
    kit_floats(&kit, weights ? weights : shares, 48, "VEC4");
    kit_floats(&kit, inverses, 32, "MAT4");
    return kit;
}

#define KIT_BAR_MESH                                                                               \
    "'meshes':[{'name':'bar','primitives':[{'attributes':{'POSITION':0,'JOINTS_0':2,"              \
    "'WEIGHTS_0':3},'indices':1}]}],"
#define KIT_BAR_SKIN "'skins':[{'joints':[1,2],'inverseBindMatrices':4}],"
#define KIT_BAR_NODES                                                                              \
    "'nodes':[{'name':'body','mesh':0,'skin':0},{'name':'low','children':[2]},"                    \
    "{'name':'high','translation':[0,1,0]}]"

static inline void kit_near(double value, double wanted, double slack) {
    if (!(fabs(value - wanted) <= slack)) fail_msg("%.9g, wanted %.9g", value, wanted);
}

#endif

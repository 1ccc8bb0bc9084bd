// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/format.h"

#include "io/scan.h"
#include "src/base/bytes.h"

#include <string.h>

static const char* const names[PLUMP_FORMAT_COUNT] = {"auto", "obj", "ply", "stl",
                                                      "off",  "glb", "gltf"};

const char* plump_format_name(plump_format format) {
    return (unsigned)format < PLUMP_FORMAT_COUNT ? names[format] : "unknown";
}

plump_format plump_format_of_name(const char* path) {
    const char* dot = path ? strrchr(path, '.') : NULL;
    if (!dot) return PLUMP_FORMAT_AUTO;
    pl_word ending = {dot + 1, (int)strlen(dot + 1)};
    for (int i = PLUMP_FORMAT_AUTO + 1; i < PLUMP_FORMAT_COUNT; ++i) {
        if (pl_word_is_any_case(ending, names[i])) return (plump_format)i;
    }
    return PLUMP_FORMAT_AUTO;
}

uint32_t pl_format_stl_count(const unsigned char* bytes) {
    return pl_bytes_u32(bytes + 80);
}

bool pl_format_is_exact_stl(const unsigned char* bytes, size_t size) {
    // four bytes of text as a count would ask for gigabytes
    return size >= 84 && 84 + 50 * (uint64_t)pl_format_stl_count(bytes) == size;
}

static bool is_off(pl_word word) {
    // [ST][C][N][4][n]OFF
    const char* at = word.text;
    const char* end = at + word.length;
    if (end - at >= 2 && at[0] == 'S' && at[1] == 'T') at += 2;
    for (const char* letter = "CN4n"; *letter; ++letter) {
        if (at < end && *at == *letter) at++;
    }
    return end - at == 3 && memcmp(at, "OFF", 3) == 0;
}

static bool is_obj(pl_word word) {
    static const char* const keywords[] = {"v", "vn", "vt", "vp", "f",      "fo",     "o",
                                           "g", "s",  "l",  "p",  "mtllib", "usemtl", "usemap"};
    for (size_t i = 0; i < PL_COUNT(keywords); ++i) {
        if (pl_word_is(word, keywords[i])) return true;
    }
    return false;
}

plump_format pl_format_guess(const unsigned char* bytes, size_t size, const char* name) {
    if (size >= 4 && memcmp(bytes, "glTF", 4) == 0) return PLUMP_FORMAT_GLB;
    pl_reader reader = {.bytes = bytes, .size = size};
    pl_scan scan = pl_scan_start(&reader);
    pl_scan start = scan;
    if (pl_word_is(pl_scan_word(&start), "ply")) return PLUMP_FORMAT_PLY;
    if (pl_format_is_exact_stl(bytes, size)) return PLUMP_FORMAT_STL;
    scan.comment = '#';
    if (pl_scan_space(&scan)) {
        if (*scan.at == '{') return PLUMP_FORMAT_GLTF;
        scan.continues = true;  // in OBJ a keyword's line may go on in the next one
        pl_word word = pl_scan_word(&scan);
        if (is_off(word)) return PLUMP_FORMAT_OFF;
        if (pl_word_is_any_case(word, "solid")) return PLUMP_FORMAT_STL;
        if (is_obj(word)) return PLUMP_FORMAT_OBJ;
    }
    return plump_format_of_name(name);
}

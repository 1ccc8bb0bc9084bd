// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the tests of films share: three small parts that move, and a look at the files.
#ifndef FILM_KIT_H
#define FILM_KIT_H

#include <plump/film.h>

#include "tests/unit/folder_kit.h"
#include "tests/unit/test_io_kit.h"

#include <dirent.h>

#define FILM_PARTS    4
#define FILM_VERTICES 4  // of each part but the last, which is empty

static const float film_rest[3][3 * FILM_VERTICES] = {
    {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
    {3, 0, 0, 4, 0, 0, 3, 1, 0, 3, 0, 1},
    {-2, -1, -2, 2, -1, -2, 0, -1, 2, 0, -2, 0},
};
static const uint16_t film_corners[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

typedef struct film_kit {
    plump_film_part parts[FILM_PARTS];
    float positions[FILM_PARTS][3 * FILM_VERTICES];
    const float* given[FILM_PARTS];
    plump_film_def def;
} film_kit;

static inline void film_kit_make(film_kit* kit, const char* path) {
    static const char* const names[FILM_PARTS] = {"ball", NULL, "floor", "nothing"};
    memset(kit, 0, sizeof *kit);
    for (unsigned i = 0; i < FILM_PARTS; ++i) {
        kit->parts[i] = plump_default_film_part();
        kit->parts[i].name = names[i];
        kit->parts[i].crease_angle = 180;  // so that vertices are counted as given
        kit->given[i] = kit->positions[i];
        if (i == FILM_PARTS - 1) continue;
        kit->parts[i].triangles = (plump_triangles){.positions = film_rest[i],
                                                    .vertex_count = FILM_VERTICES,
                                                    .indices = film_corners,
                                                    .triangle_count = 4};
    }
    kit->parts[1].shading = PLUMP_SHADING_FLAT;
    kit->parts[2].still = true;
    kit->def = plump_default_film_def();
    kit->def.path = path;
    kit->def.parts = kit->parts;
    kit->def.part_count = FILM_PARTS;
}

// Where everything is in a frame. Both parts that move are at rest in frame 0.
static inline void film_kit_move(film_kit* kit, uint32_t frame) {
    for (unsigned i = 0; i < 3; ++i) {
        for (unsigned k = 0; k < 3 * FILM_VERTICES; ++k) {
            float shift = i == 2 ? 0 : (float)frame * (k % 3 == 1 ? 0.25f : 0.01f) * (float)(i + 1);
            kit->positions[i][k] = film_rest[i][k] + shift + shift * (float)(k / 3) * 0.1f;
        }
    }
}

static inline plump_film* film_kit_open(const film_kit* kit) {
    plump_film* film = NULL;
    plump_error error = {PLUMP_OK, ""};
    if (plump_film_open(&kit->def, &film, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return film;
}

static inline void film_kit_add(film_kit* kit, plump_film* film, uint32_t frame) {
    plump_error error = {PLUMP_OK, ""};
    film_kit_move(kit, frame);
    if (plump_film_add(film, frame / 30.0, kit->given, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
}

static inline void film_kit_close(plump_film* film) {
    plump_error error = {PLUMP_OK, ""};
    if (plump_film_close(film, &error) != PLUMP_OK) fail_msg("%s", error.text);
}

static inline int film_kit_file_count(void) {
    DIR* list = opendir(folder);
    int count = 0;
    assert_non_null(list);
    for (struct dirent* entry; (entry = readdir(list));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(list);
    return count;
}

typedef struct film_bytes {
    unsigned char* at;
    size_t size;
} film_bytes;

// A file whole; it is removed.
static inline film_bytes film_kit_take(const char* path) {
    FILE* file = fopen(path, "rb");
    film_bytes b = {NULL, 0};
    if (!file) fail_msg("%s is not there", path);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    b.size = (size_t)ftell(file);
    rewind(file);
    b.at = malloc(b.size + 1);
    assert_non_null(b.at);
    assert_int_equal(fread(b.at, 1, b.size, file), b.size);
    b.at[b.size] = 0;
    fclose(file);
    remove(path);
    return b;
}

// Numbers as the formats have them, told apart by hand: this is the second opinion.
static inline uint32_t film_u32(film_bytes b, size_t at, bool big) {
    uint32_t value = 0;
    assert_true(at + 4 <= b.size);
    for (unsigned k = 0; k < 4; ++k) value |= (uint32_t)b.at[at + k] << 8 * (big ? 3 - k : k);
    return value;
}

static inline float film_f32(film_bytes b, size_t at, bool big) {
    uint32_t bits = film_u32(b, at, big);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Writes films for outside readers to judge: film_samples FOLDER. Each film NAME comes as NAME.glb,
// NAME.mdd and NAME.pc2, with what was filmed in NAME.expected: 32-bit numbers of this machine:
// parts, frames; per part its vertices; then per frame the time, and per part 1 or 0 (it is not
// there) and its positions.
#include <plump/film.h>
#include <plump/shape.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTS 4

typedef struct {
    const char* name;
    uint32_t frames;
    uint32_t vertices;  // of a shape, about
    bool comes;         // the second part is not always there
    bool sleeps;        // the motion stops half-way
} sample;

static const sample samples[] = {
    {"none", 0, 100, false, false},  {"one", 1, 100, false, false},
    {"many", 24, 400, false, false}, {"rests", 40, 100, false, true},
    {"comes", 30, 100, true, true},  {"thousand", 1000, 20, false, true},
};

typedef struct {
    plump_mesh* meshes[PARTS];  // the last part has none
    plump_film_part parts[PARTS];
    float* positions[PARTS];
    FILE* expected;
} stage;

static void stop(const char* text) {
    fprintf(stderr, "film_samples: %s\n", text);
    exit(1);
}

static void put(stage* s, const void* bytes, size_t size) {
    if (size > 0 && fwrite(bytes, 1, size, s->expected) != size) stop("no room");
}

static void make_parts(stage* s, uint32_t vertices) {
    static const plump_shape_kind kinds[PARTS - 1] = {PLUMP_SHAPE_DUCK, PLUMP_SHAPE_BEAR,
                                                      PLUMP_SHAPE_BOX};
    static const char* const names[PARTS] = {"duck", "a \"b\xC3\xA4r\" \\", "floor", NULL};
    static const plump_colour colours[PARTS] = {
        {250, 200, 30, 255}, {200, 40, 60, 160}, {90, 90, 96, 255}, {0, 0, 0, 255}};
    for (unsigned i = 0; i < PARTS; ++i) {
        s->parts[i] = plump_default_film_part();
        s->parts[i].name = names[i];
        s->parts[i].colour = colours[i];
        if (i == PARTS - 1) continue;
        plump_shape_def def = plump_default_shape_def(kinds[i]);
        plump_error error;
        def.vertex_count = vertices;
        if (plump_shape_create(&def, &s->meshes[i], &error) != PLUMP_OK) stop(error.text);
        s->parts[i].triangles = plump_mesh_triangles(s->meshes[i]);
        s->positions[i] = malloc(sizeof(float) * 3 * plump_mesh_vertex_count(s->meshes[i]));
        if (!s->positions[i]) stop("no memory");
    }
    s->parts[1].shading = PLUMP_SHADING_FLAT;
    s->parts[2].still = true;
}

// The parts wobble and wander; every value is one the files must bring back.
static void move_part(stage* s, unsigned part, float time) {
    const plump_mesh* mesh = s->meshes[part];
    const float* rest = plump_mesh_positions(mesh);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        const float* p = rest + 3 * (size_t)i;
        float* q = s->positions[part] + 3 * (size_t)i;
        float wave = s->parts[part].still ? 0 : sinf(5 * time + 3 * p[1]) * 0.2f;
        float way = s->parts[part].still ? 0 : time * 0.5f / (1 + time);
        q[0] = p[0] * (1 + wave) + way;
        q[1] = p[1] * (1 - wave) + (part == 1 ? 1 : 0) * way;
        q[2] = p[2] + wave;
    }
}

static bool is_there(const sample* film, unsigned part, uint32_t frame) {
    if (part == PARTS - 1) return true;  // empty, but there
    return !film->comes || part != 1 || (frame >= 4 && frame < 20 && frame != 9);
}

static void add_frame(stage* s, const sample* film, plump_film* const* films, uint32_t frame) {
    float time = (float)frame / 30,
          moved = film->sleeps && frame > film->frames / 2 ? (float)(film->frames / 2) / 30 : time;
    const float* given[PARTS];
    static const float nothing;
    put(s, &time, sizeof time);
    for (unsigned i = 0; i < PARTS; ++i) {
        uint32_t there = is_there(film, i, frame);
        size_t count = s->meshes[i] ? plump_mesh_vertex_count(s->meshes[i]) : 0;
        if (s->meshes[i]) move_part(s, i, moved);
        given[i] = !there ? NULL : s->positions[i] ? s->positions[i] : &nothing;
        put(s, &there, sizeof there);
        put(s, s->positions[i], 3 * sizeof(float) * count);
    }
    plump_error error;
    for (unsigned k = 0; k < 3; ++k) {
        if (plump_film_add(films[k], (double)time, given, &error) != PLUMP_OK) stop(error.text);
    }
}

static void open_films(const stage* s, const char* folder, const char* name, plump_film** films) {
    static const char* const endings[3] = {"glb", "mdd", "pc2"};
    for (unsigned k = 0; k < 3; ++k) {
        char path[1024];
        plump_error error;
        snprintf(path, sizeof path, "%s/%s.%s", folder, name, endings[k]);
        plump_film_def def = plump_default_film_def();
        def.path = path;
        def.parts = s->parts;
        def.part_count = PARTS;
        if (plump_film_open(&def, &films[k], &error) != PLUMP_OK) stop(error.text);
    }
}

static void write_sample(const char* folder, const sample* film) {
    stage s = {0};
    plump_film* films[3];
    plump_error error;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.expected", folder, film->name);
    s.expected = fopen(path, "wb");
    if (!s.expected) stop("the folder cannot be written");
    make_parts(&s, film->vertices);
    put(&s, (uint32_t[]){PARTS, film->frames}, 8);
    for (unsigned i = 0; i < PARTS; ++i) put(&s, &s.parts[i].triangles.vertex_count, 4);
    open_films(&s, folder, film->name, films);
    for (uint32_t f = 0; f < film->frames; ++f) add_frame(&s, film, films, f);
    for (unsigned k = 0; k < 3; ++k) {
        if (plump_film_close(films[k], &error) != PLUMP_OK) stop(error.text);
    }
    for (unsigned i = 0; i < PARTS; ++i) {
        free(s.positions[i]);
        plump_mesh_destroy(s.meshes[i]);
    }
    if (fclose(s.expected) != 0) stop("no room");
}

int main(int count, char** arguments) {
    if (count != 2) stop("usage: film_samples FOLDER");
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; ++i)
        write_sample(arguments[1], &samples[i]);
    return 0;
}

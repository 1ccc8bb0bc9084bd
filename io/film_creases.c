// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Around each place of the shape at rest the triangles that meet in an edge and are bent by less
// than the angle there belong together: they share a normal. Of a vertex that is in several groups
// each but the first gets a vertex of its own; several vertices at one place, as at the seam of a
// texture, may be in one group.
#include "io/film_creases.h"

#include "io/merge.h"

#include <math.h>
#include <string.h>

#define FAN_MAX 64  // where more triangles meet, as at a pole, the surface is taken as smooth

typedef struct {
    const pl_film_part* part;
    pl_film_drawn* drawn;
    double cosine;
    double* normals;   // unit, of each triangle; zero where it has no area
    uint32_t* places;  // by vertex: those at one place have one number
    bool* is_taken;    // by vertex: it is in a group
    uint32_t* starts;  // of each place's triangles in `fans`
    uint32_t* fans;
} splitter;

static void find_normal(const pl_film_part* part, uint32_t triangle, double normal[3]) {
    const uint32_t* c = part->indices + 3 * (size_t)triangle;
    double a[3], b[3];
    for (size_t k = 0; k < 3; ++k) {
        double origin = (double)part->rest[3 * (size_t)c[0] + k];
        a[k] = (double)part->rest[3 * (size_t)c[1] + k] - origin;
        b[k] = (double)part->rest[3 * (size_t)c[2] + k] - origin;
    }
    normal[0] = a[1] * b[2] - a[2] * b[1];
    normal[1] = a[2] * b[0] - a[0] * b[2];
    normal[2] = a[0] * b[1] - a[1] * b[0];
    double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (int k = 0; k < 3; ++k) normal[k] = length > 1e-140 ? normal[k] / length : 0;
}

static void find_fans(splitter* s) {
    uint32_t vertices = s->part->vertex_count;
    size_t corners = 3 * (size_t)s->part->triangle_count;
    memset(s->starts, 0, ((size_t)vertices + 2) * sizeof *s->starts);
    for (size_t i = 0; i < corners; ++i) s->starts[s->places[s->part->indices[i]] + 2]++;
    for (uint32_t i = 0; i < vertices; ++i) s->starts[i + 2] += s->starts[i + 1];
    for (size_t i = 0; i < corners; ++i)
        s->fans[s->starts[s->places[s->part->indices[i]] + 1]++] = (uint32_t)(i / 3);
}

// Two triangles around a place share another one: an edge.
static bool share_edge(const splitter* s, uint32_t place, uint32_t a, uint32_t b) {
    const uint32_t *p = s->part->indices + 3 * (size_t)a, *q = s->part->indices + 3 * (size_t)b;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            if (s->places[p[i]] == s->places[q[k]] && s->places[p[i]] != place) return true;
        }
    }
    return false;
}

static bool is_smooth(const splitter* s, uint32_t a, uint32_t b) {
    const double *p = s->normals + 3 * (size_t)a, *q = s->normals + 3 * (size_t)b;
    double dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    bool is_flat = (p[0] == 0 && p[1] == 0 && p[2] == 0) || (q[0] == 0 && q[1] == 0 && q[2] == 0);
    return is_flat || dot >= s->cosine;
}

// A label per triangle of a fan, the same for those that belong together.
static void group_fan(const splitter* s, uint32_t place, const uint32_t* fan, uint32_t count,
                      uint32_t* labels) {
    for (uint32_t i = 0; i < count; ++i) labels[i] = i;
    for (uint32_t i = 1; i < count; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            if (labels[i] == labels[k] || !is_smooth(s, fan[i], fan[k]) ||
                !share_edge(s, place, fan[i], fan[k]))
                continue;
            uint32_t from = labels[i] > labels[k] ? labels[i] : labels[k];
            uint32_t to = labels[i] < labels[k] ? labels[i] : labels[k];
            for (uint32_t n = 0; n <= i; ++n) labels[n] = labels[n] == from ? to : labels[n];
        }
    }
}

static void set_corner(const splitter* s, uint32_t triangle, uint32_t from, uint32_t to) {
    uint32_t* corners = s->drawn->indices + 3 * (size_t)triangle;
    for (int k = 0; k < 3; ++k) {
        if (s->part->indices[3 * (size_t)triangle + (size_t)k] == from) corners[k] = to;
    }
}

// The vertex that a triangle has at a place.
static uint32_t vertex_at(const splitter* s, uint32_t triangle, uint32_t place) {
    const uint32_t* corners = s->part->indices + 3 * (size_t)triangle;
    for (int k = 0; k < 2; ++k) {
        if (s->places[corners[k]] == place) return corners[k];
    }
    return corners[2];
}

// What stands for a vertex in a group it was not in before.
static uint32_t name_vertex(splitter* s, uint32_t vertex) {
    pl_film_drawn* drawn = s->drawn;
    if (!s->is_taken[vertex]) {
        s->is_taken[vertex] = true;
        return vertex;
    }
    drawn->source[drawn->vertex_count] = vertex;
    return drawn->vertex_count++;
}

static void split_place(splitter* s, uint32_t place) {
    const uint32_t* fan = s->fans + s->starts[place];
    uint32_t count = s->starts[place + 1] - s->starts[place];
    uint32_t labels[FAN_MAX], vertices[FAN_MAX], names[FAN_MAX] = {0};
    if (count < 2 || count > FAN_MAX) return;
    group_fan(s, place, fan, count, labels);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t k = 0;
        vertices[i] = vertex_at(s, fan[i], place);
        while (k < i && (labels[k] != labels[i] || vertices[k] != vertices[i])) ++k;
        names[i] = k < i ? names[k] : name_vertex(s, vertices[i]);
        set_corner(s, fan[i], vertices[i], names[i]);
        s->drawn->shades[names[i]] = names[labels[i]];  // a label is the first of its group
    }
}

static void split(splitter* s) {
    for (uint32_t i = 0; i < s->part->triangle_count; ++i)
        find_normal(s->part, i, s->normals + 3 * (size_t)i);
    find_fans(s);
    for (uint32_t i = 0; i < s->part->vertex_count; ++i) split_place(s, i);
}

// Vertices at one place share a normal, until creases say otherwise.
static bool find_places(const plump_allocator* hooks, const pl_film_part* part, uint32_t* places,
                        uint32_t* shades) {
    size_t count = part->vertex_count, place_count = 0;
    double* positions = pl_alloc(hooks, count, 3 * sizeof *positions);
    uint32_t* firsts = pl_alloc(hooks, count, sizeof *firsts);
    bool done = positions && firsts;
    for (size_t i = 0; done && i < 3 * count; ++i) positions[i] = (double)part->rest[i];
    done = done && pl_merge_positions(hooks, positions, count, places, firsts, &place_count);
    for (size_t i = 0; done && i < count; ++i) shades[i] = firsts[places[i]];
    pl_free(hooks, positions);
    pl_free(hooks, firsts);
    return done;
}

static bool make_splitter(const plump_allocator* hooks, const pl_film_part* part, double angle,
                          pl_film_drawn* drawn, splitter* s) {
    size_t vertices = part->vertex_count, corners = 3 * (size_t)part->triangle_count;
    *s = (splitter){.part = part,
                    .drawn = drawn,
                    .cosine = cos(angle * (3.14159265358979323846 / 180)),
                    .normals = pl_alloc(hooks, corners, sizeof(double)),
                    .places = pl_alloc(hooks, vertices, sizeof(uint32_t)),
                    .is_taken = pl_alloc_zero(hooks, vertices, sizeof(bool)),
                    .starts = pl_alloc(hooks, vertices + 2, sizeof(uint32_t)),
                    .fans = pl_alloc(hooks, corners, sizeof(uint32_t))};
    return s->normals && s->places && s->is_taken && s->starts && s->fans &&
           find_places(hooks, part, s->places, drawn->shades);
}

static void free_splitter(const plump_allocator* hooks, splitter* s) {
    pl_free(hooks, s->normals);
    pl_free(hooks, s->places);
    pl_free(hooks, s->is_taken);
    pl_free(hooks, s->starts);
    pl_free(hooks, s->fans);
}

bool pl_film_split(const plump_allocator* hooks, const pl_film_part* part, double angle,
                   pl_film_drawn* drawn) {
    size_t vertices = part->vertex_count, corners = 3 * (size_t)part->triangle_count;
    // at worst every corner becomes a vertex
    size_t most = vertices + (angle < 180 ? corners : 0);
    *drawn = (pl_film_drawn){.vertex_count = part->vertex_count,
                             .triangle_count = part->triangle_count,
                             .source = pl_alloc(hooks, most, sizeof(uint32_t)),
                             .shades = pl_alloc(hooks, most, sizeof(uint32_t)),
                             .indices = pl_alloc(hooks, corners, sizeof(uint32_t))};
    splitter s = {0};
    bool is_made = drawn->source && drawn->shades && drawn->indices &&
                   make_splitter(hooks, part, angle, drawn, &s);
    if (is_made) {
        for (uint32_t i = 0; i < part->vertex_count; ++i) drawn->source[i] = i;
        memcpy(drawn->indices, part->indices, corners * sizeof(uint32_t));
        if (angle < 180) split(&s);
    } else {
        pl_film_free_drawn(hooks, drawn);
    }
    free_splitter(hooks, &s);
    return is_made;
}

void pl_film_free_drawn(const plump_allocator* hooks, pl_film_drawn* drawn) {
    pl_free(hooks, drawn->source);
    pl_free(hooks, drawn->shades);
    pl_free(hooks, drawn->indices);
    *drawn = (pl_film_drawn){0};
}

void pl_film_gather(const pl_film_drawn* drawn, const float* positions, float* gathered) {
    for (size_t i = 0; i < drawn->vertex_count; ++i)
        memcpy(gathered + 3 * i, positions + 3 * (size_t)drawn->source[i], 3 * sizeof(float));
}

// ---------------------------------------------------------------- normals

static void add_triangle(const pl_film_drawn* drawn, const uint32_t* corners,
                         const float* positions, double* sums) {
    const float *p = positions + 3 * (size_t)corners[0], *q = positions + 3 * (size_t)corners[1],
                *r = positions + 3 * (size_t)corners[2];
    double a[3], b[3];
    for (int k = 0; k < 3; ++k) {
        a[k] = (double)q[k] - (double)p[k];
        b[k] = (double)r[k] - (double)p[k];
    }
    double normal[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                        a[0] * b[1] - a[1] * b[0]};
    for (unsigned c = 0; c < 3; ++c) {
        double* sum = sums + 3 * (size_t)drawn->shades[corners[c]];
        for (size_t k = 0; k < 3; ++k) sum[k] += normal[k];
    }
}

void pl_film_normals(const pl_film_drawn* drawn, const float* positions, double* sums,
                     float* normals) {
    memset(sums, 0, 3 * sizeof(double) * (size_t)drawn->vertex_count);
    for (size_t i = 0; i < drawn->triangle_count; ++i)
        add_triangle(drawn, drawn->indices + 3 * i, positions, sums);
    for (size_t i = 0; i < drawn->vertex_count; ++i) {
        const double* s = sums + 3 * (size_t)drawn->shades[i];
        // squares below this lose their digits: the normal would not be of length 1
        double length = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
        for (size_t k = 0; k < 3; ++k)
            normals[3 * i + k] = length > 1e-140 ? (float)(s[k] / length) : (k == 1 ? 1.0f : 0.0f);
    }
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Around each vertex the triangles that meet in an edge and are bent by less than the angle there
// belong together; each such group has a vertex of its own. The first keeps the vertex's number.
#include "io/film_creases.h"

#include <math.h>
#include <string.h>

#define FAN_MAX 64  // where more triangles meet, as at a pole, the surface is taken as smooth

typedef struct {
    const pl_film_part* part;
    pl_film_drawn* drawn;
    double cosine;
    double* normals;   // unit, of each triangle; zero where it has no area
    uint32_t* starts;  // of each vertex's triangles in `fans`
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
    for (size_t i = 0; i < corners; ++i) s->starts[s->part->indices[i] + 2]++;
    for (uint32_t i = 0; i < vertices; ++i) s->starts[i + 2] += s->starts[i + 1];
    for (size_t i = 0; i < corners; ++i)
        s->fans[s->starts[s->part->indices[i] + 1]++] = (uint32_t)(i / 3);
}

// Two triangles around a vertex share another one: an edge.
static bool share_edge(const splitter* s, uint32_t vertex, uint32_t a, uint32_t b) {
    const uint32_t *p = s->part->indices + 3 * (size_t)a, *q = s->part->indices + 3 * (size_t)b;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) {
            if (p[i] == q[k] && p[i] != vertex) return true;
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
static void group_fan(const splitter* s, uint32_t vertex, const uint32_t* fan, uint32_t count,
                      uint32_t* labels) {
    for (uint32_t i = 0; i < count; ++i) labels[i] = i;
    for (uint32_t i = 1; i < count; ++i) {
        for (uint32_t k = 0; k < i; ++k) {
            if (labels[i] == labels[k] || !is_smooth(s, fan[i], fan[k]) ||
                !share_edge(s, vertex, fan[i], fan[k]))
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

static void split_vertex(splitter* s, uint32_t vertex) {
    const uint32_t* fan = s->fans + s->starts[vertex];
    uint32_t count = s->starts[vertex + 1] - s->starts[vertex], labels[FAN_MAX], names[FAN_MAX];
    if (count < 2 || count > FAN_MAX) return;
    group_fan(s, vertex, fan, count, labels);
    for (uint32_t i = 0; i < count; ++i) {
        if (labels[i] == 0) continue;
        if (labels[i] == i) {  // the first of its group
            names[i] = s->drawn->vertex_count;
            s->drawn->source[s->drawn->vertex_count++] = vertex;
        }
        set_corner(s, fan[i], vertex, names[labels[i]]);
    }
}

static void split(splitter* s) {
    for (uint32_t i = 0; i < s->part->triangle_count; ++i)
        find_normal(s->part, i, s->normals + 3 * (size_t)i);
    find_fans(s);
    for (uint32_t i = 0; i < s->part->vertex_count; ++i) split_vertex(s, i);
}

bool pl_film_split(const plump_allocator* hooks, const pl_film_part* part, double angle,
                   pl_film_drawn* drawn) {
    size_t vertices = part->vertex_count, corners = 3 * (size_t)part->triangle_count;
    bool is_needed = angle < 180;
    // at worst every corner becomes a vertex
    *drawn = (pl_film_drawn){
        .vertex_count = part->vertex_count,
        .triangle_count = part->triangle_count,
        .source = pl_alloc(hooks, vertices + (is_needed ? corners : 0), sizeof(uint32_t)),
        .indices = pl_alloc(hooks, corners, sizeof(uint32_t))};
    splitter s = {.part = part,
                  .drawn = drawn,
                  .cosine = cos(angle * (3.14159265358979323846 / 180)),
                  .normals = is_needed ? pl_alloc(hooks, corners, sizeof(double)) : NULL,
                  .starts = is_needed ? pl_alloc(hooks, vertices + 2, sizeof(uint32_t)) : NULL,
                  .fans = is_needed ? pl_alloc(hooks, corners, sizeof(uint32_t)) : NULL};
    bool is_made =
        drawn->source && drawn->indices && (!is_needed || (s.normals && s.starts && s.fans));
    if (is_made) {
        for (uint32_t i = 0; i < part->vertex_count; ++i) drawn->source[i] = i;
        memcpy(drawn->indices, part->indices, corners * sizeof(uint32_t));
        if (is_needed) split(&s);
    } else {
        pl_film_free_drawn(hooks, drawn);
    }
    pl_free(hooks, s.normals);
    pl_free(hooks, s.starts);
    pl_free(hooks, s.fans);
    return is_made;
}

void pl_film_free_drawn(const plump_allocator* hooks, pl_film_drawn* drawn) {
    pl_free(hooks, drawn->source);
    pl_free(hooks, drawn->indices);
    *drawn = (pl_film_drawn){0};
}

void pl_film_gather(const pl_film_drawn* drawn, const float* positions, float* gathered) {
    for (size_t i = 0; i < drawn->vertex_count; ++i)
        memcpy(gathered + 3 * i, positions + 3 * (size_t)drawn->source[i], 3 * sizeof(float));
}

// ---------------------------------------------------------------- normals

static void add_triangle(const uint32_t* corners, const float* positions, double* sums) {
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
        for (size_t k = 0; k < 3; ++k) sums[3 * (size_t)corners[c] + k] += normal[k];
    }
}

void pl_film_normals(const pl_film_drawn* drawn, const float* positions, double* sums,
                     float* normals) {
    memset(sums, 0, 3 * sizeof(double) * (size_t)drawn->vertex_count);
    for (size_t i = 0; i < drawn->triangle_count; ++i)
        add_triangle(drawn->indices + 3 * i, positions, sums);
    for (size_t i = 0; i < drawn->vertex_count; ++i) {
        const double* s = sums + 3 * i;
        // squares below this lose their digits: the normal would not be of length 1
        double length = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
        for (size_t k = 0; k < 3; ++k)
            normals[3 * i + k] = length > 1e-140 ? (float)(s[k] / length) : (k == 1 ? 1.0f : 0.0f);
    }
}

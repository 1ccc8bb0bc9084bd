// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Small surfaces for tests, ways to break them, and a plain judge of finished meshes that shares no
// code with the intake. Include after cmocka.h.
#ifndef MESH_FIXTURES_H
#define MESH_FIXTURES_H

#include <plump/mesh.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixture {
    double* positions;
    uint32_t vertex_count;
    uint32_t* indices;
    uint32_t triangle_count;
} fixture;

static inline uint32_t fixture_vertex(fixture* f, double x, double y, double z) {
    f->positions = realloc(f->positions, ((size_t)f->vertex_count + 1) * 3 * sizeof(double));
    double* p = f->positions + 3 * (size_t)f->vertex_count;
    p[0] = x, p[1] = y, p[2] = z;
    return f->vertex_count++;
}

static inline void fixture_triangle(fixture* f, uint32_t a, uint32_t b, uint32_t c) {
    f->indices = realloc(f->indices, ((size_t)f->triangle_count + 1) * 3 * sizeof(uint32_t));
    uint32_t* t = f->indices + 3 * (size_t)f->triangle_count++;
    t[0] = a, t[1] = b, t[2] = c;
}

static inline void fixture_quad(fixture* f, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    fixture_triangle(f, a, b, c);
    fixture_triangle(f, a, c, d);
}

static inline void fixture_free(fixture* f) {
    free(f->positions);
    free(f->indices);
    *f = (fixture){0};
}

// Appends all of `other`, moved by (x, y, z).
static inline void fixture_append(fixture* f, const fixture* other, double x, double y, double z) {
    uint32_t base = f->vertex_count;
    for (uint32_t v = 0; v < other->vertex_count; ++v) {
        const double* p = other->positions + 3 * (size_t)v;
        fixture_vertex(f, p[0] + x, p[1] + y, p[2] + z);
    }
    for (uint32_t i = 0; i < other->triangle_count; ++i) {
        const uint32_t* t = other->indices + 3 * (size_t)i;
        fixture_triangle(f, base + t[0], base + t[1], base + t[2]);
    }
}

// Eight corners, twelve triangles, outward.
static inline fixture fixture_box(double x, double y, double z) {
    fixture f = {0};
    for (unsigned i = 0; i < 8; ++i)
        fixture_vertex(&f, i & 1 ? x : 0, i & 2 ? y : 0, i & 4 ? z : 0);
    fixture_quad(&f, 0, 2, 3, 1);
    fixture_quad(&f, 4, 5, 7, 6);
    fixture_quad(&f, 0, 1, 5, 4);
    fixture_quad(&f, 2, 6, 7, 3);
    fixture_quad(&f, 0, 4, 6, 2);
    fixture_quad(&f, 1, 3, 7, 5);
    return f;
}

// Meridians and parallels, outward; 2 + meridians x parallels vertices.
static inline fixture fixture_sphere(double radius, uint32_t meridians, uint32_t parallels) {
    const double pi = 3.14159265358979323846;
    fixture f = {0};
    uint32_t top = fixture_vertex(&f, 0, radius, 0), bottom = fixture_vertex(&f, 0, -radius, 0);
    for (uint32_t j = 0; j < parallels; ++j) {
        double theta = pi * (j + 1) / (parallels + 1);
        for (uint32_t i = 0; i < meridians; ++i) {
            double phi = 2 * pi * i / meridians;
            fixture_vertex(&f, radius * sin(theta) * cos(phi), radius * cos(theta),
                           -radius * sin(theta) * sin(phi));
        }
    }
    for (uint32_t i = 0; i < meridians; ++i) {
        uint32_t next = (i + 1) % meridians, last = 2 + (parallels - 1) * meridians;
        fixture_triangle(&f, top, 2 + i, 2 + next);
        fixture_triangle(&f, bottom, last + next, last + i);
        for (uint32_t j = 0; j + 1 < parallels; ++j) {
            uint32_t row = 2 + j * meridians, below = row + meridians;
            fixture_quad(&f, row + i, below + i, below + next, row + next);
        }
    }
    return f;
}

// A band of quads around a ring: rows across x columns around. `twisted` joins it upside down;
// `tube` closes it across as well. A twisted tube is a Klein bottle (passing through itself).
static inline fixture fixture_ring(uint32_t columns, uint32_t rows, bool twisted, bool tube) {
    const double pi = 3.14159265358979323846;
    fixture f = {0};
    for (uint32_t i = 0; i < columns; ++i) {
        double phi = 2 * pi * i / columns;
        for (uint32_t j = 0; j < rows; ++j) {
            double u, v;
            if (tube) {
                double angle = 2 * pi * j / rows;
                u = 0.5 * cos(angle), v = 0.3 * sin(angle);
            } else {
                u = 0, v = (double)j / (rows - 1) - 0.5;
            }
            // half a turn on the way round, so that the twisted ends meet
            double half = twisted ? phi / 2 : 0;
            double out = 2 + u * cos(half) - v * sin(half), up = u * sin(half) + v * cos(half);
            fixture_vertex(&f, out * cos(phi), up, -out * sin(phi));
        }
    }
    for (uint32_t i = 0; i < columns; ++i) {
        for (uint32_t j = 0; j + (tube ? 0 : 1) < rows; ++j) {
            uint32_t j1 = (j + 1) % rows, k = (i + 1) % columns;
            bool seam = twisted && i + 1 == columns;
            // half a turn takes (u, v) to (-u, -v): across a strip, or half way round a tube
            uint32_t m = !seam ? j : tube ? (j + rows / 2) % rows : rows - 1 - j;
            uint32_t m1 = !seam ? j1 : tube ? (j1 + rows / 2) % rows : rows - 1 - j1;
            fixture_quad(&f, i * rows + j, k * rows + m, k * rows + m1, i * rows + j1);
        }
    }
    return f;
}

// Every triangle gets three vertices of its own.
static inline fixture fixture_soup(const fixture* from) {
    fixture f = {0};
    for (uint32_t i = 0; i < 3 * from->triangle_count; ++i) {
        const double* p = from->positions + 3 * (size_t)from->indices[i];
        fixture_vertex(&f, p[0], p[1], p[2]);
        if (i % 3 == 2) fixture_triangle(&f, i - 2, i - 1, i);
    }
    return f;
}

static inline void fixture_turn(fixture* f, uint32_t triangle) {
    uint32_t* t = f->indices + 3 * (size_t)triangle;
    uint32_t kept = t[1];
    t[1] = t[2], t[2] = kept;
}

static inline void fixture_turn_all(fixture* f) {
    for (uint32_t i = 0; i < f->triangle_count; ++i) fixture_turn(f, i);
}

static inline void fixture_drop(fixture* f, uint32_t triangle) {
    uint32_t* t = f->indices + 3 * (size_t)triangle;
    --f->triangle_count;
    memmove(t, t + 3, ((size_t)f->triangle_count - triangle) * 3 * sizeof *t);
}

static inline plump_mesh_def fixture_def(const fixture* f) {
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles.positions = f->positions;
    def.triangles.position_type = PLUMP_SCALAR_FLOAT64;
    def.triangles.vertex_count = f->vertex_count;
    def.triangles.indices = f->indices;
    def.triangles.index_type = PLUMP_INDEX_UINT32;
    def.triangles.triangle_count = f->triangle_count;
    return def;
}

// The same triangles in the caller's frame, as a file would hold them.
static inline fixture fixture_of_mesh(const plump_mesh* mesh) {
    fixture f = {0};
    double origin[3];
    plump_mesh_origin(mesh, origin);
    const float* p = plump_mesh_positions(mesh);
    const uint32_t* t = plump_mesh_indices(mesh);
    f.vertex_count = plump_mesh_vertex_count(mesh);
    f.triangle_count = plump_mesh_triangle_count(mesh);
    f.positions = malloc(((size_t)f.vertex_count + 1) * 3 * sizeof(double));
    f.indices = malloc(((size_t)f.triangle_count + 1) * 3 * sizeof(uint32_t));
    for (size_t i = 0; i < 3 * (size_t)f.vertex_count; ++i)
        f.positions[i] = origin[i % 3] + (double)p[i];
    memcpy(f.indices, t, 3 * (size_t)f.triangle_count * sizeof *t);
    return f;
}

// What intake made of a fixture.
typedef struct outcome {
    plump_result result;
    plump_mesh* mesh;
    plump_mesh_report report;
    plump_error error;
} outcome;

static inline outcome fixture_create(const plump_mesh_def* def) {
    outcome o;
    memset(&o, 0, sizeof o);
    o.result = plump_mesh_create(def, &o.mesh, &o.report, &o.error);
    return o;
}

static inline outcome fixture_take(const fixture* f) {
    plump_mesh_def def = fixture_def(f);
    return fixture_create(&def);
}

static inline uint64_t outcome_count(const outcome* o, plump_finding_kind kind) {
    return o->report.findings[kind].count;
}

// The plain judge.

static inline int fixture_compare(const void* a, const void* b) {
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return (x > y) - (x < y);
}

static inline uint32_t fixture_root(uint32_t* parent, uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static inline double fixture_volume(const plump_mesh* mesh) {
    const float* p = plump_mesh_positions(mesh);
    const uint32_t* t = plump_mesh_indices(mesh);
    double sum = 0;
    for (uint32_t i = 0; i < plump_mesh_triangle_count(mesh); ++i, t += 3) {
        const float *a = p + 3 * (size_t)t[0], *b = p + 3 * (size_t)t[1], *c = p + 3 * (size_t)t[2];
        sum += (double)a[0] * ((double)b[1] * c[2] - (double)b[2] * c[1]) +
               (double)a[1] * ((double)b[2] * c[0] - (double)b[0] * c[2]) +
               (double)a[2] * ((double)b[0] * c[1] - (double)b[1] * c[0]);
    }
    return sum / 6;
}

// Every directed edge once, and its reverse once; every vertex used, with one ring of triangles.
static inline const char* fixture_fault(const plump_mesh* mesh) {
    size_t triangles = plump_mesh_triangle_count(mesh), vertices = plump_mesh_vertex_count(mesh);
    const uint32_t* t = plump_mesh_indices(mesh);
    const char* fault = NULL;
    uint64_t* there = malloc((3 * triangles + 1) * sizeof *there);
    uint64_t* back = malloc((3 * triangles + 1) * sizeof *back);
    for (size_t i = 0; i < 3 * triangles; ++i) {
        uint64_t a = t[i], b = t[i % 3 == 2 ? i - 2 : i + 1];
        if (a >= vertices) fault = "index out of range";
        there[i] = a << 32 | b;
        back[i] = b << 32 | a;
    }
    qsort(there, 3 * triangles, sizeof *there, fixture_compare);
    qsort(back, 3 * triangles, sizeof *back, fixture_compare);
    for (size_t i = 0; i < 3 * triangles && !fault; ++i) {
        if (i > 0 && there[i] == there[i - 1]) fault = "an edge is used twice in one direction";
        if (there[i] != back[i]) fault = "an edge has no counterpart";
    }
    free(there);
    free(back);
    if (fault) return fault;

    // corners at a vertex are joined over edges; each vertex must have one group
    uint32_t* parent = malloc((3 * triangles + 1) * sizeof *parent);
    uint64_t* edge = malloc((6 * triangles + 1) * sizeof *edge);
    uint32_t* groups = calloc(vertices + 1, sizeof *groups);
    for (uint32_t i = 0; i < 3 * triangles; ++i) parent[i] = i;
    for (uint32_t i = 0; i < 3 * triangles; ++i) {
        uint32_t next = i % 3 == 2 ? i - 2 : i + 1;
        // the corner joined at each end of the edge, as (edge, corner) pairs sorted by edge
        uint64_t a = t[i], b = t[next];
        edge[2 * i] = (a < b ? a * vertices + b : b * vertices + a) * 2 + (a > b);
        edge[2 * i + 1] = i;
    }
    qsort(edge, 3 * triangles, 2 * sizeof *edge, fixture_compare);
    for (size_t i = 0; i + 1 < 3 * triangles; i += 2) {
        uint32_t g = (uint32_t)edge[2 * i + 1], h = (uint32_t)edge[2 * i + 3];
        uint32_t g1 = g % 3 == 2 ? g - 2 : g + 1, h1 = h % 3 == 2 ? h - 2 : h + 1;
        parent[fixture_root(parent, g)] = fixture_root(parent, h1);
        parent[fixture_root(parent, g1)] = fixture_root(parent, h);
    }
    for (uint32_t i = 0; i < 3 * triangles; ++i) groups[t[i]] += fixture_root(parent, i) == i;
    for (size_t v = 0; v < vertices; ++v) {
        if (groups[v] == 0) fault = "a vertex has no triangle";
        if (groups[v] > 1) fault = "a vertex joins two sheets";
    }
    free(parent);
    free(edge);
    free(groups);
    return fault;
}

// Written and taken in again a mesh must come out as it was.
static inline const char* fixture_round_trip_fault(const plump_mesh* mesh) {
    fixture f = fixture_of_mesh(mesh);
    plump_mesh_def def = fixture_def(&f);
    def.find_intersections = false;
    outcome o = fixture_create(&def);
    const char* fault = NULL;
    double a[3], b[3];
    size_t vertices = plump_mesh_vertex_count(mesh), triangles = plump_mesh_triangle_count(mesh);
    plump_mesh_origin(mesh, a);
    if (o.result != PLUMP_OK) {
        fault = "refused when taken in again";
    } else if (o.report.verdict != PLUMP_VERDICT_ACCEPT) {
        fault = "repaired again";
    } else {
        plump_mesh_origin(o.mesh, b);
        if (memcmp(a, b, sizeof a) != 0) fault = "another origin";
        if (plump_mesh_vertex_count(o.mesh) != vertices) fault = "other vertices";
        if (plump_mesh_triangle_count(o.mesh) != triangles) fault = "other triangles";
        if (!fault && memcmp(plump_mesh_positions(o.mesh), plump_mesh_positions(mesh),
                             vertices * 3 * sizeof(float)) != 0)
            fault = "other positions";
        if (!fault && memcmp(plump_mesh_indices(o.mesh), plump_mesh_indices(mesh),
                             triangles * 3 * sizeof(uint32_t)) != 0)
            fault = "other indices";
    }
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
    return fault;
}

#endif

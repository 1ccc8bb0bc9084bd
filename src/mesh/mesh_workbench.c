// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the intake's steps do to the workbench again and again.
#include <float.h>
#include <math.h>
#include <string.h>

#include "src/mesh/mesh_intake.h"

pl_mesh_view pl_intake_view(const pl_intake* s) {
    return (pl_mesh_view){s->positions, s->vertex_count, s->triangles, s->triangle_count};
}

bool pl_intake_build_edges(pl_intake* s) {
    pl_arena_release(&s->edging, NULL);
    pl_mesh_view view = pl_intake_view(s);
    return pl_edges_build(&s->edging, &s->scratch, &view, &s->edges);
}

void pl_intake_mark_used(pl_intake* s) {
    if (s->vertex_count) memset(s->used, 0, s->vertex_count);
    size_t corners = (size_t)s->triangle_count * 3;
    for (size_t i = 0; i < corners; ++i) s->used[s->triangles[i]] = 1;
}

static bool enlarge(pl_intake* s, void** items, size_t used, size_t extra, size_t size) {
    void* larger = pl_arena_alloc(&s->keep, used + extra, size);
    if (!larger) return false;
    if (used) memcpy(larger, *items, used * size);
    memset((char*)larger + used * size, 0, extra * size);
    *items = larger;
    return true;
}

bool pl_intake_grow_vertices(pl_intake* s, uint32_t extra) {
    size_t n = s->vertex_count;
    if (extra > PL_NONE - s->vertex_count - 2) return false;
    return enlarge(s, (void**)&s->positions, n, extra, 3 * sizeof(double)) &&
           enlarge(s, (void**)&s->vertex_source, n, extra, sizeof(uint32_t)) &&
           enlarge(s, (void**)&s->vertex_target, n, extra, sizeof(uint32_t)) &&
           enlarge(s, (void**)&s->used, n, extra, 1);
}

bool pl_intake_grow_triangles(pl_intake* s, uint32_t extra) {
    size_t n = s->triangle_count;
    if (extra > PL_NONE / 3 - s->triangle_count) return false;
    return enlarge(s, (void**)&s->triangles, n, extra, 3 * sizeof(uint32_t)) &&
           enlarge(s, (void**)&s->triangle_source, n, extra, sizeof(uint32_t)) &&
           enlarge(s, (void**)&s->sliver, n, extra, 1);
}

void pl_intake_drop_marked(pl_intake* s, const unsigned char* mark) {
    uint32_t kept = 0;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        if (mark[f]) continue;
        for (int k = 0; k < 3; ++k)
            s->triangles[3 * (size_t)kept + (size_t)k] = s->triangles[3 * (size_t)f + (size_t)k];
        s->triangle_source[kept] = s->triangle_source[f];
        s->sliver[kept] = s->sliver[f];
        ++kept;
    }
    s->triangle_count = kept;
}

void pl_intake_drop_repeated(pl_intake* s) {
    uint32_t kept = 0;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        const uint32_t* t = s->triangles + 3 * (size_t)f;
        uint32_t a = t[0], b = t[1], c = t[2];
        if (a == b || b == c || c == a) {
            pl_intake_find_triangle(s, PLUMP_FINDING_DEGENERATE_TRIANGLES, f);
            continue;
        }
        uint32_t* to = s->triangles + 3 * (size_t)kept;
        to[0] = a, to[1] = b, to[2] = c;
        s->triangle_source[kept] = s->triangle_source[f];
        s->sliver[kept] = s->sliver[f];
        ++kept;
    }
    s->triangle_count = kept;
}

void pl_intake_turn(pl_intake* s, uint32_t triangle) {
    uint32_t* t = s->triangles + 3 * (size_t)triangle;
    uint32_t kept = t[1];
    t[1] = t[2];
    t[2] = kept;
}

static double distance_squared(const double* p, const double* q) {
    double x = q[0] - p[0], y = q[1] - p[1], z = q[2] - p[2];
    return x * x + y * y + z * z;
}

void pl_intake_sides(const pl_intake* s, const uint32_t corners[3], double sides[3]) {
    const double* p[3];
    for (int k = 0; k < 3; ++k) p[k] = s->positions + 3 * (size_t)corners[k];
    for (int k = 0; k < 3; ++k) sides[k] = distance_squared(p[k], p[(k + 1) % 3]);
}

static double largest_coordinate(const pl_intake* s, const uint32_t corners[3]) {
    double largest = 0;
    for (int i = 0; i < 9; ++i) {
        double x =
            fabs(s->origin[i % 3] + s->positions[3 * (size_t)corners[i / 3] + (size_t)i % 3]);
        if (x > largest) largest = x;
    }
    return largest;
}

bool pl_intake_is_sliver(const pl_intake* s, const uint32_t corners[3]) {
    const double* a = s->positions + 3 * (size_t)corners[0];
    const double* b = s->positions + 3 * (size_t)corners[1];
    const double* c = s->positions + 3 * (size_t)corners[2];
    double u[3], v[3], sides[3];
    for (int k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k];
    double x = u[1] * v[2] - u[2] * v[1];
    double y = u[2] * v[0] - u[0] * v[2];
    double z = u[0] * v[1] - u[1] * v[0];
    double area = x * x + y * y + z * z;  // (2 area)^2 = (height x longest side)^2
    pl_intake_sides(s, corners, sides);
    double longest = sides[0] > sides[1] ? sides[0] : sides[1];
    if (sides[2] > longest) longest = sides[2];

    double least = 4 * DBL_EPSILON * s->reach;
    if (area > least * least * longest) return false;
    least = 4 * DBL_EPSILON * largest_coordinate(s, corners);
    return area <= least * least * longest;
}

void pl_intake_mark_slivers(pl_intake* s) {
    for (uint32_t f = 0; f < s->triangle_count; ++f)
        s->sliver[f] = pl_intake_is_sliver(s, s->triangles + 3 * (size_t)f);
}

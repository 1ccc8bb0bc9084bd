// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "bench/surface_measure.h"

#include <math.h>
#include <stdlib.h>

typedef struct vec {
    double x, y, z;
} vec;

static vec at(const double* p, uint32_t i) {
    return (vec){p[3 * (size_t)i], p[3 * (size_t)i + 1], p[3 * (size_t)i + 2]};
}

static vec sub(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static vec cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static double length(vec a) {
    return sqrt(dot(a, a));
}

// --- edges ---

// Half an edge as it stands in a triangle; sorted, the two halves of an edge are neighbours.
typedef struct half {
    uint32_t low, high, apex;
    bool forward;  // low to high is the triangle's own direction
} half;

static int by_ends(const void* a, const void* b) {
    const half *p = a, *q = b;
    if (p->low != q->low) return p->low < q->low ? -1 : 1;
    return (p->high > q->high) - (p->high < q->high);
}

static void list_halves(const uint32_t* corners, uint32_t triangles, half* halves) {
    for (uint32_t t = 0; t < triangles; ++t) {
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t a = corners[3 * t + k], b = corners[3 * t + (k + 1) % 3];
            half h = {a < b ? a : b, a < b ? b : a, corners[3 * t + (k + 2) % 3], a < b};
            halves[3 * (size_t)t + k] = h;
        }
    }
}

// The signed angle between the normals of the two triangles, about the edge.
static double angle_across(const surface_edge* e, const double* p) {
    vec from = at(p, e->from), along = sub(at(p, e->to), from);
    vec n = cross(along, sub(at(p, e->left), from));
    vec m = cross(sub(at(p, e->right), from), along);
    return atan2(dot(cross(n, m), along), dot(n, m) * length(along));
}

static double area_beside(const surface_edge* e, const double* p) {
    vec from = at(p, e->from), along = sub(at(p, e->to), from);
    vec n = cross(along, sub(at(p, e->left), from));
    vec m = cross(sub(at(p, e->right), from), along);
    return 0.5 * (length(n) + length(m));
}

static double longest_side(const double* p, uint32_t count) {
    double most = 0;
    for (uint32_t k = 0; k < 3; ++k) {
        double low = p[k], high = p[k];
        for (uint32_t i = 1; i < count; ++i) {
            low = fmin(low, p[3 * (size_t)i + k]);
            high = fmax(high, p[3 * (size_t)i + k]);
        }
        most = fmax(most, high - low);
    }
    return most;
}

bool surface_edges_make(const plump_mesh* mesh, const double* rest, surface_edges* edges) {
    uint32_t triangles = plump_mesh_triangle_count(mesh);
    size_t count = 3 * (size_t)triangles;
    half* halves = malloc(count * sizeof *halves);
    *edges = (surface_edges){.items = malloc(count / 2 * sizeof *edges->items)};
    if (!halves || !edges->items) {
        free(halves);
        surface_edges_free(edges);
        return false;
    }
    list_halves(plump_mesh_indices(mesh), triangles, halves);
    qsort(halves, count, sizeof *halves, by_ends);
    for (size_t i = 0; i + 1 < count; i += 2) {  // closed and manifold: two by two
        const half *a = &halves[i], *b = &halves[i + 1];
        surface_edge e = {.from = a->low, .to = a->high};
        e.left = a->forward ? a->apex : b->apex;
        e.right = a->forward ? b->apex : a->apex;
        e.angle = angle_across(&e, rest);
        e.length = length(sub(at(rest, e.to), at(rest, e.from)));
        e.weight = area_beside(&e, rest) / 3;
        edges->items[edges->count++] = e;
    }
    edges->size = longest_side(rest, plump_mesh_vertex_count(mesh));
    free(halves);
    return true;
}

void surface_edges_free(surface_edges* edges) {
    free(edges->items);
    *edges = (surface_edges){0};
}

// --- figures ---

surface_roughness surface_roughness_measure(const surface_edges* edges, const double* positions,
                                            double floor) {
    const double pi = 3.14159265358979323846;
    double squares = 0, bends = 0, weights = 0, most = 0;
    uint32_t folded = 0;
    for (uint32_t i = 0; i < edges->count; ++i) {
        const surface_edge* e = &edges->items[i];
        double change = fabs(angle_across(e, positions) - e->angle);
        if (change > pi) change = 2 * pi - change;
        squares += change * change;
        if (e->length > 0) bends += e->weight * (change / e->length) * (change / e->length);
        weights += e->weight;
        bool lies = fmin(at(positions, e->from).y, at(positions, e->to).y) < floor;
        folded += change > pi / 3 && fabs(e->angle) < pi / 4 && !lies;
        most = fmax(most, change);
    }
    double count = edges->count;
    return (surface_roughness){.rms = sqrt(squares / count) * 180 / pi,
                               .bend = sqrt(bends / weights) * edges->size,
                               .folded = folded / count,
                               .most = most * 180 / pi};
}

double surface_volume(const plump_mesh* mesh, const double* positions) {
    const uint32_t* corners = plump_mesh_indices(mesh);
    vec middle = at(positions, 0);
    double sum = 0;
    for (uint32_t t = 0; t < plump_mesh_triangle_count(mesh); ++t, corners += 3) {
        vec a = sub(at(positions, corners[0]), middle), b = sub(at(positions, corners[1]), middle);
        sum += dot(a, cross(b, sub(at(positions, corners[2]), middle)));
    }
    return sum / 6;
}

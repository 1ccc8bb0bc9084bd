// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Corner normals for smooth shading. Each corner averages the normals of the triangles around its
// vertex, weighted by their angle there (so that the way a face is cut does not show), but only of
// those within the crease angle of its own triangle. Vertices at equal positions count as one, so
// split seams do not show. Corners that come out equal are stored once.
#include "render/scene.h"

#include "src/base/hash.h"

#include <math.h>
#include <string.h>

// Above this many triangles around a vertex each compares with the mean instead of with all others:
// a fan of a million triangles must not take a million squared steps.
#define AROUND_MAX 64

typedef struct workspace {
    uint32_t* classes;      // per vertex: the first vertex at the same position
    uint32_t* first;        // per class + 1: where its corners begin in `around`
    uint32_t* around;       // corners by class
    float (*faces)[3];      // unit normals, 0 where there is no area
    float (*creases)[3];    // the same where creases are looked for: there, or at rest
    float* angles;          // per corner
    int16_t (*normals)[4];  // per corner: the result
    double crease_cosine;
} workspace;

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static uint64_t position_key(const float p[3]) {
    uint32_t bits[3];
    for (int k = 0; k < 3; ++k) {
        float value = p[k] + 0.0f;  // -0 becomes 0
        memcpy(&bits[k], &value, sizeof value);
    }
    return pl_hash_mix(((uint64_t)bits[0] << 32 | bits[1]) ^ pl_hash_mix(bits[2]));
}

static uint64_t class_key(const pl_corners_job* job, uint32_t v) {
    uint64_t key = position_key(job->positions + 3 * (size_t)v);
    if (!job->segments) return key;
    key = pl_hash_words(key, job->segments + 4 * (size_t)v, 4);
    return pl_hash_mix(pl_hash_floats(key, job->weights + 4 * (size_t)v, 4));
}

static bool is_same(const pl_corners_job* job, uint32_t v, uint32_t other) {
    const float *p = job->positions + 3 * (size_t)v, *q = job->positions + 3 * (size_t)other;
    if (p[0] != q[0] || p[1] != q[1] || p[2] != q[2]) return false;
    size_t a = 4 * (size_t)v, b = 4 * (size_t)other;
    return !job->segments ||
           (memcmp(job->segments + a, job->segments + b, 4 * sizeof *job->segments) == 0 &&
            memcmp(job->weights + a, job->weights + b, 4 * sizeof *job->weights) == 0);
}

static bool find_classes(pl_arena* arena, const pl_corners_job* job, workspace* w) {
    size_t size = 16;
    while (size < job->vertex_count * 2) size *= 2;
    void* mark = pl_arena_mark(arena);
    uint32_t* table = pl_arena_alloc(arena, size, sizeof *table);
    if (!table) return false;
    memset(table, 0xFF, size * sizeof *table);
    for (uint32_t v = 0; v < job->vertex_count; ++v) {
        size_t slot = (size_t)class_key(job, v) & (size - 1);
        for (;; slot = (slot + 1) & (size - 1)) {
            uint32_t other = table[slot];
            if (other == UINT32_MAX) {
                table[slot] = w->classes[v] = v;
                break;
            }
            if (is_same(job, v, other)) {
                w->classes[v] = other;
                break;
            }
        }
    }
    pl_arena_release(arena, mark);
    return true;
}

// A triangle's unit normal, 0 where it has no area; its edges are left in `edge`.
static void find_normal(const float* positions, const uint32_t t[3], double edge[3][3],
                        float normal[3]) {
    double n[3];
    for (int k = 0; k < 3; ++k) {
        const float* from = positions + 3 * (size_t)t[k];
        const float* to = positions + 3 * (size_t)t[(k + 1) % 3];
        for (int i = 0; i < 3; ++i) edge[k][i] = (double)to[i] - (double)from[i];
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = edge[0][i] * edge[1][j] - edge[0][j] * edge[1][i];
    }
    double area = sqrt(dot(n, n));
    for (int k = 0; k < 3; ++k) normal[k] = area > 0 ? (float)(n[k] / area) : 0;
}

static void measure_face(const pl_corners_job* job, workspace* w, size_t triangle) {
    const uint32_t* t = job->indices + 3 * triangle;
    double edge[3][3], length[3];
    const float* rest = job->item->rest_positions;
    if (rest) find_normal(rest, t, edge, w->creases[triangle]);
    find_normal(job->positions, t, edge, w->faces[triangle]);
    for (int k = 0; k < 3; ++k) length[k] = sqrt(dot(edge[k], edge[k]));
    for (int k = 0; k < 3; ++k) {
        double product = length[k] * length[(k + 2) % 3];
        double cosine = product > 0 ? -dot(edge[k], edge[(k + 2) % 3]) / product : 1;
        w->angles[3 * triangle + (size_t)k] = (float)acos(fmax(-1, fmin(1, cosine)));
    }
}

// Closed and consistent: every directed edge has its opposite, so signed sums of a hash over the
// edges cancel. Outward: the volume is positive.
static void find_solid(pl_corners_job* job, const workspace* w) {
    uint64_t sum = 0;
    double volume = 0;
    for (size_t t = 0; t < job->triangle_count; ++t) {
        const uint32_t* corner = job->indices + 3 * t;
        const float* p[3];
        for (int k = 0; k < 3; ++k) {
            uint64_t a = w->classes[corner[k]], b = w->classes[corner[(k + 1) % 3]];
            if (a < b) sum += pl_hash_mix(a << 32 | b);
            if (a > b) sum -= pl_hash_mix(b << 32 | a);
            p[k] = job->positions + 3 * (size_t)corner[k];
        }
        for (int k = 0; k < 3; ++k) {
            int i = (k + 1) % 3, j = (k + 2) % 3;
            volume += (double)p[0][k] *
                      ((double)p[1][i] * (double)p[2][j] - (double)p[1][j] * (double)p[2][i]);
        }
    }
    job->is_closed = sum == 0;
    job->is_solid = sum == 0 && volume > 0;
}

// Sorts the corners by class: counts, starts, places.
static void gather_around(const pl_corners_job* job, workspace* w) {
    size_t corners = job->triangle_count * 3;
    for (size_t c = 0; c < corners; ++c) w->first[w->classes[job->indices[c]] + 1]++;
    for (size_t v = 0; v < job->vertex_count; ++v) w->first[v + 1] += w->first[v];
    // filled from the end of each class, so that first[v + 1] ends as the start of v
    for (size_t c = corners; c-- > 0;) {
        w->around[--w->first[w->classes[job->indices[c]] + 1]] = (uint32_t)c;
    }
    w->first[job->vertex_count + 1] = (uint32_t)corners;
}

static void add_scaled(double sum[3], const float n[3], double weight) {
    for (int k = 0; k < 3; ++k) sum[k] += weight * (double)n[k];
}

static void store_normal(const double sum[3], const float fallback[3], int16_t out[4]) {
    double length = sqrt(dot(sum, sum));
    for (int k = 0; k < 3; ++k) {
        double n = length > 1e-12 ? sum[k] / length : (double)fallback[k];
        out[k] = (int16_t)lround(n * 32767);
    }
    out[3] = 0;
}

static void smooth_many(const workspace* w, const uint32_t* around, size_t count) {
    double mean[3] = {0, 0, 0}, rest[3] = {0, 0, 0};
    for (size_t i = 0; i < count; ++i) {
        add_scaled(mean, w->faces[around[i] / 3], (double)w->angles[around[i]]);
        add_scaled(rest, w->creases[around[i] / 3], (double)w->angles[around[i]]);
    }
    double length = sqrt(dot(rest, rest));
    for (size_t i = 0; i < count; ++i) {
        const float *own = w->faces[around[i] / 3], *crease = w->creases[around[i] / 3];
        double own_wide[3] = {(double)own[0], (double)own[1], (double)own[2]};
        double crease_wide[3] = {(double)crease[0], (double)crease[1], (double)crease[2]};
        bool near = dot(rest, crease_wide) >= w->crease_cosine * length;
        store_normal(near ? mean : own_wide, own, w->normals[around[i]]);
    }
}

// Whether two triangles meet smoothly.
static bool is_smooth(const workspace* w, size_t corner, size_t other) {
    const float *a = w->creases[corner / 3], *b = w->creases[other / 3];
    return (double)a[0] * (double)b[0] + (double)a[1] * (double)b[1] +
               (double)a[2] * (double)b[2] >=
           w->crease_cosine;
}

static void smooth_few(const workspace* w, const uint32_t* around, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        double sum[3] = {0, 0, 0};
        for (size_t j = 0; j < count; ++j) {
            if (j == i || is_smooth(w, around[i], around[j]))
                add_scaled(sum, w->faces[around[j] / 3], (double)w->angles[around[j]]);
        }
        store_normal(sum, w->faces[around[i] / 3], w->normals[around[i]]);
    }
}

// --- rings ---

static bool add_pair(const pl_corners_job* job, size_t corner) {
    pl_corner_rings* rings = job->rings;
    const uint32_t* triangle = job->indices + corner / 3 * 3;
    size_t at = rings->pair_count;
    if (at >= rings->pair_most || !pl_grow(&rings->hooks, (void**)&rings->pairs,
                                           &rings->pair_capacity, at, at + 1, sizeof *rings->pairs))
        return false;
    rings->pairs[at][0] = triangle[(corner + 1) % 3];
    rings->pairs[at][1] = triangle[(corner + 2) % 3];
    rings->pair_count++;
    return true;
}

// Whether a corner's normal counts another triangle in, as smooth_few() and smooth_many() do.
static bool counts_in(const pl_corners_job* job, const workspace* w, size_t corner, size_t other,
                      bool few) {
    int16_t alone[4];
    if (job->item->shading == PLUMP_SHADING_FLAT) return false;
    if (few) return is_smooth(w, corner, other);
    store_normal((const double[3]){0}, w->faces[corner / 3], alone);
    return memcmp(alone, w->normals[corner], sizeof alone) != 0;
}

// The ring of a corner that is stored at `at`.
static bool add_ring(const pl_corners_job* job, const workspace* w, size_t corner, size_t at) {
    pl_corner_rings* rings = job->rings;
    if (!rings) return true;
    uint32_t vertex = job->indices[corner], class = w->classes[vertex];
    const uint32_t* around = w->around + w->first[class + 1];
    size_t count = w->first[class + 2] - w->first[class + 1], first = rings->pair_count;
    bool added = add_pair(job, corner), few = count <= AROUND_MAX;
    for (size_t i = 0; added && i < count; ++i) {
        if (around[i] != corner && counts_in(job, w, corner, around[i], few))
            added = add_pair(job, around[i]);
    }
    rings->items[at] = (pl_corner_ring){
        .vertex = vertex, .first = (uint32_t)first, .count = (uint32_t)(rings->pair_count - first)};
    memcpy(rings->items[at].colour, job->corners[at].colour, sizeof job->corners[at].colour);
    memcpy(rings->items[at].texcoord, job->corners[at].texcoord, sizeof job->corners[at].texcoord);
    return added;
}

// --- corners ---

static plump_colour cover(plump_colour below, plump_colour above) {
    unsigned a = above.a, b = 255 - a;
    return (plump_colour){(uint8_t)((above.r * a + below.r * b + 127) / 255),
                          (uint8_t)((above.g * a + below.g * b + 127) / 255),
                          (uint8_t)((above.b * a + below.b * b + 127) / 255), below.a};
}

// What is not a number, or so far out that nothing is left of its fraction, is 0.
static float usable_texcoord(float value) {
    return value > -1e5f && value < 1e5f ? value : 0;
}

static pl_scene_corner make_corner(const pl_corners_job* job, const workspace* w, size_t c) {
    const plump_picture_item* item = job->item;
    plump_colour colour = item->colour;
    colour.a = 0;
    if (item->vertex_colours) colour = cover(colour, item->vertex_colours[job->indices[c]]);
    if (item->triangle_colours) {
        plump_colour own = item->triangle_colours[c / 3];
        colour = cover(colour, own);
        colour.a = own.a;
    }
    pl_scene_corner corner = {0};
    const float* texcoord = item->texture ? item->texcoords : NULL;
    for (size_t k = 0; texcoord && k < 2; ++k)
        corner.texcoord[k] = usable_texcoord(texcoord[2 * (size_t)job->indices[c] + k]);
    memcpy(corner.position, job->positions + 3 * (size_t)job->indices[c], sizeof corner.position);
    memcpy(corner.normal, w->normals[c], sizeof corner.normal);
    memcpy(corner.colour, &colour, sizeof corner.colour);
    return corner;
}

// Stores the corners of one class, each once. A wireframe needs three of its own per triangle.
static bool store_class(pl_corners_job* job, const workspace* w, const uint32_t* around,
                        size_t count) {
    size_t begin = job->corner_count;
    bool stored = true;
    for (size_t i = 0; i < count; ++i) {
        pl_scene_corner corner = make_corner(job, w, around[i]);
        size_t at = job->corner_count;
        size_t from = at - begin > AROUND_MAX ? at - AROUND_MAX : begin;
        while (from < at && memcmp(&job->corners[from], &corner, sizeof corner) != 0) from++;
        job->corners[from] = corner;
        job->corner_indices[around[i]] = (uint32_t)from;
        if (from < at) continue;
        job->corner_count++;
        stored = stored && add_ring(job, w, around[i], at);
    }
    return stored;
}

static bool prepare(pl_arena* arena, const pl_corners_job* job, workspace* w) {
    size_t triangles = job->triangle_count;
    w->faces = pl_arena_alloc(arena, triangles, sizeof *w->faces);
    w->creases = w->faces;
    if (job->item->rest_positions)
        w->creases = pl_arena_alloc(arena, triangles, sizeof *w->creases);
    w->angles = pl_arena_alloc(arena, triangles * 3, sizeof *w->angles);
    w->normals = pl_arena_alloc(arena, triangles * 3, sizeof *w->normals);
    w->classes = pl_arena_alloc(arena, job->vertex_count, sizeof *w->classes);
    w->first = pl_arena_alloc_zero(arena, job->vertex_count + 2, sizeof *w->first);
    w->around = pl_arena_alloc(arena, triangles * 3, sizeof *w->around);
    w->crease_cosine = cos(job->item->crease_angle * (3.14159265358979 / 180));
    return w->faces && w->creases && w->angles && w->normals && w->classes && w->first &&
           w->around && find_classes(arena, job, w);
}

bool pl_scene_corners(pl_arena* arena, pl_corners_job* job) {
    void* mark = pl_arena_mark(arena);
    workspace w = {0};
    if (!prepare(arena, job, &w)) return false;
    for (size_t t = 0; t < job->triangle_count; ++t) measure_face(job, &w, t);
    find_solid(job, &w);
    gather_around(job, &w);
    bool flat = job->item->shading == PLUMP_SHADING_FLAT;
    bool stored = true;
    job->corner_count = 0;
    for (size_t v = 0; v < job->vertex_count; ++v) {
        const uint32_t* around = w.around + w.first[v + 1];
        size_t count = w.first[v + 2] - w.first[v + 1];
        for (size_t i = 0; flat && i < count; ++i) {
            store_normal((const double[3]){0}, w.faces[around[i] / 3], w.normals[around[i]]);
        }
        if (!flat && count > AROUND_MAX) smooth_many(&w, around, count);
        if (!flat && count <= AROUND_MAX) smooth_few(&w, around, count);
        if (!job->item->wireframe) stored = stored && store_class(job, &w, around, count);
    }
    for (size_t c = 0; job->item->wireframe && c < job->triangle_count * 3; ++c) {
        job->corners[c] = make_corner(job, &w, c);
        job->corner_indices[c] = (uint32_t)c;
        job->corner_count++;
        stored = stored && add_ring(job, &w, c, c);
    }
    pl_arena_release(arena, mark);
    return stored;
}

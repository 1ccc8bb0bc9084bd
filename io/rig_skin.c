// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which bones move which vertex, and how much. A vertex belongs to one bone (rig_regions.c) and
// shares only in those next to it in the skeleton: with d the distance to a bone over the bone's
// thickness, weights go as 1 / d^6. Within a limb its own bone wins, and at joints neighbours share
// evenly. Where regions of bones meet that are not next to each other, that leaves a jump, so that
// weights are then averaged over the edges of the surface a few times.
#include "io/rig_parts.h"

#include <math.h>
#include <string.h>

#define SLOTS      8    // bones of a place while weights are averaged
#define SPREAD     0.3  // of a bone's thickness: how far averaging reaches
#define ROUNDS_MIN 5
#define ROUNDS_MAX 64

// Largest first; weight 0: no more.
typedef struct {
    uint32_t bones[SLOTS];
    double weights[SLOTS];
} shares;

static void put_in(shares* s, uint32_t bone, double weight) {
    int at = SLOTS;
    while (at > 0 && weight > s->weights[at - 1]) --at;
    for (int k = SLOTS - 1; k > at; --k) {
        s->weights[k] = s->weights[k - 1];
        s->bones[k] = s->bones[k - 1];
    }
    if (at == SLOTS) return;
    s->weights[at] = weight;
    s->bones[at] = bone;
}

static void share_place(const plump_rig_def* def, const double p[3], uint32_t owner, shares* s) {
    double sum = 0, own = pl_rig_distance(&def->bones[owner], p);
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < def->bone_count; ++i) {
        if (!pl_rig_is_next(def, i, owner)) continue;
        // not above 1e6, should a bone be far nearer than the one the place belongs to
        double nearness = fmin(own / pl_rig_distance(&def->bones[i], p), 10);
        double cube = nearness * nearness * nearness;
        put_in(s, i, cube * cube);
    }
    for (int k = 0; k < SLOTS; ++k) sum += s->weights[k];
    for (int k = 0; k < SLOTS; ++k) s->weights[k] /= sum;
}

// --- averaging ---

static void add_scaled(double* sums, const shares* s, double factor) {
    for (int k = 0; k < SLOTS && s->weights[k] > 0; ++k)
        sums[s->bones[k]] += factor * s->weights[k];
}

static void take_out(double* sums, const shares* s, shares* out) {
    for (int k = 0; k < SLOTS && s->weights[k] > 0; ++k) {
        if (sums[s->bones[k]] > 0) put_in(out, s->bones[k], sums[s->bones[k]]);
        sums[s->bones[k]] = 0;
    }
}

// Half its own, half the mean of those around it. `sums` has a 0 per bone, and again afterwards.
static void average_place(const pl_rig_map* map, const shares* from, size_t place, double* sums,
                          shares* out) {
    size_t begin = map->first[place], end = map->first[place + 1];
    double total = 0;
    memset(out, 0, sizeof *out);
    add_scaled(sums, &from[place], end > begin ? 0.5 : 1);
    for (size_t i = begin; i < end; ++i)
        add_scaled(sums, &from[map->around[i]], 0.5 / (double)(end - begin));
    take_out(sums, &from[place], out);
    for (size_t i = begin; i < end; ++i) take_out(sums, &from[map->around[i]], out);
    for (int k = 0; k < SLOTS; ++k) total += out->weights[k];
    for (int k = 0; k < SLOTS; ++k) out->weights[k] /= total;
}

// So many that weights spread over the same length on fine and on coarse surfaces: it grows as the
// edges' length and the root of the number.
static int count_rounds(const plump_rig_def* def, const pl_rig_map* map) {
    double length = 0, radius = 0;
    size_t edges = map->first[map->count];
    for (size_t i = 0; i < map->count; ++i) {
        for (size_t k = map->first[i]; k < map->first[i + 1]; ++k) {
            const double *a = map->positions[i], *b = map->positions[map->around[k]];
            double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
            length += sqrt(x * x + y * y + z * z);
        }
    }
    for (uint32_t i = 0; i < def->bone_count; ++i) radius += def->bones[i].radius;
    double reach = SPREAD * radius / def->bone_count * (double)edges;
    if (!(reach > length * sqrt(ROUNDS_MIN))) return ROUNDS_MIN;
    double ratio = reach / length;
    return (int)fmin(ceil(ratio * ratio), ROUNDS_MAX);
}

static const shares* average(const plump_rig_def* def, const pl_rig_map* map, shares* from,
                             shares* to) {
    double sums[256] = {0};
    int rounds = count_rounds(def, map);
    for (int n = 0; n < rounds; ++n) {
        for (size_t i = 0; i < map->count; ++i) average_place(map, from, i, sums, &to[i]);
        shares* done = to;
        to = from;
        from = done;
    }
    return from;
}

// --- the skin ---

// Four are kept, and of those what counts.
static void keep_four(const shares* s, pl_rig_share* share) {
    double sum = 0;
    memset(share, 0, sizeof *share);
    for (int k = 0; k < 4; ++k) {
        if (s->weights[k] >= 0.01 * s->weights[0]) sum += s->weights[k];
    }
    for (int k = 0; k < 4; ++k) {
        if (s->weights[k] < 0.01 * s->weights[0]) continue;
        share->weights[k] = (float)(s->weights[k] / sum);
        share->bones[k] = s->bones[k];
    }
}

static bool share_places(const plump_allocator* hooks, const plump_rig_def* def,
                         const plump_triangles* t, const pl_rig_map* map, pl_rig_share* skin) {
    shares* from = pl_alloc(hooks, map->count, sizeof *from);
    shares* to = pl_alloc(hooks, map->count, sizeof *to);
    bool made = from && to;
    if (made) {
        for (size_t i = 0; i < map->count; ++i)
            share_place(def, map->positions[i], map->owners[i], &from[i]);
        const shares* done = average(def, map, from, to);
        for (uint32_t i = 0; i < t->vertex_count; ++i) keep_four(&done[map->places[i]], &skin[i]);
    }
    pl_free(hooks, from);
    pl_free(hooks, to);
    return made;
}

bool pl_rig_skin(const plump_allocator* hooks, const plump_rig_def* def, const plump_triangles* t,
                 pl_rig_share* skin) {
    pl_rig_map map;
    bool made = pl_rig_map_make(hooks, t, &map) && pl_rig_find_owners(hooks, def, &map) &&
                share_places(hooks, def, t, &map, skin);
    pl_rig_map_free(hooks, &map);
    return made;
}

// --- normals ---

static void add_normal(const plump_triangles* t, uint32_t triangle, double* sums) {
    double p[3][3], a[3], b[3];
    for (unsigned c = 0; c < 3; ++c)
        pl_triangles_position(t, pl_triangles_corner(t, triangle, c), p[c]);
    for (int k = 0; k < 3; ++k) a[k] = p[1][k] - p[0][k], b[k] = p[2][k] - p[0][k];
    for (unsigned c = 0; c < 3; ++c) {
        double* sum = sums + 3 * (size_t)pl_triangles_corner(t, triangle, c);
        for (int k = 0; k < 3; ++k) {
            int i = (k + 1) % 3, j = (k + 2) % 3;
            sum[k] += a[i] * b[j] - a[j] * b[i];
        }
    }
}

bool pl_rig_normals(const plump_allocator* hooks, const plump_triangles* t, float* normals) {
    double* sums = pl_alloc_zero(hooks, t->vertex_count, 3 * sizeof *sums);
    if (!sums) return false;
    for (uint32_t i = 0; i < t->triangle_count; ++i) add_normal(t, i, sums);
    for (size_t i = 0; i < t->vertex_count; ++i) {
        const double* s = sums + 3 * i;
        double length = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
        for (size_t k = 0; k < 3; ++k)
            normals[3 * i + k] = length > 1e-140 ? (float)(s[k] / length) : (k == 1 ? 1.0f : 0.0f);
    }
    pl_free(hooks, sums);
    return true;
}

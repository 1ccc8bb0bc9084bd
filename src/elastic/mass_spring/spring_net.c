// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/mass_spring/spring_net.h"

#include "src/elastic/ball_sample.h"
#include "src/mesh/mesh_sort.h"

#include <string.h>

// A spring may be this many times as stiff for the lighter of its corners as in an even mesh. What
// short edges and slivers add beyond would not be seen, but every step would have to follow it.
#define STIFF_MOST 64.0
#define BEND_MOST  16.0
#define MASS_LEAST 1e-6  // of the mean, as bodies have it
#define FLAT       1e-12
#define MERGES     8
#define KEPT       0x80000000u  // marks a new number

static pl_vec3d at(const pl_spring_net* net, uint32_t point) {
    return pl_vec3d_load(net->position + 3 * (size_t)point);
}

static double twice_area(pl_vec3d a, pl_vec3d b) {
    return pl_vec3d_length(pl_vec3d_cross(a, b));
}

// The cotangent of the angle between two vectors; a sliver's is large, but not infinite.
static double cotangent(pl_vec3d a, pl_vec3d b) {
    double along = pl_vec3d_dot(a, b), least = 0.01 * (fabs(along) + FLAT);
    double across = twice_area(a, b);
    return along / (across > least ? across : least);
}

static void weigh_bend(const pl_vec3d to[3], double* weight) {
    pl_vec3d back = pl_vec3d_scale(to[0], -1.0);
    double c01 = cotangent(to[0], to[1]), c02 = cotangent(to[0], to[2]);
    double c03 = cotangent(back, pl_vec3d_sub(to[1], to[0]));
    double c04 = cotangent(back, pl_vec3d_sub(to[2], to[0]));
    weight[0] = c01 + c02;
    weight[1] = -c01 - c03;
    weight[2] = -c02 - c04;
}

static double least_mass(const pl_spring_net* net, const uint32_t* corner, int begin, int end) {
    double least = net->mass[corner[begin]];
    for (int k = begin + 1; k < end; ++k)
        if (net->mass[corner[k]] < least) least = net->mass[corner[k]];
    return least;
}

// What the bend of a regular mesh would be for every corner, times thickness^2.
static double even_bend(const pl_spring_net* net) {
    return 1.5 / (net->edge_mean * net->edge_mean);
}

static double limit(double value, double most) {
    return value < most ? value : most;
}

static void stiffen(pl_spring_net* net, uint32_t stencil, pl_spring_ratios ratios) {
    const uint32_t* c = net->corner + 4 * (size_t)stencil;
    double *k = net->stiffness + 3 * (size_t)stencil, *w = net->weight + 3 * (size_t)stencil;
    pl_vec3d to[3];
    for (int i = 0; i < 3; ++i) to[i] = pl_vec3d_sub(at(net, c[i + 1]), at(net, c[0]));
    pl_vec3d cross = pl_vec3d_sub(to[2], to[1]);
    double area = 0.5 * (twice_area(to[0], to[1]) + twice_area(to[0], to[2]));
    double least = FLAT * net->edge_mean * net->edge_mean;
    double edge2 = pl_vec3d_dot(to[0], to[0]) + least, cross2 = pl_vec3d_dot(cross, cross) + least;
    weigh_bend(to, w);
    k[PL_SPRING_EDGE] = limit(area / edge2, STIFF_MOST * least_mass(net, c, 0, 2));
    k[PL_SPRING_CROSS] = ratios.shear * limit(area / cross2, STIFF_MOST * least_mass(net, c, 2, 4));
    double bend2 = ratios.thickness * ratios.thickness;
    k[PL_SPRING_BEND] = bend2 / 12 * 3 / (area + least);
    double size[4] = {fabs(w[0] + w[1] + w[2]), fabs(w[0]), fabs(w[1]), fabs(w[2])};
    double sum = size[0] + size[1] + size[2] + size[3];
    for (int i = 0; i < 4; ++i) {
        double most = BEND_MOST * even_bend(net) * bend2 * net->mass[c[i]];
        if (k[PL_SPRING_BEND] * size[i] * sum > most) k[PL_SPRING_BEND] = most / (size[i] * sum);
    }
}

static bool make_points(pl_spring_net* net, uint32_t count, pl_arena* memory) {
    net->point_count = count;
    net->position = pl_arena_alloc(memory, count, 3 * sizeof *net->position);
    net->mass = pl_arena_alloc(memory, count, sizeof *net->mass);
    net->part = pl_arena_alloc(memory, count, sizeof *net->part);
    return net->position && net->mass && net->part;
}

static bool make_stencils(pl_spring_net* net, uint32_t count, pl_arena* memory) {
    net->count = count;
    net->corner = pl_arena_alloc(memory, count, 4 * sizeof *net->corner);
    net->weight = pl_arena_alloc(memory, count, 3 * sizeof *net->weight);
    net->stiffness = pl_arena_alloc(memory, count, 3 * sizeof *net->stiffness);
    return net->corner && net->weight && net->stiffness;
}

static void put_point(pl_spring_net* net, uint32_t point, const pl_surface* s, uint32_t place,
                      double area) {
    double share = area / s->area_total * s->count;
    for (size_t k = 0; k < 3; ++k) net->position[3 * (size_t)point + k] = (double)s->rest[k][place];
    net->mass[point] = share > MASS_LEAST ? share : MASS_LEAST;
    net->part[point] = s->part_of[place];
}

// --- all of a surface ---

bool pl_spring_net_make(const pl_surface* s, pl_spring_ratios ratios, pl_arena* memory,
                        pl_spring_net* net) {
    *net = (pl_spring_net){.part_count = s->part_count, .edge_mean = s->edge_mean};
    uint32_t edges = s->ring_first[s->count] / 2, used = 0;
    if (!make_points(net, s->count, memory) || !make_stencils(net, edges, memory)) return false;
    for (uint32_t i = 0; i < s->count; ++i) put_point(net, i, s, i, (double)s->area[i]);
    for (uint32_t i = 0; i < s->count; ++i) {
        uint32_t first = s->ring_first[i], valence = s->ring_first[i + 1] - first;
        for (uint32_t k = 0; k < valence; ++k) {
            const uint32_t* ring = s->ring + first;
            if (ring[k] < i) continue;
            uint32_t* corner = net->corner + 4 * (size_t)used;
            corner[0] = i;
            corner[1] = ring[k];
            corner[2] = ring[(k + 1) % valence];
            corner[3] = ring[(k + valence - 1) % valence];
            stiffen(net, used++, ratios);
        }
    }
    return true;
}

// --- a sample of it ---

// Triangles whose corners belong to three samples make triangles of samples; each edge of these
// under its two ends, with the corner opposite to it.
static size_t list_edges(const pl_surface* s, const uint32_t* owner, uint32_t count,
                         pl_keyed* edges) {
    size_t used = 0;
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        uint32_t c[3];
        for (int k = 0; k < 3; ++k) c[k] = owner[s->triangles[3 * (size_t)t + (size_t)k]];
        if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
        for (int k = 0; k < 3; ++k) {
            uint32_t a = c[k], b = c[(k + 1) % 3];
            uint32_t low = a < b ? a : b, high = a < b ? b : a;
            edges[used++] = (pl_keyed){(uint64_t)low * count + high, c[(k + 2) % 3]};
        }
    }
    return used;
}

// An edge of samples counts if it has two different corners opposite: the first two found.
static uint32_t take_edges(pl_spring_net* net, const pl_keyed* edges, size_t count,
                           pl_spring_ratios ratios) {
    uint32_t used = 0;
    for (size_t i = 0; i < count;) {
        size_t end = i, other = i;
        while (end < count && edges[end].key == edges[i].key) {
            if (other == i && edges[end].value != edges[i].value) other = end;
            ++end;
        }
        if (other != i) {
            uint32_t* corner = net->corner + 4 * (size_t)used;
            corner[0] = (uint32_t)(edges[i].key / net->point_count);
            corner[1] = (uint32_t)(edges[i].key % net->point_count);
            corner[2] = edges[i].value;
            corner[3] = edges[other].value;
            stiffen(net, used++, ratios);
        }
        i = end;
    }
    return used;
}

// A sample that is the end of fewer than three edges would swing freely: a neighbour takes what it
// owns. Returns how many are left, numbered anew.
static uint32_t merge_loose(const pl_surface* s, const pl_spring_net* net, uint32_t* place,
                            uint32_t* owner, uint32_t* into) {
    uint32_t count = net->point_count, left = 0;
    memset(into, 0, count * sizeof *into);
    for (uint32_t k = 0; k < net->count; ++k)
        for (size_t i = 0; i < 2; ++i) into[net->corner[4 * (size_t)k + i]]++;
    for (uint32_t i = 0; i < count; ++i) into[i] = into[i] < 3 ? UINT32_MAX : i;
    for (uint32_t i = 0; i < s->count; ++i) {
        for (uint32_t k = s->ring_first[i]; k < s->ring_first[i + 1]; ++k) {
            uint32_t own = owner[i], next = owner[s->ring[k]];
            if (into[own] == UINT32_MAX && into[next] == next) into[own] = next;
        }
    }
    for (uint32_t i = 0; i < count; ++i) {
        if (into[i] != i && into[i] != UINT32_MAX) continue;
        place[left] = place[i];
        into[i] = left++ | KEPT;
    }
    for (uint32_t i = 0; i < s->count; ++i) {
        uint32_t to = into[owner[i]];
        owner[i] = (to & KEPT ? to : into[to]) & ~KEPT;
    }
    return left;
}

// What goes from round to round: samples, and what of the surface each stands for.
typedef struct {
    uint32_t count, *place, *owner, *into;
    double* area;
    pl_keyed *edges, *spare;
} sampling;

static bool draw(const pl_surface* s, const sampling* from, pl_spring_ratios ratios,
                 pl_arena* memory, pl_spring_net* net) {
    if (!make_points(net, from->count, memory)) return false;
    memset(from->area, 0, from->count * sizeof *from->area);
    for (uint32_t i = 0; i < s->count; ++i) from->area[from->owner[i]] += (double)s->area[i];
    for (uint32_t i = 0; i < from->count; ++i) put_point(net, i, s, from->place[i], from->area[i]);
    // as far apart as in an even mesh of as many points
    net->edge_mean = s->edge_mean * sqrt((double)s->count / from->count);
    size_t found = list_edges(s, from->owner, from->count, from->edges);
    pl_sort_keyed(from->edges, from->spare, found);
    if (!make_stencils(net, (uint32_t)(found / 2 + 1), memory)) return false;
    net->count = take_edges(net, from->edges, found, ratios);
    return true;
}

static bool sample(const pl_surface* s, pl_spring_ratios ratios, uint32_t count, pl_arena* memory,
                   pl_arena* scratch, pl_spring_net* net) {
    pl_ball_sample chosen;
    if (!pl_ball_sample_make(s, s->extent, count, scratch, &chosen)) return false;
    size_t most = 3 * (size_t)s->triangle_count;
    sampling now = {.count = chosen.count, .place = chosen.place, .owner = chosen.owner};
    now.into = pl_arena_alloc(scratch, now.count, sizeof *now.into);
    now.area = pl_arena_alloc(scratch, now.count, sizeof *now.area);
    now.edges = pl_arena_alloc(scratch, most, sizeof *now.edges);
    now.spare = pl_arena_alloc(scratch, most, sizeof *now.spare);
    if (!now.into || !now.area || !now.edges || !now.spare) return false;
    for (int round = 0; round < MERGES; ++round) {
        if (!draw(s, &now, ratios, memory, net)) return false;
        now.count = merge_loose(s, net, now.place, now.owner, now.into);
        if (now.count == net->point_count) break;
    }
    return true;
}

bool pl_spring_net_sample(const pl_surface* surface, pl_spring_ratios ratios, uint32_t count,
                          pl_arena* memory, pl_spring_net* net) {
    *net = (pl_spring_net){.part_count = surface->part_count};
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool done = sample(surface, ratios, count, memory, &scratch, net);
    pl_arena_release(&scratch, NULL);
    return done;
}

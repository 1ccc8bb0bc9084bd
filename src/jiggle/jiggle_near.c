// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Anchors in a shape that no matrix moves: a soft body, or a bind pose that morph targets change.
// Each goes with the best rigid motion of the vertices around it,
//     min over R, t of  sum w_i |R x_i + t - y_i|^2,   w_i = area_i (1 - d_i^2 / r^2)^2,
// with x_i at rest, y_i now, and d_i < r how far x_i is from the anchor (Horn 1987: R is the fit of
// the moments, and means go to means). Of a shape that moves as one this is its motion exactly; of
// one that is squashed the anchor stays amid what is around it, and its spring sees the motion of
// that part alone.
#include "src/jiggle/jiggle_data.h"
#include "src/math/rotation.h"

#include <float.h>
#include <math.h>

#define NEAR_LEAST 8u     // vertices that a fit wants
#define NEAR_MOST  4096u  // and all it needs: of more, some evenly

// A vertex that has a say in where an anchor goes.
struct pl_jiggle_near {
    uint32_t vertex;
    float weight;
};

// --- lists ---

static pl_vec3d place_of(const float* rows, uint32_t vertex) {
    return pl_vec3_widen(pl_vec3_load(rows + 3 * (size_t)vertex));
}

// Of the triangles around each vertex, as shares of the mean; 1 where there are none at all.
static void find_areas(const plump_jiggle* jiggle, double* areas) {
    double total = 0;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) areas[i] = 0;
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t) {
        const uint32_t* corner = jiggle->triangles + 3 * (size_t)t;
        pl_vec3d a = place_of(jiggle->bind, corner[0]), b = place_of(jiggle->bind, corner[1]),
                 c = place_of(jiggle->bind, corner[2]);
        double area = pl_vec3d_length(pl_vec3d_cross(pl_vec3d_sub(b, a), pl_vec3d_sub(c, a)));
        for (int k = 0; k < 3; ++k) areas[corner[k]] += area;
        total += 3 * area;
    }
    double mean = total > 0 ? total / (double)jiggle->vertex_count : 1;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) areas[i] = total > 0 ? areas[i] / mean : 1;
}

static double square_to(const plump_jiggle* jiggle, const double anchor[3], uint32_t vertex) {
    pl_vec3d at = pl_vec3d_sub(pl_vec3d_load(anchor), pl_vec3d_load(jiggle->centre));
    return pl_vec3d_length_squared(pl_vec3d_sub(place_of(jiggle->bind, vertex), at));
}

// Vertices that count within a distance.
static uint32_t count_within(const plump_jiggle* jiggle, const double anchor[3], double reach,
                             const double* areas) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i)
        count += areas[i] > 0 && square_to(jiggle, anchor, i) < reach * reach;
    return count;
}

// The radius of the set; more where too few vertices are so near.
static double find_reach(const plump_jiggle* jiggle, const plump_jiggle_set* set,
                         const double* areas, uint32_t* count) {
    double nearest = DBL_MAX, farthest = 0, reach = (double)set->radius;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        double square = square_to(jiggle, set->anchor, i);
        nearest = square < nearest ? square : nearest;
        farthest = square > farthest ? square : farthest;
    }
    nearest = 1.5 * sqrt(nearest);
    farthest = 1.5 * sqrt(farthest);
    reach = reach > nearest ? reach : nearest;
    for (;;) {
        *count = count_within(jiggle, set->anchor, reach, areas);
        if (*count >= NEAR_LEAST || reach >= farthest) return reach;
        reach = 2 * reach > farthest * 1e-6 ? 2 * reach : farthest * 1e-6;
    }
}

// The vertices of a set, of `count` within reach every so many-th, and their middle.
static uint32_t gather(const plump_jiggle* jiggle, uint32_t index, double reach, uint32_t count,
                       const double* areas, struct pl_jiggle_near* near, double middle[3]) {
    const plump_jiggle_set* set = &jiggle->sets[index];
    uint32_t each = (count - 1) / NEAR_MOST + 1, seen = 0, taken = 0;
    double total = 0;
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        double square = square_to(jiggle, set->anchor, i) / (reach * reach);
        if (!(areas[i] > 0 && square < 1) || seen++ % each != 0) continue;
        float weight = (float)(areas[i] * (1 - square) * (1 - square));
        near[taken++] = (struct pl_jiggle_near){i, weight};
        total += (double)weight;
        sum = pl_vec3d_add_scaled(sum, (double)weight, place_of(jiggle->bind, i));
    }
    pl_vec3d_store(pl_vec3d_scale(sum, 1 / total), middle);
    return taken;
}

// Lists of all sets, one after the other.
static bool make_lists(const plump_jiggle* jiggle, pl_arena* scratch, pl_arena* memory,
                       pl_jiggle_nearby* nearby) {
    uint32_t sets = jiggle->set_count;
    double* areas = pl_arena_alloc(scratch, jiggle->vertex_count, sizeof *areas);
    double* reach = pl_arena_alloc(scratch, sets, sizeof *reach);
    uint32_t* count = pl_arena_alloc(scratch, sets, sizeof *count);
    if (!areas || !reach || !count) return false;
    size_t room = 0;
    find_areas(jiggle, areas);
    for (uint32_t i = 0; i < sets; ++i) {
        reach[i] = find_reach(jiggle, &jiggle->sets[i], areas, &count[i]);
        room += count[i] < NEAR_MOST ? count[i] : NEAR_MOST;
    }
    nearby->near = pl_arena_alloc(memory, room, sizeof *nearby->near);
    if (!nearby->near) return false;
    nearby->first[0] = 0;
    for (uint32_t i = 0; i < sets; ++i)
        nearby->first[i + 1] = nearby->first[i] + gather(jiggle, i, reach[i], count[i], areas,
                                                         nearby->near + nearby->first[i],
                                                         nearby->middles + 3 * (size_t)i);
    return true;
}

bool pl_jiggle_make_nearby(const plump_jiggle* jiggle, pl_arena* memory, pl_jiggle_nearby* nearby) {
    pl_arena scratch = pl_arena_make(jiggle->memory.hooks);
    size_t sets = jiggle->set_count;
    nearby->first = pl_arena_alloc(memory, sets + 1, sizeof *nearby->first);
    nearby->middles = pl_arena_alloc(memory, sets, 3 * sizeof(double));
    bool made = nearby->first && nearby->middles && make_lists(jiggle, &scratch, memory, nearby);
    pl_arena_release(&scratch, NULL);
    return made;
}

// --- fits ---

void pl_jiggle_fit_nearby(const pl_jiggle_nearby* nearby, uint32_t index, const float* rest_rows,
                          const double rest_centre[3], const float* rows, const double centre[3],
                          double scale, double m[12]) {
    double moments[9] = {0}, r[9], total = 0;
    pl_vec3d rest = pl_vec3d_load(nearby->middles + 3 * (size_t)index),
             now = pl_vec3d_make(0, 0, 0);
    for (uint32_t i = nearby->first[index]; i < nearby->first[index + 1]; ++i) {
        const struct pl_jiggle_near* near = &nearby->near[i];
        double weight = (double)near->weight;
        pl_vec3d x = pl_vec3d_sub(place_of(rest_rows, near->vertex), rest),
                 y = place_of(rows, near->vertex);
        pl_rotation_add_moment(moments, y, pl_vec3d_scale(x, weight));
        now = pl_vec3d_add_scaled(now, weight, y);
        total += weight;
    }
    pl_rotation_fit(moments, r);
    // from about the centres into the world
    now = pl_vec3d_add(pl_vec3d_scale(now, 1 / total), pl_vec3d_load(centre));
    rest = pl_vec3d_add(rest, pl_vec3d_load(rest_centre));
    pl_vec3d shift = pl_vec3d_sub(now, pl_vec3d_scale(pl_rotation_turn(r, rest), scale));
    const double t[3] = {shift.x, shift.y, shift.z};
    for (int k = 0; k < 12; ++k) m[k] = k % 4 == 3 ? t[k / 4] : scale * r[3 * (k / 4) + k % 4];
}

// --- morph targets ---

static bool make_morph(plump_jiggle* jiggle) {
    pl_jiggle_morph* morph = &jiggle->morph;
    size_t floats = 3 * (size_t)jiggle->vertex_count;
    if (morph->is_made) return true;
    morph->rest = pl_arena_alloc(&morph->memory, floats, sizeof *morph->rest);
    morph->matrices = pl_arena_alloc_zero(&morph->memory, jiggle->set_count, 12 * sizeof(double));
    morph->is_made = morph->rest && morph->matrices &&
                     pl_jiggle_make_nearby(jiggle, &morph->memory, &morph->nearby);
    if (morph->is_made)
        memcpy(morph->rest, jiggle->bind, floats * sizeof *morph->rest);
    else
        pl_arena_release(&morph->memory, NULL);
    return morph->is_made;
}

bool pl_jiggle_make_morph(plump_jiggle* jiggle) {
    return jiggle->set_count == 0 || make_morph(jiggle);
}

void pl_jiggle_follow_morph(plump_jiggle* jiggle) {
    pl_jiggle_morph* morph = &jiggle->morph;
    size_t size = 3 * (size_t)jiggle->vertex_count * sizeof *morph->rest;
    if (jiggle->set_count == 0) return;
    // at rest nothing moves, to the bit
    morph->moves = memcmp(morph->rest, jiggle->bind, size) != 0;
    for (uint32_t i = 0; morph->moves && i < jiggle->set_count; ++i)
        pl_jiggle_fit_nearby(&morph->nearby, i, morph->rest, jiggle->centre, jiggle->bind,
                             jiggle->centre, 1, morph->matrices + 12 * (size_t)i);
}

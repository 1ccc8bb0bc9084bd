// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sharp edges of a solid: where it can stick into a soft body between the body's vertices. An edge
// counts when it stands out of the matter and its two faces turn by more than 20 degrees; of a
// sheet, which is met from both sides, any that turns so much, borders, and where three or more
// triangles meet.
#include "src/collide/solid_make.h"
#include "src/math/elementary.h"
#include "src/mesh/mesh_edges.h"

#define SHARP_COSINE 0.93969262078590838  // of 20 degrees
#define RIM_CHORDS   48

static bool make_room(pl_solid* solid, pl_arena* memory, uint32_t count) {
    solid->edges = pl_arena_alloc(memory, count, sizeof *solid->edges);
    return solid->edges != NULL;
}

static void add_edge(pl_solid* solid, pl_vec3d from, pl_vec3d to, pl_vec3d out) {
    pl_sharp_edge* edge = &solid->edges[solid->edge_count++];
    pl_vec3_store(pl_vec3d_narrow(from), edge->from);
    pl_vec3_store(pl_vec3d_narrow(to), edge->to);
    pl_vec3_store(pl_vec3d_narrow(out), edge->out);
}

// --- box and cylinder ---

static pl_vec3d box_corner(const pl_solid* solid, unsigned corner) {
    const double* h = solid->half_size;
    return pl_vec3d_make(corner & 1 ? h[0] : -h[0], corner & 2 ? h[1] : -h[1],
                         corner & 4 ? h[2] : -h[2]);
}

static bool box_edges(pl_solid* solid, pl_arena* memory) {
    if (!make_room(solid, memory, 12)) return false;
    for (unsigned corner = 0; corner < 8; ++corner) {
        for (unsigned axis = 1; axis < 8; axis *= 2) {
            if (corner & axis) continue;
            pl_vec3d from = box_corner(solid, corner), to = box_corner(solid, corner | axis);
            add_edge(solid, from, to, pl_vec3d_add(from, to));
        }
    }
    return true;
}

static pl_vec3d rim_point(const pl_solid* solid, int chord, double height) {
    pl_sine_cosine turn = pl_sincos(2 * PL_PI * (chord % RIM_CHORDS) / RIM_CHORDS);
    return pl_vec3d_make(solid->radius * turn.cosine, height, solid->radius * turn.sine);
}

static bool cylinder_edges(pl_solid* solid, pl_arena* memory) {
    if (!make_room(solid, memory, 2 * RIM_CHORDS)) return false;
    for (int side = -1; side <= 1; side += 2) {
        double height = side * solid->half_height;
        for (int i = 0; i < RIM_CHORDS; ++i)
            add_edge(solid, rim_point(solid, i, height), rim_point(solid, i + 1, height),
                     rim_point(solid, i, height));
    }
    return true;
}

// --- triangles ---

static pl_vec3d point(const pl_solid* solid, uint32_t vertex) {
    return pl_vec3d_make((double)solid->x[0][vertex], (double)solid->x[1][vertex],
                         (double)solid->x[2][vertex]);
}

static pl_vec3d normal(const pl_solid* solid, uint32_t triangle) {
    const uint32_t* t = solid->triangles + 3 * (size_t)triangle;
    pl_vec3d a = point(solid, t[0]);
    pl_vec3d across =
        pl_vec3d_cross(pl_vec3d_sub(point(solid, t[1]), a), pl_vec3d_sub(point(solid, t[2]), a));
    return pl_vec3d_normalize(across, pl_vec3d_make(0, 0, 0));
}

// Whether the edge of half-edges g and h stands out of the matter of a closed surface.
static bool stands_out(const pl_solid* solid, uint32_t g, uint32_t h) {
    const uint32_t* t = solid->triangles;
    pl_vec3d across = pl_vec3d_sub(point(solid, t[pl_edge_previous(h)]), point(solid, t[g]));
    double above = pl_vec3d_dot(normal(solid, g / 3), across);
    return solid->hollow ? above > 0 : above < 0;
}

// Half-edges g and h run along one edge.
static bool is_sharp_pair(const pl_solid* solid, uint32_t g, uint32_t h) {
    const uint32_t* t = solid->triangles;
    double cosine = pl_vec3d_dot(normal(solid, g / 3), normal(solid, h / 3));
    // triangles of a sheet may be turned over from one to the next
    if (t[g] == t[h]) cosine = -cosine;
    if (cosine > SHARP_COSINE) return false;
    return !solid->surface || stands_out(solid, g, h);
}

static bool same_edge(const uint32_t* t, uint32_t g, uint32_t h) {
    uint32_t a = t[g], b = t[pl_edge_next(g)], c = t[h], d = t[pl_edge_next(h)];
    return (a == c && b == d) || (a == d && b == c);
}

// Of the half-edges of one edge the first in the order answers for all.
static bool is_sharp(const pl_solid* solid, const pl_edges* edges, uint32_t at) {
    uint32_t g = edges->order[at];
    if (at > 0 && same_edge(solid->triangles, edges->order[at - 1], g)) return false;
    return !pl_edge_is_pair(edges, g) || is_sharp_pair(solid, g, edges->mate[g]);
}

// Between the two faces of a closed surface, away from the matter.
static pl_vec3d out_of_edge(const pl_solid* solid, const pl_edges* edges, uint32_t g) {
    if (!solid->surface || !pl_edge_is_pair(edges, g)) return pl_vec3d_make(0, 0, 0);
    pl_vec3d sum = pl_vec3d_add(normal(solid, g / 3), normal(solid, edges->mate[g] / 3));
    return pl_vec3d_scale(sum, solid->hollow ? -1.0 : 1.0);
}

static bool collect(pl_solid* solid, const pl_edges* edges, pl_arena* memory) {
    const uint32_t* t = solid->triangles;
    uint32_t half_edges = 3 * solid->triangle_count, count = 0;
    for (uint32_t i = 0; i < half_edges; ++i) count += is_sharp(solid, edges, i);
    if (!make_room(solid, memory, count)) return false;
    for (uint32_t i = 0; i < half_edges; ++i) {
        uint32_t g = edges->order[i];
        if (is_sharp(solid, edges, i))
            add_edge(solid, point(solid, t[g]), point(solid, t[pl_edge_next(g)]),
                     out_of_edge(solid, edges, g));
    }
    return true;
}

// How high a triangle stands over the edge that half-edge g begins.
static double height_over(const pl_solid* solid, uint32_t g) {
    const uint32_t* t = solid->triangles;
    pl_vec3d from = point(solid, t[g]);
    pl_vec3d way = pl_vec3d_sub(point(solid, t[pl_edge_next(g)]), from);
    pl_vec3d tip = pl_vec3d_sub(point(solid, t[pl_edge_previous(g)]), from);
    return pl_vec3d_length(pl_vec3d_cross(way, tip)) / pl_vec3d_length(way);
}

// By how much the normal turns from the middle of one triangle to that of the other.
static double bend_at(const pl_solid* solid, uint32_t g, uint32_t h) {
    pl_vec3d turn = pl_vec3d_sub(normal(solid, g / 3), normal(solid, h / 3));
    double apart = 0.5 * (height_over(solid, g) + height_over(solid, h));
    return apart > 0.0 ? pl_vec3d_length(turn) / apart : 0.0;
}

static void find_bend(pl_solid* solid, const pl_edges* edges) {
    for (uint32_t g = 0; solid->surface && g < 3 * solid->triangle_count; ++g) {
        if (!pl_edge_is_pair(edges, g)) continue;
        uint32_t h = edges->mate[g];
        if (is_sharp_pair(solid, g, h) || !stands_out(solid, g, h)) continue;
        double bend = bend_at(solid, g, h);
        solid->bend = bend > solid->bend ? bend : solid->bend;
    }
}

static bool triangle_edges(pl_solid* solid, pl_arena* memory) {
    pl_arena scratch = pl_arena_make(memory->hooks);
    pl_mesh_view view = {.vertex_count = solid->vertex_count,
                         .triangles = solid->triangles,
                         .triangle_count = solid->triangle_count};
    pl_edges edges;
    bool made = pl_edges_build(&scratch, &scratch, &view, &edges) && collect(solid, &edges, memory);
    if (made) find_bend(solid, &edges);
    pl_arena_release(&scratch, NULL);
    return made;
}

bool pl_solid_find_edges(pl_solid* solid, pl_arena* memory) {
    if (!pl_solid_is_round(solid)) return triangle_edges(solid, memory);
    if (solid->hollow) return true;
    if (solid->shape == PLUMP_OBSTACLE_BOX) return box_edges(solid, memory);
    if (solid->shape == PLUMP_OBSTACLE_CYLINDER) return cylinder_edges(solid, memory);
    return true;
}

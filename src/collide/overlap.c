// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How deep one side lies in the matter of another: its vertices, and its edges where they cut the
// other or lie in it with both ends. Faces need no question of their own: the deepest point of a
// face that no edge of its own tells is a vertex or an edge of the other side in this one.
#include "src/collide/overlap_data.h"
#include "src/math/rotation.h"

#include <math.h>

// --- sides ---

static pl_side side_of(const float* const x[3], const uint32_t* triangles, uint32_t vertex_count,
                       uint32_t triangle_count, const pl_tree* tree) {
    pl_side side = {.triangles = triangles,
                    .vertex_count = vertex_count,
                    .triangle_count = triangle_count,
                    .tree = tree};
    for (int k = 0; k < 3; ++k) side.x[k] = side.matter.x[k] = x[k];
    side.matter.tree = tree;
    return side;
}

pl_side pl_side_of_body(const pl_body* body) {
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    const pl_surface* surface = body->surface;
    pl_side side = side_of(x, surface->triangles, surface->count, surface->triangle_count,
                           &body->collider->tree);
    for (int k = 0; k < 3; ++k) {
        side.place.position[k] = body->origin[k];
        side.place.turn[4 * k] = 1.0;
    }
    return side;
}

pl_side pl_side_of_obstacle(const pl_obstacle* obstacle, const pl_place* place) {
    const pl_solid* solid = obstacle->solid;
    bool is_round = pl_solid_is_round(solid);
    pl_side side = side_of(solid->x, solid->triangles, solid->vertex_count, solid->triangle_count,
                           is_round ? NULL : &solid->tree);
    side.matter = pl_matter_of_solid(solid);
    side.is_sheet = solid->shape == PLUMP_OBSTACLE_SHEET;
    side.place = *place;
    return side;
}

pl_view pl_side_view(const pl_side* from, const pl_side* to) {
    pl_view view;
    const double *f = from->place.turn, *t = to->place.turn;
    pl_vec3d way =
        pl_vec3d_sub(pl_vec3d_load(from->place.position), pl_vec3d_load(to->place.position));
    pl_vec3d_store(pl_rotation_back(t, way), view.shift);
    for (int i = 0; i < 9; ++i) {
        int r = i / 3, c = i % 3;
        view.turn[i] = t[r] * f[c] + t[3 + r] * f[3 + c] + t[6 + r] * f[6 + c];
    }
    return view;
}

void pl_overlap_note(const pl_side* side, const double at[3], double depth, pl_overlap* overlap) {
    if (!(depth > overlap->depth)) return;
    overlap->depth = depth;
    pl_vec3d out = pl_rotation_turn(side->place.turn, pl_vec3d_load(at));
    pl_vec3d_store(pl_vec3d_add(out, pl_vec3d_load(side->place.position)), overlap->point);
}

// --- vertices ---

#define OUTSIDE (-INFINITY)  // by how much is not known

// Whether a point may be in the matter of a side, by the box around that.
static bool is_in_box(const pl_matter* m, const float lo[3], const float hi[3], const double p[3]) {
    if (m->hollow) return true;
    for (int k = 0; k < 3; ++k)
        if (!(p[k] >= (double)lo[k] && p[k] <= (double)hi[k])) return false;
    return true;
}

// search->depth of all vertices of a in b.
static void measure_vertices(pl_overlap_search* search, const pl_side* a, const pl_side* b,
                             const pl_view* view, pl_overlap* overlap) {
    float lo[3] = {0}, hi[3] = {0};
    if (b->tree) pl_tree_bounds(b->tree, lo, hi);
    for (uint32_t i = 0; i < a->vertex_count; ++i) {
        double p[3];
        pl_view_apply(view, a->x, i, p);
        search->depth[i] = OUTSIDE;
        if (b->matter.round) {
            search->depth[i] = (float)pl_matter_depth(&b->matter, p);
        } else if (!pl_overlap_is_over(search) && is_in_box(&b->matter, lo, hi, p)) {
            search->work += PL_MATTER_STEPS;
            if (!pl_matter_holds(&b->matter, p)) continue;
            search->depth[i] = (float)pl_matter_depth(&b->matter, p);
        }
        pl_overlap_note(b, p, (double)search->depth[i], overlap);
    }
}

// --- edges ---

typedef struct edge {
    double from[3], to[3];
    double length;
    double depth_from, depth_to;  // or OUTSIDE
} edge;

static edge edge_of(const pl_overlap_search* search, const pl_side* a, const pl_view* view,
                    uint32_t from, uint32_t to) {
    edge e;
    pl_view_apply(view, a->x, from, e.from);
    pl_view_apply(view, a->x, to, e.to);
    e.length = pl_vec3d_length(pl_vec3d_sub(pl_vec3d_load(e.to), pl_vec3d_load(e.from)));
    e.depth_from = (double)search->depth[from];
    e.depth_to = (double)search->depth[to];
    return e;
}

// Nothing of it is deeper than this.
static double bound_of(const edge* e) {
    double from = e->depth_from == (double)OUTSIDE ? 0.0 : e->depth_from;
    double to = e->depth_to == (double)OUTSIDE ? 0.0 : e->depth_to;
    return 0.5 * (from + to + e->length);
}

static void measure_edge(pl_overlap_search* search, const pl_side* b, const edge* e,
                         pl_overlap* overlap) {
    pl_deepest best = {.depth = overlap->depth};
    if (!(bound_of(e) > 1.01 * best.depth) || pl_overlap_is_over(search)) return;
    pl_matter_deepest(&b->matter, e->from, e->to, &best, &search->work);
    pl_overlap_note(b, best.at, best.depth, overlap);
}

// Edges that cut b, or have both ends in it. Each stands in two triangles of a closed surface, once
// in each direction.
static void measure_edges(pl_overlap_search* search, const pl_side* a, const pl_side* b,
                          const uint8_t* cut, const pl_view* view, pl_overlap* overlap) {
    const float* depth = search->depth;
    for (uint32_t t = 0; t < a->triangle_count; ++t) {
        const uint32_t* corner = a->triangles + 3 * (size_t)t;
        for (int k = 0; k < 3; ++k) {
            uint32_t from = corner[k], to = corner[(k + 1) % 3];
            if (to < from && !a->is_sheet) continue;
            if (!cut[t] && !(depth[from] > 0.0f && depth[to] > 0.0f)) continue;
            edge e = edge_of(search, a, view, from, to);
            measure_edge(search, b, &e, overlap);
        }
    }
}

static void dip(pl_overlap_search* search, const pl_side* a, const pl_side* b, const uint8_t* cut,
                pl_overlap* overlap) {
    pl_view view = pl_side_view(a, b);
    measure_vertices(search, a, b, &view, overlap);
    measure_edges(search, a, b, cut, &view, overlap);
}

// --- closed forms ---

// Whether an edge reaches in between two vertices that do not: along the surface of a hollow or
// flat one it cannot, as depth is convex there.
static bool reaches_in(pl_overlap_search* search, const pl_side* b, const edge* e,
                       pl_overlap* overlap) {
    if (!(bound_of(e) > 0.0) || b->matter.hollow || b->matter.round->shape == PLUMP_OBSTACLE_PLANE)
        return false;
    pl_deepest best = {.depth = 0.0};
    pl_matter_deepest(&b->matter, e->from, e->to, &best, &search->work);
    pl_overlap_note(b, best.at, best.depth, overlap);
    return best.depth > 0.0;
}

static void measure_round(pl_overlap_search* search, const pl_side* a, const pl_side* b,
                          pl_overlap* overlap) {
    pl_view view = pl_side_view(a, b);
    measure_vertices(search, a, b, &view, overlap);
    const float* depth = search->depth;
    for (uint32_t t = 0; t < a->triangle_count && !pl_overlap_is_over(search); ++t) {
        const uint32_t* corner = a->triangles + 3 * (size_t)t;
        bool cuts = false;
        for (int k = 0; k < 3; ++k) cuts = cuts || depth[corner[k]] > 0.0f;
        for (int k = 0; k < 3; ++k) {
            edge e = edge_of(search, a, &view, corner[k], corner[(k + 1) % 3]);
            if (cuts && !(bound_of(&e) > 1.01 * overlap->depth)) continue;
            cuts = reaches_in(search, b, &e, overlap) || cuts;
        }
        overlap->count += cuts;
    }
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

// The part of a segment within the box of a tree; false: none.
static bool clip(const pl_tree* tree, double from[3], double to[3]) {
    float lo[3], hi[3];
    double begin = 0.0, end = 1.0, start[3], way[3];
    pl_tree_bounds(tree, lo, hi);
    for (int k = 0; k < 3; ++k) {
        start[k] = from[k];
        way[k] = to[k] - from[k];
        double low = (double)lo[k] - from[k], high = (double)hi[k] - from[k];
        if (way[k] == 0.0) {
            if (low > 0.0 || high < 0.0) return false;
            continue;
        }
        double a = low / way[k], b = high / way[k];
        begin = larger(begin, smaller(a, b));
        end = smaller(end, larger(a, b));
    }
    for (int k = 0; k < 3; ++k) {
        from[k] = start[k] + begin * way[k];
        to[k] = start[k] + end * way[k];
    }
    return begin <= end;
}

static void see(const pl_view* view, const float own[3], double out[3]) {
    const float* const x[3] = {own, own + 1, own + 2};
    pl_view_apply(view, x, 0, out);
}

// Edges of a box, or the rims of a cylinder, between the vertices of a body.
static void measure_sharp(pl_overlap_search* search, const pl_side* body, const pl_side* solid,
                          pl_overlap* overlap) {
    pl_view view = pl_side_view(solid, body);
    const pl_solid* s = solid->matter.round;
    for (uint32_t i = 0; i < s->edge_count && !pl_overlap_is_over(search); ++i) {
        double from[3], to[3];
        see(&view, s->edges[i].from, from);
        see(&view, s->edges[i].to, to);
        if (!clip(body->tree, from, to)) continue;
        pl_deepest best = {.depth = overlap->depth};
        pl_matter_deepest(&body->matter, from, to, &best, &search->work);
        pl_overlap_note(body, best.at, best.depth, overlap);
    }
}

// --- two sides ---

void pl_overlap_measure(pl_overlap_search* search, const pl_side* a, const pl_side* b,
                        pl_overlap* overlap) {
    if (b->matter.round) {
        measure_round(search, a, b, overlap);
        measure_sharp(search, a, b, overlap);
        return;
    }
    bool parts = a == b || b->is_sheet;
    pl_overlap_cut(search, a, b, parts, overlap);
    if (parts) return;
    dip(search, a, b, search->cut[0], overlap);
    if (!b->matter.hollow) dip(search, b, a, search->cut[1], overlap);
}

double pl_overlap_clearance(pl_overlap_search* search, const pl_side* a, const pl_side* b,
                            double least) {
    pl_view view = pl_side_view(a, b);
    if (least <= 0.0 && !b->matter.round) return least;
    for (uint32_t i = 0; i < a->vertex_count && !pl_overlap_is_over(search); ++i) {
        double p[3], away;
        pl_view_apply(&view, a->x, i, p);
        if (b->matter.round) {
            away = -pl_matter_depth(&b->matter, p);
        } else {
            pl_near near;
            const float at[3] = {(float)p[0], (float)p[1], (float)p[2]};
            pl_tree_nearest(b->tree, b->x, at, (float)least, &near);
            search->work += PL_MATTER_STEPS;
            away = sqrt((double)near.squared);
        }
        least = away < least ? away : least;
    }
    return least;
}

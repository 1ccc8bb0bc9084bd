// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Remeshing to even edges after Botsch and Kobbelt, "A remeshing approach to multiresolution
// modeling" (2004): split what is longer than 4/3 of the wished length, collapse what is shorter
// than 4/5, flip towards six neighbours, move vertices along the surface to the middle of theirs,
// and bring them back onto it. Unlike the paper every edit is checked against the surface's own
// normals, so that nothing folds where a limb is hardly thicker than an edge.
#include "src/shape/sdf_mesh.h"

// A triangle must not lean further from the normals at its corners (cosine).
#define LEAN 0.3

double pl_remesh_length2(const pl_remesh* r, uint32_t h) {
    return pl_shape_distance2(r->mesh.points[r->mesh.start[h]],
                              r->mesh.points[pl_edit_end(&r->mesh, h)]);
}

static pl_vec3d edge_middle(const pl_remesh* r, uint32_t h, pl_vec3d* normal) {
    pl_vec3d a = r->mesh.points[r->mesh.start[h]], b = r->mesh.points[pl_edit_end(&r->mesh, h)];
    return pl_sdf_project(r->sdf, pl_shape_middle(a, b), 2, 0.5 * r->edge, normal);
}

uint32_t pl_remesh_split(pl_remesh* r, uint32_t h) {
    pl_vec3d normal, middle = edge_middle(r, h, &normal);
    uint32_t v = pl_edit_split(&r->mesh, h);
    if (v == PL_EDIT_NONE) return v;
    r->mesh.points[v] = middle;
    r->mesh.normals[v] = normal;
    return v;
}

static void split_long(pl_remesh* r) {
    double longest2 = 16.0 / 9 * r->edge * r->edge;
    // each edge once a round: its halves may not be short, where the surface bulges between them
    uint32_t half_edges = 3 * r->mesh.triangle_count;
    for (uint32_t h = 0; h < half_edges; ++h)
        if (h < r->mesh.twin[h] && pl_remesh_length2(r, h) > longest2) pl_remesh_split(r, h);
}

static pl_vec3d mean_normal(const pl_edit* m, uint32_t a, uint32_t b, uint32_t c) {
    pl_vec3d sum = pl_vec3d_add(m->normals[a], pl_vec3d_add(m->normals[b], m->normals[c]));
    return pl_vec3d_scale(sum, 1.0 / 3);
}

// How well a triangle stands on the surface: the cosine between its own normal and the surface's,
// known by the mean over its corners.
static double standing(const pl_remesh* r, pl_vec3d a, pl_vec3d b, pl_vec3d c, pl_vec3d normal) {
    if (pl_vec3d_dot(normal, normal) < 0.25) {
        // round the tip of a limb the corners look all ways; ask the surface in the middle
        pl_vec3d middle = pl_vec3d_scale(pl_vec3d_add(a, pl_vec3d_add(b, c)), 1.0 / 3);
        pl_sdf_project(r->sdf, middle, 1, 0, &normal);
    }
    pl_vec3d area = pl_shape_area_vector(a, b, c);
    double length2 = pl_vec3d_dot(area, area) * pl_vec3d_dot(normal, normal);
    return length2 > 0 ? pl_vec3d_dot(area, normal) / sqrt(length2) : -1;
}

// Whether the triangles around `v`, but for those with `without`, still stand when v moves to `to`.
// One that leans may stay if it leant even more before.
static bool ring_stands(const pl_remesh* r, uint32_t v, uint32_t without, pl_vec3d to,
                        double longest2) {
    const pl_edit* m = &r->mesh;
    uint32_t h = m->out[v];
    for (uint32_t k = 0; k < m->valence[v]; ++k, h = pl_edit_around(m, h)) {
        uint32_t b = pl_edit_end(m, h), c = m->start[pl_edit_previous(h)];
        pl_vec3d pb = m->points[b], pc = m->points[c];
        if (b != without && pl_shape_distance2(to, pb) > longest2) return false;
        if (b != without && c != without) {
            pl_vec3d normal = mean_normal(m, v, b, c);
            double now = standing(r, to, pb, pc, normal);
            if (now < LEAN && now <= standing(r, m->points[v], pb, pc, normal)) return false;
        }
    }
    return true;
}

static bool may_collapse(const pl_remesh* r, uint32_t h, pl_vec3d to, double longest) {
    uint32_t a = r->mesh.start[h], b = pl_edit_end(&r->mesh, h);
    return ring_stands(r, a, b, to, longest * longest) &&
           ring_stands(r, b, a, to, longest * longest);
}

bool pl_remesh_try_collapse(pl_remesh* r, uint32_t h, double longest) {
    pl_edit* m = &r->mesh;
    if (!pl_edit_can_collapse(m, h)) return false;
    uint32_t a = m->start[h], b = pl_edit_end(m, h);
    pl_vec3d normal, to = edge_middle(r, h, &normal);
    if (!may_collapse(r, h, to, longest)) {
        // at the tip of a limb the middle may fold what either end does not
        to = m->points[a], normal = m->normals[a];
        if (!may_collapse(r, h, to, longest)) {
            to = m->points[b], normal = m->normals[b];
            if (!may_collapse(r, h, to, longest)) return false;
        }
    }
    pl_edit_collapse(m, h);
    m->points[a] = to;
    m->normals[a] = normal;
    return true;
}

static void collapse_short(pl_remesh* r) {
    double shortest2 = 16.0 / 25 * r->edge * r->edge, longest = 4.0 / 3 * r->edge;
    for (uint32_t h = 0; h < 3 * r->mesh.triangle_count; ++h) {
        if (r->mesh.start[h] == PL_EDIT_NONE || h > r->mesh.twin[h]) continue;
        if (pl_remesh_length2(r, h) >= shortest2) continue;
        pl_remesh_try_collapse(r, h, longest);
    }
}

// Twice the area over the longest edge squared: 0.87 for the best triangle, 0 for a needle.
static double quality(pl_vec3d a, pl_vec3d b, pl_vec3d c) {
    double ab = pl_shape_distance2(a, b), bc = pl_shape_distance2(b, c);
    double ca = pl_shape_distance2(c, a), most = ab > bc ? ab : bc;
    most = most > ca ? most : ca;
    return most > 0 ? pl_vec3d_length(pl_shape_area_vector(a, b, c)) / most : 0;
}

static int off_six(uint32_t valence) {
    int off = (int)valence - 6;
    return off * off;
}

static double min(double a, double b) {
    return a < b ? a : b;
}

static bool should_flip(const pl_remesh* r, uint32_t h, bool by_quality) {
    const pl_edit* m = &r->mesh;
    uint32_t g = m->twin[h], a = m->start[h], b = m->start[g];
    uint32_t c = m->start[pl_edit_previous(h)], d = m->start[pl_edit_previous(g)];
    int before = off_six(m->valence[a]) + off_six(m->valence[b]) + off_six(m->valence[c]) +
                 off_six(m->valence[d]);
    int after = off_six(m->valence[a] - 1) + off_six(m->valence[b] - 1) +
                off_six(m->valence[c] + 1) + off_six(m->valence[d] + 1);
    if (!by_quality && after >= before) return false;
    pl_vec3d pa = m->points[a], pb = m->points[b], pc = m->points[c], pd = m->points[d];
    double old_quality = min(quality(pa, pb, pc), quality(pb, pa, pd));
    double new_quality = min(quality(pa, pd, pc), quality(pd, pb, pc));
    if (by_quality ? new_quality <= 1.05 * old_quality : new_quality < 0.25) return false;
    pl_vec3d normal = pl_vec3d_mix(mean_normal(m, a, b, c), mean_normal(m, b, a, d), 0.5);
    double before_flip = min(standing(r, pa, pb, pc, normal), standing(r, pb, pa, pd, normal));
    double after_flip = min(standing(r, pa, pd, pc, normal), standing(r, pd, pb, pc, normal));
    return (after_flip > 0.5 || after_flip > before_flip) && pl_edit_can_flip(m, h);
}

static void flip(pl_remesh* r, bool by_quality) {
    for (uint32_t h = 0; h < 3 * r->mesh.triangle_count; ++h)
        if (h < r->mesh.twin[h] && should_flip(r, h, by_quality)) pl_edit_flip(&r->mesh, h);
}

// The middle of the triangles around v, each by its area: this also evens out the areas.
static pl_vec3d ring_centre(const pl_edit* m, uint32_t v) {
    pl_vec3d sum = {0, 0, 0}, p = m->points[v];
    double weight = 0;
    uint32_t h = m->out[v];
    for (uint32_t k = 0; k < m->valence[v]; ++k, h = pl_edit_around(m, h)) {
        pl_vec3d b = m->points[pl_edit_end(m, h)], c = m->points[m->start[pl_edit_previous(h)]];
        double area = pl_vec3d_length(pl_shape_area_vector(p, b, c));
        sum = pl_vec3d_add_scaled(sum, area / 3, pl_vec3d_add(p, pl_vec3d_add(b, c)));
        weight += area;
    }
    return weight > 0 ? pl_vec3d_scale(sum, 1 / weight) : p;
}

static void swap_points(pl_remesh* r) {
    pl_vec3d* points = r->mesh.points;
    pl_vec3d* normals = r->mesh.normals;
    r->mesh.points = r->moved, r->mesh.normals = r->turned;
    r->moved = points, r->turned = normals;
}

// Where a triangle fell over, its corners go back to where they were.
static void take_back_folds(pl_remesh* r) {
    pl_edit* m = &r->mesh;
    for (uint32_t t = 0; t < m->triangle_count; ++t) {
        const uint32_t* c = m->start + 3 * (size_t)t;
        pl_vec3d normal = mean_normal(m, c[0], c[1], c[2]);
        double now = standing(r, m->points[c[0]], m->points[c[1]], m->points[c[2]], normal);
        if (now >= LEAN) continue;
        if (now > standing(r, r->moved[c[0]], r->moved[c[1]], r->moved[c[2]], normal)) continue;
        for (uint32_t k = 0; k < 3; ++k) {
            m->points[c[k]] = r->moved[c[k]];
            m->normals[c[k]] = r->turned[c[k]];
        }
    }
}

// One Newton step is enough: a vertex hardly leaves the surface, and the next round goes on.
static void smooth(pl_remesh* r) {
    const pl_edit* m = &r->mesh;
    for (uint32_t v = 0; v < m->vertex_count; ++v) {
        pl_vec3d p = m->points[v], n = m->normals[v], move = pl_vec3d_sub(ring_centre(m, v), p);
        move = pl_vec3d_add_scaled(move, -pl_vec3d_dot(move, n), n);
        r->moved[v] =
            pl_sdf_project(r->sdf, pl_vec3d_add(p, move), 1, 0.5 * r->edge, &r->turned[v]);
    }
    swap_points(r);
    take_back_folds(r);
}

bool pl_remesh_round(pl_remesh* r) {
    split_long(r);
    collapse_short(r);
    if (!pl_edit_pack(&r->mesh, r->arena)) return false;
    flip(r, false);
    smooth(r);
    return true;
}

void pl_remesh_relax(pl_remesh* r) {
    flip(r, true);
    smooth(r);
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The whole way from signed distances to a surface with exactly the vertices asked for. Large
// counts are remeshed at a quarter (or a sixteenth, ...) of it and then cut finer, each triangle in
// four, which takes a fraction of the time and keeps the triangles as they are.
#include "src/shape/sdf_mesh.h"

#define MOST_REMESHED 24000

// The edge length at which equilateral triangles of `count` vertices cover the mesh.
static double even_edge(const pl_edit* m, double count) {
    double area = 0;
    for (uint32_t t = 0; t < m->triangle_count; ++t) {
        const uint32_t* c = m->start + 3 * (size_t)t;
        area += 0.5 * pl_vec3d_length(
                          pl_shape_area_vector(m->points[c[0]], m->points[c[1]], m->points[c[2]]));
    }
    return sqrt(area * 2 / sqrt(3.0) / count);
}

static void project_all(pl_remesh* r, uint32_t steps) {
    for (uint32_t v = 0; v < r->mesh.vertex_count; ++v)
        r->mesh.points[v] =
            pl_sdf_project(r->sdf, r->mesh.points[v], steps, 0.5 * r->edge, &r->mesh.normals[v]);
}

// Rounds at the length that the area suggests, corrected until the count is near the wish.
static bool remesh_near(pl_remesh* r, uint32_t wish) {
    r->edge = even_edge(&r->mesh, wish);
    project_all(r, 2);
    for (uint32_t round = 0; round < 5; ++round)
        if (!pl_remesh_round(r)) return false;
    for (uint32_t round = 0; round < 8; ++round) {
        double share = (double)r->mesh.vertex_count / wish;
        if (share > 0.99 && share < 1.02) break;
        r->edge *= sqrt(share);
        if (!pl_remesh_round(r)) return false;
    }
    return true;
}

static bool remesh_exactly(pl_remesh* r, uint32_t wish) {
    if (!pl_remesh_fit_count(r, wish)) return false;
    for (uint32_t round = 0; round < 4; ++round) pl_remesh_relax(r);
    return true;
}

// Cuts each triangle in four; the new vertices are the middles of the edges, on the surface.
static bool cut_finer(pl_remesh* r) {
    pl_edit coarse = r->mesh;
    uint32_t half_edges = 3 * coarse.triangle_count;
    uint32_t capacity = 4 * coarse.vertex_count + coarse.vertex_count / 2;  // some to spare
    if (!pl_edit_reserve(&r->mesh, r->arena, capacity, 2 * capacity)) return false;
    r->moved = pl_arena_alloc(r->arena, capacity, sizeof *r->moved);
    r->turned = pl_arena_alloc(r->arena, capacity, sizeof *r->turned);
    uint32_t* middle = pl_arena_alloc(r->arena, half_edges, sizeof *middle);
    if (!r->moved || !r->turned || !middle) return false;
    pl_edit* m = &r->mesh;
    for (uint32_t v = 0; v < coarse.vertex_count; ++v) {
        m->points[v] = coarse.points[v];
        m->normals[v] = coarse.normals[v];
    }
    m->vertex_count = coarse.vertex_count;
    for (uint32_t h = 0; h < half_edges; ++h) {
        if (h > coarse.twin[h]) continue;
        uint32_t v = m->vertex_count++;
        middle[h] = middle[coarse.twin[h]] = v;
        m->points[v] = pl_sdf_project(
            r->sdf,
            pl_shape_middle(coarse.points[coarse.start[h]], coarse.points[pl_edit_end(&coarse, h)]),
            2, 0.5 * r->edge, &m->normals[v]);
    }
    for (uint32_t h = 0; h < half_edges; ++h) {
        uint32_t* t = m->start + 3 * (size_t)m->triangle_count++;
        t[0] = coarse.start[h], t[1] = middle[h], t[2] = middle[pl_edit_previous(h)];
    }
    for (uint32_t h = 0; h < half_edges; h += 3) {
        uint32_t* t = m->start + 3 * (size_t)m->triangle_count++;
        t[0] = middle[h], t[1] = middle[h + 1], t[2] = middle[h + 2];
    }
    r->edge *= 0.5;
    return pl_edit_connect(m, r->arena);
}

static void hand_over(const pl_edit* m, pl_shape_surface* surface) {
    surface->points = m->points;
    surface->vertex_count = m->vertex_count;
    surface->triangles = m->start;
    surface->triangle_count = m->triangle_count;
}

static double edge_at(const pl_sdf_body* body, double count) {
    return body->edge_of_thousand * sqrt(1000 / count);
}

// The lattice of the first mesh is about as fine as the last one's edges: remeshing then has more
// to collapse than to split, which is what it does best.
static double first_cell(const pl_sdf_body* body, uint32_t count, uint32_t attempt) {
    double cell = edge_at(body, count);
    if (cell > body->coarsest_cell) cell = body->coarsest_cell;
    return cell * (1 - 0.06 * attempt);
}

static bool make_mesh(const pl_sdf_body* body, pl_shape_surface* surface, uint32_t wish,
                      pl_remesh* r) {
    uint32_t cuts = 0, base = wish;
    // a closed surface like a ball has v - 2 four times as large after each cut
    while (base > MOST_REMESHED) base = (base - 2) / 4 + 2, ++cuts;

    if (!pl_sdf_extract(r->sdf, body, first_cell(body, base, surface->attempt), 2 * base, r->arena,
                        &r->mesh))
        return false;
    r->moved = pl_arena_alloc(r->arena, r->mesh.vertex_capacity, sizeof *r->moved);
    r->turned = pl_arena_alloc(r->arena, r->mesh.vertex_capacity, sizeof *r->turned);
    if (!r->moved || !r->turned) return false;
    if (!remesh_near(r, base) || !remesh_exactly(r, base)) return false;
    for (uint32_t cut = 0; cut < cuts; ++cut)
        if (!cut_finer(r) || !pl_remesh_round(r)) return false;
    if (cuts && !remesh_exactly(r, wish)) return false;
    project_all(r, 6);
    return true;
}

bool pl_sdf_mesh(const pl_sdf_body* body, pl_shape_surface* surface, uint32_t wish) {
    pl_sdf sdf;
    if (wish < body->fewest_vertices) wish = body->fewest_vertices;
    pl_sdf_prepare(&sdf, body, edge_at(body, wish));
    pl_remesh r = {.sdf = &sdf, .arena = surface->arena};
    bool is_made = make_mesh(body, surface, wish, &r);
    surface->is_torn = r.mesh.is_torn;
    if (is_made) hand_over(&r.mesh, surface);
    return is_made;
}

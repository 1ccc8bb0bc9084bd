// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Ties every fine vertex to its point of the coarse surface at rest.
//
// From the nearest triangle Newton walks over the edges it leaves by: normals are continuous, so it
// is on its way. Then every triangle that comes nearer than what was found is tried as well. A
// point whose normal looks the other way than the vertex's own counts twice its distance: at thin
// parts, between touching parts and in deep folds the nearest surface is often the wrong one.
#include "src/base/text.h"
#include "src/collide/tree.h"
#include "src/detail/detail_data.h"
#include "src/mesh/mesh_edges.h"

#define WALK_MOST      32     // triangles
#define CANDIDATE_MOST 256    // triangles; beyond, in open space, the walk alone decides
#define NEAR           1e-6f  // sizes: who lies on the surface still has neighbours
#define BACKWARDS      2.0    // how much farther a point seems whose normal looks the other way

typedef struct binder {
    pl_detail_draft* draft;
    const pl_surface* surface;
    const float* x[3];  // the coarse mesh at rest, in units of the size
    pl_tree tree;
    pl_edges edges;
    uint32_t* triangle;    // found, per fine vertex
    pl_base_point* point;  // likewise
} binder;

// The best so far for a vertex.
typedef struct choice {
    uint32_t triangle;  // PL_NONE: none yet
    pl_base_point point;
    double score;
} choice;

static pl_vec3d row_at(const float* rows, uint32_t place) {
    const float* row = rows + 4 * (size_t)place;
    return pl_vec3d_make((double)row[0], (double)row[1], (double)row[2]);
}

static pl_patch patch_of(const binder* b, uint32_t triangle) {
    const uint32_t* corner = b->surface->triangles + 3 * (size_t)triangle;
    const float* points = b->draft->rest.points;
    const pl_vec3d* normals = b->draft->coarse_normals;
    pl_patch patch = {.at = row_at(points, corner[0]), .normal = normals[corner[0]]};
    for (int k = 0; k < 2; ++k) {
        patch.along[k] = pl_vec3d_sub(row_at(points, corner[k + 1]), patch.at);
        patch.turn[k] = pl_vec3d_sub(normals[corner[k + 1]], patch.normal);
    }
    return patch;
}

// --- one triangle ---

static void nearest_on(const binder* b, uint32_t triangle, pl_vec3d p, pl_near* near) {
    const uint32_t* corner = b->surface->triangles + 3 * (size_t)triangle;
    const float point[3] = {(float)p.x, (float)p.y, (float)p.z};
    float at[3][3];
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) at[c][k] = b->x[k][corner[c]];
    pl_triangle_nearest(at[0], at[1], at[2], point, near);
}

// Newton starts at the nearest point, and as high over it as p is.
static pl_base_point start_at(const pl_patch* patch, pl_vec3d p, const pl_near* near) {
    pl_base_point point = {.u = (double)near->share[1], .v = (double)near->share[2]};
    pl_vec3d at = pl_vec3d_add_scaled(patch->at, point.u, patch->along[0]);
    at = pl_vec3d_add_scaled(at, point.v, patch->along[1]);
    pl_vec3d normal = pl_patch_normal(patch, point.u, point.v);
    double squared = pl_vec3d_length_squared(normal);
    point.d = squared > 1e-6 ? pl_vec3d_dot(pl_vec3d_sub(p, at), normal) / squared : 0;
    return point;
}

static bool try_triangle(const binder* b, uint32_t vertex, uint32_t triangle, const pl_near* near,
                         choice* best, unsigned* outside) {
    pl_vec3d p = b->draft->points[vertex];
    pl_patch patch = patch_of(b, triangle);
    pl_base_point point = start_at(&patch, p, near);
    if (!pl_patch_solve(&patch, p, &point, outside)) return false;
    pl_vec3d normal = pl_patch_normal(&patch, point.u, point.v);
    bool faces = pl_vec3d_dot(normal, b->draft->normals[vertex]) >= 0;
    double score = faces ? point.distance : BACKWARDS * point.distance;
    bool better = score < best->score || (score == best->score && triangle < best->triangle);
    if (better) *best = (choice){triangle, point, score};
    return true;
}

// --- the search ---

static void walk(const binder* b, uint32_t vertex, const pl_near* nearest, choice* best) {
    uint32_t triangle = nearest->triangle, from = PL_NONE;
    pl_near near = *nearest;
    for (int step = 0; step < WALK_MOST; ++step) {
        unsigned outside;
        if (try_triangle(b, vertex, triangle, &near, best, &outside) || outside == 3) return;
        uint32_t mate = b->edges.mate[3 * (size_t)triangle + (outside + 1) % 3];
        if (mate == PL_NONE || mate / 3 == from) return;
        from = triangle;
        triangle = mate / 3;
        nearest_on(b, triangle, b->draft->points[vertex], &near);
    }
}

// Every triangle nearer than the best, within `radius`.
static void look_around(const binder* b, uint32_t vertex, float radius, choice* best) {
    pl_vec3d p = b->draft->points[vertex];
    const float at[3] = {(float)p.x, (float)p.y, (float)p.z};
    float lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
        lo[k] = at[k] - radius;
        hi[k] = at[k] + radius;
    }
    const pl_near middle = {.share = {1 / 3.0f, 1 / 3.0f, 1 / 3.0f}};
    uint32_t list[CANDIDATE_MOST];
    uint32_t count = pl_tree_within(&b->tree, lo, hi, list, CANDIDATE_MOST);
    if (count > CANDIDATE_MOST) return;
    for (uint32_t i = 0; i < count; ++i) {
        pl_near near;
        unsigned outside;
        nearest_on(b, list[i], p, &near);
        float most = (float)best->score < radius ? (float)best->score : radius;
        if (list[i] == best->triangle || near.squared > most * most * 1.0001f) continue;
        bool found = try_triangle(b, vertex, list[i], &near, best, &outside);
        if (!found && best->triangle == PL_NONE)
            try_triangle(b, vertex, list[i], &middle, best, &outside);
    }
}

static void bind_vertex(binder* b, uint32_t vertex, const pl_near* nearest) {
    choice best = {.triangle = PL_NONE, .score = HUGE_VAL};
    float distance = sqrtf(nearest->squared) + NEAR;
    walk(b, vertex, nearest, &best);
    float radius = best.triangle != PL_NONE ? (float)best.score + NEAR : 2 * distance;
    look_around(b, vertex, radius, &best);
    if (best.triangle == PL_NONE) look_around(b, vertex, 4 * distance, &best);
    if (best.triangle == PL_NONE) {
        pl_base_point point = {.u = (double)nearest->share[1],
                               .v = (double)nearest->share[2],
                               .distance = (double)sqrtf(nearest->squared)};
        best = (choice){nearest->triangle, point, point.distance};
        b->draft->report.by_fallback++;
    }
    b->triangle[vertex] = best.triangle;
    b->point[vertex] = best.point;
}

// --- too far ---

static double longest_side(const pl_detail_draft* draft) {
    pl_vec3d lo = draft->points[0], hi = lo;
    for (uint32_t i = 1; i < draft->detail->vertex_count; ++i) {
        lo = pl_vec3d_min(lo, draft->points[i]);
        hi = pl_vec3d_max(hi, draft->points[i]);
    }
    return pl_vec3d_max_abs(pl_vec3d_sub(hi, lo));
}

static plump_result refuse_vertex(const binder* b, uint32_t vertex, double distance,
                                  plump_error* error) {
    const pl_detail_draft* draft = b->draft;
    double side = longest_side(draft), unit = draft->detail->unit;
    const char* help = side > 1.5 || side < 0.5 ? "are the units of both the same?"
                                                : "do both lie in the same place?";
    return pl_fail(
        error, PLUMP_ERROR_DATA,
        "vertex %u of the fine mesh is %g m from the coarse mesh, %g times its size, and "
        "the reach is %g; the fine mesh measures %g m, the coarse one %g m: %s",
        (unsigned)vertex, distance * unit, distance, draft->def->reach, side * unit, unit, help);
}

// A mesh in too large units is a speck inside the coarse one, within reach of its surface.
static plump_result refuse_speck(const binder* b, double nearest, plump_error* error) {
    double side = longest_side(b->draft), unit = b->draft->detail->unit;
    if (!(side < 0.1 && nearest > 10 * side)) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_DATA,
                   "the fine mesh measures %g m and is at least %g m from the coarse mesh, which "
                   "measures %g m: are the units of both the same?",
                   side * unit, nearest * unit, unit);
}

// False: farther than the reach; then *distance tells how far.
static bool within_reach(const binder* b, pl_vec3d p, pl_near* near, double* distance) {
    double reach = b->draft->def->reach, out = pl_vec3d_max_abs(p);
    const float at[3] = {(float)p.x, (float)p.y, (float)p.z};
    *distance = out;
    if (out > 1e6) return false;  // where floats no longer know the surface
    pl_tree_nearest(&b->tree, b->x, at, INFINITY, near);
    *distance = (double)sqrtf(near->squared);
    return *distance <= reach;
}

static plump_result bind_all(binder* b, plump_error* error) {
    const pl_detail_draft* draft = b->draft;
    double least = HUGE_VAL, distance;
    for (uint32_t i = 0; i < draft->detail->vertex_count; ++i) {
        pl_near near;
        if (!within_reach(b, draft->points[i], &near, &distance))
            return refuse_vertex(b, i, distance, error);
        least = distance < least ? distance : least;
        bind_vertex(b, i, &near);
    }
    return refuse_speck(b, least, error);
}

// --- what is kept ---

static float* make_floats(plump_detail* detail, uint32_t count) {
    return pl_arena_alloc_zero(&detail->memory, count, sizeof(float));
}

static bool make_arrays(plump_detail* detail, uint32_t patch_count) {
    if (patch_count > UINT32_MAX / PL_PATCH_STRIDE - 15 || detail->vertex_count > UINT32_MAX - 15)
        return false;
    detail->patch_count = patch_count;
    detail->patch_padded = pl_detail_pad(patch_count);
    detail->vertex_padded = pl_detail_pad(detail->vertex_count);
    bool made = true;
    for (int k = 0; k < 3; ++k) {
        detail->corner[k] =
            pl_arena_alloc_zero(&detail->memory, detail->patch_padded, sizeof(uint32_t));
        detail->edge[0][k] = make_floats(detail, detail->patch_padded);
        detail->edge[1][k] = make_floats(detail, detail->patch_padded);
        detail->offset[k] = make_floats(detail, detail->vertex_padded);
        detail->normal[k] = make_floats(detail, detail->vertex_padded);
        made = made && detail->corner[k] && detail->edge[0][k] && detail->edge[1][k] &&
               detail->offset[k] && detail->normal[k];
    }
    detail->patch = pl_arena_alloc_zero(&detail->memory, detail->vertex_padded, sizeof(uint32_t));
    detail->u = make_floats(detail, detail->vertex_padded);
    detail->v = make_floats(detail, detail->vertex_padded);
    return made && detail->patch && detail->u && detail->v;
}

// Three floats, each into an array of its own.
static void put_three(pl_vec3d from, float* const to[3], uint32_t i) {
    to[0][i] = (float)from.x;
    to[1][i] = (float)from.y;
    to[2][i] = (float)from.z;
}

static void keep_patch(const binder* b, uint32_t triangle, uint32_t number) {
    plump_detail* detail = b->draft->detail;
    pl_patch patch = patch_of(b, triangle);
    for (int k = 0; k < 2; ++k) put_three(patch.along[k], detail->edge[k], number);
    for (size_t k = 0; k < 3; ++k)
        detail->corner[k][number] =
            PL_FRAME_STRIDE * b->surface->triangles[3 * (size_t)triangle + k];
}

static void keep_vertex(const binder* b, uint32_t vertex, uint32_t number) {
    plump_detail* detail = b->draft->detail;
    const pl_base_point* point = &b->point[vertex];
    pl_patch patch = patch_of(b, b->triangle[vertex]);
    pl_vec3d base = pl_vec3d_add_scaled(patch.at, point->u, patch.along[0]);
    base = pl_vec3d_add_scaled(base, point->v, patch.along[1]);
    detail->patch[vertex] = PL_PATCH_STRIDE * number;
    detail->u[vertex] = (float)point->u;
    detail->v[vertex] = (float)point->v;
    put_three(pl_vec3d_sub(b->draft->points[vertex], base), detail->offset, vertex);
    put_three(b->draft->normals[vertex], detail->normal, vertex);
}

// Numbers the triangles in use, and keeps what reading needs.
static bool keep_all(const binder* b) {
    pl_detail_draft* draft = b->draft;
    uint32_t count = draft->detail->vertex_count, triangles = b->surface->triangle_count;
    uint32_t* number = pl_arena_alloc_zero(&draft->scratch, triangles, sizeof *number);
    if (!number) return false;
    uint32_t patches = 0;
    for (uint32_t i = 0; i < count; ++i) number[b->triangle[i]] = 1;
    for (uint32_t t = 0; t < triangles; ++t) patches += number[t];
    if (!make_arrays(draft->detail, patches)) return false;
    for (uint32_t t = 0, next = 0; t < triangles; ++t) {
        if (!number[t]) continue;
        number[t] = next++;
        keep_patch(b, t, number[t]);
    }
    for (uint32_t i = 0; i < count; ++i) keep_vertex(b, i, number[b->triangle[i]]);
    return true;
}

// --- all ---

static bool make_tools(binder* b) {
    pl_detail_draft* draft = b->draft;
    const plump_detail* detail = draft->detail;
    uint32_t count = detail->vertex_count;
    pl_mesh_view view = {.vertex_count = b->surface->count,
                         .triangles = b->surface->triangles,
                         .triangle_count = b->surface->triangle_count};
    b->triangle = pl_arena_alloc(&draft->scratch, count, sizeof *b->triangle);
    b->point = pl_arena_alloc(&draft->scratch, count, sizeof *b->point);
    const pl_tree_shape* shape = pl_tree_shape_get(detail->mesh, NULL);
    bool made = b->triangle && b->point && shape;
    for (int k = 0; k < 3; ++k) {
        float* x = pl_arena_alloc(&draft->scratch, b->surface->padded, sizeof *x);
        made = made && x;
        for (uint32_t i = 0; made && i < b->surface->count; ++i)
            x[i] = draft->rest.points[4 * (size_t)i + (size_t)k];
        b->x[k] = x;
    }
    if (!made || !pl_edges_build(&draft->scratch, &draft->scratch, &view, &b->edges) ||
        !pl_tree_make(&b->tree, &draft->scratch, shape, false))
        return false;
    pl_tree_refit(&b->tree, b->x, NULL);
    return true;
}

static void count_up(const binder* b) {
    plump_detail_report* report = &b->draft->report;
    const plump_detail* detail = b->draft->detail;
    double most = 0, sum = 0;
    for (uint32_t i = 0; i < detail->vertex_count; ++i) {
        double distance = b->point[i].distance;
        most = distance > most ? distance : most;
        sum += distance;
    }
    report->distance_most = most * detail->unit;
    report->distance_mean = sum / detail->vertex_count * detail->unit;
    report->by_newton = detail->vertex_count - report->by_fallback;
}

plump_result pl_detail_bind(pl_detail_draft* draft, plump_error* error) {
    binder b = {.draft = draft, .surface = draft->detail->surface};
    if (!make_tools(&b)) return pl_fail_memory(error, "making a detail mesh");
    plump_result result = bind_all(&b, error);
    if (result != PLUMP_OK) return result;
    if (!keep_all(&b)) return pl_fail_memory(error, "making a detail mesh");
    count_up(&b);
    return PLUMP_OK;
}

// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Fewer vertices for the same shape: edges are removed one by one, those first that matter least,
// and the vertex that is left goes where the planes of all triangles it stands for are nearest
// among the places that keep the volume. The link condition keeps the surface closed and manifold
// and its handles; a triangle may neither turn by more than 60 degrees nor become a needle. Works
// in a box of size 1 about the origin, so that no unit of the file matters.
#include "src/shape/simplify_quadric.h"
#include "src/shape/simplify_queue.h"

#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/base/triangles.h"
#include "src/shape/edit.h"

#include <plump/simplify.h>

#include <string.h>

#define RIDGE        1e-3    // pull to the edge's middle, where planes leave a place undecided
#define STEP_MOST    1.5     // farthest from the middle, in edge lengths
#define TURN_LEAST   0.5     // cosine of how far a triangle may turn in one removal
#define FOLD_LEAST   (-0.5)  // cosine between neighbours that may come about
#define SHAPE_LEAST  0.12    // 1: equilateral, 0: a needle; unless it was no better before
#define VALENCE_MOST 12
#define TRIES        4  // with half as many more vertices each, should the surface cut itself
#define MIN_VERTICES 4

typedef struct {
    const plump_simplify_def* def;
    pl_arena* arena;
    pl_edit mesh;
    pl_edge_queue queue;
    pl_quadric* quadrics;
    uint32_t* labels;  // of triangles, or NULL
    pl_vec3d middle;   // of the box, and ...
    double size;       // ... its longest side, in the caller's units
    double error_most;
} work;

plump_simplify_def plump_default_simplify_def(void) {
    plump_simplify_def def;
    memset(&def, 0, sizeof def);
    def.vertex_count = 5000;
    def.error_most = 0.02;
    def.evenness = 0.01;
    def.cookie = PL_COOKIE_SIMPLIFY;
    return def;
}

// --- taking the mesh in ---

static void fit(work* w, const float* positions, uint32_t count) {
    pl_vec3d low = {0}, high = {0};
    for (uint32_t i = 0; i < count; ++i) {
        pl_vec3d p = pl_vec3_widen(pl_vec3_load(positions + 3 * (size_t)i));
        low = i ? pl_vec3d_min(low, p) : p;
        high = i ? pl_vec3d_max(high, p) : p;
    }
    w->middle = pl_shape_middle(low, high);
    w->size = pl_vec3d_max_abs(pl_vec3d_sub(high, low));
    for (uint32_t i = 0; i < count; ++i) {
        pl_vec3d p =
            pl_vec3d_sub(pl_vec3_widen(pl_vec3_load(positions + 3 * (size_t)i)), w->middle);
        w->mesh.points[i] = pl_vec3d_make(p.x / w->size, p.y / w->size, p.z / w->size);
        w->mesh.normals[i] = pl_vec3d_make(0, 0, 0);
    }
}

static void gather_quadrics(work* w) {
    const pl_edit* m = &w->mesh;
    memset(w->quadrics, 0, m->vertex_count * sizeof *w->quadrics);
    for (uint32_t t = 0; t < m->triangle_count; ++t) {
        const uint32_t* v = m->start + 3 * (size_t)t;
        pl_vec3d cross = pl_shape_area_vector(m->points[v[0]], m->points[v[1]], m->points[v[2]]);
        double area = pl_vec3d_length(cross) / 2;
        pl_vec3d n = pl_shape_unit(cross);
        double d = -pl_vec3d_dot(n, m->points[v[0]]);
        for (int k = 0; k < 3; ++k) pl_quadric_add_plane(&w->quadrics[v[k]], n, d, area);
    }
}

static bool take_in(work* w) {
    const plump_mesh* mesh = w->def->mesh;
    uint32_t vertices = plump_mesh_vertex_count(mesh), count = plump_mesh_triangle_count(mesh);
    const uint32_t* labels = plump_mesh_triangles(mesh).groups;
    if (!pl_edit_reserve(&w->mesh, w->arena, vertices, count)) return false;
    w->quadrics = pl_arena_alloc(w->arena, vertices, sizeof *w->quadrics);
    w->labels = labels ? pl_arena_alloc(w->arena, count, sizeof *w->labels) : NULL;
    if (!w->quadrics || (labels && !w->labels)) return false;
    if (labels) memcpy(w->labels, labels, count * sizeof *labels);
    memcpy(w->mesh.start, plump_mesh_indices(mesh), 3 * (size_t)count * sizeof(uint32_t));
    w->mesh.vertex_count = vertices;
    w->mesh.triangle_count = count;
    fit(w, plump_mesh_positions(mesh), vertices);
    gather_quadrics(w);
    return pl_edit_connect(&w->mesh, w->arena) && pl_queue_make(&w->queue, w->arena, 3 * count);
}

// --- where the vertex goes that is left of an edge ---

// The triangles around both ends: what a place p must fulfil to keep the volume is normal.p =
// volume, both about the edge's middle. The two triangles at the edge count at its first end only.
static void add_star(const pl_edit* m, uint32_t h, bool is_first, pl_vec3d from, pl_vec3d* normal,
                     double* volume) {
    uint32_t e = h;
    do {
        if (is_first || (e / 3 != h / 3 && e / 3 != m->twin[h] / 3)) {
            pl_vec3d a = pl_vec3d_sub(m->points[m->start[e]], from);
            pl_vec3d b = pl_vec3d_sub(m->points[pl_edit_end(m, e)], from);
            pl_vec3d c = pl_vec3d_sub(m->points[m->start[pl_edit_previous(e)]], from);
            *normal = pl_vec3d_add(*normal, pl_shape_area_vector(a, b, c));
            *volume += pl_vec3d_triple(a, b, c);
        }
        e = pl_edit_around(m, e);
    } while (e != h);
}

typedef struct {
    pl_vec3d point;
    double error;   // of the quadric there
    double area;    // that the vertex stands for
    double length;  // of the edge
    bool found;
} place;

static place find_place(const work* w, uint32_t h) {
    const pl_edit* m = &w->mesh;
    uint32_t g = m->twin[h], a = m->start[h], b = m->start[g];
    pl_vec3d middle = pl_shape_middle(m->points[a], m->points[b]), normal = {0};
    double volume = 0;
    place out = {.length = sqrt(pl_shape_distance2(m->points[a], m->points[b]))};
    add_star(m, h, true, middle, &normal, &volume);
    add_star(m, g, false, middle, &normal, &volume);
    pl_quadric sum = pl_quadric_sum(&w->quadrics[a], &w->quadrics[b]);
    pl_quadric q = pl_quadric_about(&sum, middle);
    double ridge = RIDGE * q.area;
    pl_vec3d best = pl_quadric_solve(&q, ridge, pl_vec3d_neg(q.b));
    pl_vec3d way = pl_quadric_solve(&q, ridge, normal);
    double slope = pl_vec3d_dot(normal, way);
    double off = volume - pl_vec3d_dot(normal, best);
    if (slope > 0) best = pl_vec3d_add_scaled(best, off / slope, way);
    out.found = pl_vec3d_length(best) <= STEP_MOST * out.length && (slope > 0 || !(off * off > 0));
    out.error = pl_quadric_at(&q, best);
    out.area = sum.area;
    out.point = pl_vec3d_add(middle, best);
    return out;
}

// --- whether it may go there ---

static double shape_of(pl_vec3d a, pl_vec3d b, pl_vec3d c, double area2) {
    double sides = pl_shape_distance2(a, b) + pl_shape_distance2(b, c) + pl_shape_distance2(c, a);
    return sides > 0 ? 3.4641016151377544 * area2 / sides : 0;  // 2 sqrt(3)
}

static bool is_turned_less(pl_vec3d n, pl_vec3d m, double cosine) {
    return pl_vec3d_dot(n, m) > cosine * pl_vec3d_length(n) * pl_vec3d_length(m);
}

// The triangle of e, which starts at a vertex that moves to p.
static bool may_move(const pl_edit* m, uint32_t e, pl_vec3d p) {
    uint32_t across = m->twin[pl_edit_next(e)];
    pl_vec3d a = m->points[m->start[e]], b = m->points[pl_edit_end(m, e)];
    pl_vec3d c = m->points[m->start[pl_edit_previous(e)]];
    pl_vec3d d = m->points[m->start[pl_edit_previous(across)]];
    pl_vec3d old = pl_shape_area_vector(a, b, c), now = pl_shape_area_vector(p, b, c);
    pl_vec3d beside = pl_shape_area_vector(d, c, b);
    double shape = shape_of(p, b, c, pl_vec3d_length(now));
    if (shape < SHAPE_LEAST && shape < shape_of(a, b, c, pl_vec3d_length(old))) return false;
    if (!is_turned_less(old, now, TURN_LEAST)) return false;
    return is_turned_less(now, beside, FOLD_LEAST) || !is_turned_less(old, beside, FOLD_LEAST);
}

static bool may_all_move(const pl_edit* m, uint32_t h, uint32_t edge, pl_vec3d p) {
    uint32_t e = h, first = edge / 3, second = m->twin[edge] / 3;
    do {
        if (e / 3 != first && e / 3 != second && !may_move(m, e, p)) return false;
        e = pl_edit_around(m, e);
    } while (e != h);
    return true;
}

static bool may_go(const work* w, uint32_t h, const place* to) {
    const pl_edit* m = &w->mesh;
    uint32_t g = m->twin[h];
    double most = w->def->error_most;
    if (!to->found || to->error > most * most * to->area) return false;
    if (m->valence[m->start[h]] + m->valence[m->start[g]] > VALENCE_MOST + 4) return false;
    return pl_edit_can_collapse(m, h) && may_all_move(m, h, h, to->point) &&
           may_all_move(m, g, h, to->point);
}

// --- removing ---

static uint32_t edge_of(const pl_edit* m, uint32_t h) {
    return h < m->twin[h] ? h : m->twin[h];
}

static void put_edge(work* w, uint32_t h) {
    place to = find_place(w, h);
    double even = w->def->evenness * to.area * to.length * to.length;
    pl_queue_put(&w->queue, edge_of(&w->mesh, h), to.error + even);
}

static void drop_around(work* w, uint32_t h) {
    uint32_t e = h;
    do {
        pl_queue_drop(&w->queue, edge_of(&w->mesh, e));
        e = pl_edit_around(&w->mesh, e);
    } while (e != h);
}

static void remove_edge(work* w, uint32_t h, const place* to) {
    pl_edit* m = &w->mesh;
    uint32_t a = m->start[h], b = m->start[m->twin[h]];
    double error = sqrt(to->error / to->area);
    if (error > w->error_most) w->error_most = error;
    drop_around(w, h);
    drop_around(w, m->twin[h]);
    w->quadrics[a] = pl_quadric_sum(&w->quadrics[a], &w->quadrics[b]);
    pl_edit_collapse(m, h);
    m->points[a] = to->point;
    uint32_t e = m->out[a];
    do {
        put_edge(w, e);
        e = pl_edit_around(m, e);
    } while (e != m->out[a]);
}

// Each edge is taken once for each time it was put in, and a removal puts in at most VALENCE_MOST:
// the work is bounded. One that may not go waits until something around it changes.
static void reduce(work* w, uint32_t wish) {
    pl_edit* m = &w->mesh;
    for (uint32_t h = 0; h < 3 * m->triangle_count; ++h) {
        if (h < m->twin[h]) put_edge(w, h);
    }
    while (w->queue.count > 0 && pl_edit_live_vertices(m) > wish) {
        uint32_t h = pl_queue_take(&w->queue);
        place to = find_place(w, h);
        if (may_go(w, h, &to)) remove_edge(w, h, &to);
    }
}

// --- handing out ---

static bool pack(work* w) {
    uint32_t kept = 0;
    for (uint32_t t = 0; w->labels && t < w->mesh.triangle_count; ++t)
        if (w->mesh.start[3 * (size_t)t] != PL_EDIT_NONE) w->labels[kept++] = w->labels[t];
    if (!pl_edit_pack(&w->mesh, w->arena)) return false;
    for (uint32_t i = 0; i < w->mesh.vertex_count; ++i) {
        pl_vec3d* p = &w->mesh.points[i];
        *p = pl_vec3d_add_scaled(w->middle, w->size, *p);
    }
    return true;
}

static plump_result hand_out(const work* w, plump_mesh** mesh, plump_mesh_report* judged,
                             plump_error* error) {
    plump_mesh_def intake = plump_default_mesh_def();
    intake.triangles = pl_triangles_wide(w->mesh.points, w->mesh.vertex_count, w->mesh.start,
                                         w->mesh.triangle_count);
    intake.triangles.groups = w->labels;
    plump_mesh_origin(w->def->mesh, intake.triangles.origin);
    intake.weld_tolerance = 0;
    intake.allocator = w->def->allocator;
    return plump_mesh_create(&intake, mesh, judged, error);
}

static plump_result try_once(const plump_simplify_def* def, uint32_t wish, plump_mesh** mesh,
                             plump_simplify_report* report, plump_error* error) {
    pl_arena arena = pl_arena_make(pl_alloc_hooks(def->allocator));
    work w = {.def = def, .arena = &arena};
    plump_mesh_report judged = {.vertices = 0};
    bool done = take_in(&w);
    if (done) reduce(&w, wish);
    plump_result result = done && pack(&w) ? hand_out(&w, mesh, &judged, error)
                                           : pl_fail_memory(error, "simplifying a mesh");
    pl_arena_release(&arena, NULL);
    if (result != PLUMP_OK) return result;
    double volume = plump_mesh_volume(def->mesh);
    report->vertex_count = judged.vertices;
    report->triangle_count = judged.triangles;
    report->volume_change = (plump_mesh_volume(*mesh) - volume) / volume;
    report->error_most = w.error_most * w.size;
    report->intersections = judged.findings[PLUMP_FINDING_SELF_INTERSECTIONS].count;
    return PLUMP_OK;
}

static plump_result count_before(const plump_simplify_def* def, uint64_t* count,
                                 plump_error* error) {
    plump_mesh_def intake = plump_default_mesh_def();
    plump_mesh_report judged;
    plump_mesh* again = NULL;
    intake.triangles = plump_mesh_triangles(def->mesh);
    intake.allocator = def->allocator;
    plump_result result = plump_mesh_create(&intake, &again, &judged, error);
    plump_mesh_destroy(again);
    if (result == PLUMP_OK) *count = judged.findings[PLUMP_FINDING_SELF_INTERSECTIONS].count;
    return result;
}

// A surface that cuts itself where the fine one does not gets more vertices.
static PL_NOINLINE plump_result simplify(const plump_simplify_def* def, plump_mesh** mesh,
                                         plump_simplify_report* report, plump_error* error) {
    uint32_t wish = def->vertex_count, all = plump_mesh_vertex_count(def->mesh);
    plump_result result = PLUMP_OK;
    for (int i = 0; i < TRIES && result == PLUMP_OK; ++i) {
        plump_mesh_destroy(*mesh);
        *mesh = NULL;
        result = try_once(def, wish, mesh, report, error);
        if (result == PLUMP_OK && report->intersections > 0 && i == 0)
            result = count_before(def, &report->intersections_before, error);
        if (report->intersections <= report->intersections_before || wish >= all) break;
        wish += wish / 2;
    }
    if (result == PLUMP_OK) return result;
    plump_mesh_destroy(*mesh);
    *mesh = NULL;
    return result;
}

static plump_result check(const plump_simplify_def* def, plump_error* error) {
    if (def->cookie != PL_COOKIE_SIMPLIFY)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "plump_simplify_def was not begun with plump_default_simplify_def(), or "
                       "comes from another version of plump");
    if (!def->mesh)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no mesh to simplify (NULL)");
    if (def->vertex_count < MIN_VERTICES)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "%u vertices were asked for; a closed surface has at least %d",
                       (unsigned)def->vertex_count, MIN_VERTICES);
    if (!(def->error_most >= 0 && def->error_most <= 1))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "error_most is %g of the mesh's size; it must be from 0 to 1",
                       def->error_most);
    if (!(def->evenness >= 0 && def->evenness <= 10))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "evenness is %g; it must be from 0 to 10",
                       def->evenness);
    return PLUMP_OK;
}

plump_result plump_mesh_simplify(const plump_simplify_def* def, plump_mesh** mesh,
                                 plump_simplify_report* report, plump_error* error) {
    if (!mesh) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no place for the mesh (NULL)");
    *mesh = NULL;
    if (!def) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no definition (NULL)");
    plump_result result = check(def, error);
    if (result != PLUMP_OK) return result;
    plump_simplify_report own = {0};
    pl_fpmode before = pl_fpmode_enter();
    result = simplify(def, mesh, &own, error);
    pl_fpmode_leave(before);
    if (result == PLUMP_OK && report) *report = own;
    return result;
}

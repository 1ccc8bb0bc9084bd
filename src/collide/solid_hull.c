// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The convex hull of points, after Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex
// Hulls", 1996: from a tetrahedron on, the furthest of the points that a facet leaves outside
// becomes a corner, and takes the place of all facets that it sees.
//
// Unlike there nothing has a tolerance: whether a facet sees a point is decided exactly, and a
// facet does not see what lies in its plane. Then the facets that a point sees always hang together
// and have one border, which the point never lies on the line of, so no facet is without area
// however the points lie.
#include "src/base/text.h"
#include "src/base/triangles.h"
#include "src/collide/solid_make.h"
#include "src/mesh/mesh_predicates.h"
#include "src/mesh/mesh_view.h"

// Steps of about 1 ns: 50 times as many as 100,000 points on a ball take.
#define WORK_MOST UINT64_C(10000000000)

typedef struct facet {
    uint32_t corner[3];  // counter-clockwise seen from outside
    uint32_t beyond[3];  // the facet across the edge from corner k to the next
    uint32_t outside;    // the first of its points, or PL_NONE; each point is in one list at most
    uint32_t link;       // the next in the queue, or of those that are free
    uint32_t seen_by;    // the last point that was found to see it, or PL_NONE
    bool queued, dead;
} facet;

typedef struct hull {
    double (*point)[3];
    uint32_t count;
    uint32_t* next;   // per point: the next in the list that it is in
    uint32_t* begun;  // per point on the border: the new facet whose edge begins there
    facet* facets;
    uint32_t used;
    size_t capacity;
    uint32_t free;         // a list of facets to use again
    uint32_t first, last;  // the queue of facets with points outside
    uint32_t* stack;       // facets that see the point
    size_t stack_capacity;
    uint32_t* fresh;  // facets made for it
    size_t fresh_capacity;
    uint64_t work;
    plump_allocator hooks;
} hull;

static bool sees(hull* h, const facet* f, uint32_t point) {
    h->work += 10;
    return pl_orient3d(h->point[f->corner[0]], h->point[f->corner[1]], h->point[f->corner[2]],
                       h->point[point], &h->work) > 0;
}

static pl_vec3d between(const hull* h, uint32_t from, uint32_t to) {
    return pl_vec3d_sub(pl_vec3d_load(h->point[to]), pl_vec3d_load(h->point[from]));
}

static pl_vec3d facet_normal(const hull* h, const facet* f) {
    return pl_vec3d_cross(between(h, f->corner[0], f->corner[1]),
                          between(h, f->corner[0], f->corner[2]));
}

// --- facets and their queue ---

// PL_NONE: out of memory.
static uint32_t facet_make(hull* h, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t at = h->free;
    if (at != PL_NONE) {
        h->free = h->facets[at].link;
    } else {
        if (!pl_grow(&h->hooks, (void**)&h->facets, &h->capacity, h->used, (size_t)h->used + 1,
                     sizeof *h->facets))
            return PL_NONE;
        at = h->used++;
    }
    h->facets[at] = (facet){.corner = {a, b, c},
                            .beyond = {PL_NONE, PL_NONE, PL_NONE},
                            .outside = PL_NONE,
                            .link = PL_NONE,
                            .seen_by = PL_NONE};
    return at;
}

static void facet_free(hull* h, uint32_t at) {
    h->facets[at].link = h->free;
    h->free = at;
}

// One that still waits in the queue is freed when its turn comes.
static void facet_kill(hull* h, uint32_t at) {
    h->facets[at].dead = true;
    if (!h->facets[at].queued) facet_free(h, at);
}

static void queue_push(hull* h, uint32_t at) {
    facet* f = &h->facets[at];
    if (f->queued || f->outside == PL_NONE) return;
    f->queued = true;
    f->link = PL_NONE;
    if (h->first == PL_NONE)
        h->first = at;
    else
        h->facets[h->last].link = at;
    h->last = at;
}

// PL_NONE: no facet has points outside.
static uint32_t queue_pop(hull* h) {
    while (h->first != PL_NONE) {
        uint32_t at = h->first;
        facet* f = &h->facets[at];
        h->first = f->link;
        f->queued = false;
        if (!f->dead) return at;
        facet_free(h, at);
    }
    return PL_NONE;
}

static void give_point(hull* h, uint32_t at, uint32_t point) {
    h->next[point] = h->facets[at].outside;
    h->facets[at].outside = point;
}

// --- the first four ---

typedef double measure(const hull* h, const uint32_t corner[4], uint32_t point);
typedef bool differs(hull* h, const uint32_t corner[4], uint32_t point);

static double measure_point(const hull* h, const uint32_t corner[4], uint32_t point) {
    return pl_vec3d_length_squared(between(h, corner[0], point));
}

static double measure_line(const hull* h, const uint32_t corner[4], uint32_t point) {
    return pl_vec3d_length_squared(
        pl_vec3d_cross(between(h, corner[0], corner[1]), between(h, corner[0], point)));
}

static double measure_plane(const hull* h, const uint32_t corner[4], uint32_t point) {
    return fabs(pl_vec3d_triple(between(h, corner[0], corner[1]), between(h, corner[0], corner[2]),
                                between(h, corner[0], point)));
}

static bool is_off_point(hull* h, const uint32_t corner[4], uint32_t point) {
    const double *a = h->point[corner[0]], *p = h->point[point];
    return a[0] != p[0] || a[1] != p[1] || a[2] != p[2];
}

static bool is_off_line(hull* h, const uint32_t corner[4], uint32_t point) {
    for (int k = 0; k < 3; ++k) {
        double flat[3][2];
        const double* p[3] = {h->point[corner[0]], h->point[corner[1]], h->point[point]};
        for (int i = 0; i < 3; ++i) {
            flat[i][0] = p[i][k];
            flat[i][1] = p[i][(k + 1) % 3];
        }
        if (pl_orient2d(flat[0], flat[1], flat[2], &h->work) != 0) return true;
    }
    return false;
}

static bool is_off_plane(hull* h, const uint32_t corner[4], uint32_t point) {
    return pl_orient3d(h->point[corner[0]], h->point[corner[1]], h->point[corner[2]],
                       h->point[point], &h->work) != 0;
}

// The furthest point as rounding sees it, or if that is in line any that is not; PL_NONE: none is.
static uint32_t pick(hull* h, const uint32_t corner[4], measure* far, differs* is_off) {
    uint32_t best = 0;
    double most = -1;
    for (uint32_t i = 0; i < h->count; ++i) {
        double now = far(h, corner, i);
        if (now > most) most = now, best = i;
    }
    if (is_off(h, corner, best)) return best;
    for (uint32_t i = 0; i < h->count; ++i)
        if (is_off(h, corner, i)) return i;
    return PL_NONE;
}

// NULL, or where all points lie.
static const char* pick_corners(hull* h, uint32_t corner[4]) {
    corner[0] = 0;
    for (uint32_t i = 1; i < h->count; ++i)
        if (h->point[i][0] < h->point[corner[0]][0]) corner[0] = i;
    corner[1] = pick(h, corner, measure_point, is_off_point);
    if (corner[1] == PL_NONE) return "at one place";
    corner[2] = pick(h, corner, measure_line, is_off_line);
    if (corner[2] == PL_NONE) return "on one line";
    corner[3] = pick(h, corner, measure_plane, is_off_plane);
    return corner[3] == PL_NONE ? "in one plane" : NULL;
}

static bool begin_hull(hull* h, const uint32_t corner[4]) {
    uint32_t a = corner[0], b = corner[1], c = corner[2], d = corner[3];
    if (pl_orient3d(h->point[a], h->point[b], h->point[c], h->point[d], &h->work) > 0)
        b = corner[2], c = corner[1];
    const uint32_t corners[4][3] = {{a, b, c}, {b, a, d}, {c, b, d}, {a, c, d}};
    const uint32_t beyond[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    for (int i = 0; i < 4; ++i) {
        uint32_t at = facet_make(h, corners[i][0], corners[i][1], corners[i][2]);
        if (at == PL_NONE) return false;
        for (int k = 0; k < 3; ++k) h->facets[at].beyond[k] = beyond[i][k];
    }
    for (uint32_t p = 0; p < h->count; ++p) {
        for (uint32_t i = 0; i < 4; ++i) {
            if (!sees(h, &h->facets[i], p)) continue;
            give_point(h, i, p);
            break;
        }
    }
    for (uint32_t i = 0; i < 4; ++i) queue_push(h, i);
    return true;
}

// --- one point more ---

// Takes the furthest of its points from the facet.
static uint32_t take_furthest(hull* h, facet* f) {
    pl_vec3d normal = facet_normal(h, f);
    uint32_t best = f->outside, before_best = PL_NONE, before = PL_NONE;
    double most = -1;
    for (uint32_t p = f->outside; p != PL_NONE; before = p, p = h->next[p]) {
        double far = pl_vec3d_dot(normal, between(h, f->corner[0], p));
        h->work += 2;
        if (far > most) most = far, best = p, before_best = before;
    }
    if (before_best == PL_NONE)
        f->outside = h->next[best];
    else
        h->next[before_best] = h->next[best];
    return best;
}

// All facets that see the point, from one that does; their number, 0: out of memory.
static uint32_t find_seen(hull* h, uint32_t from, uint32_t point) {
    uint32_t count = 1;
    h->stack[0] = from;
    h->facets[from].seen_by = point;
    for (uint32_t i = 0; i < count; ++i) {
        if (!pl_grow(&h->hooks, (void**)&h->stack, &h->stack_capacity, count, (size_t)count + 3,
                     sizeof *h->stack))
            return 0;
        for (int k = 0; k < 3; ++k) {
            uint32_t beyond = h->facets[h->stack[i]].beyond[k];
            facet* f = &h->facets[beyond];
            if (f->seen_by == point || !sees(h, f, point)) continue;
            f->seen_by = point;
            h->stack[count++] = beyond;
        }
    }
    return count;
}

// A facet from the edge k of the seen facet `at` to the point.
static bool add_facet(hull* h, uint32_t at, int k, uint32_t point, uint32_t fresh_count) {
    uint32_t from = h->facets[at].corner[k], to = h->facets[at].corner[(k + 1) % 3];
    uint32_t beyond = h->facets[at].beyond[k];
    uint32_t made = facet_make(h, from, to, point);
    if (made == PL_NONE || !pl_grow(&h->hooks, (void**)&h->fresh, &h->fresh_capacity, fresh_count,
                                    (size_t)fresh_count + 1, sizeof *h->fresh))
        return false;
    h->fresh[fresh_count] = made;
    h->begun[from] = made;
    h->facets[made].beyond[0] = beyond;
    for (int i = 0; i < 3; ++i)
        if (h->facets[beyond].corner[i] == to) h->facets[beyond].beyond[i] = made;
    return true;
}

// Facets from all edges of the border; their number, 0: out of memory.
static uint32_t add_facets(hull* h, uint32_t seen_count, uint32_t point) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < seen_count; ++i) {
        uint32_t at = h->stack[i];
        for (int k = 0; k < 3; ++k) {
            uint32_t beyond = h->facets[at].beyond[k];
            if (h->facets[beyond].seen_by == point) continue;
            if (!add_facet(h, at, k, point, count)) return 0;
            ++count;
        }
    }
    // each borders on the one whose edge begins where its own ends
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = h->fresh[i], next = h->begun[h->facets[at].corner[1]];
        h->facets[at].beyond[1] = next;
        h->facets[next].beyond[2] = at;
    }
    return count;
}

// The points of the seen facets go to the first new one that sees them; the others are inside.
static void hand_on(hull* h, uint32_t seen_count, uint32_t fresh_count) {
    for (uint32_t i = 0; i < seen_count; ++i) {
        uint32_t p = h->facets[h->stack[i]].outside;
        while (p != PL_NONE) {
            uint32_t following = h->next[p], k = 0;
            while (k < fresh_count && !sees(h, &h->facets[h->fresh[k]], p)) ++k;
            if (k < fresh_count) give_point(h, h->fresh[k], p);
            p = following;
        }
        facet_kill(h, h->stack[i]);
    }
    for (uint32_t k = 0; k < fresh_count; ++k) queue_push(h, h->fresh[k]);
}

static plump_result grow_hull(hull* h, plump_error* error) {
    for (uint32_t at = queue_pop(h); at != PL_NONE; at = queue_pop(h)) {
        uint32_t point = take_furthest(h, &h->facets[at]);
        uint32_t seen = find_seen(h, at, point);
        uint32_t fresh = seen > 0 ? add_facets(h, seen, point) : 0;
        if (fresh == 0) return pl_fail_memory(error, "making the hull of an obstacle");
        hand_on(h, seen, fresh);
        if (h->work > WORK_MOST)
            return pl_fail(error, PLUMP_ERROR_LIMIT,
                           "the hull of %u points takes too long; fewer points would do", h->count);
    }
    return PLUMP_OK;
}

// --- the mesh ---

static plump_result take_in(const hull* h, const uint32_t* triangles, uint32_t triangle_count,
                            plump_mesh** mesh, plump_error* error) {
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles = pl_triangles_wide(h->point, h->count, triangles, triangle_count);
    def.weld_tolerance = 0;
    def.find_intersections = false;
    def.allocator = h->hooks;
    plump_error reason;
    plump_result result = plump_mesh_create(&def, mesh, NULL, &reason);
    if (result == PLUMP_OK) return PLUMP_OK;
    if (result == PLUMP_ERROR_MEMORY)
        return pl_fail_memory(error, "making the hull of an obstacle");
    return pl_fail(error, result, "the hull of %u points cannot be used: %s", h->count,
                   reason.text);
}

static plump_result finish_hull(hull* h, plump_mesh** mesh, plump_error* error) {
    uint32_t count = 0;
    uint32_t* triangles = pl_alloc(&h->hooks, 3 * (size_t)h->used, sizeof *triangles);
    if (!triangles) return pl_fail_memory(error, "making the hull of an obstacle");
    for (uint32_t i = 0; i < h->used; ++i) {
        if (h->facets[i].dead) continue;
        for (size_t k = 0; k < 3; ++k) triangles[3 * (size_t)count + k] = h->facets[i].corner[k];
        ++count;
    }
    plump_result result = take_in(h, triangles, count, mesh, error);
    pl_free(&h->hooks, triangles);
    return result;
}

static plump_result check_points(const float* points, uint32_t count, plump_error* error) {
    if (!points || count < 4)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the hull has %u points; it needs four at least", points ? count : 0);
    for (uint32_t i = 0; i < count; ++i) {
        const float* p = points + 3 * (size_t)i;
        if (!pl_vec3_is_finite(pl_vec3_load(p)))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "point %u of the hull, (%g, %g, %g), is not finite", i, (double)p[0],
                           (double)p[1], (double)p[2]);
    }
    return PLUMP_OK;
}

static bool hull_start(hull* h, const float* points, uint32_t count, const plump_allocator* hooks) {
    *h = (hull){.count = count, .hooks = *hooks, .free = PL_NONE, .first = PL_NONE};
    h->point = pl_alloc(hooks, count, sizeof *h->point);
    h->next = pl_alloc(hooks, count, sizeof *h->next);
    h->begun = pl_alloc(hooks, count, sizeof *h->begun);
    if (!h->point || !h->next || !h->begun ||
        !pl_grow(hooks, (void**)&h->stack, &h->stack_capacity, 0, 1, sizeof *h->stack))
        return false;
    for (uint32_t i = 0; i < count; ++i)
        for (size_t k = 0; k < 3; ++k) h->point[i][k] = (double)points[3 * (size_t)i + k];
    return true;
}

static void hull_end(hull* h) {
    pl_free(&h->hooks, h->point);
    pl_free(&h->hooks, h->next);
    pl_free(&h->hooks, h->begun);
    pl_free(&h->hooks, h->facets);
    pl_free(&h->hooks, h->stack);
    pl_free(&h->hooks, h->fresh);
}

static plump_result make_hull(hull* h, plump_mesh** mesh, plump_error* error) {
    uint32_t corner[4];
    const char* where = pick_corners(h, corner);
    if (where)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "the %u points of the hull lie %s; four that span a volume would do",
                       h->count, where);
    if (!begin_hull(h, corner)) return pl_fail_memory(error, "making the hull of an obstacle");
    plump_result result = grow_hull(h, error);
    return result == PLUMP_OK ? finish_hull(h, mesh, error) : result;
}

plump_result pl_solid_hull(const float* points, uint32_t count, const plump_allocator* hooks,
                           plump_mesh** mesh, plump_error* error) {
    *mesh = NULL;
    plump_result result = check_points(points, count, error);
    if (result != PLUMP_OK) return result;
    hull h;
    if (hull_start(&h, points, count, hooks))
        result = make_hull(&h, mesh, error);
    else
        result = pl_fail_memory(error, "making the hull of an obstacle");
    hull_end(&h);
    return result;
}
